"""Tables as lists of objects, in JSON or YAML: a column for each key, a row for each object, and every value as it is
written: 010 stays 010, `no` stays `no`, and 1.50 is not rounded.

A document may also be an object of such lists, each under its name, as a workbook has sheets. A list in a cell becomes
its items with commas between them (or semicolons, where an item has a comma).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from typing import Any, NamedTuple

from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.errors import not_installed
from pnp.sources import Failed, TooMuch, limited

LISTED = (".json", ".yaml", ".yml")
"""The endings of such files."""
_SECONDS = 18  # ruamel.yaml takes a third of them for 5,000 rows of 12 cells
_MOST_VALUES = 2_000_000
_MOST_NODES = 1_200_000
_DEEPEST = 5
_BLANK = re.compile(r"[ \t\n\r]*")
_SHAPE = 'write a list of objects, one a row: [{"name": "Ant", "count": 2}, ...]'
_YAML = "write a list of rows, each with its keys: - name: Ant"


class Fault(NamedTuple):
    """What is wrong on a line."""

    line: int
    code: str
    message: str


class Item(NamedTuple):
    """An object of a list: the line on which it starts, and its values by key, or else the value that stands there."""

    line: int
    values: Any


class Lists(NamedTuple):
    """The lists of a document by their names, a bare one under the empty name, and what is wrong with it."""

    lists: dict[str, list[Item]]
    faults: list[Fault]


def _nothing(line: int, code: str, message: str) -> Lists:
    """Of a document that cannot be read."""
    return Lists({}, [Fault(line, code, message)])


def listed_records(
    text: str, kind: str, sheet: str, file: str, asked: Place, findings: Findings
) -> Iterator[tuple[int, list[str]]]:  # fmt: skip
    """Line and cells of the names of all columns, and of every object; a finding for each that is none."""
    read = _json_lists(text) if kind == ".json" else _yaml_lists(text)
    for fault in read.faults:
        findings.error(fault.code, Place(file, fault.line), fault.message)
    if read.faults or (items := _chosen(read.lists, sheet, file, asked, findings)) is None:
        return
    rows = []
    for line, values in items:
        if not isinstance(values, dict):
            findings.error("row", Place(file, line), f"the row is {_called(values)} and no object; {_SHAPE}")
        elif (cells := _cells(values, Place(file, line), findings)) is not None:
            rows.append((line, cells))
    columns = list(dict.fromkeys(column for _, cells in rows for column in cells))
    if rows:
        yield rows[0][0], columns
    yield from ((line, [cells.get(column, "") for column in columns]) for line, cells in rows)


def _chosen(
    lists: dict[str, list[Item]], sheet: str, file: str, asked: Place, findings: Findings
) -> list[Item] | None:  # fmt: skip
    """The list of that name, or the only one."""
    if sheet in lists:
        return lists[sheet]
    if sheet:
        message = f"{quoted(sheet)} is no list of its file; {suggest(sheet, [name for name in lists if name])}"
        findings.error("unknown-value", asked, message)
        return None
    if len(lists) == 1:
        return next(iter(lists.values()))
    what = f"the file holds no list; {_SHAPE}"
    if lists:
        named = ", ".join(map(quoted, list(lists)[:5]))
        what = f'the file has several lists ({named}); name one in [tables], as in sheet = "{next(iter(lists))}"'
    findings.error("rows", Place(file, 1), what)
    return None


def _cells(values: dict[str, Any], place: Place, findings: Findings) -> dict[str, str] | None:
    cells = {}
    for column, value in values.items():
        try:
            cells[column.strip()] = cell_text(value).strip()
        except ValueError as fault:
            findings.error("cell", place, f"{quoted(column)} {fault}")
            return None
    return cells


def cell_text(value: Any) -> str:
    """A value as the text of a cell; ValueError for an object, or a list within a list."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case str():
            return value
        case list():
            items = [_item(item) for item in value]
            return ("; " if any("," in item for item in items) else ", ").join(items)
        case _:
            raise ValueError("holds an object; a cell is a text, a number or a list of them")


def _item(value: Any) -> str:
    if isinstance(value, dict | list):
        raise ValueError(f"holds {_called(value)} within a list; a cell is a text, a number or a list of them")
    return cell_text(value).strip()


def _called(value: Any) -> str:
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else quoted(value)


class _Twice(ValueError):
    """A key that stands twice in an object."""


def _json_lists(text: str) -> Lists:
    """The lists of a JSON document; numbers stay as they are written."""
    text = text.removeprefix("\ufeff")
    if sum(map(text.count, (",", "[", "{"))) > _MOST_VALUES:
        return _nothing(1, "too-large", f"the file has over {_MOST_VALUES:,} values; split it")
    reader = _JsonReader(text)
    try:
        return Lists(reader.document(), [])
    except json.JSONDecodeError as fault:
        what = f"{fault.msg[0].lower()}{fault.msg[1:]}; check its quotes, commas and brackets"
        return _nothing(fault.lineno, "syntax", f"this is not JSON: {what}")
    except _Twice as twice:
        return _nothing(reader.line, "header", f"the key {twice} stands twice in the row; rename or delete one")
    except RecursionError:
        return _nothing(reader.line, "syntax", "brackets are nested too deep; a cell is at most a list")


