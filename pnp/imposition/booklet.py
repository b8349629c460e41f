"""Plans the sheets of a book from its pages, two pages a side, to fold and staple."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pnp.drawing.colour import BLACK
from pnp.drawing.cut_paths import FOLD
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, line
from pnp.errors import Finding, UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.imposition.free import Drawn, Place, cut_off, drawn, small_print, taken
from pnp.imposition.grid import PAPER_EDGE
from pnp.imposition.impose import in_order
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import DUPLEXINGS, Item, Page, Placement, SheetPlan
from pnp.language.wording import passage

BookletSides = Literal["duplex-short", "duplex-long", "fronts-then-backs"]
Two = tuple[int | None, int | None]

_HOW_TO_PRINT: Mapping[BookletSides, str] = {
    "duplex-short": passage("Print at 100 % on both sides of the paper, turning it over on the short edge."),
    "duplex-long": passage("Print at 100 % on both sides of the paper, turning it over on the long edge."),
    "fronts-then-backs": passage(
        "Print all outsides at 100 %, turn the pile over on the long edge, put it back into the printer and print the "
        "insides."
    ),
}

_PAGES_A_SHEET = 4
_ROUNDING = 0.01
_MARK = Stroke(BLACK, 0.15)
_OFF, _SHORTEST_MARK, _LONGEST_MARK = 0.5, 1.2, 5.0
_OFF_FOLD = 1.5  # what staples and their wire take
_LINE_SIZE, _LINE_DEPTH = 5.5, 2.4
_ADVICE_SIZE, _ADVICE_DEPTH = 6.0, 8.0
_BACK_SIZE, _BACK_WIDTH, _BACK_DEPTH, _BACK_FOOT = 7.0, 84.0, 16.0, 13.0


@frozen
class BookletOptions:
    """How a booklet is printed and bound; lengths in millimetres, the paper upright.

    `margin` is what printers leave white. At most `most_sheets` are nested in one signature; a longer book is bound
    from several. `thickness` is the paper's: each sheet pushes the next one out by so much. With `back_cover` the last
    page stays the last when blank pages are added.
    """

    paper: Size
    margin: float = 5.0
    sides: BookletSides = "duplex-short"
    most_sheets: int = 10
    thickness: float = 0.1
    back_cover: bool = False


@frozen
class _Sheet:
    """One sheet: its number, that of its signature, how many sheets lie around it, and the places in the book of its
    pages left and right of the fold, outside and inside; None for a blank one.
    """

    number: int
    signature: int
    depth: int
    outside: Two
    inside: Two


@frozen(slots=False)
class _Book:
    """What all sheets of a booklet have in common."""

    pages: Sequence[Face]
    options: BookletOptions
    sheet_label: SheetLabel
    fonts: FontBook
    boxes: Drawn
    bundles: tuple[int, ...]

    @property
    def paper(self) -> Size:
        return self.options.paper.turned()

    @property
    def trim(self) -> Trim:
        return self.pages[0].trim


def booklet(
    name: str, pages: Sequence[Face], options: BookletOptions, sheet_label: SheetLabel, fonts: FontBook
) -> SheetPlan:  # fmt: skip
    """The sheets of a stapled book; `pages` are in reading order and all of one trim, `name` is the file's.

    Blank pages fill up the last sheet: after the last page, or before it if it is a back cover. Pages move towards
    the fold as far as the sheets around them push theirs out. The outside of the first sheet tells how to print,
    fold and staple where the book leaves room for it. Raises UsageError when two pages do not lie side by side on
    the paper, ValueError for pages of several sizes.
    """
    if len({page.trim for page in pages}) != 1:
        raise ValueError(f"{name}: a booklet is made of pages of one size")
    book = _Book(pages, options, sheet_label, fonts, drawn(pages, fonts), signatures(len(pages), options.most_sheets))
    if not _fits(book.trim.size, options.paper):
        raise UsageError(_too_large(name, book))
    sheets = [_sides(sheet, book) for sheet in _sheets(book)]
    plan = SheetPlan(book.paper, options.sides, len(sheets), in_order(sheets, options.sides), _PAGES_A_SHEET)
    return replace(plan, notes=tuple(_notes(name, plan, book)))


def signatures(count: int, most_sheets: int) -> tuple[int, ...]:
    """How many sheets each signature of a book of `count` pages has: as few signatures as can be, alike in size."""
    sheets = math.ceil(count / _PAGES_A_SHEET)
    bundles = math.ceil(sheets / most_sheets)
    each, rest = divmod(sheets, bundles)
    return tuple(each + 1 if at < rest else each for at in range(bundles))


def _sheets(book: _Book) -> Iterator[_Sheet]:
    """Every sheet, the outermost of each signature first."""
    count, room = len(book.pages), _PAGES_A_SHEET * sum(book.bundles)
    last = count - 1 if book.options.back_cover else count
    order: list[int | None] = [*range(last), *[None] * (room - count), *range(last, count)]
    begin, number = 0, 1
    for signature, sheets in enumerate(book.bundles, 1):
        end = begin + _PAGES_A_SHEET * sheets
        for depth in range(sheets):
            first, after = begin + 2 * depth, end - 2 * depth
            yield _Sheet(
                number + depth, signature, depth, (order[after - 1], order[first]), (order[first + 1], order[after - 2])
            )
        begin, number = end, number + sheets


def _sides(sheet: _Sheet, book: _Book) -> tuple[Page, Page]:
    """Outside and inside; the inside stands on its head where the sheet is turned over its long edge."""
    outside = _side(sheet, "front", book)
    inside = _side(sheet, "back", book)
    return outside, inside if DUPLEXINGS[book.options.sides].flip == "short" else _turned(inside, book.paper)


def _side(sheet: _Sheet, side: Literal["front", "back"], book: _Book) -> Page:
    paper, size = book.paper, book.trim.size
    inwards = sheet.depth * book.options.thickness
    left, right = sheet.outside if side == "front" else sheet.inside
    out = min(book.trim.bleed, paper.width / 2 - size.width + inwards)
    edge = min(book.trim.bleed, (paper.height - size.height) / 2)
    # Each page is cut at the fold, where the one beside it begins.
    fold = 0.0 if left is None or right is None else -inwards
    x, y = size.width / 2 - inwards, paper.height / 2
    placements = []
    if left is not None:
        placements.append(_placed(book.pages[left], paper.width / 2 - x, y, Insets(out, edge, fold, edge)))
    if right is not None:
        placements.append(_placed(book.pages[right], paper.width / 2 + x, y, Insets(fold, edge, out, edge)))
    page = Page(sheet.number, side, tuple(placements))
    box = Box(paper.width / 2 - x - size.width / 2, y - size.height / 2, 0, y + size.height / 2)
    box = replace(box, right=paper.width - box.left)
    return replace(page, marks=_marks(box, book), stamps=tuple(_print(sheet, page, book)))


def _placed(page: Face, x: float, y: float, bleed: Insets) -> Placement:
    return Placement(Item(page.id, 1, page.trim, page.id, None), "front", x, y, 0.0, bleed)


def _turned(page: Page, paper: Size) -> Page:
    """The whole page on its head."""
    over = Transform.rotated(180).then(Transform.moved(paper.width, paper.height))
    placements = tuple(_placement_turned(placement, paper) for placement in page.placements)
    marks, stamps = (
        (Group(shapes, over),) if shapes else () for shapes in (page.marks, page.stamps)
    )  # fmt: skip
    return replace(page, placements=placements, marks=marks, stamps=stamps)


def _placement_turned(placement: Placement, paper: Size) -> Placement:
    bleed = placement.bleed
    turned = Insets(bleed.right, bleed.bottom, bleed.left, bleed.top)
    place = (paper.width - placement.cx, paper.height - placement.cy, (placement.rotation + 180) % 360)
    return Placement(placement.item, placement.side, *place, turned)


def _marks(box: Box, book: _Book) -> tuple[Shape, ...]:
    """Cut marks at the corners of the two pages and ticks at the ends of the fold, where paper is left for them."""
    paper, off = book.paper, book.trim.bleed + _OFF
    fold = [(paper.width / 2, *span) for span in _spans(box.top, box.bottom, paper.height, _OFF)]
    upright = [(x, *span) for x in (box.left, box.right) for span in _spans(box.top, box.bottom, paper.height, off)]
    level = [(y, *span) for y in (box.top, box.bottom) for span in _spans(box.left, box.right, paper.width, off)]
    shapes = [Path(line(x, begin, x, end), stroke=FOLD) for x, begin, end in fold]
    shapes += [Path(line(x, begin, x, end), stroke=_MARK) for x, begin, end in upright]
    shapes += [Path(line(begin, y, end, y), stroke=_MARK) for y, begin, end in level]
    return (Group(tuple(shapes), role="marks"),) if shapes else ()


def _spans(near: float, far: float, length: float, off: float) -> Iterator[tuple[float, float]]:
    """Where marks begin and end before and behind a trim; none where they would be too short to see."""
    for trim, edge, out in ((near, PAPER_EDGE, -1), (far, length - PAPER_EDGE, 1)):
        reach = min(_LONGEST_MARK, abs(edge - trim) - off) if (edge - trim) * out > 0 else 0.0
        if reach >= _SHORTEST_MARK:
            yield trim + out * off, trim + out * (off + reach)


def _print(sheet: _Sheet, page: Page, book: _Book) -> Iterator[Group]:
    """Which sheet this is, in small print along the fold; on the first outside also how to make the booklet."""
    occupied = list(taken(page.placements, book.boxes))
    wording, outside = book.sheet_label.wording, page.side == "front"
    side = wording("outside") if outside else wording("inside")
    words = [
        f"{book.sheet_label.title} {book.sheet_label.version}", book.sheet_label.contents,
        wording("sheet {number} of {count}", number=sheet.number, count=sum(book.bundles)),
    ]  # fmt: skip
    if len(book.bundles) > 1:
        words.append(wording("bundle {number} of {count}", number=sheet.signature, count=len(book.bundles)))
    strips = _strips(book, _OFF_FOLD, _LINE_DEPTH)
    if named := small_print(strips, " · ".join((*words, side)), _LINE_SIZE, occupied, book.fonts):
        yield named
    if sheet.number == 1 and outside:
        advice, strips = _advice(book), _strips(book, _OFF_FOLD + _LINE_DEPTH, _ADVICE_DEPTH)
        told = small_print((_foot(book),), advice, _BACK_SIZE, occupied, book.fonts)
        if told := told or small_print(strips, advice, _ADVICE_SIZE, occupied, book.fonts):
            yield told


def _strips(book: _Book, off: float, depth: float) -> tuple[Place, ...]:
    """Strips along the fold, left and right of it, as long as a printer prints and the pages are high."""
    paper, options = book.paper, book.options
    length = min(book.trim.size.height, paper.height - 2 * options.margin) - 2
    top, bottom, fold = (paper.height - length) / 2, (paper.height + length) / 2, paper.width / 2
    left, right = Box(fold - off - depth, top, fold - off, bottom), Box(fold + off, top, fold + off + depth, bottom)
    return Place(left, 90), Place(right, 270)


def _foot(book: _Book) -> Place:
    """The foot of the page left of the fold, which is free where the booklet ends with a blank page."""
    size, paper = book.trim.size, book.paper
    width = min(_BACK_WIDTH, size.width - 20)
    middle, bottom = paper.width / 2 - size.width / 2, (paper.height + size.height) / 2 - _BACK_FOOT
    return Place(Box(middle - width / 2, bottom - _BACK_DEPTH, middle + width / 2, bottom))


def _advice(book: _Book) -> str:
    """How to print, fold and staple, as a few sentences."""
    wording = book.sheet_label.wording
    turn = wording(_HOW_TO_PRINT[book.options.sides])
    ends = [sum(book.bundles[: at + 1]) for at in range(len(book.bundles))]
    if ends == [1]:
        bind = wording("Fold the sheet in the middle, this side out.")
    elif len(ends) == 1:
        bind = wording(
            "Lay the sheets in order, 1 at the bottom with this side down and {last} on top; staple twice in the "
            "middle and fold there.", last=ends[0],
        )  # fmt: skip
    else:
        spans = zip(ends, book.bundles)
        bundles = [wording("{first} to {last}", first=end - count + 1, last=end) for end, count in spans]
        bind = wording(
            "Make bundles of sheets {bundles}, each with its first sheet at the bottom, outside down; staple each in "
            "the middle, fold it and glue the bundles back to back.", bundles=", ".join(bundles),
        )  # fmt: skip
    return f"{turn} {bind}"


def _notes(name: str, plan: SheetPlan, book: _Book) -> Iterator[Finding]:
    yield from cut_off(name, book.pages, plan, book.options.margin, book.boxes)
    if len(plan.pages[0].stamps) < 2:
        yield Finding(
            "warning", "no-room", name,
            "there is no room on the outside of sheet 1 for how to print and fold it; leave the book's last page blank",
        )  # fmt: skip


def _fits(size: Size, paper: Size) -> bool:
    """Whether two pages lie side by side on the paper when it lies on its side."""
    return 2 * size.width <= paper.height + _ROUNDING and size.height <= paper.width + _ROUNDING


def _too_large(name: str, book: _Book) -> str:
    size, paper = book.trim.size, book.paper
    start = f"{name}: two pages of {size.width:g} x {size.height:g} mm do not lie side by side on {paper.width:g} x "
    start += f"{paper.height:g} mm"
    fitting = [known for known, sheet in PAPERS.items() if _fits(size, sheet)]
    return (
        f"{start}; use --paper {fitting[0]}" if fitting else f"{start}, nor on any paper known here; set them smaller"
    )
