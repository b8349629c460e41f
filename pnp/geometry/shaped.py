"""Outlines that are paths of a deck's own, checked for what scissors and machines can cut."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from typing import ClassVar

from pnp.frozen import frozen
from pnp.geometry import regions
from pnp.geometry.outlines import Nest, Outline
from pnp.geometry.paths import Command, Commands, Loop, curve_steps, flattened, moved, points_of, polygon
from pnp.geometry.plane import Box, Insets, Point, Size, Transform, number

FLATNESS = 0.01
"""Millimetres by which chords may be off the curves that they stand for."""
MOST_COMMANDS, MOST_POINTS = 500, 2_000
_FURTHEST = 1e5
_THINNEST = 2.0  # mm that a piece measures across at its widest part at least
_JOINED = 1e-4  # of its size that its end may lie from its start
_ALIKE = 0.0005  # of its size that an outline may differ from its mirror image and yet be the same
_WORTH = 0.3  # mm that pieces must come closer together for every other one to be turned
_PLACES = 8


@frozen(slots=False)
class Shaped(Outline):
    """A path of a deck's own: closed, without crossing itself, in a box whose sides count as 1."""

    path: Commands
    name: ClassVar[str] = "path"

    @property
    def turned_over(self) -> Outline:
        return _turned_over(self)

    def turned(self, degrees: int) -> Outline:
        about = Transform.moved(-0.5, -0.5).then(Transform.rotated(degrees)).then(Transform.moved(0.5, 0.5))
        return replace(self, path=tuple(_rounded(command) for command in moved(self.path, about)))

    def edge(self, box: Box, turn: float = 0.0, corner: float = 0.0) -> Commands:
        width, height = (box.height, box.width) if turn % 180 == 90 else (box.width, box.height)
        there = Transform.moved(-0.5, -0.5).then(Transform.scaled(width, height)).then(Transform.rotated(turn))
        return moved(self.path, there.then(Transform.moved(*box.centre)))

    def bled(self, box: Box, bleed: Insets, turn: float = 0.0, corner: float = 0.0) -> Commands:
        distance = min(bleed.left, bleed.top, bleed.right, bleed.bottom)
        if distance == 0:
            return self.edge(box, turn)
        lying = Size(box.width, box.height)
        size = lying.turned() if turn % 180 == 90 else lying
        there = Transform.rotated(turn).then(Transform.moved(*box.centre))
        return moved(polygon(_grown(self, size, distance)), there)

    def beyond(self, size: Size, corner: float, x: float, y: float) -> float:
        return regions.beyond(_loop(self, size), x, y)

    def holds(self, size: Size, corner: float, box: Box, inset: float) -> bool:
        is_inside = Outline.holds(self, size, corner, box, inset)
        return is_inside and not regions.meets(_loop(self, size), box.grown(Insets.even(inset)))

    def leaves(self, size: Size, distance: float) -> bool:
        return bool(regions.grown(_loop(self, size), -distance))

    def inner(self, box: Box) -> Box:
        found = regions.largest_box(_loop(self, Size(box.width, box.height)))
        x, y = box.centre
        return Box(found.left + x, found.top + y, found.right + x, found.bottom + y)

    def nest(self, lying: Size, between: float, turn: float) -> Nest | None:
        return _closest(self, lying, between, turn)


def box_of(commands: Commands) -> Box:
    """The box that a path fills, in its own units; ValueError with a sentence for what is no single closed line."""
    if sum(command[0] == "M" for command in commands) > 1:
        raise ValueError("draws more than one line; an outline is a single one")
    if len(commands) > MOST_COMMANDS:
        raise ValueError(f"has over {MOST_COMMANDS:,} parts; draw it with fewer")
    if not all(math.isfinite(value) and abs(value) < _FURTHEST for command in commands for value in command[1:]):
        raise ValueError("reaches further than any piece; write smaller numbers")
    points = [point for command in commands for point in points_of(command)]
    reach = Box.over(points)
    if min(reach.width, reach.height) <= 0:
        raise ValueError("encloses nothing; draw a line around the piece")
    ends = [point for command in commands if (point := points_of(command)[-1:])]
    if commands[-1][0] != "Z" and math.dist(ends[0][0], ends[-1][0]) > _JOINED * max(reach.width, reach.height):
        raise ValueError("is not closed; end it with Z")
    (loop,) = _flat(commands, max(reach.width, reach.height) / 10_000)
    return Box.over(loop)


