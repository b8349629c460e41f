"""The best grid for a trim on a sheet: how many fit, which way they lie, how they nest, and with how much bleed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Literal

from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Nest, Size, Trim
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import DUPLEXINGS, Sides
from pnp.imposition.template import SheetTemplate, check_bleed

Fold = Literal["none", "vertical", "horizontal"]
Marks = Literal["crop", "fronts", "none"]
_FOLDS: tuple[Fold, ...] = ("vertical", "horizontal")
PAPER_EDGE = 3.0  # nothing is drawn nearer to the paper's edge
_ROUNDING = 1e-6
_BETWEEN_DISCS = 0.5  # millimetres of white between the bleeds of pieces that are cut out by hand
_APART = 3.0  # millimetres between pieces that are cut along lines of their own
LINE, LEAST_LINE = 2.0, 1.42  # millimetres that a line of small print is high, and one that is smaller still
LEAST_MARK, CLEAR = 0.8, 0.2  # of a mark, and between marks, cuts and print
AIR = 1.2  # between a bleed and a line of small print, where there is room
_GIVEN_UP = {8: {"line"}, 16: {"line", "marks"}}  # what one piece in so many may make room for
_LESS = ((1, 0), (0, 1), (2, 0), (0, 2))  # fewer columns, or fewer rows
_LEAST_BLEED = 1.0  # millimetres of bleed that are left where it makes room for the line


@frozen
class SheetOptions:
    """What is asked of a sheet: paper (upright), printable margin, sides, a bleed if asked for, marks of cuts.

    With a `template` the pieces lie in its places.
    """

    paper: Size
    margin: float = 5.0
    sides: Sides = "duplex-long"
    bleed: float | None = None
    marks: Marks = "crop"
    template: SheetTemplate | None = None

    @property
    def white(self) -> float:
        """What is left without any print around the sheet."""
        return max(PAPER_EDGE, self.margin)


@frozen
class PieceRow:
    """Pieces in a row along one axis of the page: how many, each how long, where the first trim begins, and how far the
    row is printed beyond its ends.
    """

    count: int
    length: float
    gap: float
    start: float
    bleed: float

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

    `rows` are alike for straight cuts; those of other pieces may alternate, each `nested` into the one above, or with
    every other piece of a row upside down (`turned`).
    """

    page: Size
    rotation: float
    rows: tuple[PieceRow, ...]
    down: PieceRow
    fold: Fold = "none"
    nested: bool = False
    turned: bool = False

    def rotation_of(self, row: int, column: int) -> float:
        """How the piece in a slot lies."""
        return (self.rotation + 180) % 360 if self.turned and (row + column) % 2 else self.rotation

    @property
    def across(self) -> PieceRow:
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
        across, down = self.across.bleed, self.down.bleed
        return Insets(across, down, across, down)

    @property
    def smallest_bleed(self) -> float:
        return min(self.across.bleed, self.down.bleed)

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


_Make = Callable[..., Grid | None]


def best_grid(trim: Trim, options: SheetOptions, where: str, count: int | None = None) -> Grid:
    """The grid that needs the fewest sheets for so many pieces, or holds the most where no count is given.

    Among grids that need as many sheets it is one with all the bleed of the design if there is one, then the one that
    needs the fewest cuts, then the fullest; of hexagons one along whose rows straight cuts run. A row or column of
    small pieces, or a little bleed that nobody asked for, is given up where the line that says what the sheet is would
    have no room otherwise. `where` names the pieces in the UsageError that is raised when not one fits.
    """
    if options.template:
        return _in_places(trim, options, options.template)
    fullest = _fullest(trim, options, where)
    if count is None:
        return fullest
    least = _beside(fullest, trim, options) - {"air"}
    smaller = (grid for grid in _smaller(trim, options, fullest, count) if least <= _beside(grid, trim, options))
    asked = trim.bleed if options.bleed is None else options.bleed

    def cost(grid: Grid) -> tuple[float, bool, bool, int, int]:
        tight, by_hand = "air" not in _beside(grid, trim, options), grid.nested and trim.outline.fills_plane
        return -round(min(grid.smallest_bleed, asked), 3), tight, by_hand, _cuts(grid, trim, count), -grid.slots

    return min([fullest, *smaller], key=cost)


