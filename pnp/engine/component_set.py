"""The pieces that a defined game is played with: the printed ones, or cards pulled from another deck."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from pnp.definition.conversion import PullList
from pnp.definition.model import Game
from pnp.frozen import frozen
from pnp.sources import SourceFile


@frozen
class Piece:
    """A kind of piece at the table: how many there are, its part of the game and what is printed on it."""

    id: str
    part: str
    kind: str
    count: int
    values: Mapping[str, str]
    name: str


@frozen(slots=False)
class ComponentSet:
    """The pieces that a game is played with; `deck` holds cards pulled from another deck, None for printed ones.

    `words` is a list of words that takes the place of the game's own, for games that judge words.
    """

    game: Game
    deck: tuple[Piece, ...] | None = None
    words: Path | SourceFile | None = None

    def pieces(self, players: int) -> tuple[Piece, ...]:
        """Every kind of piece that is there for that many players, cards of another deck in place of the game's own."""
        printed = (
            Piece(own.id, own.part, own.kind, own.count(players), own.values, own.name)
            for own in self.game.components
            if self.deck is None or own.kind != "card"
        )
        return tuple(piece for piece in (*(self.deck or ()), *printed) if piece.count)

    def bill_of_materials(self, players: int) -> Mapping[str, int]:
        """Piece id to count."""
        return {piece.id: piece.count for piece in self.pieces(players)}


def pulled_kit(game: Game, pulls: PullList, words: Path | SourceFile | None = None) -> ComponentSet:
    """The components with cards out of another deck: each takes on the part and value of what it becomes."""
    needs = {need.label: need for need in pulls.needs}
    deck = []
    for pull in pulls.pulls:
        need = needs[pull.becomes]
        part = game.component(need.components[0]).part
        values = {} if need.value is None or game.conversion is None else {game.conversion.match: need.value}
        name = f"{pull.card} of {pull.pack}" if pull.pack else pull.card
        deck.append(Piece("/".join(_slug(word) for word in (pulls.source, pull.pack, pull.card) if word), part, "card",
                          pull.take, values, name))  # fmt: skip
    return ComponentSet(game, tuple(deck), words)


def _slug(text: str) -> str:
    return re.sub(r"[^\w.+-]+", "-", text.strip().lower()).strip("-") or "card"
