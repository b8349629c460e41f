"""What examples of Wibbell should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.engine.action import Event, Value
from pnp.engine.stories import Moment, Spread, Story

Moments = Sequence[Moment]

#: What was thought and never said is left out.
_TELLS = {
    "shout": "",
    "pass": "",
    "finish": "",
    "is_not_needed": "",
    "word_used": "",
    "has_cards": "",
    "turn_up": "",
    "is_first": "{actor} wins the turn.",
}


def _turn(test: Callable[[Moments], bool], most: int = 16) -> Callable[[Moments], tuple[int, int] | None]:
    """The first turn, from its first shout to the card that is taken, that passes a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        start = None
        for at, moment in enumerate(play):
            action = moment.events[0].name if moment.events else ""
            if action in ("shout", "pass") and start is None:
                start = at
            if action in ("take", "keep") and start is not None:
                if at - start < most and test(play[start : at + 1]):
                    return start, at
                start = None
        return None

    return shows


def _all(moments: Moments, *names: str) -> list[Event]:
    return [event for moment in moments for event in moment.events if event.name in names]


def _args(event: Event) -> Mapping[str, Value]:
    return dict(event.args)


def _matched(moments: Moments) -> bool:
    """A word that serves four cards or more, and takes one of the centre's."""
    served = [_args(event)["cards"] for event in _all(moments, "says_a_good_word")]
    return any(isinstance(cards, tuple) and len(cards) >= 4 for cards in served) and not _all(
        moments, "is_locked_out", "keep"
    )


def _wrong(moments: Moments) -> bool:
    """A word that misses a card, and somebody else who wins."""
    return bool(_all(moments, "misses_a_card")) and bool(_all(moments, "is_first"))


def _related(moments: Moments) -> bool:
    """A word that anybody sees to be made from a used one."""
    pairs = [_args(event) for event in _all(moments, "derives_a_word")]
    return any(len(used := str(pair["used"])) > 3 and str(pair["word"]).startswith(used[:4]) for pair in pairs)


def _kept(moments: Moments) -> bool:
    return bool(_all(moments, "keep"))


def _open(moments: Moments) -> Sequence[Spread]:
    """The centre, and what lies open before whoever said a good word, as the turn began."""
    where = moments[0].where
    spreads = [Spread(0, tuple(where.get("centre", {})), "in the centre")]
    for event in _all(moments, "says_a_good_word")[:1]:
        cards = tuple(card for card in where.get(f"front {event.actor}", {}) if "/card/" in card)
        if cards:
            spreads.append(Spread(event.actor, cards))
    return spreads


STORIES: tuple[Story, ...] = (
    Story(
        "served", "A letter for every card",
        "One letter of the word works for one card: the centre's, and all that lie open before the winner.",
        4, _turn(_matched), pictures=_open, tells=_TELLS,
    ),
    Story(
        "missed", "One letter short", "A word that leaves a card without a letter puts its speaker out for the turn.",
        4, _turn(_wrong), kind="random", pictures=_open, tells=_TELLS,
    ),
    Story(
        "related", "Used up", "A word that has taken a card takes all its family out of the game.",
        4, _turn(_related), kind="random", pictures=_open, tells=_TELLS,
    ),
    Story(
        "round", "The end of a round",
        "Both cards of the centre, and one of the four to keep in sight for the rest of the game.",
        4, _turn(_kept), pictures=_open, tells={**_TELLS, "turns_down": "{actor} turns {cards} face down."},
    ),
)  # fmt: skip
