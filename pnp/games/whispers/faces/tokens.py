"""Draws the round pieces, the same on both sides (chips and the button), and the aids of a player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.lettering import cap_height, centred, display, points_for
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, line, placed, rectangle, ribbon
from pnp.drawing.text import Lettering, capitals, shrunk_size, spread
from pnp.frozen import frozen
from pnp.games.whispers.faces import art
from pnp.games.whispers.faces import art as inks
from pnp.games.whispers.faces.art import INK, PARCHMENT, Art, Suit, bars, star, wedges
from pnp.games.whispers.faces.cards import die
from pnp.geometry import POINTS_PER_MM, Box, Insets, Size, Trim

_MARGIN = 5.0
_HEADER = 13.5
_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # points, the largest that leaves air between the paragraphs
_BUBBLE = 1.75  # radius of the disc with a step's number
_AIR = 2.3  # the least from a paragraph's last baseline to the capitals of the next, in millimetres
_HEAD, _FIRST, _COLUMNS = 9.0, 17.0, 4  # of the table: height of its head, width of its first column, and the others


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


def chip(value: str, look: ChipLook, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Edge spots, a cut ring and the value; by its colour, the number of spots or the figure it is known."""
    x, y = trim.box.centre
    radius, ground = trim.radius, trim.bleed_edge
    spots = bars(x, y, (radius * 0.78, trim.bleed_radius), look.angles(), look.half)
    inner = radius * 0.69
    ink = look.colour if style.saver else INK
    figure = display(value, x, y, inner * 1.05, inner * 1.3, ink, style.fonts)
    if style.saver:
        return (
            Path(ground, WHITE),
            Path(spots, look.colour.mixed(WHITE, 0.7)),
            Path(circle(x, y, inner), None, Stroke(look.colour, 0.25)),
            figure,
        )
    return (
        Path(ground, look.colour),
        Path(spots, PARCHMENT),
        Path(circle(x, y, inner * 1.06), look.colour.mixed(INK, 0.6)),
        Path(circle(x, y, inner), PARCHMENT),
        Path(wedges(x, y, inner * 0.8, inner * 0.98, inner * 0.07, 36), look.colour),
        figure,
    )


