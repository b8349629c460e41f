"""Pictures of pieces: in rows, fans and spreads, and on the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import accumulate
from math import cos, fsum, pi, radians, sin

from pnp.engine.playout import Spread
from pnp.engine.referee import Whereabouts
from pnp.frozen import frozen
from pnp.geometry import Box, Size
from pnp.rulebook.values import BookError, Inventory
from pnp.typesetting.blocks import Figure, Inlines, Label, NumberedDisc, PlacedFace
from pnp.typesetting.figures import DISC, MEASURE, printed

_LINE = 3.5  # mm as printed, from one line of words in a figure to the next
_OVERLAP = 0.42  # of a card's width stays uncovered where cards overlap
_APART = 1.06  # of its width, from a card to the next where none may be covered
_GAP = 5.0
_LETTER = 1.35  # mm as printed, room for a letter of a remark
_TRIES = 6  # until pieces and words agree on a scale
_SMALL, _SMALL_APART = 0.19, 0.152  # of life size, for pieces beside words; for those of which all is seen
_COLUMN_GAP = 1.15  # of a column's width, to the next
_PILE_GAP, _AIR = 4.0, 16.0  # between pieces of a seat, and between seats, in millimetres of life size
_OVAL = 1.12  # how much wider than high the ring of seats is
_FLAT = ("card", "aid", "mat", "board", "extra")
_TITLE_LINE = 3.6
_MOST_IN_HAND, _HAND = 6, 0.3  # pieces alike that lie side by side; what is seen of each card of a seat, of its width
_OFF = 0.65  # of its radius, by which a number lies off the edge of its pile


@dataclass
class Canvas:
    """Gathers pieces by their centres and words, wherever they come to lie; `figure` moves all of it into view."""

    inventory: Inventory
    _placed: list[PlacedFace] = field(default_factory=list)
    _labels: list[Label] = field(default_factory=list)
    _discs: list[NumberedDisc] = field(default_factory=list)
    _box: Box | None = None

    def piece(self, face: str, x: float, y: float, turn: float = 0.0, copies: int = 1) -> Box:
        """A piece by its centre; the box that it takes comes back."""
        size = self.inventory.seen(face)
        self._placed.append(PlacedFace(face, x - size.width / 2, y - size.height / 2, turn, copies))
        box = Box.around(x, y, _turned(size, turn))
        self.room(box)
        return box

    def part(self, face: str, part: Box, x: float, y: float, turn: float = 0.0) -> None:
        """A part of a face by its centre; the box is measured from the top left of the face."""
        size = Size(part.width, part.height)
        box = Box.around(x, y, size)
        self._placed.append(PlacedFace(face, box.left - part.left, box.top - part.top, turn, part=part))
        self.room(Box.around(x, y, _turned(size, turn)))

    def words(self, text: str, x: float, y: float, bold: bool = False) -> None:
        """One line of words centred on a point; callers leave room for it."""
        self._labels.append(Label(text, x, y, bold))

    def disc(self, disc: NumberedDisc, scale: float) -> None:
        """A number of the legend, with room for it where a printed millimetre stands for so many."""
        self._discs.append(disc)
        self.room(disc_box(disc, scale))

    def room(self, box: Box) -> None:
        """Makes sure that the figure reaches as far as that."""
        self._box = box if self._box is None else self._box.joined(box)

    @property
    def box(self) -> Box:
        return self._box or Box(0, 0, 1, 1)

    def figure(
        self, alt: str, caption: Inlines = (), share: float = 1.0, beside: bool = False, plate: bool = False
    ) -> Figure:
        left, top = self.box.left, self.box.top
        placed = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._placed)
        labels = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._labels)
        discs = tuple(replace(each, x=each.x - left, y=each.y - top) for each in self._discs)
        size = self.box.width, self.box.height
        return Figure(placed, labels, *size, alt, caption, share, beside, discs, plate=plate)


def _turned(size: Size, turn: float) -> Size:
    """The room that something of that size takes when it is turned by so many degrees."""
    c, s = abs(cos(radians(turn))), abs(sin(radians(turn)))
    return Size(size.width * c + size.height * s, size.width * s + size.height * c)


def disc_box(disc: NumberedDisc, scale: float) -> Box:
    """The room of a number where a printed millimetre stands for so many."""
    radius = DISC * scale
    x, y = disc.x + disc.towards[0] * radius, disc.y + disc.towards[1] * radius
    return Box.around(x, y, Size(2 * radius, 2 * radius))


def lay_rows(canvas: Canvas, ids: Sequence[str], columns: int, gap: float = _GAP) -> None:
    """Pieces side by side, so many to a row; rows as high as their highest piece, pieces about the middle of it."""
    y = 0.0
    for at in range(0, len(ids), columns):
        row = ids[at : at + columns]
        sizes = [canvas.inventory.seen(each) for each in row]
        high, x = max(size.height for size in sizes), (gap - fsum(size.width + gap for size in sizes)) / 2
        for each, size in zip(row, sizes):
            canvas.piece(each, x + size.width / 2, y + high / 2)
            x += size.width + gap
        y += high + gap


def lay_fan(canvas: Canvas, ids: Sequence[str], degrees: float = 9.0) -> None:
    """Cards as they are held in a hand, the first one on the left: as they are read, or all one way where they are
    not read the same way.
    """
    are_alike = len({canvas.inventory.turn(each) for each in ids}) == 1
    turns = [0 if are_alike else canvas.inventory.turn(each) for each in ids]
    size = canvas.inventory.seen(ids[0])
    radius = max(size.width, size.height) * 2.1
    for at, (each, own) in enumerate(zip(ids, turns)):
        turn = (at - (len(ids) - 1) / 2) * degrees
        canvas.piece(each, radius * sin(radians(turn)), -radius * cos(radians(turn)), turn + own)


def lay_spreads(
    canvas: Canvas, shown: Sequence[Spread], named: Callable[[int], str], columns: int, share: float
) -> None:
    """Spreads in columns, each with its owner's name and a remark below; backs for what is hidden.

    The pieces of a spread overlap, each covering the right of the one before, unless they are to lie apart.
    """
    back = canvas.inventory.back
    faces = [[back(each) if at in own.hidden else each for at, each in enumerate(own.pieces)] for own in shown]
    wide = _columns(canvas.inventory, shown, faces, columns, share)
    starts = [0.0, *accumulate(width * _COLUMN_GAP for width in wide)]
    line = _LINE * printed(starts[columns], share)
    y = 0.0
    for at in range(0, len(shown), columns):
        row = list(zip(shown[at : at + columns], faces[at : at + columns], starts, wide))
        high = max(canvas.inventory.seen(each).height for _, own, _, _ in row for each in own)
        lines = 0
        for each, own, start, width in row:
            left = start + (width - _spread_width(canvas.inventory, each, own)) / 2
            for face in own:
                across = canvas.inventory.seen(face).width
                canvas.piece(face, left + across / 2, y + high / 2)
                left += across * _step(each)
            texts = [(text, bold) for text, bold in ((named(each.seat), True), (each.remark, False)) if text]
            for number, (text, bold) in enumerate(texts):
                canvas.words(text, start + width / 2, y + high + line * (number + 0.9), bold)
            lines = max(lines, len(texts))
        canvas.room(Box(0, y, starts[columns], y + high + line * (lines + 0.4)))
        y += high + line * (lines + 1.1)


def _step(spread: Spread) -> float:
    """How far it is from a piece of a spread to the next, of its width."""
    return _APART if spread.apart else _OVERLAP


def _spread_width(inventory: Inventory, spread: Spread, ids: Sequence[str]) -> float:
    widths = [inventory.seen(each).width for each in ids]
    return fsum(width * _step(spread) for width in widths[:-1]) + (widths[-1] if widths else 0.0)


def _columns(
    inventory: Inventory, shown: Sequence[Spread], faces: Sequence[Sequence[str]], columns: int, share: float
) -> list[float]:
    """How wide each column must be for its pieces and, at the scale that all of them make, for the words below them."""
    pieces, letters = [0.0] * columns, [0] * columns
    for at, (each, own) in enumerate(zip(shown, faces)):
        pieces[at % columns] = max(pieces[at % columns], _spread_width(inventory, each, own))
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


def share_of_column(inventory: Inventory, shown: Sequence[Spread], most: float) -> float:
    """How much of the measure spreads below each other take, small but legible, and no more than that."""
    small = _SMALL_APART if all(each.apart for each in shown) else _SMALL
    pieces = max(_spread_width(inventory, each, each.pieces) for each in shown) * small
    letters = max(len(each.remark) for each in shown) * _LETTER
    return min(most, max(pieces, letters) * _COLUMN_GAP / MEASURE)


@frozen
class Places:
    """Which places of a referee are drawn: those of a seat, without its number, and those in the middle.

    Pieces of `hidden` places lie face down.
    """

    seat: tuple[str, ...]
    middle: tuple[str, ...]
    hidden: tuple[str, ...] = ()


@frozen
class _Pile:
    place: str
    face: str
    copies: int
    flat: bool
    width: float
    height: float
    step: float = 0.0
    """From one piece to the next where they lie side by side, each covering the next; 0 for a stack."""


_PileRow = Sequence[_Pile]


@frozen
class LaidPile:
    """A pile on a table: the place it belongs to, the seat from 1 (0 is the middle), and the box around it."""

    place: str
    seat: int
    box: Box


def draw_tables(
    canvas: Canvas, tables: Sequence[tuple[str, Whereabouts, int]], places: Places, columns: int, share: float
) -> None:
    """Several tables in a grid, each with its title above: title, where its pieces lie, how many play."""
    drawn = [Canvas(canvas.inventory) for _ in tables]
    for each, (_, where, players) in zip(drawn, tables):
        draw_table(each, where, players, places, 0.0, 0.0)
    wide = max(each.box.width for each in drawn) * 1.06
    line = _TITLE_LINE * printed(wide * columns, share)
    top = 0.0
    for at in range(0, len(tables), columns):
        row = list(zip(tables[at : at + columns], drawn[at : at + columns]))
        high = max(each.box.height for _, each in row)
        left = (columns - len(row)) * wide / 2
        for (title, where, players), each in row:
            x, y, box = left + wide / 2, top + line * 1.4 + high / 2, each.box
            draw_table(canvas, where, players, places, x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2)
            canvas.words(title, x, top + line * 0.5, bold=True)
            left += wide
        canvas.room(Box(0, top, wide * columns, top + 1))
        top += line * 2.2 + high


def draw_table(canvas: Canvas, where: Whereabouts, players: int, places: Places, x: float, y: float) -> list[LaidPile]:
    """A table around that point: the first seat at the bottom, the others clockwise, each facing the middle."""
    piles = _Piles(canvas.inventory, where, places.hidden)
    seats = [piles.rows([(name, f"{name} {seat}") for name in places.seat], True) for seat in range(1, players + 1)]
    centre = [pile for row in piles.rows([(name, name) for name in places.middle], False) for pile in row]
    wide = max(_width(row) for rows in seats for row in rows)
    high = max(fsum(_height(row) + _PILE_GAP for row in rows) for rows in seats)
    beside = (_width(centre) / 2 + _AIR + high / 2) / _OVAL - high / 2
    inner = max(players * (wide + _AIR) / (2 * pi), _height(centre) / 2 + _AIR, beside)
    reach = inner + high / 2
    laid = [LaidPile(place, 0, box) for place, box in _draw_row(canvas, centre, x, y, 0.0, 0.0)]
    for seat, rows in enumerate(seats):
        turn = 360 * seat / players
        px, py = x - reach * _OVAL * sin(radians(turn)), y + reach * cos(radians(turn))
        down = -high / 2
        for row in rows:
            down += _height(row) / 2
            laid += [LaidPile(place, seat + 1, box) for place, box in _draw_row(canvas, row, px, py, down, turn)]
            down += _height(row) / 2 + _PILE_GAP
    return laid


def number_piles(canvas: Canvas, laid: Sequence[LaidPile], places: Sequence[str], share: float) -> None:
    """A disc for each of those places, in their order, at the edge of what the first seat that has it has there.

    BookError for a place where nothing lies.
    """
    scale = printed(canvas.box.width, share)
    taken: list[Box] = []
    for number, place in enumerate(places, 1):
        seats = {pile.seat for pile in laid if pile.place == place}
        if not seats:
            raise BookError(f"nothing lies at '{place}', which the legend explains; take it out or draw another moment")
        own = [pile.box for pile in laid if pile.place == place and pile.seat == min(seats)]
        others = [pile.box for pile in laid if pile.box not in own]
        asked = _discs_at(number, reduce(Box.joined, own))
        disc = min(asked, key=lambda each: _crowd(disc_box(each, scale), others, taken))
        taken.append(disc_box(disc, scale))
        canvas.disc(disc, scale)


def _discs_at(number: int, box: Box) -> Iterator[NumberedDisc]:
    """Where a number can stand at the edge of piles: left, right, below or above, partly on them."""
    x, y = box.centre
    for across, down in ((-1, 0), (1, 0), (0, 1), (0, -1)):
        edge = x + across * box.width / 2, y + down * box.height / 2
        yield NumberedDisc(number, *edge, (across * _OFF, down * _OFF))


def _crowd(disc: Box, others: Sequence[Box], taken: Sequence[Box]) -> float:
    """How much lies under a number that it does not point at; other numbers count for more than any piece."""
    lies_on, meets = (fsum(max(0.0, disc.overlap(box)) for box in boxes) for boxes in (others, taken))
    return lies_on + 100 * meets


@frozen
class _Piles:
    """What lies where, as piles: one for each kind of piece; of what is hidden, one for each back."""

    inventory: Inventory
    where: Whereabouts
    hidden: tuple[str, ...]

    def rows(self, places: Sequence[tuple[str, str]], seat: bool) -> list[_PileRow]:
        """What lies flat in one row, and what is stacked in another one; places by their kinds and full names. What is
        alike lies in a stack, but a few cards of a seat, and a few chips in the middle, lie side by side.
        """
        piles = [pile for kind, name in places for pile in self._piles(kind, self.where.get(name, {}), seat)]
        return [row for row in ([p for p in piles if p.flat], [p for p in piles if not p.flat]) if row] or [[]]

    def _piles(self, kind: str, pieces: Mapping[str, int], seat: bool) -> Iterator[_Pile]:
        counts: dict[str, int] = {}
        flat: dict[str, bool] = {}
        for piece, count in pieces.items():
            if count:
                face = self.inventory.back(piece) if kind in self.hidden else piece
                counts[face] = counts.get(face, 0) + count
                flat[face] = self.inventory.component(piece).kind in _FLAT
        for face, count in counts.items():
            size = self.inventory.seen(face)
            is_row = seat == flat[face] and 1 < count <= _MOST_IN_HAND
            step = size.width * (_HAND if seat else _OVERLAP) if is_row else 0.0
            width = size.width + (count - 1) * step
            yield _Pile(kind, face, count, flat[face], width, size.height, step)


def _width(row: _PileRow) -> float:
    return fsum(pile.width + _PILE_GAP for pile in row)


def _height(row: _PileRow) -> float:
    return max((pile.height for pile in row), default=0.0)


def _draw_row(canvas: Canvas, row: _PileRow, x: float, y: float, down: float, turn: float) -> list[tuple[str, Box]]:
    """Piles side by side about a point that lies `down` from (x, y), seen from the seat that they are turned to; their
    places and boxes come back.
    """
    laid = []
    across = -_width(row) / 2
    c, s = cos(radians(turn)), sin(radians(turn))
    for pile in row:
        start = across + (_PILE_GAP + pile.width - (pile.copies - 1) * pile.step) / 2
        for at in range(pile.copies if pile.step else 1):
            dx = start + at * pile.step
            copies = 1 if pile.step else pile.copies
            box = canvas.piece(pile.face, x + dx * c - down * s, y + dx * s + down * c, turn, copies)
            laid.append((pile.place, box))
        across += pile.width + _PILE_GAP
    return laid
