"""The box's plain livery and the game's name in; a poster of the name, out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.drawing.face import Style
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Shape
from pnp.games.wibbell.faces.back import poster, sign
from pnp.games.wibbell.faces.palette import INK, PAPER, RED
from pnp.geometry import Box


def livery(plain: Livery, name: str, style: Style) -> Livery:
    """The name as large as the front, and the star of the cards' back on the other panels."""

    def picture(seen: Box, reach: Box) -> Iterable[Shape]:
        return poster(name, seen, reach, style)

    if style.saver:
        return replace(plain, picture=picture, emblem=sign(style), titled=True)
    return Livery(RED, PAPER, PAPER.mixed(INK, 0.1), picture, sign(style), titled=True)
