"""The box's plain livery and the empires in; an old chart out: a compass rose amid the beasts, on dark leather."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, placed, rectangle
from pnp.games.war_of_whispers.faces.art import Art, Bearer
from pnp.games.war_of_whispers.faces.ornaments import half_rose, polar, rhumbs, twice
from pnp.games.war_of_whispers.faces.palette import FADED, GILT, INK, PAPER, SEPIA
from pnp.geometry import Box

_RING, _BEAST, _ROSE = 0.33, 0.25, 0.17  # of the width that is seen
_DOWN = 0.03  # of the height: the thumb notch takes some room above
_LEATHER = INK.mixed(SEPIA, 0.16)


def livery(plain: Livery, empires: Iterable[Bearer], art: Art, saver: bool) -> Livery:
    """The beasts around a rose on the front, the rose alone on the other panels."""
    bearers = tuple(empires)

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        size = min(seen.width, seen.height)
        yield Path(rectangle(reach), WHITE if saver else PAPER)
        bearing = rhumbs(x, y, _ROSE * size, 2 * size, 40)
        yield Group((Path(bearing, None, Stroke(FADED, 0.2)),), clip=Path(rectangle(reach)))
        yield from _rose(x, y, _ROSE * size, saver)
        for at, bearer in enumerate(bearers):
            # Half a step away from straight up, where the notch is.
            place = polar(x, y, _RING * size, 360 * (at + 0.5) / len(bearers))
            yield placed(art.beast(bearer), *place, _BEAST * size)

    emblem = Symbol("livery/rose", tuple(_rose(0, 0, 10, saver, INK if saver else GILT)), Box(-10, -10, 10, 10))
    if saver:
        return replace(plain, picture=picture, emblem=emblem)
    return Livery(_LEATHER, PAPER, GILT, picture, emblem)


def _rose(x: float, y: float, radius: float, saver: bool, shade: Colour = INK) -> Iterator[Shape]:
    light = WHITE if saver else PAPER
    yield from twice(half_rose(x, y, radius, light, shade, 0.15), (x, y))
