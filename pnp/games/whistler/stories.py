"""What examples of Whistler should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.engine.action import Event, Value
from pnp.engine.stories import Moment, Spread, Story

Moments = Sequence[Moment]

#: The pictures show the hands; what is seen by one player alone is not told.
_TELLS = {
    "pass": "",
    "stock_card": "",
    "hand_shown": "{actor} has {points|point|points} in {suit}.",
    "paid": "{actor} takes {picks|pick|picks}.",
    "deals": "",
    "deal": "",
    "champion": "",
    "no_champion": "",
    "ask_suit": "{actor} wants a card. Suit: {suit}.",
    "ask_rank": "Rank: {rank}.",
}


def _ending(
    begins: str, test: Callable[[Moments], bool], most: int = 24
) -> Callable[[Moments], tuple[int, int] | None]:
    """The first deal whose last stretch, from an action of that name until picks are paid, passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        start = None
        for at, moment in enumerate(play):
            if moment.events and moment.events[0].name == begins and start is None:
                start = at
            if _all((moment,), "paid", "deal_drawn") and start is not None:
                if at - start < most and test(play[start : at + 1]):
                    return start, at
                start = None
        return None

    return shows


def _all(moments: Moments, *names: str) -> list[Event]:
    return [event for moment in moments for event in moment.events if event.name in names]


def _args(event: Event) -> Mapping[str, Value]:
    return dict(event.args)


def _points(moments: Moments) -> Mapping[int, int]:
    """Seat to points, in the showdown."""
    shown = _all(moments, "hand_shown")
    return {event.actor: points for event in shown if isinstance(points := _args(event)["points"], int)}


def _holds(moments: Moments) -> bool:
    """The knocker is level with somebody and wins."""
    knocker, points = moments[0].events[0].actor, _points(moments)
    return list(points.values()).count(max(points.values(), default=0)) > 1 and points.get(knocker) == max(
        points.values()
    )


def _beaten(moments: Moments) -> bool:
    """Two of the others have more points than the knocker."""
    knocker, points = moments[0].events[0].actor, _points(moments)
    return sum(other > points[knocker] for other in points.values()) == 2 if points else False


def _special(name: str) -> Callable[[Moments], bool]:
    """A special hand of that name wins."""

    def test(moments: Moments) -> bool:
        return any(_args(event)["hand"] == name for event in _all(moments, "special_hand"))

    return test


def _helped(moments: Moments) -> bool:
    """A neighbour gets what was asked for and takes it."""
    given = [str(_args(event)["card"]) for event in _all(moments, "helped")]
    taken = [str(_args(event)["card"]) for event in _all(moments, "take_discard")]
    return any(card in taken for card in given)


def _hands(moments: Moments) -> Sequence[Spread]:
    """Everybody's cards as they are shown at the end, with what they count."""
    return [
        Spread(event.actor, _cards(event), f"{_args(event)['points']} points") for event in _all(moments, "hand_shown")
    ]


def _winning(moments: Moments) -> Sequence[Spread]:
    return [Spread(event.actor, _cards(event)) for event in _all(moments, "special_hand")]


def _cards(event: Event) -> tuple[str, ...]:
    cards = _args(event)["cards"]
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()


STORIES: tuple[Story, ...] = (
    Story(
        "holds", "A knock that holds", "Level points are enough for whoever had the courage to knock.",
        3, _ending("knock", _holds), pictures=_hands, tells=_TELLS, articles=True,
    ),
    Story(
        "beaten", "A knocker beaten twice", "Everybody above the knocker scores double, and the knocker nothing.",
        4, _ending("knock", _beaten), pictures=_hands, tells=_TELLS, articles=True, hint=11,
    ),
    Story(
        "runner", "A Runner", "Four in a row in four suits: the deal is over at once.",
        3, _ending("declare", _special("runner")), pictures=_winning, tells={**_TELLS, "declare": ""}, articles=True,
    ),
    Story(
        "village", "Help in the Village",
        "A neighbour may lay off what is asked for, and both can hope to beat the knocker.",
        4, _ending("knock", _helped, 40), {"village": "yes"}, kind="random", pictures=_hands, tells=_TELLS,
        articles=True,
    ),
)  # fmt: skip
