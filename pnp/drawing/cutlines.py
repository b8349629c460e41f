"""A Face in; the lines along which a machine cuts and scores it out, straight or true arcs, in the face's millimetres.

A rectangle is cut along its trim with its corners, a round piece along its circle, and a net along what it draws with
`netting.CUT`; what is drawn with `netting.FOLD` is scored. Symbols are art and hold no such lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise

from pnp.drawing.chains import Point, Segment, chained, distinct
from pnp.drawing.face import Face
from pnp.drawing.netting import CUT, FOLD
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, moved
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Transform, Trim

TOLERANCE = 0.02
"""Millimetres by which a curve that is no arc may be cut off its place."""

QUARTER = math.tan(math.radians(90) / 4)
_ARC = 0.004  # a curve that keeps so near to an arc, in millimetres, was meant to be one
_STEEPEST = 1.0  # the bulge of a half circle, more than any curve of ours turns


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
        inside = False
        for (x1, y1), (x2, y2) in zip(corners, (*corners[1:], corners[0])):
            if (y1 > point[1]) != (y2 > point[1]) and point[0] < x1 + (point[1] - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
        return inside


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
    score = tuple(Contour((fold,)) for fold in distinct(_segments(face.shapes, FOLD)))
    if face.trim.outline != "drawn":
        return CutLines((outline(face.trim),), (), score)
    drawn = [Contour(chain) for chain in chained(_segments(face.shapes, CUT))]
    closed = [contour for contour in drawn if contour.is_closed]
    inner = [contour for contour in drawn if not contour.is_closed or _is_inside(contour, closed)]
    return CutLines(tuple(contour for contour in drawn if contour not in inner), tuple(inner), score)


def outline(trim: Trim) -> Contour:
    """The edge of a rectangle or a round piece."""
    width, height = trim.size.width, trim.size.height
    if trim.outline == "round":
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


def _is_inside(contour: Contour, closed: Iterable[Contour]) -> bool:
    middle = contour.segments[0].middle
    return any(other is not contour and other.holds(middle) for other in closed)


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

    def at(share: float) -> Point:
        a, b, c, d = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
        x, y = (a * p + b * q + c * r + d * s for p, q, r, s in zip(start, one, other, end))
        return x, y

    arc = _through(start, at(0.5), end)
    if arc is not None and all(arc.distance(at(share)) < _ARC for share in (0.125, 0.25, 0.375, 0.625, 0.75, 0.875)):
        yield arc
        return
    # The greatest second difference bounds how far chords of equal shares can be off the curve.
    bend = max(
        math.hypot(*(p - 2 * q + r for p, q, r in zip(*three))) for three in ((start, one, other), (one, other, end))
    )
    pieces = max(1, math.ceil(math.sqrt(0.75 * bend / TOLERANCE)))
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
