"""Draws the round marker of a handicap, and the aids of a player."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.lettering import centred, display
from pnp.drawing.shapes import (
    Group,
    Path,
    Shape,
    Stroke,
    circle,
    diamond,
    joined,
    moved,
    placed,
    polygon,
    polyline,
    rectangle,
)
from pnp.drawing.text import Lettering, capitals, spread
from pnp.frozen import frozen
from pnp.games.wibbell.faces.art import INK, PAPER, Art, notched
from pnp.geometry import Box, Size, Trim, polar

_TEETH = 30
_MARGIN = 5.0
_HEADER = 13.8
_FOOTER = 3.2
_TITLE = 5.2  # the height of its capitals
_TOOTH = 2.2
_STEP = Size(4.4, 4.4)  # the plate of a step's number
_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)  # points; the largest that leaves air
_AIR = 2.3  # the least from a paragraph's last baseline to the capitals of the next, in millimetres


def marker(points: str, colour: Colour, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A toothed edge that the cut may miss by a hair, and the weight in the middle."""
    x, y = trim.box.centre
    radius, outer = trim.radius, trim.bleed_radius
    half = 360 / _TEETH / 4
    corners = ((radius * 0.8, -half), (outer, -half), (outer, half), (radius * 0.8, half))
    turns = [360 * tooth / _TEETH for tooth in range(_TEETH)]
    teeth = joined(polygon(polar(x, y, reach, turn + lean) for reach, lean in corners) for turn in turns)
    if art.saver:
        edge: tuple[Shape, ...] = (
            Path(trim.bleed_edge, WHITE),
            Path(teeth, colour.mixed(WHITE, 0.8)),
            Path(circle(x, y, radius * 0.76), None, Stroke(colour, 0.25)),
        )
    else:
        edge = Path(trim.bleed_edge, colour), Path(teeth, PAPER), Path(circle(x, y, radius * 0.76), PAPER)
    return *edge, *_weight(points, x, y - radius * 0.03, radius * 1.2, colour, art)


def _weight(points: str, x: float, y: float, size: float, colour: Colour, art: Art) -> Iterator[Shape]:
    """An iron weight, and on it a plate with what it scores."""

    drawing = art.drawing("weight")
    place = placed(drawing, x, y, size).transform
    for iron in drawing.shapes:
        if isinstance(iron, Path):
            edge = Stroke(colour, 0.3, join="round") if art.saver else None
            yield Path(moved(iron.commands, place), WHITE if art.saver else colour, edge, iron.even_odd)
    middle, plate = y + size * 0.16, Size(size * 0.46, size * 0.42)
    label = notched(Box.around(x, middle, plate), 0.9)
    yield Path(label, WHITE, Stroke(colour, 0.3)) if art.saver else Path(label, PAPER)
    yield display(points, x, middle, plate.height * 0.74, plate.width, colour, art.fonts)


@frozen
class Playbill:
    """A heading, its paragraphs, and whether they are steps to be counted."""

    title: str
    words: str
    colour: Colour
    steps: bool


def playbill(bill: Playbill, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """The heading on a ground with teeth, and the paragraphs under it."""
    size = trim.size
    column = Box(_MARGIN + 5.6, _HEADER + _TOOTH + 2.6, size.width - _MARGIN, size.height - _MARGIN - 1.7)
    return *_paper(bill, trim, style), *_paragraphs(bill, column, style)


def _paper(bill: Playbill, trim: Trim, style: Style) -> Iterator[Shape]:
    bleed = trim.bleed_box
    yield Path(rectangle(bleed), WHITE if style.saver else PAPER)
    teeth = (
        _teeth(trim, _HEADER, _TOOTH, bleed.top, bill.colour, style.saver),
        _teeth(trim, trim.size.height - _FOOTER, -_TOOTH * 0.7, bleed.bottom, bill.colour, style.saver),
    )
    yield Group(teeth, clip=Path(rectangle(bleed)))
    words, ink = capitals(bill.title, style.fonts), bill.colour if style.saver else PAPER
    middle, room = (trim.safe + _HEADER) / 2, trim.size.width - 2 * _MARGIN
    title = display(words, trim.box.centre[0], middle, _TITLE, room, ink, style.fonts)
    yield Group((title,), role="heading", alt=bill.title)


def _teeth(trim: Trim, y: float, depth: float, edge: float, colour: Colour, saver: bool) -> Path:
    """A ground from y to an edge of the card, with teeth to its other side: whole ones, and on through the bleed."""
    count = round(trim.size.width / _TOOTH / 1.2)
    step, more = trim.size.width / count, ceil(count * trim.bleed / trim.size.width)
    points = [(at / 2 * step, y + depth * (at % 2)) for at in range(-2 * more, 2 * (count + more) + 1)]
    if saver:
        return Path(polyline(points), None, Stroke(colour, 0.2))
    return Path(polygon(((points[0][0], edge), *points, (points[-1][0], edge))), colour)


def _paragraphs(bill: Playbill, box: Box, style: Style) -> Iterator[Shape]:
    """Paragraphs spread over the height of the box, in the largest size that leaves air between them."""
    lettering = Lettering(_SIZES[0], INK, leading=1.18)
    spaced = spread(bill.words.splitlines(), box, lettering, _SIZES, _AIR, style.fonts)
    for number, (middle, group) in enumerate(spaced, 1):
        yield from _mark(number if bill.steps else None, bill.colour, box.left - 3.6, middle, style)
        yield group


def _mark(number: int | None, colour: Colour, x: float, y: float, style: Style) -> Iterator[Shape]:
    """A counted plate before a step, a lozenge before anything else."""
    if number is None:
        stone = diamond(x, y, 2.6, 2.6)
        yield Path(stone, None, Stroke(colour, 0.3)) if style.saver else Path(stone, colour)
        return
    plate = notched(Box.around(x, y, _STEP), 0.75)
    yield Path(plate, WHITE, Stroke(colour, 0.3)) if style.saver else Path(plate, colour)
    yield centred(str(number), x, y, TEXT_BOLD, 8.0, INK if style.saver else PAPER, style.fonts)
