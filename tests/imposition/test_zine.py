"""A zine by folding it: leaves and spreads follow from the folds and the cut, and must show pages 1 to 8 upright."""

from __future__ import annotations

from dataclasses import replace

import pytest
from paper_pages import number, page, pages, up

from pnp.drawing.cut_paths import CUT, FOLD
from pnp.drawing.face import Face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Path, Stroke, bounds
from pnp.errors import UsageError
from pnp.geometry import Size
from pnp.imposition.booklet import zine, zine_page
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.imposition.stamp import boxes_on, drawn_boxes

FONTS = built_in_fonts()
A4 = PAPERS["a4"]


def made(book: tuple[Face, ...], paper: Size = A4) -> SheetPlan:
    return zine("game-rules-zine", book, paper, SheetLabel("Game", "1.0", "rules"), FONTS)


def small(paper: Size = A4, full: tuple[int, ...] = (), inner: float = 9.0) -> tuple[Face, ...]:
    return pages(8, zine_page(paper), inner, full)


def lines(side: Page, stroke: Stroke) -> list[tuple[float, ...]]:
    """The straight lines of that stroke among a page's marks, as x1, y1, x2, y2."""
    marks = [shape for group in side.marks for shape in group.shapes]
    return [
        tuple(value for _, *values in mark.commands for value in values)
        for mark in marks
        if isinstance(mark, Path) and mark.stroke == stroke
    ]


def test_the_pages_as_they_lie() -> None:
    rows: dict[float, list[Placement]] = {}
    for placement in made(small()).pages[0].placements:
        rows.setdefault(placement.cy, []).append(placement)
    upper, lower = (sorted(row, key=lambda placement: placement.cx) for _, row in sorted(rows.items()))
    assert [number(placement) for placement in upper] == [7, 6, 5, 4]
    assert [number(placement) for placement in lower] == [8, 1, 2, 3]
    assert {up(placement.transform) for placement in upper} == {(0.0, 1.0)}
    assert {up(placement.transform) for placement in lower} == {(0.0, -1.0)}


def leafed_through(plan: SheetPlan) -> list[int]:
    """The pages in the order of reading, found by turning leaves, from the first page on.

    A leaf is two pages folded back to back: across the fold in the middle of a row, or across what is left uncut of
    the fold between the rows. A spread is two pages side by side across the other upright folds.
    """
    side = plan.pages[0]
    (cut,) = lines(side, CUT)
    width, height = plan.paper.width, plan.paper.height
    cells = {
        (int(placement.cx // (width / 4)), int(placement.cy // (height / 2))): placement
        for placement in side.placements
    }
    assert len(cells) == 8
    behind: dict[int, int] = {}
    right_of: dict[int, int] = {}
    for (column, row), placement in cells.items():
        beside = cells.get((column + 1, row))
        if beside is not None:
            assert up(placement.transform) == up(beside.transform)
            left, right = number(placement), number(beside)
            if column == 1:
                behind[left], behind[right] = right, left
            else:
                upright = up(placement.transform) == (0.0, -1.0)
                right_of.update({left: right} if upright else {right: left})
        below = cells.get((column, row + 1))
        middle = (column + 0.5) * width / 4
        if below is not None and not (cut[1] == cut[3] == height / 2 and cut[0] < middle < cut[2]):
            # Folded over a level line, heads must point apart to end up alike.
            assert up(placement.transform) == (0.0, 1.0) and up(below.transform) == (0.0, -1.0)
            one, other = number(placement), number(below)
            behind[one], behind[other] = other, one
    read = [1]
    while len(read) < 8:
        read.append(behind[read[-1]])
        read.append(right_of[read[-1]])
    assert read.pop() == 1, "the last page lies beside the first"
    return read


@pytest.mark.parametrize("paper", PAPERS)
def test_the_folded_sheet_reads_as_the_book(paper: str) -> None:
    assert leafed_through(made(small(PAPERS[paper]), PAPERS[paper])) == [1, 2, 3, 4, 5, 6, 7, 8]


def test_the_folding_can_fail() -> None:
    book = small()
    swapped = (book[0], book[5], *book[2:5], book[1], *book[6:])
    assert leafed_through(made(swapped)) == [1, 6, 3, 4, 5, 2, 7, 8]


def test_an_a4_sheet_has_eighths_of_a7_size() -> None:
    assert zine_page(A4) == Size(74.25, 105)
    plan = made(small())
    assert plan.paper == A4.turned() and plan.sides == "fronts" and plan.duplexing.flip is None
    assert {placement.size for _, placement in plan.placements()} == {Size(74.25, 105)}


def test_the_sheet_is_cut_in_the_middle_and_folded_everywhere_else() -> None:
    side = made(small()).pages[0]
    assert lines(side, CUT) == [(74.25, 105, 222.75, 105)]
    folds = lines(side, FOLD)
    assert sorted(x for x, _, other, _ in folds if x == other) == [74.25, 148.5, 222.75]
    level = sorted((x1, x2) for x1, y1, x2, y2 in folds if y1 == y2 == 105)
    assert level == [(3, 74.25), (222.75, 294)]
    for x1, y1, x2, y2 in folds:
        assert min(x1, y1, x2, y2) >= 3 and max(x1, x2) <= 294 and max(y1, y2) <= 207


def test_the_advice_stands_in_a_margin() -> None:
    book = small()
    side = made(book).pages[0]
    (advice,) = side.stamps
    box = bounds((advice,), FONTS)
    assert all(box.overlap(other) <= 0 for other in boxes_on(side.placements, drawn_boxes(book, FONTS)))
    (holder,) = (placement for placement in side.placements if box.overlap(placement.trim_box) > 0)
    assert number(holder) == 8
    assert box.bottom <= A4.width - 5


def test_the_advice_stands_on_the_last_page_where_that_is_free() -> None:
    book = small()
    side = made((*book[:7], replace(book[7], shapes=()))).pages[0]
    (holder,) = (placement for placement in side.placements if number(placement) == 8)
    words, drawing = (bounds((stamp,), FONTS) for stamp in side.stamps)
    assert words.overlap(drawing) <= 0
    for box in (words, drawing):
        assert holder.trim_box.holds(box.left, box.top) and holder.trim_box.holds(box.right, box.bottom)


def test_a_zine_without_room_for_advice_says_so() -> None:
    plan = made(small(inner=1.0))
    assert [note.code for note in plan.notes] == ["how-to-fold", "no-room"]
    assert plan.pages[0].stamps == ()


def test_exactly_eight_pages_of_the_papers_eighth() -> None:
    book = small()
    with pytest.raises(UsageError, match="has 8 pages and this one has 7; lengthen its text"):
        made(book[:7])
    with pytest.raises(UsageError, match="this one has 9; shorten its text"):
        made((*book, page(9, zine_page(A4))))
    with pytest.raises(ValueError, match=r"page-1 is not 69\.85 x 107\.95 mm"):
        made(book, PAPERS["letter"])


def test_a_page_drawn_to_the_papers_edge_is_noted() -> None:
    notes = made(small(full=(1,))).notes
    assert [(note.severity, note.code) for note in notes] == [("note", "printer-margin"), ("note", "how-to-fold")]
    assert "page 1 reaches into the 5 mm" in notes[0].message
    assert [note.code for note in made(small()).notes] == ["how-to-fold"]
