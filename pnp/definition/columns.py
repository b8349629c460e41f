"""The [columns] of game.toml and the tables in; a finding for every cell that is not what its column holds out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from pnp.definition.findings import Place, meant, shown
from pnp.definition.model import Table
from pnp.definition.schema import COLUMN, MOST_PIECES
from pnp.definition.section import Section

_WHOLE = re.compile(r"-?\d{1,9}")


def check_columns(section: Section, tables: Iterable[Table | None]) -> None:
    """Holds every cell of a named column, in whatever table, against what the game says that it holds.

    A table that could not be read is None; then a column may well be one of its own.
    """
    given = list(tables)
    known = [table for table in given if table is not None]
    for column in section.names():
        fault = _rule(section.table(column, COLUMN))
        if len(known) == len(given) and all(column not in table.columns for table in known):
            columns = [name for table in known for name in table.columns]
            section.fault("unknown-value", f"no table has a column {shown(column)}; {meant(column, columns)}", column)
        for row in (row for table in known if column in table.columns for row in table.rows):
            wrong = fault(row[column])
            if wrong:
                place = Place(row.file, row.line)
                section.findings.error("out-of-range", place, f"{column} is {shown(row[column])}; {wrong}")


def _rule(section: Section) -> Callable[[str], str]:
    """What mends a cell; an empty sentence for one that is right."""
    if ("whole" in section) == ("one_of" in section):
        section.fault("missing-key", 'say what the column holds: whole = [1, 6] or one_of = ["a", "b"]')
        return lambda cell: ""
    before = len(section.findings)
    if "whole" in section:
        low, high = section.span("whole", -MOST_PIECES, MOST_PIECES)
        if len(section.findings) > before:
            return lambda cell: ""
        mend = f"write a whole number from {low} to {high}"
        return lambda cell: "" if _WHOLE.fullmatch(cell) and low <= int(cell) <= high else mend
    choices = section.slugs("one_of", ())
    return lambda cell: "" if cell in choices else meant(cell, choices)
