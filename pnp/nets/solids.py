"""Solids to cut, fold and glue, such as dice and cubes: their faces in space, and their nets with edges that hinge or
take tabs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from pnp.drawing.shapes import polygon, rectangle
from pnp.frozen import frozen
from pnp.geometry import Box, Point, Transform
from pnp.nets.fold import Fold, Net, Panel

Vector = tuple[float, float, float]
Edge = tuple[int, int]
"""Two corners of the solid, in the order in which the face that is named beside it runs through them."""

_STEEPEST = 45.0  # degrees at which the ends of a tab lean in, where its corner has room for that
# Where a cube's faces lie, in edges: a column of four, and two wings beside its second face, which lies on top.
_CUBE = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
_SLANT = 0.28  # how much a cube's tab narrows at each end, as a share of the edge


@frozen
class Solid:
    """A convex solid about the origin, z up; each face lists its corners counter-clockwise as seen from outside."""

    corners: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]

    def face(self, number: int) -> tuple[Vector, ...]:
        return tuple(self.corners[corner] for corner in self.faces[number])

    def shared(self, one: int, other: int) -> Edge:
        """The edge of one face at which it meets the other."""
        names, both = self.faces[one], set(self.faces[one]) & set(self.faces[other])
        return next((a, b) for a, b in zip(names, (*names[1:], names[0])) if a in both and b in both)


def trapezohedron(radius: float, sides: int = 5) -> Solid:
    """The solid of 2 x `sides` equal kites with right angles at both sides, as on common ten-sided dice.

    Its girdle zigzags at `radius` about the axis. A kite of apex height H over a girdle of height h is flat when
    H - h : 2h = cos a : 1 - cos a with a = 180 / sides degrees; its two sides are square to one another when
    h = radius (1 - cos a) / (2 sqrt(cos a)), and then the two halves meet at right angles all along the girdle.
    Corners: the upper apex, the lower one, then around the girdle, every first one high. Faces: the upper kites and
    then the lower ones, each beginning at its apex; the upper kite k looks where the girdle's low corner 2k + 1 is.
    """
    cosine = math.cos(math.pi / sides)
    zigzag = radius * (1 - cosine) / (2 * math.sqrt(cosine))
    apex = zigzag * (1 + cosine) / (1 - cosine)
    turns = [math.pi * at / sides for at in range(2 * sides)]
    heights = [-zigzag if at % 2 else zigzag for at in range(2 * sides)]
    girdle = [(radius * math.cos(turn), radius * math.sin(turn), z) for turn, z in zip(turns, heights)]
    around = [2 + at % (2 * sides) for at in range(2 * sides + 3)]
    upper = [(0, around[at], around[at + 1], around[at + 2]) for at in range(0, 2 * sides, 2)]
    lower = [(1, around[at + 2], around[at + 1], around[at]) for at in range(1, 2 * sides + 1, 2)]
    return Solid(((0.0, 0.0, apex), (0.0, 0.0, -apex), *girdle), (*upper, *lower))


def tetrahedron(radius: float) -> Solid:
    """Four triangles, one of them below."""
    base = _ring(3, radius * 2 * math.sqrt(2) / 3, -radius / 3)
    return Solid(((0.0, 0.0, radius), *base), ((0, 1, 2), (0, 2, 3), (0, 3, 1), (3, 2, 1)))


def cube(radius: float) -> Solid:
    """Six squares; `radius` reaches to a corner."""
    half = radius / math.sqrt(3)
    corners = tuple((half * x, half * y, half * z) for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    return Solid(corners, ((3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7)))


def octahedron(radius: float) -> Solid:
    """Eight triangles, a corner above and one below."""
    upper = [(0, 2 + at, 2 + (at + 1) % 4) for at in range(4)]
    lower = [(1, 2 + (at + 1) % 4, 2 + at) for at in range(4)]
    return Solid(((0.0, 0.0, radius), (0.0, 0.0, -radius), *_ring(4, radius, 0.0)), (*upper, *lower))


def _ring(count: int, radius: float, z: float) -> list[Vector]:
    turns = [2 * math.pi * at / count for at in range(count)]
    return [(radius * math.cos(turn), radius * math.sin(turn), z) for turn in turns]


def turned(solid: Solid, about: Sequence[tuple[str, float]]) -> Solid:
    """The solid turned about the axes x, y and z, one after the other, by degrees."""
    corners = [list(corner) for corner in solid.corners]
    for axis, degrees in about:
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        one, other = {"x": (1, 2), "y": (2, 0), "z": (0, 1)}[axis]
        for at in corners:
            at[one], at[other] = at[one] * cosine - at[other] * sine, at[one] * sine + at[other] * cosine
    return Solid(tuple((x, y, z) for x, y, z in corners), solid.faces)


def normal(face: Sequence[Vector]) -> Vector:
    """The unit vector that points out of a face."""
    return unit(cross(difference(face[1], face[0]), difference(face[2], face[0])))


def difference(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Vector, other: Vector) -> Vector:
    (a, b, c), (x, y, z) = one, other
    return b * z - c * y, c * x - a * z, a * y - b * x


def unit(vector: Vector) -> Vector:
    factor = 1 / math.hypot(*vector)
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


@frozen
class Hinge:
    """An edge at which two faces of the net stay together; `edge` runs as in the parent."""

    parent: int
    child: int
    edge: Edge


@frozen
class Seam:
    """An edge that is glued: a tab grows on the face `tab` and sticks under the face `under`; `edge` is as in `tab`."""

    tab: int
    under: int
    edge: Edge


@frozen
class SolidNet:
    """The faces laid flat, corner by corner as the solid lists them; seams are in the order of gluing."""

    solid: Solid
    faces: tuple[tuple[Point, ...], ...]
    hinges: tuple[Hinge, ...]
    seams: tuple[Seam, ...]

    def ends(self, face: int, edge: Edge) -> tuple[Point, Point]:
        """Where that face of the net has the two corners of an edge."""
        names = self.solid.faces[face]
        return self.faces[face][names.index(edge[0])], self.faces[face][names.index(edge[1])]

    def folds(self) -> tuple[tuple[Point, Point], ...]:
        """Every line to fold, between two faces and along the tabs."""
        hinges = (self.ends(hinge.parent, hinge.edge) for hinge in self.hinges)
        return *hinges, *(self.ends(seam.tab, seam.edge) for seam in self.seams)

    def tab(self, seam: Seam, depth: float) -> tuple[Point, Point, Point, Point]:
        """The tab of a seam, beginning and ending with the edge it is folded along.

        It never leans in by more than half the angle of the face it goes under, so that tabs under one face keep
        clear of one another.
        """
        start, end = self.ends(seam.tab, seam.edge)
        place = _beside(start, end, self.faces[seam.tab])
        names, face = self.solid.faces[seam.under], self.faces[seam.under]
        leans = [min(_STEEPEST, _angle(face, names.index(corner)) / 2) for corner in seam.edge]
        first, last = (depth / math.tan(math.radians(lean)) for lean in leans)
        return start, place(first, depth), place(math.dist(start, end) - last, depth), end

    def placed(self, frame: Transform) -> SolidNet:
        """The net turned or moved."""
        return replace(self, faces=tuple(tuple(frame.apply(*point) for point in face) for face in self.faces))


def trapezohedron_net(radius: float, sides: int = 5) -> SolidNet:
    """Two fans of kites that hang together at one edge of the girdle, each from its end, like an S: every tab is free.

    First the two fans are glued into bowls, then the bowls to one another, from the hinge on to both sides; the
    lower bowl has the tabs.
    """
    centre = sides // 2
    turns = [(centre + at) % sides for at in range(sides)]
    upper = ((-one + 2 * centre) % sides for one in turns)
    tree = [*pairwise(upper), (centre, sides + centre), *pairwise(sides + at for at in turns)]

    def away(pair: tuple[int, int]) -> tuple[int, int]:
        """How far along the girdle from the hinge a pair of lower and upper kite meets."""
        lower, upper = pair
        steps = (2 * upper + (lower - sides == upper) - (2 * centre + 1)) % (2 * sides)
        return min(steps, 2 * sides - steps), steps

    # Along the girdle upper kites meet the lower ones of the same number, and of the one below it, in turns.
    meetings = [(sides + at, at) for at in range(sides)] + [(sides + (at - 1) % sides, at) for at in range(sides)]
    ends = (turns[1], centre), (sides + centre, sides + turns[-1])
    around = sorted((pair for pair in meetings if pair != (sides + centre, centre)), key=away)
    return unfolded(trapezohedron(radius, sides), tree, [*ends, *around])


def unfolded(solid: Solid, tree: Iterable[tuple[int, int]], glued: Iterable[tuple[int, int]]) -> SolidNet:
    """The net in which each child of the tree (parent first, the root's own first) hangs at its parent.

    `glued` are the pairs that meet at the remaining edges, the face with the tab first.
    """
    hinges = tuple(Hinge(parent, child, solid.shared(parent, child)) for parent, child in tree)
    root, base = hinges[0].parent, solid.face(hinges[0].parent)[:2]
    laid = {root: _flat(solid.face(root), base, ((0.0, 0.0), (math.dist(*base), 0.0)))}
    for hinge in hinges:
        names = solid.faces[hinge.parent]
        start, end = (laid[hinge.parent][names.index(corner)] for corner in hinge.edge)
        # The child runs through the edge the other way round.
        edge = solid.corners[hinge.edge[1]], solid.corners[hinge.edge[0]]
        laid[hinge.child] = _flat(solid.face(hinge.child), edge, (end, start))
    seams = tuple(Seam(tab, under, solid.shared(tab, under)) for tab, under in glued)
    return SolidNet(solid, tuple(laid[face] for face in range(len(solid.faces))), hinges, seams)


def cube_net(edge: float, tab: float) -> Net:
    """A cross of six squares with seven tabs so deep, at the origin; `face-1` lies on top."""
    x, y = [tab + at * edge for at in range(4)], [at * edge for at in range(5)]
    slant = edge * _SLANT
    names = {cell: f"face-{number}" for number, cell in enumerate(_CUBE)}
    panels = [Panel(names[a, b], rectangle(Box(x[a], y[b], x[a] + edge, y[b] + edge))) for a, b in _CUBE]
    levels = [(1, row) for row in range(1, 5)], [(column, row) for column in (0, 2) for row in (1, 2)]
    column, wings = ([((a, b - 1), (a, b), (x[a + 1], y[b])) for a, b in level] for level in levels)
    upright = [((a - 1, 1), (a, 1), (x[a], y[2])) for a in range(4)]
    folds = (
        Fold(names.get(one, "tab"), names.get(other, "tab"), (x[other[0]], y[other[1]]), end)
        for one, other, end in (*column, *upright, *wings)
    )
    outline = (
        (x[1], y[0]), (x[2], y[0]), (x[2], y[1]),
        (x[2] + slant, y[1] - tab), (x[3] - slant, y[1] - tab), (x[3], y[1]),
        (x[3] + tab, y[1] + slant), (x[3] + tab, y[2] - slant), (x[3], y[2]),
        (x[3] - slant, y[2] + tab), (x[2] + slant, y[2] + tab), (x[2], y[2]),
        (x[2], y[4]), (x[2] - slant, y[4] + tab), (x[1] + slant, y[4] + tab), (x[1], y[4]),
        (x[1], y[2]), (x[1] - slant, y[2] + tab), (x[0] + slant, y[2] + tab), (x[0], y[2]),
        (x[0] - tab, y[2] - slant), (x[0] - tab, y[1] + slant), (x[0], y[1]),
        (x[0] + slant, y[1] - tab), (x[1] - slant, y[1] - tab), (x[1], y[1]),
    )  # fmt: skip
    return Net(tuple(panels), tuple(folds), polygon(outline), ())


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def outside(start: Point, end: Point, face: Sequence[Point], share: float, distance: float) -> Point:
    """The point beside an edge of a face, that far out of it and at that share of its length."""
    return _beside(start, end, face)(share * math.dist(start, end), distance)


def distance(point: Point, outline: Sequence[Point]) -> float:
    """How far a point lies from the outline of a polygon."""
    (x, y), found = point, math.inf
    for (x1, y1), (x2, y2) in zip(outline, (*outline[1:], outline[0])):
        right, down = x2 - x1, y2 - y1
        share = min(1.0, max(0.0, ((x - x1) * right + (y - y1) * down) / (right**2 + down**2)))
        found = min(found, math.dist(point, (x1 + share * right, y1 + share * down)))
    return found


def _flat(face: Sequence[Vector], edge: Sequence[Vector], place: tuple[Point, Point]) -> tuple[Point, ...]:
    """A face laid into the plane, its edge from place to place, seen from outside (with y down)."""
    right = unit(difference(edge[1], edge[0]))
    up = cross(normal(face), right)
    (x, y), (end_x, end_y) = place
    length = math.dist(*place)
    cosine, sine = (end_x - x) / length, (end_y - y) / length
    offsets = [difference(corner, edge[0]) for corner in face]
    local = [(dot(offset, right), -dot(offset, up)) for offset in offsets]
    return tuple((x + across * cosine - down * sine, y + across * sine + down * cosine) for across, down in local)


def _beside(start: Point, end: Point, face: Sequence[Point]) -> Callable[[float, float], Point]:
    """What gives the point so far along an edge of a face, and so far out of it."""
    length, inside = math.dist(start, end), middle(face)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    out = along[1], -along[0]
    if out[0] * (inside[0] - start[0]) + out[1] * (inside[1] - start[1]) >= 0:
        out = -out[0], -out[1]
    return lambda far, away: (start[0] + along[0] * far + out[0] * away, start[1] + along[1] * far + out[1] * away)


def _angle(face: Sequence[Point], at: int) -> float:
    """The angle of a face at one of its corners, in degrees."""
    (x, y), *others = face[at], face[at - 1], face[(at + 1) % len(face)]
    one, other = (math.atan2(point[1] - y, point[0] - x) for point in others)
    turn = math.degrees(abs(one - other))
    return min(turn, 360 - turn)
