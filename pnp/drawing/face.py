"""Shapes in; a Face out: one side of one piece, with its trim, bleed and safe area."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeVar

from pnp.drawing.fonts import FontBook
from pnp.drawing.raster import greyed
from pnp.drawing.shapes import Group, Image, Path, Recolouring, Shape, Symbol, Text, Use
from pnp.geometry import Transform, Trim

Ink = Literal["full", "saver", "gray"]
Piece = TypeVar("Piece", contravariant=True)


@dataclass(frozen=True, slots=True)
class Face:
    """One drawn side: shapes in millimetres from the trim's top left, reaching into the bleed beyond it."""

    id: str
    trim: Trim
    shapes: tuple[Shape, ...]

    def scaled(self, factor: float) -> Face:
        """The same face, smaller or larger."""
        return Face(self.id, self.trim.scaled(factor), (Group(self.shapes, Transform.scaled(factor)),))

    def in_grey(self, grey: Recolouring | None = None) -> Face:
        """The same face as a black-and-white printer shows it; faces with drawings in common share one `grey`."""
        return replace(self, shapes=(grey or without_colour()).shapes(self.shapes))


def without_colour() -> Recolouring:
    """What turns drawings grey."""
    return Recolouring(lambda colour: colour.grey, greyed)


@dataclass(frozen=True)
class Style:
    """How faces are to be drawn: the edition, the fonts, and whether ink is to be saved (a design of its own)."""

    fonts: FontBook
    edition: str = ""
    saver: bool = False


class Artist(Protocol[Piece]):
    """What draws one game; a game's `faces.py` offers `artist(game, style)` that returns one."""

    def face(self, piece: Piece, /) -> Face:
        """The face of a component or back, of exactly its trim; raises FitError when its text does not fit."""
        ...


class Look:
    """The digest of what faces look like; a face, and a symbol that many faces share, is digested once."""

    def __init__(self) -> None:
        self._faces: dict[int, tuple[Face, str]] = {}
        self._symbols: dict[int, tuple[Symbol, bytes]] = {}

    def digest(self, face: Face) -> str:
        """SHA-256 in hexadecimal: the same for two faces exactly when trim and shapes are the same."""
        known = self._faces.get(id(face))
        if known is None:  # the face is kept beside its digest, so that its id() stays its own
            content = repr(face.trim).encode() + self._shapes(face.shapes)
            known = self._faces[id(face)] = (face, hashlib.sha256(content).hexdigest())
        return known[1]

    def _shapes(self, shapes: tuple[Shape, ...]) -> bytes:
        return b"".join([self._shape(shape) for shape in shapes])

    def _shape(self, shape: Shape) -> bytes:
        match shape:
            case Path():
                return _path(shape)
            case Use():
                return b"use" + self._symbol(shape.symbol) + repr(shape.transform).encode()
            case Group():
                clip = _path(shape.clip) if shape.clip else b""
                part = () if shape.part is None else (shape.part,)
                meaning = (shape.role, shape.alt, shape.link, shape.name, *part)
                return b"group" + repr((shape.transform, meaning)).encode() + clip + self._shapes(shape.shapes) + b"end"
            case Image():
                return b"image" + hashlib.sha256(shape.picture.data).digest() + repr(shape.box).encode()
            case Text():
                return repr(shape).encode()

    def _symbol(self, symbol: Symbol) -> bytes:
        known = self._symbols.get(id(symbol))
        if known is None:  # the symbol is kept beside its digest, so that its id() stays its own
            content = repr((symbol.id, symbol.bounds)).encode() + self._shapes(symbol.shapes)
            known = self._symbols[id(symbol)] = (symbol, hashlib.sha256(content).digest())
        return known[1]


def _path(path: Path) -> bytes:
    """A path's letters, its numbers as eight little-endian bytes each, and its paint."""
    letters = "".join([command[0] for command in path.commands])
    numbers = [value for command in path.commands for value in command[1:]]
    paint = f"path{letters} {path.fill} {path.even_odd} {path.stroke}"
    return paint.encode() + struct.pack(f"<{len(numbers)}d", *numbers)
