"""What is painted where on a face: texts that nobody can see on their ground, and room for something more."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from functools import cache, lru_cache, partial
from itertools import islice, pairwise
from typing import Literal

from pnp.drawing.colour import LEAST_DIFFERENCE, WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.paint import LinearGradient, RadialGradient, Tiling
from pnp.drawing.shapes import (
    Commands,
    Group,
    Image,
    Loop,
    Once,
    Path,
    Shape,
    Symbol,
    Text,
    Use,
    around,
    bounds,
    extent,
    loops,
    mapped,
    moved,
)
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, MM_PER_POINT, Box, Insets, Point, Transform, winding

_ENDS = (0.1, 0.9)  # of a line: where else the ground is looked at if it is the same in the middle
_PICTURE = Colour(-1, -1, -1)  # stands for whatever colours a picture has
_FAINT = 12.0  # CIEDE2000: a pattern that differs so little from its ground is no more than ground

Under = Callable[[float, float, frozenset[Colour]], Colour | None]
"""Which of these colours is painted uppermost at a point; None where that cannot be told, as on a picture."""


@frozen
class Faint:
    """A text, its colour, and the one that it stands on."""

    text: str
    colour: Colour
    ground: Colour

    def __str__(self) -> str:
        shown = self.text if len(self.text) <= 40 else self.text[:39] + "…"
        return f"the text '{shown}' in {self.colour} stands on {self.ground}, nearly the same colour"


class Contrast:
    """Looks at faces; a symbol that many of them share is looked through once."""

    def __init__(self, fonts: FontBook) -> None:
        self._fonts = fonts
        self._colours_of = Once[Symbol | Group, frozenset[Colour]](lambda whole: self._colours(whole.shapes))
        self._box = Once(_box)
        self._loops = Once[Path, tuple[Loop, ...]](lambda path: tuple(loops(path.commands)))

    def faint(self, face: Face) -> Iterator[Faint]:
        """Every text of a face that is hard to see."""
        fills = self._colours(face.shapes) | {WHITE}
        yield from self._texts(face.shapes, fills, lambda x, y, only: WHITE)

    def _texts(self, shapes: Sequence[Shape], fills: frozenset[Colour], paper: Under) -> Iterator[Faint]:
        for at, shape in enumerate(shapes):
            if isinstance(shape, Text):
                if near := _near_ones(shape.colour, fills):
                    yield from self._text(shape, near | {_PICTURE}, fills, self._under(shapes, at, paper))
            elif isinstance(shape, Group) and shape.role != "background" and not shape.is_see_through:
                below = partial(_through, self._under(shapes, at, paper), shape.transform)
                yield from self._texts(shape.shapes, fills, below)

    def _text(self, text: Text, near: frozenset[Colour], fills: frozenset[Colour], under: Under) -> Iterator[Faint]:
        """Looks at all that is painted only where something of nearly the text's colour is."""
        left, width = extent(text, self._fonts[text.font])
        x, y = left + width / 2, text.y - 0.3 * text.size * MM_PER_POINT
        if not text.text.strip() or under(x, y, near) not in near or (middle := under(x, y, fills)) not in near:
            return
        if middle and any(under(left + share * width, y, fills) in near for share in _ENDS):
            yield Faint(text.words, text.colour, middle)

    def _under(self, shapes: Sequence[Shape], count: int, paper: Under) -> Under:
        """What is seen under the shape of that number."""

        def seen(x: float, y: float, only: frozenset[Colour]) -> Colour | None:
            found = self._painted(islice(reversed(shapes), len(shapes) - count, None), x, y, only)
            return paper(x, y, only) if found is False else found

        return seen

    def _painted(
        self, downwards: Iterable[Shape], x: float, y: float, only: frozenset[Colour]
    ) -> Colour | Literal[False] | None:
        """The uppermost of these colours at a point, None for a picture, False where nothing is painted in them."""
        for shape in downwards:
            found: Colour | Literal[False] | None = False
            match shape:
                case Path(fill=Colour() as fill) if fill in only and self._covers(shape, x, y):
                    found = fill
                case Path(fill=LinearGradient() | RadialGradient() | Tiling()) if self._covers(shape, x, y):
                    found = None
                case Group() if shape.is_see_through:
                    found = None if bounds((shape,), self._fonts).holds(x, y) else False
                case Image(box=box) if box.holds(x, y):
                    found = None
                case Use(symbol=whole) | (Group() as whole) if self._colours_of(whole).isdisjoint(only):
                    pass
                case Use(symbol=symbol, transform=transform) if self._box(shape).holds(x, y):
                    found = self._painted(reversed(symbol.shapes), *transform.back(x, y), only)
                case Group(shapes=parts, transform=transform, clip=clip):
                    inner = transform.back(x, y)
                    found = self._painted(reversed(parts), *inner, only)
                    # Clips may be as long as a coast: they are looked at last.
                    if found is not False and clip is not None and not self._covers(clip, *inner):
                        found = False
            if found is not False:
                return found
        return False

    def _covers(self, path: Path, x: float, y: float) -> bool:
        return bool(path.commands) and self._box(path).holds(x, y) and _fills(path, self._loops(path), x, y)

    def _colours(self, shapes: Sequence[Shape]) -> frozenset[Colour]:
        """Every colour that is filled with, and that of pictures."""
        found: set[Colour] = set()
        for shape in shapes:
            if isinstance(shape, Path) and isinstance(shape.fill, Colour):
                found.add(shape.fill)
            elif isinstance(shape, Use) or (isinstance(shape, Group) and not shape.is_see_through):
                found |= self._colours_of(shape if isinstance(shape, Group) else shape.symbol)
            elif isinstance(shape, Image | Group) or (isinstance(shape, Path) and shape.fill):
                found.add(_PICTURE)
        return frozenset(found)


