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

_STEM, _THIN = 0.2, 0.085  # strokes, in cap heights
_SLAB, _OVER, _BRACKET, _SQUARE = 0.08, 0.06, 0.06, 0.35  # a serif: its height, what it juts out, the curve into it
_AIR, _LEAST = 0.05, 0.025  # the least between two serifs, and of a serif beside its stroke
_ROUND_X, _ROUND_Y, _FULL = 0.42, 0.44, 0.62  # the quarters of a round letter, and how square they are
_BEAK, _TIP = 0.3, 0.055  # the end of an arm: how far it hangs, how blunt it is
_LIP = 0.15  # where a round stroke ends
_MIDDLE = -0.5
_TURNS = 4  # of working out how wide a stroke is by its lean, and its lean by how wide it is


@frozen
class Cut:
    """How a letter is cut: its width beside others, the widest that it is ever made, and its outlines at a width."""

    width: float
    widest: float
    outlines: Callable[[float], Iterator[Commands]]


def capital(letter: str, width: float) -> Commands:
    """The outlines of one of the CAPITALS at that width."""
    return joined(map(_clockwise, CAPITALS[letter].outlines(width)))


class _Pen:
    """Draws one outline; `down` leaves upright and arrives level, `across` the other way round."""

    def __init__(self, x: float, y: float) -> None:
        self._at = x, y
        self._commands: list[Command] = [("M", x, y)]

    def to(self, *points: Point) -> _Pen:
        for x, y in points:
            self._commands.append(("L", x, y))
            self._at = x, y
        return self

    def curve(self, one: Point, two: Point, end: Point) -> _Pen:
        self._commands.append(("C", *one, *two, *end))
        self._at = end
        return self

    def down(self, x: float, y: float) -> _Pen:
        (from_x, from_y), k = self._at, _FULL
        return self.curve((from_x, from_y + k * (y - from_y)), (x - k * (x - from_x), y), (x, y))

    def across(self, x: float, y: float) -> _Pen:
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


def _clockwise(commands: Commands) -> Commands:
    """A stroke that runs clockwise; what has a hole is made so, and stays."""
    holed = sum(command[0] == "M" for command in commands) > 1
    return commands if holed or _area(commands) > 0 else _backwards(commands)


def _bar(left: float, top: float, right: float, bottom: float) -> Commands:
    return rectangle(Box(left, top, right, bottom))


def _leaning(width: float, lean: float) -> float:
    """How wide a stroke of that weight is along the baseline; `lean` is how far it goes sideways on its way down."""
    return width * hypot(1, lean)


def _diagonal(top: float, foot: float, width: float, from_y: float = -1.0, to_y: float = 0.0) -> Commands:
    """A stroke from above, its left edge from `top` to `foot`."""
    return polygon(((top, from_y), (top + width, from_y), (foot + width, to_y), (foot, to_y)))


def _slab(
    left: float, right: float, y: float, lean: float = 0.0, before: float = _OVER, after: float = _OVER, up: int = 0
) -> Commands:
    """The serif of a stroke that ends at y between left and right, curved into the stroke; it points to the middle."""
    up = up or (1 if y < _MIDDLE else -1)
    slab, root, bend = (y + up * reach for reach in (_SLAB, _SLAB + _BRACKET, _SLAB + _BRACKET * _SQUARE))
    on, off, turn = (lean * (at - y) for at in (slab, root, bend))
    start, end = min(left - before, left + on - _LEAST), max(right + after, right + on + _LEAST)
    first, last = max(start, left + on - _BRACKET), min(end, right + on + _BRACKET)
    pen = _Pen(start, y).to((end, y), (end, slab), (last, slab))
    pen.curve((right + on + (last - right - on) * _SQUARE, slab), (right + turn, bend), (right + off, root))
    pen.to((left + off, root))
    pen.curve((left + turn, bend), (left + on - (left + on - first) * _SQUARE, slab), (first, slab))
    return pen.to((start, slab)).closed()


def _stem(left: float, before: float = _OVER, after: float = _OVER, width: float = _STEM) -> Iterator[Commands]:
    """An upright stroke with both its serifs."""
    yield _bar(left, -1, left + width, 0)
    for y in (-1.0, 0.0):
        yield _slab(left, left + width, y, 0.0, before, after)


