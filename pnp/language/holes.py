"""A passage in; the names in its braces, or the calls of a rules template in it, out: what a translation must keep."""

from __future__ import annotations

import re
from collections.abc import Iterator

BOOK = "book"
"""Where passages of the rules templates stand; their holes are Jinja's."""

_NAME = re.compile(r"\{\s*([^{}|:]+?)\s*(?:[:|][^{}]*)?\}")
_DOUBLED = re.compile(r"\{\{|\}\}")
_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_LITERAL = re.compile(r'"[^"]*"|\'[^\']*\'')
_FILLED = ("%s", "%d", "{}")
_BLANK = re.compile(r"\s+")


def holes(context: str, text: str) -> frozenset[str]:
    """What a passage asks for: names, or in a book Jinja without the words in its quotes."""
    if context == BOOK:
        bare = _JINJA.sub("", text)
        signs = {f"{sign} {bare.count(sign)} times" for sign in _FILLED if sign in bare}
        return frozenset(_BLANK.sub("", _LITERAL.sub('""', chunk)) for chunk in _JINJA.findall(text)) | signs
    return frozenset(_NAME.findall(_DOUBLED.sub("", text)))


def chunks(text: str) -> Iterator[tuple[str, bool]]:
    """The text of a template in order, piece by piece, and whether each is Jinja's."""
    at = 0
    for match in _JINJA.finditer(text):
        if match.start() > at:
            yield text[at : match.start()], False
        yield match[0], True
        at = match.end()
    if at < len(text):
        yield text[at:], False


def fault(context: str, english: str, said: str) -> str:
    """What is wrong with a translation's holes, as a sentence; empty where it is sound."""
    wanted, found = holes(context, english), holes(context, said)
    sentences = [_told("lacks", wanted - found, "put it where it belongs"),
                 _told("asks for", found - wanted, "the English does not; take it out")]  # fmt: skip
    return "; ".join(sentence for sentence in sentences if sentence)


def _told(what: str, names: frozenset[str], mend: str) -> str:
    listed = ", ".join(name if name[0] in "{%" else f"{{{name}}}" for name in sorted(names))
    return f"the translation {what} {listed}; {mend}" if names else ""
