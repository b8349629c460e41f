"""Sheets of LibreOffice: OpenDocument 1.3, part 3, chapter 9, of which a cell's paragraphs say what is shown.

The XML is read by defusedxml. (odfpy has no notion of a table either: its elements would be walked in the same way,
four times slower. python-calamine gives values without what is shown of them.)
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator, Sequence
from io import BytesIO
from typing import Any

from pnp.definition.findings import coordinate
from pnp.definition.number_formats import bare
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

_SPACE = "urn:oasis:names:tc:opendocument:xmlns:{}:1.0"
_FO = "{urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0}"
_CALC = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_OFFICE, _TABLE, _TEXT, _STYLE = (f"{{{_SPACE.format(name)}}}" for name in ("office", "table", "text", "style"))
_HIDDEN = ("collapse", "filter")
_GROUPS = {f"{_TABLE}{name}" for name in ("table-header-rows", "table-rows", "table-row-group")}
_SIGNS = {f"{_TEXT}tab": "\t", f"{_TEXT}line-break": "\n"}
_BOLD = ("bold", "600", "700", "800", "900")
_MOST_PARENTS = 20
_MOST_SPACES = 1000
_PLAIN = (False, False)
Look = tuple[bool, bool]


class OdsBook:
    """An open workbook of that format."""

    def __init__(self, data: bytes) -> None:
        from defusedxml.ElementTree import fromstring

        with zipfile.ZipFile(BytesIO(data)) as packed:
            root = fromstring(packed.read("content.xml"), forbid_dtd=True)
            common = fromstring(packed.read("styles.xml"), forbid_dtd=True) if "styles.xml" in packed.namelist() else ()
        shared = next((part for part in common if part.tag == f"{_OFFICE}styles"), ())
        styles = (*shared, *root.iter(f"{_STYLE}style"))
        self._styles = {str(style.get(f"{_STYLE}name")): style for style in styles}
        self._looks: dict[tuple[str, Look], Look] = {}
        self._tables = [table for table in root.iter(f"{_TABLE}table") if table.get(f"{_TABLE}name")]

    @property
    def names(self) -> Sequence[tuple[str, bool]]:
        return [(str(table.get(f"{_TABLE}name")), self._is_seen(table)) for table in self._tables]

    def _is_seen(self, table: Any) -> bool:
        style = self._styles.get(str(table.get(f"{_TABLE}style-name")))
        properties = style.find(f"{_STYLE}table-properties") if style is not None else None
        return properties is None or properties.get(f"{_TABLE}display") != "false"

    def sheet(self, at: int) -> Sheet:
        table = self._tables[at]
        usual = self._usual_looks(table)
        rows: dict[int, Sequence[Cell | str]] = {}
        hidden: set[int] = set()
        merged: list[MergedCells] = []
        odd: list[Odd] = []
        line = cells = 0
        for row in _rows(table):
            times = _number(row, "number-rows-repeated")
            if row.get(f"{_TABLE}visibility") in _HIDDEN:
                hidden.update(range(line + 1, line + 1 + min(times, MOST_ROWS)))
            read = list(self._cells(row, line + 1, usual, merged, odd))
            while read and read[-1] == "":
                read.pop()
            cells += len(read) * times
            if cells > MOST_CELLS or (read and line + times > MOST_ROWS):
                raise MemoryError
            if read:
                rows |= dict.fromkeys(range(line + 1, line + 1 + times), read)
            line += times
        return Sheet(rows, frozenset(hidden), merged, odd)

    def _usual_looks(self, table: Any) -> list[Look]:
        """How the cells of each column look that name no style themselves."""
        looks: list[Look] = []
        for column in table.iter(f"{_TABLE}table-column"):
            times = min(_number(column, "number-columns-repeated"), MOST_COLUMNS)
            looks += [self._look(column.get(f"{_TABLE}default-cell-style-name"))] * times
            if len(looks) >= MOST_COLUMNS:
                break
        return looks

    def _cells(
        self, row: Any, line: int, usual: Sequence[Look], merged: list[MergedCells], odd: list[Odd]
    ) -> Iterator[Cell | str]:
        at = 0
        for cell in row:
            covered = cell.tag == f"{_TABLE}covered-table-cell"
            if not covered and cell.tag != f"{_TABLE}table-cell":
                continue
            times = min(_number(cell, "number-columns-repeated"), MOST_COLUMNS - at)
            if times <= 0:
                return
            style = cell.get(f"{_TABLE}style-name") or row.get(f"{_TABLE}default-cell-style-name")
            look = self._look(style) if style or at >= len(usual) else usual[at]
            down, right = _number(cell, "number-rows-spanned"), _number(cell, "number-columns-spanned")
            if down > 1 or right > 1:
                merged.append(MergedCells(line, at + 1, line + down - 1, at + right))
            yield from [self._cell(cell, look, coordinate(line, at + 1), line, odd) if not covered else ""] * times
            at += times

    def _cell(self, cell: Any, look: Look, place: str, line: int, odd: list[Odd]) -> Cell | str:
        runs: list[Run] = []
        for at, paragraph in enumerate(cell.findall(f"{_TEXT}p")):
            runs += [Run("\n")] if at else []
            runs += self._runs(paragraph, look)
        text = "".join(run.text for run in runs)
        kind, is_formula = cell.get(f"{_OFFICE}value-type"), f"{_TABLE}formula" in cell.attrib
        if cell.get(f"{_CALC}value-type") == "error":
            odd.append(error_value(place, text, line))
        elif is_formula and kind is None and not text:
            odd.append(no_value(place, line))
        if kind in ("float", "percentage", "currency"):
            return Cell(tuple(runs), bare(float(cell.get(f"{_OFFICE}value"))))
        return Cell(tuple(runs)) if any((run.bold, run.italic) != _PLAIN for run in runs) else text

    def _runs(self, element: Any, look: Look) -> Iterator[Run]:
        """The letters of a paragraph or a part of it; comments are no letters."""
        yield Run(_plain(element.text), *look)
        for child in element:
            if child.tag == f"{_TEXT}s":
                yield Run(" " * min(_number(child, "c", _TEXT), _MOST_SPACES), *look)
            elif child.tag in _SIGNS:
                yield Run(_SIGNS[child.tag], *look)
            elif child.tag.startswith(_TEXT):
                yield from self._runs(child, self._look(child.get(f"{_TEXT}style-name"), look))
            yield Run(_plain(child.tail), *look)

    def _look(self, name: str | None, base: Look = _PLAIN) -> Look:
        """Bold and italic by a style and those that it builds on; what they do not say is as in `base`."""
        if name is None:
            return base
        if (name, base) not in self._looks:
            self._looks[name, base] = self._looked_up(name, base)
        return self._looks[name, base]

    def _looked_up(self, name: str, base: Look) -> Look:
        weight = slant = None
        for _ in range(_MOST_PARENTS):
            style = self._styles.get(name)
            if style is None:
                break
            properties = style.find(f"{_STYLE}text-properties")
            if properties is not None:
                weight = weight or properties.get(f"{_FO}font-weight")
                slant = slant or properties.get(f"{_FO}font-style")
            name = str(style.get(f"{_STYLE}parent-style-name"))
        bold = weight in _BOLD if weight else base[0]
        return bold, slant in ("italic", "oblique") if slant else base[1]


def _rows(element: Any) -> Iterator[Any]:
    """Every row of a table, also those in groups and among the header rows."""
    for child in element:
        if child.tag == f"{_TABLE}table-row":
            yield child
        elif child.tag in _GROUPS:
            yield from _rows(child)


def _number(element: Any, name: str, space: str = _TABLE) -> int:
    """How many of something an attribute says; 1 without it."""
    return int(element.get(f"{space}{name}", 1))


def _plain(text: str | None) -> str:
    """The text of an element, in which spaces and line breaks of the XML are one space."""
    return re.sub(r"[ \t\r\n]+", " ", text or "")
