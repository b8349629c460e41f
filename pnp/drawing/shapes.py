"""The one picture format: a few frozen shapes in millimetres (origin top left, y down) that every renderer draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Generic, Literal, TypeVar

from pnp.drawing.colour import Colour
from pnp.drawing.paint import Gradient, Paint, Tiling, cover_of, covering, lets_through
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, MM_PER_POINT, Box, Insets, Point, Transform
from pnp.geometry.paths import (
    Command,
    Commands,
    Loop,
    around,
    circle,
    diamond,
    ellipse,
    hexagon,
    joined,
    line,
    loops,
    moved,
    parted,
    points_of,
    polygon,
    polyline,
    rectangle,
    regular,
    ribbon,
)
from pnp.sources import SourceFile

if TYPE_CHECKING:
    from pnp.drawing.fonts import Font, FontBook

__all__ = [  # what others take from here besides the shapes: the paths that these are made of
    "Command", "Commands", "Loop", "around", "circle", "diamond", "ellipse", "hexagon", "joined", "line", "loops",
    "moved", "parted", "points_of", "polygon", "polyline", "rectangle", "regular",
    "ribbon",
]  # fmt: skip

_FINE = 8192.0  # units that a line with a gradient is long or high at least

Thing = TypeVar("Thing")
Made = TypeVar("Made")

Anchor = Literal["start", "middle", "end"]
Role = Literal[
    "heading", "heading-1", "heading-2", "heading-3", "paragraph", "list", "item", "label", "body", "table", "row",
    "head-cell", "cell", "figure", "caption", "icon", "contents", "entry", "panel", "background", "marks", "stamp",
    "line",
]  # fmt: skip
"""What a group is to a reader. An item has a label and a body; an icon is a picture that stands for its `alt`, and a
line says it in letters that stand each by itself.
"""
TO_THE_LEFT = "\u200f"  # the right-to-left mark
_OVERHANG = 0.75  # of their size: how far accents and slanted letters may go beyond the box of a text


@frozen
class Stroke:
    """A line: paint, width in millimetres, dash lengths in millimetres (empty for solid), caps and joins as in SVG.

    A corner that would reach further than `mitre` half widths is cut off; the dashes begin `offset` millimetres on.
    """

    paint: Paint
    width: float
    dash: tuple[float, ...] = ()
    cap: Literal["butt", "round", "square"] = "butt"
    join: Literal["miter", "round", "bevel"] = "miter"
    mitre: float = 10.0
    offset: float = 0.0


@frozen
class Path:
    """Lines and cubic curves, filled (non-zero winding unless `even_odd`) and stroked."""

    commands: Commands
    fill: Paint | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@frozen
class Text:
    """One line of text on its baseline; `font` is a name in the style's FontBook, `size` in points.

    The text is in the order in which it is read, whichever way it runs; a part of a line that runs to the left stands
    between two right-to-left marks, which show nothing. In a line that is set to a full measure every space is by
    `spread` millimetres wider than the font's, or narrower; every character, spaces too, is by `tracking` millimetres
    further from the next, or nearer, but where the text has to be shaped.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    anchor: Anchor = "start"
    spread: float = 0.0
    tracking: float = 0.0

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
class Mask:
    """Shapes that show of others as much as they are light, or as they cover; what they leave out shows nothing."""

    shapes: tuple[Shape, ...]
    by: Literal["luminance", "alpha"] = "luminance"


