"""The folder of a game: its game.toml as plain data, with a line for every table and key (tomllib keeps none)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.definition.files import DEFINITIONS, definition_file, read_text
from pnp.definition.findings import Findings, Place, printable
from pnp.errors import InputMissing
from pnp.frozen import frozen
from pnp.sources import SourceFile, Sources, source_of

KeyPath = tuple[str | int, ...]
"""A place in a TOML document: keys, and the index of an entry of an array: ("components", 2, "size")."""

NAME = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_DOTTED = rf"{NAME}(?:[ \t]*+\.[ \t]*+{NAME})*+"
_KEY = re.compile(rf"({_DOTTED})[ \t]*=")
_HEADER = re.compile(rf"(\[\[?)[ \t]*({_DOTTED})[ \t]*\]\]?")
_BETWEEN = re.compile(r"(?:[ \t\n]|#[^\n]*+)*+")
LONG_TEXT = r"""\"{3}(?:[^"\\]++|\\.|"(?!""))*+"{3,5}|'{3}(?:[^']++|'(?!''))*+'{3,5}"""
_SHORT_TEXT = r"""\"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+'"""
_PIECE = re.compile(rf"""{LONG_TEXT}|{_SHORT_TEXT}|#[^\n]*+|[\[{{\]}}\n]|[^"'#\[\]{{}}\n]++""", re.DOTALL)
# A key of thousands of parts keeps tomllib busy for minutes.
_MOST_PARTS = 50
_NAMES = re.compile(NAME)
# Each sign is looked at once: a text that is never closed goes to the end of its line, or of the file.
_TOKEN = re.compile(
    rf"""(?s:{LONG_TEXT}|\"{{3}}.*|'{{3}}.*)|({NAME}(?:[ \t]*+\.[ \t]*+{NAME})*+)|["'#][^\n]*+|[^"'#A-Za-z0-9_-]++"""
)
_MOST_BYTES = 1024 * 1024
_SYNTAX_MEND = "check its quotes and brackets, and that no key stands twice"


def lines_of(text: str) -> Mapping[KeyPath, int]:
    """The line (from 1) on which each table, entry of an array of tables, and key of the document stands."""
    walk = _Walk()
    at = line = 0
    while True:
        start = _end(_BETWEEN.match(text, at), at)
        line += text.count("\n", at, start)
        if header := _HEADER.match(text, start):
            walk.header(_parts(header[2]), header[1] == "[[", line + 1)
            at = header.end()
        elif key := _KEY.match(text, start):
            walk.key(_parts(key[1]), line + 1)
            at = _after_value(text, key.end())
            line += text.count("\n", start, at)
        else:
            return walk.lines


class _Walk:
    """Remembers under which header a key stands and how many entries each array of tables has so far."""

    def __init__(self) -> None:
        self.lines: dict[KeyPath, int] = {}
        self._entries: dict[KeyPath, int] = {}
        self._under: KeyPath = ()

    def header(self, names: list[str], array: bool, line: int) -> None:
        path: KeyPath = (*self._resolved(names[:-1]), names[-1])
        if array:
            index = self._entries[path] = self._entries.get(path, -1) + 1
            path += (index,)
        elif path in self._entries:
            path += (self._entries[path],)
        for end in range(1, len(path)):
            self.lines.setdefault(path[:end], line)
        self._under = path
        self.lines[path] = line

    def key(self, names: list[str], line: int) -> None:
        for end in range(1, len(names) + 1):
            self.lines.setdefault((*self._under, *names[:end]), line)

    def _resolved(self, names: list[str]) -> KeyPath:
        path: KeyPath = ()
        for name in names:
            path += (name,)
            if path in self._entries:
                path += (self._entries[path],)
        return path


def _after_value(text: str, at: int) -> int:
    """Where the value that begins at `at` ends: the first line break outside its strings and brackets."""
    depth = 0
    while piece := _PIECE.match(text, at):
        if piece[0] == "\n" and depth == 0:
            break
        depth += (piece[0] in "[{") - (piece[0] in "]}")
        at = piece.end()
    return at


