"""The calibration sheet for a paper and a printer, front and back: rulers, scales, a grid and what to do; as a PDF."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path as FilePath

from pnp import __version__, output
from pnp.calibration import scales
from pnp.calibration.scales import BACK_INK, Comb, Flip, Formula, ScaleLayout
from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_ITALIC, FontBook, built_in_fonts
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, line, mapped, rectangle
from pnp.drawing.text import Lettering, fitted
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Size, Transform, number
from pnp.imposition.papers import paper_size, paper_word
from pnp.imposition.plan import Page, SheetPlan
from pnp.imposition.printer import Printer, corrected
from pnp.language.po import wording_of
from pnp.language.wording import ENGLISH, Wording, passage
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.typesetting.leaflet import INK

_EDGE = 7.0  # from the paper's edge to the rulers
_GRID = 10.0
_PALE, _PALE_BACK = Stroke(Colour(0.5, 0.5, 0.5), 0.1), Stroke(Colour.parse("#c46a5e"), 0.1)
_FINE = 0.12
_BAR = 1.6
_NUMBERS, _SIZE, _TITLE = 6.5, 8.5, 20.0  # points
_BACK = 20.0  # millimetres that the back's words take
_EXAMPLE, _SHOWN = 20.0, 0.3  # millimetres: how high the example is, and what it reads

_PRINT: Mapping[Flip, str] = {
    "long": passage("Print both sides at 100 % (“actual size”), flipped on the **long edge**, on thin paper."),
    "short": passage("Print both sides at 100 % (“actual size”), flipped on the **short edge**, on thin paper."),
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
    left, right = (scales.RULER + 4, x - scales.REACH - 5), (x + scales.BESIDE + 14, page.width - _EDGE)
    top, bottom = (_EDGE + 2, y - scales.REACH - 4), (y + scales.REACH + 4, page.height - scales.RULER - 4)
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
            yield from scales.on_front(comb, self.fonts)
        for box in (upper, lower):
            yield from _grid(box, _PALE)
        yield from _target(self.layout.page, BLACK)
        yield from self._rulers()
        yield from self._words(words)
        yield from self._form(form)

    def back(self) -> Iterator[Shape]:
        behind, (_, upper, lower, form) = self.layout.behind, _corners(self.layout.page)
        for comb in self.layout.combs:
            yield from scales.on_back(comb, behind)
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
        shown = Comb("", room.left + scales.REACH + 1, room.bottom - _EXAMPLE / 2 + 3, False, 1)
        yield from scales.example(shown, _SHOWN, self.fonts)
        reads = wording("reads {number}", number=f"+{number(_SHOWN)}")
        yield Text(shown.x + scales.REACH + 3, shown.y + 1, reads, TEXT_ITALIC, _SIZE, INK)

    def _form(self, room: Box) -> Iterator[Shape]:
        """Places to write the readings, and the sums."""
        column = room.width / 2
        y = room.top + 4
        yield Text(room.left, y, self.wording("Readings, in mm"), TEXT_BOLD, _SIZE, INK)
        for at, comb in enumerate(self.layout.combs):
            x, base = room.left + at // 4 * column, y + 7.5 + at % 4 * 7.0
            yield Text(x, base, comb.name, DISPLAY, 12, INK)
            yield Path(line(x + 5, base, x + column - 4, base), stroke=Stroke(INK, _FINE))
        y += 7.5 + 4 * 7.0
        yield Text(room.left, y, self.wording("What they make"), TEXT_BOLD, _SIZE, INK)
        for at, formula in enumerate(self.layout.formulas):
            base = y + 7.0 + at * 6.4
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
    stroke = Stroke(colour, _FINE)
    yield Path(rectangle(mapped(Box(0, 0, length, _BAR), frame)), stroke=stroke)
    for at in range(length + 1):
        tall = 2.6 if at % 10 == 0 else 1.9 if at % 5 == 0 else 1.2
        yield Path(line(*frame.apply(at, 0), *frame.apply(at, -tall)), stroke=stroke)


def _ruled(length: float) -> int:
    """How long a ruler is that keeps clear of its neighbour at the corner, in whole centimetres."""
    return 10 * int((length - 2 * (scales.RULER + 1)) / 10)


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
    stroke = Stroke(colour, _FINE)
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
    return f"100 + {terms} %" if per_cent == "1" else f"100 + {terms} ÷ {per_cent} %"
