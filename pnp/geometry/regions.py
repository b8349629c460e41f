"""Areas inside closed lines: grown and shrunk evenly, compared, laid over one another (by pyclipper), and measured.

Lines are straight from point to point. Clipper counts in whole numbers, so results are the same on every machine.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from pnp.geometry.paths import Loop
from pnp.geometry.plane import Box, Point, winding

_STEPS = 100_000  # of Clipper's whole numbers to a millimetre
_CLEAN = 0.005  # mm by which points may lie off the straight line between their neighbours and be left out
_ROUND = 0.005  # mm by which the chords of rounded corners may lie inside their arcs
_UNDER = 0.05  # mm by which a band outside of an edge lies over what is inside, so that nothing shows between them
_ROWS = 48  # in which a region is looked at for the largest box inside
_BANDS = 256  # in which two regions are moved together


def grown(loop: Loop, distance: float) -> Loop:
    """The line at that distance outside of a closed line, or inside where it is negative; corners outside are rounded.

    Bays that close are filled; of what falls apart inside it is the largest part, and nothing (no points) where nothing
    is left.
    """
    clipper = _clipper()
    offset = clipper.PyclipperOffset(2.0, _ROUND * _STEPS)
    offset.AddPath(_counted(loop), clipper.JT_ROUND, clipper.ET_CLOSEDPOLYGON)
    parts = offset.Execute(distance * _STEPS)
    return _measured(clipper.CleanPolygon(max(parts, key=clipper.Area), _CLEAN * _STEPS)) if parts else ()


def extended(
    loops: Sequence[Loop], even_odd: bool, edge: Loop, runs: Sequence[Sequence[Point]], by: float
) -> list[Loop]:
    """Areas with a band added outside of an edge, so wide, along each of the runs of its points that are named."""
    clipper = _clipper()
    bands = clipper.PyclipperOffset(2.0, _ROUND * _STEPS)
    for run in runs:
        ends = clipper.ET_CLOSEDLINE if run[0] == run[-1] else clipper.ET_OPENBUTT
        bands.AddPath(_counted_points(run), clipper.JT_ROUND, ends)
    outside = clipper.Pyclipper()
    outside.AddPaths(bands.Execute(by * _STEPS), clipper.PT_SUBJECT, True)
    outside.AddPath(_counted(grown(edge, -_UNDER)), clipper.PT_CLIP, True)
    both = clipper.Pyclipper()
    rule = clipper.PFT_EVENODD if even_odd else clipper.PFT_NONZERO
    areas = [_counted_points(loop) for loop in loops if len(loop) > 2]
    both.AddPaths(clipper.SimplifyPolygons(areas, rule), clipper.PT_SUBJECT, True)
    both.AddPaths(outside.Execute(clipper.CT_DIFFERENCE, *[clipper.PFT_NONZERO] * 2), clipper.PT_CLIP, True)
    return [_measured(part) for part in both.Execute(clipper.CT_UNION, *[clipper.PFT_NONZERO] * 2)]


def differ(one: Loop, other: Loop, tolerance: float) -> bool:
    """Whether two regions differ by more than slivers that are so thin."""
    clipper = _clipper()
    parts = _combined(one, other, clipper.CT_XOR)
    shrink = clipper.PyclipperOffset()
    shrink.AddPaths(parts, clipper.JT_MITER, clipper.ET_CLOSEDPOLYGON)
    return bool(parts and shrink.Execute(-tolerance / 2 * _STEPS))


def overlap(one: Loop, other: Loop) -> float:
    """How thick the region is that two others share, in millimetres; 0 where they share none.

    A band so thick shares as much with what it crosses; a long sliver along a common edge counts for next to nothing.
    """
    clipper = _clipper()
    parts = [_measured(part) for part in _combined(one, other, clipper.CT_INTERSECTION)]
    return max((2 * abs(area(part)) / max(length(part), 1e-9) for part in parts), default=0.0)


def area(loop: Loop) -> float:
    """Square millimetres inside, positive where the line runs clockwise to the eye."""
    return math.fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in _sides(loop)) / 2


def length(loop: Loop) -> float:
    """Millimetres all around."""
    return math.fsum(math.dist(one, other) for one, other in _sides(loop))


def crossing(loop: Loop) -> Point | None:
    """A point where a closed line meets itself; None where it does nowhere."""
    sides = sorted(enumerate(_sides(loop)), key=lambda side: min(side[1][0][0], side[1][1][0]))
    active: list[tuple[int, tuple[Point, Point]]] = []
    last = len(loop) - 1
    for at, side in sides:
        left, right = sorted((side[0][0], side[1][0]))
        low, high = sorted((side[0][1], side[1][1]))
        active = [other for other in active if max(other[1][0][0], other[1][1][0]) >= left]
        for before, other in active:
            if max(other[0][1], other[1][1]) < low or min(other[0][1], other[1][1]) > high:
                continue
            neighbours = abs(at - before) in (1, last)
            if (met := _meeting(side, other, neighbours)) is not None:
                return met
        if right >= left:
            active.append((at, side))
    return None


def beyond(loop: Loop, x: float, y: float) -> float:
    """How far a point lies outside of a closed line; below zero inside."""
    away = math.sqrt(min(_squared_distance(x, y, *one, *other) for one, other in _sides(loop)))
    return -away if winding(loop, x, y) % 2 else away


def meets(loop: Loop, box: Box) -> bool:
    """Whether a closed line runs through a box."""
    return any(_crosses(one, other, box) for one, other in _sides(loop))


def largest_box(loop: Loop) -> Box:
    """A box inside a closed line that is about as large as any; the middle of the line's box where there is none."""
    around = Box.over(loop)
    step = around.height / _ROWS
    rows = [around.top + at * step for at in range(_ROWS + 1)]
    spans = [_spans(loop, y) for y in rows]
    best, most = Box(*around.centre, *around.centre), 0.0
    for first in range(len(rows)):
        common = spans[first]
        for last in range(first + 1, len(rows)):
            common = _common(common, spans[last])
            if not common:
                break
            left, right = max(common, key=lambda span: span[1] - span[0])
            box = Box(left, rows[first], right, rows[last])
            # Words want room to both sides more than above and below.
            size = box.width * box.height * min(1.0, box.width / box.height)
            if size > most:
                best, most = box, size
    return best


