"""A Face, which is one side of one piece: its shapes, with its trim, bleed and safe area."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from typing import Literal, Protocol, TypeVar, runtime_checkable

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import FontBook, FontError, FontFileError
from pnp.drawing.markup import IconError
from pnp.drawing.paint import LinearGradient, Tiling
from pnp.drawing.paint import Paint as Inks
from pnp.drawing.picturefile import ArtError
from pnp.drawing.raster import Kept, greyed
from pnp.drawing.shapes import (
    Group,
    Image,
    Once,
    Path,
    Recolouring,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    mapped,
    rectangle,
)
from pnp.drawing.text import FitError
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import DRAWN, Box, Insets, Point, Shaped, Size, Transform, Trim

Ink = Literal["full", "saver", "gray"]
Piece = TypeVar("Piece", contravariant=True)

_STEPS = 10_000  # to a millimetre: 0.1 micrometre, as in manifests and on sheets
_REACH = 1_000  # what a transform moves by such a step at most lies so far from its origin
# Designed measures often end halfway between two steps, where the last digit of a sum decides; none ends here.
_MITRE = 10.0  # what lines have unless they say otherwise
_ASIDE = 0.317
_SYMBOL = 10.0  # mm high
Paint = Callable[[Box, Box], Iterable[Shape]]
"""What fills a box with a picture: the box that is seen, and the one around it that it must reach to at cut edges."""
FAULTS: Mapping[type[Exception], str] = {
    FitError: "does-not-fit",
    IconError: "unknown-icon",
    FontFileError: "font",
    FontError: "missing-glyph",
    ArtError: "art",
}


@frozen
class Face:
    """One drawn side: shapes in millimetres from the trim's top left, reaching into the bleed beyond it.

    `top` is what is seen of a net from above once it is folded, as pictures of a game on the table show it: a part of
    the net, or a drawing of the solid. `folds` are lines to fold along that are not printed, so that none runs over the
    art; machines score them.
    """

    id: str
    trim: Trim
    shapes: tuple[Shape, ...]
    top: Box | Symbol | None = None
    folds: tuple[tuple[Point, Point], ...] = ()

    def scaled(self, factor: float) -> Face:
        """The same face, smaller or larger."""
        top = self._top_through(Transform.scaled(factor), str(factor))
        folds = tuple(((x * factor, y * factor), (u * factor, v * factor)) for (x, y), (u, v) in self.folds)
        return Face(self.id, self.trim.scaled(factor), (Group(self.shapes, Transform.scaled(factor)),), top, folds)

    def turned(self, degrees: int) -> Face:
        """The same face turned clockwise by quarters of a circle."""
        if not degrees % 360:
            return self
        width, height = self.trim.size.width, self.trim.size.height
        back = {90: (height, 0.0), 180: (width, height), 270: (0.0, width)}[degrees % 360]
        there = Transform.rotated(degrees % 360).then(Transform.moved(*back))
        folds = tuple((there.apply(*start), there.apply(*end)) for start, end in self.folds)
        top = self._top_through(there, f"turned-{degrees % 360}")
        return Face(self.id, self.trim.turned(degrees), (Group(self.shapes, there),), top, folds)

    def _top_through(self, map_: Transform, called: str) -> Box | Symbol | None:
        """What is seen from above, where the whole face is scaled or turned; `called` tells the drawings apart."""
        top = self.top
        if isinstance(top, Symbol):
            return Symbol(f"{top.id}/{called}", (Group(top.shapes, map_),), mapped(top.bounds, map_))
        return mapped(top, map_) if top else None

    def in_grey(self, grey: Recolouring | None = None) -> Face:
        """The same face as a black-and-white printer shows it; faces with drawings in common share one `grey`."""
        return replace(self, shapes=(grey or without_colour()).shapes(self.shapes))


def without_colour() -> Recolouring:
    """What turns drawings grey."""
    return Recolouring(lambda colour: colour.grey, greyed)


@frozen(slots=False)
class Style:
    """How faces are to be drawn: the edition, the fonts, and whether ink is to be saved (a design of its own).

    `kept` has pictures that were read before.
    """

    fonts: FontBook
    edition: str = ""
    saver: bool = False
    kept: Kept = field(default_factory=Kept, compare=False)


def cut_out(face: Face, name: str, paper_edge: Stroke) -> Symbol:
    """A face cut to its trim, a net to what lies on top, with a line for the paper's edge; a solid as it is drawn."""
    trim = face.trim
    if isinstance(face.top, Symbol):
        return replace(face.top, id=name)
    box = face.top or trim.box
    edge = trim.outline.edge(box, corner=trim.corner) if trim.outline.is_cut_out else rectangle(box, trim.corner)
    shapes: tuple[Shape, ...] = (Group(face.shapes, clip=Path(edge)),)
    if face.top or not trim.outline.is_drawn:
        shapes += (Path(edge, stroke=paper_edge),)
    return Symbol(name, shapes, box.grown(Insets.even(paper_edge.width / 2)))


