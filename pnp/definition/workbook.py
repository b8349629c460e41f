"""An .xlsx file in; the rows of its first sheet, every cell a text, out, as a CSV file would give them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from pnp.definition.files import MOST_BYTES, read_bytes
from pnp.definition.findings import Findings, Place
from pnp.definition.oddities import Odd, odd_cells, odd_formats, odd_sheets, tell
from pnp.limited import Failed, TooMuch, limited
from pnp.packages import not_installed
from pnp.sources import SourceFile

_MOST_COLUMNS = 200
_SECONDS = 18  # openpyxl takes half of them for 5,000 rows of 60 different texts
_MOST_CELLS = 1_000_000
_UNPACKED = 64 * 1024 * 1024
_MOST_PARTS = 1000
_MOST_SIGNS = 3_000_000  # `<` in all parts: 5,000 rows of 60 different texts have 2,400,000
_NEEDED = ("openpyxl", "defusedxml")
_BROKEN = "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8"


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
    tell((Odd(*each) for each in odd), file, findings)
    width = 0
    for line, cells in enumerate(rows, 1):
        width = width or max((at for at, cell in enumerate(cells, 1) if cell), default=0)
        if any(cells):
            rest = cells[width:]
            yield line, cells[:width] + ["" for _ in range(width - len(cells))] + (rest if any(rest) else [])


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
