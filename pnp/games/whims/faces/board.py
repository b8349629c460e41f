"""Draws the board, so many hexagons to a side, between a day and a night that face each other, and its tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import (
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Use,
    circle,
    placed,
    polygon,
    rectangle,
    regular,
)
from pnp.frozen import frozen
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.dream import BONE, CORAL, INK, NIGHT, PEACH, Art, Owner
from pnp.geometry import Box, Insets, Transform, Trim, polar
from pnp.nets import solids
from pnp.nets.solids import Solid

_FRAME = 4.5  # from the cut to the outermost corner of the board, in millimetres
_RIM = 1.7
_GAP = 0.05  # of a cell's radius, left between cells
_RIPPLES = (1.094, 1.194, 1.304, 1.426, 1.614, 1.83, 2.08, 2.4)
"""Hexagons around the board, in radii of its frame; none may end close to the cut."""
_SHADES: Mapping[str, tuple[Colour, Colour, Colour]] = {
    "white": (Colour.parse("#fffaf0"), Colour.parse("#f6e4c9"), Colour.parse("#e6cba8")),
    "black": (Colour.parse("#3d3478"), NIGHT, INK),
}


_EMBLEM = 1.32  # of a cell's radius


@frozen
class _World:
    """One half of the picture, upright for whoever sits at it: its sky from the board outwards, ground, and things."""

    sky: Sequence[Colour]
    near: Colour
    far: Colour
    light: Colour
    solids: tuple[tuple[Solid, Colour], tuple[Solid, Colour]]
    emblems: tuple[str, str]
    roles: tuple[dream.Roles, dream.Roles]


def board(side: int, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The whole poster; half a turn changes day for night."""
    x, y = trim.box.centre
    frame = trim.size.width / 2 - _FRAME
    lower = replace(trim.bleed_box, top=y)
    halves = [
        Group(tuple(_half(world, trim, lower, frame, art)), transform, clip=Path(rectangle(lower)))
        for world, transform in ((_day(), Transform()), (_night(), Transform.half_turn(x, y)))
    ]
    return *halves, *_cells(side, x, y, frame, art.saver)


def _day() -> _World:
    warm = (dream.ROSE, CORAL, CORAL.mixed(PEACH, 0.5), PEACH, PEACH.mixed(BONE, 0.5), BONE)
    return _World(
        warm, dream.PLUM, dream.ROSE.mixed(dream.PLUM, 0.3), BONE,
        ((_tilted(solids.cube(13.5)), dream.SEA), (_tilted(solids.octahedron(14)), dream.ROSE)),
        ("stair", "door"),
        (dream.carved(PEACH, NIGHT), dream.carved(BONE, NIGHT)),
    )  # fmt: skip


def _night() -> _World:
    cold = (dream.PLUM, dream.DUSK.mixed(dream.PLUM, 0.4), dream.DUSK, dream.DUSK.mixed(NIGHT, 0.6), NIGHT)
    return _World(
        (*cold, INK.mixed(NIGHT, 0.4)), INK, dream.DUSK.mixed(NIGHT, 0.45), BONE,
        ((_tilted(solids.trapezohedron(12.5)), CORAL), (_tilted(solids.tetrahedron(15)), dream.DUSK)),
        ("knot", "eye"),
        (dream.carved(CORAL, NIGHT), dream.carved(BONE, NIGHT)),
    )  # fmt: skip


def _tilted(solid: Solid) -> Solid:
    return solids.turned(solid, (("z", 26), ("x", 24), ("y", -9)))


def _half(world: _World, trim: Trim, lower: Box, frame: float, art: Art) -> Iterator[Shape]:
    """What lies below the middle line."""
    (x, y), saver, foot = trim.box.centre, art.saver, trim.size.height
    yield Path(rectangle(lower.grown(Insets(0, 0.1, 0, 0))), WHITE if saver else world.sky[-1])
    for at in reversed(range(len(_RIPPLES))):
        hexagon = regular(x, y, frame * _RIPPLES[at], 6, 30)
        if saver:
            yield Path(hexagon, None, Stroke(dream.STONE, 0.15))
        elif at < len(world.sky) - 1:
            yield Path(hexagon, world.sky[at])
    yield from _land(world, lower, foot, saver)
    for at, (solid, colour) in enumerate(world.solids):
        place = x + (-1, 1)[at] * 76, foot - 53
        yield from dream.floating(solid, *place, colour, 0.35, (0.3, 1.6), saver)
    for at, (name, roles) in enumerate(zip(world.emblems, world.roles)):
        colours = dream.printed(dream.STONE) if saver else roles
        symbol = art.emblem(name, f"board-{'line' if saver else 'full'}", colours)
        yield placed(symbol, x + (-1, 1)[at] * 55, foot - 22, 23)


