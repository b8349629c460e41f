"""What a sheet carries besides its pieces: outside every trim, off the paper's edge, and never in silence left out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import get_args

import pytest

from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, Shape, Text, bounds
from pnp.geometry import HEXAGON, IDENTITY, ROUND, Box, Outline, Size, Transform, Trim
from pnp.imposition.grid import PAPER_EDGE, Marks, SheetOptions, best_grid, fits
from pnp.imposition.impose import Job, impose
from pnp.imposition.marks import CHECK_BAR, SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import SIDES, Item, Page, Placement, SheetPlan, Sides

FONTS = built_in_fonts()
MARKS: tuple[Marks, ...] = get_args(Marks)
TRIMS = {
    "poker": Trim(Size(63.5, 88.9), corner=3),
    "mini": Trim(Size(44, 68)),
    "chit": Trim(Size(8, 8), bleed=0, safe=0.5),
    "token": Trim(Size(25, 25), ROUND, 0, 1.5, 1.5),
    "full": Trim(Size(138, 200)),
}


def plan(trim: Trim, options: SheetOptions, count: int = 30) -> SheetPlan:
    made = tuple(Item(f"some-long-name/card-{at}", 1, trim, f"card-{at}", "back") for at in range(count))
    return impose(Job("game-cards", made, SheetLabel("A War of Whispers", "1.0.0", "cards")), options, FONTS)


def leaves(shapes: tuple[Shape, ...], transform: Transform = IDENTITY) -> Iterator[tuple[Shape, Box]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from leaves(shape.shapes, shape.transform.then(transform))
        else:
            yield shape, bounds((shape,), FONTS, transform)


def depth(shape: Shape, box: Box, placement: Placement) -> float:
    """How deep a shape lies in a trim: of a mark beside a round trim the nearest of its ends counts."""
    if placement.item.trim.outline == ROUND and isinstance(shape, Path):
        ends = [command[-2:] for command in shape.commands if len(command) > 1]
        return placement.size.width / 2 - min(math.hypot(x - placement.cx, y - placement.cy) for x, y in ends)
    return box.overlap(placement.trim_box)


def texts(page: Page) -> str:
    return " ".join(shape.text for shape, _ in leaves(page.marks) if isinstance(shape, Text))


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a3"])
@pytest.mark.parametrize("trim", TRIMS.values(), ids=list(TRIMS))
@pytest.mark.sample(6)
def test_everything_stands_outside_the_trims_and_off_the_edge(trim: Trim, paper: str, sides: str) -> None:
    if sides == "gutterfold" and (trim is TRIMS["full"] and paper in ("a5", "a4", "letter")):
        pytest.skip("does not fit on half a sheet")
    made = plan(trim, SheetOptions(PAPERS[paper], sides=sides))  # type: ignore[arg-type]
    for page in made.pages:
        for shape, box in leaves(page.marks):
            assert box.left >= PAPER_EDGE - 0.1 and box.top >= PAPER_EDGE - 0.1, shape
            assert box.right <= made.paper.width - PAPER_EDGE + 0.1, shape
            assert box.bottom <= made.paper.height - PAPER_EDGE + 0.1, shape
            for placement in page.placements:
                assert depth(shape, box, placement) <= 0.08, f"{shape} lies in a trim"


@pytest.mark.parametrize("sides", ["duplex-long", "gutterfold"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("margin", [0.0, 5.0, 10.0, 12.7])
@pytest.mark.parametrize("trim", TRIMS.values(), ids=list(TRIMS))
@pytest.mark.sample(8)
def test_whatever_is_to_be_read_lies_where_the_printer_prints(
    trim: Trim, margin: float, paper: str, sides: Sides
) -> None:
    """On full sheets and on others; where there is no room for it, a finding says so."""
    options = SheetOptions(PAPERS[paper], margin=margin, sides=sides)
    if not fits(trim, options):
        pytest.skip("does not fit")
    slots = best_grid(trim, options, "cards").slots
    for made in (plan(trim, options, count) for count in (1, slots)):
        for page in made.pages:
            read = [(shape, box) for shape, box in leaves(page.marks) if isinstance(shape, Text)]
            bars = [box for shape, box in leaves(page.marks) if CHECK_BAR - 0.2 < long_side(box) < CHECK_BAR + 0.2]
            assert (read and bars) or {note.code for note in made.notes} >= {"no-room"}
            assert (read and bars) or (slots < 100 and trim is not TRIMS["poker"])
            white = max(margin, PAPER_EDGE) - 1e-6
            for box in (*(box for _, box in read), *bars):
                assert min(box.left, box.top) >= white
                assert box.right <= made.paper.width - white and box.bottom <= made.paper.height - white
                assert all(box.overlap(placement.bleed_box) <= 0 for placement in page.placements), "on the bleed"


def long_side(box: Box) -> float:
    return max(box.width, box.height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_marks_begin_where_the_printer_prints(paper: str) -> None:
    for trim in (TRIMS["poker"], TRIMS["chit"]):
        (page, *_) = plan(
            trim, SheetOptions(PAPERS[paper]), best_grid(trim, SheetOptions(PAPERS[paper]), "").slots
        ).pages
        width, height = PAPERS[paper].width, PAPERS[paper].height
        for _, box in leaves(page.marks):
            if min(box.width, box.height) < 0.2 and long_side(box) < 6:
                assert box.right > 5 and box.bottom > 5 and box.left < width - 5 and box.top < height - 5


@pytest.mark.parametrize("margin", [5.0, 12.0])
def test_nothing_is_printed_in_a_margin_that_leaves_room_beside_it(margin: float) -> None:
    made = plan(Trim(Size(120, 160)), SheetOptions(Size(210, 297), margin=margin), 1)
    for page in made.pages:
        boxes = [box for _, box in leaves(page.marks)]
        assert min(box.top for box in boxes) >= margin
        assert max(box.bottom for box in boxes) <= made.paper.height - margin


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_sheet_line_says_what_turns_where(paper: str) -> None:
    made = plan(TRIMS["poker"], SheetOptions(PAPERS[paper]))
    for page in made.pages:
        line = texts(page)
        for part in ("A War of Whispers 1.0.0", f"sheet {page.sheet} of {made.sheets}", page.side, "long edge"):
            assert part in line
        assert "50 mm" in line


def test_texts_never_run_into_one_another_or_the_marks() -> None:
    for trim in TRIMS.values():
        for page in plan(trim, SheetOptions(PAPERS["a5"])).pages:
            found = [(shape, box) for shape, box in leaves(page.marks)]
            for shape, box in found:
                for other, other_box in found:
                    if isinstance(shape, Text) and other is not shape:
                        assert box.overlap(other_box) <= 0.3, f"{shape.text!r} touches {other}"


def test_the_check_bar_measures_fifty_millimetres() -> None:
    for paper in ("a4", "letter"):
        for page in plan(TRIMS["poker"], SheetOptions(PAPERS[paper])).pages:
            lengths = [
                max(box.width, box.height)
                for shape, box in leaves(page.marks)
                if isinstance(shape, Path) and max(box.width, box.height) > 20
            ]
            assert any(abs(length - CHECK_BAR) < 0.2 for length in lengths)


def test_marks_point_at_every_cut() -> None:
    page = plan(TRIMS["poker"], SheetOptions(PAPERS["a4"])).pages[0]
    cuts = {
        round(edge, 2) for placement in page.placements for edge in (placement.trim_box.left, placement.trim_box.right)
    }
    marked = {
        round(box.centre[0], 2) for shape, box in leaves(page.marks) if isinstance(shape, Path) and box.width < 0.2
    }
    assert cuts <= marked


def test_marks_none_leaves_them_out_and_keeps_the_line() -> None:
    page = plan(TRIMS["poker"], SheetOptions(PAPERS["a4"], marks="none")).pages[0]
    assert sum(isinstance(shape, Path) for shape, _ in leaves(page.marks)) == 4  # the bar and its three ticks
    assert "sheet 1 of" in texts(page)


@pytest.mark.parametrize("trim", ["poker", "token"])
def test_marks_on_fronts_alone_leave_backs_bare(trim: str) -> None:
    both, fronts, none = (plan(TRIMS[trim], SheetOptions(PAPERS["a4"], marks=marks)) for marks in MARKS)
    for marked, front, bare in zip(both.pages, fronts.pages, none.pages):
        assert front.placements == marked.placements
        assert front.marks == (bare if front.side == "back" else marked).marks != ()
    assert {page.side for page in fronts.pages} == {"front", "back"} and both.pages[1] != none.pages[1]
    folded = (plan(TRIMS[trim], SheetOptions(PAPERS["a4"], sides="gutterfold", marks=marks)) for marks in MARKS[:2])
    assert next(folded).pages == next(folded).pages


def test_where_nothing_fits_a_finding_says_so() -> None:
    made = plan(Trim(Size(148, 210)), SheetOptions(PAPERS["a5"], margin=0), 1)
    assert {note.code for note in made.notes} >= {"no-room"}


@pytest.mark.parametrize("outline", [ROUND, HEXAGON])
@pytest.mark.parametrize("marks", MARKS)
def test_a_line_goes_round_every_disc_and_hexagon_whose_cuts_are_marked(outline: Outline, marks: Marks) -> None:
    trim = Trim(Size(25, 25), ROUND, 0, 1.5, 1.5).reshaped(outline)
    for page in plan(trim, SheetOptions(PAPERS["a4"], marks=marks), 7).pages:
        for placement in page.placements:
            around = [
                box
                for shape, box in leaves(page.marks)
                if isinstance(shape, Path) and math.dist(box.centre, placement.trim_box.centre) < 1e-6
            ]
            marked = marks == "crop" or (marks == "fronts" and page.side == "front")
            assert len(around) == (2 if marked else 0)  # a dark line on a pale one
            assert all(placement.trim_box.height < box.height < placement.bleed_box.height for box in around)
