"""The outlines of text as one path of cubic curves (for SVG, where text is printed as paths)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fontTools.pens.basePen import BasePen

if TYPE_CHECKING:
    from pnp.drawing.shapes import Command
    from pnp.drawing.shaping import Glyph


class _PathPen(BasePen):  # type: ignore[misc]
    """Collects curves in ems, y down, each glyph shifted to its place on the line."""

    def __init__(self, glyphs: Any, units: int) -> None:
        super().__init__(glyphs)
        self.commands: list[Command] = []
        self.advance = 0.0
        self.rise = 0.0
        self._units = units

    def _place(self, point: tuple[float, float]) -> tuple[float, float]:
        return (point[0] + self.advance) / self._units, -(point[1] + self.rise) / self._units

    def _moveTo(self, pt: tuple[float, float]) -> None:
        self.commands.append(("M", *self._place(pt)))

    def _lineTo(self, pt: tuple[float, float]) -> None:
        self.commands.append(("L", *self._place(pt)))

    def _curveToOne(self, pt1: tuple[float, float], pt2: tuple[float, float], pt3: tuple[float, float]) -> None:
        self.commands.append(("C", *self._place(pt1), *self._place(pt2), *self._place(pt3)))

    def _closePath(self) -> None:
        self.commands.append(("Z",))


def text_outline(font: Any, text: str) -> tuple[Command, ...]:
    """The glyph outlines of a line of text in ems; every character must be in the font."""
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    pen = _PathPen(glyphs, font["head"].unitsPerEm)
    for char in text:
        glyph = glyphs[names[ord(char)]]
        glyph.draw(pen)
        pen.advance += glyph.width
    return tuple(pen.commands)


def glyphs_outline(font: Any, line: Iterable[Glyph]) -> tuple[Command, ...]:
    """The outlines of glyphs where they stand on their line, in ems."""
    glyphs, units = font.getGlyphSet(), font["head"].unitsPerEm
    pen = _PathPen(glyphs, units)
    for glyph in line:
        pen.advance, pen.rise = glyph.x * units, glyph.y * units
        glyphs[font.getGlyphName(glyph.number)].draw(pen)
    return tuple(pen.commands)
