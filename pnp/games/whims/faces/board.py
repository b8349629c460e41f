"""Draws the board of the story, so many hexagons to a side, between a day and a night that face each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import (
    Command,
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
from pnp.games.whims import hexes, solids
from pnp.games.whims.faces import dream, palette
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.palette import BONE, CORAL, INK, NIGHT, PEACH
from pnp.games.whims.solids import Solid
from pnp.geometry import Box, Insets, Transform, Trim

_FRAME = 4.5  # from the cut to the outermost corner of the board, in millimetres
_RIM = 1.7
_GAP = 0.05  # of a cell's radius, left between cells
_RIPPLES = (1.094, 1.194, 1.304, 1.426, 1.614, 1.83, 2.08, 2.4)
"""Hexagons around the board, in radii of its frame; none may end close to the cut."""
_SHADES: Mapping[str, tuple[Colour, Colour, Colour]] = {
    "white": (Colour.parse("#fffaf0"), Colour.parse("#f6e4c9"), Colour.parse("#e6cba8")),
    "black": (Colour.parse("#3d3478"), NIGHT, INK),
}


@frozen
class _World:
    """One half of the picture, upright for whoever sits at it: its sky from the board outwards, ground, and things."""

    sky: Sequence[Colour]
    near: Colour
    far: Colour
    light: Colour
    solids: tuple[tuple[Solid, Colour], tuple[Solid, Colour]]
    emblems: tuple[str, str]
    roles: tuple[palette.Roles, palette.Roles]


def board(side: int, trim: Trim, art: Art, saver: bool) -> tuple[Shape, ...]:
    """The whole poster; half a turn changes day for night."""
    x, y = trim.box.centre
    frame = trim.size.width / 2 - _FRAME
    turn = Transform.moved(-x, -y).then(Transform.rotated(180)).then(Transform.moved(x, y))
    halves = [
        Group(tuple(_half(world, trim, frame, art, saver)), transform, clip=Path(rectangle(_lower(trim))))
        for world, transform in ((_day(), Transform()), (_night(), turn))
    ]
    return *halves, *_cells(side, x, y, frame, saver)


def _lower(trim: Trim) -> Box:
    bleed = trim.bleed_box
    return Box(bleed.left, trim.box.centre[1], bleed.right, bleed.bottom)


def _day() -> _World:
    warm = (palette.ROSE, CORAL, CORAL.mixed(PEACH, 0.5), PEACH, PEACH.mixed(BONE, 0.5), BONE)
    return _World(
        warm, palette.PLUM, palette.ROSE.mixed(palette.PLUM, 0.3), BONE,
        ((_tilted(solids.cube(13.5)), palette.SEA), (_tilted(solids.octahedron(14)), palette.ROSE)),
        ("stair", "door"),
        (palette.carved(PEACH, NIGHT), palette.carved(BONE, NIGHT)),
    )  # fmt: skip


def _night() -> _World:
    cold = (palette.PLUM, palette.DUSK.mixed(palette.PLUM, 0.4), palette.DUSK, palette.DUSK.mixed(NIGHT, 0.6), NIGHT)
    return _World(
        (*cold, INK.mixed(NIGHT, 0.4)), INK, palette.DUSK.mixed(NIGHT, 0.45), BONE,
        ((_tilted(solids.trapezohedron(12.5)), CORAL), (_tilted(solids.tetrahedron(15)), palette.DUSK)),
        ("knot", "eye"),
        (palette.carved(CORAL, NIGHT), palette.carved(BONE, NIGHT)),
    )  # fmt: skip


def _tilted(solid: Solid) -> Solid:
    return solids.turned(solid, (("z", 26), ("x", 24), ("y", -9)))


def _half(world: _World, trim: Trim, frame: float, art: Art, saver: bool) -> Iterator[Shape]:
    """What lies below the middle line."""
    x, y = trim.box.centre
    bleed, foot = trim.bleed_box, trim.size.height
    yield Path(rectangle(_lower(trim).grown(Insets(0, 0.1, 0, 0))), WHITE if saver else world.sky[-1])
    for at in reversed(range(len(_RIPPLES))):
        hexagon = regular(x, y, frame * _RIPPLES[at], 6, 30)
        if saver:
            yield Path(hexagon, None, Stroke(palette.STONE, 0.15))
        elif at < len(world.sky) - 1:
            yield Path(hexagon, world.sky[at])
    yield from _land(world, bleed, foot, saver)
    for at, (solid, colour) in enumerate(world.solids):
        place = x + (-1, 1)[at] * 76, foot - 53
        if saver:
            yield from dream.drawn(solid, *place, dream.ink(0.3), 1.6)
        else:
            yield from dream.lit(solid, *place, palette.tones(colour), dream.ink(0.35))
    for at, (name, roles) in enumerate(zip(world.emblems, world.roles)):
        colours = palette.printed(palette.STONE) if saver else roles
        symbol = art.emblem(name, f"board-{'line' if saver else 'full'}", colours)
        yield placed(symbol, x + (-1, 1)[at] * 55, foot - 22, 23)


def _land(world: _World, bleed: Box, foot: float, saver: bool) -> Iterator[Shape]:
    """A disc on the edge of the world, and two waves of ground."""
    x = bleed.centre[0]
    far, near = _wave(bleed, foot - 17, 9), _wave(bleed, foot - 10, -5)
    disc = circle(x, foot - 18, 15)
    if saver:
        line = Stroke(palette.STONE, 0.25)
        yield Path(disc, WHITE, line)
        for wave in (far, near):
            yield Path(_under(wave, bleed), WHITE)
            yield Path(wave, None, line)
        return
    yield Path(disc, world.light)
    yield Path(_under(far, bleed), world.far)
    yield Path(_under(near, bleed), world.near)


def _wave(box: Box, y: float, swing: float) -> tuple[Command, ...]:
    third = box.width / 3
    ends = box.left + third, y - swing, box.right - third, y + swing, box.right, y - swing / 3
    return ("M", box.left, y), ("C", *ends)


def _under(wave: tuple[Command, ...], box: Box) -> tuple[Command, ...]:
    return *wave, ("L", box.right, box.bottom), ("L", box.left, box.bottom), ("Z",)


def _cells(side: int, x: float, y: float, frame: float, saver: bool) -> Iterator[Shape]:
    """The frame, and in it every cell as a little cube, black, white or neither."""
    size = (frame - _RIM) * 3**0.5 / (3 * side - 1)
    if saver:
        yield Path(regular(x, y, frame, 6, 30), WHITE, dream.ink(0.5))
    else:
        yield Path(regular(x, y, frame, 6, 30), PEACH)
        yield Path(regular(x, y, frame - 0.8, 6, 30), INK)
    radius = size * (1 - _GAP)
    made = {shade: _cell(shade, radius, saver) for shade in ("black", "white", "neutral")}
    for cell in hexes.board(side):
        right, down = cell.centre(size)
        yield Use(made[cell.shade], Transform.moved(x + right, y + down))


def _cell(shade: str, radius: float, saver: bool) -> Symbol:
    box = Box(-radius, -radius, radius, radius).grown(Insets.even(0.3))
    if shade == "neutral":
        colours = (CORAL, BONE, CORAL, INK)
        shapes: tuple[Shape, ...] = (
            (Path(regular(0, 0, radius, 6), WHITE), dream.whirl_lines(0, 0, radius, 12, dream.ink(0.25), 7))
            if saver
            else dream.whirl(0, 0, radius, 12, colours, 9)
        )
    elif saver:
        shapes = tuple(_outlined_cell(shade, radius))
    else:
        shapes = tuple(_cube(_SHADES[shade], radius))
    return Symbol(f"cell/{shade}", shapes, box)


def _cube(tones: tuple[Colour, Colour, Colour], radius: float) -> Iterator[Shape]:
    """A hexagon as a cube seen from a corner: top, left and right."""
    corners = dream.hexagon(0, 0, radius)
    yield Path(polygon(corners), tones[0])
    yield Path(polygon((corners[5], (0, 0), corners[3], corners[4])), tones[1])
    yield Path(polygon((corners[1], (0, 0), corners[3], corners[2])), tones[2])


def _outlined_cell(shade: str, radius: float) -> Iterator[Shape]:
    corners = dream.hexagon(0, 0, radius)
    if shade == "white":
        yield Path(polygon(corners), WHITE, Stroke(palette.STONE, 0.2))
        return
    yield Path(polygon(corners), WHITE, dream.ink(0.4))
    for sides, gap, degrees in (((5, 3, 4), 1.5, 30), ((1, 3, 2), 0.9, -30)):
        face = (corners[sides[0]], (0.0, 0.0), corners[sides[1]], corners[sides[2]])
        yield Path(dream.hatch(face, gap, degrees), None, dream.ink(0.2))
