"""Pages of a small book for tests of booklets and zines: a column of text each, or a ground that fills the page."""

from __future__ import annotations

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT
from pnp.drawing.shapes import Group, Path, Shape, Text, rectangle
from pnp.geometry import Box, Size, Transform, Trim
from pnp.imposition.plan import Placement

A5 = Size(148, 210)
RED = Colour.parse("#aa3322")


def page(number: int, size: Size = A5, inner: float = 15.0, full: bool = False, bleed: float = 0.0) -> Face:
    """Odd pages lie right of the fold; text keeps `inner` millimetres from the fold and 8 from every other edge."""
    left, right = (inner, size.width - 8) if number % 2 else (8, size.width - inner)
    text = Text(left, 20, f"page {number}", TEXT, 9, BLACK)
    column = Group((text, Path(rectangle(Box(left, 24, right, size.height - 8)), RED)), role="paragraph")
    ground = Group((Path(rectangle(Box(0, 0, size.width, size.height)), RED),), role="background")
    shapes: tuple[Shape, ...] = (ground, column) if full else (column,)
    return Face(f"book/page-{number}", Trim(size, bleed=bleed, safe=0.0), shapes)


def pages(count: int, size: Size = A5, inner: float = 15.0, full: tuple[int, ...] = ()) -> tuple[Face, ...]:
    return tuple(page(number, size, inner, number in full) for number in range(1, count + 1))


def number(placement: Placement) -> int:
    """The number of the page that lies there."""
    return int(placement.face.rpartition("-")[2])


def up(transform: Transform) -> tuple[float, float]:
    """Where a page's head points, on the sheet: (0, -1) for a page that stands upright."""
    return round(-transform.c, 6) + 0.0, round(-transform.d, 6) + 0.0
