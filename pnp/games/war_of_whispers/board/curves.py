"""Smooth curves through the points of a border: their paths, how long they are, what they cross and enclose."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from pnp.drawing.shapes import Command, Commands
from pnp.geometry import Box, Point, cubic, winding

Line = tuple[Point, ...]

_STEPS = 4  # straight pieces that measure one span of a curve


def _spans(points: Line) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Start, two control points and end of each span: a Catmull-Rom curve, which passes through every point."""
    closed = points[0] == points[-1]
    before, after = (points[-2], points[1]) if closed else (points[0], points[-1])
    around = (before, *points, after)
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in zip(around, around[1:], around[2:], around[3:]):
        first = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        second = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        yield (x1, y1), first, second, (x2, y2)


def curve(points: Line) -> Commands:
    """The curve as a path, in hundredths of a millimetre; it begins with its first point."""
    commands: list[Command] = [("M", *points[0])]
    for _, (x1, y1), (x2, y2), end in _spans(points):
        commands.append(("C", round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2), *end))
    return tuple(commands)


def flattened(points: Line) -> Line:
    """The curve as straight pieces, for measuring."""
    found: list[Point] = []
    for span in _spans(points):
        for step in range(_STEPS):
            found.append(cubic(*span, step / _STEPS))
    return (*found, points[-1])


def length(line: Sequence[Point]) -> float:
    return math.fsum(map(math.dist, line, line[1:]))


def area(loop: Sequence[Point]) -> float:
    """Of a closed loop; positive when it runs clockwise on paper."""
    return math.fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0]))) / 2


def holds(loop: Sequence[Point], corners: Sequence[Point]) -> bool:
    """Whether a closed loop holds the whole of a convex shape: a corner of it, and no edge of the loop cuts it."""
    if winding(loop, *corners[0]) % 2 == 0:
        return False
    box, sides = Box.over(corners), list(zip(corners, (*corners[1:], corners[0])))
    return not any(
        Box.over((a, b)).overlap(box) >= 0 and any(crosses(a, b, *side) for side in sides)
        for a, b in zip(loop, (*loop[1:], loop[0]))
    )


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the pieces from a to b and from c to d cut through one another; touching ends do not count."""
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def first_crossing(lines: Iterable[tuple[str, Line]]) -> tuple[str, str, Point] | None:
    """The first two of the named lines that cut through one another (or one through itself), and where."""
    cell = 2.0  # millimetres; a piece of border is about as long
    cells: dict[tuple[int, int], list[tuple[str, Point, Point]]] = {}
    for name, line in lines:
        for a, b in pairwise(line):
            for key in _cells(a, b, cell):
                for other, c, d in cells.get(key, ()):
                    if crosses(a, b, c, d):
                        return other, name, a
                cells.setdefault(key, []).append((name, a, b))
    return None


def _cells(a: Point, b: Point, cell: float) -> Iterator[tuple[int, int]]:
    for column in range(int(min(a[0], b[0]) // cell), int(max(a[0], b[0]) // cell) + 1):
        for row in range(int(min(a[1], b[1]) // cell), int(max(a[1], b[1]) // cell) + 1):
            yield column, row
