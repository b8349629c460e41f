"""A book set in pages: strips stacked into faces that are imposed like cards, cover first, with contents."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from math import inf

from pnp.drawing.colour import Colour
from pnp.drawing.face import CoverDesign, Face
from pnp.drawing.fonts import DISPLAY, TEXT, FontBook
from pnp.drawing.shapes import Anchor, Group, Path, Shape, Stroke, Symbol, Text, Use, bounds, line, polygon, rectangle
from pnp.drawing.text import FitError, Lettering, fitted, literal, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Transform, Trim
from pnp.typesetting.blocks import Book, ContentsEntry
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import HAIRLINE, INK, QUIET, TINT, PageFormat, Types
from pnp.typesetting.inline import InlineSetter
from pnp.typesetting.setter import BookSetter
from pnp.typesetting.strips import ALWAYS, NEVER, Stack, Stacks, Strip

_GROWTH = 0.6  # of the air above strips, that a page may add to be full
_WHITE = 2000.0  # what a page that is wholly empty would cost
_PAGE = 120.0  # what every page costs: a book should be short
_LEAST_LAST = 0.4  # of its depth, that the last page of a part should have
_CUT_EDGE = 2.0
COVER = "title"
"""What the cover's title is called, for links to lead to."""
_CLAUSE = re.compile(r"[.,;](?: |$)| \((?=[^)]*[.,;] )")
_FIRST = 2  # the cover is page 1
_FRAME = 5.0  # mm: the cover's line inside its edge
_PICTURE, _TALL_PICTURE = 0.64, 0.7  # of a cover's height, at most: a fan of cards, and what the artist drew
_AIR = 0.038  # of a cover's height, above and below its title
_EVEN = 0.5  # mm, to which the lines of a subtitle are evened out


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
    stacks = Stacks(strips)
    best = _best(stacks, depth, NEVER) or _best(stacks, depth, inf)
    starts, at = [], 0
    while at < len(strips):
        starts.append(at)
        at = best[at][1]
    return starts


def _best(stacks: Stacks, depth: float, most: float) -> list[tuple[float, int]]:
    """For each strip what the pages from it on cost, and where its page ends, if no page but the first begins with a
    strip of that price or more; nothing where that cannot be.
    """
    strips = stacks.strips
    best: list[tuple[float, int]] = [(inf, 0)] * len(strips) + [(0.0, len(strips))]
    for start in range(len(strips) - 1, -1, -1):
        if start and strips[start].penalty >= most:
            continue
        for page in stacks.fills(start, depth, most):
            price = _price(strips, page, depth) + best[page.end][0]
            if price < best[start][0]:
                best[start] = price, page.end
    return best if best[0][0] < inf else []


def _price(strips: Sequence[Strip], page: Stack, depth: float) -> float:
    """What a page costs: its white once its air has grown, where it ends, and the cuts between its columns."""
    white = max(0.0, depth - page.height - page.air * _GROWTH) / depth
    if page.end == len(strips) or strips[page.end].penalty == ALWAYS:
        nearly_empty = max(0.0, white - (1 - _LEAST_LAST)) / _LEAST_LAST
        return _PAGE + page.price + _WHITE * (0.02 * white + nearly_empty)
    return _PAGE + page.price + _WHITE * white**2 + strips[page.end].penalty


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
    strips = list(_without_long_contents(setter.strips(), page.depth))
    starts = page_starts(strips, page.depth)
    text = [strips[start:end] for start, end in zip(starts, [*starts[1:], len(strips)])]
    contents = [page for own in text for page in (own, *([each.plate] for each in own if each.plate))]
    numbers = {strip.anchor: number for number, own in enumerate(contents, _FIRST) for strip in own if strip.anchor}
    cover = PageOfBook(
        1, page_face(book, 1, page, tuple(_cover_shapes(book, page, illustrator, accent, saver, design)))
    )
    composed = _Composer(book, page, types, saver).pages(
        [[setter.numbered(strip, numbers) for strip in own] for own in contents]
    )
    return (cover, *composed)


def _without_long_contents(strips: Sequence[Strip], depth: float) -> Iterator[Strip]:
    """The strips, with chapters alone in the contents, which then need no air between them, where there is no room for
    more below the book's first words.
    """
    ends = [at for at, strip in enumerate(strips, 1) if strip.lists]
    *_, page = Stacks(strips[: ends[-1]]).fills(0, inf) if ends else [Stack(0.0, 0.0, 0)]
    for strip in strips:
        if page.height <= depth or strip.lists is None:
            yield strip
        elif strip.lists.level == 1:
            yield replace(strip, space=0.0)


