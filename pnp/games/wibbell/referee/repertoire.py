"""What may come to mind for the cards of a seat: the words that would win, the most common first, and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

from pnp.engine.action import Action, Value, act
from pnp.games.wibbell.referee.judging import Bases, Judge, must_serve
from pnp.games.wibbell.referee.lexicon import Index, Pair, letters_of, serves
from pnp.games.wibbell.referee.state import State

#: So many good words are listed among the legal actions; any other may be shouted as well.
LISTED = 12
#: And so many rash ones, of different kinds.
RASH = 2
PASS = act("pass")

_NEAR = 60
_KINDS = 6
_KEPT = 16_384
"""For so many words the action to shout them is kept."""


class Repertoire:
    """Lists what a seat may shout."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge

    def actions(self, state: State) -> list[Action]:
        """Good words, to pass, and a rash word or two of the seat that is to shout."""
        seat = state.racing[len(state.calls)]
        cards = state.letters(must_serve(state, seat))
        options, gone = state.table.setup.options, state.gone
        index, bases = self._judge.index(options["spelling"]), self._judge.bases(options["derivatives"])
        good = (word for word in index.serving(cards) if gone.isdisjoint(bases(word)))
        shouts = [*map(_shout, islice(good, LISTED))]
        rash = dict.fromkeys(islice(self._rash(state, seat, cards, index, bases), RASH))
        return [*shouts, PASS, *map(_shout, rash)]

    def _rash(
        self, state: State, seat: int, cards: Sequence[Pair], index: Index, bases: Bases
    ) -> Iterator[str]:
        """Words that would be mistakes, the first of every kind that has any; each turn begins with another kind."""
        judge, is_sure = self._judge, False
        for at in range(state.turn, state.turn + _KINDS):
            match at % _KINDS:
                case 0:
                    word, is_sure = state.used[-1].word if state.used else "", True
                case 1:
                    word, is_sure = _unserved(index, cards), True
                case 2:
                    word, is_sure = self._kin(state, cards, index, bases), True
                case 3:
                    word, is_sure = judge.lexicon.names.first(cards), False
                case 4:
                    word, is_sure = judge.lexicon.with_marks.first(cards), False
                case _:
                    word, is_sure = "".join(letter for card in cards for letter in card[:1]), False
            if word and (is_sure or judge.verdict(state, seat, word).kind != "good"):
                yield word

    def _kin(self, state: State, cards: Sequence[Pair], index: Index, bases: Bases) -> str:
        """The first word that would serve, but belongs to a used one; empty where none does.

        Looked for among those where somebody might overlook it.
        """
        gone, words = state.gone, [*islice(index.serving(cards), _NEAR)] if state.gone else []
        fresh = [*map(gone.isdisjoint, map(bases, words))]
        kin = [word for word, is_fresh in zip(words, fresh) if not is_fresh]
        return next((word for word in kin if self._judge.relative(state, word) != word), "")


def _unserved(index: Index, cards: Sequence[Pair]) -> str:
    """A common word that does not serve."""
    return next((word for word in index.words[:_NEAR] if not serves(letters_of(word), cards)), "")


@lru_cache(_KEPT)
def _shout(word: str) -> Action:
    return act("shout", word=word)
