"""Draws figures and the faces in them as shapes; a face is drawn once, however often it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face, cut_out
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.lines import Letters
from pnp.drawing.linework import icon_shape
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, Use, circle, rectangle
from pnp.geometry import MM_PER_POINT, Box, Transform, number
from pnp.typesetting.blocks import Figure, Label, NumberedDisc, PlacedFace
from pnp.typesetting.format import HAIRLINE, INK

MEASURE = 124.0  # mm: how wide figures of share 1 are printed on a page of A5, from which room for words is reckoned
_STACK = 1.1  # millimetres of life size from one card of a stack to the next
_MOST_STACKED = 3
DISC = 2.0  # mm: the radius of a number as printed on A5, from which room for it is reckoned
_DISC = 0.77  # the same, of the size of words in figures
_NUMERAL = 1.1  # of the size of words in figures


@dataclass
class Illustrator:
    """Draws the figures of one book with its faces; `label` is the size of words in figures, in points, and `colour`
    that of the numbers of legends.
    """

    faces: Mapping[str, Face]
    fonts: FontBook
    label: float
    colour: Colour
    _symbols: dict[str, Symbol] = field(default_factory=dict)

    def draw(self, figure: Figure, width: float, highest: float) -> tuple[tuple[Shape, ...], float]:
        """The figure in the middle of that width and no higher than that, and its height; all in millimetres."""
        scale = min(width * figure.share / figure.width, highest / figure.height, 1.0)
        left = (width - figure.width * scale) / 2
        there = Transform.scaled(scale).then(Transform.moved(left, 0))
        shapes: list[Shape] = []
        for placed in figure.placed:
            whole = self._symbol(placed.face)
            symbol = whole if placed.part is None else _part(whole, placed.part)
            shapes += [Use(symbol, place.then(there)) for place in placements(placed, symbol)]
        shapes += [self._label(label, scale, left) for label in figure.labels]
        shapes += [shape for disc in figure.discs for shape in self._disc(disc, scale, left)]
        return tuple(shapes), figure.height * scale

    def icon(self, letters: Letters, x: float, y: float) -> Use:
        """A piece among words on a baseline, centred on the height of a capital."""
        assert letters.face is not None
        cap = self.fonts[letters.font].cap_height * letters.size * MM_PER_POINT
        return icon_shape(self._symbol(letters.face), x, y - (cap + letters.height) / 2, letters.height)

    @property
    def radius(self) -> float:
        """Of the numbers in pictures and in their legends, in millimetres."""
        return _DISC * self.label * MM_PER_POINT

    def number(self, number: int, x: float, y: float, radius: float) -> Iterator[Shape]:
        """A number on a disc about (x, y)."""
        size = _NUMERAL * self.label * radius / self.radius
        cap = self.fonts[TEXT_BOLD].cap_height * size * MM_PER_POINT
        yield Path(circle(x, y, radius), self.colour, Stroke(WHITE, 0.3))
        yield Text(x, y + cap / 2, str(number), TEXT_BOLD, size, WHITE, "middle")

    def _disc(self, disc: NumberedDisc, scale: float, left: float) -> Iterator[Shape]:
        across, down = (self.radius * share for share in disc.towards)
        return self.number(disc.number, left + disc.x * scale + across, disc.y * scale + down, self.radius)

    def _symbol(self, face: str) -> Symbol:
        """The face as it is shown, made once."""
        if face not in self._symbols:
            self._symbols[face] = symbol_of(self.faces[face])
        return self._symbols[face]

    def _label(self, label: Label, scale: float, left: float) -> Text:
        font = TEXT_BOLD if label.bold else TEXT
        cap = self.fonts[font].cap_height * self.label * MM_PER_POINT
        return Text(left + label.x * scale, label.y * scale + cap / 2, label.text, font, self.label, INK, "middle")


def placements(placed: PlacedFace, symbol: Symbol) -> Iterator[Transform]:
    """Where each piece of a pile lies in its figure, the lowest first; in millimetres of life size."""
    x, y = symbol.bounds.centre
    middle = Transform.moved(-x, -y).then(Transform.rotated(placed.turn))
    for depth in range(min(placed.copies, _MOST_STACKED) - 1, -1, -1):
        yield middle.then(Transform.moved(placed.x + x + depth * _STACK, placed.y + y - depth * _STACK))


def _part(symbol: Symbol, part: Box) -> Symbol:
    """No more of a face than that."""
    name = "-".join(number(side) for side in (part.left, part.top, part.right, part.bottom))
    return Symbol(f"{symbol.id}/{name}", (Group((Use(symbol),), clip=Path(rectangle(part))),), part)


def printed(width: float, share: float) -> float:
    """How many millimetres of life size one printed millimetre stands for, in a figure of that width."""
    return max(1.0, width / (MEASURE * share))


def symbol_of(face: Face) -> Symbol:
    """A face cut to its trim, a net to what lies on top, with the hairline of a paper's edge."""
    return cut_out(face, f"piece/{face.id}", Stroke(HAIRLINE, 0.25))
