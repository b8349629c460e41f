"""A book set in pages: strips stacked into faces that are imposed like cards, cover first, with contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import DISPLAY, TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, bounds, line, rectangle
from pnp.drawing.text import Lettering, fitted, literal, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Transform, Trim
from pnp.rulebook.blocks import Book, Panel
from pnp.rulebook.figures import Figures
from pnp.rulebook.format import HAIRLINE, INK, QUIET, TINT, PageFormat
from pnp.rulebook.inline import Type, Words
from pnp.rulebook.scale import Types
from pnp.rulebook.setter import Setter
from pnp.rulebook.strips import ALWAYS, Entry, Part, Strip
from pnp.units import MM_PER_POINT

_GROWTH = 0.6  # of the air above slabs, that a page may add to be full
_WHITE = 2000.0  # what a page that is wholly empty would cost
_CUT_EDGE = 2.0
_LOOKS = {"example": 1.0, "summary": 1.0, "note": 0.0}
COVER = "title"
"""What the cover's title is called, for links to lead to."""
_CLAUSE = re.compile(r"[.,;](?: |$)| \((?=[^)]*[.,;] )")
_FIRST = 2  # the cover is page 1
_FRAME = 5.0  # mm: the cover's line inside its edge
_AIR = 0.038  # of a cover's height, above and below its title


@frozen
class PageOfBook:
    """One page: its number from 1, its face, and the headings on it."""

    number: int
    face: Face
    entries: tuple[Entry, ...]
    anchors: tuple[str, ...]


def begun(strips: Sequence[Strip], depth: float) -> list[int]:
    """Where each page of that depth begins, so that white and bad breaks of the whole book cost least.

    A page is never higher than the depth, unless one slab is. Slabs that may not begin a page (NEVER) do so only
    where all before them back to the last that may fill more than a page.
    """
    best: list[tuple[float, int]] = [(0.0, len(strips))] * (len(strips) + 1)
    for start in range(len(strips) - 1, -1, -1):
        fills = list(_fills(strips, start, depth))
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
    """Every end of a page that begins there, and the white left once its air has grown; at least one slab."""
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


