"""The box's plain livery in; a lark that whistles rings through the night, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Group, Path, Shape, Use, rectangle
from pnp.games.whistler.faces import palette
from pnp.games.whistler.faces.art import Art
from pnp.geometry import Box, Transform

_HALF = 47.5  # how high the drawing of half a back is, its foot at the origin
_SIDE = 34.7  # how far it reaches to either side


def livery(plain: Livery, art: Art, saver: bool) -> Livery:
    """The upper half of the cards' back, as large as the front."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        scale = max(reach.width / (2 * _SIDE), reach.height / _HALF)
        place = Transform.moved(0, _HALF / 2).then(Transform.scaled(scale)).then(Transform.moved(*reach.centre))
        yield Path(rectangle(reach), WHITE if saver else palette.NIGHT)
        yield Group((Use(art.dyed("back", palette.SHARED), place),), clip=Path(rectangle(reach)))

    if saver:
        return replace(plain, picture=picture)
    return Livery(palette.NIGHT, palette.PAPER, palette.GOLD, picture)
