"""Faces as a PDF of one face a page, opaque for files that know no other; as pictures, in grids or cut to outlines."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from io import BytesIO

from PIL import Image as Raster
from PIL import ImageDraw

from pnp.build.files import Sheets, proof
from pnp.build.job import Printed
from pnp.drawing.face import Face
from pnp.drawing.paint import Tiling, lets_through
from pnp.drawing.shapes import Group, Image, Path, Picture, Shape, Use, bounds, mapped, rectangle
from pnp.errors import Finding
from pnp.export.presets import Product, TableSizes
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, RECTANGLE, ROUND, Box, Insets, Size, Transform, Trim, number
from pnp.geometry.paths import flattened
from pnp.imposition.plan import Item, Page, Placement, SheetPlan
from pnp.preflight.reader import read_pdf
from pnp.renderers.base import DocumentInfo
from pnp.renderers.png import LARGEST_DPI, SMALLEST_DPI, sheets_as_png

_DPI = 300  # of what is mixed anew
_SIDE = 100.0  # mm of the longer side of the page that a ground is drawn on at least, whatever it measures in print
_LONGEST = 330.0  # and at most
_LEAST_AREA = 1e-9
_MOST = 4000  # pixels of a side

Frame = Callable[[Shape], Shape]
"""Puts a shape of a group into the face's own coordinates, clipped as the group clips it."""
_TOLERANCE = 0.05  # mm by which a text may come nearer
_COMPRESSION = 6
_LEAST_SIDE = 256  # pixels, so that a small token can be looked at from near
_FINER = 4  # how many times finer than the picture its edge is drawn


def opaque(face: Face, document: DocumentInfo) -> Face:
    """The face itself where nothing in it is see-through; no shape but such pictures and groups is changed.

    A group that is seen through becomes a picture of itself on what lies below.
    """
    if not any(map(_has_see_through, face.shapes)):
        return face
    mixer = _Mixer(document, face.trim.bleed_box)
    return replace(face, shapes=mixer.shapes(face.shapes, IDENTITY, lambda shape: shape))


class _Mixer:
    """Walks a face in the order it is painted, and keeps what is painted already."""

    def __init__(self, document: DocumentInfo, edge: Box) -> None:
        self._document = document
        self._edge = edge
        self._under: list[Shape] = []

    def shapes(self, shapes: tuple[Shape, ...], transform: Transform, frame: Frame) -> tuple[Shape, ...]:
        return tuple(self._shape(shape, transform, frame) for shape in shapes)

    def _shape(self, shape: Shape, transform: Transform, frame: Frame) -> Shape:
        if _is_mixed_whole(shape):
            return self._flattened(shape, transform, frame)
        if isinstance(shape, Group | Use) and _has_see_through(shape):
            group = _as_group(shape)

            def inner(part: Shape) -> Shape:
                return frame(replace(group, shapes=(part,)))

            return replace(group, shapes=self.shapes(group.shapes, group.transform.then(transform), inner))
        if isinstance(shape, Image) and _has_see_through(shape):
            shape = replace(shape, picture=self._mixed(shape, transform))
        self._under.append(frame(shape))
        return shape

    def _flattened(self, shape: Shape, transform: Transform, frame: Frame) -> Shape:
        """A shape as a picture of itself and of what lies below, in its own place; nothing where it is not seen."""
        self._under.append(frame(shape))
        if abs(transform.area) < _LEAST_AREA:
            return Group(())
        box = bounds((shape,), self._document.fonts).common(mapped(self._edge, transform.inverse()))
        if isinstance(shape, Group) and shape.mask:
            box = box.common(bounds(shape.mask.shapes, self._document.fonts, shape.transform))
        if min(box.width, box.height) <= 0:
            return Group(())
        ground = self._ground(box, transform)
        written = BytesIO()
        ground.convert("RGB").save(written, "PNG", compress_level=1)
        return Image(Picture(written.getvalue(), *ground.size), box)

    def _mixed(self, image: Image, transform: Transform) -> Picture:
        """The picture on the ground that it lies on, as fine as it is or as it is printed, whichever is finer."""
        box = image.box
        wide = math.hypot(transform.a, transform.b) * box.width / 25.4 * _DPI
        high = math.hypot(transform.c, transform.d) * box.height / 25.4 * _DPI
        size = (
            min(_MOST, max(image.picture.width, math.ceil(wide))),
            min(_MOST, max(image.picture.height, math.ceil(high))),
        )
        ground = self._ground(box, transform).convert("RGBA").resize(size)
        # Enlarged as a printer would: by larger pixels, none of them new.
        coarse = size[0] >= image.picture.width and size[1] >= image.picture.height
        how = Raster.Resampling.NEAREST if coarse else Raster.Resampling.LANCZOS
        with Raster.open(BytesIO(image.picture.data), formats=("PNG",)) as picture:
            mixed = Raster.alpha_composite(ground, picture.convert("RGBA").resize(size, how))
        written = BytesIO()
        mixed.convert("RGB").save(written, "PNG", compress_level=1)
        return Picture(written.getvalue(), *size)

    def _ground(self, box: Box, transform: Transform) -> Raster.Image:
        """What is painted so far where the box lies, in the box's own upright shape."""
        across = math.hypot(transform.a, transform.b) * box.width
        down = math.hypot(transform.c, transform.d) * box.height
        scale = min(max(_SIDE, across, down), _LONGEST) / max(box.width, box.height)
        upright = transform.inverse().then(Transform.moved(-box.left, -box.top)).then(Transform.scaled(scale))
        page = Size(box.width * scale, box.height * scale)
        face = Face("ground", Trim(page, bleed=0.0), (Group(tuple(self._under), upright),))
        (picture,) = pictures_of([face], page, _DPI, self._document)
        return Raster.open(BytesIO(picture), formats=("PNG",))


