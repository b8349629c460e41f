"""The rulebook's cover: two thinkers across the board, a die afloat before the sun between them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.face import CoverDesign
from pnp.drawing.shapes import Group, Path, Shape, Stroke, circle, joined, moved, rectangle
from pnp.games.whims.faces import dream
from pnp.games.whims.faces.cards import Grade, figure
from pnp.games.whims.faces.dream import BONE, CORAL, DUSK, INK, NIGHT, PEACH, PLUM, ROSE, Art, Lens
from pnp.geometry import Box, Transform
from pnp.nets import solids

_SUN = (0.4, 0.29)  # where its middle is, of the height; its radius, of the width
_TURNS = (("z", 10), ("x", 20), ("y", 6))
_STARS = ((0.08, 0.1), (0.9, 0.07), (0.2, 0.22), (0.8, 0.2), (0.06, 0.46), (0.95, 0.44), (0.32, 0.06), (0.67, 0.05))
_SMALL_DICE = ((-0.3, -0.21, 0.052, 40.0, PEACH), (0.31, -0.17, 0.046, -25.0, ROSE))
_HORIZON = 0.75  # of the height
_GROUND = 0.72  # where the ground begins, of the height
_FIGURES = (0.17, 0.83)  # of the width
_DRAWN = (31.75, 68.0)  # the middle and the foot of a figure as it is drawn on a card


def cover(grades: Sequence[Grade], side: int, art: Art) -> CoverDesign:
    """The cover in full or in lines; two of the grades sit at a board of that side."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        size = min(seen.width, seen.height * 1.2)
        x, sun = seen.centre[0], seen.top + _SUN[0] * seen.height
        yield from _sky(x, sun, seen, reach, art.saver)
        yield from _sun(x, sun, _SUN[1] * size, art.saver)
        yield from _board(x, seen, reach, side, art.saver)
        for across, which in zip(_FIGURES, grades):
            scale = 0.0082 * size
            place = Transform.scaled(scale).then(
                Transform.moved(seen.left + across * seen.width - _DRAWN[0] * scale, seen.bottom - _DRAWN[1] * scale)
            )
            yield Group(tuple(figure(which, _DRAWN[0], art)), place)
        yield from _foot(seen, reach, art.saver)

    if art.saver:
        return CoverDesign(picture, INK, INK)
    return CoverDesign(picture, PEACH, BONE)


def _sky(x: float, y: float, seen: Box, reach: Box, saver: bool) -> Iterator[Shape]:
    if saver:
        yield Path(rectangle(reach), WHITE)
        return
    yield Path(rectangle(reach), NIGHT)
    turning = tuple(dream.blades(x, y, 1.15 * seen.width, 8, (DUSK, NIGHT, PLUM, NIGHT), 18))
    yield Group(turning, clip=Path(rectangle(Box(reach.left, reach.top, reach.right, seen.bottom))))
    yield Path(rectangle(Box(reach.left, seen.top + _GROUND * seen.height, reach.right, seen.bottom)), PLUM)
    at = ((seen.left + right * seen.width, seen.top + down * seen.height) for right, down in _STARS)
    yield Path(joined(dream.star(*star, 0.016 * seen.width) for star in at), PEACH)


def _sun(x: float, y: float, radius: float, saver: bool) -> Iterator[Shape]:
    die = solids.turned(solids.trapezohedron(0.62 * radius), _TURNS)
    if saver:
        yield Path(circle(x, y, radius), WHITE, dream.ink(0.4))
        yield dream.whirl_lines(x, y, radius, 9, Stroke(DUSK.mixed(WHITE, 0.4), 0.2), 8)
    else:
        yield Path(circle(x, y, 1.06 * radius), PEACH)
        yield Path(circle(x, y, radius), CORAL)
        yield from dream.whirl(x, y, 0.985 * radius, 10, (CORAL, ROSE), 6)
    yield from dream.floating(die, x, y, dream.SEA, 0.5, (0.4, 1.3), saver)
    for right, down, size, turn, colour in _SMALL_DICE:
        small = solids.turned(solids.trapezohedron(size / _SUN[1] * radius), (("z", turn), ("x", 18), ("y", turn / 3)))
        place = x + right / _SUN[1] * radius, y + down / _SUN[1] * radius
        yield from dream.floating(small, *place, colour, 0.35, (0.3, 1.1), saver)


def _board(x: float, seen: Box, reach: Box, side: int, saver: bool) -> Iterator[Shape]:
    """The board as a slab in the air between the two."""
    scale = seen.width / 185
    far = dream.far_board(Lens(0, 0, 262, 160), 420, 12, side)
    there = Transform.moved(0, -66).then(Transform.scaled(scale))
    there = there.then(Transform.moved(x, seen.top + _HORIZON * seen.height))
    drawn = {shade: moved(outline, there) for shade, outline in far.items()}
    if saver:
        yield Path(drawn["rim"], WHITE, dream.ink(0.6))
        yield Path(drawn["white"], WHITE, Stroke(dream.STONE, 0.2))
        yield Path(drawn["black"], dream.STONE.mixed(WHITE, 0.4))
        yield Path(drawn["neutral"], WHITE, dream.ink(0.3))
        return
    for down, colour in ((6.0 * scale, PLUM.mixed(INK, 0.5)), (2.0 * scale, INK)):
        yield Path(moved(drawn["rim"], Transform.moved(0, down)), colour)
    for shade, colour in (("rim", PEACH), ("white", BONE), ("black", NIGHT.mixed(INK, 0.4)), ("neutral", CORAL)):
        yield Path(drawn[shade], colour)


def _foot(seen: Box, reach: Box, saver: bool) -> Iterator[Shape]:
    """The ground of the words."""
    ground = Box(reach.left, seen.bottom, reach.right, reach.bottom)
    yield Path(rectangle(ground), WHITE if saver else NIGHT)
    edge = Box(reach.left, seen.bottom - 0.5, reach.right, seen.bottom + 0.5)
    yield Path(rectangle(edge), INK if saver else CORAL)