class Artist(Protocol[Piece]):
    """What draws one game; a game's `faces.py` offers `artist(game, style)` that returns one."""

    def face(self, piece: Piece, /) -> Face:
        """The face of a component or back, of exactly its trim; raises FitError when its text does not fit."""
        ...


class Look:
    """The digest of what faces look like; a face, and a symbol that many faces share, is digested once.

    Numbers are rounded to what can be printed and texts are spelt in ASCII, so that a digest is the same on every
    version of Python, whatever the last digits of a sum are there and whichever characters `repr` knows.
    """

    def __init__(self) -> None:
        self._symbol = Once(self._symbol_digest)
        self._face = Once(self._face_digest)

    def digest(self, face: Face) -> str:
        """SHA-256 in hexadecimal: the same for two faces exactly when trim and shapes are the same in print."""
        return self._face(face)

    def _face_digest(self, face: Face) -> str:
        trim = face.trim
        edge = _numbers(trim.size.width, trim.size.height, trim.corner, trim.bleed, trim.safe)
        edge += self._path(Path(trim.edge)) if isinstance(trim.outline, Shaped) else b""
        return hashlib.sha256(trim.outline.name.encode() + edge + self._shapes(face.shapes)).hexdigest()

    def _symbol_digest(self, symbol: Symbol) -> bytes:
        content = ascii(symbol.id).encode() + _box(symbol.bounds) + self._shapes(symbol.shapes)
        return hashlib.sha256(content).digest()

    def _shapes(self, shapes: tuple[Shape, ...]) -> bytes:
        return b"".join([self._shape(shape) for shape in shapes])

    def _shape(self, shape: Shape) -> bytes:
        match shape:
            case Path():
                return self._path(shape)
            case Use():
                return b"use" + self._symbol(shape.symbol) + _transform(shape.transform)
            case Group():
                clip = self._path(shape.clip) if shape.clip else b""
                part = () if shape.part is None else (shape.part,)
                meaning = ascii((shape.role, shape.alt, shape.link, shape.name, *part)).encode() + self._veil(shape)
                return b"group" + _transform(shape.transform) + meaning + clip + self._shapes(shape.shapes) + b"end"
            case Image():
                return b"image" + hashlib.sha256(shape.picture.data).digest() + _box(shape.box)
            case Text():
                words = ascii((shape.text, shape.font, shape.anchor)).encode()
                apart = _numbers(shape.spread) if _tells(shape.spread) else b""
                apart += b"tracking" + _numbers(shape.tracking) if abs(shape.tracking) * _STEPS > 0.5 else b""
                return b"text" + words + _numbers(shape.x, shape.y, shape.size) + apart + _colour(shape.colour)

    def _path(self, path: Path) -> bytes:
        """A path's letters, its numbers and its paint."""
        letters = "".join([command[0] for command in path.commands])
        numbers = [value for command in path.commands for value in command[1:]]
        line = b"bare"
        if stroke := path.stroke:
            line = f"{stroke.cap} {stroke.join} {len(stroke.dash)}".encode() + self._paint(stroke.paint)
            line += _numbers(stroke.width, *stroke.dash)
            line += b"from" + _numbers(stroke.offset) if _tells(stroke.offset) else b""
            line += b"mitre" + _numbers(stroke.mitre) if _tells(stroke.mitre - _MITRE) else b""
        return f"path{letters} {path.even_odd}".encode() + self._paint(path.fill) + line + _numbers(*numbers)

    def _paint(self, paint: Inks | None) -> bytes:
        if paint is None or isinstance(paint, Colour):
            return _colour(paint)
        if isinstance(paint, Tiling):
            return b"tiling" + _box(paint.cell) + _transform(paint.transform) + self._shapes(paint.shapes) + b"end"
        if isinstance(paint, LinearGradient):
            places = b"linear" + _numbers(*paint.start, *paint.end)
        else:
            places = b"radial" + _numbers(*paint.centre, paint.radius, *(paint.focus or paint.centre))
        stops = [_numbers(stop.offset, stop.opacity) + _colour(stop.colour) for stop in paint.stops]
        return places + paint.spread.encode() + _transform(paint.transform) + b"".join(stops) + b"end"

    def _veil(self, group: Group) -> bytes:
        """What a group is seen through."""
        veil = b"opacity" + _numbers(group.opacity) if _tells(1 - group.opacity) else b""
        mask = group.mask
        return veil + (mask.by.encode() + self._shapes(mask.shapes) + b"end" if mask else b"")


