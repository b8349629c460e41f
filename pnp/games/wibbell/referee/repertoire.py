"""What may come to mind for the cards of a seat: the words that would win, the most common first, and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice

from pnp.engine.action import Action, Value, act
from pnp.games.wibbell.referee.judging import Bases, Judge, must_serve
from pnp.games.wibbell.referee.lexicon import Index, Lexicon, Pair, letters_of, serves
from pnp.games.wibbell.referee.state import State

#: So many good words are listed among the legal actions; any other may be shouted as well.
LISTED = 12
#: And so many rash ones, of different kinds.
RASH = 2
PASS = act("pass")

_NEAR = 60
_KINDS = 6
_KEPT = 16_384
"""For so many tables of cards it is remembered what comes to mind, and for so many words the action to shout them."""


class Repertoire:
    """Lists what a seat may shout; what depends on its cards alone is looked up once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._words = lru_cache(_KEPT)(self._new_words)

    def actions(self, state: State) -> list[Action]:
        """Good words, to pass, and a rash word or two of the seat that is to shout."""
        seat = state.racing[len(state.calls)]
        letters = state.letters(must_serve(state, seat))
        options = state.table.setup.options
        words = self._words(options["spelling"], options["derivatives"], tuple(sorted(letters)))
        shouts, gone = words.shouts, state.gone
        if not all(map(gone.isdisjoint, words.bases_of_common)):
            good = (word for word in words.serving() if gone.isdisjoint(words.bases(word)))
            shouts = tuple(map(_shout, islice(good, LISTED)))
        rash = dict.fromkeys(islice(self._rash(state, seat, letters, words), RASH))
        return [*shouts, PASS, *map(_shout, rash)]

    def _new_words(self, spelling: Value, derivatives: Value, cards: tuple[Pair, ...]) -> _Words:
        judge = self._judge
        return _Words(judge.lexicon, judge.index(spelling), judge.bases(derivatives), cards)

    def _rash(self, state: State, seat: int, letters: Sequence[Pair], words: _Words) -> Iterator[str]:
        """Words that would be mistakes, the first of every kind that has any; each turn begins with another kind."""
        judge = self._judge
        for at in range(state.turn, state.turn + _KINDS):
            match at % _KINDS:
                case 0:
                    word, is_surely = state.used[-1].word if state.used else "", True
                case 1:
                    word, is_surely = words.unserved, True
                case 2:
                    word, is_surely = self._kin(state, words), True
                case 3:
                    word, is_surely = words.name, False
                case 4:
                    word, is_surely = words.marked, False
                case _:
                    word, is_surely = "".join(letter for pair in letters for letter in pair[:1]), False
            if word and (is_surely or judge.verdict(state, seat, word).kind != "good"):
                yield word

    def _kin(self, state: State, words: _Words) -> str:
        """The first word that would serve, but belongs to a used one; empty where none does."""
        gone = state.gone
        if all(map(gone.isdisjoint, words.bases_of_near)):
            return ""
        kin = (word for word, bases in zip(words.near, words.bases_of_near) if not gone.isdisjoint(bases))
        return next((word for word in kin if self._judge.relative(state, word) != word), "")


class _Words:
    """The first words of each kind for cards with those letters: `shouts` for the most common that serve, with their
    bases, and the others when they are asked for.
    """

    def __init__(self, lexicon: Lexicon, index: Index, bases: Bases, cards: tuple[Pair, ...]) -> None:
        self._lexicon, self._index, self._cards, self.bases = lexicon, index, cards, bases
        common = tuple(islice(self.serving(), LISTED))
        self.shouts = tuple(map(_shout, common))
        self.bases_of_common = tuple(map(bases, common))

    def serving(self) -> Iterator[str]:
        return self._index.serving(self._cards)

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Those among which somebody might overlook that they belong to a used one."""
        return tuple(islice(self.serving(), _NEAR))

    @cached_property
    def bases_of_near(self) -> tuple[frozenset[str], ...]:
        return tuple(map(self.bases, self.near))

    @cached_property
    def unserved(self) -> str:
        """A common word that does not serve."""
        common = islice(self._index.words, _NEAR)
        return next((word for word in common if not serves(letters_of(word), self._cards)), "")

    @cached_property
    def name(self) -> str:
        return self._lexicon.names.first(self._cards)

    @cached_property
    def marked(self) -> str:
        """A word with an apostrophe or a hyphen."""
        return self._lexicon.with_marks.first(self._cards)


@lru_cache(_KEPT)
def _shout(word: str) -> Action:
    return act("shout", word=word)
