"""PDF bytes in, a Document out, by way of pdfium: what a print shop's software would find on every page.

pdfium parses a form anew at every placement. Here each face is walked once, known again by its id and its outer
objects; a symbol is walked once too, and counts as one painted thing, pictures included, unless there is text in it.
Paths beside the pieces (marks, check bar) are not collected: no check asks for them.
"""

# mypy: disable-error-code="import-untyped,no-any-return"

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

import pypdfium2.raw as pdfium

from pnp.geometry import IDENTITY, Box, Size, Transform
from pnp.preflight import found
from pnp.preflight.found import Document, Drawing, Drawn, Font, FoundFace, Image, Page, Piece, Text, Unreadable
from pnp.preflight.objects import Handle, Objects, font, form_objects, page_objects
from pnp.units import MM_PER_POINT, POINTS_PER_MM

MOST_PAGES = 5000
_DUPLEX = {1: "simplex", 2: "short", 3: "long"}
_INVISIBLE = 3
_SAME = 0.05
_COVERED = 0.999
_NOWHERE = Box(0, 0, 0, 0)


def read_pdf(data: bytes) -> Document:
    """What the file holds; raises Unreadable, with a finding's code, when it does not open."""
    if b"%PDF-" not in data[:1024]:
        raise Unreadable("file-not-pdf", "is no PDF, whatever its name says; build it again")
    if b"%%EOF" not in data[-1024:]:
        raise Unreadable("file-truncated", "ends in the middle; copy or build it again")
    with _opened(data) as document:
        return _Reader(document).document()


@contextmanager
def _opened(data: bytes) -> Iterator[Handle]:
    document = pdfium.FPDF_LoadMemDocument64(data, len(data), None)
    if not document:
        if pdfium.FPDF_GetLastError() in (pdfium.FPDF_ERR_PASSWORD, pdfium.FPDF_ERR_SECURITY):
            raise Unreadable("file-encrypted", "is locked by a password; save it without one")
        raise Unreadable("file-unreadable", "does not open as a PDF; build it again")
    try:
        yield document
    finally:
        pdfium.FPDF_CloseDocument(document)


@dataclass(slots=True)
class _Collected:
    """What has been found so far on one face, symbol or page; on a page `drawn` stays empty.

    `parts` are the pictures and whole drawings among what is drawn, each of which fills its box.
    """

    page: int = 0
    drawn: list[Drawn] = field(default_factory=list)
    parts: list[Box] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)
    images: list[Image] = field(default_factory=list)
    pieces: list[Piece] = field(default_factory=list)

    def drawing(self) -> Drawing:
        return Drawing(tuple(self.drawn), tuple(self.texts), tuple(self.images))


@dataclass(frozen=True, slots=True)
class _Setting:
    """Where an object stands: the map to the face's or page's millimetres, what clips it, the marks around it."""

    frame: Transform = IDENTITY
    clip: Box | None = None
    marks: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class _Symbol:
    """A symbol as one painted thing in its own coordinates, and the pictures in it."""

    drawn: Drawn
    images: tuple[Image, ...]


def _is_filled(whole: Box, collected: _Collected) -> bool:
    """Whether a symbol is an area, as a ground is: one thing in it reaches as far as the whole, or pictures side by
    side (one, and the bleed made from it) cover it between them.
    """
    covered = math.fsum(box.width * box.height for box in collected.parts)
    reaching = any(thing.filled and thing.box == whole for thing in collected.drawn)
    return reaching or covered > _COVERED * whole.width * whole.height


def _placed(images: Iterable[Image], frame: Transform, seen: Box) -> Iterator[Image]:
    """A symbol's pictures where it was placed, as far as they are seen."""
    across, down = math.hypot(frame.a, frame.b), math.hypot(frame.c, frame.d)
    for image in images:
        if box := found.cut(found.mapped(image.box, frame), seen):
            yield Image(box, image.pixels, Size(image.size.width * across, image.size.height * down), image.name)


