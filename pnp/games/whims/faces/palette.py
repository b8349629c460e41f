"""The inks of a dream between day and night, mixed from the colour of a player or of a grade of opponent."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.drawing.colour import WHITE, Colour

INK = Colour.parse("#14122b")
NIGHT = Colour.parse("#221e4d")
DUSK = Colour.parse("#43378a")
PLUM = Colour.parse("#83428a")
ROSE = Colour.parse("#cf5c78")
CORAL = Colour.parse("#f2845c")
PEACH = Colour.parse("#f9c48f")
BONE = Colour.parse("#fcf1de")
SEA = Colour.parse("#2b8c86")
STONE = Colour.parse("#8b86a6")

EVENING = (NIGHT, DUSK, PLUM, ROSE, CORAL, PEACH)
"""From the top of the sky to where it ends."""

Roles = Mapping[str, Colour]


def sky(colour: Colour) -> tuple[Colour, ...]:
    """Six bands of one colour, from the top of the sky down to the light behind the edge of the world."""
    dark = [colour.mixed(INK, share) for share in (0.72, 0.5, 0.26)]
    return (*dark, colour.mixed(PEACH, 0.16), colour.mixed(PEACH, 0.5), colour.mixed(PEACH, 0.84))


def carved(light: Colour, ground: Colour) -> Roles:
    """An emblem of one colour on a ground of another, its shade in between."""
    return {"main": light, "shade": light.mixed(ground, 0.5), "soft": light.mixed(ground, 0.24), "cut": ground}


def printed(colour: Colour, ground: Colour = WHITE) -> Roles:
    """An emblem in colour on pale paper."""
    return {"main": colour, "shade": colour.mixed(ground, 0.5), "soft": colour.mixed(ground, 0.72), "cut": ground}


def tones(colour: Colour) -> tuple[Colour, ...]:
    """Five flat tones of a solid in the evening sun, from its dark side to its bright one."""
    return (
        colour.mixed(INK, 0.62),
        colour.mixed(INK, 0.34),
        colour,
        colour.mixed(PEACH, 0.5),
        colour.mixed(BONE, 0.86),
    )
