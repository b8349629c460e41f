"""Draws figures and the faces in them as shapes; a face is drawn once, however often it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, Use, circle, rectangle
from pnp.geometry import Box, Transform
from pnp.rulebook.blocks import Figure, Label, Placed
from pnp.rulebook.format import HAIRLINE, INK
from pnp.rulebook.lines import Letters
from pnp.units import MM_PER_POINT

_STACK = 1.1  # millimetres of life size from one card of a stack to the next
_MOST_STACKED = 3


@dataclass
class Figures:
    """The faces of one book as drawings to place; `label` is the size of words in figures, in points."""

    faces: Mapping[str, Face]
    fonts: FontBook
    label: float
    _symbols: dict[str, Symbol] = field(default_factory=dict)

    def drawn(self, figure: Figure, width: float, highest: float) -> tuple[tuple[Shape, ...], float]:
        """The figure in the middle of that width and no higher than that, and its height; all in millimetres."""
        scale = min(width * figure.share / figure.width, highest / figure.height, 1.0)
        left = (width - figure.width * scale) / 2
        shapes: list[Shape] = []
        for placed in figure.placed:
            shapes += self._pieces(placed, scale, left)
        shapes += [self._label(label, scale, left) for label in figure.labels]
        return tuple(shapes), figure.height * scale

    def icon(self, letters: Letters, x: float, y: float) -> Use:
        """A piece among words on a baseline, centred on the height of a capital."""
        assert letters.face is not None
        symbol = self.symbol(letters.face)
        cap = self.fonts[letters.font].cap_height * letters.size * MM_PER_POINT
        scale = letters.height / symbol.bounds.height
        top = y - (cap + letters.height) / 2
        return Use(
            symbol, Transform(scale, 0, 0, scale, x - symbol.bounds.left * scale, top - symbol.bounds.top * scale)
        )

    def symbol(self, face: str) -> Symbol:
        """The face as it is shown, made once."""
        if face not in self._symbols:
            self._symbols[face] = symbol_of(self.faces[face])
        return self._symbols[face]

    def _pieces(self, placed: Placed, scale: float, left: float) -> Iterator[Shape]:
        symbol = self.symbol(placed.face)
        for place in placements(placed, symbol):
            yield Use(symbol, place.then(Transform.scaled(scale)).then(Transform.moved(left, 0)))

    def _label(self, label: Label, scale: float, left: float) -> Text:
        font = TEXT_BOLD if label.bold else TEXT
        cap = self.fonts[font].cap_height * self.label * MM_PER_POINT
        return Text(left + label.x * scale, label.y * scale + cap / 2, label.text, font, self.label, INK, "middle")


def placements(placed: Placed, symbol: Symbol) -> Iterator[Transform]:
    """Where each piece of a pile lies in its figure, the lowest first; in millimetres of life size."""
    x, y = symbol.bounds.centre
    middle = Transform.moved(-x, -y).then(Transform.rotated(placed.turn))
    for depth in range(min(placed.copies, _MOST_STACKED) - 1, -1, -1):
        yield middle.then(Transform.moved(placed.x + x + depth * _STACK, placed.y + y - depth * _STACK))


def symbol_of(face: Face) -> Symbol:
    """A face cut to its trim, a net to what lies on top, with the hairline of a paper's edge."""
    trim = face.trim
    box = face.top or trim.box
    if trim.outline == "round":
        edge = circle(*box.centre, box.width / 2)
    else:
        edge = rectangle(box, trim.corner)
    rim = Path(edge, stroke=Stroke(HAIRLINE, 0.25)) if face.top or trim.outline != "drawn" else None
    shapes: tuple[Shape, ...] = (Group(face.shapes, clip=Path(edge)),)
    reach = 0.125
    bounds = Box(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach)
    return Symbol(f"piece/{face.id}", (*shapes, rim) if rim else shapes, bounds)
