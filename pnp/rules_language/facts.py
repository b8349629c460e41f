"""What everybody can tell of pieces that lie hidden: how many of some lie at a place, at least and at most.

Whoever asks for kings holds one, and whoever does not follow suit has none of it. Facts are noted only where somebody
reads what happens; what nobody reads, nobody learns from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pnp.rules_language.events import EventLog

Pieces = frozenset[int]
_MOST_FACTS = 64
"""Facts of one place that are kept; the oldest of more is forgotten."""


class Change(NamedTuple):
    """A piece that came (1) or went (-1), the seats that know which, and among which everybody knows that it is."""

    piece: int
    sign: int
    mask: int
    among: Pieces | None


class Fact(NamedTuple):
    """How many of these pieces lay at a place, at least and at most, and what has come and gone since then."""

    pieces: Pieces
    least: int
    most: int
    changes: tuple[Change, ...] = ()

    def bounds(self, seat: int) -> tuple[int, int]:
        """How many lie there now, at least and at most, for all that a seat knows."""
        least, most = self.least, self.most
        for piece, sign, mask, among in self.changes:
            if mask >> seat & 1:
                among = frozenset((piece,))  # noqa: PLW2901
            is_one = among is not None and among <= self.pieces
            may_be = among is None or not among.isdisjoint(self.pieces)
            least += sign if is_one or (may_be and sign < 0) else 0
            most += sign if is_one or (may_be and sign > 0) else 0
        return least, most


class Facts(EventLog):
    """Keeps the facts of each place, and lets them follow what comes and goes."""

    __slots__ = ("facts", "p")
    facts: dict[int, tuple[Fact, ...]]
    p: list[tuple[int, ...]]

    def those(self, holds: Callable[[int], bool]) -> Pieces:
        """All pieces of the game of which something holds; what cannot be asked of a piece does not hold of it."""
        found = set()
        for piece in range(len(self.program.ids)):
            try:
                if holds(piece):
                    found.add(piece)
            except (TypeError, IndexError, ValueError, LookupError):
                continue
        return frozenset(found)

    def know(self, place: int, pieces: Pieces, least: int, most: int) -> None:
        """Everybody learns how many of these pieces lie at a place."""
        spot = self.program.spots[place]
        if spot.is_pile or spot.mask == self.program.everybody or (least <= 0 and most >= len(pieces)):
            return
        kept = [
            fact for fact in self.facts.get(place, ()) if fact.pieces != pieces or self._says_more(fact, least, most)
        ]
        self.facts[place] = (*kept, Fact(pieces, least, most))[-_MOST_FACTS:]

    def _says_more(self, fact: Fact, least: int, most: int) -> bool:
        """Whether a seat can tell more from a fact than that there are so many."""
        bounds = [fact.bounds(seat) for seat in range(1, self.program.players + 1)]
        return any(low > least or high < most for low, high in bounds)

    def changed(self, place: int, piece: int, sign: int, among: Pieces | None = None) -> None:
        """Facts of a place follow a piece that came or went, of which all know at least among which it is."""
        if not self.p[place]:
            del self.facts[place]
            return
        change = Change(piece, sign, self.seen[piece], among)
        self.facts[place] = tuple(fact._replace(changes=(*fact.changes, change)) for fact in self.facts[place])

    def narrow(self, piece: int, among: Pieces) -> None:
        """Everybody learns among which a piece is that came to where it lies."""
        for place, facts in self.facts.items():
            if piece in self.p[place]:
                self.facts[place] = tuple(_narrowed(fact, piece, among) for fact in facts)

    def reveal(self, pieces: Sequence[int], mask: int) -> None:
        """Lets seats know pieces."""
        super().reveal(pieces, mask)
        for piece in pieces if self.facts else ():
            if self.seen[piece] == self.program.everybody:
                self.narrow(piece, frozenset((piece,)))


def _narrowed(fact: Fact, piece: int, among: Pieces) -> Fact:
    """A fact for which it is known among which a piece is that came last."""
    last = max((at for at, each in enumerate(fact.changes) if each.piece == piece and each.sign > 0), default=-1)
    changes = (each._replace(among=among) if at == last else each for at, each in enumerate(fact.changes))
    return fact._replace(changes=tuple(changes)) if last >= 0 else fact
