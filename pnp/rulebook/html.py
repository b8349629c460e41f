"""A book and its pictures as one HTML file that needs no other; each picture is drawn once and shown often."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Symbol
from pnp.frozen import frozen
from pnp.geometry import Transform
from pnp.rulebook.blocks import (
    Block,
    Book,
    Break,
    Contents,
    Figure,
    Heading,
    Icon,
    Inline,
    Inlines,
    Listing,
    NewPage,
    Panel,
    Paragraph,
    Placed,
    Run,
    Table,
)
from pnp.rulebook.figures import placements
from pnp.rulebook.layouts import printed
from pnp.rulebook.references import entries
from pnp.rulebook.strips import Entry
from pnp.units import number

_LABEL = 3.0  # mm as printed: the size of words in figures
_DARK_SHARE = 0.55  # of white in the book's colour, where the ground is dark


@frozen(slots=False)
class Pictures:
    """What a page shows by `<use>`: the `<defs>` of all of it, each piece as a symbol, and the id of a symbol."""

    definitions: str
    symbols: Mapping[str, Symbol]
    name_of: Callable[[Symbol], str]


def html(book: Book, pictures: Pictures, style: str) -> str:
    """The whole book as one file; `style` is its CSS."""
    return "\n".join(_Page(book, pictures).lines(style)) + "\n"


@frozen(slots=False)
class _Page:
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
        version = book.wording("Version {version}.", version=book.version)
        yield f'<p class="by">{escape(book.credits)} {escape(version)}</p></header>\n<main>'
        yield from self._blocks(book.blocks)
        yield "</main>\n</body>\n</html>"

    def _blocks(self, blocks: Iterable[Block]) -> Iterator[str]:
        return (self._block(block) for block in blocks if not isinstance(block, NewPage))

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                mark = f'<span class="number">{block.number}</span>' if block.number else ""
                level = block.level + 1  # the title of the book is the only h1
                return f"<h{level}{_id(block.anchor)}>{mark}{self._inlines(block.content)}</h{level}>"
            case Paragraph():
                return self._paragraph(block)
            case Listing():
                return self._listing(block)
            case Table():
                return self._table(block)
            case Figure():
                return self._figure(block)
            case Panel():
                title = f'<p class="title">{self._inlines(block.title)}</p>' if block.title else ""
                inside = "\n".join(self._blocks(block.blocks))
                return f'<aside class="{block.look}">{title}\n{inside}\n</aside>'
            case Contents():
                listed = "".join(_contents(list(entries(self.book.blocks))))
                label = escape(self.book.wording("Contents"))
                return f'<nav aria-label="{label}"><ol>{listed}</ol></nav>'
            case NewPage():
                return ""

    def _paragraph(self, paragraph: Paragraph) -> str:
        look = paragraph.look if paragraph.look != "normal" else ""
        classes = " ".join(word for word in ("rule" if paragraph.number else "", look) if word)
        mark = f'<a class="number" href="#{paragraph.anchor}">{paragraph.number}</a>' if paragraph.number else ""
        cites = f'<span class="cites">{escape(" ".join(paragraph.cites))}</span>' if paragraph.cites else ""
        of = f' class="{classes}"' if classes else ""
        return f"<p{_id(paragraph.anchor)}{of}>{mark}{self._inlines(paragraph.content)}{cites}</p>"

    def _listing(self, listing: Listing) -> str:
        tag = "ol" if listing.ordered else "ul"
        return f"<{tag}>\n{''.join(map(self._item, listing.items))}</{tag}>"

    def _item(self, item: Sequence[Block]) -> str:
        only = item[0] if len(item) == 1 else None
        if isinstance(only, Paragraph):
            return f"<li>{self._inlines(only.content)}</li>\n"
        return f"<li>{''.join(self._blocks(item))}</li>\n"

    def _table(self, table: Table) -> str:
        head = self._row(table.head, table, "th") if any(table.head) else ""
        rows = "".join(self._row(row, table, "td") for row in table.rows)
        shown = f"<thead>{head}</thead>" if head else ""
        caption = f"<caption>{self._inlines(table.caption)}</caption>" if table.caption else ""
        return f'<div class="table"><table>{caption}{shown}<tbody>{rows}</tbody></table></div>'

    def _row(self, cells: Sequence[Inlines], table: Table, tag: str) -> str:
        scope = ' scope="col"' if tag == "th" else ""
        parts = []
        for cell, align in zip(cells, table.aligns):
            of = "" if align == "start" else f' class="{align}"'
            parts.append(f"<{tag}{scope}{of}>{self._inlines(cell)}</{tag}>")
        return f"<tr>{''.join(parts)}</tr>\n"

    def _figure(self, figure: Figure) -> str:
        caption = f"<figcaption>{self._inlines(figure.caption)}</figcaption>" if figure.caption else ""
        of = ' class="beside"' if figure.beside else ""
        return f'<figure{of} style="--share:{figure.share * 100:g}">{self._drawing(figure)}{caption}</figure>'

    def _drawing(self, figure: Figure) -> str:
        """The figure in millimetres of life size, words as text."""
        size = _LABEL * printed(figure.width, figure.share)
        parts = [part for placed in figure.placed for part in self._uses(placed)]
        for label in figure.labels:
            weight = ' font-weight="bold"' if label.bold else ""
            at = f'x="{_short(label.x)}" y="{_short(label.y + size * 0.35)}"'
            parts.append(f'<text {at} font-size="{_short(size)}"{weight}>{escape(label.text)}</text>')
        box = f"0 0 {_short(figure.width)} {_short(figure.height)}"
        return f'<svg viewBox="{box}" role="img" aria-label="{escape(figure.alt)}">{"".join(parts)}</svg>'

    def _uses(self, placed: Placed) -> Iterator[str]:
        symbol = self.pictures.symbols[placed.face]
        for place in placements(placed, symbol):
            yield f'<use href="#{self.pictures.name_of(symbol)}" transform="{_matrix(place)}"/>'

    def _inlines(self, content: Inlines) -> str:
        return "".join(map(self._inline, content)).strip()

    def _inline(self, inline: Inline) -> str:
        match inline:
            case Break():
                return "<br>"
            case Icon():
                return self._icon(inline)
            case Run():
                said = escape(inline.text, quote=False)
                for tag, wanted in (("code", inline.code), ("em", inline.italic), ("strong", inline.bold)):
                    said = f"<{tag}>{said}</{tag}>" if wanted else said
                return f'<a href="{escape(inline.link)}">{said}</a>' if inline.link else said

    def _icon(self, icon: Icon) -> str:
        symbol = self.pictures.symbols[icon.face]
        box = symbol.bounds
        view = f"{_short(box.left)} {_short(box.top)} {_short(box.width)} {_short(box.height)}"
        use = f'<use href="#{self.pictures.name_of(symbol)}"/>'
        lines = f"--lines:{icon.lines:g}"
        return (
            f'<svg class="icon" style="{lines}" viewBox="{view}" role="img" aria-label="{escape(icon.alt)}">{use}</svg>'
        )


def _contents(listed: Sequence[Entry]) -> Iterator[str]:
    """List items, those of the second level in a list of their own."""
    for at, entry in enumerate(listed):
        if entry.level > 1:
            continue
        below = []
        for other in listed[at + 1 :]:
            if other.level == 1:
                break
            below.append(f"<li>{_leads_to(other)}</li>")
        yield f"<li>{_leads_to(entry)}{'<ol>' + ''.join(below) + '</ol>' if below else ''}</li>"


def _leads_to(entry: Entry) -> str:
    mark = f'<span class="number">{entry.number}</span>' if entry.number else ""
    return f'{mark}<a href="#{escape(entry.anchor)}">{escape(entry.text)}</a>'


def _id(anchor: str) -> str:
    return f' id="{escape(anchor)}"' if anchor else ""


def _short(value: float) -> str:
    return number(value, 2)


def _matrix(t: Transform) -> str:
    return f"matrix({' '.join(number(value, 4) for value in (t.a, t.b, t.c, t.d, t.e, t.f))})"
