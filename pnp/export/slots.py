"""Where the pieces of a job lie on a sheet for a cutting machine, as many as keep clear of its marks."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from pnp.build.job import Printed
from pnp.build.press import file_names
from pnp.drawing.cut_paths import CutLines, cut_lines
from pnp.export.order import LeftOut, Order
from pnp.frozen import frozen
from pnp.geometry import Box, Size, Trim
from pnp.imposition.plan import Item
from pnp.units import number

_NO_LINE = "draws no closed line to cut along"
_PLACES = 4
_ROUNDING = 1e-6
_STEP = 0.25  # millimetres by which gaps are tried

Slot = tuple[int, int]
"""Column and row, from 0."""


@frozen
class Job:
    """Pieces of one group that are cut along the same lines, which are measured from the trim's top left."""

    contents: str
    trim: Trim
    lines: CutLines
    pieces: tuple[Printed, ...]

    def items(self) -> tuple[Item, ...]:
        """One for each physical piece, copies side by side."""
        return tuple(
            Item(component.id, copy, component.trim, component.id, component.back)
            for component, count in ((printed.component, printed.count) for printed in self.pieces)
            for copy in range(1, count + 1)
        )


def jobs(order: Order) -> tuple[tuple[Job, ...], tuple[LeftOut, ...]]:
    """The jobs in the game's order, and what nobody could cut out."""
    groups: dict[tuple[str, Trim, CutLines], list[Printed]] = {}
    missing = []
    for printed in order.box.printed:
        component = printed.component
        lines = cut_lines(order.box.faces[component.id])
        if lines.cut:
            groups.setdefault((component.group, component.trim, lines), []).append(printed)
        else:
            missing.append(LeftOut(printed, _NO_LINE))
    names = file_names((group, trim) for group, trim, _ in groups)
    found = (
        Job(name, trim, lines, tuple(pieces)) for name, ((_, trim, lines), pieces) in zip(names, groups.items())
    )  # fmt: skip
    return tuple(found), tuple(missing)


def measures(size: Size) -> str:
    """Such as `63.5 x 88.9 mm`."""
    return f"{number(size.width, 1)} x {number(size.height, 1)} mm"


@frozen
class Marks:
    """Registration marks of a sheet: how many (3 or 4), and their measures in millimetres, as in `Silhouette`."""

    count: int
    inset: float
    arm: float
    line: float
    square: float
    clear: float

    def zones(self, page: Size) -> tuple[Box, ...]:
        """The corners of a page in which nothing but the marks may be printed, the square's first."""
        reach = self.inset + max(self.arm, self.square + self.line / 2) + self.clear
        lefts, tops = (0.0, page.width - reach), (0.0, page.height - reach)
        corners = [(0, 0), (1, 0), (0, 1), (1, 1)][: self.count]
        return tuple(Box(lefts[right], tops[down], lefts[right] + reach, tops[down] + reach) for right, down in corners)


@frozen
class Sheet:
    """What pieces may be laid on: the paper (upright), how far they stay from its edges and from one another.

    With marks, these are tried with arms from the shortest to the longest. Where it `bleeds`, what is printed around a
    piece, half a gap, keeps that distance from the edges too.
    """

    paper: Size
    inset: float
    gap: float
    widest_gap: float
    marks: Marks | None = None
    longest: float = 0.0
    bleeds: bool = False

    def margin(self, gap: float) -> float:
        """How far trims stay from the paper's edges."""
        return self.inset + (gap / 2 if self.bleeds else 0.0)


@frozen
class Layout:
    """Where pieces lie on a page: the centres of columns and rows, which of their slots are kept free, how turned."""

    page: Size
    rotation: float
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    free: tuple[Slot, ...]
    gap: float
    marks: Marks | None

    def centres(self) -> tuple[tuple[float, float], ...]:
        """The centre of each slot that is used, row by row."""
        return tuple(
            (x, y)
            for (row, y), (column, x) in product(enumerate(self.rows), enumerate(self.columns))
            if (column, row) not in self.free
        )