def _as_group(shape: Group | Use) -> Group:
    """A placed symbol as the group that it stands for."""
    if isinstance(shape, Group):
        return shape
    return Group(shape.symbol.shapes, shape.transform, Path(rectangle(shape.symbol.bounds)))


def _is_mixed_whole(shape: Shape) -> bool:
    """Whether a shape is mixed with what lies below as a whole: its parts would not do so one by one."""
    if isinstance(shape, Path):
        paints = [paint for paint in (shape.fill, shape.stroke and shape.stroke.paint) if paint]
        tiles = [tile for paint in paints if isinstance(paint, Tiling) for tile in paint.shapes]
        return any(map(lets_through, paints)) or any(map(_has_see_through, tiles))
    return isinstance(shape, Group) and shape.is_see_through


def _has_see_through(shape: Shape) -> bool:
    match shape:
        case Path():
            return _is_mixed_whole(shape)
        case Group(is_see_through=True):
            return True
        case Group():
            return any(map(_has_see_through, shape.shapes))
        case Use():
            return any(map(_has_see_through, shape.symbol.shapes))
        case Image():
            with Raster.open(BytesIO(shape.picture.data), formats=("PNG", "JPEG")) as picture:
                return "A" in picture.getbands() or "transparency" in picture.info
        case _:
            return False


def pages_of(
    sides: Sequence[Face | None], page: Size, document: DocumentInfo, bleed: float | None = None
) -> bytes:  # fmt: skip
    """A PDF with a page for each side, its trim in the middle; None makes a blank page.

    What lies beyond the trim is printed as far as `bleed`, to the page's edges if that is None. Raises InputInvalid
    for a font that cannot be embedded.
    """
    pages = tuple(_page(number, side, page, bleed) for number, side in enumerate(sides, 1))
    faces = {side.id: side for side in sides if side is not None}
    plan = SheetPlan(page, "fronts", len(pages), pages, 1)
    return proof(Sheets("pieces", "pieces", plan, faces, document)).data


def pictures_of(sides: Sequence[Face | None], page: Size, dpi: int, document: DocumentInfo) -> tuple[bytes, ...]:
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
    trim = replace(side.trim, outline=RECTANGLE, corner=0.0)
    across, down = max(0.0, page.width - size.width) / 2, max(0.0, page.height - size.height) / 2
    beyond = Insets(across, down, across, down) if bleed is None else Insets.even(bleed)
    item = Item(side.id, 1, trim, side.id, None)
    placement = Placement(item, "front", page.width / 2, page.height / 2, 0, beyond)
    return Page(number, "front", (placement,))


def _name(side: Face | None) -> str | None:
    return None if side is None else side.id


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
    """A PNG (RGBA) of each side, see-through outside of its own outline; of a blank one outside that of the trim."""
    for side, data in zip(sides, pictures_of(sides, trim.size, dpi, document)):
        with Raster.open(BytesIO(data), formats=("PNG",)) as picture:
            seen = picture.convert("RGB")
        seen.putalpha(_mask(side.trim if side else trim, seen.size))
        yield _as_png(seen)


def grid_of(cells: Sequence[bytes], columns: int) -> bytes:
    """Pictures (RGBA) of one size in one, row by row from the top left."""
    with Raster.open(BytesIO(cells[0]), formats=("PNG",)) as first:
        wide, high = first.size
    whole = Raster.new("RGBA", (columns * wide, -(-len(cells) // columns) * high), (255, 255, 255, 0))
    return _pasted(whole, enumerate(cells), columns)


def _sheet_of(
    sides: Sequence[Face | None], hidden: Face | None, grid: CardGrid, card: Size, document: DocumentInfo
) -> bytes:
    """A PNG with the sides row by row; its last place shows what others see of a card in a hand."""
    *cells, last = pictures_of([*sides, hidden], card, grid.dpi, document)
    wide, high = _pixels(card, grid.dpi)
    sheet = Raster.new("RGB", (grid.columns * wide, grid.rows * high), "white")
    return _pasted(sheet, (*enumerate(cells), (grid.columns * grid.rows - 1, last)), grid.columns)


def _pasted(whole: Raster.Image, cells: Iterable[tuple[int, bytes]], columns: int) -> bytes:
    """The whole with a picture in each of these places."""
    for place, cell in cells:
        with Raster.open(BytesIO(cell), formats=("PNG",)) as picture:
            whole.paste(picture, (place % columns * picture.width, place // columns * picture.height))
    return _as_png(whole)


def _as_png(picture: Raster.Image) -> bytes:
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


def _mask(trim: Trim, pixels: tuple[int, int]) -> Raster.Image:
    fine = Raster.new("L", (pixels[0] * _FINER, pixels[1] * _FINER), 0)
    box, draw = (0, 0, fine.width - 1, fine.height - 1), ImageDraw.Draw(fine)
    if trim.outline == ROUND:
        draw.ellipse(box, fill=255)
    elif trim.outline.is_cut_out:
        edge = trim.outline.edge(Box(0, 0, fine.width, fine.height))
        draw.polygon(next(flattened(edge, 0.5)), fill=255)
    else:
        draw.rounded_rectangle(box, round(trim.corner / trim.size.width * fine.width), fill=255)
    return fine.reduce(_FINER)
