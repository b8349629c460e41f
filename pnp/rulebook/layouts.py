"""Figures that show pieces, given by their ids, in rows, fans and spreads."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from math import cos, fsum, radians, sin

from pnp.engine.stories import Spread
from pnp.geometry import Box, Size
from pnp.rulebook.blocks import Figure, Inlines, Label, Placed
from pnp.rulebook.inventory import Pieces

MEASURE = 112.0  # mm: how wide figures of share 1 are printed on a page of A5, from which room for words is reckoned
_LINE = 3.5  # mm as printed, from one line of words in a figure to the next
_OVERLAP = 0.42  # of a card's width stays uncovered where cards overlap
_GAP = 5.0
_LETTER = 1.35  # mm as printed, room for a letter of a remark
_TRIES = 6  # until pieces and words agree on a scale
_COLUMN_GAP = 1.15  # of a column's width, to the next


@dataclass
class Canvas:
    """Gathers pieces by their centres and words, wherever they come to lie; `figure` moves all of it into view."""

    stock: Pieces
    _placed: list[Placed] = field(default_factory=list)
    _labels: list[Label] = field(default_factory=list)
    _box: Box | None = None

    def piece(self, face: str, x: float, y: float, turn: float = 0.0, copies: int = 1) -> None:
        size = self.stock.seen(face)
        self._placed.append(Placed(face, x - size.width / 2, y - size.height / 2, turn, copies))
        self._reach(Box.around(x, y, _turned(size, turn)))

    def words(self, text: str, x: float, y: float, bold: bool = False) -> None:
        """One line of words centred on a point; callers leave room for it."""
        self._labels.append(Label(text, x, y, bold))

    def room(self, box: Box) -> None:
        """Makes sure that the figure reaches as far as that."""
        self._reach(box)

    @property
    def box(self) -> Box:
        return self._box or Box(0, 0, 1, 1)

    def figure(self, alt: str, caption: Inlines = (), share: float = 1.0, beside: bool = False) -> Figure:
        left, top = self.box.left, self.box.top
        placed = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._placed)
        labels = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._labels)
        return Figure(placed, labels, self.box.width, self.box.height, alt, caption, share, beside)

    def _reach(self, box: Box) -> None:
        self._box = box if self._box is None else self._box.joined(box)


def _turned(size: Size, turn: float) -> Size:
    """How much room a piece takes that is turned."""
    c, s = abs(cos(radians(turn))), abs(sin(radians(turn)))
    return Size(size.width * c + size.height * s, size.width * s + size.height * c)


def printed(width: float, share: float) -> float:
    """How many millimetres of life size one printed millimetre stands for, in a figure of that width."""
    return max(1.0, width / (MEASURE * share))


def in_rows(canvas: Canvas, ids: Sequence[str], columns: int, gap: float = _GAP) -> None:
    """Pieces side by side, so many to a row; rows as high as their highest piece, pieces about the middle of it."""
    y = 0.0
    for at in range(0, len(ids), columns):
        row = ids[at : at + columns]
        sizes = [canvas.stock.seen(each) for each in row]
        high, x = max(size.height for size in sizes), (gap - fsum(size.width + gap for size in sizes)) / 2
        for each, size in zip(row, sizes):
            canvas.piece(each, x + size.width / 2, y + high / 2)
            x += size.width + gap
        y += high + gap


def in_fan(canvas: Canvas, ids: Sequence[str], degrees: float = 9.0) -> None:
    """Cards as they are held in a hand, the first one on the left."""
    size = canvas.stock.seen(ids[0])
    radius = size.height * 2.1
    for at, each in enumerate(ids):
        turn = (at - (len(ids) - 1) / 2) * degrees
        canvas.piece(each, radius * sin(radians(turn)), -radius * cos(radians(turn)), turn)


def spread_width(stock: Pieces, ids: Sequence[str]) -> float:
    """The width of pieces that overlap from the left."""
    widths = [stock.seen(each).width for each in ids]
    return fsum(width * _OVERLAP for width in widths[:-1]) + (widths[-1] if widths else 0.0)


def spread(canvas: Canvas, ids: Sequence[str], left: float, middle: float) -> None:
    """Pieces that overlap, each covering the right of the one before; around the height `middle`."""
    for each in ids:
        width = canvas.stock.seen(each).width
        canvas.piece(each, left + width / 2, middle)
        left += width * _OVERLAP


def faces_of(stock: Pieces, shown: Spread) -> tuple[str, ...]:
    """The faces of a spread as they lie, backs for what is hidden."""
    return tuple(stock.back(each) if at in shown.hidden else each for at, each in enumerate(shown.pieces))


def spreads(canvas: Canvas, shown: Sequence[Spread], named: Callable[[int], str], columns: int, share: float) -> None:
    """Spreads in columns, each with its owner's name and a remark below."""
    faces = [faces_of(canvas.stock, each) for each in shown]
    wide = _columns(canvas.stock, shown, faces, columns, share)
    starts = [0.0, *accumulate(width * _COLUMN_GAP for width in wide)]
    line = _LINE * printed(starts[columns], share)
    y = 0.0
    for at in range(0, len(shown), columns):
        row = list(zip(shown[at : at + columns], faces[at : at + columns], starts, wide))
        high = max(canvas.stock.seen(each).height for _, own, _, _ in row for each in own)
        lines = 0
        for each, own, start, width in row:
            spread(canvas, own, start + (width - spread_width(canvas.stock, own)) / 2, y + high / 2)
            texts = [(text, bold) for text, bold in ((named(each.seat), True), (each.remark, False)) if text]
            for number, (text, bold) in enumerate(texts):
                canvas.words(text, start + width / 2, y + high + line * (number + 0.9), bold)
            lines = max(lines, len(texts))
        canvas.room(Box(0, y, starts[columns], y + high + line * (lines + 0.4)))
        y += high + line * (lines + 1.1)


def _columns(
    stock: Pieces, shown: Sequence[Spread], faces: Sequence[Sequence[str]], columns: int, share: float
) -> list[float]:
    """How wide each column must be for its pieces and, at the scale that all of them make, for the words below them."""
    pieces, letters = [0.0] * columns, [0] * columns
    for at, (each, own) in enumerate(zip(shown, faces)):
        pieces[at % columns] = max(pieces[at % columns], spread_width(stock, own))
        letters[at % columns] = max(letters[at % columns], len(each.remark))
    wide = pieces
    for _ in range(_TRIES):
        scale = printed(fsum(wide) * _COLUMN_GAP, share)
        wide = [max(own, count * _LETTER * scale) for own, count in zip(pieces, letters)]
    return wide


def columns_for(shown: Sequence[Spread], most: int, share: float) -> int:
    """How many spreads stand side by side: as many as the words below them let, and rows of equal length if can be."""
    longest = max(len(each.remark) for each in shown) * _LETTER * _COLUMN_GAP
    fitting = max(1, min(most, len(shown), int(MEASURE * share / longest) if longest else most))
    rows = -(-len(shown) // fitting)
    return -(-len(shown) // rows)
