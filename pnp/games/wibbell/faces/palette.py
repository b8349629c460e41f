"""Nothing in; the inks and the paper of the press out."""

from __future__ import annotations

from pnp.drawing.colour import Colour

PAPER = Colour.parse("#f8efdc")
INK = Colour.parse("#1c1718")
RED = Colour.parse("#b52a1a")
RED_DARK = Colour.parse("#8f1d12")
