"""The text of a valid TOML document in, the line of each of its tables and keys out (tomllib keeps none)."""

from __future__ import annotations

import re
from collections.abc import Mapping

KeyPath = tuple[str | int, ...]
"""A place in a TOML document: keys, and the index of an entry of an array: ("components", 2, "size")."""

NAME = r"""(?:"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+'|[A-Za-z0-9_-]++)"""
_DOTTED = rf"{NAME}(?:[ \t]*+\.[ \t]*+{NAME})*+"
_KEY = re.compile(rf"({_DOTTED})[ \t]*=")
_HEADER = re.compile(rf"(\[\[?)[ \t]*({_DOTTED})[ \t]*\]\]?")
_NAMES = re.compile(NAME)
_BETWEEN = re.compile(r"(?:[ \t\n]|#[^\n]*+)*+")
LONG_TEXT = r"""\"{3}(?:[^"\\]++|\\.|"(?!""))*+"{3,5}|'{3}(?:[^']++|'(?!''))*+'{3,5}"""
_SHORT_TEXT = r"""\"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+'"""
_PIECE = re.compile(rf"""{LONG_TEXT}|{_SHORT_TEXT}|#[^\n]*+|[\[{{\]}}\n]|[^"'#\[\]{{}}\n]++""", re.DOTALL)


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
