"""The definition of Whims and a style in; the artist that draws every one of its faces out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Artist, Face, Style
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Shape
from pnp.games.whims.faces import cards, dice, rounds
from pnp.games.whims.faces.aid import aid
from pnp.games.whims.faces.art import Art
from pnp.games.whims.faces.board import board
from pnp.games.whims.faces.inside import Help, inside
from pnp.games.whims.faces.livery import livery
from pnp.games.whims.faces.screen import Owner, screen
from pnp.games.whims.nets import Net
from pnp.geometry import Trim

_HALVES = ("upper", "lower")


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Whims in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game = game
        self._style = style
        self._art = Art()
        self._help = _help(game)
        self._numbers = numbers(game)
        self._nets: dict[tuple[float, Trim], Net] = {}
        self._draw: Mapping[str, Callable[[Component | Back], Iterable[Shape]]] = {
            "board": self._board,
            "screen": self._screen,
            "die": self._die,
            "token": self._token,
            "spent": lambda piece: rounds.spent(piece.trim, style.saver),
            "grade": self._grade,
            "back": lambda piece: cards.back(piece.trim, style.saver),
            "aid": lambda piece: aid(game.texts["round_title"], game.texts["round"], piece.trim, style),
        }

    def face(self, piece: Component | Back, /) -> Face:
        return Face(piece.id, piece.trim, tuple(self._draw[piece.part](piece)))

    def livery(self, plain: Livery, /) -> Livery:
        return livery(plain, self._art, self._style.saver)

    def _board(self, piece: Component | Back) -> Iterable[Shape]:
        return board(int(piece.values["side"]), piece.trim, self._art, self._style.saver)

    def _screen(self, piece: Component | Back) -> Iterable[Shape]:
        values, style = piece.values, self._style
        wing, colour = float(values["wing"]), Colour.parse(values["colour"])
        side = int(next(part for part in self._game.components if part.part == "board").values["side"])
        within = tuple(inside(values["emblem"], colour, self._help, wing, piece.trim, self._art, style))
        return screen(Owner(colour, values["emblem"]), within, wing, side, piece.trim, self._art, style)

    def _die(self, piece: Component | Back) -> Iterable[Shape]:
        values, texts = piece.values, self._game.texts
        owner = dice.Owner(Colour.parse(values["colour"]), values["emblem"])
        words = dice.Words(texts["glue_title"], texts["glue"])
        key = float(values["across"]), piece.trim
        if key not in self._nets:
            self._nets[key] = dice.laid_out(*key)
        return dice.die(self._nets[key], self._numbers, owner, words, piece.trim, self._art, self._style)

    def _token(self, piece: Component | Back) -> Iterable[Shape]:
        colour = Colour.parse(piece.values["colour"])
        return rounds.token(piece.values["emblem"], colour, piece.trim, self._art, self._style.saver)

    def _grade(self, piece: Component | Back) -> Iterable[Shape]:
        which = _grade(piece.words, self._game)
        return cards.grade(which, int(self._game.facts["most_tokens"]), piece.trim, self._art, self._style)


def numbers(game: Game) -> tuple[str, ...]:
    """The numbers of a die in the order of its net: the upper kites and then the lower ones."""
    rows = game.tables["die"].rows
    return tuple(row["number"] for row in sorted(rows, key=lambda row: (_HALVES.index(row["half"]), int(row["kite"]))))


def _help(game: Game) -> Help:
    return Help(
        game.texts,
        [_grade(row.values, game) for row in game.tables["grades"].rows],
        [(row["levels"], row["cost"]) for row in game.tables["effort"].rows],
        int(game.facts["faces"]),
    )


def _grade(values: Mapping[str, str], game: Game) -> cards.Grade:
    return cards.Grade(
        values["name"], values["solid"], Colour.parse(values["colour"]),
        int(values["fewest"]), int(values["most"]), game.texts["grade_tokens"], game.texts["grade_or"],
    )  # fmt: skip
