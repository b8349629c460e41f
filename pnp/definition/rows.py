"""Chooses rows of a table: those that pass tests, sorted or in an order of seeded chance, and so many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from pnp.definition.conditions import Conditions, hold, read_conditions
from pnp.definition.evaluation import Scope, sample
from pnp.definition.expressions import ExpressionError, expression
from pnp.definition.model import Row, Table
from pnp.definition.section import MOST_COMPONENTS, Section
from pnp.definition.templates import Filler, Site
from pnp.definition.values import Number, Value, number_in, text_of
from pnp.frozen import frozen

ROWS = ("where", "sort", "shuffle", "most")
"""The keys that choose rows."""
_DOWN = " descending"
_MOST_KEYS = 10
Order = tuple[int, Number, str, str]


class NamedRow(NamedTuple):
    """A row, what its names stand for, and a name of its own: its first cell, and how many before it have the same."""

    row: Row
    scope: Scope
    name: str


def named_rows(table: Table) -> list[tuple[Row, str]]:
    """The rows of a table with their names: those of other rows stay the same when one is added."""
    met: Counter[str] = Counter()
    found = []
    for row in table.rows:
        first = row[table.columns[0]]
        met[first] += 1
        found.append((row, f"{first}\n{met[first]}"))
    return found


@frozen
class RowChoice:
    """Which rows are taken, and in what order; `most` is 0 for all of them."""

    section: Section
    conditions: Conditions
    sort: tuple[str, ...]
    shuffle: bool
    most: int

    @property
    def is_all(self) -> bool:
        """Whether every row is taken as it stands."""
        return not (self.conditions or self.sort or self.shuffle or self.most)

    def chosen(self, rows: Sequence[NamedRow], filler: Filler) -> list[NamedRow]:
        """Those that are taken; rows that cannot be tested or sorted are left out, with a finding."""
        found = [each for each in rows if self._passes(each, filler)]
        if self.shuffle:
            found.sort(key=lambda each: sample(each.scope, "shuffle", 0))
        for key in reversed(self.sort):
            source, is_down = key.removesuffix(_DOWN), key.endswith(_DOWN)
            keyed = [(self._order(source, each, filler), each) for each in found]
            sound = [(order, each) for order, each in keyed if order is not None]
            found = [each for _, each in sorted(sound, key=lambda pair: pair[0], reverse=is_down)]
        return found[: self.most] if self.most else found

    def _passes(self, each: NamedRow, filler: Filler) -> bool:
        return bool(hold(self.conditions, each.scope, filler, Site(self.section, "where", each.row.place)))

    def _order(self, source: str, each: NamedRow, filler: Filler) -> Order | None:
        value = filler.holds(source, each.scope, Site(self.section, "sort", each.row.place))
        return None if value is None else _order(value)


def _order(value: Value) -> Order:
    """Numbers by their size before texts by their letters."""
    number = number_in(value) if isinstance(value, str) else value if isinstance(value, Number) else None
    if number is not None:
        return 0, number, "", ""
    text = value if isinstance(value, str) else " ".join(map(text_of, value)) if isinstance(value, tuple) else ""
    return 1, 0, text.casefold(), text


def read_choice(section: Section) -> RowChoice:
    """The keys of ROWS that a section has."""
    sort = section.lines("sort")
    if len(sort) > _MOST_KEYS:
        section.fault("too-large", f"there are over {_MOST_KEYS} columns to sort by; write fewer", "sort")
    sound = []
    for key in sort[:_MOST_KEYS]:
        try:
            expression(key.removesuffix(_DOWN))
            sound.append(key)
        except ExpressionError as fault:
            for at, sentence in fault.mistakes:
                section.findings.error("expression", section.letter("sort", key, at), sentence)
    most = section.whole("most", 1, MOST_COMPONENTS) or 0
    return RowChoice(section, read_conditions(section, "where"), tuple(sound), section.flag("shuffle"), most)
