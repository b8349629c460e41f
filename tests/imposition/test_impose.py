"""Imposition by its properties: what fits, where it lies, what is behind what."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.drawing.fonts import FontBook, built_in_fonts
from pnp.errors import UsageError
from pnp.geometry import NAMED, ROUND, Insets, Size, Transform, Trim
from pnp.imposition.grid import SheetOptions, best_grid
from pnp.imposition.impose import Axis, Job, impose, mirrored, turning_axis
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS, paper_size, paper_word
from pnp.imposition.plan import DUPLEXINGS, SIDES, Item, Placement, SheetPlan

FONTS: FontBook = built_in_fonts()
POKER = Trim(Size(63.5, 88.9), corner=3)


def items(count: int, trim: Trim = POKER, back: str | None = "game/back") -> tuple[Item, ...]:
    return tuple(Item(f"game/card-{at}", 1, trim, f"game/card-{at}", back) for at in range(count))


def plan(count: int, options: SheetOptions, trim: Trim = POKER, back: str | None = "game/back") -> SheetPlan:
    return impose(Job("game-cards", items(count, trim, back), SheetLabel("Game", "1.0", "cards")), options, FONTS)


# How many poker cards go on a sheet: 9 on A4 and letter, 18 on A3 and tabloid, as players print them everywhere.
@pytest.mark.parametrize(
    ("paper", "count"), [("a4", 9), ("letter", 9), ("legal", 10), ("a3", 18), ("tabloid", 18), ("a5", 4)]
)
def test_poker_cards_on_papers(paper: str, count: int) -> None:
    assert best_grid(POKER, SheetOptions(PAPERS[paper]), "cards").slots == count


def test_letter_has_the_bleed_that_the_box_leaves() -> None:
    grid = best_grid(POKER, SheetOptions(PAPERS["letter"]), "cards")
    # (279.4 - 3 * 88.9) / 2 - 5 = 1.35 mm
    assert grid.outer_bleed.top == pytest.approx(1.35)
    assert grid.outer_bleed.left == pytest.approx(3)


def test_every_way_to_print_both_sides_is_known_by_its_name() -> None:
    assert tuple(DUPLEXINGS) == SIDES


def test_letters_of_a_partial_duplex_sheet() -> None:
    assert plan(11, SheetOptions(PAPERS["a4"])).letters() == (
        "A B C\nD E F\nG H I\n\nC B A\nF E D\nI H G\n\nJ K .\n. . .\n. . .\n\n. K J\n. . .\n. . ."
    )


def test_letters_when_flipped_on_the_short_edge() -> None:
    short = SheetOptions(PAPERS["a4"], sides="duplex-short")
    assert plan(5, short).letters() == "A B C\nD E .\n. . .\n\n. . .\nD E .\nA B C"


def test_fronts_then_backs_keeps_the_sheets_in_order() -> None:
    made = plan(20, SheetOptions(PAPERS["a4"], sides="fronts-then-backs"))
    assert [(page.sheet, page.side) for page in made.pages] == [
        (1, "front"), (2, "front"), (3, "front"), (1, "back"), (2, "back"), (3, "back"),
    ]  # fmt: skip


def test_pieces_without_backs_are_printed_on_one_side() -> None:
    made = plan(3, SheetOptions(PAPERS["a4"]), back=None)
    assert made.sides == "fronts" and made.duplexing.flip is None and len(made.pages) == 1


def test_gutterfold_puts_each_back_across_the_fold() -> None:
    made = plan(4, SheetOptions(PAPERS["a4"], sides="gutterfold"))
    assert made.letters() == "A B B A\nC D D C"


def test_a_partial_gutterfold_fills_from_the_fold() -> None:
    assert plan(2, SheetOptions(PAPERS["a4"], sides="gutterfold")).letters() == "A A\nB B"
    lying = SheetOptions(PAPERS["a4"], sides="gutterfold")
    assert plan(7, lying, Trim(Size(60, 30))).letters() == "A . .\nB C D\nE F G\nE F G\nB C D\nA . ."


@pytest.mark.slow
@pytest.mark.parametrize("outline", ["rectangle", "round"])
@pytest.mark.parametrize("bleed", [None, 2.0])
@pytest.mark.parametrize("paper", ["a4", "letter", "a3", "a5"])
@pytest.mark.parametrize("size", [8.0, 25.0, 40.0])
@pytest.mark.sample(15)
def test_no_free_slot_of_a_gutterfold_is_nearer_to_the_fold(
    size: float, paper: str, bleed: float | None, outline: str
) -> None:
    trim = Trim(Size(size, size), NAMED[outline], bleed=1.5)
    options = SheetOptions(PAPERS[paper], sides="gutterfold", bleed=bleed)
    most = best_grid(trim, options, "chits").slots
    for count in {1, most // 3 + 1, most - 1, most, most + most // 2 + 1} - {0}:
        grid = best_grid(trim, options, "chits", count)
        for page in plan(count, options, trim).pages:
            axis, middle = (0, grid.page.width / 2) if grid.fold == "vertical" else (1, grid.page.height / 2)
            fronts = [placement for placement in page.placements if placement.side == "front"]
            used = {(round(front.cx, 3), round(front.cy, 3)) for front in fronts}
            free = {(round(x, 3), round(y, 3)) for x, y in grid.centres()} - used
            furthest = max(middle - centre[axis] for centre in used)
            assert all(middle - centre[axis] >= furthest - 1e-6 for centre in free)
            assert [front.item for front in fronts] == sorted(
                (front.item for front in fronts), key=lambda item: int(item.component.rpartition("-")[2])
            )


def test_a_partial_page_keeps_the_grid_of_the_full_one() -> None:
    made = plan(10, SheetOptions(PAPERS["a4"]))
    full, partial = made.pages[0].placements, made.pages[2].placements
    assert (partial[0].cx, partial[0].cy) == (full[0].cx, full[0].cy)
    full_back, partial_back = made.pages[1].placements, made.pages[3].placements
    assert (partial_back[0].cx, partial_back[0].cy) == (full_back[0].cx, full_back[0].cy)


def test_a_card_too_large_names_the_paper_that_fits() -> None:
    with pytest.raises(UsageError, match="use --paper a3"):
        plan(1, SheetOptions(PAPERS["a4"]), Trim(Size(250, 250)))
    with pytest.raises(UsageError, match=r"the largest that fits is --bleed 4\.1mm"):
        plan(1, SheetOptions(PAPERS["a5"], bleed=6), Trim(Size(129.8, 180)))
    with pytest.raises(UsageError, match="give a larger one"):
        plan(1, SheetOptions(PAPERS["a4"]), Trim(Size(900, 900)))


@pytest.mark.parametrize("name", ["a44", "", "0x0mm", "210x297", "1e9x5mm", "nanxnanmm", "5000x5000mm"])
def test_a_paper_that_is_none_gets_a_sentence(name: str) -> None:
    with pytest.raises(UsageError, match="--paper"):
        paper_size(name)


@pytest.mark.parametrize(("name", "word"), [("A4", "a4"), ("210x297mm", "210x297mm"), (" 210 x 297\tmm", "210x297mm")])
def test_a_paper_is_one_word_in_names_of_files(name: str, word: str) -> None:
    assert paper_word(name) == word and paper_size(name) == PAPERS["a4"]


LENGTHS = st.floats(8, 260).map(lambda value: round(value, 2))


@st.composite
def sheets(draw: st.DrawFn) -> tuple[int, SheetOptions, Trim]:
    outline = draw(st.sampled_from(["rectangle", "round"]))
    width = draw(LENGTHS)
    size = Size(width, width if outline == "round" else draw(LENGTHS))
    bleed = draw(st.sampled_from([0.0, 1.5, 3.0]))
    options = SheetOptions(
        draw(st.sampled_from([*PAPERS.values(), Size(330, 482)])),
        draw(st.sampled_from([0.0, 3.0, 5.0, 12.7])),
        draw(st.sampled_from(SIDES)),
        draw(st.sampled_from([None, 0.0, 2.0, 4.0])),
    )
    return draw(st.integers(1, 40)), options, Trim(size, NAMED[outline], 0, bleed, 1)


@settings(max_examples=250, deadline=None)
@given(sheets())
def test_every_plan_keeps_its_promises(case: tuple[int, SheetOptions, Trim]) -> None:
    count, options, trim = case
    try:
        made = plan(count, options, trim)
    except UsageError:
        assert not any(fits_once(trim, options, page) for page in (options.paper, options.paper.turned()))
        return
    fronts = [placement for _, placement in made.placements() if placement.side == "front"]
    backs = [placement for _, placement in made.placements() if placement.side == "back"]
    assert [front.item for front in fronts] == list(items(count, trim))
    assert len(backs) == (0 if options.sides == "fronts" else count)
    for page in made.pages:
        check_page(page.placements, made, options)
    for front, back in zip(fronts, backs):
        check_behind(front, next(back for back in backs if back.item == front.item), made)


def fits_once(trim: Trim, options: SheetOptions, page: Size) -> bool:
    """Whether one piece fits by plain arithmetic, in either orientation."""
    width, height = page.width - 2 * options.margin, page.height - 2 * options.margin
    need = 2 * (options.bleed or 0)
    for size in (trim.size, trim.size.turned()):
        if options.sides != "gutterfold":
            if size.width + need <= width - 1e-3 and size.height + need <= height - 1e-3:
                return True
        elif size.width + need <= width / 2 - 1e-3 and size.height + need <= height - 1e-3:
            return True
    return False


def check_page(placements: tuple[Placement, ...], made: SheetPlan, options: SheetOptions) -> None:
    paper, margin = made.paper, options.margin - 1e-6
    for placement in placements:
        trim, bleed = placement.trim_box, placement.bleed_box
        assert trim.left >= margin and trim.top >= margin
        assert trim.right <= paper.width - margin and trim.bottom <= paper.height - margin
        assert bleed.left >= margin and bleed.bottom <= paper.height - margin
        if options.bleed is not None:
            edges = (placement.bleed.left, placement.bleed.top, placement.bleed.right, placement.bleed.bottom)
            assert edges == pytest.approx((options.bleed,) * 4)
        for other in placements:
            if other is placement:
                continue
            if placement.item.trim.outline == ROUND:
                apart = math.hypot(placement.cx - other.cx, placement.cy - other.cy)
                reach = placement.size.width / 2 + placement.bleed.left + other.size.width / 2
                assert apart >= reach - 1e-6, "a bleed covers a neighbour"
            else:
                assert trim.overlap(other.trim_box) <= 1e-6
                assert bleed.overlap(other.trim_box) <= 1e-6, "a bleed covers a neighbour"


def check_behind(front: Placement, back: Placement, made: SheetPlan) -> None:
    """The four corners and the card's own top fall on one another when the sheet is turned or folded."""
    vertical = replace(back, side="front")
    for axis in ("vertical", "horizontal"):
        turned = mirrored(vertical, axis, made.paper)
        if math.hypot(turned.cx - front.cx, turned.cy - front.cy) < 1e-6 and turned.rotation == front.rotation:
            flip = made.duplexing.flip
            assert flip is None or axis == turning_axis(flip, made.paper)
            return
    pytest.fail(f"{front.item.component} has its back elsewhere")


