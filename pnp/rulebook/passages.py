"""The passages of a rules template, and the template with every passage in another language.

A passage is what a reader sees as one: a paragraph, an item of a list, a heading, a row of a table, with the holes that
stand in it; and besides, in what a template calls, each text in quotes that is for readers. HTML, statements of Jinja
and holes beyond the grammar of `pnp.language.grammar` are no part of a passage: it ends where they begin.

Templates are ours, or installed with a plug-in. A translation is data and never becomes part of one: where it stands,
the template calls `translated` with its number and with what the English has in its holes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pnp.language.grammar import GrammarError, Hole, read_hole, read_text
from pnp.language.holes import BOOK, is_for_readers, matching
from pnp.language.wording import Wording

TRANSLATED = "translated"
"""What a template calls for a translation: with its number, and what stands in its holes."""
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_LITERAL = re.compile(r'(?P<key>"(?:words|name)": |(?:caption|alt|title)=)?"(?P<text>(?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_MARKUP = re.compile(r"<[^>]*>|&#?\w+;|\{:[^}]*\}|!?\[[^\]]*\]\([^)]*\)")
_TITLE = re.compile(r'(?<=data-title=")[^"{]+(?=")')
_MARK = re.compile(r"\s*(?:#+ +|[-*] +|\d+\. +)?")
_EDGES = re.compile(r"(?P<before>\s*)(?P<text>.*?)(?P<after>\s*)", re.DOTALL)
_BEGINS = re.compile(r"\s*(?:#|\||<|[-*] |\d+\. |\{:)")
_BAR = re.compile(r"(\|)")
_BLANK = re.compile(r"\s+")
Part = str | int | None
"""A part of a translation: words, the number of what stands in a hole, counted from 0, or the bar of a table's row."""


@dataclass
class Translations:
    """Gathers the translations that the templates of one book call for by their numbers, as words and holes."""

    wording: Wording
    parts: list[tuple[Part, ...]] = field(default_factory=list)

    def add(self, parts: tuple[Part, ...]) -> int:
        self.parts.append(parts)
        return len(self.parts) - 1


def reworded(source: str, translations: Translations) -> str:
    """The source calling for every passage that has a translation; all else stays to the letter as it was."""
    return "".join(_block(block, translations) for block in _blocks(source))


def chunks(source: str) -> Iterator[tuple[str, bool]]:
    """A template in order, piece by piece, and whether each is Jinja's."""
    yield from _split(_JINJA, source)


def _split(pattern: re.Pattern[str], text: str) -> Iterator[tuple[str, bool]]:
    """The text in order, and whether each piece is one of the pattern."""
    at = 0
    for match in pattern.finditer(text):
        if match.start() > at:
            yield text[at : match.start()], False
        yield match[0], True
        at = match.end()
    if at < len(text):
        yield text[at:], False


def _blocks(source: str) -> Iterator[str]:
    """The source in order: passages with their line ends, and what stands between them."""
    held = ""
    for line in _lines(source):
        alone = _stands_alone(line)
        if alone or _BEGINS.match(line):
            yield held
            held = ""
        if alone or line.lstrip().startswith(("|", "<", "{:", "#")):
            yield line
        else:
            held += line
    yield held


def _lines(source: str) -> Iterator[str]:
    """Lines with their ends; Jinja that goes over several is part of one."""
    line = ""
    for text, jinja in chunks(source):
        for part in [text] if jinja else text.splitlines(keepends=True):
            line += part
            if not jinja and part.endswith("\n"):
                yield line
                line = ""
    yield line


def _stands_alone(line: str) -> bool:
    """Whether nothing but Jinja, or nothing at all, stands on the line."""
    return not any(text.strip() for text, jinja in chunks(line) if not jinja)


def _block(block: str, translations: Translations) -> str:
    """A block with its passages, and the texts in quotes of what stands between them, in the language."""
    if block.lstrip().startswith("<"):
        _ask(block, translations)
        return _TITLE.sub(lambda title: _called(title[0], translations, " | attribute"), block)
    mark = _MARK.match(block)
    begins = mark.end() if mark else 0
    said = [block[:begins]]
    for text, is_passage in _runs(block[begins:]):
        if is_passage and any(map(str.isalpha, _MARKUP.sub("", "".join(t for t, jinja in chunks(text) if not jinja)))):
            said.append(_passage(text, translations))
        else:
            _ask(text, translations)
            said.append(text)
    return "".join(said)


def _runs(block: str) -> Iterator[tuple[str, bool]]:
    """The block in order: words with the holes among them, and what ends a passage."""
    run = ""
    for text, jinja in chunks(block):
        for part, markup in [(text, not _is_hole(text))] if jinja else _split(_MARKUP, text):
            if not markup:
                run += part
                continue
            yield run, True
            yield part, False
            run = ""
    yield run, True


def _is_hole(chunk: str) -> bool:
    """Whether a piece of Jinja is a hole that a translator can move."""
    try:
        return chunk.startswith("{{") and read_hole(chunk).source == chunk
    except GrammarError:
        return False


def _passage(text: str, translations: Translations) -> str:
    match = _EDGES.fullmatch(text)
    assert match is not None, "the pattern takes any text"
    passage = _BLANK.sub(" ", match["text"])
    said = _called(passage, translations)
    return text if said == passage else f"{match['before']}{said}{match['after']}"


def _called(passage: str, translations: Translations, filtered: str = "") -> str:
    """What the template says for a passage: a call for its translation with the holes of the English, or itself."""
    said = translations.wording.said(BOOK, passage)
    if said == passage:
        return passage
    own = [part for part in read_text(passage) if isinstance(part, Hole)]
    parts: list[Part] = []
    holes: list[str] = []
    for part in read_text(_BLANK.sub(" ", said)):
        if isinstance(part, Hole):
            english = matching(part, own)
            assert english is not None, "the reader of PO files has compared them"
            parts.append(len(holes))
            holes.append(_filled(english, part, translations))
        elif passage.startswith("|"):
            parts += [None if piece == "|" else piece for piece in _BAR.split(part)]
        else:
            parts.append(part)
    arguments = "".join(f", {hole}" for hole in holes)
    return f"{{{{ {TRANSLATED}({translations.add(tuple(parts))}{arguments}){filtered} }}}}"


def _filled(english: Hole, said: Hole, translations: Translations) -> str:
    """The English hole, without its braces, calling for what the translation says in its texts for readers."""
    source, at, pieces = english.source, 2, []
    for own, other in zip(english.node.walked(), said.node.walked()):
        if own.kind == "text" and own.value != other.value:
            start = own.start - english.start
            pieces += [source[at:start], f"{TRANSLATED}({translations.add((other.value,))})"]
            at = own.end - english.start
    return f"({''.join(pieces)}{source[at:-2]})"


def _ask(text: str, translations: Translations) -> None:
    """Asks for the texts for readers in the quotes of Jinja; the template looks them up where it is rendered."""
    for piece, jinja in chunks(text):
        for found in _LITERAL.finditer(piece) if jinja and not piece.startswith("{#") else ():
            literal = _ESCAPED.sub(r"\1", found["text"])
            if found["key"] or is_for_readers(literal):
                translations.wording.said(BOOK, literal)
