"""Pictures of sides as virtual tables show them: in a grid that the table cuts into cards, or cut to their outlines."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image, ImageDraw

from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.export.canvas import pictures_of
from pnp.export.presets import TableSizes
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import LARGEST_DPI, SMALLEST_DPI

_COMPRESSION = 6
_LEAST_SIDE = 256  # pixels, so that a small token can be looked at from near
_FINER = 4  # how many times finer than the picture its edge is drawn


@frozen
class CardGrid:
    """How a sheet is divided, and at how many dots to the inch its cards are drawn."""

    columns: int
    rows: int
    dpi: int


@frozen
class CardSheet:
    """Pictures of the fronts of cards, in a grid, and of their backs: such a grid too where they have `own_backs`."""

    grid: CardGrid
    fronts: bytes
    backs: bytes
    own_backs: bool


def card_sheet(
    pieces: Sequence[Printed], size: Size, faces: Mapping[str, Face], table: TableSizes, document: DocumentInfo
) -> CardSheet:
    grid = grid_for(len(pieces), size, table)
    backs = [faces[entry.component.back] if entry.component.back else None for entry in pieces]
    fronts = _sheet_of([faces[entry.component.id] for entry in pieces], backs[0], grid, size, document)
    if len(set(backs)) > 1:
        return CardSheet(grid, fronts, _sheet_of(backs, backs[0], grid, size, document), own_backs=True)
    (back,) = pictures_of(backs[:1], size, finest(size, table), document)
    return CardSheet(grid, fronts, back, own_backs=False)


def grid_for(count: int, card: Size, table: TableSizes) -> CardGrid:
    """The grid that shows so many cards largest, one place kept free; of grids that do equally well the smallest."""
    grids = [
        CardGrid(columns, rows, _dpi(columns, rows, card, table))
        for rows in range(1, table.rows + 1)
        for columns in range(1, table.columns + 1)
        if columns * rows > count
    ]
    return max(grids, key=lambda grid: (grid.dpi, -grid.columns * grid.rows))


def chunks(pieces: Sequence[Printed], table: TableSizes) -> Iterator[Sequence[Printed]]:
    """As many of the pieces as a sheet may hold, one sheet after the other."""
    most = min(table.cards, table.columns * table.rows - 1)
    return (pieces[at : at + most] for at in range(0, len(pieces), most))


def finest(size: Size, table: TableSizes) -> int:
    """Dots to the inch for a picture of that size by itself: the table's, or more for what is very small."""
    dense = math.ceil(_LEAST_SIDE * 25.4 / min(size.width, size.height))
    return _dpi(1, 1, size, replace(table, dpi=min(LARGEST_DPI, max(table.dpi, dense))))


def cut_to_outline(sides: Sequence[Face | None], trim: Trim, dpi: int, document: DocumentInfo) -> Iterator[bytes]:
    """A PNG (RGBA) of each side, see-through outside of that outline."""
    for data in pictures_of(sides, trim.size, dpi, document):
        with Image.open(BytesIO(data), formats=("PNG",)) as picture:
            seen = picture.convert("RGB")
        seen.putalpha(_mask(trim, seen.size))
        yield _as_png(seen)


def grid_of(cells: Sequence[bytes], columns: int) -> bytes:
    """Pictures (RGBA) of one size in one, row by row from the top left."""
    with Image.open(BytesIO(cells[0]), formats=("PNG",)) as first:
        wide, high = first.size
    whole = Image.new("RGBA", (columns * wide, -(-len(cells) // columns) * high), (255, 255, 255, 0))
    return _pasted(whole, enumerate(cells), columns)


def _sheet_of(
    sides: Sequence[Face | None], hidden: Face | None, grid: CardGrid, card: Size, document: DocumentInfo
) -> bytes:
    """A PNG with the sides row by row; its last place shows what others see of a card in a hand."""
    *cells, last = pictures_of([*sides, hidden], card, grid.dpi, document)
    wide, high = _pixels(card, grid.dpi)
    sheet = Image.new("RGB", (grid.columns * wide, grid.rows * high), "white")
    return _pasted(sheet, (*enumerate(cells), (grid.columns * grid.rows - 1, last)), grid.columns)


def _pasted(whole: Image.Image, cells: Iterable[tuple[int, bytes]], columns: int) -> bytes:
    """The whole with a picture in each of these places."""
    for place, cell in cells:
        with Image.open(BytesIO(cell), formats=("PNG",)) as picture:
            whole.paste(picture, (place % columns * picture.width, place // columns * picture.height))
    return _as_png(whole)


def _as_png(picture: Image.Image) -> bytes:
    written = BytesIO()
    picture.save(written, "PNG", compress_level=_COMPRESSION)
    return written.getvalue()


def _dpi(columns: int, rows: int, card: Size, table: TableSizes) -> int:
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


def _mask(trim: Trim, pixels: tuple[int, int]) -> Image.Image:
    fine = Image.new("L", (pixels[0] * _FINER, pixels[1] * _FINER), 0)
    box, draw = (0, 0, fine.width - 1, fine.height - 1), ImageDraw.Draw(fine)
    if trim.outline == "round":
        draw.ellipse(box, fill=255)
    else:
        draw.rounded_rectangle(box, round(trim.corner / trim.size.width * fine.width), fill=255)
    return fine.reduce(_FINER)
