"""Sets tables in a box: columns as wide as their words ask for, all cells at one size, lines and fills behind them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from math import fsum
from typing import Literal

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import FontBook
from pnp.drawing.linework import LineArtist
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, line, rectangle
from pnp.drawing.text import FitError, Lettering, ReadText, SetLine, TextSetter, falling, largest
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box

Lines = Literal["rows", "columns", "inner", "all", "head"]
Rows = Sequence[Sequence[str]]
_ACROSS, _DOWN = 0.55, 0.45  # ems of air on either side of the words of a cell, above them and below
_ROOM = 1e-6
_HALVINGS = 40


@frozen
class TableDesign:
    """How a table is drawn: the lettering of each column, and of its head where the first row is heads; widths in
    millimetres, None for a column as wide as its words; which lines stand between cells, and what fills are behind
    them; the air across and down in every cell, in millimetres, where it is not as large as suits the letters.
    """

    columns: tuple[Lettering, ...]
    heads: tuple[Lettering, ...] | None = None
    widths: tuple[float | None, ...] = ()
    lines: Lines = "rows"
    stroke: Stroke | None = None
    ground: Colour | None = None
    zebra: Colour | None = None
    padding: tuple[float, float] | None = None

    def lettering(self, row: int, column: int) -> Lettering:
        return self.heads[column] if self.heads and not row else self.columns[column]


def fitted_table(
    rows: Rows, box: Box, design: TableDesign, fonts: FontBook, icons: Mapping[str, Symbol] | None = None
) -> Group:  # fmt: skip
    """The table as wide as the box, at its own size or the largest that fits; every row has a cell for each column.

    FitError where it does not fit at its smallest, FontError for a character without a glyph.
    """
    full = _TableSetter(rows, box, design, fonts, icons or {}, design.columns[0].size)
    floor = full.floor

    def attempt(size: float) -> Group | None:
        return (full if size == full.size else replace(full, size=size)).drawn()

    found = largest(falling(full.size, floor), attempt)
    if found is None:
        room = f"{box.width:.1f} x {box.height:.1f} mm"
        raise FitError(f"the table does not fit into {room} even at {floor:.3g} pt; shorten it or give it more room")
    return found


@frozen
class _Cell:
    """A cell as it was read: the words, and the widths of the widest of them and of them all in a line."""

    setter: TextSetter
    said: ReadText
    least: float
    most: float


@frozen(slots=False)
class _TableSetter:
    """Sets a table at one size in points; lengths in millimetres."""

    rows: Rows
    box: Box
    design: TableDesign
    fonts: FontBook
    icons: Mapping[str, Symbol]
    size: float

    @property
    def floor(self) -> float:
        """The size down to which the table may shrink, so that the smallest of its letters can be read."""
        return max(cell.setter.floor(cell.said) for cells in self._cells for cell in cells)

    def drawn(self) -> Group | None:
        """The table; None where it does not fit."""
        widths = self._widths()
        rows = None if widths is None else self._set_rows(widths)
        if widths is None or rows is None:
            return None
        heights = [2 * self._down + _above(cells) + _below(cells) for cells in rows]
        slack = self.box.height - fsum(heights)
        if slack < -_ROOM:
            return None
        valign = self.design.columns[0].valign
        top = self.box.top + slack * {"top": 0.0, "bottom": 1.0}.get(valign, 0.5)
        tops = list(accumulate(heights, initial=top))
        lefts = list(accumulate(widths, initial=self.box.left))
        parts = [Group(tuple(self._behind(lefts, tops)), role="background")]
        for number, cells in enumerate(rows):
            parts.append(Group(tuple(self._row(number, cells, lefts, tops[number])), role="row"))
        return Group(tuple(parts), role="table")

    @cached_property
    def _cells(self) -> list[list[_Cell]]:
        columns = range(len(self.design.columns))
        setters = [
            [TextSetter(self.design.lettering(row, column), self.fonts, self.icons, self.size) for column in columns]
            for row in (0, 1)
        ]
        return [
            [_read(setters[min(row, 1)][column], text) for column, text in enumerate(cells)]
            for row, cells in enumerate(self.rows)
        ]

    @property
    def _across(self) -> float:
        return self.design.padding[0] if self.design.padding else _ACROSS * self.size * MM_PER_POINT

    @property
    def _down(self) -> float:
        return self.design.padding[1] if self.design.padding else _DOWN * self.size * MM_PER_POINT

    def _air(self, column: int) -> tuple[float, float]:
        """The air to the left and to the right of a column's words; none at the edge of a table that has no edge."""
        design, last = self.design, len(self.design.columns) - 1
        is_open = not (design.ground or design.zebra or (design.stroke and design.lines == "all"))
        left = 0.0 if is_open and column == 0 else self._across
        return left, 0.0 if is_open and column == last else self._across

    def _widths(self) -> list[float] | None:
        """The widths of the columns, air included; None where they are more than there is room for."""
        count = len(self.design.columns)
        given = [*self.design.widths[:count], *[None] * (count - len(self.design.widths))]
        free = self.box.width - fsum(width for width in given if width is not None)
        loose = [column for column, width in enumerate(given) if width is None]
        air = {column: fsum(self._air(column)) for column in loose}
        least, most = (
            {column: air[column] + max(getattr(cells[column], name) for cells in self._cells) for column in loose}
            for name in ("least", "most")
        )
        if free < fsum(least.values()) - _ROOM or (not loose and free < -_ROOM):
            return None
        over = free - fsum(most.values())
        if over >= 0:  # what is left over goes to all alike
            most = {column: width + over / len(loose) for column, width in most.items()}
        else:
            most = _narrowed(least, most, free)
        return [most[column] if width is None else width for column, width in enumerate(given)]

    def _set_rows(self, widths: Sequence[float]) -> list[list[list[SetLine]]] | None:
        """The lines of each cell; None where a word is too wide for its column."""
        found: list[list[list[SetLine]]] = []
        for cells in self._cells:
            row: list[list[SetLine]] = []
            for column, cell in enumerate(cells):
                room = widths[column] - fsum(self._air(column)) + _ROOM
                lines = cell.setter.lines(cell.said, room) if room > 0 else None
                if lines is None:
                    return None
                row.append(lines)
            found.append(row)
        return found

    def _row(
        self, number: int, cells: Sequence[Sequence[SetLine]], lefts: Sequence[float], top: float
    ) -> Iterator[Group]:  # fmt: skip
        """The cells of a row, their first lines on one baseline."""
        baseline = top + self._down + _above(cells)
        for column, lines in enumerate(cells):
            cell = self._cells[number][column]
            artist = LineArtist(cell.setter.reader, cell.said.base)
            cell.setter.stand(artist, lines, lefts[column] + self._air(column)[0], baseline)
            role: Literal["head-cell", "cell"] = "head-cell" if self.design.heads and not number else "cell"
            yield Group(artist.all_shapes, role=role)

    def _behind(self, lefts: Sequence[float], tops: Sequence[float]) -> Iterator[Shape]:
        """The fills, and the lines between cells."""
        design, first = self.design, 1 if self.design.heads else 0
        left, right = lefts[0], lefts[-1]
        if design.ground and first:
            yield Path(rectangle(Box(left, tops[0], right, tops[1])), design.ground)
        for row in range(first + 1, len(self.rows), 2) if design.zebra else ():
            yield Path(rectangle(Box(left, tops[row], right, tops[row + 1])), design.zebra)
        if design.stroke is None:
            return
        inner = {"rows": tops[1:-1], "inner": tops[1:-1], "all": tops, "head": tops[1 : 1 + first]}
        for y in inner.get(design.lines, ()):
            yield Path(line(left, y, right, y), None, design.stroke)
        for x in {"columns": lefts[1:-1], "inner": lefts[1:-1], "all": lefts}.get(design.lines, ()):
            yield Path(line(x, tops[0], x, tops[-1]), None, design.stroke)


