"""Draws a sheet plan and its faces as a PDF with ReportLab, and turns millimetres into points.

Every placed face is a form object between marked-content operators, so that the finished file tells what is on it:

    /PnpPiece <</Component (whispers/rank-4/candle) /Copy 1 /Side (front)>> BDC  q ... cm /Form Do Q  EMC

The matrix in force at `Do` maps the face's millimetres, origin at the centre of its trim, y down, to the page; the
form itself opens with `/PnpFace <</Id (...)>> BDC`. Layout of both: docs/pdf.md.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from math import isfinite
from typing import Any, cast
from unicodedata import mirrored
from weakref import WeakKeyDictionary
from zlib import crc32

from reportlab import rl_config
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import (
    PDFArray,
    PDFDictionary,
    PDFDocument,
    PDFObject,
    PDFObjectReference,
    PDFStream,
    PDFString,
    xObjectName,
)
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, Font, FontFileError
from pnp.drawing.shapes import (
    Command,
    Group,
    Image,
    Path,
    Picture,
    Role,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    bounds,
    extent,
)
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, MM_PER_POINT, POINTS_PER_MM, Box, Size, Transform, number
from pnp.imposition.plan import EmbeddedPicture, Page, Placement
from pnp.renderers.base import DocumentInfo, Drawings, draw, safe_name
from pnp.renderers.pictures import StoredPicture, stored

_OPERATORS = {"M": "%g %g m", "L": "%g %g l", "C": "%g %g %g %g %g %g c", "Z": "h"}
_PAINT = {(True, False): "f", (False, True): "S", (True, True): "B", (False, False): "n"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
_PRINTED = 4  # the flag of an annotation that is printed too
_CAP_OF_ICON = 0.87  # as pictures among words are a little higher than a capital
# Standard structure types of ISO 32000-1, 14.8.4; None is an artifact, which readers pass over.
KINDS: Mapping[Role, str | None] = {
    "heading": "H1", "heading-1": "H1", "heading-2": "H2", "heading-3": "H3", "paragraph": "P", "list": "L",
    "item": "LI", "label": "Lbl", "body": "LBody", "table": "Table", "row": "TR", "head-cell": "TH", "cell": "TD",
    "figure": "Figure", "caption": "Caption", "contents": "TOC", "entry": "TOCI", "panel": "Div",
    "icon": "Span", "background": None, "marks": None, "stamp": None,
}  # fmt: skip
_TAGS = {**KINDS, "heading": "H", "stamp": "PnpStamp"}


@frozen
class Reference:
    """An object of the file, by the name it was given."""

    name: str


@frozen
class TextString:
    """A text string."""

    text: str


Value = str | int | float | Reference | TextString | list["Value"] | dict[str, "Value"]
"""What a PDF object is made of; a str is a name or keyword as it is written (`/P`, `true`)."""


class PdfRenderer:
    """Draws with ReportLab's canvas; each face and each symbol is one form object however often it is placed."""

    def __init__(self, document: DocumentInfo) -> None:
        _pin_settings()
        self._document = document
        self._fonts: dict[str, TTFont] = {}
        self._drawings = Drawings()
        self._pictures: dict[Picture, str] = {}
        self.pictures: dict[Picture, EmbeddedPicture] = {}
        """What the finished file holds of each picture."""
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
        whole = Box(0, 0, paper.width, paper.height)
        trim, bleed = (page.trim_box, page.bleed_box) if page.placements else (whole, whole)
        canvas.setTrimBox(self._points(_inside(trim, whole)))
        canvas.setBleedBox(self._points(_inside(bleed, whole)))
        canvas.bookmarkPage(f"page-{number}")
        if not self._document.outline:
            canvas.addOutlineEntry(f"Sheet {page.sheet}, {page.side}", f"page-{number}")
        k = POINTS_PER_MM
        self._write(f"q {k:.8f} 0 0 {-k:.8f} 0 {paper.height * k:.6f} cm")
        self._closers.append(self._close_page)

    def place(self, placement: Placement, face: Face) -> None:
        item = placement.item
        self._write(
            f"/PnpPiece <</Component {_literal(item.component)} /Copy {item.copy} /Side ({placement.side})>> BDC q "
            f"{_path(placement.bleed_outline)} W n {_matrix(placement.frame)} cm"
        )
        self._do(f"face.{face.id}", face)
        self._write("Q EMC")
        self._link(face.shapes, placement.transform)

    def open_group(self, group: Group) -> None:
        tag = f" /{_TAGS[group.role] or 'Artifact'} {_properties(group)}" if group.role else ""
        if group.role == "icon" and group.alt:
            # Readers that tell words by the gaps between them find none in letters so narrow: they are told.
            self._write(span(group.alt.strip()))
            self._spell(group.alt, bounds(group.shapes, self._document.fonts, group.transform))
            self._write("EMC")
        self._open(group, tag, "EMC Q" if tag else "Q")

    def _open(self, group: Group, tag: str = "", ends: str = "Q") -> None:
        """Enters the frame and the clip of a group."""
        clip = f" {_path(group.clip.commands)} {'W*' if group.clip.even_odd else 'W'} n" if group.clip else ""
        matrix = f" {_matrix(group.transform)} cm" if group.transform != IDENTITY else ""
        self._write(f"q{matrix}{clip}{tag}")
        self._closers.append(lambda: self._write(ends))

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
        x, _ = extent(text, metrics)
        composed = metrics.plain(text.text)
        if composed is None:
            line = _shaped_line(text, x, font, metrics, self._canvas._doc)
            self._write(f"{_colour(text.colour, 'rg', 'g')} {line}")
            return
        k, document = MM_PER_POINT, self._canvas._doc
        parts = [f"{_colour(text.colour, 'rg', 'g')} BT {k:.8f} 0 0 {-k:.8f} {x:.4f} {text.y:.4f} Tm"]
        parts += [f"{text.spread / k:.5f} Tw"] if text.spread else []
        for subset, characters in font.splitString(composed, document):
            parts.append(f"{font.getSubsetInternalName(subset, document)} {text.size:g} Tf <{characters.hex()}> Tj")
        self._write(" ".join((*parts, "0 Tw ET" if text.spread else "ET")))

    def image(self, image: Image) -> None:
        box = image.box
        name = self._pictures.get(image.picture) or self._keep(image.picture)
        self._write(f"q {_matrix(Transform(box.width, 0, 0, -box.height, box.left, box.bottom))} cm")
        self._write(f"/{xObjectName(name)} Do Q")
        self._canvas._formsinuse.append(name)

    def use(self, use: Use) -> None:
        self._write(f"q {_matrix(use.transform)} cm")
        self._do(f"symbol.{use.symbol.id}", use.symbol)
        self._write("Q")

    def finish(self) -> bytes:
        for name, drawing in self._drawings.each():
            self._define(name, drawing)
        self._outline()
        self._check_targets()
        return bytes(self._canvas.getpdfdata())

    def _describe(self) -> None:
        canvas, document = self._canvas, self._document
        canvas.setTitle(document.title)
        canvas.setAuthor(document.author)
        canvas.setSubject(document.subject)
        canvas.setCreator(f"pnp {document.version}")
        canvas.setViewerPreference("PrintScaling", "None")
        duplex = f"DuplexFlip{document.flip.title()}Edge" if document.flip else "Simplex"
        canvas.setViewerPreference("Duplex", duplex)

    def _spell(self, words: str, box: Box) -> None:
        """Words that show nothing, in the place of a picture that stands for them among others, as high and as wide:
        whoever searches, copies or listens finds them where they belong.
        """
        metrics = self._document.fonts[TEXT]
        cap = box.height * _CAP_OF_ICON
        size = cap / metrics.cap_height * POINTS_PER_MM
        width = metrics.width(words, size)
        left, foot = box.left, box.bottom - (box.height - cap) / 2
        self._write(f"q 3 Tr {100 * box.width / width:.4f} Tz")
        PdfRenderer.text(self, Text(left, foot, words, TEXT, size, BLACK))
        self._write("Q")

    def _outline(self) -> None:
        level = 0
        for entry in self._document.outline:
            level = min(entry.level, level + 1)  # a level may be left out among headings, not in an outline
            self._canvas.addOutlineEntry(entry.title, entry.target, level - 1)
            self._canvas._bookmarkReference(entry.target)
        if self._document.outline:
            self._canvas.showOutline()

    def _check_targets(self) -> None:
        for name, target in self._canvas._destinations.items():
            if target.page is None:
                raise ValueError(f"a link or the outline leads to '{name}', and nothing on any page is called so")

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

    def _keep(self, picture: Picture) -> str:
        """Puts a picture into the file, once; the name it is drawn by."""
        name = self._pictures[picture] = f"picture.{len(self._pictures) + 1}"
        self._canvas._doc.Reference(_ImageObject(lambda: self._stored(picture)), xObjectName(name))
        return name

    def _stored(self, picture: Picture) -> StoredPicture:
        kept = stored(picture)
        self.pictures[picture] = _embedded(kept)
        return kept

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
        """Where the group's link is clicked, and where links to the group lead."""
        rect = self._points(box)
        if group.name:
            self._canvas.bookmarkHorizontalAbsolute(group.name, rect[3])
        if group.link:
            words = TextString(" ".join("".join(_words_in(group.shapes)).split()) or group.link)
            entries = {
                "Type": "/Annot", "Subtype": "/Link", "Rect": list(rect), "Border": [0, 0, 0], "Contents": words,
                "F": _PRINTED,
            }  # fmt: skip
            if group.link.startswith("#"):
                entries["Dest"] = self._canvas._bookmarkReference(group.link[1:])
            else:
                entries["A"] = {"Type": "/Action", "S": "/URI", "URI": TextString(group.link)}
            self._put_link(entries)

    def _put_link(self, entries: dict[str, object], name: str | None = None) -> None:
        self._canvas._addAnnotation(_object(entries), name)

    def _add(self, name: str, value: object) -> None:
        """Puts an object into the file, for others to refer to by its name."""
        self._canvas._doc.Reference(_object(value), name)

    def _add_stream(self, name: str, entries: dict[str, object], data: bytes) -> None:
        """The same for a stream, which stands in the file as it is, for programs that know no PDF."""
        self._canvas._doc.Reference(PDFStream(_object(entries), data, []), name)

    def _tell(self, **entries: object) -> None:
        """Entries for the file's catalog."""
        for name, value in entries.items():
            setattr(self._canvas._doc.Catalog, name, _object(value))

    def _tell_of_page(self, **entries: object) -> None:
        """Entries for the page that was finished last; ReportLab writes the defaults of a page besides its own."""
        page = self._canvas._doc.Pages.pages[-1]
        page.__Defaults__ = {**page.__Defaults__, **entries}

    def _points(self, box: Box) -> tuple[float, float, float, float]:
        """A box of the page in PDF's own coordinates: points, origin bottom left."""
        edges = (box.left, self._height - box.bottom, box.right, self._height - box.top)
        return tuple(round(edge * POINTS_PER_MM, 4) for edge in edges)  # type: ignore[return-value]

    def _write(self, operators: str) -> None:
        self._canvas._code.append(operators)


