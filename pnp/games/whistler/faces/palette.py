"""Rows of the suits in; the colour of each role in a drawing out, for either edition."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.definition.model import Game, Row
from pnp.drawing.colour import Colour
from pnp.frozen import frozen

PAPER = Colour.parse("#fbf6e9")
INK = Colour.parse("#171a26")
NIGHT = Colour.parse("#182033")
WAVE = Colour.parse("#27506b")
ICE = Colour.parse("#c3dbe6")
GOLD = Colour.parse("#dba233")
RED = Colour.parse("#c3242e")
STONE = Colour.parse("#e9e0cb")

_OF_SUIT = ("second", "third", "hair", "skin", "blush", "lip")
_SHADE = 0.45  # of ink in the darker tone of a suit's colour

Roles = Mapping[str, Colour]
SHARED: Roles = {
    "paper": PAPER,
    "ink": INK,
    "gold": GOLD,
    "night": NIGHT,
    "wave": WAVE,
    "ripple": WAVE,
    "ice": ICE,
    "red": RED,
}


@frozen
class Suit:
    """A suit as its table has it: the colour it is printed in, and what its figures wear."""

    id: str
    name: str
    colour: Colour
    roles: Roles


def suits_of(game: Game, edition: str) -> Mapping[str, Suit]:
    """The suits by id; black and red unless the edition gives each a colour of its own."""
    pairs = {row["pair"]: row["colour"] for row in game.tables["pairs"].rows}
    two = edition != "four-colour"
    rows = game.tables["suits"].rows
    return {row["suit"]: _suit(row, pairs[row["pair"]] if two else row["colour"]) for row in rows}


def _suit(row: Row, colour: str) -> Suit:
    main = Colour.parse(colour)
    own = {role: Colour.parse(row[role]) for role in _OF_SUIT}
    return Suit(row["suit"], row["name"], main, {**SHARED, **own, "main": main, "deep": main.mixed(INK, _SHADE)})