@frozen
class _Placed:
    """A strip and where its top left stands."""

    strip: Strip
    x: float
    y: float

    def moved(self, x: float) -> _Placed:
        return replace(self, x=self.x + x)


@frozen(slots=False)
class _Composer:
    """Puts strips on pages of one format."""

    book: Book
    page: PageFormat
    types: Types
    saver: bool

    def pages(self, contents: Sequence[list[Strip]]) -> Iterator[PageOfBook]:
        """The pages after the cover, whose strips are those."""
        chapter = ""
        for number, own in enumerate(contents, _FIRST):
            is_last = number == _FIRST + len(contents) - 1
            chapters = [strip.entry.text for strip in own if strip.entry and strip.entry.level == 1]
            begins = own[0].entry is not None and own[0].entry.level == 1
            yield self._page(number, own, chapters[0] if begins else chapter, is_last)
            chapter = chapters[-1] if chapters else chapter

    def _page(self, number: int, strips: Sequence[Strip], chapter: str, is_last: bool) -> PageOfBook:
        """Odd pages lie right of the fold."""
        left = self.page.inner if number % 2 else self.page.outer
        is_plate = len(strips) == 1 and strips[0].role == "figure" and strips[0].height == self.page.depth
        placed = [each.moved(left) for each in self._placed(strips, is_last)]
        # What is set again on top of a page or column is nothing to be read: it stands before all that is.
        placed.sort(key=lambda each: each.strip.role != "marks")
        shapes = (*self._panels(placed), *_grouped([each for each in placed if each.strip.shapes], 0))
        entries = tuple(strip.entry for strip in strips if strip.entry)
        anchors = tuple(strip.anchor for strip in strips if strip.anchor)
        face = page_face(self.book, number, self.page, (*shapes, *self._running(number, chapter, is_plate)))
        return PageOfBook(number, face, entries, anchors)

    def _placed(self, strips: Sequence[Strip], is_last: bool) -> Iterator[_Placed]:
        """Every strip of a page in its place; the air between them grows a little where the page is nearly full."""
        stacks = Stacks(strips)
        *_, page = stacks.fills(0, inf)
        white = self.page.depth - page.height
        growth = 0.0 if is_last or not page.air or white > 0.25 * self.page.depth else min(_GROWTH, white / page.air)
        y = self.page.top
        for start, end in stacks.runs():
            column = strips[start].column
            y += strips[start].space * (1 + growth) if start else 0.0
            if column is None:
                head = strips[start].on_top() if start == 0 else None
                yield from _stacked(strips[start:end], 0.0, y, growth, head)
                y += strips[start].height + (head.height if head else 0.0)
                continue
            both = stacks.balanced(start, end)
            height = both.height + both.air * growth
            for x, (top, below) in ((0.0, (start, both.end)), (column.step, (both.end, end))):
                own = stacks.single(top, below)
                spread = (height - own.height) / own.air if own.air else 0.0
                head = strips[top].on_top() if top < below else None
                yield from _stacked(strips[top:below], x, y, spread if spread <= _GROWTH else growth, head)
            y += height

    def _panels(self, placed: Sequence[_Placed]) -> Iterator[Shape]:
        """The grounds of panels, to save ink only outlines; where one is cut, it reaches a little beyond its words."""
        for _, group in groupby(placed, key=lambda each: (id(each.strip.panel), each.x)):
            members = list(group)
            first, last = members[0], members[-1]
            if first.strip.panel is not None:
                top, bottom = first.y, last.y + last.strip.height
                top -= _CUT_EDGE if first.strip.shapes else 0.0
                bottom += _CUT_EDGE if last.strip.shapes else 0.0
                column = first.strip.column
                right = first.x + (column.width if column else self.page.measure)
                look = {"stroke": Stroke(HAIRLINE, 0.25)} if self.saver else {"fill": TINT}
                ground = Path(rectangle(Box(first.x, top, right, bottom), 1.5), **look)
                bar = Path(rectangle(Box(first.x, top, first.x + 1.1, bottom)), fill=self.types.number.colour)
                bars = () if first.strip.panel.look == "note" else (bar,)
                goes_on = [each for each, is_cut in ((top, first.strip.shapes), (bottom, last.strip.shapes)) if is_cut]
                arrows = (self._arrow(right, y) for y in goes_on)
                yield Group((ground, *bars, *arrows), role="background")

    def _arrow(self, x: float, y: float) -> Path:
        """What shows, at the right of a panel's edge, that it goes on there."""
        return Path(polygon([(x - 6, y - 0.9), (x - 3, y - 0.9), (x - 4.5, y + 0.9)]), fill=self.types.number.colour)

    def _running(self, number: int, chapter: str, is_plate: bool) -> tuple[Group, Group]:
        """Game and chapter above, or the game alone in a book without chapters, but for a plate; the number below; on
        the outer side of the page.
        """
        page, small = self.page, self.types.small
        odd = number % 2 == 1
        start, end = (page.inner, page.size.width - page.outer) if odd else (page.outer, page.size.width - page.inner)
        anchor: Anchor = "end" if odd else "start"
        x, words = (end, chapter or self.book.title) if odd else (start, self.book.title)
        y, foot = page.top - 6.2, page.size.height - page.bottom + 8.6
        rule = Path(line(start, y + 1.6, end, y + 1.6), stroke=Stroke(HAIRLINE, 0.2))
        head = Text(x, y, words, small.font(italic=True), small.size, QUIET, anchor)
        above = () if is_plate else (rule, head)
        below = Text(x, foot, str(number), small.font(bold=True), small.size, self.types.number.colour, anchor)
        return Group(above, role="marks"), Group((below,), role="marks")


