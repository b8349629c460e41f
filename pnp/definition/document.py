"""The files of a definition: texts and game.toml as plain data with a line for every key, and why one
cannot be read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from pnp.definition.findings import Findings, Place, nearest_file, printable, quoted, suggest_file
from pnp.errors import InputMissing
from pnp.frozen import frozen
from pnp.sources import MOST, NotUtf8, SourceFault, SourceFile, Sources, decoded, source_of

DEFINITIONS = ("game.toml", "deck.toml")
"""What the definition of a game may be called; a folder holds one of them."""

MOST_BYTES = 16 * 1024 * 1024
MOST_ART = MOST
"""Bytes of a table, and of a picture or a font."""

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
_LAST_READ = 4  # texts of which what they say is kept, since a command asks for the same few over and over
_BAD_IN_NAME = re.compile(r"[\x00-\x1f\x7f\\:*?\"<>|]")
_DRIVE = re.compile(r"[A-Za-z]:[\\/]")
_LONGEST_NAME = 200
_TOO_LONG = f"is too long for the name of a file; write one of at most {_LONGEST_NAME} letters"
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
_TEXT = re.compile(f"{LONG_TEXT}|{_SHORT_TEXT}", re.DOTALL)
_ESCAPE = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[ \t]*\n\s*|(.))", re.DOTALL)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
MOST_TEXT = 1024 * 1024
"""Bytes of a text: a definition, or a rulebook."""
_SYNTAX_MEND = "check its quotes and brackets, and that no key stands twice"


def definition_file(folder: Path) -> Path | None:
    """The definition in a folder, readable or not; None when it holds none."""
    for name in DEFINITIONS:
        try:
            (folder / name).lstat()
        except (OSError, ValueError):
            continue
        return folder / name
    return None


def read_text(
    file: Path | SourceFile, name: str, asked: Place, findings: Findings, most: int = MOST_BYTES, how: str = ""
) -> str | None:
    """The text of a UTF-8 file, line ends as `\\n`; None with a finding when it is no such thing.

    `name` is what findings call it, `asked` the place that calls for it, `how` says how such a file is saved as UTF-8.
    """
    data = read_bytes(file, name, asked, findings, most)
    if data is None:
        return None
    try:
        return decoded(data).replace("\r\n", "\n")
    except NotUtf8 as fault:
        findings.error("encoding", Place(name, fault.line), f"{fault}{how}")
        return None


def read_bytes(
    file: Path | SourceFile, name: str, asked: Place, findings: Findings, most: int = MOST_BYTES
) -> bytes | None:
    """The bytes of a plain file, at most so many; None with a finding that says why not."""
    source = source_of(file)
    try:
        return source.read_bytes(most)
    except SourceFault as fault:
        note_fault(fault, name, asked, findings, source.others())
        return None


def sound_file(
    sources: Sources, name: str, asked: Place, findings: Findings, most: int = MOST_BYTES
) -> SourceFile | None:
    """The plain file of that name in the folder, of at most so many bytes; None with a finding that says why not."""
    file = inside(sources, name, asked, findings)
    try:
        if file is not None:
            file.check(most)
        return file
    except SourceFault as fault:
        note_fault(fault, name, asked, findings, file.others() if file else ())
        return None


def art_file(sources: Sources, name: str, asked: Place, findings: Findings) -> SourceFile | None:
    """The picture, icon or font of that name, as `sound_file` finds it; one that is not there may come later."""
    if len(name) > _LONGEST_NAME:
        findings.lacks("missing-file", asked, f"{quoted(name)} {_TOO_LONG}")
        return None
    file = inside(sources, name, asked, findings)
    if file is None:
        return None
    try:
        file.check(MOST_ART)
        return file
    except SourceFault as fault:
        if fault.code != "missing-file":
            note_fault(fault, name, asked, findings)
            return None
        others = file.others()
        problem = fault.problem if not others else f"is not there; {suggest_file(file.name, others)}"
    findings.lacks("missing-file", asked, f"{quoted(name)} {problem}")
    return None


def note_fault(
    fault: SourceFault, name: str, asked: Place, findings: Findings, others: Sequence[str] = ()
) -> None:  # fmt: skip
    """A finding for a file that cannot be read, at the place that calls for it unless it is too large; `others` are
    those in its folder, of which one may be meant.
    """
    if fault.code == "too-large":
        findings.error(fault.code, Place(name, 1), f"the file {fault.problem}")
    elif fault.code == "missing-file" and (near := nearest_file(name.rpartition("/")[2], others)):
        findings.error(fault.code, asked, f"{quoted(name)} is not there; did you mean {quoted(near)}?")
    else:
        findings.error(fault.code, asked, f"{quoted(name)} {fault.problem}")


def inside(sources: Sources, name: str, asked: Place, findings: Findings) -> SourceFile | None:
    """The file of a plain relative name within the folder; None with a finding for what leads elsewhere."""
    if problem := _why_no_name(name):
        findings.error("file-name", asked, f"{quoted(name)} {problem}")
        return None
    file = sources.file(name)
    try:
        file.place()
    except SourceFault as fault:
        note_fault(fault, name, asked, findings)
        return None
    return file


def _why_no_name(name: str) -> str | None:
    """What keeps a text from being the name of a file within the folder, on any computer; None where nothing does."""
    if len(name) > _LONGEST_NAME:
        return _TOO_LONG
    if _DRIVE.match(name) or any(part.strip() in ("", ".", "..") for part in name.split("/")):
        return "is not a plain file name; write one inside the game's folder, such as cards.csv"
    if sign := _BAD_IN_NAME.search(name):
        mend = "write / between folders" if sign[0] == "\\" else "rename the file, and write its new name"
        return f"holds {quoted(sign[0])}, which not every computer takes in the name of a file; {mend}"
    return None


def control_character(text: str) -> str | None:
    """The first character that no page can hold, or that turns letters round so that a text reads otherwise than it is
    written, as `U+0007`; line breaks and tabs are fine.
    """
    found = _CONTROL.search(text)
    return f"U+{ord(found[0]):04X}" if found else None


@lru_cache(maxsize=_LAST_READ)
def lines_of(text: str) -> Mapping[KeyPath, int]:
    """The line (from 1) on which each table, entry of an array of tables, and key of the document stands."""
    walk = _Walk()
    at = line = 0
    while True:
        between = _BETWEEN.match(text, at)
        start = between.end() if between else at
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


def _letters(written: str) -> list[tuple[str, int]]:
    """The letters of a text in quotes, each with its place in what is written."""
    quotes = 3 if written[:3] in ('"""', "'''") else 1
    at, end = quotes, len(written) - quotes
    at += quotes == 3 and written[3:4] == "\n"
    letters = []
    while at < end:
        escape = _ESCAPE.match(written, at) if written[0] == '"' else None
        if escape is None:
            letters.append((written[at], at))
        elif code := escape[1] or escape[2]:
            letters.append((chr(int(code, 16)), at))
        elif escape[3]:
            letters.append((_ESCAPED.get(escape[3], escape[3]), at))
        at = escape.end() if escape else at + 1
    return letters


