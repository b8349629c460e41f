"""Draws the round pieces, the same on both sides: chips with their values, and the button with its word."""

from __future__ import annotations

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Command, Path, Shape, Stroke, Text, circle, placed, polygon
from pnp.drawing.text import capitals, shrunk_size
from pnp.frozen import frozen
from pnp.games.whispers.faces.art import (
    AMBER,
    EMBER,
    FLAME,
    INK,
    OAK,
    OAK_DARK,
    PARCHMENT,
    Art,
    Suit,
    bars,
    star,
    wedges,
)
from pnp.geometry import Box, Size, Trim
from pnp.units import MM_PER_POINT, POINTS_PER_MM


@frozen
class ChipLook:
    """What tells a chip from the others: its colour, how many spots its edge has, of how many bars each.

    `half` is half a bar's width in degrees.
    """

    colour: Colour
    spots: int
    bars: int
    half: float


# The cheapest first; a fourth value begins again from the front.
LOOKS = (
    ChipLook(Colour.parse("#7a4a26"), 4, 1, 15),
    ChipLook(Colour.parse("#a3271d"), 8, 2, 3.8),
    ChipLook(Colour.parse("#1d5343"), 12, 3, 1.7),
)


def chip(value: str, look: ChipLook, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Edge spots, a cut ring and the value; by its colour, the number of spots or the figure it is known."""
    x, y = trim.box.centre
    radius, outer = trim.size.width / 2, trim.size.width / 2 + trim.bleed
    spots = bars(x, y, (radius * 0.78, outer), _spot_angles(look), look.half)
    inner = radius * 0.69
    if style.saver:
        return (
            Path(circle(x, y, outer), WHITE),
            Path(spots, look.colour.mixed(WHITE, 0.7)),
            Path(circle(x, y, inner), None, Stroke(look.colour, 0.25)),
            _value(value, x, y, inner, look.colour, style),
        )
    return (
        Path(circle(x, y, outer), look.colour),
        Path(spots, PARCHMENT),
        Path(circle(x, y, inner * 1.06), look.colour.mixed(INK, 0.6)),
        Path(circle(x, y, inner), PARCHMENT),
        Path(wedges(x, y, inner * 0.8, inner * 0.98, inner * 0.07, 36), look.colour),
        _value(value, x, y, inner, INK, style),
    )


def button(word: str, suit: Suit, trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """A lit candle over a band with its word: whoever has it before them begins."""
    x, y = trim.box.centre
    radius, outer = trim.size.width / 2 - trim.safe, trim.size.width / 2 + trim.bleed
    disc = _outlined_disc(x, y, radius, outer) if style.saver else _lit_disc(x, y, radius, outer)
    return (
        *disc,
        placed(art.emblem(suit), x + radius * 0.02, y - radius * 0.24, radius * 0.9),
        *_band(
            capitals(word, style.fonts), Box.around(x, y + radius * 0.42, Size(radius * 1.56, radius * 0.44)), style
        ),
    )


def _lit_disc(x: float, y: float, radius: float, outer: float) -> tuple[Shape, ...]:
    """Rays around a bright ring, and three bands of candlelight; `radius` is what is safe from the cut."""
    light = y - radius * 0.22
    return (
        Path(circle(x, y, outer), OAK_DARK),
        Path(circle(x, y, radius * 0.86), AMBER),
        Path(circle(x, y, radius * 0.81), OAK_DARK),
        Path(wedges(x, y, radius * 0.89, radius, radius * 0.055, 40), AMBER),
        Path(star(x, y - radius * 0.12, radius * 0.67, radius * 0.59, 32), EMBER),
        Path(star(x, light, radius * 0.55, radius * 0.47, 32), AMBER),
        Path(star(x, light, radius * 0.42, radius * 0.35, 28), FLAME),
    )


def _outlined_disc(x: float, y: float, radius: float, outer: float) -> tuple[Shape, ...]:
    return (
        Path(circle(x, y, outer), WHITE),
        Path(circle(x, y, radius * 0.86), None, Stroke(OAK, 0.4)),
        Path(wedges(x, y, radius * 0.9, radius, radius * 0.03, 40), OAK),
        Path(wedges(x, y - radius * 0.24, radius * 0.49, radius * 0.6, radius * 0.025, 32), OAK),
    )


def _band(word: str, box: Box, style: Style) -> tuple[Shape, ...]:
    room = box.width * 0.8
    size = shrunk_size(word, room, DISPLAY, box.height * 0.7 * POINTS_PER_MM, style.fonts)
    cap = size * MM_PER_POINT * style.fonts[DISPLAY].cap_height
    ground, colour, width = (WHITE, OAK, 0.4) if style.saver else (PARCHMENT, INK, 0.8)
    return (
        Path(_ribbon(box), ground, Stroke(colour, width, join="round")),
        Text(box.centre[0], box.centre[1] + cap / 2, word, DISPLAY, size, INK, "middle"),
    )


def _ribbon(box: Box) -> tuple[Command, ...]:
    dent = box.height * 0.28
    middle = box.centre[1]
    return polygon(
        ((box.left, box.top), (box.right, box.top), (box.right - dent, middle), (box.right, box.bottom),
         (box.left, box.bottom), (box.left + dent, middle))
    )  # fmt: skip


def _value(value: str, x: float, y: float, inner: float, colour: Colour, style: Style) -> Text:
    font = style.fonts[DISPLAY]
    size = inner * 1.05 / font.cap_height * POINTS_PER_MM
    size = shrunk_size(value, inner * 1.3, DISPLAY, size, style.fonts)
    cap = size * MM_PER_POINT * font.cap_height
    return Text(x, y + cap / 2, value, DISPLAY, size, colour, "middle")


def _spot_angles(look: ChipLook) -> list[float]:
    pitch = look.half * 3
    return [
        360 * spot / look.spots + (bar - (look.bars - 1) / 2) * pitch
        for spot in range(look.spots)
        for bar in range(look.bars)
    ]
