"""The source of a rules template and a wording in; the same with every passage in the language out.

A passage is what a reader sees as one: a paragraph, an item of a list, a heading, a row of a table, with whatever Jinja
stands in it; and besides, in calls that stand alone, each text in quotes that is for readers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from pnp.language.holes import BOOK, chunks
from pnp.language.wording import Wording

_COMMENT = re.compile(r"\{#.*?#\}", re.DOTALL)
_LITERAL = re.compile(r'(?P<key>"(?:words|name)": |(?:caption|alt|title)=)?"(?P<text>(?:[^"\\]|\\.)*)"')
_ESCAPED = re.compile(r"\\(.)")
_ID = re.compile(r"[A-Z]+[-.]\d+")
_MARKUP = re.compile(r"<[^>]*>|&#?\w+;|\{:[^}]*\}")
_TITLE = re.compile(r'(?<=data-title=")[^"{]+(?=")')
_PARTS = re.compile(r"(?P<before>\s*(?:#+ +|[-*] +|\d+\. +)?)(?P<text>.*?)(?P<after>\s*(?: \{:[^}]*\})?\s*)", re.DOTALL)
_BEGINS = re.compile(r"\s*(?:#|\||<|[-*] |\d+\. |\{:)")
_BLANK = re.compile(r"\s+")
Say = Callable[[str], str]


def reworded(source: str, wording: Wording) -> str:
    """The source with its passages in the language; those that it lacks, and all else, to the letter as they were."""

    def say(passage: str) -> str:
        return wording.said(BOOK, passage)

    return "".join(_block(block, say) for block in _blocks(source))


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


def _block(block: str, say: Say) -> str:
    if block.lstrip().startswith("<"):
        return _TITLE.sub(lambda title: say(title[0]), _literals(block, say))
    plain = _MARKUP.sub("", "".join(text for text, jinja in chunks(block) if not jinja))
    if not any(map(str.isalpha, plain)):
        return _literals(block, say)
    match = _PARTS.fullmatch(block)
    assert match is not None, "the pattern takes any text"
    passage = _BLANK.sub(" ", match["text"])
    said = say(passage)
    return block if said == passage else f"{match['before']}{said}{match['after']}"


def _literals(block: str, say: Say) -> str:
    """The block with the texts for readers in the quotes of its Jinja said."""
    return "".join(_LITERAL.sub(lambda found: _literal(found, say), text) if jinja and not _COMMENT.fullmatch(text)
                   else text for text, jinja in chunks(block))  # fmt: skip


def _literal(found: re.Match[str], say: Say) -> str:
    text = _ESCAPED.sub(r"\1", found["text"])
    if not (found["key"] or is_for_readers(text)):
        return found[0]
    said = say(text)
    return found[0] if said == text else f'{found["key"] or ""}"{_quoted(said)}"'


def is_for_readers(text: str) -> bool:
    """Whether a text in quotes is one: of several words, with a capital that begins no id, or `{coins|coin|coins}`."""
    several = any(map(str.isspace, text)) or text[:1].isupper() or (text[:1] == "{" and "|" in text)
    return any(map(str.isalpha, text)) and several and not _ID.fullmatch(text)


def _quoted(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
