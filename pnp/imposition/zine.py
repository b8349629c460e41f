"""Plans one sheet of eight pages that is folded and cut once, and closes to a little book."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.drawing.cut_paths import CUT, FOLD
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Path, Shape, line
from pnp.errors import Finding, UsageError
from pnp.geometry import Box, Insets, Size
from pnp.imposition.free import Place, cut_off, drawn, small_print, taken
from pnp.imposition.grid import PAPER_EDGE
from pnp.imposition.marks import SheetLabel
from pnp.imposition.plan import Item, Page, Placement, SheetPlan

PAGES = 8
# The lower row stands upright; the upper row stands on its head, so that its pages' tops meet those below.
_UPPER = (7, 6, 5, 4)
_LOWER = (8, 1, 2, 3)
_ROUNDING = 0.01
_OFF_FOLD, _DEPTH, _SIZES = 1.2, 4.6, (5.5, 5.0, 4.5)


def zine_page(paper: Size) -> Size:
    """The size of each of the eight pages of an upright sheet: a quarter of its height by half of its width."""
    return Size(paper.height / 4, paper.width / 2)


def zine(
    name: str, pages: Sequence[Face], paper: Size, sheet_label: SheetLabel, fonts: FontBook, margin: float = 5.0
) -> SheetPlan:  # fmt: skip
    """One sheet, printed on one side, of eight pages in reading order; `name` is the file's, `margin` the printer's.

    The sheet is folded along all its lines, cut along the solid one, folded lengthwise and pushed together from its
    ends. Raises UsageError when there are not eight pages, ValueError for pages that do not fill the paper.
    """
    if len(pages) != PAGES:
        much = "shorten" if len(pages) > PAGES else "lengthen"
        raise UsageError(f"{name}: a zine has {PAGES} pages and this one has {len(pages)}; {much} its text")
    size, sheet = zine_page(paper), paper.turned()
    for page in pages:
        if max(abs(page.trim.size.width - size.width), abs(page.trim.size.height - size.height)) > _ROUNDING:
            raise ValueError(f"{name}: {page.id} is not {size.width:g} x {size.height:g} mm, as this paper wants it")
    placements = [_placed(pages[number - 1], column, 0, size) for column, number in enumerate(_UPPER)]
    placements += [_placed(pages[number - 1], column, 1, size) for column, number in enumerate(_LOWER)]
    boxes = drawn(pages, fonts)
    advice = _folding_advice(list(taken(placements, boxes)), sheet, margin, sheet_label, fonts)
    marks = (Group(tuple(_lines(sheet)), role="marks"),)
    side = Page(1, "front", tuple(placements), marks, (advice,) if advice else ())
    plan = SheetPlan(sheet, "fronts", 1, (side,), PAGES)
    notes = list(cut_off(name, pages, plan, margin, boxes))
    if advice is None:
        message = "there is no room along the folds for how to fold it; leave a margin of 7 mm there"
        notes.append(Finding("warning", "no-room", name, message))
    return replace(plan, notes=tuple(notes))


def _placed(page: Face, column: int, row: int, size: Size) -> Placement:
    item = Item(page.id, 1, page.trim, page.id, None)
    x, y = (column + 0.5) * size.width, (row + 0.5) * size.height
    return Placement(item, "front", x, y, 0.0 if row else 180.0, Insets.even(0.0))


def _lines(sheet: Size) -> Iterator[Shape]:
    """Folds as dashes, the one cut as a line, all along the edges of the pages and short of the paper's."""
    half, near, far = sheet.height / 2, PAPER_EDGE, sheet.width - PAPER_EDGE
    quarter, three = sheet.width / 4, 3 * sheet.width / 4
    folds = [(x, near, x, sheet.height - PAPER_EDGE) for x in (quarter, sheet.width / 2, three)]
    folds += [(near, half, quarter, half), (three, half, far, half)]
    yield from (Path(line(*ends), stroke=FOLD) for ends in folds)
    yield Path(line(quarter, half, three, half), stroke=CUT)


def _folding_advice(
    occupied: Sequence[Box], sheet: Size, margin: float, sheet_label: SheetLabel, fonts: FontBook
) -> Group | None:  # fmt: skip
    """How to fold it, along one of the folds between columns, the one beside the last page first."""
    how = sheet_label.wording(
        "Print at 100 %, fold on every line, cut the solid one, fold lengthwise and push the ends together until the "
        "pages close."
    )
    text = f"{sheet_label.title} {sheet_label.version} · {how}"
    top, bottom = sheet.height / 2 + 2, sheet.height - margin
    places = [
        Place(Box(fold - _OFF_FOLD - _DEPTH, top, fold - _OFF_FOLD, bottom), 90)
        for fold in (sheet.width / 4, 3 * sheet.width / 4)
    ]
    tries = (small_print(places, text, size, occupied, fonts) for size in _SIZES)
    return next((made for made in tries if made), None)
