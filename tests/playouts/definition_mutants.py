"""Every small wrong that can be done to a definition: each row, cell and key removed, doubled, altered or swapped."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import tomllib
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from pnp import catalog
from pnp.build.proofs import FILE

_MEASURE = re.compile(r"\d+(?:\.\d+)?(?=x|mm)")
_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_NUMBER = re.compile(rf"(?<![\w#{{.-])(\d+|{'|'.join(_NUMBERS)})(?![\w}}])", re.IGNORECASE)

Node = Any
Path_ = tuple[str | int, ...]
Made = tuple[str, str, Callable[[], str]]
"""Where, what was done, and what makes the text."""


@dataclass(frozen=True)
class Mutant:
    """A definition file with one thing wrong: which file, where in it, what was done there, and what makes its text."""

    file: str
    where: str
    edit: str
    make: Callable[[], str]

    def __str__(self) -> str:
        return f"{self.file} {self.where} {self.edit}"


def files_of(game: str) -> Iterator[Path]:
    """Every definition file of a game that comes with pnp: its TOML files and its tables."""
    folder = catalog.find(game)
    yield from sorted(path for path in folder.glob("*.toml") if path.name != FILE)
    yield from sorted((*folder.glob("*.csv"), *folder.glob("convert/*.csv")))


def copied(game: str, folder: Path) -> Path:
    """A copy of a game's data, none of its code."""
    shutil.copytree(catalog.find(game), folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "words", "board"))
    return folder


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of one file; their texts are made when they are asked for, since a map has thousands."""
    text = path.read_text(encoding="utf-8")
    for where, edit, make in _of_table(text) if path.suffix == ".csv" else _of_document(text):
        yield Mutant(path.name, where, edit, make)


# Tables.


def _of_table(text: str) -> Iterator[Made]:
    cells = list(csv.reader(io.StringIO(text)))
    head, rows = cells[0], cells[1:]

    def made(changed: Sequence[Sequence[str]], top: Sequence[str] = head) -> Callable[[], str]:
        return partial(_as_csv, [top, *changed])

    for at, row in enumerate(rows):
        yield f"row {at + 2}", "removed", made([*rows[:at], *rows[at + 1 :]])
        yield f"row {at + 2}", "doubled", made([*rows[: at + 1], *rows[at:]])
        if at:
            yield f"row {at + 2}", "swapped", made([*rows[: at - 1], row, rows[at - 1], *rows[at + 1 :]])
        for column, cell in enumerate(row):
            where = f"row {at + 2}, {head[column]}"
            others = [other[column] for other in rows[at + 1 :] + rows[:at] if other[column] != cell]
            for edit, value in (*_altered_text(cell), *(("as another", other) for other in others[:1])):
                yield where, edit, made([*rows[:at], [*row[:column], value, *row[column + 1 :]], *rows[at + 1 :]])
            if at and rows[at - 1][column] != cell:
                before = rows[at - 1]
                pair = [[*before[:column], cell, *before[column + 1 :]],
                        [*row[:column], before[column], *row[column + 1 :]]]  # fmt: skip
                if sorted(pair) != sorted([before, row]):  # else it is the rows that change places
                    yield where, "swapped", made([*rows[: at - 1], *pair, *rows[at + 1 :]])
    for column, name in enumerate(head):
        yield (
            f"column {name}",
            "removed",
            made([r[:column] + r[column + 1 :] for r in rows], head[:column] + head[column + 1 :]),
        )
        yield f"column {name}", "altered", made(rows, [*head[:column], f"{name}x", *head[column + 1 :]])
        yield f"column {name}", "doubled", made([[*r, r[column]] for r in rows], [*head, name])
        if column:
            yield (
                f"column {name}",
                "swapped",
                made(rows, [*head[: column - 1], name, head[column - 1], *head[column + 1 :]]),
            )


def _as_csv(rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


# Documents.


def _of_document(text: str) -> Iterator[Made]:
    document = tomllib.loads(text)

    def made(path: Path_, change: Callable[[Node, Any], None]) -> Callable[[], str]:
        return partial(_changed, document, path, change)

    for path in _paths(document):
        where = _name(document, path)
        value, parent = _at(document, path), _at(document, path[:-1])
        yield where, "removed", made(path, lambda node, key: node.__delitem__(key))
        if isinstance(parent, list):
            yield where, "doubled", made(path, lambda node, key: node.insert(key, deepcopy(node[key])))
        else:
            yield where, "renamed", made(path, lambda node, key: node.__setitem__(f"{key}-x", node.pop(key)))
        for edit, other in _altered(value):
            yield where, edit, made(path, lambda node, key, other=other: node.__setitem__(key, other))  # type: ignore[misc]
        follower = _follower(parent, path[-1])
        if follower is not None and _at(document, (*path[:-1], follower)) != value:
            yield where, "swapped", made(path, lambda node, key, other=follower: _swap(node, key, other))  # type: ignore[misc]


def _changed(document: Node, path: Path_, change: Callable[[Node, Any], None]) -> str:
    changed = deepcopy(document)
    change(_at(changed, path[:-1]), path[-1])
    return written(changed)


def _paths(node: Node, path: Path_ = ()) -> Iterator[Path_]:
    items = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from _paths(value, (*path, key))


def _at(node: Node, path: Path_) -> Node:
    for step in path:
        node = node[step]
    return node


def _name(document: Node, path: Path_) -> str:
    """A path with entries of lists by their id, where they have one."""
    words = []
    for end, step in enumerate(path, 1):
        value = _at(document, path[:end])
        entry = value if isinstance(step, int) and isinstance(value, dict) else {}
        words.append(str(next((entry[key] for key in ("id", "part", "name", "kind", "empire") if key in entry), step)))
    return ".".join(words)


def _follower(parent: Node, key: Any) -> Any:
    """The next entry of a list, or the next key of a table with a value of the same type."""
    if isinstance(parent, list):
        return key + 1 if key + 1 < len(parent) else None
    later = list(parent)[list(parent).index(key) + 1 :]
    return next((other for other in later if type(parent[other]) is type(parent[key])), None)


def _swap(node: Node, one: Any, other: Any) -> None:
    node[one], node[other] = node[other], node[one]


def _altered(value: Node) -> Iterator[tuple[str, Node]]:
    match value:
        case bool():
            yield "turned", not value
        case int():
            yield "one more", value + 1
            yield "one less", value - 1
        case float():
            yield "more", value * 1.25
        case str():
            yield from _altered_text(value)


def _altered_text(text: str) -> Iterator[tuple[str, str]]:
    if text:
        yield "emptied", ""
    if measure := _MEASURE.search(text):
        yield "larger", f"{text[: measure.start()]}{float(measure[0]) + 5:g}{text[measure.end() :]}"
    elif number := _NUMBER.search(text):
        yield "one more", f"{text[: number.start()]}{_more(number[1])}{text[number.end() :]}"
    if text == "self":
        yield "altered", "back"
    elif text.startswith("#"):
        yield "altered", f"#{int(text[1:], 16) ^ 0x101010:06x}"
    else:
        yield "altered", f"{text}x"
    if len(sentences := re.split(r"(?<=[.?!]) ", text)) > 1:
        yield "a sentence less", " ".join(sentences[:-1])


def _more(number: str) -> str:
    if number.isdigit():
        return str(int(number) + 1)
    following = dict(zip(_NUMBERS, (*_NUMBERS[1:], "eleven")))[number.lower()]
    return following.capitalize() if number[0].isupper() else following


def written(document: Node) -> str:
    """A document as TOML, everything below its top in inline tables."""
    return "".join(f"{_word(key)} = {_value(value)}\n" for key, value in document.items())


def _value(value: Node) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return _word(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_word(key)} = {_value(each)}' for key, each in value.items())}}}"
    return str(value)


def _word(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
