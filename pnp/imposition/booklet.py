"""Plans the sheets of a book from its pages: two pages a side to fold and staple, or a zine of eight on one sheet."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pnp.drawing.colour import BLACK
from pnp.drawing.cut_paths import CUT, FOLD
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, line, rectangle
from pnp.errors import Finding, UsageError
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.imposition.grid import PAPER_EDGE
from pnp.imposition.impose import in_order
from pnp.imposition.marks import SheetLabel
from pnp.imposition.papers import PAPERS
from pnp.imposition.plan import DUPLEXINGS, Item, Page, Placement, SheetPlan
from pnp.imposition.stamp import DrawnBoxes, PrintArea, boxes_on, cut_off, drawn_boxes, small_print
from pnp.language.wording import passage

BookletSides = Literal["duplex-short", "duplex-long", "fronts-then-backs"]
PAGES = 8
"""Of a zine."""

_HOW_TO_PRINT: Mapping[BookletSides, str] = {
    "duplex-short": passage("Print at 100% on both sides of the paper, turning it over on the short edge."),
    "duplex-long": passage("Print at 100% on both sides of the paper, turning it over on the long edge."),
    "fronts-then-backs": passage(
        "Print all outsides at 100%, turn the pile over on the long edge, put it back into the printer and print the "
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
_BACK_SIZE, _BACK_WIDTH, _BACK_DEPTH = 9.5, 96.0, 36.0
# The lower row of a zine stands upright; the upper row stands on its head, so that its pages' tops meet those below.
_ROWS = ((7, 6, 5, 4), (8, 1, 2, 3))
_OFF_ZINE_FOLD, _ZINE_DEPTH, _ZINE_SIZES = 1.2, 4.6, (5.5, 5.0, 4.5)
# On the last page of a zine, where its words leave so much free: a drawing of the sheet, and words beside it.
_ZINE_BACK, _ZINE_BACK_SIZES, _DRAWING = Insets(-7.0, 0.0, -9.0, -14.0), (7.0, 6.5, 6.0), Size(24.0, 17.0)
_DRAWING_GAP, _WORDS_HEIGHT, _DRAWN_CUT = 3.0, 24.0, Stroke(BLACK, 0.5)


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
class _BookSheet:
    """One sheet: its number, that of its signature, how many sheets lie around it, and the places in the book of its
    pages left and right of the fold, outside (`front`) and inside (`back`); None for a blank one.
    """

    number: int
    signature: int
    depth: int
    front: tuple[int | None, int | None]
    back: tuple[int | None, int | None]


@frozen(slots=False)
class _Book:
    """What all sheets of a booklet have in common."""

    pages: Sequence[Face]
    options: BookletOptions
    sheet_label: SheetLabel
    fonts: FontBook
    boxes: DrawnBoxes
    signatures: tuple[int, ...]

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
    bundles = signatures(len(pages), options.most_sheets)
    book = _Book(pages, options, sheet_label, fonts, drawn_boxes(pages, fonts), bundles)
    if not _fits(book.trim.size, options.paper):
        raise UsageError(_too_large(name, book))
    sheets = [_sides(sheet, book) for sheet in _sheets(book)]
    plan = SheetPlan(book.paper, options.sides, len(sheets), in_order(sheets, options.sides), _PAGES_A_SHEET)
    notes = list(cut_off(name, pages, plan, options.margin, book.boxes))
    notes.append(Finding("note", "how-to-fold", name, _advice(book)))
    if len(plan.pages[0].stamps) < 2:
        message = "there is no room on the outside of sheet 1 for how to print and fold it; "
        notes.append(Finding("warning", "no-room", name, f"{message}leave the book's last page blank"))
    return replace(plan, notes=tuple(notes))


def signatures(count: int, most_sheets: int) -> tuple[int, ...]:
    """How many sheets each signature of a book of `count` pages has: as few signatures as can be, alike in size."""
    sheets = math.ceil(count / _PAGES_A_SHEET)
    bundles = math.ceil(sheets / most_sheets)
    each, rest = divmod(sheets, bundles)
    return tuple(each + 1 if at < rest else each for at in range(bundles))


def _sheets(book: _Book) -> Iterator[_BookSheet]:
    """Every sheet, the outermost of each signature first."""
    count, room = len(book.pages), _PAGES_A_SHEET * sum(book.signatures)
    last = count - 1 if book.options.back_cover else count
    order: list[int | None] = [*range(last), *[None] * (room - count), *range(last, count)]
    begin, number = 0, 1
    for signature, sheets in enumerate(book.signatures, 1):
        end = begin + _PAGES_A_SHEET * sheets
        for depth in range(sheets):
            first, final = begin + 2 * depth, end - 2 * depth - 1
            outside, inside = (order[final], order[first]), (order[first + 1], order[final - 1])
            yield _BookSheet(number + depth, signature, depth, outside, inside)
        begin, number = end, number + sheets


def _sides(sheet: _BookSheet, book: _Book) -> tuple[Page, Page]:
    """Outside and inside; the inside stands on its head where the sheet is turned over its long edge."""
    outside, inside = _side(sheet, "front", book), _side(sheet, "back", book)
    return outside, inside if DUPLEXINGS[book.options.sides].flip == "short" else _turned(inside, book.paper)


def _side(sheet: _BookSheet, side: Literal["front", "back"], book: _Book) -> Page:
    paper, size = book.paper, book.trim.size
    inwards = sheet.depth * book.options.thickness
    left, right = sheet.front if side == "front" else sheet.back
    out = min(book.trim.bleed, paper.width / 2 - size.width + inwards)
    edge = min(book.trim.bleed, (paper.height - size.height) / 2)
    # Each page is cut at the fold, where the one beside it begins.
    fold = 0.0 if left is None or right is None else -inwards
    x, y = size.width / 2 - inwards, paper.height / 2
    places = (left, paper.width / 2 - x, Insets(out, edge, fold, edge)), (
        right, paper.width / 2 + x, Insets(fold, edge, out, edge)
    )  # fmt: skip
    placements = (_placed(book.pages[at], cx, y, 0.0, bleed) for at, cx, bleed in places if at is not None)
    page = Page(sheet.number, side, tuple(placements))
    begin = paper.width / 2 - x - size.width / 2
    box = Box(begin, y - size.height / 2, paper.width - begin, y + size.height / 2)
    return replace(page, marks=_marks(box, book), stamps=tuple(_print(sheet, page, book)))


def _placed(page: Face, x: float, y: float, rotation: float, bleed: Insets) -> Placement:
    return Placement(Item(page.id, 1, page.trim, page.id, None), "front", x, y, rotation, bleed)


def _turned(page: Page, paper: Size) -> Page:
    """The whole page on its head."""

    def turned(placed: Placement) -> Placement:
        bleed = Insets(placed.bleed.right, placed.bleed.bottom, placed.bleed.left, placed.bleed.top)
        place = (paper.width - placed.cx, paper.height - placed.cy, (placed.rotation + 180) % 360)
        return Placement(placed.item, placed.side, *place, bleed)

    over = Transform.rotated(180).then(Transform.moved(paper.width, paper.height))
    return replace(page.mapped(over), placements=tuple(map(turned, page.placements)))


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


def _print(sheet: _BookSheet, page: Page, book: _Book) -> Iterator[Group]:
    """Which sheet this is, in small print along the fold; on the first outside also how to make the booklet."""
    occupied = list(boxes_on(page.placements, book.boxes))
    label, outside, several = book.sheet_label, page.side == "front", len(book.signatures)
    wording = label.wording
    words = [f"{label.title} {label.version}", label.contents]
    words += [wording("sheet {number} of {count}", number=sheet.number, count=sum(book.signatures))]
    words += [wording("bundle {number} of {count}", number=sheet.signature, count=several)] if several > 1 else []
    words += [wording("outside") if outside else wording("inside")]
    strips = _strips(book, _OFF_FOLD, _LINE_DEPTH)
    if named := small_print(strips, " · ".join(words), _LINE_SIZE, occupied, book.fonts):
        yield named
    if sheet.number == 1 and outside:
        advice, strips = _advice(book), _strips(book, _OFF_FOLD + _LINE_DEPTH, _ADVICE_DEPTH)
        tries = ((_foot(book),), _BACK_SIZE), (strips, _ADVICE_SIZE)
        prints = (small_print(areas, advice, size, occupied, book.fonts) for areas, size in tries)
        if told := next((made for made in prints if made), None):
            yield told


def _strips(book: _Book, off: float, depth: float) -> tuple[PrintArea, ...]:
    """Strips along the fold, left and right of it, as long as a printer prints and the pages are high."""
    paper, options = book.paper, book.options
    length = min(book.trim.size.height, paper.height - 2 * options.margin) - 2
    top, bottom, fold = (paper.height - length) / 2, (paper.height + length) / 2, paper.width / 2
    left, right = Box(fold - off - depth, top, fold - off, bottom), Box(fold + off, top, fold + off + depth, bottom)
    return PrintArea(left, 90), PrintArea(right, 270)


def _foot(book: _Book) -> PrintArea:
    """The middle of the page left of the fold, which is free where the booklet ends with a blank page."""
    size, paper = book.trim.size, book.paper
    width = min(_BACK_WIDTH, size.width - 20)
    return PrintArea(Box.around(paper.width / 2 - size.width / 2, paper.height / 2, Size(width, _BACK_DEPTH)))


def _advice(book: _Book) -> str:
    """How to print, fold and staple, as a few sentences."""
    wording = book.sheet_label.wording
    ends = [sum(book.signatures[: at + 1]) for at in range(len(book.signatures))]
    if ends == [1]:
        bind = wording("Fold the sheet in the middle, this side out.")
    elif len(ends) == 1:
        bind = wording(
            "Lay the sheets in order, 1 at the bottom with this side down and {last} on top; staple twice in the "
            "middle and fold there.", last=ends[0],
        )  # fmt: skip
    else:
        spans = zip(ends, book.signatures)
        bundles = [wording("{first} to {last}", first=end - count + 1, last=end) for end, count in spans]
        bind = wording(
            "Make bundles of sheets {bundles}, each with its first sheet at the bottom, outside down; staple each in "
            "the middle, fold it and glue the bundles back to back.", bundles=", ".join(bundles),
        )  # fmt: skip
    return f"{wording(_HOW_TO_PRINT[book.options.sides])} {bind}"


def _fits(size: Size, paper: Size) -> bool:
    """Whether two pages lie side by side on the paper when it lies on its side."""
    return 2 * size.width <= paper.height + _ROUNDING and size.height <= paper.width + _ROUNDING


def _too_large(name: str, book: _Book) -> str:
    size, paper = book.trim.size, book.paper
    start = f"{name}: two pages of {size.width:g} x {size.height:g} mm do not lie side by side on {paper.width:g} x "
    fitting = [known for known, sheet in PAPERS.items() if _fits(size, sheet)]
    mend = ", nor on any paper known here; set them smaller"
    if fitting:
        mend = f"; use --paper {fitting[0]}, or leave booklet out of --format"
    return f"{start}{paper.height:g} mm{mend}"


def zine_page(paper: Size) -> Size:
    """The size of each of the eight pages of an upright sheet: a quarter of its height by half of its width."""
    return Size(paper.height / 4, paper.width / 2)


def zine(
    name: str, pages: Sequence[Face], paper: Size, sheet_label: SheetLabel, fonts: FontBook, margin: float = 5.0
) -> SheetPlan:  # fmt: skip
    """One sheet, printed on one side, of eight pages in reading order; `name` is the file's, `margin` the printer's.

    The sheet is folded along all its lines, cut along the solid one, folded lengthwise and pushed together from its
    ends. Raises UsageError when there are not eight pages, ValueError for pages that do not fill the paper.
    """
    if len(pages) != PAGES:
        much = "shorten" if len(pages) > PAGES else "lengthen"
        raise UsageError(f"{name}: a zine has {PAGES} pages and this one has {len(pages)}; {much} its text")
    size, sheet = zine_page(paper), paper.turned()
    for page in pages:
        if max(abs(page.trim.size.width - size.width), abs(page.trim.size.height - size.height)) > _ROUNDING:
            raise ValueError(f"{name}: {page.id} is not {size.width:g} x {size.height:g} mm, as this paper wants it")
    placements = tuple(
        _placed(
            pages[number - 1], (column + 0.5) * size.width, (row + 0.5) * size.height, 0.0 if row else 180.0,
            Insets.even(0.0),
        )
        for row, numbers in enumerate(_ROWS) for column, number in enumerate(numbers)
    )  # fmt: skip
    boxes = drawn_boxes(pages, fonts)
    told = _zine_advice(list(boxes_on(placements, boxes)), sheet, margin, sheet_label, fonts)
    marks = (Group(tuple(_zine_lines(sheet)), role="marks"),)
    side = Page(1, "front", placements, marks, told)
    plan = SheetPlan(sheet, "fronts", 1, (side,), PAGES)
    notes = [
        *cut_off(name, pages, plan, margin, boxes),
        Finding("note", "how-to-fold", name, _how_to_fold(sheet_label)),
    ]
    if not told:
        message = "there is no room along the folds for how to fold it; leave a margin of 7 mm there"
        notes.append(Finding("warning", "no-room", name, message))
    return replace(plan, notes=tuple(notes))


def _zine_lines(sheet: Size) -> Iterator[Shape]:
    """Folds as dashes, the one cut as a line, all along the edges of the pages and short of the paper's."""
    half, near, far = sheet.height / 2, PAPER_EDGE, sheet.width - PAPER_EDGE
    quarter, three = sheet.width / 4, 3 * sheet.width / 4
    folds = [(x, near, x, sheet.height - PAPER_EDGE) for x in (quarter, sheet.width / 2, three)]
    folds += [(near, half, quarter, half), (three, half, far, half)]
    yield from (Path(line(*ends), stroke=FOLD) for ends in folds)
    yield Path(line(quarter, half, three, half), stroke=CUT)