def button(word: str, suit: Suit, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A lit candle over a band with its word: whoever has it before them begins."""
    x, y = trim.box.centre
    radius = trim.radius - trim.safe
    band = Box.around(x, y + radius * 0.42, Size(radius * 1.48, radius * 0.44))
    near = band.grown(Insets.even(radius * 0.06))
    return (
        *(_outlined_disc if art.saver else _lit_disc)(trim, radius, near),
        placed(art.emblem(suit), x + radius * 0.02, y - radius * 0.24, radius * 0.9),
        *_band(capitals(word, art.fonts), band, art.style),
    )


def _lit_disc(trim: Trim, radius: float, band: Box) -> tuple[Shape, ...]:
    """Rays around a bright ring, none at the band, and candlelight; `radius` is what is safe from the cut."""
    x, y = trim.box.centre
    light = y - radius * 0.22
    return (
        Path(trim.bleed_edge, inks.OAK_DARK),
        Path(circle(x, y, radius * 0.86), inks.AMBER),
        Path(circle(x, y, radius * 0.81), inks.OAK_DARK),
        Path(wedges(x, y, radius * 0.89, radius, radius * 0.055, 40, band), inks.AMBER),
        Path(star(x, y - radius * 0.12, radius * 0.67, radius * 0.59, 32), inks.EMBER),
        Path(star(x, light, radius * 0.55, radius * 0.47, 32), inks.AMBER),
        Path(star(x, light, radius * 0.42, radius * 0.35, 28), inks.FLAME),
    )


def _outlined_disc(trim: Trim, radius: float, band: Box) -> tuple[Shape, ...]:
    x, y = trim.box.centre
    return (
        Path(trim.bleed_edge, WHITE),
        Path(circle(x, y, radius * 0.86), None, Stroke(inks.OAK, 0.4)),
        Path(wedges(x, y, radius * 0.9, radius, radius * 0.03, 40, band), inks.OAK),
        Path(wedges(x, y - radius * 0.24, radius * 0.49, radius * 0.6, radius * 0.025, 32, band), inks.OAK),
    )


def _band(word: str, box: Box, style: Style) -> tuple[Shape, ...]:
    size = shrunk_size(word, box.width * 0.76, DISPLAY, box.height * 0.7 * POINTS_PER_MM, style.fonts)
    ground, colour, width = (WHITE, inks.OAK, 0.4) if style.saver else (PARCHMENT, INK, 0.8)
    return (
        Path(ribbon(box, 0.28), ground, Stroke(colour, width, join="round")),
        centred(word, *box.centre, DISPLAY, size, INK, style.fonts),
    )


@frozen
class Prices:
    """The penalty table: its two headings, the ranks down the side, and what a whisper multiplies by."""

    ranks_head: str
    whispers_head: str
    ranks: Sequence[int]
    factor: int


def turn_aid(title: str, words: str, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """The steps of a hand, one a paragraph, numbered."""
    body = _body(trim)
    column = Box(body.left + 6.2, body.top, body.right, body.bottom)
    return *_paper(title, trim, style), *_paragraphs(words, column, style, numbered=True)


def penalty_aid(title: str, words: str, prices: Prices, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """What each rank costs with no whisper, one, two and three, and the rules that go with it."""
    body = _body(trim)
    table = Box(body.left, body.top, body.right, body.top + body.height * 0.56)
    below = Box(body.left, table.bottom + 3, body.right, body.bottom)
    group = Group(tuple(_table(table, prices, style)), role="table")
    return *_paper(title, trim, style), group, *_paragraphs(words, below, style)


def _body(trim: Trim) -> Box:
    return Box(_MARGIN, _HEADER + 3.8, trim.size.width - _MARGIN, trim.size.height - _MARGIN)


def _paper(title: str, trim: Trim, style: Style) -> Iterator[Shape]:
    """The ground, and a dark heading lit from below; a rule in its place for the ink saver."""
    bleed, middle = trim.bleed_box, trim.box.centre[0]
    yield Path(rectangle(bleed), WHITE if style.saver else art.PARCHMENT)
    if style.saver:
        rule = line(_MARGIN, _HEADER, trim.size.width - _MARGIN, _HEADER)
        yield Path(rule, None, Stroke(art.OAK, 0.5))
    else:
        band = rectangle(Box(bleed.left, bleed.top, bleed.right, _HEADER))
        yield Path(band, art.OAK_DARK)
        yield Group((Path(wedges(middle, _HEADER, 10, 45, 3, 38), art.OAK),), clip=Path(band))
        yield Path(rectangle(Box(bleed.left, _HEADER, bleed.right, _HEADER + 0.9)), art.AMBER)
    size = shrunk_size(title, trim.size.width - 2 * _MARGIN, DISPLAY, 17, style.fonts)
    baseline = (trim.safe + _HEADER + cap_height(size, style.fonts)) / 2
    colour = INK if style.saver else art.FLAME
    yield Group((Text(middle, baseline, title, DISPLAY, size, colour, "middle"),), role="heading")


def _paragraphs(words: str, box: Box, style: Style, numbered: bool = False) -> Iterator[Shape]:
    """Paragraphs spread over the height of the box, in the largest size that leaves air between them."""
    spaced = spread(words.splitlines(), box, Lettering(_SIZES[0], INK, leading=1.2), _SIZES, _AIR, style.fonts)
    for number, (middle, group) in enumerate(spaced, 1):
        if numbered:
            disc = circle(box.left - 4.2, middle, _BUBBLE)
            yield Path(disc, WHITE, Stroke(art.OAK, 0.3)) if style.saver else Path(disc, art.OAK_DARK)
            colour = INK if style.saver else art.FLAME
            yield centred(str(number), box.left - 4.2, middle, TEXT_BOLD, 7.5, colour, style.fonts)
        yield group


def _table(box: Box, prices: Prices, style: Style) -> Iterator[Shape]:
    """Dice down the side, whispers along the top, coins within; every second line on a tint."""
    body = replace(box, left=box.left + _FIRST, top=box.top + _HEAD)
    middles = [column.centre[0] for column in body.columns(_COLUMNS)]
    yield from _heads(box, prices, middles, style)
    for at, (rank, cell) in enumerate(zip(prices.ranks, replace(box, top=body.top).rows(len(prices.ranks)))):
        if style.saver:
            yield Path(line(cell.left, cell.top, cell.right, cell.top), None, Stroke(art.SMOKE, 0.2))
        elif at % 2 == 0:
            yield Path(rectangle(cell, 1), art.SMOKE_LIGHT)
        y, row, size = cell.centre[1], cell.height, cell.height * 0.74
        yield from die(rank, box.left + 0.8 + size / 2, y, size, style.saver)
        yield _figure(str(rank), box.left + 12.2, y, row * 0.56, style)
        for whispers, x in enumerate(middles):
            yield _figure(str(rank * prices.factor**whispers), x, y, row * 0.5, style)


def _heads(box: Box, prices: Prices, middles: Sequence[float], style: Style) -> Iterator[Shape]:
    across = (middles[0] + middles[-1]) / 2
    size = shrunk_size(prices.ranks_head, middles[0] - box.left - 3, TEXT_BOLD, 7.5, style.fonts)
    yield Text(box.left + 0.8, box.top + _HEAD - 1.4, prices.ranks_head, TEXT_BOLD, size, INK)
    size = shrunk_size(prices.whispers_head, 2 * (box.right - across), TEXT_BOLD, 7.5, style.fonts)
    yield Text(across, box.top + 2.4, prices.whispers_head, TEXT_BOLD, size, INK, "middle")
    for whispers, x in enumerate(middles):
        yield Text(x, box.top + _HEAD - 1.4, str(whispers), TEXT_BOLD, 9, art.EMBER, "middle")


def _figure(text: str, x: float, y: float, cap: float, style: Style) -> Text:
    return Text(x, y + cap / 2, text, TEXT_BOLD, points_for(cap, style.fonts, TEXT_BOLD), INK, "middle")
