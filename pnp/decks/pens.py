"""How the lines of elements are drawn: their strokes, and the arrows, dots and bars at their ends."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.decks.outlines import direction, reversed_way
from pnp.definition.contents import LineEnd, Pen
from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Commands, Path, Stroke, circle, points_of, polygon
from pnp.geometry import Point

_ARROW, _LEAST_ARROW = 4.5, 1.8  # line widths and mm: how long an arrow is
_SPREAD = 0.4  # how far its barbs lie from the line, in lengths
_DOT, _LEAST_DOT = 1.6, 0.5
_BAR, _LEAST_BAR = 2.0, 0.8
_MOST_OFF = 0.9  # of the last part of a way
_OVERLAP = 0.5  # how far an arrow covers the line, in lengths


def stroke_of(pen: Pen, colour: Colour) -> Stroke:
    """The stroke of a pen."""
    return Stroke(colour, pen.width, pen.dash, pen.cap, "miter" if pen.join == "mitre" else pen.join)


def with_ends(commands: Commands, pen: Pen, colour: Colour) -> Iterator[Path]:
    """A way as a line, with what stands at its ends."""
    way, signs = commands, []
    for end, at_end in ((pen.tail, False), (pen.head, True)):
        if end != "none":
            reach = _arrow(pen.width) if end == "arrow" else 0.0
            signs.append(_sign(end, *direction(commands, at_end, reach), pen.width))
        if end == "arrow":
            way = _shortened(way, at_end, (1 - _OVERLAP) * _arrow(pen.width))
    yield Path(way, None, stroke_of(pen, colour))
    for sign in signs:
        yield Path(sign, colour)


def _arrow(width: float) -> float:
    return max(_ARROW * width, _LEAST_ARROW)


def _sign(end: LineEnd, tip: Point, way: Point, width: float) -> Commands:
    """What stands at an end of a line that goes on in that direction."""

    def place(along: float, across: float) -> Point:
        return tip[0] + way[0] * along - way[1] * across, tip[1] + way[1] * along + way[0] * across

    match end:
        case "arrow":
            length = _arrow(width)
            return polygon((tip, place(-length, length * _SPREAD), place(-length, -length * _SPREAD)))
        case "dot":
            return circle(*tip, max(_DOT * width, _LEAST_DOT))
        case _:
            half, reach = width / 2, max(_BAR * width, _LEAST_BAR)
            return polygon((place(-half, reach), place(half, reach), place(half, -reach), place(-half, -reach)))


def _shortened(commands: Commands, at_end: bool, by: float) -> Commands:
    """The way without so much of its end, or of its beginning; never turned round."""
    way = commands if at_end else reversed_way(commands)
    (x, y), (across, down) = direction(way, at_end=True, reach=by)
    by = min(by, math.dist((x, y), points_of(way[-2])[-1]) * _MOST_OFF)
    letter, points = way[-1][0], points_of(way[-1])
    for at in range(len(points))[-2:]:  # the end, and the handle of a curve before it
        points[at] = points[at][0] - across * by, points[at][1] - down * by
    way = (*way[:-1], (letter, *(number for point in points for number in point)))
    return way if at_end else reversed_way(way)
