"""The report on simulated games: one HTML file that needs no other, plots inside, or a PDF of A4 pages."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import replace
from html import escape
from itertools import groupby
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
from pnp.playouts.report_content import (
    Answer,
    PlotFigure,
    ReportContent,
    ReportItem,
    ReportSection,
    ReportTable,
    content_of,
)
from pnp.playouts.report_plots import GRID, INK
from pnp.playouts.results import Manner
from pnp.playouts.simulate import Result
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.svg import SvgRenderer

_PAPER = Size(210.0, 297.0)
_MARGIN = 18.0
_WIDE = _PAPER.width - 2 * _MARGIN
_DEEP = _PAPER.height - 2 * _MARGIN
_ROW = 4.4
_STYLE = """
:root { color-scheme: light; }
body { font: 16px/1.45 Georgia, "IBM Plex Serif", serif; color: #1d1a17; background: #fff; margin: 0; }
main { max-width: 1280px; margin: 0 auto; padding: 20px 24px 60px; }
h1 { font-size: 30px; margin: 0; }
h2 { font-size: 22px; margin: 44px 0 10px; border-top: 1px solid #c9c4bc; padding-top: 18px; }
.under { margin: 2px 0 16px; color: #4a443d; }
.answers { display: grid; grid-template-columns: repeat(auto-fit, minmax(340px, 1fr)); gap: 22px; }
.answers section { border-top: 3px solid #1d1a17; padding-top: 8px; }
.answers h2 { border: 0; margin: 0; padding: 0; font-size: 17px; font-weight: normal; color: #4a443d; }
.short { font-size: 25px; line-height: 1.2; font-weight: bold; margin: 2px 0 8px; min-height: 2.4em; }
.answers p.told { font-size: 14.5px; margin: 6px 0; }
figure { margin: 6px 0 12px; max-width: 620px; }
figure img { width: 100%; height: auto; display: block; }
figcaption { font-size: 13px; color: #4a443d; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(420px, 1fr)); gap: 10px 26px; }
table { border-collapse: collapse; font-size: 14px; margin: 8px 0 16px; }
th, thead td { text-align: right; font-weight: bold; border-bottom: 1px solid #1d1a17; padding: 3px 12px 3px 0; }
td { text-align: right; padding: 2px 12px 2px 0; border-bottom: 1px solid #ece8e1; }
.left { text-align: left; }
td.command { font: 12.5px/1.4 ui-monospace, monospace; }
@media print { h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }
"""


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
        yield _answer_block(answer, fonts)
    for section in content.sections:
        yield replace(_set(section.title, fonts, 13.0, bold=True, before=4.0, role="heading"), keep=True)
        for item in section.items:
            yield from _item_blocks(item, fonts)


def _answer_block(answer: Answer, fonts: FontBook) -> _Block:
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


def _item_blocks(item: ReportItem, fonts: FontBook) -> Iterator[_Block]:
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


def report_as_html(result: Result, manner: Manner) -> bytes:
    """The report as one file that needs no other and fetches nothing."""
    fonts = built_in_fonts()
    return _html_page(content_of(result, manner, fonts), fonts).encode()


def _html_page(content: ReportContent, fonts: FontBook) -> str:
    answers = "".join(_html_answer(answer, fonts) for answer in content.answers)
    sections = "".join(_html_section(section, fonts) for section in content.sections)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(content.title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="pnp {__version__}"><style>{_STYLE}</style></head>\n<body><main>'
        f'<h1>{escape(content.title)}</h1><p class="under">{escape(content.under)}</p>\n'
        f'<div class="answers">{answers}</div>\n{sections}</main></body></html>\n'
    )


def _html_answer(answer: Answer, fonts: FontBook) -> str:
    told = "".join(f'<p class="told">{escape(sentence)}</p>' for sentence in answer.sentences)
    return (
        f'<section><h2>{escape(answer.question)}</h2><p class="short">{escape(answer.short)}</p>'
        f"{_html_figure(answer.figure, fonts)}{told}</section>\n"
    )


def _html_section(section: ReportSection, fonts: FontBook) -> str:
    """The items in order; figures that follow each other stand side by side where there is room."""
    parts = [f"<h2>{escape(section.title)}</h2>\n"]
    for are_plots, items in groupby(section.items, lambda item: isinstance(item, PlotFigure)):
        told = "".join(_html_item(item, fonts) for item in items)
        parts.append(f'<div class="figures">{told}</div>\n' if are_plots else told)
    return "".join(parts)


def _html_item(item: ReportItem, fonts: FontBook) -> str:
    match item:
        case PlotFigure():
            return _html_figure(item, fonts)
        case ReportTable():
            head = "".join(
                f'<th scope="col"{_kind(at, "", item)}>{escape(cell)}</th>' if cell else "<td></td>"
                for at, cell in enumerate(item.head)
            )
            rows = (
                "".join(f"<td{_kind(at, cell, item)}>{escape(cell)}</td>" for at, cell in enumerate(row))
                for row in item.rows
            )
            body = "".join(f"<tr>{row}</tr>" for row in rows)
            return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>\n"
        case str():
            return f"<p>{escape(item)}</p>\n"


def _kind(at: int, cell: str, table: ReportTable) -> str:
    """The class of a cell: a command, or one that stands to the left."""
    if cell.startswith("pnp "):
        return ' class="left command"'
    return ' class="left"' if at < table.left else ""


def _html_figure(figure: PlotFigure, fonts: FontBook) -> str:
    """The plot as a picture of its own inside the page, so that no two share the name of a part."""
    data = b64encode(as_svg(figure.face, fonts)).decode()
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f'<figure><img alt="{escape(figure.alt)}" src="data:image/svg+xml;base64,{data}">{caption}</figure>'


def as_svg(face: Face, fonts: FontBook) -> bytes:
    """A face alone, as a drawing of its own size."""
    document = DocumentInfo(face.id, "pnp", "plot", __version__, "en", fonts)
    return render(one_a_page([face]), {face.id: face}, SvgRenderer(document))
