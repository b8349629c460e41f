"""The passages of a game or of pnp itself, what is missing or stale of them in a translation, and PO files."""

from __future__ import annotations

import ast
import difflib
import os
import tomllib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from pnp import catalog
from pnp.build.fonts import fonts_of
from pnp.build.options import RULES, TUCKBOX
from pnp.build.rulebook import book_of
from pnp.definition.conversion import pull_list, read_source
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.definition.section import HABITS
from pnp.drawing.face import FAULTS, Style
from pnp.engine.narration import NUMBERED, TOLD
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.language.grammar import GRAMMAR
from pnp.language.holes import README, SOLD, unsaid_kinds
from pnp.language.po import BEGUN, TOOLKIT, Catalog, Entry, catalogs, language_of, outlived, po_text, read_catalog
from pnp.language.wording import Collector, Key
from pnp.output import is_stream
from pnp.rulebook.examples import PEOPLE
from pnp.rulebook.passages import Translations, reword
from pnp.sources import PACKAGE, SourceFile, source_of, templates

_SHARED = ("rules/frame.md", "rules/macros.md", "rules/play.md")
_SHOWN, _LONGEST = 3, 60
_ALIKE = 0.6  # how much of a passage must be left for its translation to be offered for the new one
_MOST_COMPARED, _MOST_OTHERS = 2000, 100  # letters of a passage, and passages, that are compared to find that
_UNDRAWN: tuple[type[Exception], ...] = (InputInvalid, *FAULTS)
_MARKS = ("wording(", "passage(", ".said(")


@frozen
class Coverage:
    """A translator's file against the passages: those it lacks, and its entries that stand for none or are doubtful.

    `unsaid` are entries with kinds of numbers that the language has and the entry has no words for.
    """

    file: str
    count: int
    missing: tuple[Key, ...]
    stale: tuple[Entry, ...]
    unsaid: tuple[tuple[Entry, tuple[str, ...]], ...] = ()
    has_file: bool = True

    def notes(self) -> Iterator[Finding]:
        """A note on what is missing and one on what is stale, with the first of them by name."""
        if self.missing:
            what = f"{len(self.missing)} of {self.count} passages are missing and stay in English"
            yield Finding("note", "missing-passage", self.file, f"{what}: {_first([key[1] for key in self.missing])}")
        if self.stale:
            what = f"{len(self.stale)} entries are stale (fuzzy, or of no passage any more) and not used"
            yield Finding("note", "stale-passage", self.file, f"{what}: {_first([e.english for e in self.stale])}")
        if self.unsaid:
            what = f"{len(self.unsaid)} entries lack kinds of numbers that the language has, and say 'other' for them"
            first = _first([f"line {entry.line} ({', '.join(kinds)})" for entry, kinds in self.unsaid])
            yield Finding("note", "plural-form", self.file, f"{what}: {first}")

    def lines(self) -> Iterator[str]:
        """All of it, a line each."""
        done = self.count - len(self.missing)
        yield f"{self.file}: {done} of {self.count} passages translated, {len(self.stale)} entries stale"
        yield from (f"  missing: {_named(*key)}" for key in self.missing)
        yield from (f"  stale, line {entry.line}: {_named(entry.context, entry.english)}" for entry in self.stale)
        for entry, kinds in self.unsaid:
            yield f"  add {', '.join(kinds)}, line {entry.line}: {_named(entry.context, entry.english)}"

    def as_json(self) -> dict[str, object]:
        """The same as a JSON document."""
        return {
            "file": self.file, "passages": self.count,
            "missing": [{"context": context, "passage": english} for context, english in self.missing],
            "stale": [{"line": e.line, "context": e.context, "passage": e.english} for e in self.stale],
            "numbers": [
                {"line": e.line, "context": e.context, "passage": e.english, "lacks": list(kinds)}
                for e, kinds in self.unsaid
            ],
        }  # fmt: skip


def passages_of(name: str, workspace: Path | None = None) -> tuple[str, Sequence[Key]]:
    """The name of a game and every passage of its own, in order; of pnp's own where that is named."""
    if name == TOOLKIT:
        return TOOLKIT, tuple(_own())
    collector = Collector()
    game = load_game(catalog.find(name), language=collector, workspace=workspace)
    for group in dict.fromkeys(component.group for component in game.components):
        collector.said("groups", group)
    _draw(game)
    _convert(game, collector)
    _tell(game, collector)
    keys = frozenset(key for key in collector.asked if key[0] == TOLD)
    for short in (False, True):
        try:
            book_of(game, short)
        except UsageError:
            continue  # a game without a book, or without a short one
    own = _own()
    # What else is told by its own word was said by somebody in a play, and is not ours to translate.
    return game.name, tuple(key for key in collector.asked if key not in own and (key[0] != TOLD or key in keys))


