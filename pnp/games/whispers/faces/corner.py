"""A rank and a suit in; the numeral, its die and its stamp, as they stand in two corners, out."""

from __future__ import annotations

from math import fsum

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.fonts import DISPLAY, FontBook
from pnp.drawing.shapes import Path, Shape, Stroke, Symbol, Text, Use, circle, placed, rectangle
from pnp.games.whispers.faces.palette import INK, PARCHMENT
from pnp.geometry import Box, Size
from pnp.units import POINTS_PER_MM

# Pips of a die by rank, in steps from its centre.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((1, -1), (-1, 1)),
    3: ((1, -1), (0, 0), (-1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_NUMERAL, _DIE, _STAMP = 0.34, 0.265, 0.24  # heights, as shares of the corner's


def pips(rank: int) -> tuple[tuple[int, int], ...]:
    """Where the pips of a die of that rank are; a rank beyond a die's has none."""
    return _PIPS.get(rank, ())


def numeral(rank: int, x: float, baseline: float, height: float, colour: Colour, fonts: FontBook) -> Text:
    """The rank in display figures of that height, centred on x."""
    size = height / fonts[DISPLAY].cap_height * POINTS_PER_MM
    return Text(x, baseline, str(rank), DISPLAY, size, colour, "middle")


def die(rank: int, x: float, y: float, size: float, saver: bool) -> tuple[Shape, ...]:
    """A die in black with light pips; in outline for the ink saver."""
    box = Box.around(x, y, Size(size, size))
    dots = tuple(command for at in pips(rank) for command in _pip(x, y, size, at))
    if saver:
        frame = box_inset(box, size * 0.03)
        return (
            Path(rectangle(frame, size * 0.2), WHITE, Stroke(INK, size * 0.06)),
            Path(dots, INK),
        )
    return Path(rectangle(box, size * 0.2), INK), Path(dots, PARCHMENT)


def box_inset(box: Box, by: float) -> Box:
    return Box(box.left + by, box.top + by, box.right - by, box.bottom - by)


def figures_of(rank: int, corner: Box, fonts: FontBook, saver: bool) -> tuple[Shape, ...]:
    """The numeral at the top of the corner, its die below it."""
    x = corner.centre[0]
    upper, middle, _ = _rows(corner)
    figure = numeral(rank, x, upper.bottom, upper.height, INK, fonts)
    return figure, *die(rank, *middle.centre, middle.height, saver)


def placed_stamp(stamp: Symbol, corner: Box) -> Use:
    """The suit's emblem at the foot of the corner."""
    lower = _rows(corner)[2]
    return placed(stamp, *lower.centre, lower.height)


def _rows(corner: Box) -> tuple[Box, Box, Box]:
    """Boxes for numeral, die and stamp, with even gaps between them."""
    heights = [share * corner.height for share in (_NUMERAL, _DIE, _STAMP)]
    gap = (corner.height - fsum(heights)) / (len(heights) + 0.5)
    tops = [corner.top + gap * 0.25 + fsum(heights[:at]) + gap * at for at in range(len(heights))]
    upper, middle, lower = (Box(corner.left, y, corner.right, y + height) for y, height in zip(tops, heights))
    return upper, middle, lower


def _pip(x: float, y: float, size: float, at: tuple[int, int]) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    return circle(x + at[0] * size * 0.26, y + at[1] * size * 0.26, size * 0.105)
