"""A card's trim in; where corners and pips stand, in millimetres about the card's centre, out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pnp.definition.model import Row
from pnp.drawing.shapes import Group, Shape
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.games.whistler.faces.art import HALF_TURN
from pnp.geometry import Box, Size, Transform, Trim

_DRAWN = Size(63.5, 88.9)  # the card that all the drawings are made for
_PIP_REACH = (11.6, 27.6)  # from the card's centre to the outermost pips, across and down
_INDEX_MIDDLE = 24.4  # from the card's centre to the middle of the corners' column
_INDEX_TOP = 40.6

PIP = 11.6
"""How high the box of a pip is."""


@frozen
class Pip:
    """Where a pip stands, and how far it is turned."""

    x: float
    y: float
    turn: float


@frozen
class Layout:
    """Measures of one card: everything is placed about its centre, in the millimetres of a poker card."""

    trim: Trim

    @property
    def scale(self) -> float:
        size = self.trim.size
        return min(size.width / _DRAWN.width, size.height / _DRAWN.height)

    @property
    def reach(self) -> Box:
        """The bleed's box about the centre."""
        outer = self.trim.bleed_box
        return Box.around(0, 0, Size(outer.width / self.scale, outer.height / self.scale))

    @property
    def corner(self) -> Box:
        """The column in the upper left that must read in a fan."""
        half = _DRAWN.width / 2 - _INDEX_MIDDLE - self.trim.safe / self.scale
        return Box(-_INDEX_MIDDLE - half, -_INDEX_TOP, -_INDEX_MIDDLE + half, -_INDEX_TOP + 21)

    def centred(self, *shapes: Shape) -> Group:
        """Shapes about the centre, brought onto the card."""
        return Group(shapes, Transform.scaled(self.scale).then(Transform.moved(*self.trim.box.centre)))


def twice(*shapes: Shape) -> tuple[Group, Group]:
    """What stands upright, and again for whoever sits opposite."""
    return Group(shapes), Group(shapes, HALF_TURN)


def pips_of(rows: Sequence[Row]) -> Mapping[str, tuple[Pip, ...]]:
    """The pips of every rank; those of the lower half stand on their heads."""
    found: dict[str, tuple[Pip, ...]] = {}
    for row in rows:
        found[row["rank"]] = (*found.get(row["rank"], ()), _pip(row))
    return found


def _pip(row: Row) -> Pip:
    try:
        across, down = Fraction(row["column"]), Fraction(row["row"])
    except (ValueError, ZeroDivisionError) as failure:
        message = "column and row of a pip are numbers such as -1 or 1/3"
        raise InputInvalid([Finding("error", "pips", f"{row.file}:{row.line}", message)]) from failure
    return Pip(float(across) * _PIP_REACH[0], float(down) * _PIP_REACH[1], 180.0 if down > 0 else 0.0)
