"""Letters as an engraver cuts them, in outline and shaded with level lines, for printing that saves ink."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, line
from pnp.geometry import Box

_PITCH, _SHADING, _OUTLINE = 1.2, 0.15, 0.36
_BEYOND = 3.0  # how far below its baseline a letter may reach


def hatched(outline: tuple[Command, ...], box: Box, colour: Colour) -> Iterator[Shape]:
    """The outline of what stands in the box, its inside shaded."""
    count = int((box.height + _BEYOND) / _PITCH) + 1
    rows = (box.top + at * _PITCH for at in range(count))
    shading = tuple(command for y in rows for command in line(box.left - 1, y, box.right + 1, y))
    yield Group((Path(shading, None, Stroke(colour, _SHADING)),), clip=Path(outline))
    yield Path(outline, None, Stroke(colour, _OUTLINE, join="round"))
