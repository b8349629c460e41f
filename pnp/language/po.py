"""The translators' files, in gettext's PO format: found for what `--lang` asks for, read strictly, and written."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from itertools import islice
from pathlib import Path
from textwrap import wrap

from pnp.errors import Finding, InputInvalid, InputMissing, UsageError
from pnp.frozen import frozen, mutable
from pnp.language.grammar import GRAMMAR, Forms, read_forms
from pnp.language.messages import CONTROL
from pnp.language.wording import ENGLISH, Key, Wording
from pnp.sources import NotUtf8, SourceFault, SourceFile, Sources, decoded, source_of

LANGUAGES = "languages"
"""What the folder is called, beside a game and in pnp, that holds a folder for each language."""
TOOLKIT = "pnp"
"""What the file is called that holds pnp's own passages."""
TAG = re.compile(r"[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*")
"""How a language is written: `pl`, `pt-BR`."""
_OWN = Path(__file__).parent.parent
_LINE = re.compile(r'(?:(?P<key>msgctxt|msgid|msgstr)\s*)?"(?P<text>(?:[^"\\]|\\.)*)"\s*')
_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ESCAPE = re.compile(r"\\(.)")
_SIGNS = {"n": "\n", "t": "\t", "r": "\r", '"': '"', "\\": "\\"}
_ESCAPED = str.maketrans({sign: f"\\{letter}" for letter, sign in _SIGNS.items()})
_LANGUAGE = re.compile(r"^Language:[ \t]*(\S+)", re.MULTILINE)
_CHARSET = re.compile(r"charset=([\w-]+)")
_HEADER = ("MIME-Version: 1.0", "Content-Type: text/plain; charset=UTF-8", "Content-Transfer-Encoding: 8bit")
_WIDTH = 76
MOST_BYTES = 2_000_000
"""How large a file of passages may be: some ten times what the largest game has to say."""
TOO_LARGE = f"the file is larger than {MOST_BYTES:,} bytes; leave out what is no passage of the game"
MOST_FINDINGS = 100
BEGUN = "# See docs/languages.md."
"""A line by which a file that pnp began is known."""
_AFTER: Mapping[str, tuple[str, ...]] = {
    "": ("msgctxt", "msgid"), "msgctxt": ("msgid",), "msgid": ("msgstr",), "msgstr": ("msgctxt", "msgid"),
}  # fmt: skip


def wording_of(given: str, game: str, native: str, folder: Path | Sources | None) -> Wording:
    """The wording of a language for a game in that folder; English where none is given.

    `given` is a tag such as `pl`, for which `languages/pl/` is looked for in the game's folder and in pnp's own, or a
    folder. There `pnp.po` holds what pnp says and `GAME.po` what the game does; either may be left out, and its
    passages then stay as they are. UsageError where there is neither, InputInvalid with every mistake in them.
    """
    if not given:
        return ENGLISH
    files = tuple(catalogs(given, (TOOLKIT, game), folder))
    if not files:
        if given == native:
            return Wording(given)
        raise UsageError(_nothing(given, game, folder))
    passages: dict[Key, str] = {}
    grammar: dict[str, Forms] = {}
    findings: list[Finding] = []
    language = ""
    for file in files:
        catalog, wrong = read_catalog(file)
        findings += wrong
        used = [entry for entry in catalog.entries if entry.said and not entry.fuzzy]
        passages |= {(e.context, e.english): e.said for e in used if e.context != GRAMMAR}
        if not wrong:
            grammar |= {e.english: read_forms(e.said) for e in used if e.context == GRAMMAR}
        language = language or catalog.language
    if findings:
        raise InputInvalid(findings)
    return Wording(_tag(given, language), passages, files, grammar)


def read_catalog(path: Path | SourceFile) -> tuple[Catalog, tuple[Finding, ...]]:
    """A translator's file and everything that is wrong with it; InputMissing where it cannot be read."""
    file = source_of(path)
    name = f"{file.path.parent.name}/{file.name}"
    try:
        data = file.read_bytes(MOST_BYTES)
    except SourceFault as refused:
        if refused.code in ("missing-file", "unreadable-file"):
            raise InputMissing(f"{file.path}: {refused.problem}") from refused
        problem = TOO_LARGE if refused.code == "too-large" else refused.problem
        return Catalog("", ()), (Finding("error", refused.code, name, problem),)
    # Only translations pay for this import.
    from pnp.language.holes import fault

    catalog, findings = read_po(data, name)
    wrong = (
        Finding("error", "placeholder", f"{name}:{entry.line}", sentence)
        for entry in catalog.entries
        if entry.said and not entry.fuzzy and (sentence := fault(entry.context, entry.english, entry.said))
    )
    return catalog, (*findings, *islice(wrong, MOST_FINDINGS))


