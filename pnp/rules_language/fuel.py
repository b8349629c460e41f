"""What the work of rules costs. All that is gone through, looked through or copied at a table is paid for here."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, TypeVar

from pnp.rules_language.melds import MOST_PIECES
from pnp.rules_language.program import RuleFault

FUEL = 100_000
"""Work from one choice or chance to the next: each step of the program and each thing gone through costs one, about a
millionth of a second; what is looked through or copied at once costs a part of that.
"""
AT_ONCE = 6
"""Things, by powers of two, of which so many cost one where they are looked through or copied at once."""
MOST_IN_GROUPS = 16
Things = TypeVar("Things", bound=Sequence[Any])


class Fuel:
    """Pays for work as long as there is any fuel."""

    __slots__ = ("fuel",)
    fuel: int

    def spend(self, fuel: int) -> None:
        """Pays for work; breaks off rules that do too much of it at once."""
        self.fuel -= fuel
        if self.fuel < 0:
            raise RuleFault(0, "the rules go through too many things here, or round without an end; ask for less")

    def read(self, things: Things) -> Things:
        """What is looked through or copied at once, paid for."""
        self.fuel -= len(things) >> AT_ONCE
        if self.fuel < 0:
            self.spend(0)
        return things

    def through(self, things: Things, each: int = 1) -> Things:
        """What is gone through, paid for in fuel: so much for each."""
        self.fuel -= len(things) * each
        if self.fuel < 0:
            self.spend(0)
        return things

    def some(self, pieces: Sequence[int], many: int, from_end: bool) -> Sequence[int]:
        """So many of the first or the last pieces."""
        return () if many <= 0 else self.read(pieces[-many:] if from_end else pieces[:many])

    def groups(self, pieces: Sequence[int], line: int) -> list[tuple[int, ...]]:
        """Every group of one or more of the pieces."""
        if len(pieces) > MOST_IN_GROUPS:
            raise RuleFault(
                line, f"there are {len(pieces)} pieces; groups can be made of {MOST_IN_GROUPS} at most; take fewer"
            )
        return [group for many in range(1, len(pieces) + 1) for group in combinations(pieces, many)]

    def to_part(self, pieces: Sequence[int], line: int) -> Sequence[int]:
        """Pieces that are parted into melds, paid for in fuel."""
        if len(pieces) > MOST_PIECES:
            told = f"{len(pieces)} pieces are too many to part into melds; at most {MOST_PIECES} are"
            raise RuleFault(line, f"{told}; take fewer")
        self.spend(50)
        return pieces
