"""Ornaments as on old charts, of any size and place: rhumb lines, roses, scale bars, shields and ribbons."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, circle, line, moved, polygon, rectangle
from pnp.geometry import Box, Transform

Commands = tuple[Command, ...]
Point = tuple[float, float]

# A rose's points in the order they are drawn: how many, turned by how much, how long and wide as shares of the radius.
_POINTS = ((8, 22.5 / 2, 0.5, 0.07), (4, 22.5, 0.62, 0.1), (4, 45.0, 0.78, 0.15), (4, 0.0, 1.0, 0.2))


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def joined(paths: Iterable[Commands]) -> Commands:
    return tuple(command for path in paths for command in path)


def half_turn(centre: Point) -> Transform:
    """Upside down about a point."""
    return Transform.rotated(180).then(Transform.moved(2 * centre[0], 2 * centre[1]))


def twice(shapes: Iterable[Shape], centre: Point) -> tuple[Group, Group]:
    """A half of a drawing and the same half turned about the centre: together they turn into themselves."""
    half = tuple(shapes)
    return Group(half), Group(half, half_turn(centre))


def rhumbs(x: float, y: float, inner: float, outer: float, count: int, turn: float = 0.0) -> Commands:
    """Lines of bearing that run from a ring about (x, y)."""
    angles = (turn + 360 * at / count for at in range(count))
    return joined(line(*polar(x, y, inner, angle), *polar(x, y, outer, angle)) for angle in angles)


def half_rose(x: float, y: float, radius: float, light: Colour, dark: Colour, width: float) -> Iterator[Shape]:
    """The eastern half of a compass rose of twenty points: every point light on one side and dark on the other."""
    for count, turn, length, breadth in _POINTS:
        angles = [angle for at in range(2 * count) if 0 <= (angle := turn + 360 / count * at) < 180]
        waist = radius * breadth
        for angle in angles:
            tip, centre = polar(x, y, radius * length, angle), (x, y)
            sides = [polar(x, y, waist, angle + lean * 45) for lean in (-1, 1)]
            yield Path(polygon((centre, sides[0], tip)), light, Stroke(dark, width, join="round"))
            yield Path(polygon((centre, sides[1], tip)), dark, Stroke(dark, width, join="round"))


def scale_bar(box: Box, blocks: int) -> Commands:
    """Every second block of a bar, lying or upright, as charts count miles."""
    lying = box.width >= box.height
    step = (box.width if lying else box.height) / blocks
    for_block = (
        Box(box.left + at * step, box.top, box.left + (at + 1) * step, box.bottom)
        if lying
        else Box(box.left, box.top + at * step, box.right, box.top + (at + 1) * step)
        for at in range(0, blocks, 2)
    )
    return joined(rectangle(block) for block in for_block)


def shield(x: float, y: float, height: float) -> Commands:
    """A heater shield about (x, y)."""
    half, top, bottom = height * 0.44, y - height / 2, y + height / 2
    shoulder = top + height * 0.42
    return (
        ("M", x - half, top), ("L", x + half, top), ("L", x + half, shoulder),
        ("C", x + half, top + height * 0.72, x + half * 0.45, bottom - height * 0.1, x, bottom),
        ("C", x - half * 0.45, bottom - height * 0.1, x - half, top + height * 0.72, x - half, shoulder), ("Z",),
    )  # fmt: skip


def ribbon(box: Box) -> Commands:
    """A band with a notch cut into either end."""
    dent, middle = box.height * 0.3, box.centre[1]
    return polygon(
        ((box.left, box.top), (box.right, box.top), (box.right - dent, middle), (box.right, box.bottom),
         (box.left, box.bottom), (box.left + dent, middle))
    )  # fmt: skip


def diamond(x: float, y: float, width: float, height: float) -> Commands:
    return polygon(((x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y)))


def ring_of(mark: Commands, x: float, y: float, count: int, turn: float = 0.0) -> Commands:
    """A mark drawn at the top of the circle about (x, y), repeated around it."""
    return joined(
        moved(
            mark,
            Transform.moved(-x, -y).then(Transform.rotated(turn + 360 * at / count)).then(Transform.moved(x, y)),
        )
        for at in range(count)
    )


def dots(points: Iterable[Point], radius: float) -> Commands:
    return joined(circle(x, y, radius) for x, y in points)
