"""A title and a trim in; the paper that every aid is printed on, its heading and its body's box, out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Group, Path, Shape, Text, Use, rectangle
from pnp.drawing.text import shrunk_size
from pnp.games.whistler.faces import palette
from pnp.games.whistler.faces.art import Art
from pnp.games.whistler.faces.palette import INK, PAPER
from pnp.geometry import Box, Transform, Trim
from pnp.units import MM_PER_POINT

BODY_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # points, the largest that leaves air
NOTE_SIZE = 7.5
_MARGIN = 5.0
_BAND = 13.4  # where the waves run below the title
_WAVES = 2.9  # from their middle to their edge
_FLAT = 0.6  # of the height that the waves have on the backs


def body_of(trim: Trim) -> Box:
    """What the words may fill."""
    return Box(_MARGIN, _BAND + _WAVES + 2.8, trim.size.width - _MARGIN, trim.size.height - _MARGIN)


def paper(title: str, trim: Trim, art: Art, style: Style) -> Iterator[Shape]:
    """The ground, a night sky with the title, and the waves of the backs below it."""
    bleed, middle = trim.bleed_box, trim.box.centre[0]
    yield Path(rectangle(bleed), WHITE if style.saver else PAPER)
    if not style.saver:
        yield Path(rectangle(Box(bleed.left, bleed.top, bleed.right, _BAND)), palette.NIGHT)
    waves = Use(
        art.doubled("seam/back", palette.SHARED), Transform.scaled(1, _FLAT).then(Transform.moved(middle, _BAND))
    )
    yield Group((waves,), role="background")
    size = shrunk_size(title, trim.size.width - 2 * _MARGIN, DISPLAY, 16, style.fonts)
    cap = size * MM_PER_POINT * style.fonts[DISPLAY].cap_height
    baseline = (trim.safe + _BAND - _WAVES + cap) / 2 - 0.2
    colour = INK if style.saver else palette.PAPER
    yield Group((Text(middle, baseline, title, DISPLAY, size, colour, "middle"),), role="heading")


def heading(words: str, left: float, baseline: float, width: float, style: Style) -> Shape:
    """A heading inside the body, no wider than that."""
    size = shrunk_size(words, width, DISPLAY, 12, style.fonts)
    return Group((Text(left, baseline, words, DISPLAY, size, INK if style.saver else palette.WAVE),), role="heading")
