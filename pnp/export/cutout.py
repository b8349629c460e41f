"""Placed pieces and their outlines in; one picture of them, see-through wherever nothing is cut out, out."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from pnp.drawing.chains import Point
from pnp.drawing.cutlines import TOLERANCE, Contour, CutLines
from pnp.drawing.face import Face
from pnp.formats import Sheets, proof
from pnp.geometry import Size
from pnp.imposition.plan import Page, Placement, SheetPlan
from pnp.renderers.base import Document
from pnp.renderers.png import sheets_as_pictures

_FINER = 4  # how many times finer than the picture its edge is drawn
_COMPRESSION = 3  # of eight cards: 0.35 s and 1.5 MB; level 6 takes 0.6 s for a tenth less
_VISIBLE = (0, *[255] * 255)


def cut_out(
    placed: Sequence[Placement], lines: Iterable[CutLines], page: Size, dpi: int, faces: Mapping[str, Face],
    document: Document,
) -> bytes:  # fmt: skip
    """A PNG of the page (RGBA) in which each piece ends at its outline; its bleed gives the edge its full colour."""
    plan = SheetPlan(page, "fronts", 1, (Page(1, "front", tuple(placed)),), len(placed))
    pdf = proof(Sheets("pieces", "pieces", plan, faces, document)).data
    (seen,) = sheets_as_pictures(pdf, dpi)
    mask = Image.new("L", seen.size, 0)
    for each in lines:
        _add(mask, each, dpi / 25.4)
    seen.putalpha(mask)
    # What cannot be seen is white: it packs better, and a program that forgets about see-through shows no bleed.
    shown = Image.composite(seen, Image.new("RGBA", seen.size, (255, 255, 255, 0)), mask.point(_VISIBLE))
    written = BytesIO()
    shown.save(written, "PNG", compress_level=_COMPRESSION, dpi=(dpi, dpi))
    return written.getvalue()


def _add(mask: Image.Image, lines: CutLines, scale: float) -> None:
    """One piece, with its holes left out."""
    box = lines.box
    left, top = math.floor(box.left * scale), math.floor(box.top * scale)
    size = math.ceil(box.right * scale) - left, math.ceil(box.bottom * scale) - top
    fine = Image.new("L", (size[0] * _FINER, size[1] * _FINER), 0)
    draw = ImageDraw.Draw(fine)
    holes = [contour for contour in lines.inner if contour.is_closed]
    for contours, level in ((lines.cut, 255), (holes, 0)):
        for contour in contours:
            draw.polygon([_at(point, left, top, scale) for point in _corners(contour)], fill=level)
    piece = fine.reduce(_FINER)
    mask.paste(255, (left, top, left + piece.width, top + piece.height), piece)


def _corners(contour: Contour) -> list[Point]:
    return [point for segment in contour.segments for point in segment.points(TOLERANCE / _FINER)]


def _at(point: Point, left: int, top: int, scale: float) -> Point:
    """In fine pixels, of which a polygon is given the middles."""
    return (point[0] * scale - left) * _FINER - 0.5, (point[1] * scale - top) * _FINER - 0.5
