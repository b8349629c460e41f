"""Where the pieces of a file lie: in one grid that every sheet keeps, or in blocks on sheets that several sizes share.

A block is a grid of pieces of one trim. Blocks that share a sheet are laid so that straight cuts part them, largest
pieces first, each in a corner of a free rectangle that straight cuts then divide; the search tries other columns,
turns and divisions until everything fits, or until it has tried enough.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import reduce
from itertools import product

from pnp.frozen import frozen
from pnp.geometry import ROUND, Box, Insets, Nest, Size, Trim
from pnp.imposition.grid import (
    AIR,
    LINE,
    Fold,
    Grid,
    PieceRow,
    SheetOptions,
    best_grid,
    folded_pages,
    gap_between,
    nest_of,
)
from pnp.imposition.plan import Item

BETWEEN = 2.4
"""Millimetres between the bleeds of two blocks, where the marks of both have room."""
_MOST_TRIED = 300
_ROUNDING = 1e-6


@frozen
class GridBlock:
    """Pieces of one trim in the first slots of a grid of their own."""

    grid: Grid
    items: tuple[Item, ...]

    @property
    def box(self) -> Box:
        """Around the bleeds of its pieces."""
        return self.grid.box.grown(self.grid.outer_bleed)

    def moved(self, x: float, y: float) -> GridBlock:
        rows = tuple(replace(row, start=row.start + x) for row in self.grid.rows)
        return replace(
            self, grid=replace(self.grid, rows=rows, down=replace(self.grid.down, start=self.grid.down.start + y))
        )


@frozen
class Layout:
    """The blocks of each sheet, the page, and the line about which it is folded."""

    page: Size
    fold: Fold
    sheets: tuple[tuple[GridBlock, ...], ...]

    @property
    def per_sheet(self) -> int:
        """How many pieces a sheet has room for, or holds at most where blocks share it."""
        if len(self.sheets[0]) == 1:
            return self.sheets[0][0].grid.slots
        return max(sum(len(block.items) for block in blocks) for blocks in self.sheets)

    @property
    def box(self) -> Box:
        """Around every slot of the first sheet's fronts."""
        return reduce(Box.joined, (block.grid.box for block in self.sheets[0]))

    @property
    def outer_bleed(self) -> Insets:
        bleeds = [block.grid.outer_bleed for block in self.sheets[0]]
        return Insets(*(max(getattr(bleed, edge) for bleed in bleeds) for edge in ("left", "top", "right", "bottom")))


def in_one_grid(items: Sequence[Item], options: SheetOptions, where: str) -> Layout:
    """Pieces of one trim in a grid that the last sheet keeps, even if it is not full."""
    grid = best_grid(items[0].trim, options, where, len(items))
    chunks = (tuple(items[at : at + grid.slots]) for at in range(0, len(items), grid.slots))
    return Layout(grid.page, grid.fold, tuple((GridBlock(grid, chunk),) for chunk in chunks))


def saved_sheets(
    kinds: Sequence[Sequence[Item]], options: SheetOptions
) -> tuple[tuple[int, ...], Layout] | None:  # fmt: skip
    """Which of several kinds of pieces, each with less than a sheet of its own, should share sheets, and how they lie.

    As few of them as save the most sheets that could be found; None where sharing saves none.
    """
    chosen = list(range(len(kinds)))
    largest_first = sorted(chosen, key=lambda at: -_Pieces(kinds[at][0].trim, tuple(kinds[at])).area)

    def shared(some: Sequence[int], most: int) -> Layout | None:
        return on_shared_sheets([item for at in some for item in kinds[at]], options, most) if most else None

    layout = shared(chosen, len(chosen) - 1)
    for at in largest_first:
        fewer = [other for other in chosen if other != at]
        found = shared(fewer, len(fewer) - 1 if layout is None else len(layout.sheets) - 1)
        if layout is None or found is not None:
            chosen, layout = fewer, found
    return (tuple(chosen), layout) if layout is not None else None


