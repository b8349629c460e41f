"""A list of words, and those of it that serve a table of cards, the most common first, in well under a millisecond."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, compress, repeat
from operator import contains
from pathlib import Path

from pnp.definition.document import read_text
from pnp.definition.findings import Findings, Place, quoted
from pnp.engine.requirements import ComponentSet
from pnp.frozen import frozen
from pnp.sources import SourceFile

Pair = tuple[str, ...]
"""The letters printed on one card, in lower case."""
ENGLISH = Path(__file__).parent.parent / "words" / "english.txt"
MOST_LETTERS = 45
SHELF = 8192
"""How many words are searched at a time."""
LISTS = 256
"""For how many tables of cards the words found last are kept."""

_MARKS = str.maketrans("", "", "'’-")
_MOST_BYTES = 16 * 1024 * 1024
_WINDOW = 128
_FEW = 6
_DIGITS = bytes.maketrans(b"\x00\x01", b"01")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*'?")


def served(letters: str, cards: Sequence[Pair]) -> tuple[str, ...] | int:
    """For each card the letter that serves it, every occurrence in the word serving one card (rules, FAQs).

    Where no assignment serves them all (Kuhn's augmenting paths), the index of the first card for which those before
    it leave nothing, however they are served.
    """
    holds: dict[str, list[int]] = {}
    for card in range(len(cards)):
        if not _placed(card, letters, cards, holds, set()):
            return card
    serving = {card: letter for letter, held in holds.items() for card in held}
    return tuple(serving[card] for card in range(len(cards)))


def serves(letters: str, cards: Sequence[Pair]) -> bool:
    """Whether the letters serve all the cards; quick where the first letter that comes to hand will do."""
    rest = letters
    for card in cards:
        for letter in card:
            if letter in rest:
                rest = rest.replace(letter, "", 1)
                break
        else:
            if not any(letter in letters for letter in card):
                return False
            return _fits(letters, cards) if len(cards) <= _FEW else not isinstance(served(letters, cards), int)
    return True


def _fits(letters: str, cards: Sequence[Pair], at: int = 0) -> bool:
    """The same for the cards from one on, by trying: quickest for few cards, and doubled by each."""
    if at == len(cards):
        return True
    return any(_fits(letters.replace(letter, "", 1), cards, at + 1) for letter in cards[at] if letter in letters)


def tangled(cards: Sequence[Pair]) -> Sequence[Pair]:
    """The cards that share letters with two others or more, be it through one another.

    A word that serves all cards one by one and two by two can only fail at these: for any others it has letters apart.
    """
    knots: list[tuple[set[str], list[Pair]]] = []
    for card in cards:
        letters, tied, others = set(card), [card], []
        for knot in knots:
            if letters.isdisjoint(knot[0]):
                others.append(knot)
            else:
                letters |= knot[0]
                tied += knot[1]
        knots = [*others, (letters, tied)]
    return [card for _, tied in knots if len(tied) > 2 for card in tied]


def _placed(card: int, letters: str, cards: Sequence[Pair], holds: dict[str, list[int]], tried: set[str]) -> bool:
    """Whether the card finds an occurrence, moving others to their second letter where that makes room."""
    for letter in cards[card]:
        if letter in tried:
            continue
        tried.add(letter)
        held = holds.setdefault(letter, [])
        if len(held) < letters.count(letter):
            held.append(card)
            return True
        for at, other in enumerate(held):
            if _placed(other, letters, cards, holds, tried):
                held[at] = card
                return True
    return False


def is_word(text: str) -> bool:
    """Whether a text looks like one word: letters, with apostrophes and hyphens between them, not overlong."""
    return len(text) <= MOST_LETTERS and _WORD.fullmatch(text) is not None


def letters_of(word: str) -> str:
    """The letters of a word in lower case; apostrophes and hyphens serve no card."""
    return word.lower() if word.isalpha() else word.lower().translate(_MARKS)


class _Holding(dict[str, tuple[int, int]]):
    """For a letter the bits of the words that hold it, and of those that do twice; found when it is first asked for."""

    def __init__(self, backwards: Sequence[str]) -> None:
        self.backwards = backwards

    def __missing__(self, letter: str) -> tuple[int, int]:
        once = bytes(map(contains, self.backwards, repeat(letter)))
        again = iter([word.count(letter) > 1 for word in compress(self.backwards, once)])
        self[letter] = found = _bits(once), _bits(bytes([flag and next(again) for flag in once]))
        return found


def _bits(flags: bytes) -> int:
    """The number whose lowest bit is the last of the flags."""
    return int(flags.translate(_DIGITS), 2)


def _set_bits(bits: int) -> Iterator[list[int]]:
    """Where the bits of a number are set, from the lowest; by windows, since common words are mostly enough."""
    start, window = 0, (1 << _WINDOW) - 1
    while bits:
        near, found = bits & window, []
        while near:
            lowest = near & -near
            found.append(start + lowest.bit_length() - 1)
            near ^= lowest
        if found:
            yield found
        bits >>= _WINDOW
        start += _WINDOW


class _Shelf:
    """Some of the words. A letter has a whole number in which bit n says whether word n holds it: the words with a
    letter of each card are the OR of the numbers of its letters, ANDed over the cards.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self.letters = tuple(map(letters_of, words))
        self._holding = _Holding(self.letters[::-1])
        self.either, self.both = cache(self._either), cache(self._both)
        sizes = bytes(map(len, reversed(self.letters)))
        # For each number of letters the words that have as many.
        self._long = [int(sizes.translate(b"0" * least + b"1" * (256 - least)), 2) for least in range(max(sizes) + 1)]

    def hopeful(self, cards: Sequence[Pair]) -> int:
        """The bits of all words that serve the cards one by one and two by two, and are long enough."""
        if len(cards) >= len(self._long):
            return 0
        found = self._long[len(cards)]
        for card in cards:
            found &= self.either(card)
        if found:
            for one, other in combinations(cards, 2):
                found &= self.both(one, other)
        return found

    def _either(self, letters: Pair) -> int:
        """The words with one of the letters."""
        found = 0
        for letter in letters:
            found |= self._holding[letter][0]
        return found

    def _both(self, one: Pair, other: Pair) -> int:
        """The words for two cards as far as they have a letter in common, which is to be there twice, or once and
        another of them, or both of the others; all words where they have none.
        """
        found = -1
        for shared in set(one).intersection(other):
            first, second = (self._either(tuple(set(card) - {shared})) for card in (one, other))
            once, twice = self._holding[shared]
            found &= twice | (once & (first | second)) | (first & second)
        return found


class _Listed:
    """Words that are found some at a time, and told from the first as often as anybody asks."""

    def __init__(self, found: Iterator[Sequence[str]]) -> None:
        self._found = found
        self._told: list[str] = []

    def __iter__(self) -> Iterator[str]:
        told, at = self._told, 0
        while known := told[at:] or self._more():
            yield from known
            at += len(known)

    def _more(self) -> Sequence[str]:
        more = next(self._found, ())
        self._told += more
        return more


@frozen(eq=False, slots=False)
class Index:
    """Words in lower case, the most common first, to be searched by the cards that they serve."""

    words: tuple[str, ...]

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """Where each word stands, from 0 for the most common."""
        return {word: at for at, word in enumerate(self.words)}

    @cached_property
    def longest(self) -> int:
        """The letters of the longest word; 0 where there is no word."""
        return max(map(len, map(letters_of, self.words)), default=0)

    @cached_property
    def _shelves(self) -> Sequence[_Shelf]:
        """The words by thousands, so that the rarer ones cost little until they are wanted."""
        return [_Shelf(self.words[at : at + SHELF]) for at in range(0, len(self.words), SHELF)]

    def serving(self, cards: Sequence[Pair]) -> Iterator[str]:
        """The words that serve all the cards, one occurrence a card, the most common first."""
        return iter(self._listed(tuple(sorted(cards))))

    def first(self, cards: Sequence[Pair]) -> str:
        """The most common word that serves all the cards; empty where none does."""
        return next(chain.from_iterable(self._search(tuple(cards))), "")

    @cached_property
    def _listed(self) -> Callable[[tuple[Pair, ...]], _Listed]:
        """Players of one turn often have the same cards to serve, and all of them are asked heat after heat."""
        return lru_cache(LISTS)(lambda cards: _Listed(self._search(cards)))

    def _search(self, cards: tuple[Pair, ...]) -> Iterator[Sequence[str]]:
        for shelf in self._shelves:
            hopeful = shelf.hopeful(cards)
            knot = tangled(cards) if hopeful else ()
            words, letters = shelf.words, shelf.letters
            for places in _set_bits(hopeful):
                if found := [words[at] for at in places if not knot or serves(letters[at], knot)]:
                    yield found

    def room(self, cards: Sequence[Pair], shelves: int) -> int:
        """About how many words of the first shelves serve the cards: all that do, and a few that nearly do."""
        return sum(shelf.hopeful(cards).bit_count() for shelf in self._shelves[:shelves])


@frozen(eq=False, slots=False)
class Lexicon:
    """A list of words as they are spelled, the most common first: `ship`, `don't`, `London`."""

    entries: tuple[str, ...]

    @cached_property
    def plain(self) -> Index:
        """What is spelled in lower-case letters alone (B-04)."""
        return Index(tuple(entry for entry in self.entries if entry.isalpha() and entry.islower()))

    @cached_property
    def with_marks(self) -> Index:
        """What has an apostrophe or a hyphen, and no capital."""
        return Index(tuple(entry for entry in self.entries if entry.islower() and not entry.isalpha()))

    @cached_property
    def names(self) -> Index:
        """What is known with a capital only."""
        capitals = (entry.lower() for entry in self.entries if not entry.islower())
        return Index(tuple(dict.fromkeys(word for word in capitals if word not in self.marked.rank)))

    @cached_property
    def marked(self) -> Index:
        """Plain words and those with an apostrophe or a hyphen."""
        return Index(tuple(entry for entry in self.entries if entry.islower()))

    @cached_property
    def every(self) -> Index:
        """All of them, names too."""
        return Index(tuple(dict.fromkeys(entry.lower() for entry in self.entries)))


@cache
def english() -> Lexicon:
    """The list that comes with pnp; SOURCE.md of the game says where it is from."""
    lines = ENGLISH.read_text(encoding="utf-8").splitlines()
    return Lexicon(tuple(line for line in lines if not line.startswith("#")))


def lexicon_of(components: ComponentSet) -> Lexicon:
    """The list of words that the components name, or the one that comes with pnp; raises what `read_words` does."""
    return english() if components.words is None else _own(components.words)


@lru_cache(1)
def _own(path: Path | SourceFile) -> Lexicon:
    """The list of a table, read once for its referee, its players and its counts."""
    return read_words(path)


def read_words(path: Path | SourceFile) -> Lexicon:
    """A user's list: one word a line, the most common first, and lines that begin with `#` for remarks.

    A number after a word, parted by a tab or a space, tells how common it is (larger is more), and the numbers give
    the order then. A list in alphabetical order without numbers tells nothing about that: its short words go first.
    InputInvalid with every line that is no such thing, InputMissing for a file that cannot be read.
    """
    findings = Findings()
    text = read_text(path, path.name, Place(path.name, 1), findings, _MOST_BYTES)
    entries = [] if text is None else list(_entries(text, path.name, findings))
    if text is not None and not entries:
        findings.error("no-words", Place(path.name, 1), "the list holds no words; write one a line")
    findings.finish(path.name)
    return Lexicon(tuple(dict.fromkeys(word for word, _ in _in_order(entries))))


def _entries(text: str, file: str, findings: Findings) -> Iterator[tuple[str, int | None]]:
    """The words of a list and their numbers; a finding for a line that is neither a word nor a word and its number."""
    numbered: bool | None = None
    for line, content in enumerate(text.split("\n"), 1):
        parts = content.split()
        if not parts or content.startswith("#"):
            continue
        place, number = Place(file, line), parts[1] if len(parts) == 2 else ""
        if len(parts) > 2 or not is_word(parts[0]):
            findings.error("word", place, f"{quoted(content)} is no word; write one of at most {MOST_LETTERS} letters")
        elif number and not (number.isascii() and number.isdecimal() and len(number) <= 18):
            findings.error("number", place, f"{quoted(number)} does not tell how common; write a whole number")
        elif numbered not in (None, bool(number)):
            findings.error("number", place, "some words have a number and some have none; number all of them or none")
        else:
            numbered = bool(number)
            yield parts[0], int(number) if number else None


def _in_order(entries: list[tuple[str, int | None]]) -> list[tuple[str, int | None]]:
    words = [word.lower() for word, _ in entries if word.isalpha() and word.islower()]
    if entries and entries[0][1] is not None:
        return sorted(entries, key=lambda entry: -(entry[1] or 0))
    return sorted(entries, key=lambda entry: len(entry[0])) if words == sorted(words) else entries
