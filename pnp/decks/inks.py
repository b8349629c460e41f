"""The colours of a deck as they are printed, and what becomes of them when ink is to be saved."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from pnp.definition.fills import Tint
from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.paint import Gradient
from pnp.drawing.shapes import Group, Shape, Stroke
from pnp.frozen import frozen

_PICTURE = 0.35  # how much of a picture's ink is left
_GROUND = 0.06  # and of a filled shape's, which gets an outline instead
LARGE_ICON = 15.0  # mm from which an icon counts as a picture
_TOO_LIGHT = 0.55  # the grey from which letters on white are hard to read
OUTLINE = 0.3  # mm: lines that are printed instead of areas


class Ink(NamedTuple):
    """A colour, and how much it covers, from 0 to 1."""

    colour: Colour
    cover: float

    @classmethod
    def of(cls, tint: Tint) -> Ink:
        return cls(Colour.parse(tint.colour), tint.cover)

    @property
    def on_paper(self) -> Colour:
        return self.colour.mixed(WHITE, 1 - self.cover)


def seen_through(shapes: tuple[Shape, ...], cover: float) -> tuple[Shape, ...]:
    """The shapes, or what is seen of them together."""
    return shapes if cover >= 1 else (Group(shapes, opacity=cover),)


@frozen
class DeckInks:
    """What becomes of each colour; nothing unless ink is to be saved."""

    saver: bool

    @property
    def strength(self) -> float:
        """How much of a picture is printed, from 0 to 1."""
        return _PICTURE if self.saver else 1.0

    def picture(self, colour: Colour) -> Colour:
        """A colour of a vector picture."""
        return colour.mixed(WHITE, 1 - self.strength)

    def letter(self, colour: Colour) -> Colour:
        """A colour of letters or small signs: light ones stand on grounds that saving ink takes away."""
        return BLACK if self.saver and colour.grey.red > _TOO_LIGHT else colour

    def icon(self, colour: Colour, height: float) -> Colour:
        """A colour of an icon of that height in millimetres."""
        letter = self.letter(colour)
        return self.picture(letter) if self.are_large(height) else letter

    def are_large(self, height: float) -> bool:
        """Whether icons of that height are printed as pictures are."""
        return self.saver and height >= LARGE_ICON

    def ground(self, colour: Colour) -> Colour:
        return colour.mixed(WHITE, 1 - _GROUND) if self.saver else colour

    def gradient(self, gradient: Gradient) -> Gradient:
        stops = (replace(stop, colour=self.ground(stop.colour)) for stop in gradient.stops)
        return replace(gradient, stops=tuple(stops))

    def outline(self, fill: Colour) -> Stroke | None:
        """The line around a ground that is no longer to be seen by its colour; a light one never was."""
        return Stroke(fill, OUTLINE) if self.saver and fill.grey.red <= _TOO_LIGHT else None
