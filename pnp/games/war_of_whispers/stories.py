"""What examples of A War of Whispers should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.engine.action import Event, Value
from pnp.engine.stories import Moment, Spread, Story

Moments = Sequence[Moment]

#: Choices that the battle or the next sentence tells anyhow.
_TELLS = {
    **dict.fromkeys(
        ("attack", "target", "send", "done", "pass", "place", "raise", "kill", "draw", "round_begins", "seat_acts"), ""
    ),
    "card_drawn": "",
    "banners_due": "",
    "cards_due": "",
}


def _stretch(test: Callable[[Moments], bool], begins: str, most: int) -> Callable[[Moments], tuple[int, int] | None]:
    """The first stretch from an action of that name to the next seat that acts, that passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for start, moment in enumerate(play):
            if not moment.events or moment.events[0].name != begins:
                continue
            end = next((at for at in range(start, len(play)) if _all((play[at],), "battle", "seat_acts", "won")), None)
            if end is not None and end - start < most and test(play[start : end + 1]):
                return start, end
        return None

    return shows


def _alone(name: str) -> Callable[[Moments], tuple[int, int] | None]:
    """The first moment that an action of that name makes, by itself."""

    def shows(play: Moments) -> tuple[int, int] | None:
        for at, moment in enumerate(play):
            if moment.events and moment.events[0].name == name:
                return at, at
        return None

    return shows


def _all(moments: Moments, *names: str) -> list[Event]:
    return [event for moment in moments for event in moment.events if event.name in names]


def _args(event: Event) -> Mapping[str, Value]:
    return dict(event.args)


def _battle(test: Callable[[Mapping[str, Value]], bool]) -> Callable[[Moments], bool]:
    return lambda moments: any(test(_args(event)) for event in _all(moments, "battle"))


def _number(args: Mapping[str, Value], key: str) -> int:
    value = args[key]
    return value if isinstance(value, int) else 0


def _won(args: Mapping[str, Value]) -> bool:
    """An army takes a defended region without a fort."""
    return not args["fort"] and _number(args, "defenders") > 0 and _number(args, "survivors") > 0


def _held(args: Mapping[str, Value]) -> bool:
    """A fort makes the difference: the armies are as strong as each other, and the defence stands."""
    return bool(args["fort"]) and _number(args, "attackers") == _number(args, "defenders") > 1


def _played(moments: Moments) -> bool:
    """A card that is paid for with another one."""
    return any(_args(event)["paid_with"] for event in _all(moments, "play"))


def _card(moments: Moments) -> Sequence[Spread]:
    """The card that is played, and what is paid with it."""
    play = _args(_all(moments, "play")[0])
    paid = play["paid_with"]
    with_it = tuple(map(str, paid)) if isinstance(paid, tuple) else (str(paid),)
    return (Spread(moments[0].events[0].actor, (str(play["card"]), *(card for card in with_it if "/" in card))),)


STORIES: tuple[Story, ...] = (
    Story(
        "conquest", "A region falls",
        "Banner for banner both sides fall; what is left of the attack stands in the region and holds it.",
        4, _stretch(_battle(_won), "attack", 8), tells=_TELLS,
    ),
    Story(
        "fort", "A fort that holds", "A fort is worth one banner more, and that is often the one that matters.",
        4, _stretch(_battle(_held), "attack", 8), kind="random", tells=_TELLS,
    ),
    Story(
        "card", "A card is played",
        "The card itself is part of the price, and everything paid goes back into its deck.",
        4, _stretch(_played, "play", 14), pictures=_card, tells=_TELLS,
    ),
    Story(
        "swap", "Loyalties are swapped", "Two tokens change places and lie open for the rest of the game.",
        4, _alone("swap_loyalties"), tells=_TELLS,
    ),
)  # fmt: skip
