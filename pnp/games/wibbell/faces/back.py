"""Draws the back of the deck, a poster of the game's name that reads the same from both ends of the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke, Symbol, circle, joined, moved, polygon, rectangle
from pnp.drawing.text import capitals
from pnp.games.wibbell.faces.art import INK, PAPER, RED, RED_DARK, hatched, set_line
from pnp.games.wibbell.faces.cards import Layout
from pnp.geometry import CIRCLE, Box, Insets, Size, Transform, Trim, polar

_RAYS = 36
_FRAME = 4.9  # from the cut; a frame nearer than 4 mm shows every error of it
_NOTCH = 3.6
_UNDER_THUMB = 12.5  # from the edge of a box whose thumb notch bites into it
_HEADS = (0.47, 0.4)  # heights of the two lines, as shares of the half's room
_SHADE = 0.75


def back(name: str, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Rays from the middle, a frame, and the name in two lines for either side of the table."""
    layout, bleed = Layout(trim), trim.bleed_box
    frame = trim.box.grown(Insets.even(-_FRAME))
    x, y = layout.middle
    inset, reach = _FRAME + 3.4, x - _FRAME - 2.6
    room = Box(inset, _FRAME + 4.6, trim.size.width - inset, y - 4.5)
    upper, lower = (share * room.height for share in _HEADS)
    boxes = replace(room, bottom=room.top + upper), replace(room, top=room.bottom - lower)
    rule = polygon(((x - reach, y), (x, y - 0.35), (x + reach, y), (x, y + 0.35)))
    return (
        Path(rectangle(bleed), WHITE if style.saver else RED),
        Group((_rays(trim, style.saver),), clip=Path(rectangle(bleed))),
        *_frame(frame, 0.6, style.saver),
        *layout.twice(Symbol("back/half", tuple(_name(name, boxes, style)), bleed)),
        Path(rule, RED if style.saver else PAPER),
        *_star(x, y, style.saver),
    )


def poster(name: str, seen: Box, reach: Box, style: Style) -> Iterator[Shape]:
    """The same for one side of the table: the name in two lines over the whole of a box; a frame and rays around it."""
    trim, place = Trim(Size(seen.width, seen.height)), Transform.moved(seen.left, seen.top)
    frame = trim.box.grown(Insets(-_FRAME, -_UNDER_THUMB, -_FRAME, -_FRAME))
    yield Path(rectangle(reach), WHITE if style.saver else RED)
    yield Group((Group((_rays(trim, style.saver),), place),), clip=Path(rectangle(reach)))
    room = frame.grown(Insets.even(-4.6))
    boxes = replace(room, bottom=room.centre[1] - 3), replace(room, top=room.centre[1] + 3)
    yield Group((*_frame(frame, 1.0, style.saver), *_name(name, boxes, style)), place, role="heading", alt=name)


def sign(style: Style) -> Symbol:
    """The star between the two names, in a ring."""
    return Symbol(f"sign/{style.saver}", tuple(_star(0, 0, style.saver)), Box(-3.3, -3.3, 3.3, 3.3))


def _rays(trim: Trim, saver: bool) -> Path:
    """Wedges that reach past every corner, each opposite another one."""
    x, y = trim.box.centre
    reach, turns = hypot(x, y) + 2 * trim.bleed, [360 * ray / _RAYS for ray in range(_RAYS)]
    half = 180 / _RAYS / 2
    wedges = joined(
        polygon(((x, y), polar(x, y, reach, turn - half), polar(x, y, reach, turn + half))) for turn in turns
    )
    return Path(wedges, None, Stroke(RED, 0.15)) if saver else Path(wedges, RED_DARK)


def _frame(outer: Box, thin: float, saver: bool) -> Iterator[Shape]:
    """A thick rule with its corners cut in, and a thin one inside it; for the ink saver on white, so much thinner."""
    if saver:
        yield Path(_notched(outer), WHITE)
    for inset, width in ((0.0, 0.7), (1.1, 0.25)):
        stroke = Stroke(RED, width * thin) if saver else Stroke(PAPER, width)
        yield Path(_notched(outer.grown(Insets.even(-inset))), None, stroke)


def _notched(box: Box) -> Commands:
    """A box whose corners are bitten out in quarter circles."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    notch, k = _NOTCH, _NOTCH * CIRCLE
    return (
        ("M", left + notch, top), ("L", right - notch, top),
        ("C", right - notch, top + k, right - k, top + notch, right, top + notch), ("L", right, bottom - notch),
        ("C", right - k, bottom - notch, right - notch, bottom - k, right - notch, bottom),
        ("L", left + notch, bottom),
        ("C", left + notch, bottom - k, left + k, bottom - notch, left, bottom - notch), ("L", left, top + notch),
        ("C", left + k, top + notch, left + notch, top + k, left + notch, top), ("Z",),
    )  # fmt: skip


def _name(name: str, boxes: tuple[Box, Box], style: Style) -> Iterator[Shape]:
    """The name in two lines of capitals, the second no shorter; engraved for the ink saver, else with a hard shade."""
    letters = capitals(name, style.fonts)
    half = len(letters) // 2
    edge = Stroke(INK, 0.3, join="round")
    fore, behind = (Transform.moved(shift, shift) for shift in (-_SHADE / 2, _SHADE / 2))
    for text, box in zip((letters[:half], letters[half:]), boxes):
        row = set_line(text, box, style.fonts, 0.09, 0.68, 1.25)
        if style.saver:
            for letter, place in zip(row.letters, row.boxes):
                yield from hatched(letter, place, RED)
        else:
            yield from (Path(moved(letter, behind), INK, edge) for letter in row.letters)
            yield from (Path(moved(letter, fore), PAPER, edge) for letter in row.letters)


def _star(x: float, y: float, saver: bool) -> Iterator[Shape]:
    colour = RED if saver else PAPER
    yield Path(circle(x, y, 3.1), WHITE if saver else RED, Stroke(colour, 0.4))
    star = polygon(polar(x, y, radius, 22.5 * at) for at, radius in enumerate((2.5, 1.1) * 8))
    yield Path(star, None, Stroke(colour, 0.25)) if saver else Path(star, colour)
