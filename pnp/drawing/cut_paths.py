"""What is cut and scored of a face: lines and true arcs, told apart on paper, chained for a knife, no line twice."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.shapes import Command, Commands, Group, Path, Shape, Stroke, line, moved
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, ROUND, Box, Point, Transform, Trim, cubic, winding
from pnp.geometry.paths import curve_steps

CUT = Stroke(BLACK, 0.25)
FOLD = Stroke(Colour(0.35, 0.35, 0.35), 0.2, (2.0, 1.5))
_TICK, _TICK_HALO = Stroke(BLACK, 0.2), Stroke(WHITE, 0.7)
_PLACES = 3  # ends nearer than a thousandth of a millimetre are one point
_OFFSET = 0.000123  # so that round measures do not lie where rounding turns over
TOLERANCE = 0.02
"""Millimetres by which a curve that is no arc may be cut off its place."""

QUARTER = math.tan(math.radians(90) / 4)
_ARC = 0.004  # a curve that keeps so near to an arc, in millimetres, was meant to be one
_STEEPEST = 1.0  # the bulge of a half circle, more than any curve of ours turns


def cut(commands: Commands) -> Iterator[Path]:
    """A line to cut along, pale beside its black, so that it shows on any ground."""
    yield Path(commands, None, Stroke(WHITE, 2 * CUT.width))
    yield Path(commands, None, CUT)


def ticked(start: Point, end: Point) -> Iterator[Path]:
    """A tick, pale beside its black, so that it shows on any ground."""
    for stroke in (_TICK_HALO, _TICK):
        yield Path(line(*start, *end), None, stroke)


def beyond(start: Point, end: Point, near: float, far: float) -> tuple[Point, Point]:
    """The piece of a line from so far to so far past its end."""
    length = math.dist(start, end)
    (x, y), along = end, ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    return (x + near * along[0], y + near * along[1]), (x + far * along[0], y + far * along[1])


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
        return Box.over(ends)

    def placed(self, frame: Transform) -> Segment:
        """Moved, turned and perhaps mirrored, which turns arcs the other way round."""
        mirrored = frame.area < 0
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
    for run in lines:
        fresh = tuple(segment for segment in run if _name(segment) not in seen)
        seen.update(_name(segment) for segment in run)
        if run and len(fresh) == len(run) and _node(run[0].start) == _node(run[-1].end):
            chains.append(run)
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
    ends = defaultdict[Point, list[Segment]](list)
    for segment in loose.values():
        ends[_node(segment.start)].append(segment)
        ends[_node(segment.end)].append(segment)
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


@frozen
class Contour:
    """A line to follow with the knife: its segments, each beginning where the one before ends."""

    segments: tuple[Segment, ...]

    @property
    def is_closed(self) -> bool:
        return math.dist(self.segments[0].start, self.segments[-1].end) < 1e-6

    @property
    def circle(self) -> tuple[Point, float] | None:
        """Centre and radius, where it is a whole circle."""
        if len(self.segments) != 2 or not all(abs(each.bulge) == 1 for each in self.segments):
            return None
        one = self.segments[0]
        centre = (one.start[0] + one.end[0]) / 2, (one.start[1] + one.end[1]) / 2
        return centre, math.dist(one.start, one.end) / 2

    @property
    def box(self) -> Box:
        return reduce(Box.joined, (segment.box for segment in self.segments))

    def placed(self, frame: Transform) -> Contour:
        """The contour moved and turned; a map that stretches would bend its arcs and is never given."""
        return Contour(tuple(segment.placed(frame) for segment in self.segments))

    def holds(self, point: Point) -> bool:
        """Whether a point lies inside the closed contour."""
        corners = [corner for segment in self.segments for corner in segment.points(TOLERANCE)]
        return winding(corners, *point) % 2 != 0


@frozen
class CutLines:
    """What is cut out (closed), what is cut inside of that (holes and slits), and what is scored to be folded."""

    cut: tuple[Contour, ...]
    inner: tuple[Contour, ...] = ()
    score: tuple[Contour, ...] = ()

    def placed(self, frame: Transform) -> CutLines:
        return CutLines(*(tuple(line.placed(frame) for line in lines) for lines in (self.cut, self.inner, self.score)))

    @property
    def box(self) -> Box:
        """Around everything that is cut."""
        return reduce(Box.joined, (contour.box for contour in self.cut))


def cut_lines(face: Face) -> CutLines:
    """The lines of a face, from its trim's top left; a net that draws no closed line to cut along has no `cut`."""
    folds = ((Segment(start, end),) for start, end in face.folds)
    score = tuple(Contour((fold,)) for fold in distinct((*folds, *_segments(face.shapes, FOLD))))
    if not face.trim.outline.is_drawn:
        return CutLines((outline(face.trim),), (), score)
    drawn = [Contour(chain) for chain in chained(_segments(face.shapes, CUT))]
    closed = [contour for contour in drawn if contour.is_closed]
    inner = [
        contour
        for contour in drawn
        if not contour.is_closed
        or any(other is not contour and other.holds(contour.segments[0].middle) for other in closed)
    ]
    return CutLines(tuple(contour for contour in drawn if contour not in inner), tuple(inner), score)