def catalogs(given: str, names: Sequence[str], folder: Path | Sources | None) -> Iterator[SourceFile]:
    """The files of those names that a language has: pnp's own, then the game's, or in the folder that is named."""
    inner = f"{LANGUAGES}/{given}/" if _is_tag(given) else ""
    for root in _roots(folder) if inner else [Sources(Path(given))]:
        files = (f"{inner}{name}.po" for name in names if name)
        yield from (root.file(file) for file in files if os.path.lexists(root.folder / file))


def _roots(folder: Path | Sources | None) -> Sequence[Sources]:
    """Where there may be a folder of languages, pnp's own first."""
    own = [Sources(_OWN)]
    return own if folder is None else [*own, folder if isinstance(folder, Sources) else Sources(folder)]


def languages(folder: Path | Sources | None) -> tuple[str, ...]:
    """The languages that there are files of, for a game in that folder and for pnp."""
    places = (root.folder / LANGUAGES for root in _roots(folder))
    files = (path for place in places if not place.is_symlink() for path in place.glob("*/*.po"))
    return tuple(sorted({path.parent.name for path in files}))


def language_of(given: str) -> str:
    """The tag that `--lang` says, or the name of the folder where it is one; empty where that is none."""
    name = given if _is_tag(given) else Path(given).resolve().name
    return name if TAG.fullmatch(name) else ""


def _is_tag(given: str) -> bool:
    return bool(TAG.fullmatch(given)) and not (len(given) > 3 and os.path.isdir(given))


def _tag(given: str, told: str) -> str:
    """The language: as it was asked for, or as the files or their folder say."""
    language = given if _is_tag(given) else told or language_of(given)
    if not TAG.fullmatch(language):
        raise UsageError(f"--lang: nothing says which language '{given}' is; write 'Language: pl' into its header")
    return language


def _nothing(given: str, game: str, folder: Path | Sources | None) -> str:
    files = " or ".join(f"{name}.po" for name in (TOOLKIT, game) if name)
    if not _is_tag(given):
        return f"--lang: '{given}' holds no {files}; name a folder that does, or begin one with `pnp texts`"
    found = languages(folder)
    there = f"; there are {', '.join(found)}" if found else ""
    return f"--lang: nobody has translated {game or TOOLKIT} into '{given}'{there}; begin with `pnp texts`"


@frozen
class Entry:
    """A passage, where it stands, what a translator made of it, and the entry's line in the file.

    A `fuzzy` one was made for another English passage (`before`) or is doubtful, and waits for its translator.
    """

    context: str
    english: str
    said: str
    line: int = 0
    fuzzy: bool = False
    before: str = ""


@frozen
class Catalog:
    """The entries of a file, the language it is in, and its outlived entries as they stand in it."""

    language: str
    entries: tuple[Entry, ...]
    outlived: tuple[str, ...] = ()


@mutable
class _PoReader:
    """Reads line by line; what is wrong is kept, and the rest of the file is read all the same."""

    file: str
    entries: list[Entry] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    outlived: list[str] = field(default_factory=list)
    parts: dict[str, list[str]] = field(default_factory=dict)
    key: str = ""
    begun: int = 0
    fuzzy: bool = False
    before: list[str] = field(default_factory=list)

    def fault(self, line: int, what: str) -> None:
        self.findings.append(Finding("error", "po", f"{self.file}:{line}", what))

    def read(self, number: int, line: str) -> None:
        stripped = line.strip()
        if control := re.search(CONTROL, stripped):
            self.fault(number, f"the line holds the control character U+{ord(control[0]):04X}; delete it")
        if stripped.startswith("#~"):
            self.outlived.append(stripped)
        elif stripped.startswith("#|"):
            self.close()
            self.before += [self._unescaped(number, text) for text in _QUOTED.findall(stripped)]
        elif stripped.startswith("#"):
            self.close()
            self.fuzzy = self.fuzzy or (stripped.startswith("#,") and "fuzzy" in stripped)
        elif stripped:
            self._statement(number, stripped)

    def _statement(self, number: int, line: str) -> None:
        match = _LINE.fullmatch(line)
        if match is None:
            plural = line.startswith(("msgid_plural", "msgstr["))
            mend = "passages here have one form; word it for any number" if plural else _MEND
            self.fault(number, f"'{line[:40]}' is not understood; {mend}")
            return
        key = match["key"] or self.key
        if match["key"]:
            if key in ("msgctxt", "msgid") and self.key == "msgstr":
                self.close()
            if key not in _AFTER[self.key]:
                self.fault(number, f"'{key}' stands where {' or '.join(_AFTER[self.key])} is due; put the lines right")
                self.parts.pop("msgstr", None)
            self.begun = self.begun if self.parts else number
            self.key, self.parts[key] = key, []
        elif not key:
            self.fault(number, "a text stands before any msgid; write msgid in front of it")
            return
        self.parts.setdefault(key, []).append(self._unescaped(number, match["text"]))

    def _unescaped(self, number: int, text: str) -> str:
        for unknown in dict.fromkeys(sign for sign in _ESCAPE.findall(text) if sign not in _SIGNS):
            self.fault(number, f"\\{unknown} stands for nothing; write \\\\ for a backslash")
        return _ESCAPE.sub(lambda found: _SIGNS.get(found[1], found[1]), text)

    def close(self) -> None:
        """Ends the entry that was being read."""
        parts, self.parts = {key: "".join(texts) for key, texts in self.parts.items()}, {}
        if parts and "msgstr" not in parts:
            self.fault(self.begun, "the entry has no msgstr; add one, empty where nothing is translated yet")
        elif parts:
            context, english = parts.get("msgctxt", ""), parts.get("msgid", "")
            before = "".join(self.before)
            self.entries.append(Entry(context, english, parts["msgstr"], self.begun, self.fuzzy, before))
        if parts:
            self.key, self.fuzzy, self.before = "", False, []


