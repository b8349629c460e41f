"""Draws the empire cards, each with its empire, a partner and three abilities, and the backs of their decks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.fonts import TEXT_ITALIC, FontBook
from pnp.drawing.lettering import display, height
from pnp.drawing.shapes import (
    Group,
    Path,
    Shape,
    Stroke,
    Text,
    Use,
    circle,
    diamond,
    joined,
    line,
    placed,
    rectangle,
    twice,
)
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces import art as inks
from pnp.games.war_of_whispers.faces.art import (
    INK,
    PAPER,
    Art,
    Bearer,
    ground_of,
    letters_on,
    line_of,
    medallion,
    rhumbs,
    rose,
    scale_bar,
    shield,
)
from pnp.geometry import MM_PER_POINT, Box, Insets, Trim

_MARGIN = 4.6
_BAND = 15.8  # where the coloured band at the top ends
_BAR = 1.5
_MEDALLION = 10.0
_FRAME, _BLOCKS, _BLOCK = 5.0, 2.1, 0.8  # of a back: from the cut to the frame, its width, and that of its blocks
_ROSE, _BACK_BEAST = 13.0, 19.2  # radius of the rose in the middle; centre of the upper beast
_INDEX = 4.0  # radius of the discs in the corners
_CORNERS = (7.6, 17.0)  # how far down they lie
_FIRST_ROW, _HEAD = 24.9, 8.7
_SHIELD, _SHIELD_PITCH = 7.2, 6.9
_NAME = 2.6  # height of its capitals
_PICTURE = 7.2
_SIZES = (7.75, 7.5, 7.25, 7.0, 6.5, 6.0)
_AIR, _MOST_AIR = 3.8, 6.4  # between a row's text and the next row
_LABEL = 6.5
_DESCENT = 0.25  # of the size, below the last line


@frozen
class Ability:
    """What a card can do: the key of its picture, the empires whose cards pay for it, its name, when, what happens."""

    key: str
    cost: tuple[Bearer, ...]
    name: str
    when: str
    icon: str
    text: str


def face(own: Bearer, partner: Bearer, abilities: Sequence[Ability], trim: Trim, art: Art) -> Iterator[Shape]:
    """The beast above, both empires of the third price in the corners, and the three abilities below."""
    yield Use(art.shared(f"card/{own.id}", trim.bleed_box, lambda: _head(own, trim, art)))
    yield from _corners(own, partner, trim, art)
    body = Box(_MARGIN, _FIRST_ROW, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    setting, rows = _rows(abilities, body, art.fonts)
    for above, row in pairwise(rows):
        yield from _rule(above, row, own)
    for ability, row in zip(abilities, rows, strict=True):
        yield from _row(ability, own, row, setting, art)


def back(own: Bearer, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A chart's rose between two beasts, each the other's half turn."""
    (x, y), reach = trim.box.centre, trim.bleed_box
    ink = own.colour.mixed(WHITE, 0.6) if art.saver else own.colour.mixed(INK, 0.45)
    light, dark = (WHITE, line_of(own.colour)) if art.saver else (PAPER, own.colour.mixed(INK, 0.72))
    bearing = Path(rhumbs(x, y, 10.5, 70, 32, 360 / 64), None, Stroke(ink, 0.25))
    return (
        Path(rectangle(reach), WHITE if art.saver else own.colour),
        Group((bearing,), clip=Path(rectangle(reach))),
        *_frame(trim.box.grown(Insets.even(-_FRAME)), line_of(own.colour) if art.saver else PAPER),
        *rose(x, y, _ROSE, light, dark),
        *twice(medallion(own, x, _BACK_BEAST, _MEDALLION, art), (x, y)),
    )


def _frame(box: Box, ink: Colour) -> Iterator[Shape]:
    """Blocks of degrees between two lines, with a lozenge in every corner; alike along sides that face each other."""
    inner, edge = box.grown(Insets.even(-_BLOCKS)), (_BLOCKS - _BLOCK) / 2
    for each in (box, inner):
        yield Path(rectangle(each), None, Stroke(ink, 0.35))
    blocks: list[Box] = []
    for top in (box.top, inner.bottom):
        blocks += Box(inner.left, top + edge, inner.right, top + edge + _BLOCK).columns(21)[1::2]
    for left in (box.left, inner.right):
        blocks += Box(left + edge, inner.top, left + edge + _BLOCK, inner.bottom).rows(31)[1::2]
    corners = [(x, y) for x in (box.left, inner.right) for y in (box.top, inner.bottom)]
    half = _BLOCKS / 2
    lozenges = [diamond(x + half, y + half, _BLOCK * 1.2, _BLOCK * 1.2) for x, y in corners]
    yield Path(joined((*map(rectangle, blocks), *lozenges)), ink)


