"""A book as one HTML file that needs no other, its pictures drawn once; or as Markdown, in which they become words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from html import escape
from itertools import groupby

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Symbol
from pnp.frozen import frozen
from pnp.geometry import Box, number
from pnp.typesetting.blocks import (
    SYMBOL,
    Aside,
    Block,
    Book,
    Break,
    Columns,
    ContentsEntry,
    Figure,
    Heading,
    Icon,
    Inline,
    Inlines,
    ItemList,
    NewPage,
    Paragraph,
    PlacedFace,
    TableBlock,
    TableOfContents,
    TextRun,
    contents_entries,
    walk_blocks,
    words,
)
from pnp.typesetting.figures import DISC, placements, printed
from pnp.typesetting.markdown import attribute, plain

_NO_BREAK = "\u00a0"
_SHORT_NAME = re.compile(r"\b[A-Z]-[0-9]+\b")  # W-19: browsers end lines at its hyphen
_LABEL = 3.0  # mm as printed: the size of words in figures
_DARK_SHARE = 0.55  # of white in the book's colour, where the ground is dark
_RULES = {"start": ":--", "middle": ":-:", "end": "--:"}


@frozen(slots=False)
class Pictures:
    """What a page shows by `<use>`: the `<defs>` of all of it, each piece as a symbol, and the id of a symbol."""

    definitions: str
    symbols: Mapping[str, Symbol]
    name_of: Callable[[Symbol], str]


def html(book: Book, pictures: Pictures, style: str) -> str:
    """The whole book as one file; `style` is its CSS."""
    return "\n".join(_HtmlWriter(book, pictures).lines(style)) + "\n"


@frozen(slots=False)
class _HtmlWriter:
    book: Book
    pictures: Pictures

    def lines(self, style: str) -> Iterator[str]:
        book, title = self.book, escape(self.book.title)
        colour = Colour.parse(book.colour)
        accents = f":root{{--accent:{colour};--accent-dark:{colour.mixed(WHITE, _DARK_SHARE)}}}"
        yield f'<!doctype html>\n<html lang="{escape(book.language)}">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        named = escape(book.wording("{game}: rules", game=book.title))
        yield f'<title>{named}</title>\n<meta name="description" content="{escape(book.subtitle)}">'
        yield f"<style>\n{accents}\n{style.strip()}\n</style>\n</head>\n<body>"
        hidden = 'width="0" height="0" style="position:absolute" aria-hidden="true"'
        yield f"<svg {hidden}>{self.pictures.definitions}</svg>"
        yield f'<header class="cover">{self._drawing(book.cover)}<h1>{title}</h1><p>{escape(book.subtitle)}</p>'
        yield f'<p class="by">{escape(_by(book))}</p></header>\n<main>'
        yield from self._blocks(book.blocks)
        yield "</main>\n</body>\n</html>"

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        return (self._block(block) for block in blocks if not isinstance(block, NewPage))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                level = self._levels[id(block)]
                mark = _number_mark(block.number)
                return f"<h{level}{_id(block.anchor)}>{mark}{self._inlines(block.content)}</h{level}>"
            case Paragraph():
                return self._paragraph(block)
            case ItemList():
                tag = "ol" if block.ordered else "ul"
                return f"<{tag}>\n{''.join(map(self._item, block.items))}</{tag}>"
            case TableBlock():
                head = f"<thead>{self._row(block.head, block, 'th')}</thead>" if any(block.head) else ""
                rows = "".join(self._row(row, block, "td") for row in block.rows)
                return f'<div class="table" tabindex="0"><table>{head}<tbody>{rows}</tbody></table></div>'
            case Figure():
                caption = f"<figcaption>{self._inlines(block.caption)}</figcaption>" if block.caption else ""
                of = ' class="beside"' if block.beside and not block.legend else ""
                share = f"--share:{block.share * 100:g}"
                return f'<figure{of} style="{share}">{self._drawing(block)}{caption}{self._legend(block)}</figure>'
            case Aside():
                title = f'<p class="title">{self._inlines(block.title)}</p>' if block.title else ""
                inside = "\n".join(self._blocks(block.blocks))
                return f'<div role="note" class="{block.look}">{title}\n{inside}\n</div>'
            case Columns():
                return '<div class="columns">\n' + "\n".join(self._blocks(block.blocks)) + "\n</div>"
            case TableOfContents():
                return self._contents()
            case NewPage():
                return ""

    @cached_property
    def _stated(self) -> Mapping[str, Paragraph]:
        """The first paragraph that states each rule, where links to its id lead to."""
        paragraphs = [block for block in walk_blocks(self.book.blocks) if isinstance(block, Paragraph)]
        return {cited: paragraph for paragraph in reversed(paragraphs) for cited in paragraph.cites}

    @cached_property
    def _levels(self) -> Mapping[int, int]:
        """The level of each heading, of which none is left out: the title of the book is the only h1."""
        found, last = {}, 1
        for block in walk_blocks(self.book.blocks):
            if isinstance(block, Heading):
                found[id(block)] = last = min(block.level, last) + 1
        return found

    def _paragraph(self, paragraph: Paragraph) -> str:
        look = paragraph.look if paragraph.look != "normal" else ""
        classes = " ".join(word for word in ("rule" if paragraph.number else "", look) if word)
        mark = f'<a class="number" href="#{paragraph.anchor}">{paragraph.number}</a>' if paragraph.number else ""
        stated = (cited for cited in paragraph.cites if self._stated[cited] is paragraph)
        named = "".join(f"<span{_id(cited)}></span>" for cited in stated)
        of = f' class="{classes}"' if classes else ""
        return f"<p{_id(paragraph.anchor)}{of}>{mark}{named}{self._inlines(paragraph.content)}</p>"

    def _item(self, item: Sequence[Block]) -> str:
        match item:
            case [Paragraph(content=content)]:
                inside = self._inlines(content)
            case _:
                inside = "".join(self._blocks(item))
        return f"<li>{inside}</li>\n"

    def _row(self, cells: Sequence[Inlines], table: TableBlock, tag: str) -> str:
        parts = []
        for cell, align in zip(cells, table.aligns):
            of = "" if align == "start" else f' class="{align}"'
            of = f' scope="col"{of}' if tag == "th" and cell else of
            name = tag if cell else "td"  # what heads a column says how
            parts.append(f"<{name}{of}>{self._inlines(cell)}</{name}>")
        return f"<tr>{''.join(parts)}</tr>\n"

    def _drawing(self, figure: Figure) -> str:
        """The figure in millimetres of life size, words as text."""
        size = _LABEL * printed(figure.width, figure.share)
        parts = []
        for placed in figure.placed:
            symbol = self.pictures.symbols[placed.face]
            if placed.part is not None:
                parts.append(self._window(placed, placed.part, symbol))
                continue
            for t in placements(placed, symbol):
                matrix = " ".join(number(value, 4) for value in (t.a, t.b, t.c, t.d, t.e, t.f))
                parts.append(f'<use href="#{self.pictures.name_of(symbol)}" transform="matrix({matrix})"/>')
        for label in figure.labels:
            weight = ' font-weight="bold"' if label.bold else ""
            at = f'x="{number(label.x, 2)}" y="{number(label.y + size * 0.35, 2)}"'
            parts.append(f'<text {at} font-size="{number(size, 2)}"{weight}>{escape(label.text)}</text>')
        for disc in figure.discs:
            radius = DISC / _LABEL * size
            x, y = disc.x + disc.towards[0] * radius, disc.y + disc.towards[1] * radius
            at = f'x="{number(x, 2)}" y="{number(y + size * 0.36, 2)}" font-size="{number(size, 2)}"'
            parts.append(f'<circle cx="{number(x, 2)}" cy="{number(y, 2)}" r="{number(radius, 2)}"/>')
            parts.append(f'<text class="disc" {at} font-weight="bold">{disc.number}</text>')
        box = f"0 0 {number(figure.width, 2)} {number(figure.height, 2)}"
        return f'<svg viewBox="{box}" role="img" aria-label="{escape(figure.alt)}">{"".join(parts)}</svg>'

    def _window(self, placed: PlacedFace, part: Box, symbol: Symbol) -> str:
        """A part of a face: a picture in the picture, which ends at its edge."""
        sides = (placed.x + part.left, placed.y + part.top, part.width, part.height)
        x, y, wide, high = (number(side, 2) for side in sides)
        view = " ".join(number(side, 2) for side in (part.left, part.top, part.width, part.height))
        use = f'<use href="#{self.pictures.name_of(symbol)}"/>'
        return f'<svg x="{x}" y="{y}" width="{wide}" height="{high}" viewBox="{view}">{use}</svg>'

    def _legend(self, figure: Figure) -> str:
        items = "".join(f"<li>{self._inlines(entry)}</li>" for entry in figure.legend)
        return f'<ol class="legend">{items}</ol>' if items else ""

    def _inlines(self, content: Inlines) -> str:
        parts: list[str] = []
        waiting = list(reversed(content))
        while waiting:
            inline = waiting.pop()
            after = waiting[-1] if waiting else None
            if isinstance(inline, Icon) and isinstance(after, TextRun) and after.text.startswith(_NO_BREAK):
                # Browsers break a line after a picture whatever follows it.
                word, space, rest = after.text.partition(" ")
                waiting[-1] = replace(after, text=space + rest)
                parts.append(
                    f'<span class="tied">{self._inline(inline)}{self._inline(replace(after, text=word))}</span>'
                )
            else:
                parts.append(self._inline(inline))
        return "".join(parts).strip()

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Break():
                return "<br>"
            case Icon():
                symbol = self.pictures.symbols[inline.face]
                box = symbol.bounds
                view = " ".join(number(value, 2) for value in (box.left, box.top, box.width, box.height))
                icon = f'<svg class="icon" style="--lines:{inline.lines:g}" viewBox="{view}" role="img"'
                use = f'<use href="#{self.pictures.name_of(symbol)}"/>'
                return f'{icon} aria-label="{escape(inline.alt)}">{use}</svg>'
            case TextRun():
                said = _SHORT_NAME.sub(r'<span class="tied">\g<0></span>', escape(inline.text, quote=False))
                for tag, wanted in (("code", inline.code), ("em", inline.italic), ("strong", inline.bold)):
                    said = f"<{tag}>{said}</{tag}>" if wanted else said
                return f'<a href="{escape(inline.link)}">{said}</a>' if inline.link else said

    def _contents(self) -> str:
        """List items, those of the second level in a list of their own."""
        chapters: list[tuple[str, list[str]]] = []
        for entry in contents_entries(self.book.blocks):
            if entry.level == 1:
                chapters.append((_leads_to(entry), []))
            elif chapters:
                chapters[-1][1].append(f"<li>{_leads_to(entry)}</li>")
        lists = [f"<ol>{''.join(below)}</ol>" if below else "" for _, below in chapters]
        listed = [f"<li>{chapter}{below}</li>" for (chapter, _), below in zip(chapters, lists)]
        label = escape(self.book.wording("Contents"))
        return f'<nav aria-label="{label}"><ol>{"".join(listed)}</ol></nav>'


def _leads_to(entry: ContentsEntry) -> str:
    return f'{_number_mark(entry.number)}<a href="#{escape(entry.anchor)}">{escape(entry.text)}</a>'


def _number_mark(number: str) -> str:
    return f'<span class="number">{number}</span>' if number else ""


def _id(anchor: str) -> str:
    return f' id="{escape(anchor)}"' if anchor else ""


def _by(book: Book) -> str:
    """Who made it, where anybody says so, and its version."""
    return f"{book.credits} {book.wording('Version {version}.', version=book.version)}".strip()


def plain_text(book: Book) -> str:
    """The whole book in GitHub's Markdown; every rule keeps its number, and an anchor that links lead to."""
    title = [f"# {plain(book.title)}", *filter(None, [plain(book.subtitle)]), f"*{plain(_by(book))}*"]
    return "\n\n".join([*title, *_plain_blocks(book.blocks, book)]) + "\n"


