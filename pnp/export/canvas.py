"""Faces and a page size in; a PDF with one face a page, its pictures, and texts too near the cut, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.drawing.face import Face
from pnp.errors import Finding
from pnp.export.presets import Product
from pnp.formats import Sheets, proof
from pnp.geometry import Box, Insets, Size
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.preflight.reader import read_pdf
from pnp.renderers.base import Document
from pnp.renderers.png import sheets_as_png
from pnp.units import number

_TOLERANCE = 0.05  # mm by which a text may come nearer


def pages_of(
    sides: Sequence[Face | None], page: Size, document: Document, bleed: float | None = None
) -> bytes:  # fmt: skip
    """A PDF with a page for each side, its trim in the middle; None makes a blank page.

    What lies beyond the trim is printed as far as `bleed`, to the page's edges if that is None. Raises InputInvalid
    for a font that cannot be embedded.
    """
    pages = tuple(_page(number, side, page, bleed) for number, side in enumerate(sides, 1))
    faces = {side.id: side for side in sides if side is not None}
    plan = SheetPlan(page, "fronts", len(pages), pages, 1)
    return proof(Sheets("pieces", "pieces", plan, faces, document)).data


def pictures_of(sides: Sequence[Face | None], page: Size, dpi: int, document: Document) -> tuple[bytes, ...]:
    """A PNG of each side, of the pixels that the page has at that resolution; none are drawn twice."""
    known = list({_name(side): side for side in sides}.values())
    pictures = dict(zip(map(_name, known), sheets_as_png(pages_of(known, page, document), dpi)))
    return tuple(pictures[_name(side)] for side in sides)


def near_the_cut(pdf: bytes, product: Product) -> Iterator[Finding]:
    """A warning for each face with a text that comes nearer to the cut than the product allows."""
    if not product.safe:
        return
    safe = Box.around(0, 0, product.trim).grown(Insets.even(-product.safe))
    told: set[str | None] = set()
    for piece in (piece for page in read_pdf(pdf).pages for piece in page.pieces):
        boxes = [text.box for text in piece.face.drawing.texts]
        beyond = max((_beyond(box, safe) for box in boxes), default=0.0)
        if beyond > _TOLERANCE and piece.face.id not in told:
            told.add(piece.face.id)
            near = f"a text ends {number(product.safe - beyond, 1)} mm from the cut"
            message = f"{near}; {product.title} asks for {number(product.safe, 1)} mm, so look at a proof"
            yield Finding("warning", "near-the-cut", piece.face.id or "", message)


def _beyond(box: Box, safe: Box) -> float:
    return max(safe.left - box.left, safe.top - box.top, box.right - safe.right, box.bottom - safe.bottom)


def _page(number: int, side: Face | None, page: Size, bleed: float | None) -> Page:
    if side is None:
        return Page(number, "front", ())
    size = side.trim.size
    # A shop cuts round pieces itself and wants the picture to the corners.
    trim = replace(side.trim, outline="rectangle", corner=0.0)
    across, down = max(0.0, page.width - size.width) / 2, max(0.0, page.height - size.height) / 2
    beyond = Insets(across, down, across, down) if bleed is None else Insets.even(bleed)
    item = Item(side.id, 1, trim, side.id, None)
    placement = Placement(item, "front", page.width / 2, page.height / 2, 0, beyond)
    return Page(number, "front", (placement,))


def _name(side: Face | None) -> str | None:
    return None if side is None else side.id