class _ImageObject(PDFObject):  # type: ignore[misc]
    """An image that is fetched when the file is put together, so that no two need memory at the same time."""

    def __init__(self, fetch: Callable[[], StoredPicture]) -> None:
        self._fetch = fetch

    def format(self, document: PDFDocument) -> bytes:
        kept = self._fetch()
        entries: dict[str, object] = dict(kept.entries)
        if (mask := kept.mask) is not None:
            entries["SMask"] = document.Reference(_ImageObject(lambda: mask))
        return bytes(PDFStream(PDFDictionary(entries), kept.data, []).format(document))


def _embedded(kept: StoredPicture) -> EmbeddedPicture:
    digest = sha256(kept.data).hexdigest()
    return EmbeddedPicture(kept.entries, digest, _embedded(kept.mask) if kept.mask else None)


def _inside(box: Box, paper: Box) -> Box:
    """What lies on the paper: a page's boxes may not reach past it, though what is moved for a printer may."""
    left, top = max(box.left, paper.left), max(box.top, paper.top)
    return Box(left, top, min(box.right, paper.right), min(box.bottom, paper.bottom))


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


def _shaped_line(text: Text, left: float, font: Any, metrics: Font, document: PDFDocument) -> str:
    """The operators that draw a line that must be shaped from `left`, in millimetres: each glyph in its place, and for
    readers the words.

    What runs to the left readers put in order by themselves, sign by sign: there they are told only what a group of
    glyphs stands for whose own signs do not say it, and a bracket is what it looks like.
    """
    k, em = MM_PER_POINT, text.size * MM_PER_POINT
    codes, line = _codes(font.face, metrics), metrics.shaped(text.text).glyphs
    leftward, is_open = text.words != text.text, False
    parts = ["BT"]
    for glyph, following in zip(line, (*line[1:], None)):
        code, ends = codes[glyph.number], following is None or following.words != ""
        plain = ends and (glyph.words == chr(code) or (len(glyph.words) == 1 and mirrored(glyph.words)))
        if leftward and glyph.words and not plain:
            parts, is_open = [*parts, span(glyph.words)], True
        x, y = left + glyph.x * em, text.y - glyph.y * em
        [(subset, character)] = font.splitString(chr(code), document)
        name = font.getSubsetInternalName(subset, document)
        parts.append(f"{k:.8f} 0 0 {-k:.8f} {x:.4f} {y:.4f} Tm {name} {text.size:g} Tf <{character.hex()}> Tj")
        if is_open and ends:
            parts, is_open = [*parts, "EMC"], False
    return " ".join((*parts, "ET") if leftward else (span(text.text), *parts, "ET EMC"))