def _plain_blocks(blocks: Iterable[Block], book: Book) -> Iterator[str]:
    return (_plain_block(block, book) for block in blocks if not isinstance(block, NewPage))


def _plain_block(block: Block, book: Book) -> str:
    match block:
        case Heading():
            number = f"{block.number} " if block.number else ""
            return f"{'#' * (block.level + 1)} {_anchor(block.anchor)}{number}{_plain_inlines(block.content)}"
        case Paragraph():
            number = f"{_anchor(block.anchor)}**{block.number}** " if block.number else ""
            return f"{number}{_plain_inlines(block.content)}"
        case ItemList():
            return "\n".join(_plain_items(block, book))
        case TableBlock():
            return "\n".join(_plain_table(block))
        case Figure():
            caption = f" {_plain_inlines(block.caption)}" if block.caption else ""
            legend = (f"{at}. {_plain_inlines(entry)}" for at, entry in enumerate(block.legend, 1))
            picture = f"*[{plain(book.wording.labelled(book.wording('Picture'), block.alt))}.]*{caption}"
            return "\n".join((picture, "", *legend)).rstrip()
        case Aside():
            title = [f"**{_plain_inlines(block.title)}**"] if block.title else []
            text = "\n\n".join([*title, *_plain_blocks(block.blocks, book)])
            return "\n".join(f"> {line}".rstrip() for line in text.splitlines())
        case Columns():
            return "\n\n".join(_plain_blocks(block.blocks, book))
        case TableOfContents():
            return "\n".join(map(_plain_entry, contents_entries(book.blocks)))
        case NewPage():
            return ""


