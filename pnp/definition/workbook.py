"""An .xlsx file in; the rows of its first sheet, every cell a text, out, as a CSV file would give them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib.util import find_spec
from pathlib import Path

from pnp.definition.files import MOST_BYTES, is_there
from pnp.definition.findings import Findings, Place
from pnp.packages import not_installed

_UNPACKED = 64 * 1024 * 1024
_NEEDED = ("openpyxl", "defusedxml")
_BROKEN = "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8"


def sheet_records(path: Path, file: str, asked: Place, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of every row that is not blank; cells after the last column of the header are left out if blank.

    Formulas count by the value that the spreadsheet program saved for them.
    """
    for name in _NEEDED:
        if find_spec(name) is None:
            raise not_installed(name)
    if not is_there(path, file, asked, findings, MOST_BYTES) or not _is_sound(path, file, findings):
        return
    try:
        rows = [list(row) for row in _rows(path)]
    except Exception:  # a damaged workbook makes openpyxl raise whatever comes
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return
    width = 0
    for line, row in enumerate(rows, 1):
        cells = [_text(cell) for cell in row]
        width = width or max((at for at, cell in enumerate(cells, 1) if cell), default=0)
        if any(cells):
            rest = cells[width:]
            yield line, cells[:width] + ["" for _ in range(width - len(cells))] + (rest if any(rest) else [])


def _is_sound(path: Path, file: str, findings: Findings) -> bool:
    """Whether it unpacks to a size that a table can have."""
    try:
        with zipfile.ZipFile(path) as packed:
            size = sum(entry.file_size for entry in packed.infolist())
    except (OSError, zipfile.BadZipFile, ValueError):
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return False
    if size > _UNPACKED:
        message = f"the file unpacks to over {_UNPACKED // 1024**2} MB; save its first sheet as CSV"
        findings.error("too-large", Place(file, 1), message)
    return size <= _UNPACKED


def _rows(path: Path) -> Iterator[tuple[object, ...]]:
    from openpyxl import load_workbook

    workbook = load_workbook(path, read_only=True, data_only=True, keep_links=False)
    try:
        yield from workbook.worksheets[0].iter_rows(values_only=True, max_row=100_002, max_col=200)
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
