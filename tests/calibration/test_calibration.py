"""The calibration sheet, read as a person reads it against the light, and printed by printers with known faults."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from pnp.calibration.sheet import (
    BACK_INK,
    NAMES,
    Comb,
    Flip,
    ScaleLayout,
    calibration_plan,
    parse_readings,
    read_off,
    write_calibration,
)
from pnp.drawing.fonts import Font, built_in_fonts
from pnp.drawing.shapes import Group, Shape, Text, extent, moved
from pnp.drawing.shapes import Path as Drawn
from pnp.errors import UsageError
from pnp.geometry import IDENTITY, MM_PER_POINT, Size, Transform
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Correction, Printer, SheetPlan
from pnp.language.po import wording_of
from pnp.preflight import preflight

FONTS = built_in_fonts()
A4 = Size(210, 297)
# The finest line of a scale, which alone is drawn as thick as this.
FINE = 0.15
SHEETS: list[tuple[Size, Flip]] = [
    (A4, "long"), (A4.turned(), "long"), (PAPERS["letter"], "short"), (PAPERS["letter"].turned(), "short"),
    (PAPERS["a3"], "long"), (PAPERS["tabloid"].turned(), "long"),
]  # fmt: skip


def shapes(group: tuple[Shape, ...], frame: Transform = IDENTITY) -> Iterator[tuple[Shape, Transform]]:
    for shape in group:
        if isinstance(shape, Group):
            yield from shapes(shape.shapes, shape.transform.then(frame))
        else:
            yield shape, frame


def feet(plan: SheetPlan, side: int, colour: str) -> list[tuple[float, float]]:
    """Where the fine lines of a side begin: the ends at which those of front and back meet."""
    return [
        moved(shape.commands, frame)[0][1:]  # type: ignore[misc]
        for shape, frame in shapes(plan.pages[side].marks)
        if isinstance(shape, Drawn) and shape.stroke and len(shape.commands) == 2
        if (shape.stroke.width, str(shape.stroke.paint)) == (FINE, colour)
    ]


def signs(plan: SheetPlan, text: str) -> list[tuple[float, float]]:
    found = (shape for shape, _ in shapes(plan.pages[0].marks) if isinstance(shape, Text) and shape.text == text)
    return [(shape.x, shape.y) for shape in found]


def seen_through(page: Size, flip: Flip) -> Transform:
    """Where a place of the back is seen from the front: turned over the long edge, an upright page swaps its sides."""
    sideways = (flip == "long") == (page.height >= page.width)
    return Transform(-1, 0, 0, 1, page.width, 0) if sideways else Transform(1, 0, 0, -1, 0, page.height)


def along(comb: Comb, point: tuple[float, float]) -> tuple[float, float]:
    """Along the comb and across it, from its middle."""
    x, y = point[0] - comb.x, point[1] - comb.y
    return (y, x) if comb.upright else (x, y)


def read(plan: SheetPlan, flip: Flip, fault: Transform) -> dict[str, float]:
    """The number of the line that goes straight on, on every scale, when a printer moves backs by its fault."""
    through = seen_through(plan.paper, flip)
    black = feet(plan, 0, "#000000")
    red = [fault.then(through).apply(*point) for point in feet(plan, 1, str(BACK_INK))]
    told = {}
    for comb in ScaleLayout.of(plan.paper, flip).combs:
        front, back = (
            sorted(a for a, across in (along(comb, point) for point in points) if abs(a) < 17 and abs(across) < 2)
            for points in (black, red)
        )
        back = [b for at, b in enumerate(back) if at == 0 or b - back[at - 1] > 0.1]  # the needle begins there too
        assert len(front) == len(back) == 21
        best = min(range(21), key=lambda at: abs(front[at] - back[at]))
        assert abs(front[best] - back[best]) <= 0.06, "no line goes straight on"
        ends = [along(comb, point) for point in signs(plan, "+")]
        plus = next(a for a, across in ends if 15.5 < abs(a) < 19 and abs(across) < 4)
        told[comb.name] = round((best - 10) * 0.1 * math.copysign(1, plus), 1)
    return told


def miss(fault: Transform, correction: Correction, page: Size) -> float:
    """How far off the back of anything on the page comes out, at worst."""
    there = correction.transform(page).then(fault)
    corners = [(x, y) for x in (10.0, page.width - 10) for y in (10.0, page.height - 10)]
    return max(math.dist(corner, there.apply(*corner)) for corner in corners)


@pytest.mark.parametrize(("page", "flip"), SHEETS)
def test_a_perfect_printer_reads_zero_everywhere(page: Size, flip: Flip) -> None:
    plan = calibration_plan(page, flip, None, "1", FONTS)
    assert read(plan, flip, IDENTITY) == dict.fromkeys(NAMES, 0.0)


@pytest.mark.parametrize(("page", "flip"), SHEETS)
@pytest.mark.parametrize(
    "fault",
    [
        Correction(shift_x=0.8, shift_y=-0.3), Correction(1.002, 0.998), Correction(rotate=0.1),
        Correction(rotate=-0.15),
        Correction(1.002, 1.003, 0.3, -0.4, 0.1),
    ],
)  # fmt: skip
@pytest.mark.sample(3)
def test_what_is_read_off_puts_backs_behind_fronts(page: Size, flip: Flip, fault: Correction) -> None:
    moves = fault.transform(page)
    layout = ScaleLayout.of(page, flip)
    first = read_off(layout, read(calibration_plan(page, flip, None, "1", FONTS), flip, moves))
    again = calibration_plan(page, flip, Printer("p", first, first), "1", FONTS)
    second = first.more(read_off(layout, read(again, flip, moves)))
    before, after = miss(moves, Correction(), page), miss(moves, second, page)
    assert after < 0.25 and after < before / 2, (before, after)
    assert second.shift_x == pytest.approx(-fault.shift_x, abs=0.06)
    assert second.scale_x == pytest.approx(1 / fault.scale_x, abs=0.0012)
    assert second.rotate == pytest.approx(-fault.rotate, abs=0.06)


def test_a_known_sheet_is_worked_out_as_it_says() -> None:
    # 100 mm between A and B, 200 mm between C and D: (A - B) %, (H - G) / 2%, (C - D) x 57.3 / 200 degrees.
    values = parse_readings("A=0.3, B=-.3, C=0.2mm, D=-0.5, E=+0.1, F=0.3, G=-0.2, H=0.2")
    made = read_off(ScaleLayout.of(A4, "long"), values)
    assert made.scale_x == pytest.approx(1.006) and made.scale_y == pytest.approx(1.002)
    assert (made.shift_x, made.shift_y) == pytest.approx((-0.15, 0.2))
    assert made.rotate == pytest.approx(0.7 * 57.29578 / 200, abs=1e-5)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("A=0.3", "of B, C, D, E, F, G, H is missing"), ("A=1,A=2", "'A=2' is no reading"),
        ("I=1", "'I=1' is no reading"),
        ("A=nan", "is no reading"), ("A=9,B=0,C=0,D=0,E=0,F=0,G=0,H=0", "more than 5 mm"), ("", "is no reading"),
    ],
)  # fmt: skip
def test_readings_that_are_none(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        parse_readings(text)


@pytest.mark.parametrize(("paper", "landscape"), [("a4", False), ("letter", True), ("legal", False)])
def test_the_file_has_rulers_of_their_length_and_words_inside_the_page(
    tmp_path: Path, paper: str, landscape: bool
) -> None:
    path = write_calibration(paper, "long", landscape, None, tmp_path)
    assert path.parent == tmp_path and paper in path.name
    with pikepdf.open(path) as pdf:
        assert len(pdf.pages) == 2 and str(pdf.Root.ViewerPreferences.Duplex) == "/DuplexFlipLongEdge"
        assert str(pdf.Root.ViewerPreferences.PrintScaling) == "/None"
        width, height = (float(edge) * 25.4 / 72 for edge in pdf.pages[0].mediabox[2:])
    page = PdfDocument(path)[0].get_textpage()
    words = page.get_text_bounded()
    lengths = [10 * int((edge - 30) / 10) for edge in (width, height)]
    assert all(f"{length} mm" in words for length in lengths)
    assert "flipped on the long edge" in " ".join(words.split())
    left, bottom, right, top = zip(*(page.get_charbox(at) for at in range(page.count_chars()) if at < len(words)))
    k = 72 / 25.4
    assert min(left) > 3 * k and max(right) < (width - 3) * k and min(bottom) > 3 * k and max(top) < (height - 3) * k


@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("page", [PAPERS["a4"], PAPERS["a4"].turned(), PAPERS["letter"], PAPERS["letter"].turned()])
def test_no_words_lie_on_others(page: Size, language: str) -> None:
    fonts = built_in_fonts().in_language(language)
    plan = calibration_plan(page, "long", None, "1", fonts, wording_of(language, "pnp", "en", None))
    for side in plan.pages:
        found = [each for each, _ in shapes(side.marks) if isinstance(each, Text) and each.text.strip()]
        boxes = [inked(text, fonts[text.font]) for text in found]
        near = [(one, other) for (one, box), (other, near) in combinations(boxes, 2) if overlap(box, near)]
        assert near == []


def inked(text: Text, font: Font) -> tuple[str, tuple[float, float, float, float]]:
    """A text, and the box of its capitals."""
    (left, width), height = extent(text, font), font.cap_height * text.size * MM_PER_POINT
    return text.text, (left, text.y - height, left + width, text.y)


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return all(max(one[at], other[at]) < min(one[at + 2], other[at + 2]) - 0.01 for at in (0, 1))


def test_the_ruler_is_as_long_as_it_says() -> None:
    plan = calibration_plan(A4, "long", None, "1", FONTS)
    boxes = [
        (abs(shape.commands[1][1] - shape.commands[0][1]), abs(shape.commands[2][2] - shape.commands[1][2]))  # type: ignore[misc]
        for shape, _ in shapes(plan.pages[0].marks)
        if isinstance(shape, Drawn) and len(shape.commands) == 5 and shape.fill is None
    ]
    assert (180.0, 1.6) in [(round(w, 6), round(h, 6)) for w, h in boxes]
    assert (1.6, 260.0) in [(round(w, 6), round(h, 6)) for w, h in boxes]


def test_small_paper_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="too small for the calibration sheet; take a4"):
        write_calibration("a5", "long", False, None, tmp_path)
    assert not list(tmp_path.iterdir())


def test_it_goes_into_a_folder_or_the_file_that_is_named(tmp_path: Path) -> None:
    named = write_calibration("a4", "long", False, Printer("HP at home", Correction()), tmp_path / "new" / "sheet.pdf")
    assert named == tmp_path / "new" / "sheet.pdf" and named.is_file()
    by_itself = write_calibration("a4", "short", True, Printer("HP at home", Correction()), tmp_path)
    assert by_itself.name == "calibration-a4-landscape-short-edge-hp-at-home.pdf"
    assert {finding.severity for finding in preflight([named])} <= {"note", "warning"}
