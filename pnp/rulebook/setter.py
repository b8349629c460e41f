"""Sets a book's blocks in a page format, as the slabs that pages are stacked from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil

from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, Text, circle, line
from pnp.geometry import Transform
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
from pnp.rulebook.format import HAIRLINE, PageFormat
from pnp.rulebook.inline import Type, Words
from pnp.rulebook.letters import line_shapes
from pnp.rulebook.lines import Line, Measure, Node, always, broken
from pnp.rulebook.markdown import words
from pnp.rulebook.references import entries
from pnp.rulebook.scale import Types
from pnp.rulebook.strips import ALWAYS, FREE, NEVER, STRANDED, TORN, Entry, Part, Strip, TableSetter

_INDENT = 0.5  # of a line, for the items of a list
_PANEL_INSET = 3.4
_HEADINGS: tuple[Role, ...] = ("heading-1", "heading-2", "heading-3")
_BESIDE_GAP = 4.0
_LEADS_ON, _CUT_PANEL, _CUT_WORDS = 400.0, 220.0, 300.0  # prices of a page that begins there


@dataclass
class Setter:
    """Sets the blocks of one book; slabs count their elements in the order of reading."""

    book: Book
    page: PageFormat
    words: Words
    figures: Figures
    types: Types
    _element: int = 0
    _depth: int = 0  # of the last heading, no deeper than one below that before it

    def strips(self) -> list[Strip]:
        """Every slab of the book; the lines of its contents bear no page numbers yet."""
        return list(self._blocks(self.book.blocks, self.page.measure))

    def numbered(self, strip: Strip, pages: Mapping[str, int]) -> Strip:
        """The slab, with the page that it leads to if it is a line of the contents."""
        if strip.lists is None:
            return strip
        shapes = self._contents_shapes(strip.lists, self.page.measure, str(pages.get(strip.lists.anchor, "")))
        return replace(strip, shapes=shapes)

    def _blocks(self, blocks: Iterable[Block], width: float) -> Iterator[Strip]:
        """Blocks below each other: what follows a heading stays with it; words run beside a picture that lets them."""
        first, beside = FREE, _Beside(0.0, 0.0)
        every = tuple(blocks)
        for block, after in zip(every, (*every[1:], None)):
            if isinstance(block, NewPage):
                first = ALWAYS
                continue
            if beside.left > 0 and isinstance(block, Paragraph):
                yield from self._around(block, width, beside)
                continue
            if beside.left > 0:
                yield self._filler(beside.left)
            beside = _Beside(0.0, 0.0)
            if isinstance(block, Figure) and block.beside:
                strips, beside = self._beside(block, width)
            else:
                strips = list(self._block(block, width))
            if strips:
                yield replace(strips[0], penalty=_prior(first, strips[0].penalty))
                yield from strips[1:]
                first = NEVER if isinstance(block, Heading) else _LEADS_ON if _leads_on(block, after) else FREE
        if beside.left > 0:
            yield self._filler(beside.left)

    def _block(self, block: Block, width: float) -> Iterator[Strip]:
        self._element += 1
        match block:
            case Heading():
                yield from self._heading(block, width)
            case Paragraph():
                yield from self._paragraph(block, always(width))
            case Listing():
                yield from self._listing(block, width)
            case Table():
                yield from TableSetter(self.words, self.figures, self.types.small, self._element).strips(
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

    def _heading(self, heading: Heading, width: float) -> Iterator[Strip]:
        type_ = self.types.headings[heading.level - 1]
        number = (Run(f"{heading.number}\u00a0\u00a0"),) if heading.number else ()
        lines = broken(self.words.nodes((*number, *heading.content), type_, hyphenate=False), always(width), False)
        text = "".join(run.text for run in heading.content if isinstance(run, Run))
        space = self.page.line * (2.0, 1.3, 0.8)[heading.level - 1]
        self._depth = min(heading.level, self._depth + 1)
        strips = self._stacked(lines, type_, _HEADINGS[self._depth - 1], space)
        first = replace(
            strips[0], anchor=heading.anchor, entry=Entry(heading.level, text, heading.number, heading.anchor),
            penalty=-30.0 if heading.level == 1 else -10.0,
        )  # fmt: skip
        yield first
        yield from (replace(strip, penalty=NEVER) for strip in strips[1:])

    def _paragraph(self, paragraph: Paragraph, measure: Measure) -> Iterator[Strip]:
        type_ = {"normal": self.types.body, "lead": self.types.lead, "small": self.types.small}[paragraph.look]
        nodes: list[Node] = self.words.nodes(paragraph.content, type_)
        if paragraph.cites:
            nodes = [*nodes[:-1], *self._cites(paragraph.cites), nodes[-1]]
        lines = broken(nodes, measure)
        strips = self._stacked(lines, type_, "paragraph", self.page.line * 0.42)
        if paragraph.number and self.page.gutter:
            strips[0] = replace(strips[0], shapes=(*self._hanging(paragraph.number, type_), *strips[0].shapes))
        strips[0] = replace(strips[0], anchor=paragraph.anchor)
        yield from _kept(strips)

    def _cites(self, cites: Sequence[str]) -> Iterator[Node]:
        """The ids of the rules that a paragraph states, after its last word and on one line."""
        run = Run("\u00a0\u00a0" + "\u00a0\u00a0".join(cites))
        yield from self.words.nodes((run,), self.types.cites, hyphenate=False)[:-1]

    def _hanging(self, number: str, type_: Type) -> tuple[Shape, ...]:
        small = self.types.number
        y = _baseline(type_, self.words)
        return (Text(-1.6, y, number + " ", small.font(False, False), small.size, small.colour, "end"),)

    def _listing(self, listing: Listing, width: float) -> Iterator[Strip]:
        whole: Part = ("list", self._element)
        indent = self.page.line * _INDENT * (2.0 if listing.ordered else 1.4)
        for number, item in enumerate(listing.items, 1):
            strips = [strip.moved(indent) for strip in self._blocks(item, width - indent)]
            if not strips:
                continue
            mark = self._mark(number if listing.ordered else None)
            space = self.page.line * (0.42 if number == 1 else 0.2)
            strips[0] = replace(strips[0], shapes=(mark, *strips[0].shapes), space=space)
            yield from (strip.inside(whole, ("item", number), ("body", 0)) for strip in strips)

    def _mark(self, number: int | None) -> Group:
        type_ = self.types.body
        y = _baseline(type_, self.words)
        if number is None:
            half = self.words.cap(type_) / 2
            return Group((Path(circle(half, y - half, half * 0.42), fill=self.types.number.colour),), role="background")
        font = self.types.number.font(False, False)
        return Group((Text(0.0, y, f"{number}. ", font, type_.size, self.types.number.colour),), role="label")

    def _figure(self, figure: Figure, width: float) -> Strip:
        shapes, height = self.figures.drawn(figure, width, self.page.depth * 0.8)
        caption = self._caption(figure.caption, width, height)
        return Strip(
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
            Group(
                tuple(line_shapes(each, y + at * type_.line, self.figures)),
                Transform.moved((width - each.width) / 2, 0),
            )
            for at, each in enumerate(lines)
        ]
        return (Group(tuple(shapes), role="caption"),), type_.line * (len(lines) + 0.4)

    def _beside(self, figure: Figure, width: float) -> tuple[list[Strip], _Beside]:
        """The figure at the right edge, taking no height of its own, and how far down words must make room for it."""
        self._element += 1
        share = width * figure.share
        shapes, height = self.figures.drawn(replace(figure, share=1.0), share, self.page.depth * 0.6)
        caption, below = self._caption(figure.caption, share, height)
        picture = Strip(0.0, (*shapes, *caption), self._element, "figure", self.page.line * 0.42, alt=figure.alt)
        reach = height + below + self.page.line * 0.2
        return [picture.moved(width - share)], _Beside(reach, share + _BESIDE_GAP)

    def _around(self, paragraph: Paragraph, width: float, beside: _Beside) -> Iterator[Strip]:
        """A paragraph whose lines are short as long as the picture beside it goes on; all of it on the same page."""
        self._element += 1
        above = 0.0 if beside.fresh else self.page.line * 0.42
        narrow = ceil((beside.left - above) / self.page.line)
        strips = list(self._paragraph(paragraph, lambda at: (0.0, width - beside.width if at < narrow else width)))
        strips[0] = replace(strips[0], space=0.0) if beside.fresh else strips[0]
        for strip in strips:
            inside = beside.left > 0
            beside.left -= strip.space + strip.height
            yield strip.solid() if inside else strip
        beside.fresh = False

    def _filler(self, height: float) -> Strip:
        """White below words that end before the picture beside them does."""
        self._element += 1
        return Strip(height, (), self._element, "background", penalty=TORN)

    def _panel(self, panel: Panel, width: float) -> Iterator[Strip]:
        """The panel's blocks set in; cut, if at all, after its first words and picture and before its last."""
        whole: Part = ("panel", self._element)
        title = [Heading(3, panel.title, "")] if panel.title else []
        inside = width - 2 * _PANEL_INSET
        strips = [replace(strip, entry=None) for strip in self._blocks((*title, *panel.blocks), inside)]
        pictures = [at for at, strip in enumerate(strips) if strip.role == "figure"]
        kept = min([*pictures, len(strips) - 1]) if panel.look == "example" else len(strips)
        self._element += 1
        pad = _PANEL_INSET * 0.8
        yield Strip(pad, (), self._element, "background", self.page.line * 0.5, panel=panel)
        for at, strip in enumerate(strips):
            cut = _CUT_PANEL if strip.space else _CUT_WORDS
            kept_whole = at <= kept or strip.element == strips[-1].element
            stranded = at == 0 or strip.penalty >= NEVER
            price = max(strip.penalty, cut if not kept_whole else STRANDED if stranded else NEVER)
            above = strip.space if at else 0.0
            yield replace(strip.moved(_PANEL_INSET).inside(whole), panel=panel, penalty=price, space=above)
        yield Strip(pad, (), self._element, "background", penalty=STRANDED, panel=panel)

    def _contents(self, width: float) -> Iterator[Strip]:
        whole: Part = ("contents", self._element)
        for entry in entries(self.book.blocks):
            self._element += 1
            bold = entry.level == 1
            type_ = self.types.body if bold else self.types.small
            shapes = self._contents_shapes(entry, width, "")
            space = self.page.line * (0.35 if bold else 0.0)
            penalty = FREE if bold else _CUT_PANEL
            yield Strip(type_.line, shapes, self._element, "entry", space, penalty, lists=entry, within=(whole,))

    def _contents_shapes(self, entry: Entry, width: float, page: str) -> tuple[Shape, ...]:
        bold = entry.level == 1
        type_ = self.types.body if bold else self.types.small
        font, indent, y = type_.font(bold, False), 0.0 if bold else 6.0, _baseline(type_, self.words)
        label = f"{entry.number}\u00a0\u00a0{entry.text}" if entry.number else entry.text
        end = width - self.words.width(page, type_, bold)
        start = indent + self.words.width(label, type_, bold)
        dots = Stroke(HAIRLINE, 0.35, (0.01, 1.3), "round")
        shapes: tuple[Shape, ...] = (
            Text(indent, y, label + " ", font, type_.size, type_.colour),
            Group((Path(line(start + 2, y - 0.3, max(start + 2, end - 2), y - 0.3), stroke=dots),), role="background"),
            Text(width, y, page, font, type_.size, type_.colour, "end"),
        )
        return (Group(shapes, link=f"#{entry.anchor}"),)

    def _stacked(self, lines: Sequence[Line], type_: Type, role: Role, space: float) -> list[Strip]:
        y = _baseline(type_, self.words)
        return [
            Strip(type_.line, tuple(line_shapes(each, y, self.figures)), self._element, role, 0.0 if at else space)
            for at, each in enumerate(lines)
        ]


@dataclass
class _Beside:
    """A picture that words run beside: how far down it still reaches, the width that it takes, and whether none did."""

    left: float
    width: float
    fresh: bool = True


def _prior(above: float, own: float) -> float:
    """The price of a page that begins with a block, by what stands above it and by its own."""
    return ALWAYS if ALWAYS in (above, own) else max(above, own) if above else own


def _leads_on(block: Block, after: Block | None) -> bool:
    """Whether a paragraph announces what follows it: with a colon, before a table, as the first words of a chapter."""
    if not isinstance(block, Paragraph):
        return False
    return block.look == "lead" or isinstance(after, Table) or words(block.content).endswith(":")


def _kept(strips: list[Strip]) -> Iterator[Strip]:
    """No page begins with the last line of a paragraph or ends with its first."""
    for at, strip in enumerate(strips):
        alone = at in (1, len(strips) - 1) and at > 0
        yield replace(strip, penalty=NEVER) if alone else strip


def _baseline(type_: Type, words: Words) -> float:
    """Where letters stand in a strip of one line: the air above capitals as large as that below."""
    return (type_.line + words.cap(type_)) / 2
