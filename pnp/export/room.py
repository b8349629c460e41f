"""How a table without depth is laid out: things side by side in rows, all to one scale, as large as the room allows."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pnp.frozen import frozen
from pnp.geometry import Size

_STEP = 0.96
_STEPS = 120


@frozen
class Footprint:
    """Millimetres of a thing, and what stands above and below it in the room's own units, whatever the scale."""

    size: Size
    above: float = 0.0
    below: float = 0.0
    least: float = 0.0
    """The width in units that its label takes."""


@frozen
class Position:
    """Where a thing lies in the room: its top left, its width and height, all in the room's units."""

    x: float
    y: float
    width: float
    height: float


def laid_out(
    things: Sequence[Footprint], width: float, height: float, scale: float, gap: float
) -> tuple[float, tuple[Position, ...]]:
    """Units to the millimetre, `scale` or less, and a place for each thing, in rows in their order, that far apart.

    A room of any height keeps the scale. What would need a scale that shows nothing any more overlaps from top to
    bottom instead.
    """
    for _ in range(_STEPS):
        places, bottom = _rows(things, width, scale, gap)
        if bottom <= height and (math.isinf(height) or all(place.x + place.width <= width for place in places)):
            return scale, places
        scale *= _STEP
    squeeze = min(1.0, height / bottom)
    return scale, tuple(Position(place.x, place.y * squeeze, place.width, place.height) for place in places)


def _rows(things: Sequence[Footprint], width: float, scale: float, gap: float) -> tuple[tuple[Position, ...], float]:
    places: list[Position] = []
    left, top, bottom = gap, gap, gap
    for thing in things:
        wide, high = thing.size.width * scale, thing.size.height * scale
        if left > gap and left + max(wide, thing.least) + gap > width:
            left, top = gap, bottom + gap
        places.append(Position(left, top + thing.above, wide, high))
        left += max(wide, thing.least) + gap
        bottom = max(bottom, top + thing.above + high + thing.below)
    return tuple(places), bottom + gap
