"""Lays pieces out for cutting machines, as many as keep clear of registration marks, and draws what sheets then carry.

Pieces lie in the middle of the page, so that a program that centres the outlines puts them right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import TypeGuard

from pnp.drawing.colour import BLACK
from pnp.drawing.fonts import TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Text, rectangle
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform
from pnp.imposition.marks import CHECK_BAR, MARK, TEXT_SIZES, check_bar
from pnp.imposition.plan import Item, Placement

MARGIN = 5.0
"""Millimetres at the paper's edge in which nothing is printed."""

_CORNERS = ((0, 0), (1, 0), (0, 1), (1, 1))  # right, down
_PLACES = 4
_ROUNDING = 1e-6
_STEP = 0.25  # millimetres by which gaps are tried
_BAR_LABEL = "50 mm"
_DEPTH = 2.4  # what the sheet line needs between margin and pieces
_APART, _FOOT = 4.0, 0.5


@frozen
class RegistrationMarks:
    """How many marks a sheet has (3 or 4), and their measures in millimetres, as in the presets' `Silhouette`."""

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
        corners = _CORNERS[: self.count]
        return tuple(Box(lefts[right], tops[down], lefts[right] + reach, tops[down] + reach) for right, down in corners)

    def boxes(self, page: Size) -> Iterator[Box]:
        """The black rectangles of which they are made: a square at the top left and two angles, or four angles."""
        half, inset = self.line / 2, self.inset
        near, far = inset - half, inset + self.arm
        for at, (right, down) in enumerate(_CORNERS[: self.count]):
            parts = [Box(near, near, far, inset + half), Box(near, near, inset + half, far)]
            if self.count == 3 and at == 0:
                parts = [Box(near, near, inset + self.square + half, inset + self.square + half)]
            for part in parts:
                left, ending = (page.width - part.right, page.width - part.left) if right else (part.left, part.right)
                top, bottom = (page.height - part.bottom, page.height - part.top) if down else (part.top, part.bottom)
                yield Box(left, top, ending, bottom)


@frozen
class MachineSheet:
    """What pieces may be laid on: the paper (upright), how far they stay from its edges and from one another.

    With marks, these are tried with arms from the shortest to the longest. Where it `bleeds`, what is printed around a
    piece, half a gap, keeps that distance from the edges too.
    """

    paper: Size
    inset: float
    gap: float
    widest_gap: float
    marks: RegistrationMarks | None = None
    longest: float = 0.0
    bleeds: bool = False

    @property
    def shortest(self) -> float:
        return self.marks.arm if self.marks else 0.0

    @property
    def largest(self) -> Size:
        """What a single piece may measure at most, upright: the room inside the marks, corners left free."""
        kept = 2 * self.margin(self.gap)
        return Size(max(0.0, self.paper.width - kept), max(0.0, self.paper.height - kept))

    def margin(self, gap: float) -> float:
        """How far trims stay from the paper's edges."""
        return self.inset + (gap / 2 if self.bleeds else 0.0)


@frozen
class CutLayout:
    """Where pieces lie on a page: the centres of columns and rows, how turned, and which of their slots are kept free,
    each as column and row from 0.
    """

    page: Size
    rotation: float
    columns: tuple[float, ...]
    rows: tuple[float, ...]
    free: tuple[tuple[int, int], ...]
    gap: float
    marks: RegistrationMarks | None

    @property
    def arm(self) -> float:
        return self.marks.arm if self.marks else 0.0

    @property
    def zones(self) -> tuple[Box, ...]:
        return self.marks.zones(self.page) if self.marks else ()

    def centres(self) -> tuple[tuple[float, float], ...]:
        """The centre of each slot that is used, row by row."""
        slots = product(enumerate(self.rows), enumerate(self.columns))
        return tuple((x, y) for (row, y), (column, x) in slots if (column, row) not in self.free)

    def placements(self, items: Sequence[Item]) -> tuple[Placement, ...]:
        """The items in the slots, each with its share of the gaps as bleed."""
        return tuple(self._placement(item, *centre) for item, centre in zip(items, self.centres()))

    def full(self, item: Item) -> tuple[Placement, ...]:
        """The item in every slot: what a full sheet is cut like."""
        return self.placements([item] * len(self.centres()))

    def _placement(self, item: Item, x: float, y: float) -> Placement:
        plain = Placement(item, "front", x, y, self.rotation, Insets.even(0))
        if item.trim.outline.is_drawn:
            return plain
        share, box = min(self.gap / 2, item.trim.bleed), plain.trim_box
        rooms = (box.left, box.top, self.page.width - box.right, self.page.height - box.bottom)
        edges = [max(0.0, min(share, room - MARGIN)) for room in rooms]
        if item.trim.outline.is_straight:
            return replace(plain, bleed=Insets(*edges))
        unit = item.trim.reach(1.0, self.rotation)
        ring = min(edge / way for edge, way in zip(edges, (unit.left, unit.top, unit.right, unit.bottom)))
        return replace(plain, bleed=item.trim.reach(ring, self.rotation))


