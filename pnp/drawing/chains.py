"""Lines drawn one by one in, the chains that a knife follows without lifting out, no line twice."""

from __future__ import annotations

import math
from collections.abc import Iterable

from pnp.frozen import frozen
from pnp.geometry import Box, Transform

Point = tuple[float, float]
_PLACES = 3  # ends nearer than a thousandth of a millimetre are one point
_OFFSET = 0.000123  # so that round measures do not lie where rounding turns over


@frozen
class Segment:
    """A line from start to end, or an arc: `bulge` is the tangent of a quarter of its angle, positive where the arc
    turns clockwise as one looks at the page (y down), zero for a straight line.
    """

    start: Point
    end: Point
    bulge: float = 0.0

    @property
    def reversed(self) -> Segment:
        return Segment(self.end, self.start, -self.bulge)

    @property
    def middle(self) -> Point:
        """The point halfway along."""
        (x1, y1), (x2, y2) = self.start, self.end
        return (x1 + x2 + self.bulge * (y2 - y1)) / 2, (y1 + y2 - self.bulge * (x2 - x1)) / 2

    @property
    def radius(self) -> float:
        """Of an arc."""
        return math.dist(self.start, self.end) * (1 + self.bulge**2) / (4 * abs(self.bulge))

    @property
    def centre(self) -> Point:
        """Of an arc."""
        (x1, y1), (x2, y2) = self.start, self.end
        lift = (1 - self.bulge**2) / (4 * self.bulge)
        return (x1 + x2) / 2 - lift * (y2 - y1), (y1 + y2) / 2 + lift * (x2 - x1)

    @property
    def box(self) -> Box:
        ends = [self.start, self.end]
        if self.bulge:
            (x, y), r = self.centre, self.radius
            ends += [point for point in ((x + r, y), (x, y + r), (x - r, y), (x, y - r)) if self._passes(point)]
        xs, ys = [point[0] for point in ends], [point[1] for point in ends]
        return Box(min(xs), min(ys), max(xs), max(ys))

    def placed(self, frame: Transform) -> Segment:
        """Moved, turned and perhaps mirrored, which turns arcs the other way round."""
        mirrored = frame.a * frame.d - frame.b * frame.c < 0
        return Segment(frame.apply(*self.start), frame.apply(*self.end), -self.bulge if mirrored else self.bulge)

    def points(self, tolerance: float) -> tuple[Point, ...]:
        """Its start and as many points before its end as chords need that keep within the tolerance of it."""
        if not self.bulge:
            return (self.start,)
        (x, y), turn = self.centre, 4 * math.atan(self.bulge)
        widest = 2 * math.acos(max(0.0, 1 - tolerance / self.radius))
        pieces = max(1, math.ceil(abs(turn) / widest))
        begin = math.atan2(self.start[1] - y, self.start[0] - x)
        angles = [begin + turn * piece / pieces for piece in range(1, pieces)]
        return self.start, *((x + self.radius * math.cos(a), y + self.radius * math.sin(a)) for a in angles)

    def distance(self, point: Point) -> float:
        """How far a point is off the whole circle of the arc."""
        return abs(math.dist(point, self.centre) - self.radius)

    def _passes(self, point: Point) -> bool:
        """Whether the arc runs through a point of its circle: the one on its middle's side of the chord."""
        (x1, y1), (x2, y2) = self.start, self.end

        def side(place: Point) -> float:
            return (x2 - x1) * (place[1] - y1) - (y2 - y1) * (place[0] - x1)

        return side(point) * side(self.middle) > 0


def chained(lines: Iterable[tuple[Segment, ...]]) -> list[tuple[Segment, ...]]:
    """The lines joined end to end: closed ones as they are, then open ends as far as a fork, then what closes."""
    chains: list[tuple[Segment, ...]] = []
    loose: dict[tuple[object, ...], Segment] = {}
    seen: set[tuple[object, ...]] = set()
    for line in lines:
        fresh = tuple(segment for segment in line if _name(segment) not in seen)
        seen.update(_name(segment) for segment in line)
        if line and len(fresh) == len(line) and _node(line[0].start) == _node(line[-1].end):
            chains.append(line)
        else:
            loose.update((_name(segment), segment) for segment in fresh)
    while loose:
        chains.append(_walk(loose))
    return chains


def distinct(lines: Iterable[tuple[Segment, ...]]) -> tuple[Segment, ...]:
    """Every segment of the lines once, by itself: a fold is a single line, whatever it meets."""
    return tuple({_name(segment): segment for line in lines for segment in line}.values())


def _walk(loose: dict[tuple[object, ...], Segment]) -> tuple[Segment, ...]:
    """One chain, taken out of what is loose: from an open end if there is one."""
    ends: dict[Point, list[Segment]] = {}
    for segment in loose.values():
        ends.setdefault(_node(segment.start), []).append(segment)
        ends.setdefault(_node(segment.end), []).append(segment)
    first = next((one for (one, *others) in ends.values() if not others), None)
    segment = first or next(iter(loose.values()))
    is_open = first is not None
    if is_open and len(ends[_node(segment.start)]) > 1:
        segment = segment.reversed
    chain: list[Segment] = []
    start = _node(segment.start)
    while True:
        chain.append(segment)
        del loose[_name(segment)]
        here = _node(segment.end)
        onward = [other for other in ends[here] if _name(other) in loose]
        if here == start or not onward or (is_open and len(ends[here]) != 2):
            return tuple(chain)
        segment = onward[0] if _node(onward[0].start) == here else onward[0].reversed


def _node(point: Point) -> Point:
    return round(point[0] + _OFFSET, _PLACES) + 0.0, round(point[1] + _OFFSET, _PLACES) + 0.0


def _name(segment: Segment) -> tuple[object, ...]:
    """The same for a segment in either direction."""
    start, end = _node(segment.start), _node(segment.end)
    bulge = round(segment.bulge, _PLACES) + 0.0
    return (start, end, bulge) if start <= end else (end, start, -bulge + 0.0)