def _head(own: Bearer, trim: Trim, art: Art) -> Iterator[Shape]:
    """Paper, a band of the empire's colour with lines of bearing, a scale bar, and the beast in its medallion."""
    reach, x = trim.bleed_box, trim.box.centre[0]
    y = _BAND - 2.4
    band = Box(reach.left, reach.top, reach.right, _BAND)
    bar = Box(reach.left, _BAND, reach.right, _BAND + _BAR)
    lines = own.colour.mixed(WHITE, 0.35) if art.saver else own.colour.mixed(INK, 0.3)
    rest = Box(reach.left, _BAND, reach.right, reach.bottom)
    yield Path(rectangle(reach), ground_of(art.saver))
    if not art.saver:
        faint = Path(rhumbs(x, y, _MEDALLION, 90, 48), None, Stroke(inks.PAPER_DARK, 0.2))
        yield Group((faint,), clip=Path(rectangle(rest)))
        yield Path(rectangle(band), own.colour)
    bearing = Path(rhumbs(x, y, _MEDALLION, 60, 48), None, Stroke(lines, 0.22 if art.saver else 0.3))
    yield Group((bearing,), clip=Path(rectangle(band)))
    ink = line_of(own.colour) if art.saver else INK
    yield Path(rectangle(bar), ground_of(art.saver))
    yield Path(scale_bar(Box(bar.left, bar.top + 0.3, bar.right, bar.bottom - 0.3), 35), ink)
    for edge in (bar.top, bar.bottom):
        yield Path(line(bar.left, edge, bar.right, edge), None, Stroke(ink, 0.3))
    yield from medallion(own, x, y, _MEDALLION, art)


def _corners(own: Bearer, partner: Bearer, trim: Trim, art: Art) -> Iterator[Shape]:
    """The two empires of the card, in both upper corners, for the fan."""
    for x in (_MARGIN + _INDEX, trim.size.width - _MARGIN - _INDEX):
        for bearer, y in zip((own, partner), _CORNERS):
            ground = WHITE if art.saver else bearer.colour
            ink = line_of(bearer.colour) if art.saver else letters_on(ground)
            ring = Stroke(ink, 0.35) if art.saver else Stroke(PAPER, 0.6)
            yield Path(circle(x, y, _INDEX), ground, ring)
            stamp = art.stamp(bearer, ink, ground)
            yield placed(stamp, x, y, 5.7)


def _rows(abilities: Sequence[Ability], body: Box, fonts: FontBook) -> tuple[Lettering, list[Box]]:
    """The largest lettering in which all texts go below each other, and each ability's row: as high as its text needs,
    with the air that is left shared out between them.
    """
    for size in _SIZES:
        setting = Lettering(size, INK, size, leading=1.17)
        texts = (height(fitted(ability.text, body, setting, fonts)) - body.top for ability in abilities)
        heights = [_HEAD + (text + _DESCENT * size * MM_PER_POINT) for text in texts]
        air = (body.height - fsum(heights)) / (len(abilities) - 1)
        if air >= _AIR:
            break
    else:
        names = ", ".join(ability.name for ability in abilities)
        raise FitError(f"the texts of {names} do not go on one card even at {_SIZES[-1]:g} pt; shorten them")
    rows, top = [], body.top
    for tall in heights:
        rows.append(Box(body.left, top, body.right, top + tall))
        top += tall + min(air, _MOST_AIR)
    return setting, rows


def _row(ability: Ability, own: Bearer, row: Box, setting: Lettering, art: Art) -> Iterator[Shape]:
    x, top = row.left, row.top
    for bearer in ability.cost:
        yield from price(bearer, x + _SHIELD * 0.44, top + _SHIELD / 2, _SHIELD, art)
        x += _SHIELD_PITCH
    x += 1.3
    picture = art.ability(ability.key, own)
    left = row.right - _PICTURE * picture.bounds.width / picture.bounds.height
    yield placed(picture, (left + row.right) / 2, top + _SHIELD / 2, _PICTURE)
    name = display(ability.name, x, top + 2.0, _NAME, left - 1.5 - x, INK, art.fonts, "start")
    yield Group((name,), role="heading")
    icon = art.icon(ability.icon, INK, ground_of(art.saver))
    yield placed(icon, x + 1.3, top + 5.7, 2.6)
    label = shrunk_size(ability.when, left - 1.5 - x - 3.5, TEXT_ITALIC, _LABEL, art.fonts)
    yield Text(x + 3.5, top + 6.6, ability.when, TEXT_ITALIC, label, INK)
    yield fitted(ability.text, Box(row.left, top + _HEAD, row.right, row.bottom), setting, art.fonts)


def _rule(above: Box, row: Box, own: Bearer) -> Iterator[Shape]:
    """A line of dots with a lozenge in the middle, halfway between two rows."""
    x, y, half = row.centre[0], (above.bottom + row.top) / 2, row.width / 2
    for side in (-1, 1):
        yield Path(line(x + side * 2.2, y, x + side * half, y), None, Stroke(inks.FADED, 0.3, (0.3, 1.0)))
    yield Path(diamond(x, y, 2.4, 1.3), own.colour)


def price(bearer: Bearer, x: float, y: float, height: float, art: Art) -> Iterator[Shape]:
    """A card of that empire as a shield with its beast."""
    scale = height / _SHIELD
    y_beast = y - 0.35 * scale
    if art.saver:
        ink = line_of(bearer.colour)
        yield Path(shield(x, y, height), WHITE, Stroke(ink, 0.4))
        yield placed(art.stamp(bearer, ink, WHITE), x, y_beast, 4.3 * scale)
        return
    yield Path(shield(x, y, height), bearer.colour, Stroke(INK, 0.3))
    yield placed(art.stamp_on(bearer, bearer.colour), x, y_beast, 4.6 * scale)