def _colour(colour: Colour | None) -> bytes:
    return _numbers(colour.red, colour.green, colour.blue) if colour else b"none"


def _box(box: Box) -> bytes:
    return _numbers(box.left, box.top, box.right, box.bottom)


def _transform(transform: Transform) -> bytes:
    t = transform
    return _numbers(t.a, t.b, t.c, t.d, steps=_STEPS * _REACH) + _numbers(t.e, t.f)


def _tells(difference: float) -> bool:
    """Whether a printer shows a difference from what is usual."""
    return abs(difference) * _STEPS > 0.5


def _numbers(*values: float, steps: float = _STEPS) -> bytes:
    """Each number by the step that it falls into, as eight little-endian bytes."""
    return struct.pack(f"<{len(values)}d", *[(value * steps + _ASIDE) // 1 for value in values])


@frozen
class BoxDesign:
    """`ground` is all around the box, `letters` stand on it, `accent` is for rules.

    `picture` is on the front, above the title; with `titled` it has the title itself and takes the whole front, and
    without one the title does.
    `emblem` stands on the other panels, on the ground.
    """

    ground: Colour
    letters: Colour
    accent: Colour
    picture: Paint | None
    emblem: Symbol | None = None
    titled: bool = False


@frozen
class CoverDesign:
    """The cover of a rulebook: its picture, made for the part of the page that is seen above the words and painted over
    all of it, and the colours of the title and of all other words on it.
    """

    picture: Paint
    title: Colour
    words: Colour


@runtime_checkable
class CoverDesigner(Protocol):
    """An artist that draws the cover of the game's rulebook."""

    def cover_design(self) -> CoverDesign | None:
        """The cover; None where it has none after all, and a fan of cards serves."""
        ...


@runtime_checkable
class Sampler(Protocol):
    """An artist that shows by samples what one piece has of all members of a set, such as the lands of a board."""

    def sample(self, name: str, member: str, /) -> Face | None:
        """A patch of what tells a member of the set of that name from the others; None where it has none."""
        ...


@runtime_checkable
class SymbolArtist(Protocol):
    """An artist whose pieces bear icons, which a rulebook shows among its words."""

    @property
    def symbols(self) -> tuple[str, ...]:
        """What the icons are called."""
        ...

    def symbol(self, name: str, /) -> Symbol:
        """One of them, as the pieces bear it."""
        ...


def symbol_face(name: str, symbol: Symbol) -> Face:
    """An icon of the pieces as a face of its own."""
    box = symbol.bounds
    scale = _SYMBOL / box.height
    there = Transform.moved(-box.left, -box.top).then(Transform.scaled(scale))
    trim = Trim(Size(box.width * scale, _SYMBOL), DRAWN, bleed=0.0, safe=0.0)
    return Face(name, trim, (Use(symbol, there),))


@runtime_checkable
class Noting(Protocol):
    """An artist that has something to say of what it drew, such as a drawing that is printed as pixels."""

    @property
    def notes(self) -> tuple[Finding, ...]:
        """What there is to say so far."""
        ...


@runtime_checkable
class BoxDesigner(Protocol):
    """An artist that has a look of its own for boxes."""

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The box design of the game's boxes; `plain` is what they would have without, made from the cards' back."""
        ...
