"""Cutting and folding in, the strokes that tell them apart out: solid and dashed, as on any paper model."""

from __future__ import annotations

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.shapes import Stroke

CUT = Stroke(BLACK, 0.25)
FOLD = Stroke(Colour(0.35, 0.35, 0.35), 0.2, (2.0, 1.5))