def _codes(face: Any, metrics: Font) -> Mapping[int, int]:
    """The character by which ReportLab knows each glyph: its own, or one for private use where it has none."""
    if not hasattr(face, "pnp_codes"):
        codes: dict[int, int] = {}
        for code, number in sorted(face.charToGlyph.items()):
            codes.setdefault(number, code)
        nameless = (number for number in range(face.numGlyphs) if number not in codes)
        private = (*range(0xE000, 0xF900), *range(0x100000, 0x110000))
        free = (code for code in private if code not in face.charToGlyph)
        for number, code in zip(nameless, free):
            codes[number], face.charToGlyph[code] = code, number
            face.charWidths[code] = 1000 * metrics.glyph_advance(number)
        face.pnp_codes = codes
    return cast(Mapping[int, int], face.pnp_codes)


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
        loaded = TTFont(
            f"pnp-{font.name}-{font.path}-{crc32(font.data)}", BytesIO(font.data), asciiReadable=False, shapable=False
        )
    except Exception as failure:  # a damaged file makes ReportLab's reader raise whatever comes
        raise FontFileError(f"font '{font.name}': {font.path.name} cannot be embedded: {failure}") from failure
    pdfmetrics.registerFont(loaded)
    return loaded


def _literal(text: str) -> str:
    """A PDF string: readable in the file where it can be, in hexadecimal UTF-16 where it cannot."""
    if text.isascii() and text.isprintable():
        return "(" + re.sub(r"[\\()]", r"\\\g<0>", text) + ")"
    return "<" + ("\ufeff" + text).encode("utf-16-be").hex() + ">"


