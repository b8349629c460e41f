"""Draws the two sides of the reminder card, each a playbill in the game's own words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, polygon, rectangle
from pnp.drawing.text import Lettering, capitals, spread
from pnp.frozen import frozen
from pnp.games.wibbell.faces import setting
from pnp.games.wibbell.faces.cards import INK, PAPER
from pnp.geometry import Box, Trim
from pnp.units import MM_PER_POINT

_MARGIN = 5.0
_HEADER = 15.0
_TOOTH = 2.2
_SIZES = (
    9.0,
    8.75,
    8.5,
    8.25,
    8.0,
    7.75,
    7.5,
    7.0,
    6.5,
    6.0,
)  # points; the largest that leaves air
_LEADING = 1.18
_AIR = 2.3  # the least from a paragraph's last baseline to the capitals of the next, in millimetres


@frozen
class Playbill:
    """A heading, its paragraphs, and whether they are steps to be counted."""

    title: str
    words: str
    colour: Colour
    steps: bool


def playbill(bill: Playbill, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """The heading as wide as the card in wood type, and the paragraphs under it."""
    size = trim.size
    column = Box(_MARGIN + 5.6, _HEADER + _TOOTH + 3.0, size.width - _MARGIN, size.height - _MARGIN)
    return *_paper(bill, trim, style), *_paragraphs(bill, column, style)


def _paper(bill: Playbill, trim: Trim, style: Style) -> Iterator[Shape]:
    bleed = trim.bleed_box
    yield Path(rectangle(bleed), WHITE if style.saver else PAPER)
    teeth = _teeth(bleed, _HEADER)
    if style.saver:
        yield Path(teeth, None, Stroke(bill.colour, 0.2))
    else:
        yield Path(rectangle(Box(bleed.left, bleed.top, bleed.right, _HEADER + 0.01)), bill.colour)
        yield Path(teeth, bill.colour)
    box = Box(_MARGIN, trim.safe + 1.4, trim.size.width - _MARGIN, _HEADER - 1.0)
    title = _title(bill, box, style)
    yield Group(title, role="heading", alt=bill.title)


def _title(bill: Playbill, box: Box, style: Style) -> tuple[Shape, ...]:
    letters = setting.line(capitals(bill.title, style.fonts), box, style.fonts, 0.1, 0.6, 1.1).letters
    if style.saver:
        return tuple(Path(letter, None, Stroke(bill.colour, 0.28, join="round")) for letter in letters)
    return tuple(Path(letter, PAPER) for letter in letters)


def _teeth(bleed: Box, y: float) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    """A row of points that hang from y."""
    count = round(bleed.width / _TOOTH / 1.2)
    step = bleed.width / count
    tips = (((bleed.left + (at + 0.5) * step, y + _TOOTH), (bleed.left + (at + 1) * step, y)) for at in range(count))
    return polygon(((bleed.left, y), *(point for pair in tips for point in pair)))


def _paragraphs(bill: Playbill, box: Box, style: Style) -> Iterator[Shape]:
    """Paragraphs spread over the height of the box, in the largest size that leaves air between them."""
    lettering, words = Lettering(_SIZES[0], INK, leading=_LEADING), bill.words.splitlines()
    for number, (middle, group) in enumerate(spread(words, box, lettering, _SIZES, _AIR, style.fonts), 1):
        yield from _mark(number if bill.steps else None, bill.colour, (box.left - 3.6, middle), style)
        yield group


def _mark(number: int | None, colour: Colour, at: Sequence[float], style: Style) -> Iterator[Shape]:
    """A counted disc before a step, a lozenge before anything else."""
    x, y = at
    if number is None:
        stone = polygon(((x, y - 1.3), (x + 1.3, y), (x, y + 1.3), (x - 1.3, y)))
        yield Path(stone, None, Stroke(colour, 0.3)) if style.saver else Path(stone, colour)
        return
    size = 8.0
    half_cap = size * MM_PER_POINT * style.fonts[TEXT_BOLD].cap_height / 2
    disc = circle(x, y, 2.1)
    yield Path(disc, WHITE, Stroke(colour, 0.3)) if style.saver else Path(disc, colour)
    yield Text(x, y + half_cap, str(number), TEXT_BOLD, size, INK if style.saver else PAPER, "middle")