def _arm(start: float, end: float, y: float, beak: float = _BEAK) -> Commands:
    """A level stroke at the cap line or the baseline, to either side, with a beak at its end."""
    up, way = (1 if y < _MIDDLE else -1), (1 if end > start else -1)
    under, tip = y + up * _THIN, y + up * beak
    inner = end - way * min(0.2, abs(end - start) * 0.9)
    pen = _Pen(start, y).to((end, y), (end, tip), (end - way * _TIP, tip))
    pen.curve((end - way * _TIP * 1.3, tip - up * 0.11), (inner + way * 0.08, under), (inner, under))
    return pen.to((start, under)).closed()


def _round(box: Box, rx: float, ry: float, left: bool, right: bool) -> Commands:
    """A box, rounded at its left corners, its right ones, or all."""
    pen = _Pen(box.left + (rx if left else 0), box.top).to((box.right - (rx if right else 0), box.top))
    if right:
        pen.across(box.right, box.top + ry).to((box.right, box.bottom - ry)).down(box.right - rx, box.bottom)
    else:
        pen.to((box.right, box.bottom))
    pen.to((box.left + (rx if left else 0), box.bottom))
    if left:
        pen.across(box.left, box.bottom - ry).to((box.left, box.top + ry)).down(box.left + rx, box.top)
    return pen.closed()


def _ring(outer: Box, left: bool = True) -> Commands:
    """A round stroke, thick at its sides; without `left` its left side is a stem."""
    rx, ry = min(_ROUND_X, outer.width * (0.5 if left else 0.62)), min(_ROUND_Y, outer.height / 2)
    inner = Box(outer.left + _STEM, outer.top + _THIN, outer.right - _STEM, outer.bottom - _THIN)
    small_x = min(max(rx - _STEM, 0.08), inner.width / (2 if left else 1))
    hole = _round(inner, small_x, min(ry - _THIN, inner.height / 2), left, True)
    return joined((_round(outer, rx, ry, left, True), _backwards(hole)))


def _hook(left: float, right: float, widths: tuple[float, float], tops: tuple[float, float]) -> Commands:
    """Two strokes down to the baseline and joined there by a curve."""
    radius, (near, far) = min(_ROUND_X, (right - left) / 2), (min(_ROUND_Y, -top) for top in tops)
    inner_left, inner_right = left + widths[0], right - widths[1]
    middle = (inner_left + inner_right) / 2
    pen = _Pen(left, tops[0]).to((inner_left, tops[0]), (inner_left, -near)).down(middle, -_THIN)
    pen.across(inner_right, -far).to((inner_right, tops[1]), (right, tops[1]), (right, -far)).down(right - radius, 0)
    return pen.to((left + radius, 0)).across(left, -near).closed()


def _a(w: float) -> Iterator[Commands]:
    lean = w / 2 - _OVER - _STEM / 2
    thick, thin = _leaning(_STEM, lean), _leaning(_THIN, lean)
    top, foot, start = (w - thick) / 2, w - _OVER - thick, _OVER
    yield _diagonal(top, foot, thick)
    yield _diagonal(top, start, thin)
    level, high = -0.3, -0.3 - _THIN
    yield _bar(start + (top - start) * -level + thin / 2, high, foot + (top - foot) * -level + thick / 2, level)
    inside = min(_OVER, (foot - start - thin - _AIR) / 2)
    yield _slab(start, start + thin, 0, top - start and start - top, _OVER, inside)
    yield _slab(foot, foot + thick, 0, foot - top, inside, _OVER)


def _b(w: float) -> Iterator[Commands]:
    half = _THIN / 2
    yield _ring(Box(_OVER, -1, w * 0.95, _MIDDLE + half), left=False)
    yield _ring(Box(_OVER, _MIDDLE - half, w, 0), left=False)
    yield from _stem(_OVER, after=0)


def _c(w: float) -> Iterator[Commands]:
    yield _crescent(w, -0.66, -0.32)


