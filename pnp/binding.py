"""Binds a book and its pictures into the finished file of any of its forms: to read, to fold, as HTML or Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pnp.drawing.face import Face, Ink, without_colour
from pnp.drawing.fonts import FontError
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.geometry import Insets, Size, Trim
from pnp.imposition.booklet import BookletOptions, booklet
from pnp.imposition.correction import Printer, corrected
from pnp.imposition.furniture import SheetLabel
from pnp.imposition.papers import paper_size, paper_word
from pnp.imposition.plan import DrawnPlan, Item, Page, Placement, SheetPlan
from pnp.imposition.zine import PAGES, zine, zine_page
from pnp.paths import templates
from pnp.renderers.base import Document, OutlineEntry, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.svg import name_of, sprite
from pnp.renderers.tagged import TaggedPdfRenderer
from pnp.rulebook.blocks import Book
from pnp.rulebook.figures import symbol_of
from pnp.rulebook.format import A5, HALF_LETTER, LARGE, LARGE_LETTER, ZINE_A7, ZINE_LETTER, PageFormat
from pnp.rulebook.html import Pictures, html
from pnp.rulebook.pages import COVER, PageOfBook, typeset
from pnp.rulebook.plain import plain_text

Form = Literal["pdf", "booklet", "zine", "html", "md"]
STYLE = "rules/book.css"
_AMERICAN = frozenset({"letter", "legal", "tabloid"})
_CONTENTS = "rules"
_SMALLER = (7.25, 6.75, 6.25)  # points, for a zine whose text is too long


@frozen
class Make:
    """How a book is printed: on which paper, in large print or not, with what ink, and for which printer."""

    paper: str = "a4"
    large: bool = False
    ink: Ink = "full"
    printer: Printer | None = None

    @property
    def page(self) -> PageFormat:
        """The page that suits the paper: half of it, or in large print all of it. UsageError for an unknown paper."""
        paper_size(self.paper)
        if self.large:
            return LARGE_LETTER if self._american else LARGE
        return HALF_LETTER if self._american else A5

    @property
    def small_page(self) -> PageFormat:
        """An eighth of the paper."""
        return replace(ZINE_LETTER if self._american else ZINE_A7, size=zine_page(paper_size(self.paper)))

    @property
    def _american(self) -> bool:
        return self.paper.lower() in _AMERICAN


@frozen
class Bound:
    """A book ready for any form: its blocks, the faces that it shows, and what its files say of themselves."""

    book: Book
    faces: Mapping[str, Face]
    document: Document

    @property
    def name(self) -> str:
        return f"{self.book.game}-{_CONTENTS}"


@frozen
class Finished:
    """A file of a book: its name, its bytes, what its pages are to paint if it has any, notes on what was left out."""

    name: str
    data: bytes
    expected: DrawnPlan | None = None
    notes: tuple[Finding, ...] = ()

    @property
    def plan(self) -> SheetPlan | None:
        """The plan of its pages, if it has any."""
        return self.expected.plan if self.expected else None


def finished(bound: Bound, form: Form, make: Make) -> Finished:
    """The file of one form; UsageError where it cannot be folded from that paper."""
    match form:
        case "pdf":
            return to_read(bound, make)
        case "booklet":
            return _to_fold(bound, make)
        case "zine":
            return _on_one_sheet(bound, make)
        case "html":
            symbols = {name: symbol_of(face) for name, face in sorted(bound.faces.items())}
            pictures = Pictures(sprite(symbols.values(), bound.document), symbols, name_of)
            style = (templates() / STYLE).read_text(encoding="utf-8")
            return Finished(f"{bound.name}.html", html(bound.book, pictures, style).encode())
        case "md":
            return Finished(f"{bound.name}.md", plain_text(bound.book).encode())


def pages_of(bound: Bound, make: Make, page: PageFormat) -> tuple[PageOfBook, ...]:
    """The pages of the book, cover first; InputInvalid for a character that the fonts do not have."""
    try:
        pages = typeset(bound.book, page, bound.document.fonts, bound.faces, make.ink == "saver")
    except FontError as fault:
        raise InputInvalid([Finding("error", "missing-glyph", bound.name, str(fault))]) from fault
    if make.ink != "gray":
        return pages
    grey = without_colour()
    return tuple(replace(each, face=each.face.in_grey(grey)) for each in pages)


def to_read(bound: Bound, make: Make) -> Finished:
    """A tagged PDF of single pages, one after the other; its outline lists the headings."""
    pages = pages_of(bound, make, make.page)
    faces = [each.face for each in pages]
    size = faces[0].trim.size
    sheets = []
    for number, face in enumerate(faces, 1):
        item = Item(face.id, 1, face.trim, face.id, None)
        placement = Placement(item, "front", size.width / 2, size.height / 2, 0.0, Insets.even(0.0))
        sheets.append(Page(number, "front", (placement,)))
    plan = SheetPlan(size, "fronts", len(sheets), tuple(sheets), 1)
    document = replace(bound.document, outline=tuple(_outline(bound.book, pages)))
    name = f"{bound.name}{'-large' if make.large else ''}.pdf"
    return _rendered(name, plan, faces, TaggedPdfRenderer(document), document, inline=True)


def _rendered(
    name: str, plan: SheetPlan, faces: Sequence[Face], renderer: PdfRenderer, document: Document, inline: bool = False
) -> Finished:
    by_id = {face.id: face for face in faces}
    data = render(plan, by_id, renderer)
    return Finished(name, data, DrawnPlan(plan, by_id, document.fonts, renderer.pictures, inline), plan.notes)


def _outline(book: Book, pages: Sequence[PageOfBook]) -> Iterator[OutlineEntry]:
    """The cover, and every heading with its number."""
    yield OutlineEntry(1, book.title, COVER)
    for entry in (entry for page in pages for entry in page.entries):
        yield OutlineEntry(entry.level, f"{entry.number} {entry.text}".strip(), entry.anchor)


def _to_fold(bound: Bound, make: Make) -> Finished:
    """Sheets with two pages a side, to fold and staple."""
    name = f"{bound.name}-booklet{'-large' if make.large else ''}-{paper_word(make.paper)}"
    faces = [each.face for each in pages_of(bound, make, make.page)]
    options, imprint = BookletOptions(paper_size(make.paper)), _imprint(bound)
    plan = booklet(name, faces, options, imprint, bound.document.fonts)
    plan = corrected(plan, make.printer) if make.printer else plan
    return _imposed(bound, name, plan, faces)


def _on_one_sheet(bound: Bound, make: Make) -> Finished:
    """Eight small pages on one side of a sheet, filled up with empty ones."""
    name = f"{bound.name}-zine-{paper_word(make.paper)}"
    page = make.small_page
    faces = [each.face for each in pages_of(bound, make, page)]
    for body in _SMALLER if len(faces) > PAGES else ():
        # A language may need more words than the one that the text was written in.
        page = replace(page, body=body)
        faces = [each.face for each in pages_of(bound, make, page)]
        if len(faces) <= PAGES:
            break
    faces += [_blank(bound, number, page.size) for number in range(len(faces) + 1, PAGES + 1)]
    plan = zine(name, faces, paper_size(make.paper), _imprint(bound), bound.document.fonts)
    return _imposed(bound, name, plan, faces)


def _imposed(bound: Bound, name: str, plan: SheetPlan, faces: Sequence[Face]) -> Finished:
    document = replace(bound.document, flip=plan.backing.flip)
    return _rendered(f"{name}.pdf", plan, faces, PdfRenderer(document), document)


def _blank(bound: Bound, number: int, size: Size) -> Face:
    return Face(f"{bound.book.game}/rules/page-{number}", Trim(size, bleed=0.0, safe=0.0), ())


def _imprint(bound: Bound) -> SheetLabel:
    wording = bound.book.wording
    return SheetLabel(bound.book.title, bound.book.version, wording.said("groups", _CONTENTS), wording=wording)
