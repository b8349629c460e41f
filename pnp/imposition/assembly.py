"""The marks at which the tiles on a page join, and a small picture of how they lie together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.fonts import TEXT_BOLD, FontBook
from pnp.drawing.shapes import Path, Shape, Stroke, Text, polygon, rectangle
from pnp.geometry import Box
from pnp.imposition.plan import Placement
from pnp.imposition.tile import Tile
from pnp.units import MM_PER_POINT

_LEAST, _LARGEST = 10.0, 40.0  # height and width of the picture
_SHADE = Colour(0.8, 0.8, 0.8)
_TEXT_SIZE = 6.0


def join_marks(placements: Sequence[Placement], tiles: Mapping[str, Tile], depth: float) -> Iterator[Path]:
    """Triangles outside the trims that point at where a neighbour's edge is to lie; none where there is no room."""
    boxes = [placement.trim_box for placement in placements]
    for placement in placements:
        tile = tiles.get(placement.item.component)
        if tile is None:
            continue
        width, height, bleed = placement.item.trim.size.width, placement.item.trim.size.height, tile.bleed
        if depth - bleed < 1:
            continue
        tips = [((x, y), (0.0, out)) for x in tile.joins_across for y, out in ((0.0, -1.0), (height, 1.0))]
        tips += [((x, y), (out, 0.0)) for y in tile.joins_down for x, out in ((0.0, -1.0), (width, 1.0))]
        for tip, out in tips:
            corners = _triangle(tip, out, bleed, min(2.0, depth - bleed))
            mark = [placement.transform.apply(*corner) for corner in corners]
            if not any(_inside(mark, box) for box in boxes):
                yield Path(polygon(mark), BLACK)


def _triangle(
    tip: tuple[float, float], out: tuple[float, float], off: float, length: float
) -> tuple[tuple[float, float], tuple[float, float], tuple[float, float]]:
    """A slim triangle that stands outside an edge with its tip just off it, or off the bleed beyond it."""
    (x, y), (dx, dy) = tip, out
    near, far, half = off + 0.2, off + length - 0.1, 0.45
    foot = x + dx * far, y + dy * far
    return (
        (x + dx * near, y + dy * near),
        (foot[0] + dy * half, foot[1] + dx * half),
        (foot[0] - dy * half, foot[1] - dx * half),
    )


def _inside(points: Sequence[tuple[float, float]], box: Box) -> bool:
    x = fsum(point[0] for point in points) / len(points)
    y = fsum(point[1] for point in points) / len(points)
    return box.left < x < box.right and box.top < y < box.bottom


def picture(shown: Sequence[Tile], room: Box, fonts: FontBook) -> tuple[Shape, ...]:
    """The whole piece with its tiles and their numbers, those on this page shaded; nothing where there is no room."""
    whole = shown[0].whole
    scale = min(room.width / whole.width, room.height / whole.height, _LARGEST / whole.width)
    if scale * whole.height < _LEAST:
        return ()
    left, top = room.left, room.top
    shapes: list[Shape] = [
        Path(rectangle(Box(left, top, left + scale * whole.width, top + scale * whole.height)), WHITE)
    ]
    for tile in shown[0].siblings():
        window = tile.window
        x, y = left + scale * window.left, top + scale * window.top
        box = Box(x, y, x + scale * window.width, y + scale * window.height)
        here = any(tile.number == other.number for other in shown)
        shapes.append(Path(rectangle(box), _SHADE if here else None, Stroke(BLACK, 0.15)))
        x, y = box.centre
        cap = fonts[TEXT_BOLD].cap_height * _TEXT_SIZE * MM_PER_POINT
        shapes.append(Text(x, y + cap / 2, str(tile.number), TEXT_BOLD, _TEXT_SIZE, BLACK, "middle"))
    return tuple(shapes)
