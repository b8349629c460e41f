"""Sets a book's blocks in a page format, as the strips that pages are stacked from; a table is one strip a row."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, groupby
from math import ceil, fsum

from pnp.drawing.lines import End, Letters, Measure, Node, Space, TypesetLine, always, break_lines
from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, Text, circle, line
from pnp.drawing.text import SMALLEST_TEXT
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Size, Transform
from pnp.typesetting.blocks import (
    Aside,
    Block,
    Book,
    Columns,
    ContentsEntry,
    Figure,
    Heading,
    Inlines,
    ItemList,
    NewPage,
    Paragraph,
    TableBlock,
    TableOfContents,
    TextRun,
    contents_entries,
    words,
)
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import HAIRLINE, PageFormat, Type, Types
from pnp.typesetting.inline import InlineSetter, line_shapes
from pnp.typesetting.strips import ALWAYS, FREE, NEVER, STRANDED, TOGETHER, TORN, Column, Container, Strip

_GAP = 3.5  # between columns, mm
_AIR = 0.22  # of a line, above and below a row
_MOST_WANTING = 5  # columns without room for all their words, of which every choice is tried
_RULE = Stroke(HAIRLINE, 0.2)
_CUT, _CUT_SHORT = 40.0, 300.0  # prices of a page that begins with a row, of a table as high as a page and of none
_SHORT_HEAD = 14.0  # mm: a heading of a word or two, which stays on one line
_AROUND = 1.08  # of a picture among words that is higher than their line
_TALL = 4.5  # mm: higher than any letters of a table
_INDENT = 0.5  # of a line, for the items of a list
_PANEL_INSET = 3.4
_HEADINGS: tuple[Role, ...] = ("heading-1", "heading-2", "heading-3")
_BESIDE_GAP = 4.0
_COLUMN_GAP = 5.0
_LEAST_JUSTIFIED = 13  # of its size: words beside a picture in a narrower measure are ragged
_LEAST_LINES = 4  # on either side, where a page parts columns
_PAGE_ROOM = 7.0  # mm, for the number of a page in the contents
_WORTH_WIDE = 1.7  # how many times as high a table gets in a column before it is set as wide as the page
_LEGEND_COLUMNS, _LEGEND_DISC = 2, 0.9  # of a legend below its picture; the size of its discs, of those in the picture
# Prices of a page that begins within a paragraph, within a word, with a figure, after what leads on to it.
_WITHIN, _PARTED, _FIGURE, _LEADS_ON = 12.0, 250.0, 60.0, 400.0
# And of one that begins within a panel, within its words, or within a table in it.
_CUT_PANEL, _CUT_WORDS, _CUT_ROWS = 700.0, 900.0, 1500.0
_PLATE, _PLATE_BELOW = 5.4, 5.2  # mm of paper above a picture that has a page to itself; how far below the text it goes
_EVEN = 0.5  # mm, to which the lines of a heading are evened out
_LONELY = 90.0  # the price of a page that begins with the second item of a list, or with the last
_TIED = "\u00a0\u00a0"


@frozen
class TableSetter:
    """Sets tables in one type; each strip is a row of the table, which is the `element`."""

    inline: InlineSetter
    illustrator: Illustrator
    type_: Type
    element: int
    depth: float  # of the page

    def strips(self, table: TableBlock, width: float, space: float) -> Iterator[Strip]:
        """The head, then a strip a row; no page begins with a row whose head would be left behind."""
        widths = self._widths(table, width)
        head = self._row(table.head, widths, table, bold=True) if any(table.head) else None
        if head is not None:
            yield replace(head, space=space * 0.6, penalty=10.0)
        rows = [self._row(cells, widths, table) for cells in table.rows]
        price = max(_CUT, _CUT_SHORT * (1 - fsum(row.height for row in rows) / self.depth))
        for at, own in enumerate(rows):
            row = replace(own, head=head, element=at + 1)
            # Two rows at least on either side of a cut, and none without its head.
            near_end = (at == 0 and head is not None) or at == 1 or (at == len(table.rows) - 1 and at > 0)
            above = space * 0.6 if at == 0 and head is None else 0.0
            yield replace(row, penalty=NEVER if near_end else price, space=above)

    def fits(self, table: TableBlock, narrow: float, width: float) -> bool:
        """Whether the narrower measure holds the table, and does not make it so much higher that it should be wide."""
        widths = self._widths(table, narrow)
        if fsum(widths) + _GAP * (len(widths) - 1) > narrow + 1e-6:
            return False
        if self._widths(table, width) == widths:
            return True
        high, low = (fsum(strip.height for strip in self.strips(table, each, 0.0)) for each in (narrow, width))
        return high <= low * _WORTH_WIDE

    def _widths(self, table: TableBlock, width: float) -> list[float]:
        """Natural widths where they fit; otherwise what is left above the longest words is shared by want, once some
        columns have had all of theirs: those that make the table lowest.
        """
        rows = [row for row in (_bold(table.head), *table.rows) if row]
        cells = [[self.inline.nodes(row[column], self.type_) for row in rows] for column in range(len(table.aligns))]
        wanted = [max(map(_natural, column)) for column in cells]
        heads = [[natural for natural in map(_natural, column[:1]) if natural <= _SHORT_HEAD] for column in cells]
        least = [max(*map(_longest, column), *head, 0.0) for column, head in zip(cells, heads)]
        room = width - _GAP * (len(wanted) - 1)
        if fsum(wanted) <= room:
            return wanted
        want = [full - short for full, short in zip(wanted, least)]
        spare, wanting = max(0.0, room - fsum(least)), [at for at, more in enumerate(want) if more]
        most = max(1, len(wanting)) if len(wanting) <= _MOST_WANTING else 1
        content = chain.from_iterable(combinations(wanting, count) for count in range(most))
        shares = (_shared(spare, want, own) for own in content if fsum(want[at] for at in own) <= spare)
        made = [[short + more for short, more in zip(least, share)] for share in shares]
        return min(made, key=lambda widths: _lines(cells, widths)) if len(made) > 1 else made[0]

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


def _shared(spare: float, want: Sequence[float], content: Collection[int]) -> list[float]:
    """What each gets of what there is to spare: the content all that they want, the others by what they want."""
    dear = fsum(each for at, each in enumerate(want) if at not in content)
    rest = spare - fsum(want[at] for at in content)
    return [each if at in content else rest * each / (dear or 1.0) for at, each in enumerate(want)]


def _lines(columns: Sequence[Sequence[Sequence[Node]]], widths: Sequence[float]) -> tuple[int, int]:
    """How many lines high all rows are together in columns that wide, and how many lines all cells have."""
    high = [
        [len(break_lines(nodes, always(wide + 0.01), False)) for nodes in column]
        for column, wide in zip(columns, widths)
    ]
    return sum(map(max, zip(*high))), sum(map(sum, high))


def _highest(cells: Sequence[Sequence[TypesetLine]]) -> float:
    """The height of the highest picture that stands higher than a line of words; 0 without one."""
    heights = [letters.height for lines in cells for each in lines for _, letters in each.runs]
    return max((height for height in heights if height > _TALL), default=0.0)


def _bold(cells: Sequence[Inlines]) -> tuple[Inlines, ...]:
    return tuple(tuple(replace(run, bold=True) if isinstance(run, TextRun) else run for run in cell) for cell in cells)


def _natural(nodes: Sequence[Node]) -> float:
    """The widest line, if lines end only where they must."""
    widest = width = 0.0
    for node in nodes:
        width = 0.0 if isinstance(node, End) else width + (node.width if isinstance(node, Letters | Space) else 0.0)
        widest = max(widest, width)
    return widest


def _longest(nodes: Sequence[Node]) -> float:
    """The widest run that no line break can divide, hyphens left out of account."""
    longest = width = 0.0
    for node in nodes:
        if isinstance(node, Space | End):
            width = 0.0
        elif isinstance(node, Letters):
            width += node.width
        longest = max(longest, width)
    return longest


@dataclass
class _Beside:
    """A picture that words run beside: how far down it still reaches, the width that it takes, and whether none did."""

    left: float = 0.0
    width: float = 0.0
    fresh: bool = True


@dataclass
class BookSetter:
    """Sets the blocks of one book; strips count their elements in the order of reading."""

    book: Book
    page: PageFormat
    inline: InlineSetter
    illustrator: Illustrator
    types: Types
    _element: int = 0
    _full: float = 0.0  # in columns, the width of both and of the white between them
    _depth: int = 0  # of the last heading, no deeper than one below that before it

    def strips(self) -> list[Strip]:
        """Every strip of the book; the lines of its contents bear no page numbers yet."""
        return list(self._blocks(self.book.blocks, self.page.measure))

    def numbered(self, strip: Strip, pages: Mapping[str, int]) -> Strip:
        """The strip, with the page that it leads to if it is a line of the contents."""
        if strip.lists is None:
            return strip
        width, types = (strip.column.width, self.types.narrow) if strip.column else (self.page.measure, self.types)
        page = str(pages.get(strip.lists.anchor, ""))
        return replace(strip, shapes=self._entry_shapes(strip.lists, types, width, page))

    def _blocks(self, blocks: Iterable[Block], width: float, first: float = FREE) -> Iterator[Strip]:
        """Blocks below each other: what follows a heading stays with it; words run beside a picture that lets them.

        `first` is the price of a page that begins with the first of them.
        """
        beside = _Beside()
        every = tuple(blocks)
        for block, after in zip(every, (*every[1:], None)):
            if isinstance(block, NewPage):
                first = first if self.page.flows else ALWAYS
                continue
            if beside.left > 0 and isinstance(block, Paragraph):
                yield from self._around(block, width, beside)
                continue
            yield from self._filler(beside)
            beside = _Beside()
            if isinstance(block, Figure) and block.beside and not block.legend and not self._full:
                strips, beside = self._beside(block, width)
            else:
                strips = list(self._block(block, width))
            if strips:
                yield replace(strips[0], penalty=_price_below(first, strips[0].penalty))
                yield from strips[1:]
                first = _price_after(block, after, first)
        yield from self._filler(beside)

    def _block(self, block: Block, width: float) -> Iterable[Strip]:
        self._element += 1
        match block:
            case Heading():
                return self._heading(block, width)
            case Paragraph():
                return self._paragraph(block, always(width))
            case ItemList():
                return self._list(block, width)
            case TableBlock():
                setter = TableSetter(self.inline, self.illustrator, self.types.small, self._element, self.page.depth)
                return setter.strips(block, width, self.types.body.line)
            case Figure():
                if block.plate:
                    return [self._plate(block)]
                return self._labelled(block, width) if block.legend else [self._figure(block, width)]
            case Aside():
                return self._panel(block, width)
            case Columns():
                return self._columns(block, width)
            case TableOfContents():
                return self._contents(width)
            case NewPage():
                raise AssertionError("the caller keeps account of new pages")

    def _heading(self, heading: Heading, width: float) -> Iterator[Strip]:
        type_ = self.types.headings[heading.level - 1]
        number = (TextRun(f"{heading.number}{_TIED}"),) if heading.number else ()
        nodes = self.inline.nodes((*number, *heading.content), type_, hyphenate=False)
        text = "".join(run.text for run in heading.content if isinstance(run, TextRun))
        space = self.types.body.line * (2.0, 1.3, 0.8)[heading.level - 1]
        self._depth = min(heading.level, self._depth + 1)
        strips = self._stacked(_balanced(nodes, width), type_, _HEADINGS[self._depth - 1], space)
        entry = ContentsEntry(heading.level, text, heading.number, heading.anchor)
        penalty = -20.0 if heading.level == 1 else -10.0
        yield replace(strips[0], anchor=heading.anchor, entry=entry, penalty=penalty)
        yield from (replace(strip, penalty=NEVER) for strip in strips[1:])

    def _paragraph(self, paragraph: Paragraph, measure: Measure, justify: bool = True) -> Iterator[Strip]:
        """No page begins with the last of its lines or ends with its first."""
        type_ = {"lead": self.types.lead, "small": self.types.small}.get(paragraph.look, self.types.body)
        nodes = self.inline.nodes(paragraph.content, type_)
        if paragraph.number:
            number = replace(type_, colour=self.types.number.colour, bold=True)
            nodes[:0] = self.inline.nodes((TextRun(f"{paragraph.number}{_TIED}"),), number, hyphenate=False)[:-1]
        lines = break_lines(nodes, measure, justify and paragraph.look != "ragged")
        strips = self._stacked(lines, type_, "paragraph", self.types.body.line * 0.42)
        yield replace(strips[0], anchor=paragraph.anchor)
        for at, (before, strip) in enumerate(zip(lines, strips[1:]), 1):
            inside = _PARTED if before.parted else _WITHIN
            yield replace(strip, penalty=NEVER if at in (1, len(strips) - 1) else inside)

    def _list(self, items: ItemList, width: float) -> Iterator[Strip]:
        whole: Container = ("list", self._element)
        indent = self.types.body.line * _INDENT * (2.0 if items.ordered else 1.4)
        for number, item in enumerate(items.items, 1):
            strips = [strip.moved(indent) for strip in self._blocks(item, width - indent)]
            if not strips:
                continue
            first = strips[0].height if strips[0].role == "paragraph" else self.types.body.line
            mark = self._mark(number if items.ordered else None, first)
            space = self.types.body.line * (0.42 if number == 1 else 0.2)
            lonely = _LONELY if number in (2, len(items.items)) and number > 1 else FREE
            penalty = max(strips[0].penalty, lonely)
            strips[0] = replace(strips[0], shapes=(mark, *strips[0].shapes), space=space, penalty=penalty)
            yield from (strip.inside(whole, ("item", number), ("body", 0)) for strip in strips)

    def _mark(self, number: int | None, high: float) -> Group:
        """What stands before an item whose first line is so high."""
        body, small = self.types.body, self.types.number
        y = self.inline.baseline(body) + max(0.0, high - body.line) / 2
        if number is not None:
            return Group((Text(0.0, y, f"{number}. ", small.font(), body.size, small.colour),), role="label")
        half = self.inline.cap(body) / 2
        return Group((Path(circle(half, y - half, half * 0.42), fill=small.colour),), role="background")

    def _figure(self, figure: Figure, width: float) -> Strip:
        if self._full:  # as large as it would be outside the columns, where they are wide enough
            figure = replace(figure, share=min(1.0, figure.share * self._full / width))
        shapes, height = self.illustrator.draw(figure, width, self.page.depth * 0.8)
        caption, below = self._caption(figure.caption, width, height)
        space, shapes = self.types.body.line * 0.7, (*shapes, *caption)
        return Strip(height + below, shapes, self._element, "figure", space, alt=figure.alt, penalty=_FIGURE)

    def _caption(self, content: Inlines, width: float, top: float) -> tuple[tuple[Shape, ...], float]:
        if not content:
            return (), 0.0
        type_ = self.types.caption
        y = top + type_.line * 1.25
        shapes = []
        for at, each in enumerate(break_lines(self.inline.nodes(content, type_), always(width), False)):
            centred = Transform.moved((width - each.width) / 2, 0)
            shapes.append(Group(tuple(line_shapes(each, y + at * type_.line, self.illustrator)), centred))
        return (Group(tuple(shapes), role="caption"),), type_.line * (len(shapes) + 0.4)

    def _plate(self, figure: Figure) -> Strip:
        """The mark of a plate in the text; the plate lies between the head of its page and the number at the foot."""
        page = self.page
        above = page.top - _PLATE
        room = Size(page.size.width - 2 * page.outer, page.depth + above + _PLATE_BELOW)
        turned = (figure.width > figure.height) != (room.width > room.height)
        across, down = (room.height, room.width) if turned else (room.width, room.height)
        shapes, height = self.illustrator.draw(figure, across, down)
        quarter = Transform.rotated(-90).then(Transform.moved(0.0, across)) if turned else Transform()
        wide = height if turned else across
        middle = (page.size.width - wide) / 2 - (page.inner + page.outer) / 2
        moved = Transform.moved(middle, -above if turned else -above + (down - height) / 2)
        picture = Strip(page.depth, (Group(shapes, quarter.then(moved)),), self._element, "figure", alt=figure.alt)
        return Strip(0.0, (), self._element, "background", penalty=NEVER, plate=picture)

    def _labelled(self, figure: Figure, width: float) -> list[Strip]:
        """A picture, and its legend next to it or below; both on one page."""
        if not figure.beside:
            picture, legend = self._figure(figure, width), self._legend(figure.legend, width, _LEGEND_COLUMNS)
            return [picture, replace(legend, space=self.types.body.line * 0.4)]
        share = width * figure.share
        picture = self._figure(replace(figure, share=1.0), share)
        legend = self._legend(figure.legend, width - share - _BESIDE_GAP, 1).moved(share + _BESIDE_GAP)
        high = max(picture.height, legend.height)
        centred = (Group(legend.shapes, Transform.moved(0.0, (high - legend.height) / 2)),)
        raised = (Group(picture.shapes, Transform.moved(0.0, (high - picture.height) / 2)),)
        return [replace(picture, height=0.0, shapes=raised), replace(legend, height=high, shapes=centred, penalty=TORN)]

    def _legend(self, items: Sequence[Inlines], width: float, columns: int) -> Strip:
        """The legend in columns, each of its numbers on a disc as in the picture."""
        self._element += 1
        wide, each = (width - _GAP * (columns - 1)) / columns, ceil(len(items) / columns)
        shapes: list[Shape] = []
        high = 0.0
        for at in range(0, len(items), each):
            x, y = at // each * (wide + _GAP), 0.0
            for number, content in enumerate(items[at : at + each], at + 1):
                entry, height = self._legend_entry(number, content, wide)
                shapes.append(Group(entry, Transform.moved(x, y), role="item"))
                y += height
            high = max(high, y)
        return Strip(high, tuple(shapes), self._element, "list", penalty=NEVER)

    def _legend_entry(self, number: int, content: Inlines, width: float) -> tuple[tuple[Shape, ...], float]:
        type_, radius = self.types.small, self.illustrator.radius * _LEGEND_DISC
        indent, first = 3.2 * radius, self.inline.baseline(type_)
        lines = break_lines(self.inline.nodes(content, type_, False), always(width - indent), False)
        mark = Group(tuple(self.illustrator.number(number, radius, type_.line / 2, radius)), role="label")
        rows = (line_shapes(own, first + at * type_.line, self.illustrator) for at, own in enumerate(lines))
        words = Group(tuple(shape for row in rows for shape in row), role="paragraph")
        body = Group((words,), Transform.moved(indent, 0.0), role="body")
        return (mark, body), len(lines) * type_.line + self.types.body.line * 0.15

    def _beside(self, figure: Figure, width: float) -> tuple[list[Strip], _Beside]:
        """The figure at the right edge, taking no height of its own, and how far down words must make room for it."""
        self._element += 1
        share = width * figure.share
        shapes, height = self.illustrator.draw(replace(figure, share=1.0), share, self.page.depth * 0.6)
        caption, below = self._caption(figure.caption, share, height)
        picture = Strip(0.0, (*shapes, *caption), self._element, "figure", self.types.body.line * 0.42, alt=figure.alt)
        return [picture.moved(width - share)], _Beside(height + below + self.types.body.line * 0.2, share + _BESIDE_GAP)

    def _around(self, paragraph: Paragraph, width: float, beside: _Beside) -> Iterator[Strip]:
        """A paragraph whose lines are short as long as the picture beside it goes on; all of it on the same page."""
        self._element += 1
        above = 0.0 if beside.fresh else self.types.body.line * 0.42
        narrow = ceil((beside.left - above) / self.types.body.line)
        left = width - beside.width
        justify = left >= _LEAST_JUSTIFIED * self.types.body.size * MM_PER_POINT
        strips = list(self._paragraph(paragraph, lambda at: (0.0, left if at < narrow else width), justify))
        strips[0] = replace(strips[0], space=0.0) if beside.fresh else strips[0]
        for strip in strips:
            is_beside = beside.left > 0
            beside.left -= strip.space + strip.height
            yield strip.solid() if is_beside else strip
        beside.fresh = False

    def _filler(self, beside: _Beside) -> Iterator[Strip]:
        """White below words that end before the picture beside them does."""
        if beside.left > 0:
            self._element += 1
            yield Strip(beside.left, (), self._element, "background", penalty=TORN)

    def _panel(self, panel: Aside, width: float) -> Iterator[Strip]:
        """The panel's blocks set in; cut, if at all, after its first words and picture and before its last."""
        whole: Container = ("panel", self._element)
        title = [Heading(3, panel.title, "")] if panel.title else []
        inside = width - 2 * _PANEL_INSET
        strips = [replace(strip, entry=None) for strip in self._blocks((*title, *panel.blocks), inside)]
        pictures = [at for at, strip in enumerate(strips) if strip.role == "figure"]
        kept = min([*pictures, len(strips) - 1]) if panel.look == "example" else len(strips)
        self._element += 1
        pad = _PANEL_INSET * 0.8
        yield Strip(pad, (), self._element, "background", self.types.body.line * 0.5, panel=panel)
        for at, strip in enumerate(strips):
            cut = _CUT_ROWS if strip.role == "row" else _CUT_PANEL if strip.space else _CUT_WORDS
            kept_whole = at <= kept or strip.element == strips[-1].element
            stranded = at == 0 or strip.penalty >= NEVER
            price = max(strip.penalty, cut if not kept_whole else STRANDED if stranded else NEVER + cut)
            above = strip.space if at else 0.0
            yield replace(strip.moved(_PANEL_INSET).inside(whole), panel=panel, penalty=price, space=above)
        yield Strip(pad, (), self._element, "background", penalty=STRANDED, panel=panel)

    def _columns(self, columns: Columns, width: float) -> Iterator[Strip]:
        """The blocks in columns, which end and begin anew around what goes across them."""
        narrow, types = (width - _COLUMN_GAP) / 2, self.types
        if self.page.columns == 1 or not columns.blocks:
            yield from self._blocks(columns.blocks, width)
            return
        before: Block | None = None
        for across, group in groupby(self._parted(columns.blocks, narrow, width), key=lambda pair: pair[0]):
            own = [block for _, block in group]
            blocks = [_toned_down(block) for block in own]
            first = _price_after(before, own[0]) if before else FREE
            if across:
                yield from self._blocks(blocks, width, first)
            else:
                self.types, self._full = types.narrow, width
                column = Column(self._element, narrow, narrow + _COLUMN_GAP, _LEAST_LINES * types.narrow.body.line)
                strips = [replace(strip, column=column) for strip in self._blocks(blocks, narrow, first)]
                self.types, self._full = types, 0.0
                yield from strips
            before = own[-1]

    def _parted(self, blocks: Sequence[Block], narrow: float, width: float) -> Iterator[tuple[bool, Block]]:
        """Which blocks go across the columns: the first words of a chapter, and what is too wide, with its heading."""
        across = [self._goes_across(block, narrow, width) for block in blocks]
        for at in range(len(blocks) - 1, 0, -1):
            if across[at] and _price_after(blocks[at - 1], blocks[at]):
                across[at - 1] = True
        across[0] = across[0] or _is_lead(blocks[0])
        return zip(across, blocks)

    def _goes_across(self, block: Block, narrow: float, width: float) -> bool:
        if isinstance(block, Figure):
            return bool(block.labels) and block.share * width > narrow
        if not isinstance(block, TableBlock):
            return False
        setter = TableSetter(self.inline, self.illustrator, self.types.narrow.small, 0, self.page.depth)
        return not setter.fits(block, narrow, width)

    def _contents(self, width: float) -> Iterator[Strip]:
        whole: Container = ("contents", self._element)
        for at, entry in enumerate(contents_entries(self.book.blocks)):
            self._element += 1
            space, penalty = self.types.body.line * 0.35 if entry.level == 1 else 0.0, TOGETHER if at else FREE
            height, shapes = _entry_type(entry, self.types).line, self._entry_shapes(entry, self.types, width, "")
            yield Strip(height, shapes, self._element, "entry", space, penalty, lists=entry, within=(whole,))

    def _entry_shapes(self, entry: ContentsEntry, types: Types, width: float, page: str) -> tuple[Shape, ...]:
        """A line of the contents: the heading, dots, and the page on which it stands."""
        bold, type_ = entry.level == 1, _entry_type(entry, types)
        font, indent, y = type_.font(bold), 0.0 if bold else 6.0, self.inline.baseline(type_)
        label = f"{entry.number}{_TIED}{entry.text}" if entry.number else entry.text
        end = width - self.inline.width(page, type_, bold)
        wide = self.inline.width(label, type_, bold)
        fits = min(1.0, (width - _PAGE_ROOM - indent) / wide)  # a long heading is set smaller
        start, size = indent + wide * fits, max(SMALLEST_TEXT, type_.size * fits)
        dots = Path(
            line(start + 2, y - 0.3, max(start + 2, end - 2), y - 0.3),
            stroke=Stroke(HAIRLINE, 0.35, (0.01, 1.3), "round"),
        )
        shapes: tuple[Shape, ...] = (
            Text(indent, y, label + " ", font, size, type_.colour),
            Group((dots,), role="background"),
            Text(width, y, page, font, type_.size, type_.colour, "end"),
        )
        return (Group(shapes, link=f"#{entry.anchor}"),)

    def _stacked(self, lines: Sequence[TypesetLine], type_: Type, role: Role, space: float) -> list[Strip]:
        """A strip for each line, as high as the highest picture among its words."""
        strips = []
        for at, each in enumerate(lines):
            tall = max((letters.height for _, letters in each.runs), default=0.0)
            high = type_.line if tall <= type_.line else tall * _AROUND
            y = self.inline.baseline(type_) + (high - type_.line) / 2
            shapes = tuple(line_shapes(each, y, self.illustrator))
            strips.append(Strip(high, shapes, self._element, role, 0.0 if at else space))
        return strips


