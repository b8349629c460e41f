"""Fills in texts with `{names}` in braces, from the values of those names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

_PIECE = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_PLAIN = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


@lru_cache(maxsize=1024)
def names_in(template: str) -> tuple[str, ...]:
    """The names that a template asks for; ValueError with a sentence for a brace that stands alone."""
    for piece in _PIECE.finditer(template):
        if piece[0] in ("{", "}"):
            raise ValueError(
                f"a '{piece[0]}' stands alone; write a name in braces, or {piece[0] * 2} for the sign itself"
            )
    return tuple(piece[1].strip() for piece in _PIECE.finditer(template) if piece[1] is not None)


def filled(template: str, values: Mapping[str, str]) -> str:
    """The template with each name replaced by its value; every name must be there."""

    def value(piece: re.Match[str]) -> str:
        return piece[0][0] if piece[1] is None else values[piece[1].strip()]

    return _PIECE.sub(value, template)


def slug(text: str) -> str:
    """The text as a part of an id: `Fire Dragon` is `fire-dragon`; empty without a Latin letter or digit."""
    if _PLAIN.fullmatch(text):
        return text
    # Only homemade decks need this import.
    from unicodedata import normalize

    plain = normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
