"""Which colour is printed for a colour of a deck: the same, or one that saves ink and can still be read."""

from __future__ import annotations

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.shapes import Stroke
from pnp.frozen import frozen

_PICTURE = 0.35  # how much of a picture's ink is left
_GROUND = 0.06  # and of a filled shape's, which gets an outline instead
_LARGE_ICON = 15.0  # mm from which an icon counts as a picture
_TOO_LIGHT = 0.55  # the grey from which letters on white are hard to read
_OUTLINE = 0.3


@frozen
class Inks:
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
        return self.saver and height >= _LARGE_ICON

    def ground(self, colour: Colour) -> Colour:
        return colour.mixed(WHITE, 1 - _GROUND) if self.saver else colour

    def outline(self, fill: Colour) -> Stroke | None:
        """The line around a ground that is no longer to be seen by its colour; a light one never was."""
        return Stroke(fill, _OUTLINE) if self.saver and fill.grey.red <= _TOO_LIGHT else None
