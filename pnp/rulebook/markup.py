"""Writes words, links and pieces in the Markdown of our books, so that nothing in them is taken for a sign."""

from __future__ import annotations

import re
from collections.abc import Collection

_SIGNS = re.compile(
    r"[\\`*_\[\]{}#|<>&!]|^(?P<deep>[ ]{4,}|\t\s*)|^[-+](?=\s|-*[ ]*$)|^=(?==*[ ]*$)|^(?P<number>[0-9]+)[.)](?=\s|$)",
    re.MULTILINE,
)
_ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;", "=": "&#61;"}
_ID = re.compile(r"\b[A-Z]+[-.]\d+\b")
#: The address of a link that is to become the number of a paragraph or chapter.
SEE = "#see:"


def plain(text: str) -> str:
    """Text in which no sign means anything to Markdown."""

    def said(sign: re.Match[str]) -> str:
        if sign["deep"]:
            return " "
        number = sign["number"] or ""
        return _ENTITIES.get(sign[0], f"{number}\\{sign[0][len(number) :]}")

    return _SIGNS.sub(said, text)


def see(*targets: str) -> str:
    """Links to the paragraphs that state some ids, or to headings by their anchors; their words are filled in later."""
    return f"[{plain(', '.join(targets))}]({SEE}{','.join(targets)})"


def linked(text: str, known: Collection[str]) -> str:
    """Plain text in which every id that is known is a link."""
    parts, at = [], 0
    for found in _ID.finditer(text):
        if found[0] in known:
            parts += [plain(text[at : found.start()]), see(found[0])]
            at = found.end()
    return "".join([*parts, plain(text[at:])])


def piece(face: str, words: str, lines: float = 1.0) -> str:
    """A piece's picture among words, as high as so many lines."""
    return f'<span class="piece" data-face="{attribute(face)}" data-lines="{lines:g}">{plain(words)}</span>'


def figure(name: str) -> str:
    """The place of a figure, as a block of its own."""
    return f'\n\n<div class="figure" data-figure="{attribute(name)}"></div>\n\n'


def in_block(text: str) -> str:
    """Text between the quotes of an attribute of a block, which Python-Markdown decodes once when it looks within."""
    return attribute(text).replace("&", "&amp;")


def attribute(text: str) -> str:
    """Text as it stands between the quotes of an attribute."""
    return text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;")
