"""Draws the two aids, a turn and the price of a pair, from the game's own words, facts and ranks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.lettering import cap_height, centred
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, line, rectangle
from pnp.drawing.text import Lettering, shrunk_size, spread
from pnp.frozen import frozen
from pnp.games.whispers.faces import art
from pnp.games.whispers.faces.art import INK, wedges
from pnp.games.whispers.faces.cards import die
from pnp.geometry import MM_PER_POINT, Box, Trim

_MARGIN = 5.0
_HEADER = 13.5
_SIZES = (8.5, 8.0, 7.5, 7.0, 6.5, 6.0)  # points, the largest that leaves air between the paragraphs
_AIR = 2.0  # the least from a paragraph's last baseline to the capitals of the next, in millimetres
_HEAD, _FIRST, _COLUMNS = 9.0, 17.0, 4  # of the table: height of its head, width of its first column, and the others


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
            disc = circle(box.left - 4.2, middle, 2.0)
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
    size = cap / (style.fonts[DISPLAY].cap_height * MM_PER_POINT)
    return Text(x, y + cap / 2, text, DISPLAY, size, INK, "middle")
