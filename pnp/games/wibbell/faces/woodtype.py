"""Twenty-six capitals cut for this game, as for a poster: a letter is made wider or narrower, its stems never.

A letter has its baseline at 0 and its cap line at -1, y down, and reaches from x = 0 to the width asked for. Its
outlines run clockwise, its holes the other way round, and they overlap where strokes meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from pnp.drawing.shapes import Commands, joined, moved, polygon
from pnp.frozen import frozen
from pnp.games.wibbell.faces.strokes import (
    AIR,
    BEAK,
    LIP,
    MIDDLE,
    OVER,
    ROUND_X,
    ROUND_Y,
    STEM,
    THIN,
    TIP,
    TURNS,
    Pen,
    arm,
    bar,
    clockwise,
    diagonal,
    hook,
    leaning,
    ring,
    slab,
    stem,
)
from pnp.geometry import Box, Transform


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
