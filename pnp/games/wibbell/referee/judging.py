"""Judges whether a word is good for the cards that it must serve, and if not, which rule it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

from pnp.games.wibbell.referee.families import Families, families
from pnp.games.wibbell.referee.lexicon import Index, Lexicon, Pair, letters_of, served, serves
from pnp.games.wibbell.referee.state import State, Table

Kind = Literal["good", "name", "marked", "unknown", "used", "kin", "refused", "unserved"]

#: B-05: with the table as judge, a word is in doubt when it begins like a used one, by this many letters.
ALIKE = 3
_NEAR = 60

Bases = Callable[[str], frozenset[str]]


class Verdict(NamedTuple):
    """What is wrong with a word, or `good`; `other` is the used word or the card that tells against it.

    `serving` are the letters that serve the cards of a good word, card by card.
    """

    kind: Kind
    other: str = ""
    serving: tuple[str, ...] = ()


class Judge:
    """Knows the words and their families; what it is asked it answers from the state alone."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon

    @cached_property
    def _families(self) -> Families:
        return families(self.lexicon)

    @cached_property
    def _forms(self) -> Families:
        return families(self.lexicon, formed=True)

    def index(self, table: Table) -> Index:
        """The words that the table plays with (B-04)."""
        match table.spelling:
            case "marks":
                return self.lexicon.marked
            case "names":
                return self.lexicon.every
        return self.lexicon.plain

    def verdict(self, state: State, seat: int, word: str) -> Verdict:
        """Whether that seat may win with that word now, and if not, the first rule that it breaks."""
        spelled = self._spelling(state.table, word)
        if spelled != "good":
            return Verdict(spelled)
        word = word.lower()
        if word in [used.word for used in state.used]:
            return Verdict("used", word)
        relative = self.relative(state, word)
        if relative:
            return Verdict("kin", relative)
        if (word, False) in state.opinions:
            return Verdict("refused", self.alike(state, word))
        cards = must_serve(state, seat)
        serving = served(letters_of(word), state.letters(cards))
        return Verdict("unserved", cards[serving]) if isinstance(serving, int) else Verdict("good", "", serving)

    def _spelling(self, table: Table, word: str) -> Kind:
        """B-04: `good` for a word of the list, as far as the table lets names and marks in; a voice has no capitals."""
        word = word.lower()
        if table.spelling != "names" and word in self.lexicon.names.rank:
            return "name"
        if table.spelling == "plain" and not word.isalpha():
            return "marked"
        return "good" if word in self.index(table).rank else "unknown"

    def kin(self, table: Table, word: str) -> frozenset[str]:
        """What a word that took a card leaves behind: no word whose own bases meet these can win (B-05, B-06)."""
        return self._bases(table)(word) if table.direction == "both" else frozenset((word,))

    def _bases(self, table: Table) -> Bases:
        """Tells of a word what it was made from, itself included, as far as the table minds."""
        match table.derivatives:
            case "family":
                return self._families.bases
            case "forms":
                return self._forms.bases
        return _alone

    def relative(self, state: State, word: str) -> str:
        """The first used word that rules this one out as its kin; empty where none does."""
        bases = self._bases(state.table)(word)
        if bases.isdisjoint(state.gone):
            return ""
        return next((used.word for used in state.used if not bases.isdisjoint(used.kin)), "")

    def alike(self, state: State, word: str) -> str:
        """B-05, the table as judge: the last used word that begins like this one; empty where nobody asks."""
        if state.table.derivatives != "table":
            return ""
        return next((used.word for used in reversed(state.used) if used.word[:ALIKE] == word.lower()[:ALIKE]), "")

    def good_words(self, state: State, seat: int) -> Iterator[str]:
        """The words with which the seat would win now, the most common first."""
        bases, gone = self._bases(state.table), state.gone
        serving = self.index(state.table).serving(state.letters(must_serve(state, seat)))
        return (word for word in serving if bases(word).isdisjoint(gone))

    def rash_words(self, state: State, seat: int) -> Iterator[str]:
        """Words that would be mistakes, the first of every kind that has any; each turn begins with another kind."""
        kinds = (_used, _lacking, self._kin, self._name, self._marked, _nonsense)
        index, cards = self.index(state.table), state.letters(must_serve(state, seat))
        for at in range(state.turn, state.turn + len(kinds)):
            word = next(iter(kinds[at % len(kinds)](state, index, cards)), "")
            if word and self.verdict(state, seat, word).kind != "good":
                yield word

    def _kin(self, state: State, index: Index, cards: Sequence[Pair]) -> Iterator[str]:
        """The first common word that serves, but belongs to a used one."""
        bases, gone = self._bases(state.table), state.gone
        common = islice(index.serving(cards), _NEAR)
        barred = (word for word in common if not bases(word).isdisjoint(gone))
        return (word for word in barred if self.relative(state, word) != word)

    def _name(self, state: State, index: Index, cards: Sequence[Pair]) -> Iterator[str]:
        return self.lexicon.names.serving(cards)

    def _marked(self, state: State, index: Index, cards: Sequence[Pair]) -> Iterator[str]:
        return self.lexicon.with_marks.serving(cards)


def _used(state: State, index: Index, cards: Sequence[Pair]) -> Sequence[str]:
    """The last word that took a card."""
    return [used.word for used in state.used[-1:]]


def _lacking(state: State, index: Index, cards: Sequence[Pair]) -> Iterator[str]:
    """The first common word that leaves a card without a letter."""
    return (word for word in islice(index.words, _NEAR) if not serves(letters_of(word), cards))


def _nonsense(state: State, index: Index, cards: Sequence[Pair]) -> Sequence[str]:
    """The first letters of the cards, which would serve if only they were a word."""
    return ["".join(letter for pair in cards for letter in pair[:1])]


def _alone(word: str) -> frozenset[str]:
    return frozenset((word,))


def must_serve(state: State, seat: int) -> Sequence[str]:
    """The cards of which a word of that seat needs a letter each: the centre, and its own that lie open."""
    return state.centre + state.seat(seat).open_cards
