"""Plane geometry in millimetres (origin top left, y down, degrees clockwise), and lengths as people write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Literal

from pnp.frozen import frozen

POINTS_PER_MM = 72 / 25.4
MM_PER_POINT = 25.4 / 72
_MM_PER_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": MM_PER_POINT}
_NUMBER = r"\d{1,6}(?:\.\d{1,6})?"
_LENGTH = re.compile(rf"({_NUMBER})\s*(mm|cm|in|pt)")
_PAIR = re.compile(rf"({_NUMBER})\s*x\s*({_NUMBER})\s*(mm|cm|in|pt)")
Point = tuple[float, float]

CIRCLE = 0.5522847498
"""How far a cubic curve's control points lie from its ends, in radii, for four of them to make a circle to 0.03 %."""

Outline = Literal["rectangle", "round", "hexagon", "drawn"]
ACROSS_CORNERS = 2 / math.sqrt(3)
"""How much further apart two corners of a hexagon are than two of its sides, those that lie opposite each other."""
"""How a piece is cut: along its box, around its circle, or along the lines that its face draws (a net to fold)."""


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

    def joined(self, other: Box) -> Box:
        """The smallest box that holds both."""
        return Box(
            min(self.left, other.left), min(self.top, other.top),
            max(self.right, other.right), max(self.bottom, other.bottom),
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

    @property
    def rotation(self) -> float:
        """The clockwise turn in degrees, from 0 up to 360."""
        return math.degrees(math.atan2(self.b, self.a)) % 360


IDENTITY = Transform()


@frozen
class Trim:
    """What a piece measures once it is cut, and the bleed and safe distance it asks for."""

    size: Size
    outline: Outline = "rectangle"
    corner: float = 0.0
    bleed: float = 3.0
    safe: float = 3.0

    @property
    def box(self) -> Box:
        """The trim in its own coordinates, origin top left."""
        return Box(0, 0, self.size.width, self.size.height)

    @property
    def bleed_box(self) -> Box:
        return self.box.grown(self.reach(self.bleed))

    @property
    def radius(self) -> float:
        """Of the largest circle that it holds."""
        return min(self.size.width, self.size.height) / 2

    @property
    def bleed_radius(self) -> float:
        """Of the smallest circle that holds all of its bleed."""
        box = self.bleed_box
        return math.hypot(box.width, box.height) / 2 if self.outline == "rectangle" else box.width / 2

    def reaches(self, bleed: float) -> tuple[float, float]:
        """How far across and down the edge goes that lies so much further out: the corners of a hexagon go further."""
        return bleed * ACROSS_CORNERS if self.outline == "hexagon" else bleed, bleed

    def reach(self, bleed: float, rotation: float = 0.0) -> Insets:
        """The same on each side of a piece that is turned by so many degrees."""
        across, down = self.reaches(bleed) if rotation % 180 == 0 else self.reaches(bleed)[::-1]
        return Insets(across, down, across, down)

    def reshaped(self, outline: Outline) -> Trim:
        """A disc as the square or the hexagon around it."""
        across = self.size.height
        width = across * ACROSS_CORNERS if outline == "hexagon" else across
        return Trim(Size(width, across), outline, 0.0, self.bleed, self.safe)

    def scaled(self, factor: float) -> Trim:
        """The same trim, smaller or larger in every measure."""
        size = Size(self.size.width * factor, self.size.height * factor)
        return Trim(size, self.outline, self.corner * factor, self.bleed * factor, self.safe * factor)

    @property
    def safe_box(self) -> Box:
        return self.box.grown(Insets.even(-self.safe))


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
