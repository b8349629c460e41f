"""What examples of Whistler should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

from pnp.engine.action import Event
from pnp.engine.playout import Moments, Shows, Spread, Story, happened, stretch

#: The pictures show the hands; what is seen by one player alone is not told.
_TELLS = {
    **dict.fromkeys(("pass", "stock_card", "deals", "deal", "champion", "no_champion"), ""),
    "hand_shown": "{actor} has {points, plural, one {# point} other {# points}} in {suit}.",
    "paid": "{actor} takes {picks, plural, one {# pick} other {# picks}}.",
    "ask_suit": "{actor} wants a card. Suit: {suit}.",
    "ask_rank": "Rank: {rank}.",
}

_WORTH_A_KNOCK = 20  # points that are enough in the first rounds


def _ending(begins: str, test: Callable[[Moments], bool], most: int = 24) -> Shows:
    """The first deal whose last stretch, from an action of that name until picks are paid, passes a test."""
    return stretch((begins,), ("paid", "deal_drawn"), test, most)


def _showdown(moments: Moments) -> tuple[int, Sequence[int]]:
    """The knocker's points, and those of everybody; none where no hands were shown."""
    points = {event.actor: event.number("points") for event in happened(moments, "hand_shown")}
    return points.get(moments[0].events[0].actor, 0), tuple(points.values())


def _holds(moments: Moments) -> bool:
    """The knocker is level with somebody and wins."""
    knocker, points = _showdown(moments)
    return points.count(max(points, default=0)) > 1 and knocker == max(points)


def _beaten(moments: Moments) -> bool:
    """Two of the others have more points than the knocker."""
    knocker, points = _showdown(moments)
    return sum(other > knocker for other in points) == 2


def _runner(moments: Moments) -> bool:
    return any(event.arg("hand") == "runner" for event in happened(moments, "special_hand"))


def _helped(moments: Moments) -> bool:
    """A neighbour takes the card that was asked for, and beats a knocker who had good reason to knock with it."""
    events = happened(moments, "helped", "take_discard")
    takers = [
        (taking.actor, taking.text("card"))
        for gift, taking in pairwise(events)
        if gift.name == "helped" and taking.name == "take_discard"
    ]
    paid = {event.actor for event in happened(moments, "paid")}
    shown = {event.actor: event for event in happened(moments, "hand_shown")}
    return _showdown(moments)[0] >= _WORTH_A_KNOCK and any(
        seat in paid & shown.keys() and card in _cards(shown[seat]) and f"/{shown[seat].text('suit')}/" in card
        for seat, card in takers
    )


def _hands(moments: Moments) -> Sequence[Spread]:
    """Everybody's cards as they are shown at the end, with what they count."""
    shown = happened(moments, "hand_shown")
    return [Spread(event.actor, _cards(event), f"{event.arg('points')} points") for event in shown]


def _winning(moments: Moments) -> Sequence[Spread]:
    return [Spread(event.actor, _cards(event)) for event in happened(moments, "special_hand")]


def _cards(event: Event) -> tuple[str, ...]:
    cards = event.arg("cards")
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()


STORIES: tuple[Story, ...] = (
    Story(
        "holds", "A knock that holds", "The knocker wins against equal points too.",
        3, _ending("knock", _holds), pictures=_hands, tells=_TELLS, articles=True,
    ),
    Story(
        "beaten", "A knocker beaten twice", "Everybody who beats the knocker scores double, and the knocker nothing.",
        4, _ending("knock", _beaten), pictures=_hands, tells=_TELLS, articles=True, hint=11,
    ),
    Story(
        "runner", "A Runner", "Four in a row in four suits: the deal is over at once.",
        3, _ending("declare", _runner), pictures=_winning, tells={**_TELLS, "declare": ""}, articles=True,
    ),
    Story(
        "village", "Help in the Village",
        "You may discard what your left neighbour asks for, so that the knocker is beaten after all.",
        4, _ending("knock", _helped, 40), {"village": "yes"}, kind="random", pictures=_hands, tells=_TELLS,
        articles=True,
    ),
)  # fmt: skip
