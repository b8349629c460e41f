"""Booklets by folding them: sheets read back, nested and leafed through, must show the book in order and upright."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from paper_pages import A5, number, page, pages, up

from pnp.drawing.face import Face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Shape, Text, bounds
from pnp.errors import UsageError
from pnp.geometry import Box, Size
from pnp.imposition.booklet import BookletOptions, BookletSides, booklet, signatures
from pnp.imposition.grid import PAPER_EDGE
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.imposition.stamp import boxes_on, drawn_boxes

FONTS = built_in_fonts()
A4, A3, LETTER = PAPERS["a4"], PAPERS["a3"], PAPERS["letter"]
SIDES: tuple[BookletSides, ...] = ("duplex-short", "duplex-long", "fronts-then-backs")


def made(book: tuple[Face, ...], options: BookletOptions) -> SheetPlan:
    return booklet("game-rules-booklet", book, options, SheetLabel("Game", "1.0", "rules"), FONTS)


def numbers(plan: SheetPlan) -> str:
    """Each printed side as the numbers of its pages from left to right, `^` after those that stand on their heads."""
    sides = []
    for side in plan.pages:
        names = {True: "-", False: "-"}
        for placement in side.placements:
            head = "" if placement.rotation == 0 else "^"
            names[placement.cx < plan.paper.width / 2] = f"{number(placement)}{head}"
        sides.append(f"{names[True]} {names[False]}")
    return " / ".join(sides)


def test_eight_pages_on_two_sheets() -> None:
    assert numbers(made(pages(8), BookletOptions(A4))) == "8 1 / 2 7 / 6 3 / 4 5"


def test_a_printer_that_turns_over_the_long_edge_gets_insides_on_their_heads() -> None:
    plan = made(pages(8), BookletOptions(A4, sides="duplex-long"))
    assert numbers(plan) == "8 1 / 7^ 2^ / 6 3 / 5^ 4^"
    assert plan.duplexing.flip == "long"


def test_one_sided_printers_get_all_outsides_first() -> None:
    plan = made(pages(8), BookletOptions(A4, sides="fronts-then-backs"))
    assert numbers(plan) == "8 1 / 6 3 / 7^ 2^ / 5^ 4^"
    assert [(side.sheet, side.side) for side in plan.pages] == [(1, "front"), (2, "front"), (1, "back"), (2, "back")]


def test_blank_pages_come_last_or_before_the_back_cover() -> None:
    assert numbers(made(pages(6), BookletOptions(A4))) == "- 1 / 2 - / 6 3 / 4 5"
    assert numbers(made(pages(6), BookletOptions(A4, back_cover=True))) == "6 1 / 2 - / - 3 / 4 5"


def test_the_plan_as_letters() -> None:
    plan = made(pages(8), BookletOptions(A4, thickness=0.0))
    assert plan.letters() == "A B\n\nC D\n\nE F\n\nG H"
    assert (plan.paper, plan.sheets, plan.per_sheet) == (A4.turned(), 2, 4)


def test_signatures_are_few_and_alike() -> None:
    # Ten sheets, forty pages, still fold; more are shared out among bundles.
    assert signatures(40, 10) == (10,)
    assert signatures(41, 10) == (6, 5)
    assert signatures(1, 10) == (1,)
    assert signatures(100, 8) == (7, 6, 6, 6)


Leaf = tuple[tuple[int, tuple[float, float]], tuple[int, tuple[float, float]]]


def turned_over(placement: Placement, plan: SheetPlan) -> tuple[float, tuple[float, float]]:
    """Where a page of the inside lies, and where its head points, seen through the sheet from its outside."""
    x, y = up(placement.transform)
    if plan.duplexing.flip == "short":  # of a sheet that lies on its side: about an upright line
        return plan.paper.width - placement.cx, (-x, y)
    return placement.cx, (x, -y)


def halves(sheet: dict[str, Page], plan: SheetPlan) -> dict[bool, dict[str, tuple[int, float, tuple[float, float]]]]:
    """For the left and the right half of a sheet (True for left): what its outside and its inside show."""
    found: dict[bool, dict[str, tuple[int, float, tuple[float, float]]]] = {True: {}, False: {}}
    for placement in sheet["front"].placements:
        shown = number(placement), placement.cx, up(placement.transform)
        found[placement.cx < plan.paper.width / 2]["outside"] = shown
    for placement in sheet["back"].placements:
        x, head = turned_over(placement, plan)
        found[x < plan.paper.width / 2]["inside"] = number(placement), x, head
    return found


def leafed_through(plan: SheetPlan, bundles: tuple[int, ...]) -> list[int | None]:
    """The pages as a reader meets them once the sheets are nested, folded and bound; every one must stand upright."""
    sheets: dict[int, dict[str, Page]] = {}
    for side in plan.pages:
        sheets.setdefault(side.sheet, {})[side.side] = side
    read: list[int | None] = []
    first = 1
    for count in bundles:
        nested = [halves(sheets[number], plan) for number in range(first, first + count)]
        leaves = [(sheet[False], ("outside", "inside")) for sheet in nested]  # right of the fold, from the outermost in
        leaves += [(sheet[True], ("inside", "outside")) for sheet in reversed(nested)]
        for half, order in leaves:
            for side in order:
                shown = half.get(side)
                read.append(shown[0] if shown else None)
                assert shown is None or shown[2] == (0.0, -1.0), f"page {shown[0]} does not stand upright"
        first += count
    return read


@settings(max_examples=120, deadline=None)
@given(
    st.integers(1, 130), st.sampled_from(SIDES), st.integers(1, 12), st.sampled_from([0.0, 0.1, 0.25]), st.booleans()
)
def test_folded_sheets_read_as_the_book(
    count: int, sides: BookletSides, most: int, thickness: float, back_cover: bool
) -> None:
    options = BookletOptions(A4, sides=sides, most_sheets=most, thickness=thickness, back_cover=back_cover)
    plan = made(pages(count), options)
    bundles = signatures(count, most)
    assert max(bundles) <= most
    read = leafed_through(plan, bundles)
    assert [shown for shown in read if shown] == list(range(1, count + 1))
    assert len(read) == 4 * sum(bundles) < count + 4 * len(bundles)
    assert not back_cover or read[-1] == count
    if not back_cover:
        assert read[:count] == list(range(1, count + 1)), "blank pages stand at the end"


@settings(max_examples=40, deadline=None)
@given(st.integers(5, 60), st.sampled_from(SIDES), st.sampled_from([0.05, 0.1, 0.3]))
def test_leaves_end_together_when_the_sheets_are_nested(count: int, sides: BookletSides, thickness: float) -> None:
    plan = made(pages(count), BookletOptions(A4, sides=sides, thickness=thickness, most_sheets=20))
    middle = plan.paper.width / 2
    for side in plan.pages:
        pushed = (side.sheet - 1) * thickness  # each sheet that lies around it pushes it out by its thickness
        for placement in side.placements:
            outer = max(abs(placement.trim_box.left - middle), abs(placement.trim_box.right - middle))
            assert outer + pushed == pytest.approx(A5.width)
            assert placement.cy == pytest.approx(plan.paper.height / 2)


def test_the_pages_of_a_leaf_lie_behind_each_other() -> None:
    for sides in SIDES:
        plan = made(pages(24), BookletOptions(A4, sides=sides))
        sheets = {side.sheet: {s.side: s for s in plan.pages if s.sheet == side.sheet} for side in plan.pages}
        for sheet in sheets.values():
            for half in halves(sheet, plan).values():
                assert half["outside"][1] == pytest.approx(half["inside"][1])
                assert abs(half["outside"][0] - half["inside"][0]) == 1


def test_neighbours_are_cut_at_the_fold_and_never_print_on_each_other() -> None:
    plan = made(pages(24), BookletOptions(A4, thickness=0.3))
    for side in plan.pages:
        left, right = sorted(side.placements, key=lambda placement: placement.cx)
        assert left.bleed_box.right == pytest.approx(plan.paper.width / 2)
        assert right.bleed_box.left == pytest.approx(plan.paper.width / 2)


def test_boxes_of_a_side_are_nested_though_one_page_is_blank() -> None:
    for side in made(pages(21), BookletOptions(A4, thickness=0.3)).pages:
        assert side.bleed_box.joined(side.trim_box) == side.bleed_box


def test_bleed_runs_out_where_there_is_paper_and_never_over_the_fold() -> None:
    book = tuple(page(at, Size(100, 140), bleed=3.0) for at in range(1, 9))
    for side in made(book, BookletOptions(A4, thickness=0.0)).pages:
        left, right = sorted(side.placements, key=lambda placement: placement.cx)
        assert (left.bleed.left, left.bleed.top, left.bleed.right) == (3.0, 3.0, 0.0)
        assert (right.bleed.right, right.bleed.bottom, right.bleed.left) == (3.0, 3.0, 0.0)
    full = tuple(page(at, bleed=3.0) for at in range(1, 9))
    bleed = made(full, BookletOptions(A4)).pages[0].placements[0].bleed
    assert (bleed.left, bleed.top) == (pytest.approx(0.5), pytest.approx(0.0))  # A4 is 297 mm long


@pytest.mark.parametrize(("paper", "size"), [(A4, A5), (LETTER, Size(139.7, 215.9)), (A3, A5), (A4, Size(105, 148))])
def test_pages_that_fit_twice_side_by_side(paper: Size, size: Size) -> None:
    plan = made(pages(12, size), BookletOptions(paper))
    sheet = Box(0, 0, plan.paper.width, plan.paper.height)
    for _, placement in plan.placements():
        assert max(0, -placement.trim_box.left, placement.trim_box.right - sheet.right) < 0.01
        assert placement.size == size


def test_pages_that_do_not_fit_name_the_paper_that_does() -> None:
    with pytest.raises(UsageError, match=r"two pages of 148 x 210 mm do not lie side by side on 279\.4 x 215\.9 mm"):
        made(pages(4), BookletOptions(LETTER))
    with pytest.raises(UsageError, match="use --paper a4"):
        made(pages(4), BookletOptions(LETTER))
    with pytest.raises(UsageError, match="set them smaller"):
        made(pages(4, Size(400, 400)), BookletOptions(A3))
    with pytest.raises(ValueError, match="pages of one size"):
        made((*pages(3), page(4, Size(100, 150))), BookletOptions(A4))


def told(shapes: tuple[Shape, ...]) -> str:
    words = []
    for shape in shapes:
        if isinstance(shape, Group):
            words.append(told(shape.shapes))
        elif isinstance(shape, Text):
            words.append(shape.text)
    return " ".join(" ".join(words).split())


def test_every_side_names_its_sheet_and_the_first_tells_how_to_fold() -> None:
    plan = made(pages(23), BookletOptions(A4))
    for at, side in enumerate(plan.pages):
        name = f"Game 1.0 · rules · sheet {at // 2 + 1} of 6 · {'inside' if at % 2 else 'outside'}"
        assert name in told(side.stamps)
        assert ("staple" in told(side.stamps)) == (at == 0)
    assert "turning it over on the short edge" in told(plan.pages[0].stamps)
    assert [note.code for note in plan.notes] == ["how-to-fold"]


@pytest.mark.parametrize("sides", SIDES)
@pytest.mark.parametrize(("count", "most"), [(4, 10), (23, 10), (24, 10), (24, 2)])
def test_small_print_never_touches_a_page_and_is_printed_whole(sides: BookletSides, count: int, most: int) -> None:
    book = pages(count)
    boxes = drawn_boxes(book, FONTS)
    plan = made(book, BookletOptions(A4, sides=sides, most_sheets=most))
    assert len(plan.pages[0].stamps) == 2
    for side in plan.pages:
        printed = [bounds((shape,), FONTS) for shape in side.stamps]
        for box in printed:
            assert all(box.overlap(other) <= 0 for other in boxes_on(side.placements, boxes))
            assert min(box.left, box.top) >= 5 and box.right <= 292 and box.bottom <= 205
        assert all(one.overlap(other) <= 0 for one, other in pairwise(printed))


def test_a_book_without_room_for_advice_says_so() -> None:
    plan = made(pages(8, inner=2.0), BookletOptions(A4))
    assert [note.code for note in plan.notes] == ["how-to-fold", "no-room"]
    assert all(not side.stamps for side in plan.pages)


def test_pages_drawn_to_the_papers_edge_are_noted() -> None:
    plan = made(pages(8, full=(1, 8)), BookletOptions(A4))
    assert [(note.severity, note.code) for note in plan.notes if note.code == "printer-margin"] == [
        ("note", "printer-margin")
    ]
    assert "pages 1, 8 reach into the 5 mm" in plan.notes[0].message
    assert not [note for note in made(pages(8, full=(1,)), BookletOptions(A3)).notes if note.code == "printer-margin"]


def test_marks_stand_off_the_pages_and_only_where_there_is_paper() -> None:
    assert all(not side.marks for side in made(pages(8), BookletOptions(A4)).pages)
    plan = made(pages(8), BookletOptions(A3))
    for side in plan.pages:
        marks = [shape for group in side.marks for shape in group.shapes]
        assert len(marks) == 2 + 8  # both ends of the fold, two marks at each corner
        for mark in marks:
            box = bounds((mark,), FONTS)
            assert all(box.overlap(placement.bleed_box) <= 0 for placement in side.placements)
            assert min(box.left, box.top) >= PAPER_EDGE and box.right <= plan.paper.width - PAPER_EDGE


def test_the_folding_can_fail() -> None:
    plan = made(pages(8), BookletOptions(A4, sides="duplex-short"))
    wrong = SheetPlan(plan.paper, "duplex-long", plan.sheets, plan.pages, plan.per_sheet)
    with pytest.raises(AssertionError, match="upright"):
        leafed_through(wrong, (2,))