def _draw(game: Game) -> None:
    """Artists ask for words as they draw."""
    artist = catalog.artist_of(game, Style(fonts_of(game), game.editions[0]))
    for piece in game.faces():
        try:
            artist.face(piece)
        except _UNDRAWN:
            continue  # a build tells what cannot be drawn


def _tell(game: Game, collector: Collector) -> None:
    """A play that is told speaks of rows by their keys, where [names] of the rules has nothing better."""
    try:
        names = catalog.refereed(game)[1].names
    except UsageError:
        return  # nobody knows its rules
    for table in game.tables.values():
        for key in (row[table.columns[0]] for row in table.rows):
            if len(key) > 1 and key not in names:
                collector.said(TOLD, key)


def _convert(game: Game, collector: Collector) -> None:
    if game.conversion is None:
        return
    for source in game.conversion.decks:
        pull_list(game, source)
        for card in read_source(game.conversion, source, "--from").cards:
            collector.said("decks", card.card)


def _own() -> Mapping[Key, None]:
    """Every passage that stands in pnp's code, or in what the books of all games share."""
    found: dict[Key, None] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        source = path.read_text(encoding="utf-8")
        if path.parent != PACKAGE / "language" or path.name == "wording.py":
            found |= dict.fromkeys(_in_code(source) if any(mark in source for mark in _MARKS) else ())
    found |= dict.fromkeys(("groups", group) for group in (*(habit.group for habit in HABITS.values()), RULES, TUCKBOX))
    readme = tomllib.loads((PACKAGE / "export" / "readme.toml").read_text(encoding="utf-8"))
    found |= dict.fromkeys((README, text) for text in _texts_in(readme))
    sold = tomllib.loads((PACKAGE / "export" / "presets.toml").read_text(encoding="utf-8"))["instead"]
    found |= dict.fromkeys((SOLD, text) for shop in sold.values() for key, text in shop.items() if key != "source")
    collector = Collector()
    for name in _SHARED:
        reword((templates() / name).read_text(encoding="utf-8"), Translations(collector))
    return found | collector.asked


def _texts_in(value: object) -> Iterator[str]:
    """Every text of a document, in order."""
    match value:
        case str():
            yield value
        case list():
            yield from (text for each in value for text in _texts_in(each))
        case Mapping():
            yield from (text for each in value.values() for text in _texts_in(each))


