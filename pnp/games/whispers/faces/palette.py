"""Suit colours in; the inks, woods and glows of the pub out."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.drawing.colour import WHITE, Colour

PARCHMENT = Colour.parse("#f5e8cc")
INK = Colour.parse("#1d1512")
OAK_DARK = Colour.parse("#281912")
OAK = Colour.parse("#4a2d1a")
WOOD = Colour.parse("#8a5830")
EMBER = Colour.parse("#a8501a")
AMBER = Colour.parse("#dc8c2e")
FLAME = Colour.parse("#f4c766")
SMOKE = Colour.parse("#8d7c62")
SMOKE_MIDDLE = Colour.parse("#cbb894")
SMOKE_LIGHT = Colour.parse("#e2d2b0")

_CANDLELIGHT = Colour.parse("#f6dca6")
_BRIGHTEST = Colour.parse("#fbe6b4")

Roles = Mapping[str, Colour | None]
"""The colour of each role in a drawing; None leaves out what has that role."""


def glow(suit: Colour) -> Roles:
    """Four flat bands from a dark wall to the light of the candle, all leaning towards the suit."""
    return {
        "wall": suit.mixed(INK, 0.62),
        "glow1": suit.mixed(INK, 0.15),
        "glow2": suit.mixed(_CANDLELIGHT, 0.48),
        "glow3": suit.mixed(_BRIGHTEST, 0.8),
    }


def carved(suit: Colour) -> Roles:
    """A suit's emblem as a picture: black contour, shaded, its highlights cut out."""
    return {"edge": INK, "main": suit, "dark": suit.mixed(INK, 0.6), "detail": PARCHMENT}


def stamped(suit: Colour, ground: Colour) -> Roles:
    """A suit's emblem in one colour, as small as an index."""
    return {"edge": None, "main": suit, "dark": None, "detail": ground}


def outlined(suit: Colour) -> Roles:
    """A suit's emblem in lines for the ink saver: what was shade is now the hatch."""
    return {"edge": suit, "main": WHITE, "dark": suit, "detail": suit.mixed(WHITE, 0.72)}
