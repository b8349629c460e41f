"""What examples of Wibbell should show, as stretches of plays that do: each a Story to be found and told.

A stretch is a turn or two, each from its first shout to the card that is taken. What the prose says of a choice is
demanded of the play: which letters are hard to find in words is what every player of word games knows of English.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from pnp.engine.action import Event, Seat
from pnp.engine.playout import Facts, Moment, Moments, Shows, Spread, Story, happened

#: Letters that few English words have.
_HARD = "JQVXZ"
_BEGINS = ("shout", "pass")
_ENDS = ("take", "keep", "takes_last_cards", "put_under")


def _turns(play: Moments) -> Iterator[tuple[int, int]]:
    """The first and the last moment of each turn."""
    start = None
    for at, moment in enumerate(play):
        if start is None and moment.events and moment.events[0].name in _BEGINS:
            start = at
        if start is not None and happened((moment,), *_ENDS):
            yield start, at
            start = None


def _first(test: Callable[[Moments], bool], turns: int = 1) -> Shows:
    """The first so many turns on end that pass a test."""

    def shows(play: Moments) -> tuple[int, int] | None:
        starts: list[int] = []
        for start, end in _turns(play):
            starts = [*starts, start][-turns:]
            if len(starts) == turns and test(play[starts[0] : end + 1]):
                return starts[0], end
        return None

    return shows


# What lies on the table


def _open(moment: Moment, seat: int) -> tuple[str, ...]:
    """The cards face up in front of a seat."""
    return tuple(card for card in moment.where.get(f"front {seat}", {}) if "/card/" in card)


def _centre(moment: Moment) -> tuple[str, ...]:
    return tuple(moment.where["centre"])


def _handicaps(moment: Moment, seat: int) -> int:
    """How many handicaps a seat has: each has a marker."""
    return sum(count for piece, count in moment.where.get(f"front {seat}", {}).items() if "/card/" not in piece)


def _of_this_round(moment: Moment, seat: int) -> tuple[str, ...]:
    """The cards that a seat has won in this round; they lie before its handicaps."""
    cards = _open(moment, seat)
    return cards[: len(cards) - _handicaps(moment, seat)]


def _letters(card: str) -> str:
    return card.rpartition("/")[2].upper()


def _hard(card: str) -> str:
    """The letter of a card that few words have; empty for most."""
    return next((letter for letter in _letters(card) if letter in _HARD), "")


def _serves(word: str, cards: Sequence[str]) -> bool:
    """Whether a word, in capitals, has a letter for each of the cards."""
    if not cards:
        return True
    return any(letter in word and _serves(word.replace(letter, "", 1), cards[1:]) for letter in _letters(cards[0]))


# What was said


def _good(moments: Moments) -> Event:
    """The word that wins the turn."""
    winner = happened(moments, "is_first", "is_shorter")[0].actor
    return next(event for event in happened(moments, "says_a_good_word") if event.actor == winner)


def _listed(event: Event, name: str) -> tuple[str, ...]:
    found = event.arg(name)
    return tuple(map(str, found)) if isinstance(found, tuple) else ()


def _capitals(event: Event) -> tuple[str, ...]:
    """The letters that serve the cards of a word, card by card."""
    return tuple(letter.upper() for letter in _listed(event, "letters"))


# A letter for every card


def _is_served(moments: Moments) -> bool:
    """A word of somebody without handicaps: one letter for two cards, others besides, and an easy choice of a card."""
    if not happened(moments, "take") or not happened(moments, "is_first") or not happened(moments, "is_too_late"):
        return False
    good, (taken,) = _good(moments), happened(moments, "take")
    cards, word = _listed(good, "cards"), good.text("word").upper()
    again, (left,) = _again(good), _centre(moments[-1])
    wise = _hard(left) and not _hard(taken.text("card"))
    if len(cards) != 3 or len(again) != 1 or not wise or _handicaps(moments[0], good.actor):
        return False
    return len(word) > len(cards) + 1 and not _serves(word.replace(again[0], "", 1), cards)


def _again(good: Event) -> Sequence[str]:
    """The letters that a word needs again after it has used them for a card."""
    letters = _capitals(good)
    return [letter for at, letter in enumerate(letters) if letter in letters[:at]]


def _of_served(moments: Moments) -> Facts:
    good, (taken,), late = _good(moments), happened(moments, "take"), happened(moments, "is_too_late")[0]
    (left,) = _centre(moments[-1])
    return {
        "winner": Seat(good.actor), "centre": _centre(moments[0]), "own": _open(moments[0], good.actor),
        "need": len(_listed(good, "cards")), "word": good.text("word"), "letters": _capitals(good),
        "cards": _listed(good, "cards"), "double": _again(good)[0], "late": Seat(late.actor),
        "other": late.text("word"), "taken": taken.text("card"), "left": left, "hard": _hard(left),
    }  # fmt: skip


# A word that is used up


def _is_used(moments: Moments) -> bool:
    """Two turns of two winners: the word of the one would serve all cards of the other."""
    takes, firsts = happened(moments, "take"), happened(moments, "is_first")
    if len(takes) != 2 or len(firsts) != 2 or takes[0].actor == takes[1].actor:
        return False
    used, good = _two(moments)
    cards, word = _listed(good, "cards"), used.text("word").upper()
    return len(cards) > 2 and len(word) > 3 and _serves(word, cards)


def _two(moments: Moments) -> tuple[Event, Event]:
    """The words that win the first and the second turn."""
    (_, end), (second, _) = _turns(moments)
    return _good(moments[: end + 1]), _good(moments[second:])


def _of_used(moments: Moments) -> Facts:
    (_, (second, _)), (used, good) = _turns(moments), _two(moments)
    before, after = happened(moments, "take")
    return {
        "before": Seat(used.actor), "card": before.text("card"), "used": used.text("word"),
        "centre": _centre(moments[second]), "winner": Seat(good.actor), "own": _open(moments[second], good.actor),
        "word": good.text("word"), "letters": _capitals(good), "cards": _listed(good, "cards"),
        "taken": after.text("card"),
    }  # fmt: skip


# Words that are finished together


def _together(moments: Moments) -> Sequence[Event]:
    """The words that were finished in the same moment, the shorter one first."""
    return sorted(happened(moments, "says_a_good_word"), key=lambda event: len(event.text("word")))


def _is_close(moments: Moments) -> bool:
    """Two unlike words; the longer one's owner has cards of the round face up, and the other has none."""
    if not happened(moments, "is_shorter") or not happened(moments, "take"):
        return False
    shorter, *others = _together(moments)
    if len(others) != 1 or _open(moments[0], shorter.actor) or _handicaps(moments[0], others[0].actor):
        return False
    if not _open(moments[0], others[0].actor):
        return False
    return len(shorter.text("word")) > 3 and shorter.text("word")[:2] != others[0].text("word")[:2]


