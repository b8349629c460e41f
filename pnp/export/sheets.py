"""Pictures of the sides of a deck's cards, in a grid that a virtual table cuts into cards."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image

from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.export.canvas import pictures_of
from pnp.export.presets import Table
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import LARGEST_DPI, SMALLEST_DPI

_COMPRESSION = 6
_LEAST_SIDE = 256  # pixels, so that a small token can be looked at from near


@frozen
class Grid:
    """How a sheet is divided, and at how many dots to the inch its cards are drawn."""

    columns: int
    rows: int
    dpi: int


def grid_for(count: int, card: Size, table: Table) -> Grid:
    """The grid that shows so many cards largest, one place kept free; of grids that do equally well the smallest."""
    grids = [
        Grid(columns, rows, _dpi(columns, rows, card, table))
        for rows in range(1, table.rows + 1)
        for columns in range(1, table.columns + 1)
        if columns * rows > count
    ]
    return max(grids, key=lambda grid: (grid.dpi, -grid.columns * grid.rows))


def chunks(pieces: Sequence[Printed], table: Table) -> Iterator[Sequence[Printed]]:
    """As many of the pieces as a sheet may hold, one sheet after the other."""
    most = min(table.cards, table.columns * table.rows - 1)
    for at in range(0, len(pieces), most):
        yield pieces[at : at + most]


def sheet_of(
    sides: Sequence[Face | None], hidden: Face | None, grid: Grid, card: Size, document: DocumentInfo
) -> bytes:
    """A PNG with the sides row by row; its last place shows what others see of a card in a hand."""
    *cells, last = pictures_of([*sides, hidden], card, grid.dpi, document)
    wide, high = _pixels(card, grid.dpi)
    sheet = Image.new("RGB", (grid.columns * wide, grid.rows * high), "white")
    for place, cell in (*enumerate(cells), (grid.columns * grid.rows - 1, last)):
        with Image.open(BytesIO(cell), formats=("PNG",)) as picture:
            sheet.paste(picture, (place % grid.columns * wide, place // grid.columns * high))
    written = BytesIO()
    sheet.save(written, "PNG", compress_level=_COMPRESSION)
    return written.getvalue()


def finest(size: Size, table: Table) -> int:
    """Dots to the inch for a picture of that size by itself: the table's, or more for what is very small."""
    dense = math.ceil(_LEAST_SIDE * 25.4 / min(size.width, size.height))
    return _dpi(1, 1, size, replace(table, dpi=min(LARGEST_DPI, max(table.dpi, dense))))


def _dpi(columns: int, rows: int, card: Size, table: Table) -> int:
    fits = 25.4 * table.pixels / max(columns * card.width, rows * card.height)
    dpi = min(table.dpi, int(fits))
    wide, high = _pixels(card, dpi)
    # Each card is rounded to whole pixels by itself, and many of them may come out too wide together.
    while dpi > SMALLEST_DPI and (columns * wide > table.pixels or rows * high > table.pixels):
        dpi -= 1
        wide, high = _pixels(card, dpi)
    return max(SMALLEST_DPI, dpi)


def _pixels(card: Size, dpi: int) -> tuple[int, int]:
    return max(1, round(card.width / 25.4 * dpi)), max(1, round(card.height / 25.4 * dpi))
