"""The game's SVG files as symbols in the colours asked for, and paragraphs, heads and small tables for aids and
screens.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, regular
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.whims.faces.palette import INK, Roles
from pnp.geometry import Box
from pnp.paths import assets
from pnp.units import MM_PER_POINT

_LEADING = 1.2
_AIR = 1.6  # least room between paragraphs, in millimetres


class Art:
    """Symbols by file and colours; whatever is asked for twice is the same object."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Symbol] = {}

    def emblem(self, name: str, use: str, roles: Roles) -> Symbol:
        """A player's emblem in the colours of one use (`token`, `die` ...)."""
        return self.drawing(f"emblem/{name}", use, roles)

    def drawing(self, file: str, use: str, roles: Roles) -> Symbol:
        key = file, use
        if key not in self._known:
            self._known[key] = read_symbol(assets() / "whims" / f"{file}.svg", f"{file}/{use}", roles)
        return self._known[key]


@frozen
class Hand:
    """How words are set on one piece: sizes in points from the largest to the smallest, and the colour of marks."""

    style: Style
    sizes: Sequence[float]
    colour: Colour

    @property
    def mark(self) -> Colour:
        return INK if self.style.saver else self.colour


def heading(text: str, x: float, baseline: float, width: float, size: float, colour: Colour, style: Style) -> Group:
    """A title in the display face, from x on."""
    fitting = shrunk_size(text, width, DISPLAY, size, style.fonts)
    return Group((Text(x, baseline, text, DISPLAY, fitting, colour),), role="heading")


def paragraphs(words: Sequence[str], box: Box, hand: Hand, numbered: bool) -> Iterator[Shape]:
    """Paragraphs spread over the box in the largest size that leaves air between them."""
    inset = 5.6 if numbered else 0.0
    column = Box(box.left + inset, 0, box.right, 10 * box.height)
    for size in hand.sizes:
        lettering = Lettering(size, INK, size, leading=_LEADING)
        groups = [fitted(text, column, lettering, hand.style.fonts) for text in words]
        heights = [_height(group) for group in groups]
        gap = (box.height - fsum(heights)) / max(1, len(words) - 1)
        if gap >= _AIR:
            break
    else:
        raise FitError(f"a text needs more than {box.height:.1f} mm even at {hand.sizes[-1]:g} pt; shorten it")
    y, cap = box.top, hand.style.fonts[lettering.regular].cap_height * size * MM_PER_POINT
    for number, (text, height) in enumerate(zip(words, heights), 1):
        if numbered:
            yield from _number(str(number), box.left + 2.2, y + cap / 2, hand)
        yield fitted(text, Box(column.left, y, box.right, y + 10 * box.height), lettering, hand.style.fonts)
        y += height + min(gap, 2.4 * _AIR)


def centred(text: str, x: float, y: float, font: str, size: float, colour: Colour, style: Style) -> Text:
    """A word whose capitals are centred at (x, y)."""
    cap = style.fonts[font].cap_height * size * MM_PER_POINT
    return Text(x, y + cap / 2, text, font, size, colour, "middle")


def _height(group: Group) -> float:
    """From the top of the capitals of a text set at y = 0 to its last baseline."""
    return max(shape.y for shape in group.shapes if isinstance(shape, Text))


def _number(text: str, x: float, y: float, hand: Hand) -> Iterator[Shape]:
    cell = regular(x, y, 2.5, 6)
    saver = hand.style.saver
    yield Path(cell, WHITE, Stroke(hand.mark, 0.25)) if saver else Path(cell, hand.mark)
    yield centred(text, x, y, TEXT_BOLD, 8, hand.mark if saver else WHITE, hand.style)