def on_shared_sheets(items: Sequence[Item], options: SheetOptions, most: int) -> Layout | None:
    """All the pieces on at most so many sheets, every piece with its whole bleed; None where that is not found."""
    kinds: dict[Trim, list[Item]] = {}
    for item in items:
        kinds.setdefault(item.trim, []).append(item)
    waiting = [_Pieces(trim, tuple(alike)) for trim, alike in kinds.items()]
    waiting.sort(key=lambda pieces: (-max(pieces.trim.size.width, pieces.trim.size.height), -pieces.area))
    regions = [(page, fold, area) for page, fold in folded_pages(options) for area in _areas(page, fold, options)]
    needed = math.fsum(pieces.area for pieces in waiting)
    for sheets, (page, fold, area) in product(range(1, most + 1), regions):
        if needed <= sheets * area.width * area.height:
            search = _Search(page, options)
            if found := search.place(waiting, [_FreeArea(at, area) for at in range(sheets)]):
                return Layout(page, fold, _centred(found, area, page, fold, options))
    return None


def _areas(page: Size, fold: Fold, options: SheetOptions) -> Iterator[Box]:
    """Where bleeds may reach: short of the margins, of the fold, and of a line of small print along one edge."""
    margin, line = options.margin, options.white - options.margin + LINE + AIR
    right = page.width / 2 if fold == "vertical" else page.width - margin
    bottom = page.height / 2 if fold == "horizontal" else page.height - margin
    whole = Box(margin, margin, right, bottom)
    yield replace(whole, top=margin + line) if fold == "horizontal" else replace(whole, bottom=bottom - line)
    yield replace(whole, left=margin + line) if fold == "vertical" else replace(whole, right=right - line)
    yield whole


@frozen
class _Pieces:
    """Pieces of one trim that have no place yet."""

    trim: Trim
    items: tuple[Item, ...]

    @property
    def area(self) -> float:
        return self.trim.size.width * self.trim.size.height * len(self.items)


@frozen
class _FreeArea:
    """A free rectangle of a sheet."""

    sheet: int
    box: Box


@frozen
class _Candidate:
    """A block in the top left corner of a free rectangle; of its last row only so many slots are taken."""

    sheet: int
    block: GridBlock
    taken: int
    last: int
    cuts: int


class _Search:
    """Looks for places for pieces, depth first, and gives up after so many tries."""

    def __init__(self, page: Size, options: SheetOptions) -> None:
        self._page, self._options = page, options
        self._left = _MOST_TRIED

    def place(self, waiting: Sequence[_Pieces], free: Sequence[_FreeArea]) -> list[tuple[int, GridBlock]] | None:
        """The sheet and block of everything, or None."""
        if not waiting:
            return []
        first, others = waiting[0], waiting[1:]
        tries = [(each, made) for each in free for made in self._candidates(first, each)]
        whole = max((made.taken for _, made in tries), default=0)
        tries = sorted(((e, made) for e, made in tries if made.taken == whole), key=lambda pair: _rank(*pair))
        rest = [replace(first, items=first.items[whole:])] if whole < len(first.items) else []
        for each, made in tries:
            for parts in _divided(each.box, made):
                self._left -= 1
                if self._left < 0:
                    return None
                left = [other for other in free if other is not each] + [_FreeArea(each.sheet, part) for part in parts]
                if (found := self.place((*rest, *others), left)) is not None:
                    return [(made.sheet, made.block), *found]
        return None

    def _candidates(self, pieces: _Pieces, free: _FreeArea) -> Iterator[_Candidate]:
        """Every way to lay pieces, or as many as fit, into a free rectangle."""
        bleed = pieces.trim.bleed if self._options.bleed is None else self._options.bleed
        trim, box = pieces.trim, free.box
        for rotation, nest in self._ways(trim):
            reach, size = trim.reach(bleed, rotation), trim.lying(rotation)
            wide = _fitting(box.width - 2 * reach.left - nest.shift, size.width, nest.across)
            high = _fitting(box.height - 2 * reach.top, size.height, nest.down)
            for columns in _column_counts(wide, high, len(pieces.items)):
                taken = min(len(pieces.items), columns * high)
                rows = math.ceil(taken / columns)
                across = PieceRow(columns, size.width, nest.across - size.width, box.left + reach.left, reach.left)
                down = PieceRow(rows, size.height, nest.down - size.height, box.top + reach.top, reach.top)
                lines = tuple(replace(across, start=across.start + nest.shift * (at % 2)) for at in range(rows))
                block = GridBlock(
                    Grid(self._page, rotation, lines, down, turned=nest.turned), pieces.items[:taken]
                )  # fmt: skip
                cuts = 0 if trim.outline == ROUND else rows + columns
                yield _Candidate(free.sheet, block, taken, taken - (rows - 1) * columns, cuts)

    def _ways(self, trim: Trim) -> Iterator[tuple[float, Nest]]:
        """How pieces may lie: upright or turned, in straight rows or nested; hexagons in rows for straight cuts."""
        gap = gap_between(trim, self._options)
        for rotation in (0.0, 90.0) if trim.size.width != trim.size.height else (0.0,):
            size = trim.lying(rotation)
            yield rotation, Nest(size.width + gap, size.height + gap)
            nest = None if trim.outline.level(size) else nest_of(trim, self._options, rotation)
            if nest:
                yield rotation, nest


