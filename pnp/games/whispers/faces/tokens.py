"""Draws the round pieces, the same on both sides: chips with their values, and the button with its word."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.lettering import centred, display
from pnp.drawing.shapes import Path, Shape, Stroke, circle, placed, ribbon
from pnp.drawing.text import capitals, shrunk_size
from pnp.frozen import frozen
from pnp.games.whispers.faces import art as inks
from pnp.games.whispers.faces.art import INK, PARCHMENT, Art, Suit, bars, star, wedges
from pnp.geometry import POINTS_PER_MM, Box, Size, Trim


@frozen
class ChipLook:
    """What tells a chip from the others: its colour, how many spots its edge has, of how many bars each.

    `half` is half a bar's width in degrees.
    """

    colour: Colour
    spots: int
    bars: int
    half: float

    def angles(self) -> Iterator[float]:
        """Where the bars are."""
        for spot in range(self.spots):
            for bar in range(self.bars):
                yield 360 * spot / self.spots + (bar - (self.bars - 1) / 2) * self.half * 3


# The cheapest first; a fourth value begins again from the front.
LOOKS = (
    ChipLook(Colour.parse("#7a4a26"), 4, 1, 15),
    ChipLook(Colour.parse("#a3271d"), 8, 2, 3.8),
    ChipLook(Colour.parse("#1d5343"), 12, 3, 1.7),
)


def chip(value: str, looks: Mapping[str, ChipLook], trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Edge spots, a cut ring and the value; by its colour, the number of spots or the figure it is known."""
    look, (x, y) = looks[value], trim.box.centre
    radius, outer = trim.size.width / 2, trim.size.width / 2 + trim.bleed
    spots = bars(x, y, (radius * 0.78, outer), look.angles(), look.half)
    inner = radius * 0.69
    ink = look.colour if style.saver else INK
    figure = display(value, x, y, inner * 1.05, inner * 1.3, ink, style.fonts)
    if style.saver:
        return (
            Path(circle(x, y, outer), WHITE),
            Path(spots, look.colour.mixed(WHITE, 0.7)),
            Path(circle(x, y, inner), None, Stroke(look.colour, 0.25)),
            figure,
        )
    return (
        Path(circle(x, y, outer), look.colour),
        Path(spots, PARCHMENT),
        Path(circle(x, y, inner * 1.06), look.colour.mixed(INK, 0.6)),
        Path(circle(x, y, inner), PARCHMENT),
        Path(wedges(x, y, inner * 0.8, inner * 0.98, inner * 0.07, 36), look.colour),
        figure,
    )


def button(word: str, suit: Suit, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A lit candle over a band with its word: whoever has it before them begins."""
    x, y = trim.box.centre
    radius, outer = trim.size.width / 2 - trim.safe, trim.size.width / 2 + trim.bleed
    band = Box.around(x, y + radius * 0.42, Size(radius * 1.56, radius * 0.44))
    return (
        *(_outlined_disc if art.saver else _lit_disc)(x, y, radius, outer),
        placed(art.emblem(suit), x + radius * 0.02, y - radius * 0.24, radius * 0.9),
        *_band(capitals(word, art.fonts), band, art.style),
    )


def _lit_disc(x: float, y: float, radius: float, outer: float) -> tuple[Shape, ...]:
    """Rays around a bright ring, and three bands of candlelight; `radius` is what is safe from the cut."""
    light = y - radius * 0.22
    return (
        Path(circle(x, y, outer), inks.OAK_DARK),
        Path(circle(x, y, radius * 0.86), inks.AMBER),
        Path(circle(x, y, radius * 0.81), inks.OAK_DARK),
        Path(wedges(x, y, radius * 0.89, radius, radius * 0.055, 40), inks.AMBER),
        Path(star(x, y - radius * 0.12, radius * 0.67, radius * 0.59, 32), inks.EMBER),
        Path(star(x, light, radius * 0.55, radius * 0.47, 32), inks.AMBER),
        Path(star(x, light, radius * 0.42, radius * 0.35, 28), inks.FLAME),
    )


def _outlined_disc(x: float, y: float, radius: float, outer: float) -> tuple[Shape, ...]:
    return (
        Path(circle(x, y, outer), WHITE),
        Path(circle(x, y, radius * 0.86), None, Stroke(inks.OAK, 0.4)),
        Path(wedges(x, y, radius * 0.9, radius, radius * 0.03, 40), inks.OAK),
        Path(wedges(x, y - radius * 0.24, radius * 0.49, radius * 0.6, radius * 0.025, 32), inks.OAK),
    )


def _band(word: str, box: Box, style: Style) -> tuple[Shape, ...]:
    size = shrunk_size(word, box.width * 0.8, DISPLAY, box.height * 0.7 * POINTS_PER_MM, style.fonts)
    ground, colour, width = (WHITE, inks.OAK, 0.4) if style.saver else (PARCHMENT, INK, 0.8)
    return (
        Path(ribbon(box, 0.28), ground, Stroke(colour, width, join="round")),
        centred(word, *box.centre, DISPLAY, size, INK, style.fonts),
    )
