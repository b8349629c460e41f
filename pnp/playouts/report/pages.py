"""The report on simulated games as a PDF of A4 pages, drawn and rendered like everything else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import fsum

from pnp import __version__
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook, built_in_fonts
from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, Text, line
from pnp.drawing.text import Lettering, fitted, literal
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Size, Transform, Trim
from pnp.imposition.plan import Item as Placeable
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.playouts.report.content import Answer, PlotFigure, ReportContent, ReportItem, ReportTable, content_of
from pnp.playouts.report.plots import GRID, INK
from pnp.playouts.simulate import Result
from pnp.playouts.simulate_text import Manner
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer

_PAPER = Size(210.0, 297.0)
_MARGIN = 18.0
_WIDE = _PAPER.width - 2 * _MARGIN
_DEEP = _PAPER.height - 2 * _MARGIN
_ROW = 4.4


@frozen
class _Block:
    """Shapes from (0, 0) down, how far they reach, and whether they must not be the last on a page.

    `head` stands again above a row that begins a page.
    """

    shapes: tuple[Shape, ...]
    height: float
    role: Role
    keep: bool = False
    head: _Block | None = None


def report_as_pdf(result: Result, manner: Manner) -> bytes:
    """The report on pages of A4, upright; its first page holds the three answers."""
    fonts = built_in_fonts()
    content = content_of(result, manner, fonts)
    faces = [_page_face(number, blocks) for number, blocks in enumerate(_pages(_blocks(content, fonts)), 1)]
    document = DocumentInfo(content.title, "pnp", content.under, __version__, "en", fonts)
    return render(one_a_page(faces), {face.id: face for face in faces}, PdfRenderer(document))


def one_a_page(faces: Sequence[Face]) -> SheetPlan:
    """Each face on a page of its own size; they are all of one size."""
    size = faces[0].trim.size
    pages = []
    for number, face in enumerate(faces, 1):
        item = Placeable(face.id, 1, face.trim, face.id, None)
        placement = Placement(item, "front", size.width / 2, size.height / 2, 0.0, Insets.even(0.0))
        pages.append(Page(number, "front", (placement,)))
    return SheetPlan(size, "fronts", len(pages), tuple(pages), 1)


def _page_face(number: int, blocks: Sequence[_Block]) -> Face:
    shapes: list[Shape] = []
    y = _MARGIN
    for block in blocks:
        shapes.append(Group(block.shapes, Transform.moved(_MARGIN, y), role=block.role))
        y += block.height
    foot = Text(_PAPER.width / 2, _PAPER.height - 9.0, str(number), TEXT, 8.0, INK, "middle")
    return Face(f"report/{number}", Trim(_PAPER, bleed=0.0, safe=0.0), (*shapes, foot))


def _pages(blocks: Iterator[_Block]) -> Iterator[list[_Block]]:
    """Blocks from the top of a page to where the next does not fit; a heading goes with what it heads."""
    page: list[_Block] = []
    for block in blocks:
        if page and fsum(each.height for each in (*page, block)) > _DEEP:
            end = len(page)
            while end > 1 and page[end - 1].keep:
                end -= 1
            yield page[:end]
            page = page[end:]
            head = (page or [block])[0].head
            page = [head, *page] if head else page
        page.append(block)
    if page:
        yield page


def _blocks(content: ReportContent, fonts: FontBook) -> Iterator[_Block]:
    yield _set(content.title, fonts, 20.0, bold=True, role="heading")
    yield _set(content.under, fonts, 9.0, after=3.0)
    for answer in content.answers:
        yield _answer(answer, fonts)
    for section in content.sections:
        yield replace(_set(section.title, fonts, 13.0, bold=True, before=4.0, role="heading"), keep=True)
        for item in section.items:
            yield from _item(item, fonts)


def _answer(answer: Answer, fonts: FontBook) -> _Block:
    """A rule, the question and its answer to the left, the plot to the right, sentences below."""
    left = 60.0
    question = _set(answer.question, fonts, 9.5, width=left)
    short = _set(answer.short, fonts, 15.0, bold=True, width=left)
    figure = _scaled(answer.figure, _WIDE - left - 4.0)
    beside = max(question.height + short.height, figure.height)
    told = [_set(sentence, fonts, 8.5) for sentence in answer.sentences]
    shapes: list[Shape] = [
        Path(line(0, 1.0, _WIDE, 1.0), stroke=Stroke(INK, 0.6)),
        Group(question.shapes, Transform.moved(0, 3.0)),
        Group(short.shapes, Transform.moved(0, 3.0 + question.height)),
        Group(figure.shapes, Transform.moved(left + 4.0, 2.5)),
    ]
    y = 3.0 + beside
    for block in told:
        shapes.append(Group(block.shapes, Transform.moved(0, y)))
        y += block.height
    return _Block(tuple(shapes), y + 2.0, "paragraph")


def _item(item: ReportItem, fonts: FontBook) -> Iterator[_Block]:
    match item:
        case PlotFigure():
            yield replace(_scaled(item, 130.0), keep=bool(item.caption))
            if item.caption:
                yield _set(item.caption, fonts, 7.5, after=2.0)
        case ReportTable():
            yield from _table(item, fonts)
        case str():
            yield _set(item, fonts, 9.0, after=1.0)


def _scaled(figure: PlotFigure, width: float) -> _Block:
    size = figure.face.trim.size
    factor = width / size.width
    drawn = Group(figure.face.shapes, Transform.scaled(factor), alt=figure.alt, role="figure")
    return _Block((drawn,), size.height * factor + 1.5, "figure")


def _table(table: ReportTable, fonts: FontBook) -> Iterator[_Block]:
    """A row a block, no row parted from all the others; columns as wide as they need to be, the first gives way."""
    every = [tuple(table.head), *table.rows]
    faces = [fonts[TEXT_BOLD], *[fonts[TEXT]] * len(table.rows)]
    widths = [max(font.width(row[at], 8.0) for font, row in zip(faces, every)) + 4.0 for at in range(len(table.head))]
    scale = min(1.0, _WIDE / fsum(widths))
    size, widths = 8.0 * scale, [width * scale for width in widths]
    head: _Block | None = None
    for number, row in enumerate(every):
        x, shapes = 0.0, []
        for at, (cell, width) in enumerate(zip(row, widths)):
            font = TEXT_BOLD if number == 0 else TEXT
            if at < table.left:
                shapes.append(Text(x, 3.0, cell, font, size, INK))
            else:
                shapes.append(Text(x + width - 3.0 * scale, 3.0, cell, font, size, INK, "end"))
            x += width
        ruled = Path(line(0, _ROW, fsum(widths), _ROW), stroke=Stroke(GRID if number else INK, 0.15))
        last = number == len(every) - 1
        keep = not last and number in (0, 1, len(every) - 2)
        block = _Block((*shapes, ruled), _ROW + 3.0 if last else _ROW, "table", keep, head)
        head = head or block
        yield block


def _set(
    text: str, fonts: FontBook, size: float, *, bold: bool = False, width: float = _WIDE, before: float = 0.0,
    after: float = 0.5, role: Role = "paragraph",
) -> _Block:  # fmt: skip
    """Words set in lines of that width."""
    lettering = Lettering(size, INK, floor=size, regular=TEXT_BOLD if bold else TEXT)
    group = fitted(literal(text), Box(0, 0, width, 2 * _DEEP), lettering, fonts)
    last = max((shape.y for shape in group.shapes if isinstance(shape, Text)), default=0.0)
    moved = Group(group.shapes, Transform.moved(0, before))
    return _Block((moved,), before + last + 0.45 * size * MM_PER_POINT + after, role)
