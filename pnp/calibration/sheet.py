"""The calibration sheet for a paper and a printer: rulers, scales and a grid as a PDF, and what its readings say."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath
from typing import Literal

from pnp import __version__, output
from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_ITALIC, FontBook, built_in_fonts
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, ellipse, line, mapped, polygon, rectangle
from pnp.drawing.text import Lettering, fitted
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Size, Transform, number
from pnp.imposition.impose import Axis, turning_axis
from pnp.imposition.papers import paper_size, paper_word
from pnp.imposition.plan import Correction, Page, Printer, SheetPlan, corrected
from pnp.language.po import wording_of
from pnp.language.wording import ENGLISH, Wording, passage
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.typesetting.leaflet import INK

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
_LABEL, _SIGN, _NAME = 6.0, 10.0, 15.0  # points
_EDGE = 7.0  # from the paper's edge to the rulers
_GRID = 10.0
_PALE, _PALE_BACK = Stroke(Colour(0.5, 0.5, 0.5), 0.1), Stroke(Colour.parse("#c46a5e"), 0.1)
_HAIRLINE = 0.12
_BAR = 1.6
_NUMBERS, _SIZE, _TITLE = 6.5, 8.5, 20.0  # points
_BACK = 20.0  # millimetres that the back's words take
_FORM = 73.0  # millimetres that the form takes where there is room
_EXAMPLE, _SHOWN = 20.0, 0.3  # millimetres: how high the example is, and what it reads

_PRINT: Mapping[Flip, str] = {
    "long": passage("Print both sides at 100% (“actual size”), flipped on the **long edge**, on thin paper."),
    "short": passage("Print both sides at 100% (“actual size”), flipped on the **short edge**, on thin paper."),
}
_STEPS = (
    passage("Hold the sheet against a light, this side towards you: you see the back’s lines, red, through it."),
    passage(
        "On each scale, **A** to **H**, find the black line that goes on straight into a red one. Its number is the "
        "reading in millimetres, with the sign of its end."
    ),
    passage("Where none does, the red arrow tells it roughly on the small ruler. Use that, then print again."),
    passage("Work out the five values, or let pnp do it: *pnp printer add NAME --read A=0.3,B=…,H=0*"),
    passage("Print *pnp calibrate --printer NAME:* now all is to read 0."),
)


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
    frame: Transform, x: float, y: float, text: str, fonts: FontBook, size: float = _LABEL, font: str = TEXT
) -> Text:
    """Upright words, whichever way the comb lies, with the middle of their capitals at a place."""
    across, down = frame.apply(x, y)
    return Text(across, down + fonts[font].cap_height * size * MM_PER_POINT / 2, text, font, size, BLACK, "middle")


def _line(frame: Transform, x1: float, y1: float, x2: float, y2: float, stroke: Stroke) -> Path:
    return Path(line(*frame.apply(x1, y1), *frame.apply(x2, y2)), stroke=stroke)


def _tenths(value: int) -> str:
    return "0" if value == 0 else "1" if abs(value) == LINES else f".{abs(value)}"


def write_calibration(
    paper: str, flip: Flip, landscape: bool, printer: Printer | None, out: FilePath, language: str = ""
) -> FilePath:
    """Writes the sheet into a folder, or as the PDF file that `out` names, and returns where; `language` is what
    `--lang` says.

    Raises UsageError for a paper that is too small or not known.
    """
    size, fonts = paper_size(paper), built_in_fonts()
    wording = wording_of(language, "", ENGLISH.language, None)
    plan = calibration_plan(size.turned() if landscape else size, flip, printer, __version__, fonts, wording)
    subject = wording("A sheet to be held against the light, which tells how a printer's backs lie to its fronts")
    document = DocumentInfo(wording("Calibration sheet"), "pnp", subject, __version__, wording.language, fonts, flip)
    data = render(plan, {}, PdfRenderer(document))
    if out.suffix.lower() == ".pdf":
        output.write_file(out, data)
        return out
    words = ["calibration", paper_word(paper)]
    words += ["landscape"] * landscape + ["short-edge"] * (flip == "short")
    words += printer.name.lower().split() if printer else []
    name = f"{'-'.join(words)}.pdf"
    with output.locked(out):
        output.write(out, {name: data})
    return out / name


def calibration_plan(
    paper: Size, flip: Flip, printer: Printer | None, version: str, fonts: FontBook, wording: Wording = ENGLISH
) -> SheetPlan:
    """Front and back of one sheet, for any renderer; `paper` as it is to lie.

    With a printer its correction is put to the test: every scale is to read zero. Raises UsageError for small paper.
    """
    sheet = _CalibrationSheet(ScaleLayout.of(paper, flip), flip, printer, version, fonts, wording)
    pages = (
        Page(1, "front", (), (Group(tuple(sheet.front()), role="marks"),)),
        Page(1, "back", (), (Group(tuple(sheet.back()), role="marks"),)),
    )
    plan = SheetPlan(paper, "duplex-long" if flip == "long" else "duplex-short", 1, pages, 0)
    return plan if printer is None else corrected(plan, printer)


def _corners(page: Size) -> tuple[Box, Box, Box, Box]:
    """What the scales leave free: for the words, a grid above and one below, and the form."""
    x, y = page.width / 2, page.height / 2
    left, right = (RULER + 4, x - REACH - 5), (x + BESIDE + 14, page.width - _EDGE)
    top, bottom = (_EDGE + 2, y - REACH - 4), (y + REACH + 4, page.height - RULER - 4)
    corners = ((left, top), (right, top), (left, bottom), (right, bottom))
    words, upper, lower, form = (Box(west, north, east, south) for (west, east), (north, south) in corners)
    return words, upper, lower, form


@frozen(slots=False)
class _CalibrationSheet:
    """Draws both sides of a sheet."""

    layout: ScaleLayout
    flip: Flip
    printer: Printer | None
    version: str
    fonts: FontBook
    wording: Wording

    def front(self) -> Iterator[Shape]:
        words, upper, lower, form = _corners(self.layout.page)
        for comb in self.layout.combs:
            yield from on_front(comb, self.fonts)
        for box in (upper, lower):
            yield from _grid(box, _PALE)
        yield from _target(self.layout.page, BLACK)
        yield from self._rulers()
        yield from self._words(words)
        yield from self._form(form)

    def back(self) -> Iterator[Shape]:
        behind, (_, upper, lower, form) = self.layout.behind, _corners(self.layout.page)
        for comb in self.layout.combs:
            yield from on_back(comb, behind)
        for box in (upper, lower):
            yield from _grid(mapped(box, behind), _PALE_BACK)
        yield from _target(self.layout.page, BACK_INK)
        for length, frame in self._ruled():
            yield from _ruler(length, frame.then(behind), BACK_INK)
        room = mapped(form, behind)
        # Where the form leaves room behind it.
        top = room.bottom - _BACK if self.layout.axis == "vertical" else room.top
        yield Text(room.left, top + 6, self.wording("Back"), DISPLAY, _TITLE, BACK_INK)
        text = self.wording(
            "Nothing is read on this side: hold the sheet against a light with the other one towards you."
        )
        yield self._set(text, Box(room.left, top + 9, room.right, top + _BACK + 2), BACK_INK)

    def _words(self, room: Box) -> Iterator[Shape]:
        """Title, and what to do."""
        wording, page = self.wording, self.layout.page
        yield Text(room.left, room.top + 6, wording("Calibration"), DISPLAY, _TITLE, INK)
        size = f"{number(page.width, 1)} × {number(page.height, 1)} mm"
        under = f"{wording('front')} · {size} · pnp {self.version}"
        yield Text(room.left, room.top + 10.5, under, TEXT_ITALIC, _SIZE, INK)
        wide, high = (_ruled(length) for length in (page.width, page.height))
        print_it = wording(_PRINT[self.flip])
        rulers = wording(
            "Lay a ruler to the two at the edges: they are **{wide} mm** and **{high} mm** long. If not, the printer "
            "was let scale the page.", wide=wide, high=high,
        )  # fmt: skip
        steps = (print_it, rulers, *map(wording, _STEPS))
        text = "\n".join(f"**{at}**  {step}" for at, step in enumerate(steps, 1))
        if self.printer is not None:
            told = self.printer.correction(page).describe(wording)
            moved = wording("Backs moved for “{printer}”: {correction}.", printer=self.printer.name, correction=told)
            text = f"{moved}\n{text}"
        yield self._set(text, Box(room.left, room.top + 14, room.right, room.bottom - _EXAMPLE), INK)
        shown = Comb("", room.left + REACH + 1, room.bottom - _EXAMPLE / 2 + 3, False, 1)
        yield from example(shown, _SHOWN, self.fonts)
        reads = wording("reads {number}", number=f"+{number(_SHOWN)}")
        yield Text(shown.x + REACH + 3, shown.y + 1, reads, TEXT_ITALIC, _SIZE, INK)

    def _form(self, room: Box) -> Iterator[Shape]:
        """Places to write the readings, and the sums; closer together where the page lies."""
        column, close = room.width / 2, min(1.0, room.height / _FORM)
        y = room.top + 4 * close
        yield Text(room.left, y, self.wording("Readings, in mm"), TEXT_BOLD, _SIZE, INK)
        for at, comb in enumerate(self.layout.combs):
            x, base = room.left + at // 4 * column, y + (7.5 + at % 4 * 7.0) * close
            yield Text(x, base, comb.name, DISPLAY, 12, INK)
            yield Path(line(x + 5, base, x + column - 4, base), stroke=Stroke(INK, _HAIRLINE))
        y += (7.5 + 4 * 7.0) * close
        yield Text(room.left, y, self.wording("What they make"), TEXT_BOLD, _SIZE, INK)
        for at, formula in enumerate(self.layout.formulas):
            base = y + (7.0 + at * 6.4) * close
            yield Text(room.left, base, formula.option, TEXT_ITALIC, _SIZE, INK)
            yield Text(room.left + 13.5, base, f"= {_sum(formula)}", TEXT, _SIZE, INK)

    def _rulers(self) -> Iterator[Shape]:
        """Along the bottom and the left edge, with numbers; a millimetre is a millimetre, and the bar counts tens."""
        half_cap = self.fonts[TEXT].cap_height * _NUMBERS * MM_PER_POINT / 2
        for length, frame in self._ruled():
            for at in range(0, length + 1, 10):
                x, y = frame.apply(at, -4.2 - 1.2 * frame.b)
                yield Text(x, y + half_cap, str(at), TEXT, _NUMBERS, BLACK, "middle")
            for start in range(0, length, 20):
                bar = Box(start, 0, min(start + 10, length), _BAR)
                yield Path(rectangle(mapped(bar, frame)), BLACK)
            yield from _ruler(length, frame, BLACK)

    def _ruled(self) -> Iterator[tuple[int, Transform]]:
        """How long each ruler is, and where: about the middle of the page."""
        page = self.layout.page
        wide, high = _ruled(page.width), _ruled(page.height)
        yield wide, Transform.moved((page.width - wide) / 2, page.height - _EDGE)
        yield high, Transform(0, 1, -1, 0, _EDGE, (page.height - high) / 2)

    def _set(self, text: str, room: Box, colour: Colour) -> Group:
        return fitted(text, room, Lettering(_SIZE, colour, leading=1.3), self.fonts)


def _ruler(length: int, frame: Transform, colour: Colour) -> Iterator[Path]:
    """A bar with millimetres above it."""
    stroke = Stroke(colour, _HAIRLINE)
    yield Path(rectangle(mapped(Box(0, 0, length, _BAR), frame)), stroke=stroke)
    for at in range(length + 1):
        tall = 2.6 if at % 10 == 0 else 1.9 if at % 5 == 0 else 1.2
        yield Path(line(*frame.apply(at, 0), *frame.apply(at, -tall)), stroke=stroke)


def _ruled(length: float) -> int:
    """How long a ruler is that keeps clear of its neighbour at the corner, in whole centimetres."""
    return 10 * int((length - 2 * (RULER + 1)) / 10)


def _grid(room: Box, stroke: Stroke) -> Iterator[Path]:
    """Squares of a centimetre about the middle of the room."""
    columns, rows = int(room.width / _GRID), int(room.height / _GRID)
    x, y = room.centre
    left, right = x - columns * _GRID / 2, x + columns * _GRID / 2
    top, bottom = y - rows * _GRID / 2, y + rows * _GRID / 2
    for at in range(columns + 1):
        yield Path(line(left + at * _GRID, top, left + at * _GRID, bottom), stroke=stroke)
    for at in range(rows + 1):
        yield Path(line(left, top + at * _GRID, right, top + at * _GRID), stroke=stroke)


def _target(page: Size, colour: Colour) -> Iterator[Path]:
    """Rings and a cross in the middle of the page, where a shift is seen at a glance."""
    x, y = page.width / 2, page.height / 2
    stroke = Stroke(colour, _HAIRLINE)
    yield from (Path(circle(x, y, radius), stroke=stroke) for radius in (3.0, 6.0, 9.0))
    yield Path(line(x - 12, y, x + 12, y), stroke=stroke)
    yield Path(line(x, y - 12, x, y + 12), stroke=stroke)


def _sum(formula: Formula) -> str:
    """A formula as one would write it."""
    sign = "+" if formula.sign == 1 else "−"
    terms = f"({formula.first} {sign} {formula.second})"
    if formula.option == "rotate":
        return f"{terms} × {number(formula.factor, 2)} °"
    if formula.option.startswith("shift"):
        return f"{terms} ÷ 2 mm"
    per_cent = number(1 / (100 * formula.factor), 1)
    return f"100 + {terms}%" if per_cent == "1" else f"100 + {terms} ÷ {per_cent}%"
