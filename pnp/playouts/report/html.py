"""The report on simulated games as one HTML file, plots inside, whose first screen holds the three answers."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from itertools import groupby

from pnp import __version__
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook, built_in_fonts
from pnp.playouts.report.content import (
    Answer,
    PlotFigure,
    ReportContent,
    ReportItem,
    ReportSection,
    ReportTable,
    content_of,
)  # fmt: skip
from pnp.playouts.report.pages import one_a_page
from pnp.playouts.simulate import Result
from pnp.playouts.simulate_text import Manner
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.svg import SvgRenderer

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


def _page(content: ReportContent, fonts: FontBook) -> str:
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


def _section(section: ReportSection, fonts: FontBook) -> str:
    """The items in order; figures that follow each other stand side by side where there is room."""
    parts = [f"<h2>{escape(section.title)}</h2>\n"]
    for are_plots, items in groupby(section.items, lambda item: isinstance(item, PlotFigure)):
        told = "".join(_item(item, fonts) for item in items)
        parts.append(f'<div class="figures">{told}</div>\n' if are_plots else told)
    return "".join(parts)


def _item(item: ReportItem, fonts: FontBook) -> str:
    match item:
        case PlotFigure():
            return _figure(item, fonts)
        case ReportTable():
            head = "".join(f"<th{_kind(at, '', item)}>{escape(cell)}</th>" for at, cell in enumerate(item.head))
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


def _figure(figure: PlotFigure, fonts: FontBook) -> str:
    """The plot as a picture of its own inside the page, so that no two share the name of a part."""
    data = b64encode(as_svg(figure.face, fonts)).decode()
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>" if figure.caption else ""
    return f'<figure><img alt="{escape(figure.alt)}" src="data:image/svg+xml;base64,{data}">{caption}</figure>'


def as_svg(face: Face, fonts: FontBook) -> bytes:
    """A face alone, as a drawing of its own size."""
    document = DocumentInfo(face.id, "pnp", "plot", __version__, "en", fonts)
    return render(one_a_page([face]), {face.id: face}, SvgRenderer(document))
