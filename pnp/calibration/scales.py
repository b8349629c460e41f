"""Where the scales of a calibration sheet are, what is made of their readings, and the combs that show it."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Literal

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Path, Shape, Stroke, Text, ellipse, line, polygon
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Size, Transform, number
from pnp.imposition.impose import Axis, turning_axis
from pnp.imposition.printer import Correction

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
PITCH = 1.5
"""Millimetres between the lines on the front; those on the back are STEP closer, so that one pair meets exactly."""
STEP = 0.1
LINES = 10
"""On either side of zero: the finest scale tells up to a millimetre."""
HALF = LINES * PITCH
COARSE = 5
"""Millimetres on either side of zero that the coarse scale tells."""

BACK_INK = Colour.parse("#a3170f")
_LENGTH, _LONGER = 3.6, 4.6  # of the fine lines, and of every fifth
_COARSE_AT = 7.0
_FINE, _RULED = Stroke(BLACK, 0.15), Stroke(BLACK, 0.12)
_NEEDLE = Stroke(BACK_INK, 0.15)
_SIZE, _SIGN, _NAME = 6.0, 10.0, 15.0  # points


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
class ScaleLayout:
    """Where everything is on a sheet: `across` and `down` are the distances of combs from the middle, in millimetres.

    The sheet is turned over about its vertical or horizontal middle line, `axis`.
    """

    page: Size
    axis: Axis
    across: float
    down: float

    @classmethod
    def of(cls, page: Size, flip: Flip) -> ScaleLayout:
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


def parse_readings(text: str) -> dict[str, float]:
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


def read_off(layout: ScaleLayout, readings: Mapping[str, float]) -> Correction:
    """The correction that the eight readings, in millimetres by the names of their combs, ask for."""
    scale_x, scale_y, shift_x, shift_y, rotate = (round(each.value(readings), 6) for each in layout.formulas)
    return Correction(1 + scale_x, 1 + scale_y, shift_x, shift_y, rotate)


@frozen
class Comb:
    """A scale about (x, y) on the front, along x, or along y where it is `upright`.

    Its numbers grow towards the right, or towards the bottom, where `sign` is 1, and the other way where it is -1.
    """

    name: str
    x: float
    y: float
    upright: bool
    sign: int

    @property
    def signs(self) -> tuple[str, str]:
        """Those of the numbers at its left, or top, and at its other end."""
        return ("−", "+") if self.sign == 1 else ("+", "−")

    @property
    def frame(self) -> Transform:
        """From the comb's own frame, along x with the front's lines above it, to the front page."""
        turn = Transform.rotated(90) if self.upright else Transform()
        return turn.then(Transform.moved(self.x, self.y))


def on_front(comb: Comb, fonts: FontBook) -> Iterator[Shape]:
    """The lines that are numbered in tenths of a millimetre, and beyond them a plain ruler for the coarse reading."""
    frame = comb.frame
    yield from _numbered(comb, fonts)
    yield _line(frame, -COARSE, _COARSE_AT, COARSE, _COARSE_AT, _RULED)
    for half in range(-2 * COARSE, 2 * COARSE + 1):
        yield _line(frame, half / 2, _COARSE_AT, half / 2, _COARSE_AT + (0.9 if half % 2 else 1.6), _RULED)
        if half % 4 == 0:
            yield _word(frame, half / 2, _COARSE_AT + 3.1, str(abs(half // 2)), fonts)
    for place, text in zip((-1, 1), comb.signs):
        yield _word(frame, place * (COARSE + 1.8), _COARSE_AT + 0.8, text, fonts, _SIGN - 2, TEXT_BOLD)
    yield _word(frame, -HALF + 1.0, _COARSE_AT + 0.4, comb.name, fonts, _NAME, DISPLAY)


def on_back(comb: Comb, behind: Transform) -> Iterator[Shape]:
    """The lines that meet the front's, and the needle for the coarse reading; `behind` maps the front to the back."""
    frame = comb.frame.then(behind)
    yield from _meeting(frame)
    yield _line(frame, 0, 0, 0, _COARSE_AT, _NEEDLE)
    tip = ((0.0, _COARSE_AT), (-0.6, _COARSE_AT - 1.4), (0.6, _COARSE_AT - 1.4))
    yield Path(polygon(frame.apply(*corner) for corner in tip), BACK_INK)


def example(comb: Comb, reading: float, fonts: FontBook) -> Iterator[Shape]:
    """What is seen of both sides where the reading is that many millimetres, and which pair of lines tells it."""
    yield from _numbered(comb, fonts)
    yield from _meeting(Transform.moved(reading * comb.sign, 0).then(comb.frame))
    x = reading / STEP * PITCH * comb.sign
    yield Path(ellipse(*comb.frame.apply(x, 0), 1.0, 5.6), stroke=Stroke(BLACK, 0.2))


def _numbered(comb: Comb, fonts: FontBook) -> Iterator[Shape]:
    frame = comb.frame
    for at in range(-LINES, LINES + 1):
        x = at * PITCH
        yield _line(frame, x, 0, x, -(_LENGTH if at % 5 else _LONGER), _FINE)
        if at % 2 == 0:
            yield _word(frame, x, -_LONGER - 1.7, _tenths(at), fonts)
    for place, text in zip((-1, 1), comb.signs):
        yield _word(frame, place * (HALF + 2.2), -_LENGTH / 2, text, fonts, _SIGN, TEXT_BOLD)


def _meeting(frame: Transform) -> Iterator[Shape]:
    for at in range(-LINES, LINES + 1):
        x = at * (PITCH - STEP)
        yield _line(frame, x, 0, x, _LENGTH if at % 5 else _LONGER, _NEEDLE)


def _word(
    frame: Transform, x: float, y: float, text: str, fonts: FontBook, size: float = _SIZE, font: str = TEXT
) -> Text:
    """Upright words, whichever way the comb lies, with the middle of their capitals at a place."""
    across, down = frame.apply(x, y)
    return Text(across, down + fonts[font].cap_height * size * MM_PER_POINT / 2, text, font, size, BLACK, "middle")


def _line(frame: Transform, x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    return Path(line(*frame.apply(x1, y1), *frame.apply(x2, y2)), stroke=stroke)


def _tenths(value: int) -> str:
    return "0" if value == 0 else "1" if abs(value) == LINES else f".{abs(value)}"
