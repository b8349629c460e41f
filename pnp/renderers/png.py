"""PNG pictures of a finished PDF or of faces (pypdfium2 and Pillow), each of exactly the pixels its size asks for.

Pictures are rasters of the PDF itself, so that what is shown is what is printed. A single face comes in one of the
two forms that its users expect:

- without bleed, for virtual tables: a disc, a hexagon or any other outline is transparent outside; a rectangle keeps
  square corners, because tables round the corners of cards themselves and a second rounding would leave notches;
- with bleed, for print shops: opaque and rectangular to the edge of the bleed, since the shop does the cutting.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from ctypes import c_float, c_int
from dataclasses import replace
from io import BytesIO
from typing import Any

import pypdfium2
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from pypdfium2 import raw

from pnp.drawing.face import Face
from pnp.errors import UsageError
from pnp.geometry import MM_PER_POINT, RECTANGLE, Box, Insets, Size
from pnp.imposition.plan import Item, Page, Placement
from pnp.renderers.base import DocumentInfo
from pnp.renderers.pdf import PdfRenderer

SMALLEST_DPI, LARGEST_DPI = 30, 1200
LARGEST_PICTURE = 200_000_000
# A card sheet at 300 dpi: level 1 takes 0.29 s and 1.58 MB, level 3 0.29 s and 1.53 MB, level 6 0.40 s and 1.42 MB.
_COMPRESSION = 3
_HAIRLINE = 0.08  # mm: thinner than anybody draws for print
_SMALLEST_PART = 0.6  # of a pixel
_FINER = 4
_MOST_AT_ONCE = 16_000_000  # pixels
_MOST_LOOKED_AT = 200_000
_FORMATS = {"RGB": raw.FPDFBitmap_BGR, "RGBA": raw.FPDFBitmap_BGRA}
_GROUND = {"RGB": (255, 255, 255, 255), "RGBA": (255, 255, 255, 0)}


def sheets_as_png(pdf: bytes, dpi: int) -> Iterator[bytes]:
    """One picture a page of the PDF; UsageError, before any is drawn, for a resolution or a page beyond the limits."""
    document = pypdfium2.PdfDocument(pdf)
    pixels = [_page_pixels(document, number, dpi) for number in range(len(document))]
    return (_picture(page, size, "RGB", dpi) for page, size in zip(document, pixels, strict=True))


def sheets_as_pictures(pdf: bytes, dpi: int) -> Iterator[Image.Image]:
    """The same, not yet packed, for whoever goes on working on them."""
    document = pypdfium2.PdfDocument(pdf)
    for number, page in enumerate(document):
        bitmap, picture = _drawn(page, _page_pixels(document, number, dpi), "RGB")
        yield picture.copy()
        bitmap.close()
        page.close()


def sheet_as_png(pdf: bytes, dpi: int, page: int) -> bytes:
    """The picture of one page, counted from 0, for those who share the pages out among processes."""
    document = pypdfium2.PdfDocument(pdf)
    return _picture(document[page], _page_pixels(document, page, dpi), "RGB", dpi)


def faces_as_png(
    faces: Iterable[Face], document: DocumentInfo, dpi: int, with_bleed: bool
) -> Iterator[tuple[str, bytes]]:
    """The id and picture of each face; UsageError, before any is drawn, for what is beyond the limits."""
    known = tuple(faces)
    boxes = [face.trim.bleed_box if with_bleed else face.trim.box for face in known]
    pixels = [_pixels(Size(box.width, box.height), dpi) for box in boxes]
    return _faces(known, pixels, document, dpi, with_bleed)


def faces_as_pictures(faces: Sequence[Face], document: DocumentInfo, dpi: int) -> Iterator[Image.Image]:
    """The same at the trim, on white and not yet packed, for whoever goes on working on them."""
    return sheets_as_pictures(_one_a_page(faces, document, False), dpi)


def _faces(
    faces: Sequence[Face], pixels: Sequence[tuple[int, int]], document: DocumentInfo, dpi: int, with_bleed: bool
) -> Iterator[tuple[str, bytes]]:
    if not faces:
        return
    pages = pypdfium2.PdfDocument(_one_a_page(faces, document, with_bleed))
    for face, page, size in zip(faces, pages, pixels, strict=True):
        mode = "RGB" if face.trim.outline.fills_box or with_bleed else "RGBA"
        yield face.id, _picture(page, size, mode, dpi)


def _one_a_page(faces: Sequence[Face], document: DocumentInfo, with_bleed: bool) -> bytes:
    """A PDF with a page for each face, of the size of its trim or of its trim and bleed."""
    renderer = PdfRenderer(replace(document, flip=None))
    for number, face in enumerate(faces, 1):
        # A round trim would be cut off at the circle of its bleed; a shop wants the picture to the corners.
        trim = replace(face.trim, outline=RECTANGLE) if with_bleed else face.trim
        bleed = trim.bleed if with_bleed else 0.0
        paper = Size(trim.size.width + 2 * bleed, trim.size.height + 2 * bleed)
        item = Item(face.id, 1, trim, face.id, None)
        placement = Placement(item, "front", paper.width / 2, paper.height / 2, 0, Insets.even(bleed))
        renderer.open_page(number, paper, Page(number, "front", (placement,)))
        renderer.place(placement, face)
        renderer.close()
    return renderer.finish()


def _page_pixels(document: Any, number: int, dpi: int) -> tuple[int, int]:
    width, height = document.get_page_size(number)
    return _pixels(Size(width * MM_PER_POINT, height * MM_PER_POINT), dpi)


def _pixels(size: Size, dpi: int) -> tuple[int, int]:
    """Width and height in pixels, at least one; UsageError beyond the limits."""
    if not SMALLEST_DPI <= dpi <= LARGEST_DPI:
        raise UsageError(f"{dpi} dpi is not possible; choose from {SMALLEST_DPI} to {LARGEST_DPI}, such as 300")
    width, height = (max(1, round(length / 25.4 * dpi)) for length in (size.width, size.height))
    if width * height > LARGEST_PICTURE:
        raise UsageError(
            f"{size.width:.0f} x {size.height:.0f} mm at {dpi} dpi would be {width * height / 1e6:.0f} megapixels; "
            f"the most is {LARGEST_PICTURE // 1_000_000}: choose fewer dpi"
        )
    return width, height


def _picture(page: Any, pixels: tuple[int, int], mode: str, dpi: int) -> bytes:
    bitmap, picture = _drawn(page, pixels, mode)
    written = BytesIO()
    ours = PngInfo()
    ours.add_text("Software", "pnp")  # which tells it from the pictures of others: see pnp/output.py
    picture.save(written, "PNG", compress_level=_COMPRESSION, dpi=(dpi, dpi), pnginfo=ours)
    bitmap.close()
    page.close()
    return written.getvalue()


def _drawn(page: Any, pixels: tuple[int, int], mode: str) -> tuple[Any, Image.Image]:
    """The page stretched over exactly those pixels; pypdfium2's own call rounds their number up.

    The picture lives in the bitmap's memory, which is to be closed after it. A page with lines that are finer than its
    pixels is drawn finer, part by part: pdfium draws no line thinner than a pixel.
    """
    width, height = pixels
    across, down = page.get_size()
    if not _has_hairlines(page, min(width / across, height / down)):
        return _part(page, pixels, Box(0, 0, width, height), mode)
    whole, fine = Image.new(mode, pixels), (width * _FINER, height * _FINER)
    rows = max(1, _MOST_AT_ONCE // (fine[0] * _FINER))
    bitmap: Any = None
    for top in range(0, height, rows):
        bottom = min(top + rows, height)
        if bitmap is not None:
            bitmap.close()
        bitmap, part = _part(page, fine, Box(0, top * _FINER, fine[0], bottom * _FINER), mode)
        whole.paste(part.reduce(_FINER), (0, top))
    return bitmap, whole


def _part(page: Any, whole: tuple[int, int], box: Box, mode: str) -> tuple[Any, Image.Image]:
    """A part of the page, by the pixels of the whole."""
    size = int(box.width), int(box.height)
    bitmap = pypdfium2.PdfBitmap.new_native(*size, _FORMATS[mode], rev_byteorder=True)
    bitmap.fill_rect(_GROUND[mode], 0, 0, *size)
    place = (-int(box.left), -int(box.top), *whole)
    raw.FPDF_RenderPageBitmap(bitmap, page, *place, 0, raw.FPDF_REVERSE_BYTE_ORDER)
    return bitmap, Image.frombuffer(mode, size, bitmap.buffer, "raw", mode, bitmap.stride, 1)


def _has_hairlines(page: Any, scale: float) -> bool:
    """Whether a page has lines finer than any of ours and than its pixels, of which so many are a point."""
    thinnest = min(_HAIRLINE / MM_PER_POINT, _SMALLEST_PART / scale)
    seen, waiting = 0, [(raw.FPDFPage_CountObjects(page), raw.FPDFPage_GetObject, page, 1.0)]
    matrix, width = raw.FS_MATRIX(), c_float()
    while waiting and seen < _MOST_LOOKED_AT:
        count, get, holder, larger = waiting.pop()
        for at in range(count):
            seen += 1
            thing = get(holder, at)
            kind = raw.FPDFPageObj_GetType(thing)
            if kind == raw.FPDF_PAGEOBJ_FORM and raw.FPDFPageObj_GetMatrix(thing, matrix):
                inner = raw.FPDFFormObj_CountObjects(thing)
                waiting.append((inner, raw.FPDFFormObj_GetObject, thing, larger * _scale(matrix)))
            elif kind == raw.FPDF_PAGEOBJ_PATH and _is_drawn_along(thing):
                known = raw.FPDFPageObj_GetStrokeWidth(thing, width) and raw.FPDFPageObj_GetMatrix(thing, matrix)
                if known and width.value * _scale(matrix) * larger < thinnest:
                    return True
    return False


def _is_drawn_along(thing: Any) -> bool:
    fill, line = c_int(), c_int()
    return bool(raw.FPDFPath_GetDrawMode(thing, fill, line)) and line.value != 0


def _scale(matrix: Any) -> float:
    return math.sqrt(abs(matrix.a * matrix.d - matrix.b * matrix.c))