def _fitting(room: float, length: float, pitch: float) -> int:
    return max(0, math.floor((room - length + _ROUNDING) / pitch) + 1)


def _column_counts(most: int, rows: int, count: int) -> Iterator[int]:
    """The numbers of columns worth a try: for each number of rows the fewest that hold all, or else the most."""
    if most < 1 or rows < 1:
        return
    if most * rows < count:
        yield most
        return
    seen = set()
    for columns in range(math.ceil(count / rows), min(most, count) + 1):
        if (needed := math.ceil(count / columns)) not in seen:
            seen.add(needed)
            yield columns


def _rank(free: _FreeArea, made: _Candidate) -> tuple[int, float, int]:
    """First sheets first, then tight places, then few cuts."""
    waste = made.block.box.width * made.block.box.height
    return free.sheet, round(waste, 3), made.cuts


def _divided(free: Box, made: _Candidate) -> Iterator[tuple[Box, ...]]:
    """What is left free beside a block, by every order of cuts that parts it from the block."""
    box, grid = made.block.box, made.block.grid
    right, bottom = box.right + BETWEEN, box.bottom + BETWEEN
    beside, below = Box(right, free.top, free.right, bottom), Box(free.left, bottom, free.right, free.bottom)
    yield _filled(beside, below)
    yield _filled(replace(beside, bottom=free.bottom), replace(below, right=right))
    if 0 < made.last < grid.across.count and grid.down.count > 1 and all(row == grid.across for row in grid.rows):
        pitch = grid.across.length + grid.across.gap
        end = grid.across.start + made.last * pitch - grid.across.gap + grid.across.bleed + BETWEEN
        top = list(grid.down.edges())[-2][1] + grid.down.bleed + BETWEEN
        hole = Box(end, top, free.right, free.bottom)
        yield _filled(replace(beside, bottom=top), hole, replace(below, right=end))


def _filled(*boxes: Box) -> tuple[Box, ...]:
    return tuple(box for box in boxes if box.right > box.left and box.bottom > box.top)


def _centred(
    found: Sequence[tuple[int, GridBlock]], area: Box, page: Size, fold: Fold, options: SheetOptions
) -> tuple[tuple[GridBlock, ...], ...]:
    """The blocks of each sheet, moved to the middle of it; against the fold, where there is one."""
    made = []
    for at in sorted({sheet for sheet, _ in found}):
        blocks = [block for sheet, block in found if sheet == at]
        right, bottom = max(block.box.right for block in blocks), max(block.box.bottom for block in blocks)
        x = area.right - right if fold == "vertical" else _shift(area.left, right, page.width, options)
        y = area.bottom - bottom if fold == "horizontal" else _shift(area.top, bottom, page.height, options)
        made.append(tuple(block.moved(x, y) for block in blocks))
    return tuple(made)


def _shift(start: float, end: float, page: float, options: SheetOptions) -> float:
    """How far to move what lies between two places, so that both edges leave room for a line, or only the far one."""
    middle = (page - end - start) / 2
    return middle if start + middle - options.white >= LINE + AIR else 0.0