def apart(one: Loop, other: Loop) -> float:
    """How far the second line must be moved to the right, from where both are, to lie wholly beside the first one.

    Nowhere are they nearer then than they touch; where they lie at different heights only, any distance will do.
    """
    top = min(Box.over(one).top, Box.over(other).top)
    step = max((max(Box.over(one).bottom, Box.over(other).bottom) - top) / _BANDS, 1e-6)
    rights, lefts = _ends(one, top, step), _ends(other, top, step)
    return max(rights[band][1] - lefts[band][0] for band in rights.keys() & lefts.keys())


def _ends(loop: Loop, top: float, step: float) -> dict[int, tuple[float, float]]:
    """How far left and right a line goes in each band across it."""
    found: dict[int, tuple[float, float]] = {}
    for side in _sides(loop):
        (x1, y1), (x2, y2) = sorted(side, key=lambda point: point[1])
        for band in range(math.floor((y1 - top) / step), math.floor((y2 - top) / step) + 1):
            low, high = max(y1, top + band * step), min(y2, top + (band + 1) * step)
            slope = (x2 - x1) / (y2 - y1) if y2 > y1 else 0.0
            ends = (x1, x2) if y2 <= y1 else (x1 + (low - y1) * slope, x1 + (max(low, high) - y1) * slope)
            left, right = found.get(band, (math.inf, -math.inf))
            found[band] = min(left, *ends), max(right, *ends)
    return found


