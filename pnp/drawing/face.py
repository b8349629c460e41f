"""Shapes in; a Face out: one side of one piece, with its trim, bleed and safe area."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import Literal, Protocol, TypeVar

from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Image, Shape, Symbol, Use, recoloured
from pnp.geometry import Trim

Ink = Literal["full", "saver", "gray"]
Piece = TypeVar("Piece", contravariant=True)


@dataclass(frozen=True, slots=True)
class Face:
    """One drawn side: shapes in millimetres from the trim's top left, reaching into the bleed beyond it."""

    id: str
    trim: Trim
    shapes: tuple[Shape, ...]

    def in_grey(self) -> Face:
        """The same face as a black-and-white printer shows it."""
        return replace(self, shapes=recoloured(self.shapes, lambda colour: colour.grey))


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
    """The digest of what faces look like; a symbol that many faces share is digested once."""

    def __init__(self) -> None:
        self._symbols: dict[int, tuple[Symbol, str]] = {}

    def digest(self, face: Face) -> str:
        """SHA-256 in hexadecimal: the same for two faces exactly when trim and shapes are the same."""
        return _sha256(f"{face.trim!r} {self._shapes(face.shapes)}")

    def _shapes(self, shapes: tuple[Shape, ...]) -> str:
        return " ".join(self._shape(shape) for shape in shapes)

    def _shape(self, shape: Shape) -> str:
        match shape:
            case Use():
                return f"use {self._symbol(shape.symbol)} {shape.transform!r}"
            case Group():
                frame = (shape.transform, shape.clip, shape.role, shape.alt, shape.link, shape.name)
                return f"group {frame!r} [{self._shapes(shape.shapes)}]"
            case Image():
                return f"image {hashlib.sha256(shape.picture.data).hexdigest()} {shape.box!r}"
            case _:
                return repr(shape)

    def _symbol(self, symbol: Symbol) -> str:
        known = self._symbols.get(id(symbol))
        if known is None:  # the symbol is kept beside its digest, so that its id() stays its own
            known = self._symbols[id(symbol)] = (symbol, _sha256(f"{symbol.id} {self._shapes(symbol.shapes)}"))
        return known[1]


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()

