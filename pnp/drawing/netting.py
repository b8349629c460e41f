"""Cutting and folding in, the strokes that tell them apart out: solid and dashed, as on any paper model."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.shapes import Command, Path, Stroke, line

CUT = Stroke(BLACK, 0.25)
FOLD = Stroke(Colour(0.35, 0.35, 0.35), 0.2, (2.0, 1.5))


def cut(commands: tuple[Command, ...]) -> Iterator[Path]:
    """A line to cut along, pale beside its black, so that it shows on any ground."""
    yield Path(commands, None, Stroke(WHITE, 2 * CUT.width))
    yield Path(commands, None, CUT)


def folded(start: tuple[float, float], end: tuple[float, float]) -> Iterator[Path]:
    """A line to fold along, pale under its dashes, so that it shows on any ground."""
    for stroke in (Stroke(WHITE, FOLD.width), FOLD):
        yield Path(line(*start, *end), None, stroke)
