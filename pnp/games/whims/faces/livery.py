"""The box's plain livery in; a dream between day and night out: a die afloat in a whirl."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Group, Path, Shape, Stroke, circle, rectangle
from pnp.games.whims import solids
from pnp.games.whims.faces import dream, palette
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.palette import BONE, CORAL, DUSK, INK, NIGHT, PEACH, PLUM
from pnp.geometry import Box

_DOWN = 0.06  # of the height: the thumb notch takes some room above
_TURNS = (("z", 10), ("x", 20), ("y", 6))
_STARS = ((0.12, 0.2), (0.86, 0.16), (0.07, 0.62), (0.93, 0.58), (0.2, 0.9), (0.8, 0.92))


def livery(plain: Livery, art: Art, saver: bool) -> Livery:
    """The die of the game before the setting sun, and an eye on the other panels."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        size = min(seen.width, seen.height)
        die = solids.turned(solids.trapezohedron(0.26 * size), _TURNS)
        yield Path(rectangle(reach), WHITE if saver else NIGHT)
        if saver:
            yield dream.whirl_lines(x, y, 0.46 * size, 8, Stroke(DUSK, 0.2), 8)
            yield from dream.drawn(die, x, y, dream.ink(0.4), 1.3)
            return
        blades = tuple(dream.blades(x, y, 1.3 * size, 8, (DUSK, NIGHT, PLUM, NIGHT), 18))
        yield Group(blades, clip=Path(rectangle(reach)))
        yield Path(circle(x, y, 0.41 * size), PEACH)
        yield Path(circle(x, y, 0.39 * size), CORAL)
        yield from dream.whirl(x, y, 0.38 * size, 10, (CORAL, palette.ROSE), 6)
        yield from dream.lit(die, x, y, palette.tones(palette.SEA), dream.ink(0.5))
        stars = ((seen.left + right * seen.width, seen.top + down * seen.height) for right, down in _STARS)
        yield Path(dream.many(dream.star(*star, 1.8) for star in stars), PEACH)

    roles = palette.printed(INK) if saver else palette.carved(PEACH, NIGHT)
    emblem = art.emblem("eye", f"livery-{saver}", roles)
    if saver:
        return replace(plain, picture=picture, emblem=emblem)
    return Livery(NIGHT, BONE, CORAL, picture, emblem)