def _parts(dotted: str) -> list[str]:
    return [name[1:-1] if name[0] in "\"'" else name for name in _NAMES.findall(dotted)]


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

    def letter(self, path: KeyPath, text: str, at: int) -> Place:
        """Where a letter of a text stands that is the value of a key, or one of its values."""
        place = self.place(path)
        written = decoded(self.source.read_bytes()).replace("\r\n", "\n")
        line_begins = sum(map(len, written.split("\n")[: place.line - 1])) + place.line - 1
        for value in _TEXT.finditer(written, line_begins, _after_value(written, line_begins)):
            signs = _letters(value[0])
            said = "".join(sign for sign, _ in signs)
            if text and text in (said, said.strip()):
                skipped = 0 if said == text else len(said) - len(said.lstrip())
                found = value.start() + signs[min(at + skipped, len(signs) - 1)][1]
                return Place(self.file, written.count("\n", 0, found) + 1, found - written.rfind("\n", 0, found))
        return place


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
    text = read_text(source, source.name, Place(source.name, 1), findings, MOST_TEXT)
    data = None if text is None else _parsed(text, source.name, findings)
    if text is None or data is None:
        findings.finish()
        raise AssertionError("a file that cannot be read leaves a finding")
    return Document(source, source.name, data, lines_of(text))


def read_data(source: SourceFile, file: str, asked: Place, findings: Findings) -> Mapping[str, object] | None:
    """A TOML file of a game's own shape, such as a map; None with a finding where it cannot be read."""
    text = read_text(source, file, asked, findings, MOST_TEXT)
    return None if text is None else _parsed(text, file, findings)


def _parsed(text: str, file: str, findings: Findings) -> Mapping[str, object] | None:
    try:
        return _loaded(text)
    except _Tangled as fault:
        place = Place(file, text.count("\n", 0, fault.at) + 1)
        findings.error("syntax", place, f"the key has over {_MOST_PARTS} parts; a definition needs two")
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


class _Tangled(Exception):
    """A key of very many parts, over which a parser would take very long."""

    def __init__(self, at: int) -> None:
        self.at = at


@lru_cache(maxsize=_LAST_READ)
def _loaded(text: str) -> Mapping[str, object]:
    """What a TOML file says; the same object for the same text, so nobody may change it."""
    for token in _TOKEN.finditer(text):
        if token[1] and token[1].count(".") >= _MOST_PARTS and len(_NAMES.findall(token[1])) > _MOST_PARTS:
            raise _Tangled(token.start())
    return tomllib.loads(text)


def _located(message: str, text: str, file: str) -> tuple[Place, str]:
    found = re.search(r" \(at line (\d+), column \d+\)$", message)
    line = int(found[1]) if found else max(1, text.rstrip("\n").count("\n") + 1)
    what = message[: found.start()] if found else message.removesuffix(" (at end of document)")
    what = printable(what if len(what) <= 120 else what[:117] + "...")
    return Place(file, line), what[:1].lower() + what[1:]


def _line_where(text: str, holds: Callable[[str], bool]) -> int:
    """The first line that holds; 0 when none does."""
    return next((at for at, line in enumerate(text.split("\n"), 1) if holds(line)), 0)