def _plain_items(items: ItemList, book: Book) -> Iterator[str]:
    for at, item in enumerate(items.items, 1):
        mark = f"{at}. " if items.ordered else "- "
        lines = "\n\n".join(_plain_blocks(item, book)).splitlines()
        yield from (f"{' ' * len(mark) if row else mark}{line}".rstrip() for row, line in enumerate(lines))


def _plain_table(table: TableBlock) -> Iterator[str]:
    """Pieces are left out where words stand beside them, in their cell, or in the row if their column has no heading;
    GitHub wants a head, if an empty one.
    """
    every = (table.head, *table.rows)
    columns = [at for at in range(len(table.aligns)) if any(row and words(_beside_pieces(row[at])) for row in every)]
    lines = [
        [_plain_inlines(_without_pieces(row[at])).replace("|", "\\|").strip() if row else "" for at in columns]
        for row in every
    ]
    yield f"| {' | '.join(lines[0])} |"
    yield "|" + "|".join(_RULES[table.aligns[at]] for at in columns) + "|"
    yield from (f"| {' | '.join(line)} |" for line in lines[1:])


def _beside_pieces(cell: Inlines) -> Inlines:
    """What is in a cell besides pieces."""
    return tuple(each for each in cell if not isinstance(each, Icon) or each.face.startswith(SYMBOL))


