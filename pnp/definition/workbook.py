"""An .xlsx file in; the rows of its first sheet, every cell a text, out, as a CSV file would give them."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from pnp.definition.files import MOST_BYTES, is_there
from pnp.definition.findings import Findings, Place, shown
from pnp.limited import Failed, TooMuch, limited

_MOST_COLUMNS = 200
_MOST_CELLS = 1_000_000
_UNPACKED = 64 * 1024 * 1024
_MOST_PARTS = 1000
_MOST_SIGNS = 3_000_000  # `<` in all parts: 5,000 rows of 60 different texts have 2,400,000
_NEEDED = "python_calamine"
_BROKEN = "cannot be read as a workbook; save it again as .xlsx, or as CSV UTF-8"


def sheet_records(path: Path, file: str, asked: Place, findings: Findings) -> Iterator[tuple[int, list[str]]]:
    """Line and cells of every row that is not blank; cells after the last column of the header are left out if blank.

    Formulas count by the value that the spreadsheet program saved for them.
    """
    if find_spec(_NEEDED) is None:
        message = f"{shown(file)} needs more than pnp brings; run pip install 'pnp-tabletop[xlsx]', or save it as CSV"
        findings.error("unreadable-file", asked, message)
        return
    if not is_there(path, file, asked, findings, MOST_BYTES):
        return
    data = path.read_bytes()
    if not _is_sound(data, file, findings):
        return
    try:
        rows: list[list[str]] = limited(sheet_rows, data)
    except Failed:
        findings.error("unreadable-file", Place(file, 1), f"the file {_BROKEN}")
        return
    except TooMuch:
        findings.error("too-large", Place(file, 1), "reading the file takes too much; save its first sheet as CSV")
        return
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


def sheet_rows(data: bytes) -> list[list[str]]:
    """The cells of the first sheet, as many as a table may have; of a damaged file it raises whatever calamine does.

    calamine knows no bounds: one cell in the last row and column makes a sheet of billions. So this is work for
    `limited`.
    """
    from python_calamine import load_workbook

    sheet = load_workbook(BytesIO(data)).get_sheet_by_index(0)
    if sheet.height * min(sheet.width, _MOST_COLUMNS) > _MOST_CELLS:
        raise MemoryError
    return [[_text(cell) for cell in row[:_MOST_COLUMNS]] for row in sheet.to_python(skip_empty_area=False)]


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
