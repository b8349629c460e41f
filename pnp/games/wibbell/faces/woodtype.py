"""Twenty-six capitals cut for this game, as for a poster: a letter is made wider or narrower, its stems never.

A letter has its baseline at 0 and its cap line at -1, y down, and reaches from x = 0 to the width asked for. Its
outlines run clockwise, its holes the other way round, and they overlap where strokes meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import fsum, hypot

from pnp.drawing.shapes import Command, Commands, joined, moved, points_of, polygon, rectangle
from pnp.frozen import frozen
from pnp.geometry import Box, Point, Transform

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


@frozen
class Cut:
    """How a letter is cut: its width beside others, the widest that it is ever made, and its outlines at a width."""

    width: float
    widest: float
    outlines: Callable[[float], Iterator[Commands]]


def capital(letter: str, width: float) -> Commands:
    """The outlines of one of the CAPITALS at that width."""
    return joined(map(clockwise, CAPITALS[letter].outlines(width)))


def _a(w: float) -> Iterator[Commands]:
    lean = w / 2 - OVER - STEM / 2
    thick, thin = leaning(STEM, lean), leaning(THIN, lean)
    top, foot, start = (w - thick) / 2, w - OVER - thick, OVER
    yield diagonal(top, foot, thick)
    yield diagonal(top, start, thin)
    level, high = -0.3, -0.3 - THIN
    yield bar(start + (top - start) * -level + thin / 2, high, foot + (top - foot) * -level + thick / 2, level)
    inside = min(OVER, (foot - start - thin - AIR) / 2)
    yield slab(start, start + thin, 0, start - top, OVER, inside)
    yield slab(foot, foot + thick, 0, foot - top, inside, OVER)


def _b(w: float) -> Iterator[Commands]:
    half = THIN / 2
    yield ring(Box(OVER, -1, w * 0.95, MIDDLE + half), left=False)
    yield ring(Box(OVER, MIDDLE - half, w, 0), left=False)
    yield from stem(OVER, after=0)


def _c(w: float) -> Iterator[Commands]:
    yield _crescent(w, -0.66, -0.32)


def _crescent(w: float, upper: float, lower: float) -> Commands:
    """A round stroke that is open on its right between two heights."""
    rx, ry = min(ROUND_X, w / 2), ROUND_Y
    right, middle = w - LIP, (STEM + w - LIP) / 2
    small = min(rx, middle - STEM, right - middle)
    top, foot = -1 + ry, -ry
    pen = Pen(w, upper).to((w, min(top, upper))).down(w - rx, -1).to((rx, -1)).across(0, top).to((0, foot))
    pen.down(rx, 0).to((w - rx, 0)).across(w, max(foot, lower)).to((w, lower), (right, lower))
    pen.to((right, max(foot, lower))).down(right - small, -THIN).to((STEM + small, -THIN)).across(STEM, foot)
    pen.to((STEM, top)).down(STEM + small, -1 + THIN).to((right - small, -1 + THIN))
    return pen.across(right, min(top, upper)).to((right, upper)).closed()


def _d(w: float) -> Iterator[Commands]:
    yield ring(Box(OVER, -1, w, 0), left=False)
    yield from stem(OVER, after=0)


def _cross(start: float, end: float) -> Iterator[Commands]:
    """The arm in the middle of an E or an F."""
    half = THIN / 2
    yield bar(start, MIDDLE - half, end, MIDDLE + half)
    pen = Pen(end, MIDDLE - 0.13).to((end, MIDDLE + 0.13), (end - TIP, MIDDLE + 0.13))
    pen.curve((end - TIP, MIDDLE + 0.07), (end - 0.09, MIDDLE + half), (end - 0.13, MIDDLE + half))
    pen.to((end - 0.13, MIDDLE - half))
    yield pen.curve((end - 0.09, MIDDLE - half), (end - TIP, MIDDLE - 0.07), (end - TIP, MIDDLE - 0.13)).closed()


def _e(w: float) -> Iterator[Commands]:
    yield from stem(OVER, after=0)
    yield arm(OVER, w * 0.96, -1)
    yield from _cross(OVER, OVER + STEM + (w - OVER - STEM) * 0.66)
    yield arm(OVER, w, 0, BEAK + 0.02)


def _f(w: float) -> Iterator[Commands]:
    yield from stem(OVER, after=OVER)
    yield arm(OVER, w, -1)
    yield from _cross(OVER, OVER + STEM + (w - OVER - STEM) * 0.68)


def _g(w: float) -> Iterator[Commands]:
    right, top = w - OVER, -0.42
    left = right - STEM
    yield _crescent(right, -0.66, top)
    yield polygon(((left, top), (right, top), (right, 0), (right - 0.07, 0), (right - 0.12, -0.14), (left, -0.14)))
    yield slab(left, right, top, up=1)


def _h(w: float) -> Iterator[Commands]:
    right = w - OVER - STEM
    inside = min(OVER, (right - OVER - STEM - AIR) / 2)
    yield from stem(OVER, after=inside)
    yield from stem(right, before=inside)
    yield bar(OVER, MIDDLE - THIN / 2, right, MIDDLE + THIN / 2)


def _i(w: float) -> Iterator[Commands]:
    over = (w - STEM) / 2
    yield from stem(over, over, over)


def _j(w: float) -> Iterator[Commands]:
    right = w - OVER
    yield hook(0, right, (LIP, STEM), (-0.34, -1))
    yield slab(right - STEM, right, -1, before=OVER * 1.6)


def _k(w: float) -> Iterator[Commands]:
    yield from stem(OVER)
    joint, bend, fork = OVER + STEM, -0.5, -0.62
    thin = THIN
    for _ in range(TURNS):
        slope = (w - OVER - thin - joint) / (-1 - bend)
        thin = leaning(THIN, slope)
    top, start = w - OVER - thin, joint + slope * (fork - bend)
    thick = STEM
    for _ in range(TURNS):
        lean = (w - OVER - thick - start) / -fork
        thick = leaning(STEM, lean)
    foot, inside = w - OVER - thick, joint + OVER + AIR
    # The right edge of the leg ends on the left edge of the arm.
    high = max(-0.9, (foot + thick - joint + slope * bend) / (slope - lean))
    yield polygon(((top, -1), (top + thin, -1), (joint, bend + thin / -slope), (joint, bend)))
    yield polygon(((start, fork), (foot + thick + lean * high, high), (foot + thick, 0), (foot, 0)))
    yield slab(top, top + thin, -1, slope, min(OVER, top - inside))
    yield slab(foot, foot + thick, 0, lean, min(OVER, foot - inside))


def _l(w: float) -> Iterator[Commands]:
    yield from stem(OVER)
    yield arm(OVER, w, 0, BEAK + 0.08)


def _m(w: float) -> Iterator[Commands]:
    right, start = w - OVER - STEM, OVER
    room = right - start - THIN
    lean = room * 0.4
    thick, thin = leaning(STEM, lean), leaning(THIN, lean)
    foot = start + THIN + (room - thick) / 2
    yield from stem(start, OVER, OVER * 0.7, THIN)
    yield diagonal(start, foot, thick)
    yield diagonal(right + STEM - thin, foot + thick - thin, thin)
    yield from stem(right, OVER * 0.7, OVER)


def _n(w: float) -> Iterator[Commands]:
    right = w - OVER - THIN
    thick = leaning(STEM, w - 2 * OVER - STEM)
    yield from stem(OVER, width=THIN)
    yield diagonal(OVER, w - OVER - thick, thick)
    yield bar(right, -1, right + THIN, 0)
    yield slab(right, right + THIN, -1)


def _o(w: float) -> Iterator[Commands]:
    yield ring(Box(0, -1, w, 0))


def _p(w: float) -> Iterator[Commands]:
    yield ring(Box(OVER, -1, w, -0.4), left=False)
    yield from stem(OVER)


def _q(w: float) -> Iterator[Commands]:
    yield ring(Box(0, -1, w, 0))
    tail = Pen(w - 0.46, -0.27).curve((w - 0.3, -0.27), (w - 0.19, -0.2), (w - 0.13, -THIN))
    tail.to((w, -THIN), (w, 0), (w - 0.22, 0)).curve((w - 0.27, -0.11), (w - 0.34, -0.15), (w - 0.46, -0.15))
    yield tail.closed()


def _r(w: float) -> Iterator[Commands]:
    bowl, high, hidden = w * 0.96, -0.42 - THIN / 2, -0.54
    start, thick, lean = max(OVER + STEM + 0.04, bowl - 0.44), STEM, 0.0
    for _ in range(TURNS):
        lean = (w - OVER - thick - start) / -high
        thick = leaning(STEM, lean)
    foot = w - OVER - thick
    inside = min(OVER, (foot - OVER - STEM - AIR) / 2)
    yield ring(Box(OVER, -1, bowl, -0.42), left=False)
    yield from stem(OVER, after=inside)
    yield polygon(((start, high), (foot + thick + lean * hidden, hidden), (foot + thick, 0), (foot, 0)))
    yield slab(foot, foot + thick, 0, lean, inside)


def _s(w: float) -> Iterator[Commands]:
    """One half of an outline, and the same turned about its middle."""
    middle, slope, inner, end = w / 2, 0.4 / w, w - STEM, w - 0.02
    spine = MIDDLE + leaning(STEM, slope) / 2
    before, after = spine - middle * slope, spine + (inner - middle) * slope
    pen = Pen(end, -0.67).to((end, -0.71)).down(middle, -1).across(0, -0.725)
    pen.curve((0, before), (middle * 0.5, (before + spine) / 2), (middle, spine))
    pen.curve(((middle + inner) / 2, (spine + after) / 2), (inner, after + 0.01), (inner, after + 0.09))
    half = pen.down(middle, -THIN).across(w - end + LIP, -0.29).to((w - end + LIP, -0.33)).closed()[:-1]
    (_, *start), *other = moved(half, Transform.half_turn(middle, MIDDLE))
    yield (*half, ("L", *start), *other, ("Z",))


def _t(w: float) -> Iterator[Commands]:
    left = (w - STEM) / 2
    yield bar(left, -1, left + STEM, 0)
    yield arm(w / 2, 0, -1, BEAK + 0.03)
    yield arm(w / 2, w, -1, BEAK + 0.03)
    yield slab(left, left + STEM, 0, before=OVER * 1.7, after=OVER * 1.7)


def _u(w: float) -> Iterator[Commands]:
    right = w - OVER
    yield hook(OVER, right, (STEM, THIN), (-1, -1))
    yield slab(OVER, OVER + STEM, -1)
    yield slab(right - THIN, right, -1)


def _v(w: float) -> Iterator[Commands]:
    yield from _valleys(w, 1)


def _w(w: float) -> Iterator[Commands]:
    yield from _valleys(w, 2)


def _valleys(w: float, count: int) -> Iterator[Commands]:
    """A thick stroke down and a thin one up, so many times."""
    thick, thin, run = STEM, THIN, 0.0
    for _ in range(TURNS):
        run = (w - 2 * OVER - thin - count * (thick - thin)) / (2 * count)
        thick, thin = leaning(STEM, run), leaning(THIN, run)
    step = 2 * run + thick - thin
    for at in range(count):
        start = OVER + at * step
        yield diagonal(start, start + run, thick)
        yield diagonal(start + step, start + run + thick - thin, thin)
    inside = min(OVER, (2 * run - thin - AIR) / 2)
    yield slab(OVER, OVER + thick, -1, run, OVER, inside)
    yield slab(w - OVER - thin, w - OVER, -1, -run, inside, OVER)


def _x(w: float) -> Iterator[Commands]:
    thick, thin, lean, rise = STEM, THIN, 0.0, 0.0
    for _ in range(TURNS):
        lean, rise = w - 2 * OVER - thick, w - 2 * OVER - thin
        thick, thin = leaning(STEM, lean), leaning(THIN, rise)
    left, right = OVER, w - OVER
    yield diagonal(left, right - thick, thick)
    yield diagonal(right - thin, left, thin)
    inside = min(OVER, (right - left - thick - thin - AIR) / 2)
    yield slab(left, left + thick, -1, lean, OVER, inside)
    yield slab(right - thick, right, 0, lean, inside, OVER)
    yield slab(right - thin, right, -1, -rise, inside, OVER)
    yield slab(left, left + thin, 0, -rise, OVER, inside)


def _y(w: float) -> Iterator[Commands]:
    left, fork, deep = (w - STEM) / 2, -0.4, 0.55
    lean = (left - OVER) / (1 + fork)
    thick, thin = leaning(STEM, lean), leaning(THIN, lean)
    right, top = left + STEM, w - OVER - thin
    yield bar(left, fork - 0.06, right, 0)
    yield polygon(((OVER, -1), (OVER + thick, -1), (OVER + thick + lean * deep, deep - 1), (left, fork)))
    yield polygon(((top, -1), (top + thin, -1), (right, fork), (right - thin, fork)))
    inside = min(OVER, (top - OVER - thick - AIR) / 2)
    yield slab(OVER, OVER + thick, -1, lean, OVER, inside)
    yield slab(top, top + thin, -1, -lean, inside, OVER)
    yield slab(left, right, 0, before=OVER * 1.6, after=OVER * 1.6)


def _z(w: float) -> Iterator[Commands]:
    thick = leaning(STEM, w - 0.03 - STEM)
    yield diagonal(w - 0.03 - thick, 0.0, thick)
    yield arm(w - 0.03 - thick / 2, 0.02, -1)
    yield arm(thick / 2, w, 0, BEAK + 0.03)


CAPITALS = {
    "A": Cut(0.8, 1.2, _a), "B": Cut(0.7, 1.1, _b), "C": Cut(0.68, 1.0, _c), "D": Cut(0.72, 1.05, _d),
    "E": Cut(0.64, 0.95, _e), "F": Cut(0.62, 0.9, _f), "G": Cut(0.74, 1.05, _g), "H": Cut(0.78, 1.1, _h),
    "I": Cut(0.44, 0.56, _i), "J": Cut(0.66, 0.9, _j), "K": Cut(0.76, 1.05, _k), "L": Cut(0.6, 0.9, _l),
    "M": Cut(0.96, 1.3, _m), "N": Cut(0.78, 1.1, _n), "O": Cut(0.72, 1.1, _o), "P": Cut(0.68, 0.95, _p),
    "Q": Cut(0.74, 1.1, _q), "R": Cut(0.76, 1.05, _r), "S": Cut(0.64, 0.95, _s), "T": Cut(0.66, 1.0, _t),
    "U": Cut(0.74, 1.05, _u), "V": Cut(0.76, 1.1, _v), "W": Cut(1.06, 1.5, _w), "X": Cut(0.78, 1.1, _x),
    "Y": Cut(0.76, 1.05, _y), "Z": Cut(0.64, 0.95, _z),
}  # fmt: skip
"""How each letter is cut."""
