"""What happens on the outside of each player's screen: a sky, a ground, and things of that player's on both sides."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import (
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    circle,
    ellipse,
    joined,
    placed,
    polygon,
    rectangle,
    regular,
)
from pnp.frozen import frozen
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.dream import BONE, INK, PEACH, Art, Lens, Owner
from pnp.geometry import Box, Insets, Point, Transform

_WALL, _NEAR, _ARCHES = 130.0, 60.0, 5  # the arcade: how far to the side, from where on, in how many arches
_DISC = 20.5  # from the horizon up to the middle of the disc
_FAR = 600.0  # where floors end, which would be no more than hairs beyond
_EYE = 34.0  # above the ground, of whoever looks at the scene
# To the side, and how high, in millimetres: the small thing behind the board, and the great one in the wing.
_AVENUE = ((56.0, 14.0), (96.5, 50.0))
_OFF = 6.0  # from the edge of the bleed: an eye that reached there would be cut in half
_LIFE = 50.0  # height of a thing as it would be at 100 mm from the eye
Area = tuple[Commands, Colour]
Wall = Callable[[float, float], Point]
"""Where a point of a wall is in the picture, so far away and so far up."""


@frozen
class Stage:
    """Where it happens: half of the sheet upright, its middle, the horizon, and how far off the middle it folds."""

    owner: Owner
    box: Box
    x: float
    horizon: float
    fold: float
    art: Art

    @property
    def sky(self) -> Box:
        return replace(self.box, bottom=self.horizon)

    @property
    def ground(self) -> Box:
        return replace(self.box, top=self.horizon)

    @property
    def middle(self) -> Point:
        """Of the great disc."""
        return self.x, self.horizon - _DISC

    @property
    def floors(self) -> tuple[Colour, Colour]:
        """The two tones of the ground."""
        return self.owner.colour.mixed(PEACH, 0.55), self.owner.colour.mixed(PEACH, 0.44)


Areas = Callable[[Stage], Iterator[Area]]
Things = Callable[[Stage], Iterator[Shape]]


def event(stage: Stage) -> Iterator[Shape]:
    """Sky, ground and things, behind the disc and the board."""
    sky, ground, things = _EVENTS[stage.owner.emblem]
    for box, areas in ((stage.sky, sky(stage)), (stage.ground, ground(stage))):
        whole = rectangle(box)
        drawn = (area for area in areas if not (stage.art.saver and area[0] == whole))
        yield Group(tuple(_painted(drawn, stage)), clip=Path(whole))
    line = Box(stage.box.left, stage.horizon, stage.box.right, stage.horizon + (0.35 if stage.art.saver else 0.7))
    yield Path(rectangle(line), INK if stage.art.saver else BONE)
    yield from things(stage)


def _painted(areas: Iterable[Area], stage: Stage) -> Iterator[Shape]:
    for commands, colour in areas:
        if stage.art.saver:
            yield Path(commands, None, Stroke(stage.owner.colour.mixed(WHITE, 0.45), 0.2))
        else:
            yield Path(commands, colour)


# Skies.


def _bands(stage: Stage) -> Iterator[Area]:
    yield from _falling(stage, _below)


def _steps(stage: Stage) -> Iterator[Area]:
    """Bands that come down to the middle in steps."""

    def flight(box: Box) -> Commands:
        reach = [(12.5 * (at // 2), box.top - 3.2 * ((at + 1) // 2) + 14) for at in range(1, 24)]
        right = [(stage.x + away, y) for away, y in reach]
        left = [(stage.x - away, y) for away, y in reversed(reach)]
        return polygon((*left, *right, (box.right, box.bottom), (box.left, box.bottom)))

    yield from _falling(stage, flight)


def _below(box: Box) -> Commands:
    """The box, its edges but the upper one out of sight."""
    return rectangle(box.grown(Insets(1, 0, 1, 1)))


def _falling(stage: Stage, shape: Callable[[Box], Commands]) -> Iterator[Area]:
    tones = dream.sky(stage.owner.colour)
    yield rectangle(stage.sky), tones[0]
    for end, tone in zip((0.2, 0.37, 0.52, 0.66, 0.8), tones[1:]):
        yield shape(replace(stage.sky, top=stage.sky.top + end * stage.sky.height)), tone


def _rings(stage: Stage) -> Iterator[Area]:
    """The glow of the disc, ring by ring."""
    tones = dream.sky(stage.owner.colour)
    yield rectangle(stage.sky), tones[0]
    for radius, tone in zip((112, 88, 67, 49, 35), tones[1:]):
        yield circle(*stage.middle, radius), tone


def _triangles(stage: Stage) -> Iterator[Area]:
    tones = dream.sky(stage.owner.colour)
    yield rectangle(stage.sky), tones[0]
    for radius, tone in zip((168, 128, 96, 70, 49), tones[1:]):
        yield regular(*stage.middle, radius, 3), tone


def _rays(stage: Stage) -> Iterator[Area]:
    """Light out of the middle of the horizon."""
    tones = dream.sky(stage.owner.colour)
    yield rectangle(stage.sky), tones[1]
    for radius, odd, even in ((200, tones[1], tones[2]), (82, tones[3], tones[2]), (46, tones[4], tones[3])):
        for colour, first in ((odd, 0), (even, 1)):
            yield joined(_wedges(stage.x, stage.horizon, radius, 180 / 18, first)), colour


def _wedges(x: float, y: float, radius: float, wide: float, first: int) -> Iterator[Commands]:
    """Every other wedge of a half circle, so many degrees wide."""
    for at in range(first, round(180 / wide), 2):
        ends = (math.radians(wide * turn) for turn in (at, at + 1))
        yield polygon(((x, y), *((x - radius * math.cos(end), y - radius * math.sin(end)) for end in ends)))


def _spiral(stage: Stage) -> Iterator[Area]:
    tones = dream.sky(stage.owner.colour)
    yield rectangle(stage.sky), tones[1]
    for blade in dream.blades(*stage.middle, 190, 9, (tones[1], tones[0], tones[2], tones[3]), 28):
        if isinstance(blade.fill, Colour):
            yield blade.commands, blade.fill


# Grounds.


def _plain(stage: Stage) -> Iterator[Area]:
    yield rectangle(stage.ground), stage.floors[0]


def _waves(stage: Stage) -> Iterator[Area]:
    """A sea whose waves are larger the nearer they are."""
    yield rectangle(stage.ground), stage.floors[0]
    tones = [stage.owner.colour.mixed(PEACH, share) for share in (0.4, 0.52, 0.3, 0.44, 0.22)]
    for at, tone in enumerate(tones):
        y, long, high = stage.horizon + 3.5 + 2.1 * at * (at + 1), 9.0 + 7 * at, 0.5 + 0.55 * at
        yield _swell(stage.ground, y, long, high, stage.x + 0.5 * long * (at % 2)), tone


def _swell(box: Box, y: float, long: float, high: float, x: float) -> Commands:
    count = math.ceil((box.right - box.left) / long) + 2
    left = x - math.ceil((x - box.left) / long) * long
    crests = (
        ("C", begin + 0.36 * long, y + high, begin + 0.64 * long, y + high, begin + long, y - high)
        for begin in (left + at * long for at in range(count))
    )
    return (
        ("M", left, y - high), *crests, ("L", box.right + long, box.bottom + 1), ("L", left, box.bottom + 1), ("Z",)
    )  # fmt: skip


def _terraces(stage: Stage) -> Iterator[Area]:
    for at, share in enumerate((0.0, 0.07, 0.18, 0.34, 0.58)):
        yield _below(replace(stage.ground, top=stage.horizon + share * stage.ground.height)), stage.floors[at % 2]


def _ripples(stage: Stage) -> Iterator[Area]:
    """Rings in the sand around what stands in the wings."""
    yield rectangle(stage.ground), stage.floors[0]
    for at, wide in enumerate((86, 68, 50, 28)):
        rings = (ellipse(stage.x + sign * _AVENUE[1][0], stage.horizon + _EYE, wide, wide * 0.3) for sign in (-1, 1))
        yield joined(rings), stage.floors[(at + 1) % 2]


def _boards(stage: Stage) -> Iterator[Area]:
    """Floor boards that run to where all lines meet."""
    yield rectangle(stage.ground), stage.floors[0]
    lens = Lens(stage.x, stage.horizon, 100, _EYE)
    boards = (
        polygon((lens.seen(x, _FAR), lens.seen(x, 60), lens.seen(x + 26, 60), lens.seen(x + 26, _FAR)))
        for x in range(-403, 403, 52)
    )
    yield joined(boards), stage.floors[1]


def _squares(stage: Stage) -> Iterator[Area]:
    yield rectangle(stage.ground), stage.floors[0]
    lens = Lens(stage.x, stage.horizon, 100, _EYE)
    squares = (
        polygon((lens.seen(x, z), lens.seen(x, z + 40), lens.seen(x + 40, z + 40), lens.seen(x + 40, z)))
        for row, z in enumerate(range(60, 460, 40))
        for x in range(-620 + 40 * (row % 2), 620, 80)
        if abs(x + 20) * 100 / z < 190
    )
    yield joined(squares), stage.floors[1]


# Things.


def _avenue(stage: Stage, mirrored: bool = False) -> Iterator[Shape]:
    """The player's own sign as things on the ground, small ones behind the board and great ones in the wings."""
    symbol = stage.art.emblem(stage.owner.emblem, f"avenue-{stage.owner.colour}-{stage.art.saver}", _roles(stage))
    for right, size in _AVENUE:
        foot = stage.horizon + _EYE * size / _LIFE
        for sign in (-1, 1):
            x = stage.x + sign * right
            if not stage.art.saver:
                yield Path(ellipse(x, foot, 0.47 * size, 0.07 * size), stage.owner.colour.mixed(INK, 0.4))
            thing = placed(symbol, 0, 0, size)
            flip = Transform.scaled(-sign if mirrored else 1, 1).then(Transform.moved(x, foot - 0.44 * size))
            yield Group((thing,), flip)


