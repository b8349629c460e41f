"""Divides a trim too large for the paper into tiles at full size, with the marks at which they join and a picture of
how.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import fsum

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT_BOLD, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, Use, polygon, rectangle
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Point, Size, Transform, Trim
from pnp.imposition.grid import SheetOptions, fits
from pnp.imposition.plan import Placement

_MOST = 12  # tiles side by side
OVERLAP = 10.0  # millimetres that tiles share, enough to glue one on the other
_LEAST, _LARGEST = 10.0, 40.0  # height and width of the picture
_SHADE = Colour(0.8, 0.8, 0.8)
_TEXT_SIZE = 6.0


@frozen
class Tile:
    """One sheet's part of a large piece: where it stands among so many columns and rows of tiles.

    `bleed` is what it shows beyond its own edges, of its neighbours or of the whole piece's bleed.
    """

    column: int
    row: int
    columns: int
    rows: int
    whole: Size
    bleed: float = 0.0

    @property
    def number(self) -> int:
        """From 1, row by row."""
        return self.row * self.columns + self.column + 1

    @property
    def of(self) -> int:
        return self.columns * self.rows

    @property
    def size(self) -> Size:
        """The same for every tile of a piece."""
        width = (self.whole.width + (self.columns - 1) * OVERLAP) / self.columns
        height = (self.whole.height + (self.rows - 1) * OVERLAP) / self.rows
        return Size(width, height)

    @property
    def window(self) -> Box:
        """What it shows, on the piece; neighbours overlap by OVERLAP."""
        size = self.size
        left, top = self.column * (size.width - OVERLAP), self.row * (size.height - OVERLAP)
        return Box(left, top, left + size.width, top + size.height)

    def siblings(self) -> Iterator[Tile]:
        """Every tile of the same piece, this one among them, in order."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield replace(self, column=column, row=row)

    @property
    def trim(self) -> Trim:
        return Trim(self.size, bleed=self.bleed, safe=0)

    @property
    def joins_across(self) -> tuple[float, ...]:
        """Where the neighbours' edges fall on this tile, in millimetres from its left edge."""
        return _joins(self.column, self.columns, self.size.width)

    @property
    def joins_down(self) -> tuple[float, ...]:
        """The same from its top edge."""
        return _joins(self.row, self.rows, self.size.height)

    def face(self, whole: Symbol, identifier: str) -> Face:
        """What the tile shows of the whole, which is one symbol that all its tiles share."""
        shown = Use(whole, Transform.moved(-self.window.left, -self.window.top))
        clip = Path(rectangle(self.trim.bleed_box))
        return Face(identifier, self.trim, (Group((shown,), clip=clip),))


def tiles(trim: Trim, options: SheetOptions, where: str) -> tuple[Tile, ...]:
    """The fewest tiles that cover a rectangle, all of one size, each overlapping its neighbours by OVERLAP.

    Each keeps a bleed that is asked for on all its sides.

    Raises UsageError when the paper is too small for tiles that are any use.
    """
    bleed = options.bleed or 0.0
    pages = (options.paper, options.paper.turned())
    found = [cut for page in pages if (cut := _cut(trim.size, page, options.margin + bleed))]
    if not found:
        paper = f"{options.paper.width:g} x {options.paper.height:g} mm"
        raise UsageError(f"{where}: {paper} paper is too small for tiles of it; use --paper a4 or larger")
    columns, rows = min(found, key=lambda cut: (cut[0] * cut[1], found.index(cut)))
    return tuple(Tile(0, 0, columns, rows, trim.size, bleed).siblings())


def fewest_tiles(trim: Trim, holds: Callable[[Size], bool]) -> tuple[Tile, ...]:
    """The fewest tiles of a rectangle that are of a size that something holds; none where no number of them is.

    Each shows the bleed of the whole around its edges.
    """
    counts = sorted(product(range(1, _MOST + 1), repeat=2), key=lambda count: (count[0] * count[1], sum(count)))
    tried = (Tile(0, 0, columns, rows, trim.size, trim.bleed) for columns, rows in counts)
    useful = (tile for tile in tried if min(tile.size.width, tile.size.height) >= 3 * OVERLAP)
    found = next((tile for tile in useful if holds(tile.size)), None)
    return tuple(found.siblings()) if found else ()


