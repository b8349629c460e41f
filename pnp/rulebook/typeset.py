"""A Book and a page format in; its pages as faces, cover first, with contents that know their pages, out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.drawing.bounds import bounds
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, rectangle
from pnp.drawing.text import Lettering, fitted, literal, shrunk_size
from pnp.geometry import Box, Insets, Transform, Trim
from pnp.rulebook.blocks import Book
from pnp.rulebook.figures import Figures
from pnp.rulebook.format import INK, QUIET, TINT, PageFormat
from pnp.rulebook.inline import Words
from pnp.rulebook.pages import Composer, PageOfBook, begun, page_numbers
from pnp.rulebook.scale import Types
from pnp.rulebook.setter import Setter
from pnp.units import MM_PER_POINT

COVER = "title"
"""What the cover's title is called, for links to lead to."""
_CLAUSE = re.compile(r"[.,;](?: |$)| \((?=[^)]*[.,;] )")
_FIRST = 2  # the cover is page 1
_FRAME = 5.0  # mm: the cover's line inside its edge
_AIR = 0.038  # of a cover's height, above and below its title


def typeset(
    book: Book, page: PageFormat, fonts: FontBook, faces: Mapping[str, Face], saver: bool = False
) -> tuple[PageOfBook, ...]:
    """All pages of a book in order, the cover on white to save ink.

    FontError for a character without a glyph, KeyError for a missing face.
    """
    words = Words(fonts, faces, book.language)
    accent = Colour.parse(book.colour)
    types = Types.of(page, accent)
    figures = Figures(faces, fonts, types.label)
    setter = Setter(book, page, words, figures, types)
    slabs = setter.slabs()
    starts = begun(slabs, page.depth)
    pages = page_numbers(slabs, starts, _FIRST)
    composer = Composer(book, page, words, types.small, types.number, _FIRST)
    return (
        _cover(book, page, figures, accent, saver),
        *composer.pages([setter.numbered(s, pages) for s in slabs], starts),
    )


def _cover(book: Book, page: PageFormat, figures: Figures, accent: Colour, saver: bool) -> PageOfBook:
    shapes = tuple(_cover_shapes(book, page, figures, accent, saver))
    face = Face(f"{book.game}/rules/page-1", Trim(page.size, bleed=0.0, safe=0.0), shapes)
    return PageOfBook(1, face, (), ())


def _cover_shapes(book: Book, page: PageFormat, figures: Figures, accent: Colour, saver: bool) -> Iterator[Shape]:
    """A picture on the book's colour, title and subtitle below it, credits and version at the foot."""
    width, height = page.size.width, page.size.height
    side, fonts, air = page.inner, figures.fonts, height * _AIR
    size = shrunk_size(book.title, width - 2 * side, DISPLAY, page.body * 4.6, fonts)
    cap = fonts[DISPLAY].cap_height * size * MM_PER_POINT
    lettering = Lettering(page.body * 1.1, INK, leading=1.36)
    lead = _set(book.subtitle, Box(side, 0, width - side, height / 5), lettering, fonts)
    small = figures.label
    version = Text(width - side, height - page.bottom + 4, book.version, TEXT, small, QUIET, "end")
    room = width - 2 * side - fonts[TEXT].width(f"  {book.version}", small)
    designer = _CLAUSE.split(book.credits)[0]  # the chapter on credits has the rest
    box = Box(side, 0, side + room, height / 8)
    credits = _set(designer, box, Lettering(small, QUIET), fonts)
    foot = version.y - (credits[-1].y - credits[0].y)
    # The picture gives way where the words need more than is usual below it.
    below = max(0.75 * air, 0.32 * size * MM_PER_POINT)
    words = cap + below + bounds(lead, fonts).bottom + 2 * air
    band = Box(0, 0, width, min(height * 0.64, foot - words))
    frame = rectangle(band.grown(Insets.even(-_FRAME)))
    ground = () if saver else (Path(rectangle(band), fill=accent),)
    line = Stroke(accent if saver else accent.mixed(TINT, 0.45), 0.5)
    yield Group((*ground, Path(frame, stroke=line)), role="background")
    shapes, tall = figures.drawn(book.cover, width - 2 * side, band.height - 2 * side)
    yield Group(shapes, Transform.moved(side, (band.height - tall) / 2), role="figure", alt=book.cover.alt)
    y = band.bottom + air + cap
    yield Group((Text(side, y, book.title, DISPLAY, size, accent),), role="heading", name=COVER)
    yield Group(lead, Transform.moved(0, y + below), role="paragraph")
    yield Group(credits, Transform.moved(0, foot - credits[0].y), role="paragraph")
    yield Group((version,), role="paragraph")


def _set(text: str, box: Box, lettering: Lettering, fonts: FontBook) -> tuple[Text, ...]:
    """Its lines, each with a space at its end that shows nothing, so that who reads the file gets whole words."""
    lines = fitted(literal(text), box, lettering, fonts).shapes
    return tuple(replace(line, text=f"{line.text} ") for line in lines if isinstance(line, Text))
