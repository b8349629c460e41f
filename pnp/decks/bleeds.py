"""Brings what ends at the cut of a piece into its bleed."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import pairwise

from pnp.drawing.shapes import Command, Commands, Loop, joined, parted, points_of, polygon
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Point, Trim, regions
from pnp.geometry.paths import flattened

Values = Mapping[str, str]
"""What fills the templates of an element, by name."""
NEAR = 0.01  # mm within which a side lies on the cut
BEYOND = 1.0  # mm: what runs into the bleed ends so far beyond it, where no outline is seen
_LONGEST_RUN = 3.0  # bleeds that a side is prolonged at most to reach the bleed's edge
_EDGE = 1e-6
_FLATNESS, _ON = 0.01, 0.04  # mm by which chords are off a curve, and by which a line that lies on an edge may be
_SHARES = (0.0, 0.3, 0.5, 0.8, 1.0)
_LEFT, _RIGHT, _UP, _DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)


def with_bleed(box: Box, trim: Trim) -> Box:
    """The box with every side that lies on the cut or past it brought to the bleed's edge."""
    return reaching(box, trim.box, trim.bleed_box)


def reaching(box: Box, edge: Box, reach: Box) -> Box:
    """The box with every side that lies on that edge, or past it, brought to the reach."""
    return Box(
        reach.left if box.left <= edge.left + NEAR else box.left,
        reach.top if box.top <= edge.top + NEAR else box.top,
        reach.right if box.right >= edge.right - NEAR else box.right,
        reach.bottom if box.bottom >= edge.bottom - NEAR else box.bottom,
    )


def past(reach: Box, box: Box) -> Box:
    """Sides that run into the bleed end beyond it, where no outline is seen."""
    return Box(
        reach.left - BEYOND * (reach.left < box.left), reach.top - BEYOND * (reach.top < box.top),
        reach.right + BEYOND * (reach.right > box.right), reach.bottom + BEYOND * (reach.bottom > box.bottom),
    )  # fmt: skip


@frozen
class Reach:
    """The cut of a piece, and what its ground must reach to: the bleed's edge and a little more."""

    cut: Box
    beyond: Box

    def stretched(self, commands: Commands) -> Commands:
        """The outline with every straight side that lies on the cut brought to the reach: the sides that meet it go
        on in their direction.
        """
        return tuple(command for part in parted(commands) for command in self._part(part))

    def _part(self, commands: Commands) -> Commands:
        ends = [points_of(command)[-1] for command in commands if command[0] != "Z"]
        if len(ends) < 3 or not any(self._cuts(one, other) for one, other in pairwise((*ends, ends[0]))):
            return commands
        sides = [command for command in commands[1:] if command[0] != "Z"]
        if math.dist(ends[0], ends[-1]) > _EDGE:
            sides.append(("L", *ends[0]))
        else:
            ends = ends[:-1]
        # Side `at` leads from end `at` to the next one.
        corners = [self._corner(ends, sides, at) for at in range(len(ends))]
        found: list[Command] = [("M", *corners[0][0])]
        for at, side in enumerate(sides):
            found += [("L", *point) for point in corners[at][1:]]
            arrival = corners[(at + 1) % len(ends)][0]
            way = (*points_of(side)[:-1], arrival)
            found.append((side[0], *(number for point in way for number in point)))
        if found[-1][0] == "L":
            found.pop()  # closing the outline draws this side
        return (*found, ("Z",))

    def _cuts(self, one: Point, other: Point) -> tuple[tuple[int, int], ...]:
        """The sides of the cut, as directions, on which both points lie."""
        (x, y), (u, v), cut = one, other, self.cut
        lies = {
            _LEFT: max(x, u) <= cut.left + NEAR, _RIGHT: min(x, u) >= cut.right - NEAR,
            _UP: max(y, v) <= cut.top + NEAR, _DOWN: min(y, v) >= cut.bottom - NEAR,
        }  # fmt: skip
        return tuple(side for side, on in lies.items() if on)

    def _corner(self, ends: Sequence[Point], sides: Sequence[Command], at: int) -> tuple[Point, ...]:
        """What becomes of an end: itself, or what lies beyond it, in the order of the way."""
        point, before, after = ends[at], ends[at - 1], ends[(at + 1) % len(ends)]
        arrives = self._cuts(before, point) if sides[at - 1][0] == "L" else ()
        leaves = self._cuts(point, after) if sides[at][0] == "L" else ()
        if not arrives and not leaves:
            return (point,)
        pushed = self._pushed(point, {*arrives, *leaves})
        if arrives and leaves:
            return (pushed,)
        inner, is_straight = (after, sides[at][0] == "L") if arrives else (before, sides[at - 1][0] == "L")
        run = self._prolonged(inner, point, pushed) if is_straight else None
        if run is not None:
            return (run,)
        return (pushed, point) if arrives else (point, pushed)

    def _pushed(self, point: Point, ways: set[tuple[int, int]]) -> Point:
        """The point moved straight out to the reach on those sides."""
        x, y = point
        x = self.beyond.left if _LEFT in ways else self.beyond.right if _RIGHT in ways else x
        return x, self.beyond.top if _UP in ways else self.beyond.bottom if _DOWN in ways else y

    def _prolonged(self, inner: Point, point: Point, pushed: Point) -> Point | None:
        """Where a side that ends at the cut meets the reach if it goes on; None where that is far along the cut."""
        across, down = point[0] - inner[0], point[1] - inner[1]
        out = pushed[0] - point[0], pushed[1] - point[1]
        reach = math.hypot(*out)
        speed = (across * out[0] + down * out[1]) / reach if reach > _EDGE else 0.0
        if speed <= 0 or math.hypot(across, down) * reach / speed > _LONGEST_RUN * reach:
            return None
        return point[0] + across * reach / speed, point[1] + down * reach / speed


