"""Lines of type by the height of their capitals, and paragraphs in the largest size that leaves air between them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY, FontBook
from pnp.drawing.shapes import Anchor, Group, Text
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, POINTS_PER_MM, Box


def cap_height(size: float, fonts: FontBook, font: str = DISPLAY) -> float:
    """Of a capital in millimetres at that size in points."""
    return fonts[font].cap_height * size * MM_PER_POINT


def points_for(cap: float, fonts: FontBook, font: str = DISPLAY) -> float:
    """The size in points at which capitals are so many millimetres high."""
    return cap / fonts[font].cap_height * POINTS_PER_MM


def centred(
    words: str, x: float, y: float, font: str, size: float, colour: Colour, fonts: FontBook, anchor: Anchor = "middle"
) -> Text:
    """A line whose capitals are centred on y."""
    return Text(x, y + cap_height(size, fonts, font) / 2, words, font, size, colour, anchor)


def display(
    words: str, x: float, y: float, cap: float, room: float, colour: Colour, fonts: FontBook, anchor: Anchor = "middle"
) -> Text:
    """A line of the display face no wider than `room`, its capitals centred on y and `cap` millimetres high or less."""
    size = shrunk_size(words, room, DISPLAY, points_for(cap, fonts), fonts)
    return centred(words, x, y, DISPLAY, size, colour, fonts, anchor)


def heading(words: str, x: float, baseline: float, room: float, size: float, colour: Colour, fonts: FontBook) -> Group:
    """A heading in the display face, from x on, no wider than `room` and no larger than `size` points."""
    size = shrunk_size(words, room, DISPLAY, size, fonts)
    return Group((Text(x, baseline, words, DISPLAY, size, colour),), role="heading")


@frozen
class TextColumn:
    """Paragraphs one below the other: how they are set, how tall each is, the air between two, and what is left over.

    Millimetres, from the top of the first capitals of a paragraph to its last baseline.
    """

    lettering: Lettering
    heights: tuple[float, ...]
    gap: float
    spare: float

    def tops(self, top: float) -> list[float]:
        """Where each paragraph begins."""
        return list(accumulate((height + self.gap for height in self.heights[:-1]), initial=top))


def column(
    texts: Sequence[str], box: Box, lettering: Lettering, sizes: Sequence[float], airs: tuple[float, float],
    fonts: FontBook, too_long: str, least: float = 0.0,
) -> TextColumn:  # fmt: skip
    """The paragraphs in the largest of the sizes (points, falling) that leaves the least air between them.

    `airs` are the least and the most. A paragraph lower than `least` millimetres is given as much. FitError with that
    sentence when even the smallest size leaves less.
    """
    for size in sizes:
        setting = replace(lettering, size=size, floor=size)
        heights = tuple(max(least, height(set_at(text, box, 0.0, setting, fonts))) for text in texts)
        free = box.height - fsum(heights)
        gap = free / max(1, len(texts) - 1)
        if gap >= airs[0]:
            gap = min(gap, airs[1])
            return TextColumn(setting, heights, gap, free - gap * (len(texts) - 1))
    raise FitError(too_long)


def set_at(text: str, box: Box, top: float, lettering: Lettering, fonts: FontBook) -> Group:
    """The text in the box's width, its first capitals reaching up to `top`."""
    return fitted(text, Box(box.left, top, box.right, top + 10 * box.height), lettering, fonts)


def height(group: Group) -> float:
    """From the top of the capitals of a text set at y = 0 to its last baseline."""
    return max(shape.y for shape in group.shapes if isinstance(shape, Text))