@frozen
class Group:
    """Shapes that share a transform, a clip path and a mask (both in the group's own coordinates) or a meaning.

    With an `opacity` below 1 they are drawn together, and then seen through as a whole.

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
    opacity: float = 1.0
    mask: Mask | None = None

    @property
    def is_see_through(self) -> bool:
        return self.opacity < 1 or self.mask is not None


Shape = Path | Text | Image | Use | Group


def placed(symbol: Symbol, x: float, y: float, size: float, turn: float = 0.0) -> Use:
    """A symbol with its centre at (x, y), `size` millimetres high, turned clockwise by `turn` degrees."""
    middle_x, middle_y = symbol.bounds.centre
    scale = size / symbol.bounds.height
    centred = Transform.moved(-middle_x, -middle_y).then(Transform.scaled(scale))
    return Use(symbol, centred.then(Transform.rotated(turn)).then(Transform.moved(x, y)))


def twice(shapes: Iterable[Shape], centre: Point = (0.0, 0.0)) -> tuple[Group, Group]:
    """What stands upright, and the same turned about the centre for whoever sits opposite."""
    half = tuple(shapes)
    return Group(half), Group(half, Transform.half_turn(*centre))


def unchanged(picture: Picture) -> Picture:
    """For drawings whose pictures are to stay as they are."""
    return picture


class Once(Generic[Thing, Made]):
    """What is made of an object, made once however often it is asked for; objects are told apart by identity."""

    def __init__(self, make: Callable[[Thing], Made]) -> None:
        self._make = make
        self._made: dict[int, tuple[Thing, Made]] = {}

    def __call__(self, thing: Thing) -> Made:
        known = self._made.get(id(thing))
        if known is None:  # the object is kept beside what is made of it, so that its id() stays its own
            known = self._made[id(thing)] = thing, self._make(thing)
        return known[1]


class Recolouring:
    """The same drawings in other colours; a symbol or a picture used often is changed once and stays shared."""

    def __init__(self, change: Callable[[Colour], Colour], repaint: Callable[[Picture], Picture]) -> None:
        self._change = change
        self._picture = cache(repaint)
        self._symbol = Once[Symbol, Symbol](lambda symbol: replace(symbol, shapes=self.shapes(symbol.shapes)))

    def shapes(self, shapes: Iterable[Shape]) -> tuple[Shape, ...]:
        return tuple(self._shape(shape) for shape in shapes)

    def _shape(self, shape: Shape) -> Shape:
        match shape:
            case Path():
                fill = shape.fill and self._paint(shape.fill)
                stroke = shape.stroke and replace(shape.stroke, paint=self._paint(shape.stroke.paint))
                return replace(shape, fill=fill, stroke=stroke)
            case Text():
                return replace(shape, colour=self._change(shape.colour))
            case Use():
                return replace(shape, symbol=self._symbol(shape.symbol))
            case Group():
                return replace(shape, shapes=self.shapes(shape.shapes))
            case Image():
                return replace(shape, picture=self._picture(shape.picture))

    def _paint(self, paint: Paint) -> Paint:
        match paint:
            case Colour():
                return self._change(paint)
            case Tiling():
                return replace(paint, shapes=self.shapes(paint.shapes))
        return replace(paint, stops=tuple(replace(stop, colour=self._change(stop.colour)) for stop in paint.stops))


def as_readers_paint(path: Path) -> tuple[Shape, ...]:
    """A path as shapes that all readers of PDF paint alike.

    A gradient that lets through what is below becomes a covering one behind a mask. A line with a gradient or a tile
    stands by itself, for some readers paint it before its area, and in fine units, of which its curves are made.
    """
    stroke = path.stroke
    if not lets_through(path.fill) and (stroke is None or isinstance(stroke.paint, Colour)):
        return (path,)
    if path.fill is not None and stroke is not None:
        parts = replace(path, stroke=None), replace(path, fill=None)
        return tuple(shape for part in parts for shape in as_readers_paint(part))
    paint = path.fill or (stroke and stroke.paint)
    if isinstance(paint, Gradient) and lets_through(paint):
        return (_behind_cover(path, paint),)
    return (_in_fine_units(path, stroke),) if stroke else (path,)


def _in_fine_units(path: Path, stroke: Stroke) -> Shape:
    """A line drawn in units that pdfium may take for pixels when it makes straight pieces of its curves."""
    box = around(path.commands, reach(stroke))
    side = max(box.width, box.height)
    if not 0 < side < _FINE:
        return path
    return in_units(path, box, 2.0 ** math.frexp(_FINE / side)[1])


def in_units(path: Path, box: Box, scale: float = 1.0) -> Group:
    """The same path in units that begin at the top left of a box, and of which so many make one of its own."""
    units = Transform.moved(-box.left, -box.top).then(Transform.scaled(scale))

    def painted(paint: Paint) -> Paint:
        return paint if isinstance(paint, Colour) else replace(paint, transform=paint.transform.then(units))

    stroke = path.stroke and replace(
        path.stroke, paint=painted(path.stroke.paint), width=path.stroke.width * scale,
        dash=tuple(each * scale for each in path.stroke.dash), offset=path.stroke.offset * scale,
    )  # fmt: skip
    fill = path.fill and painted(path.fill)
    return Group((Path(moved(path.commands, units), fill, stroke, path.even_odd),), units.inverse())


def _behind_cover(path: Path, paint: Gradient) -> Shape:
    # Some readers show a line at the edge of a mask: it lies beyond what is painted.
    box = around(path.commands, (reach(path.stroke) if path.stroke else 0.0) + 1.0)
    mask = Mask((Path(rectangle(box), cover_of(paint)),))
    if path.stroke:
        return Group((replace(path, stroke=replace(path.stroke, paint=covering(paint))),), mask=mask)
    return Group((replace(path, fill=covering(paint)),), mask=mask)


def reach(stroke: Stroke) -> float:
    """How far from its path a line may be painted: where it turns sharply, in the direction of its corner."""
    return stroke.width / 2 * (max(1.0, stroke.mitre) if stroke.join == "miter" else 1.5)


def whole_box(shapes: tuple[Shape, ...], fonts: FontBook) -> Box:
    """The box around everything drawn, however far corners of lines and accents of letters reach."""
    inner = bounds(shapes, fonts)
    return inner.grown(Insets.even(_farthest(shapes)))


def _farthest(shapes: Iterable[Shape], scale: float = 1.0) -> float:
    """How far any of the lines may reach from its path, and letters from their box."""
    farthest = 0.0
    for shape in shapes:
        if isinstance(shape, Path) and shape.stroke:
            farthest = max(farthest, reach(shape.stroke) * scale)
        elif isinstance(shape, Text):
            farthest = max(farthest, _OVERHANG * shape.size * MM_PER_POINT * scale)
        elif isinstance(shape, Group):
            t = shape.transform
            inner = max(math.hypot(t.a, t.b), math.hypot(t.c, t.d)) * scale
            farthest = max(farthest, _farthest(shape.shapes, inner))
    return farthest


def bounds(shapes: tuple[Shape, ...], fonts: FontBook, transform: Transform = IDENTITY) -> Box:
    """The smallest box around everything drawn, in millimetres: control points, strokes and capitals included.

    Clip paths are not taken off; nothing drawn gives the empty box at the origin.
    """
    boxes = [box for shape in shapes for box in _boxes(shape, fonts, transform)]
    return reduce(Box.joined, boxes) if boxes else Box(0, 0, 0, 0)


def _boxes(shape: Shape, fonts: FontBook, transform: Transform) -> Iterator[Box]:
    match shape:
        case Path() if shape.commands:
            reach = shape.stroke.width / 2 if shape.stroke else 0.0
            yield mapped(around(shape.commands, reach), transform)
        case Text():
            left, width = extent(shape, fonts[shape.font])
            size = shape.size * MM_PER_POINT
            yield mapped(Box(left, shape.y - 0.75 * size, left + width, shape.y + 0.25 * size), transform)
        case Image():
            yield mapped(shape.box, transform)
        case Use():
            yield mapped(shape.symbol.bounds, shape.transform.then(transform))
        case Group():
            for inner in shape.shapes:
                yield from _boxes(inner, fonts, shape.transform.then(transform))


def extent(text: Text, font: Font) -> tuple[float, float]:
    """Where a text begins and how wide it is, in millimetres; a space at its end shows nothing and is never spread."""
    width = font.width(text.text, text.size)
    if text.spread:
        width += text.spread * text.text.rstrip().count(" ")
    if text.tracking:
        width += text.tracking * len(font.plain(text.text) or "")
    return text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width, width


def laid_out(text: Text, font: Font) -> Iterator[tuple[Font, Text]]:
    """A text part by part from left to right, each in the one font that prints it, from where it begins."""
    parts = font.parts(text.text)
    if len(parts) == 1:
        ((each, words),) = parts
        yield each, text if words == text.text else replace(text, text=words)
        return
    x, _ = extent(text, font)
    for each, words in parts:
        yield each, replace(text, x=x, text=words, anchor="start", tracking=0.0)
        x += each.width(words, text.size) + text.spread * words.count(" ")


def mapped(box: Box, transform: Transform) -> Box:
    """The smallest upright box around a box that was moved, turned or scaled."""
    return Box.over([transform.apply(x, y) for x, y in box.corners])