def outline(trim: Trim) -> Contour:
    """The line along which a machine cuts a piece that is no net; true arcs where it has any."""
    width, height = trim.size.width, trim.size.height
    if trim.outline.is_cut_out and trim.outline != ROUND:
        return Contour(tuple(segment for line in _lines(trim.edge) for segment in line))
    if trim.outline == ROUND:
        left, right = (0.0, height / 2), (width, height / 2)
        return Contour((Segment(left, right, 1.0), Segment(right, left, 1.0)))
    r = min(trim.corner, width / 2, height / 2)
    sides = (
        ((r, 0.0), (width - r, 0.0)), ((width, r), (width, height - r)),
        ((width - r, height), (r, height)), ((0.0, height - r), (0.0, r)),
    )  # fmt: skip
    segments: list[Segment] = []
    for (start, end), (following, _) in zip(sides, (*sides[1:], sides[0])):
        segments += [Segment(start, end)] if math.dist(start, end) > 1e-9 else []
        segments += [Segment(end, following, QUARTER)] if math.dist(end, following) > 1e-9 else []
    return Contour(tuple(segments))


def _segments(shapes: Iterable[Shape], stroke: Stroke, frame: Transform = IDENTITY) -> Iterator[tuple[Segment, ...]]:
    """Each line drawn with a stroke, from one move to the next."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _segments(shape.shapes, stroke, shape.transform.then(frame))
        elif isinstance(shape, Path) and shape.stroke == stroke:
            yield from _lines(moved(shape.commands, frame))


def _lines(commands: Sequence[Command]) -> Iterator[tuple[Segment, ...]]:
    segments: list[Segment] = []
    start = at = (0.0, 0.0)
    for letter, *numbers in commands:
        end = (numbers[-2], numbers[-1]) if numbers else start
        if letter == "M":
            yield tuple(segments)
            segments, start = [], end
        elif letter == "C":
            segments += _curve(at, (numbers[0], numbers[1]), (numbers[2], numbers[3]), end)
        elif math.dist(at, end) > 1e-9:
            segments.append(Segment(at, end))
        at = end
    yield tuple(segments)


def _curve(start: Point, one: Point, other: Point, end: Point) -> Iterator[Segment]:
    """A cubic curve as one arc where it is one, or as lines that keep within the tolerance."""
    at = partial(cubic, start, one, other, end)
    arc = _through(start, at(0.5), end)
    if arc is not None and all(arc.distance(at(share)) < _ARC for share in (0.125, 0.25, 0.375, 0.625, 0.75, 0.875)):
        yield arc
        return
    pieces = curve_steps(start, one, other, end, TOLERANCE)
    points = [start, *(at(piece / pieces) for piece in range(1, pieces)), end]
    yield from (Segment(a, b) for a, b in pairwise(points))


def _through(start: Point, middle: Point, end: Point) -> Segment | None:
    """The arc from start to end whose highest point is the middle; None where they are no arc or a straight line."""
    chord = math.dist(start, end)
    if chord < 1e-6:
        return None
    across, down = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    x, y = middle[0] - start[0], middle[1] - start[1]
    along, height = x * across + y * down, x * down - y * across
    bulge = 2 * height / chord
    if abs(along - chord / 2) > _ARC or not 1e-4 < abs(bulge) <= _STEEPEST:
        return None
    return Segment(start, end, bulge)
