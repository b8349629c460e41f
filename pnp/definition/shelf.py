"""The [tables] and [references] of game.toml in, every table of the game and what its cells refer to out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pnp.definition.columns import check_columns
from pnp.definition.files import inside
from pnp.definition.findings import Place, meant, shown
from pnp.definition.groups import check_groups, counted, read_groups
from pnp.definition.model import Row, Table
from pnp.definition.schema import MOST_REFERENCES
from pnp.definition.section import Section
from pnp.definition.tables import read_table
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.sources import SourceFile, Sources


@frozen
class Shelf:
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


def read_shelf(root: Section, sources: Sources, data: Mapping[str, Path]) -> Shelf:
    """Reads every table, or the file that `data` puts in its place, and checks what their cells refer to."""
    section = root.table("tables")
    files = section.texts()
    for name in sorted(data.keys() - files.keys()):
        raise UsageError(f"--data: {shown(name)} is no table of the game; {meant(name, files)}")
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
    return Shelf(tables, tuple(read), referred, lost)


def keyed(table: Table, section: Section) -> Mapping[str, Row]:
    """The rows of a table by their first cell, which must be there and differ from row to row."""
    rows: dict[str, Row] = {}
    for row in table.rows:
        key, place = row[table.columns[0]], Place(row.file, row.line)
        if not key:
            section.findings.error("key", place, f"{shown(table.columns[0])} is empty; it names the row, so fill it in")
        elif key in rows:
            message = f"{shown(key)} also names the row at line {rows[key].line}; rename one"
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
            section.fault("unknown-value", f"{shown(name)} is no table; {meant(name, tables)}", column)
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
            message = f"{column} {shown(row[column])} is no row of {target.file}; {meant(row[column], keys)}"
            section.findings.error("reference", Place(row.file, row.line), message)
