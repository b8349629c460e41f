"""PDF bytes in, a Document out, by pdfium's raw calls: what a print shop's software would find on every page.

pdfium parses a form anew at every placement; here each is walked once, known again by its face id and its first
and last objects. It keeps no clip that cuts nothing off, and it tells fonts without their subset prefix.
"""

# mypy: disable-error-code="import-untyped,no-any-return"

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pypdfium2.raw as pdfium

from pnp.geometry import IDENTITY, Box, Size, Transform
from pnp.preflight.found import (
    Corners, Document, Drawing, Drawn, Font, FoundFace, Image, Page, Piece, Text, Unreadable, around, corners, cut,
    mapped,
)  # fmt: skip
from pnp.units import MM_PER_POINT, POINTS_PER_MM

MOST_PAGES = 2000
_DUPLEX = {1: "simplex", 2: "short", 3: "long"}
_INVISIBLE = 3
_TEXT_LENGTH = 1024
_LEAST_GLYPH_TABLE = 12

Handle = Any


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


class _Collected:
    """What has been found so far on one face or page."""

    def __init__(self) -> None:
        self.drawn: list[Drawn] = []
        self.texts: list[Text] = []
        self.images: list[Image] = []
        self.pieces: list[Piece] = []

    def drawing(self) -> Drawing:
        return Drawing(tuple(self.drawn), tuple(self.texts), tuple(self.images))


class _Setting:
    """Where an object stands: the map to the face's or page's millimetres, what clips it, the marks around it."""

    __slots__ = ("clip", "frame", "marks")

    def __init__(self, frame: Transform, clip: Box | None = None, marks: frozenset[str] = frozenset()) -> None:
        self.frame, self.clip, self.marks = frame, clip, marks


