"""The one picture format: a few frozen shapes in millimetres (origin top left, y down) that every renderer draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path as FilePath
from typing import Literal

from pnp.drawing.colour import Colour
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Transform
from pnp.sources import SourceFile

Command = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); always absolute."""

Anchor = Literal["start", "middle", "end"]
Role = Literal[
    "heading", "heading-1", "heading-2", "heading-3", "paragraph", "list", "item", "label", "body", "table", "row",
    "head-cell", "cell", "figure", "caption", "icon", "contents", "entry", "panel", "background", "marks", "stamp",
]  # fmt: skip
"""What a group is to a reader. An item has a label and a body; an icon is a picture that stands for its `alt`."""


TO_THE_LEFT = "\u200f"  # the right-to-left mark

# The control-point distance that makes four cubic curves a circle to 0.03 % of its radius.
_CIRCLE = 0.5522847498


@frozen
class Stroke:
    """A line: colour, width in millimetres, dash lengths in millimetres (empty for solid), caps and joins as in SVG."""

    colour: Colour
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"


@frozen
class Path:
    """Lines and cubic curves, filled (non-zero winding unless `even_odd`) and stroked."""

    commands: tuple[Command, ...]
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@frozen
class Text:
    """One line of text on its baseline; `font` is a name in the style's FontBook, `size` in points.

    The text is in the order in which it is read, whichever way it runs; a part of a line that runs to the left stands
    between two right-to-left marks, which show nothing.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    anchor: Anchor = "start"

    @property
    def words(self) -> str:
        """The text without such marks."""
        return self.text.strip(TO_THE_LEFT)


@frozen
class Picture:
    """Raster art: PNG or JPEG bytes, or the file that holds them, and their size in pixels."""

    source: bytes | FilePath | SourceFile
    width: int
    height: int

    @property
    def data(self) -> bytes:
        """The bytes; those of a file are read when they are wanted, so that hundreds of pictures need no memory."""
        return self.source if isinstance(self.source, bytes) else self.source.read_bytes()


@frozen
class Image:
    """A picture stretched over a box."""

    picture: Picture
    box: Box


@frozen
class Symbol:
    """A drawing that is made once and placed often; `bounds` says what it covers, bleed and strokes included."""

    id: str
    shapes: tuple[Shape, ...]
    bounds: Box


@frozen
class Use:
    """A symbol placed by a transform from its own coordinates."""

    symbol: Symbol
    transform: Transform = IDENTITY


@frozen
class Group:
    """Shapes that share a transform, a clip path (in the group's own coordinates) or a meaning.

    `role`, `alt`, `link` (an address, or `#name` of a group in the same document) and `name` serve tagged
    documents; the order of shapes is the reading order. Groups of one role and `part` are one element of the
    document, though a page ends between them.
    """

    shapes: tuple[Shape, ...]
    transform: Transform = IDENTITY
    clip: Path | None = None
    role: Role | None = None
    alt: str | None = None
    link: str | None = None
    name: str | None = None
    part: int | None = None


Shape = Path | Text | Image | Use | Group


def placed(symbol: Symbol, x: float, y: float, size: float, turn: float = 0.0) -> Use:
    """A symbol with its centre at (x, y), `size` millimetres high, turned clockwise by `turn` degrees."""
    middle_x, middle_y = symbol.bounds.centre
    scale = size / symbol.bounds.height
    centred = Transform.moved(-middle_x, -middle_y).then(Transform.scaled(scale))
    return Use(symbol, centred.then(Transform.rotated(turn)).then(Transform.moved(x, y)))


def polyline(points: Iterable[tuple[float, float]]) -> tuple[Command, ...]:
    """Straight lines from point to point, left open."""
    return tuple(("L" if at else "M", x, y) for at, (x, y) in enumerate(points))


def polygon(points: Iterable[tuple[float, float]]) -> tuple[Command, ...]:
    return (*polyline(points), ("Z",))


def line(x1: float, y1: float, x2: float, y2: float) -> tuple[Command, ...]:
    return (("M", x1, y1), ("L", x2, y2))


def rectangle(box: Box, radius: float = 0.0) -> tuple[Command, ...]:
    """A box, its corners rounded by `radius`."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if radius <= 0:
        return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    r = min(radius, box.width / 2, box.height / 2)
    k = r * (1 - _CIRCLE)
    return (
        ("M", left + r, top), ("L", right - r, top), ("C", right - k, top, right, top + k, right, top + r),
        ("L", right, bottom - r), ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", left + r, bottom), ("C", left + k, bottom, left, bottom - k, left, bottom - r),
        ("L", left, top + r), ("C", left, top + k, left + k, top, left + r, top), ("Z",),
    )  # fmt: skip


def ellipse(x: float, y: float, rx: float, ry: float) -> tuple[Command, ...]:
    """An ellipse of four cubic curves about (x, y)."""
    kx, ky = rx * _CIRCLE, ry * _CIRCLE
    return (
        ("M", x + rx, y), ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y), ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y), ("Z",),
    )  # fmt: skip


def circle(x: float, y: float, radius: float) -> tuple[Command, ...]:
    return ellipse(x, y, radius, radius)


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> tuple[Command, ...]:
    """A regular polygon about (x, y), its first corner straight up, turned clockwise by `turn` degrees."""
    angles = [math.radians(turn + 360 * corner / corners) for corner in range(corners)]
    return polygon((x + radius * math.sin(angle), y - radius * math.cos(angle)) for angle in angles)


def moved(commands: Sequence[Command], transform: Transform) -> tuple[Command, ...]:
    """The path commands mapped by a transform."""
    return tuple((letter, *_mapped(numbers, transform)) for letter, *numbers in commands)


def _mapped(numbers: Sequence[float], transform: Transform) -> Iterable[float]:
    for at in range(0, len(numbers), 2):
        yield from transform.apply(numbers[at], numbers[at + 1])


def unchanged(picture: Picture) -> Picture:
    """For drawings whose pictures are to stay as they are."""
    return picture


class Recolouring:
    """The same drawings in other colours; a symbol or a picture used often is changed once and stays shared."""

    def __init__(self, change: Callable[[Colour], Colour], repaint: Callable[[Picture], Picture]) -> None:
        self._change = change
        self._repaint = repaint
        self._symbols: dict[int, tuple[Symbol, Symbol]] = {}
        self._pictures: dict[Picture, Picture] = {}

    def shapes(self, shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        return tuple(self._shape(shape) for shape in shapes)

    def _shape(self, shape: Shape) -> Shape:
        match shape:
            case Path():
                fill = shape.fill and self._change(shape.fill)
                stroke = shape.stroke and replace(shape.stroke, colour=self._change(shape.stroke.colour))
                return replace(shape, fill=fill, stroke=stroke)
            case Text():
                return replace(shape, colour=self._change(shape.colour))
            case Use():
                return replace(shape, symbol=self._symbol(shape.symbol))
            case Group():
                return replace(shape, shapes=self.shapes(shape.shapes))
            case Image():
                return replace(shape, picture=self._picture(shape.picture))

    def _symbol(self, symbol: Symbol) -> Symbol:
        known = self._symbols.get(id(symbol))
        if known is None:  # the old symbol is kept beside the new one, so that its id() stays its own
            known = self._symbols[id(symbol)] = symbol, replace(symbol, shapes=self.shapes(symbol.shapes))
        return known[1]

    def _picture(self, picture: Picture) -> Picture:
        if picture not in self._pictures:
            self._pictures[picture] = self._repaint(picture)
        return self._pictures[picture]
