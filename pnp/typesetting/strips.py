"""The strips that pages are stacked from, never cut in two; and tables, one strip a row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum, inf

from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, line
from pnp.frozen import frozen
from pnp.geometry import Transform
from pnp.typesetting.blocks import Aside, ContentsEntry, Inlines, TableBlock, TextRun
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import HAIRLINE, Type
from pnp.typesetting.inline import InlineSetter, line_shapes
from pnp.typesetting.lines import Letters, Node, Space, TypesetLine, always, break_lines

NEVER, STRANDED, TORN = 1e6, 2e6, 4e6
"""What a page costs that begins where none may; one that leaves a line or a heading alone, in a panel that has to be
cut; and one that begins beside a picture, which then loses its ground.
"""
FREE = 0.0
ALWAYS = -inf
Container = tuple[Role, int]
"""Something that strips stand in, by its role and by a number of its own."""

_GAP = 3.5  # between columns, mm
_AIR = 0.22  # of a line, above and below a row
_RULE = Stroke(HAIRLINE, 0.2)
_CUT, _CUT_SHORT = 40.0, 300.0  # prices of a page that begins with a row
_SHORT = 12  # rows
_SHORT_HEAD = 14.0  # mm: a heading of a word or two, which stays on one line
_TALL = 4.5  # mm: higher than any letters of a table


@frozen
class Strip:
    """A strip of a page: `height` of shapes from the text's left edge and the strip's top, in millimetres.

    `space` above it is dropped at the top of a page and may grow a little; `penalty` is the price of beginning a page
    with it (NEVER or more, or ALWAYS for one that must). Strips of one `element` are read as one (a paragraph's lines);
    `within` is what they stand in, outermost first: a list and its item, a table, a panel.
    `anchor` is what links point at; `head` is set again above it on a new page (a table's headings); `panel` is
    what it stands in; `lists` is what a line of the contents leads to.
    """

    height: float
    shapes: tuple[Shape, ...]
    element: int
    role: Role
    space: float = 0.0
    penalty: float = FREE
    alt: str | None = None
    anchor: str = ""
    entry: ContentsEntry | None = None
    head: Strip | None = None
    panel: Aside | None = None
    lists: ContentsEntry | None = None
    within: tuple[Container, ...] = ()

    def solid(self) -> Strip:
        """The same with the air above as a part of it, never to grow, and on the page of the picture beside it."""
        shapes = (Group(self.shapes, Transform.moved(0.0, self.space)),) if self.space and self.shapes else self.shapes
        return replace(self, height=self.height + self.space, space=0.0, shapes=shapes, penalty=TORN)

    def moved(self, x: float) -> Strip:
        """The same, further to the right."""
        shapes = (Group(self.shapes, Transform.moved(x, 0.0)),) if self.shapes else ()
        return replace(self, shapes=shapes, head=self.head and self.head.moved(x))

    def inside(self, *containers: Container) -> Strip:
        """The same as a part of something larger."""
        return replace(self, within=(*containers, *self.within))


@frozen
class TableSetter:
    """Sets tables in one type; each strip is a row of the table, which is the `element`."""

    inline: InlineSetter
    illustrator: Illustrator
    type_: Type
    element: int

    def strips(self, table: TableBlock, width: float, space: float) -> Iterator[Strip]:
        """The head, then a strip a row; no page begins with a row whose head would be left behind."""
        widths = self._columns(table, width)
        head = self._row(table.head, widths, table, bold=True) if any(table.head) else None
        if head is not None:
            yield replace(head, space=space * 0.6, penalty=10.0)
        price = _CUT_SHORT if len(table.rows) <= _SHORT else _CUT
        for at, cells in enumerate(table.rows):
            row = replace(self._row(cells, widths, table), head=head, element=at + 1)
            # Two rows at least on either side of a cut, and none without its head.
            near_end = (at == 0 and head is not None) or at == 1 or (at == len(table.rows) - 1 and at > 0)
            above = space * 0.6 if at == 0 and head is None else 0.0
            yield replace(row, penalty=NEVER if near_end else price, space=above)

    def _columns(self, table: TableBlock, width: float) -> list[float]:
        """Natural widths where they fit; otherwise what is left above the longest words is shared by want."""
        rows = [row for row in (_bold(table.head), *table.rows) if row]
        cells = [[self.inline.nodes(row[column], self.type_) for row in rows] for column in range(len(table.aligns))]
        wanted = [max(map(_natural, column)) for column in cells]
        heads = [[natural for natural in map(_natural, column[:1]) if natural <= _SHORT_HEAD] for column in cells]
        least = [max(*map(_longest, column), *head, 0.0) for column, head in zip(cells, heads)]
        room = width - _GAP * (len(wanted) - 1)
        if fsum(wanted) <= room:
            return wanted
        spare = max(0.0, room - fsum(least))
        want = [full - short for full, short in zip(wanted, least)]
        return [short + spare * more / (fsum(want) or 1.0) for short, more in zip(least, want)]

    def _row(self, cells: Sequence[Inlines], widths: Sequence[float], table: TableBlock, bold: bool = False) -> Strip:
        """A row; where a picture is higher than the words, they stand at the middle of it."""
        type_ = replace(self.type_, bold=bold)
        columns = [
            break_lines(self.inline.nodes(cell, type_, not bold), always(wide + 0.01), False)
            for cell, wide in zip(cells, widths)
        ]
        depth = max(max(map(len, columns)) * type_.line, _highest(columns))
        height = depth + 2 * _AIR * type_.line
        role: Role = "head-cell" if bold else "cell"
        shapes: list[Shape] = []
        left = 0.0
        for lines, wide, align in zip(columns, widths, table.aligns):
            slack = depth - len(lines) * type_.line if _highest(columns) else 0.0
            top = _AIR * type_.line + slack / 2 + self.inline.baseline(self.type_)
            cell: list[Shape] = []
            for number, each in enumerate(lines):
                shift = left + {"start": 0.0, "middle": (wide - each.width) / 2, "end": wide - each.width}[align]
                shifted = replace(each, runs=tuple((x + shift, letters) for x, letters in each.runs))
                cell += line_shapes(shifted, top + number * type_.line, self.illustrator)
            shapes.append(Group(tuple(cell), role=role))
            left += wide + _GAP
        shapes.append(Group((Path(line(0.0, height, left - _GAP, height), stroke=_RULE),), role="background"))
        return Strip(height, tuple(shapes), 0, "row", within=(("table", self.element),))


def _highest(cells: Sequence[Sequence[TypesetLine]]) -> float:
    """The height of the highest picture that stands higher than a line of words; 0 without one."""
    heights = [letters.height for lines in cells for each in lines for _, letters in each.runs]
    return max((height for height in heights if height > _TALL), default=0.0)


def _bold(cells: Sequence[Inlines]) -> tuple[Inlines, ...]:
    return tuple(tuple(replace(run, bold=True) if isinstance(run, TextRun) else run for run in cell) for cell in cells)


def _natural(nodes: Sequence[Node]) -> float:
    return fsum(node.width for node in nodes if isinstance(node, Letters | Space))


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
