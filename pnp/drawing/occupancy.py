"""Where a face is drawn on, so that something more can be put where nothing is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from copy import copy
from itertools import pairwise

from pnp.drawing.bounds import bounds, mapped
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.contrast import Points, loops, winding
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Image, Path, Shape, Text, Use, moved
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Transform

_FAINT = 12.0  # CIEDE2000: a pattern that differs so little from its ground is no more than ground


@frozen
class _Thing:
    """Something painted: the box around it, what is seen of it, and the path, half of whose line is `half` wide.

    What is no path fills its box.
    """

    box: Box
    seen: Box | None
    path: Path | None = None
    frame: Transform = IDENTITY
    half: float = 0.0

    def differs(self, ground: Colour) -> bool:
        """Whether it shows on a ground."""
        if self.path is None:
            return True
        colours = (self.path.fill, self.path.stroke.colour if self.path.stroke else None)
        return any(colour.difference(ground) > _FAINT for colour in colours if colour is not None)


class Occupancy:
    """What a face paints, in its order."""

    def __init__(self, face: Face, fonts: FontBook) -> None:
        self._things = tuple(_things(face.shapes, IDENTITY, None, fonts))
        self._loops: dict[int, tuple[Points, ...]] = {}

    def along(self, strip: Box) -> Occupancy:
        """The same within a box, where it is told faster."""
        part = copy(self)
        part._things = tuple([thing for thing in self._things if _meet(strip, thing.box)])
        return part

    def ground(self, box: Box) -> Colour | None:
        """The one colour of all of a box, in the face's millimetres, where nothing is painted on it; None where
        something is. Paper is white.
        """
        ground, free = WHITE, True
        for thing in self._things:
            if not _meet(box, thing.box) or (thing.seen and not _meet(box, thing.seen)):
                continue
            if self._covers(thing, box):
                assert thing.path and thing.path.fill
                ground, free = thing.path.fill, True
            elif free and thing.differs(ground) and self._touches(thing, box):
                free = False
        return ground if free else None

    def _covers(self, thing: _Thing, box: Box) -> bool:
        """Whether it paints all of a box in one colour."""
        if thing.path is None or thing.path.fill is None or (thing.seen and not _inside(box, thing.seen)):
            return False
        return _inside(box, thing.box) and not self._crosses(thing, box) and self._holds(thing, *box.centre)

    def _touches(self, thing: _Thing, box: Box) -> bool:
        if thing.path is None or self._crosses(thing, box):
            return True
        return thing.path.fill is not None and self._holds(thing, *box.centre)

    def _crosses(self, thing: _Thing, box: Box) -> bool:
        half = thing.half
        room = Box(box.left - half, box.top - half, box.right + half, box.bottom + half)
        return any(_enters(a, b, room) for loop in self._of(thing) for a, b in pairwise((*loop, loop[0])))

    def _holds(self, thing: _Thing, x: float, y: float) -> bool:
        """Whether a point lies in what is filled, by the winding number or by every second layer."""
        turns = sum(winding(loop, x, y) for loop in self._of(thing))
        return bool(turns % 2 if thing.path and thing.path.even_odd else turns)

    def _of(self, thing: _Thing) -> tuple[Points, ...]:
        if id(thing) not in self._loops:
            assert thing.path
            self._loops[id(thing)] = tuple(loops(moved(thing.path.commands, thing.frame)))
        return self._loops[id(thing)]


def _meet(one: Box, other: Box) -> bool:
    return one.left < other.right and one.right > other.left and one.top < other.bottom and one.bottom > other.top


def _inside(inner: Box, outer: Box) -> bool:
    return (
        inner.left >= outer.left and inner.top >= outer.top
        and inner.right <= outer.right and inner.bottom <= outer.bottom
    )  # fmt: skip


def _things(shapes: Iterable[Shape], frame: Transform, seen: Box | None, fonts: FontBook) -> Iterator[_Thing]:
    for shape in shapes:
        match shape:
            case Path():
                if shape.commands and (shape.fill or shape.stroke):
                    scale = max(math.hypot(frame.a, frame.b), math.hypot(frame.c, frame.d))
                    half = shape.stroke.width / 2 * scale if shape.stroke else 0.0
                    yield _Thing(bounds((shape,), fonts, frame), seen, shape, frame, half)
            case Text():
                yield _Thing(bounds((shape,), fonts, frame), seen)
            case Image():
                yield _Thing(mapped(shape.box, frame), seen)
            case Use():
                yield from _things(shape.symbol.shapes, shape.transform.then(frame), seen, fonts)
            case Group():
                inner = shape.transform.then(frame)
                clip = _within(seen, bounds((shape.clip,), fonts, inner)) if shape.clip else seen
                yield from _things(shape.shapes, inner, clip, fonts)


def _within(one: Box | None, other: Box) -> Box:
    if one is None:
        return other
    left, top = max(one.left, other.left), max(one.top, other.top)
    return Box(left, top, max(left, min(one.right, other.right)), max(top, min(one.bottom, other.bottom)))


def _enters(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Whether any of a straight line lies in a box: what is left of it when it is cut at each edge."""
    (x, y), across, down = start, end[0] - start[0], end[1] - start[1]
    near, far = 0.0, 1.0
    for step, low, high in ((across, box.left - x, box.right - x), (down, box.top - y, box.bottom - y)):
        if abs(step) < 1e-12:
            if low > 0 or high < 0:
                return False
            continue
        one, other = low / step, high / step
        near, far = max(near, min(one, other)), min(far, max(one, other))
    return near <= far
