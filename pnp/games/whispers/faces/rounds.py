"""A chip's value or the button's word in; round faces, the same on both sides, out."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Command, Path, Shape, Stroke, Text, circle, polygon, rectangle
from pnp.drawing.text import shrunk_size
from pnp.games.whispers.faces import palette
from pnp.games.whispers.faces.art import Art, Suit, placed
from pnp.games.whispers.faces.palette import INK, PARCHMENT
from pnp.games.whispers.faces.strokes import bars, star, wedges
from pnp.geometry import Box, Size, Trim
from pnp.units import MM_PER_POINT, POINTS_PER_MM


@dataclass(frozen=True, slots=True)
class ChipLook:
    """What tells a chip from the others: its colour, how many spots are on the edge, and of how many bars each is."""

    colour: Colour
    spots: int
    bars: int
    half: float


# The cheapest first; a fourth value begins again from the front.
LOOKS = (
    ChipLook(Colour.parse("#7a4a26"), 4, 1, 15),
    ChipLook(Colour.parse("#a3271d"), 6, 2, 5.5),
    ChipLook(Colour.parse("#1d5343"), 8, 3, 2.6),
)


def chip(value: str, look: ChipLook, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Edge spots, a cut ring and the value; by its colour, the number of spots or the figure it is known."""
    x, y = trim.box.centre
    radius, outer = trim.size.width / 2, trim.size.width / 2 + trim.bleed
    spots = bars(x, y, radius * 0.78, outer, _spot_angles(look), look.half)
    inner = radius * 0.69
    if style.saver:
        return (
            Path(circle(x, y, outer), WHITE),
            Path(spots, look.colour.mixed(WHITE, 0.7), Stroke(look.colour, 0.2)),
            Path(circle(x, y, inner), None, Stroke(look.colour, 0.3)),
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
    radius, outer = trim.size.width / 2, trim.size.width / 2 + trim.bleed
    disc = _outlined_disc(x, y, radius, outer) if style.saver else _lit_disc(x, y, radius, outer)
    return (
        *disc,
        placed(art.emblem(suit), x + radius * 0.02, y - radius * 0.24, radius * 0.86),
        *_band(word.upper(), Box.around(x, y + radius * 0.40, Size(radius * 1.5, radius * 0.42)), style),
    )


def _lit_disc(x: float, y: float, radius: float, outer: float) -> tuple[Shape, ...]:
    return (
        Path(circle(x, y, outer), palette.OAK_DARK),
        Path(circle(x, y, radius * 0.86), palette.AMBER),
        Path(circle(x, y, radius * 0.81), palette.OAK_DARK),
        Path(wedges(x, y, radius * 0.885, radius * 0.985, radius * 0.05, 40), palette.AMBER),
        Path(star(x, y - radius * 0.14, radius * 0.66, radius * 0.58, 32), palette.EMBER),
        Path(star(x, y - radius * 0.2, radius * 0.54, radius * 0.46, 32), palette.AMBER),
        Path(star(x, y - radius * 0.24, radius * 0.41, radius * 0.34, 28), palette.FLAME),
    )


def _outlined_disc(x: float, y: float, radius: float, outer: float) -> tuple[Shape, ...]:
    return (
        Path(circle(x, y, outer), WHITE),
        Path(circle(x, y, radius * 0.83), None, Stroke(palette.OAK, 0.4)),
        Path(wedges(x, y, radius * 0.87, radius * 0.96, radius * 0.03, 40), palette.OAK),
        Path(wedges(x, y - radius * 0.24, radius * 0.47, radius * 0.57, radius * 0.025, 32), palette.OAK),
    )


def _band(word: str, box: Box, style: Style) -> tuple[Shape, ...]:
    room = box.width * 0.8
    size = shrunk_size(word, room, DISPLAY, box.height * 0.7 * POINTS_PER_MM, style.fonts)
    cap = size * MM_PER_POINT * style.fonts[DISPLAY].cap_height
    fill, letters = (WHITE, INK) if style.saver else (PARCHMENT, INK)
    return (
        Path(_ribbon(box), fill, Stroke(palette.OAK if style.saver else INK, 0.4 if style.saver else 0.8, join="round")),
        Text(box.centre[0], box.centre[1] + cap / 2, word, DISPLAY, size, letters, "middle"),
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
