"""Plane geometry in millimetres (origin top left, y down, degrees clockwise), and lengths as people write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from pnp.frozen import frozen

POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72
_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_POINT}
_NUMBER = r"\d{1,6}(?:\.\d{1,15})?"
_LENGTH = re.compile(rf"({_NUMBER})\s*(mm|cm|in|pt)")
_PAIR = re.compile(rf"({_NUMBER})\s*x\s*({_NUMBER})\s*(mm|cm|in|pt)")
Point = tuple[float, float]

CIRCLE = 0.5522847498
"""How far a cubic curve's control points lie from its ends, in radii, for four of them to make a circle to 0.03%."""


def parse_length(text: str) -> float:
    """Millimetres of a length such as `63.5mm`, `2.5in` or `180pt`; ValueError with a sentence for anything else."""
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise ValueError(f"'{text}' is not a length; write a number with its unit, such as 3mm, 2.5in or 180pt")
    # Rounded, so that 2.5in and 63.5mm are the same length whatever binary fractions make of them.
    return round(float(found[1]) * _MM_PER_UNIT[found[2]], 6)


def parse_pair(text: str) -> tuple[float, float]:
    """Millimetres of a width and height such as `63.5x88.9mm`; ValueError with a sentence for anything else."""
    found = _PAIR.fullmatch(text.strip())
    if not found:
        raise ValueError(f"'{text}' is not a width and height; write them such as 63.5x88.9mm or 2.5x3.5in")
    scale = _MM_PER_UNIT[found[3]]
    return round(float(found[1]) * scale, 6), round(float(found[2]) * scale, 6)


def number(value: float, places: int = 3) -> str:
    """A number in its shortest fixed form: at most `places` decimals, no exponent, no negative zero."""
    text = f"{value:.{places}f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


@frozen
class Size:
    """Width and height in millimetres."""

    width: float
    height: float

    def turned(self) -> Size:
        """The same size lying on its side."""
        return Size(self.height, self.width)


@frozen
class Insets:
    """Four distances in millimetres: left, top, right, bottom."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def even(cls, distance: float) -> Insets:
        return cls(distance, distance, distance, distance)


@frozen
class Box:
    """An upright rectangle by its edges, in millimetres."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def around(cls, x: float, y: float, size: Size) -> Box:
        """The box of that size whose centre is (x, y)."""
        return cls(x - size.width / 2, y - size.height / 2, x + size.width / 2, y + size.height / 2)

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    @classmethod
    def over(cls, points: Sequence[Point]) -> Box:
        """The smallest box that holds all the points."""
        xs, ys = zip(*points)
        return cls(min(xs), min(ys), max(xs), max(ys))

    @property
    def centre(self) -> Point:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.left, self.top, self.right, self.bottom

    @property
    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        return (self.left, self.top), (self.right, self.top), (self.right, self.bottom), (self.left, self.bottom)

    def columns(self, count: int) -> list[Box]:
        """So many boxes of one width beside each other."""
        step = self.width / count
        return [Box(self.left + at * step, self.top, self.left + (at + 1) * step, self.bottom) for at in range(count)]

    def rows(self, count: int) -> list[Box]:
        """So many boxes of one height below each other."""
        step = self.height / count
        return [Box(self.left, self.top + at * step, self.right, self.top + (at + 1) * step) for at in range(count)]

    def holds(self, x: float, y: float) -> bool:
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def grown(self, by: Insets) -> Box:
        """Each edge moved outwards by its distance (inwards where that is negative)."""
        return Box(self.left - by.left, self.top - by.top, self.right + by.right, self.bottom + by.bottom)

    def scaled(self, factor: float) -> Box:
        """The box with all its edges nearer to the origin, or further from it."""
        return Box(self.left * factor, self.top * factor, self.right * factor, self.bottom * factor)

    def moved(self, x: float, y: float) -> Box:
        """The box so far to the right and below."""
        return Box(self.left + x, self.top + y, self.right + x, self.bottom + y)

    def joined(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
        )  # fmt: skip

    def common(self, other: Box) -> Box:
        """What lies in both boxes; a box turned inside out where nothing does."""
        return Box(
            max(self.left, other.left), max(self.top, other.top),
            min(self.right, other.right), min(self.bottom, other.bottom),
        )  # fmt: skip

    def overlap(self, other: Box) -> float:
        """How deep the two boxes lie in one another, in millimetres; zero or less when they are apart."""
        across = min(self.right, other.right) - max(self.left, other.left)
        down = min(self.bottom, other.bottom) - max(self.top, other.top)
        return min(across, down)


