"""A SheetPlan and its faces in, a PDF out (ReportLab): the one place where millimetres become points.

Every placed face is a form object between marked-content operators, so that the finished file tells what is on it:

    /PnpPiece <</Component (whispers/rank-4/candle) /Copy 1 /Side (front)>> BDC  q ... cm /Form Do Q  EMC

The matrix in force at `Do` maps the face's millimetres, origin at the centre of its trim, y down, to the page; the
form itself opens with `/PnpFace <</Id (...)>> BDC`. Layout of both: docs/pdf.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from functools import cache
from io import BytesIO
from math import isfinite
from weakref import WeakKeyDictionary

from reportlab import rl_config
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFError, TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.drawing.bounds import bounds
from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, Font, FontError
from pnp.drawing.shapes import Command, Group, Image, Path, Picture, Shape, Stroke, Symbol, Text, Use
from pnp.geometry import IDENTITY, Box, Size, Transform
from pnp.imposition.plan import Page, Placement
from pnp.renderers.base import Document, Drawings, bleed_outline, draw, safe_name
from pnp.units import MM_PER_POINT, POINTS_PER_MM, number

_OPERATORS = {"M": "%g %g m", "L": "%g %g l", "C": "%g %g %g %g %g %g c", "Z": "h"}
_PAINT = {(True, False): "f", (False, True): "S", (True, True): "B", (False, False): "n"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_TAGS = {
    "heading": "H", "paragraph": "P", "list": "L", "table": "Table", "figure": "Figure", "background": "Artifact",
    "furniture": "Artifact", "stamp": "PnpStamp",
}  # fmt: skip


class PdfRenderer:
    """Draws with ReportLab's canvas; each face and each symbol is one form object however often it is placed."""

    def __init__(self, document: Document) -> None:
        _pin_settings()
        self._document = document
        self._fonts: dict[str, TTFont] = {}
        self._drawings = Drawings()
        self._pictures: dict[Picture, ImageReader] = {}
        self._closers: list[Callable[[], None]] = []
        self._height = 0.0
        self._file = BytesIO()
        self._canvas = Canvas(
            self._file, invariant=1, pageCompression=1, initialFontName=self._font(TEXT).fontName,
            lang=document.language, pdfVersion=(1, 7),
        )  # fmt: skip
        self._describe()

    def open_page(self, number: int, paper: Size, page: Page) -> None:
        self._height = paper.height
        canvas = self._canvas
        canvas.setPageSize((paper.width * POINTS_PER_MM, paper.height * POINTS_PER_MM))
        canvas.setTrimBox(self._points(page.trim_box if page.placements else Box(0, 0, paper.width, paper.height)))
        canvas.setBleedBox(self._points(page.bleed_box if page.placements else Box(0, 0, paper.width, paper.height)))
        canvas.bookmarkPage(f"page-{number}")
        canvas.addOutlineEntry(f"Sheet {page.sheet}, {page.side}", f"page-{number}")
        k = POINTS_PER_MM
        self._write(f"q {k:.8f} 0 0 {-k:.8f} 0 {paper.height * k:.6f} cm")
        self._closers.append(self._close_page)

    def place(self, placement: Placement, face: Face) -> None:
        item, turn = placement.item, Transform.rotated(placement.rotation)
        self._write(
            f"/PnpPiece <</Component {_literal(item.component)} /Copy {item.copy} /Side ({placement.side})>> BDC q "
            f"{_path(bleed_outline(placement))} W n "
            f"{_matrix(Transform(turn.a, turn.b, turn.c, turn.d, placement.cx, placement.cy))} cm"
        )
        self._do(f"face.{face.id}", face)
        self._write("Q EMC")
        self._link(face.shapes, placement.transform)

    def open_group(self, group: Group) -> None:
        clip = f" {_path(group.clip.commands)} {'W*' if group.clip.even_odd else 'W'} n" if group.clip else ""
        matrix = f" {_matrix(group.transform)} cm" if group.transform != IDENTITY else ""
        tag = f" /{_TAGS[group.role]} {_properties(group)}" if group.role else ""
        self._write(f"q{matrix}{clip}{tag}")
        self._closers.append(lambda: self._write("EMC Q" if group.role else "Q"))

    def close(self) -> None:
        self._closers.pop()()

    def path(self, path: Path) -> None:
        parts = [_colour(path.fill, "rg", "g")] if path.fill else []
        parts += [_stroke(path.stroke)] if path.stroke else []
        paint = _PAINT[path.fill is not None, path.stroke is not None]
        star = "*" if path.even_odd and path.fill else ""
        self._write(" ".join((*parts, _path(path.commands), paint + star)))

    def text(self, text: Text) -> None:
        font, metrics = self._font(text.font), self._document.fonts[text.font]
        width = metrics.width(text.text, text.size)
        x = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        k, document = MM_PER_POINT, self._canvas._doc
        parts = [f"{_colour(text.colour, 'rg', 'g')} BT {k:.8f} 0 0 {-k:.8f} {x:.4f} {text.y:.4f} Tm"]
        for subset, characters in font.splitString(text.text, document):
            parts.append(f"{font.getSubsetInternalName(subset, document)} {text.size:g} Tf <{characters.hex()}> Tj")
        self._write(" ".join((*parts, "ET")))

    def image(self, image: Image) -> None:
        box = image.box
        self._write(f"q {_matrix(Transform(1, 0, 0, -1, 0, box.top + box.bottom))} cm")
        reader = self._pictures.get(image.picture) or ImageReader(BytesIO(image.picture.data))
        self._pictures[image.picture] = reader
        self._canvas.drawImage(reader, box.left, box.top, box.width, box.height, mask="auto")
        self._write("Q")

    def use(self, use: Use) -> None:
        self._write(f"q {_matrix(use.transform)} cm")
        self._do(f"symbol.{use.symbol.id}", use.symbol)
        self._write("Q")

    def finish(self) -> bytes:
        for name, drawing in self._drawings.each():
            self._define(name, drawing)
        self._canvas.save()
        return self._file.getvalue()

    def _describe(self) -> None:
        canvas, document = self._canvas, self._document
        canvas.setTitle(document.title)
        canvas.setAuthor(document.author)
        canvas.setSubject(document.subject)
        canvas.setCreator(f"pnp {document.version}")
        canvas.setViewerPreference("PrintScaling", "None")
        if document.flip:
            canvas.setViewerPreference("Duplex", f"DuplexFlip{document.flip.title()}Edge")
        else:
            canvas.setViewerPreference("Duplex", "Simplex")

    def _close_page(self) -> None:
        self._write("Q")
        self._canvas.showPage()

    def _do(self, name: str, drawing: Face | Symbol) -> None:
        self._drawings.add(name, drawing)
        self._canvas.doForm(safe_name(name))

    def _define(self, name: str, drawing: Face | Symbol) -> None:
        if isinstance(drawing, Face):
            half = Size(drawing.trim.size.width / 2, drawing.trim.size.height / 2)
            box = drawing.trim.bleed_box
            box = Box(box.left - half.width, box.top - half.height, box.right - half.width, box.bottom - half.height)
            centred = _matrix(Transform.moved(-half.width, -half.height))
            opening = f"/PnpFace <</Id {_literal(drawing.id)}>> BDC q {centred} cm"
            closing = "Q EMC"
        else:
            box, opening, closing = drawing.bounds, f"/PnpSymbol <</Id {_literal(drawing.id)}>> BDC q", "Q EMC"
        self._canvas.beginForm(safe_name(name), box.left, box.top, box.right, box.bottom)
        self._write(opening)
        draw(drawing.shapes, self)
        self._write(closing)
        self._canvas.endForm()

    def _font(self, name: str) -> TTFont:
        if name not in self._fonts:
            self._fonts[name] = _reportlab_font(self._document.fonts[name], tuple(self._fonts.values()))
        return self._fonts[name]

    def _link(self, shapes: tuple[Shape, ...], transform: Transform) -> None:
        """Annotations and targets for the groups that have a link or a name; forms cannot hold them, pages can."""
        for group in shapes:
            if not isinstance(group, Group):
                continue
            inner = group.transform.then(transform)
            if group.link or group.name:
                self._annotate(group, bounds(group.shapes, self._document.fonts, inner))
            self._link(group.shapes, inner)

    def _annotate(self, group: Group, box: Box) -> None:
        rect = self._points(box)
        if group.name:
            self._canvas.bookmarkHorizontalAbsolute(group.name, rect[3])
        if group.link and group.link.startswith("#"):
            self._canvas.linkAbsolute("", group.link[1:], rect)
        elif group.link:
            self._canvas.linkURL(group.link, rect)

    def _points(self, box: Box) -> tuple[float, float, float, float]:
        """A box of the page in PDF's own coordinates: points, origin bottom left."""
        edges = (box.left, self._height - box.bottom, box.right, self._height - box.top)
        return tuple(round(edge * POINTS_PER_MM, 4) for edge in edges)  # type: ignore[return-value]

    def _write(self, operators: str) -> None:
        self._canvas._code.append(operators)


