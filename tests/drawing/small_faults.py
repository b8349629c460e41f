"""Small faults of a drawing: cut lines, ornaments near the cut, things that collide, specks and hairlines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import numpy as np
from inked import STEP, Clip, Inked, Leaf

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Path, Text, loops, moved
from pnp.frozen import frozen
from pnp.geometry import Transform

LEAST_SHAPE, LEAST_LINE = 0.3, 0.2
_ROUNDING = 0.005
_PALE = 10.0  # CIEDE2000: what differs so little from what is around it is not seen
_CUT = 0.05  # millimetres of a line's half that must be gone
_STRIDE = 0.1  # from one point of a line that is looked at to the next
_SLANT = 1.7  # times its width: a line that crosses its box and is cut along so much lies along the box's edge
_NEAR = 0.2  # millimetres that a shape may come nearer to the cut than the safe distance: half of a stroke
_AT_CUT = 0.15
_ALONG = 10.0  # millimetres of the edge on which another of its kind must run off
_WITHIN = 0.98  # of what is around a thing: it lies upon the other one
_LEFT, _CRUMBS = 0.1, 1.0  # a share of a shape, and square millimetres: the most that is a leftover
_FEWEST = 6  # pixels of a crumb that is seen
Pixels = np.ndarray[Any, Any]


@frozen
class Fault:
    """What is wrong, with which shape, and where in the face's millimetres."""

    kind: str
    shape: str
    x: float
    y: float
    what: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.shape} at ({self.x:.1f}, {self.y:.1f}): {self.what}"


def faults(inked: Inked) -> Iterator[Fault]:
    """Every fault of a face, what is alike once."""
    known: dict[tuple[str, str, str], Fault] = {}
    for measure in (cut_lines, near_cut, collisions, small, crumbs, leftovers):
        for fault in measure(inked):
            known.setdefault((fault.kind, fault.shape, fault.what), fault)
    yield from known.values()


def scale_of(frame: Transform) -> float:
    return math.sqrt(abs(frame.a * frame.d - frame.b * frame.c))


def pale(one: Colour, other: Colour) -> bool:
    return one.difference(other) < _PALE


# Lines that are cut by a box


def cut_lines(inked: Inked) -> Iterator[Fault]:
    """Lines that lose a part of their width to a rectangle that clips them, or to the bounds of their symbol."""
    for number, leaf in enumerate(inked.leaves):
        boxes = [_edges(clip) for clip in leaf.place.clips if clip.is_box]
        if not (boxes and isinstance(leaf.shape, Path) and leaf.shape.stroke):
            continue
        half = leaf.shape.stroke.width / 2 * scale_of(leaf.frame)
        lines = [np.array(loop) for loop in loops(moved(leaf.shape.commands, leaf.frame), 12)]
        low, high = np.min([line.min(0) for line in lines], 0) - half, np.max([line.max(0) for line in lines], 0) + half
        crossed = [box for box in boxes if (low < box[0].min(0) - _CUT).any() or (high > box[0].max(0) + _CUT).any()]
        if crossed and half > _CUT:
            along = _along_all(lines)
            for box in crossed:
                yield from _cut_line(inked, number, along, half, box)


