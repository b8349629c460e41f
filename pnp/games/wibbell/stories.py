"""What examples of Wibbell should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.engine.playout import Moments, Shows, Spread, Story, happened, stretch

#: What was thought and never said is left out.
_TELLS = {
    **dict.fromkeys(("shout", "pass", "finish", "is_not_needed", "word_used", "has_cards", "turn_up"), ""),
    "is_first": "{actor} wins the turn.",
}


def _turn(test: Callable[[Moments], bool]) -> Shows:
    """The first turn, from its first shout to the card that is taken, that passes a test."""
    return stretch(("shout", "pass"), ("take", "keep"), test, 16)


def _matched(moments: Moments) -> bool:
    """A word that serves four cards or more, and takes one of the centre's."""
    served = [event.arg("cards") for event in happened(moments, "says_a_good_word")]
    long = any(isinstance(cards, tuple) and len(cards) >= 4 for cards in served)
    return long and not happened(moments, "is_locked_out", "keep")


def _wrong(moments: Moments) -> bool:
    """A word that misses a card, and somebody else who wins."""
    return bool(happened(moments, "misses_a_card")) and bool(happened(moments, "is_first"))


def _related(moments: Moments) -> bool:
    """A word that anybody sees to be made from a used one."""
    pairs = [(event.text("used"), event.text("word")) for event in happened(moments, "derives_a_word")]
    return any(len(used) > 3 and word.startswith(used[:4]) for used, word in pairs)


def _kept(moments: Moments) -> bool:
    return bool(happened(moments, "keep"))


def _open(moments: Moments) -> Sequence[Spread]:
    """The centre, and what lies open before whoever said a good word, as the turn began."""
    where = moments[0].where
    spreads = [Spread(0, tuple(where.get("centre", {})), "in the centre")]
    for event in happened(moments, "says_a_good_word")[:1]:
        cards = tuple(card for card in where.get(f"front {event.actor}", {}) if "/card/" in card)
        if cards:
            spreads.append(Spread(event.actor, cards))
    return spreads


STORIES: tuple[Story, ...] = (
    Story(
        "served", "A letter for every card",
        "Every card in the centre, and every open card of the winner, is served by a letter of its own.",
        4, _turn(_matched), pictures=_open, tells=_TELLS,
    ),
    Story(
        "missed", "One letter short", "Say a word that leaves a card without a letter, and you are out for the turn.",
        4, _turn(_wrong), kind="random", pictures=_open, tells=_TELLS,
    ),
    Story(
        "related", "Used up", "A word that has taken a card uses up its whole family.",
        4, _turn(_related), kind="random", pictures=_open, tells=_TELLS,
    ),
    Story(
        "round", "The end of a round",
        "The winner takes both cards from the centre, and keeps one of the round's cards open for good.",
        4, _turn(_kept), pictures=_open, tells={**_TELLS, "turns_down": "{actor} turns {cards} face down."},
    ),
)  # fmt: skip
