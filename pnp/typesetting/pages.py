"""A book set in pages: strips stacked into faces that are imposed like cards, cover first, with contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.face import CoverDesign, Face
from pnp.drawing.fonts import DISPLAY, TEXT, FontBook
from pnp.drawing.shapes import Anchor, Group, Path, Shape, Stroke, Symbol, Text, Use, bounds, line, rectangle
from pnp.drawing.text import Lettering, fitted, literal, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Transform, Trim
from pnp.typesetting.blocks import Book, ContentsEntry
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import HAIRLINE, INK, QUIET, TINT, PageFormat, Types
from pnp.typesetting.inline import InlineSetter
from pnp.typesetting.setter import ALWAYS, BookSetter, Strip

_GROWTH = 0.6  # of the air above strips, that a page may add to be full
_WHITE = 2000.0  # what a page that is wholly empty would cost
_CUT_EDGE = 2.0
COVER = "title"
"""What the cover's title is called, for links to lead to."""
_CLAUSE = re.compile(r"[.,;](?: |$)| \((?=[^)]*[.,;] )")
_FIRST = 2  # the cover is page 1
_FRAME = 5.0  # mm: the cover's line inside its edge
_PICTURE, _TALL_PICTURE = 0.64, 0.7  # of a cover's height, at most: a fan of cards, and what the artist drew
_AIR = 0.038  # of a cover's height, above and below its title


@frozen
class PageOfBook:
    """One page: its number from 1, its face, and the headings on it."""

    number: int
    face: Face
    entries: tuple[ContentsEntry, ...] = ()
    anchors: tuple[str, ...] = ()


def page_face(book: Book, number: int, page: PageFormat, shapes: tuple[Shape, ...] = ()) -> Face:
    """The face of the page of that number; an empty one without shapes."""
    return Face(f"{book.game}/rules/page-{number}", Trim(page.size, bleed=0.0, safe=0.0), shapes)


def page_starts(strips: Sequence[Strip], depth: float) -> list[int]:
    """Where each page of that depth begins, so that white and bad breaks of the whole book cost least.

    A page is never higher than the depth, unless one strip is. Strips that may not begin a page (NEVER) do so only
    where all before them back to the last that may fill more than a page.
    """
    best: list[tuple[float, int]] = [(0.0, len(strips))] * (len(strips) + 1)
    for start in range(len(strips) - 1, -1, -1):
        fills = _fills(strips, start, depth)
        best[start] = min((_price(strips, end, white, depth) + best[end][0], end) for end, white in fills)
    starts, at = [], 0
    while at < len(strips):
        starts.append(at)
        at = best[at][1]
    return starts


def _price(strips: Sequence[Strip], end: int, white: float, depth: float) -> float:
    if end == len(strips) or strips[end].penalty == ALWAYS:
        return _WHITE * 0.02 * white / depth
    return _WHITE * (white / depth) ** 2 + strips[end].penalty


def _fills(strips: Sequence[Strip], start: int, depth: float) -> Iterator[tuple[int, float]]:
    """Every end of a page that begins there, and the white left once its air has grown; at least one strip."""
    head = strips[start].head
    used, air = (head.height if head else 0.0) + strips[start].height, 0.0
    for end in range(start + 1, len(strips) + 1):
        yield end, max(0.0, depth - used - air * _GROWTH)
        if end == len(strips) or strips[end].penalty == ALWAYS:
            return
        used += strips[end].space + strips[end].height
        air += strips[end].space
        if used > depth + 1e-6:
            return


def typeset(
    book: Book,
    page: PageFormat,
    fonts: FontBook,
    faces: Mapping[str, Face],
    saver: bool = False,
    design: CoverDesign | None = None,
) -> tuple[PageOfBook, ...]:
    """All pages of a book in order; the cover by its design, or with a picture on the book's colour, on white to save
    ink.

    FontError for a character without a glyph, KeyError for a missing face.
    """
    inline, accent = InlineSetter(fonts, faces, book.language), Colour.parse(book.colour)
    types = Types.of(page, accent)
    illustrator = Illustrator(faces, fonts, types.label, accent)
    setter = BookSetter(book, page, inline, illustrator, types)
    strips = setter.strips()
    starts = page_starts(strips, page.depth)
    text = [strips[start:end] for start, end in zip(starts, [*starts[1:], len(strips)])]
    contents = [page for own in text for page in (own, *([each.plate] for each in own if each.plate))]
    numbers = {strip.anchor: number for number, own in enumerate(contents, _FIRST) for strip in own if strip.anchor}
    cover = PageOfBook(
        1, page_face(book, 1, page, tuple(_cover_shapes(book, page, illustrator, accent, saver, design)))
    )
    composed = _Composer(book, page, types).pages(
        [[setter.numbered(strip, numbers) for strip in own] for own in contents]
    )
    return (cover, *composed)


