"""Workbooks of Excel since 2007, Google Sheets, Numbers and others, by openpyxl.

openpyxl gives values, formats and runs; of what it keeps to itself in its quick way of reading (formulas without a
value, hidden rows, merged cells) the XML of the sheet is asked.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from io import BytesIO
from typing import Any

from pnp.definition.number_formats import SYSTEM_DATE, SYSTEM_TIME, bare, shown, shown_text
from pnp.definition.sheets import (
    MOST_CELLS,
    MOST_COLUMNS,
    MOST_ROWS,
    Cell,
    MergedCells,
    Odd,
    Run,
    Sheet,
    error_value,
    no_value,
)

_ODD = re.compile(rb"<(\w+:)?f[\s/>]|\shidden=|<(\w+:)?mergeCell")
_AREA = re.compile(r"([A-Z]{1,3})([0-9]{1,7}):([A-Z]{1,3})([0-9]{1,7})")
_CODED = re.compile("_x([0-9A-Fa-f]{4})_")
_OF_SYSTEM = {14: SYSTEM_DATE, 22: SYSTEM_TIME}
_SUMMARY = "Export Summary"
"""The first sheet of what Numbers exports: a list of its tables."""


class XlsxBook:
    """An open workbook of that format."""

    def __init__(self, data: bytes) -> None:
        from openpyxl import load_workbook

        self._data = data
        self._book = load_workbook(BytesIO(data), read_only=True, data_only=True, keep_links=False, rich_text=True)
        self._looks: dict[int, tuple[bool, bool, str]] = {}

    @property
    def names(self) -> Sequence[tuple[str, bool]]:
        seen = (sheet.sheet_state == "visible" and sheet.title != _SUMMARY for sheet in self._book.worksheets)
        return [(sheet.title, visible) for sheet, visible in zip(self._book.worksheets, seen)]

    def sheet(self, at: int) -> Sheet:
        sheet = self._book.worksheets[at]
        with zipfile.ZipFile(BytesIO(self._data)) as packed, packed.open(sheet._worksheet_path) as stream:
            hidden, merged, odd = _beside(stream.read())
        rows, cells = {}, 0
        sheet.reset_dimensions()  # what a file says of them is not always so
        for line, row in enumerate(sheet.iter_rows(), 1):
            cells += len(row)
            is_filled = any(cell.value is not None for cell in row)
            if cells > MOST_CELLS or (is_filled and line > MOST_ROWS):
                raise MemoryError
            if is_filled:
                rows[line] = [self._cell(cell) for cell in row[:MOST_COLUMNS]]
                odd += (error_value(cell.coordinate, str(cell.value), line) for cell in row if cell.data_type == "e")
        return Sheet(rows, frozenset(hidden), merged, odd)

    def _cell(self, cell: Any) -> Cell | str:
        value = cell.value
        if value is None:
            return ""
        bold, italic, form = self._look(cell)
        match value:
            case bool():
                text = "TRUE" if value else "FALSE"
            case int() | float() | datetime() | date() | time() | timedelta():
                return Cell((Run(shown(value, form), bold, italic),), bare(value))
            case str():
                text = shown_text(_decoded(str(value)), form)
            case _:  # rich text
                return Cell(tuple(_run(part, bold, italic) for part in value))
        return Cell((Run(text, bold, italic),)) if bold or italic else text

    def _look(self, cell: Any) -> tuple[bool, bool, str]:
        """Whether a cell is bold and italic, and the format of its numbers."""
        if (known := self._looks.get(cell._style_id)) is None:
            number = cell.style_array.numFmtId
            form = _OF_SYSTEM.get(number) or cell.number_format
            known = self._looks[cell._style_id] = bool(cell.font.b), bool(cell.font.i), form
        return known


def _run(part: Any, bold: bool, italic: bool) -> Run:
    """A run of a rich text; one without a font of its own looks like its cell."""
    if isinstance(part, str):
        return Run(_decoded(part), bold, italic)
    return Run(_decoded(part.text), bool(part.font.b), bool(part.font.i))


def _decoded(text: str) -> str:
    """The text with `_x000D_` and the like as the characters that they are, and every line break as one."""
    if "_x" in text:
        text = _CODED.sub(lambda found: chr(int(found[1], 16)), text)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _beside(sheet: bytes) -> tuple[set[int], list[MergedCells], list[Odd]]:
    """The hidden rows, the merged cells, and the cells without a sound value in the XML of a sheet."""
    hidden: set[int] = set()
    merged: list[MergedCells] = []
    odd: list[Odd] = []
    if not _ODD.search(sheet):  # most sheets have none of it, and a search is much faster than a reader
        return hidden, merged, odd
    from defusedxml.ElementTree import iterparse

    line = 0
    for event, element in iterparse(BytesIO(sheet), ("start", "end"), forbid_dtd=True):
        name = element.tag.rpartition("}")[2]
        if name == "row" and event == "start":
            line = int(element.get("r") or line + 1)
            if element.get("hidden") in ("1", "true"):
                hidden.add(line)
        elif event == "start":
            continue
        elif name == "c" and _is_not_worked_out(element):
            odd.append(no_value(str(element.get("r") or f"row {line}"), line))
        elif name == "row":
            element.clear()
        elif name == "mergeCell" and (area := _AREA.fullmatch(str(element.get("ref")))):
            merged.append(MergedCells(int(area[2]), _column(area[1]), int(area[4]), _column(area[3])))
    return hidden, merged, odd


def _is_not_worked_out(element: Any) -> bool:
    """Whether the element of a cell has a formula and no value; one of a text may be empty."""
    space = element.tag[:-1]
    has_value = element.findtext(f"{space}v") or element.get("t") in ("str", "e")
    return element.find(f"{space}f") is not None and not has_value


def _column(letters: str) -> int:
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A") + 1
    return number
