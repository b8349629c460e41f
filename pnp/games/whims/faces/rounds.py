"""A player's colour and emblem in; the token that is awake, and the empty side that all share, out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Path, Shape, Stroke, circle, placed, regular
from pnp.games.whims.faces import dream, palette
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.palette import BONE, INK
from pnp.geometry import Trim

_EMBLEM = 1.32  # of the cell's radius


def token(emblem: str, colour: Colour, trim: Trim, art: Art, saver: bool) -> Iterator[Shape]:
    """The emblem on a cell of the board, in the player's colour."""
    x, y = trim.box.centre
    radius = trim.size.width / 2
    safe, outer = radius - trim.safe, radius + trim.bleed
    if saver:
        yield Path(circle(x, y, outer), WHITE)
        yield Path(regular(x, y, safe, 6), None, Stroke(colour, 0.25))
        yield placed(art.emblem(emblem, "token-line", palette.printed(colour)), x, y, safe * 1.15)
        return
    cell = colour.mixed(INK, 0.36)
    yield Path(circle(x, y, outer), colour)
    yield Path(regular(x, y, safe, 6), BONE)
    yield Path(regular(x, y, safe * 0.935, 6), cell)
    yield placed(art.emblem(emblem, f"token-{colour}", palette.carved(BONE, cell)), x, y, safe * _EMBLEM)


def spent(trim: Trim, saver: bool) -> Iterator[Shape]:
    """An empty cell, asleep: a pale whirl, the same from both sides."""
    x, y = trim.box.centre
    radius = trim.size.width / 2
    safe, outer = radius - trim.safe, radius + trim.bleed
    if saver:
        yield Path(circle(x, y, outer), WHITE)
        yield dream.whirl_lines(x, y, safe * 0.9, 20, Stroke(palette.STONE.mixed(WHITE, 0.4), 0.15), 2)
        return
    yield Path(circle(x, y, outer), BONE)
    yield from dream.whirl(x, y, safe, 12, (palette.STONE.mixed(BONE, 0.45), BONE), 10)
