"""The outlines of areas and the ways of lines, as elements of a layout describe them, in millimetres of the piece."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

from pnp.definition import measures
from pnp.definition.contents import (
    Arc,
    Drawing,
    Ellipse,
    Line,
    Outline,
    Polygon,
    Rectangle,
    RegularPolygon,
    Star,
)
from pnp.drawing.shapes import (
    Command,
    Commands,
    ellipse,
    line,
    loops,
    moved,
    points_of,
    polyline,
    rectangle,
)
from pnp.geometry import Box, Point, Transform, polar
from pnp.language.wording import filled

_EDGE = 1e-6
_STEPS = 24  # of a curve


def outline_of(outline: Outline, values: Mapping[str, str], box: Box) -> Commands:
    """The outline in its box."""
    match outline:
        case Rectangle(corner):
            return rectangle(box, corner)
        case Ellipse():
            return ellipse(*box.centre, box.width / 2, box.height / 2)
        case Polygon(points, corner):
            spots = measures.corner_points(filled(points, values))
            return rounded([measures.spot_in(spot, box) for spot in spots], corner)
        case RegularPolygon(corners, corner):
            return rounded(list(around_middle(box, measures.corners(filled(corners, values)))), corner)
        case Star(corners, inner, corner):
            count, share = measures.corners(filled(corners, values)), measures.share(filled(inner, values))
            return rounded(list(around_middle(box, 2 * count, share)), corner)
        case Arc(start, end, inner):
            first, last = (measures.degrees(filled(angle, values)) for angle in (start, end))
            return _slice(box, first, last, measures.share(filled(inner, values)))
        case Drawing():
            return _drawing(outline, values, box)


def is_open(outline: Outline, values: Mapping[str, str]) -> bool:
    """Whether it is a line where nothing fills it."""
    return isinstance(outline, Arc) and measures.share(filled(outline.inner, values)) == 0


def open_arc(arc: Arc, values: Mapping[str, str], box: Box) -> Commands:
    """An arc as a line."""
    return _curve(box, *(measures.degrees(filled(angle, values)) for angle in (arc.start, arc.end)))


def around_middle(box: Box, count: int, inner: float = 1.0) -> Iterator[Point]:
    """Points of the ellipse in a box, clockwise from straight up; every other one so much nearer to the middle."""
    x, y = box.centre
    for at in range(count):
        across, down = polar(0, 0, inner if at % 2 else 1.0, 360 * at / count)
        yield x + across * box.width / 2, y + down * box.height / 2


def rounded(points: Sequence[Point], corner: float = 0.0, is_closed: bool = True) -> Commands:
    """Straight lines from point to point, with corners of that radius, or as near to it as the sides allow."""
    if corner <= 0 or len(points) < 3:
        return (*polyline(points), ("Z",)) if is_closed else polyline(points)
    last = len(points)
    commands: list[Command] = []
    for at, point in enumerate(points):
        if not is_closed and at in (0, last - 1):
            commands.append(("L", *point))
        else:
            commands += _corner(points[at - 1], point, points[(at + 1) % last], corner)
    first = ("M", *points_of(commands[0])[0])
    return (first, *commands[1:], ("Z",)) if is_closed else (first, *commands[1:])


def _corner(before: Point, point: Point, after: Point, radius: float) -> Iterator[Command]:
    """From a side to the next one by an arc that touches both."""
    one, other = (math.dist(point, end) for end in (before, after))
    if min(one, other) < _EDGE:
        yield ("L", *point)
        return
    turn = math.pi - _angle(before, point, after)  # by how much the way changes its direction
    slope = math.tan(turn / 2)
    if slope < 1e-6:
        yield ("L", *point)
        return
    cut = min(radius * slope, one / 2, other / 2)
    handle = 4 / 3 * math.tan(turn / 4) * cut / slope
    start, end = towards(point, before, cut), towards(point, after, cut)
    yield ("L", *start)
    yield ("C", *towards(point, before, cut - handle), *towards(point, after, cut - handle), *end)


def _angle(before: Point, point: Point, after: Point) -> float:
    """Between the two sides that meet in a point, in radians from 0 to pi."""
    (a, b), (c, d) = ((end[0] - point[0], end[1] - point[1]) for end in (before, after))
    return math.atan2(abs(a * d - b * c), a * c + b * d)


def towards(point: Point, other: Point, way: float) -> Point:
    """The point so far from one on the way to another."""
    share = way / math.dist(point, other)
    return point[0] + (other[0] - point[0]) * share, point[1] + (other[1] - point[1]) * share


def _curve(box: Box, start: float, end: float) -> Commands:
    """A part of the ellipse in a box, clockwise between two angles and at most once around."""
    span = min(360.0, (end - start) if end >= start else (end - start) % 360)
    (x, y), rx, ry = box.centre, box.width / 2, box.height / 2
    pieces = max(1, math.ceil(span / 90 - 1e-9))
    step = span / pieces
    handle = 4 / 3 * math.tan(math.radians(step) / 4)

    def place(across: float, down: float) -> Point:
        return x + across * rx, y + down * ry

    commands: list[Command] = [("M", *place(*polar(0, 0, 1, start)))]
    for at in range(pieces):
        one, other = start + at * step, start + (at + 1) * step
        (a, b), (c, d) = polar(0, 0, 1, one), polar(0, 0, 1, other)
        commands.append(
            ("C", *place(a - b * handle, b + a * handle), *place(c + d * handle, d - c * handle), *place(c, d))
        )
    return tuple(commands)


def _slice(box: Box, start: float, end: float, inner: float) -> Commands:
    """The area of a slice of an ellipse, or of a ring; a whole one has no cut."""
    outer = _curve(box, start, end)
    (x, y), whole = box.centre, end - start >= 360
    if inner == 0:
        return (*outer, ("Z",)) if whole else (*outer, ("L", x, y), ("Z",))
    hole = Box(
        x - box.width / 2 * inner, y - box.height / 2 * inner, x + box.width / 2 * inner, y + box.height / 2 * inner
    )
    back = reversed_way(_curve(hole, start, end))
    if whole:
        return (*outer, ("Z",), *back, ("Z",))
    return (*outer, ("L", *points_of(back[0])[0]), *back[1:], ("Z",))


def reversed_way(commands: Commands) -> Commands:
    """An open way from its end to its beginning."""
    stops = [points_of(command) for command in commands]
    turned: list[Command] = [("M", *stops[-1][-1])]
    for at in range(len(commands) - 1, 0, -1):
        way = (*reversed(stops[at][:-1]), stops[at - 1][-1])
        turned.append((commands[at][0], *(number for point in way for number in point)))
    return tuple(turned)


def _drawing(drawing: Drawing, values: Mapping[str, str], box: Box) -> Commands:
    view = measures.view(filled(drawing.view, values))
    return moved(measures.path(filled(drawing.path, values)), _placing(drawing, view, box))


def _placing(drawing: Drawing, view: Box | None, box: Box) -> Transform:
    """From the units of a drawing to millimetres of the piece."""
    if view is None:
        return Transform.moved(box.left, box.top)
    across, down = box.width / view.width, box.height / view.height
    if drawing.fit != "stretch":
        across = down = max(across, down) if drawing.fit == "cover" else min(across, down)
    (x, y), (u, v) = view.centre, box.centre
    return Transform.moved(-x, -y).then(Transform.scaled(across, down)).then(Transform.moved(u, v))


def way_of(way: Line, values: Mapping[str, str], box: Box) -> Commands:
    """The way of a line."""
    spots = measures.way_points(filled(way.points, values))
    if not spots:
        return line(box.left, box.top, box.right, box.bottom)
    return rounded([measures.spot_in(spot, box) for spot in spots], way.corner, is_closed=False)


def direction(commands: Commands, at_end: bool, reach: float = 0.0) -> tuple[Point, Point]:
    """The last point of a way, or its first, and the direction in which it goes on beyond it, one millimetre long: seen
    from where the way is so far away.
    """
    points = [point for loop in loops(commands, _STEPS) for point in loop]
    before, tip = (points[:-1], points[-1]) if at_end else (points[:0:-1], points[0])
    far = next((point for point in reversed(before) if math.dist(point, tip) > max(reach, _EDGE)), before[0])
    length = math.dist(far, tip)
    if length <= _EDGE:
        return tip, (1.0, 0.0)
    return tip, ((tip[0] - far[0]) / length, (tip[1] - far[1]) / length)
