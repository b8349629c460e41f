"""A sheet of a workbook as a table: its cells as they are shown, and what a table cannot tell of them.

This is done in a process with limits (`pnp.sources.limited`): files of a few kilobytes can hold millions of cells.

What is shown and what is not: a hidden row is left out, a hidden column is read. Merged cells hold for each of their
rows. Bold and italic words become `**` and `*`; a cell that is bold or italic as a whole does so too if it has several
words and the rest of its column is not like it, so that names, kinds and files stay what they are. The columns that are
counted with are read without the format of their numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple, Protocol
from unicodedata import category

from pnp.definition.findings import coordinate, quoted
from pnp.errors import Severity
from pnp.language.markup import emphasis

MOST_COLUMNS = 200
MOST_ROWS = 100_002
MOST_CELLS = 1_000_000
COUNTED = frozenset({"count", "each", "seat"})
"""Columns of which the number counts, however it is shown."""
_MARKS = {(False, False): "", (True, False): "**", (False, True): "*", (True, True): "***"}


class Odd(NamedTuple):
    """Something about a cell, a row or the whole sheet, and the row that it stands in."""

    severity: Severity
    code: str
    line: int
    message: str


def error_value(cell: str, value: str, line: int) -> Odd:
    """A cell such as C7 with a value such as #N/A."""
    mend = "correct its formula, or write what it means"
    return Odd("error", "cell-error", line, f"{quoted(cell)} holds the error {quoted(value)}; {mend}")


def no_value(cell: str, line: int) -> Odd:
    """A cell with a formula that the program that wrote the file did not work out."""
    mend = "open the file in a spreadsheet program and save it"
    return Odd("error", "formula", line, f"{quoted(cell)} holds a formula whose value is not in the file; {mend}")


class Run(NamedTuple):
    """Letters of one look."""

    text: str
    bold: bool = False
    italic: bool = False


class Cell(NamedTuple):
    """A cell as it is shown: its text in runs (one for a cell of one look), and a number without its format."""

    runs: tuple[Run, ...]
    bare: str = ""

    @property
    def text(self) -> str:
        return "".join(run.text for run in self.runs)


class MergedCells(NamedTuple):
    """Merged cells: rows and columns from 1, the last ones included."""

    top: int
    left: int
    bottom: int
    right: int


class Sheet(NamedTuple):
    """Rows by their numbers, in order, each a cell for each column; a cell of one plain look is its text."""

    rows: Mapping[int, Sequence[Cell | str]]
    hidden: frozenset[int]
    merged: Sequence[MergedCells]
    odd: Sequence[Odd]


class Book(Protocol):
    """A workbook of some format."""

    @property
    def names(self) -> Sequence[tuple[str, bool]]:
        """Every sheet, in order, and whether it is seen."""

    def sheet(self, at: int) -> Sheet:
        """One of them; it may raise anything for a damaged file, and MemoryError for one that is too large."""


class TableRows(NamedTuple):
    """The records of a table: lines and cells, and what is odd about them."""

    rows: list[tuple[int, list[str]]]
    odd: list[Odd]


def table_rows(sheet: Sheet, header: int) -> TableRows:
    """The records of a sheet from its header on, which is the row of that number, or the first that is not blank."""
    filled = {line: row for line, row in sheet.rows.items() if any(map(_text, row)) and line >= header}
    if not filled or (header and header not in filled):
        return TableRows([], list(sheet.odd))
    start = next(iter(filled))
    odd = [each for each in sheet.odd if each.line >= start]
    hidden = "the row is hidden in the spreadsheet and left out; show it there if it is to be printed"
    odd += (Odd("warning", "hidden-row", line, hidden) for line in filled if line in sheet.hidden and line != start)
    kept = {line: list(row) for line, row in filled.items() if line not in sheet.hidden or line == start}
    odd += _fill(kept, [area for area in sheet.merged if area.bottom > start])
    names = [_text(cell) for cell in kept.pop(start)]
    width = max(at for at, name in enumerate(names, 1) if name)
    columns = [_column([row[at : at + 1] for row in kept.values()], name) for at, name in enumerate(names[:width])]
    rows = [(start, names[:width])]
    for at, (line, row) in enumerate(kept.items()):
        beside = [_text(cell) for cell in row[width:]]
        last = max((place for place, cell in enumerate(beside, 1) if cell), default=0)
        rows.append((line, [*(column[at] for column in columns), *beside[:last]]))
    return TableRows(rows, odd)


def _text(cell: Cell | str) -> str:
    return (cell if isinstance(cell, str) else cell.text).strip()


