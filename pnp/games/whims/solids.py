"""Lengths in; the corners and faces of solids out: Platonic ones, and the trapezohedron that ten-sided dice are."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from pnp.frozen import frozen

Vector = tuple[float, float, float]


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
