"""What fontTools draws, as commands of our own: letters, and paths of SVG."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from fontTools.pens.basePen import BasePen

from pnp.drawing.shapes import Command, Commands
from pnp.geometry import Point


class PathPen(BasePen):  # type: ignore[misc]
    """Collects the commands of what it draws."""

    def __init__(self, glyphs: Any = None) -> None:
        super().__init__(glyphs)
        self.commands: list[Command] = []

    def _moveTo(self, pt: Point) -> None:
        self.commands.append(("M", *map(float, pt)))

    def _lineTo(self, pt: Point) -> None:
        self.commands.append(("L", *map(float, pt)))

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self.commands.append(("C", *map(float, (*pt1, *pt2, *pt3))))

    def _closePath(self) -> None:
        self.commands.append(("Z",))


def outline(glyphs: Any, units: int, places: Iterable[tuple[str, float, float]]) -> Commands:
    """The outlines in ems, y down, of glyphs by their names and the places of their origins in the font's units."""
    commands: list[Command] = []
    for name, right, up in places:
        pen = PathPen(glyphs)
        glyphs[name].draw(pen)
        for letter, *numbers in pen.commands:
            ends = (((x + right) / units, -(y + up) / units) for x, y in zip(numbers[0::2], numbers[1::2]))
            commands.append((letter, *(value for end in ends for value in end)))
    return tuple(commands)
