"""A trim and a sheet in, the best n-up grid out: how many, lying how, with how much bleed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Literal

from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Trim
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import BACKINGS, Sides

Fold = Literal["none", "vertical", "horizontal"]
Marks = Literal["crop", "fronts", "none"]
_FOLDS: tuple[Fold, ...] = ("vertical", "horizontal")
_ROUNDING = 1e-6
_APART = 3.0  # millimetres between pieces that are cut along lines of their own


@frozen
class SheetOptions:
    """What is asked of a sheet: paper (upright), printable margin, sides, a bleed if asked for, marks of cuts."""

    paper: Size
    margin: float = 5.0
    sides: Sides = "duplex-long"
    bleed: float | None = None
    marks: Marks = "crop"


@frozen
class Run:
    """Pieces in a row along one axis of the page: how many, each how long, and where the first trim begins."""

    count: int
    length: float
    gap: float
    start: float
    bleed_before: float
    bleed_after: float

    @property
    def end(self) -> float:
        return self.start + self.count * self.length + (self.count - 1) * self.gap

    def edges(self) -> Iterator[tuple[float, float]]:
        """Where each trim begins and ends."""
        for at in range(self.count):
            begin = self.start + at * (self.length + self.gap)
            yield begin, begin + self.length


@frozen
class Grid:
    """One page's slots for fronts, row by row; with a fold, the backs mirror them on the other half.

    `rows` are alike for straight cuts; rows of round pieces may alternate, each nested into the one above.
    """

    page: Size
    rotation: float
    rows: tuple[Run, ...]
    down: Run
    fold: Fold = "none"

    @property
    def across(self) -> Run:
        return self.rows[0]

    @property
    def slots(self) -> int:
        return sum(row.count for row in self.rows)

    @property
    def box(self) -> Box:
        """Around every slot of the fronts."""
        left, right = min(row.start for row in self.rows), max(row.end for row in self.rows)
        return Box(left, self.down.start, right, self.down.end)

    @property
    def outer_bleed(self) -> Insets:
        return Insets(
            self.across.bleed_before, self.down.bleed_before, self.across.bleed_after, self.down.bleed_after
        )  # fmt: skip

    @property
    def smallest_bleed(self) -> float:
        bleed = self.outer_bleed
        return min(bleed.left, bleed.top, bleed.right, bleed.bottom)

    def taken(self, count: int) -> tuple[int, ...]:
        """The slots that so many pieces lie in, row by row: the first ones, or with a fold those next to it.

        The nearer a pair lies to its fold, the less does a fold that is off by a hair part its two sides.
        """
        slots = list(range(self.slots))
        if self.fold != "none":
            centres, axis = self.centres(), int(self.fold == "horizontal")
            slots = sorted(slots, key=lambda at: (-round(centres[at][axis], 3), at))
        return tuple(sorted(slots[:count]))

    def centres(self) -> tuple[tuple[float, float], ...]:
        """The centre of each slot, row by row."""
        return tuple(
            ((left + right) / 2, (top + bottom) / 2)
            for row, (top, bottom) in zip(self.rows, self.down.edges())
            for left, right in row.edges()
        )


def best_grid(trim: Trim, options: SheetOptions, where: str) -> Grid:
    """The grid that holds the most pieces; among equals the one with the most bleed, then upright card and sheet.

    `where` names the pieces in the UsageError that is raised when not one fits.
    """
    folds = _FOLDS if BACKINGS[options.sides].folded else ("none",)
    pages = (options.paper, options.paper.turned())
    grids = [
        grid
        for make, rotation, page, fold in product((_grid, _nested), (0.0, 90.0), pages, folds)
        if (grid := make(trim, options, page, rotation, fold)) is not None
    ]
    if not grids:
        raise UsageError(_too_large(trim, options, where))
    return max(grids, key=lambda grid: (grid.slots, round(grid.smallest_bleed, 3), -grids.index(grid)))


def _grid(trim: Trim, options: SheetOptions, page: Size, rotation: float, fold: Fold) -> Grid | None:
    size = trim.size.turned() if rotation else trim.size
    gap = _gap(trim, options)
    across = _run(page.width, size.width, size.width + gap, trim, options, fold == "vertical")
    down = _run(page.height, size.height, size.height + gap, trim, options, fold == "horizontal")
    if across is None or down is None:
        return None
    return Grid(page, rotation, (across,) * down.count, down, fold)


def _nested(trim: Trim, options: SheetOptions, page: Size, rotation: float, fold: Fold) -> Grid | None:
    """Round pieces in rows that lie in the hollows of one another, as close as the straight grid has them."""
    if trim.outline != "round" or rotation:
        return None
    length = trim.size.width
    pitch = length + _gap(trim, options)
    across = _run(page.width, length, pitch, trim, options, fold == "vertical")
    down = _run(page.height, length, pitch * math.sqrt(3) / 2, trim, options, fold == "horizontal")
    if across is None or down is None or across.count < 2:
        return None
    spare = across.start - options.margin - (options.bleed or 0.0)
    if fold != "vertical" and spare >= pitch / 4:  # room for the odd rows to be as long as the even ones
        bleed = min(across.bleed_before, across.start - pitch / 4 - options.margin)
        even = replace(across, start=across.start - pitch / 4, bleed_before=bleed, bleed_after=bleed)
        odd = replace(even, start=across.start + pitch / 4)
    else:
        even, odd = across, replace(across, count=across.count - 1, start=across.start + pitch / 2)
    return Grid(page, rotation, tuple(odd if at % 2 else even for at in range(down.count)), down, fold)


def _gap(trim: Trim, options: SheetOptions) -> float:
    """What lies between neighbours: nothing where they share a cut, both bleeds where they do not."""
    if options.bleed is not None:
        return 2 * options.bleed
    return {"rectangle": 0.0, "round": 2 * trim.bleed, "drawn": _APART}[trim.outline]


def _run(page: float, length: float, pitch: float, trim: Trim, options: SheetOptions, folded: bool) -> Run | None:
    """The most pieces along one axis. Folded, the run ends at the middle of the page and keeps its gutter there."""
    kept = options.bleed or 0.0  # only an explicit bleed takes room from the cards
    room = (page / 2 if folded else page - options.margin) - options.margin
    count = math.floor((room - 2 * kept - length + _ROUNDING) / pitch) + 1
    if count < 1:
        return None
    slack = room - length - (count - 1) * pitch
    bleed = options.bleed if options.bleed is not None else min(trim.bleed, max(0.0, slack / 2))
    start = page / 2 - bleed - (room - slack) if folded else options.margin + slack / 2
    return Run(count, length, pitch - length, start, bleed, bleed)


def _too_large(trim: Trim, options: SheetOptions, where: str) -> str:
    size = f"{trim.size.width:g} x {trim.size.height:g} mm"
    paper = f"{options.paper.width:g} x {options.paper.height:g} mm"
    start = f"{where}: {size} do not fit on {paper} paper with a margin of {options.margin:g} mm"
    if BACKINGS[options.sides].folded:
        start += " folded down the middle"
    if options.bleed:
        largest = _largest_bleed(trim, options)
        if largest is not None:
            return f"{start} and --bleed {options.bleed:g}mm; the largest that fits is --bleed {largest:g}mm"
    fitting = [
        name
        for name, paper_size in PAPERS.items()
        if fits(trim, SheetOptions(paper_size, options.margin, options.sides, options.bleed))
    ]
    if fitting:
        return f"{start}; use --paper {fitting[0]}"
    return f"{start}, and no paper known here is large enough; give a larger one such as --paper 600x900mm"


def fits(trim: Trim, options: SheetOptions) -> bool:
    """Whether one piece fits the paper, either of them lying either way."""
    folds = _FOLDS if BACKINGS[options.sides].folded else ("none",)
    pages = (options.paper, options.paper.turned())
    return any(_grid(trim, options, *case) for case in product(pages, (0.0, 90.0), folds))


def _largest_bleed(trim: Trim, options: SheetOptions) -> float | None:
    """The largest bleed in tenths of a millimetre with which one piece still fits; None when not even none does."""
    for tenths in range(math.ceil((options.bleed or 0) * 10) - 1, -1, -1):
        if fits(trim, SheetOptions(options.paper, options.margin, options.sides, tenths / 10)):
            return tenths / 10
    return None
