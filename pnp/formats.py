"""One sheet plan and its faces in, the finished files of every asked format out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from pnp.drawing.face import Face
from pnp.imposition.plan import Page, SheetPlan
from pnp.manifest import MadeFile
from pnp.options import FORMATS, BuildOptions
from pnp.renderers.base import Document, render
from pnp.renderers.pdf import PdfRenderer
from pnp.workers import Workers


@dataclass(frozen=True, slots=True)
class Sheets:
    """One plan to be rendered: its file name without ending, the group it holds, its faces and document."""

    stem: str
    group: str
    plan: SheetPlan
    faces: Mapping[str, Face]
    document: Document

    def file(self, ending: str, data: bytes, placed: bool, page: Page | None = None) -> MadeFile:
        """The finished file of the whole plan, or of one page of it."""
        if page is None:
            return MadeFile(f"{self.stem}.{ending}", self.group, data, self.plan, placed)
        path = f"{self.stem}-{page.sheet:02d}-{page.side}.{ending}"
        return MadeFile(path, self.group, data, replace(self.plan, pages=(page,)), placed)


def rendered(sheets: Sheets, options: BuildOptions, workers: Workers) -> Iterator[MadeFile]:
    """The files of one plan: `stem.pdf`, `stem.log`, one SVG and PNG a page, and one PNG a face."""
    formats = [name for name in FORMATS if name in options.formats]
    pdf = render(sheets.plan, sheets.faces, PdfRenderer(sheets.document)) if {"pdf", "png"} & set(formats) else b""
    for name in formats:
        placed = name == formats[0]
        if name == "pdf":
            yield sheets.file("pdf", pdf, placed)
        elif name == "log":
            yield sheets.file("log", _log(sheets), placed)
        elif name == "svg":
            yield from _drawings(sheets, placed)
        else:
            yield from _pictures(sheets, pdf, options, workers, placed)


def _log(sheets: Sheets) -> bytes:
    from pnp.renderers.log import LogRenderer

    return render(sheets.plan, sheets.faces, LogRenderer(sheets.document))


def _drawings(sheets: Sheets, placed: bool) -> Iterator[MadeFile]:
    from pnp.renderers.svg import pages_as_svg

    for page, data in zip(sheets.plan.pages, pages_as_svg(sheets.plan, sheets.faces, sheets.document)):
        yield sheets.file("svg", data, placed, page)


def _pictures(sheets: Sheets, pdf: bytes, options: BuildOptions, workers: Workers, placed: bool) -> Iterator[MadeFile]:
    from pnp.renderers.png import faces_as_png, sheet_as_png

    drawn = workers.map(partial(sheet_as_png, pdf, options.dpi), range(len(sheets.plan.pages)))
    for page, data in zip(sheets.plan.pages, drawn):
        yield sheets.file("png", data, placed, page)
    faces = {placement.face: sheets.faces[placement.face] for _, placement in sheets.plan.placements()}
    for name, data in faces_as_png(faces.values(), sheets.document, options.dpi, options.bleed is not None):
        path = "components/" + name.split("/", 1)[1].replace("/", "-") + ".png"
        yield MadeFile(path, sheets.group, data, replace(sheets.plan, pages=()), False)
