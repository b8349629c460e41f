"""The definition of Whispers and a style in; the artist that draws every one of its faces out."""

from __future__ import annotations

from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Artist, Face, Style
from pnp.drawing.livery import Livery
from pnp.drawing.shapes import Shape
from pnp.games.whispers.faces import cards, rounds
from pnp.games.whispers.faces.aids import Prices, penalty_aid, turn_aid
from pnp.games.whispers.faces.art import Art, Suit
from pnp.games.whispers.faces.layout import Layout
from pnp.games.whispers.faces.livery import livery


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Whispers in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game = game
        self._style = style
        self._art = Art(style.saver)
        self._suits = {
            row["suit"]: Suit(row["suit"], Colour.parse(row["colour"]), row["emblem"])
            for row in game.tables["suits"].rows
        }
        values = sorted({int(row["value"]) for row in game.tables["chips"].rows})
        self._looks = {str(value): rounds.LOOKS[at % len(rounds.LOOKS)] for at, value in enumerate(values)}
        self._draw = {
            "number": self._number,
            "whisper": lambda piece: cards.whisper(Layout(piece.trim), self._art, style),
            "back": lambda piece: cards.back(piece.trim, self._art, style),
            "button": self._button,
            "chip": self._chip,
            "aid-turn": self._turn,
            "aid-penalty": self._penalty,
        }

    def face(self, piece: Component | Back, /) -> Face:
        return Face(piece.id, piece.trim, self._draw[piece.part](piece))

    def livery(self, plain: Livery, /) -> Livery:
        return livery(plain, next(iter(self._suits.values())), self._art, self._style.saver)

    def _number(self, piece: Component | Back) -> tuple[Shape, ...]:
        edition = cards.standard if self._style.edition == "standard" else cards.illustrated
        suit = self._suits[piece.values["suit"]]
        return edition(int(piece.values["rank"]), suit, Layout(piece.trim), self._art, self._style)

    def _chip(self, piece: Component | Back) -> tuple[Shape, ...]:
        value = piece.values["value"]
        return rounds.chip(value, self._looks[value], piece.trim, self._style)

    def _button(self, piece: Component | Back) -> tuple[Shape, ...]:
        word = piece.name if isinstance(piece, Component) else piece.part
        return rounds.button(word, next(iter(self._suits.values())), piece.trim, self._art, self._style)

    def _turn(self, piece: Component | Back) -> tuple[Shape, ...]:
        texts = self._game.texts
        return turn_aid(texts["turn_title"], texts["turn"], piece.trim, self._style)

    def _penalty(self, piece: Component | Back) -> tuple[Shape, ...]:
        texts, facts = self._game.texts, self._game.facts
        ranks = sorted({int(row["rank"]) for row in self._game.tables["cards"].rows})
        factor = int(facts["penalty_factor"])
        prices = Prices(texts["penalty_ranks"], texts["penalty_whispers"], ranks, factor)
        words = f"{texts['penalty']}\n*{texts['suits_note']}*"
        return penalty_aid(texts["penalty_title"], words, prices, piece.trim, self._style)
