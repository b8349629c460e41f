"""The words of a PDF, and what those of them mean that are strings, names, numbers or dictionaries."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_SPECIAL = re.compile(
    rb"(%[^\r\n]*+|\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\))*+\))*+\)|<<|>>|<[0-9a-fA-F\s]*+>|[\[\]]"
    rb"|/[^\s()<>\[\]{}/%]*+)",
    re.DOTALL,
)
_INLINE = re.compile(rb"(?<!\S)BI\s")
_INLINE_END = re.compile(rb"\sEI(?!\S)")
_ESCAPE = re.compile(rb"\\(\r\n|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_NAME_CODE = re.compile(r"#([0-9a-fA-F]{2})")
_DIGITS = b"0123456789.+-"


def tokens(data: bytes) -> list[bytes]:
    """The words of a stream; an inline image is the one word BI."""
    found: list[bytes] = []
    for at, part in enumerate(_SPECIAL.split(_without_inline_images(data))):
        if not at & 1:
            found += part.split()
        elif part[:1] != b"%":
            found.append(part)
    return found


def _without_inline_images(data: bytes) -> bytes:
    """Pixels that stand in the stream itself could look like operators."""
    if b"BI" not in data:
        return data
    parts, at = [], 0
    while begin := _INLINE.search(data, at):
        parts += [data[at : begin.start()], b" BI "]
        end = _INLINE_END.search(data, begin.end())
        at = end.end() if end else len(data)
    return b"".join((*parts, data[at:]))


def floats(words: Sequence[Any]) -> tuple[float, ...]:
    """The numbers that the words are; Python would take more for numbers than PDF does."""
    if b"".join(words).translate(None, _DIGITS):
        raise ValueError("no numbers")
    return tuple(map(float, words))


def number_of(word: bytes) -> float:
    """A number as it stands in a file, whole or not."""
    if word.translate(None, _DIGITS):
        raise ValueError("no number")
    return float(word) if b"." in word else int(word)


def last(stack: Sequence[Any], opening: bytes) -> int:
    return next(at for at in range(len(stack) - 1, -1, -1) if stack[at] == opening) if opening in stack else 0


def dictionary(parts: Sequence[Any]) -> Mapping[str, Any]:
    pairs: Iterator[Any] = iter(parts)
    return {name_of(key): value for key, value in zip(pairs, pairs) if isinstance(key, bytes)}


def name_of(word: Any) -> str:
    """A name without its stroke, its codes for other characters read."""
    if not isinstance(word, bytes) or word[:1] != b"/":
        raise ValueError("no name")
    text = word[1:].decode("latin-1")
    return _NAME_CODE.sub(lambda found: chr(int(found[1], 16)), text) if "#" in text else text


def bytes_of(word: Any) -> bytes:
    """The bytes of a string, in either of the ways in which PDF writes them."""
    if not isinstance(word, bytes) or word[:1] not in (b"(", b"<"):
        raise ValueError("no string")
    if word[:1] == b"<":
        digits = b"".join(word[1:-1].split())
        return bytes.fromhex((digits + b"0" if len(digits) % 2 else digits).decode())
    inside = word[1:-1]
    return _ESCAPE.sub(_meant, inside) if b"\\" in inside else inside


def _meant(found: re.Match[bytes]) -> bytes:
    code = found[1]
    return bytes([int(code, 8) & 255]) if code[:1].isdigit() and code < b"8" else _ESCAPED.get(code, code)


def text_of(word: Any) -> str:
    """A string of a stream as people read it; empty for what is none."""
    try:
        return decoded(bytes_of(word))
    except ValueError:
        return ""


def decoded(string: Any) -> str:
    """The letters of a string; ValueError for what is none."""
    if not isinstance(string, bytes):
        raise ValueError("no string")
    return string[2:].decode("utf-16-be", "replace") if string[:2] == b"\xfe\xff" else string.decode("latin-1")


def whole_of(word: Any) -> int:
    """A whole number of a stream; 0 for what is none."""
    return int(word) if isinstance(word, bytes) and word.isdigit() and len(word) < 10 else 0


def shown(operand: Any) -> str:
    return operand.decode("latin-1")[:20] if isinstance(operand, bytes) else "..."
