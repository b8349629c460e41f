"""Words and a place in; lines of the display face and paragraphs that share out a column out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Anchor, Group, Text
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import Box
from pnp.units import MM_PER_POINT, POINTS_PER_MM


@frozen
class Column:
    """Paragraphs one below the other: their lettering, where each begins, how tall each is, and the air between."""

    lettering: Lettering
    tops: tuple[float, ...]
    heights: tuple[float, ...]
    gap: float


def cap_height(size: float, style: Style, font: str = DISPLAY) -> float:
    """Of a capital in millimetres at that size in points."""
    return style.fonts[font].cap_height * size * MM_PER_POINT


def display(
    words: str, place: tuple[float, float], cap: float, room: float, colour: Colour, style: Style,
    anchor: Anchor = "middle",
) -> Text:  # fmt: skip
    """A line of the display face, its capitals centred on the place and `cap` millimetres high or less."""
    x, y = place
    size = cap / style.fonts[DISPLAY].cap_height * POINTS_PER_MM
    size = shrunk_size(words, room, DISPLAY, size, style.fonts)
    return Text(x, y + cap_height(size, style) / 2, words, DISPLAY, size, colour, anchor)


def column(
    texts: Sequence[str], box: Box, sizes: Sequence[float], heads: float, airs: tuple[float, float],
    lettering: Callable[[float], Lettering], style: Style,
) -> Column:  # fmt: skip
    """Paragraphs in the largest of the sizes that leaves the least air between them, `heads` millimetres above each.

    `airs` are the least and the most between one paragraph's last line and what belongs to the next.
    """
    least, most = airs
    for size in sizes:
        setting = lettering(size)
        heights = tuple(height(set_at(text, box, 0.0, setting, style)) for text in texts)
        free = box.height - fsum(heights) - heads * len(texts)
        gap = free / max(1, len(texts) - 1)
        if gap >= least:
            break
    else:
        raise FitError(f"the texts need more than {box.height:.1f} mm even at {sizes[-1]:g} pt; shorten them")
    gap = min(gap, most)
    spare = free - gap * (len(texts) - 1)
    tops, y = [], box.top + spare / 2
    for tall in heights:
        tops.append(y)
        y += heads + tall + gap
    return Column(setting, tuple(tops), heights, gap)


def set_at(text: str, box: Box, top: float, lettering: Lettering, style: Style) -> Group:
    """The text in the box's width, its first capitals reaching up to `top`."""
    return fitted(text, Box(box.left, top, box.right, top + 10 * box.height), lettering, style.fonts)


def height(group: Group) -> float:
    """From the top of the capitals of a group set at y = 0 to its last baseline."""
    return max(shape.y for shape in group.shapes if isinstance(shape, Text))
