"""Makes the finished files of one sheet plan and its faces, in every format that was asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from pnp.build.manifest import MadeFile
from pnp.build.options import FORMATS, BuildOptions
from pnp.drawing.face import Face, Look
from pnp.drawing.fonts import FontFileError
from pnp.drawing.raster import Kept
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.imposition.plan import DrawnPlan, Page, SheetPlan
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer
from pnp.sources import WINDOWS_KEEPS
from pnp.workers import Workers


@frozen
class Sheets:
    """One plan to be rendered: its file name without ending, the group it holds, its faces and document.

    `listed` says whether what is on it are pieces, which the manifest lists.
    """

    stem: str
    group: str
    plan: SheetPlan
    faces: Mapping[str, Face]
    document: DocumentInfo
    listed: bool = True

    def file(
        self, ending: str, data: bytes, placed: bool, page: Page | None = None, expected: DrawnPlan | None = None
    ) -> MadeFile:
        """The finished file of the whole plan, or of one page of it."""
        placed = placed and self.listed
        if page is None:
            return MadeFile(f"{self.stem}.{ending}", self.group, data, self.plan, placed, expected)
        path = f"{self.stem}-{page.sheet:02d}-{page.side}.{ending}"
        return MadeFile(path, self.group, data, replace(self.plan, pages=(page,)), placed)


def proof(sheets: Sheets) -> MadeFile:
    """The PDF of a plan: what every other format must agree with, and what preflight measures.

    Raises InputInvalid for a font that cannot be embedded.
    """
    renderer = PdfRenderer(sheets.document)
    try:
        data = render(sheets.plan, sheets.faces, renderer)
        expected = DrawnPlan(sheets.plan, sheets.faces, sheets.document.fonts, renderer.pictures)
        return sheets.file("pdf", data, placed=True, expected=expected)
    except FontFileError as failure:
        raise InputInvalid([Finding("error", "font", sheets.stem, str(failure))]) from failure


def others(
    sheets: Sheets, pdf: bytes, options: BuildOptions, workers: Workers, kept: Kept
) -> Iterator[MadeFile]:  # fmt: skip
    """The files of a plan in the other formats asked for: `stem.log`, one SVG and one PNG a page."""
    formats = [name for name in FORMATS if name in options.formats]
    for name in formats:
        placed = name == formats[0]
        if name == "log":
            yield sheets.file("log", _log(sheets), placed)
        elif name == "svg":
            yield from _drawings(sheets, placed)
        elif name == "png":
            yield from _pictures(sheets, pdf, options, workers, placed, kept)


def single_faces(
    faces: Mapping[str, Face], groups: Mapping[str, str], document: DocumentInfo, options: BuildOptions, kept: Kept
) -> Iterator[MadeFile]:
    """One PNG a face, at its trim or, with an explicit bleed, with that bleed around it; `groups` by component."""
    for name, data in face_pictures(faces.values(), document, options.dpi, options.bleed is not None, kept):
        words = (f"{word}-" if word in WINDOWS_KEEPS else word for word in name.split("/")[1:])
        path = f"components/{'/'.join(words)}.png"
        yield MadeFile(path, groups.get(name, "backs"), data, None, False)


def face_pictures(
    faces: Iterable[Face], document: DocumentInfo, dpi: int, with_bleed: bool, kept: Kept
) -> Iterator[tuple[str, bytes]]:
    """The id and the PNG of each face; those that look as they did when they were kept are not drawn again."""
    from pnp.renderers.png import faces_as_png

    faces, look = tuple(faces), Look()
    keys = {face.id: (look.digest(face), dpi, with_bleed) for face in faces}
    new = [face for face in faces if kept.get(keys[face.id]) is None]
    for name, data in faces_as_png(new, document, dpi, with_bleed):
        kept.put(keys[name], data)
    return ((face.id, kept.get(keys[face.id])) for face in faces)


def _log(sheets: Sheets) -> bytes:
    from pnp.renderers.log import LogRenderer

    return render(sheets.plan, sheets.faces, LogRenderer(sheets.document))


def _drawings(sheets: Sheets, placed: bool) -> Iterator[MadeFile]:
    from pnp.renderers.svg import pages_as_svg

    for page, data in zip(sheets.plan.pages, pages_as_svg(sheets.plan, sheets.faces, sheets.document)):
        yield sheets.file("svg", data, placed, page)


def _pictures(
    sheets: Sheets, pdf: bytes, options: BuildOptions, workers: Workers, placed: bool, kept: Kept
) -> Iterator[MadeFile]:
    from pnp.renderers.png import sheet_as_png

    look, pages = Look(), sheets.plan.pages
    keys = [(page, *(look.digest(sheets.faces[each.face]) for each in page.placements), options.dpi) for page in pages]
    new = [at for at, key in enumerate(keys) if kept.get(key) is None]
    for at, data in zip(new, workers.map(partial(sheet_as_png, pdf, options.dpi), new)):
        kept.put(keys[at], data)
    for page, key in zip(pages, keys):
        yield sheets.file("png", kept.get(key), placed, page)