def _roles(stage: Stage) -> dream.Roles:
    if stage.art.saver:
        return dream.printed(stage.owner.colour.mixed(WHITE, 0.3))
    return dream.carved(BONE, stage.owner.colour.mixed(INK, 0.55))


def _stairs(stage: Stage) -> Iterator[Shape]:
    yield from _avenue(stage, mirrored=True)


def _phases(stage: Stage) -> Iterator[Shape]:
    """The moon as it waxes towards the disc and wanes beyond it, and its light on the water."""
    dark, light = (dream.STONE.mixed(WHITE, 0.6) if stage.art.saver else stage.owner.colour.mixed(INK, 0.7)), BONE
    for right, up, radius, share in ((112.0, 17.0, 6.5, 0.45), (91.0, 27.0, 9.5, 0.95), (54.5, 33.5, 5.0, 1.5)):
        for sign in (-1, 1):
            x, y = stage.x + sign * right, stage.horizon - up
            shadow = circle(x + sign * share * radius, y, radius * 1.06)
            if stage.art.saver:
                yield Path(circle(x, y, radius), WHITE, dream.ink(0.3))
            else:
                yield Path(circle(x, y, radius), light)
            yield Group((Path(shadow, dark),), clip=Path(circle(x, y, radius * (1 if stage.art.saver else 1.03))))
            if stage.art.saver:
                continue
            glints = (
                ellipse(x, stage.horizon + 5 + 4.2 * at, radius * (0.95 - 0.17 * at), 0.5 + 0.1 * at) for at in range(4)
            )
            yield Path(joined(glints), BONE)