def _pin_settings() -> None:
    """Every ReportLab setting that could change our bytes; environment and dot files may have changed them."""
    rl_config.useA85 = 0
    rl_config.pageCompression = 1
    rl_config.pdfComments = 0
    rl_config.pdfMultiLine = 0
    rl_config.invariant = 1
    rl_config.canvas_baseColor = None
    rl_config.imageReaderFlags = 0
    rl_config.ttfAsciiReadable = 0
    rl_config.autoGenerateMissingTTFName = 0
    rl_config.allowTTFSubsetting = 1


def _reportlab_font(font: Font, others: tuple[TTFont, ...]) -> TTFont:
    """The font for one document. Two files may share a PostScript name, which ReportLab takes for identity."""
    loaded = _parsed(font)
    while any(loaded.face.name == other.face.name for other in others):
        loaded, shared = copy(loaded), loaded
        loaded.face, loaded.state = copy(shared.face), WeakKeyDictionary()
        loaded.face.name += b"-x"
    return loaded


@cache
def _parsed(font: Font) -> TTFont:
    """The font file as ReportLab reads it, once a process: what a document embeds of it is kept by document."""
    try:
        loaded = TTFont(f"pnp-{font.name}-{font.path}", str(font.path), asciiReadable=False, shapable=False)
    except (TTFError, OSError) as failure:
        raise FontError(f"font '{font.name}': {font.path.name} cannot be embedded: {failure}") from failure
    pdfmetrics.registerFont(loaded)
    return loaded