def _stacked(strips: Sequence[Strip], x: float, y: float, growth: float, head: Strip | None) -> Iterator[_Placed]:
    """Strips below each other from there on, the air between them grown by so much of it."""
    for at, strip in enumerate([head, *strips] if head else strips):
        y += strip.space * (1 + growth) if at and strip is not strips[0] else 0.0
        yield _Placed(strip, x, y)
        y += strip.height


def _grouped(placed: Sequence[_Placed], depth: int) -> Iterator[Group]:
    """Strips of one element in one group, which is what a reader aloud takes for a paragraph, in groups of what they
    stand in.
    """
    keyed = groupby(placed, key=lambda each: (*each.strip.within, (each.strip.role, each.strip.element))[depth])
    for (role, part), group in keyed:
        members = list(group)
        first = members[0].strip
        if len(first.within) > depth:
            yield Group(tuple(_grouped(members, depth + 1)), role=role, part=part)
        else:
            shapes = tuple(Group(each.strip.shapes, Transform.moved(each.x, each.y)) for each in members)
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
    lead = _evened(book.subtitle, Box(side, 0, width - side, height / 5), lettering, fonts)
    small = illustrator.label
    version = Text(width - side, height - page.bottom + 4, book.version, TEXT, small, quiet, "end")
    room = width - 2 * side - fonts[TEXT].width(f"  {book.version}", small)
    designer = _CLAUSE.split(book.credits)[0]  # the chapter on credits has the rest
    credits = _set(designer, Box(side, 0, side + room, height / 8), Lettering(small, quiet), fonts)
    foot = version.y - (credits[-1].y - credits[0].y if credits else 0.0)
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
    if credits:
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


def _evened(text: str, box: Box, lettering: Lettering, fonts: FontBook) -> tuple[Text, ...]:
    """The same in as few lines, as even as can be."""
    lines = _set(text, box, lettering, fonts)
    narrow, wide = box.width / max(1, len(lines)), box.width
    while len(lines) > 1 and wide - narrow > _EVEN:
        middle = (narrow + wide) / 2
        tried = _set(text, replace(box, right=box.left + middle), lettering, fonts)
        if len(tried) > len(lines) or tried[0].size < lines[0].size:
            narrow = middle
        else:
            lines, wide = tried, middle
    return lines


def _set(text: str, box: Box, lettering: Lettering, fonts: FontBook) -> tuple[Text, ...]:
    """Its lines, each with a space at its end that shows nothing, so that who reads the file gets whole words.

    No word is parted where all of them fit whole and at full size.
    """
    try:
        lines = fitted(literal(text), box, replace(lettering, hyphenated=False), fonts).shapes
        is_full = all(isinstance(line, Text) and line.size == lettering.size for line in lines)
    except FitError:
        is_full = False
    if not is_full:
        lines = fitted(literal(text), box, lettering, fonts).shapes
    return tuple(replace(line, text=f"{line.text} ") for line in lines if isinstance(line, Text))
