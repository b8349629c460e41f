"""A player's colour and emblem and the words of the game in; the screen to fold, art outside and help inside, out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.netting import FOLD
from pnp.drawing.shapes import (
    Command,
    Group,
    Path,
    Shape,
    Stroke,
    circle,
    ellipse,
    line,
    moved,
    placed,
    polygon,
    rectangle,
)
from pnp.frozen import frozen
from pnp.games.whims import solids
from pnp.games.whims.faces import dream, palette
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.dream import Lens
from pnp.games.whims.faces.palette import BONE, CORAL, INK, PEACH
from pnp.geometry import Box, Transform, Trim

_SKY_ENDS = (0.2, 0.37, 0.52, 0.66, 0.8)
_HORIZON = 0.52  # of the height
_WALL, _NEAR, _ARCHES = 130.0, 60.0, 5  # the arcade: how far to the side, from where on, in how many arches
# Right of the middle, below the horizon, radius (millimetres), turn (degrees) and colour of each die.
_DICE = ((-38.0, 1.0, 7.5, 12.0, CORAL), (24.0, 14.0, 8.5, 40.0, palette.PEACH), (37.0, -5.0, 7.0, -25.0, palette.ROSE))


@frozen
class Owner:
    """Whose screen it is."""

    colour: Colour
    emblem: str


def screen(
    owner: Owner, inside: tuple[Shape, ...], wing: float, side: int, trim: Trim, art: Art, style: Style
) -> Iterator[Shape]:
    """The sheet: inside below, outside above it and upside down, so that both stand when it is folded over."""
    middle, width = trim.size.height / 2, trim.size.width
    bleed = trim.bleed_box
    lower = Box(bleed.left, middle, bleed.right, bleed.bottom)
    yield Path(rectangle(bleed), WHITE if style.saver else BONE)
    turn = Transform.rotated(180).then(Transform.moved(width, trim.size.height))
    outside = tuple(_outside(owner, wing, side, lower, trim, art, style.saver))
    yield Group(outside, turn, clip=Path(rectangle(lower)))
    yield from inside
    yield from _folds(wing, trim, style.saver)


def _folds(wing: float, trim: Trim, saver: bool) -> Iterator[Shape]:
    """One line to fold the sheet over, two for the wings; pale under dark, to show on any ground."""
    width, height = trim.size.width, trim.size.height
    ends = ((0, height / 2, width, height / 2), (wing, 0, wing, height), (width - wing, 0, width - wing, height))
    for each in ends:
        if not saver:
            yield Path(line(*each), None, replace(FOLD, colour=BONE, dash=()))
        yield Path(line(*each), None, FOLD)


def _outside(owner: Owner, wing: float, side: int, box: Box, trim: Trim, art: Art, saver: bool) -> Iterator[Shape]:
    """The board afloat on an endless plain under a great disc with the emblem, and an arcade on either side."""
    x, foot = trim.box.centre[0], trim.size.height
    horizon = box.top + _HORIZON * (foot - box.top)
    ground = Box(box.left, horizon, box.right, box.bottom)
    if saver:
        yield Path(line(box.left, horizon, box.right, horizon), None, dream.ink(0.35))
    else:
        yield from dream.bands(Box(box.left, box.top, box.right, horizon), _SKY_ENDS, palette.sky(owner.colour))
        yield Path(rectangle(ground), owner.colour.mixed(PEACH, 0.55))
        yield Path(rectangle(Box(box.left, horizon, box.right, horizon + 0.7)), BONE)
    yield from _disc(owner, x, horizon - 20.5, art, saver)
    for sign in (-1, 1):
        yield from _arcade(sign, Lens(x, horizon, 100, 34), x - wing, owner, saver)
    yield from _afloat(owner, x, horizon, side, saver)
    yield from _dice(x, horizon, owner, saver)


def _disc(owner: Owner, x: float, y: float, art: Art, saver: bool) -> Iterator[Shape]:
    radius = 23.5
    dark = owner.colour.mixed(INK, 0.45)
    if saver:
        yield Path(circle(x, y, radius), WHITE, Stroke(owner.colour, 0.5))
        yield dream.whirl_lines(x, y, radius, 9, Stroke(owner.colour.mixed(WHITE, 0.5), 0.2), 3)
    else:
        yield Path(circle(x, y, radius + 1.4), PEACH)
        yield Path(circle(x, y, radius), dark)
        yield from dream.whirl(x, y, radius, 9, (owner.colour, dark), 4)
    roles = palette.printed(owner.colour) if saver else palette.carved(BONE, dark)
    yield placed(art.emblem(owner.emblem, f"screen-{owner.colour}-{saver}", roles), x, y, 25)


def _afloat(owner: Owner, x: float, horizon: float, side: int, saver: bool) -> Iterator[Shape]:
    """The board as a slab in the air, its edge dark, its shadow on the ground below."""
    lens = Lens(x, horizon - 66, 262, 160)
    far = dream.far_board(lens, 420, 12, side)
    if saver:
        yield Path(far["rim"], WHITE, dream.ink(0.6))
        yield Path(far["rim"], WHITE)
        yield Path(far["white"], None, Stroke(palette.STONE, 0.15))
        yield Path(far["black"], palette.STONE.mixed(WHITE, 0.4), Stroke(palette.STONE, 0.15))
        yield Path(far["neutral"], WHITE, dream.ink(0.3))
        return
    for down, colour in ((6.0, owner.colour.mixed(PEACH, 0.32)), (2.6, INK), (0.9, owner.colour.mixed(INK, 0.5))):
        yield Path(moved(far["rim"], Transform.moved(0, down)), colour)
    yield Path(far["rim"], PEACH)
    yield Path(far["white"], BONE)
    yield Path(far["black"], owner.colour.mixed(INK, 0.72))
    yield Path(far["neutral"], CORAL)


def _arcade(sign: int, lens: Lens, end: float, owner: Owner, saver: bool) -> Iterator[Shape]:
    """A wall of arches that runs away towards the middle and ends so far from it, at the fold."""
    far_end = _WALL * lens.focus / end

    def wall(away: float, up: float) -> tuple[float, float]:
        return lens.seen(sign * _WALL, away, up)

    face, dark, light = owner.colour.mixed(PEACH, 0.78), owner.colour.mixed(INK, 0.6), owner.colour.mixed(PEACH, 0.4)
    stroke = dream.ink(0.3) if saver else None
    if not saver:
        shadow = (wall(_NEAR, 0), wall(far_end, 0), lens.seen(sign * 78, far_end), lens.seen(sign * 78, _NEAR))
        yield Path(polygon(shadow), owner.colour.mixed(PEACH, 0.3))
    for low, high, colour in ((0.0, 84.0, face), (84.0, 91.0, light)):
        band = (wall(_NEAR, low), wall(_NEAR, high), wall(far_end, high), wall(far_end, low))
        yield Path(polygon(band), WHITE if saver else colour, stroke)
    pitch = (far_end - _NEAR) / _ARCHES
    for at in range(_ARCHES):
        near, far = _NEAR + (at + 0.18) * pitch, _NEAR + (at + 0.86) * pitch
        if saver:
            yield Path(_arch(wall, near, far), palette.STONE.mixed(WHITE, 0.7), stroke)
        else:
            yield Path(_arch(wall, near, far), dark)
            yield Path(_arch(wall, near + 0.2 * pitch, far), owner.colour.mixed(INK, 0.25))


def _arch(wall: Callable[[float, float], tuple[float, float]], near: float, far: float) -> tuple[Command, ...]:
    """An opening in the wall with a round head, from one distance to another."""
    middle, reach, spring = (near + far) / 2, (far - near) / 2, 50.0
    head = (
        wall(middle - reach * math.cos(math.radians(turn)), spring + 22 * math.sin(math.radians(turn)))
        for turn in range(0, 181, 9)
    )
    return polygon((wall(near, 0), *head, wall(far, 0)))


def _dice(x: float, horizon: float, owner: Owner, saver: bool) -> Iterator[Shape]:
    """The three dice of the game, loose over the board, and the shadow of each."""
    for right, down, radius, turn, colour in _DICE:
        die = solids.turned(solids.trapezohedron(radius), (("z", turn), ("x", 14 + turn / 9), ("y", turn / 3)))
        if saver:
            yield from dream.drawn(die, x + right, horizon + down, dream.ink(0.3), 1.1)
            continue
        shadow = ellipse(x + right + radius * 0.5, horizon + down + radius + 4.5, radius * 0.9, radius * 0.24)
        yield Path(shadow, owner.colour.mixed(INK, 0.6))
        yield from dream.lit(die, x + right, horizon + down, palette.tones(colour), dream.ink(0.3))
