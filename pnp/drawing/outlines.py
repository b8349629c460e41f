"""The outlines of glyphs as one path of cubic curves (for SVG, where text is printed as paths)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fontTools.pens.basePen import BasePen

if TYPE_CHECKING:
    from pnp.drawing.shapes import Command, Commands
    from pnp.geometry import Point


class _PathPen(BasePen):  # type: ignore[misc]
    """Collects curves in ems, y down, each glyph shifted to its place on the line."""

    def __init__(self, glyphs: Any, units: int) -> None:
        super().__init__(glyphs)
        self.commands: list[Command] = []
        self.right = self.up = 0.0
        self._units = units

    def _add(self, letter: str, *points: Point) -> None:
        ends = (((x + self.right) / self._units, -(y + self.up) / self._units) for x, y in points)
        self.commands.append((letter, *(value for end in ends for value in end)))

    def _moveTo(self, pt: Point) -> None:
        self._add("M", pt)

    def _lineTo(self, pt: Point) -> None:
        self._add("L", pt)

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self._add("C", pt1, pt2, pt3)

    def _closePath(self) -> None:
        self._add("Z")


def outline(glyphs: Any, units: int, places: Iterable[tuple[str, float, float]]) -> Commands:
    """The outlines in ems of a font's glyphs, each by its name and the place of its origin in the font's units."""
    pen = _PathPen(glyphs, units)
    for name, pen.right, pen.up in places:
        glyphs[name].draw(pen)
    return tuple(pen.commands)
