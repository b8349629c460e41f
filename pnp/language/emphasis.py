"""Which stars of a text make words *italic* or **bold**; every other star is printed as it stands.

A star opens where a word begins and closes where one ends, as CommonMark has it for underscores ("left-flanking and
right-flanking delimiter runs", https://spec.commonmark.org/0.31.2/#emphasis-and-strong-emphasis): `2*3` and `d6**`
are no markup, and neither is a star that has no fellow. A backslash makes a star plain.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import category

from pnp.frozen import frozen

_RUN = re.compile(r"\\.|\*+", re.DOTALL)


@frozen
class Sign:
    """One or two stars that open or close italic or bold words."""

    bold: bool
    opens: bool

    @property
    def length(self) -> int:
        return 2 if self.bold else 1


@dataclass(slots=True)
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
