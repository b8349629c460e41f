"""A Book and a page format in; its pages as faces, cover first, with contents that know their pages, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Text, rectangle
from pnp.drawing.text import Lettering, fitted, literal, shrunk_size
from pnp.geometry import Box, Transform, Trim
from pnp.rulebook.blocks import Book
from pnp.rulebook.figures import Figures
from pnp.rulebook.format import INK, QUIET, PageFormat
from pnp.rulebook.inline import Words
from pnp.rulebook.pages import Composer, PageOfBook, page_numbers
from pnp.rulebook.setter import Setter, Types
from pnp.units import MM_PER_POINT

_FIRST = 2  # the cover is page 1


def typeset(book: Book, page: PageFormat, fonts: FontBook, faces: Mapping[str, Face]) -> tuple[PageOfBook, ...]:
    """All pages of a book in order. FontError for a character without a glyph, KeyError for a missing face."""
    words = Words(fonts, faces, book.language)
    figures = Figures(faces, fonts, page.body * 0.8)
    accent = Colour.parse(book.colour)
    types = Types.of(page, accent)
    setter = Setter(book, page, words, figures, types)
    composer = Composer(book, page, words, types.small, types.number, _FIRST)
    pages = composer.pages(setter.slabs())
    # The contents are as high with numbers as without, so that the pages stay as they are.
    pages = composer.pages(replace(setter, pages=page_numbers(pages)).slabs())
    return (_cover(book, page, figures, accent), *pages)


def _cover(book: Book, page: PageFormat, figures: Figures, accent: Colour) -> PageOfBook:
    shapes = tuple(_cover_shapes(book, page, figures, accent))
    face = Face(f"{book.game}/rules/page-1", Trim(page.size, bleed=0.0, safe=0.0), shapes)
    return PageOfBook(1, face, (), ())


def _cover_shapes(book: Book, page: PageFormat, figures: Figures, accent: Colour) -> Iterator[Shape]:
    width, height = page.size.width, page.size.height
    side, fonts = page.inner, figures.fonts
    band = Box(0, 0, width, height * 0.64)
    yield Group((Path(rectangle(band), fill=accent),), role="background")
    shapes, tall = figures.drawn(book.cover, width - 2 * side, band.height - 2 * side)
    yield Group(shapes, Transform.moved(side, (band.height - tall) / 2), role="figure", alt=book.cover.alt)
    size = shrunk_size(book.title, width - 2 * side, DISPLAY, page.body * 4.6, fonts)
    y = band.bottom + 8 + fonts[DISPLAY].cap_height * size * MM_PER_POINT
    title = Text(side, y, book.title, DISPLAY, size, accent)
    yield Group((title,), role="heading", name="title")
    lead = Lettering(page.body * 1.1, INK, leading=1.36)
    yield replace(fitted(literal(book.subtitle), Box(side, y + 6, width - side, y + 26), lead, fonts), role="paragraph")
    foot = height - page.bottom + 4
    words = (Text(side, foot, book.credits, TEXT, page.body * 0.8, QUIET),)
    version = Text(width - side, foot, book.version, TEXT, page.body * 0.8, QUIET, "end")
    yield Group((*words, version), role="paragraph")
