"""The one picture format: a few frozen shapes in millimetres (origin top left, y down) that every renderer draws."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar

from fontTools.pens.basePen import BasePen

from pnp.drawing.colour import Colour
from pnp.frozen import frozen
from pnp.geometry import CIRCLE, IDENTITY, MM_PER_POINT, Box, Insets, Outline, Point, Transform, Trim, cubic, polar
from pnp.sources import SourceFile

if TYPE_CHECKING:
    from pnp.drawing.fonts import Font, FontBook

Command = tuple[str, *tuple[float, ...]]
"""("M", x, y), ("L", x, y), ("C", x1, y1, x2, y2, x, y) or ("Z",); always absolute."""
Commands = tuple[Command, ...]
Loop = tuple[Point, ...]
"""Straight lines from point to point, and back to the first one."""
Thing = TypeVar("Thing")
Made = TypeVar("Made")

Anchor = Literal["start", "middle", "end"]
Role = Literal[
    "heading", "heading-1", "heading-2", "heading-3", "paragraph", "list", "item", "label", "body", "table", "row",
    "head-cell", "cell", "figure", "caption", "icon", "contents", "entry", "panel", "background", "marks", "stamp",
]  # fmt: skip
"""What a group is to a reader. An item has a label and a body; an icon is a picture that stands for its `alt`."""
TO_THE_LEFT = "\u200f"  # the right-to-left mark
# Plain absolute paths, which is what our own art is made of, are read here in a tenth of the time that fontTools takes
# to be imported, and closed without a line more; everything else (relative, smooth, arcs) is left to fontTools.
_PLAIN = re.compile(r"\s*M[MLHVCQZ\d\s.,-]*")
_PART = re.compile(r"([MLHVCQZ])([^MLHVCQZ]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ARCS = re.compile(r"([Aa])([^MmLlHhVvCcSsQqTtAaZz]*)")
_SIGNED = r"[-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
_ARC = re.compile(
    rf"[\s,]*+({_SIGNED})" + rf"[\s,]*+({_SIGNED})" * 2 + r"[\s,]*+([01])" * 2 + rf"[\s,]*+({_SIGNED})" * 2
)
_TOKEN = re.compile(rf"{_SIGNED}|[A-Za-z]")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4}
if TYPE_CHECKING:
    from pnp.drawing.shapes import Command, Commands
    from pnp.geometry import Point


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

    commands: Commands
    fill: Colour | None = None
    stroke: Stroke | None = None
    even_odd: bool = False


@frozen
class Text:
    """One line of text on its baseline; `font` is a name in the style's FontBook, `size` in points.

    The text is in the order in which it is read, whichever way it runs; a part of a line that runs to the left stands
    between two right-to-left marks, which show nothing. In a line that is set to a full measure every space is by
    `spread` millimetres wider than the font's, or narrower.
    """

    x: float
    y: float
    text: str
    font: str
    size: float
    colour: Colour
    anchor: Anchor = "start"
    spread: float = 0.0

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


def twice(shapes: Iterable[Shape], centre: Point = (0.0, 0.0)) -> tuple[Group, Group]:
    """What stands upright, and the same turned about the centre for whoever sits opposite."""
    half = tuple(shapes)
    return Group(half), Group(half, Transform.half_turn(*centre))


def polyline(points: Iterable[Point]) -> Commands:
    """Straight lines from point to point, left open."""
    return tuple(("L" if at else "M", x, y) for at, (x, y) in enumerate(points))


def polygon(points: Iterable[Point]) -> Commands:
    return (*polyline(points), ("Z",))


def line(x1: float, y1: float, x2: float, y2: float) -> Commands:
    return (("M", x1, y1), ("L", x2, y2))


def rectangle(box: Box, radius: float = 0.0) -> Commands:
    """A box, its corners rounded by `radius`."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    if radius <= 0:
        return polygon(((left, top), (right, top), (right, bottom), (left, bottom)))
    r = min(radius, box.width / 2, box.height / 2)
    k = r * (1 - CIRCLE)
    return (
        ("M", left + r, top), ("L", right - r, top), ("C", right - k, top, right, top + k, right, top + r),
        ("L", right, bottom - r), ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", left + r, bottom), ("C", left + k, bottom, left, bottom - k, left, bottom - r),
        ("L", left, top + r), ("C", left, top + k, left + k, top, left + r, top), ("Z",),
    )  # fmt: skip


