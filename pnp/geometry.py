"""Plane geometry in millimetres: origin top left, x to the right, y down, angles in degrees clockwise."""

from __future__ import annotations

import math
from typing import Literal

from pnp.frozen import frozen

Outline = Literal["rectangle", "round", "drawn"]
"""How a piece is cut: along its box, around its circle, or along the lines that its face draws (a net to fold)."""


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

    @property
    def centre(self) -> tuple[float, float]:
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

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

    def apply(self, x: float, y: float) -> tuple[float, float]:
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
        return self.box.grown(Insets.even(self.bleed))

    def scaled(self, factor: float) -> Trim:
        """The same trim, smaller or larger in every measure."""
        size = Size(self.size.width * factor, self.size.height * factor)
        return Trim(size, self.outline, self.corner * factor, self.bleed * factor, self.safe * factor)

    @property
    def safe_box(self) -> Box:
        return self.box.grown(Insets.even(-self.safe))
