"""Handles of pdfium in, plain numbers and words out: the raw calls and their buffers, nothing of what they mean."""

# mypy: disable-error-code="import-untyped,no-any-return"

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import pypdfium2.raw as pdfium

from pnp.geometry import IDENTITY, Box, Transform
from pnp.preflight.found import Corners, Font

Handle = Any
_TEXT_LENGTH = 1024
_LEAST_FONT = 12


class Objects:
    """Asks pdfium about one object at a time; buffers for its answers are made once."""

    def __init__(self) -> None:
        self._edges = tuple(ctypes.c_float() for _ in range(4))
        self._whole = ctypes.c_int(), ctypes.c_int()
        self._matrix = pdfium.FS_MATRIX()
        self._quad = pdfium.FS_QUADPOINTSF()
        self._buffer = (ctypes.c_ushort * _TEXT_LENGTH)()
        self._length = ctypes.c_ulong()

    def page_box(self, get: Callable[..., bool], page: Handle) -> tuple[float, float, float, float] | None:
        """Left, bottom, right and top of a page's box in points; None when the page has none."""
        left, bottom, right, top = self._edges
        return (left.value, bottom.value, right.value, top.value) if get(page, *self._edges) else None

    def bounds(self, thing: Handle) -> Box:
        left, low, right, high = self._edges
        pdfium.FPDFPageObj_GetBounds(thing, left, low, right, high)
        return Box(left.value, low.value, right.value, high.value)

    def map(self, thing: Handle) -> Transform:
        matrix = self._matrix
        if not pdfium.FPDFPageObj_GetMatrix(thing, matrix):
            return IDENTITY
        return Transform(matrix.a, matrix.b, matrix.c, matrix.d, matrix.e, matrix.f)

    def corners(self, thing: Handle) -> Corners:
        """The corners of the box that turns with a text."""
        quad = self._quad
        if not pdfium.FPDFPageObj_GetRotatedBounds(thing, quad):
            return ()
        return (quad.x1, quad.y1), (quad.x2, quad.y2), (quad.x3, quad.y3), (quad.x4, quad.y4)

    def paint(self, path: Handle) -> tuple[bool, bool]:
        """Whether a path is filled, and whether it is stroked."""
        fill, stroke = self._whole
        pdfium.FPDFPath_GetDrawMode(path, fill, stroke)
        return fill.value != 0, stroke.value != 0

    def pixels(self, image: Handle) -> tuple[int, int]:
        width, height = ctypes.c_uint(), ctypes.c_uint()
        pdfium.FPDFImageObj_GetImagePixelSize(image, width, height)
        return width.value, height.value

    def font_size(self, text: Handle) -> float:
        size = self._edges[0]
        pdfium.FPDFTextObj_GetFontSize(text, size)
        return size.value

    def clips(self, thing: Handle) -> Iterator[Corners]:
        """The points of each path that clips a thing; pdfium keeps no clip that cuts nothing off."""
        handle = pdfium.FPDFPageObj_GetClipPath(thing)
        x, y = self._edges[:2]
        for path in range(pdfium.FPDFClipPath_CountPaths(handle)):
            points = []
            for at in range(pdfium.FPDFClipPath_CountPathSegments(handle, path)):
                pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(handle, path, at), x, y)
                points.append((x.value, y.value))
            yield tuple(points)

    def marks(self, thing: Handle) -> dict[str, Handle]:
        """The marked content around a thing, by name."""
        found = {}
        for at in range(pdfium.FPDFPageObj_CountMarks(thing)):
            mark = pdfium.FPDFPageObj_GetMark(thing, at)
            pdfium.FPDFPageObjMark_GetName(mark, self._buffer, 2 * _TEXT_LENGTH, self._length)
            found[self._string()] = mark
        return found

    def word(self, mark: Handle, key: bytes) -> str:
        """A mark's parameter that is a string; pdfium tells no names."""
        if not pdfium.FPDFPageObjMark_GetParamStringValue(mark, key, self._buffer, 2 * _TEXT_LENGTH, self._length):
            return ""
        return self._string()

    def number(self, mark: Handle, key: bytes) -> int:
        value = self._whole[0]
        return value.value if pdfium.FPDFPageObjMark_GetParamIntValue(mark, key, value) else 0

    def _string(self) -> str:
        length = min(self._length.value, 2 * _TEXT_LENGTH)
        return ctypes.string_at(self._buffer, length).decode("utf-16-le", "replace").rstrip("\0")


def page_objects(page: Handle) -> Iterator[Handle]:
    get = pdfium.FPDFPage_GetObject
    return (get(page, at) for at in range(pdfium.FPDFPage_CountObjects(page)))


def form_objects(form: Handle) -> Iterator[Handle]:
    get = pdfium.FPDFFormObj_GetObject
    return (get(form, at) for at in range(pdfium.FPDFFormObj_CountObjects(form)))


def font(handle: Handle) -> Font:
    """A font's name without its subset prefix, which pdfium takes off, and what is embedded of it."""
    name = ctypes.create_string_buffer(256)
    pdfium.FPDFFont_GetBaseFontName(handle, name, len(name))
    embedded = pdfium.FPDFFont_GetIsEmbedded(handle) == 1
    return Font(name.value.decode("latin-1"), embedded, _glyphs(handle) if embedded else 0)


def _glyphs(handle: Handle) -> int:
    """How many glyphs an embedded TrueType or OpenType program holds, from its `maxp` table; 0 without one."""
    length = ctypes.c_size_t()
    if not pdfium.FPDFFont_GetFontData(handle, None, 0, length) or length.value < _LEAST_FONT:
        return 0
    buffer = (ctypes.c_uint8 * length.value)()
    pdfium.FPDFFont_GetFontData(handle, buffer, length.value, length)
    data = bytes(buffer)
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        if data[at : at + 4] == b"maxp":
            table = int.from_bytes(data[at + 8 : at + 12], "big")
            return int.from_bytes(data[table + 4 : table + 6], "big")
    return 0
