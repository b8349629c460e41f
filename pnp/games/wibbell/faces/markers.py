"""Draws the round marker of a handicap, an iron weight that bears what the handicap scores."""

from __future__ import annotations

import math
from dataclasses import replace

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Command, Path, Shape, Stroke, Text, circle, moved, polygon
from pnp.drawing.text import shrunk_size
from pnp.games.wibbell.faces.cards import PAPER
from pnp.geometry import Transform, Trim
from pnp.paths import assets
from pnp.units import MM_PER_POINT, POINTS_PER_MM

_TEETH = 30
_IRON, _FACE = Colour(0, 1, 0.1), Colour(0, 1, 0.2)


def marker(points: str, colour: Colour, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """A toothed edge that the cut may miss by a hair, and the weight in the middle."""
    x, y = trim.box.centre
    radius, outer = trim.size.width / 2, trim.size.width / 2 + trim.bleed
    teeth = tuple(_teeth(x, y, radius * 0.8, outer))
    if style.saver:
        edge: tuple[Shape, ...] = (
            Path(circle(x, y, outer), WHITE),
            Path(circle(x, y, radius * 0.8), None, Stroke(colour, 0.25)),
            Path(teeth, colour.mixed(WHITE, 0.8)),
        )
    else:
        edge = (
            Path(circle(x, y, outer), colour),
            Path(teeth, PAPER),
            Path(circle(x, y, radius * 0.76), PAPER),
        )
    return *edge, *_weight(points, x, y - radius * 0.03, radius * 1.2, colour, style)


def _weight(points: str, x: float, y: float, size: float, colour: Colour, style: Style) -> tuple[Shape, ...]:
    drawing = read_symbol(assets() / "wibbell" / "weight.svg", "weight", {"iron": _IRON, "face": _FACE})
    scale = size / drawing.bounds.height
    middle = drawing.bounds.centre
    place = Transform.moved(-middle[0], -middle[1]).then(Transform.scaled(scale)).then(Transform.moved(x, y))
    iron, face = (shape for shape in drawing.shapes if isinstance(shape, Path))
    iron, face = (replace(path, commands=moved(path.commands, place)) for path in (iron, face))
    font = style.fonts[DISPLAY]
    height = size * 0.37
    points_size = shrunk_size(points, size * 0.42, DISPLAY, height / font.cap_height * POINTS_PER_MM, style.fonts)
    cap = points_size * MM_PER_POINT * font.cap_height
    figure = Text(
        x, y + size * 0.155 + cap / 2, points, DISPLAY, points_size, colour if style.saver else PAPER, "middle"
    )
    if style.saver:
        return replace(iron, fill=WHITE, stroke=Stroke(colour, 0.3, join="round")), figure
    return replace(iron, fill=colour), replace(face, fill=None, stroke=Stroke(PAPER, 0.3)), figure


def _teeth(x: float, y: float, inner: float, outer: float) -> list[Command]:
    found: list[Command] = []
    for tooth in range(_TEETH):
        turn, half = math.tau * tooth / _TEETH, math.pi / _TEETH / 2
        corners = ((inner, turn - half), (outer, turn - half), (outer, turn + half), (inner, turn + half))
        found += polygon((x + r * math.sin(angle), y - r * math.cos(angle)) for r, angle in corners)
    return found
