"""Colours of empires and societies in; the inks of an old chart, and what each part of a drawing takes, out."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.drawing.colour import WHITE, Colour

PAPER = Colour.parse("#f3e6c8")
PAPER_DARK = Colour.parse("#e3cfa3")
INK = Colour.parse("#2a1b13")
SEPIA = Colour.parse("#7d5a36")
FADED = Colour.parse("#bd9f70")
GILT = Colour.parse("#d6a645")

# Below this luminance, as a grey level, a ground wants light letters.
_DARK_GROUND = 0.58

Roles = Mapping[str, Colour | None]
"""The colour of each role in a drawing (edge, main, dark, detail); None leaves out what has that role."""


def carved(colour: Colour) -> Roles:
    """A beast as a picture: black contour, shadows and gouged lights."""
    return {"edge": INK, "main": colour, "dark": colour.mixed(INK, 0.78), "detail": PAPER}


def pale(ground: Colour) -> Roles:
    """A beast cut out of a dark ground: light body, shadows as deep as the ground."""
    return {"edge": ground.mixed(INK, 0.72), "main": PAPER, "dark": ground.mixed(INK, 0.5), "detail": ground}


def stamped(colour: Colour, ground: Colour) -> Roles:
    """A drawing in one ink, for an index of a few millimetres."""
    return {"edge": None, "main": colour, "dark": None, "detail": ground}


def outlined(colour: Colour) -> Roles:
    """A beast in lines for the ink saver: shadows become its hatch."""
    return {"edge": colour, "main": WHITE, "dark": colour.mixed(WHITE, 0.25), "detail": WHITE}


def line_of(colour: Colour) -> Colour:
    """The colour as a line on white paper: what is too light for that is deepened."""
    return colour if letters_on(colour) == PAPER else colour.mixed(INK, 0.3)


def ground_of(saver: bool) -> Colour:
    return WHITE if saver else PAPER


def letters_on(ground: Colour) -> Colour:
    """The ink that stands out on a ground."""
    return PAPER if ground.grey.red < _DARK_GROUND else INK
