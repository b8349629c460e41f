"""An .xlsx file in; the rows of its first sheet, every cell a text, out, as a CSV file would give them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from pnp.definition.files import MOST_BYTES, read_bytes
from pnp.definition.findings import Findings, Place, shown
from pnp.definition.oddities import Odd, odd_cells, odd_formats, odd_sheets, tell
from pnp.sources import SourceFile

_UNPACKED = 64 * 1024 * 1024
_NEEDED = ("openpyxl", "defusedxml")
_BROKEN = "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8"


def sheet_records(
    source: Path | SourceFile, file: str, asked: Place, findings: Findings
) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of every row that is not blank; cells after the last column of the header are left out if blank.

    Formulas count by the value that the spreadsheet program saved for them.
    """
    if not all(find_spec(name) for name in _NEEDED):
        message = f"{shown(file)} needs more than pnp brings; run pip install 'pnp-tabletop[xlsx]', or save it as CSV"
        findings.error("unreadable-file", asked, message)
        return
    data = read_bytes(source, file, asked, findings, MOST_BYTES)
    if data is None or not _is_sound(data, file, findings):
        return
    odd: list[Odd] = []
    try:
        rows = list(_rows(data, odd))
    except Exception:  # a damaged workbook makes openpyxl raise whatever comes
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return
    tell(odd, file, findings)
    width = 0
    for line, row in enumerate(rows, 1):
        cells = [_text(cell) for cell in row]
        width = width or max((at for at, cell in enumerate(cells, 1) if cell), default=0)
        if any(cells):
            rest = cells[width:]
            yield line, cells[:width] + ["" for _ in range(width - len(cells))] + (rest if any(rest) else [])


def _is_sound(data: bytes, file: str, findings: Findings) -> bool:
    """Whether it unpacks to a size that a table can have."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
    except (OSError, zipfile.BadZipFile, ValueError):
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return False
    if size > _UNPACKED:
        message = f"the file unpacks to over {_UNPACKED // 1024**2} MB; save its first sheet as CSV"
        findings.error("too-large", Place(file, 1), message)
    return size <= _UNPACKED


def _rows(data: bytes, odd: list[Odd]) -> Iterator[list[object]]:
    """The values of each row of the first sheet; what is odd about its cells is added to the list."""
    from openpyxl import load_workbook

    workbook = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False)
    try:
        sheet = workbook.worksheets[0]
        odd += odd_sheets(workbook)
        with zipfile.ZipFile(BytesIO(data)) as packed, packed.open(sheet._worksheet_path) as stream:
            odd += odd_cells(stream.read())
        rows = list(sheet.iter_rows(max_row=100_002, max_col=200))
        odd += odd_formats(cell for row in rows for cell in row)
        yield from ([cell.value for cell in row] for row in rows)
    finally:
        workbook.close()


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