def _in_places(trim: Trim, options: SheetOptions, template: SheetTemplate) -> Grid:
    """Pieces in the middle of the places that the paper has; their bleeds end halfway between two places."""
    check_bleed(template, trim, options.bleed)
    rotation = template.rotation(trim) or 0.0
    size = trim.size.turned() if rotation else trim.size
    bleed = trim.bleed if options.bleed is None else options.bleed

    def row(count: int, length: float, place: float, pitch: float, first: float) -> PieceRow:
        start, gap = first + (place - length) / 2, pitch - length
        return PieceRow(count, length, gap, start, max(0.0, min(bleed, start)))

    across = row(template.columns, size.width, template.place.width, template.pitch.width, template.left)
    down = row(template.rows, size.height, template.place.height, template.pitch.height, template.top)
    return Grid(template.paper, rotation, (across,) * template.rows, down)


def _fullest(trim: Trim, options: SheetOptions, where: str) -> Grid:
    """The grid that holds the most; among equals the one with the most bleed, then upright card and sheet."""
    grids = list(_grids(trim, options))
    if not grids:
        raise UsageError(_too_large(trim, options, where))
    most = max(grid.slots for grid in grids)
    tried = [*grids, *(grid for less in _LESS for grid in _grids(trim, options, *less))]
    tried += [tight for grid in tried for tight in _tighter(grid, options)]
    beside = {at: _beside(grid, trim, options) for at, grid in enumerate(tried)}
    among = [grid for grid in tried if grid.slots == most]
    for share, wanted in _GIVEN_UP.items():
        among = [g for at, g in enumerate(tried) if wanted <= beside[at] and share * (most - g.slots) <= most] or among
    return max(among, key=lambda grid: (grid.slots, round(grid.smallest_bleed, 3), -among.index(grid)))


def _smaller(trim: Trim, options: SheetOptions, fullest: Grid, count: int) -> Iterator[Grid]:
    """For each way to lay the pieces and each number of columns, the fewest rows that need no more sheets."""
    each = math.ceil(count / math.ceil(count / fullest.slots))
    for make, rotation, page, fold in _cases(options):
        if whole := make(trim, options, page, rotation, fold):
            for columns in range(1, whole.across.count + 1):
                rows = math.ceil(each / columns)
                grid = make(
                    trim, options, page, rotation, fold, whole.across.count - columns, whole.down.count - rows
                ) if rows <= whole.down.count else None  # fmt: skip
                if grid and grid.slots >= each:
                    yield grid


def _cuts(grid: Grid, trim: Trim, count: int) -> int:
    """How many straight cuts the sheets of so many pieces need, strips laid on one another."""
    if not trim.outline.is_straight:
        return 0
    sheets, rest = divmod(count, grid.slots)
    last = math.ceil(rest / grid.across.count), min(rest, grid.across.count)
    return sheets * _lines(grid, grid.down.count, grid.across.count) + (_lines(grid, *last) if rest else 0)


def _lines(grid: Grid, rows: int, columns: int) -> int:
    """The lines that part so many rows and columns, two between neighbours that keep apart."""
    return (rows + 1 if grid.down.gap == 0 else 2 * rows) + (columns + 1 if grid.across.gap == 0 else 2 * columns)


def _grids(trim: Trim, options: SheetOptions, narrower: int = 0, lower: int = 0) -> Iterator[Grid]:
    """Every way to lay as many pieces as fit, but for some columns or rows."""
    for make, rotation, page, fold in _cases(options):
        if grid := make(trim, options, page, rotation, fold, narrower, lower):
            yield grid


def _cases(options: SheetOptions) -> Iterator[tuple[_Make, float, Size, Fold]]:
    """In rows or nested, pieces upright or turned, on paper that stands or lies, and where that is folded."""
    for make, rotation, (page, fold) in product((_grid, _nested), (0.0, 90.0), folded_pages(options)):
        yield make, rotation, page, fold


