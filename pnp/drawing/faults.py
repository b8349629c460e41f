"""What keeps a face from being drawn, each with the code that findings give it."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.drawing.art import ArtError
from pnp.drawing.fonts import FontError, FontFileError
from pnp.drawing.text import FitError, IconError

FAULTS: Mapping[type[Exception], str] = {
    FitError: "does-not-fit",
    IconError: "unknown-icon",
    FontFileError: "font",
    FontError: "missing-glyph",
    ArtError: "art",
}
