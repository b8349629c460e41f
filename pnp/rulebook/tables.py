"""A table and a measure in; one slab a row out, columns as wide as their words want and the measure lets them be."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pnp.drawing.shapes import Path, Shape, Stroke, line
from pnp.rulebook.blocks import Inlines, Run, Table
from pnp.rulebook.figures import Figures
from pnp.rulebook.format import HAIRLINE
from pnp.rulebook.inline import Type, Words
from pnp.rulebook.letters import line_shapes
from pnp.rulebook.lines import Letters, Line, Node, Space, always, broken
from pnp.rulebook.slabs import NEVER, Slab

_GAP = 3.5  # between columns, mm
_AIR = 0.22  # of a line, above and below a row
_RULE = Stroke(HAIRLINE, 0.2)


@dataclass(frozen=True, slots=True)
class TableSetter:
    """Sets tables in one type; all slabs of a table are one element."""

    words: Words
    figures: Figures
    type_: Type
    element: int

    def slabs(self, table: Table, width: float, space: float) -> Iterator[Slab]:
        """The head, then a slab a row; no page begins with a row whose head would be left behind."""
        widths = self._columns(table, width)
        head = self._row(table.head, widths, table, bold=True) if any(table.head) else None
        if head is not None:
            yield replace(head, space=space * 0.6, penalty=10.0)
        for at, cells in enumerate(table.rows):
            row = replace(self._row(cells, widths, table), head=head)
            near_end = (at == 0 and head is not None) or (at == len(table.rows) - 1 and at > 0)
            above = space * 0.6 if at == 0 and head is None else 0.0
            yield replace(row, penalty=NEVER if near_end else 5.0, space=above)

    def _columns(self, table: Table, width: float) -> list[float]:
        """Natural widths where they fit; otherwise what is left above the longest words is shared by want."""
        rows = [row for row in (_bold(table.head), *table.rows) if row]
        cells = [[self.words.nodes(row[column], self.type_) for row in rows] for column in range(len(table.aligns))]
        wanted = [max(map(_natural, column)) for column in cells]
        least = [max(map(_longest, column)) for column in cells]
        room = width - _GAP * (len(wanted) - 1)
        if sum(wanted) <= room:
            return wanted
        spare = max(0.0, room - sum(least))
        want = [full - short for full, short in zip(wanted, least)]
        return [short + spare * more / (sum(want) or 1.0) for short, more in zip(least, want)]

    def _row(self, cells: Sequence[Inlines], widths: Sequence[float], table: Table, bold: bool = False) -> Slab:
        type_ = replace(self.type_, bold=bold)
        set_ = [
            broken(self.words.nodes(cell, type_, not bold), always(wide + 0.01), False)
            for cell, wide in zip(cells, widths)
        ]
        height = (max(map(len, set_)) + 2 * _AIR) * self.type_.line
        top = _AIR * self.type_.line + (self.type_.line + self.words.cap(self.type_)) / 2
        shapes: list[Shape] = []
        left = 0.0
        for lines, wide, align in zip(set_, widths, table.aligns):
            for number, each in enumerate(lines):
                shift = left + {"start": 0.0, "middle": (wide - each.width) / 2, "end": wide - each.width}[align]
                shapes += line_shapes(_shifted(each, shift), top + number * self.type_.line, self.figures)
            left += wide + _GAP
        shapes.append(Path(line(0.0, height, left - _GAP, height), stroke=_RULE))
        return Slab(height, tuple(shapes), self.element, "table")


def _shifted(row: Line, x: float) -> Line:
    return replace(row, runs=tuple((at + x, letters) for at, letters in row.runs))


def _bold(cells: Sequence[Inlines]) -> tuple[Inlines, ...]:
    return tuple(tuple(replace(run, bold=True) if isinstance(run, Run) else run for run in cell) for cell in cells)


def _natural(nodes: Sequence[Node]) -> float:
    return sum(node.width for node in nodes if isinstance(node, Letters | Space))


def _longest(nodes: Sequence[Node]) -> float:
    """The widest run that no line break can divide, hyphens left out of account."""
    longest = width = 0.0
    for node in nodes:
        if isinstance(node, Space):
            width = 0.0
        elif isinstance(node, Letters):
            width += node.width
        longest = max(longest, width)
    return longest
