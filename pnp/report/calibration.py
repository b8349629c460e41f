"""A paper in; where the scales of a calibration sheet are on it, and what is made of their readings, out."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Literal

from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Size, Transform
from pnp.imposition.correction import Correction
from pnp.imposition.impose import Axis, turning_axis
from pnp.report.combs import COARSE, Comb
from pnp.units import number

Flip = Literal["long", "short"]
BESIDE = 31.0
"""Millimetres from the middle of a lying comb to an upright one that stands beside it."""
REACH = 18.0
"""Millimetres from the middle of a comb to its ends, with their signs."""
RULER = 14.0
"""Millimetres that a ruler and its numbers need at the paper's edge."""
NAMES = "ABCDEFGH"
_READING = re.compile(r"([+-]?\d{1,2}(?:\.\d{1,3})?|[+-]?\.\d{1,3})\s*(?:mm)?")
_STEP = 50.0  # distances from the middle are multiples of it, so that the sums are easy
_OUTSIDE = 28.0  # the same of the one at the left
_OUTER = 27.0  # what an upright comb and the ruler at its side need


@frozen
class Formula:
    """One of the five values: what two readings make, in millimetres, times a factor; degrees for `rotate`.

    `sign` is 1 where the readings are added and -1 where the second is taken from the first.
    """

    option: str
    first: str
    second: str
    sign: int
    factor: float

    def value(self, readings: Mapping[str, float]) -> float:
        return (readings[self.first] + self.sign * readings[self.second]) * self.factor


@frozen
class Layout:
    """Where everything is on a sheet: `across` and `down` are the distances of combs from the middle, in millimetres.

    The sheet is turned over about its vertical or horizontal middle line, `axis`.
    """

    page: Size
    axis: Axis
    across: float
    down: float

    @classmethod
    def of(cls, page: Size, flip: Flip) -> Layout:
        """For a page as it lies; UsageError where it is too small for scales that are any use."""
        across = _STEP * math.floor((page.width / 2 - _OUTSIDE - _OUTER) / _STEP)
        down = _STEP * math.floor((page.height / 2 - REACH - RULER) / _STEP)
        if min(across, down) < _STEP:
            have = f"{number(page.width)} x {number(page.height)} mm"
            raise UsageError(f"--paper: {have} are too small for the calibration sheet; take a4, letter or larger")
        return cls(page, turning_axis(flip, page), across, down)

    @property
    def behind(self) -> Transform:
        """From a place on the front to the one that lies behind it, on the back."""
        if self.axis == "vertical":
            return Transform(-1, 0, 0, 1, self.page.width, 0)
        return Transform(1, 0, 0, -1, 0, self.page.height)

    @property
    def combs(self) -> tuple[Comb, ...]:
        """A to D along x at the left, right, top and bottom; E to H along y. A reading is the shift that mends it."""
        x, y = self.page.width / 2, self.page.height / 2
        right, up = (1, -1) if self.axis == "vertical" else (-1, 1)
        left, right_side, beside = x - self.across - _OUTSIDE, x + self.across + BESIDE, x + BESIDE
        return (
            Comb("A", x - self.across, y, False, right), Comb("B", x + self.across, y, False, right),
            Comb("C", x, y - self.down, False, right), Comb("D", x, y + self.down, False, right),
            Comb("E", left, y, True, up), Comb("F", right_side, y, True, up),
            Comb("G", beside, y - self.down, True, up), Comb("H", beside, y + self.down, True, up),
        )  # fmt: skip

    @property
    def formulas(self) -> tuple[Formula, ...]:
        """What the readings make; scales as what is to be added to 1."""
        wide, high = 2 * self.across, 2 * self.down
        across, along, turn = ("A", "B"), ("H", "G"), ("C", "D")
        if self.axis == "horizontal":
            across, along, turn = ("B", "A"), ("G", "H"), ("D", "C")
        return (
            Formula("scale-x", *across, -1, 1 / wide), Formula("scale-y", *along, -1, 1 / high),
            Formula("shift-x", "C", "D", 1, 0.5), Formula("shift-y", "E", "F", 1, 0.5),
            Formula("rotate", *turn, -1, math.degrees(1 / high)),
        )  # fmt: skip


def readings(text: str) -> dict[str, float]:
    """Millimetres by the names of the scales, such as `A=0.3,B=-0.1` and so on to H; ValueError with a sentence."""
    found: dict[str, float] = {}
    for part in text.replace(";", ",").split(","):
        name, _, value = part.strip().partition("=")
        number_given = _READING.fullmatch(value.strip())
        if name.upper() not in NAMES or name.upper() in found or number_given is None:
            raise ValueError(f"'{part.strip()}' is no reading of a scale from A to H; write each once, such as A=-0.3")
        found[name.upper()] = float(number_given[1])
    if missing := [name for name in NAMES if name not in found]:
        raise ValueError(f"the reading of {', '.join(missing)} is missing; a scale that is right reads 0")
    if max(map(abs, found.values())) > COARSE:
        raise ValueError(f"a reading of more than {COARSE} mm is not on the scales")
    return found


def read_off(layout: Layout, readings: Mapping[str, float]) -> Correction:
    """The correction that the eight readings, in millimetres by the names of their combs, ask for."""
    scale_x, scale_y, shift_x, shift_y, rotate = (round(each.value(readings), 6) for each in layout.formulas)
    return Correction(1 + scale_x, 1 + scale_y, shift_x, shift_y, rotate)
