"""An .xlsx file: the rows of its first sheet as a CSV file would give them, and what a table cannot tell of it."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from datetime import date, datetime, time
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pnp.definition.document import MOST_BYTES, read_bytes
from pnp.definition.findings import Findings, Place, quoted
from pnp.errors import Severity, not_installed
from pnp.sources import Failed, SourceFile, TooMuch, limited

_ODD = re.compile(rb"""<f[\s/>]|<\w+:|\st=["']e|\shidden=|<mergeCell""")
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_AS_IT_IS = frozenset({"General", "@", "0", "#", "#,##0"})
_SAVE = "open the file in a spreadsheet program and save it"
_MOST_COLUMNS = 200
_SECONDS = 18  # openpyxl takes half of them for 5,000 rows of 60 different texts
_MOST_CELLS = 1_000_000
_UNPACKED = 64 * 1024 * 1024
_MOST_PARTS = 1000
_MOST_SIGNS = 3_000_000  # `<` in all parts: 5,000 rows of 60 different texts have 2,400,000
_NEEDED = ("openpyxl", "defusedxml")
_BROKEN = "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8"


class Odd(NamedTuple):
    """Something about a cell, a row or the whole sheet, and the row that it stands in."""

    severity: Severity
    code: str
    line: int
    message: str


def odd_sheets(workbook: Any) -> Iterator[Odd]:
    """What to know of an open workbook of which the first sheet is read."""
    first, *others = workbook.worksheets
    called = f"the first sheet, {quoted(first.title)}, is"
    if first.sheet_state != "visible":
        message = f"{called} hidden, and it is the one that is read; show or delete it"
        yield Odd("warning", "hidden-sheet", 1, message)
    if others:
        names = ", ".join(quoted(sheet.title) for sheet in others[:5])
        yield Odd("note", "more-sheets", 1, f"only {called} read, and not {names}; delete what is not needed")


def odd_cells(sheet: bytes) -> Iterator[Odd]:
    """What is odd in the XML of a sheet: cells, hidden rows and merged ranges."""
    if not _ODD.search(sheet):  # most sheets have none of it, and a search is much faster than a reader
        return
    from defusedxml.ElementTree import iterparse

    for _, element in iterparse(BytesIO(sheet), forbid_dtd=True):
        if element.tag == f"{_SHEET}c":
            yield from _cell(element)
        elif element.tag == f"{_SHEET}row":
            if element.get("hidden") in ("1", "true") and len(element):
                line = int(element.get("r") or 1)
                message = "the row is hidden in the spreadsheet and printed all the same; delete it, or show it"
                yield Odd("warning", "hidden-row", line, message)
            element.clear()
        elif element.tag == f"{_SHEET}mergeCell":
            reference = str(element.get("ref"))
            message = f"the cells {quoted(reference)} are merged, and only the first of them is filled; fill each"
            yield Odd("warning", "merged-cells", _line(reference), message)


def _cell(element: Any) -> Iterator[Odd]:
    reference, value = str(element.get("r")), element.findtext(f"{_SHEET}v")
    if element.get("t") == "e":
        mend = "correct its formula, or write what it means"
        message = f"{quoted(reference)} holds the error {quoted(value or '')}; {mend}"
        yield Odd("error", "cell-error", _line(reference), message)
    elif element.find(f"{_SHEET}f") is not None and not value and element.get("t") != "str":
        message = f"{quoted(reference)} holds a formula that was never worked out; {_SAVE}"
        yield Odd("error", "formula", _line(reference), message)


def odd_formats(cells: Iterable[Any]) -> Iterator[Odd]:
    """The first number of each column that the spreadsheet shows in another way than it is read, such as 50 % as 0.5.

    `cells` are those of openpyxl, row by row.
    """
    told: set[int] = set()
    for cell in cells:
        wanted = cell.data_type in ("n", "d") and cell.value is not None and cell.column not in told
        if wanted and not _same(cell.value, cell.number_format):
            told.add(cell.column)
            message = (
                f"{quoted(cell.coordinate)} is shown in the format {quoted(cell.number_format)}, and read without it; "
                "if it is to be printed as shown, make the column text and write it so"
            )
            yield Odd("warning", "cell-format", cell.row, message)