def needs_tiles(trim: Trim, options: SheetOptions) -> bool:
    """Whether the piece does not fit the paper in one."""
    return not fits(trim, options)


def _cut(size: Size, page: Size, margin: float) -> tuple[int, int] | None:
    """How many columns and rows of tiles a page of that size makes of the piece, that margin around each."""
    room = Box(0, 0, page.width, page.height).grown(Insets.even(-margin))
    if min(room.width, room.height) < 3 * OVERLAP:
        return None
    columns, rows = (
        max(1, math.ceil((length - OVERLAP - 1e-6) / (space - OVERLAP)))
        for length, space in ((size.width, room.width), (size.height, room.height))
    )
    return columns, rows


def _joins(place: int, places: int, length: float) -> tuple[float, ...]:
    """Where the tiles before and after end, on a tile of that length."""
    before = (OVERLAP,) if place > 0 else ()
    after = (length - OVERLAP,) if place < places - 1 else ()
    return before + after


def join_marks(placements: Sequence[Placement], tiles: Mapping[str, Tile], depth: float) -> Iterator[Path]:
    """Triangles outside the trims that point at where a neighbour's edge is to lie; none where there is no room."""
    boxes = [placement.trim_box for placement in placements]
    for placement in placements:
        tile = tiles.get(placement.item.component)
        if tile is None or depth - tile.bleed < 1:
            continue
        size = placement.item.trim.size
        tips = [((x, y), (0.0, out)) for x in tile.joins_across for y, out in ((0.0, -1.0), (size.height, 1.0))]
        tips += [((x, y), (out, 0.0)) for y in tile.joins_down for x, out in ((0.0, -1.0), (size.width, 1.0))]
        for tip, out in tips:
            corners = _triangle(tip, out, tile.bleed, min(2.0, depth - tile.bleed))
            mark = [placement.transform.apply(*corner) for corner in corners]
            if not any(_is_inside(mark, box) for box in boxes):
                yield Path(polygon(mark), BLACK)


def _triangle(tip: Point, out: Point, off: float, length: float) -> tuple[Point, Point, Point]:
    """A slim triangle that stands outside an edge with its tip just off it, or off the bleed beyond it."""
    (x, y), (dx, dy) = tip, out
    near, far, half = off + 0.2, off + length - 0.1, 0.45
    foot_x, foot_y = x + dx * far, y + dy * far
    feet = (foot_x + dy * half, foot_y + dx * half), (foot_x - dy * half, foot_y - dx * half)
    return (x + dx * near, y + dy * near), *feet


def _is_inside(points: Sequence[Point], box: Box) -> bool:
    """Whether the middle of the points lies in the box."""
    x, y = (fsum(each) / len(points) for each in zip(*points))
    return box.left < x < box.right and box.top < y < box.bottom


def draw_tiles(shown: Sequence[Tile], room: Box, fonts: FontBook) -> tuple[Shape, ...]:
    """The whole piece with its tiles and their numbers, those on this page shaded; nothing where there is no room."""
    whole = shown[0].whole
    scale = min(room.width / whole.width, room.height / whole.height, _LARGEST / whole.width)
    if scale * whole.height < _LEAST:
        return ()

    def on_page(box: Box) -> Box:
        x, y = room.left + scale * box.left, room.top + scale * box.top
        return Box(x, y, x + scale * box.width, y + scale * box.height)

    shapes: list[Shape] = [Path(rectangle(on_page(Box(0, 0, whole.width, whole.height))), WHITE)]
    cap = fonts[TEXT_BOLD].cap_height * _TEXT_SIZE * MM_PER_POINT
    numbers = {tile.number for tile in shown}
    for tile in shown[0].siblings():
        box = on_page(tile.window)
        shade = _SHADE if tile.number in numbers else None
        shapes.append(Path(rectangle(box), shade, Stroke(BLACK, 0.15)))
        x, y = box.centre
        shapes.append(Text(x, y + cap / 2, str(tile.number), TEXT_BOLD, _TEXT_SIZE, BLACK, "middle"))
    return tuple(shapes)
