"""A pseudo-language for tests: every vowel a letter that English does not have, and each of them twice."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from pnp.build.texts import update_catalog
from pnp.language.grammar import GRAMMAR
from pnp.language.holes import BOOK, OWN_BOOK, GrammarError, Hole, is_for_readers, read_text
from pnp.language.messages import NUMBER, Asked, Choice, MessageError, Part, message
from pnp.language.po import po_text, read_po
from pnp.rulebook.passages import chunks

#: Letters of Polish, Czech, Norwegian and Turkish; their doubles make a text about 35% longer.
LETTERS = str.maketrans(
    {
        "a": "ąå", "e": "ęě", "i": "ıí", "o": "øö", "u": "ůü", "y": "ýý",
        "A": "ÅĄ", "E": "ĚĘ", "I": "İÍ", "O": "ØÓ", "U": "ŮÜ", "Y": "ÝÝ",
    }
)  # fmt: skip
#: Where there is room for no more letters than English has: names on the map.
_TIGHT = ("map.regions.name",)
_SHORT = {letter: said[0] for letter, said in LETTERS.items()}
_KEPT = re.compile(r"%[sd]|<[^>]*>|&#?\w+;|`[^`]*`|:[a-z]+:|\]\(\w+\)|\b[A-Z]+[-.]\d+\b")
_TYPED = re.compile(r"`[^`]*`")
_ASKED = re.compile(r"(\{\{.*?\}\}|\{[^{}]*\})")
_LITERAL = re.compile(r'"([^"]*)"')


def pseudo(context: str, english: str) -> str:
    """What stands for a passage; its holes, Jinja, markup and what is to be typed stay."""
    if context in _TIGHT or english.startswith(_TIGHT):
        return _said(english, _SHORT)
    if context == OWN_BOOK:
        parts = _ASKED.split(english)
        return "".join(part if _ASKED.fullmatch(part) else _words(part, LETTERS) for part in parts)
    if context != BOOK or _is_message(english):
        return _said(english)
    typed: list[str] = []

    def kept(found: re.Match[str]) -> str:
        typed.append(found[0])
        return f"{{%{len(typed) - 1}%}}"

    bare = _TYPED.sub(kept, english)
    said = "".join(_in_jinja(text) if jinja else _said(text) for text, jinja in chunks(bare))
    return re.sub(r"\{%(\d+)%\}", lambda found: typed[int(found[1])], said)


def _is_message(english: str) -> bool:
    """Whether a passage of a book is a text in quotes with a plural of its own."""
    try:
        in_quotes = not any(isinstance(part, Hole) for part in read_text(english))
        return in_quotes and any(isinstance(part, Choice) for part in message(english))
    except (GrammarError, MessageError):
        return False


def _in_jinja(text: str) -> str:
    return _LITERAL.sub(lambda found: f'"{_said(found[1])}"' if is_for_readers(found[1]) else found[0], text)


def _said(text: str, letters: Mapping[int, str] = LETTERS) -> str:
    """Every letter outside of holes and of what else is kept; in a plural or select those of each case."""
    return "".join(_part(part, letters) for part in message(text))


def _part(part: Part, letters: Mapping[int, str]) -> str:
    match part:
        case str():
            return _words(part.replace("{", "{{").replace("}", "}}"), letters)
        case Asked(name=name, form=form):
            return "#" if form == NUMBER else f"{{{name}, {form}}}" if form else f"{{{name}}}"
        case Choice():
            cases = ((key, "".join(_part(inner, letters) for inner in case)) for key, case in part.cases.items())
            return f"{{{part.name}, {part.kind}, {' '.join(f'{key} {{{said}}}' for key, said in cases)}}}"


def _words(text: str, letters: Mapping[int, str]) -> str:
    said, at = "", 0
    for kept in _KEPT.finditer(text):
        said += text[at : kept.start()].translate(letters) + kept[0]
        at = kept.end()
    return said + text[at:].translate(letters)


@cache
def pseudo_file(name: str) -> str:
    """The PO file of a game, or of pnp, in the pseudo-language."""
    text, _ = update_catalog(name, "", Path("nowhere.po"))
    catalog, findings = read_po(text.encode(), name)
    assert not findings
    wanted = (entry for entry in catalog.entries if entry.context != GRAMMAR)
    entries = tuple(replace(entry, said=pseudo(entry.context, entry.english)) for entry in wanted)
    return po_text(replace(catalog, language="pl", entries=entries), name)


def pseudo_folder(folder: Path, *names: str) -> Path:
    """A folder of that language for those games and pnp."""
    for name in (*names, "pnp"):
        (folder / f"{Path(name).name}.po").write_text(pseudo_file(name), encoding="utf-8")
    return folder