def _literal(text: str) -> str:
    """A PDF string: readable in the file where it can be, in hexadecimal UTF-16 where it cannot."""
    if text.isascii() and text.isprintable():
        return "(" + re.sub(r"[\\()]", r"\\\g<0>", text) + ")"
    return "<" + ("\ufeff" + text).encode("utf-16-be").hex() + ">"


def _path(commands: tuple[Command, ...]) -> str:
    text = " ".join([_OPERATORS[command[0]] % command[1:] for command in commands])
    # %g is three times as fast as rounding, but it writes 1e-05, nan and inf, which PDF does not know.
    return text if "e" not in text and "n" not in text else " ".join(map(_plain, commands))


def _plain(command: Command) -> str:
    letter, *numbers = command
    if not all(map(isfinite, numbers)):
        raise ValueError(f"a path has a number that is not finite: {command}")
    return _OPERATORS[letter].replace("%g", "%.6f") % tuple(numbers)


def _matrix(transform: Transform) -> str:
    t = transform
    text = f"{t.a:.8g} {t.b:.8g} {t.c:.8g} {t.d:.8g} {t.e:.8g} {t.f:.8g}"
    return text if "e" not in text else " ".join([number(value, 6) for value in (t.a, t.b, t.c, t.d, t.e, t.f)])


def _colour(colour: Colour, in_colour: str, in_grey: str) -> str:
    if colour.red == colour.green == colour.blue:
        return f"{number(colour.red)} {in_grey}"
    return f"{number(colour.red)} {number(colour.green)} {number(colour.blue)} {in_colour}"


def _stroke(stroke: Stroke) -> str:
    dash = " ".join(map(number, stroke.dash))
    lines = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j [{dash}] 0 d"
    return f"{_colour(stroke.colour, 'RG', 'G')} {number(stroke.width, 5)} w {lines}"


def _properties(group: Group) -> str:
    return "BMC" if group.alt is None else f"<</Alt {_literal(group.alt)}>> BDC"