def _of_close(moments: Moments) -> Facts:
    shorter, longer = _together(moments)
    return {
        "first": Seat(shorter.actor), "shorter": shorter.text("word"), "few": len(shorter.text("word")),
        "second": Seat(longer.actor), "longer": longer.text("word"), "many": len(longer.text("word")),
        "own": _open(moments[0], longer.actor), "taken": happened(moments, "take")[0].text("card"),
    }  # fmt: skip


# The end of a round


def _is_round(moments: Moments) -> bool:
    """A first round, whose winner has one card with a hard letter and keeps another."""
    kept, won = happened(moments, "keep"), happened(moments, "wins_round")
    if not kept or not happened(moments, "is_first") or won[0].arg("round") != 1:
        return False
    hard = [card for card in _of_the_round(moments) if _hard(card)]
    return len(hard) == 1 and kept[0].text("card") not in hard


def _of_the_round(moments: Moments) -> tuple[str, ...]:
    """All cards that the winner of a round has of it."""
    winner = happened(moments, "wins_round")[0].actor
    return (*_open(moments[0], winner), *_centre(moments[0]))


def _of_round(moments: Moments) -> Facts:
    (won,), (kept,), good = happened(moments, "wins_round"), happened(moments, "keep"), _good(moments)
    cards = _of_the_round(moments)
    burden = next(card for card in cards if _hard(card))
    return {
        "winner": Seat(won.actor), "own": _open(moments[0], won.actor), "centre": _centre(moments[0]),
        "word": good.text("word"), "number": won.number("number"), "all": len(cards), "kept": kept.text("card"),
        "burden": burden, "hard": _hard(burden),
    }  # fmt: skip


# The price of handicaps


