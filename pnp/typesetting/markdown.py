"""Markdown: read as the blocks of a book, with the figures that it names; and written so that no word is a sign."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, cast
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from markdown import Markdown

from pnp.typesetting.blocks import (
    LOOKS,
    Aside,
    Block,
    Break,
    Columns,
    Figure,
    Heading,
    Icon,
    Inline,
    ItemList,
    Look,
    NewPage,
    Paragraph,
    TableBlock,
    TableOfContents,
    TextRun,
    fold_spaces,
    words,
)

_EXTENSIONS = ("tables", "md_in_html", "attr_list", "sane_lists")
_ALIGNS: Mapping[str, Literal["start", "middle", "end"]] = {"left": "start", "center": "middle", "right": "end"}
_ASIDES: Mapping[str, Literal["example", "summary", "note"]] = {
    "example": "example", "summary": "summary", "note": "note",
}  # fmt: skip
_PLACES: Mapping[str, Block] = {"contents": TableOfContents(), "new-page": NewPage()}
_PLAIN = TextRun("")
_DEEPEST = 60
_LEVELS = 3  # of headings
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_OPENS = re.compile(r'(?:^|(?<=[\s(\[—–]))"(?=\S)')
_MINUS = re.compile(r"(?<![^\s(\[])-(?=\d)")
_SIGNS = re.compile(
    r"[\\`*_\[\]{}#|<>&!]|^(?P<deep>[ ]{4,}|\t\s*)|^[-+](?=\s|-*[ ]*$)|^=(?==*[ ]*$)|^(?P<number>[0-9]+)[.)](?=\s|$)",
    re.MULTILINE,
)
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "=": "&#61;"}
_ID = re.compile(r"\b[A-Z]+[-.]\d+\b")
#: The address of a link that is to become the number of a paragraph or chapter.
SEE = "#see:"


class MarkupError(ValueError):
    """A rules text that is not what books are made of; its text says where, `near` is what stands there."""

    def __init__(self, message: str, near: str = "") -> None:
        super().__init__(message)
        self.near = near


def blocks_of(text: str, figures: Mapping[str, Figure]) -> tuple[Block, ...]:
    """The blocks of a text.

    Besides plain Markdown it may hold: `<div class="rule" data-cites="W.1 W-02">` (a numbered paragraph),
    `<div class="example|summary|note" data-title="...">`, `<div class="columns">`,
    `<div class="figure" data-figure="NAME">` (its legend is a list in it), `<div class="contents">`,
    `<div class="new-page">`, `code`,
    `<span class="piece" data-face="ID" data-lines="1">words</span>`, and
    `{.lead}`, `{.small}` or `{.plain}` after a paragraph or heading (a plain heading bears no number); a paragraph
    that is `{.rule #name}` is numbered.
    Chapters are numbered, and rules within them. Raises MarkupError.
    """
    return blocks_in(tree_of(html_of(text)), figures)


def html_of(text: str | bytes) -> str:
    """What Python-Markdown makes of a text; of a stranger's it takes its time, which whoever calls must limit."""
    said = text if isinstance(text, str) else text.decode()
    return Markdown(extensions=_EXTENSIONS, output_format="xhtml").convert(said)


def tree_of(html: str) -> Element:
    """The elements of a text; MarkupError where they are not well formed, or too many stand within each other."""
    reader: ElementTree.XMLPullParser[Any] = ElementTree.XMLPullParser(("start", "end"))
    deep, last = 0, Element("book")
    try:
        reader.feed(f"<book>{html}</book>")
        reader.close()
        for event, element in cast("Iterator[tuple[str, Element]]", reader.read_events()):
            deep, last = deep + (1 if event == "start" else -1), element
            if deep > _DEEPEST:
                raise MarkupError(
                    f"over {_DEEPEST} lists, quotes and the like stand within each other; write it plainly"
                )
    except ElementTree.ParseError as fault:
        line = html.splitlines()[min(fault.position[0], html.count("\n") + 1) - 1]
        raise MarkupError(f"the text is not well formed near '{line[:80]}': {fault}", line) from fault
    return last


def blocks_in(root: Element, figures: Mapping[str, Figure]) -> tuple[Block, ...]:
    """The blocks that the elements of a text are; MarkupError for those that are none."""
    return tuple(_BlockReader(figures).blocks(root))