_MEND = 'write msgid "..." and msgstr "...", a quote inside as \\"'


def read_po(data: bytes, file: str) -> tuple[Catalog, tuple[Finding, ...]]:
    """The entries of a file, and what is wrong with it, the first hundred mistakes; `file` is what findings call it."""
    if len(data) > MOST_BYTES:
        return Catalog("", ()), (Finding("error", "too-large", file, TOO_LARGE),)
    try:
        text = decoded(data)
    except NotUtf8 as fault:
        return Catalog("", ()), (Finding("error", "po", f"{file}:{fault.line}", str(fault)),)
    reader = _PoReader(file)
    for number, content in enumerate(text.split("\n"), 1):
        if len(reader.findings) >= MOST_FINDINGS:
            reader.fault(number, "there are too many mistakes to go on; mend those above, or save it as a PO file")
            return Catalog("", ()), tuple(reader.findings)
        reader.read(number, content)
    reader.close()
    header = next((entry.said for entry in reader.entries if not entry.english and not entry.context), "")
    entries = tuple(entry for entry in reader.entries if entry.english)
    _check(reader, header, entries)
    language = _LANGUAGE.search(header)
    return Catalog(language[1] if language else "", entries, tuple(reader.outlived)), tuple(reader.findings)


def _check(reader: _PoReader, header: str, entries: Iterable[Entry]) -> None:
    charset = _CHARSET.search(header)
    if charset and charset[1].upper() not in ("UTF-8", "CHARSET"):
        reader.fault(1, f"the header says charset={charset[1]}; save the file as UTF-8 and say so")
    seen: dict[tuple[str, str], int] = {}
    for entry in entries:
        if len(reader.findings) >= MOST_FINDINGS:
            return
        first = seen.setdefault((entry.context, entry.english), entry.line)
        if first != entry.line:
            reader.fault(entry.line, f"the passage stands already at line {first}; delete one of the two")


def po_text(catalog: Catalog, name: str) -> str:
    """A file for translators: a header, every entry, and what is outlived last."""
    head = [f"# {name}: the English passages, and what stands for them.", BEGUN, 'msgid ""']
    told = f"Language: {catalog.language}", *_HEADER
    head += ['msgstr ""', *(_quoted(f"{line}\n") for line in told)]
    blocks = ["\n".join(head), *("\n".join(_lines(entry)) for entry in catalog.entries)]
    return "\n\n".join([*blocks, *(["\n".join(catalog.outlived)] if catalog.outlived else [])]) + "\n"


def outlived(entry: Entry) -> tuple[str, ...]:
    """An entry whose passage is no more, kept for the day that it comes back."""
    return tuple(f"#~ {line}" for line in _lines(entry) if not line.startswith("#"))


def _lines(entry: Entry) -> Iterator[str]:
    if entry.fuzzy:
        yield "#, fuzzy"
    if entry.before:
        yield from (f"#| {line}" for line in _statement("msgid", entry.before))
    if entry.context:
        yield from _statement("msgctxt", entry.context)
    yield from _statement("msgid", entry.english)
    yield from _statement("msgstr", entry.said)


def _statement(key: str, text: str) -> Iterator[str]:
    """One line, or an empty text and the lines below it."""
    pieces = [piece for line in text.splitlines(keepends=True) for piece in _folded(line)]
    if len(pieces) < 2:
        yield f"{key} {_quoted(text)}"
        return
    yield f'{key} ""'
    yield from map(_quoted, pieces)


def _folded(line: str) -> list[str]:
    """A line in parts that end with their spaces, so that they can be joined again."""
    body = line.removesuffix("\n")
    pieces = wrap(body, _WIDTH, drop_whitespace=False, break_long_words=False, break_on_hyphens=False) or [""]
    pieces[-1] += line[len(body) :]
    return pieces if "".join(pieces) == line else [line]


def _quoted(text: str) -> str:
    return f'"{text.translate(_ESCAPED)}"'
