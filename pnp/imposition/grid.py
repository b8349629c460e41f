"""A trim and a sheet in, the best n-up grid out: how many, lying how, with how much bleed."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Literal

from pnp.errors import UsageError
from pnp.geometry import Box, Insets, Size, Trim
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import Sides

Fold = Literal["none", "vertical", "horizontal"]
_FOLDS: tuple[Fold, ...] = ("vertical", "horizontal")
_ROUNDING = 1e-6
_APART = 3.0  # millimetres between pieces that are cut along lines of their own


@dataclass(frozen=True, slots=True)
class SheetOptions:
    """What is asked of a sheet: paper (upright), printable margin, sides, an explicit bleed or none, marks."""

    paper: Size
    margin: float = 5.0
    sides: Sides = "duplex-long"
    bleed: float | None = None
    marks: bool = True


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Grid:
    """One page's slots for fronts, row by row; with a fold, the backs mirror them on the other half."""

    page: Size
    rotation: float
    across: Run
    down: Run
    fold: Fold = "none"

    @property
    def slots(self) -> int:
        return self.across.count * self.down.count

    @property
    def box(self) -> Box:
        """Around every slot of the fronts."""
        return Box(self.across.start, self.down.start, self.across.end, self.down.end)

    @property
    def outer_bleed(self) -> Insets:
        return Insets(
            self.across.bleed_before, self.down.bleed_before, self.across.bleed_after, self.down.bleed_after
        )  # fmt: skip

    @property
    def smallest_bleed(self) -> float:
        bleed = self.outer_bleed
        return min(bleed.left, bleed.top, bleed.right, bleed.bottom)

    def slot(self, number: int) -> tuple[float, float]:
        """The centre of a slot, numbered from 0 by row and then column."""
        row, column = divmod(number, self.across.count)
        left, right = list(self.across.edges())[column]
        top, bottom = list(self.down.edges())[row]
        return (left + right) / 2, (top + bottom) / 2


def best_grid(trim: Trim, options: SheetOptions, where: str) -> Grid:
    """The grid that holds the most pieces; among equals the one with the most bleed, then upright sheet and card.

    `where` names the pieces in the UsageError that is raised when not one fits.
    """
    folds = _FOLDS if options.sides == "gutterfold" else ("none",)
    pages = (options.paper, options.paper.turned())
    grids = [
        grid
        for page, rotation, fold in product(pages, (0.0, 90.0), folds)
        if (grid := _grid(trim, options, page, rotation, fold)) is not None
    ]
    if not grids:
        raise UsageError(_too_large(trim, options, where))
    return max(grids, key=lambda grid: (grid.slots, round(grid.smallest_bleed, 3), -grids.index(grid)))


def _grid(trim: Trim, options: SheetOptions, page: Size, rotation: float, fold: Fold) -> Grid | None:
    size = trim.size.turned() if rotation else trim.size
    across = _run(page.width, size.width, trim, options, fold == "vertical")
    down = _run(page.height, size.height, trim, options, fold == "horizontal")
    if across is None or down is None:
        return None
    if trim.outline == "round":  # a round bleed is a ring, the same on every side
        ring = min(across.bleed_before, across.bleed_after, down.bleed_before, down.bleed_after)
        across, down = (Run(r.count, r.length, r.gap, r.start, ring, ring) for r in (across, down))
    return Grid(page, rotation, across, down, fold)


def _run(page: float, length: float, trim: Trim, options: SheetOptions, folded: bool) -> Run | None:
    """The most pieces along one axis. Folded, the run ends at the middle of the page and keeps its gutter there."""
    asked = options.bleed
    gap = 2 * asked if asked is not None else {"rectangle": 0.0, "round": 2 * trim.bleed, "drawn": _APART}[trim.outline]
    kept = asked or 0.0  # only an explicit bleed takes room from the cards
    room = (page / 2 if folded else page - options.margin) - options.margin
    count = math.floor((room - 2 * kept + gap + _ROUNDING) / (length + gap))
    if count < 1:
        return None
    slack = room - count * length - (count - 1) * gap
    bleed = asked if asked is not None else min(trim.bleed, max(0.0, slack / 2))
    start = page / 2 - bleed - (room - slack) if folded else options.margin + slack / 2
    return Run(count, length, gap, start, bleed, bleed)


def _too_large(trim: Trim, options: SheetOptions, where: str) -> str:
    size = f"{trim.size.width:g} x {trim.size.height:g} mm"
    paper = f"{options.paper.width:g} x {options.paper.height:g} mm"
    start = f"{where}: {size} do not fit on {paper} paper with a margin of {options.margin:g} mm"
    if options.sides == "gutterfold":
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
    folds = _FOLDS if options.sides == "gutterfold" else ("none",)
    pages = (options.paper, options.paper.turned())
    return any(_grid(trim, options, *case) for case in product(pages, (0.0, 90.0), folds))


def _largest_bleed(trim: Trim, options: SheetOptions) -> float | None:
    """The largest bleed in tenths of a millimetre with which one piece still fits; None when not even none does."""
    for tenths in range(math.ceil((options.bleed or 0) * 10) - 1, -1, -1):
        if fits(trim, SheetOptions(options.paper, options.margin, options.sides, tenths / 10)):
            return tenths / 10
    return None
