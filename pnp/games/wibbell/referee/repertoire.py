"""What may come to mind for the cards of a seat: the words that would win, the most common first, and mistakes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import compress, islice, tee
from operator import is_not

from pnp.engine.action import Action, act
from pnp.games.wibbell.referee.judging import Judge, must_serve
from pnp.games.wibbell.referee.lexicon import Index, Pair, letters_of, serves
from pnp.games.wibbell.referee.state import State

#: So many good words are listed among the legal actions; any other may be shouted as well.
LISTED = 12
#: And so many rash ones, of different kinds.
RASH = 2
PASS = act("pass")

_NEAR = 60
"""So many common words are looked through for one that somebody might take for good."""
_KINDS = 6
_KEPT = 16_384
"""For so many words the action to shout them is kept."""


class Repertoire:
    """Lists what a seat may shout."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._last: tuple[tuple[object, ...], dict[int, Sequence[Action]]] = (None,) * 6, {}

    def actions(self, state: State) -> Sequence[Action]:
        """Good words, to pass, and a rash word or two of the seat that is to shout.

        Kept by seat, since nothing that they depend on changes from heat to heat.
        """
        race = (state.table, state.turn, state.centre, state.seats, state.used, state.opinions)
        last, listed = self._last
        if any(map(is_not, race, last)):
            listed = {}
            self._last = race, listed
        seat = state.racing[len(state.calls)]
        if seat not in listed:
            listed[seat] = self._list(state, seat)
        return listed[seat]

    def _list(self, state: State, seat: int) -> Sequence[Action]:
        cards, options = state.letters(must_serve(state, seat)), state.table.setup.options
        index, bases = self._judge.index(options["spelling"]), self._judge.bases(options["derivatives"])
        gone, (words, again) = state.gone, tee(index.serving(cards))
        good = (word for word in words if gone.isdisjoint(bases(word)))
        shouts = [*map(_shout, islice(good, LISTED))]
        rash = dict.fromkeys(islice(self._rash(state, seat, cards, again), RASH))
        return (*shouts, PASS, *map(_shout, rash))

    def _rash(self, state: State, seat: int, cards: Sequence[Pair], words: Iterable[str]) -> Iterator[str]:
        """Words that would be mistakes, the first of every kind that has any; each turn begins with another kind.

        `words` are those that would serve.
        """
        judge, options = self._judge, state.table.setup.options
        for at in range(state.turn, state.turn + _KINDS):
            match at % _KINDS:
                case 0:
                    word, is_sure = state.used[-1].word if state.used else "", True
                case 1:
                    word, is_sure = _unserved(judge.index(options["spelling"]), cards), True
                case 2:
                    word, is_sure = self._kin(state, islice(words, _NEAR)), True
                case 3:
                    word, is_sure = judge.lexicon.names.first(cards), False
                case 4:
                    word, is_sure = judge.lexicon.with_marks.first(cards), False
                case _:
                    word, is_sure = "".join(letter for card in cards for letter in card[:1]), False
            if word and (is_sure or judge.verdict(state, seat, word).kind != "good"):
                yield word

    def _kin(self, state: State, words: Iterable[str]) -> str:
        """The first of the words that belongs to a used one without being it; empty where none does."""
        gone, bases = state.gone, self._judge.bases(state.table.setup.options["derivatives"])
        near, same = tee(words if gone else ())
        kin = compress(near, map(gone.intersection, map(bases, same)))
        return next((word for word in kin if self._judge.relative(state, word) != word), "")


def _unserved(index: Index, cards: Sequence[Pair]) -> str:
    """A common word that does not serve."""
    return next((word for word in index.words[:_NEAR] if not serves(letters_of(word), cards)), "")


@lru_cache(_KEPT)
def _shout(word: str) -> Action:
    return act("shout", word=word)
