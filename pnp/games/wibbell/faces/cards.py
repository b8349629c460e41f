"""A pair of letters, its border and its number in; the card, the same from two sides of the table, out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Command, Path, Shape, Stroke, Symbol, Text, circle, line, polygon, rectangle
from pnp.drawing.text import shrunk_size
from pnp.frozen import frozen
from pnp.games.wibbell.faces import setting
from pnp.games.wibbell.faces.engraving import hatched
from pnp.games.wibbell.faces.layout import BAR, NUMBER_INSET, NUMBER_RADIUS, Layout
from pnp.games.wibbell.faces.palette import INK, PAPER
from pnp.geometry import Box
from pnp.units import MM_PER_POINT, POINTS_PER_MM

GAP = 0.075  # between the letters, in cap heights
NARROWEST, WIDEST = 0.68, 1.15  # shares of the letters' own width
_BAR_SHARE = 0.7  # of the letter's width


@frozen
class Pair:
    """The letters of a card, which of them stand on a bar, and how many cards carry the second one."""

    letters: tuple[str, str]
    barred: tuple[bool, ...]
    number: str
    colour: Colour


def half_card(pair: Pair, layout: Layout, style: Style) -> Symbol:
    """The upper half of a card without its border: both letters, their bars and the number."""
    placed = setting.line(pair.letters, layout.letters, style.fonts, GAP, NARROWEST, WIDEST)
    shapes: list[Shape] = []
    for outline, box, barred, colour in zip(placed.letters, placed.boxes, pair.barred, (INK, pair.colour)):
        draw = hatched if style.saver else _solid
        shapes += draw(outline, box, colour)
        if barred:
            shapes.append(Path(_bar(box, layout), colour))
    shapes += _number(pair, layout, style)
    return Symbol("half/" + "".join(pair.letters), tuple(shapes), layout.trim.bleed_box)


def middle_rule(colour: Colour, layout: Layout, style: Style) -> Symbol:
    """A swelled rule with a lozenge between the two numbers; it turns into itself."""
    x, y = layout.middle
    reach = x - NUMBER_INSET - NUMBER_RADIUS - 0.8
    thick, lozenge = 0.42, 0.9
    swell = polygon(((x - reach, y), (x, y - thick / 2), (x + reach, y), (x, y + thick / 2)))
    stone = polygon(((x - lozenge, y), (x, y - lozenge), (x + lozenge, y), (x, y + lozenge)))
    if style.saver:
        shapes = (
            Path(line(x - reach, y, x + reach, y), None, Stroke(colour, 0.15)),
            Path(stone, WHITE, Stroke(colour, 0.3)),
        )
    else:
        shapes = Path(swell, colour), Path(stone, colour)
    return Symbol(f"rule/{colour}", shapes, layout.trim.bleed_box)


def _solid(outline: tuple[Command, ...], box: Box, colour: Colour) -> Iterator[Shape]:
    yield Path(outline, colour)


def _bar(box: Box, layout: Layout) -> tuple[Command, ...]:
    middle = layout.middle[1]
    half = box.width * _BAR_SHARE / 2
    x = box.centre[0]
    return rectangle(Box(x - half, middle - BAR[1], x + half, middle - BAR[0]))


def _number(pair: Pair, layout: Layout, style: Style) -> Iterator[Shape]:
    x, y = layout.number
    cap = NUMBER_RADIUS * 1.12
    disc = circle(x, y, NUMBER_RADIUS)
    if style.saver:
        yield Path(disc, WHITE, Stroke(pair.colour, 0.3))
    else:
        yield Path(disc, PAPER)
        yield Path(circle(x, y, NUMBER_RADIUS - 0.4), pair.colour)
    text = pair.number
    size = cap / style.fonts[DISPLAY].cap_height * POINTS_PER_MM
    size = shrunk_size(text, NUMBER_RADIUS * 1.4, DISPLAY, size, style.fonts)
    half = size * MM_PER_POINT * style.fonts[DISPLAY].cap_height / 2
    yield Text(x, y + half, text, DISPLAY, size, pair.colour if style.saver else PAPER, "middle")
