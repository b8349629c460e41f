"""What everybody can tell of pieces that lie hidden: how many of some lie at a place, at least and at most.

Whoever asks for kings holds one, and whoever does not follow suit has none of it. Facts are noted only where somebody
reads what happens; what nobody reads, nobody learns from.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.rules_language.events import EventLog

Pieces = frozenset[int]
Bounds = tuple[int, int]
"""How many there are at least and at most."""
_MOST_FACTS = 64
"""Facts of one place that are kept; the oldest of more is forgotten."""


class Facts(EventLog):
    """Keeps the facts of each place, and lets them follow what comes and goes."""

    __slots__ = ("facts", "p")
    facts: dict[int, Mapping[Pieces, Bounds]]
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
        if spot.is_pile or spot.mask == self.program.everybody:
            return
        known = dict(self.facts.get(place, {}))
        for other, (low, high) in known.items():
            least = max(least, low) if other <= pieces else least
            most = min(most, high) if other >= pieces else most
        known.pop(pieces, None)
        known[pieces] = least, most
        for other, (low, high) in known.items():
            known[other] = max(low, least if other >= pieces else 0), min(high, most if other <= pieces else high)
        self._keep(place, known)

    def _came(self, place: int, among: Pieces | None) -> None:
        """A piece came to a place: one of these, or any."""
        self._count(place, 1, among)

    def _went(self, place: int, among: Pieces | None) -> None:
        """A piece left a place: one of these, or any."""
        self._count(place, -1, among)

    def _count(self, place: int, change: int, among: Pieces | None) -> None:
        """One more or less at a place: a fact of pieces of which it is one for certain, or of which it may be one."""
        if place not in self.facts:
            return
        known = {}
        for pieces, (low, high) in self.facts[place].items():
            is_one = among is not None and among <= pieces
            may_be = among is None or not among.isdisjoint(pieces)
            fewer, more = is_one or (may_be and change < 0), is_one or (may_be and change > 0)
            known[pieces] = max(0, low + change * fewer), max(0, high + change * more)
        self._keep(place, known)

    def _keep(self, place: int, known: Mapping[Pieces, Bounds]) -> None:
        """Keeps facts that say anything."""
        own = {pieces: (low, high) for pieces, (low, high) in known.items() if low > 0 or high < len(pieces)}
        for oldest in [*own][:-_MOST_FACTS]:
            del own[oldest]
        if own and self.p[place]:
            self.facts[place] = own
        else:
            self.facts.pop(place, None)
