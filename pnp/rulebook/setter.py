"""Blocks and a page format in; the slabs that pages are stacked from out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, Text, circle, line
from pnp.rulebook.blocks import (
    Block,
    Book,
    Contents,
    Figure,
    Heading,
    Inlines,
    Listing,
    NewPage,
    Panel,
    Paragraph,
    Run,
    Table,
)
from pnp.rulebook.figures import Figures
from pnp.rulebook.format import HAIRLINE, INK, QUIET, PageFormat
from pnp.rulebook.inline import Type, Words
from pnp.rulebook.letters import line_shapes
from pnp.rulebook.lines import Line, Measure, Node, Space, always, broken
from pnp.rulebook.slabs import ALWAYS, NEVER, Entry, Slab
from pnp.rulebook.tables import TableSetter

_INDENT = 0.5  # of a line, for the items of a list
_PANEL_INSET = 3.4


@dataclass(frozen=True, slots=True)
class Types:
    """The scale of a book's type, every size a part of the body's."""

    body: Type
    lead: Type
    small: Type
    cites: Type
    number: Type
    caption: Type
    headings: tuple[Type, Type, Type]

    @staticmethod
    def of(page: PageFormat, accent: Colour) -> Types:
        b = page.body
        return Types(
            body=Type(b, page.leading, INK, accent),
            lead=Type(b * 1.14, page.leading, INK, accent),
            small=Type(b * 0.86, page.leading, INK, accent),
            cites=Type(max(6.0, b * 0.68), page.leading, QUIET, QUIET),
            number=Type(b * 0.86, page.leading, accent, accent, bold=True),
            caption=Type(b * 0.86, 1.3, QUIET, accent, italic=True),
            headings=(
                Type(b * 2.15, 1.1, accent, accent, DISPLAY),
                Type(b * 1.32, 1.2, INK, accent, bold=True),
                Type(b * 1.02, 1.25, accent, accent, bold=True),
            ),
        )


@dataclass
class Setter:
    """Sets the blocks of one book; slabs count their elements in the order of reading."""

    book: Book
    page: PageFormat
    words: Words
    figures: Figures
    types: Types
    pages: Mapping[str, int] = field(default_factory=dict)
    _element: int = 0

    def slabs(self) -> list[Slab]:
        """Every slab of the book; its contents list the pages of `pages`, by anchor."""
        return list(self._blocks(self.book.blocks, self.page.measure))

    def _blocks(self, blocks: Iterable[Block], width: float) -> Iterator[Slab]:
        fresh = False
        beside: Figure | None = None
        for block in blocks:
            if isinstance(block, NewPage):
                fresh = True
                continue
            if isinstance(block, Figure) and block.beside:
                beside = block
                continue
            slabs = self._beside(beside, block, width) if beside else list(self._block(block, width))
            beside = None
            if fresh and slabs:
                slabs[0] = replace(slabs[0], penalty=ALWAYS)
                fresh = False
            yield from slabs
        if beside:
            yield from self._block(replace(beside, beside=False), width)

    def _block(self, block: Block, width: float) -> Iterator[Slab]:
        self._element += 1
        match block:
            case Heading():
                yield from self._heading(block, width)
            case Paragraph():
                yield from self._paragraph(block, always(width))
            case Listing():
                yield from self._listing(block, width)
            case Table():
                yield from TableSetter(self.words, self.figures, self.types.small, self._element).slabs(
                    block, width, self.page.line
                )
            case Figure():
                yield self._figure(block, width)
            case Panel():
                yield from self._panel(block, width)
            case Contents():
                yield from self._contents(width)
            case NewPage():
                raise AssertionError("the caller keeps account of new pages")

    def _heading(self, heading: Heading, width: float) -> Iterator[Slab]:
        type_ = self.types.headings[heading.level - 1]
        number = (Run(f"{heading.number}\u00a0\u00a0"),) if heading.number else ()
        lines = broken(self.words.nodes((*number, *heading.content), type_, hyphenate=False), always(width), False)
        text = "".join(run.text for run in heading.content if isinstance(run, Run))
        space = self.page.line * (2.0, 1.3, 0.8)[heading.level - 1]
        slabs = self._stacked(lines, type_, "heading", space)
        first = replace(
            slabs[0], anchor=heading.anchor, entry=Entry(heading.level, text, heading.number, heading.anchor),
            penalty=-30.0 if heading.level == 1 else -10.0,
        )  # fmt: skip
        yield first
        yield from (replace(slab, penalty=NEVER) for slab in slabs[1:])

    def _paragraph(self, paragraph: Paragraph, measure: Measure) -> Iterator[Slab]:
        type_ = {"normal": self.types.body, "lead": self.types.lead, "small": self.types.small}[paragraph.look]
        nodes: list[Node] = self.words.nodes(paragraph.content, type_)
        if paragraph.cites:
            nodes = [*nodes[:-1], *self._cites(paragraph.cites), nodes[-1]]
        lines = broken(nodes, measure)
        slabs = self._stacked(lines, type_, "paragraph", self.page.line * 0.42)
        if paragraph.number:
            slabs[0] = replace(slabs[0], shapes=(*self._hanging(paragraph.number, type_), *slabs[0].shapes))
        slabs[0] = replace(slabs[0], anchor=paragraph.anchor)
        yield from _kept(slabs)

    def _cites(self, cites: Sequence[str]) -> Iterator[Node]:
        """The ids of the rules that a paragraph states, after its last word and on one line."""
        space = self.words.width(" ", self.types.body)
        yield Space(space * 1.6, space * 0.5, 0.0)
        yield from self.words.nodes((Run("\u00a0\u00a0".join(cites)),), self.types.cites, hyphenate=False)[:-1]

    def _hanging(self, number: str, type_: Type) -> tuple[Shape, ...]:
        small = self.types.number
        y = _baseline(type_, self.words)
        return (Text(-1.6, y, number + " ", small.font(False, False), small.size, small.colour, "end"),)

    def _listing(self, listing: Listing, width: float) -> Iterator[Slab]:
        indent = self.page.line * _INDENT * (2.0 if listing.ordered else 1.4)
        for number, item in enumerate(listing.items, 1):
            slabs = [slab.moved(indent) for slab in self._blocks(item, width - indent)]
            if not slabs:
                continue
            mark = self._mark(number if listing.ordered else None)
            space = self.page.line * (0.42 if number == 1 else 0.2)
            slabs[0] = replace(slabs[0], shapes=(*mark, *slabs[0].shapes), space=space)
            yield from (replace(slab, role="list") if slab.role == "paragraph" else slab for slab in slabs)

    def _mark(self, number: int | None) -> tuple[Shape, ...]:
        type_ = self.types.body
        y = _baseline(type_, self.words)
        if number is None:
            half = self.words.cap(type_) / 2
            return (Path(circle(half, y - half, half * 0.42), fill=self.types.number.colour),)
        return (
            Text(0.0, y, f"{number}. ", self.types.number.font(False, False), type_.size, self.types.number.colour),
        )

    def _figure(self, figure: Figure, width: float) -> Slab:
        shapes, height = self.figures.drawn(figure, width, self.page.depth * 0.8)
        caption = self._caption(figure.caption, width, height)
        return Slab(
            height + caption[1], (*shapes, *caption[0]), self._element, "figure", self.page.line * 0.7,
            alt=figure.alt, penalty=20.0,
        )  # fmt: skip

    def _caption(self, content: Inlines, width: float, top: float) -> tuple[tuple[Shape, ...], float]:
        if not content:
            return (), 0.0
        type_ = self.types.caption
        lines = broken(self.words.nodes(content, type_), always(width), False)
        y = top + type_.line * 1.25
        shapes = [
            shape for at, each in enumerate(lines) for shape in line_shapes(each, y + at * type_.line, self.figures)
        ]
        return tuple(shapes), type_.line * (len(lines) + 0.4)

    def _beside(self, figure: Figure, block: Block, width: float) -> list[Slab]:
        """The figure at the right edge and the block's lines around it; both stay on one page."""
        self._element += 1
        share = width * figure.share
        shapes, height = self.figures.drawn(replace(figure, share=1.0), share, self.page.depth * 0.6)
        caption, below = self._caption(figure.caption, share, height)
        reach = height + below + self.page.line * 0.3
        if not isinstance(block, Paragraph):
            return [self._figure(replace(figure, beside=False), width), *self._block(block, width)]
        narrow = int(reach / self.page.line) + 1
        picture = Slab(0.0, (*shapes, *caption), self._element, "figure", self.page.line * 0.5, alt=figure.alt)
        self._element += 1
        lines = list(self._paragraph(block, lambda at: (0.0, width - share - 4.0) if at < narrow else (0.0, width)))
        used = sum(slab.height for slab in lines[:narrow])
        lines[:narrow] = [replace(slab, penalty=NEVER, space=0.0) for slab in lines[:narrow]]
        missing = max(0.0, reach - used)
        if missing:
            self._element += 1
            lines.append(Slab(missing, (), self._element, "background", penalty=NEVER))
        return [picture.moved(width - share), *lines]

    def _panel(self, panel: Panel, width: float) -> Iterator[Slab]:
        title = Heading(3, panel.title, "") if panel.title else None
        inside = width - 2 * _PANEL_INSET
        slabs = [replace(slab, entry=None, space=0.0) for slab in self._block(title, inside)] if title else []
        slabs += list(self._blocks(panel.blocks, inside))
        slabs = [replace(slab.moved(_PANEL_INSET), panel=panel) for slab in slabs]
        gap = self.page.line * 0.5
        self._element += 1
        top = Slab(_PANEL_INSET * 0.8, (), self._element, "background", gap, panel=panel)
        bottom = Slab(_PANEL_INSET * 0.8, (), self._element, "background", penalty=NEVER, panel=panel)
        slabs[0] = replace(slabs[0], space=0.0, penalty=NEVER)
        # A panel is cut only where it is taller than a page.
        whole = sum(slab.height + slab.space for slab in slabs) < self.page.depth * 0.85
        price = NEVER if whole else 0.0
        yield top
        yield from (replace(slab, penalty=max(slab.penalty, price)) for slab in slabs)
        yield bottom

    def _contents(self, width: float) -> Iterator[Slab]:
        for block in self.book.blocks:
            if isinstance(block, Heading) and block.level <= 2 and block.anchor:
                self._element += 1
                yield self._contents_line(block, width)

    def _contents_line(self, heading: Heading, width: float) -> Slab:
        type_ = self.types.body if heading.level == 1 else self.types.small
        text = "".join(run.text for run in heading.content if isinstance(run, Run))
        bold = heading.level == 1
        font, indent, y = type_.font(bold, False), 6.0 if heading.level == 2 else 0.0, _baseline(type_, self.words)
        label = f"{heading.number}\u00a0\u00a0{text}" if heading.number else text
        page = str(self.pages.get(heading.anchor, ""))
        end = width - self.words.width(page, type_, bold)
        start = indent + self.words.width(label, type_, bold)
        dots = Stroke(HAIRLINE, 0.35, (0.01, 1.3), "round")
        shapes: list[Shape] = [
            Text(indent, y, label + " ", font, type_.size, type_.colour),
            Path(line(start + 2, y - 0.3, max(start + 2, end - 2), y - 0.3), stroke=dots),
            Text(width, y, page, font, type_.size, type_.colour, "end"),
        ]
        space = self.page.line * (0.35 if heading.level == 1 else 0.0)
        return Slab(type_.line, (Group(tuple(shapes), link=f"#{heading.anchor}"),), self._element, "list", space)

    def _stacked(self, lines: Sequence[Line], type_: Type, role: Role, space: float) -> list[Slab]:
        y = _baseline(type_, self.words)
        return [
            Slab(type_.line, tuple(line_shapes(each, y, self.figures)), self._element, role, 0.0 if at else space)
            for at, each in enumerate(lines)
        ]


def _kept(slabs: list[Slab]) -> Iterator[Slab]:
    """No page begins with the last line of a paragraph or ends with its first."""
    for at, slab in enumerate(slabs):
        alone = at in (1, len(slabs) - 1) and at > 0
        yield replace(slab, penalty=NEVER) if alone else slab


def _baseline(type_: Type, words: Words) -> float:
    """Where letters stand in a strip of one line: the air above capitals as large as that below."""
    return (type_.line + words.cap(type_)) / 2