def _in_code(source: str) -> Iterator[Key]:
    """The passages that code names: `wording("...")`, `passage("...")`."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        texts = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
        match _name(node.func), texts:
            case "wording" | "passage", [str() as english, *rest]:
                yield (str(rest[0]) if rest and isinstance(rest[0], str) else "", english)
            case "said", [str() as context, str() as english]:
                yield context, english


def _name(func: ast.expr) -> str:
    return func.id if isinstance(func, ast.Name) else func.attr if isinstance(func, ast.Attribute) else ""


def coverage(name: str, language: str, workspace: Path | None = None) -> tuple[Coverage, ...]:
    """How far the files of a language go, for a game and for what pnp says itself; without a file all is missing."""
    called, passages = passages_of(name, workspace)
    folder = None if called == TOOLKIT else catalog.find(name)
    known = {called: passages}
    if called != TOOLKIT:
        known[TOOLKIT] = tuple(_own())
    return tuple(_covered(catalogs(language, (each,), folder), each, own, language) for each, own in known.items())


def translation_notes(name: str, language: str, workspace: Path | None = None) -> tuple[Finding, ...]:
    """What is missing or stale of a language, in short; nothing where none was asked for, nor of texts without a file
    that are in that language anyway.
    """
    if not language:
        return ()
    reports = coverage(name, language, workspace)
    if not all(found.has_file for found in reports):
        spoken = {f"{TOOLKIT}.po": "en"}
        native = load_game(catalog.find(name), workspace=workspace).language
        asked = _base(language_of(language))
        reports = tuple(found for found in reports if found.has_file or asked != _base(spoken.get(found.file, native)))
    return tuple(note for found in reports for note in found.notes())


def _base(tag: str) -> str:
    """The language of a tag, without its country."""
    return tag.partition("-")[0]


def _covered(files: Iterable[SourceFile], called: str, passages: Sequence[Key], given: str) -> Coverage:
    language = language_of(given)
    entries: dict[Key, Entry] = {}
    file, has_file = f"{called}.po", False
    for each in files:
        found, findings = read_catalog(each)
        if findings:
            raise InputInvalid(findings)
        file, language = f"{each.path.parent.name}/{each.name}", language or found.language
        entries |= {(entry.context, entry.english): entry for entry in found.entries}
        has_file = True
    missing = tuple(key for key in passages if key not in entries or not entries[key].said or entries[key].fuzzy)
    wanted = frozenset(passages)
    names = {*_names(called, passages), *PEOPLE, NUMBERED}
    stale, unsaid = [], []
    for key, entry in entries.items():
        known = key in wanted or (key[0] == GRAMMAR and key[1] in names)
        if entry.said and (entry.fuzzy or not known):
            stale.append(entry)
        elif kinds := unsaid_kinds(entry.said, language):
            unsaid.append((entry, kinds))
    return Coverage(file, len(passages), missing, tuple(stale), tuple(unsaid), has_file)


def update_catalog(name: str, language: str, file: Path, workspace: Path | None = None) -> tuple[str, int]:
    """The text of a PO file with every passage, and how many have no translation yet.

    What the file has, or where it is not there yet that of the language, is kept; where a passage has changed, what
    stood for the old one is offered, marked fuzzy; what stands for none any more goes to the end. InputInvalid for a
    file that cannot be read.
    """
    called, passages = passages_of(name, workspace)
    known = Catalog("", ())
    folder = None if called == TOOLKIT else catalog.find(name)
    files = tuple(catalogs(language, (called,), folder)) if language else ()
    earlier = file if os.path.isfile(file) and not is_stream(file) else next(reversed(files), None)
    if earlier is not None:
        known, findings = read_catalog(earlier)
        if any(finding.code != "placeholder" for finding in findings):
            raise InputInvalid(findings)
        if earlier == file and not _is_ours(file, known, frozenset(passages)):
            raise UsageError(f"--out: {file} is there already and translates nothing of {called}; name another file")
    earlier_entries = {(entry.context, entry.english): entry for entry in known.entries}
    names = _names(called, passages)
    grammar = [earlier_entries.pop((GRAMMAR, name), Entry(GRAMMAR, name, "")) for name in names]
    entries, left = _merged(passages, earlier_entries)
    lost = [line for entry in left if entry.said for line in outlived(entry)]
    code = known.language or (language_of(language) if language else "")
    text = po_text(Catalog(code, (*entries, *grammar), (*known.outlived, *lost)), called)
    return text, sum(not entry.said or entry.fuzzy for entry in entries)


def _names(called: str, passages: Iterable[Key]) -> Sequence[str]:
    """The names that may stand in sentences, of which a translation can give the grammar."""
    if called == TOOLKIT:
        return (NUMBERED, *PEOPLE)
    named = (english for context, english in passages if context in ("name", "names") or context.endswith(".name"))
    return tuple(dict.fromkeys(named))


def _is_ours(file: Path, catalog: Catalog, passages: Collection[Key]) -> bool:
    """Whether a file may be brought up to date: an empty one, one that we began, or one with a passage of the game."""
    text = source_of(file).read_bytes()
    begun = not text.strip() or BEGUN.encode() in text
    return begun or any((entry.context, entry.english) in passages for entry in catalog.entries)


def _merged(passages: Sequence[Key], known: Mapping[Key, Entry]) -> tuple[list[Entry], list[Entry]]:
    """An entry for each passage, and what is left over of those that were known."""
    wanted = frozenset(passages)
    free = {key: entry for key, entry in known.items() if key not in wanted}
    entries = []
    for key in passages:
        near = None if key in known else _nearest(key, [other for other in free if free[other].said])
        if near is not None:
            old = free.pop(near)
            entries.append(replace(old, context=key[0], english=key[1], fuzzy=True, before=old.english))
        else:
            entries.append(known.get(key, Entry(*key, "")))
    return entries, list(free.values())


def _nearest(key: Key, others: Collection[Key]) -> Key | None:
    """The passage in the same place that is most like it."""
    near = (other for other in others if other[0] == key[0] and len(other[1]) <= _MOST_COMPARED)
    there = {english: (context, english) for context, english in islice(near, _MOST_OTHERS)}
    found = difflib.get_close_matches(key[1], there, 1, _ALIKE)
    return there[found[0]] if found else None


def _first(passages: Sequence[str]) -> str:
    more = f" and {len(passages) - _SHOWN} more" if len(passages) > _SHOWN else ""
    return ", ".join(f"'{_short(passage)}'" for passage in passages[:_SHOWN]) + more


def _named(context: str, english: str) -> str:
    return f"{context}: '{_short(english)}'" if context else f"'{_short(english)}'"


def _short(passage: str) -> str:
    plain = " ".join(passage.split())
    return plain if len(plain) <= _LONGEST else f"{plain[: _LONGEST - 4]} ..."
