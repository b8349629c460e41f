"""What examples of Wibbell should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moments, Shows, Spread, Story, happened, stretch


def _turn(test: Callable[[Moments], bool]) -> Shows:
    """The first turn, from its first shout to the card that is taken, that passes a test."""
    return stretch(("shout", "pass"), ("take", "keep"), test, 16)


def _good(moments: Moments) -> Event:
    """The word that wins the turn."""
    return happened(moments, "says_a_good_word")[0]


def _cards(event: Event) -> tuple[str, ...]:
    cards = event.arg("cards")
    return tuple(map(str, cards)) if isinstance(cards, tuple) else ()


def _served(event: Event) -> Facts:
    """The cards that a word serves, and the letters that serve them, each letter with its card."""
    letters = event.arg("letters")
    assert isinstance(letters, tuple)
    return {"letters": tuple(map(str, letters)), "cards": _cards(event)}


def _matched(moments: Moments) -> bool:
    """A word that serves four cards or more, and takes one of the centre's, before a shorter word comes too late."""
    served = [len(_cards(event)) >= 4 for event in happened(moments, "says_a_good_word")]
    return any(served) and len(happened(moments, "is_too_late")) > 0 and not happened(moments, "is_locked_out", "keep")


def _of_matched(moments: Moments) -> Facts:
    good = _good(moments)
    (taken,), late = happened(moments, "take"), happened(moments, "is_too_late")[0]
    open_cards = tuple(card for card in moments[0].where.get(f"front {good.actor}", {}) if "/card/" in card)
    return {
        "player": Seat(good.actor), "centre": tuple(moments[0].where["centre"]), "open": open_cards,
        "word": good.text("word"), **_served(good), "late": Seat(late.actor),
        "other": late.text("word"), "taken": taken.text("card"),
    }  # fmt: skip


def _wrong(moments: Moments) -> bool:
    """One word misses one of the cards in the centre and no other, and somebody else wins."""
    missed = happened(moments, "misses_a_card")
    if len(missed) != 1 or not happened(moments, "is_first") or happened(moments, "keep"):
        return False
    first, second = (card.rpartition("/")[2] for card in moments[0].where["centre"])
    word = missed[0].text("word")
    other = second if missed[0].text("card").endswith(first) else first
    return any(letter in word for letter in other)


def _of_wrong(moments: Moments) -> Facts:
    (missed,), good = happened(moments, "misses_a_card"), _good(moments)
    return {
        "misser": Seat(missed.actor), "wrong": missed.text("word"), "card": missed.text("card"),
        "winner": Seat(good.actor), "word": good.text("word"), **_served(good),
        "taken": happened(moments, "take")[0].text("card"),
    }  # fmt: skip


def _related(moments: Moments) -> bool:
    """A word that anybody sees to be made from a used one, and a winner."""
    pairs = [(event.text("used"), event.text("word")) for event in happened(moments, "derives_a_word")]
    alike = any(len(used) > 3 and word.startswith(used[:4]) for used, word in pairs)
    return alike and len(pairs) == 1 and bool(happened(moments, "is_first")) and not happened(moments, "keep")


def _of_related(moments: Moments) -> Facts:
    (derived,), good = happened(moments, "derives_a_word"), _good(moments)
    return {
        "speaker": Seat(derived.actor), "wrong": derived.text("word"), "used": derived.text("used"),
        "winner": Seat(good.actor), "word": good.text("word"), **_served(good),
    }  # fmt: skip


def _kept(moments: Moments) -> bool:
    return bool(happened(moments, "keep")) and bool(happened(moments, "wins_round"))


def _of_kept(moments: Moments) -> Facts:
    (won,), (kept,), good = happened(moments, "wins_round"), happened(moments, "keep"), _good(moments)
    return {
        "winner": Seat(won.actor), "word": good.text("word"), **_served(good), "number": won.number("number"),
        "taken": won.arg("cards"), "kept": kept.text("card"),
    }  # fmt: skip


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
        "{centre} lie in the centre, and {open} lie open before {player}, whose word must serve all of them. "
        "{player} finds “{word}”: {letters} serve {cards}, a letter for each card. {late} says “{other}”, but too "
        "late. {player} wins the turn and takes {taken}.",
        4, _turn(_matched), _of_matched, pictures=_open,
    ),
    Story(
        "missed", "A card without a letter",
        "{misser} is quick, but too quick: “{wrong}” has no letter left for {card}, and {misser} is out for this "
        "turn. The others go on. {winner} looks at each card first and says “{word}”, in which {letters} serve "
        "{cards}. {winner} wins the turn and takes {taken}.",
        4, _turn(_wrong), _of_wrong, kind="random", pictures=_open,
    ),
    Story(
        "related", "Used up",
        "{speaker} says “{wrong}”. But “{used}” has taken a card before, and it uses up every word that belongs with "
        "it, so {speaker} is out for this turn. {winner} thinks of something else: “{word}”, with {letters} for "
        "{cards}.",
        4, _turn(_related), _of_related, kind="random", pictures=_open,
    ),
    Story(
        "round", "The end of a round",
        "{winner} says “{word}”: {letters} serve {cards}. That is card number {number} of the round for {winner}, "
        "and the round is won. {winner} takes {taken}, all that lies in the centre. Of the cards of this round, "
        "{winner} has to keep a card open for good and chooses {kept}, whose letters are easy to find in words. All "
        "other cards are turned face down.",
        4, _turn(_kept), _of_kept, pictures=_open,
    ),
)  # fmt: skip
