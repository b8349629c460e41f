"""Small faults of a drawing: cut lines, ornaments near the cut, things that collide, specks and hairlines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

import numpy as np
from inked import STEP, Clip, Inked, Leaf

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Path, Text, loops, moved
from pnp.frozen import frozen
from pnp.geometry import Point, Transform

LEAST_SHAPE, LEAST_LINE = 0.3, 0.2
_ROUNDING = 0.005
_PALE = 10.0  # CIEDE2000: what differs so little from what is around it is not seen
_CUT = 0.05  # millimetres of a line's half that must be gone
_STRIDE = 0.1  # from one point of a line that is looked at to the next
Loop = tuple[Point, ...]


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
    for measure in (cut_lines, near_cut, collisions, small, specks, leftovers):
        for fault in measure(inked):
            known.setdefault((fault.kind, fault.shape, fault.what), fault)
    yield from known.values()


def scale_of(frame: Transform) -> float:
    return math.sqrt(abs(frame.a * frame.d - frame.b * frame.c))


def pale(one: Colour, other: Colour) -> bool:
    return one.difference(other) < _PALE


# Lines that are cut by a box


def cut_lines(inked: Inked) -> Iterator[Fault]:
    """Lines that lose a part of their width to a clip or to the bounds of their symbol."""
    for number, leaf in enumerate(inked.leaves):
        if not (isinstance(leaf.shape, Path) and leaf.shape.stroke and leaf.clips):
            continue
        half = leaf.shape.stroke.width / 2 * scale_of(leaf.frame)
        if half <= _CUT:
            continue
        lines = [np.array(loop) for loop in loops(moved(leaf.shape.commands, leaf.frame), 12)]
        low, high = np.min([line.min(0) for line in lines], 0) - half, np.max([line.max(0) for line in lines], 0) + half
        along = None
        for clip in leaf.clips:
            if not clip.is_box:
                continue
            edge = _edges(clip)
            if (low > edge[0].min(0) - _CUT).all() and (high < edge[0].max(0) + _CUT).all():
                continue
            along = along or _along_all(lines)
            if len(along[0]):
                yield from _cut_line(inked, number, along, half, edge)


def _along_all(lines: Sequence[Any]) -> tuple[Any, Any, Any]:
    parts = [_along(line) for line in lines]
    which = np.concatenate([np.full(len(points), at) for at, (points, _) in enumerate(parts)])
    return np.concatenate([points for points, _ in parts]), np.concatenate([normals for _, normals in parts]), which


def _edges(clip: Clip) -> list[np.ndarray[Any, Any]]:
    return [np.array(loop) for loop in loops(moved(clip.path.commands, clip.frame), 12)]


def _cut_line(inked: Inked, number: int, along: Any, half: float, edge: Sequence[Any]) -> Iterator[Fault]:
    points, normals, which = along
    reach = half - _CUT
    inside = _within(points, edge)
    for side in (1, -1):
        nicked = inside & ~_within(points + side * reach * normals, edge)
        for run in _runs(nicked, which):
            before, after = run[0] - 1, run[-1] + 1
            crosses = any(
                0 <= at < len(points) and which[at] == which[run[0]] and not inside[at] for at in (before, after)
            )
            length = len(run) * _STRIDE
            slanting = length > 2 * reach * 1.7
            if crosses and not slanting:
                continue
            shown = [at for at in run if _is_seen_cut(inked, number, points[at], side * normals[at], reach, edge)]
            if len(shown) >= 2:
                x, y = points[shown[len(shown) // 2]]
                if _in_trim(inked, x, y):
                    leaf = inked.leaves[number]
                    yield Fault(
                        "cut line",
                        leaf.name,
                        x,
                        y,
                        f"{len(shown) * _STRIDE:.1f} mm, {'crosses' if crosses else 'tangent'} half {half:.2f}",
                    )


def _in_trim(inked: Inked, x: float, y: float) -> bool:
    return inked.face.trim.box.holds(x, y)


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


def near_cut(inked: Inked) -> Iterator[Fault]:
    """Shapes that end within the safe distance of the cut, inside of it, where nothing of their kind runs off."""
    trim = inked.face.trim
    if trim.outline == "drawn":
        return
    for side, strip in _strips(inked).items():
        gap, along, _, _, leaf = strip
        at_cut = leaf[gap < 0.1]
        grounds = {number for number in np.unique(at_cut) if (at_cut == number).mean() > 0.5}
        grounds |= {number for number, one in enumerate(inked.leaves) if _is_panel(one)}
        ends = np.full(len(inked.leaves) + 1, np.inf)
        np.minimum.at(ends, leaf, gap)
        off: dict[tuple[Colour, str], Any] = {}
        for number in np.nonzero((ends > 0.15) & (ends < trim.safe - 0.2))[0]:
            if number == len(inked.leaves) or not isinstance(inked.leaves[number].shape, Path):
                continue
            mine = inked.leaves[number]
            kind = mine.colour, mine.name
            if kind not in off:
                alike = np.array([(one.colour, one.name) == kind for one in inked.leaves] + [False])
                off[kind] = along[alike[leaf] & (gap < 0.15)]
            place = np.nonzero((leaf == number) & (gap <= ends[number] + 1e-6))[0]
            at = place[len(place) // 2]
            if len(off[kind]) and np.abs(off[kind] - along[at]).min() < _PATTERN:
                continue
            x, y = strip[2][at], strip[3][at]
            beyond = _outwards(inked, side, x, y)
            if (
                beyond is not None
                and mine.use
                and beyond >= 0
                and beyond not in grounds
                and inked.leaves[beyond].use == mine.use
            ):
                continue
            if beyond is None or pale(inked.leaves[beyond].colour if beyond >= 0 else WHITE, mine.colour):
                continue
            yield Fault("near cut", mine.name, x, y, f"{ends[number]:.2f} mm from the {side} edge, {mine.colour}")


_PATTERN = 10.0


def _is_panel(leaf: Leaf) -> bool:
    if not isinstance(leaf.shape, Path):
        return True
    return len(leaf.shape.commands) == 5 and all(command[0] in "MLZ" for command in leaf.shape.commands)


def _outwards(inked: Inked, side: str, x: float, y: float) -> int | None:
    if side == "rim":
        cx, cy = inked.face.trim.box.centre
        away = math.hypot(x - cx, y - cy)
        return inked.at(x + (x - cx) / away * 0.15, y + (y - cy) / away * 0.15)
    dx, dy = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}[side]
    return inked.at(x + 0.12 * dx, y + 0.12 * dy)


def _strips(inked: Inked) -> dict[str, tuple[Any, Any, Any, Any, Any]]:
    """By edge: of each pixel inside the cut and near it the gap, the place along the edge, x, y, and the leaf."""
    trim, seen, box = inked.face.trim, inked.seen, inked.face.trim.bleed_box
    rows, columns = seen.shape
    ys, xs = box.top + (np.arange(rows) + 0.5) * STEP, box.left + (np.arange(columns) + 0.5) * STEP
    if trim.outline == "round":
        cx, cy = trim.box.centre
        x, y = np.meshgrid(xs, ys)
        gap = trim.size.width / 2 - np.hypot(x - cx, y - cy)
        near = (gap >= 0) & (gap < trim.safe)
        along = np.arctan2(y - cy, x - cx) * trim.size.width / 2
        return {"rim": (gap[near], along[near], x[near], y[near], seen[near])}
    found = {}
    for side, gaps in {"left": xs, "right": trim.size.width - xs}.items():
        near = np.nonzero((gaps >= 0) & (gaps < trim.safe))[0]
        cut = np.nonzero((ys >= 0) & (ys <= trim.size.height))[0]
        y, x = np.meshgrid(ys[cut], xs[near], indexing="ij")
        gap = np.broadcast_to(gaps[near], x.shape)
        found[side] = (gap.ravel(), y.ravel(), x.ravel(), y.ravel(), seen[np.ix_(cut, near)].ravel())
    for side, gaps in {"top": ys, "bottom": trim.size.height - ys}.items():
        near = np.nonzero((gaps >= 0) & (gaps < trim.safe))[0]
        cut = np.nonzero((xs >= 0) & (xs <= trim.size.width))[0]
        y, x = np.meshgrid(ys[near], xs[cut], indexing="ij")
        gap = np.broadcast_to(gaps[near][:, None], x.shape)
        found[side] = (gap.ravel(), x.ravel(), x.ravel(), y.ravel(), seen[np.ix_(near, cut)].ravel())
    return found


# Things that collide


def collisions(inked: Inked) -> Iterator[Fault]:
    """Texts and symbols that touch or cross, by the pixels that lie beside one another."""
    seen = inked.seen
    things = np.array([leaf.thing for leaf in inked.leaves] + [0])
    thing = things[seen]
    pairs: dict[tuple[int, int], list[tuple[int, int, int, int]]] = {}
    around: dict[int, int] = {}
    for rows, columns in ((0, 1), (1, 0)):
        one, other = thing[: thing.shape[0] - rows, : thing.shape[1] - columns], thing[rows:, columns:]
        differ = one != other
        place = np.argwhere(differ)
        a, b = one[differ], other[differ]
        leaf_a = seen[: thing.shape[0] - rows, : thing.shape[1] - columns][differ]
        leaf_b = seen[rows:, columns:][differ]
        for t, count in zip(*np.unique(np.concatenate((a, b)), return_counts=True)):
            around[int(t)] = around.get(int(t), 0) + int(count)
        both = (a > 0) & (b > 0)
        for (row, column), m, n, lm, ln in zip(place[both], a[both], b[both], leaf_a[both], leaf_b[both]):
            key = (int(min(m, n)), int(max(m, n)))
            pairs.setdefault(key, []).append((int(row), int(column), int(lm), int(ln)))
    for (m, n), places in pairs.items():
        clear = [p for p in places if not pale(inked.leaves[p[2]].colour, inked.leaves[p[3]].colour)]
        if len(places) >= 0.98 * min(around[m], around[n]):
            continue  # one lies within the other
        touching = clear if inked.things[m] == inked.things[n] else places
        if len(touching) < 3 or not inked.overlap(m, n):
            continue
        row, column, *_ = places[len(places) // 2]
        x, y = inked.place(row, column)
        yield Fault(
            "collision",
            f"{inked.things[m]} and {inked.things[n]}",
            x,
            y,
            f"{len(places) * STEP:.1f} mm, {len(clear) * STEP:.1f} clear; around {around[m] * STEP:.1f}, {around[n] * STEP:.1f}",
        )


# Specks and hairlines


def small(inked: Inked) -> Iterator[Fault]:
    """Shapes and dots too small, and lines too thin."""
    for leaf in inked.leaves:
        if not isinstance(leaf.shape, Path):
            continue
        scale = scale_of(leaf.frame)
        if stroke := leaf.shape.stroke:
            if stroke.width * scale < LEAST_LINE - _ROUNDING and not leaf.swells:
                x, y = leaf.frame.apply(*leaf.shape.commands[0][1:3])
                if _in_trim(inked, x, y):
                    yield Fault(
                        "thin hatch" if is_hatch(leaf) else "thin line",
                        leaf.name,
                        x,
                        y,
                        f"{stroke.width * scale:.2f} mm",
                    )
            if (
                stroke.dash
                and max(stroke.width, min(stroke.dash[::2]) + (stroke.cap != "butt") * stroke.width) * scale
                < LEAST_SHAPE - _ROUNDING
            ):
                x, y = leaf.frame.apply(*leaf.shape.commands[0][1:3])
                yield Fault("small dash", leaf.name, x, y, f"{stroke.width * scale:.2f} mm wide, dashes {stroke.dash}")
        reach = leaf.shape.stroke.width * scale if leaf.shape.stroke else 0.0
        for loop in loops(moved(leaf.shape.commands, leaf.frame), 8):
            line = np.array(loop)
            size = line.max(0) - line.min(0) + reach
            if (size < LEAST_SHAPE - _ROUNDING).all():
                x, y = line.mean(0)
                if _in_trim(inked, x, y):
                    yield Fault("speck", leaf.name, x, y, f"{size[0]:.2f} x {size[1]:.2f} mm")


def leftovers(inked: Inked) -> Iterator[Fault]:
    """Shapes of which next to nothing is seen: others lie upon them, and crumbs look out."""
    visible = np.bincount(inked.seen.ravel() + 1, minlength=len(inked.leaves) + 1)[1:] * STEP**2
    for number, leaf in enumerate(inked.leaves):
        if not isinstance(leaf.shape, Path) or not 0.02 <= visible[number] < _CRUMBS or is_hatch(leaf):
            continue
        share = visible[number] / (_area(leaf) or visible[number])
        if share < _LEFT:
            places = np.argwhere(inked.seen == number)
            row, column = places[len(places) // 2]
            around = inked.seen[max(0, row - 1) : row + 2, max(0, column - 1) : column + 2]
            if any(at >= 0 and at != number and pale(inked.leaves[at].colour, leaf.colour) for at in np.unique(around)):
                continue
            x, y = inked.place(row, column)
            if _in_trim(inked, x, y):
                yield Fault(
                    "leftover",
                    leaf.name,
                    x,
                    y,
                    f"{100 * share:.1f} % of {leaf.colour} is seen, {visible[number]:.2f} mm2",
                )


_LEFT, _CRUMBS = 0.1, 1.0  # a share, and square millimetres


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


def is_hatch(leaf: Leaf) -> bool:
    return (
        isinstance(leaf.shape, Path) and leaf.shape.stroke is not None and any(not clip.is_box for clip in leaf.clips)
    )


def specks(inked: Inked) -> Iterator[Fault]:
    """Crumbs of one colour that are left to be seen of larger shapes."""
    colours: dict[Colour, int] = {}
    texts = 1
    layer = []
    for leaf in inked.leaves:
        layer.append(0 if isinstance(leaf.shape, Text) else colours.setdefault(leaf.colour, len(colours) + 1))
    palette = [WHITE, *colours]
    layer.append(colours.get(WHITE, len(colours) + 1))
    if WHITE not in colours:
        palette.append(WHITE)
    flat = np.array(layer)[inked.seen]
    most = int(LEAST_SHAPE / STEP)
    padded = np.pad(flat, most + 2, constant_values=-1)
    inner = padded[most + 2 : -most - 2, most + 2 : -most - 2]

    def shifted(dy: int, dx: int) -> Any:
        return padded[most + 2 + dy : padded.shape[0] - most - 2 + dy, most + 2 + dx : padded.shape[1] - most - 2 + dx]

    first = inner > 0
    for dy, dx in ((0, -1), (-1, -1), (-1, 0), (-1, 1)):
        first &= shifted(dy, dx) != inner
    size = most + 2
    across, down = first.copy(), first.copy()
    for step in range(1, most + 1):
        across &= shifted(0, step) == inner
        down &= shifted(step, 0) == inner
    for row, column in np.argwhere(first & ~across & ~down):
        found = _component(padded, row + size, column + size, most)
        if found is None:
            continue
        top, left, bottom, right, count = found
        value = int(inner[row, column])
        window = padded[top - 2 : bottom + 3, left - 2 : right + 3]
        if (window == value).sum() > count or (window <= 0).any():
            continue
        rim = {int(v) for v in np.unique(window)} - {value}
        if any(pale(palette[value], palette[other]) for other in rim):
            continue
        if min(bottom - top, right - left) < 1 or count < 6:
            continue
        leaves = np.unique(inked.seen[max(0, row - 1) : row + most, max(0, column - most) : column + most])
        if any(at >= 0 and is_hatch(inked.leaves[at]) for at in leaves):
            continue
        x, y = inked.place(row, column)
        if _in_trim(inked, x, y):
            number = int(inked.seen[row, column])
            name = inked.leaves[number].name if number >= 0 else "paper"
            yield Fault(
                "crumb",
                name,
                x,
                y,
                f"{(right - left + 1) * STEP:.2f} x {(bottom - top + 1) * STEP:.2f} mm, {palette[value]} in {', '.join(str(palette[o]) for o in rim)}",
            )


def _component(padded: Any, row: int, column: int, most: int) -> tuple[int, int, int, int, int] | None:
    """The box and size of what hangs together with a pixel; None for more than so many pixels across."""
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
                    if bottom - top >= most or right - left >= most:
                        return None
                    found.add(at)
                    waiting.append(at)
    return top, left, bottom, right, len(found)
