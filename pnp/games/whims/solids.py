"""Solids, Platonic ones and the trapezohedron of ten-sided dice, and their nets: faces, folds, edges
to glue and tabs.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from pnp.frozen import frozen

Vector = tuple[float, float, float]
Point = tuple[float, float]
Edge = tuple[int, int]
"""Two corners of the solid, in the order in which the face that is named beside it runs through them."""

_STEEPEST = 45.0  # degrees at which the ends of a tab lean in, where its corner has room for that


@frozen
class Solid:
    """A convex solid about the origin, z up; each face lists its corners counter-clockwise as seen from outside."""

    corners: tuple[Vector, ...]
    faces: tuple[tuple[int, ...], ...]

    def face(self, number: int) -> tuple[Vector, ...]:
        return tuple(self.corners[corner] for corner in self.faces[number])

    def scaled(self, factor: float) -> Solid:
        return Solid(tuple(scaled(corner, factor) for corner in self.corners), self.faces)


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
    girdle = [
        (
            radius * math.cos(math.pi * at / sides),
            radius * math.sin(math.pi * at / sides),
            -zigzag if at % 2 else zigzag,
        )
        for at in range(2 * sides)
    ]
    around = [2 + at % (2 * sides) for at in range(2 * sides + 3)]
    upper = [(0, around[at], around[at + 1], around[at + 2]) for at in range(0, 2 * sides, 2)]
    lower = [(1, around[at + 2], around[at + 1], around[at]) for at in range(1, 2 * sides + 1, 2)]
    return Solid(((0.0, 0.0, apex), (0.0, 0.0, -apex), *girdle), (*upper, *lower))


def tetrahedron(radius: float) -> Solid:
    """Four triangles, one of them below."""
    low, ring = -radius / 3, radius * 2 * math.sqrt(2) / 3
    base = [(ring * math.cos(angle), ring * math.sin(angle), low) for angle in _turns(3)]
    return Solid(((0.0, 0.0, radius), *base), ((0, 1, 2), (0, 2, 3), (0, 3, 1), (3, 2, 1)))


def cube(radius: float) -> Solid:
    """Six squares; `radius` reaches to a corner."""
    half = radius / math.sqrt(3)
    corners = tuple((half * x, half * y, half * z) for z in (-1, 1) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
    faces = ((3, 2, 1, 0), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
    return Solid(corners, faces)


def octahedron(radius: float) -> Solid:
    """Eight triangles, a corner above and one below."""
    ring = [(radius * math.cos(angle), radius * math.sin(angle), 0.0) for angle in _turns(4)]
    upper = [(0, 2 + at, 2 + (at + 1) % 4) for at in range(4)]
    lower = [(1, 2 + (at + 1) % 4, 2 + at) for at in range(4)]
    return Solid(((0.0, 0.0, radius), (0.0, 0.0, -radius), *ring), (*upper, *lower))


def turned(solid: Solid, about: Sequence[tuple[str, float]]) -> Solid:
    """The solid turned about the axes x, y and z, one after the other, by degrees."""
    corners: Iterable[Vector] = solid.corners
    for axis, degrees in about:
        corners = [_turned(corner, axis, math.radians(degrees)) for corner in corners]
    return Solid(tuple(corners), solid.faces)


def normal(face: Sequence[Vector]) -> Vector:
    """The unit vector that points out of a face."""
    return unit(cross(difference(face[1], face[0]), difference(face[2], face[0])))


def difference(one: Vector, other: Vector) -> Vector:
    return one[0] - other[0], one[1] - other[1], one[2] - other[2]


def scaled(vector: Vector, factor: float) -> Vector:
    return vector[0] * factor, vector[1] * factor, vector[2] * factor


def dot(one: Vector, other: Vector) -> float:
    return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]


def cross(one: Vector, other: Vector) -> Vector:
    return (
        one[1] * other[2] - one[2] * other[1],
        one[2] * other[0] - one[0] * other[2],
        one[0] * other[1] - one[1] * other[0],
    )


def unit(vector: Vector) -> Vector:
    return scaled(vector, 1 / math.hypot(*vector))


def _turns(count: int) -> list[float]:
    return [2 * math.pi * at / count for at in range(count)]


def _turned(corner: Vector, axis: str, angle: float) -> Vector:
    x, y, z = corner
    cosine, sine = math.cos(angle), math.sin(angle)
    if axis == "x":
        return x, y * cosine - z * sine, y * sine + z * cosine
    if axis == "y":
        return x * cosine + z * sine, y, z * cosine - x * sine
    return x * cosine - y * sine, x * sine + y * cosine, z


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
class Net:
    """The faces laid flat, corner by corner as the solid lists them; seams are in the order of gluing."""

    solid: Solid
    faces: tuple[tuple[Point, ...], ...]
    hinges: tuple[Hinge, ...]
    seams: tuple[Seam, ...]

    def ends(self, face: int, edge: Edge) -> tuple[Point, Point]:
        """Where that face of the net has the two corners of an edge."""
        names = self.solid.faces[face]
        return self.faces[face][names.index(edge[0])], self.faces[face][names.index(edge[1])]

    def tab(self, seam: Seam, depth: float) -> tuple[Point, ...]:
        """The tab of a seam, beginning and ending with the edge it is folded along.

        It never leans in by more than half the angle of the face it goes under, so that tabs under one face keep
        clear of one another.
        """
        start, end = self.ends(seam.tab, seam.edge)
        along, outwards = _frame(start, end, middle(self.faces[seam.tab]))
        corners = self.solid.faces[seam.under], self.faces[seam.under]
        leans = [min(_STEEPEST, _angle(*corners, corner) / 2) for corner in seam.edge]
        first, last = (depth / math.tan(math.radians(lean)) for lean in leans)
        reach = math.dist(start, end) - last
        return start, _at(start, along, first, outwards, depth), _at(start, along, reach, outwards, depth), end

    def turned(self, degrees: float) -> Net:
        """The net turned clockwise about the origin."""
        cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return self._mapped(lambda x, y: (x * cosine - y * sine, x * sine + y * cosine))

    def moved(self, right: float, down: float) -> Net:
        return self._mapped(lambda x, y: (x + right, y + down))

    def _mapped(self, change: Callable[[float, float], Point]) -> Net:
        return replace(self, faces=tuple(tuple(change(*point) for point in face) for face in self.faces))


def trapezohedron_net(radius: float, sides: int = 5) -> Net:
    """Two fans of kites that hang together at one edge of the girdle, the middle of each.

    First the two fans are glued into bowls, then the bowls to one another, from the hinge on to both sides; the
    lower bowl has the tabs.
    """
    solid = trapezohedron(radius, sides)
    centre = sides // 2
    fan = [(at, at - 1) for at in range(centre, 0, -1)] + [(at, at + 1) for at in range(centre, sides - 1)]
    tree = [*fan, (centre, sides + centre), *((sides + one, sides + other) for one, other in fan)]
    # Along the girdle upper kites meet the lower ones of the same number, and of the one below it, in turns.
    meetings = [(sides + at, at) for at in range(sides)] + [(sides + (at - 1) % sides, at) for at in range(sides)]
    around = sorted(
        (pair for pair in meetings if pair != (sides + centre, centre)), key=lambda p: _away(p, centre, sides)
    )
    return unfolded(solid, tree, [(sides - 1, 0), (2 * sides - 1, sides), *around])


def unfolded(solid: Solid, tree: Iterable[tuple[int, int]], glued: Iterable[tuple[int, int]]) -> Net:
    """The net in which each child of the tree (parent first, the root's own first) hangs at its parent.

    `glued` are the pairs that meet at the remaining edges, the face with the tab first.
    """
    hinges = tuple(Hinge(parent, child, _shared(solid, parent, child)) for parent, child in tree)
    root = hinges[0].parent
    laid = {root: _flat(solid.face(root), solid.face(root)[:2], ((0.0, 0.0), _length(solid.face(root)[:2])))}
    for hinge in hinges:
        names = solid.faces[hinge.parent]
        place = laid[hinge.parent][names.index(hinge.edge[0])], laid[hinge.parent][names.index(hinge.edge[1])]
        # The child runs through the edge the other way round.
        edge = solid.corners[hinge.edge[1]], solid.corners[hinge.edge[0]]
        laid[hinge.child] = _flat(solid.face(hinge.child), edge, (place[1], place[0]))
    seams = tuple(Seam(tab, under, _shared(solid, tab, under)) for tab, under in glued)
    return Net(solid, tuple(laid[face] for face in range(len(solid.faces))), hinges, seams)


def middle(points: Sequence[Point]) -> Point:
    """The mean of some points."""
    return math.fsum(x for x, _ in points) / len(points), math.fsum(y for _, y in points) / len(points)


def outside(start: Point, end: Point, face: Sequence[Point], share: float, distance: float) -> Point:
    """The point beside an edge of a face, that far out of it and at that share of its length."""
    along, outwards = _frame(start, end, middle(face))
    return _at(start, along, share * math.dist(start, end), outwards, distance)


def distance(point: Point, outline: Sequence[Point]) -> float:
    """How far a point lies from the outline of a polygon."""
    return min(_from_side(point, start, end) for start, end in zip(outline, (*outline[1:], outline[0])))


def _from_side(point: Point, start: Point, end: Point) -> float:
    along = end[0] - start[0], end[1] - start[1]
    share = ((point[0] - start[0]) * along[0] + (point[1] - start[1]) * along[1]) / (along[0] ** 2 + along[1] ** 2)
    share = min(1.0, max(0.0, share))
    return math.dist(point, (start[0] + share * along[0], start[1] + share * along[1]))


def _shared(solid: Solid, one: int, other: int) -> Edge:
    """The edge of one face at which it meets the other."""
    names = solid.faces[one]
    both = set(names) & set(solid.faces[other])
    return next((a, b) for a, b in zip(names, (*names[1:], names[0])) if a in both and b in both)


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


def _length(edge: Sequence[Vector]) -> Point:
    return math.dist(edge[0], edge[1]), 0.0


def _away(pair: tuple[int, int], centre: int, sides: int) -> tuple[int, int]:
    """How far along the girdle from the hinge a pair of lower and upper kite meets."""
    lower, upper = pair
    place = 2 * upper + (1 if lower - sides == upper else 0)
    steps = (place - (2 * centre + 1)) % (2 * sides)
    return min(steps, 2 * sides - steps), steps


def _frame(start: Point, end: Point, inside: Point) -> tuple[Point, Point]:
    """Unit vectors along an edge and away from what lies inside."""
    length = math.dist(start, end)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    across = along[1], -along[0]
    towards = across[0] * (inside[0] - start[0]) + across[1] * (inside[1] - start[1])
    return along, across if towards < 0 else (-across[0], -across[1])


def _at(start: Point, along: Point, far: float, outwards: Point, out: float) -> Point:
    return start[0] + along[0] * far + outwards[0] * out, start[1] + along[1] * far + outwards[1] * out


def _angle(names: Sequence[int], face: Sequence[Point], corner: int) -> float:
    """The angle of a face at one of its corners, in degrees."""
    at = names.index(corner)
    here, before, after = face[at], face[at - 1], face[(at + 1) % len(face)]
    one, other = (math.atan2(point[1] - here[1], point[0] - here[0]) for point in (before, after))
    turn = math.degrees(abs(one - other))
    return min(turn, 360 - turn)
