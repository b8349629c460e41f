"""The outlines of SVG's basic shapes and paths, the boxes that they fill, and where markers stand on them.

Source: SVG 2, 9 (paths), 10 (basic shapes), 13.7 (markers).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator

from pnp.drawing.shapes import (
    Command,
    Commands,
    ellipse,
    line,
    points_of,
    polygon,
    polyline,
    rectangle,
)
from pnp.drawing.svg_values import MOST_NUMBER, plain_numbers
from pnp.geometry import CIRCLE, Box, Point, cubic
from pnp.geometry.path_text import readable_commands

_LEAST = 1e-12
_NOWHERE = (0.0, 0.0)

Value = Callable[[str, str], float | None]
"""The number that an attribute says, a share of its `x`, `y` or `d`(iagonal) where it says so; None for none."""


def commands_of(tag: str, text: Callable[[str], str], value: Value) -> Commands:
    """The outline of an element; empty where it draws nothing. `text` gives an attribute as it is written."""
    if tag == "path":
        return readable_commands(text("d"))
    if tag in ("polygon", "polyline"):
        numbers = plain_numbers(text("points")) or []
        points = list(zip(numbers[0::2], numbers[1::2]))
        if not points:
            return ()
        return polygon(points) if tag == "polygon" else polyline(points)
    if tag == "rect":
        return _rounded(value)
    if tag == "line":
        return line(*(value(name, name[0]) or 0.0 for name in ("x1", "y1", "x2", "y2")))
    x, y = value("cx", "x") or 0.0, value("cy", "y") or 0.0
    if tag == "circle":
        rx = ry = value("r", "d") or 0.0
    else:
        across, down = value("rx", "x"), value("ry", "y")
        rx, ry = across if across is not None else down or 0.0, down if down is not None else across or 0.0
    return ellipse(x, y, rx, ry) if min(rx, ry) > 0 else ()


def _rounded(value: Value) -> Commands:
    left, top = value("x", "x") or 0.0, value("y", "y") or 0.0
    width, height = value("width", "x") or 0.0, value("height", "y") or 0.0
    if min(width, height) <= 0:
        return ()
    across, down = (each if each is not None and each >= 0 else None for each in (value("rx", "x"), value("ry", "y")))
    rx, ry = across if across is not None else down or 0.0, down if down is not None else across or 0.0
    rx, ry = min(rx, width / 2), min(ry, height / 2)
    box = Box(left, top, left + width, top + height)
    if rx == ry or min(rx, ry) <= 0:
        return rectangle(box, min(rx, ry))
    k, m = rx * (1 - CIRCLE), ry * (1 - CIRCLE)
    right, bottom = box.right, box.bottom
    return (
        ("M", left + rx, top), ("L", right - rx, top), ("C", right - k, top, right, top + m, right, top + ry),
        ("L", right, bottom - ry), ("C", right, bottom - m, right - k, bottom, right - rx, bottom),
        ("L", left + rx, bottom), ("C", left + k, bottom, left, bottom - m, left, bottom - ry),
        ("L", left, top + ry), ("C", left, top + m, left + k, top, left + rx, top), ("Z",),
    )  # fmt: skip


def opened(commands: Commands) -> Commands:
    """The commands with a move after each closed outline that goes on without one, as PDF and markers want it."""
    found: list[Command] = []
    start: Command = ("M", 0.0, 0.0)
    for command in commands:
        if command[0] != "M" and found and found[-1][0] == "Z" and command[0] != "Z":
            found.append(start)
        if command[0] == "M":
            start = command
        found.append(command)
    return tuple(found)


def exact_box(commands: Iterable[Command]) -> Box | None:
    """The smallest box around a path, where curves reach and not their handles; None for nothing."""
    points: list[Point] = []
    at: Point = (0.0, 0.0)
    for command in commands:
        ends = points_of(command)
        if command[0] == "C":
            points += _extremes(at, *ends)
        else:
            points += ends
        at = ends[-1] if ends else at
    return Box.over(points) if points else None


def _extremes(start: Point, one: Point, other: Point, end: Point) -> Iterator[Point]:
    yield from (start, end)
    for a, b, c, d in zip(start, one, other, end):
        if min(a, d) <= min(b, c) and max(b, c) <= max(a, d):
            continue
        # Where the derivative is nothing.
        p, q, r = -a + 3 * b - 3 * c + d, 2 * (a - 2 * b + c), b - a
        for share in _roots(3 * p, 3 * q, 3 * r):
            if 0 < share < 1:
                yield cubic(start, one, other, end, share)


def _roots(a: float, b: float, c: float) -> Iterator[float]:
    if abs(a) < _LEAST:
        if abs(b) > _LEAST:
            yield -c / b
        return
    inner = b * b - 4 * a * c
    if inner >= 0:
        root = math.sqrt(inner)
        yield from ((-b + root) / (2 * a), (-b - root) / (2 * a))


Vertex = tuple[Point, float]
"""A point of a path, and the direction in degrees in which it leads there."""


def vertices(commands: Commands) -> list[Vertex]:
    """The points on which markers stand: the first, those between, the last."""
    points: list[Point] = []
    arriving: list[Point] = []
    leaving: list[Point] = []
    begun = 0
    for command in opened(commands):
        if command[0] == "M":
            begun = len(points)
            points.append(points_of(command)[0])
            arriving.append(_NOWHERE)
            leaving.append(_NOWHERE)
            continue
        ends = [points[begun]] if command[0] == "Z" else points_of(command)
        out, into = _ways([points[-1], *ends])
        leaving[-1] = out
        points.append(ends[-1])
        arriving.append(into)
        leaving.append(_NOWHERE)
        if command[0] == "Z":  # both ends of a closed outline are one corner
            way = into if into != _NOWHERE else arriving[-2]
            arriving[begun], arriving[-1], leaving[-1] = way, way, leaving[begun]
    return [(point, _between(one, other)) for point, one, other in zip(points, arriving, leaving)]


def _ways(points: list[Point]) -> tuple[Point, Point]:
    """The directions at both ends of a segment, by its nearest points that lie elsewhere."""

    def way(ordered: list[Point]) -> Point:
        first = ordered[0]
        return next(((x - first[0], y - first[1]) for x, y in ordered[1:] if (x, y) != first), _NOWHERE)

    back = way(points[::-1])
    return way(points), (-back[0], -back[1])


def _between(arriving: Point, leaving: Point) -> float:
    """The direction halfway between two, in degrees."""
    angles = [math.atan2(y, x) for x, y in (arriving, leaving) if (x, y) != _NOWHERE]
    if not angles:
        return 0.0
    if len(angles) == 1:
        return math.degrees(angles[0])
    x, y = math.fsum(map(math.cos, angles)), math.fsum(map(math.sin, angles))
    if math.hypot(x, y) < 1e-9:
        return math.degrees(angles[0]) + 90
    return math.degrees(math.atan2(y, x))


def apart(boxes: list[Box]) -> bool:
    """Whether no two boxes overlap."""
    ordered = sorted(boxes, key=lambda box: box.left)
    for at, box in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.left >= box.right:
                break
            if other.top < box.bottom and box.top < other.bottom:
                return False
    return True


def farthest(commands: Commands) -> float:
    """The largest number of an outline, whatever its sign; infinite where one is none, or lies beyond all pages."""
    numbers = [number for command in commands for number in command[1:]]
    highest, lowest = max(numbers, default=0.0), min(numbers, default=0.0)
    most = max(highest, -lowest)
    return most if most <= MOST_NUMBER and math.isfinite(math.fsum(numbers)) else math.inf


def has_area(commands: Commands) -> bool:
    """Whether an outline of few commands is more than a line, or several on one."""
    if all(command[0] != "C" for command in commands):
        corners = {command[1:] for command in commands if len(command) > 1}
        return len(corners) > 2 and all(len(set(ways)) > 1 for ways in zip(*corners))
    box = exact_box(commands)
    return box is not None and min(box.width, box.height) > 0
