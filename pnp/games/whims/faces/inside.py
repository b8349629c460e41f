"""The words and tables of the game in; the inside of a screen, which only its owner sees, out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, line, placed, polygon, rectangle, regular
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.whims import nets
from pnp.games.whims.faces import dream, palette
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.cards import HEADS, Grade
from pnp.games.whims.faces.palette import BONE, INK
from pnp.games.whims.faces.words import Hand, centred, heading, paragraphs
from pnp.geometry import Box, Transform, Trim

_HEADER = 13.0
_MARGIN = 7.0
_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_CELL = 2.35


@frozen
class Help:
    """What stands inside: titles, sentences and the tables behind them."""

    texts: Mapping[str, str]
    grades: Sequence[Grade]
    effort: Sequence[tuple[str, str]]
    faces: int


def inside(
    emblem: str, colour: Colour, help_: Help, wing: float, trim: Trim, art: Art, style: Style
) -> Iterator[Shape]:
    """Three panels between the folds: the round, whether to roll again, and whom one plays against."""
    top, bleed, width = trim.size.height / 2, trim.bleed_box, trim.size.width
    dark = INK if style.saver else BONE
    if style.saver:
        yield Path(line(_MARGIN, top + _HEADER, width - _MARGIN, top + _HEADER), None, Stroke(colour, 0.5))
    else:
        band = Box(bleed.left, top, bleed.right, top + _HEADER)
        yield Path(rectangle(band), colour.mixed(INK, 0.45))
        yield Path(
            rectangle(Box(band.left, band.bottom - 1, band.right, band.bottom)), colour.mixed(palette.PEACH, 0.5)
        )
    roles = palette.printed(colour) if style.saver else palette.carved(BONE, colour.mixed(INK, 0.45))
    symbol = art.emblem(emblem, f"inside-{colour}-{style.saver}", roles)
    yield placed(symbol, width - wing - _MARGIN - 4, top + _HEADER / 2 - 0.4, 9)
    titles = ((0.0, "round_title", wing), (wing, "reroll_title", width / 2), (width - wing, "opponents_title", wing))
    for left, key, room in titles:
        yield heading(help_.texts[key], left + _MARGIN, top + 8.6, room - 2 * _MARGIN, 14, dark, style)
    hand = Hand(style, _SIZES, colour.mixed(INK, 0.3))
    body = Box(0, top + _HEADER + 5, width, trim.size.height - _MARGIN)
    first = Box(_MARGIN, body.top, wing - _MARGIN, body.bottom)
    yield from paragraphs(help_.texts["round"].splitlines(), first, hand, numbered=True)
    yield from _reroll(help_, Box(wing + _MARGIN, body.top, width - wing - _MARGIN, body.bottom), hand)
    yield from _against(help_, Box(width - wing + _MARGIN, body.top, width - _MARGIN, body.bottom), hand)


def _reroll(help_: Help, box: Box, hand: Hand) -> Iterator[Shape]:
    """A column of cells over each face: one for every face that would be better."""
    style = hand.style
    lettering = Lettering(_SIZES[0], INK, _SIZES[-1])
    yield fitted(help_.texts["reroll_note"], Box(box.left, box.top, box.right, box.top + 9), lettering, style.fonts)
    foot = box.bottom - 2
    column = box.width / help_.faces
    for face in range(1, help_.faces + 1):
        x = box.left + (face - 0.5) * column
        better = help_.faces - face
        yield from _kite(str(face), x, foot, column * 0.84, 2 * face < help_.faces + 1, hand)
        base = foot - column * 1.25
        for at in range(better):
            cell = regular(x, base - (at + 0.5) * _CELL * 1.78, _CELL, 6, 30)
            yield Path(cell, WHITE, Stroke(hand.mark, 0.25)) if style.saver else Path(cell, hand.mark)
        y = base - better * _CELL * 1.78 - 2.4
        yield centred(f"{100 * better / help_.faces:.0f} %", x, y, TEXT_BOLD, 7.5, INK, style)


def _kite(number: str, x: float, foot: float, width: float, poor: bool, hand: Hand) -> Iterator[Shape]:
    """A face of the die with its number, its blunt corner at the foot."""
    flat = nets.trapezohedron_net(1).faces[0]
    (left, top), (right, bottom) = flat[1], flat[3]
    size = width / ((right - left) ** 2 + (bottom - top) ** 2) ** 0.5
    length = size * ((flat[2][0] - flat[0][0]) ** 2 + (flat[2][1] - flat[0][1]) ** 2) ** 0.5
    side = length - width / 2 * 0.47
    corners = (
        (x, foot),
        (x - width / 2, foot - length + side),
        (x, foot - length),
        (x + width / 2, foot - length + side),
    )
    yield Path(polygon(corners), WHITE if hand.style.saver or not poor else palette.CORAL, dream.ink(0.3))
    if poor and hand.style.saver:
        yield Path(dream.hatch(corners, 1.4, 60), None, Stroke(palette.STONE, 0.2))
    yield centred(number, x, foot - length * 0.36, DISPLAY, 12 if len(number) == 1 else 10.5, INK, hand.style)


def _against(help_: Help, box: Box, hand: Hand) -> Iterator[Shape]:
    """The grades with their tokens, and below them what effort costs."""
    style, row = hand.style, 8.2
    for at, grade in enumerate(help_.grades):
        y = box.top + row * (at + 0.4)
        solid = Group(tuple(_head(grade, style)), Transform.scaled(0.2).then(Transform.moved(box.left + 3.6, y)))
        yield solid
        size = 10.0
        cap = style.fonts[TEXT_BOLD].cap_height * size * 0.352778
        room = box.width - 9 - style.fonts[DISPLAY].width(grade.number, 11) - 2
        named = shrunk_size(grade.name, room, TEXT_BOLD, size, style.fonts)
        yield Text(box.left + 9, y + cap / 2, grade.name, TEXT_BOLD, named, INK)
        yield Text(box.right, y + cap / 2, grade.number, DISPLAY, 11, hand.mark, "end")
    lettering = Lettering(8, INK, _SIZES[-1], leading=1.2)
    y = box.top + row * len(help_.grades) + 0.5
    yield fitted(help_.texts["opponents_note"], Box(box.left, y, box.right, y + 12), lettering, style.fonts)
    y += 16
    yield heading(help_.texts["effort_title"], box.left, y + 3, box.width, 12, hand.mark, style)
    yield fitted(help_.texts["effort_note"], Box(box.left, y + 5.2, box.right, y + 13), lettering, style.fonts)
    yield from _effort(help_, Box(box.left, y + 14.5, box.right, box.bottom), hand)


def _head(grade: Grade, style: Style) -> Iterator[Shape]:
    solid = HEADS[grade.solid]()
    if style.saver:
        return dream.drawn(solid, 0, 0, dream.ink(1), 3.4)
    return dream.lit(solid, 0, 0, palette.tones(grade.colour), dream.ink(1))


def _effort(help_: Help, box: Box, hand: Hand) -> Iterator[Shape]:
    first = 13.0
    column = (box.width - first) / len(help_.effort)
    for at, key in enumerate(("effort_levels", "effort_cost")):
        y = box.top + 2 + 5.4 * at
        size = shrunk_size(help_.texts[key], first - 1, TEXT_BOLD if at else TEXT, 8, hand.style.fonts)
        yield Text(box.left, y + 1, help_.texts[key], TEXT_BOLD if at else TEXT, size, INK)
        for place, cells in enumerate(help_.effort):
            x = box.left + first + column * (place + 0.5)
            yield centred(cells[at], x, y, TEXT_BOLD if at else TEXT, 8.5, INK, hand.style)
    y = box.top + 4.7
    yield Path(line(box.left, y, box.right, y), None, Stroke(hand.mark, 0.25))
