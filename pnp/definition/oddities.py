"""What a sheet of a workbook shows and a table cannot tell: formulas that were never worked out, errors, formats."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from io import BytesIO
from typing import Any, NamedTuple

from pnp.definition.findings import Findings, Place, shown
from pnp.errors import Severity

_ODD = re.compile(rb"""<f[\s/>]|<\w+:|\st=["']e|\shidden=|<mergeCell""")
_SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_AS_IT_IS = frozenset({"General", "@", "0", "#", "#,##0"})
_SAVE = "open the file in a spreadsheet program and save it"


class Odd(NamedTuple):
    """Something about a cell, a row or the whole sheet, and the row that it stands in."""

    severity: Severity
    code: str
    line: int
    message: str


def tell(odd: Iterable[Odd], file: str, findings: Findings) -> None:
    """Makes findings of what is wrong, and remarks of what may not be what was meant."""
    for each in odd:
        if each.severity == "error":
            findings.error(each.code, Place(file, each.line), each.message)
        else:
            findings.remark(each.severity, each.code, Place(file, each.line), each.message)


def odd_sheets(workbook: Any) -> Iterator[Odd]:
    """What to know of an open workbook of which the first sheet is read."""
    first, *others = workbook.worksheets
    if first.sheet_state != "visible":
        message = f"the first sheet, {shown(first.title)}, is hidden, and it is the one that is read; show or delete it"
        yield Odd("warning", "hidden-sheet", 1, message)
    if others:
        names = ", ".join(shown(sheet.title) for sheet in others[:5])
        message = f"only the first sheet, {shown(first.title)}, is read, and not {names}; delete what is not needed"
        yield Odd("note", "more-sheets", 1, message)


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
            message = f"the cells {shown(reference)} are merged, and only the first of them is filled; fill each"
            yield Odd("warning", "merged-cells", _line(reference), message)


def _cell(element: Any) -> Iterator[Odd]:
    reference, value = str(element.get("r")), element.findtext(f"{_SHEET}v")
    if element.get("t") == "e":
        message = (
            f"{shown(reference)} holds the error {shown(value or '')}; correct its formula, or write what it means"
        )
        yield Odd("error", "cell-error", _line(reference), message)
    elif element.find(f"{_SHEET}f") is not None and not value and element.get("t") != "str":
        message = f"{shown(reference)} holds a formula that was never worked out; {_SAVE}"
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
                f"{shown(cell.coordinate)} is shown in the format {shown(cell.number_format)}, and read without it; if "
                "it is to be printed as shown, make the column text and write it so"
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