def _land(world: _World, bleed: Box, foot: float, saver: bool) -> Iterator[Shape]:
    """A disc on the edge of the world, and two waves of ground."""
    x = bleed.centre[0]
    far, near = _wave(bleed, foot - 17, 9), _wave(bleed, foot - 10, -5)
    disc = circle(x, foot - 18, 15)
    if saver:
        line = Stroke(dream.STONE, 0.25)
        yield Path(disc, WHITE, line)
        for wave in (far, near):
            yield Path(_under(wave, bleed), WHITE)
            yield Path(wave, None, line)
        return
    yield Path(disc, world.light)
    yield Path(_under(far, bleed), world.far)
    yield Path(_under(near, bleed), world.near)


def _wave(box: Box, y: float, swing: float) -> Commands:
    third = box.width / 3
    ends = box.left + third, y - swing, box.right - third, y + swing, box.right, y - swing / 3
    return ("M", box.left, y), ("C", *ends)


def _under(wave: Commands, box: Box) -> Commands:
    foot = box.bottom + 1
    return *wave, ("L", box.right, foot), ("L", box.left, foot), ("Z",)


def _cells(side: int, x: float, y: float, frame: float, saver: bool) -> Iterator[Shape]:
    """The frame, and in it every cell as a little cube, black, white or neither."""
    size = (frame - _RIM) * 3**0.5 / (3 * side - 1)
    if saver:
        yield Path(regular(x, y, frame, 6, 30), WHITE, dream.ink(0.5))
    else:
        yield Path(regular(x, y, frame, 6, 30), PEACH)
        yield Path(regular(x, y, frame - 0.8, 6, 30), dream.PLUM.mixed(INK, 0.2))
    radius = size * (1 - _GAP)
    made = {shade: _cell(shade, radius, saver) for shade in ("black", "white", "neutral")}
    for cell in dream.cells(side):
        right, down = cell.centre(size)
        yield Use(made[cell.shade], Transform.moved(x + right, y + down))


def _cell(shade: str, radius: float, saver: bool) -> Symbol:
    """A hexagon as a cube seen from a corner, or with a whirl in it where it is neutral."""
    box = Box(-radius, -radius, radius, radius).grown(Insets.even(0.3))
    corners = [polar(0, 0, radius, 60 * corner) for corner in range(6)]
    left, right = ((corners[a], (0.0, 0.0), corners[3], corners[b]) for a, b in ((5, 4), (1, 2)))
    shapes: tuple[Shape, ...]
    if shade == "neutral" and saver:
        whirl = dream.whirl_lines(0, 0, radius, 12, dream.ink(0.25), 7)
        shapes = Path(regular(0, 0, radius, 6), WHITE), whirl
    elif shade == "neutral":
        shapes = dream.whirl(0, 0, radius, 12, (CORAL, BONE, CORAL, INK), 9)
    elif not saver:
        shapes = tuple(Path(polygon(face), tone) for face, tone in zip((corners, left, right), _SHADES[shade]))
    elif shade == "white":
        shapes = (Path(polygon(corners), WHITE, Stroke(dream.STONE, 0.2)),)
    else:
        hatches = (dream.hatch(left, 1.5, 30), dream.hatch(right, 0.9, -30))
        shapes = Path(polygon(corners), WHITE, dream.ink(0.4)), *(Path(each, None, dream.ink(0.2)) for each in hatches)
    return Symbol(f"cell/{shade}", shapes, box)


def token(owner: Owner, trim: Trim, art: Art) -> Iterator[Shape]:
    """The emblem on a cell of the board, in the player's colour."""
    (x, y), safe = trim.box.centre, trim.radius - trim.safe
    if art.saver:
        yield Path(trim.bleed_edge, WHITE)
        yield Path(regular(x, y, safe, 6), None, Stroke(owner.colour, 0.25))
        yield placed(art.emblem(owner.emblem, "token-line", dream.printed(owner.colour)), x, y, safe * 1.15)
        return
    cell = owner.colour.mixed(INK, 0.36)
    yield Path(trim.bleed_edge, owner.colour)
    yield Path(regular(x, y, safe, 6), BONE)
    yield Path(regular(x, y, safe * 0.935, 6), cell)
    emblem = art.emblem(owner.emblem, f"token-{owner.colour}", dream.carved(BONE, cell))
    yield placed(emblem, x, y, safe * _EMBLEM)


def spent(trim: Trim, saver: bool) -> Iterator[Shape]:
    """A cell of the board that nobody stands on: a whirl down into the dark, the same from both sides."""
    (x, y), safe = trim.box.centre, trim.radius - trim.safe
    yield Path(trim.bleed_edge, WHITE if saver else NIGHT)
    if saver:
        yield Path(regular(x, y, safe, 6), None, Stroke(dream.DUSK, 0.25))
        yield dream.whirl_lines(x, y, safe * 0.9, 14, Stroke(dream.STONE, 0.2), 7)
        return
    yield Path(regular(x, y, safe, 6), PEACH)
    yield Path(regular(x, y, safe * 0.935, 6), INK)
    yield from dream.whirl(x, y, safe * 0.9, 12, (dream.DUSK, CORAL, dream.PLUM, INK), 8)
    yield Path(regular(x, y, safe * 0.24, 6, 6), INK)
