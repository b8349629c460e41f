"""Workbooks of Excel 97 to 2003, by xlrd, which tells of a cell its format, runs and fonts as well as its value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pnp.definition.findings import coordinate
from pnp.definition.number_formats import SYSTEM_DATE, SYSTEM_TIME, bare, shown, shown_text
from pnp.definition.sheets import MOST_COLUMNS, MOST_ROWS, Cell, MergedCells, Odd, Run, Sheet, error_value

_TEXT, _NUMBER, _DATE, _BOOLEAN, _ERROR = range(1, 6)
_OF_SYSTEM = {14: SYSTEM_DATE, 22: SYSTEM_TIME}
_SINCE_1904 = 1462  # days that the calendar of old Macintosh workbooks begins later
_BOLD = 600  # of 400, the usual weight


class XlsBook:
    """An open workbook of that format."""

    def __init__(self, data: bytes) -> None:
        from xlrd import open_workbook

        self._book = open_workbook(file_contents=data, formatting_info=True)

    @property
    def names(self) -> Sequence[tuple[str, bool]]:
        return [(sheet.name, sheet.visibility == 0) for sheet in self._book.sheets()]

    def sheet(self, at: int) -> Sheet:
        sheet = self._book.sheet_by_index(at)
        odd: list[Odd] = []
        rows = {}
        for line in range(min(sheet.nrows, MOST_ROWS)):
            width = min(sheet.row_len(line), MOST_COLUMNS)
            rows[line + 1] = [self._cell(sheet, line, column, odd) for column in range(width)]
        hidden = frozenset(line + 1 for line, info in sheet.rowinfo_map.items() if info.hidden)
        merged = [MergedCells(top + 1, left + 1, bottom, right) for top, bottom, left, right in sheet.merged_cells]
        return Sheet(rows, hidden, merged, odd)

    def _cell(self, sheet: Any, line: int, column: int, odd: list[Odd]) -> Cell | str:
        from xlrd import error_text_from_code

        cell = sheet.cell(line, column)
        if cell.value == "" and cell.ctype != _TEXT:
            return ""
        look = self._book.xf_list[cell.xf_index]
        bold, italic = self._font(look.font_index)
        form = _OF_SYSTEM.get(look.format_key) or self._book.format_map[look.format_key].format_str
        match cell.ctype:
            case code if code == _ERROR:
                text = error_text_from_code.get(cell.value, "?")
                odd.append(error_value(coordinate(line + 1, column + 1), text, line + 1))
            case code if code == _BOOLEAN:
                text = "TRUE" if cell.value else "FALSE"
            case code if code in (_NUMBER, _DATE):
                value = cell.value + (_SINCE_1904 if code == _DATE and self._book.datemode else 0)
                return Cell((Run(shown(value, form), bold, italic),), bare(cell.value))
            case _:
                return self._text(sheet, line, column, shown_text(cell.value, form), Run("", bold, italic))
        return Cell((Run(text, bold, italic),))

    def _text(self, sheet: Any, line: int, column: int, text: str, look: Run) -> Cell | str:
        """A text, each run of it in its own font; what stands before the first run is in that of the cell."""
        fonts = sheet.rich_text_runlist_map.get((line, column), [])
        if not fonts:
            return Cell((look._replace(text=text),)) if look.bold or look.italic else text
        ends = [*(start for start, _ in fonts[1:]), len(text)]
        runs = [Run(text[start:end], *self._font(font)) for (start, font), end in zip(fonts, ends)]
        return Cell((look._replace(text=text[: fonts[0][0]]), *runs))

    def _font(self, index: int) -> tuple[bool, bool]:
        font = self._book.font_list[index]
        return bool(font.bold or font.weight >= _BOLD), bool(font.italic)
