"""Draws where the pieces of a play lie: the table seen from above, with every seat around what lies in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, fsum, pi, radians, sin

from pnp.engine.referee import Whereabouts
from pnp.frozen import frozen
from pnp.geometry import Box
from pnp.rulebook.inventory import Pieces
from pnp.rulebook.layouts import Canvas, printed

_GAP, _AIR = 4.0, 16.0  # between pieces of a seat, and between seats, in millimetres of life size
_OVAL = 1.12  # how much wider than high the ring of seats is
_FLAT = ("card", "aid", "mat", "board")
_LINE = 3.6


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
    face: str
    copies: int
    flat: bool
    width: float
    height: float


Row = Sequence[_Pile]


def draw_table(canvas: Canvas, where: Whereabouts, players: int, places: Places, x: float, y: float) -> None:
    """A table around that point: the first seat at the bottom, the others clockwise, each facing the middle."""
    seats = [
        _rows(canvas.stock, [(name, where.get(f"{name} {seat}", {})) for name in places.seat], places)
        for seat in range(1, players + 1)
    ]
    middle = _rows(canvas.stock, [(name, where.get(name, {})) for name in places.middle], places)
    wide = max(_width(row) for rows in seats for row in rows)
    high = max(fsum(_height(row) + _GAP for row in rows) for rows in seats)
    centre = [pile for row in middle for pile in row]
    inner = max(players * (wide + _AIR) / (2 * pi), _height(centre) / 2 + _AIR, _width(centre) / 2 + _AIR - high / 3)
    reach = inner + high / 2
    _draw_row(canvas, centre, x, y, 0.0, 0.0)
    for seat, rows in enumerate(seats):
        turn = 360 * seat / players
        px, py = x - reach * _OVAL * sin(radians(turn)), y + reach * cos(radians(turn))
        down = -high / 2
        for row in rows:
            down += _height(row) / 2
            _draw_row(canvas, row, px, py, down, turn)
            down += _height(row) / 2 + _GAP


def draw_tables(
    canvas: Canvas, tables: Sequence[tuple[str, Whereabouts, int]], places: Places, columns: int, share: float
) -> None:
    """Several tables in a grid, each with its title above: title, where its pieces lie, how many play."""
    drawn = [Canvas(canvas.stock) for _ in tables]
    for each, (_, where, players) in zip(drawn, tables):
        draw_table(each, where, players, places, 0.0, 0.0)
    wide = max(each.box.width for each in drawn) * 1.06
    line = _LINE * printed(wide * columns, share)
    top = 0.0
    for at in range(0, len(tables), columns):
        row = list(zip(tables[at : at + columns], drawn[at : at + columns]))
        high = max(each.box.height for _, each in row)
        left = (columns - len(row)) * wide / 2
        for (title, where, players), each in row:
            x, y = left + wide / 2, top + line * 1.4 + high / 2
            box = each.box
            draw_table(canvas, where, players, places, x - (box.left + box.right) / 2, y - (box.top + box.bottom) / 2)
            canvas.words(title, x, top + line * 0.5, bold=True)
            left += wide
        canvas.room(Box(0, top, wide * columns, top + 1))
        top += line * 2.2 + high


def _rows(stock: Pieces, found: Sequence[tuple[str, Mapping[str, int]]], places: Places) -> list[Row]:
    """What lies flat in one row, and what is stacked in another one."""
    piles = [pile for name, pieces in found for pile in _piles(stock, pieces, name in places.hidden)]
    return [row for row in ([p for p in piles if p.flat], [p for p in piles if not p.flat]) if row] or [[]]


def _piles(stock: Pieces, pieces: Mapping[str, int], hidden: bool) -> Iterator[_Pile]:
    """A pile for each kind of piece; of what is hidden, one for each back."""
    counts: dict[str, int] = {}
    flat: dict[str, bool] = {}
    for piece, count in pieces.items():
        if count:
            face = stock.back(piece) if hidden else piece
            counts[face] = counts.get(face, 0) + count
            flat[face] = stock.component(piece).kind in _FLAT
    for face, count in counts.items():
        size = stock.seen(face)
        yield _Pile(face, count, flat[face], size.width, size.height)


def _width(row: Row) -> float:
    return fsum(pile.width + _GAP for pile in row)


def _height(row: Row) -> float:
    return max((pile.height for pile in row), default=0.0)


def _draw_row(canvas: Canvas, row: Row, x: float, y: float, down: float, turn: float) -> None:
    """Piles side by side about a point that lies `down` from (x, y), seen from the seat that they are turned to."""
    across = -_width(row) / 2
    for pile in row:
        dx, dy = across + (pile.width + _GAP) / 2, down
        across += pile.width + _GAP
        c, s = cos(radians(turn)), sin(radians(turn))
        canvas.piece(pile.face, x + dx * c - dy * s, y + dx * s + dy * c, turn, pile.copies)