def _crescent(w: float, upper: float, lower: float) -> Commands:
    """A round stroke that is open on its right between two heights."""
    rx, ry = min(_ROUND_X, w / 2), _ROUND_Y
    right, middle = w - _LIP, (_STEM + w - _LIP) / 2
    small = min(rx, middle - _STEM, right - middle)
    top, foot = -1 + ry, -ry
    pen = _Pen(w, upper).to((w, min(top, upper))).down(w - rx, -1).to((rx, -1)).across(0, top).to((0, foot))
    pen.down(rx, 0).to((w - rx, 0)).across(w, max(foot, lower)).to((w, lower), (right, lower))
    pen.to((right, max(foot, lower))).down(right - small, -_THIN).to((_STEM + small, -_THIN)).across(_STEM, foot)
    pen.to((_STEM, top)).down(_STEM + small, -1 + _THIN).to((right - small, -1 + _THIN))
    return pen.across(right, min(top, upper)).to((right, upper)).closed()


def _d(w: float) -> Iterator[Commands]:
    yield _ring(Box(_OVER, -1, w, 0), left=False)
    yield from _stem(_OVER, after=0)


def _cross(start: float, end: float) -> Iterator[Commands]:
    """The arm in the middle of an E or an F."""
    half = _THIN / 2
    yield _bar(start, _MIDDLE - half, end, _MIDDLE + half)
    pen = _Pen(end, _MIDDLE - 0.13).to((end, _MIDDLE + 0.13), (end - _TIP, _MIDDLE + 0.13))
    pen.curve((end - _TIP, _MIDDLE + 0.07), (end - 0.09, _MIDDLE + half), (end - 0.13, _MIDDLE + half))
    pen.to((end - 0.13, _MIDDLE - half))
    yield pen.curve((end - 0.09, _MIDDLE - half), (end - _TIP, _MIDDLE - 0.07), (end - _TIP, _MIDDLE - 0.13)).closed()


def _e(w: float) -> Iterator[Commands]:
    yield from _stem(_OVER, after=0)
    yield _arm(_OVER, w * 0.96, -1)
    yield from _cross(_OVER, _OVER + _STEM + (w - _OVER - _STEM) * 0.66)
    yield _arm(_OVER, w, 0, _BEAK + 0.02)


def _f(w: float) -> Iterator[Commands]:
    yield from _stem(_OVER, after=_OVER)
    yield _arm(_OVER, w, -1)
    yield from _cross(_OVER, _OVER + _STEM + (w - _OVER - _STEM) * 0.68)


def _g(w: float) -> Iterator[Commands]:
    right, top = w - _OVER, -0.42
    left = right - _STEM
    yield _crescent(right, -0.66, top)
    yield polygon(((left, top), (right, top), (right, 0), (right - 0.07, 0), (right - 0.12, -0.14), (left, -0.14)))
    yield _slab(left, right, top, up=1)


def _h(w: float) -> Iterator[Commands]:
    right = w - _OVER - _STEM
    inside = min(_OVER, (right - _OVER - _STEM - _AIR) / 2)
    yield from _stem(_OVER, after=inside)
    yield from _stem(right, before=inside)
    yield _bar(_OVER, _MIDDLE - _THIN / 2, right, _MIDDLE + _THIN / 2)


def _i(w: float) -> Iterator[Commands]:
    over = (w - _STEM) / 2
    yield from _stem(over, over, over)


def _j(w: float) -> Iterator[Commands]:
    right = w - _OVER
    yield _hook(0, right, (_LIP, _STEM), (-0.34, -1))
    yield _slab(right - _STEM, right, -1, before=_OVER * 1.6)


