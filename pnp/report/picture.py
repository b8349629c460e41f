"""Faces in, one picture of all of them out: what is in the box, at a glance."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.drawing.face import Face
from pnp.geometry import Insets, Size
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.renderers.base import Document, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import sheet_as_png

_GAP = 4.0
_DPI = 45
_SHAPE = 1.6  # width to height that a row of faces is broken for


@dataclass(frozen=True, slots=True)
class _Row:
    faces: tuple[Face, ...]

    @property
    def width(self) -> float:
        return sum(face.trim.size.width + _GAP for face in self.faces)

    @property
    def height(self) -> float:
        return max(face.trim.size.height for face in self.faces)


def contact_sheet(faces: Sequence[Face], document: Document) -> bytes:
    """A PNG of the faces in their order, row under row, on white."""
    rows = list(_rows(faces, _width(faces)))
    page_size = Size(max(row.width for row in rows) + _GAP, sum(row.height + _GAP for row in rows) + _GAP)
    placements = tuple(_placed(rows, page_size))
    plan = SheetPlan(page_size, "fronts", None, 1, (Page(1, "front", placements),), 1)
    return sheet_as_png(render(plan, {face.id: face for face in faces}, PdfRenderer(document)), _DPI, 0)


def _width(faces: Sequence[Face]) -> float:
    """A width that makes the whole about as wide as a screen is."""
    sizes = [face.trim.size for face in faces]
    area = sum((size.width + _GAP) * (size.height + _GAP) for size in sizes)
    return max(*(size.width + 2 * _GAP for size in sizes), math.sqrt(area * _SHAPE))


def _rows(faces: Sequence[Face], width: float) -> Iterator[_Row]:
    line: list[Face] = []
    for face in faces:
        if line and _Row((*line, face)).width > width:
            yield _Row(tuple(line))
            line = []
        line.append(face)
    if line:
        yield _Row(tuple(line))


def _placed(rows: Sequence[_Row], page: Size) -> Iterator[Placement]:
    top = _GAP
    for row in rows:
        left = (page.width - row.width + _GAP) / 2
        for face in row.faces:
            size = face.trim.size
            item = Item(face.id, 1, face.trim, face.id, None)
            yield Placement(item, "front", left + size.width / 2, top + row.height / 2, 0.0, Insets.even(0.0))
            left += size.width + _GAP
        top += row.height + _GAP