def _narrowed(least: Mapping[int, float], most: Mapping[int, float], free: float) -> dict[int, float]:
    """Widths that fill the room: the widest columns give way, as far as their words allow, all others are whole."""
    low, high = 0.0, max(most.values())
    for _ in range(_HALVINGS):
        widest = (low + high) / 2
        total = fsum(max(least[column], min(width, widest)) for column, width in most.items())
        low, high = (widest, high) if total <= free else (low, widest)
    return {column: max(least[column], min(width, low)) for column, width in most.items()}


def _read(setter: TextSetter, text: str) -> _Cell:
    said = setter.read(text)
    words = [word for paragraph in said.paragraphs for word in paragraph.words]
    hang = max(paragraph.hang for paragraph in said.paragraphs)
    least = max((setter.widest_part(word) for word in words), default=0.0)
    lines = (fsum(w.width for w in each.words) + fsum(w.space for w in each.words[1:]) for each in said.paragraphs)
    return _Cell(setter, said, hang + least, hang + max(lines, default=0.0))


def _above(cells: Sequence[Sequence[SetLine]]) -> float:
    """How high the capitals of the first lines are."""
    return max((lines[0].cap for lines in cells if lines), default=0.0)


def _below(cells: Sequence[Sequence[SetLine]]) -> float:
    """How far the last baseline is below the first."""
    return max((fsum(each.down for each in lines[1:]) for lines in cells), default=0.0)
