"""What areas and lines are painted with: one colour, a gradient along a line or from a point, or a tile laid again and
again. Millimetres of the shape that is painted, unless a transform leads there from units of the paint's own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from pnp.drawing.colour import Colour
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Point, Transform

if TYPE_CHECKING:
    from pnp.drawing.shapes import Shape

Spread = Literal["pad", "reflect", "repeat"]
"""What is beyond the ends of a gradient: its last colours, or the gradient again, there and back or from its start."""
_MOST_PERIODS = 64
_LEAST = 1e-9
_JUMP = 0.125  # of its length, by which a gradient is made longer where it ends in a jump


@frozen
class Stop:
    """A colour of a gradient, how far along it stands (0 to 1), and how much it covers (0 to 1)."""

    offset: float
    colour: Colour
    opacity: float = 1.0


@frozen
class LinearGradient:
    """Colours that change from `start` to `end`; the stops are in order, and there is one at least."""

    start: Point
    end: Point
    stops: tuple[Stop, ...]
    spread: Spread = "pad"
    transform: Transform = IDENTITY


@frozen
class RadialGradient:
    """Colours that change from the focus, which is inside of the circle (its centre unless told), to the circle."""

    centre: Point
    radius: float
    stops: tuple[Stop, ...]
    focus: Point | None = None
    spread: Spread = "pad"
    transform: Transform = IDENTITY


@frozen
class Tiling:
    """Shapes that are drawn in a cell, cut off at its edge, and in every cell beside it."""

    cell: Box
    shapes: tuple[Shape, ...]
    transform: Transform = IDENTITY


Gradient = LinearGradient | RadialGradient
Paint = Colour | LinearGradient | RadialGradient | Tiling


@frozen
class Blend:
    """A piece of a gradient from one share of its way (0 to 1) to another, and the colours at both ends."""

    start: float
    end: float
    first: Colour
    last: Colour


def blends(gradient: Gradient) -> Iterator[Blend]:
    """The pieces of a gradient from 0 to 1; those without length, where a colour ends abruptly, are left out."""
    stops = gradient.stops
    edges = (replace(stops[0], offset=0.0), *stops, replace(stops[-1], offset=1.0))
    for one, other in pairwise(edges):
        if other.offset - one.offset > _LEAST:
            yield Blend(one.offset, other.offset, one.colour, other.colour)


def lets_through(paint: Paint | None) -> bool:
    """Whether a gradient has a stop that does not cover."""
    return isinstance(paint, Gradient) and any(stop.opacity < 1 for stop in paint.stops)


def covering(gradient: Gradient) -> Gradient:
    """The gradient with the same colours that hide what is below."""
    return replace(gradient, stops=tuple(replace(stop, opacity=1.0) for stop in gradient.stops))


def cover_of(gradient: Gradient) -> Gradient:
    """How much the gradient covers, as greys from black for nothing to white for all."""
    greys = ((stop.offset, Colour(stop.opacity, stop.opacity, stop.opacity)) for stop in gradient.stops)
    return replace(gradient, stops=tuple(Stop(offset, grey) for offset, grey in greys))


def padded(gradient: Gradient, box: Box) -> Gradient:
    """A gradient that ends in its last colours, without a jump at its ends, and looks the same within the box."""
    if gradient.spread == "pad":
        return _beyond_jumps(gradient)
    corners = [gradient.transform.back(x, y) for x, y in box.corners]
    if isinstance(gradient, LinearGradient):
        return _padded_line(gradient, corners)
    focus = gradient.focus or gradient.centre
    room = gradient.radius - math.dist(focus, gradient.centre)
    last = _bounded(math.ceil(max(math.dist(corner, focus) for corner in corners) / max(room, _LEAST)))
    return _wider(gradient, last, _repeated(gradient, 0, last))


def _wider(gradient: RadialGradient, times: float, stops: tuple[Stop, ...]) -> RadialGradient:
    """A gradient whose circle is so many times as large, with these stops, which ends in its last colours."""
    # Each circle of the pencil is known by where it stands between the focus and the circle, and beyond.
    (x, y), (from_x, from_y) = gradient.centre, gradient.focus or gradient.centre
    far = from_x + times * (x - from_x), from_y + times * (y - from_y)
    return RadialGradient(far, times * gradient.radius, stops, (from_x, from_y), "pad", gradient.transform)


def _beyond_jumps(gradient: Gradient) -> Gradient:
    """A gradient that goes on a little with the colour that comes beyond its end, where that is not its last one."""
    stops = gradient.stops
    before = _JUMP if isinstance(gradient, LinearGradient) and stops[0].offset <= 0 and _jumps(stops[:2]) else 0.0
    after = _JUMP if stops[-1].offset >= 1 and _jumps(stops[-2:]) else 0.0
    if not before and not after:
        return gradient
    whole = before + 1 + after
    ends = replace(stops[0], offset=-before), *stops, replace(stops[-1], offset=1 + after)
    stops = tuple(replace(stop, offset=(before + stop.offset) / whole) for stop in ends)
    if isinstance(gradient, RadialGradient):
        return _wider(gradient, whole, stops)
    (x, y), (across, down) = gradient.start, _between(gradient.start, gradient.end)
    start, end = ((x + across * share, y + down * share) for share in (-before, 1 + after))
    return replace(gradient, start=start, end=end, stops=stops)


def _jumps(pair: tuple[Stop, ...]) -> bool:
    """Whether two stops stand in one place with different colours."""
    return len(pair) == 2 and pair[1].offset - pair[0].offset <= _LEAST and pair[0].colour != pair[1].colour


def _padded_line(gradient: LinearGradient, corners: list[Point]) -> LinearGradient:
    (x, y), (across, down) = gradient.start, _between(gradient.start, gradient.end)
    length = across * across + down * down
    shares = [((u - x) * across + (v - y) * down) / length for u, v in corners]
    first = math.floor(min(shares))
    last = first + _bounded(math.ceil(max(shares)) - first)
    ends = [(x + across * share, y + down * share) for share in (first, last)]
    return replace(gradient, start=ends[0], end=ends[1], stops=_repeated(gradient, first, last), spread="pad")


def _bounded(periods: int) -> int:
    return max(1, min(periods, _MOST_PERIODS))


def _repeated(gradient: Gradient, first: int, last: int) -> tuple[Stop, ...]:
    """The stops of so many periods one after the other, from 0 to 1."""
    stops = gradient.stops
    period = (replace(stops[0], offset=0.0), *stops, replace(stops[-1], offset=1.0))
    back = tuple(replace(stop, offset=1.0 - stop.offset) for stop in reversed(period))
    found: list[Stop] = []
    for at in range(first, last):
        turned = gradient.spread == "reflect" and at % 2 != 0
        for stop in back if turned else period:
            found.append(replace(stop, offset=(at - first + stop.offset) / (last - first)))
    return tuple(found)


def _between(start: Point, end: Point) -> Point:
    return end[0] - start[0], end[1] - start[1]
