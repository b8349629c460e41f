"""A place on a sheet and a direction in; scales whose lines on front and back tell how far these are apart out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Path, Shape, Stroke, Text, ellipse, line, polygon
from pnp.frozen import frozen
from pnp.geometry import Transform
from pnp.units import MM_PER_POINT

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
