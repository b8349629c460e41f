"""The [tables], [references], [columns] and [[groups]] of game.toml: every table of a game, checked cell by cell."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from pnp.definition.document import inside
from pnp.definition.findings import Findings, Place, between, quoted, suggest
from pnp.definition.model import Row, Table
from pnp.definition.section import COLUMN, GROUP, MOST_COMPONENTS, MOST_PIECES, MOST_REFERENCES, Section
from pnp.definition.tables import read_table
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.sources import SourceFile, Sources

_WHOLE = re.compile(r"-?\d{1,9}")
Tables = Mapping[str, Table | None]
Limits = tuple[int, int]

_ANY: Limits = (0, MOST_COMPONENTS)
_MOST_NAMED = 12


def check_columns(section: Section, tables: Iterable[Table | None]) -> None:
    """Holds every cell of a named column, in whatever table, against what the game says that it holds.

    A table that could not be read is None; then a column may well be one of its own.
    """
    given = list(tables)
    known = [table for table in given if table is not None]
    for column in section.names():
        fault = _rule(section.table(column, COLUMN))
        columns = [name for table in known for name in table.columns]
        if len(known) == len(given) and column not in columns:
            mend = suggest(column, columns)
            section.fault("unknown-value", f"no table has a column {quoted(column)}; {mend}", column)
        for row in (row for table in known if column in table.columns for row in table.rows):
            if wrong := fault(row[column]):
                section.findings.error("out-of-range", row.place, f"{column} is {quoted(row[column])}; {wrong}")


def _rule(section: Section) -> Callable[[str], str]:
    """What mends a cell; an empty sentence for one that is right."""
    if ("whole" in section) == ("one_of" in section):
        section.fault("missing-key", 'say what the column holds: whole = [1, 6] or one_of = ["a", "b"]')
        return lambda cell: ""
    if "whole" in section:
        before = len(section.findings)
        low, high = section.span("whole", -MOST_PIECES, MOST_PIECES)
        if len(section.findings) > before:
            return lambda cell: ""
        mend = f"write a whole number from {low} to {high}"
        return lambda cell: "" if _WHOLE.fullmatch(cell) and low <= int(cell) <= high else mend
    choices = section.slugs("one_of", ())
    return lambda cell: "" if cell in choices else suggest(cell, choices)


@frozen
class TableSet:
    """The tables by name (None for one that could not be read), and the rows that cells refer to."""

    tables: Mapping[str, Table | None]
    files: tuple[SourceFile, ...]
    referred: Mapping[str, Mapping[str, Row]]
    lost: frozenset[str]
    """Columns whose table could not be read: what they refer to cannot be told."""

    def names(self, columns: Iterable[str]) -> list[str]:
        """What templates may say where these columns are known: the columns, and what they refer to."""
        columns = list(columns)
        rows = {column: next(iter(self.referred.get(column, {}).values()), None) for column in columns}
        return columns + [f"{column}.{other}" for column, row in rows.items() if row for other in row.values]

    def joined(self, values: Mapping[str, str]) -> Mapping[str, str]:
        """The values and, as `suit.name`, those of the rows that they refer to."""
        joined = dict(values)
        for column, rows in self.referred.items():
            if column in values and values[column] in rows:
                joined |= {f"{column}.{other}": cell for other, cell in rows[values[column]].values.items()}
        return joined


def read_table_set(root: Section, sources: Sources, data: Mapping[str, Path]) -> TableSet:
    """Reads every table, or the file that `data` puts in its place, and checks what their cells refer to."""
    section = root.table("tables")
    files = section.texts()
    for name in sorted(data.keys() - files.keys()):
        raise UsageError(f"--data: {quoted(name)} is no table of the game; {suggest(name, files)}")
    tables: dict[str, Table | None] = {}
    read = []
    for name, file in files.items():
        own = name not in data
        source = inside(sources, file, section.place(name), root.findings) if own else sources.named(data[name])
        if source is None:
            tables[name] = None
            continue
        label, asked = (file, section.place(name)) if own else (str(source.path), Place(str(source.path), 1))
        tables[name] = read_table(name, source, label, asked, root.findings)
        read.append(source)
    groups = read_groups(root, tables)
    tables = with_counts(groups, tables)
    check_columns(root.table("columns"), tables.values())
    referred, lost = _references(root.table("references"), tables)
    check_groups(groups, tables, root.findings)
    return TableSet(tables, tuple(read), referred, lost)


def rows_by_key(table: Table, section: Section) -> Mapping[str, Row]:
    """The rows of a table by their first cell, which must be there and differ from row to row."""
    rows: dict[str, Row] = {}
    for row in table.rows:
        if not (key := row[table.columns[0]]):
            message = f"{quoted(table.columns[0])} is empty; it names the row, so fill it in"
            section.findings.error("key", row.place, message)
        elif rows.setdefault(key, row) is not row:
            message = f"{quoted(key)} also names the row at line {rows[key].line}; rename one"
            section.findings.error("key", row.place, message)
    return rows


def _references(section: Section, tables: Tables) -> tuple[Mapping[str, Mapping[str, Row]], frozenset[str]]:
    """The rows that each column refers to, by their keys, and the columns whose table could not be read."""
    referred, lost = {}, set()
    columns = section.texts()
    if len(columns) > MOST_REFERENCES:
        section.fault("too-large", f"there are over {MOST_REFERENCES} references; delete some")
        return {}, frozenset(columns)
    for column, name in columns.items():
        if name not in tables:
            section.fault("unknown-value", f"{quoted(name)} is no table; {suggest(name, tables)}", column)
        target = tables.get(name)
        if target is None:
            lost.add(column)
            continue
        keys = referred[column] = rows_by_key(target, section)
        holding = (table for table in tables.values() if table and table is not target and column in table.columns)
        for row in (row for table in holding for row in table.rows if row[column] not in keys):
            message = f"{column} {quoted(row[column])} is no row of {target.file}; {suggest(row[column], keys)}"
            section.findings.error("reference", row.place, message)
    return referred, frozenset(lost)


@frozen
class RowGroup:
    """Rows of a table that have the same cell in `column`: how many such cells, how many rows each, at least and most.

    `tells` is the column that says how many rows share the row's own cell; empty for none.
    """

    table: str
    column: str
    groups: Limits
    rows: Limits
    tells: str


def read_groups(root: Section, tables: Tables) -> Sequence[RowGroup]:
    """Every entry whose table and column are there."""
    found = []
    for section in root.tables("groups", GROUP):
        name = section.choice("table", tables, what="table")
        table = tables.get(name)
        column = section.choice("column", table.columns, what="column") if table else ""
        groups, rows = (section.limits(key, 1, MOST_COMPONENTS) or _ANY for key in ("groups", "rows"))
        tells = section.slug("as", "number", "")
        if not any(key in section for key in ("groups", "rows", "as")):
            section.fault("missing-key", 'say what holds for its rows: groups = 8, rows = 6 or as = "number"')
        if tells and tells == column:
            section.fault("wrong-value", f"'as' cannot be the column {quoted(column)} itself; name another", "as")
        elif column:
            found.append(RowGroup(name, column, groups, rows, tells))
    return found


def with_counts(groups: Sequence[RowGroup], tables: Tables) -> dict[str, Table | None]:
    """The tables with the columns that groups add; one that the file has already stays as it is."""
    made = dict(tables)
    for group in groups:
        table, tells = made[group.table], group.tells
        if table is not None and tells and tells not in table.columns:
            sizes = Counter(row[group.column] for row in table.rows)
            rows = (replace(row, values={**row.values, tells: str(sizes[row[group.column]])}) for row in table.rows)
            columns, derived = (*table.columns, tells), (*table.derived, tells)
            made[group.table] = replace(table, columns=columns, rows=tuple(rows), derived=derived)
    return made


def check_groups(groups: Sequence[RowGroup], tables: Tables, findings: Findings) -> None:
    """Says which rows are too many, where one is missing, and which counts are wrong.

    A table with other findings is left alone: its rows are not yet what they will be.
    """
    damaged = {name for name, table in tables.items() if table is not None and findings.touches(table.file)}
    for group in groups:
        table = tables[group.table]
        if table is None or group.table in damaged:
            continue
        shares: dict[str, list[Row]] = {}
        for row in table.rows:
            shares.setdefault(row[group.column], []).append(row)
        wrong_rows = (_wrong_rows(group, rows) for rows in shares.values())
        for place, message in chain(_wrong_groups(group, table, sorted(shares)), *wrong_rows):
            findings.error("group", place, message)


def _wrong_groups(group: RowGroup, table: Table, cells: Sequence[str]) -> Iterator[tuple[Place, str]]:
    low, high = group.groups
    if not low <= len(cells) <= high:
        named = ", ".join(quoted(cell) for cell in cells[:_MOST_NAMED])
        more = " and so on" if len(cells) > _MOST_NAMED else ""
        message = f"{group.column} has {len(cells)} different values ({named}{more})"
        yield Place(table.file, 1), f"{message}, and there must be {between(low, high)}; change the odd ones"


def _wrong_rows(group: RowGroup, rows: Sequence[Row]) -> Iterator[tuple[Place, str]]:
    """Rows of one cell that are too many or too few, and what the file itself says of their count."""
    (low, high), count = group.rows, len(rows)
    cell = quoted(rows[0][group.column])
    if not low <= count <= high:
        row = rows[high] if count > high else rows[-1]
        mend = f"change {count - high} of them" if count > high else f"add {low - count}, or change what is there"
        number = "1 row" if count == 1 else f"{count} rows"
        yield row.place, f"{group.column} {cell} stands on {number} where {between(low, high)} belong; {mend}"
    for row in rows if group.tells else ():
        if row[group.tells] != str(count):
            told = f"{group.tells} is {quoted(row[group.tells])}, but {group.column} {cell} stands on {count}"
            yield row.place, f"{told}; write {count}, or delete the column: pnp counts it"
