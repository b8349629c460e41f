"""The [tables], [references], [columns] and [[groups]] of game.toml: every table of a game, checked cell by cell."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.definition.document import inside
from pnp.definition.findings import Findings, Place, quoted, suggest
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
        if len(known) == len(given) and all(column not in table.columns for table in known):
            columns = [name for table in known for name in table.columns]
            section.fault(
                "unknown-value", f"no table has a column {quoted(column)}; {suggest(column, columns)}", column
            )
        for row in (row for table in known if column in table.columns for row in table.rows):
            wrong = fault(row[column])
            if wrong:
                place = Place(row.file, row.line)
                section.findings.error("out-of-range", place, f"{column} is {quoted(row[column])}; {wrong}")


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


def read_shelf(root: Section, sources: Sources, data: Mapping[str, Path]) -> TableSet:
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
    tables = counted(groups, tables)
    check_columns(root.table("columns"), tables.values())
    referred, lost = _references(root.table("references"), tables)
    check_groups(groups, tables, root.findings)
    return TableSet(tables, tuple(read), referred, lost)


def keyed(table: Table, section: Section) -> Mapping[str, Row]:
    """The rows of a table by their first cell, which must be there and differ from row to row."""
    rows: dict[str, Row] = {}
    for row in table.rows:
        key, place = row[table.columns[0]], Place(row.file, row.line)
        if not key:
            section.findings.error(
                "key", place, f"{quoted(table.columns[0])} is empty; it names the row, so fill it in"
            )
        elif key in rows:
            message = f"{quoted(key)} also names the row at line {rows[key].line}; rename one"
            section.findings.error("key", place, message)
        else:
            rows[key] = row
    return rows


def _references(
    section: Section, tables: Mapping[str, Table | None]
) -> tuple[Mapping[str, Mapping[str, Row]], frozenset[str]]:
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
        referred[column] = keyed(target, section)
        for table in tables.values():
            if table is not None and table is not target and column in table.columns:
                _check_cells(table, column, target, referred[column], section)
    return referred, frozenset(lost)


def _check_cells(table: Table, column: str, target: Table, keys: Mapping[str, Row], section: Section) -> None:
    for row in table.rows:
        if row[column] not in keys:
            message = f"{column} {quoted(row[column])} is no row of {target.file}; {suggest(row[column], keys)}"
            section.findings.error("reference", Place(row.file, row.line), message)


@frozen
class Group:
    """Rows of a table that have the same cell in `column`: how many such cells, how many rows each, at least and most.

    `tells` is the column that says how many rows share the row's own cell; empty for none.
    """

    table: str
    column: str
    groups: Limits
    rows: Limits
    tells: str


def read_groups(root: Section, tables: Tables) -> Sequence[Group]:
    """Every entry whose table and column are there."""
    found = []
    for section in root.tables("groups", GROUP):
        name = section.choice("table", tables, what="table")
        table = tables.get(name)
        column = section.choice("column", table.columns if table else (), what="column") if table else ""
        limits = {key: section.limits(key, 1, MOST_COMPONENTS) for key in ("groups", "rows")}
        tells = section.slug("as", "number", "")
        if not any(key in section for key in ("groups", "rows", "as")):
            section.fault("missing-key", 'say what holds for its rows: groups = 8, rows = 6 or as = "number"')
        if tells and tells == column:
            section.fault("wrong-value", f"'as' cannot be the column {quoted(column)} itself; name another", "as")
        elif column:
            found.append(Group(name, column, limits["groups"] or _ANY, limits["rows"] or _ANY, tells))
    return found


def counted(groups: Sequence[Group], tables: Tables) -> dict[str, Table | None]:
    """The tables with the columns that groups add; one that the file has already stays as it is."""
    made = dict(tables)
    for group in groups:
        table = made[group.table]
        if table is not None and group.tells and group.tells not in table.columns:
            sizes = {cell: str(len(rows)) for cell, rows in _shares(table, group.column).items()}
            rows = tuple(
                replace(row, values={**row.values, group.tells: sizes[row[group.column]]}) for row in table.rows
            )
            columns, derived = (*table.columns, group.tells), (*table.derived, group.tells)
            made[group.table] = replace(table, columns=columns, rows=rows, derived=derived)
    return made


def check_groups(groups: Sequence[Group], tables: Tables, findings: Findings) -> None:
    """Says which rows are too many, where one is missing, and which counts are wrong.

    A table with other findings is left alone: its rows are not yet what they will be.
    """
    damaged = {name for name, table in tables.items() if table is not None and findings.touches(table.file)}
    for group in groups:
        table = tables[group.table]
        if table is None or group.table in damaged:
            continue
        shares = _shares(table, group.column)
        _check_groups(group, table, list(shares), findings)
        for cell, rows in shares.items():
            _check_rows(group, cell, rows, findings)
            _check_told(group, cell, rows, findings)


def _shares(table: Table, column: str) -> Mapping[str, Sequence[Row]]:
    """The rows by their cell in that column."""
    shares: dict[str, list[Row]] = {}
    for row in table.rows:
        shares.setdefault(row[column], []).append(row)
    return shares


def _check_groups(group: Group, table: Table, cells: Sequence[str], findings: Findings) -> None:
    low, high = group.groups
    if not low <= len(cells) <= high:
        named = ", ".join(quoted(cell) for cell in sorted(cells)[:_MOST_NAMED])
        more = " and so on" if len(cells) > _MOST_NAMED else ""
        message = f"{group.column} has {len(cells)} different values ({named}{more})"
        mend = f"there must be {_between(low, high)}; change the odd ones"
        findings.error("group", Place(table.file, 1), f"{message}, and {mend}")


def _check_rows(group: Group, cell: str, rows: Sequence[Row], findings: Findings) -> None:
    low, high = group.rows
    if low <= len(rows) <= high:
        return
    surplus = len(rows) - high
    row = rows[high] if surplus > 0 else rows[-1]
    mend = f"change {surplus} of them" if surplus > 0 else f"add {low - len(rows)}, or change what is there"
    number = "1 row" if len(rows) == 1 else f"{len(rows)} rows"
    message = f"{group.column} {quoted(cell)} stands on {number} where {_between(low, high)} belong; {mend}"
    findings.error("group", Place(row.file, row.line), message)


def _check_told(group: Group, cell: str, rows: Sequence[Row], findings: Findings) -> None:
    """What the file itself says in the column that tells the count."""
    if not group.tells:
        return
    for row in rows:
        if row[group.tells] != str(len(rows)):
            told = (
                f"{group.tells} is {quoted(row[group.tells])}, but {group.column} {quoted(cell)} stands on {len(rows)}"
            )
            mend = f"write {len(rows)}, or delete the column: pnp counts it"
            findings.error("group", Place(row.file, row.line), f"{told}; {mend}")


def _between(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"
