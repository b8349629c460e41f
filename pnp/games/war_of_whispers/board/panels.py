"""A box, its contents and the chart's colours in; what the councils and the ring of phases are built of out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import Colour
from pnp.drawing.face import Style
from pnp.drawing.shapes import Path, Shape, Stroke, circle, moved, polygon, rectangle
from pnp.games.war_of_whispers.board.inks import Inks
from pnp.games.war_of_whispers.faces.lettering import display
from pnp.geometry import Box, Insets, Transform

_CORNER = 1.6
_TURNS = {"right": 0.0, "down": 90.0, "left": 180.0, "up": 270.0}


def panel(box: Box, inks: Inks) -> Iterator[Shape]:
    """A sheet of paper with a strong and a thin line around it."""
    yield Path(rectangle(box, _CORNER), inks.panel, Stroke(inks.line, 0.45 * inks.pen))
    yield Path(rectangle(box.grown(Insets.even(-0.9)), _CORNER * 0.6), None, Stroke(inks.line, 0.13))


def spot(
    x: float, y: float, diameter: float, number: str, colour: Colour, inks: Inks, style: Style
) -> Iterator[Shape]:  # fmt: skip
    """Where a round piece is put: a ring a little wider than the piece, and a pale number that the piece covers."""
    radius = diameter / 2 + 0.6
    yield Path(circle(x, y, radius), inks.paper, Stroke(colour, 0.8 * inks.pen))
    yield Path(circle(x, y, radius - 1.1), None, Stroke(colour, 0.2, (0.01, 0.75), "round"))
    pale = colour.mixed(inks.paper, 0.55)
    yield display(number, (x, y), radius * 0.72, 2 * radius - 3.5, pale, style)


def arrow(x: float, y: float, way: str, colour: Colour, size: float = 2.6) -> Path:
    """A solid arrowhead with a short tail, pointing right, down, left or up."""
    s = size / 2
    shape = ((-s, -s * 0.36), (0, -s * 0.36), (0, -s), (s * 1.15, 0), (0, s), (0, s * 0.36), (-s, s * 0.36))
    turn = Transform.rotated(_TURNS[way]).then(Transform.moved(x, y))
    return Path(moved(polygon(shape), turn), colour)
