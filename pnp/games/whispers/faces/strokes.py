"""Points and radii in; the shapes that a knife leaves in lino out: notched panels, toothed glows, wedges."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence

from pnp.drawing.shapes import Command, polygon
from pnp.geometry import Box, Insets, Size

_ROUND = 0.5522847498  # control points of a quarter circle
Point = tuple[float, float]
Commands = tuple[Command, ...]


def rounded(corners: Sequence[Point], radius: float) -> Commands:
    """A polygon of right angles with every corner rounded, inner ones as well."""
    commands: list[Command] = []
    for at, corner in enumerate(corners):
        start = _towards(corner, corners[at - 1], radius)
        end = _towards(corner, corners[(at + 1) % len(corners)], radius)
        first = _towards(start, corner, radius * _ROUND)
        second = _towards(end, corner, radius * _ROUND)
        commands += [("L" if at else "M", *start), ("C", *first, *second, *end)]
    return (*commands, ("Z",))


def notched(box: Box, notch: Size, radius: float) -> Commands:
    """A box without its top left and bottom right corners; half a turn maps it onto itself."""
    inner = box.grown(Insets(-notch.width, -notch.height, -notch.width, -notch.height))
    corners = (
        (inner.left, box.top), (box.right, box.top), (box.right, inner.bottom), (inner.right, inner.bottom),
        (inner.right, box.bottom), (box.left, box.bottom), (box.left, inner.top), (inner.left, inner.top),
    )  # fmt: skip
    return rounded(corners, radius)


def star(x: float, y: float, outer: float, inner: float, teeth: int) -> Commands:
    """A disc of light with a toothed rim."""
    return polygon(_polar(x, y, inner if at % 2 else outer, 180 * at / teeth) for at in range(2 * teeth))


def wedges(x: float, y: float, inner: float, outer: float, width: float, count: int) -> Commands:
    """Cuts that run outwards, thickest a third of the way."""
    cuts = (_wedge(x, y, inner, outer, width, 360 * at / count) for at in range(count))
    return tuple(command for cut in cuts for command in cut)


def bars(x: float, y: float, ring: tuple[float, float], angles: Iterable[float], half: float) -> Commands:
    """Edge spots: blocks between two radii, `half` degrees to either side of each angle."""
    inner, outer = ring
    spots = (polygon((*_arc(x, y, outer, at, half), *_arc(x, y, inner, at, -half))) for at in angles)
    return tuple(command for spot in spots for command in spot)


def _wedge(x: float, y: float, inner: float, outer: float, width: float, angle: float) -> Commands:
    waist = inner + (outer - inner) / 3
    spread = math.degrees(width / 2 / waist)
    around = ((inner, 0.0), (waist, spread), (outer, 0.0), (waist, -spread))
    return polygon(_polar(x, y, radius, angle + turn) for radius, turn in around)


def _arc(x: float, y: float, radius: float, angle: float, half: float) -> Iterator[Point]:
    for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
        yield _polar(x, y, radius, angle + share * half)


def _polar(x: float, y: float, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