@frozen
class Frame:
    """What a piece gives an element: values, the same as players read them, and an upright box; the box of the cut and
    of the bleed that what ends at the cut runs into, if it does; the boxes of the other elements that are there; and
    the `edge` that the piece is cut along where that is no rectangle.
    """

    values: Values
    words: Values
    box: Box
    cut: Box | None = None
    bleed: Box | None = None
    boxes: Mapping[str, Box] = field(default_factory=dict)
    edge: Commands = ()

    @property
    def reach(self) -> Box:
        """The box with every side that lies on the cut, or past it, brought to the bleed's edge."""
        return self.box if self.cut is None or self.bleed is None else reaching(self.box, self.cut, self.bleed)

    def stretched(self, commands: Commands, even_odd: bool = False) -> Commands:
        """An outline with what of it lies on the cut brought into the bleed."""
        if self.cut is None or self.bleed is None:
            return commands
        by = min(self.bleed.right - self.cut.right, self.bleed.bottom - self.cut.bottom) + BEYOND
        if self.edge and (found := _beyond_edge(commands, even_odd, self.edge, by)):
            return found
        return Reach(self.cut, self.bleed.grown(Insets.even(BEYOND))).stretched(commands)


@lru_cache(maxsize=256)
def _beyond_edge(commands: Commands, even_odd: bool, edge: Commands, by: float) -> Commands:
    """The outline with bands outside of the edge where it follows that; none where it does nowhere."""
    (line,), parts = flattened(edge, _FLATNESS), list(flattened(commands, _FLATNESS))
    runs = [run for part in parts for run in _runs(part, line)]
    if not runs:
        return ()
    return joined(polygon(loop) for loop in regions.extended(parts, even_odd, line, runs, by))


def _runs(part: Loop, edge: Loop) -> Iterator[list[Point]]:
    """The longest stretches of an outline that follow an edge; one that follows it all around ends where it begins."""
    points = [point for point, after in zip(part, (*part[1:], part[0])) if math.dist(point, after) > _EDGE]
    sides = list(pairwise((*points, *points[:1])))
    follows = [_follows(*side, edge) for side in sides]
    if all(follows):
        yield [*points, *points[:1]]
        return
    begin = follows.index(False) + 1
    run: list[Point] = []
    for (one, other), on in zip((*sides[begin:], *sides[:begin]), (*follows[begin:], *follows[:begin])):
        if on:
            run = [*(run or [one]), other]
        elif run:
            yield run
            run = []


def _follows(one: Point, other: Point, edge: Loop) -> bool:
    """Whether a straight line lies on an edge, by its ends and some points between."""
    points = ((one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share) for share in _SHARES)
    return all(abs(regions.beyond(edge, *point)) <= _ON for point in points)