def ellipse(x: float, y: float, rx: float, ry: float) -> Commands:
    """An ellipse of four cubic curves about (x, y)."""
    kx, ky = rx * CIRCLE, ry * CIRCLE
    return (
        ("M", x + rx, y), ("C", x + rx, y + ky, x + kx, y + ry, x, y + ry),
        ("C", x - kx, y + ry, x - rx, y + ky, x - rx, y), ("C", x - rx, y - ky, x - kx, y - ry, x, y - ry),
        ("C", x + kx, y - ry, x + rx, y - ky, x + rx, y), ("Z",),
    )  # fmt: skip


def joined(paths: Iterable[Commands]) -> Commands:
    """Several outlines as one path."""
    return tuple(command for path in paths for command in path)


def parted(commands: Iterable[Command]) -> list[Commands]:
    """The outlines that one path is made of."""
    found: list[list[Command]] = []
    for command in commands:
        if command[0] == "M":
            found.append([])
        found[-1].append(command)
    return [tuple(outline) for outline in found]


def circle(x: float, y: float, radius: float) -> Commands:
    return ellipse(x, y, radius, radius)


def hexagon(box: Box) -> Commands:
    """The hexagon that touches the four sides of a box, two of its corners at the ends of the longer way."""
    x, y = box.centre
    if box.width >= box.height:
        quarter = box.width / 4
        upper, lower = (
            ((x - quarter, box.top), (x + quarter, box.top)),
            ((x + quarter, box.bottom), (x - quarter, box.bottom)),
        )
        return polygon(((box.left, y), *upper, (box.right, y), *lower))
    quarter = box.height / 4
    right, left = (
        ((box.right, y - quarter), (box.right, y + quarter)),
        ((box.left, y + quarter), (box.left, y - quarter)),
    )
    return polygon(((x, box.top), *right, (x, box.bottom), *left))


def edge_of(outline: Outline, box: Box) -> Commands:
    """The edge of a piece of that outline in a box; corners stay square."""
    match outline:
        case "round":
            return circle(*box.centre, box.width / 2)
        case "hexagon":
            return hexagon(box)
        case _:
            return rectangle(box)


def bleed_edge(trim: Trim) -> Commands:
    """The edge of a piece's bleed, from its trim's top left: what its ground fills."""
    return edge_of(trim.outline, trim.bleed_box)


def regular(x: float, y: float, radius: float, corners: int, turn: float = 0.0) -> Commands:
    """A regular polygon about (x, y), its first corner straight up, turned clockwise by `turn` degrees."""
    return polygon(polar(x, y, radius, turn + 360 * corner / corners) for corner in range(corners))


def diamond(x: float, y: float, width: float, height: float) -> Commands:
    """A lozenge about (x, y), its first corner straight up."""
    return polygon(((x, y - height / 2), (x + width / 2, y), (x, y + height / 2), (x - width / 2, y)))


def ribbon(box: Box, dent: float) -> Commands:
    """A band with a notch cut into either end, so deep as a share of its height."""
    deep, middle = box.height * dent, box.centre[1]
    one, two, three, four = box.corners
    return polygon((one, two, (box.right - deep, middle), three, four, (box.left + deep, middle)))


def points_of(command: Command) -> list[Point]:
    """The points that a command names: none to close a line, one, or a curve's two handles and its end."""
    _, *numbers = command
    return list(zip(numbers[0::2], numbers[1::2]))


def moved(commands: Iterable[Command], transform: Transform) -> Commands:
    """The path commands mapped by a transform."""
    return tuple(
        (command[0], *(value for x, y in points_of(command) for value in transform.apply(x, y))) for command in commands
    )


def loops(commands: Iterable[Command], steps: int = 8) -> Iterator[Loop]:
    """The outlines of a path as straight lines, so many for each curve."""
    points: list[Point] = []
    for command in commands:
        if command[0] == "M" and points:
            yield tuple(points)
            points = []
        if command[0] == "C":
            start, (one, other, end) = points[-1], points_of(command)
            points += [cubic(start, one, other, end, step / steps) for step in range(1, steps + 1)]
        else:
            points += points_of(command)
    if points:
        yield tuple(points)


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
    return text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width, width