@frozen(slots=False)
class Composer:
    """Puts slabs on pages of one format; `first` is the number of the first of them."""

    book: Book
    page: PageFormat
    words: Words
    head: Type
    accent: Type
    first: int

    def pages(self, strips: Sequence[Strip], starts: Sequence[int]) -> list[PageOfBook]:
        """The pages that begin with those slabs."""
        ends = [*starts[1:], len(strips)]
        chapter = ""
        pages = []
        for number, (start, end) in enumerate(zip(starts, ends), self.first):
            content = list(strips[start:end])
            if content[0].head is not None:
                content.insert(0, replace(content[0].head, role="marks", within=()))
            chapters = [strip.entry.text for strip in content if strip.entry and strip.entry.level == 1]
            chapter = chapter if not chapters else chapters[0]
            pages.append(self._page(number, content, chapter, end == len(strips)))
            chapter = chapters[-1] if chapters else chapter
        return pages

    def _page(self, number: int, strips: Sequence[Strip], chapter: str, last: bool) -> PageOfBook:
        left = self.left(number)
        tops = self._tops(strips, last)
        shapes = [
            *self._panels(strips, tops, left),
            *self._content(strips, tops, left),
            *self._running(number, chapter),
        ]
        face = Face(f"{self.book.game}/rules/page-{number}", Trim(self.page.size, bleed=0.0, safe=0.0), tuple(shapes))
        entries = tuple(strip.entry for strip in strips if strip.entry)
        return PageOfBook(number, face, entries, tuple(strip.anchor for strip in strips if strip.anchor))

    def left(self, number: int) -> float:
        """Where text begins: odd pages lie right of the fold."""
        return (self.page.inner if number % 2 else self.page.outer) + self.page.gutter

    def _tops(self, strips: Sequence[Strip], last: bool) -> list[float]:
        """From the page's top to each slab's; the air between them grows a little where the page is nearly full."""
        natural = fsum(strip.height for strip in strips) + fsum(strip.space for strip in strips[1:])
        air = fsum(strip.space for strip in strips[1:])
        white = self.page.depth - natural
        growth = 0.0 if last or not air or white > 0.25 * self.page.depth else min(_GROWTH, white / air)
        tops, y = [], self.page.top
        for at, strip in enumerate(strips):
            y += strip.space * (1 + growth) if at else 0.0
            tops.append(y)
            y += strip.height
        return tops

    def _content(self, strips: Sequence[Strip], tops: Sequence[float], left: float) -> Iterator[Shape]:
        placed = [
            (strip, Group(strip.shapes, Transform.moved(left, top))) for strip, top in zip(strips, tops) if strip.shapes
        ]
        yield from _grouped(placed, 0)

    def _panels(self, strips: Sequence[Strip], tops: Sequence[float], left: float) -> Iterator[Shape]:
        for key, group in groupby(zip(strips, tops), key=lambda pair: id(pair[0].panel)):
            members = list(group)
            panel = members[0][0].panel
            if panel is not None and key:
                top, bottom = members[0][1], members[-1][1] + members[-1][0].height
                # Where a panel is cut, its ground reaches a little beyond its words.
                top -= _CUT_EDGE if members[0][0].shapes else 0.0
                bottom += _CUT_EDGE if members[-1][0].shapes else 0.0
                yield self._panel(panel, Box(left, top, left + self.page.measure, bottom))

    def _panel(self, panel: Panel, box: Box) -> Group:
        ground = Path(rectangle(box, 1.5), fill=TINT)
        bar = Path(rectangle(Box(box.left, box.top, box.left + 1.1, box.bottom)), fill=self.accent.colour)
        shapes = (ground, bar) if _LOOKS[panel.look] else (ground,)
        return Group(shapes, role="background")

    def _running(self, number: int, chapter: str) -> Iterator[Shape]:
        """Game and chapter above, the number below; on the outer side of the page."""
        page, type_ = self.page, self.head
        odd = number % 2 == 1
        start, end = (page.inner, page.size.width - page.outer) if odd else (page.outer, page.size.width - page.inner)
        font = type_.font(False, True)
        y = page.top - 6.2
        words = chapter if odd else self.book.title
        anchor, x = ("end", end) if odd else ("start", start)
        shapes: list[Shape] = [Path(line(start, y + 1.6, end, y + 1.6), stroke=Stroke(HAIRLINE, 0.2))]
        if words:
            shapes.append(Text(x, y, words, font, type_.size, QUIET, anchor))  # type: ignore[arg-type]
        foot = page.size.height - page.bottom + 8.6
        shapes.append(Text(x, foot, str(number), type_.font(True, False), type_.size, self.accent.colour, anchor))  # type: ignore[arg-type]
        yield Group(tuple(shapes), role="marks")


def _grouped(placed: Sequence[tuple[Strip, Group]], depth: int) -> Iterator[Group]:
    """Slabs of one element in one group, which is what a reader aloud takes for a paragraph, in groups of what they
    stand in.
    """

    def part_of(pair: tuple[Strip, Group]) -> Part:
        strip = pair[0]
        return (*strip.within, (strip.role, strip.element))[depth]

    for (role, part), group in groupby(placed, key=part_of):
        members = list(group)
        first = members[0][0]
        if len(first.within) > depth:
            yield Group(tuple(_grouped(members, depth + 1)), role=role, part=part)
        else:
            shapes = tuple(shapes for _, shapes in members)
            yield Group(shapes, role=role, alt=first.alt, name=first.anchor or None, part=part)


def page_numbers(strips: Sequence[Strip], starts: Sequence[int], first: int) -> Mapping[str, int]:
    """Anchor to the page that it stands on."""
    ends = [*starts[1:], len(strips)]
    return {
        strip.anchor: number
        for number, (start, end) in enumerate(zip(starts, ends), first)
        for strip in strips[start:end]
        if strip.anchor
    }


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
    strips = setter.strips()
    starts = begun(strips, page.depth)
    pages = page_numbers(strips, starts, _FIRST)
    composer = Composer(book, page, words, types.small, types.number, _FIRST)
    return (
        _cover(book, page, figures, accent, saver),
        *composer.pages([setter.numbered(s, pages) for s in strips], starts),
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
