"""Draws the back of the deck, a poster of the game's name that reads the same from both ends of the table."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Symbol, circle, moved, polygon, rectangle
from pnp.drawing.text import capitals
from pnp.games.wibbell.faces import setting
from pnp.games.wibbell.faces.cards import INK, PAPER, RED, RED_DARK, Layout
from pnp.games.wibbell.faces.engraving import hatched
from pnp.geometry import Box, Insets, Size, Transform, Trim

_RAYS = 36
_FRAME = 4.9  # from the cut; a frame nearer than 4 mm shows every error of it
_NOTCH = 3.6
_UNDER_THUMB = 12.5  # from the edge of a box whose thumb notch bites into it
_HEADS = (0.47, 0.4)  # heights of the two lines, as shares of the half's room
_SHADE = 0.75


def back(name: str, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Rays from the middle, a frame, and the name in two lines for either side of the table."""
    layout = Layout(trim)
    bleed = trim.bleed_box
    half = Symbol("back/half", tuple(_half(name, layout, style)), bleed)
    rays = Path(tuple(_rays(layout)), None if style.saver else RED_DARK, Stroke(RED, 0.15) if style.saver else None)
    return (
        Path(rectangle(bleed), WHITE if style.saver else RED),
        Group((rays,), clip=Path(rectangle(bleed))),
        *((Path(_notched(_frame_box(layout), _NOTCH), WHITE),) if style.saver else ()),
        *_frame(layout, style),
        *layout.twice(half),
        *_middle(layout, style),
    )


def poster(name: str, seen: Box, reach: Box, style: Style) -> Iterator[Shape]:
    """The same for one side of the table: the name in two lines over the whole of a box; a frame and rays around it."""
    size = Size(seen.width, seen.height)
    place = Transform.moved(seen.left, seen.top)
    layout = Layout(Trim(size))
    rays = Path(tuple(_rays(layout)), None if style.saver else RED_DARK, Stroke(RED, 0.15) if style.saver else None)
    frame = layout.trim.box.grown(Insets(-_FRAME, -_UNDER_THUMB, -_FRAME, -_FRAME))
    yield Path(rectangle(reach), WHITE if style.saver else RED)
    yield Group((Group((rays,), place),), clip=Path(rectangle(reach)))
    shapes: list[Shape] = [Path(_notched(frame, _NOTCH), WHITE)] if style.saver else []
    for inset, width in ((0.0, 0.7), (1.1, 0.25)):
        box = frame.grown(Insets.even(-inset))
        shapes.append(Path(_notched(box, _NOTCH), None, Stroke(RED if style.saver else PAPER, width)))
    room = frame.grown(Insets.even(-4.6))
    middle = room.centre[1]
    for text, box in zip(lines_of(name, style), (replace(room, bottom=middle - 3), replace(room, top=middle + 3))):
        shapes += _shaded(setting.line(text, box, style.fonts, 0.09, 0.68, 1.25), style)
    yield Group(tuple(shapes), place, role="heading", alt=name)


def sign(style: Style) -> Symbol:
    """The star between the two names, in a ring."""
    return Symbol(f"sign/{style.saver}", tuple(_star(0, 0, style)), Box(-3.3, -3.3, 3.3, 3.3))


def lines_of(name: str, style: Style) -> tuple[str, str]:
    """The name in two lines of capitals, the second no shorter than the first."""
    letters = capitals(name, style.fonts)
    return letters[: len(letters) // 2], letters[len(letters) // 2 :]


def _rays(layout: Layout) -> Iterator[Command]:
    """Wedges that reach past every corner, each opposite another one."""
    x, y = layout.middle
    reach = math.hypot(x, y) + 2 * layout.trim.bleed
    for ray in range(_RAYS):
        turn = math.tau * ray / _RAYS
        tips = (turn - math.pi / _RAYS / 2, turn + math.pi / _RAYS / 2)
        yield from polygon(((x, y), *((x + reach * math.sin(tip), y - reach * math.cos(tip)) for tip in tips)))


def _frame(layout: Layout, style: Style) -> Iterator[Shape]:
    """A thick rule with its corners cut in, and a thin one inside it."""
    outer = _frame_box(layout)
    colour = RED if style.saver else PAPER
    for inset, width in ((0.0, 0.7), (1.1, 0.25)):
        box = outer.grown(Insets.even(-inset))
        yield Path(_notched(box, _NOTCH), None, Stroke(colour, width * (0.6 if style.saver else 1)))


def _frame_box(layout: Layout) -> Box:
    return layout.trim.box.grown(Insets.even(-_FRAME))


def _notched(box: Box, notch: float) -> tuple[Command, ...]:
    """A box whose corners are bitten out in quarter circles."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    k = notch * 0.5522847498
    return (
        ("M", left + notch, top), ("L", right - notch, top),
        ("C", right - notch, top + k, right - k, top + notch, right, top + notch), ("L", right, bottom - notch),
        ("C", right - k, bottom - notch, right - notch, bottom - k, right - notch, bottom),
        ("L", left + notch, bottom),
        ("C", left + notch, bottom - k, left + k, bottom - notch, left, bottom - notch), ("L", left, top + notch),
        ("C", left + k, top + notch, left + notch, top + k, left + notch, top), ("Z",),
    )  # fmt: skip


def _half(name: str, layout: Layout, style: Style) -> Iterator[Shape]:
    inset = _FRAME + 3.4
    room = Box(inset, _FRAME + 4.6, layout.trim.size.width - inset, layout.middle[1] - 4.5)
    upper, lower = (share * room.height for share in _HEADS)
    boxes = (
        Box(room.left, room.top, room.right, room.top + upper),
        Box(room.left, room.bottom - lower, room.right, room.bottom),
    )
    for text, box in zip(lines_of(name, style), boxes):
        yield from _shaded(setting.line(text, box, style.fonts, 0.09, 0.68, 1.25), style)


def _shaded(line: setting.Line, style: Style) -> Iterator[Shape]:
    """Paper-coloured letters with a hard shade; engraved ones for the ink saver."""
    letters = line.letters
    if style.saver:
        for letter, box in zip(letters, line.boxes):
            yield from hatched(letter, box, RED)
        return
    edge = Stroke(INK, 0.3, join="round")
    fore, behind = (Transform.moved(shift, shift) for shift in (-_SHADE / 2, _SHADE / 2))
    yield from (Path(moved(letter, behind), INK, edge) for letter in letters)
    yield from (Path(moved(letter, fore), PAPER, edge) for letter in letters)


def _middle(layout: Layout, style: Style) -> Iterator[Shape]:
    x, y = layout.middle
    colour = RED if style.saver else PAPER
    reach = x - _FRAME - 2.6
    rule = polygon(((x - reach, y), (x, y - 0.35), (x + reach, y), (x, y + 0.35)))
    yield Path(rule, colour)
    yield from _star(x, y, style)


def _star(x: float, y: float, style: Style) -> Iterator[Shape]:
    colour = RED if style.saver else PAPER
    yield Path(circle(x, y, 3.1), WHITE if style.saver else RED, Stroke(colour, 0.4))
    star = polygon(
        (x + r * math.sin(math.pi * at / 8), y - r * math.cos(math.pi * at / 8)) for at, r in enumerate((2.5, 1.1) * 8)
    )
    yield Path(star, None if style.saver else colour, Stroke(colour, 0.25) if style.saver else None)
