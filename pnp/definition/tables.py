"""Reads the tables of a game, from files of whatever format, with a finding for every line that is not sound."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from pnp.definition.document import control_character, inside
from pnp.definition.findings import Findings, Place, coordinate, printable, quoted, suggest
from pnp.definition.groups import Tables, check_groups, read_groups, with_counts
from pnp.definition.model import Row, Table
from pnp.definition.section import COLUMN, MOST_PIECES, MOST_REFERENCES, Section
from pnp.definition.table_files import CELL, Record, TableFile, read_entries, table_records
from pnp.definition.workbook import Wanted, Workbooks
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.sources import SourceFile, Sources, source_of

_INVISIBLE = re.compile("[\u200b\u2060-\u2064\ufeff]")
_RESERVED = ".{}"
_MOST_TITLES = 10
_MOST_COLUMNS = 100
_MOST_ROWS = 100_000
_LOOKED_AT = 5_000  # rows of a table that has too many, in which mistakes are looked for
_MOST_CELLS = 1_000_000
_MOST_LETTERS = 32_767  # of a cell, as in a spreadsheet

_WHOLE = re.compile(r"-?\d{1,9}")


def read_table(
    name: str, source: Path | SourceFile, file: str, asked: Place, findings: Findings,
    entry: TableFile | None = None, workbooks: Workbooks | None = None,
) -> Table | None:  # fmt: skip
    """The table of a file; None when not even its header can be used.

    `file` is the file's name in findings, `asked` the place that calls for it, `entry` what [tables] says of it.
    Rows that are not sound are left out, each with its finding.
    """
    before = len(findings)
    entry, workbooks = entry or TableFile(file), workbooks or Workbooks({})
    separator, given = table_records(source_of(source), entry, workbooks, file, asked, findings)
    records = _within_bounds(given, file, findings)
    if not entry.header and (title := _title(records, entry)):
        findings.error("header", Place(file, records[0][0]), title)
        return None
    records = _without_empty_columns(records)
    if not records:
        if len(findings) == before:
            message = "the file is empty; write a line of column names and a line for each row"
            findings.error("no-rows", Place(file, 1), message)
        return None
    (line, columns), *rest = records
    sound = _check_header(columns, Place(file, line), findings)
    rows = tuple(_rows(rest, columns, separator, file, findings))
    if not rows and len(findings) == before:
        findings.error("no-rows", Place(file, line), "the file has column names but no row; add a line for each row")
    return Table(name, file, tuple(columns), rows) if sound else None


def _title(records: Sequence[Record], entry: TableFile) -> str:
    """What to say of a first line that seems to be a title above the names of the columns; empty for any other."""
    counts = [sum(map(bool, cells)) for _, cells in records]
    several = max(counts[1:], default=0)
    title = " ".join(filter(None, records[0][1])) if several else ""
    if not title or not (counts[0] * 2 < several or (counts[0] == 1 and several == 2 and " " in title)):
        return ""
    at = counts.index(several, 1)
    line, names = records[at][0], records[at][1][:several]
    if at > _MOST_TITLES or not all(names) or len(set(names)) < several:
        return ""
    mend = f'write {{ file = "{printable(entry.file)}", header = {line} }} in [tables], or delete the lines above it'
    return f"{quoted(title)} looks like a title, since line {line} seems to name the columns; {mend}"


def _within_bounds(records: Iterator[Record], file: str, findings: Findings) -> list[Record]:
    """The records of a table that has no more than it may; a finding and the first of them where there are more."""
    kept: list[Record] = []
    cells = 0
    for record in records:
        cells += len(record[1])
        if len(kept) > _MOST_ROWS or cells > _MOST_CELLS:
            most = f"{_MOST_ROWS:,} rows" if len(kept) > _MOST_ROWS else f"{_MOST_CELLS:,} cells"
            findings.error("too-large", Place(file, record[0]), f"the table has over {most}; split it")
            return kept[:_LOOKED_AT]
        kept.append(record)
    return kept


def _without_empty_columns(records: list[Record]) -> list[Record]:
    """The records without what spreadsheets write at the end of each line: columns that have no name and no cell."""
    header = records[0][1] if records else []
    width = max((at for at, column in enumerate(header, 1) if column), default=0)
    if any(any(cells[width:]) for _, cells in records):
        return records
    return [(line, cells[:width]) for line, cells in records]


def _check_header(columns: list[str], place: Place, findings: Findings) -> bool:
    before = len(findings)
    if len(columns) > _MOST_COLUMNS:
        findings.error("header", place, f"the table has over {_MOST_COLUMNS} columns; is its separator right?")
        return False
    for at, column in enumerate(columns, 1):
        if not column:
            findings.error("header", place, f"column {at} has no name; name it or delete the column")
        elif column in columns[: at - 1]:
            findings.error("header", place, f"the column {quoted(column)} stands twice; rename or delete one")
        elif any(letter in _RESERVED for letter in column) or control_character(column) or "\n" in column:
            message = f"the column {quoted(column)} must do without dots, braces and line breaks; rename it"
            findings.error("header", place, message)
    return len(findings) == before


def _rows(
    records: Iterable[Record], columns: list[str], separator: str, file: str, findings: Findings
) -> Iterator[Row]:
    for line, cells in records:
        place = Place(file, line)
        if len(cells) != len(columns):
            findings.error("row-length", place, _length_fault(line, len(cells), len(columns), separator))
            continue
        faults = []
        for column, cell in zip(columns, cells):
            if control := control_character(cell):
                message = f"{quoted(column)} holds the control character {control}; delete it"
                faults.append(("control-character", message))
            elif len(cell) > _MOST_LETTERS:
                faults.append(("too-large", f"{quoted(column)} has over {_MOST_LETTERS:,} letters; shorten it"))
        for code, message in faults:
            findings.error(code, place, message)
        if hidden := _INVISIBLE.search("".join(cells)):
            column = next(column for column, cell in zip(columns, cells) if hidden[0] in cell)
            message = f"{quoted(column)} holds U+{ord(hidden[0]):04X}, which nobody sees and no test of it expects"
            findings.remark("warning", "invisible-character", place, f"{message}; delete it")
        if not faults:
            yield Row(dict(zip(columns, cells)), file, line)


def _length_fault(line: int, cells: int, columns: int, separator: str) -> str:
    if separator == CELL:
        mend = "name its column, or delete it"
        return f"{quoted(coordinate(line, cells))} stands to the right of the last column that has a name; {mend}"
    if cells < columns:
        return f"the row has {cells} of {columns} cells; add the missing ones, with a {separator} before each"
    return f"the row has {cells} cells for {columns} columns; put quotes around a cell that holds a {separator}"


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

    @property
    def columns(self) -> frozenset[str]:
        """The columns of all tables."""
        return frozenset(column for table in self.tables.values() if table for column in table.columns)

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
    entries = read_entries(section)
    for name in sorted(data.keys() - entries.keys()):
        raise UsageError(f"--data: {quoted(name)} is no table of the game; {suggest(name, entries)}")
    sources_of = {name: _source(sources, name, entry, data, section) for name, entry in entries.items()}
    entries = {name: entry.instead(data[name]) if name in data else entry for name, entry in entries.items()}
    wanted: dict[Path, list[Wanted]] = {}
    for name, source in sources_of.items():
        if source is not None:
            wanted.setdefault(source.path, []).append(entries[name].wanted)
    workbooks = Workbooks(wanted)
    tables: dict[str, Table | None] = {}
    for name, source in sources_of.items():
        entry, asked = entries[name], Place(entries[name].file, 1) if name in data else section.place(name)
        if source is None:
            tables[name] = None
        else:
            tables[name] = read_table(name, source, entry.label, asked, root.findings, entry, workbooks)
    groups = read_groups(root, tables)
    tables = with_counts(groups, tables)
    check_columns(root.table("columns"), tables.values())
    referred, lost = _references(root.table("references"), tables)
    check_groups(groups, tables, root.findings)
    read = tuple(source for source in sources_of.values() if source is not None)
    return TableSet(tables, read, referred, lost)


def _source(
    sources: Sources, name: str, entry: TableFile, data: Mapping[str, Path], section: Section
) -> SourceFile | None:  # fmt: skip
    """The file of a table, or the one that takes its place; None where there can be none."""
    if name in data:
        return sources.named(data[name])
    return inside(sources, entry.file, section.place(name), section.findings)


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