@frozen(slots=False)
class _Composer:
    """Puts strips on pages of one format."""

    book: Book
    page: PageFormat
    types: Types

    def pages(self, contents: Sequence[list[Strip]]) -> Iterator[PageOfBook]:
        """The pages after the cover, whose strips are those."""
        chapter = ""
        for number, own in enumerate(contents, _FIRST):
            is_last = number == _FIRST + len(contents) - 1
            heads = [replace(own[0].head, role="marks", within=())] if own[0].head else []
            strips = [*heads, *own]
            chapters = [strip.entry.text for strip in strips if strip.entry and strip.entry.level == 1]
            yield self._page(number, strips, chapters[0] if chapters else chapter, is_last)
            chapter = chapters[-1] if chapters else chapter

    def _page(self, number: int, strips: Sequence[Strip], chapter: str, is_last: bool) -> PageOfBook:
        """Odd pages lie right of the fold."""
        left = (self.page.inner if number % 2 else self.page.outer) + self.page.gutter
        tops, is_plate = self._tops(strips, is_last), [strip.role for strip in strips] == ["figure"]
        placed = [
            (strip, Group(strip.shapes, Transform.moved(left, top))) for strip, top in zip(strips, tops) if strip.shapes
        ]
        shapes = (*self._panels(strips, tops, left), *_grouped(placed, 0), self._running(number, chapter, is_plate))
        entries = tuple(strip.entry for strip in strips if strip.entry)
        anchors = tuple(strip.anchor for strip in strips if strip.anchor)
        return PageOfBook(number, page_face(self.book, number, self.page, shapes), entries, anchors)

    def _tops(self, strips: Sequence[Strip], is_last: bool) -> list[float]:
        """From the page's top to each strip's; the air between them grows a little where the page is nearly full."""
        air = fsum(strip.space for strip in strips[1:])
        white = self.page.depth - (fsum(strip.height for strip in strips) + air)
        growth = 0.0 if is_last or not air or white > 0.25 * self.page.depth else min(_GROWTH, white / air)
        tops, y = [], self.page.top
        for at, strip in enumerate(strips):
            y += strip.space * (1 + growth) if at else 0.0
            tops.append(y)
            y += strip.height
        return tops

    def _panels(self, strips: Sequence[Strip], tops: Sequence[float], left: float) -> Iterator[Shape]:
        """The grounds of panels; where one is cut, it reaches a little beyond its words."""
        for _, group in groupby(zip(strips, tops), key=lambda pair: id(pair[0].panel)):
            members = list(group)
            (first, top), (last, bottom) = members[0], members[-1]
            if first.panel is not None:
                top -= _CUT_EDGE if first.shapes else 0.0
                bottom += last.height
                bottom += _CUT_EDGE if last.shapes else 0.0
                ground = Path(rectangle(Box(left, top, left + self.page.measure, bottom), 1.5), fill=TINT)
                bar = Path(rectangle(Box(left, top, left + 1.1, bottom)), fill=self.types.number.colour)
                yield Group((ground,) if first.panel.look == "note" else (ground, bar), role="background")

    def _running(self, number: int, chapter: str, is_plate: bool) -> Group:
        """Game and chapter above, but for a plate; the number below; on the outer side of the page."""
        page, small = self.page, self.types.small
        odd = number % 2 == 1
        start, end = (page.inner, page.size.width - page.outer) if odd else (page.outer, page.size.width - page.inner)
        anchor: Anchor = "end" if odd else "start"
        x, words = (end, chapter) if odd else (start, self.book.title)
        y, foot = page.top - 6.2, page.size.height - page.bottom + 8.6
        rule = Path(line(start, y + 1.6, end, y + 1.6), stroke=Stroke(HAIRLINE, 0.2))
        shapes: list[Shape] = [] if is_plate else [rule]
        if words and not is_plate:
            shapes.append(Text(x, y, words, small.font(italic=True), small.size, QUIET, anchor))
        shapes.append(Text(x, foot, str(number), small.font(bold=True), small.size, self.types.number.colour, anchor))
        return Group(tuple(shapes), role="marks")


