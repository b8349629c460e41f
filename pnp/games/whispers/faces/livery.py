"""The box's plain livery in; the pub by night out: a candle on dark oak, in its own light."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Path, Shape, placed, rectangle
from pnp.games.whispers.faces import palette
from pnp.games.whispers.faces.art import Art, Suit
from pnp.games.whispers.faces.strokes import star, wedges
from pnp.geometry import Box

_LIGHT = 0.43  # radius of the candle's light, of the width that is seen
_DOWN = 0.06  # of the height: the thumb notch takes some room above


def livery(plain: Livery, suit: Suit, art: Art, saver: bool) -> Livery:
    """The suit's emblem lit on the front, and cut out on the other panels."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        radius = _LIGHT * min(seen.width, seen.height)
        yield Path(rectangle(reach), WHITE if saver else palette.OAK_DARK)
        if saver:
            yield Path(wedges(x, y, radius * 0.98, radius * 1.5, radius * 0.04, 40), palette.OAK)
        else:
            yield Path(wedges(x, y, radius, radius * 3.2, radius * 0.11, 40), palette.OAK)
            for share, colour in ((1.0, palette.EMBER), (0.82, palette.AMBER), (0.62, palette.FLAME)):
                yield Path(star(x, y, radius * share, radius * share * 0.87, 32), colour)
        yield placed(art.emblem(suit), x, y, radius * 1.36)

    roles = palette.stamped(suit.colour, WHITE) if saver else palette.stamped(palette.AMBER, palette.OAK_DARK)
    emblem = art.dyed(f"emblem/{suit.emblem}", "livery/emblem", roles)
    if saver:
        return replace(plain, picture=picture, emblem=emblem)
    return Livery(palette.OAK_DARK, palette.FLAME, palette.AMBER, picture, emblem)
