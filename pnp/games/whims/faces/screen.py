"""The screen to fold: art outside, and inside the help that only its owner sees."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.drawing.colour import WHITE
from pnp.drawing.cut_paths import beyond, ticked
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD
from pnp.drawing.lettering import centred, heading
from pnp.drawing.shapes import (
    Group,
    Path,
    Shape,
    Stroke,
    Text,
    circle,
    ellipse,
    line,
    moved,
    placed,
    polygon,
    rectangle,
    regular,
)
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.cards import HEADS, Grade
from pnp.games.whims.faces.dream import BONE, CORAL, INK, PEACH, Art, Hand, Lens, Owner, numbered
from pnp.games.whims.faces.events import Stage, event
from pnp.geometry import Box, Point, Transform, Trim
from pnp.language.wording import Wording
from pnp.nets import solids

_TICK = 0.5  # how far a tick keeps from the trim and from the edge of the bleed
_HEADER = 13.0
_MARGIN = 7.0
_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_CELL = 2.35
_HORIZON = 0.52  # of the height
# Right of the middle, below the horizon, radius (millimetres), turn (degrees) and colour of each die.
_DICE = ((-38.0, 1.0, 7.5, 12.0, CORAL), (24.0, 14.0, 8.5, 40.0, dream.PEACH), (37.0, -5.0, 7.0, -25.0, dream.ROSE))


@frozen
class Help:
    """What stands inside: titles, sentences and the tables behind them."""

    texts: Mapping[str, str]
    grades: Sequence[Grade]
    effort: Sequence[tuple[str, str]]
    faces: int
    wording: Wording

    def share(self, better: int) -> str:
        """How often a new roll shows one of so many faces."""
        return self.wording.percent(100 * better / self.faces, 0)


def _inside(owner: Owner, help_: Help, wing: float, trim: Trim, art: Art) -> Iterator[Shape]:
    """Three panels between the folds: the round, whether to roll again, and whom one plays against."""
    top, bleed, width = trim.size.height / 2, trim.bleed_box, trim.size.width
    colour, style = owner.colour, art.style
    dark = INK if style.saver else BONE
    if style.saver:
        yield Path(line(_MARGIN, top + _HEADER, width - _MARGIN, top + _HEADER), None, Stroke(colour, 0.5))
    else:
        for left, right in ((bleed.left, wing), (width - wing, bleed.right)):
            yield Path(rectangle(Box(left, top, right, bleed.bottom)), BONE.mixed(PEACH, 0.3))
        band = Box(bleed.left, top, bleed.right, top + _HEADER)
        yield Path(rectangle(band), colour.mixed(INK, 0.45))
        yield Path(rectangle(Box(band.left, band.bottom - 1, band.right, band.bottom)), colour.mixed(dream.PEACH, 0.5))
    roles = dream.printed(colour) if style.saver else dream.carved(BONE, colour.mixed(INK, 0.45))
    symbol = art.emblem(owner.emblem, f"inside-{colour}-{style.saver}", roles)
    yield placed(symbol, width - wing - _MARGIN - 4, top + _HEADER / 2 - 0.4, 9)
    titles = ((0.0, "round_title", wing), (wing, "reroll_title", width / 2), (width - wing, "opponents_title", wing))
    for left, key, room in titles:
        yield heading(help_.texts[key], left + _MARGIN, top + 8.6, room - 2 * _MARGIN, 14, dark, style.fonts)
    hand = Hand(style, _SIZES, colour.mixed(INK, 0.3))
    body = Box(0, top + _HEADER + 5, width, trim.size.height - _MARGIN)
    first = Box(_MARGIN, body.top, wing - _MARGIN, body.bottom)
    yield from numbered(help_.texts["round"].splitlines(), first, hand)
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
        yield centred(help_.share(better), x, y, TEXT_BOLD, 7.5, INK, style.fonts)


def _kite(number: str, x: float, foot: float, width: float, poor: bool, hand: Hand) -> Iterator[Shape]:
    """A face of the die with its number, its blunt corner at the foot."""
    apex, left, end, right = solids.trapezohedron_net(1).faces[0]
    length = width / math.dist(left, right) * math.dist(apex, end)
    shoulder = foot - length + (length - width / 2 * 0.47)
    corners = ((x, foot), (x - width / 2, shoulder), (x, foot - length), (x + width / 2, shoulder))
    yield Path(polygon(corners), WHITE if hand.style.saver or not poor else dream.CORAL, dream.ink(0.3))
    if poor and hand.style.saver:
        yield Path(dream.hatch(corners, 1.4, 60), None, Stroke(dream.STONE, 0.2))
    yield centred(number, x, foot - length * 0.36, DISPLAY, 12 if len(number) == 1 else 10.5, INK, hand.style.fonts)


def _against(help_: Help, box: Box, hand: Hand) -> Iterator[Shape]:
    """The grades with their tokens, and below them what effort costs."""
    style, row = hand.style, 8.2
    for at, grade in enumerate(help_.grades):
        y = box.top + row * (at + 0.4)
        head = tuple(dream.floating(HEADS[grade.solid](), 0, 0, grade.colour, 1, (1, 3.4), style.saver))
        yield Group(head, Transform.scaled(0.2).then(Transform.moved(box.left + 3.6, y)))
        cap = style.fonts[TEXT_BOLD].cap_height * 10.0 * 0.352778
        room = box.width - 9 - style.fonts[DISPLAY].width(grade.number, 11) - 2
        named = shrunk_size(grade.name, room, TEXT_BOLD, 10.0, style.fonts)
        yield Text(box.left + 9, y + cap / 2, grade.name, TEXT_BOLD, named, INK)
        yield Text(box.right, y + cap / 2, grade.number, DISPLAY, 11, hand.mark, "end")
    lettering = Lettering(8, INK, _SIZES[-1], leading=1.2)
    y = box.top + row * len(help_.grades) + 0.5
    yield fitted(help_.texts["opponents_note"], Box(box.left, y, box.right, y + 12), lettering, style.fonts)
    y += 16
    yield heading(help_.texts["effort_title"], box.left, y + 3, box.width, 12, hand.mark, style.fonts)
    yield fitted(help_.texts["effort_note"], Box(box.left, y + 5.2, box.right, y + 13), lettering, style.fonts)
    yield from _effort(help_, Box(box.left, y + 14.5, box.right, box.bottom), hand)


def _effort(help_: Help, box: Box, hand: Hand) -> Iterator[Shape]:
    first = 13.0
    column = (box.width - first) / len(help_.effort)
    for at, key in enumerate(("effort_levels", "effort_cost")):
        y = box.top + 2 + 5.4 * at
        size = shrunk_size(help_.texts[key], first - 1, TEXT_BOLD if at else TEXT, 8, hand.style.fonts)
        yield Text(box.left, y + 1, help_.texts[key], TEXT_BOLD if at else TEXT, size, INK)
        for place, cells in enumerate(help_.effort):
            x = box.left + first + column * (place + 0.5)
            yield centred(cells[at], x, y, TEXT_BOLD if at else TEXT, 8.5, INK, hand.style.fonts)
    y = box.top + 4.7
    yield Path(line(box.left, y, box.right, y), None, Stroke(hand.mark, 0.25))


def screen(owner: Owner, help_: Help, wing: float, side: int, trim: Trim, art: Art) -> Iterator[Shape]:
    """The sheet: inside below, outside above it and upside down, so that both stand when it is folded over."""
    bleed = trim.bleed_box
    lower = replace(bleed, top=trim.size.height / 2)
    yield Path(rectangle(bleed), WHITE if art.saver else BONE)
    outside = tuple(_outside(owner, wing, side, lower, trim, art))
    yield Group(outside, Transform.half_turn(*trim.box.centre), clip=Path(rectangle(lower)))
    yield from _inside(owner, help_, wing, trim, art)
    span = (_TICK, trim.bleed - _TICK) if trim.bleed > 3 * _TICK else (-2 * _TICK, 0.0)
    for start, end in folds(wing, trim):
        yield from ticked(*beyond(start, end, *span))
        yield from ticked(*beyond(end, start, *span))


def folds(wing: float, trim: Trim) -> tuple[tuple[Point, Point], ...]:
    """One to fold the sheet over, two for the wings; ticks in the bleed show where, or at the edges without one."""
    width, height = trim.size.width, trim.size.height
    upright = (((x, 0.0), (x, height)) for x in (wing, width - wing))
    return ((0.0, height / 2), (width, height / 2)), *upright


def _outside(owner: Owner, wing: float, side: int, box: Box, trim: Trim, art: Art) -> Iterator[Shape]:
    """The player's own event, and in it the board afloat under a great disc with the emblem."""
    x, horizon = trim.box.centre[0], box.top + _HORIZON * (trim.size.height - box.top)
    stage = Stage(owner, box, x, horizon, x - wing, art)
    yield from event(stage)
    yield from _disc(owner, *stage.middle, art)
    yield from _afloat(owner, x, horizon, side, art.saver)
    yield from _dice(x, horizon, owner, art.saver)