def _cards_of(moment: Moment, seat: int) -> int:
    """How many cards a seat has won."""
    piles = moment.where.get(f"pile {seat}", {}).items()
    return len(_open(moment, seat)) + sum(count for _, count in piles)


def _leader(moment: Moment) -> int:
    """The seat with the most cards; 0 where several have as many."""
    seats = [int(place.removeprefix("front ")) for place in moment.where if place.startswith("front ")]
    counts = [_cards_of(moment, seat) for seat in seats]
    return seats[counts.index(max(counts))] if counts.count(max(counts)) == 1 else 0


def _is_burden(moments: Moments) -> bool:
    """The leader, who has handicaps and other cards face up, is too late for somebody who has none."""
    if not happened(moments, "take") or not happened(moments, "is_first"):
        return False
    leader, good = _leader(moments[0]), _good(moments)
    late = [event.text("word") for event in happened(moments, "is_too_late") if event.actor == leader]
    handicaps, cards = _handicaps(moments[0], leader), len(_open(moments[0], leader))
    hard, easy = len(late[0]) if late else 0, len(good.text("word"))
    return hard > easy > 2 and 1 < handicaps < cards and not _open(moments[0], good.actor)


def _of_burden(moments: Moments) -> Facts:
    leader, good = _leader(moments[0]), _good(moments)
    own, others = _open(moments[0], leader), _of_this_round(moments[0], leader)
    late = next(event for event in happened(moments, "is_too_late") if event.actor == leader)
    return {
        "leader": Seat(leader), "count": _cards_of(moments[0], leader), "handicaps": _handicaps(moments[0], leader),
        "kept": own[len(others):], "others": len(others), "own": others, "need": len(_centre(moments[0])) + len(own),
        "winner": Seat(good.actor),
        "centre": _centre(moments[0]), "word": good.text("word"), "late": late.text("word"),
        "taken": happened(moments, "take")[0].text("card"),
    }  # fmt: skip


# The end of the game


def _is_last(moments: Moments) -> bool:
    """Somebody wins the last turn, and somebody else the game, who without handicaps would not."""
    last, won = happened(moments, "takes_last_cards"), happened(moments, "wins")
    if not last or len(won) != 1 or won[0].actor == last[0].actor or not happened(moments, "is_first"):
        return False
    counts = [event.number("count") for event in _counted(moments)]
    handicaps = _handicaps(moments[-1], won[0].actor)
    return handicaps > 1 and len(set(counts)) == 4 and counts[0] - handicaps < counts[1]


def _counted(moments: Moments) -> Sequence[Event]:
    """What each seat has, the most cards first."""
    return sorted(happened(moments, "counted"), key=lambda event: -event.number("count"))


def _of_last(moments: Moments) -> Facts:
    good, (one, two, three, four) = _good(moments), _counted(moments)
    return {
        "centre": _centre(moments[0]), "winner": Seat(good.actor), "word": good.text("word"),
        "champion": Seat(one.actor), "most": one.number("count"), "handicaps": _handicaps(moments[-1], one.actor),
        "rest": one.number("count") - _handicaps(moments[-1], one.actor), "second": Seat(two.actor),
        "fewer": two.number("count"), "third": Seat(three.actor),
        "few": three.number("count"), "fourth": Seat(four.actor), "fewest": four.number("count"),
    }  # fmt: skip


# Pictures


def _race(moments: Moments) -> Sequence[Spread]:
    """The centre, and what lay face up in front of the winner, as the last of the turns began."""
    *_, (start, _) = _turns(moments)
    winner = _good(moments[start:]).actor
    return _in_the_centre(moments[start]), _in_front(moments[start], winner)


def _close_race(moments: Moments) -> Sequence[Spread]:
    """The centre, and what lay face up in front of whoever lost by a letter or more."""
    _, longer = _together(moments)
    return _in_the_centre(moments[0]), _in_front(moments[0], longer.actor)


def _in_the_centre(moment: Moment) -> Spread:
    return Spread(0, _centre(moment), "in the centre", apart=True)


def _in_front(moment: Moment, seat: int) -> Spread:
    return Spread(seat, _open(moment, seat), apart=True)


def _line(name: str, lies: str, cards: Sequence[str]) -> Sequence[Facts]:
    """Cards that a template draws in one line, and how they lie."""
    return [{"line": name, "card": card, "lies": lies} for card in cards]


