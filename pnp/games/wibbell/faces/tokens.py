"""Draws the round marker of a handicap, an iron weight that bears what the handicap scores."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.lettering import display
from pnp.drawing.shapes import Path, Shape, Stroke, circle, joined, moved, placed, polygon
from pnp.games.wibbell.faces.art import PAPER, Art
from pnp.geometry import Trim, polar

_TEETH = 30


def marker(points: str, colour: Colour, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A toothed edge that the cut may miss by a hair, and the weight in the middle."""
    x, y = trim.box.centre
    radius, outer = trim.size.width / 2, trim.size.width / 2 + trim.bleed
    half = 360 / _TEETH / 4
    corners = ((radius * 0.8, -half), (outer, -half), (outer, half), (radius * 0.8, half))
    turns = [360 * tooth / _TEETH for tooth in range(_TEETH)]
    teeth = joined(polygon(polar(x, y, reach, turn + lean) for reach, lean in corners) for turn in turns)
    if art.saver:
        edge: tuple[Shape, ...] = (
            Path(circle(x, y, outer), WHITE),
            Path(circle(x, y, radius * 0.8), None, Stroke(colour, 0.25)),
            Path(teeth, colour.mixed(WHITE, 0.8)),
        )
    else:
        edge = Path(circle(x, y, outer), colour), Path(teeth, PAPER), Path(circle(x, y, radius * 0.76), PAPER)
    return *edge, *_weight(points, x, y - radius * 0.03, radius * 1.2, colour, art)


def _weight(points: str, x: float, y: float, size: float, colour: Colour, art: Art) -> Iterator[Shape]:
    drawing = art.drawing("weight")
    place = placed(drawing, x, y, size).transform
    iron, face = (
        replace(path, commands=moved(path.commands, place)) for path in drawing.shapes if isinstance(path, Path)
    )
    if art.saver:
        yield replace(iron, fill=WHITE, stroke=Stroke(colour, 0.3, join="round"))
    else:
        yield replace(iron, fill=colour)
        yield replace(face, fill=None, stroke=Stroke(PAPER, 0.3))
    ink = colour if art.saver else PAPER
    yield display(points, x, y + size * 0.155, size * 0.37, size * 0.42, ink, art.fonts)