def _k(w: float) -> Iterator[Commands]:
    yield from _stem(_OVER)
    joint, bend, fork = _OVER + _STEM, -0.5, -0.62
    thin = _THIN
    for _ in range(_TURNS):
        slope = (w - _OVER - thin - joint) / (-1 - bend)
        thin = _leaning(_THIN, slope)
    top, start = w - _OVER - thin, joint + slope * (fork - bend)
    thick = _STEM
    for _ in range(_TURNS):
        lean = (w - _OVER - thick - start) / -fork
        thick = _leaning(_STEM, lean)
    foot, inside = w - _OVER - thick, joint + _OVER + _AIR
    # The right edge of the leg ends on the left edge of the arm.
    high = max(-0.9, (foot + thick - joint + slope * bend) / (slope - lean))
    yield polygon(((top, -1), (top + thin, -1), (joint, bend + thin / -slope), (joint, bend)))
    yield polygon(((start, fork), (foot + thick + lean * high, high), (foot + thick, 0), (foot, 0)))
    yield _slab(top, top + thin, -1, slope, min(_OVER, top - inside))
    yield _slab(foot, foot + thick, 0, lean, min(_OVER, foot - inside))


def _l(w: float) -> Iterator[Commands]:
    yield from _stem(_OVER)
    yield _arm(_OVER, w, 0, _BEAK + 0.08)


def _m(w: float) -> Iterator[Commands]:
    right, start = w - _OVER - _STEM, _OVER
    room = right - start - _THIN
    lean = room * 0.4
    thick, thin = _leaning(_STEM, lean), _leaning(_THIN, lean)
    foot = start + _THIN + (room - thick) / 2
    yield from _stem(start, _OVER, _OVER * 0.7, _THIN)
    yield _diagonal(start, foot, thick)
    yield _diagonal(right + _STEM - thin, foot + thick - thin, thin)
    yield from _stem(right, _OVER * 0.7, _OVER)


def _n(w: float) -> Iterator[Commands]:
    right = w - _OVER - _THIN
    thick = _leaning(_STEM, w - 2 * _OVER - _STEM)
    yield from _stem(_OVER, width=_THIN)
    yield _diagonal(_OVER, w - _OVER - thick, thick)
    yield _bar(right, -1, right + _THIN, 0)
    yield _slab(right, right + _THIN, -1)


def _o(w: float) -> Iterator[Commands]:
    yield _ring(Box(0, -1, w, 0))


def _p(w: float) -> Iterator[Commands]:
    yield _ring(Box(_OVER, -1, w, -0.4), left=False)
    yield from _stem(_OVER)


def _q(w: float) -> Iterator[Commands]:
    yield _ring(Box(0, -1, w, 0))
    tail = _Pen(w - 0.46, -0.27).curve((w - 0.3, -0.27), (w - 0.19, -0.2), (w - 0.13, -_THIN))
    tail.to((w, -_THIN), (w, 0), (w - 0.22, 0)).curve((w - 0.27, -0.11), (w - 0.34, -0.15), (w - 0.46, -0.15))
    yield tail.closed()


def _r(w: float) -> Iterator[Commands]:
    bowl, high, hidden = w * 0.96, -0.42 - _THIN / 2, -0.54
    start, thick, lean = max(_OVER + _STEM + 0.04, bowl - 0.44), _STEM, 0.0
    for _ in range(_TURNS):
        lean = (w - _OVER - thick - start) / -high
        thick = _leaning(_STEM, lean)
    foot = w - _OVER - thick
    inside = min(_OVER, (foot - _OVER - _STEM - _AIR) / 2)
    yield _ring(Box(_OVER, -1, bowl, -0.42), left=False)
    yield from _stem(_OVER, after=inside)
    yield polygon(((start, high), (foot + thick + lean * hidden, hidden), (foot + thick, 0), (foot, 0)))
    yield _slab(foot, foot + thick, 0, lean, inside)


def _s(w: float) -> Iterator[Commands]:
    """One half of an outline, and the same turned about its middle."""
    middle, slope, inner, end = w / 2, 0.4 / w, w - _STEM, w - 0.02
    spine = _MIDDLE + _leaning(_STEM, slope) / 2
    before, after = spine - middle * slope, spine + (inner - middle) * slope
    pen = _Pen(end, -0.67).to((end, -0.71)).down(middle, -1).across(0, -0.725)
    pen.curve((0, before), (middle * 0.5, (before + spine) / 2), (middle, spine))
    pen.curve(((middle + inner) / 2, (spine + after) / 2), (inner, after + 0.01), (inner, after + 0.09))
    half = pen.down(middle, -_THIN).across(w - end + _LIP, -0.29).to((w - end + _LIP, -0.33)).closed()[:-1]
    (_, *start), *other = moved(half, Transform.half_turn(middle, _MIDDLE))
    yield (*half, ("L", *start), *other, ("Z",))