def folded_pages(options: SheetOptions) -> list[tuple[Size, Fold]]:
    """The paper upright and lying, and each line about which it may be folded where it is."""
    folds = _FOLDS if DUPLEXINGS[options.sides].folded else ("none",)
    return list(product((options.paper, options.paper.turned()), folds))


def line_height(depth: float, bleed: float, has_cuts: bool) -> float:
    """How high a line of small print may be between the trims and the printer's margin; 0 where there is no room.

    `depth` is what lies between them; the line keeps off the bleed, and off marks where there are cuts to mark.
    """
    free = depth - max(bleed + CLEAR, LEAST_MARK + 2 * CLEAR if has_cuts else CLEAR)
    return min(LINE, free) if free >= LEAST_LINE - _ROUNDING else 0.0


def _beside(grid: Grid, trim: Trim, options: SheetOptions) -> set[str]:
    """What a printer can print beside a full sheet: a line of small print along an edge, with air, the marks of all
    cuts.
    """
    has_cuts = trim.outline.is_straight or bool(trim.outline.level(trim.lying(grid.rotation)))
    box, bleed, cuts = grid.box, grid.outer_bleed, has_cuts and options.marks != "none"
    edges = (box.left - options.white, bleed.left), (box.top - options.white, bleed.top)
    line = {"line"} if any(line_height(*edge, cuts) for edge in edges) else set()
    line |= {"air"} if any(depth - out >= LINE + AIR for depth, out in edges) else set()
    return line | ({"marks"} if not cuts or min(depth for depth, _ in edges) >= LEAST_MARK + CLEAR else set())


def _tighter(grid: Grid, options: SheetOptions) -> Iterator[Grid]:
    """The same with less bleed above and below, or at the sides, as much as a line of small print needs."""
    if options.bleed is not None:
        return
    bleed = grid.down.start - options.white - LEAST_LINE - CLEAR
    if grid.fold != "horizontal" and _LEAST_BLEED <= bleed < grid.down.bleed:
        yield replace(grid, down=replace(grid.down, bleed=bleed))
    bleed = grid.box.left - options.white - LEAST_LINE - CLEAR
    if grid.fold != "vertical" and _LEAST_BLEED <= bleed < grid.across.bleed:
        yield replace(grid, rows=tuple(replace(row, bleed=bleed) for row in grid.rows))


def _grid(
    trim: Trim, options: SheetOptions, page: Size, rotation: float, fold: Fold, narrower: int = 0, lower: int = 0
) -> Grid | None:
    """Pieces in straight rows and columns."""
    size, gap = trim.lying(rotation), gap_between(trim, options)
    wide, high = _reaches(trim, options, rotation)
    across = _row(page.width, size.width, size.width + gap, wide, options, fold == "vertical", narrower)
    down = _row(page.height, size.height, size.height + gap, high, options, fold == "horizontal", lower)
    return Grid(page, rotation, (across,) * down.count, down, fold) if across and down else None


def _nested(
    trim: Trim, options: SheetOptions, page: Size, rotation: float, fold: Fold, narrower: int = 0, lower: int = 0
) -> Grid | None:
    """Pieces in rows that lie in the hollows of one another, as near to each other as in the straight grid."""
    size, nest = trim.lying(rotation), nest_of(trim, options, rotation)
    if nest is None:
        return None
    wide, high = _reaches(trim, options, rotation)
    across = _row(page.width, size.width, nest.across, wide, options, fold == "vertical", narrower)
    down = _row(page.height, size.height, nest.down, high, options, fold == "horizontal", lower)
    if across is None or down is None:
        return None
    spare, half = across.start - options.margin - (options.bleed or 0.0), nest.shift / 2
    if not nest.shift:
        even = odd = across
    elif fold != "vertical" and spare >= half:  # room for the odd rows to be as long as the even ones
        start = across.start - half
        even = replace(across, start=start, bleed=min(across.bleed, start - options.margin))
        odd = replace(even, start=across.start + half)
    elif across.count > 1:
        even, odd = across, replace(across, count=across.count - 1, start=across.start + nest.shift)
    else:
        return None
    rows = tuple(odd if at % 2 else even for at in range(down.count))
    return Grid(page, rotation, rows, down, fold, nested=True, turned=nest.turned)