def _how_to_fold(sheet_label: SheetLabel) -> str:
    """How to make a zine, in a sentence."""
    return sheet_label.wording(
        "Print at 100%, fold on every line, cut the solid one, fold lengthwise and push the ends together until the "
        "pages close."
    )


def _zine_advice(
    occupied: Sequence[Box], sheet: Size, margin: float, sheet_label: SheetLabel, fonts: FontBook
) -> tuple[Group, ...]:  # fmt: skip
    """How to fold it: at the foot of the last page beside a drawing, where that is free; otherwise along one of the
    folds between columns, the one beside the last page first.
    """
    how = _how_to_fold(sheet_label)
    inner = Box(0.0, sheet.height / 2, sheet.width / 4, sheet.height).grown(_ZINE_BACK)
    foot = Box(inner.left + _DRAWING.width + _DRAWING_GAP, inner.bottom - _WORDS_HEIGHT, inner.right, inner.bottom)
    drawing = Box(inner.left, foot.top, inner.left + _DRAWING.width, foot.top + _DRAWING.height)
    for size in _ZINE_BACK_SIZES:
        words = small_print((PrintArea(foot),), how, size, occupied, fonts)
        if words and all(drawing.overlap(other) <= 0 for other in occupied):
            return words, _folded_sheet(drawing)
    text = f"{sheet_label.title} {sheet_label.version} · {how}"
    top, bottom = sheet.height / 2 + 2, sheet.height - margin
    edges = (fold - _OFF_ZINE_FOLD for fold in (sheet.width / 4, 3 * sheet.width / 4))
    areas = [PrintArea(Box(edge - _ZINE_DEPTH, top, edge, bottom), 90) for edge in edges]
    tries = (small_print(areas, text, size, occupied, fonts) for size in _ZINE_SIZES)
    return tuple(made for made in tries if made)[:1]


def _folded_sheet(box: Box) -> Group:
    """A small drawing of the whole sheet: its folds as dashes, its cut as a thick line."""
    x, middle, quarter = box.left, (box.top + box.bottom) / 2, box.width / 4
    folds = [(x + at * quarter, box.top, x + at * quarter, box.bottom) for at in (1, 2, 3)]
    folds += [(x, middle, x + quarter, middle), (x + 3 * quarter, middle, box.right, middle)]
    dashes = tuple(Path(line(*ends), stroke=FOLD) for ends in folds)
    cut = Path(line(x + quarter, middle, x + 3 * quarter, middle), stroke=_DRAWN_CUT)
    return Group((Path(rectangle(box), stroke=_MARK), *dashes, cut), role="stamp")
