"""The artist of Whispers, who draws every one of its faces, and its box: the pub by night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle

from pnp.definition.model import Back, Component, Game
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Artist, BoxDesign, CoverDesign, Face, Style, cut_out
from pnp.drawing.shapes import Path, Shape, Stroke, placed, rectangle
from pnp.games.whispers.faces import cards, tokens
from pnp.games.whispers.faces.art import AMBER, EMBER, FLAME, INK, OAK, OAK_DARK, Art, Suit, stamped, star, wedges
from pnp.games.whispers.faces.cards import Layout
from pnp.games.whispers.faces.cover import cover
from pnp.games.whispers.faces.tokens import ChipLook, Prices, penalty_aid, turn_aid
from pnp.geometry import Box

_LIGHT = 0.43  # radius of the candle's light, of the width that is seen
_DOWN = 0.06  # of the height: the thumb notch takes some room above


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Whispers in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        art, texts = Art(style), game.texts
        self._game, self._art = game, art
        rows = game.tables["suits"].rows
        self._suits = {row["suit"]: Suit(row["suit"], Colour.parse(row["colour"]), row["emblem"]) for row in rows}
        self._edges = {
            row["edge"]: ChipLook(Colour.parse(row["colour"]), int(row["spots"]), int(row["bars"]), float(row["half"]))
            for row in game.tables["edges"].rows
        }
        values = sorted({int(row["value"]) for row in game.tables["chips"].rows})
        self._looks = {str(value): look for value, look in zip(values, cycle(self._edges.values()))}
        self._draw = {
            "number": self._number,
            "whisper": lambda piece: cards.whisper(Layout(piece.trim), art),
            "back": lambda piece: cards.back(piece.trim, art),
            "button": self._button,
            "chip": lambda piece: tokens.chip(value := piece.values["value"], self._looks[value], piece.trim, style),
            "aid-turn": lambda piece: turn_aid(texts["turn_title"], texts["turn"], piece.trim, style),
            "aid-penalty": self._penalty,
        }

    def face(self, piece: Component | Back, /) -> Face:
        return Face(piece.id, piece.trim, self._draw[piece.part](piece))

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        return _box_design(plain, next(iter(self._suits.values())), self._art)

    def cover_design(self) -> CoverDesign | None:
        """Two hands of two cards."""
        numbers = [piece for piece in self._game.components if piece.part == "number"]
        shown = [numbers[at * len(numbers) // 5] for at in range(1, 5)]
        hands = [cut_out(self.face(card), f"cover/{card.id}", Stroke(INK, 0.3)) for card in shown]
        return cover(next(iter(self._suits.values())), hands, self._art)

    def sample(self, name: str, member: str, /) -> Face | None:
        """A chip with that edge; which one has it depends on how many values there are."""
        if name != "chips":
            return None
        trim = next(own.trim for own in self._game.components if own.part == "chip")
        return Face(member, trim, tokens.chip("", self._edges[member], trim, self._art.style))

    def _number(self, piece: Component | Back) -> tuple[Shape, ...]:
        edition = cards.standard if self._art.style.edition == "standard" else cards.illustrated
        return edition(int(piece.values["rank"]), self._suits[piece.values["suit"]], Layout(piece.trim), self._art)

    def _button(self, piece: Component | Back) -> tuple[Shape, ...]:
        word = piece.name if isinstance(piece, Component) else piece.part
        return tokens.button(word, next(iter(self._suits.values())), piece.trim, self._art)

    def _penalty(self, piece: Component | Back) -> tuple[Shape, ...]:
        texts, facts = self._game.texts, self._game.facts
        ranks = sorted({int(row["rank"]) for row in self._game.tables["cards"].rows})
        prices = Prices(texts["penalty_ranks"], texts["penalty_whispers"], ranks, int(facts["penalty_factor"]))
        words = f"{texts['penalty']}\n*{texts['suits_note']}*"
        return penalty_aid(texts["penalty_title"], words, prices, piece.trim, self._art.style)


def _box_design(plain: BoxDesign, suit: Suit, art: Art) -> BoxDesign:
    """The suit's emblem lit on the front, and cut out on the other panels."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        x, y = seen.centre[0], seen.centre[1] + _DOWN * seen.height
        radius = _LIGHT * min(seen.width, seen.height)
        yield Path(rectangle(reach), WHITE if art.saver else OAK_DARK)
        if art.saver:
            yield Path(wedges(x, y, radius * 0.98, radius * 1.5, radius * 0.04, 40), OAK)
        else:
            yield Path(wedges(x, y, radius, radius * 3.2, radius * 0.11, 40), OAK)
            for share, colour in ((1.0, EMBER), (0.82, AMBER), (0.62, FLAME)):
                yield Path(star(x, y, radius * share, radius * share * 0.87, 32), colour)
        yield placed(art.emblem(suit), x, y, radius * 1.36)

    roles = stamped(suit.colour, WHITE) if art.saver else stamped(AMBER, OAK_DARK)
    emblem = art.dyed(f"emblem/{suit.emblem}", "box/emblem", roles)
    if art.saver:
        return replace(plain, picture=picture, emblem=emblem)
    return BoxDesign(OAK_DARK, FLAME, AMBER, picture, emblem)
