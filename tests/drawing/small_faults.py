"""Small faults of a drawing: cut lines, ornaments near the cut, things that collide, specks and hairlines."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from inked import STEP, Clip, Inked, Leaf, Thing

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Path, Text, loops, moved, points_of
from pnp.frozen import frozen
from pnp.geometry import DRAWN, ROUND, Transform

LEAST_SHAPE, LEAST_LINE = 0.3, 0.2
_ROUNDING = 0.005
_PALE = 10.0  # CIEDE2000: what differs so little from what is around it is not seen
_CUT = 0.05  # millimetres of a line's half that must be gone
_STRIDE = 0.1  # from one point of a line that is looked at to the next
_SLANT = 1.7  # times its width: a line that crosses its box and is cut along so much lies along the box's edge
_NEAR = 0.2  # millimetres that a shape may come nearer to the cut than the safe distance: half of a stroke
_AT_CUT = 0.15
_ALONG = 10.0  # millimetres of the edge on which another of its kind must run off
_BAND = 5.0  # millimetres of an edge: what runs off narrower than that is a part of a figure, and no ground
_WITHIN = 0.98  # of what is around a thing: it lies upon the other one
_LEFT, _CRUMBS = 0.1, 0.25  # a share of a shape, and square millimetres: the most that is a leftover
_FEWEST = 9  # pixels of a crumb that is seen: what is smaller than 0.15 x 0.15 mm is lost among the dots of 600 dpi
_FAR = 5.0  # times a box: lines that are so long are hatch that shows through it
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
    """Lines that lose a part of their width to a rectangle that clips them, or to the bounds of their symbol.

    Hatch is left out: it is there to be cut.
    """
    for number, leaf in enumerate(inked.leaves):
        boxes = [_edges(clip) for clip in leaf.place.clips if clip.is_box]
        if not (boxes and isinstance(leaf.shape, Path) and leaf.shape.stroke) or is_hatch(leaf):
            continue
        half = leaf.shape.stroke.width / 2 * scale_of(leaf.frame)
        if half <= _CUT:
            continue
        lines = [np.array(line) for line in loops(moved(leaf.shape.commands, leaf.frame), 12)]
        for box in boxes:
            low, high = box.min(0) + half - _CUT, box.max(0) - half + _CUT
            if crossed := [line for line in lines if (line.min(0) < low).any() or (line.max(0) > high).any()]:
                yield from _cut_line(inked, number, _along(crossed), half, box)


def _cut_line(
    inked: Inked, number: int, along: tuple[Pixels, Pixels, Pixels], half: float, box: Pixels
) -> Iterator[Fault]:
    points, normals, which = along
    reach = half - _CUT
    inside = _within(points, box)
    for side in (1, -1):
        nicked = np.nonzero(inside & ~_within(points + side * reach * normals, box))[0]
        seen = _seen_cuts(inked, number, points[nicked], side * normals[nicked], reach, box)
        breaks = np.nonzero((np.diff(nicked) > 1) | (np.diff(which[nicked]) > 0))[0] + 1
        for run, cuts in zip(np.split(nicked, breaks), np.split(seen, breaks)):
            shown = run[cuts]
            if len(shown) < 2:
                continue
            ends = [at for at in (run[0] - 1, run[-1] + 1) if 0 <= at < len(points) and which[at] == which[run[0]]]
            crosses = any(not inside[at] for at in ends)
            if not crosses or len(run) * _STRIDE > 2 * reach * _SLANT:
                x, y = points[shown[len(shown) // 2]]
                what = f"{len(shown) * _STRIDE:.1f} mm of a line {2 * half:.2f} mm wide are cut flat by its box"
                yield from _in_trim(inked, "cut line", inked.leaves[number].name, x, y, what)


def _edges(clip: Clip) -> Pixels:
    """The corners of a box, as it stands."""
    return np.array(next(iter(loops(moved(clip.path.commands, clip.frame), 1))))[:4]


def _in_trim(inked: Inked, kind: str, shape: str, x: float, y: float, what: str) -> Iterator[Fault]:
    """The fault, if it lies inside the cut."""
    if inked.face.trim.box.holds(x, y):
        yield Fault(kind, shape, float(x), float(y), what)


def _seen_cuts(inked: Inked, number: int, points: Pixels, normals: Pixels, reach: float, box: Pixels) -> Pixels:
    """At which of the points the cut edge is seen: the line on this side of it, another colour beyond."""
    near, far = np.zeros(len(points)), np.full(len(points), reach)
    for _ in range(8):
        middle = (near + far) / 2
        inside = _within(points + middle[:, None] * normals, box)
        near, far = np.where(inside, middle, near), np.where(inside, far, middle)
    inner, outer = points + (near - 0.07)[:, None] * normals, points + (far + 0.07)[:, None] * normals
    pairs = [(inked.at(*here), inked.at(*there)) for here, there in zip(inner, outer)]
    return np.array([_differs(inked, number, *pair) for pair in pairs], dtype=bool)


def _differs(inked: Inked, number: int, here: int | None, beyond: int | None) -> bool:
    if here != number or beyond is None or beyond > number:
        return False
    colour = inked.leaves[beyond].colour if beyond >= 0 else WHITE
    return not pale(colour, inked.leaves[number].colour)


def _along(lines: Sequence[Pixels]) -> tuple[Pixels, Pixels, Pixels]:
    """Points at even distances along lines, the normals there, and the number of the line of each."""
    which = np.concatenate([np.full(len(line), at) for at, line in enumerate(lines)])
    corners = np.concatenate(lines)
    steps = np.diff(corners, axis=0)
    lengths = np.hypot(steps[:, 0], steps[:, 1])
    keep = (lengths > 1e-9) & (which[:-1] == which[1:])
    starts, steps, lengths, which = corners[:-1][keep], steps[keep], lengths[keep], which[:-1][keep]
    sums = np.concatenate(([0.0], np.cumsum(lengths)))
    places = np.arange(_STRIDE / 2, sums[-1], _STRIDE)
    at = np.clip(np.searchsorted(sums, places, "right") - 1, 0, len(lengths) - 1)
    unit = steps[at] / lengths[at][:, None]
    normals = np.stack((-unit[:, 1], unit[:, 0]), axis=1)
    return starts[at] + (places - sums[at])[:, None] * unit, normals, which[at]


def _within(points: Pixels, box: Pixels) -> Pixels:
    """Which of the points lie in a box, however it is turned."""
    sides = np.roll(box, -1, 0) - box
    away = points[:, None] - box[None]
    turns = sides[:, 0] * away[:, :, 1] - sides[:, 1] * away[:, :, 0]
    return (turns >= -1e-6).all(1) | (turns <= 1e-6).all(1)


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
    if inked.face.trim.outline == DRAWN:
        return
    panels = {number for number, leaf in enumerate(inked.leaves) if _is_panel(leaf)}
    for strip in _strips(inked):
        nearest = np.full(len(inked.leaves) + 1, np.inf)
        np.minimum.at(nearest, strip.leaf, strip.gap)
        at_cut = np.bincount(strip.leaf[strip.gap < _AT_CUT] + 1, minlength=len(inked.leaves) + 2)[1:]
        wide = _BAND * _AT_CUT / STEP**2
        grounds = {number for number in panels if at_cut[number] > wide or not at_cut[number]}
        grounds |= set(np.nonzero(at_cut > 0.5 * at_cut.sum())[0].tolist())
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
    if trim.outline == ROUND:
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
    if _pattern(inked.things[m]) == _pattern(inked.things[n]):  # pieces of one pattern go on in one another
        places = [one for one in places if not pale(inked.leaves[one[2]].colour, inked.leaves[one[3]].colour)]
    if len(places) >= 3:
        x, y = inked.place(*places[len(places) // 2][:2])
        what = f"they meet along {len(places) * STEP:.1f} mm"
        yield Fault("collision", " and ".join(sorted((inked.things[m].name, inked.things[n].name))), x, y, what)


def _pattern(thing: Thing) -> str:
    """What a border's sides and its corners have in common."""
    return thing.name.removesuffix("-corner")


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