def _disc(owner: Owner, x: float, y: float, art: Art) -> Iterator[Shape]:
    radius, saver = 23.5, art.saver
    dark = owner.colour.mixed(INK, 0.45)
    if saver:
        yield Path(circle(x, y, radius), WHITE, Stroke(owner.colour, 0.5))
        yield dream.whirl_lines(x, y, radius, 9, Stroke(owner.colour.mixed(WHITE, 0.5), 0.2), 3)
    else:
        yield Path(circle(x, y, radius + 1.4), PEACH)
        yield Path(circle(x, y, radius), dark)
        yield from dream.whirl(x, y, radius, 9, (owner.colour, dark), 4)
    roles = dream.printed(owner.colour) if saver else dream.carved(BONE, dark)
    yield placed(art.emblem(owner.emblem, f"screen-{owner.colour}-{saver}", roles), x, y, 25)


def _afloat(owner: Owner, x: float, horizon: float, side: int, saver: bool) -> Iterator[Shape]:
    """The board as a slab in the air, its edge dark, its shadow on the ground below."""
    far = dream.far_board(Lens(x, horizon - 66, 262, 160), 420, 12, side)
    if saver:
        yield Path(far["rim"], WHITE, dream.ink(0.6))
        yield Path(far["rim"], WHITE)
        yield Path(far["white"], WHITE, Stroke(dream.STONE, 0.15))
        yield Path(far["black"], dream.STONE.mixed(WHITE, 0.4), Stroke(dream.STONE, 0.15))
        yield Path(far["neutral"], WHITE, dream.ink(0.3))
        return
    for down, colour in ((6.0, owner.colour.mixed(PEACH, 0.32)), (2.6, INK), (0.9, owner.colour.mixed(INK, 0.5))):
        yield Path(moved(far["rim"], Transform.moved(0, down)), colour)
    yield Path(far["rim"], PEACH)
    yield Path(far["white"], BONE)
    yield Path(far["black"], owner.colour.mixed(INK, 0.72))
    yield Path(far["neutral"], CORAL)


def _dice(x: float, horizon: float, owner: Owner, saver: bool) -> Iterator[Shape]:
    """The three dice of the game, loose over the board, and the shadow of each."""
    for right, down, radius, turn, colour in _DICE:
        die = solids.turned(solids.trapezohedron(radius), (("z", turn), ("x", 14 + turn / 9), ("y", turn / 3)))
        if not saver:
            shadow = ellipse(x + right + radius * 0.5, horizon + down + radius + 4.5, radius * 0.9, radius * 0.24)
            yield Path(shadow, owner.colour.mixed(INK, 0.6))
        yield from dream.floating(die, x + right, horizon + down, colour, 0.3, (0.3, 1.1), saver)