@lru_cache(512)
def _path(commands: tuple[Command, ...]) -> str:
    """The operators of a path, kept since drawings share them: the same picture in another colour, the same clip."""
    text = " ".join([_OPERATORS[command[0]] % command[1:] for command in commands])
    # %g is three times as fast as rounding, but it writes 1e-05, nan and inf, which PDF does not know.
    return text if "e" not in text and "n" not in text else " ".join(map(_plain, commands))


def _plain(command: Command) -> str:
    letter, *numbers = command
    if not all(map(isfinite, numbers)):
        raise ValueError(f"a path has a number that is not finite: {command}")
    return _OPERATORS[letter].replace("%g", "%s") % tuple(number(float(f"{value:.6g}"), 9) for value in numbers)


def _matrix(transform: Transform) -> str:
    t = transform
    text = f"{t.a:.8g} {t.b:.8g} {t.c:.8g} {t.d:.8g} {t.e:.8g} {t.f:.8g}"
    return text if "e" not in text else " ".join([number(float(each), 12) for each in text.split()])


def _colour(colour: Colour, in_colour: str, in_grey: str) -> str:
    if colour.red == colour.green == colour.blue:
        return f"{number(colour.red)} {in_grey}"
    return f"{number(colour.red)} {number(colour.green)} {number(colour.blue)} {in_colour}"


def _stroke(stroke: Stroke) -> str:
    dash = " ".join(map(number, stroke.dash))
    lines = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j [{dash}] 0 d"
    return f"{_colour(stroke.colour, 'RG', 'G')} {number(stroke.width, 5)} w {lines}"


def _words_in(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """What there is to read in shapes, pictures by their words."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group):
            yield from _words_in(shape.shapes) if shape.alt is None else (f" {shape.alt} ",)


def _properties(group: Group) -> str:
    return "BMC" if group.alt is None or group.role == "icon" else f"<</Alt {_literal(group.alt)}>> BDC"


def span(instead: str, number: int | None = None) -> str:
    """Begins content that readers are to take for these words, and for no more of what is drawn in it."""
    return f"/Span <<{'' if number is None else f'/MCID {number} '}/ActualText {_literal(instead)}>> BDC"


def _object(value: object) -> object:
    """ReportLab's own objects for a plain one; what is one of them already stays as it is."""
    match value:
        case dict():
            return PDFDictionary({key: _object(each) for key, each in value.items()})
        case list():
            return PDFArray([_object(each) for each in value])
        case TextString():
            return PDFString(value.text)
        case Reference():
            return PDFObjectReference(value.name)
    return value
