"""Tables and texts of a deck, changed in the page: a save keeps whatever was changed elsewhere in the meantime."""

from __future__ import annotations

import hashlib
import os
import stat
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from pnp import output
from pnp.definition.document import MOST_BYTES
from pnp.definition.encodings import Undecodable, table_text
from pnp.definition.table_files import SAID_IN_FILE, separator_of
from pnp.frozen import frozen
from pnp.sources import NotUtf8, SourceFault, Sources, decoded
from pnp.studio.csv_text import CsvText, merged
from pnp.studio.pages import Problem, read_json
from pnp.studio.shelf import Project, can_be_told
from pnp.studio.studio import Studio

TABLES, TEXTS = (".csv", ".tsv"), (".toml", ".md", ".play", ".po", ".txt", ".json", ".yaml", ".yml", ".svg")
_MOST_FILES, _MOST_UNDONE, _LONGEST_NAME = 500, 100, 40
_MARK = "\ufeff"


@frozen
class Edit:
    """A file before and after it was saved here, and by which page."""

    file: str
    by: str
    before: bytes
    after: bytes


@frozen(slots=False)
class Opened:
    """A file of a deck as it is now; `how` names its encoding."""

    name: str
    data: bytes
    text: str
    how: str

    @property
    def digest(self) -> str:
        return digest(self.data)

    @property
    def is_table(self) -> bool:
        return Path(self.name).suffix.lower() in TABLES

    def table(self) -> CsvText:
        said = SAID_IN_FILE.match(self.text.replace("\r\n", "\n"))
        return (
            CsvText(self.text, said[1], self.text.index("\n") + 1)
            if said
            else CsvText(self.text, separator_of(self.text))
        )

    def encoded(self, text: str) -> bytes:
        """Another text in the same encoding; in UTF-8 where that cannot say it."""
        try:
            return text.encode(self.how)
        except UnicodeEncodeError:
            return text.encode("utf-8-sig")

    def as_json(self) -> Mapping[str, Any]:
        """The file for a page: a table by columns and rows, each with its line, or any other by its text."""
        told: dict[str, Any] = {"file": self.name, "digest": self.digest}
        if not self.is_table:
            return {**told, "text": self.text.replace("\r\n", "\n")}
        (_, head), *rows = self.table().records or [(1, ())]
        columns = [cell.value for cell in head]
        listed = [{"line": line, "cells": [cell.value for cell in cells]} for line, cells in rows]
        return {**told, "columns": columns, "rows": listed}


def digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def files_of(folder: Path) -> Sequence[str]:
    """The texts and tables that can be edited here, by their place in the folder; nothing beyond a link."""
    found: list[str] = []
    for place, inner, names in os.walk(folder):
        inner[:] = sorted(name for name in inner if not name.startswith(".") and name != "output" and can_be_told(name))
        for name in sorted(filter(can_be_told, names)):
            path = Path(place, name)
            if not name.startswith(".") and path.suffix.lower() in (*TABLES, *TEXTS) and _is_file(path):
                found.append(path.relative_to(folder).as_posix())
        if len(found) > _MOST_FILES:
            break
    order = (".toml", *TABLES, ".play", ".md")
    return sorted(
        found[:_MOST_FILES], key=lambda name: (name.count("/"), _rank(order, Path(name).suffix.lower()), name)
    )


def _is_file(path: Path) -> bool:
    """Whether it is a file itself, and has not gone while others were looked at."""
    try:
        return stat.S_ISREG(os.lstat(path).st_mode)
    except OSError:
        return False


def _rank(order: Sequence[str], ending: str) -> int:
    return order.index(ending) if ending in order else len(order)


