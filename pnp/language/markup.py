"""The signs of marked-up texts: stars for italic and bold words, brackets for words in another style, lists.

    *italic*  **bold**  ***both***    [words](style)    - an item    1. a numbered one

Stars mean something where they open and close words, brackets where a name in round ones follows them; everything else
is plain, and so is a sign after a backslash.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from unicodedata import category

from pnp.frozen import frozen, mutable

_RUN = re.compile(r"\\.|\*+", re.DOTALL)
_BRACKET = re.compile(r"\\.|\[|\](?:\(([^\W\d][\w-]{0,59})?\))?", re.DOTALL)
ITEM = re.compile(r"( *)(-|[0-9]{1,3}[.)]) +(?=\S)")
"""How a line begins that is an item of a list: its indent, and a hyphen or a number."""


@frozen
class Sign:
    """One or two stars that open or close italic or bold words."""

    bold: bool
    opens: bool

    @property
    def length(self) -> int:
        return 2 if self.bold else 1


@mutable
class _Open:
    """A run of stars that may open emphasis: where it ends, and how many of them are left."""

    start: int
    count: int


def emphasis(text: str) -> Mapping[int, Sign]:
    """The signs of emphasis in a text by their offsets, opening and closing in pairs, one pair within another."""
    signs: dict[int, Sign] = {}
    waiting: list[_Open] = []
    for run in _RUN.finditer(text):
        if run[0][0] == "\\":
            continue
        at, count = run.start(), len(run[0])
        before, after = text[at - 1 : at], text[run.end() : run.end() + 1]
        if _may_close(before, after):
            while count and waiting:
                opened = waiting[-1]
                sign = Sign(min(opened.count, count) > 1, True)
                opened.count -= sign.length
                signs[opened.start + opened.count] = sign
                signs[at] = Sign(sign.bold, False)
                at, count = at + sign.length, count - sign.length
                if not opened.count:
                    waiting.pop()
        if count and _may_close(after, before):
            waiting.append(_Open(at, count))
    return signs


def _may_close(before: str, after: str) -> bool:
    """Whether a word ends between the two characters; with them exchanged, whether one begins."""
    if _is_blank(before):
        return False
    return _is_blank(after) or _is_punctuation(after)


def _is_blank(letter: str) -> bool:
    return not letter or letter.isspace()


def _is_punctuation(letter: str) -> bool:
    """Whether a sign parts words; in scripts whose letters have no case many words stand without any space."""
    kind = category(letter)
    return kind[0] in "PS" or kind == "Lo"


@frozen
class Bracket:
    """A bracket that opens or closes words in a style; an empty name leaves them as they are."""

    style: str
    opens: bool
    length: int


def spans(text: str) -> Mapping[int, Bracket]:
    """The brackets of words in a style by their offsets, one pair within another."""
    signs: dict[int, Bracket] = {}
    waiting: list[int] = []
    for found in _BRACKET.finditer(text):
        if found[0] == "[":
            waiting.append(found.start())
        elif found[0][0] == "]" and waiting:
            at = waiting.pop()
            if len(found[0]) > 1:
                style = found[1] or ""
                signs[at], signs[found.start()] = Bracket(style, True, 1), Bracket(style, False, len(found[0]))
    return signs


def styles_in(text: str) -> dict[str, None]:
    """The styles that a text names, in order, each once."""
    if "](" not in text:
        return {}
    brackets = (bracket for _, bracket in sorted(spans(text).items()))
    return {bracket.style: None for bracket in brackets if bracket.opens and bracket.style}


def without_spans(text: str, styles: Collection[str]) -> str:
    """The text without the words that are in one of these styles."""
    kept, at, hidden = "", 0, 0
    for start, bracket in sorted(spans(text).items()) if styles else ():
        named = bracket.style in styles
        if named and bracket.opens:
            kept += "" if hidden else text[at:start]
            hidden += 1
        elif named:
            hidden -= 1
            at = start + bracket.length if not hidden else at
    return kept + text[at:]


def depth(text: str) -> int:
    """How deep words in a style lie within each other."""
    deepest = level = 0
    for _, bracket in sorted(spans(text).items()):
        level += 1 if bracket.opens else -1
        deepest = max(deepest, level)
    return deepest
