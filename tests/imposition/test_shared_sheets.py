"""Pieces of several sizes on sheets that they share: all there, none covered, parted by straight cuts, backs behind."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.build.press import PrintFile, sharing
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, bounds
from pnp.geometry import ROUND, Size, Trim
from pnp.imposition.cuts import cutting
from pnp.imposition.grid import SheetOptions
from pnp.imposition.impose import Job, impose, mirrored, turning_axis
from pnp.imposition.layout import Layout, in_one_grid, on_shared_sheets, saved_sheets
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import SIDES, Item, Placement, SheetPlan

FONTS = built_in_fonts()
LABEL = SheetLabel("Game", "1.0", "tokens and cards")
POKER = Trim(Size(63.5, 88.9), corner=3)
TAROT = Trim(Size(69.85, 120.65), corner=3)
CHIT = Trim(Size(8, 8), bleed=1.5, safe=1)
DISC = Trim(Size(25, 25), ROUND, 0, 1.5, 1.5)
SMALL = Trim(Size(16, 16), ROUND, 0, 1.5, 1.5)
LARGE = Trim(Size(40, 40), ROUND, 0, 1.5, 1.5)
TOOTHPICK = Trim(Size(48, 8), bleed=1.5, safe=1)
TRIMS = (POKER, TAROT, CHIT, DISC, SMALL, LARGE, TOOTHPICK)


def kind(name: int, trim: Trim, count: int, back: bool = True) -> tuple[Item, ...]:
    return tuple(Item(f"g/{name}-{at}", 1, trim, f"g/{name}-{at}", "g/back" if back else None) for at in range(count))


def plan(layout: Layout, options: SheetOptions) -> SheetPlan:
    items = tuple(item for blocks in layout.sheets for block in blocks for item in block.items)
    return impose(Job("g-pieces", items, LABEL, layout=layout), options, FONTS)


@st.composite
def boxes_of_pieces(draw: st.DrawFn) -> tuple[list[tuple[Item, ...]], SheetOptions]:
    trims = draw(st.lists(st.sampled_from(TRIMS), min_size=2, max_size=6, unique=True))
    kinds = [kind(at, trim, draw(st.integers(1, 12)), draw(st.booleans())) for at, trim in enumerate(trims)]
    return kinds, SheetOptions(
        draw(st.sampled_from([PAPERS["a4"], PAPERS["letter"], PAPERS["a3"]])),
        draw(st.sampled_from([3.0, 5.0, 10.0])),
        draw(st.sampled_from(SIDES)),
        draw(st.sampled_from([None, 0.0, 2.0])),
    )


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(boxes_of_pieces())
def test_every_shared_sheet_keeps_its_promises(case: tuple[list[tuple[Item, ...]], SheetOptions]) -> None:
    kinds, options = case
    items = [item for own in kinds for item in own]
    layout = on_shared_sheets(items, options, 8)
    if layout is None:
        return
    made = plan(layout, options)
    assert len(layout.sheets) == made.sheets <= 8
    fronts = [placement for _, placement in made.placements() if placement.side == "front"]
    assert Counter(placement.item for placement in fronts) == Counter(items)
    for page in made.pages:
        check_page(page.placements, made, options)
        shown = [each for each in page.placements if page.side != "both" or each.side == "front"]
        assert parts(tuple(shown)), "straight cuts do not part the blocks"
    backs = {placement.item: placement for _, placement in made.placements() if placement.side == "back"}
    assert set(backs) == {item for item in items if item.back and options.sides != "fronts"}
    for front in fronts:
        if front.item in backs and (flip := made.duplexing.flip):
            there = mirrored(front, turning_axis(flip, made.paper), made.paper)
            assert math.hypot(there.cx - backs[front.item].cx, there.cy - backs[front.item].cy) < 1e-6


def check_page(placements: tuple[Placement, ...], made: SheetPlan, options: SheetOptions) -> None:
    for placement in placements:
        asked = placement.item.trim.bleed if options.bleed is None else options.bleed
        bleed, outer = placement.bleed, placement.bleed_box
        assert max(bleed.left, bleed.top, bleed.right, bleed.bottom) <= asked + 1e-6
        assert outer.left >= options.margin - 1e-6 and outer.top >= options.margin - 1e-6
        assert outer.right <= made.paper.width - options.margin + 1e-6
        assert outer.bottom <= made.paper.height - options.margin + 1e-6
        for other in placements:
            if other is placement or other.side != placement.side:
                continue
            round_ones = {placement.item.trim.outline, other.item.trim.outline} == {ROUND}
            if round_ones and placement.item.trim == other.item.trim:
                apart = math.hypot(placement.cx - other.cx, placement.cy - other.cy)
                assert apart >= placement.size.width + 2 * asked + 0.4, "the bleeds of two discs touch"
            else:
                assert outer.overlap(other.trim_box) <= 1e-6, "a bleed covers a neighbour"
                if placement.item.trim != other.item.trim:
                    assert outer.overlap(other.bleed_box) <= 1e-6, "two bleeds meet"


def parts(placements: tuple[Placement, ...]) -> bool:
    """Whether straight cuts from edge to edge, of ever smaller parts, leave pieces of one trim together at most."""
    if len({placement.item.trim for placement in placements}) < 2:
        return True
    for low, high in (("left", "right"), ("top", "bottom")):
        ordered = sorted(placements, key=lambda placement: getattr(placement.trim_box, low))
        end = -math.inf
        for at, placement in enumerate(ordered):
            if at and getattr(placement.trim_box, low) >= end - 1e-6:
                return parts(tuple(ordered[:at])) and parts(tuple(ordered[at:]))
            end = max(end, getattr(placement.trim_box, high))
    return False


def test_what_shares_is_what_saves_sheets_and_no_more() -> None:
    cards, tokens, button = kind(0, POKER, 9), kind(1, DISC, 20), kind(2, LARGE, 1)
    found = saved_sheets([cards, tokens, button], SheetOptions(PAPERS["a4"]))
    # Nine cards fill a sheet: they stay by themselves, and the button joins the tokens.
    assert found is not None and found[0] == (1, 2) and len(found[1].sheets) == 1
    assert saved_sheets([cards, kind(1, POKER, 9)], SheetOptions(PAPERS["a4"])) is None
    assert saved_sheets([cards], SheetOptions(PAPERS["a4"])) is None


def test_the_room_beside_a_row_that_is_not_full_is_used() -> None:
    layout = on_shared_sheets(
        [*kind(0, POKER, 7), *kind(1, replace(DISC, bleed=1.2), 14)], SheetOptions(PAPERS["a4"]), 1
    )
    assert layout is not None and [len(block.items) for block in layout.sheets[0]] == [7, 14]


def test_marks_of_inner_blocks_stand_between_them_and_those_of_outer_ones_in_the_margins() -> None:
    options = SheetOptions(PAPERS["a4"])
    layout = on_shared_sheets([*kind(0, TAROT, 2), *kind(1, CHIT, 40), *kind(2, POKER, 4)], options, 1)
    assert layout is not None
    made = plan(layout, options)
    assert not made.notes
    front = made.pages[0]
    lines = [
        shape for group in front.marks if isinstance(group, Group) for shape in group.shapes if isinstance(shape, Path)
    ]
    boxes = [bounds((shape,), FONTS) for shape in lines]
    edges = {
        round(edge, 2) for placement in front.placements for edge in (placement.trim_box.left, placement.trim_box.right)
    }
    marked = {round(box.centre[0], 2) for box in boxes if box.width < 0.2}
    assert edges <= marked, "a cut down has no mark"
    for box in boxes:
        assert all(box.overlap(placement.trim_box) <= 0.08 for placement in front.placements)


def test_the_cuts_of_a_shared_sheet_part_its_blocks_first() -> None:
    options = SheetOptions(PAPERS["a4"])
    layout = on_shared_sheets([*kind(0, POKER, 4), *kind(1, CHIT, 20), *kind(2, DISC, 5)], options, 1)
    assert layout is not None
    made = cutting(plan(layout, options).pages[0])
    assert len(made.blocks) == 3 and made.cut_out == 5
    assert made.straight == 2 + sum(block.cutting.straight for block in made.blocks)


@pytest.mark.parametrize("count", [1, 5, 20, 33, 54, 100])
def test_a_grid_for_the_count_keeps_the_bleed_if_any_does(count: int) -> None:
    """Twenty tokens do not lose their bleed to a grid of a hundred, nor do chits."""
    for trim in (SMALL, CHIT, DISC, TOOTHPICK):
        layout = in_one_grid(kind(0, trim, count), SheetOptions(PAPERS["a4"]), "tokens")
        assert layout.sheets[0][0].grid.smallest_bleed >= trim.bleed - 1e-6


def test_two_stocks_never_share_a_sheet() -> None:
    options = SheetOptions(PAPERS["a4"])

    def shared(*stocks: str) -> list[str]:
        kinds = zip(("tokens", "button"), stocks, (kind(1, DISC, 20), kind(2, LARGE, 1)))
        files = [PrintFile((name,), name, stock, items) for name, stock, items in kinds]
        return [file.name for file in sharing(files, options)]

    assert shared("card", "card") == ["pieces"]
    assert shared("card", "greyboard") == ["tokens", "button"]
