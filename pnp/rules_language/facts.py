"""What everybody can tell of pieces that lie hidden: how many of some lie at a place, at least and at most.

Whoever asks for kings holds one, and whoever does not follow suit has none of it. Facts are noted only where somebody
reads what happens; what nobody reads, nobody learns from. Rules come to the same whether anything is learned or not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import NamedTuple

from pnp.rules_language.events import EventLog
from pnp.rules_language.fuel import FUEL
from pnp.rules_language.program import RuleFault

Pieces = frozenset[int]
_MOST_FACTS = 64
"""Sets of pieces that are counted at one place; of more the first is forgotten."""
_MOST_CHANGES = 64
"""Changes at one place that are kept; of more those in the first half are forgotten, with the facts before them."""
_MOST_ANSWERS = 10_000
MOST_INSIGHT = 1_500_000
"""Fuel for all that is concluded in a play, about a second; afterwards nobody concludes anything any more."""


class Change(NamedTuple):
    """A piece that came (1) or went (-1), the seats that know which, and among which everybody knows that it is."""

    piece: int
    sign: int
    mask: int
    among: Pieces | None


class Fact(NamedTuple):
    """How many of these pieces lay at a place, at least and at most, when so many changes had been noted there."""

    pieces: Pieces
    least: int
    most: int
    since: int


class Known(NamedTuple):
    """The facts of a place by their pieces, and what has come and gone since the first of them."""

    facts: Mapping[Pieces, tuple[Fact, ...]] = {}
    changes: tuple[Change, ...] = ()

    def bounds(self, fact: Fact, seat: int) -> tuple[int, int]:
        """How many of the pieces lie there now, at least and at most, for all that a seat knows (0: everybody)."""
        pieces, least, most, since = fact
        for piece, sign, mask, among in self.changes[since:]:
            if mask >> seat & 1:
                is_one = may_be = piece in pieces
            else:
                is_one = among is not None and among <= pieces
                may_be = among is None or not among.isdisjoint(pieces)
            least += sign if is_one or (may_be and sign < 0) else 0
            most += sign if is_one or (may_be and sign > 0) else 0
        return least, most

    def learned(self, pieces: Pieces, least: int, most: int, owner: int) -> Known:
        """The same with a new fact. Of those of the same pieces the last is kept if it says more to others than the
        owner, and nothing changes if it says as much to everybody.
        """
        changes = self.changes
        of_those: tuple[Fact, ...] = ()
        if pieces in self.facts:
            last = self.facts[pieces][-1]
            low, high = self.bounds(last, 0)
            if last.since == len(changes) and low >= least and high <= most:
                return self
            if low > least or high < most or any(change.mask & ~owner for change in changes[last.since :]):
                of_those = (last,)
        facts = {**self.facts, pieces: (*of_those, Fact(pieces, least, most, len(changes)))}
        if len(facts) > _MOST_FACTS:
            del facts[next(iter(facts))]
        return Known(facts, changes)

    def trimmed(self) -> Known:
        """The same without the facts before the middle of all changes."""
        gone = len(self.changes) // 2
        facts = {}
        for pieces, each in self.facts.items():
            if late := tuple(fact._replace(since=fact.since - gone) for fact in each if fact.since >= gone):
                facts[pieces] = late
        return Known(facts, self.changes[gone:])


class Facts(EventLog):
    """Keeps the facts of each place, and lets them follow what comes and goes."""

    __slots__ = ("facts", "insight", "p")
    facts: dict[int, Known]
    insight: int
    p: list[tuple[int, ...]]

    @property
    def is_learned_from(self) -> bool:
        """Whether anybody concludes something from what happens."""
        return self.told is not None and self.insight > 0

    def learning(self) -> Learning:
        """While this is entered, work is paid for as what is concluded."""
        return Learning(self)

    def those(self, test: int, values: tuple[object, ...] | None, holds: Callable[[int], bool]) -> Pieces:
        """All pieces of the game of which something holds; what cannot be asked of a piece does not hold of it.

        Of a test that depends on nothing but some values the answer is kept, and costs as much when it is known.
        """
        self.spend(len(self.program.ids))
        kept = self.program.answers
        if values is not None and (test, values) in kept:
            return kept[test, values]
        found = set()
        for piece in range(len(self.program.ids)):
            try:
                if holds(piece):
                    found.add(piece)
            except (TypeError, IndexError, ValueError, LookupError):
                continue
        pieces = frozenset(found)
        if values is not None and len(kept) < _MOST_ANSWERS:
            kept[test, values] = pieces
        return pieces

    def know(self, place: int, pieces: Pieces, least: int, most: int) -> None:
        """Everybody learns how many of these pieces lie at a place."""
        spot = self.program.spots[place]
        if spot.is_pile or spot.mask == self.program.everybody:
            return
        lies, known = frozenset(self.p[place]), self.facts.get(place, _NOTHING)
        self.spend(len(lies) + len(pieces) + len(known.changes))
        if least <= 0 and (most >= len(lies) or most >= sum(self._may_lie(piece, lies) for piece in pieces)):
            return
        self.facts[place] = known.learned(pieces, least, most, spot.mask)

    def _may_lie(self, piece: int, lies: Pieces) -> bool:
        """Whether a piece may be one of those for all that everybody knows."""
        return self.seen[piece] != self.program.everybody or piece in lies

    def changed(self, place: int, piece: int, sign: int, among: Pieces | None = None) -> None:
        """Facts of a place follow a piece that came or went, of which all know at least among which it is."""
        if not self.p[place]:
            del self.facts[place]
            return
        facts, changes = self.facts[place]
        known = Known(facts, (*changes, Change(piece, sign, self.seen[piece], among)))
        self.facts[place] = known if len(changes) < _MOST_CHANGES else known.trimmed()

    def narrow(self, piece: int, among: Pieces) -> None:
        """Everybody learns among which a piece is that came to where it lies."""
        for place, (facts, changes) in self.facts.items():
            if piece in self.read(self.p[place]):
                self.spend(len(changes))
                last = max((at for at, each in enumerate(changes) if each.piece == piece and each.sign > 0), default=-1)
                new = (each._replace(among=among) if at == last else each for at, each in enumerate(changes))
                self.facts[place] = Known(facts, tuple(new))
                return  # a piece lies at one place

    def reveal(self, pieces: Sequence[int], mask: int) -> None:
        """Lets seats know pieces."""
        super().reveal(pieces, mask)
        if not self.facts:
            return
        with self.learning():
            for piece in pieces:
                if self.seen[piece] == self.program.everybody:
                    self.narrow(piece, frozenset((piece,)))


class Learning:
    """Pays for work out of the fuel for what is concluded; what takes too much of it nobody finds out."""

    __slots__ = ("_before", "_given", "_table")

    def __init__(self, table: Facts) -> None:
        self._table = table

    def __enter__(self) -> None:
        table = self._table
        self._before, self._given = table.fuel, min(FUEL, table.insight)
        table.fuel = self._given

    def __exit__(self, kind: type[BaseException] | None, _: object, __: TracebackType | None) -> bool:
        table = self._table
        table.insight -= self._given - max(0, table.fuel)
        table.fuel = self._before
        return kind is not None and issubclass(kind, (RuleFault, TypeError, IndexError, ValueError, LookupError))


_NOTHING = Known()
