"""A list of words, and those of it that serve a table of cards, the most common first, in well under a millisecond."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from itertools import chain, combinations, compress, pairwise, repeat
from pathlib import Path
from typing import NamedTuple

from pnp.definition.document import read_text
from pnp.definition.findings import Findings, Place, quoted
from pnp.engine.requirements import ComponentSet
from pnp.frozen import frozen
from pnp.sources import SourceFile

Pair = tuple[str, ...]
"""The letters printed on one card, in lower case."""
Group = tuple[Pair, ...]
"""Some cards, each of which is to be served."""
ENGLISH = Path(__file__).parent.parent / "words" / "english.txt"
MOST_LETTERS = 45
SHELVES = (512, 2048, 16_384)
"""How many words, from the most common, are searched first, how many next, and how many before all the others."""

_TOGETHER = 3
"""So many cards at most are looked at together for all words at once."""
_GROUPS = 2048
"""For so many groups of cards it is kept which words serve them."""
_TABLES = 256
"""For so many tables of cards it is kept what a word needs."""
_MARKS = str.maketrans("", "", "'’-")
_MOST_BYTES = 16 * 1024 * 1024
_FLAGS = bytes.maketrans(b"01", b"\x00\x01")
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*'?")


def served(letters: str, cards: Sequence[Pair]) -> tuple[str, ...] | int:
    """For each card the letter that serves it, every occurrence in the word serving one card (rules, FAQs).

    Where no assignment serves them all, the index of the first card for which those before it leave nothing, however
    they are served.
    """
    rest, serving = letters, []
    for at, card in enumerate(cards):
        for letter in card:
            if letter in rest:
                rest = rest.replace(letter, "", 1)
                serving.append(letter)
                break
            if letter in letters:
                return _shared_out(letters, cards)
        else:
            return at
    return tuple(serving)


def serves(letters: str, cards: Sequence[Pair]) -> bool:
    """Whether the letters serve all the cards."""
    return not isinstance(served(letters, cards), int)


def _shared_out(letters: str, cards: Sequence[Pair]) -> tuple[str, ...] | int:
    """What `served` tells where cards want the same letters: by Kuhn's augmenting paths."""
    holds: dict[str, list[int]] = {}
    for card in range(len(cards)):
        if not _placed(card, letters, cards, holds, set()):
            return card
    serving = {card: letter for letter, held in holds.items() for card in held}
    return tuple(serving[card] for card in range(len(cards)))


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


def _at_least(numbers: bytes, least: int) -> int:
    """The whole number in which bit n says whether the n-th number, counted from the last, is at least that."""
    return int(numbers.translate(b"0" * least + b"1" * (256 - least)), 2)


def _flags(bits: int) -> bytes:
    """The bits of a number from the lowest to the highest that is set, a byte for each."""
    return bin(bits)[:1:-1].encode().translate(_FLAGS)


@cache
def _are_tied(one: Pair, other: Pair) -> bool:
    """Whether a letter is on both cards."""
    return not set(one).isdisjoint(other)


class _Needs(NamedTuple):
    """What a word has to hold to serve some cards: of each of these groups as many letters as it has cards.

    By Hall's theorem that is enough, if it holds for all cards that hang together by letters that they share: `each`
    has the cards one by one, `ties` those that share a letter by twos, `trios` by threes. Where more hang together,
    `knot` has them, and each word that is left is to be tried on these.
    """

    each: Sequence[Group]
    ties: Sequence[Group]
    trios: Sequence[Group]
    knot: Sequence[Pair]


@lru_cache(_TABLES)
def _needs(cards: Group) -> _Needs:
    ties = [pair for pair in combinations(cards, 2) if _are_tied(*pair)]
    knot = sorted(tangled(cards)) if len(ties) > 1 else []
    return _Needs([*zip(cards)], ties, [*combinations(knot, _TOGETHER)], knot if len(knot) > _TOGETHER else [])


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


class _Shelf:
    """Some of the words, as the bits of whole numbers: those that serve several groups of cards are the AND of those
    that serve each.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._backwards = tuple(map(letters_of, reversed(words)))
        self._enough, self._holding = lru_cache(_GROUPS)(self._new_enough), cache(self._new_holding)
        sizes = bytes(map(len, self._backwards))
        self._long = [_at_least(sizes, least) for least in range(max(sizes) + 1)]

    def hopeful(self, each: Sequence[Group], others: Iterable[Group]) -> int:
        """The bits of all words that hold as many letters of each group as it has cards, and are long enough."""
        found = self._long[len(each)] if len(each) < len(self._long) else 0
        for group in chain(each, others):
            found &= self._enough(group)
        return found

    def serving(self, needs: _Needs) -> Iterator[str]:
        """The words that have what is needed."""
        each, ties, trios, knot = needs
        hopeful = self.hopeful(each, chain(ties, trios) if trios else ties)
        words = compress(self.words, _flags(hopeful))
        return (word for word in words if serves(letters_of(word), knot)) if knot else words

    def _new_enough(self, group: Group) -> int:
        """The words that hold as many letters of all the cards together as there are cards."""
        reached = [-1] + [0] * len(group)
        for letter in frozenset(chain.from_iterable(group)):
            holding = self._holding(letter)
            for count in range(len(group), 0, -1):
                for more in range(1, count + 1):
                    reached[count] |= reached[count - more] & holding[more - 1]
        return reached[-1]

    def _new_holding(self, letter: str) -> Sequence[int]:
        """The words that hold the letter once, twice and three times, or more often."""
        times = bytes(map(str.count, self._backwards, repeat(letter)))
        return [_at_least(times, least) for least in range(1, _TOGETHER + 1)]


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
        """The words in parts, so that the rarer ones cost little until they are wanted."""
        ends = (0, *(end for end in SHELVES if end < len(self.words)), len(self.words))
        return [_Shelf(self.words[start:end]) for start, end in pairwise(ends) if start < end]

    def serving(self, cards: Sequence[Pair]) -> Iterator[str]:
        """The words that serve all the cards, one occurrence a card, the most common first."""
        needs = _needs(tuple(cards))
        return chain.from_iterable(shelf.serving(needs) for shelf in self._shelves)

    def first(self, cards: Sequence[Pair]) -> str:
        """The most common word that serves all the cards; empty where none does."""
        return self._first(tuple(sorted(cards)))

    @cached_property
    def _first(self) -> Callable[[Group], str]:
        return lru_cache(_GROUPS)(lambda cards: next(self.serving(cards), ""))

    def room(self, cards: Sequence[Pair]) -> int:
        """About how many words of the first shelves serve the cards: all that do, and a few that nearly do."""
        each, ties, *_ = _needs(tuple(cards))
        return sum(shelf.hopeful(each, ties).bit_count() for shelf in self._shelves[: len(SHELVES)])


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