@frozen
class _Try:
    """One way to lay the pieces: the page, how they are turned, how many columns and rows."""

    page: Size
    rotation: float
    columns: int
    rows: int

    def laid(self, size: Size, sheet: Sheet, gap: float, arm: float) -> Layout | None:
        """The layout, in the middle of the page; None where it does not fit or could not stay in the middle."""
        lying = size.turned() if self.rotation else size
        columns = _centres(self.page.width, lying.width, gap, self.columns, sheet.margin(gap))
        rows = _centres(self.page.height, lying.height, gap, self.rows, sheet.margin(gap))
        if columns is None or rows is None:
            return None
        marks = None
        if (given := sheet.marks) is not None:
            marks = Marks(given.count, given.inset, arm, given.line, given.square, given.clear)
        zones = marks.zones(self.page) if marks else ()
        inked = Size(lying.width + gap, lying.height + gap)
        free = tuple(
            (column, row)
            for (column, x), (row, y) in product(enumerate(columns), enumerate(rows))
            if any(Box.around(x, y, inked).overlap(zone) > _ROUNDING for zone in zones)
        )
        layout = Layout(self.page, self.rotation, columns, rows, free, gap, marks)
        return layout if _is_centred(layout) else None


def laid_out(size: Size, sheet: Sheet) -> Layout | None:
    """The layout with the most pieces; among equals the one with the longest marks, then with the widest gaps, then
    with upright pieces. None where not one fits.
    """
    arm = sheet.marks.arm if sheet.marks else 0.0
    tries = [
        (each, layout) for each in _tries(size, sheet) if (layout := each.laid(size, sheet, sheet.gap, arm)) is not None
    ]
    most = max((len(layout.centres()) for _, layout in tries), default=0)
    best = [_widened(each, size, sheet, most) for each, layout in tries if len(layout.centres()) == most]
    if most == 0:
        return None
    return max(best, key=lambda layout: (layout.marks.arm if layout.marks else 0.0, layout.gap, -best.index(layout)))


def largest(sheet: Sheet) -> Size:
    """What a single piece may measure at most, upright: the room inside the marks, corners left free."""
    kept = 2 * sheet.margin(sheet.gap)
    return Size(max(0.0, sheet.paper.width - kept), max(0.0, sheet.paper.height - kept))


def _tries(size: Size, sheet: Sheet) -> Iterator[_Try]:
    for page, rotation in product((sheet.paper, sheet.paper.turned()), (0.0, 90.0)):
        lying = size.turned() if rotation else size
        columns, rows = (
            math.floor((room - 2 * sheet.margin(sheet.gap) + sheet.gap + _ROUNDING) / (length + sheet.gap))
            for room, length in ((page.width, lying.width), (page.height, lying.height))
        )
        # One column or row less may keep clear of marks that all of them together do not.
        for fewer, lower in product((0, 1), repeat=2):
            if columns > fewer and rows > lower:
                yield _Try(page, rotation, columns - fewer, rows - lower)


def _widened(each: _Try, size: Size, sheet: Sheet, count: int) -> Layout:
    """The same pieces with arms as long, and then gaps as wide, as they leave room for."""
    arm, gap = (sheet.marks.arm if sheet.marks else 0.0), sheet.gap
    found = each.laid(size, sheet, gap, arm)
    while arm + 1 <= sheet.longest and _holds(longer := each.laid(size, sheet, gap, arm + 1), count):
        arm, found = arm + 1, longer
    while gap + _STEP <= sheet.widest_gap and _holds(wider := each.laid(size, sheet, gap + _STEP, arm), count):
        gap, found = gap + _STEP, wider
    if found is None:
        raise ValueError("a layout that was found before is not found again")
    return found


def _holds(layout: Layout | None, count: int) -> bool:
    return layout is not None and len(layout.centres()) == count


def _centres(room: float, length: float, gap: float, count: int, inset: float) -> tuple[float, ...] | None:
    taken = count * length + (count - 1) * gap
    first = (room - taken) / 2
    if first < inset - _ROUNDING:
        return None
    return tuple(round(first + length / 2 + at * (length + gap), _PLACES) for at in range(count))


def _is_centred(layout: Layout) -> bool:
    """Whether what is used reaches as far to each side, so that a program that centres the outlines puts them right."""
    used = layout.centres()
    if not used:
        return False
    xs, ys = [x for x, _ in used], [y for _, y in used]
    ends = (min(xs) + max(xs), layout.page.width), (min(ys) + max(ys), layout.page.height)
    return all(abs(both - length) < 0.001 for both, length in ends)
