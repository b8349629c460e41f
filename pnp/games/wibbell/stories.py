"""What examples of Wibbell should show, as stretches of plays that do: each a Story to be found and told."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise

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


def _is_close(moments: Moments) -> bool:
    """Two good words, neither the beginning of the other, end at the same time, and the shorter wins."""
    good, first = happened(moments, "says_a_good_word"), happened(moments, "is_first", "is_shorter")
    words = [event.text("word") for event in good]
    if len(good) != 2 or not happened(moments, "is_shorter", "take") or len(first) != 1:
        return False
    apart = not words[0].startswith(words[1][:3]) and not words[1].startswith(words[0][:3])
    return good[0].arg("ms") == good[1].arg("ms") and len(words[0]) != len(words[1]) and apart


def _of_close(moments: Moments) -> Facts:
    won = happened(moments, "is_shorter")[0].actor
    good = {event.actor: event for event in happened(moments, "says_a_good_word")}
    shorter = good.pop(won)
    (longer,) = good.values()
    return {
        "first": Seat(won), "second": Seat(longer.actor), "shorter": shorter.text("word"),
        "longer": longer.text("word"), "few": len(shorter.text("word")), "many": len(longer.text("word")),
        "taken": happened(moments, "take")[0].text("card"),
    }  # fmt: skip


def _used(play: Moments) -> tuple[int, int] | None:
    """Two turns in a row: a word takes a card, would do for the next two as well, and another player takes one."""
    starts = [at for at, moment in enumerate(play) if happened((moment,), "turn_up")]
    for start, middle in pairwise(starts):
        ends = (at for at in range(middle + 1, len(play)) if happened((play[at],), "take", "keep", "turn_up"))
        end = next(ends, None)
        if end is not None and _is_used(play[start + 1 : middle + 1], play[middle + 1 : end + 1]):
            return start + 1, end
    return None


def _is_used(before: Moments, after: Moments) -> bool:
    taken, new = happened(before, "take"), happened(after, "take")
    if len(taken) != 1 or len(new) != 1 or taken[0].actor == new[0].actor or happened(before, "keep"):
        return False
    word = happened(before, "word_used")[0].text("word")
    return _serves(word, tuple(after[0].where["centre"])) and len(happened(after, "says_a_good_word")) == 1


def _serves(word: str, cards: Sequence[str]) -> bool:
    """Whether a word has a letter for each of two cards, each letter for one of them."""
    first, second = (card.rpartition("/")[2] for card in cards)
    pairs = ((one, other) for one in first for other in second)
    return any(one in word and other in word.replace(one, "", 1) for one, other in pairs)


def _of_used(moments: Moments) -> Facts:
    old, new = happened(moments, "word_used")
    taken, again = happened(moments, "take")
    fresh = next(at for at, moment in enumerate(moments) if happened((moment,), "turn_up"))
    return {
        "before": Seat(taken.actor), "card": taken.text("card"), "word": old.text("word"),
        "centre": tuple(moments[fresh].where["centre"]), "winner": Seat(again.actor), "other": new.text("word"),
        "taken": again.text("card"),
    }  # fmt: skip


def _last(play: Moments) -> tuple[int, int] | None:
    """The last turn: somebody takes the last two cards, and another one has the most."""
    end = len(play) - 1
    took, won = happened(play[end:], "takes_last_cards"), happened(play[end:], "wins")
    if len(took) != 1 or len(won) != 1 or took[0].actor == won[0].actor:
        return None
    start = max(at for at, moment in enumerate(play[:end]) if happened((moment,), "turn_up"))
    return start + 1, end


def _of_last(moments: Moments) -> Facts:
    (took,), (won,) = happened(moments, "takes_last_cards"), happened(moments, "wins")
    counts = {event.actor: event.number("score") for event in happened(moments, "counted")}
    return {
        "taker": Seat(took.actor), "word": _good(moments).text("word"), "centre": took.arg("cards"),
        "count": counts[took.actor], "champion": Seat(won.actor), "score": won.number("score"),
    }  # fmt: skip


_HARD = frozenset("jkqvwxz")


def _kept(moments: Moments) -> bool:
    """A round that is won; the card that is kept has no hard letter."""
    kept = happened(moments, "keep")
    easy = [_HARD.isdisjoint(event.text("card").rpartition("/")[2]) for event in kept]
    return easy == [True] and bool(happened(moments, "wins_round"))


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
        "close", "Too close to call",
        "{first} and {second} finish in the same breath: {first} says “{shorter}”, {second} “{longer}”. Nobody can "
        "tell who was earlier, and each word is good. So the shorter word wins: “{shorter}” has {few, plural, one "
        "{{few, word} letter} other {{few, word} letters}}, “{longer}” {many, word}. {first} takes {taken}. The "
        "longer word took no card, and anybody may say it again.",
        4, _turn(_is_close), _of_close,
    ),
    Story(
        "used", "Used up",
        "{before} has just taken {card} with “{word}”. Now {centre} lie in the centre, and “{word}” would have "
        "letters for these, too. But it has taken a card, so it is used up, for {before} and for everybody else. "
        "{winner} is the quickest to think of another word, “{other}”, and takes {taken}.",
        4, _used, _of_used,
    ),
    Story(
        "round", "The end of a round",
        "{winner} says “{word}”: {letters} serve {cards}. That is card number {number} of the round for {winner}, "
        "and the round is won. {winner} takes {taken}, all that lies in the centre. Of the cards of this round, "
        "{winner} has to keep a card open for good and chooses {kept}, whose letters are easy to find in words. All "
        "other cards are turned face down.",
        4, _turn(_kept), _of_kept, pictures=_open,
    ),
    Story(
        "last", "The last cards",
        "The deck is empty, and {centre} are the last cards of all. {taker} says “{word}” and takes them, since "
        "there is nothing left to turn up. The game is over, and all count their cards, open and face down. {taker} "
        "has {count, plural, one {# card} other {# cards}}, but {champion} has {score} and wins: it is the count "
        "that decides, not the last turn.",
        4, _last, _of_last,
    ),
)  # fmt: skip
