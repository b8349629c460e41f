"""Draws the aid: a round step by step, and on its other side what a new roll is worth and what opponents have."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT, TEXT_BOLD
from pnp.drawing.lettering import centred, heading
from pnp.drawing.shapes import Group, Path, Shape, Stroke, joined, line, rectangle, regular
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.dream import BONE, CORAL, INK, NIGHT, PEACH, PLUM, Hand, numbered
from pnp.games.whims.faces.screen import Help
from pnp.geometry import Box, Trim

_HEADER, _MARGIN = 14.0, 5.0
_SIZES = (8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_ROW, _FACE, _CELL = 4.3, 2.0, 1.7  # from face to face of the die, the radius of one, and that of a cell
_NOTE = 10.4  # what the sentence above them takes


def aid(help_: Help, trim: Trim, style: Style) -> Iterator[Shape]:
    """The steps, one a paragraph."""
    yield from _head(help_.texts["round_title"], trim, style)
    room = Box(_MARGIN, _HEADER + 4.2, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    yield from numbered(help_.texts["round"].splitlines(), room, Hand(style, _SIZES, PLUM))


def odds(help_: Help, trim: Trim, style: Style) -> Iterator[Shape]:
    """A row of cells for each face of a die, one for every face that would be better; below them the opponents."""
    yield from _head(help_.texts["reroll_title"], trim, style)
    left, right, top = _MARGIN, trim.size.width - _MARGIN, _HEADER + 2.4
    note = Lettering(7.5, INK, _SIZES[-1], leading=1.15)
    yield fitted(help_.texts["reroll_note"], Box(left, top, right, top + _NOTE), note, style.fonts)
    for face in range(1, help_.faces + 1):
        yield from _row(face, help_, Box(left, 0, right, 0), top + _NOTE + _ROW * (face - 0.2), style)
    y = top + _NOTE + _ROW * (help_.faces + 0.65)
    yield Path(line(left, y, right, y), None, Stroke(INK if style.saver else PLUM, 0.25))
    yield from _opponents(help_, Box(left, y + 3.4, right, trim.size.height - _MARGIN), style)


def _head(title: str, trim: Trim, style: Style) -> Iterator[Shape]:
    """A heading under a whirling moon."""
    bleed, saver = trim.bleed_box, style.saver
    yield Path(rectangle(bleed), WHITE if saver else BONE)
    if saver:
        yield Path(line(_MARGIN, _HEADER, trim.size.width - _MARGIN, _HEADER), None, Stroke(INK, 0.4))
    else:
        band = rectangle(Box(bleed.left, bleed.top, bleed.right, _HEADER))
        yield Path(band, NIGHT)
        moon = dream.whirl(trim.size.width - 3.5, _HEADER - 1, 9.8, 10, (CORAL, PLUM, PEACH, NIGHT), 8)
        yield Group(moon, clip=Path(band))
    width = trim.size.width - 2 * _MARGIN - (0 if saver else 12)
    yield heading(title, _MARGIN, _HEADER - 4.2, width, 14, INK if saver else BONE, style.fonts)


def _row(face: int, help_: Help, room: Box, y: float, style: Style) -> Iterator[Shape]:
    better, poor = help_.faces - face, 2 * face < help_.faces + 1
    cell = regular(room.left + _FACE, y, _FACE, 6)
    yield Path(cell, CORAL if poor and not style.saver else WHITE, dream.ink(0.25))
    if poor and style.saver:
        yield Path(regular(room.left + _FACE, y, 0.8 * _FACE, 6), None, Stroke(dream.STONE, 0.2))
    yield centred(str(face), room.left + _FACE, y, TEXT_BOLD, 7, INK, style.fonts)
    cells = joined(regular(room.left + 7.6 + at * 2.15 * _CELL, y, _CELL, 6) for at in range(better))
    if better:
        yield Path(cells, WHITE, Stroke(INK, 0.25)) if style.saver else Path(cells, PLUM)
    yield centred(help_.share(better), room.right, y, TEXT_BOLD, 7.5, INK, style.fonts, "end")


def _opponents(help_: Help, room: Box, style: Style) -> Iterator[Shape]:
    """Who they are, in two columns, with their tokens."""
    wide, rows = (room.width - 4) / 2, (len(help_.grades) + 1) // 2
    for at, grade in enumerate(help_.grades):
        left, y = room.left + (wide + 4) * (at // rows), room.top + 4.6 * (at % rows)
        number = style.fonts[TEXT_BOLD].width(grade.number, 7.5)
        size = shrunk_size(grade.name, wide - number - 1.5, TEXT, 7.5, style.fonts)
        yield centred(grade.name, left, y, TEXT, size, INK, style.fonts, "start")
        yield centred(grade.number, left + wide, y, TEXT_BOLD, 7.5, INK, style.fonts, "end")