def _same(value: object, form: str) -> bool:
    if not isinstance(value, int | float) or isinstance(value, bool):
        return False  # a date or time
    if form in ("0", "#", "#,##0"):
        return float(value).is_integer() and (abs(value) < 1000 or form != "#,##0")
    return form in _AS_IT_IS


def _line(reference: str) -> int:
    found = _REFERENCE.match(reference)
    return int(found[2]) if found else 1


def sheet_records(
    source: Path | SourceFile, file: str, asked: Place, findings: Findings
) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of every row that is not blank; cells after the last column of the header are left out if blank.

    Formulas count by the value that the spreadsheet program saved for them.
    """
    for name in _NEEDED:
        if find_spec(name) is None:
            raise not_installed(name)
    data = read_bytes(source, file, asked, findings, MOST_BYTES)
    if data is None or not _is_sound(data, file, findings):
        return
    try:
        rows, odd = limited(sheet_rows, data, _SECONDS)
    except Failed:
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return
    except TooMuch:
        findings.error("too-large", Place(file, 1), "reading the file takes too much; save its first sheet as CSV")
        return
    for severity, code, line, message in odd:
        if severity == "error":
            findings.error(code, Place(file, line), message)
        else:
            findings.remark(severity, code, Place(file, line), message)
    width = 0
    for line, cells in enumerate(rows, 1):
        width = width or max((at for at, cell in enumerate(cells, 1) if cell), default=0)
        if any(cells):
            rest = cells[width:] if any(cells[width:]) else []
            yield line, [*cells[:width], *[""] * (width - len(cells)), *rest]


def _is_sound(data: bytes, file: str, findings: Findings) -> bool:
    """Whether it unpacks to what a table can have: the size that a part states is all that is unpacked of it."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            sound = sum(part.file_size for part in parts) <= _UNPACKED and len(parts) <= _MOST_PARTS
            signs = sum(packed.read(part).count(b"<") for part in parts) if sound else 0
    except Exception:  # a damaged archive makes zipfile raise whatever comes
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return False
    if sound and signs <= _MOST_SIGNS:
        return True
    findings.error("too-large", Place(file, 1), "the file holds more than a table has; save its first sheet as CSV")
    return False


def sheet_rows(data: bytes) -> tuple[list[list[str]], list[Odd]]:
    """The cells of the first sheet, and what is odd about them; of a damaged file it raises whatever openpyxl does.

    openpyxl knows no bounds: a few kilobytes can hold millions of texts. So this is work for `limited`.
    """
    from openpyxl import load_workbook

    workbook = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    sheet = workbook.worksheets[0]
    odd = [*odd_sheets(workbook)]
    with zipfile.ZipFile(BytesIO(data)) as packed, packed.open(sheet._worksheet_path) as stream:
        odd += odd_cells(stream.read())
    rows, cells = [], 0
    for row in sheet.iter_rows(max_row=100_002, max_col=_MOST_COLUMNS):
        rows.append(row)
        cells += len(row)
        if cells > _MOST_CELLS:
            raise MemoryError
    odd += odd_formats(cell for row in rows for cell in row)
    return [[_text(cell.value) for cell in row] for row in rows], odd


def _text(cell: object) -> str:
    """What the spreadsheet shows, as nearly as the file tells: 3 and not 3.0, no time where there is only a date."""
    match cell:
        case None:
            return ""
        case bool():
            return "TRUE" if cell else "FALSE"
        case float() if cell.is_integer() and abs(cell) < 1e15:
            return str(int(cell))
        case datetime() if cell.time() == time():
            return cell.date().isoformat()
        case date() | time():
            return cell.isoformat()
        case _:
            return str(cell).strip()