@frozen
class Transform:
    """The affine map x' = a x + c y + e, y' = b x + d y + f (the order that PDF and SVG write)."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @classmethod
    def moved(cls, x: float, y: float) -> Transform:
        return cls(e=x, f=y)

    @classmethod
    def scaled(cls, x: float, y: float | None = None) -> Transform:
        return cls(a=x, d=x if y is None else y)

    @classmethod
    def half_turn(cls, x: float, y: float) -> Transform:
        """Upside down about a point."""
        return cls.rotated(180).then(cls.moved(2 * x, 2 * y))

    @classmethod
    def rotated(cls, degrees: float) -> Transform:
        """A clockwise turn about the origin, exact for quarter turns."""
        quarters, rest = divmod(degrees % 360, 90)
        if rest == 0:
            cos, sin = ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarters) % 4]
        else:
            cos, sin = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return cls(cos, sin, -sin, cos)

    def then(self, outer: Transform) -> Transform:
        """This map first, `outer` after it."""
        return Transform(
            outer.a * self.a + outer.c * self.b,
            outer.b * self.a + outer.d * self.b,
            outer.a * self.c + outer.c * self.d,
            outer.b * self.c + outer.d * self.d,
            outer.a * self.e + outer.c * self.f + outer.e,
            outer.b * self.e + outer.d * self.f + outer.f,
        )

    def apply(self, x: float, y: float) -> Point:
        return self.a * x + self.c * y + self.e, self.b * x + self.d * y + self.f

    def back(self, x: float, y: float) -> Point:
        """The point that is mapped onto this one; far away where all is mapped onto a line."""
        area = self.area
        if area == 0:
            return math.inf, math.inf
        x, y = x - self.e, y - self.f
        return (self.d * x - self.c * y) / area, (self.a * y - self.b * x) / area

    def inverse(self) -> Transform:
        """The map back, of one that has an area."""
        area = self.area
        a, b, c, d = self.d / area, -self.b / area, -self.c / area, self.a / area
        return Transform(a, b, c, d, -(a * self.e + c * self.f), -(b * self.e + d * self.f))

    @property
    def area(self) -> float:
        """That of what a unit square is mapped to; below zero where it is mirrored."""
        return self.a * self.d - self.b * self.c

    @property
    def scale(self) -> float:
        """How large a unit comes out, on an average of all directions."""
        return math.sqrt(abs(self.area))

    @property
    def rotation(self) -> float:
        """The clockwise turn in degrees, from 0 up to 360."""
        return math.degrees(math.atan2(self.b, self.a)) % 360


IDENTITY = Transform()


def cubic(start: Point, one: Point, other: Point, end: Point, share: float) -> Point:
    """The point of a cubic curve at that share (0 to 1) of it."""
    a, b, c, d = (1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3
    x, y = (a * p + b * q + c * r + d * s for p, q, r, s in zip(start, one, other, end))
    return x, y


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point so far from (x, y), clockwise by degrees from straight up."""
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def winding(loop: Sequence[Point], x: float, y: float) -> int:
    """How often a line, closed by its first point, goes round a point; odd inside of one that does not cross itself."""
    turns = 0
    for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0])):
        if (y1 <= y) != (y2 <= y) and (x1 + (y - y1) / (y2 - y1) * (x2 - x1)) > x:
            turns += 1 if y2 > y1 else -1
    return turns
