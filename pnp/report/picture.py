"""One picture of all faces, as a PNG that shows at a glance what is in the box."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from pnp.drawing.face import Face
from pnp.frozen import frozen
from pnp.geometry import Insets, Size
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.renderers.base import Document, render
from pnp.renderers.pdf import PdfRenderer
from pnp.renderers.png import sheet_as_png

_GAP = 4.0
_DPI = 45
_SHAPE = 1.6  # width to height that a row of faces is broken for
_WIDER = range(100, 116)  # per cent of that width, of which the one that leaves the least white is taken


@frozen
class _Row:
    """Columns side by side; in a column smaller faces of one width stand below each other."""

    columns: tuple[tuple[Face, ...], ...]

    @property
    def width(self) -> float:
        return math.fsum(column[0].trim.size.width + _GAP for column in self.columns)

    @property
    def height(self) -> float:
        return max(map(_height, self.columns))

    def beside(self, face: Face) -> _Row:
        return _Row((*self.columns, (face,)))

    def below(self, face: Face) -> _Row | None:
        """The row with a face more in its last column, None where there is no room for it."""
        column = (*self.columns[-1], face)
        fits = face.trim.size.width == column[0].trim.size.width and _height(column) <= self.height
        return _Row((*self.columns[:-1], column)) if fits else None


def _height(column: Sequence[Face]) -> float:
    return math.fsum(face.trim.size.height + _GAP for face in column) - _GAP


def contact_sheet(faces: Sequence[Face], document: Document) -> bytes:
    """A PNG of the faces in their order, row under row, on white."""
    width = _width(faces)
    rows = min((list(_rows(faces, width * wider / 100)) for wider in _WIDER), key=_area)
    page_size = _size(rows)
    placements = tuple(_placed(rows, page_size))
    plan = SheetPlan(page_size, "fronts", 1, (Page(1, "front", placements),), 1)
    return sheet_as_png(render(plan, {face.id: face for face in faces}, PdfRenderer(document)), _DPI, 0)


def _size(rows: Sequence[_Row]) -> Size:
    return Size(max(row.width for row in rows) + _GAP, math.fsum(row.height + _GAP for row in rows) + _GAP)


def _area(rows: Sequence[_Row]) -> float:
    size = _size(rows)
    return size.width * size.height


def _width(faces: Sequence[Face]) -> float:
    """A width that makes the whole about as wide as a screen is."""
    sizes = [face.trim.size for face in faces]
    area = math.fsum((size.width + _GAP) * (size.height + _GAP) for size in sizes)
    return max(*(size.width + 2 * _GAP for size in sizes), math.sqrt(area * _SHAPE))


def _rows(faces: Sequence[Face], width: float) -> Iterator[_Row]:
    row = _Row(((faces[0],),))
    for face in faces[1:]:
        if stacked := row.below(face):
            row = stacked
        elif row.beside(face).width > width:
            yield row
            row = _Row(((face,),))
        else:
            row = row.beside(face)
    yield row


def _placed(rows: Sequence[_Row], page: Size) -> Iterator[Placement]:
    top = _GAP
    for row in rows:
        left = (page.width - row.width + _GAP) / 2
        for column in row.columns:
            wide, y = column[0].trim.size.width, top + (row.height - _height(column)) / 2
            for face in column:
                high = face.trim.size.height
                item = Item(face.id, 1, face.trim, face.id, None)
                yield Placement(item, "front", left + wide / 2, y + high / 2, 0.0, Insets.even(0.0))
                y += high + _GAP
            left += wide + _GAP
        top += row.height + _GAP
