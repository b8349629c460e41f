"""Texts that are hard to see: those of nearly the colour of what is painted under them, or of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Literal

from pnp.drawing.bounds import around, mapped
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Command, Group, Image, Path, Shape, Symbol, Text, Use
from pnp.frozen import frozen
from pnp.geometry import Box, Transform
from pnp.units import MM_PER_POINT

LEAST_DIFFERENCE = 10.0
"""In CIEDE2000: below it two patches of print are easily taken for one another."""
_ENDS = (0.1, 0.9)  # of a line: where else the ground is looked at if it is the same in the middle
_PICTURE = Colour(-1, -1, -1)  # stands for whatever colours a picture has
_STEPS = 8  # straight lines for a curve

Under = Callable[[float, float, frozenset[Colour]], Colour | None]
"""Which of these colours is painted uppermost at a point; None where that cannot be told, as on a picture."""
Points = tuple[tuple[float, float], ...]


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
        self._fills: dict[int, tuple[Symbol | Group, frozenset[Colour]]] = {}
        self._boxes: dict[int, tuple[Path | Use, Box]] = {}
        self._loops: dict[int, tuple[Points, ...]] = {}

    def faint(self, face: Face) -> Iterator[Faint]:
        """Every text of a face that is hard to see."""
        fills = self._colours(face.shapes) | {WHITE}
        yield from self._texts(face.shapes, fills, lambda x, y, only: WHITE)

    def _texts(self, shapes: Sequence[Shape], fills: frozenset[Colour], paper: Under) -> Iterator[Faint]:
        for at, shape in enumerate(shapes):
            if isinstance(shape, Text):
                if near := frozenset(fill for fill in fills if _near(shape.colour, fill)):
                    yield from self._text(shape, near | {_PICTURE}, fills, self._under(shapes, at, paper))
            elif isinstance(shape, Group) and shape.role != "background":
                below = _moved(self._under(shapes, at, paper), shape.transform)
                yield from self._texts(shape.shapes, fills, below)

    def _text(self, text: Text, near: frozenset[Colour], fills: frozenset[Colour], under: Under) -> Iterator[Faint]:
        """Looks at all that is painted only where something of nearly the text's colour is."""
        width = self._fonts[text.font].width(text.text, text.size)
        left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        y = text.y - 0.3 * text.size * MM_PER_POINT
        x = left + width / 2
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
                case Image(box=box) if _holds(box, x, y):
                    found = None
                case Use(symbol=whole) | (Group() as whole) if self._colours_of(whole).isdisjoint(only):
                    pass
                case Use(symbol=symbol, transform=transform) if _holds(self._box(shape), x, y):
                    found = self._painted(reversed(symbol.shapes), *_back(transform, x, y), only)
                case Group(shapes=parts, transform=transform, clip=clip):
                    inner = _back(transform, x, y)
                    found = self._painted(reversed(parts), *inner, only)
                    # Clips may be as long as a coast: they are looked at last.
                    if found is not False and clip is not None and not self._covers(clip, *inner):
                        found = False
            if found is not False:
                return found
        return False

    def _covers(self, path: Path, x: float, y: float) -> bool:
        key = id(path)
        if not path.commands or not _holds(self._box(path), x, y):
            return False
        if key not in self._loops:
            self._loops[key] = tuple(loops(path.commands))
        turns = sum(winding(loop, x, y) for loop in self._loops[key])
        return turns % 2 != 0 if path.even_odd else turns != 0

    def _box(self, shape: Path | Use) -> Box:
        known = self._boxes.get(id(shape))
        if known is None:  # the shape is kept beside its box, so that its id() stays its own
            box = mapped(shape.symbol.bounds, shape.transform) if isinstance(shape, Use) else around(shape.commands)
            known = self._boxes[id(shape)] = shape, box
        return known[1]

    def _colours(self, shapes: Sequence[Shape]) -> frozenset[Colour]:
        """Every colour that is filled with, and that of pictures."""
        found: set[Colour] = set()
        for shape in shapes:
            if isinstance(shape, Path) and shape.fill:
                found.add(shape.fill)
            elif isinstance(shape, Group):
                found |= self._colours_of(shape)
            elif isinstance(shape, Use):
                found |= self._colours_of(shape.symbol)
            elif isinstance(shape, Image):
                found.add(_PICTURE)
        return frozenset(found)

    def _colours_of(self, whole: Symbol | Group) -> frozenset[Colour]:
        known = self._fills.get(id(whole))
        if known is None:  # it is kept beside its colours, so that its id() stays its own
            known = self._fills[id(whole)] = whole, self._colours(whole.shapes)
        return known[1]


@cache
def _near(one: Colour, other: Colour) -> bool:
    return one.difference(other) < LEAST_DIFFERENCE


def _moved(under: Under, transform: Transform) -> Under:
    """The same for points inside a group."""
    return lambda x, y, only: under(*transform.apply(x, y), only)


def _holds(box: Box, x: float, y: float) -> bool:
    return box.left <= x <= box.right and box.top <= y <= box.bottom


def _back(transform: Transform, x: float, y: float) -> tuple[float, float]:
    """The point that a transform maps onto this one; far away where it maps all onto a line."""
    t = transform
    area = t.a * t.d - t.b * t.c
    if area == 0:
        return float("inf"), float("inf")
    x, y = x - t.e, y - t.f
    return (t.d * x - t.c * y) / area, (t.a * y - t.b * x) / area


def loops(commands: Sequence[Command]) -> Iterator[Points]:
    """The outlines of a path as straight lines, each closed by its first point."""
    points: list[tuple[float, float]] = []
    for letter, *numbers in commands:
        if letter == "M" and points:
            yield tuple(points)
            points = []
        if letter == "C":
            points += _curve(points[-1], numbers)
        elif letter != "Z":
            points.append((numbers[0], numbers[1]))
    if points:
        yield tuple(points)


def _curve(start: tuple[float, float], numbers: Sequence[float]) -> Iterator[tuple[float, float]]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def winding(loop: Points, x: float, y: float) -> int:
    """How often a closed line goes round a point."""
    turns = 0
    for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0])):
        if (y1 <= y) != (y2 <= y) and (x1 + (y - y1) / (y2 - y1) * (x2 - x1)) > x:
            turns += 1 if y2 > y1 else -1
    return turns