def around(commands: Iterable[Command], reach: float = 0.0) -> Box:
    """The box around all points of a path, with as much again on every side as its line reaches."""
    return Box.over([point for command in commands for point in points_of(command)]).grown(Insets.even(reach))


def mapped(box: Box, transform: Transform) -> Box:
    """The smallest upright box around a box that was moved, turned or scaled."""
    return Box.over([transform.apply(x, y) for x, y in box.corners])


def parts_of(text: str) -> int:
    """How many letters and numbers a path has, which is what reading it costs."""
    return sum(1 for _ in _TOKEN.finditer(text))


def path_commands(text: str) -> Commands:
    """The commands of a path; ValueError when it cannot be read."""
    if not text.strip().startswith(("M", "m")):
        raise ValueError("a path begins with M")
    if _PLAIN.fullmatch(text):
        return tuple(_plain(text))
    try:
        return _general(text)
    except (IndexError, TypeError, AssertionError, ArithmeticError) as failure:
        raise ValueError(str(failure)) from failure


def _plain(text: str) -> Iterator[Command]:
    at = start = (0.0, 0.0)
    for letter, arguments in _PART.findall(text):
        values = [float(number) for number in _NUMBER.findall(arguments)]
        arity = _ARITY.get(letter, 1)
        if letter == "Z":
            at = start
            yield ("Z",)
        elif not values or len(values) % arity:
            raise ValueError(f"{letter} takes {arity} numbers at a time")
        else:
            for first in range(0, len(values), arity):
                command = _absolute(letter, values[first : first + arity], at)
                _, *numbers = command
                at = numbers[-2], numbers[-1]
                if letter == "M" and first:  # further points of a move are lines
                    command = ("L", *at)
                elif letter == "M":
                    start = at
                yield command


def _absolute(letter: str, values: Sequence[float], at: Point) -> Command:
    """One command by the point that it begins in."""
    if letter in "HV":
        return ("L", values[0], at[1]) if letter == "H" else ("L", at[0], values[0])
    if letter != "Q":
        return (letter, *values)
    # As a cubic curve, exactly: each handle two thirds of the way to the control point.
    (x0, y0), (x, y, x1, y1) = at, values
    return ("C", x0 + 2 / 3 * (x - x0), y0 + 2 / 3 * (y - y0), x1 + 2 / 3 * (x - x1), y1 + 2 / 3 * (y - y1), x1, y1)


def _general(text: str) -> Commands:
    from fontTools.svgLib.path.parser import parse_path

    from pnp.drawing.shapes import PathPen

    pen = PathPen()
    parse_path(_ARCS.sub(_spaced, text), pen)
    return tuple(pen.commands)


def _spaced(arcs: re.Match[str]) -> str:
    """Arcs with a space between any two of their numbers: fontTools takes runs of them apart in quadratic time."""
    at = 0
    numbers: list[str] = []
    while found := _ARC.match(arcs[2], at):
        numbers += found.groups()
        at = found.end()
    if not numbers or arcs[2][at:].strip(" ,\t\r\n"):
        raise ValueError("an arc takes seven numbers")
    return f"{arcs[1]} {' '.join(numbers)} "


class PathPen(BasePen):  # type: ignore[misc]
    """Collects the commands of what it draws."""

    def __init__(self, glyphs: Any = None) -> None:
        super().__init__(glyphs)
        self.commands: list[Command] = []

    def _moveTo(self, pt: Point) -> None:
        self.commands.append(("M", *map(float, pt)))

    def _lineTo(self, pt: Point) -> None:
        self.commands.append(("L", *map(float, pt)))

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self.commands.append(("C", *map(float, (*pt1, *pt2, *pt3))))

    def _closePath(self) -> None:
        self.commands.append(("Z",))


def outline(glyphs: Any, units: int, places: Iterable[tuple[str, float, float]]) -> Commands:
    """The outlines in ems, y down, of glyphs by their names and the places of their origins in the font's units."""
    commands: list[Command] = []
    for name, right, up in places:
        pen = PathPen(glyphs)
        glyphs[name].draw(pen)
        for letter, *numbers in pen.commands:
            ends = (((x + right) / units, -(y + up) / units) for x, y in zip(numbers[0::2], numbers[1::2]))
            commands.append((letter, *(value for end in ends for value in end)))
    return tuple(commands)
