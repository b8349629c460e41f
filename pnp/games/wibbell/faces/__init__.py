"""The artist of Wibbell, who draws every one of its faces, and its box: a poster of the name."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import Colour
from pnp.drawing.face import Artist, BoxDesign, CoverDesign, Face, Style
from pnp.drawing.shapes import Shape, Symbol, Use
from pnp.drawing.text import capitals
from pnp.games.wibbell.faces import cards
from pnp.games.wibbell.faces.art import INK, PAPER, RED, Art
from pnp.games.wibbell.faces.cards import Border, Layout, back, poster, sign
from pnp.games.wibbell.faces.cover import cover
from pnp.games.wibbell.faces.tokens import Playbill, marker, playbill
from pnp.games.wibbell.faces.woodtype import CAPITALS
from pnp.geometry import Box


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Wibbell in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._art, self._title = Art(style), game.title
        art, texts, facts = self._art, game.texts, game.facts
        self._borders = {
            row["border"]: Border(row["border"], Colour.parse(row["colour"]), row["pattern"])
            for row in game.tables["borders"].rows
        }
        self._frames: dict[str, tuple[Symbol, Symbol]] = {}
        turn = Playbill(texts["turn_title"], texts["turn"], INK, steps=True)
        who = Playbill(texts["who_title"], texts["who"], RED, steps=False)
        at_start, won = str(facts["points_at_start"]), str(facts["points_won"])
        self._draw: dict[str, Callable[[Component | Back], tuple[Shape, ...]]] = {
            "letters": self._letters,
            "back": lambda piece: back(game.title, piece.trim, style),
            "handicap": lambda piece: marker(at_start, INK, piece.trim, art),
            "handicap-won": lambda piece: marker(won, RED, piece.trim, art),
            "aid-turn": lambda piece: playbill(turn, piece.trim, style),
            "aid-who": lambda piece: playbill(who, piece.trim, style),
        }

    def face(self, piece: Component | Back, /) -> Face:
        return Face(piece.id, piece.trim, self._draw[piece.part](piece))

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The name as large as the front, and the star of the cards' back on the other panels."""
        style = self._art.style

        def picture(seen: Box, reach: Box) -> Iterable[Shape]:
            return poster(self._title, seen, reach, style)

        if style.saver:
            return replace(plain, picture=picture, emblem=sign(style), titled=True)
        return BoxDesign(RED, PAPER, PAPER.mixed(INK, 0.1), picture, sign(style), titled=True)

    def cover_design(self) -> CoverDesign:
        """The letters of the name, in the inks of the borders."""
        letters = [letter for letter in capitals(self._title, self._art.fonts) if letter in CAPITALS]
        return cover(letters, [border.colour for border in self._borders.values()], self._art.style)

    def _letters(self, piece: Component | Back) -> tuple[Shape, ...]:
        layout, values = Layout(piece.trim), piece.values
        border = self._borders[values["border"]]
        letters = values["top"], values["bottom"]
        barred = tuple(bool(values[f"{at}.half_turn"] or values[f"{at}.quarter_turn"]) for at in ("top", "bottom"))
        pair = cards.Pair(letters, barred, values["number"], border.colour)
        if border.id not in self._frames:
            rule = cards.middle_rule(border.colour, layout, self._art.saver)
            self._frames[border.id] = cards.border_symbol(border, layout, self._art), rule
        frame, rule = self._frames[border.id]
        half = cards.half_card(pair, layout, self._art.style)
        return Use(frame), *layout.twice(half, f"{' '.join(letters)}, {pair.number}"), Use(rule)
