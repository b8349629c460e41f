"""What may come to mind for the cards of a seat: the words that would win, the most common first, and mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import islice

from pnp.engine.action import Action, Value, act
from pnp.games.wibbell.referee.judging import Judge, must_serve
from pnp.games.wibbell.referee.lexicon import Index, Lexicon, Pair, letters_of, serves
from pnp.games.wibbell.referee.state import State

#: So many good words are listed among the legal actions; any other may be shouted as well.
LISTED = 12
#: And so many rash ones, of different kinds.
RASH = 2
PASS = act("pass")

_NEAR = 60
_KINDS = 6
_HANDS = 16_384
"""For so many tables of cards it is remembered what comes to mind, and for so many words the action to shout them."""


class Repertoire:
    """Lists what a seat may shout; what depends on its cards alone is looked up once."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._hand = lru_cache(_HANDS)(self._new_hand)

    def actions(self, state: State) -> list[Action]:
        """Good words, to pass, and a rash word or two of the seat that is to shout."""
        seat = state.racing[len(state.calls)]
        letters = state.letters(must_serve(state, seat))
        hand = self._hand(state.table.setup.options["spelling"], tuple(sorted(letters)))
        bases, gone = self._judge.bases(state.table), state.gone
        shouts = hand.shouts
        if not all(bases(word).isdisjoint(gone) for word in hand.common):
            good = (word for word in hand.serving() if bases(word).isdisjoint(gone))
            shouts = tuple(map(_shout, islice(good, LISTED)))
        rash = dict.fromkeys(islice(self._rash(state, seat, letters, hand), RASH))
        return [*shouts, PASS, *map(_shout, rash)]

    def _new_hand(self, spelling: Value, cards: tuple[Pair, ...]) -> _Hand:
        return _Hand(self._judge.lexicon, self._judge.index(spelling), cards)

    def _rash(self, state: State, seat: int, letters: Sequence[Pair], hand: _Hand) -> Iterator[str]:
        """Words that would be mistakes, the first of every kind that has any; each turn begins with another kind."""
        judge = self._judge
        for at in range(state.turn, state.turn + _KINDS):
            match at % _KINDS:
                case 0:
                    word, is_surely = state.used[-1].word if state.used else "", True
                case 1:
                    word, is_surely = hand.unserved, True
                case 2:
                    word, is_surely = self._kin(state, hand), True
                case 3:
                    word, is_surely = hand.name, False
                case 4:
                    word, is_surely = hand.marked, False
                case _:
                    word, is_surely = "".join(letter for pair in letters for letter in pair[:1]), False
            if word and (is_surely or judge.verdict(state, seat, word).kind != "good"):
                yield word

    def _kin(self, state: State, hand: _Hand) -> str:
        """The first word that would serve, but belongs to a used one; empty where none does."""
        judge, gone = self._judge, state.gone
        bases = judge.bases(state.table)
        kin = [word for word in hand.near if not bases(word).isdisjoint(gone)]
        return next((word for word in kin if judge.relative(state, word) != word), "")


class _Hand:
    """The first words of each kind for cards with those letters."""

    def __init__(self, lexicon: Lexicon, index: Index, cards: tuple[Pair, ...]) -> None:
        self._lexicon, self._index, self._cards = lexicon, index, cards

    def serving(self) -> Iterator[str]:
        return self._index.serving(self._cards)

    @cached_property
    def common(self) -> tuple[str, ...]:
        """As many of the words that serve as are listed."""
        return tuple(islice(self.serving(), LISTED))

    @cached_property
    def shouts(self) -> tuple[Action, ...]:
        return tuple(map(_shout, self.common))

    @cached_property
    def near(self) -> tuple[str, ...]:
        """Those among which somebody might overlook that they belong to a used one."""
        return tuple(islice(self.serving(), _NEAR))

    @cached_property
    def unserved(self) -> str:
        """A common word that does not serve."""
        common = islice(self._index.words, _NEAR)
        return next((word for word in common if not serves(letters_of(word), self._cards)), "")

    @cached_property
    def name(self) -> str:
        return next(self._lexicon.names.serving(self._cards), "")

    @cached_property
    def marked(self) -> str:
        """A word with an apostrophe or a hyphen."""
        return next(self._lexicon.with_marks.serving(self._cards), "")


@lru_cache(_HANDS)
def _shout(word: str) -> Action:
    return act("shout", word=word)
