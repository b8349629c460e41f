"""A table as pictures of its pieces: what lies where, as far as whoever looks may see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pnp import catalog
from pnp.build.live import Sketch
from pnp.engine.referee import Laid
from pnp.frozen import frozen
from pnp.playouts.play import PlayTable

_MOST_SHOWN, _OF_SUPPLY = 24, 5  # pieces of a pile
_LOOKED_AT, _BOX = {"aid", "board", "mat"}, "box"


@frozen
class LikePieces:
    """Pieces that are alike on the table: the face that is seen (empty where none can be shown), a name, how many, and
    their size as they lie, in mm.
    """

    piece: str
    face: str
    name: str
    times: int
    width: float = 0.0
    height: float = 0.0


@frozen
class Pile:
    """A place on the table with what is seen there; `number` are the pieces that lie there, seen or not. One that is
    `is_aside` holds what nobody plays with: aids, boards and mats, and what stays in the box.
    """

    name: str
    label: str
    seat: int
    number: int
    lying: tuple[LikePieces, ...]
    more: int
    is_hidden: bool
    is_aside: bool
    dice: tuple[int, ...] = ()
    """What the dice that lie there show."""


@frozen
class Spot:
    """A piece on the board: its face, the place of its top left and its size, in mm."""

    face: str
    name: str
    x: float
    y: float
    width: float
    height: float


@frozen
class Board:
    """The board of a game with what lies on it, in mm."""

    face: str
    name: str
    width: float
    height: float
    spots: tuple[Spot, ...]


class TableView:
    """Shows a table as the pictures of its pieces, by what the referee lets a seat see."""

    def __init__(self, table: PlayTable, sketch: Sketch | None) -> None:
        pieces = table.kit.pieces(table.setup.players)
        self._names = {piece.id: piece.name for piece in pieces}
        self._table, self._sketch = table, sketch
        game = sketch.game if sketch else table.game
        self._backs = {piece.id: piece.back for piece in game.components}
        # A net is not what lies on the table once it is folded.
        self._nets = {piece.id for piece in game.components if piece.folded is not None or piece.kind == "die"}
        self.faces = frozenset(sketch.looks.keys() - self._nets if sketch else ())
        self._dice = {piece.id for piece in game.components if piece.kind == "die"}
        self._aside = {piece.id for piece in game.components if piece.kind in _LOOKED_AT}
        self._game, self._board = game, catalog.board_of(game)

    def piles(
        self, laid: Laid, whole: Mapping[str, Any], known: Mapping[int, Mapping[str, Any]]
    ) -> tuple[Pile, ...]:  # fmt: skip
        """Every place, those of no seat first; `whole` are the true piles, of which only the backs of cards that lie
        face down are looked at, and of those only where all are alike. `known` is what seats observe that whoever looks
        may know of: what their dice show.
        """
        on_board = self._board.PLACES if self._board else frozenset()
        listed = ((name, lies) for name, lies in laid.items() if name not in on_board)
        found = [self._pile(name, lies, whole.get(name, ()), known) for name, lies in listed]
        supply = self._table.referee.supply
        return tuple(sorted((pile for pile in found if pile.number), key=lambda pile: (pile.seat, pile.name in supply)))

    def _pile(
        self,
        name: str,
        lies: Mapping[str, int] | Sequence[str] | int,
        whole: Any,
        known: Mapping[int, Mapping[str, Any]],
    ) -> Pile:
        place, _, number = name.rpartition(" ")
        of_seats = {each.name for each in self._table.referee.places if each.of_seats}
        seat = int(number) if number.isdecimal() and place in of_seats else 0
        title = place if seat else name
        rules = self._table.rules
        label = rules.places.get(title.replace(" ", "_")) or rules.names.get(title, title).replace("_", " ")
        if isinstance(lies, int):
            backs = {self._backs.get(piece) for piece in whole}
            back = backs.pop() if len(backs) == 1 else None
            face = back if back and self._has(back) else ""
            down = LikePieces("", face or "", "face down", lies, *self._size(face or ""))
            return Pile(name, label, seat, lies, (down,) if lies else (), 0, True, name == _BOX)
        pieces = Counter(lies) if not isinstance(lies, Mapping) else lies
        in_order = list(dict.fromkeys(lies)) if not isinstance(lies, Mapping) else [p for p, n in lies.items() if n]
        total = sum(pieces.values())
        shown = in_order[-(_OF_SUPPLY if name in self._table.referee.supply else _MOST_SHOWN) :]
        lying = tuple(
            LikePieces(
                piece,
                piece if self._has(piece) else "",
                self._names.get(piece, piece),
                pieces[piece],
                *self._size(piece),
            )
            for piece in shown
            if self._board is None or piece != self._board.BOARD
        )
        is_aside = name == _BOX or self._aside >= set(pieces)
        rolled = known.get(seat, {}).get(place, ()) if self._dice >= set(pieces) else ()
        dice = tuple(each for each in rolled if isinstance(each, int)) if isinstance(rolled, tuple) else ()
        return Pile(name, label, seat, total, lying, len(in_order) - len(shown), False, is_aside, dice)

    def board(self, seen: Mapping[str, Any]) -> Board | None:
        """The board with what lies on it, by what a seat observes; None for a game that has none."""
        if self._board is None or not self._has(self._board.BOARD):
            return None
        face, names = self._board.BOARD, self._names
        spots = []
        for piece, x, y in self._board.spots(self._game, seen):
            width, height = self._size(piece)
            spots.append(Spot(piece, names.get(piece, piece), x - width / 2, y - height / 2, width, height))
        return Board(face, names.get(face, face), *self._size(face), tuple(spots))

    def _size(self, face: str) -> tuple[float, float]:
        if not self._has(face) or self._sketch is None:
            return 0.0, 0.0
        box = self._sketch.faces[face].trim.box
        return box.width, box.height

    def _has(self, face: str) -> bool:
        return face in self.faces
