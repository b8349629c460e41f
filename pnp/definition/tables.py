"""Reads the tables of a game, from CSV files or workbooks, with a finding for every line that is not sound."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from pnp.definition.document import control_character, inside, read_text
from pnp.definition.findings import Findings, Place, between, quoted, suggest
from pnp.definition.model import Row, Table
from pnp.definition.section import COLUMN, GROUP, MOST_COMPONENTS, MOST_PIECES, MOST_REFERENCES, Section
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.sources import SourceFile, Sources

_QUOTED = re.compile(r'"[^"]*"')
_SEPARATORS = {",": "comma", ";": "semicolon", "\t": "tab"}
_INVISIBLE = re.compile("[\u200b\u2060-\u2064\ufeff]")
_RESERVED = ".{}"
_MOST_COLUMNS = 100
_MOST_ROWS = 100_000
_MOST_CELLS = 1_000_000
_MOST_LETTERS = 32_767  # of a cell, as in a spreadsheet

Record = tuple[int, list[str]]
"""The line on which a record starts, and its cells."""
_WHOLE = re.compile(r"-?\d{1,9}")
Tables = Mapping[str, Table | None]
Limits = tuple[int, int]

_ANY: Limits = (0, MOST_COMPONENTS)
_MOST_NAMED = 12


def read_table(name: str, source: Path | SourceFile, file: str, asked: Place, findings: Findings) -> Table | None:
    """The table of a CSV file, or of the first sheet of an .xlsx file; None when not even its header can be used.

    `file` is the file's name in findings, `asked` the place that calls for it. Rows that are not sound are
    left out, each with its finding.
    """
    before = len(findings)
    separator = "cell"
    if source.suffix.lower() == ".xlsx":
        from pnp.definition.workbook import sheet_records

        records = sheet_records(source, file, asked, findings)
    else:
        text = read_text(source, file, asked, findings, how=" (CSV UTF-8 in a spreadsheet)")
        if text is None:
            return None
        text = text.replace("\r", "\n")
        first_line, _, _ = text.lstrip().partition("\n")
        sign = max(_SEPARATORS, key=_QUOTED.sub("", first_line).count)
        separator, records = _SEPARATORS[sign], _records(text, sign, file, findings)
    records = _without_empty_columns(_within_bounds(records, file, findings))
    header = next(records, None)
    if header is None:
        if len(findings) > before:
            return None
        message = "the file is empty; write a line of column names and a line for each row"
        findings.error("no-rows", Place(file, 1), message)
        return None
    line, columns = header
    sound = _check_header(columns, Place(file, line), findings)
    rows = tuple(_rows(records, columns, separator, file, findings))
    if not rows and len(findings) == before:
        findings.error("no-rows", Place(file, line), "the file has column names but no row; add a line for each row")
    return Table(name, file, tuple(columns), rows) if sound else None


def _records(text: str, separator: str, file: str, findings: Findings) -> Iterator[Record]:
    """Every record that is not blank; stops with a finding where the quotes go wrong."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            cells = [cell.strip() for cell in next(reader)]
        except StopIteration:
            return
        except csv.Error as fault:
            findings.error("quotes", Place(file, line), _quote_fault(str(fault)))
            return
        if any(cells):
            yield line, cells


def _within_bounds(records: Iterator[Record], file: str, findings: Findings) -> list[Record]:
    """As many of the records as a table may have; a finding where there are more."""
    kept: list[Record] = []
    cells = 0
    for record in records:
        cells += len(record[1])
        if len(kept) > _MOST_ROWS or cells > _MOST_CELLS:
            most = f"{_MOST_ROWS:,} rows" if len(kept) > _MOST_ROWS else f"{_MOST_CELLS:,} cells"
            findings.error("too-large", Place(file, record[0]), f"the table has over {most}; split it")
            break
        kept.append(record)
    return kept


def _without_empty_columns(records: list[Record]) -> Iterator[Record]:
    """The records without what spreadsheets write at the end of each line: columns that have no name and no cell."""
    header = records[0][1] if records else []
    width = max((at for at, column in enumerate(header, 1) if column), default=0)
    if any(any(cells[width:]) for _, cells in records):
        return iter(records)
    return ((line, cells[:width]) for line, cells in records)


def _quote_fault(message: str) -> str:
    if "end of data" in message:
        return "a quote is opened here and never closed; close it, or delete it"
    if "larger than" in message:
        return "a cell is too long; is a quote opened here and not closed?"
    return 'text follows a closing quote; put the whole cell in quotes and write a quote inside it twice: ""'


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
    records: Iterator[Record], columns: list[str], separator: str, file: str, findings: Findings
) -> Iterator[Row]:
    for line, cells in records:
        place = Place(file, line)
        if len(cells) != len(columns):
            findings.error("row-length", place, _length_fault(len(cells), len(columns), separator))
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


def _length_fault(cells: int, columns: int, separator: str) -> str:
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
