"""What the rules alone call for (pieces, numbers, table cells), and the components that a game is played with."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path

from pnp.definition.conversion import PullList
from pnp.definition.model import Game
from pnp.frozen import frozen
from pnp.language.grammar import Forms
from pnp.sources import SourceFile


@frozen
class Piece:
    """A kind of piece at the table: how many there are, its part of the game and what is printed on it.

    `forms` are those that a translation gives of its name.
    """

    id: str
    part: str
    kind: str
    count: int
    values: Mapping[str, str]
    name: str
    forms: Forms = field(default_factory=dict)


@frozen(slots=False)
class ComponentSet:
    """The pieces that a game is played with; `deck` holds cards pulled from another deck, None for printed ones.

    `words` is a list of words that takes the place of the game's own, for games that judge words.
    """

    game: Game
    deck: tuple[Piece, ...] | None = None
    words: Path | SourceFile | None = None

    def pieces(self, players: int) -> tuple[Piece, ...]:
        """Every kind of piece that is there for that many players, cards of another deck in place of the game's own.

        Extras, which no rule uses, are none of them.
        """
        printed = (
            Piece(own.id, own.part, own.kind, own.count(players), own.values, own.name, own.forms)
            for own in self.game.components
            if own.kind != "extra" and (self.deck is None or own.kind != "card")
        )
        return tuple(piece for piece in (*(self.deck or ()), *printed) if piece.count)

    def bill_of_materials(self, players: int) -> Mapping[str, int]:
        """Piece id to count."""
        return {piece.id: piece.count for piece in self.pieces(players)}


def pulled_components(game: Game, pulls: PullList, words: Path | SourceFile | None = None) -> ComponentSet:
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


@frozen
class Need:
    """One component that must be in the box: exactly `count` of it, with those values printed on it.

    `part` is its entry of game.toml; a converted deck serves a need with any cards of the same part and values.
    `played` is False for what only people use (aids, screens), which no playout can exercise.
    """

    component: str
    part: str
    count: int
    source: str
    values: Mapping[str, str] = field(default_factory=dict)
    played: bool = True


@frozen
class Fact:
    """A number of the definition's [facts] as the rules have it."""

    name: str
    value: int | str
    source: str


@frozen
class Cell:
    """A cell of a data table as the rules have it; `row` is what the table's first column says in that row."""

    table: str
    row: str
    column: str
    value: str
    source: str


@frozen
class Make:
    """How the pieces of one part are made: their kind, their size and what is behind them.

    `size` is written as in game.toml: `poker`, `190x88mm`, or a diameter such as `25mm`; `drawn` tells that the face
    draws its own outline, and `folded` how large it is seen from above once it is folded, where game.toml says so.
    `back` is the part of the back that hides what they are, `self` for the face once more, and empty for none;
    `{empire}` in it stands for a value of the piece. `sides` are what a die shows, in any order.
    """

    part: str
    kind: str
    size: str
    back: str = ""
    drawn: bool = False
    folded: str = ""
    sides: tuple[str, ...] = ()


@frozen
class Listing:
    """The rows of a table, as far as the rules fix them: these columns of them, each row so often, and no other."""

    table: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    source: str


@frozen
class Fixed:
    """What a definition must say whatever the number of players and the options.

    `shapes` gives the shape of each member of each set of marks; `choices` the words of every option of the rules (none
    for a number), and `endings` the reasons for which a play ends.
    """

    title: str
    designer: str
    players: tuple[int, int]
    source: str
    makes: tuple[Make, ...] = ()
    listings: tuple[Listing, ...] = ()
    shapes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    editions: tuple[str, ...] = ("standard",)
    variants: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    decks: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    endings: tuple[str, ...] = ()
    language: str = "en"


@frozen
class Requirements:
    """Everything that the rules call for with one number of players and one choice of options."""

    needs: tuple[Need, ...]
    facts: tuple[Fact, ...] = ()
    cells: tuple[Cell, ...] = ()
    fixed: Fixed | None = None
