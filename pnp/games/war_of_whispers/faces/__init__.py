"""The definition of A War of Whispers and a style in; the artist that draws every one of its faces out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pnp.definition.model import Back, Component, Game, Row
from pnp.drawing.face import Artist, Face, Style
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Shape
from pnp.games.war_of_whispers.board import board_face
from pnp.games.war_of_whispers.faces import banners, cards, rounds
from pnp.games.war_of_whispers.faces.aids import Line, aid
from pnp.games.war_of_whispers.faces.art import Art, Bearer, bearers
from pnp.games.war_of_whispers.faces.livery import livery
from pnp.games.war_of_whispers.faces.mats import Level, society_board

_Draw = Callable[[Component | Back], tuple[Shape, ...]]


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws the game in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._style, self._art = game, style, Art(style.saver)
        self._empires = bearers(game.tables["empires"].rows, "empire", "emblem")
        self._societies = bearers(game.tables["societies"].rows, "society", "society")
        self._windows = _by_key(game, "windows", "window")
        self._abilities = _by_key(game, "abilities", "ability")
        self._draw: Mapping[str, _Draw] = {
            "card": self._card,
            "society": self._society_board,
            "agent": lambda piece: rounds.agent(self._society(piece), piece.trim, self._art, style),
            "loyalty": lambda piece: rounds.loyalty(self._empire(piece), piece.trim, self._art, style),
            "loyalty-back": lambda piece: rounds.loyalty_back(piece.trim, style),
            "banner-chit": lambda piece: banners.chit(self._empire(piece), piece.trim, self._art, style),
            "turn": self._turn,
            "first-player": self._first_player,
            "aid-round": lambda piece: self._aid("round", piece),
            "aid-actions": lambda piece: self._aid("actions", piece),
            **{f"back-{empire}": self._back for empire in self._empires},
        }

    def face(self, piece: Component | Back, /) -> Face:
        if piece.part == "board" and isinstance(piece, Component):
            return board_face(piece, self._game, self._style)
        if isinstance(piece, Component) and piece.folded:
            return self._cube(piece, piece.folded.width)
        return Face(piece.id, piece.trim, self._draw[piece.part](piece))

    def livery(self, plain: Livery, /) -> Livery:
        return livery(plain, self._empires.values(), self._art, self._style.saver)

    def _empire(self, piece: Component | Back) -> Bearer:
        return self._empires[piece.values["empire"]]

    def _society(self, piece: Component | Back) -> Bearer:
        return self._societies[piece.values["society"]]

    def _card(self, piece: Component | Back) -> tuple[Shape, ...]:
        own, partner = self._empire(piece), self._empires[piece.values["partner"]]
        costs = {"first": (own,), "second": (own, own), "third": (own, partner)}
        abilities = [self._ability(piece.values[column], cost) for column, cost in costs.items()]
        return cards.face(own, partner, abilities, piece.trim, self._art, self._style)

    def _ability(self, key: str, cost: tuple[Bearer, ...]) -> cards.Ability:
        row = self._abilities[key]
        window = self._windows[row["window"]]
        return cards.Ability(cost, row["name"], window["name"], window["icon"], row["text"])

    def _back(self, piece: Component | Back) -> tuple[Shape, ...]:
        return cards.back(self._empire(piece), piece.trim, self._art, self._style)

    def _society_board(self, piece: Component | Back) -> tuple[Shape, ...]:
        levels = [Level(row["name"], int(row["value"])) for row in self._game.tables["levels"].rows]
        token = next(each.trim.size.width for each in self._game.components if each.part == "loyalty")
        score = self._game.texts["mat_score"]
        return society_board(self._society(piece), levels, token, score, piece.trim, self._art, self._style)

    def _cube(self, piece: Component, edge: float) -> Face:
        tab = float(piece.values["tab"])
        shapes = banners.cube(self._empire(piece), piece.trim, edge, tab, self._art, self._style)
        return Face(piece.id, piece.trim, shapes, banners.top(piece.trim, edge, tab))

    def _turn(self, piece: Component | Back) -> tuple[Shape, ...]:
        count = len(self._game.tables["turns"].rows)
        return rounds.turn_marker(int(piece.values["turn"]), count, piece.trim, self._style)

    def _first_player(self, piece: Component | Back) -> tuple[Shape, ...]:
        return rounds.first_player(self._game.texts["first_player"], piece.trim, self._art, self._style)

    def _aid(self, name: str, piece: Component | Back) -> tuple[Shape, ...]:
        texts = self._game.texts
        rows = [row for row in self._game.tables["aids"].rows if row["aid"] == name]
        lines = [Line(row["icon"], texts[row["words"]]) for row in rows]
        return aid(texts[f"{name}_title"], lines, piece.trim, self._art, self._style)


def _by_key(game: Game, table: str, key: str) -> Mapping[str, Row]:
    return {row[key]: row for row in game.tables[table].rows}
