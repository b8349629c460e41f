"""The folder of a game in, its game.toml as plain data with a line for every key out."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

from pnp.definition.files import DEFINITIONS, definition_file, read_text
from pnp.definition.findings import Findings, Place, printable
from pnp.definition.lines import LONG_TEXT, NAME, KeyPath, lines_of
from pnp.errors import InputMissing
from pnp.frozen import frozen
from pnp.sources import SourceFile, Sources, source_of

# A key of thousands of parts keeps tomllib busy for minutes.
_MOST_PARTS = 50
_NAMES = re.compile(NAME)
# Each sign is looked at once: a text that is never closed goes to the end of its line, or of the file.
_TOKEN = re.compile(
    rf"""(?s:{LONG_TEXT}|\"{{3}}.*|'{{3}}.*)|({NAME}(?:[ \t]*+\.[ \t]*+{NAME})*+)|["'#][^\n]*+|[^"'#A-Za-z0-9_-]++"""
)
_MOST_BYTES = 1024 * 1024
_SYNTAX_MEND = "check its quotes and brackets, and that no key stands twice"


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