@lru_cache(maxsize=32)
def shaped(commands: Commands, size: Size) -> Shaped:
    """The outline that a path makes when its box is brought to a size; ValueError with a sentence where nobody could
    cut that out.
    """
    box = box_of(commands)
    to_unit = Transform.moved(-box.left, -box.top).then(Transform.scaled(1 / box.width, 1 / box.height))
    unit = tuple(_rounded(command) for command in moved(commands, to_unit))
    outline = Shaped(unit)
    (flat,) = _flat(outline.edge(Box.around(0, 0, size)), FLATNESS)
    loop = _without_repeats(flat)
    if len(loop) < 3:
        raise ValueError("encloses nothing; draw a line around the piece")
    if (met := regions.crossing(loop)) is not None:
        x, y = ((place + side / 2) for place, side in zip(met, (size.width, size.height)))
        raise ValueError(
            f"meets itself {number(x, 1)} mm from the left and {number(y, 1)} mm from the top of the piece; "
            "an outline goes round once, without crossing or touching itself"
        )
    if not regions.grown(loop, -_THINNEST / 2):
        raise ValueError(f"is nowhere {_THINNEST:g} mm wide; draw it wider")
    return outline


def _flat(commands: Commands, tolerance: float) -> list[Loop]:
    """Flattened, unless that would make too many points."""
    count, at = 0, (0.0, 0.0)
    for command in commands:
        points: list[Point] = points_of(command)
        count += curve_steps(at, points[0], points[1], points[2], tolerance) if len(points) == 3 else 1
        at = points[-1] if points else at
    if count > MOST_POINTS:
        raise ValueError(f"bends so much that it takes over {MOST_POINTS:,} points; draw it simpler")
    return list(flattened(commands, tolerance))


def _rounded(command: Command) -> Command:
    letter, *values = command
    return (letter, *(round(value, _PLACES) + 0.0 for value in values))


def _without_repeats(loop: Loop) -> Loop:
    """Each point that is the next one as well left out."""
    return tuple(point for point, after in zip(loop, (*loop[1:], loop[0])) if math.dist(point, after) > 1e-6)


@lru_cache(maxsize=64)
def _loop(outline: Shaped, size: Size, turn: float = 0.0) -> Loop:
    """The edge about its middle as straight lines."""
    (loop,) = flattened(outline.edge(Box.around(0, 0, size), turn), FLATNESS)
    return loop


@lru_cache(maxsize=64)
def _grown(outline: Shaped, size: Size, distance: float) -> Loop:
    return regions.grown(_loop(outline, size), distance)


@lru_cache(maxsize=64)
def _turned_over(outline: Shaped) -> Shaped:
    path = tuple(_rounded(command) for command in moved(outline.path, Transform(a=-1.0, e=1.0)))
    mirrored = replace(outline, path=path)
    (one,), (other,) = flattened(outline.path, _ALIKE), flattened(mirrored.path, _ALIKE)
    return mirrored if regions.differ(one, other, _ALIKE) else outline


@lru_cache(maxsize=64)
def _closest(outline: Shaped, lying: Size, between: float, turn: float) -> Nest | None:
    """Every other piece of a row upside down, where that brings them closer together."""
    upright = regions.grown(_loop(outline, lying, turn), between / 2)
    over = tuple((-x, -y) for x, y in upright)
    pairs = regions.apart(upright, over), regions.apart(over, upright)
    alone = regions.apart(upright, upright), regions.apart(over, over)
    pitch = max(*pairs, *(each / 2 for each in alone))
    if pitch > lying.width + between - _WORTH:
        return None
    return Nest(pitch, lying.height + between, turned=True)
