"""The artist of Whistler, who draws every one of its faces, its token, and its box: a lark in the night."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pnp.definition.model import Back, Component, Game, Row
from pnp.drawing.colour import WHITE
from pnp.drawing.face import Artist, BoxDesign, CoverDesign, Face, Style, cut_out
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Use, rectangle
from pnp.errors import Finding, InputInvalid
from pnp.games.whistler.faces import cards
from pnp.games.whistler.faces.aids import Hand, hands_aid, knock_aid, turn_aid
from pnp.games.whistler.faces.art import GOLD, ICE, INK, NIGHT, PAPER, SHARED, Art, suits_of
from pnp.games.whistler.faces.cards import Card, Layout, pips_of
from pnp.games.whistler.faces.cover import cover
from pnp.games.whistler.faces.extras import joker, title
from pnp.geometry import Box, Transform, Trim

_AT_THE_TABLE = (("clubs", "king"), ("hearts", "queen"), ("spades", "king"))
_SIDE = 34.7  # how far the drawing of half a back reaches to either side of its foot
_WAVES = 6.8  # how far the waves at its foot reach below it


def artist(game: Game, style: Style) -> Artist[Component | Back]:
    """What draws Whistler in that style; symbols are shared by all the faces it draws."""
    return _Artist(game, style)


class _Artist:
    def __init__(self, game: Game, style: Style) -> None:
        self._game, self._art = game, Art(style)
        self._suits = suits_of(game, style.edition)
        self._pips = pips_of(game.tables["pips"].rows)
        self._figures = {(row["suit"], row["rank"]): row["figure"] for row in game.tables["courts"].rows}
        self._deck = {piece.id: self._card(piece) for piece in game.components if piece.part == "card"}
        art, texts = self._art, game.texts
        self._draw: Mapping[str, Callable[[Component | Back], tuple[Shape, ...]]] = {
            "card": self._drawn_card,
            "back": lambda piece: cards.back(piece.trim, art),
            "pick": lambda piece: _pick(texts["pick_alt"], piece.trim, art),
            "aid-turn": lambda piece: turn_aid(texts, piece.trim, art),
            "aid-hands": lambda piece: hands_aid(
                [self._hand(row) for row in game.tables["hands"].rows], texts, piece.trim, art
            ),
            "aid-knock": lambda piece: knock_aid(texts, piece.trim, art),
            "title": lambda piece: title(game.title, texts["title_by"], texts["title_note"], piece.trim, art),
            "joker": lambda piece: joker(texts["joker_index"], texts["joker_alt"], piece.trim, art),
        }

    def face(self, piece: Component | Back, /) -> Face:
        return Face(piece.id, piece.trim, self._draw[piece.part](piece))

    def box_design(self, plain: BoxDesign, /) -> BoxDesign:
        """The upper half of the cards' back, as wide as the front, its waves at the foot."""
        art = self._art

        def picture(seen: Box, reach: Box) -> Iterator[Shape]:
            scale = reach.width / (2 * _SIDE)
            foot = seen.bottom - _WAVES * scale
            yield Path(rectangle(reach), WHITE if art.saver else NIGHT)
            sky = Path(rectangle(replace(reach, bottom=foot)))
            place = Transform.scaled(scale).then(Transform.moved(seen.centre[0], foot))
            yield Group((Use(art.engraved("back", SHARED), place),), clip=sky)
            yield Group(
                (Use(art.doubled("seam/back", SHARED), place), Use(art.engraved("legs", SHARED), place)),
                clip=Path(rectangle(reach)),
            )

        return replace(plain, picture=picture) if art.saver else BoxDesign(NIGHT, PAPER, GOLD, picture)

    def cover_design(self) -> CoverDesign | None:
        """Two kings and a queen; the aces lie before them."""
        courts = [(f"court/{suit}-{rank}", self._suits[suit]) for suit, rank in _AT_THE_TABLE if suit in self._suits]
        aces = [piece for piece in self._game.components if piece.values.get("rank.face") == "ace"]
        edge = Stroke(INK, 0.3)
        return cover(courts, [cut_out(self.face(ace), f"cover/{ace.id}", edge) for ace in aces], self._art)

    def _card(self, piece: Component) -> Card:
        values = piece.values
        return Card(self._suits[values["suit"]], values["rank"], piece.words["rank.index"], values["rank.points"])

    def _drawn_card(self, piece: Component | Back) -> tuple[Shape, ...]:
        card, layout = self._deck[piece.id], Layout(piece.trim)
        kind = piece.values["rank.face"]
        if kind == "court":
            return cards.court(card, self._figures.get((card.suit.id, card.rank), ""), layout, self._art)
        if kind == "ace":
            return cards.ace(card, layout, self._art)
        if card.rank not in self._pips:
            message = f"says nothing of rank {card.rank}; add a row for each of its pips"
            raise InputInvalid([Finding("error", "pips", self._game.tables["pips"].file, message)])
        return cards.number(card, self._pips[card.rank], layout, self._art)

    def _hand(self, row: Row) -> Hand:
        """A special hand, its example from the deck, and how rarely that many cards dealt make one."""
        ids = [f"{self._game.name}/{card}" for card in row["cards"].split()]
        if unknown := [card for card in ids if card not in self._deck]:
            message = f"there is no card {unknown[0]}; name four such as spades/king"
            raise InputInvalid([Finding("error", "unknown-card", f"{row.file}:{row.line}", message)])
        hands = math.comb(len(self._deck), int(self._game.facts["cards_dealt"]))
        one_in = Fraction(hands, int(row["ways"]))
        text = self._game.texts[f"hand_{row['hand']}"]
        return Hand(row["title"], text, [self._deck[card] for card in ids], self._game.wording.rarity(one_in))


def _pick(alt: str, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A toothpick along the strip, `alt` for those who do not see it; the ground is one for all, so that strips may be
    cut in one go.
    """
    drawing, safe = art.engraved("toothpick", SHARED), trim.safe_box
    scale = min(safe.width / drawing.bounds.width, safe.height / drawing.bounds.height)
    middle = Transform.scaled(scale).then(Transform.moved(*trim.box.centre))
    ground = Path(rectangle(trim.bleed_box), WHITE if art.saver else ICE)
    return ground, Group((Use(drawing, middle),), role="figure", alt=alt)
