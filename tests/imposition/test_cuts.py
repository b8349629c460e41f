"""Cuts, counted by hand on sheets that everybody knows, and by cutting paper in the head."""

from __future__ import annotations

import pytest

from pnp.drawing.fonts import built_in_fonts
from pnp.geometry import ROUND, Size, Trim
from pnp.imposition.cuts import cut_pages, cutting
from pnp.imposition.grid import SheetOptions
from pnp.imposition.impose import Job, impose
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Item, SheetPlan

FONTS = built_in_fonts()
POKER = Trim(Size(63.5, 88.9), corner=3)


def plan(count: int, trim: Trim = POKER, paper: str = "a4", **options: object) -> SheetPlan:
    items = tuple(Item(f"g/{at}", 1, trim, f"g/{at}", "g/back") for at in range(count))
    sheet = SheetOptions(PAPERS[paper], **options)  # type: ignore[arg-type]
    return impose(Job("g-cards", items, SheetLabel("G", "1", "cards"), False), sheet, FONTS)


# Four lines each way part nine cards; one strip after the other, each of three strips needs four more cuts.
@pytest.mark.parametrize(
    ("count", "straight", "singly", "first"),
    [(9, 8, 16, "across"), (1, 4, 4, "across"), (3, 6, 6, "across"), (4, 6, 3 + 3 + 3, "across"), (6, 7, 11, "across")],
)
def test_cards_that_share_their_cuts(count: int, straight: int, singly: int, first: str) -> None:
    made = cutting(plan(count).pages[0])
    assert (made.straight, made.singly, made.first) == (straight, singly, first)
    assert (made.cut_out, made.nets) == (0, 0)


def test_cutting_begins_with_the_direction_that_makes_fewer_strips() -> None:
    # Two columns of five cards on legal paper (lying cards): three cuts down, and then six across each of two strips.
    made = cutting(plan(10, paper="legal").pages[0])
    rows, columns = len(made.across) - 1, len(made.down) - 1
    assert {rows, columns} == {2, 5}
    assert made.strips == 2 and made.singly == 3 + 2 * 6
    assert made.first == ("across" if rows == 2 else "down")


def test_a_bleed_between_cards_needs_two_cuts_at_each_gap() -> None:
    made = plan(6, bleed=3.0)
    first = cutting(made.pages[0])
    rows, columns = (len(set(values)) for values in zip(*[(p.cy, p.cx) for p in made.pages[0].placements]))
    assert first.straight == 2 * rows + 2 * columns


def test_cuts_are_told_from_the_edges_of_the_paper() -> None:
    made = cutting(plan(9).pages[0])
    # 297 - 3 x 88.9 and 210 - 3 x 63.5, half of it on each side.
    assert made.across == pytest.approx((15.15, 104.05, 192.95, 281.85))
    assert made.down == pytest.approx((9.75, 73.25, 136.75, 200.25))


def test_round_pieces_are_cut_out_and_folded_sheets_are_cut_through_both_halves() -> None:
    discs = plan(10, Trim(Size(25, 25), ROUND, bleed=1.5))
    assert (cutting(discs.pages[0]).straight, cutting(discs.pages[0]).cut_out) == (0, 10)
    folded = cutting(plan(2, sides="gutterfold").pages[0])
    assert folded.straight == 5


def test_every_sheet_is_cut_once() -> None:
    made = plan(20)
    assert [page.side for page in made.pages] == ["front", "back"] * 3
    assert [page.side for page in cut_pages(made)] == ["front"] * 3