def nest_of(trim: Trim, options: SheetOptions, rotation: float) -> Nest | None:
    """How pieces that lie so come closer together than in straight rows; None where they do not."""
    bleed = trim.bleed if options.bleed is None else options.bleed
    return trim.outline.nest(trim.lying(rotation), 2 * bleed + _white(trim, bleed), rotation)


Reach = tuple[float, float]
"""How far pieces bleed along an axis: by design, and where a bleed is asked for."""


def _reaches(trim: Trim, options: SheetOptions, rotation: float) -> tuple[Reach, Reach]:
    """Across the page, and down."""
    designed, kept = trim.reach(trim.bleed, rotation), trim.reach(options.bleed or 0.0, rotation)
    return (designed.left, kept.left), (designed.top, kept.top)


def gap_between(trim: Trim, options: SheetOptions) -> float:
    """What lies between neighbours: nothing where they share a cut, both bleeds and some white where they do not."""
    if trim.outline.is_cut_out:
        bleed = trim.bleed if options.bleed is None else options.bleed
        return 2 * max(trim.outline.reaches(trim.size, bleed)) + _white(trim, bleed)
    if options.bleed is not None:
        return 2 * options.bleed
    return _APART if trim.outline.is_drawn else 0.0


def _white(trim: Trim, bleed: float) -> float:
    """What is left white between the bleeds of pieces that are cut out; nothing where they share a cut."""
    return 0.0 if trim.outline.fills_plane and bleed == 0 else _BETWEEN_DISCS


def _row(
    page: float, length: float, pitch: float, reach: Reach, options: SheetOptions, folded: bool, fewer: int = 0
) -> PieceRow | None:
    """The most pieces along one axis, but for some, with the bleed that `reach` names. Folded, they end at the middle
    of the page and keep its gutter there.
    """
    designed, kept = reach  # only an explicit bleed takes room from the cards
    room = (page / 2 if folded else page - options.margin) - options.margin
    count = math.floor((room - 2 * kept - length + _ROUNDING) / pitch) + 1 - fewer
    if count < 1:
        return None
    slack = room - length - (count - 1) * pitch
    bleed = kept if options.bleed is not None else min(designed, max(0.0, slack / 2))
    start = page / 2 - bleed - (room - slack) if folded else options.margin + slack / 2
    return PieceRow(count, length, pitch - length, start, bleed)


def _too_large(trim: Trim, options: SheetOptions, where: str) -> str:
    size = f"{trim.size.width:g} x {trim.size.height:g} mm"
    paper = f"{options.paper.width:g} x {options.paper.height:g} mm"
    start = f"{where}: {size} do not fit on {paper} paper with a margin of {options.margin:g} mm"
    if DUPLEXINGS[options.sides].folded:
        start += " folded down the middle"
    if options.bleed:
        tenths = range(math.ceil(options.bleed * 10) - 1, -1, -1)
        largest = next((bleed / 10 for bleed in tenths if fits(trim, replace(options, bleed=bleed / 10))), None)
        if largest is not None:
            return f"{start} and --bleed {options.bleed:g}mm; the largest that fits is --bleed {largest:g}mm"
    fitting = next((name for name, known in PAPERS.items() if fits(trim, replace(options, paper=known))), None)
    if fitting:
        return f"{start}; use --paper {fitting}"
    return f"{start}, and no paper known here is large enough; give a larger one such as --paper 600x900mm"


def fits(trim: Trim, options: SheetOptions) -> bool:
    """Whether one piece fits the paper, either of them lying either way."""
    return any(_grid(trim, options, page, turn, fold) for page, fold in folded_pages(options) for turn in (0.0, 90.0))