class _Reader:
    """Walks one open document."""

    def __init__(self, document: Handle) -> None:
        self._document = document
        self._ask = Objects()
        self._faces: dict[object, FoundFace] = {}
        self._symbols: dict[object, _Symbol | None] = {}
        self._pictures: set[object] = set()
        self._fonts: dict[Font, None] = {}
        self._page_fonts: dict[int, Font] = {}

    def document(self) -> Document:
        count = pdfium.FPDF_GetPageCount(self._document)
        if count > MOST_PAGES:
            message = f"has {count} pages, more than the {MOST_PAGES} that are examined; split it"
            raise Unreadable("file-huge", message)
        pages = [self._page(at) for at in range(count)]
        return Document(
            tuple(page for page in pages if page), count, tuple(self._fonts),
            bool(pdfium.FPDF_VIEWERREF_GetPrintScaling(self._document)),
            _DUPLEX.get(pdfium.FPDF_VIEWERREF_GetDuplex(self._document)),
            pdfium.FPDF_GetSecurityHandlerRevision(self._document) >= 0,
            tuple(at for at, page in enumerate(pages, 1) if page is None),
            bool(pdfium.FPDFCatalog_IsTagged(self._document)),
        )  # fmt: skip

    def _page(self, at: int) -> Page | None:
        page = pdfium.FPDF_LoadPage(self._document, at)
        if not page:
            return None
        try:
            return self._read_page(page, at + 1)
        finally:
            pdfium.FPDF_ClosePage(page)

    def _read_page(self, page: Handle, number: int) -> Page:
        self._page_fonts = {}  # pdfium may reuse a font's address once its page is closed
        media = self._ask.page_box(pdfium.FPDFPage_GetMediaBox, page) or (
            0.0, 0.0, pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page),
        )  # fmt: skip
        left, bottom, right, top = media
        frame = Transform(MM_PER_POINT, 0.0, 0.0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
        collected = _Collected(number)
        self._walk(page_objects(page), _Setting(frame), collected)
        size = Size((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
        crop, trim, bleed = (
            found.mapped(Box(*box), frame) if (box := self._ask.page_box(get, page)) else None
            for get in (pdfium.FPDFPage_GetCropBox, pdfium.FPDFPage_GetTrimBox, pdfium.FPDFPage_GetBleedBox)
        )
        turned = 90 * pdfium.FPDFPage_GetRotation(page)
        return Page(number, size, crop, trim, bleed, turned, tuple(collected.pieces), collected.drawing())

    def _walk(self, things: Iterable[Handle], setting: _Setting, into: _Collected) -> None:
        for thing in things:
            kind = pdfium.FPDFPageObj_GetType(thing)
            if kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self._text(thing, setting, into)
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._image(thing, setting, into)
            elif kind == pdfium.FPDF_PAGEOBJ_FORM:
                self._form(thing, setting, into)
            elif not into.page:
                self._path(thing, kind == pdfium.FPDF_PAGEOBJ_SHADING, setting, into)

    def _path(self, thing: Handle, shading: bool, setting: _Setting, into: _Collected) -> None:
        filled, stroked = (True, False) if shading else self._ask.paint(thing)
        if (filled or stroked) and (box := self._seen(thing, setting)):
            into.drawn.append(Drawn(box, filled))

    def _image(self, thing: Handle, setting: _Setting, into: _Collected) -> None:
        box, matrix = self._seen(thing, setting), self._ask.map(thing).then(setting.frame)
        if not box:
            return
        size = Size(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        into.images.append(Image(box, self._ask.pixels(thing), size))
        into.drawn.append(Drawn(box, True))
        into.parts.append(box)

    def _text(self, thing: Handle, setting: _Setting, into: _Collected) -> None:
        box = self._seen(thing, setting)
        used = self._font(pdfium.FPDFTextObj_GetFont(thing))
        if not box or pdfium.FPDFTextObj_GetTextRenderMode(thing) == _INVISIBLE:
            return
        matrix = self._ask.map(thing).then(setting.frame)
        points = self._ask.font_size(thing) * math.hypot(matrix.c, matrix.d) * POINTS_PER_MM
        marks = setting.marks | self._ask.marks(thing).keys()
        turned = tuple(setting.frame.apply(x, y) for x, y in self._ask.corners(thing))
        whole = turned and found.near(found.around(turned), box, _SAME)
        corners = turned if whole else found.corners(box)
        stamp, decoration, pictured = (mark in marks for mark in ("PnpStamp", "Artifact", "PnpSymbol"))
        into.texts.append(Text(corners, points, stamp, decoration, used, pictured))

    def _form(self, thing: Handle, setting: _Setting, into: _Collected) -> None:
        """A piece where a page says so; else a drawing within this one."""
        inner = self._ask.map(thing).then(setting.frame)
        if not into.page and (symbol := self._symbol(thing)):
            if box := self._clipped(found.mapped(symbol.drawn.box, inner), thing, setting):
                into.drawn.append(Drawn(box, symbol.drawn.filled))
                into.parts += [box] if symbol.drawn.filled else []
                into.images += _placed(symbol.images, inner, box)
            return
        if into.page and self._is_picture(thing):
            return
        marks = self._ask.marks(thing)
        if "PnpPiece" in marks:
            into.pieces.append(self._piece(thing, marks["PnpPiece"], inner, setting, into.page))
        else:
            clip = self._clip(thing, setting)
            self._walk(form_objects(thing), _Setting(inner, clip, setting.marks | marks.keys()), into)

    def _is_picture(self, form: Handle) -> bool:
        """Whether a page shows a drawing there, such as a card in a rulebook: of all in it only the fonts matter."""
        named = self._ask.marks(pdfium.FPDFFormObj_GetObject(form, 0)).get("PnpSymbol")
        if named is None:
            return False
        key = (self._ask.word(named, b"Id"), self._outer(form))
        if key not in self._pictures:
            self._pictures.add(key)
            self._walk(form_objects(form), _Setting(), _Collected())
        return True

    def _piece(self, thing: Handle, mark: Handle, transform: Transform, setting: _Setting, page: int) -> Piece:
        ask = self._ask
        component, copy, side = ask.word(mark, b"Component"), ask.number(mark, b"Copy"), ask.word(mark, b"Side")
        return Piece(component, copy, side, page, transform, self._clip(thing, setting), self._face(thing))

    def _face(self, form: Handle) -> FoundFace:
        key = self._outer(form)
        if not key:
            return FoundFace(None, Drawing(), None)
        mark = self._ask.marks(pdfium.FPDFFormObj_GetObject(form, 0)).get("PnpFace")
        face = self._ask.word(mark, b"Id") if mark else ""
        if (face, key) not in self._faces:
            collected = _Collected()
            self._walk(form_objects(form), _Setting(), collected)
            drawing = collected.drawing()
            self._faces[face, key] = FoundFace(face or None, drawing, drawing.reach)
        return self._faces[face, key]

    def _symbol(self, form: Handle) -> _Symbol | None:
        """A form as one painted thing; None where it must be walked, for text has checks of its own."""
        named = self._ask.marks(pdfium.FPDFFormObj_GetObject(form, 0)).get("PnpSymbol")
        name = self._ask.word(named, b"Id") if named else ""
        key = (name, self._outer(form))
        if key not in self._symbols:
            collected = _Collected()
            self._walk(form_objects(form), _Setting(), collected)
            whole = found.joined([thing.box for thing in collected.drawn])
            images = tuple(image if image.name else replace(image, name=name) for image in collected.images)
            plain = whole and not collected.texts
            drawn = Drawn(whole, _is_filled(whole, collected)) if whole and plain else None
            self._symbols[key] = _Symbol(drawn, images) if drawn else None
        return self._symbols[key]

    def _outer(self, form: Handle) -> object:
        """What a form is known again by; None for an empty one."""
        count = pdfium.FPDFFormObj_CountObjects(form)
        if count <= 0:
            return None
        first, last = (pdfium.FPDFFormObj_GetObject(form, at) for at in (0, count - 1))
        return count, self._ask.bounds(first), self._ask.bounds(last)

    def _seen(self, thing: Handle, setting: _Setting) -> Box | None:
        """The part of a thing's box that no clip takes away."""
        box = self._ask.bounds(thing)
        if setting.frame is not IDENTITY:
            box = found.mapped(box, setting.frame)
        return self._clipped(box, thing, setting)

    def _clipped(self, box: Box, thing: Handle, setting: _Setting) -> Box | None:
        clip = self._clip(thing, setting)
        return found.cut(box, clip) if clip else box

    def _clip(self, thing: Handle, setting: _Setting) -> Box | None:
        """The box that clips a thing, in the setting's millimetres; an empty clip is an empty box."""
        box = setting.clip
        for points in self._ask.clips(thing):
            outline = found.mapped(found.around(points), setting.frame) if points else _NOWHERE
            box = (found.cut(box, outline) or _NOWHERE) if box else outline
        return box

    def _font(self, handle: Handle) -> Font | None:
        if not handle:
            return None
        address = ctypes.addressof(handle.contents)
        if address not in self._page_fonts:
            self._page_fonts[address] = font(handle)
            self._fonts.setdefault(self._page_fonts[address])
        return self._page_fonts[address]
