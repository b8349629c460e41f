"""The strokes that our capitals are made of: how thick they are, their serifs, and the curves that join them.

Everything is in cap heights, the baseline at 0 and the cap line at -1, y down.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import fsum, hypot

from pnp.drawing.shapes import Command, Commands, joined, points_of, polygon, rectangle
from pnp.geometry import Box, Point

STEM, THIN = 0.2, 0.085  # strokes, in cap heights
_SLAB, OVER, _BRACKET, _SQUARE = 0.08, 0.06, 0.06, 0.35  # a serif: its height, what it juts out, the curve into it
AIR, _LEAST = 0.05, 0.025  # the least between two serifs, and of a serif beside its stroke
ROUND_X, ROUND_Y, _FULL = 0.42, 0.44, 0.62  # the quarters of a round letter, and how square they are
BEAK, TIP = 0.3, 0.055  # the end of an arm: how far it hangs, how blunt it is
LIP = 0.15  # where a round stroke ends
MIDDLE = -0.5
TURNS = 4  # of working out how wide a stroke is by its lean, and its lean by how wide it is


class Pen:
    """Draws one outline; `down` leaves upright and arrives level, `across` the other way round."""

    def __init__(self, x: float, y: float) -> None:
        self._at = x, y
        self._commands: list[Command] = [("M", x, y)]

    def to(self, *points: Point) -> Pen:
        for x, y in points:
            self._commands.append(("L", x, y))
            self._at = x, y
        return self

    def curve(self, one: Point, two: Point, end: Point) -> Pen:
        self._commands.append(("C", *one, *two, *end))
        self._at = end
        return self

    def down(self, x: float, y: float) -> Pen:
        (from_x, from_y), k = self._at, _FULL
        return self.curve((from_x, from_y + k * (y - from_y)), (x - k * (x - from_x), y), (x, y))

    def across(self, x: float, y: float) -> Pen:
        (from_x, from_y), k = self._at, _FULL
        return self.curve((from_x + k * (x - from_x), from_y), (x, y - k * (y - from_y)), (x, y))

    def closed(self) -> Commands:
        return (*self._commands, ("Z",))


def _area(commands: Commands) -> float:
    """Twice what an outline encloses, by its corners and control points; positive where it runs clockwise."""
    points = [point for command in commands for point in points_of(command)]
    return fsum(x * to_y - to_x * y for (x, y), (to_x, to_y) in zip(points, (*points[1:], points[0])))


def _backwards(commands: Commands) -> Commands:
    points = [point for command in commands for point in points_of(command)][::-1]
    letters = [command[0] for command in commands if command[0] in "LC"][::-1]
    found: list[Command] = [("M", *points[0])]
    at = 1
    for letter in letters:
        end = at + (3 if letter == "C" else 1)
        found.append((letter, *(value for point in points[at:end] for value in point)))
        at = end
    return (*found, ("Z",))


def clockwise(commands: Commands) -> Commands:
    """A stroke that runs clockwise; what has a hole is made so, and stays."""
    holed = sum(command[0] == "M" for command in commands) > 1
    return commands if holed or _area(commands) > 0 else _backwards(commands)


def bar(left: float, top: float, right: float, bottom: float) -> Commands:
    return rectangle(Box(left, top, right, bottom))


def leaning(width: float, lean: float) -> float:
    """How wide a stroke of that weight is along the baseline; `lean` is how far it goes sideways on its way down."""
    return width * hypot(1, lean)


def diagonal(top: float, foot: float, width: float, from_y: float = -1.0, to_y: float = 0.0) -> Commands:
    """A stroke from above, its left edge from `top` to `foot`."""
    return polygon(((top, from_y), (top + width, from_y), (foot + width, to_y), (foot, to_y)))


def slab(
    left: float, right: float, y: float, lean: float = 0.0, before: float = OVER, after: float = OVER, up: int = 0
) -> Commands:
    """The serif of a stroke that ends at y between left and right, curved into the stroke; it points to the middle."""
    up = up or (1 if y < MIDDLE else -1)
    slab, root, bend = (y + up * reach for reach in (_SLAB, _SLAB + _BRACKET, _SLAB + _BRACKET * _SQUARE))
    on, off, turn = (lean * (at - y) for at in (slab, root, bend))
    start, end = min(left - before, left + on - _LEAST), max(right + after, right + on + _LEAST)
    first, last = max(start, left + on - _BRACKET), min(end, right + on + _BRACKET)
    pen = Pen(start, y).to((end, y), (end, slab), (last, slab))
    pen.curve((right + on + (last - right - on) * _SQUARE, slab), (right + turn, bend), (right + off, root))
    pen.to((left + off, root))
    pen.curve((left + turn, bend), (left + on - (left + on - first) * _SQUARE, slab), (first, slab))
    return pen.to((start, slab)).closed()


def stem(left: float, before: float = OVER, after: float = OVER, width: float = STEM) -> Iterator[Commands]:
    """An upright stroke with both its serifs."""
    yield bar(left, -1, left + width, 0)
    for y in (-1.0, 0.0):
        yield slab(left, left + width, y, 0.0, before, after)


def arm(start: float, end: float, y: float, beak: float = BEAK) -> Commands:
    """A level stroke at the cap line or the baseline, to either side, with a beak at its end."""
    up, way = (1 if y < MIDDLE else -1), (1 if end > start else -1)
    under, tip = y + up * THIN, y + up * beak
    inner = end - way * min(0.2, abs(end - start) * 0.9)
    pen = Pen(start, y).to((end, y), (end, tip), (end - way * TIP, tip))
    pen.curve((end - way * TIP * 1.3, tip - up * 0.11), (inner + way * 0.08, under), (inner, under))
    return pen.to((start, under)).closed()


def _round(box: Box, rx: float, ry: float, left: bool, right: bool) -> Commands:
    """A box, rounded at its left corners, its right ones, or all."""
    pen = Pen(box.left + (rx if left else 0), box.top).to((box.right - (rx if right else 0), box.top))
    if right:
        pen.across(box.right, box.top + ry).to((box.right, box.bottom - ry)).down(box.right - rx, box.bottom)
    else:
        pen.to((box.right, box.bottom))
    pen.to((box.left + (rx if left else 0), box.bottom))
    if left:
        pen.across(box.left, box.bottom - ry).to((box.left, box.top + ry)).down(box.left + rx, box.top)
    return pen.closed()


def ring(outer: Box, left: bool = True) -> Commands:
    """A round stroke, thick at its sides; without `left` its left side is a stem."""
    rx, ry = min(ROUND_X, outer.width * (0.5 if left else 0.62)), min(ROUND_Y, outer.height / 2)
    inner = Box(outer.left + STEM, outer.top + THIN, outer.right - STEM, outer.bottom - THIN)
    small_x = min(max(rx - STEM, 0.08), inner.width / (2 if left else 1))
    hole = _round(inner, small_x, min(ry - THIN, inner.height / 2), left, True)
    return joined((_round(outer, rx, ry, left, True), _backwards(hole)))


def hook(left: float, right: float, widths: tuple[float, float], tops: tuple[float, float]) -> Commands:
    """Two strokes down to the baseline and joined there by a curve."""
    radius, (near, far) = min(ROUND_X, (right - left) / 2), (min(ROUND_Y, -top) for top in tops)
    inner_left, inner_right = left + widths[0], right - widths[1]
    middle = (inner_left + inner_right) / 2
    pen = Pen(left, tops[0]).to((inner_left, tops[0]), (inner_left, -near)).down(middle, -THIN)
    pen.across(inner_right, -far).to((inner_right, tops[1]), (right, tops[1]), (right, -far)).down(right - radius, 0)
    return pen.to((left + radius, 0)).across(left, -near).closed()
