"""Paths as commands, lines and cubic curves: those that are often wanted, and what is done to them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pnp.geometry.plane import CIRCLE, Box, Insets, Point, Transform, cubic, number, polar

Command = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); always absolute."""
Commands = tuple[Command, ...]
Loop = tuple[Point, ...]
"""Straight lines from point to point, and back to the first one."""


def polyline(points: Iterable[Point]) -> Commands:
    """Straight lines from point to point, left open."""
    return tuple(("L" if at else "M", x, y) for at, (x, y) in enumerate(points))


def polygon(points: Iterable[Point]) -> Commands:
    return (*polyline(points), ("Z",))


def line(x1: float, y1: float, x2: float, y2: float) -> Commands:
    return (("M", x1, y1), ("L", x2, y2))


def rectangle(box: Box, radius: float = 0.0) -> Commands:
    """A box, its corners rounded by `radius`."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if radius <= 0:
        return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    r = min(radius, box.width / 2, box.height / 2)
    k = r * (1 - CIRCLE)
    return (
        ("M", left + r, top), ("L", right - r, top), ("C", right - k, top, right, top + k, right, top + r),
        ("L", right, bottom - r), ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", left + r, bottom), ("C", left + k, bottom, left, bottom - k, left, bottom - r),
        ("L", left, top + r), ("C", left, top + k, left + k, top, left + r, top), ("Z",),
    )  # fmt: skip


def ellipse(x: float, y: float, rx: float, ry: float) -> Commands:
    """An ellipse of four cubic curves about (x, y)."""
    kx, ky = rx * CIRCLE, ry * CIRCLE
    return (
        ("M", x + rx, y), ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y), ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y), ("Z",),
    )  # fmt: skip


def joined(paths: Iterable[Commands]) -> Commands:
    """Several outlines as one path."""
    return tuple(command for path in paths for command in path)


def parted(commands: Iterable[Command]) -> list[Commands]:
    """The outlines that one path is made of."""
    found: list[list[Command]] = []
    for command in commands:
        if command[0] == "M":
            found.append([])
        found[-1].append(command)
    return [tuple(outline) for outline in found]


def circle(x: float, y: float, radius: float) -> Commands:
    return ellipse(x, y, radius, radius)


def hexagon(box: Box) -> Commands:
    """The hexagon that touches the four sides of a box, two of its corners at the ends of the longer way."""
    x, y = box.centre
    if box.width >= box.height:
        quarter = box.width / 4
        upper, lower = (
            ((x - quarter, box.top), (x + quarter, box.top)),
            ((x + quarter, box.bottom), (x - quarter, box.bottom)),
        )
        return polygon(((box.left, y), *upper, (box.right, y), *lower))
    quarter = box.height / 4
    right, left = (
        ((box.right, y - quarter), (box.right, y + quarter)),
        ((box.left, y + quarter), (box.left, y - quarter)),
    )
    return polygon(((x, box.top), *right, (x, box.bottom), *left))


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> Commands:
    """A regular polygon about (x, y), its first corner straight up, turned clockwise by `turn` degrees."""
    return polygon(polar(x, y, radius, turn + 360 * corner / corners) for corner in range(corners))


def arc(x: float, y: float, radius: float, start: float, end: float) -> Commands:
    """A part of a circle about (x, y), between two angles clockwise from straight up, at most a quarter of it."""
    handle = radius * 4 / 3 * math.tan(math.radians(end - start) / 4)
    (x1, y1), (x2, y2) = polar(x, y, radius, start), polar(x, y, radius, end)
    (u1, v1), (u2, v2) = polar(0, 0, handle, start + 90), polar(0, 0, handle, end - 90)
    return ("M", x1, y1), ("C", x1 + u1, y1 + v1, x2 + u2, y2 + v2, x2, y2)


def diamond(x: float, y: float, width: float, height: float) -> Commands:
    """A lozenge about (x, y), its first corner straight up."""
    return polygon(((x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y)))


def ribbon(box: Box, dent: float) -> Commands:
    """A band with a notch cut into either end, so deep as a share of its height."""
    deep, middle = box.height * dent, box.centre[1]
    one, two, three, four = box.corners
    return polygon((one, two, (box.right - deep, middle), three, four, (box.left + deep, middle)))


def points_of(command: Command) -> list[Point]:
    """The points that a command names: none to close a line, one, or a curve's two handles and its end."""
    _, *numbers = command
    return list(zip(numbers[0::2], numbers[1::2]))


def moved(commands: Iterable[Command], transform: Transform) -> Commands:
    """The path commands mapped by a transform."""
    return tuple(
        (command[0], *(value for x, y in points_of(command) for value in transform.apply(x, y))) for command in commands
    )


def loops(commands: Iterable[Command], steps: int = 8) -> Iterator[Loop]:
    """The outlines of a path as straight lines, so many for each curve."""
    points: list[Point] = []
    for command in commands:
        if command[0] == "M" and points:
            yield tuple(points)
            points = []
        if command[0] == "C":
            start, (one, other, end) = points[-1], points_of(command)
            points += [cubic(start, one, other, end, step / steps) for step in range(1, steps + 1)]
        else:
            points += points_of(command)
    if points:
        yield tuple(points)


def around(commands: Iterable[Command], reach: float = 0.0) -> Box:
    """The box around all points of a path, with as much again on every side as its line reaches."""
    return Box.over([point for command in commands for point in points_of(command)]).grown(Insets.even(reach))


def path_text(commands: Iterable[Command], places: int = 4) -> str:
    """A path as SVG writes it."""
    return " ".join(letter + " ".join(number(value, places) for value in values) for letter, *values in commands)


def curve_steps(start: Point, one: Point, other: Point, end: Point, tolerance: float) -> int:
    """How many chords of equal shares of a curve keep within the tolerance of it."""
    # The greatest second difference bounds how far they can be off.
    bend = max(
        math.hypot(*(p - 2 * q + r for p, q, r in zip(*three))) for three in ((start, one, other), (one, other, end))
    )
    return max(1, math.ceil(math.sqrt(0.75 * bend / tolerance)))


def flattened(commands: Iterable[Command], tolerance: float) -> Iterator[Loop]:
    """The outlines of a path as straight lines that keep within the tolerance of it, in millimetres."""
    points: list[Point] = []
    for command in commands:
        if command[0] == "M" and points:
            yield tuple(points)
            points = []
        if command[0] == "C":
            start, (one, other, end) = points[-1], points_of(command)
            steps = curve_steps(start, one, other, end, tolerance)
            points += [cubic(start, one, other, end, step / steps) for step in range(1, steps)]
            points.append(end)
        else:
            points += points_of(command)
    if points:
        yield tuple(points)