def _parts(dotted: str) -> list[str]:
    return [name[1:-1] if name[0] in "\"'" else name for name in _NAMES.findall(dotted)]


def _end(found: re.Match[str] | None, otherwise: int) -> int:
    return found.end() if found else otherwise


@frozen
class Document:
    """A parsed definition: `file` is its name in findings."""

    source: SourceFile
    file: str
    data: Mapping[str, object]
    lines: Mapping[KeyPath, int]

    def place(self, path: KeyPath) -> Place:
        """Where a key stands, or the nearest thing around it that has a line."""
        while path and path not in self.lines:
            path = path[:-1]
        return Place(self.file, self.lines.get(path, 1))


def read_document(sources: Sources, findings: Findings) -> Document:
    """Reads and parses the definition; InputInvalid or InputMissing where there is nothing to work on."""
    path = definition_file(sources.folder)
    if path is None:
        named = printable(str(sources.folder))
        raise InputMissing(f"'{named}' holds no {' or '.join(DEFINITIONS)}; name the folder of a game")
    return read_file(sources.file(path.name), findings)


def read_file(path: Path | SourceFile, findings: Findings) -> Document:
    """Reads and parses a TOML file; InputInvalid or InputMissing where there is nothing to work on."""
    source = source_of(path)
    text = read_text(source, source.name, Place(source.name, 1), findings, _MOST_BYTES)
    data = None if text is None else _parsed(text, source.name, findings)
    if text is None or data is None:
        findings.finish()
        raise AssertionError("a file that cannot be read leaves a finding")
    return Document(source, source.name, data, lines_of(text))


def read_data(source: SourceFile, file: str, asked: Place, findings: Findings) -> Mapping[str, object] | None:
    """A TOML file of a game's own shape, such as a map; None with a finding where it cannot be read."""
    text = read_text(source, file, asked, findings, _MOST_BYTES)
    return None if text is None else _parsed(text, file, findings)


def _parsed(text: str, file: str, findings: Findings) -> Mapping[str, object] | None:
    tangled = _tangled(text)
    if tangled is not None:
        place = Place(file, text.count("\n", 0, tangled) + 1)
        findings.error("syntax", place, f"the key has over {_MOST_PARTS} parts; a definition needs two")
        return None
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        place, what = _located(str(fault), text, file)
        findings.error("syntax", place, f"this is not TOML: {what}; {_SYNTAX_MEND}")
    except RecursionError:
        line = _line_where(text, lambda line: line.count("[") + line.count("{") > 50) or 1
        findings.error("syntax", Place(file, line), "brackets are nested too deep; a definition needs two levels")
    except ValueError:
        line = _line_where(text, lambda line: re.search(r"(?<![\d_])[\d_]{4000}", line) is not None) or 1
        findings.error("syntax", Place(file, line), "the number has thousands of digits; write a smaller one")
    return None


def _tangled(text: str) -> int | None:
    """Where a key of very many parts begins; None where there is none."""
    for token in _TOKEN.finditer(text):
        if token[1] and token[1].count(".") >= _MOST_PARTS and len(_NAMES.findall(token[1])) > _MOST_PARTS:
            return token.start()
    return None


def _located(message: str, text: str, file: str) -> tuple[Place, str]:
    found = re.search(r" \(at line (\d+), column \d+\)$", message)
    line = int(found[1]) if found else max(1, text.rstrip("\n").count("\n") + 1)
    what = message[: found.start()] if found else message.removesuffix(" (at end of document)")
    what = printable(what if len(what) <= 120 else what[:117] + "...")
    return Place(file, line), what[:1].lower() + what[1:]


def _line_where(text: str, holds: Callable[[str], bool]) -> int:
    """The first line that holds; 0 when none does."""
    return next((at for at, line in enumerate(text.split("\n"), 1) if holds(line)), 0)