def _fill(rows: Mapping[int, list[Cell | str]], merged: Sequence[MergedCells]) -> Iterator[Odd]:
    """Gives what stands in merged cells to every row of theirs that there is."""
    for area in merged:
        top = rows.get(area.top, [])
        cell = top[area.left - 1] if len(top) >= area.left else ""
        if not _text(cell):
            continue
        named = quoted(f"{coordinate(area.top, area.left)}:{coordinate(area.bottom, area.right)}")
        if area.top == area.bottom:
            message = f"the cells {named} are merged, and only the first of them is filled; fill each"
            yield Odd("warning", "merged-cells", area.top, message)
            continue
        for line in (line for line in rows if area.top < line <= area.bottom):
            row = rows[line]
            row += [""] * (area.left - len(row))
            row[area.left - 1] = cell
        message = f"the cells {named} are merged, and what stands in them is taken for each of their rows"
        yield Odd("note", "merged-cells", area.top, message)


def _column(cells: Sequence[Sequence[Cell | str]], name: str) -> list[str]:
    """The cells of a column as a table has them; each is a list of one, or of none where its row is too short."""
    given = [row[0] if row else "" for row in cells]
    if name in COUNTED:
        return [cell if isinstance(cell, str) else cell.bare or cell.text.strip() for cell in given]
    runs = [run for cell in given if _text(cell) for run in ([Run(cell)] if isinstance(cell, str) else cell.runs)]
    shared = Run("", all(run.bold for run in runs), all(run.italic for run in runs))
    return [cell.strip() if isinstance(cell, str) else _marked(cell, shared).strip() for cell in given]


def _marked(cell: Cell, shared: Run) -> str:
    """The text of a cell with marks where it is bold or italic and its column as a whole is not."""
    looks = [
        (letter, run.bold and not shared.bold, run.italic and not shared.italic)
        for run in cell.runs for letter in run.text
    ]  # fmt: skip
    alike = len({look[1:] for look in looks if not look[0].isspace()}) == 1
    if not any(bold or italic for _, bold, italic in looks) or (alike and len(cell.text.split()) == 1):
        return cell.text
    return marked_up([Run(*look) for look in looks])


def marked_up(letters: Sequence[Run]) -> str:
    """The markup of letters with their looks; a part of a word cannot be marked, so the word takes all its looks."""
    for belongs in (_is_letter, _is_ink):
        evened = _evened(letters, belongs)
        text = _written(evened)
        if _is_read(text, evened):
            return text
    return "".join(run.text for run in letters)


def _is_letter(sign: str) -> bool:
    """Whether no mark can stand beside it inside a text, as `holes.emphasis` reads marks."""
    kind = category(sign)
    return _is_ink(sign) and kind[0] not in "PS" and kind != "Lo"


def _is_ink(sign: str) -> bool:
    return not sign.isspace()


def _evened(letters: Sequence[Run], belongs: Callable[[str], bool]) -> list[Run]:
    """The letters, each stretch of those that belong together in all the looks that any of them has."""
    evened: list[Run] = []
    for together, group in groupby(letters, key=lambda run: belongs(run.text)):
        stretch = list(group)
        bold, italic = any(run.bold for run in stretch), any(run.italic for run in stretch)
        evened += [Run(run.text, bold, italic) for run in stretch] if together else stretch
    return evened


def _written(letters: Sequence[Run]) -> str:
    """The text with marks around every stretch of one look, spaces at its ends left outside."""
    looks = [(run.bold, run.italic) if _is_ink(run.text) else (False, False) for run in letters]
    inked = [at for at, run in enumerate(letters) if _is_ink(run.text)]
    for one, other in pairwise(inked):
        if looks[one] == looks[other]:
            looks[one:other] = [looks[one]] * (other - one)
    written, at = "", 0
    for look, group in groupby(looks):
        size = len(list(group))
        stretch = "".join(run.text for run in letters[at : at + size])
        written += _MARKS[look] + re.sub(r"([\\*])", r"\\\1", stretch) + _MARKS[look]
        at += size
    return written


def _is_read(text: str, letters: Sequence[Run]) -> bool:
    """Whether the marks say just that: every letter has its look, and every mark is one."""
    signs, at, bold, italic = emphasis(text), 0, 0, 0
    read: list[Run] = []
    while at < len(text):
        if sign := signs.get(at):
            bold += sign.bold * (1 if sign.opens else -1)
            italic += (not sign.bold) * (1 if sign.opens else -1)
            at += sign.length
            continue
        at += text[at] == "\\"
        read.append(Run(text[at : at + 1], bold > 0, italic > 0))
        at += 1
    shown = [run for run in read if not run.text.isspace()]
    return shown == [run for run in letters if not run.text.isspace()]