def _is_line(leaf: Leaf) -> bool:
    return isinstance(leaf.shape, Path) and leaf.shape.stroke is not None


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


def _reaches_far(leaf: Leaf) -> bool:
    """Whether next to nothing of a line lies in the box that it shows through, as of hatch in a rectangle."""
    if not (isinstance(leaf.shape, Path) and leaf.shape.stroke and leaf.place.clips):
        return False
    size = np.ptp([point for command in leaf.shape.commands for point in points_of(command)], axis=0).max()
    return bool(size * scale_of(leaf.frame) > _FAR * min(np.ptp(_edges(clip), 0).max() for clip in leaf.place.clips))


def leftovers(inked: Inked) -> Iterator[Fault]:
    """Shapes of which next to nothing is seen: others lie upon them, and crumbs look out, not only between lines."""
    flat = inked.seen.ravel()
    visible = np.bincount(flat + 1, minlength=len(inked.leaves) + 1)[1:] * STEP**2
    first = np.zeros(len(inked.leaves) + 1, dtype=int)
    first[flat[::-1]] = np.arange(len(flat))[::-1]
    for number in np.nonzero((visible >= _FEWEST * STEP**2) & (visible < _CRUMBS))[0]:
        leaf = inked.leaves[number]
        if not isinstance(leaf.shape, Path) or is_hatch(leaf) or _reaches_far(leaf):
            continue
        share = visible[number] / max(_area(leaf), visible[number])
        row, column = divmod(int(first[number]), inked.seen.shape[1])
        near = np.unique(inked.seen[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2])
        around = [inked.leaves[at] for at in near if at not in (-1, number)]
        belongs = any(pale(other.colour, leaf.colour) for other in around) or all(map(_is_line, around))
        if share < _LEFT and not belongs:
            what = f"{visible[number]:.2f} square mm of {leaf.colour} are left to be seen, {100 * share:.0f}%"
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
    """Specks of one colour that are left to be seen of larger shapes, or between them.

    Not those inside letters, and not what lies between lines, or is seen of a line between others.
    """
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
        number = int(inked.seen[row - edge, column - edge])
        near = inked.seen[max(0, top - edge - 2) : bottom - edge + 3, max(0, left - edge - 2) : right - edge + 3]
        around = [inked.leaves[at] for at in np.unique(near) if at not in (-1, number)]
        of_lines = all(map(_is_line, around)) or (number >= 0 and _is_line(inked.leaves[number]))
        if of_lines or any(is_hatch(leaf) or is_dashed(leaf) for leaf in around):
            continue
        if not any(pale(colour, palette[at - 1]) for at in np.unique(window) if palette[at - 1] != colour):
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