def _balanced(nodes: Sequence[Node], width: float) -> Sequence[TypesetLine]:
    """As few lines as can be, as even as can be."""
    lines = break_lines(nodes, always(width), False)
    narrow = width / len(lines)
    while len(lines) > 1 and width - narrow > _EVEN:
        middle = (narrow + width) / 2
        tried = break_lines(nodes, always(middle), False)
        if len(tried) > len(lines) or max(each.width for each in tried) > middle + _EVEN:
            narrow = middle
        else:
            lines, width = tried, middle
    return lines


def _entry_type(entry: ContentsEntry, types: Types) -> Type:
    return types.body if entry.level == 1 else types.small


def _price_after(block: Block, after: Block | None, before: float = FREE) -> float:
    """The price of a page that begins right after a block: never after a heading or the first words of a chapter; after
    a picture that has a page to itself, as high as before it.
    """
    if isinstance(block, Figure) and block.plate:
        return before
    heads = isinstance(block, Heading) or _is_lead(block)
    return NEVER if heads else _LEADS_ON if _leads_on(block, after) else FREE


def _price_below(above: float, own: float) -> float:
    """The price of a page that begins with a block, by what stands above it and by its own."""
    return ALWAYS if ALWAYS in (above, own) else max(above, own) if above else own


def _is_lead(block: Block) -> bool:
    return isinstance(block, Paragraph) and block.look == "lead"


def _toned_down(block: Block) -> Block:
    """First words as large as any others."""
    return replace(block, look="normal") if isinstance(block, Paragraph) and block.look == "lead" else block


def _leads_on(block: Block, after: Block | None) -> bool:
    """Whether a paragraph announces what follows it: with a colon, before a table or list."""
    return isinstance(block, Paragraph) and (
        isinstance(after, TableBlock | ItemList) or words(block.content).endswith(":")
    )