def _cut_line(
    inked: Inked, number: int, along: tuple[Pixels, Pixels, Pixels], half: float, edge: Sequence[Pixels]
) -> Iterator[Fault]:
    points, normals, which = along
    reach = half - _CUT
    inside = _within(points, edge)
    for side in (1, -1):
        nicked = inside & ~_within(points + side * reach * normals, edge)
        for run in _runs(nicked, which):
            ends = [at for at in (run[0] - 1, run[-1] + 1) if 0 <= at < len(points) and which[at] == which[run[0]]]
            crosses = any(not inside[at] for at in ends)
            if crosses and len(run) * _STRIDE <= 2 * reach * _SLANT:
                continue
            shown = [at for at in run if _is_seen_cut(inked, number, points[at], side * normals[at], reach, edge)]
            if len(shown) >= 2:
                x, y = points[shown[len(shown) // 2]]
                what = f"{len(shown) * _STRIDE:.1f} mm of a line {2 * half:.2f} mm wide are cut flat by its box"
                yield from _in_trim(inked, "cut line", inked.leaves[number].name, x, y, what)


def _along_all(lines: Sequence[Any]) -> tuple[Any, Any, Any]:
    parts = [_along(line) for line in lines]
    which = np.concatenate([np.full(len(points), at) for at, (points, _) in enumerate(parts)])
    return np.concatenate([points for points, _ in parts]), np.concatenate([normals for _, normals in parts]), which


def _edges(clip: Clip) -> list[np.ndarray[Any, Any]]:
    return [np.array(loop) for loop in loops(moved(clip.path.commands, clip.frame), 12)]


def _in_trim(inked: Inked, kind: str, shape: str, x: float, y: float, what: str) -> Iterator[Fault]:
    """The fault, if it lies inside the cut."""
    if inked.face.trim.box.holds(x, y):
        yield Fault(kind, shape, float(x), float(y), what)


def _is_seen_cut(inked: Inked, number: int, point: Any, normal: Any, reach: float, edge: Sequence[Any]) -> bool:
    near, far = 0.0, reach
    for _ in range(8):
        middle = (near + far) / 2
        if _within(np.array([point + middle * normal]), edge)[0]:
            near = middle
        else:
            far = middle
    inner, outer = point + (near - 0.07) * normal, point + (far + 0.07) * normal
    if inked.at(*inner) != number:
        return False
    beyond = inked.at(*outer)
    if beyond is None or beyond > number:
        return False
    colour = inked.leaves[beyond].colour if beyond >= 0 else WHITE
    return not pale(colour, inked.leaves[number].colour)


def _along(line: Any) -> tuple[Any, Any]:
    """Points at even distances along a line, and the normals there."""
    steps = np.diff(line, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    keep = lengths > 1e-9
    if not keep.any():
        return np.zeros((0, 2)), np.zeros((0, 2))
    starts, steps, lengths = line[:-1][keep], steps[keep], lengths[keep]
    sums = np.concatenate(([0.0], np.cumsum(lengths)))
    places = np.arange(_STRIDE / 2, sums[-1], _STRIDE)
    at = np.clip(np.searchsorted(sums, places, "right") - 1, 0, len(lengths) - 1)
    share = ((places - sums[at]) / lengths[at])[:, None]
    unit = steps[at] / lengths[at][:, None]
    return starts[at] + share * steps[at], np.stack((-unit[:, 1], unit[:, 0]), axis=1)


def _within(points: Any, edge: Sequence[Any]) -> Any:
    """Which of the points lie in a clip (winding)."""
    turns = np.zeros(len(points), dtype=int)
    for loop in edge:
        if len(loop) == 4 and _upright(loop):
            low, high = loop.min(0), loop.max(0)
            turns += ((points >= low - 1e-6) & (points <= high + 1e-6)).all(1)
            continue
        for start in range(0, len(points), 512):
            part = points[start : start + 512]
            x, y = part[:, :1], part[:, 1:]
            x1, y1 = loop[:, 0][None], loop[:, 1][None]
            x2, y2 = np.roll(loop, -1, 0)[:, 0][None], np.roll(loop, -1, 0)[:, 1][None]
            crossing = (y1 <= y) != (y2 <= y)
            with np.errstate(divide="ignore", invalid="ignore"):
                right = x1 + (y - y1) / (y2 - y1) * (x2 - x1) > x
            turns[start : start + 512] += np.where(crossing & right, np.where(y2 > y1, 1, -1), 0).sum(1)
    return turns != 0


def _upright(loop: Any) -> bool:
    sides = np.abs(np.roll(loop, -1, 0) - loop)
    return bool((sides.min(1) < 1e-9).all())


def _runs(marked: Any, which: Any) -> Iterator[list[int]]:
    places = np.nonzero(marked)[0]
    for _, group in groupby(enumerate(places), lambda pair: (which[pair[1]], pair[1] - pair[0])):
        yield [int(place) for _, place in group]


# Ornaments near the cut


@frozen
class _Strip:
    """The pixels inside the cut and nearer to it than the safe distance, at one edge."""

    side: str
    gap: Pixels
    along: Pixels
    x: Pixels
    y: Pixels
    leaf: Pixels


def near_cut(inked: Inked) -> Iterator[Fault]:
    """Shapes that end within the safe distance of the cut, inside of it, where nothing of their kind runs off.

    Texts are left to preflight, and faces that are cut along lines of their own have no edge to measure from.
    """
    if inked.face.trim.outline == "drawn":
        return
    panels = {number for number, leaf in enumerate(inked.leaves) if _is_panel(leaf)}
    for strip in _strips(inked):
        nearest = np.full(len(inked.leaves) + 1, np.inf)
        np.minimum.at(nearest, strip.leaf, strip.gap)
        at_cut = strip.leaf[strip.gap < _AT_CUT]
        grounds = panels | {int(number) for number in np.unique(at_cut) if (at_cut == number).mean() > 0.5}
        short = np.nonzero((nearest > _AT_CUT) & (nearest < inked.face.trim.safe - _NEAR))[0]
        for number in short[short < len(inked.leaves)]:
            leaf = inked.leaves[number]
            place = np.nonzero((strip.leaf == number) & (strip.gap <= nearest[number] + 1e-6))[0]
            at = place[len(place) // 2]
            if not isinstance(leaf.shape, Path) or _runs_off(inked, strip, leaf, strip.along[at]):
                continue
            x, y = float(strip.x[at]), float(strip.y[at])
            if not _belongs(inked, leaf, _outwards(inked, strip.side, x, y), grounds):
                what = f"{leaf.colour} ends {nearest[number]:.1f} mm from the {strip.side} edge"
                yield Fault("near cut", leaf.name, x, y, what)


def _runs_off(inked: Inked, strip: _Strip, leaf: Leaf, along: float) -> bool:
    """Whether another of its colour and symbol runs off the same edge not far from there, as in a pattern."""
    alike = np.array([(one.colour, one.name) == (leaf.colour, leaf.name) for one in inked.leaves] + [False])
    off = strip.along[alike[strip.leaf] & (strip.gap < _AT_CUT)]
    return bool(len(off) and np.abs(off - along).min() < _ALONG)


def _belongs(inked: Inked, leaf: Leaf, beyond: int | None, grounds: set[int]) -> bool:
    """Whether it cannot be told from what lies between it and the cut, or lies on a figure that runs off."""
    if beyond is None:
        return True
    if pale(inked.leaves[beyond].colour if beyond >= 0 else WHITE, leaf.colour):
        return True
    return (
        beyond >= 0
        and beyond not in grounds
        and leaf.place.use > 0
        and inked.leaves[beyond].place.use == leaf.place.use
    )


def _is_panel(leaf: Leaf) -> bool:
    if not isinstance(leaf.shape, Path):
        return True
    return len(leaf.shape.commands) == 5 and all(command[0] in "MLZ" for command in leaf.shape.commands)


def _outwards(inked: Inked, side: str, x: float, y: float) -> int | None:
    if side == "outer":
        cx, cy = inked.face.trim.box.centre
        away = math.hypot(x - cx, y - cy)
        return inked.at(x + (x - cx) / away * 0.15, y + (y - cy) / away * 0.15)
    dx, dy = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}[side]
    return inked.at(x + 0.12 * dx, y + 0.12 * dy)


def _strips(inked: Inked) -> Iterator[_Strip]:
    trim, seen, box = inked.face.trim, inked.seen, inked.face.trim.bleed_box
    width, height = trim.size.width, trim.size.height
    if trim.outline == "round":
        edges = {"outer": trim.box}
    else:
        safe, inner = trim.safe, trim.box
        edges = {
            "left": replace(inner, right=safe), "right": replace(inner, left=width - safe),
            "top": replace(inner, bottom=safe), "bottom": replace(inner, top=height - safe),
        }  # fmt: skip
    for side, part in edges.items():
        left, top, right, bottom = (
            round((at - start) / STEP)
            for at, start in (
                (part.left, box.left),
                (part.top, box.top),
                (part.right, box.left),
                (part.bottom, box.top),
            )
        )
        leaf = seen[top:bottom, left:right]
        down, across = np.indices(leaf.shape)
        x, y = box.left + (left + across + 0.5) * STEP, box.top + (top + down + 0.5) * STEP
        turn = np.arctan2(x - width / 2, y - height / 2) * width / 2
        rim = width / 2 - np.hypot(x - width / 2, y - height / 2)
        gap = {"left": x, "right": width - x, "top": y, "bottom": height - y, "outer": rim}[side]
        along = turn if side == "outer" else y if side in ("left", "right") else x
        near = (gap > 0) & (gap < trim.safe)
        yield _Strip(side, gap[near], along[near], x[near], y[near], leaf[near])


# Things that collide


def collisions(inked: Inked) -> Iterator[Fault]:
    """Texts and symbols that touch or cross, by the pixels that lie beside one another."""
    thing = np.array([leaf.place.thing for leaf in inked.leaves] + [0], dtype=np.int32)[inked.seen]
    around: Counter[int] = Counter()
    meetings: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
    for down, right in ((0, 1), (1, 0)):
        here = np.s_[: thing.shape[0] - down, : thing.shape[1] - right]
        there = np.s_[down:, right:]
        differ = thing[here] != thing[there]
        one, other = thing[here][differ], thing[there][differ]
        numbers, counts = np.unique(np.concatenate((one, other)), return_counts=True)
        around.update(dict(zip(numbers.tolist(), counts.tolist())))
        both = (one > 0) & (other > 0)
        leaves = inked.seen[here][differ][both].tolist(), inked.seen[there][differ][both].tolist()
        for (row, column), m, n, *pair in zip(np.argwhere(differ)[both], one[both], other[both], *leaves):
            meetings.setdefault((int(min(m, n)), int(max(m, n))), []).append((int(row), int(column), *pair))
    for (m, n), places in meetings.items():
        if len(places) < _WITHIN * min(around[m], around[n]) and inked.overlap(m, n):
            yield from _collision(inked, m, n, places)


def _collision(inked: Inked, m: int, n: int, places: Sequence[tuple[int, int, int, int]]) -> Iterator[Fault]:
    if inked.things[m].name == inked.things[n].name:  # pieces of one pattern go on in one another
        places = [one for one in places if not pale(inked.leaves[one[2]].colour, inked.leaves[one[3]].colour)]
    if len(places) >= 3:
        x, y = inked.place(*places[len(places) // 2][:2])
        what = f"they meet along {len(places) * STEP:.1f} mm"
        yield Fault("collision", " and ".join(sorted((inked.things[m].name, inked.things[n].name))), x, y, what)


# Specks and hairlines


def small(inked: Inked) -> Iterator[Fault]:
    """Shapes and dots that are too small, and lines too thin; a line in the colour of what it goes around is none."""
    for leaf in inked.leaves:
        if not isinstance(leaf.shape, Path) or not leaf.shape.commands:
            continue
        stroke, scale = leaf.shape.stroke, scale_of(leaf.frame)
        width = stroke.width * scale if stroke else 0.0
        if stroke and not leaf.swells:
            start = leaf.frame.apply(*leaf.shape.commands[0][1:3])
            if width < LEAST_LINE - _ROUNDING:
                yield from _in_trim(inked, "thin line", leaf.name, *start, f"a line {width:.2f} mm wide")
            if has_small_dots(leaf):
                what = f"a line of dots {width:.2f} mm wide"
                yield from _in_trim(inked, "small dots", leaf.name, *start, what)
        for loop in loops(moved(leaf.shape.commands, leaf.frame), 8):
            line = np.array(loop)
            across, down = line.max(0) - line.min(0) + width
            if max(across, down) < LEAST_SHAPE - _ROUNDING:
                what = f"a shape of {across:.2f} x {down:.2f} mm"
                yield from _in_trim(inked, "speck", leaf.name, *line.mean(0), what)


def is_dashed(leaf: Leaf) -> bool:
    return isinstance(leaf.shape, Path) and leaf.shape.stroke is not None and bool(leaf.shape.stroke.dash)


def has_small_dots(leaf: Leaf) -> bool:
    """Whether the dashes of a line are specks."""
    if not (isinstance(leaf.shape, Path) and (stroke := leaf.shape.stroke) and stroke.dash):
        return False
    long = min(stroke.dash[::2]) + (stroke.width if stroke.cap != "butt" else 0.0)
    return max(long, stroke.width) * scale_of(leaf.frame) < LEAST_SHAPE - _ROUNDING


def is_hatch(leaf: Leaf) -> bool:
    """Whether it is a line that is cut to a shape: what is left at the shape's edge is no more than hatch."""
    return (
        isinstance(leaf.shape, Path) and bool(leaf.shape.stroke) and not all(clip.is_box for clip in leaf.place.clips)
    )


def leftovers(inked: Inked) -> Iterator[Fault]:
    """Shapes of which next to nothing is seen: others lie upon them, and crumbs look out."""
    visible = np.bincount(inked.seen.ravel() + 1, minlength=len(inked.leaves) + 1)[1:] * STEP**2
    for number in np.nonzero((visible >= _FEWEST * STEP**2) & (visible < _CRUMBS))[0]:
        leaf = inked.leaves[number]
        if not isinstance(leaf.shape, Path) or is_hatch(leaf):
            continue
        share = visible[number] / max(_area(leaf), visible[number])
        row, column = (int(at) for at in np.argwhere(inked.seen == number)[0])
        around = np.unique(inked.seen[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2])
        alike = any(pale(inked.leaves[at].colour, leaf.colour) for at in around if at not in (-1, number))
        if share < _LEFT and not alike:
            what = f"{visible[number]:.2f} square mm of {leaf.colour} are left to be seen, {100 * share:.0f} %"
            yield from _in_trim(inked, "leftover", leaf.name, *inked.place(row, column), what)


def _area(leaf: Leaf) -> float:
    """Square millimetres of what it would paint if nothing lay upon it or clipped it."""
    assert isinstance(leaf.shape, Path)
    outlines = [np.array(loop) for loop in loops(moved(leaf.shape.commands, leaf.frame), 8)]
    if stroke := leaf.shape.stroke:
        scale, dash = scale_of(leaf.frame), stroke.dash
        length = sum(np.hypot(*np.diff(line, axis=0).T).sum() for line in outlines)
        caps = stroke.width if stroke.cap != "butt" else 0.0
        shown = min(1.0, (dash[0] + caps) / (dash[0] + dash[1])) if len(dash) == 2 else 1.0
        return float(length * stroke.width * scale * shown)
    return float(sum(abs(np.dot(x, np.roll(y, 1)) - np.dot(y, np.roll(x, 1))) / 2 for x, y in (o.T for o in outlines)))


def crumbs(inked: Inked) -> Iterator[Fault]:
    """Specks of one colour that are left to be seen of larger shapes, or between them; not those inside letters."""
    colours = {colour: at for at, colour in enumerate(dict.fromkeys((WHITE, *(one.colour for one in inked.leaves))), 1)}
    palette = list(colours)
    layers = [0 if isinstance(one.shape, Text) else colours[one.colour] for one in inked.leaves]
    most = round(LEAST_SHAPE / STEP)
    edge = most + 2
    flat = np.pad(np.array([*layers, 1], dtype=np.int32)[inked.seen], edge, constant_values=-1)
    for row, column in _starts(flat, edge, most):
        found = _component(flat, row, column, most)
        if found is None:
            continue
        top, left, bottom, right, count = found
        window, colour = flat[top - 2 : bottom + 3, left - 2 : right + 3], palette[flat[row, column] - 1]
        goes_on = (window == flat[row, column]).sum() > count or (window <= 0).any()
        if goes_on or count < _FEWEST or min(bottom - top, right - left) < 1:
            continue
        near = inked.seen[max(0, top - edge - 2) : bottom - edge + 3, max(0, left - edge - 2) : right - edge + 3]
        leaves = [inked.leaves[at] for at in np.unique(near) if at >= 0]
        if any(is_hatch(leaf) or is_dashed(leaf) for leaf in leaves):
            continue
        if not any(pale(colour, palette[at - 1]) for at in np.unique(window) if palette[at - 1] != colour):
            number = int(inked.seen[row - edge, column - edge])
            what = f"{colour} of {(right - left + 1) * STEP:.2f} x {(bottom - top + 1) * STEP:.2f} mm"
            name = inked.leaves[number].name if number >= 0 else "paper"
            yield from _in_trim(inked, "crumb", name, *inked.place(row - edge, column - edge), what)


def _starts(flat: Pixels, edge: int, most: int) -> list[tuple[int, int]]:
    """Where a patch of one colour may begin that is not longer or higher than that: its uppermost pixels."""

    def shifted(down: int, right: int) -> Pixels:
        return flat[edge + down : flat.shape[0] - edge + down, edge + right : flat.shape[1] - edge + right]

    here = shifted(0, 0)
    first = here > 0
    for down, right in ((0, -1), (-1, -1), (-1, 0), (-1, 1)):
        first &= shifted(down, right) != here
    wide, high = first.copy(), first.copy()
    for step in range(1, most + 1):
        wide &= shifted(0, step) == here
        high &= shifted(step, 0) == here
    return [(int(row) + edge, int(column) + edge) for row, column in np.argwhere(first & ~wide & ~high)]


def _component(padded: Any, row: int, column: int, most: int) -> tuple[int, int, int, int, int] | None:
    """The box and size of what hangs together with a pixel; None for what is so many pixels wide or high."""
    value = padded[row, column]
    found, waiting = {(row, column)}, [(row, column)]
    top, left, bottom, right = row, column, row, column
    while waiting:
        y, x = waiting.pop()
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                at = (y + dy, x + dx)
                if at not in found and padded[at] == value:
                    top, left, bottom, right = min(top, at[0]), min(left, at[1]), max(bottom, at[0]), max(right, at[1])
                    if bottom - top >= most - 1 or right - left >= most - 1:
                        return None
                    found.add(at)
                    waiting.append(at)
    return top, left, bottom, right, len(found)