class _Reader:
    """Walks one open document; buffers for pdfium's answers are made once."""

    def __init__(self, document: Handle) -> None:
        self._document = document
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._matrix = pdfium.FS_MATRIX()
        self._quad = pdfium.FS_QUADPOINTSF()
        self._buffer = (ctypes.c_ushort * _TEXT_LENGTH)()
        self._length = ctypes.c_ulong()
        self._faces: dict[tuple[object, ...], FoundFace] = {}
        self._fonts: dict[Font, None] = {}
        self._page_fonts: dict[int, Font] = {}
        self._page_number = 0

    def document(self) -> Document:
        count = pdfium.FPDF_GetPageCount(self._document)
        if count > MOST_PAGES:
            raise Unreadable("file-huge", f"has {count} pages, more than the {MOST_PAGES} that are examined; split it")
        pages = [self._page(at) for at in range(count)]
        return Document(
            tuple(page for page in pages if page), count, tuple(self._fonts),
            bool(pdfium.FPDF_VIEWERREF_GetPrintScaling(self._document)),
            _DUPLEX.get(pdfium.FPDF_VIEWERREF_GetDuplex(self._document)),
            pdfium.FPDF_GetSecurityHandlerRevision(self._document) >= 0,
            tuple(at for at, page in enumerate(pages, 1) if page is None),
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
        self._page_number = number
        self._page_fonts = {}  # pdfium may reuse a font's address once its page is closed
        media = self._page_box(pdfium.FPDFPage_GetMediaBox, page) or (
            0.0, 0.0, pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page),
        )  # fmt: skip
        left, bottom, right, top = media
        frame = Transform(MM_PER_POINT, 0.0, 0.0, -MM_PER_POINT, -left * MM_PER_POINT, top * MM_PER_POINT)
        found = _Collected()
        objects = (pdfium.FPDFPage_GetObject(page, at) for at in range(pdfium.FPDFPage_CountObjects(page)))
        self._walk(objects, _Setting(frame), found)
        boxes = (
            box and mapped(Box(*box), frame)
            for box in (
                self._page_box(get, page)
                for get in (pdfium.FPDFPage_GetCropBox, pdfium.FPDFPage_GetTrimBox, pdfium.FPDFPage_GetBleedBox)
            )
        )
        size = Size((right - left) * MM_PER_POINT, (top - bottom) * MM_PER_POINT)
        turned = 90 * pdfium.FPDFPage_GetRotation(page)
        return Page(number, size, *boxes, turned, tuple(found.pieces), found.drawing())

    def _page_box(self, get: Any, page: Handle) -> tuple[float, float, float, float] | None:
        if not get(page, *self._edges):
            return None
        return tuple(edge.value for edge in self._edges)  # type: ignore[return-value]

    def _walk(self, objects: Iterator[Handle], setting: _Setting, found: _Collected) -> None:
        for thing in objects:
            kind = pdfium.FPDFPageObj_GetType(thing)
            if kind == pdfium.FPDF_PAGEOBJ_FORM:
                self._form(thing, setting, found)
            elif kind == pdfium.FPDF_PAGEOBJ_TEXT:
                self._text(thing, setting, found)
            elif kind == pdfium.FPDF_PAGEOBJ_IMAGE:
                self._image(thing, setting, found)
            else:
                self._path(thing, kind == pdfium.FPDF_PAGEOBJ_SHADING, setting, found)

    def _path(self, thing: Handle, shading: bool, setting: _Setting, found: _Collected) -> None:
        filled, stroked = shading, False
        if not shading:
            fill, stroke = ctypes.c_int(), ctypes.c_int()
            pdfium.FPDFPath_GetDrawMode(thing, fill, stroke)
            filled, stroked = fill.value != 0, stroke.value != 0
        if (filled or stroked) and (box := self._seen(thing, setting)):
            found.drawn.append(Drawn(box, filled))

    def _image(self, thing: Handle, setting: _Setting, found: _Collected) -> None:
        box, matrix = self._seen(thing, setting), self._map(thing).then(setting.frame)
        if not box:
            return
        width, height = ctypes.c_uint(), ctypes.c_uint()
        pdfium.FPDFImageObj_GetImagePixelSize(thing, width, height)
        size = Size(math.hypot(matrix.a, matrix.b), math.hypot(matrix.c, matrix.d))
        found.images.append(Image(box, (width.value, height.value), size))
        found.drawn.append(Drawn(box, True))

    def _text(self, thing: Handle, setting: _Setting, found: _Collected) -> None:
        box = self._seen(thing, setting)
        font = self._font(pdfium.FPDFTextObj_GetFont(thing))
        if not box or pdfium.FPDFTextObj_GetTextRenderMode(thing) == _INVISIBLE:
            return
        matrix = self._map(thing).then(setting.frame)
        size = self._edges[0]
        pdfium.FPDFTextObj_GetFontSize(thing, size)
        points = size.value * math.hypot(matrix.c, matrix.d) * POINTS_PER_MM
        marks = setting.marks | self._marks(thing)
        quad = self._corners(thing, setting.frame)
        seen = quad if _close(around(quad), box) else corners(box)
        found.texts.append(Text(seen, points, "PnpStamp" in marks, "Artifact" in marks, font))

    def _form(self, thing: Handle, setting: _Setting, found: _Collected) -> None:
        marks = self._marks(thing)
        inner = self._map(thing).then(setting.frame)
        if "PnpPiece" in marks:
            found.pieces.append(self._piece(thing, inner, setting))
            return
        clip = self._clip(thing, setting)
        self._walk(_children(thing), _Setting(inner, clip, setting.marks | marks), found)

    def _piece(self, thing: Handle, transform: Transform, setting: _Setting) -> Piece:
        mark = next(mark for mark, name in self._each_mark(thing) if name == "PnpPiece")
        copy = ctypes.c_int()
        pdfium.FPDFPageObjMark_GetParamIntValue(mark, b"Copy", copy)
        component, side = self._parameter(mark, b"Component"), self._parameter(mark, b"Side")
        return Piece(
            component or "", copy.value, side or "", self._page_number, transform, self._clip(thing, setting),
            self._face(thing),
        )  # fmt: skip

    def _face(self, form: Handle) -> FoundFace:
        count = pdfium.FPDFFormObj_CountObjects(form)
        if count <= 0:
            return FoundFace(None, Drawing(), None)
        first, last = pdfium.FPDFFormObj_GetObject(form, 0), pdfium.FPDFFormObj_GetObject(form, count - 1)
        face = next((self._parameter(mark, b"Id") for mark, name in self._each_mark(first) if name == "PnpFace"), None)
        key = (face, count, self._bounds(first), self._bounds(last))
        if key not in self._faces:
            found = _Collected()
            self._walk(_children(form), _Setting(IDENTITY), found)
            drawing = found.drawing()
            self._faces[key] = FoundFace(face, drawing, drawing.reach)
        return self._faces[key]

    def _seen(self, thing: Handle, setting: _Setting) -> Box | None:
        """The part of a thing's box that no clip takes away."""
        box = self._mapped_bounds(thing, setting.frame)
        clip = self._clip(thing, setting)
        return cut(box, clip) if clip else box

    def _mapped_bounds(self, thing: Handle, frame: Transform) -> Box:
        box = Box(*self._bounds(thing))
        return box if frame is IDENTITY else mapped(box, frame)

    def _bounds(self, thing: Handle) -> tuple[float, float, float, float]:
        left, low, right, high = self._edges
        pdfium.FPDFPageObj_GetBounds(thing, left, low, right, high)
        return left.value, low.value, right.value, high.value

    def _map(self, thing: Handle) -> Transform:
        matrix = self._matrix
        if not pdfium.FPDFPageObj_GetMatrix(thing, matrix):
            return IDENTITY
        return Transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def _corners(self, thing: Handle, frame: Transform) -> Corners:
        quad = self._quad
        if not pdfium.FPDFPageObj_GetRotatedBounds(thing, quad):
            return corners(self._mapped_bounds(thing, frame))
        points = ((quad.x1, quad.y1), (quad.x2, quad.y2), (quad.x3, quad.y3), (quad.x4, quad.y4))
        return tuple(frame.apply(x, y) for x, y in points)

    def _clip(self, thing: Handle, setting: _Setting) -> Box | None:
        """The box that clips a thing, in the setting's millimetres; an empty clip is an empty box."""
        handle = pdfium.FPDFPageObj_GetClipPath(thing)
        box = setting.clip
        for path in range(pdfium.FPDFClipPath_CountPaths(handle)):
            points = tuple(self._clip_points(handle, path))
            outline = mapped(around(points), setting.frame) if points else Box(0, 0, 0, 0)
            box = (cut(box, outline) or Box(0, 0, 0, 0)) if box else outline
        return box

    def _clip_points(self, handle: Handle, path: int) -> Iterator[tuple[float, float]]:
        x, y = self._edges[:2]
        for at in range(pdfium.FPDFClipPath_CountPathSegments(handle, path)):
            if pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(handle, path, at), x, y):
                yield x.value, y.value

    def _marks(self, thing: Handle) -> frozenset[str]:
        return frozenset(name for _, name in self._each_mark(thing))

    def _each_mark(self, thing: Handle) -> Iterator[tuple[Handle, str]]:
        for at in range(pdfium.FPDFPageObj_CountMarks(thing)):
            mark = pdfium.FPDFPageObj_GetMark(thing, at)
            pdfium.FPDFPageObjMark_GetName(mark, self._buffer, 2 * _TEXT_LENGTH, self._length)
            yield mark, self._string()

    def _parameter(self, mark: Handle, key: bytes) -> str | None:
        if not pdfium.FPDFPageObjMark_GetParamStringValue(mark, key, self._buffer, 2 * _TEXT_LENGTH, self._length):
            return None
        return self._string()

    def _string(self) -> str:
        length = min(self._length.value, 2 * _TEXT_LENGTH)
        return ctypes.string_at(self._buffer, length).decode("utf-16-le", "replace").rstrip("\0")

    def _font(self, handle: Handle) -> Font | None:
        if not handle:
            return None
        address = ctypes.addressof(handle.contents)
        if address not in self._page_fonts:
            name = ctypes.create_string_buffer(256)
            pdfium.FPDFFont_GetBaseFontName(handle, name, len(name))
            embedded = pdfium.FPDFFont_GetIsEmbedded(handle) == 1
            font = Font(name.value.decode("latin-1"), embedded, _glyphs(handle) if embedded else 0)
            self._page_fonts[address] = font
            self._fonts.setdefault(font)
        return self._page_fonts[address]


def _children(form: Handle) -> Iterator[Handle]:
    return (pdfium.FPDFFormObj_GetObject(form, at) for at in range(pdfium.FPDFFormObj_CountObjects(form)))


def _close(one: Box, other: Box) -> bool:
    pairs = ((one.left, other.left), (one.top, other.top), (one.right, other.right), (one.bottom, other.bottom))
    return all(abs(mine - theirs) < 0.05 for mine, theirs in pairs)


def _glyphs(handle: Handle) -> int:
    """How many glyphs an embedded TrueType or OpenType program holds, from its `maxp` table; 0 when it has none."""
    length = ctypes.c_size_t()
    if not pdfium.FPDFFont_GetFontData(handle, None, 0, length) or length.value < _LEAST_GLYPH_TABLE:
        return 0
    buffer = (ctypes.c_uint8 * length.value)()
    pdfium.FPDFFont_GetFontData(handle, buffer, length.value, length)
    data = bytes(buffer)
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        if data[at : at + 4] == b"maxp":
            table = int.from_bytes(data[at + 8 : at + 12], "big")
            return int.from_bytes(data[table + 4 : table + 6], "big")
    return 0