def test_the_back_has_its_top_behind_the_top_of_its_front() -> None:
    for sides in ("duplex-long", "duplex-short", "gutterfold"):
        made = plan(4, SheetOptions(PAPERS["a4"], sides=sides))  # type: ignore[arg-type]
        found = [placement for _, placement in made.placements()]
        front = next(placement for placement in found if placement.side == "front")
        back = next(placement for placement in found if placement.side == "back")
        up_front, up_back = (Transform.rotated(p.rotation).apply(0, -1) for p in (front, back))
        mirrored_x = (pytest.approx(-up_front[0]), pytest.approx(up_front[1]))
        mirrored_y = (pytest.approx(up_front[0]), pytest.approx(-up_front[1]))
        assert up_back in (mirrored_x, mirrored_y)
        assert math.isclose(math.hypot(*up_back), 1)


@pytest.mark.parametrize("rotation", [0.0, 90.0, 180.0, 270.0])
@pytest.mark.parametrize("axis", ["vertical", "horizontal"])
def test_what_is_mirrored_has_its_top_behind_its_top_however_it_lies(rotation: float, axis: Axis) -> None:
    page = PAPERS["a4"]
    front = Placement(items(1)[0], "front", 50, 60, rotation, Insets(1, 2, 3, 4))
    back = mirrored(front, axis, page)
    x, y = front.frame.apply(0, -1)
    behind = (page.width - x, y) if axis == "vertical" else (x, page.height - y)
    assert back.frame.apply(0, -1) == pytest.approx(behind)
    sides = (back.bleed.left, back.bleed.top, back.bleed.right, back.bleed.bottom)
    assert sides == ((3, 2, 1, 4) if axis == "vertical" else (1, 4, 3, 2))


def test_round_pieces_nest_where_that_holds_more() -> None:
    token = Trim(Size(25, 25), ROUND, 0, 1.5, 1.5)
    grid = best_grid(token, SheetOptions(PAPERS["a4"]), "tokens")
    # On a lying sheet rows of 10 and 9 in turn, 24.7 mm apart: 76, where a straight grid of 28.5 mm holds 10 x 7.
    assert grid.slots == 76
    assert [row.count for row in grid.rows[:3]] == [10, 9, 10]
    # Each lies as near to those in the next row as to its neighbour, both bleeds and some white apart.
    centres = grid.centres()
    (x, y), (across, down) = centres[0], centres[10]
    assert math.hypot(across - x, down - y) == pytest.approx(28.5) == centres[1][0] - x