def anchor_for(text: str, taken: Collection[str]) -> str:
    """A name for a place with these words, unlike those that are taken."""
    name = slug = _NOT_SLUG.sub("-", text.lower()).strip("-") or "part"
    count = 1
    while name in taken:
        count += 1
        name = f"{slug}-{count}"
    return name


@dataclass
class _BlockReader:
    """Reads the elements of a text in their order, and numbers its chapters and rules."""

    figures: Mapping[str, Figure]
    chapter: int = 0
    rule: int = 0
    anchors: set[str] = field(default_factory=set)

    def blocks(self, parent: Element) -> Iterator[Block]:
        for element in parent:
            match element.tag:
                case "h1" | "h2" | "h3" | "h4" | "h5" | "h6":
                    yield self._heading(element)
                case "p":
                    yield self._paragraph(element)
                case "pre":
                    yield Paragraph(tuple(_typed_lines("".join(element.itertext()))))
                case "blockquote":
                    yield Aside(tuple(self.blocks(element)), "note")
                case "hr":
                    yield NewPage()
                case "ul" | "ol":
                    yield ItemList(tuple(tuple(self._item(item)) for item in element), element.tag == "ol")
                case "table":
                    yield _table(element)
                case "div":
                    yield from self._division(element)
                case tag:
                    raise MarkupError(f"<{tag}> is nothing that books are made of", "".join(element.itertext()))

    def _paragraph(self, element: Element) -> Paragraph:
        content, name = tuple(inlines(element)), element.get("id", "")
        if "rule" not in _classes(element):
            return Paragraph(content, name, look=_look(element))
        number = self._number()
        return Paragraph(content, name or f"rule-{number}", number)

    def _number(self) -> str:
        """That of the next rule."""
        self.rule += 1
        return f"{self.chapter}.{self.rule}"

    def _heading(self, element: Element) -> Heading:
        level, content, number = min(int(element.tag[1]), _LEVELS), tuple(inlines(element)), ""
        if level == 1 and "plain" not in _classes(element):
            self.chapter, self.rule = self.chapter + 1, 0
            number = str(self.chapter)
        return Heading(level, content, element.get("id") or self._anchor(words(content)), number)

    def _anchor(self, text: str) -> str:
        """A name for links to a heading that was given none, unlike all before it."""
        name = anchor_for(text, self.anchors)
        self.anchors.add(name)
        return name

    def _item(self, item: Element) -> Iterator[Block]:
        """A list item: words alone, or blocks."""
        if not any(child.tag in ("p", "ul", "ol", "table", "div") for child in item):
            yield Paragraph(tuple(inlines(item)))
            return
        if (item.text or "").strip():
            yield Paragraph(tuple(_runs(item.text, _PLAIN)))
        yield from self.blocks(item)

    def _division(self, element: Element) -> Iterator[Block]:
        kind = next(iter(_classes(element)), "")
        if kind == "rule":
            yield from self._rule(element)
        elif kind in _ASIDES:
            title = element.get("data-title", "")
            yield Aside(tuple(self.blocks(element)), _ASIDES[kind], (TextRun(title),) if title else ())
        elif kind == "columns":
            yield Columns(tuple(self.blocks(element)))
        elif kind == "figure":
            name = element.get("data-figure", "")
            if name not in self.figures:
                raise MarkupError(f"there is no figure '{name}'")
            yield replace(self.figures[name], legend=tuple(tuple(inlines(item)) for item in element.iter("li")))
        elif kind in _PLACES:
            yield _PLACES[kind]
        else:
            raise MarkupError(f'<div class="{kind}"> is nothing that books are made of')

    def _rule(self, element: Element) -> list[Block]:
        """The first paragraph gets number and name, the last one the ids of what is stated."""
        found = list(self.blocks(element))
        number = self._number()
        if not found or not isinstance(found[0], Paragraph):
            raise MarkupError("a rule begins with a paragraph of its own")
        found[0] = replace(found[0], number=number, anchor=element.get("id") or f"rule-{number}")
        cites = tuple(element.get("data-cites", "").split())
        last, ending = [(at, block) for at, block in enumerate(found) if isinstance(block, Paragraph)][-1]
        found[last] = replace(ending, cites=cites)
        return found


def _classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def _look(element: Element) -> Look:
    classes = _classes(element)
    return next((look for look in LOOKS if look in classes), "normal")


