"""Reads the Markdown of a rules text, with the figures that it names, and returns the book's blocks, numbered."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal
from xml.etree import ElementTree

from markdown import Markdown

from pnp.rulebook.blocks import (
    Block,
    Break,
    Contents,
    Figure,
    Heading,
    Icon,
    Inline,
    Listing,
    NewPage,
    Panel,
    Paragraph,
    Run,
    Table,
)

_EXTENSIONS = ("tables", "md_in_html", "attr_list", "sane_lists")
_HEADINGS = {"h1": 1, "h2": 2, "h3": 3}
_ALIGNS: Mapping[str, Literal["start", "middle", "end"]] = {"left": "start", "center": "middle", "right": "end"}
_PANELS: Mapping[str, Literal["example", "summary", "note"]] = {
    "example": "example", "summary": "summary", "note": "note",
}  # fmt: skip
_BLANK = re.compile(r"[ \t\r\n]+")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")
_OPENS = re.compile(r'(?:^|(?<=[\s(\[—–]))"(?=\S)')
_MINUS = re.compile(r"(?<![^\s(\[])-(?=\d)")
_PLAIN = Run("")
Element = ElementTree.Element


class MarkupError(ValueError):
    """A rules text that is not what books are made of; its text says where."""


def blocks_of(text: str, figures: Mapping[str, Figure]) -> tuple[Block, ...]:
    """The blocks of a text.

    Besides plain Markdown it may hold: `<div class="rule" data-cites="W.1 W-02">` (a numbered paragraph),
    `<div class="example|summary|note" data-title="...">`, `<div class="figure" data-figure="NAME">`,
    `<div class="contents">`, `<div class="new-page">`, `code`,
    `<span class="piece" data-face="ID" data-lines="1">words</span>`, and
    `{.lead}`, `{.small}` or `{.plain}` after a paragraph or heading (a plain heading bears no number).
    Chapters are numbered, and rules within them. Raises MarkupError.
    """
    html = Markdown(extensions=_EXTENSIONS, output_format="xhtml").convert(text)
    try:
        root = ElementTree.fromstring(f"<book>{html}</book>")
    except ElementTree.ParseError as fault:
        line = html.splitlines()[min(fault.position[0], html.count("\n") + 1) - 1]
        raise MarkupError(f"the text is not well formed near '{line[:80]}': {fault}") from fault
    return tuple(_Reader(figures).blocks(root))


@dataclass
class _Reader:
    figures: Mapping[str, Figure]
    chapter: int = 0
    rule: int = 0
    anchors: set[str] = field(default_factory=set)

    def blocks(self, parent: Element) -> Iterator[Block]:
        for element in parent:
            yield from self._block(element)

    def _block(self, element: Element) -> Iterator[Block]:
        match element.tag:
            case "h1" | "h2" | "h3":
                yield self._heading(element)
            case "p":
                yield Paragraph(tuple(inlines(element)), element.get("id", ""), look=_look(element))
            case "ul" | "ol":
                items = tuple(tuple(self._item(item)) for item in element)
                yield Listing(items, element.tag == "ol")
            case "table":
                yield _table(element)
            case "div":
                yield from self._division(element)
            case tag:
                raise MarkupError(f"<{tag}> is nothing that books are made of")

    def _heading(self, element: Element) -> Heading:
        level, content = _HEADINGS[element.tag], tuple(inlines(element))
        number = ""
        if level == 1 and "plain" not in _classes(element):
            self.chapter, self.rule = self.chapter + 1, 0
            number = str(self.chapter)
        return Heading(level, content, element.get("id") or self._anchor(words(content)), number)

    def _anchor(self, text: str) -> str:
        """A name for links to a heading that was given none, unlike all before it."""
        slug = _NOT_SLUG.sub("-", text.lower()).strip("-") or "part"
        name, count = slug, 1
        while name in self.anchors:
            count += 1
            name = f"{slug}-{count}"
        self.anchors.add(name)
        return name

    def _item(self, item: Element) -> Iterator[Block]:
        """A list item: words alone, or blocks."""
        if any(child.tag in ("p", "ul", "ol", "table", "div") for child in item):
            loose = ElementTree.Element("p")
            loose.text = item.text
            if (item.text or "").strip():
                yield Paragraph(tuple(inlines(loose)))
            yield from self.blocks(item)
        else:
            yield Paragraph(tuple(inlines(item)))

    def _division(self, element: Element) -> Iterator[Block]:
        kind = next(iter(_classes(element)), "")
        if kind == "rule":
            yield from self._rules(element)
        elif kind in _PANELS:
            title = element.get("data-title", "")
            yield Panel(tuple(self.blocks(element)), _PANELS[kind], (Run(title),) if title else ())
        elif kind == "figure":
            name = element.get("data-figure", "")
            if name not in self.figures:
                raise MarkupError(f"there is no figure '{name}'")
            yield self.figures[name]
        elif kind in _MARKS:
            yield _MARKS[kind]()
        else:
            raise MarkupError(f'<div class="{kind}"> is nothing that books are made of')

    def _rules(self, element: Element) -> Iterator[Block]:
        """The first paragraph gets number and name, the last one the ids of what is stated."""
        found = list(self.blocks(element))
        self.rule += 1
        first = found[0] if found else None
        if not isinstance(first, Paragraph):
            raise MarkupError("a rule begins with a paragraph of its own")
        number = f"{self.chapter}.{self.rule}"
        found[0] = replace(first, number=number, anchor=element.get("id") or f"rule-{number}")
        last = max(at for at, block in enumerate(found) if isinstance(block, Paragraph))
        ending = found[last]
        assert isinstance(ending, Paragraph)
        found[last] = replace(ending, cites=tuple(element.get("data-cites", "").split()))
        yield from found


_MARKS: Mapping[str, Callable[[], Block]] = {"contents": Contents, "new-page": NewPage}


def _classes(element: Element) -> list[str]:
    return element.get("class", "").split()


def _look(element: Element) -> Literal["normal", "lead", "small"]:
    classes = _classes(element)
    return "lead" if "lead" in classes else "small" if "small" in classes else "normal"


def _table(element: Element) -> Table:
    rows = [[tuple(inlines(cell)) for cell in row] for row in element.iter("tr")]
    first = next(element.iter("tr"))
    aligns = tuple(
        _ALIGNS.get(cell.get("style", "").removeprefix("text-align: ").rstrip(";"), "start") for cell in first
    )
    return Table(tuple(rows[0]), tuple(map(tuple, rows[1:])), aligns)


def inlines(element: Element, like: Run = _PLAIN) -> Iterator[Inline]:
    """The runs of an element, in order, in the style of `like`, white space folded."""
    yield from _run(element.text, like)
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
                words_ = (child.text or "").strip()
                yield Icon(child.get("data-face", ""), words_, like.link, float(child.get("data-lines", 1)))
            case tag:
                raise MarkupError(f"<{tag}> cannot stand among words")
        yield from _run(child.tail, like)


def _address(href: str) -> str:
    if href.startswith(("#", "https://", "http://", "mailto:")):
        return href
    raise MarkupError(f"a link leads to '{href[:60]}'; link to a place in the book or to an address of the web")


def _run(text: str | None, like: Run) -> Iterator[Run]:
    folded = _BLANK.sub(" ", text or "")
    if folded:
        yield replace(like, text=folded if like.code else curled(folded))


def curled(text: str) -> str:
    """Text with minus signs, apostrophes and quotation marks; a mark opens after a space, a bracket or a dash."""
    text = _MINUS.sub("−", _OPENS.sub("“", text)).replace('"', "”")
    return text.replace("'", "’")


def words(content: Iterable[Inline]) -> str:
    """What inline runs say, without any style."""
    said = (each.text if isinstance(each, Run) else each.alt if isinstance(each, Icon) else " " for each in content)
    return _BLANK.sub(" ", "".join(said)).strip()
