"""Reads a workbook, or a CSV file from any spreadsheet, into a Table, with a finding for every line not sound."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

from pnp.definition.document import control_character, read_text
from pnp.definition.findings import Findings, Place, quoted
from pnp.definition.model import Row, Table
from pnp.sources import SourceFile

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
