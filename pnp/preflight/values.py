"""Values of a PDF file as pikepdf gives them, turned into Python's own."""

from __future__ import annotations

import math
from typing import Any

import pikepdf

MOST_DEEP = 24
"""How deep pages and drawings may lie in one another."""


def inherited(page: Any, key: str) -> Any:
    """An entry of a page, or of what is above it."""
    for _ in range(MOST_DEEP):
        if key in page:
            return page[key]
        if "/Parent" not in page:
            return None
        page = page["/Parent"]
    return None


def joined_streams(contents: Any) -> bytes:
    """The bytes of a page's streams, which are read as one."""
    if isinstance(contents, pikepdf.Array):
        return b"\n".join(bytes(each.read_bytes()) for each in contents)
    return b"" if contents is None else bytes(contents.read_bytes())


def entries_of(value: Any) -> Any:
    return value if isinstance(value, (pikepdf.Dictionary, pikepdf.Stream)) else {}


def numbers_of(values: Any, count: int) -> list[float]:
    words = values.unparse().strip(b"[ ]").split()
    numbers = list(map(float, words if len(words) == count else values))
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise ValueError("another number of numbers")
    return numbers


def edges_of(box: Any) -> tuple[float, float, float, float] | None:
    """Left, lower, right and upper edge of a box, in points; None for none."""
    if box is None:
        return None
    x, y, u, v = numbers_of(box, 4)
    return min(x, u), min(y, v), max(x, u), max(y, v)


def plain_value(value: Any, deep: int) -> Any:
    """A value of the file in Python's own types, streams as they are; None below that depth."""
    if isinstance(value, pikepdf.Stream):
        return value
    if isinstance(value, pikepdf.Dictionary):
        return {str(key): plain_value(each, deep - 1) for key, each in value.items()} if deep else None
    if isinstance(value, pikepdf.Array):
        return [plain_value(each, deep - 1) for each in value] if deep else None
    return str(value) if isinstance(value, (pikepdf.Name, pikepdf.String)) else value


def unparsed(value: Any) -> bytes:
    """A value as it would stand in a file."""
    return bytes(value.unparse()) if isinstance(value, pikepdf.Object) else str(value).encode()
