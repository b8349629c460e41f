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
class Requirements:
    """Everything that the rules call for with one number of players and one choice of options."""

    needs: tuple[Need, ...]
    facts: tuple[Fact, ...] = ()
    cells: tuple[Cell, ...] = ()
