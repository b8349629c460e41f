"""Figures and the faces they show in; shapes out, every face one drawing however often it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, Use, circle, rectangle
from pnp.geometry import Box, Transform
from pnp.rulebook.blocks import Figure, Label, Placed
from pnp.rulebook.format import HAIRLINE, INK
from pnp.rulebook.inline import ICON
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
        """A piece among words, a little taller than a capital and centred on it."""
        assert letters.face is not None
        symbol = self.symbol(letters.face)
        cap = self.fonts[letters.font].cap_height * letters.size * MM_PER_POINT
        scale = cap * ICON / symbol.bounds.height
        top = y - cap * (1 + ICON) / 2
        return Use(
            symbol, Transform(scale, 0, 0, scale, x - symbol.bounds.left * scale, top - symbol.bounds.top * scale)
        )

    def symbol(self, face: str) -> Symbol:
        """The face cut to its trim, with the hairline of a paper's edge."""
        if face not in self._symbols:
            self._symbols[face] = _cut(self.faces[face])
        return self._symbols[face]

    def _pieces(self, placed: Placed, scale: float, left: float) -> Iterator[Shape]:
        symbol, size = self.symbol(placed.face), self.faces[placed.face].trim.size
        for depth in range(min(placed.copies, _MOST_STACKED) - 1, -1, -1):
            middle = Transform.moved(-size.width / 2, -size.height / 2).then(Transform.rotated(placed.turn))
            x, y = placed.x + size.width / 2 + depth * _STACK, placed.y + size.height / 2 - depth * _STACK
            yield Use(
                symbol, middle.then(Transform.moved(x, y)).then(Transform.scaled(scale)).then(Transform.moved(left, 0))
            )

    def _label(self, label: Label, scale: float, left: float) -> Text:
        font = TEXT_BOLD if label.bold else TEXT
        cap = self.fonts[font].cap_height * self.label * MM_PER_POINT
        return Text(left + label.x * scale, label.y * scale + cap / 2, label.text, font, self.label, INK, "middle")


def _cut(face: Face) -> Symbol:
    trim = face.trim
    box = trim.box
    if trim.outline == "round":
        edge = circle(*box.centre, box.width / 2)
    else:
        edge = rectangle(box, trim.corner)
    rim = Path(edge, stroke=Stroke(HAIRLINE, 0.25)) if trim.outline != "drawn" else None
    shapes: tuple[Shape, ...] = (Group(face.shapes, clip=Path(edge)),)
    reach = 0.125
    bounds = Box(box.left - reach, box.top - reach, box.right + reach, box.bottom + reach)
    return Symbol(f"piece/{face.id}", (*shapes, rim) if rim else shapes, bounds)