class _JsonReader:
    """Reads a list object by object, or an object of lists, so that each row has its line."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._counted = 0
        self.line = 1
        self._decoder = json.JSONDecoder(
            parse_int=str, parse_float=str, parse_constant=str, object_pairs_hook=_distinct
        )

    def document(self) -> dict[str, list[Item]]:
        found: dict[str, list[Item]] = {}
        if self._sign() == "[":
            found[""] = self._items()
        elif self._sign() == "{":
            self._at += 1
            for _ in self._until("}"):
                key = self._value()
                if not isinstance(key, str) or self._sign() != ":":
                    raise json.JSONDecodeError("Expecting a name and a colon", self._text, self._at)
                self._at += 1
                if self._sign() == "[":
                    found[key] = self._items()
                else:
                    self._value()
        else:
            self._value()
        if self._sign():
            raise json.JSONDecodeError("Extra data", self._text, self._at)
        return found

    def _items(self) -> list[Item]:
        self._at += 1
        items = []
        for _ in self._until("]"):
            value = self._value()
            items.append(Item(self.line, value))
        return items

    def _until(self, end: str) -> Iterator[None]:
        """One step for each member, with commas between them, to the sign that closes."""
        if self._sign() != end:
            yield
            while self._sign() == ",":
                self._at += 1
                yield
        if self._sign() != end:
            raise json.JSONDecodeError(f"Expecting ',' or '{end}'", self._text, self._at)
        self._at += 1

    def _sign(self) -> str:
        """The next sign that is no blank; empty at the end."""
        blank = _BLANK.match(self._text, self._at)
        self._at = blank.end() if blank else self._at
        return self._text[self._at : self._at + 1]

    def _value(self) -> Any:
        self._sign()
        self.line += self._text.count("\n", self._counted, self._at)
        self._counted = self._at
        value, self._at = self._decoder.raw_decode(self._text, self._at)
        return value


def _distinct(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _Twice(quoted(key))
        found[key] = value
    return found


def _yaml_lists(text: str) -> Lists:
    """The lists of a YAML document, which is read in a process with limits."""
    try:
        found = find_spec("ruamel.yaml")
    except ModuleNotFoundError:
        found = None
    if found is None:
        raise not_installed("ruamel.yaml")
    try:
        told = limited(read_yaml, text.encode(), _SECONDS)
    except Failed:
        return _nothing(1, "syntax", f"this is no YAML that can be read; {_YAML}")
    except TooMuch:
        return _nothing(1, "too-large", "reading the file takes too much; save it as JSON or CSV, or split it")
    lists = {name: [Item(*item) for item in items] for name, items in told["lists"].items()}
    return Lists(lists, [Fault(*fault) for fault in told["faults"]])


def read_yaml(data: bytes) -> dict[str, Any]:
    """The lists of a YAML document and its faults, for `limited`. Every scalar is the text that is written there."""
    from ruamel.yaml import YAML
    from ruamel.yaml.error import MarkedYAMLError, YAMLError

    try:
        root = YAML(typ="safe", pure=True).compose(data.decode())
    except MarkedYAMLError as fault:
        mark = fault.problem_mark or fault.context_mark
        said = " ".join(str(fault.problem or fault.context or "").split())
        mend = "put a text with a colon, a # or a bracket into quotes, and check how far lines are moved in"
        return _nothing(mark.line + 1 if mark else 1, "syntax", f"this is not YAML: {said}; {mend}")._asdict()
    except (YAMLError, ValueError) as fault:
        said = " ".join(str(fault).split())[:120]
        return _nothing(1, "syntax", f"this is not YAML: {said}; save it again as UTF-8")._asdict()
    reader = _YamlReader()
    lists = reader.document(root) if root is not None else {}
    return {"lists": lists, "faults": reader.faults}


class _YamlReader:
    """Turns nodes into values, an alias into what it stands for each time, as long as there is room."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []
        self._left = _MOST_NODES

    def document(self, root: Any) -> dict[str, list[Item]]:
        if root.id == "sequence":
            return {"": self._items(root)}
        found: dict[str, list[Item]] = {}
        if root.id == "mapping":
            for key, value in root.value:
                if value.id == "sequence" and key.id == "scalar":
                    found[key.value] = self._items(value)
        return found

    def _items(self, node: Any) -> list[Item]:
        return [Item(item.start_mark.line + 1, self._value(item, 0)) for item in node.value]

    def _value(self, node: Any, depth: int) -> Any:
        self._left -= 1
        if self._left < 0:
            raise MemoryError
        if node.id == "scalar":
            return node.value
        if depth > _DEEPEST:
            return {} if node.id == "mapping" else []
        if node.id == "sequence":
            return [self._value(item, depth + 1) for item in node.value]
        return self._object(node, depth)

    def _object(self, node: Any, depth: int) -> dict[str, Any]:
        """The values by key; what `<<` brings in stands first, and what the row says itself goes before it."""
        shared: dict[str, Any] = {}
        found: dict[str, Any] = {}
        for key, value in node.value:
            name = key.value if key.id == "scalar" else ""
            if name == "<<" and value.id == "mapping":
                shared |= self._value(value, depth + 1)
                continue
            if name in found or not name:
                what = f"the key {quoted(name)} stands twice" if name else "a key is no text"
                message = f"{what} in the row; rename or delete one"
                self.faults.append(Fault(key.start_mark.line + 1, "header", message))
            found[name] = self._value(value, depth + 1)
        return {**shared, **found}