@cache
def _near(one: Colour, other: Colour) -> bool:
    return one.difference(other) < LEAST_DIFFERENCE


@lru_cache(1024)
def _near_ones(one: Colour, others: frozenset[Colour]) -> frozenset[Colour]:
    return frozenset(other for other in others if _near(one, other))


def _through(under: Under, transform: Transform, x: float, y: float, only: frozenset[Colour]) -> Colour | None:
    """What is seen under a point inside a group."""
    return under(*transform.apply(x, y), only)


def _box(shape: Path | Use) -> Box:
    return mapped(shape.symbol.bounds, shape.transform) if isinstance(shape, Use) else around(shape.commands)


def _fills(path: Path, outlines: Iterable[Loop], x: float, y: float) -> bool:
    """Whether a point lies in what is filled, by the winding number or by every second layer."""
    turns = sum(winding(loop, x, y) for loop in outlines)
    return turns % 2 != 0 if path.even_odd else turns != 0


@frozen
class _Thing:
    """Something painted: the box around it, what is seen of it, and the path, half of whose line is `half` wide.

    What is no path fills its box. What is seen through covers nothing, and shows on any ground.
    """

    box: Box
    seen: Box | None
    path: Path | None = None
    frame: Transform = IDENTITY
    half: float = 0.0

    @property
    def placed(self) -> Commands:
        return moved(self.path.commands, self.frame) if self.path else ()

    def differs(self, ground: Colour) -> bool:
        """Whether it shows on a ground."""
        if self.path is None:
            return True
        paints = (self.path.fill, self.path.stroke.paint if self.path.stroke else None)
        return any(
            not isinstance(paint, Colour) or paint.difference(ground) > _FAINT for paint in paints if paint is not None
        )


class Occupancy:
    """What a face paints, in its order."""

    def __init__(self, face: Face, fonts: FontBook) -> None:
        self._things = tuple(_things(face.shapes, IDENTITY, None, fonts))
        self._loops = Once[_Thing, tuple[Loop, ...]](lambda thing: tuple(loops(thing.placed)))

    def along(self, strip: Box) -> Occupancy:
        """The same within a box, where it is told faster."""
        part = copy(self)
        part._things = tuple([thing for thing in self._things if strip.overlap(thing.box) > 0])
        return part

    def ground(self, box: Box) -> Colour | None:
        """The one colour of all of a box, in the face's millimetres, where nothing is painted on it; None where
        something is. Paper is white.
        """
        ground, free = WHITE, True
        for thing in self._things:
            if box.overlap(thing.box) <= 0 or (thing.seen and box.overlap(thing.seen) <= 0):
                continue
            if (colour := self._covers(thing, box)) is not None:
                ground, free = colour, True
            elif free and thing.differs(ground) and self._touches(thing, box):
                free = False
        return ground if free else None

    def _covers(self, thing: _Thing, box: Box) -> Colour | None:
        """The one colour in which it paints all of a box; None where it does not."""
        fill = thing.path.fill if thing.path else None
        if not isinstance(fill, Colour) or (thing.seen and not _inside(box, thing.seen)):
            return None
        return fill if _inside(box, thing.box) and not self._crosses(thing, box) and self._holds(thing, box) else None

    def _touches(self, thing: _Thing, box: Box) -> bool:
        if thing.path is None or self._crosses(thing, box):
            return True
        return thing.path.fill is not None and self._holds(thing, box)

    def _crosses(self, thing: _Thing, box: Box) -> bool:
        room = box.grown(Insets.even(thing.half))
        return any(_enters(a, b, room) for loop in self._loops(thing) for a, b in pairwise((*loop, loop[0])))

    def _holds(self, thing: _Thing, box: Box) -> bool:
        return thing.path is not None and _fills(thing.path, self._loops(thing), *box.centre)


def _inside(inner: Box, outer: Box) -> bool:
    return outer.joined(inner) == outer


def _things(shapes: Iterable[Shape], frame: Transform, seen: Box | None, fonts: FontBook) -> Iterator[_Thing]:
    for shape in shapes:
        match shape:
            case Path():
                if shape.commands and (shape.fill or shape.stroke):
                    scale = max(math.hypot(frame.a, frame.b), math.hypot(frame.c, frame.d))
                    half = shape.stroke.width / 2 * scale if shape.stroke else 0.0
                    yield _Thing(bounds((shape,), fonts, frame), seen, shape, frame, half)
            case Text() | Image() | Group(is_see_through=True):
                yield _Thing(bounds((shape,), fonts, frame), seen)
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


def _enters(start: Point, end: Point, box: Box) -> bool:
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
