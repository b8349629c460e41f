"""Large pieces in tiles: they cover the whole, share 10 mm, and their join marks fall on the neighbours' edges."""

from __future__ import annotations

import pytest
from drawn import texts

from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Path, bounds
from pnp.errors import UsageError
from pnp.geometry import Size, Trim
from pnp.imposition.grid import SheetOptions
from pnp.imposition.impose import Job, impose
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Item, SheetPlan
from pnp.imposition.tile import OVERLAP, needs_tiles, tiles

BOARD = Trim(Size(410, 269))
FONTS = built_in_fonts()


# A board of 410 x 269 mm fits A3 and tabloid in one piece and is tiled on A4 and letter.
@pytest.mark.parametrize(("paper", "count"), [("a4", 3), ("letter", 3), ("legal", 3), ("a5", 8)])
def test_tiles_cover_the_board(paper: str, count: int) -> None:
    options = SheetOptions(PAPERS[paper])
    assert needs_tiles(BOARD, options)
    cut = tiles(BOARD, options, "board")
    assert [tile.number for tile in cut] == list(range(1, count + 1)) and {tile.of for tile in cut} == {count}
    assert min(tile.window.left for tile in cut) == 0 and min(tile.window.top for tile in cut) == 0
    assert max(tile.window.right for tile in cut) == pytest.approx(410)
    assert max(tile.window.bottom for tile in cut) == pytest.approx(269)
    for tile in cut:
        if tile.column:
            before = next(other for other in cut if (other.column, other.row) == (tile.column - 1, tile.row))
            assert before.window.right - tile.window.left == pytest.approx(OVERLAP)
            assert tile.window.left + tile.joins_across[0] == pytest.approx(before.window.right)
        if tile.row:
            above = next(other for other in cut if (other.column, other.row) == (tile.column, tile.row - 1))
            assert tile.window.top + tile.joins_down[0] == pytest.approx(above.window.bottom)


@pytest.mark.parametrize("paper", ["a3", "tabloid"])
def test_large_paper_holds_it_in_one_piece(paper: str) -> None:
    assert not needs_tiles(BOARD, SheetOptions(PAPERS[paper]))


def test_paper_too_small_for_tiles() -> None:
    with pytest.raises(UsageError, match="too small for tiles"):
        tiles(BOARD, SheetOptions(Size(35, 200)), "board")


def plan(paper: str, board: Trim = BOARD) -> SheetPlan:
    options = SheetOptions(PAPERS[paper])
    cut = tiles(board, options, "board")
    items = tuple(Item(f"board/tile-{tile.number}", 1, tile.trim, f"board/tile-{tile.number}", None) for tile in cut)
    shown = dict(zip((item.component for item in items), cut))
    return impose(Job("game-board", items, SheetLabel("Game", "1.0", "board", 0.5), tiles=shown), options, FONTS)


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_every_sheet_names_its_tile_and_shows_how_they_lie(paper: str) -> None:
    made = plan(paper)
    assert made.notes == ()
    for page in made.pages:
        (marks,) = page.marks
        assert isinstance(marks, Group)
        words = [text.text for text in texts(marks.shapes)]
        numbers = " and ".join(placement.item.component[-1] for placement in page.placements)
        assert any(f"tile {numbers} of {made.sheets * len(page.placements)}" in word for word in words)
        assert any("board at 50% of its size" in word for word in words)
        assert {str(number) for number in range(1, len(made.pages) + 1)} <= set(words)
        for shape in marks.shapes:
            box = bounds((shape,), FONTS)
            assert all(box.overlap(placement.trim_box) <= 0.08 for placement in page.placements), shape


def test_where_tiles_share_a_sheet_no_mark_lies_on_the_one_beside_it() -> None:
    (page,) = plan("a4", Trim(Size(290, 130))).pages
    (marks,) = page.marks
    assert len(page.placements) == 2 and isinstance(marks, Group)
    arrows = [bounds((shape,), FONTS) for shape in marks.shapes if isinstance(shape, Path) and shape.fill]
    assert arrows
    assert all(box.overlap(placement.trim_box) <= 0 for box in arrows for placement in page.placements)