def _table(element: Element) -> TableBlock:
    rows = [tuple(tuple(inlines(cell)) for cell in row) for row in element.iter("tr")]
    styles = [cell.get("style", "") for cell in next(element.iter("tr"))]
    aligns = [_ALIGNS.get(style.removeprefix("text-align: ").rstrip(";"), "start") for style in styles]
    return TableBlock(rows[0], tuple(rows[1:]), tuple(aligns))


def inlines(element: Element, like: TextRun = _PLAIN) -> Iterator[Inline]:
    """The runs of an element, in order, in the style of `like`, white space folded."""
    yield from _runs(element.text, like)
    for child in element:
        match child.tag:
            case "strong" | "b":
                yield from inlines(child, replace(like, bold=True))
            case "em" | "i":
                yield from inlines(child, replace(like, italic=True))
            case "code":
                yield from inlines(child, replace(like, code=True))
            case "a":
                yield from inlines(child, replace(like, link=_address(child.get("href", ""))))
            case "br":
                yield Break()
            case "span" if "piece" in _classes(child):
                alt = (child.text or "").strip()
                yield Icon(child.get("data-face", ""), alt, like.link, float(child.get("data-lines", 1)))
            case tag:
                near = child.get("src", "") or "".join(child.itertext())
                raise MarkupError(f"<{tag}> cannot stand among words", near)
        yield from _runs(child.tail, like)


def _typed_lines(text: str) -> Iterator[Inline]:
    """Lines as they are typed, one below the other."""
    for at, line in enumerate(text.rstrip("\n").split("\n")):
        if at:
            yield Break()
        yield replace(_PLAIN, text=fold_spaces(line), code=True)


def _address(href: str) -> str:
    if href.startswith(("#", "https://", "http://", "mailto:")):
        return href
    raise MarkupError(f"a link leads to '{href[:60]}'; link to a place in the book or to an address of the web", href)


def _runs(text: str | None, like: TextRun) -> Iterator[TextRun]:
    """The words of an element, if it has any."""
    if text:
        yield replace(like, text=fold_spaces(text) if like.code else curl_quotes(fold_spaces(text)))


def curl_quotes(text: str) -> str:
    """Text with minus signs, apostrophes and quotation marks; a mark opens after a space, a bracket or a dash."""
    return _MINUS.sub("−", _OPENS.sub("“", text)).replace('"', "”").replace("'", "’")


def plain(text: str) -> str:
    """Text in which no sign means anything to Markdown."""

    def escaped(sign: re.Match[str]) -> str:
        if sign["deep"]:
            return " "
        number = sign["number"] or ""
        return _ENTITIES.get(sign[0], f"{number}\\{sign[0][len(number) :]}")

    return _SIGNS.sub(escaped, text)


def see(*targets: str) -> str:
    """Links to the paragraphs that state some ids, or to headings by their anchors; their words are filled in later."""
    return f"[{plain(', '.join(targets))}]({SEE}{','.join(targets)})"


def link_ids(text: str, known: Collection[str]) -> str:
    """Plain text in which every id that is known is a link."""
    parts, at = [], 0
    for found in _ID.finditer(text):
        if found[0] in known:
            parts += [plain(text[at : found.start()]), see(found[0])]
            at = found.end()
    return "".join([*parts, plain(text[at:])])


def piece(face: str, words: str, lines: float = 1.0) -> str:
    """A piece's picture among words, as high as so many lines."""
    return f'<span class="piece" data-face="{attribute(face)}" data-lines="{lines:g}">{plain(words)}</span>'


def figure(name: str, legend: Iterable[str] = ()) -> str:
    """The place of a figure, as a block of its own, with the Markdown of each entry of its legend."""
    listed = "\n".join(f"{number}. {entry}" for number, entry in enumerate(legend, 1))
    inside = f' markdown="1">\n\n{listed}\n\n' if listed else ">"
    return f'\n\n<div class="figure" data-figure="{attribute(name)}"{inside}</div>\n\n'


def in_block(text: str) -> str:
    """Text between the quotes of an attribute of a block, which Python-Markdown decodes once when it looks within."""
    return attribute(text).replace("&", "&amp;")


def attribute(text: str) -> str:
    """Text as it stands between the quotes of an attribute."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