class Desk:
    """Where files of decks are opened, saved whole, and put back as they were before the last edit of a page."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._done: dict[str, deque[Edit]] = {}

    def open(self, project: Project, name: object) -> Opened:
        """A file of the deck; Problem for one that is none of those that can be edited."""
        if not isinstance(name, str) or name not in files_of(project.folder):
            raise Problem(404, f"{project.label} has no file {str(name)[:80]!r} that can be edited here.")
        try:
            data = Sources(project.folder).file(name).read_bytes(MOST_BYTES)
        except SourceFault as fault:
            raise Problem(413 if fault.code == "too-large" else 404, f"{name} {fault.problem}.") from None
        try:
            if Path(name).suffix.lower() not in TABLES:
                return Opened(name, data, decoded(data), "utf-8-sig" if data.startswith(_MARK.encode()) else "utf-8")
            text = table_text(data, "", name)
        except (NotUtf8, Undecodable) as fault:
            raise Problem(422, f"{name}: {fault}") from None
        how = (
            "utf-16"
            if data[:2] in (b"\xff\xfe", b"\xfe\xff")
            else "utf-8-sig"
            if data.startswith(_MARK.encode())
            else "utf-8"
        )
        exact = data.decode(how)
        return Opened(name, data, exact if exact.replace("\r\n", "\n") == text else text, how)

    def save(self, project: Project, name: object, by: object, change: Callable[[Opened], str]) -> Opened:
        """Puts in place what `change` makes of the file as it is now, whole or not at all; `by` names the page."""
        with self._lock:
            before = self.open(project, name)
            after = before.encoded(change(before))
            self._put(project, before.name, after)
            if after != before.data:
                self._done.setdefault(project.key, deque(maxlen=_MOST_UNDONE)).append(
                    Edit(before.name, str(by)[:_LONGEST_NAME], before.data, after)
                )
            return self.open(project, name)

    def undo(self, project: Project, name: object, by: object) -> Opened:
        """The file as it was before its last edit by a page, unless it was changed in the same place since."""
        with self._lock:
            done = self._done.get(project.key, deque())
            own = [each for each in done if each.file == name and each.by == str(by)[:_LONGEST_NAME]]
            if not own:
                raise Problem(409, "There is nothing of yours to undo in this file.")
            edit = own[-1]
            done.remove(edit)
            now = self.open(project, edit.file)
            back = edit.before
            if now.data != edit.after:
                texts = (each.decode(now.how, "replace") for each in (edit.after, edit.before, now.data))
                both = merged(*texts)
                if both is None:
                    raise Problem(409, f"{edit.file} was changed elsewhere in the same place; it stays as it is.")
                back = now.encoded(both)
            self._put(project, edit.file, back)
            return self.open(project, edit.file)

    def _put(self, project: Project, name: str, data: bytes) -> None:
        output.write_file(project.folder / name, data, known=True)


def _cell(asked: Mapping[str, Any]) -> Callable[[Opened], str]:
    """Writes a cell of a row that still says what the page showed, wherever it is by now."""
    row, column, before, value = asked.get("row"), asked.get("column"), asked.get("before"), asked.get("value")
    if not isinstance(column, int) or not isinstance(value, str) or not isinstance(before, list):
        raise Problem(400, "A cell has a row, a column, what its row said before, and a value.")

    def change(opened: Opened) -> str:
        table = opened.table()
        if not table.records or not 0 <= column < len(table.records[0][1]):
            raise Problem(400, f"{opened.name} has no such column.")
        at = _found(table, row, before, column)
        return table.with_cell(at, column, value)

    return change


def _found(table: CsvText, row: object, before: Sequence[Any], column: int | None) -> int:
    """The record that the page means: that of its number, where it says the same, or the only one that does.

    Where there is none, the row of that number has been changed elsewhere; it may be written to in a cell that was not,
    as long as most of it shows that it is the same row.
    """
    said = [[cell.value for cell in cells] for _, cells in table.records[1:]]
    now = said[row] if isinstance(row, int) and 0 <= row < len(said) else None
    alike = [at for at, cells in enumerate(said) if cells == before]
    if isinstance(row, int) and (row in alike or len(alike) == 1):
        return (row if row in alike else alike[0]) + 1
    if isinstance(row, int) and now is not None and column is not None and not alike:
        changed = sum(_at(now, at) != _at(before, at) for at in range(max(len(now), len(before))))
        if _at(now, column) == _at(before, column) and 2 * changed < len(before):
            return row + 1
    theirs = "" if now is None or column is None else f" It now says {_at(now, column)!r}."
    raise Problem(409, f"This was changed elsewhere in the meantime, and your edit was not written.{theirs}", now=now)


def _at(cells: Sequence[Any], column: int) -> object:
    return cells[column] if column < len(cells) else ""


def _row(asked: Mapping[str, Any]) -> Callable[[Opened], str]:
    """Adds a row behind one, or removes one."""
    row, before = asked.get("row"), asked.get("before")
    if asked.get("do") not in ("add", "copy", "remove") or not isinstance(row, int):
        raise Problem(400, "A row is added, copied or removed.")

    def change(opened: Opened) -> str:
        table = opened.table()
        records = table.records
        if asked["do"] == "add" and not records:
            raise Problem(400, f"{opened.name} is empty; write a line with the names of its columns first.")
        if asked["do"] == "add":
            at = min(max(row + 1, 0), len(records) - 1)
            return table.with_record(at, [""] * len(records[0][1]))
        at = _found(table, row, before if isinstance(before, list) else [], None)
        if asked["do"] == "remove":
            return table.without_record(at)
        return table.with_record(at, [cell.value for cell in records[at][1]])

    return change


def _text(asked: Mapping[str, Any]) -> Callable[[Opened], str]:
    """Writes a whole text, together with whatever was changed elsewhere since the page opened it."""
    text, base = asked.get("text"), asked.get("base")
    if not isinstance(text, str) or not isinstance(base, str):
        raise Problem(400, "A text is saved with what it was made from.")

    def change(opened: Opened) -> str:
        ending = "\r\n" if "\r\n" in opened.text else "\n"
        now = opened.text.replace("\r\n", "\n")
        both = text if now == base else merged(base, text, now)
        if both is None:
            told = f"{opened.name} was changed elsewhere in the same lines, and your text was not written."
            raise Problem(409, told, now=now, digest=opened.digest)
        return both.replace("\n", ending)

    return change


_CHANGES: Mapping[str, Callable[[Mapping[str, Any]], Callable[[Opened], str]]] = {
    "cell": _cell, "row": _row, "text": _text,
}  # fmt: skip


class EditPages:
    """The page on which a deck is edited, and its saves."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._desk = Desk()

    def routes(self) -> Iterator[Route]:
        yield Route("/games/{key}/edit", self.page)
        yield Route("/games/{key}/file", self.file)
        yield Route("/games/{key}/save/{what:str}", self.save, methods=["POST"])
        yield Route("/games/{key}/undo", self.undo, methods=["POST"])

    def page(self, request: Request) -> Response:
        project = self._studio.own_to_read(request)
        files = files_of(project.folder)
        if not files:
            raise Problem(404, f"{project.label} has no file that can be edited here.")
        wanted = request.query_params.get("file", "")
        file = wanted if wanted in files else files[0]
        context = {"project": project, "section": "cards", "files": files, "file": file, "line": _line(request)}
        return self._studio.pages.show("edit.html", **context, opened=self._desk.open(project, file).as_json())

    def file(self, request: Request) -> Response:
        """The file as it is now; nothing but its digest where that is the one that the page names."""
        project = self._studio.own_to_read(request)
        opened = self._desk.open(project, request.query_params.get("file"))
        if opened.digest == request.query_params.get("digest"):
            return JSONResponse({"file": opened.name, "digest": opened.digest})
        return JSONResponse(opened.as_json())

    async def save(self, request: Request) -> Response:
        project, asked = self._studio.own(request), await read_json(request)
        make = _CHANGES.get(request.path_params["what"])
        if make is None:
            raise Problem(404, "A cell, a row or a text is saved.")
        file, by = asked.get("file"), asked.get("by", "")
        opened = await run_in_threadpool(self._desk.save, project, file, by, make(asked))
        return await self.told(project, opened)

    async def undo(self, request: Request) -> Response:
        project, asked = self._studio.own(request), await read_json(request)
        file, by = asked.get("file"), asked.get("by", "")
        return await self.told(project, await run_in_threadpool(self._desk.undo, project, file, by))

    async def told(self, project: Project, opened: Opened) -> Response:
        """What was saved; every page hears of it at once."""
        self._studio.saved({str(project.folder / opened.name)})
        return JSONResponse(opened.as_json())


def _line(request: Request) -> int:
    asked = request.query_params.get("line", "0")
    return int(asked) if asked.isdecimal() and len(asked) < 8 else 0