@frozen
class _Try:
    """One way to lay pieces of a size on a sheet: the page, how they are turned, how many columns and rows."""

    size: Size
    sheet: MachineSheet
    page: Size
    rotation: float
    columns: int
    rows: int

    def layout(self, gap: float, arm: float) -> CutLayout | None:
        """The layout, in the middle of the page; None where it does not fit or could not stay in the middle."""
        lying, margin = self.size.turned() if self.rotation else self.size, self.sheet.margin(gap)
        columns = _centres(self.page.width, lying.width, gap, self.columns, margin)
        rows = _centres(self.page.height, lying.height, gap, self.rows, margin)
        if columns is None or rows is None:
            return None
        marks = replace(self.sheet.marks, arm=arm) if self.sheet.marks else None
        zones = marks.zones(self.page) if marks else ()
        inked = Size(lying.width + gap, lying.height + gap)
        free = tuple(
            (column, row)
            for (column, x), (row, y) in product(enumerate(columns), enumerate(rows))
            if any(Box.around(x, y, inked).overlap(zone) > _ROUNDING for zone in zones)
        )
        layout = CutLayout(self.page, self.rotation, columns, rows, free, gap, marks)
        return layout if _is_centred(layout) else None

    def widened(self, layout: CutLayout) -> CutLayout:
        """The same pieces with arms as long, and then gaps as wide, as they leave room for."""
        count = len(layout.centres())
        while layout.arm + 1 <= self.sheet.longest and _holds(longer := self.layout(layout.gap, layout.arm + 1), count):
            layout = longer
        while layout.gap + _STEP <= self.sheet.widest_gap and _holds(
            wider := self.layout(layout.gap + _STEP, layout.arm), count
        ):
            layout = wider
        return layout


def lay_out(size: Size, sheet: MachineSheet) -> CutLayout | None:
    """The layout with the most pieces; among equals the one with the longest marks, then with the widest gaps, then
    with upright pieces. None where not one fits.
    """
    tries = [(each, found) for each in _tries(size, sheet) if (found := each.layout(sheet.gap, sheet.shortest))]
    most = max((len(layout.centres()) for _, layout in tries), default=0)
    best = [each.widened(layout) for each, layout in tries if len(layout.centres()) == most]
    return max(best, key=lambda layout: (layout.arm, layout.gap, -best.index(layout))) if most else None


def _tries(size: Size, sheet: MachineSheet) -> Iterator[_Try]:
    for page, rotation in product((sheet.paper, sheet.paper.turned()), (0.0, 90.0)):
        lying = size.turned() if rotation else size
        columns, rows = (
            math.floor((room - 2 * sheet.margin(sheet.gap) + sheet.gap + _ROUNDING) / (length + sheet.gap))
            for room, length in ((page.width, lying.width), (page.height, lying.height))
        )
        # One column or row less may keep clear of marks that all of them together do not.
        for fewer, lower in product((0, 1), repeat=2):
            if columns > fewer and rows > lower:
                yield _Try(size, sheet, page, rotation, columns - fewer, rows - lower)


def _holds(layout: CutLayout | None, count: int) -> TypeGuard[CutLayout]:
    return layout is not None and len(layout.centres()) == count


def _centres(room: float, length: float, gap: float, count: int, inset: float) -> tuple[float, ...] | None:
    first = (room - count * length - (count - 1) * gap) / 2
    if first < inset - _ROUNDING:
        return None
    return tuple(round(first + length / 2 + at * (length + gap), _PLACES) for at in range(count))


def _is_centred(layout: CutLayout) -> bool:
    """Whether what is used reaches as far to each side; not where nothing is."""
    used = layout.centres()
    ends = zip(zip(*used), (layout.page.width, layout.page.height))
    return bool(used) and all(abs(min(places) + max(places) - length) < 0.001 for places, length in ends)


def draw_registration(layout: CutLayout) -> Iterator[Shape]:
    """The registration marks of a page, where it has any."""
    for box in layout.marks.boxes(layout.page) if layout.marks else ():
        yield Path(rectangle(box), BLACK)


def draw_sheet_line(layout: CutLayout, size: Size, parts: Sequence[str], fonts: FontBook) -> Iterator[Shape]:
    """The sheet line, or at least the layout's name in it, and the bar beside it or on the other strip.

    Strips are at the page's foot and up its right side. Raises FontError for letters that are in no font of ours.
    """
    bar = CHECK_BAR + _APART + fonts[TEXT].width(_BAR_LABEL, TEXT_SIZES[0])
    strips = list(_strips(layout, size))
    for text, points, (frame, length) in product((" · ".join(parts), parts[2]), TEXT_SIZES, strips):
        width = fonts[TEXT].width(text, points)
        beside = width + _APART + bar <= length
        others = [other for other in strips if other[0] != frame and other[1] >= bar]
        if width > length or not (beside or others or points == TEXT_SIZES[-1]):
            continue
        yield Group((Text(0, -_FOOT, text, TEXT, points, BLACK),), frame)
        if beside or others:
            place, room = (frame, length) if beside else others[0]
            yield Group(tuple(_bar(room - bar)), place)
        return


def _bar(left: float) -> Iterator[Shape]:
    whole, *ticks = check_bar(left, -_FOOT - 0.7)
    yield from (Path(each, stroke=MARK) for each in (*ticks, whole))
    yield Text(left + CHECK_BAR + 1.5, -_FOOT, _BAR_LABEL, TEXT, TEXT_SIZES[0], BLACK)


def _strips(layout: CutLayout, size: Size) -> Iterator[tuple[Transform, float]]:
    """Free paper for a line of text: its frame (x along it, y = 0 at its foot) and its length."""
    page, gap = layout.page, layout.gap / 2
    lying = size.turned() if layout.rotation else size
    corner = max((max(zone.width, zone.height) for zone in layout.zones), default=MARGIN)
    if page.height - max(layout.rows) - lying.height / 2 - gap - MARGIN >= _DEPTH:
        yield Transform.moved(corner, page.height - MARGIN), page.width - 2 * corner
    if page.width - max(layout.columns) - lying.width / 2 - gap - MARGIN >= _DEPTH:
        upwards = Transform.rotated(270).then(Transform.moved(page.width - MARGIN, page.height - corner))
        yield upwards, page.height - 2 * corner
