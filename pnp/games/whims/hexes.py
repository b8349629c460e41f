"""The hexagons of a board with so many to a side, ring by ring, and which of them are black and which white."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal

from pnp.frozen import frozen

Shade = Literal["black", "white", "neutral"]
Point = tuple[float, float]
# One step along each side of a ring, in axial coordinates; six of them lead around.
_STEPS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))


@frozen
class Cell:
    """A hexagon: axial coordinates, and its place as ring (0 is the centre), sextant (0 to 5) and step in it."""

    q: int
    r: int
    ring: int
    sextant: int
    step: int
    shade: Shade

    def centre(self, size: float) -> Point:
        """Where it is, x right and y down from the middle, for hexagons of that radius with a corner up."""
        return size * math.sqrt(3) * (self.q + self.r / 2), size * 1.5 * self.r


def board(side: int) -> tuple[Cell, ...]:
    """The cells of a hexagon with that many cells to a side: 1 + 3 side (side - 1)."""
    return tuple(_cells(side))


def _cells(side: int) -> Iterator[Cell]:
    yield Cell(0, 0, 0, 0, 0, "neutral")
    for ring in range(1, side):
        q, r = ring, -ring
        for sextant, (right, down) in enumerate(_STEPS):
            for step in range(ring):
                yield Cell(q, r, ring, sextant, step, _shade(ring, sextant, step))
                q, r = q + right, r + down


def _shade(ring: int, sextant: int, step: int) -> Shade:
    """A sixth of a turn changes every black cell for a white one, so there are as many of the one as of the other."""
    return "black" if (ring + sextant) % 2 else "white"