def _t(w: float) -> Iterator[Commands]:
    left = (w - _STEM) / 2
    yield _bar(left, -1, left + _STEM, 0)
    yield _arm(w / 2, 0, -1, _BEAK + 0.03)
    yield _arm(w / 2, w, -1, _BEAK + 0.03)
    yield _slab(left, left + _STEM, 0, before=_OVER * 1.7, after=_OVER * 1.7)


def _u(w: float) -> Iterator[Commands]:
    right = w - _OVER
    yield _hook(_OVER, right, (_STEM, _THIN), (-1, -1))
    yield _slab(_OVER, _OVER + _STEM, -1)
    yield _slab(right - _THIN, right, -1)


def _v(w: float) -> Iterator[Commands]:
    yield from _valleys(w, 1)


def _w(w: float) -> Iterator[Commands]:
    yield from _valleys(w, 2)


def _valleys(w: float, count: int) -> Iterator[Commands]:
    """A thick stroke down and a thin one up, so many times."""
    thick, thin, run = _STEM, _THIN, 0.0
    for _ in range(_TURNS):
        run = (w - 2 * _OVER - thin - count * (thick - thin)) / (2 * count)
        thick, thin = _leaning(_STEM, run), _leaning(_THIN, run)
    step = 2 * run + thick - thin
    for at in range(count):
        start = _OVER + at * step
        yield _diagonal(start, start + run, thick)
        yield _diagonal(start + step, start + run + thick - thin, thin)
    inside = min(_OVER, (2 * run - thin - _AIR) / 2)
    yield _slab(_OVER, _OVER + thick, -1, run, _OVER, inside)
    yield _slab(w - _OVER - thin, w - _OVER, -1, -run, inside, _OVER)


def _x(w: float) -> Iterator[Commands]:
    thick, thin, lean, rise = _STEM, _THIN, 0.0, 0.0
    for _ in range(_TURNS):
        lean, rise = w - 2 * _OVER - thick, w - 2 * _OVER - thin
        thick, thin = _leaning(_STEM, lean), _leaning(_THIN, rise)
    left, right = _OVER, w - _OVER
    yield _diagonal(left, right - thick, thick)
    yield _diagonal(right - thin, left, thin)
    inside = min(_OVER, (right - left - thick - thin - _AIR) / 2)
    yield _slab(left, left + thick, -1, lean, _OVER, inside)
    yield _slab(right - thick, right, 0, lean, inside, _OVER)
    yield _slab(right - thin, right, -1, -rise, inside, _OVER)
    yield _slab(left, left + thin, 0, -rise, _OVER, inside)


def _y(w: float) -> Iterator[Commands]:
    left, fork, deep = (w - _STEM) / 2, -0.4, 0.55
    lean = (left - _OVER) / (1 + fork)
    thick, thin = _leaning(_STEM, lean), _leaning(_THIN, lean)
    right, top = left + _STEM, w - _OVER - thin
    yield _bar(left, fork - 0.06, right, 0)
    yield polygon(((_OVER, -1), (_OVER + thick, -1), (_OVER + thick + lean * deep, deep - 1), (left, fork)))
    yield polygon(((top, -1), (top + thin, -1), (right, fork), (right - thin, fork)))
    inside = min(_OVER, (top - _OVER - thick - _AIR) / 2)
    yield _slab(_OVER, _OVER + thick, -1, lean, _OVER, inside)
    yield _slab(top, top + thin, -1, -lean, inside, _OVER)
    yield _slab(left, right, 0, before=_OVER * 1.6, after=_OVER * 1.6)


def _z(w: float) -> Iterator[Commands]:
    thick = _leaning(_STEM, w - 0.03 - _STEM)
    yield _diagonal(w - 0.03 - thick, 0.0, thick)
    yield _arm(w - 0.03 - thick / 2, 0.02, -1)
    yield _arm(thick / 2, w, 0, _BEAK + 0.03)


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
