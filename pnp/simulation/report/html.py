"""The report on simulated games as one HTML file, plots inside, whose first screen holds the three answers."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape

from pnp import __version__
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook, built_in_fonts
from pnp.geometry import Insets
from pnp.imposition.plan import Item as Placeable
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.svg import SvgRenderer
from pnp.simulation.report.content import content_of
from pnp.simulation.report.parts import Answer, Content, Figure, Grid, Item, Section
from pnp.simulation.simulate import Result
from pnp.simulation.told import Manner

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
th { text-align: right; font-weight: bold; border-bottom: 1px solid #1d1a17; padding: 3px 12px 3px 0; }
td { text-align: right; padding: 2px 12px 2px 0; border-bottom: 1px solid #ece8e1; }
.left { text-align: left; }
td.command { font: 12.5px/1.4 ui-monospace, monospace; }
@media print { h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }
"""


def report_as_html(result: Result, manner: Manner) -> bytes:
    """The report as one file that needs no other and fetches nothing."""
    fonts = built_in_fonts()
    return _page(content_of(result, manner, fonts), fonts).encode()


def _page(content: Content, fonts: FontBook) -> str:
    answers = "".join(_answer(answer, fonts) for answer in content.answers)
    sections = "".join(_section(section, fonts) for section in content.sections)
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(content.title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f'<meta name="generator" content="pnp {__version__}"><style>{_STYLE}</style></head>\n<body><main>'
        f'<h1>{escape(content.title)}</h1><p class="under">{escape(content.under)}</p>\n'
        f'<div class="answers">{answers}</div>\n{sections}</main></body></html>\n'
    )


def _answer(answer: Answer, fonts: FontBook) -> str:
    told = "".join(f'<p class="told">{escape(sentence)}</p>' for sentence in answer.sentences)
    return (
        f'<section><h2>{escape(answer.question)}</h2><p class="short">{escape(answer.short)}</p>'
        f"{_figure(answer.figure, fonts)}{told}</section>\n"
    )


def _section(section: Section, fonts: FontBook) -> str:
    return f"<h2>{escape(section.title)}</h2>\n{''.join(_items(section, fonts))}"


def _items(section: Section, fonts: FontBook) -> Iterator[str]:
    """The items in order; figures that follow each other stand side by side where there is room."""
    row: list[str] = []
    for item in section.items:
        if isinstance(item, Figure):
            row.append(_figure(item, fonts))
            continue
        yield _side_by_side(row)
        row = []
        yield _words(item)
    yield _side_by_side(row)


def _side_by_side(row: list[str]) -> str:
    return f'<div class="figures">{"".join(row)}</div>\n' if row else ""


def _words(item: Item) -> str:
    match item:
        case Grid():
            head = "".join(f"<th{_left(at, item)}>{escape(cell)}</th>" for at, cell in enumerate(item.head))
            rows = "".join(
                f"<tr>{''.join(_cell(at, cell, item) for at, cell in enumerate(row))}</tr>" for row in item.rows
            )
            return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>\n"
        case str():
            return f"<p>{escape(item)}</p>\n"
    raise TypeError(f"a {type(item).__name__} is no part of a report")


def _cell(at: int, cell: str, grid: Grid) -> str:
    kind = ' class="left command"' if cell.startswith("pnp ") else _left(at, grid)
    return f"<td{kind}>{escape(cell)}</td>"


def _left(at: int, grid: Grid) -> str:
    return ' class="left"' if at < grid.left else ""


def _figure(figure: Figure, fonts: FontBook) -> str:
    """The plot as a picture of its own inside the page, so that no two share the name of a part."""
    data = b64encode(as_svg(figure.face, fonts)).decode()
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f'<figure><img alt="{escape(figure.alt)}" src="data:image/svg+xml;base64,{data}">{caption}</figure>'


def as_svg(face: Face, fonts: FontBook) -> bytes:
    """A face alone, as a drawing of its own size."""
    size = face.trim.size
    item = Placeable(face.id, 1, face.trim, face.id, None)
    placement = Placement(item, "front", size.width / 2, size.height / 2, 0.0, Insets.even(0.0))
    plan = SheetPlan(size, "fronts", 1, (Page(1, "front", (placement,)),), 1)
    return render(plan, {face.id: face}, SvgRenderer(DocumentInfo(face.id, "pnp", "plot", __version__, "en", fonts)))
