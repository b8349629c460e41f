"""What the rules alone call for: pieces, numbers and table cells, each with where the rules say so."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pnp.frozen import frozen


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
