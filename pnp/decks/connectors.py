"""The ways of lines that connect elements, from the side of one box to a side of another."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pnp.decks.outlines import rounded, towards
from pnp.definition.contents import Connector, end_of
from pnp.drawing.shapes import Commands, line
from pnp.geometry import Box, Point
from pnp.language.wording import filled

STILL: Point = (0.0, 0.0)
_SIDES: Mapping[str, Point] = {
    "top": (0.0, -1.0), "right": (1.0, 0.0), "bottom": (0.0, 1.0), "left": (-1.0, 0.0), "middle": STILL,
}  # fmt: skip
_LEAST_HANDLE = 1e-6
_LEAST_DETOUR = 3.0  # mm


def connecting(connector: Connector, values: Mapping[str, str], boxes: Mapping[str, Box]) -> Commands:
    """The way of a connector; empty where one of its elements is not there."""
    ends = [end_of(filled(said, values)) for said in (connector.start, connector.end)]
    if any(name not in boxes for name, _ in ends):
        return ()
    one, other = (boxes[name] for name, _ in ends)
    sides = [_side(ends[0][1], one, other), _side(ends[1][1], other, one)]
    starts = [_leaving(box, side, connector.gap) for box, side in zip((one, other), sides)]
    (start, onward), (end, back) = starts
    if connector.route == "straight":
        if onward == STILL or back == STILL:
            start, end = (_clear(box, own, far, connector.gap, way) for box, own, far, way in (
                (one, start, end, onward), (other, end, start, back)
            ))  # fmt: skip
        return line(*start, *end)
    if connector.route == "curve":
        reach = max(math.dist(start, end) / 2, _LEAST_HANDLE)
        handles = [(x + dx * reach, y + dy * reach) for (x, y), (dx, dy) in starts]
        return (("M", *start), ("C", *handles[0], *handles[1], *end))
    return rounded(_elbows(start, onward, end, back), connector.corner, is_closed=False)


def _side(asked: str, box: Box, other: Box) -> Point:
    """The direction in which a connector leaves a box: that of the side, or of the one nearest to the other box."""
    if asked != "nearest":
        return _SIDES[asked]
    across = max(other.left - box.right, box.left - other.right)
    down = max(other.top - box.bottom, box.top - other.bottom)
    if across >= down:
        return _SIDES["right" if other.centre[0] > box.centre[0] else "left"]
    return _SIDES["bottom" if other.centre[1] > box.centre[1] else "top"]


def _leaving(box: Box, way: Point, gap: float) -> tuple[Point, Point]:
    """The point in which a connector begins, and the direction."""
    (x, y), (across, down) = box.centre, way
    return (x + across * (box.width / 2 + gap), y + down * (box.height / 2 + gap)), way


def _clear(box: Box, own: Point, far: Point, gap: float, way: Point) -> Point:
    """A point in the middle of a box, moved towards the far one by the gap; one on a side stays."""
    distance = math.dist(own, far)
    return own if way != STILL or gap <= 0 or distance <= 2 * gap else towards(own, far, gap)


def _elbows(start: Point, onward: Point, end: Point, back: Point) -> list[Point]:
    """A way of level and upright lines that leaves and arrives in those directions."""
    level, arrives_level = onward[0] != 0, back[0] != 0
    if onward == STILL:
        level = not arrives_level if back != STILL else True
    if back == STILL:
        arrives_level = not level
    if level != arrives_level:
        corner = (end[0], start[1]) if level else (start[0], end[1])
        return [start, corner, end]
    if level:
        middle = _between(start[0], onward[0], end[0], back[0])
        return [start, (middle, start[1]), (middle, end[1]), end]
    middle = _between(start[1], onward[1], end[1], back[1])
    return [start, (start[0], middle), (end[0], middle), end]


def _between(start: float, onward: float, end: float, back: float) -> float:
    """Where a way with two corners runs across: halfway, or beyond both ends where both leave to the same side."""
    if onward == back != 0:
        beyond = max(_LEAST_DETOUR, abs(end - start) / 4)
        return max(start * onward, end * onward) * onward + beyond * onward
    return (start + end) / 2
