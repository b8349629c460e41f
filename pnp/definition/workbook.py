"""Workbooks: the records of their sheets as a CSV file would give them, read in a process with limits."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

from pnp.definition.document import MOST_BYTES, note_fault
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.errors import not_installed
from pnp.sources import Failed, SourceFault, SourceFile, TooMuch, limited

WORKBOOKS = (".xlsx", ".xlsm", ".xls", ".ods")
"""The endings of workbooks; which of them it is, their content says."""
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ZIP = b"PK\x03\x04"
_SECONDS = 18  # openpyxl takes half of them for 5,000 rows of 60 different texts
_UNPACKED = 64 * 1024 * 1024
_MOST_PARTS = 1000
_MOST_SIGNS = 3_000_000  # `<` in all parts: 5,000 rows of 60 different texts have 2,400,000
_NEEDED = {"xlsx": ("openpyxl", "defusedxml"), "ods": ("defusedxml",), "xls": ("xlrd",)}
_MOST_NAMED = 5
_MOST_KEPT = 4


class Wanted(NamedTuple):
    """A sheet by its name, empty for the first one that is seen, and the row of its header, 0 for the first that
    is not blank.
    """

    sheet: str
    header: int


class Refused(NamedTuple):
    """Why a file is not read."""

    code: str
    message: str


_BROKEN = Refused(
    "unreadable-file", "the file cannot be read as a workbook; save it again without a password, or as CSV UTF-8"
)


class Workbooks:
    """Reads workbooks, of each all the sheets that are wanted at once: every reading takes a process of its own."""

    def __init__(self, wanted: Mapping[Path, Sequence[Wanted]]) -> None:
        self._wanted = wanted

    def records(
        self, source: SourceFile, wanted: Wanted, file: str, asked: Place, findings: Findings
    ) -> Iterator[tuple[int, list[str]]]:
        """Line and cells of every row of a sheet that is not blank; cells after the last column of the header are left
        out if they are blank.

        Formulas count by the value that the spreadsheet program saved for them.
        """
        every = tuple(self._wanted.get(source.path, (wanted,)))
        try:
            told = _read(source.read_bytes(MOST_BYTES), every)
        except SourceFault as fault:
            note_fault(fault, file, asked, findings, source.others())
            return
        if isinstance(told, Refused):
            findings.error(told.code, Place(file, 1), told.message)
            return
        names, (rows, odd) = told["names"], told["sheets"][every.index(wanted)]
        if rows is None:
            titles = [name for name, _ in names]
            message = f"{quoted(wanted.sheet)} is no sheet of {quoted(source.name)}; {suggest(wanted.sheet, titles)}"
            findings.error("unknown-value", asked, message)
            return
        if not wanted.sheet:
            _tell_which(names, {each.sheet for each in every}, file, findings)
        for severity, code, line, message in odd:
            if severity == "error":
                findings.error(code, Place(file, line), message)
            else:
                findings.remark(severity, code, Place(file, line), message)
        if wanted.header and not rows:
            findings.error("header", Place(file, wanted.header), "the row that 'header' names is blank; correct it")
        yield from ((line, cells) for line, cells in rows)


def _tell_which(names: Sequence[tuple[str, bool]], wanted: set[str], file: str, findings: Findings) -> None:
    """Says which sheet is read where nobody has named one, and which are not."""
    first = first_seen(names)
    called = f"the first sheet, {quoted(names[first][0])}, is"
    if not names[first][1]:
        message = f"{called} hidden, and it is the one that is read; show or delete it"
        findings.remark("warning", "hidden-sheet", Place(file, 1), message)
    others = [name for at, (name, seen) in enumerate(names) if seen and at != first and name not in wanted]
    if others:
        named = ", ".join(map(quoted, others[:_MOST_NAMED])) + (" and so on" if len(others) > _MOST_NAMED else "")
        mend = f"name another in [tables], as in sheet = {json.dumps(others[0], ensure_ascii=False)}"
        findings.remark("note", "more-sheets", Place(file, 1), f"only {called} read, and not {named}; {mend}")


def first_seen(names: Sequence[tuple[str, bool]]) -> int:
    """The first sheet that is seen, or else the first."""
    return next((at for at, (_, seen) in enumerate(names) if seen), 0)


@lru_cache(maxsize=_MOST_KEPT)
def _read(data: bytes, wanted: tuple[Wanted, ...]) -> Any:
    """What `read_sheets` makes of a file, or why not; kept for who asks for more sheets of it, or builds again."""
    kind = _kind(data)
    if isinstance(kind, Refused):
        return kind
    for name in _NEEDED[kind]:
        if find_spec(name) is None:
            raise not_installed(name)
    from pnp.definition.books import read_sheets  # which most decks do without

    try:
        return limited(read_sheets, json.dumps([kind, *wanted]).encode() + b"\n" + data, _SECONDS)
    except Failed:
        return _BROKEN
    except TooMuch:
        return Refused("too-large", "reading the file takes too much; save the sheet as CSV UTF-8")


def _kind(data: bytes) -> str | Refused:
    """What workbook it is by its content, or why it is not read: one that unpacks to more than a table has is not. The
    size that a part states is all that is unpacked of it.
    """
    if data.startswith(OLE):
        return "xls"
    # Only workbooks pay for this import.
    import zipfile

    try:
        with zipfile.ZipFile(BytesIO(data)) as packed:
            parts = packed.infolist()
            sound = sum(part.file_size for part in parts) <= _UNPACKED and len(parts) <= _MOST_PARTS
            signs = sum(packed.read(part).count(b"<") for part in parts) if sound else 0
            kind = "ods" if "content.xml" in packed.namelist() else "xlsx"
    except Exception:  # a damaged archive makes zipfile raise whatever comes
        return _BROKEN
    if sound and signs <= _MOST_SIGNS:
        return kind
    return Refused("too-large", "the file holds more than a table has; save the sheet as CSV UTF-8")