def _grouped(placed: Sequence[tuple[Strip, Group]], depth: int) -> Iterator[Group]:
    """Strips of one element in one group, which is what a reader aloud takes for a paragraph, in groups of what they
    stand in.
    """
    keyed = groupby(placed, key=lambda pair: (*pair[0].within, (pair[0].role, pair[0].element))[depth])
    for (role, part), group in keyed:
        members = list(group)
        first = members[0][0]
        if len(first.within) > depth:
            yield Group(tuple(_grouped(members, depth + 1)), role=role, part=part)
        else:
            shapes = tuple(shapes for _, shapes in members)
            yield Group(shapes, role=role, alt=first.alt, name=first.anchor or None, part=part)


def _cover_shapes(
    book: Book, page: PageFormat, illustrator: Illustrator, accent: Colour, saver: bool, design: CoverDesign | None
) -> Iterator[Shape]:
    """A picture, title and subtitle below it, credits and version at the foot."""
    title, ink, quiet = (design.title, design.words, design.words) if design else (accent, INK, QUIET)
    width, height = page.size.width, page.size.height
    side, fonts, air = page.inner, illustrator.fonts, height * _AIR
    size = shrunk_size(book.title, width - 2 * side, DISPLAY, page.body * 4.6, fonts)
    cap = fonts[DISPLAY].cap_height * size * MM_PER_POINT
    lettering = Lettering(page.body * 1.1, ink, leading=1.36)
    lead = _set(book.subtitle, Box(side, 0, width - side, height / 5), lettering, fonts)
    small = illustrator.label
    version = Text(width - side, height - page.bottom + 4, book.version, TEXT, small, quiet, "end")
    room = width - 2 * side - fonts[TEXT].width(f"  {book.version}", small)
    designer = _CLAUSE.split(book.credits)[0]  # the chapter on credits has the rest
    credits = _set(designer, Box(side, 0, side + room, height / 8), Lettering(small, quiet), fonts)
    foot = version.y - (credits[-1].y - credits[0].y)
    # The picture gives way where the words need more than is usual below it.
    below = max(0.75 * air, 0.32 * size * MM_PER_POINT)
    words = cap + below + bounds(lead, fonts).bottom + 2 * air
    band = Box(0, 0, width, min(height * (_TALL_PICTURE if design else _PICTURE), foot - words))
    if design:
        whole = Box(0, 0, width, height - page.white)
        picture = Group(tuple(design.picture(band, whole)), clip=Path(rectangle(whole)))
        yield Group((Use(Symbol(COVER, (picture,), whole)),), role="figure", alt=book.cover.alt)
    else:
        yield from _fan(book, band, side, illustrator, accent, saver)
    y = band.bottom + air + cap
    yield Group((Text(side, y, book.title, DISPLAY, size, title),), role="heading", name=COVER)
    yield Group(lead, Transform.moved(0, y + below), role="paragraph")
    yield Group(credits, Transform.moved(0, foot - credits[0].y), role="paragraph")
    yield Group((version,), role="paragraph")


def _fan(book: Book, band: Box, side: float, illustrator: Illustrator, accent: Colour, saver: bool) -> Iterator[Shape]:
    """The book's picture on its colour."""
    frame = rectangle(band.grown(Insets.even(-_FRAME)))
    ground = () if saver else (Path(rectangle(band), fill=accent),)
    stroke = Stroke(accent if saver else accent.mixed(TINT, 0.45), 0.5)
    yield Group((*ground, Path(frame, stroke=stroke)), role="background")
    shapes, tall = illustrator.draw(book.cover, band.width - 2 * side, band.height - 2 * side)
    yield Group(shapes, Transform.moved(side, (band.height - tall) / 2), role="figure", alt=book.cover.alt)


def _set(text: str, box: Box, lettering: Lettering, fonts: FontBook) -> tuple[Text, ...]:
    """Its lines, each with a space at its end that shows nothing, so that who reads the file gets whole words."""
    lines = fitted(literal(text), box, lettering, fonts).shapes
    return tuple(replace(line, text=f"{line.text} ") for line in lines if isinstance(line, Text))