def _lead(moments: Moments) -> Sequence[Facts]:
    """The centre, and what lay face up in front of the leader."""
    leader = _leader(moments[0])
    own, others = _open(moments[0], leader), _of_this_round(moments[0], leader)
    front = *_line("leader", "up", others), *_line("leader", "marked", own[len(others) :])
    return *_line("centre", "up", _centre(moments[0])), *front


def _cards_of_the_round(moments: Moments) -> Sequence[Facts]:
    """The cards of the round as they were won, and as they lie after it."""
    kept, cards = happened(moments, "keep")[0].text("card"), _of_the_round(moments)
    down = [card for card in cards if card != kept]
    return *_line("won", "up", cards), *_line("after", "marked", [kept]), *_line("after", "down", down)


STORIES: tuple[Story, ...] = (
    Story(
        "served", "A letter for every card",
        "{centre} lie in the centre, and {own} face up in front of {winner}. So a word from {winner} needs {need, "
        "plural, one {{need, word} letter} other {{need, word} letters}}, each for a card of its own. {winner} is the "
        "first to finish, with “{word}”: {letters} are for {cards}. A single {double} would not do; the other letters "
        "are free. {late} says “{other}”, but later. The card that {winner} takes will stay face up for the rest of "
        "the round, so {winner} takes {taken} and leaves {left}: the letter {hard} is in few words.",
        4, _first(_is_served), _of_served, pictures=_race, hint=12,
    ),
    Story(
        "used", "Used up",
        "{before} has just taken {card} with “{used}”. Now {centre} lie in the centre, and {own} in front of {winner}. "
        "The word “{used}” would do for all of these cards too, but nobody may win with it again. {winner} thinks of "
        "another word and is the first to finish: “{word}”, with {letters} for {cards}. {winner} takes {taken}.",
        4, _first(_is_used, 2), _of_used, pictures=_race, hint=2,
    ),
    Story(
        "close", "Too close to call",
        "{first} has no card face up, and {second} has {own}. They finish in the same breath: {first} says "
        "“{shorter}”, and {second}, whose word needs more letters, “{longer}”. Both words are good, and nobody can "
        "tell who was first. But “{shorter}” has {few, word} letters and “{longer}” {many, word}, so {first} wins the "
        "turn and takes {taken}. The word “{longer}” has taken nothing: anybody may say it again.",
        4, _first(_is_close), _of_close, pictures=_close_race, hint=55,
    ),
    Story(
        "round", "Which card to keep",
        "{winner} has {own} in front, and is first with “{word}”, which is good for {centre} too. It wins the {number, "
        "ordinal} card of the round for {winner}, who takes both centre cards; the round is over. {winner} must "
        "now keep one of these {all, word} cards face up for good. {burden} would be a burden, since the letter {hard} "
        "is in few words. {winner} keeps {kept}, whose letters are in the most words, lays a marker on it and turns "
        "the others face down.",
        4, _first(_is_round), _of_round, rows=_cards_of_the_round, hint=10,
    ),
    Story(
        "burden", "The price of leading",
        "{leader} leads with {count, plural, one {# card} other {# cards}} and pays for it: {handicaps, plural, one "
        "{{handicaps, word} handicap} other {{handicaps, word} handicaps}}, {kept}, and {others, plural, one "
        "{{others, word} card} other {{others, word} cards}} of this round, {own}, lie face up in front of {leader}. "
        "With {centre} in the centre, a word from {leader} needs {need, word} letters. {winner} has no card face up "
        "and needs only a letter from each centre card: {winner} says “{word}” before {leader} is done with “{late}”, "
        "and takes {taken}.",
        4, _first(_is_burden), _of_burden, rows=_lead, hint=2,
    ),
    Story(
        "last", "The last cards",
        "The deck is empty, and {centre} are the last cards. {winner} is first with “{word}” and takes both. Nothing "
        "is left to turn up, so the game is over, and all count their cards, face up and face down. {champion} has "
        "{most, plural, one {# card} other {# cards}}, {second} {fewer}, {third} {few} and {fourth} {fewest}. {winner} "
        "has won the last turn, but {champion} wins the game, thanks to {handicaps, plural, one {{handicaps, word} "
        "handicap} other {{handicaps, word} handicaps}}, which count like any other card: without them, "
        "{champion} would have only {rest}.",
        4, _first(_is_last), _of_last, pictures=_race, hint=2,
    ),
)  # fmt: skip
