"""What stands on the pieces of a draft for art that is not there yet: a grey box with its name, a grey sign."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import TEXT, FontBook, FontError
from pnp.drawing.shapes import Commands, Path, Shape, Stroke, Symbol, Text, joined, line, rectangle
from pnp.drawing.text import FitError, shortened
from pnp.geometry import MM_PER_POINT, Box, Insets

_GROUND, _LINE, _LETTERS = Colour.parse("#d9d9d9"), Colour.parse("#a6a6a6"), Colour.parse("#404040")
_SIZE, _WIDTH, _AIR = 8.0, 0.25, 1.0
_NO_NAME = "no picture"
_SIGN = 100.0  # as large as the stand-in of an icon is drawn


def picture_stand_in(name: str, box: Box, reach: Box, fonts: FontBook) -> Iterator[Shape]:
    """A grey box that reaches as far as the picture would, with the name of its file, or as much of it as there is room
    for.
    """
    yield Path(rectangle(reach), _GROUND)
    yield Path(_cross(reach), None, Stroke(_LINE, _WIDTH))
    # Of an empty cell art/ and art/.png name none.
    named = name if name.rpartition("/")[2].partition(".")[0] else _NO_NAME
    try:
        words = shortened(named, fonts[TEXT], _SIZE, box.width - 4 * _AIR)
    except (FitError, FontError):
        return
    cap, width = fonts[TEXT].cap_height * _SIZE * MM_PER_POINT, fonts[TEXT].width(words, _SIZE)
    if cap + 2 * _AIR > box.height:
        return
    x, y = box.centre
    half = width / 2 + _AIR, cap / 2 + _AIR
    yield Path(rectangle(Box(x - half[0], y - half[1], x + half[0], y + half[1])), _GROUND)
    yield Text(x, y + cap / 2, words, TEXT, _SIZE, _LETTERS, "middle")


def icon_stand_in(key: str) -> Symbol:
    """A crossed grey square."""
    box = Box(0, 0, _SIGN, _SIGN)
    inner = box.grown(Insets.even(-_SIGN / 10))
    edge = joined((rectangle(inner), _cross(inner)))
    return Symbol(key, (Path(rectangle(inner), _GROUND), Path(edge, None, Stroke(_LINE, 6))), box)


def _cross(box: Box) -> Commands:
    left, top, right, bottom = box.sides
    return joined((line(left, top, right, bottom), line(left, bottom, right, top)))