def _arcade(stage: Stage) -> Iterator[Shape]:
    """On either side a wall of arches that runs away to the middle and ends at the fold, an eye in every arch."""
    lens, far_end = Lens(stage.x, stage.horizon, 100, _EYE), _WALL * 100 / stage.fold
    pitch = (far_end - _NEAR) / _ARCHES
    for sign in (-1, 1):
        yield from _wall(stage, partial(_on_wall, lens, sign), far_end)
        for at in range(_ARCHES):
            near, far = _NEAR + (at + 0.18) * pitch, _NEAR + (at + 0.86) * pitch
            yield from _opening(stage, partial(_on_wall, lens, sign), near, far)


def _on_wall(lens: Lens, sign: int, away: float, up: float) -> Point:
    return lens.seen(sign * _WALL, away, up)


def _wall(stage: Stage, wall: Wall, far_end: float) -> Iterator[Shape]:
    owner, saver = stage.owner, stage.art.saver
    for low, high, tone in ((0.0, 84.0, 0.78), (84.0, 91.0, 0.4)):
        band = (wall(_NEAR, low), wall(_NEAR, high), wall(far_end, high), wall(far_end, low))
        colour, stroke = (WHITE, dream.ink(0.3)) if saver else (owner.colour.mixed(PEACH, tone), None)
        yield Path(polygon(band), colour, stroke)


def _opening(stage: Stage, wall: Wall, near: float, far: float) -> Iterator[Shape]:
    """An arch, its thickness, and the eye that looks out of it."""
    art, colour = stage.art, stage.owner.colour
    outer, inner = _arch(wall, near, far), _arch(wall, near + 0.13 * (far - near), far)
    if art.saver:
        yield Path(outer, WHITE, dream.ink(0.3))
    else:
        yield Path(outer, colour.mixed(INK, 0.6))
        yield Path(inner, colour.mixed(INK, 0.25))
    (one, y), (other, below) = wall(near, 42), wall(far, 42)
    if abs(one - stage.x) > stage.box.width / 2 - _OFF:
        return
    roles = dream.printed(colour.mixed(WHITE, 0.3)) if art.saver else dream.carved(BONE, colour.mixed(INK, 0.25))
    eye = art.emblem(stage.owner.emblem, f"arch-{colour}-{art.saver}", roles)
    yield placed(eye, 0.46 * one + 0.54 * other, (y + below) / 2, 0.66 * abs(other - one))


def _arch(wall: Wall, near: float, far: float) -> Commands:
    """An opening in the wall with a round head, from one distance to another."""
    middle, reach, spring = (near + far) / 2, (far - near) / 2, 50.0
    head = (
        wall(middle - reach * math.cos(math.radians(turn)), spring + 22 * math.sin(math.radians(turn)))
        for turn in range(0, 181, 9)
    )
    return polygon((wall(near, 0), *head, wall(far, 0)))


_EVENTS: Mapping[str, tuple[Areas, Areas, Things]] = {
    "moon": (_rings, _waves, _phases),
    "eye": (_bands, _boards, _arcade),
    "door": (_rays, _squares, _avenue),
    "stair": (_steps, _terraces, _stairs),
    "shell": (_spiral, _ripples, _avenue),
    "knot": (_triangles, _plain, _avenue),
}