def _without_pieces(cell: Inlines) -> Inlines:
    """The words of a cell, if it has some, without the pieces beside them."""
    beside = _beside_pieces(cell)
    return beside if words(beside) else cell


def _plain_entry(entry: ContentsEntry) -> str:
    number = f"{entry.number} " if entry.number else ""
    return f"{'  ' * (entry.level - 1)}- {number}[{plain(entry.text)}](#{entry.anchor})"


def _anchor(name: str) -> str:
    return f'<a id="{attribute(name)}"></a>' if name else ""


def _plain_inlines(content: Inlines) -> str:
    """The words; a picture that stands there several times in a row is named once: `*Bear banner (2)*`."""
    parts = []
    for inline, group in groupby(content):
        same = len(list(group))
        if same > 1 and isinstance(inline, Icon):
            parts.append(f"*{plain(inline.alt)} ({same})*")
        else:
            parts += [_plain_inline(inline)] * same
    return "".join(parts).strip()


def _plain_inline(inline: Inline) -> str:
    match inline:
        case Break():
            return "<br>"
        case Icon():
            return f"*{plain(inline.alt)}*"
        case TextRun():
            return _plain_run(inline)


def _plain_run(run: TextRun) -> str:
    """Signs of emphasis may not touch a space on their inner side."""
    text = run.text.strip()
    if not text:
        return run.text
    before, _, after = run.text.partition(text)
    sign = "**" * run.bold + "*" * run.italic
    said = f"`{text}`" if run.code else f"{sign}{plain(text)}{sign[::-1]}"
    return before + (f"[{said}]({run.link})" if run.link else said) + after