def _spans(loop: Loop, y: float) -> list[tuple[float, float]]:
    """From where to where a level line lies inside."""
    found = sorted(
        x1 + (y - y1) / (y2 - y1) * (x2 - x1) for (x1, y1), (x2, y2) in _sides(loop) if (y1 <= y) != (y2 <= y)
    )
    return list(zip(found[0::2], found[1::2]))


def _common(some: Sequence[tuple[float, float]], others: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """What lies in both of two rows of spans, each from left to right."""
    found, at, number = [], 0, 0
    while at < len(some) and number < len(others):
        start, end = max(some[at][0], others[number][0]), min(some[at][1], others[number][1])
        if end > start:
            found.append((start, end))
        ahead = some[at][1] < others[number][1]
        at, number = at + ahead, number + (not ahead)
    return found


def _sides(loop: Loop) -> list[tuple[Point, Point]]:
    return [*pairwise(loop), (loop[-1], loop[0])]


def _squared_distance(x: float, y: float, x1: float, y1: float, x2: float, y2: float) -> float:
    """From a point to a straight line between two others."""
    across, down = x2 - x1, y2 - y1
    whole = across * across + down * down
    share = max(0.0, min(1.0, ((x - x1) * across + (y - y1) * down) / whole)) if whole else 0.0
    return float((x - x1 - share * across) ** 2 + (y - y1 - share * down) ** 2)


def _crosses(one: Point, other: Point, box: Box) -> bool:
    """Whether a straight line has a point in a box: what is left of it between one pair of sides, and the other."""
    low, high = 0.0, 1.0
    for start, end, least, most in (
        (one[0], other[0], box.left, box.right), (one[1], other[1], box.top, box.bottom)
    ):  # fmt: skip
        way = end - start
        if way == 0:
            if not least <= start <= most:
                return False
            continue
        near, far = sorted(((least - start) / way, (most - start) / way))
        low, high = max(low, near), min(high, far)
    return low <= high


def _meeting(one: tuple[Point, Point], other: tuple[Point, Point], neighbours: bool) -> Point | None:
    """Where two sides of a line meet, besides in the corner that neighbours share."""
    (a, b), (c, d) = one, other
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if neighbours:
        # Neighbours meet again only where one leads straight back along the other.
        shared, before, after = (b, a, d) if b == c else (a, b, c)
        forth = (before[0] - shared[0]) * (after[0] - shared[0]) + (before[1] - shared[1]) * (after[1] - shared[1])
        return shared if sides[0] == sides[1] == 0 and forth > 0 else None
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        share = sides[2] / (sides[2] - sides[3])
        return a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])
    for turn, point, ends in zip(sides, (c, d, a, b), (one, one, other, other)):
        if turn == 0 and Box.over(ends).holds(*point):
            return point
    return None


def _side(a: Point, b: Point, point: Point) -> float:
    """On which side of a straight line a point lies; zero on it."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])


def _combined(one: Loop, other: Loop, how: Any) -> list[list[list[int]]]:
    clipper = _clipper()
    both = clipper.Pyclipper()
    both.AddPath(_counted(one), clipper.PT_SUBJECT, True)
    both.AddPath(_counted(other), clipper.PT_CLIP, True)
    return list(both.Execute(how, clipper.PFT_NONZERO, clipper.PFT_NONZERO))


def _counted(loop: Loop) -> list[tuple[int, int]]:
    """In Clipper's whole numbers, and in the direction in which areas count as filled."""
    points = _counted_points(loop)
    return points if area(loop) > 0 else points[::-1]


def _counted_points(points: Sequence[Point]) -> list[tuple[int, int]]:
    return [(round(x * _STEPS), round(y * _STEPS)) for x, y in points]


def _measured(part: Sequence[Sequence[int]]) -> Loop:
    return tuple((x / _STEPS, y / _STEPS) for x, y in part)


def _clipper() -> Any:
    """Loaded where a path of a deck's own, or hexagons that lie close together, are looked at."""
    import pyclipper

    return pyclipper
