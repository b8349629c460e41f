"""The objects of a PDF as Python's own values, joined to one another as its references say (ISO 32000-1, 7.3).

Names are text with their stroke, strings are bytes. A file that is written as plainly as ours (one table of objects,
nothing of it packed but streams, and those by Flate alone) is read here; every other one through pikepdf, which knows
all ways of writing, but takes longer to load than such a file to read.
"""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from typing import Any

from pnp.frozen import frozen

_STRING = rb"\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.|\((?:[^()\\]++|\\.)*+\))*+\))*+\)"
_SPECIAL = rb"%[^\r\n]*+|" + _STRING + rb"|<<|>>|<[0-9a-fA-F\s]*+>|[\[\]]|/[^\s()<>\[\]{}/%]*+"
_PLAIN_PATH = rb"(?<!\S)-?[0-9.]++ [-0-9.]++ m(?: [-0-9. ]++[lcm]| h)*+(?!\S)"
_IN_OBJECTS = re.compile(rb"(" + _SPECIAL + rb")", re.DOTALL)
_IN_STREAMS = re.compile(rb"(" + _SPECIAL + rb"|" + _PLAIN_PATH + rb")", re.DOTALL)
_INLINE = re.compile(rb"(?<!\S)BI\s")
_INLINE_END = re.compile(rb"\sEI(?!\S)")
_ESCAPE = re.compile(rb"\\(\r\n|[0-7]{1,3}|.)", re.DOTALL)
_ESCAPED = {b"n": b"\n", b"r": b"\r", b"t": b"\t", b"b": b"\b", b"f": b"\f", b"\n": b"", b"\r": b"", b"\r\n": b""}
_NAME_CODE = re.compile(r"#([0-9a-fA-F]{2})")
_DIGITS = b"0123456789.+-"
MOST_DEEP = 24
"""How deep pages and drawings may lie in one another."""
_MOST_VALUES = 4_000_000
_MOST_PLAIN = 1 << 26
_START = re.compile(rb"startxref\s+(\d{1,10})\s+%%EOF\s*\Z")
_TABLE = re.compile(rb"xref\s+0 (\d{1,6})\s+((?:\d{10} \d{5} [nf][\r\n ]{2})+)trailer\b")
_OPENED = re.compile(rb"\s*(\d{1,7}) (\d{1,5}) obj\b")
_CLOSED = re.compile(rb"\s*endobj\s*\Z")
_PACKED = re.compile(rb">>\s*stream\r?\n")
_LINE = 20  # bytes, for each object in the table
_WORDS = {b"true": True, b"false": False, b"null": None}
_ASIDE = {"/StructTreeRoot", "/PieceInfo", "/Metadata"}
"""What an examination never looks into, though it may be larger than all the rest; True stands for it."""

_Key = tuple[int, int]


def tokens(data: bytes) -> list[bytes]:
    """The words of a stream; an inline image is the one word BI, and so is all of a path that is written plainly."""
    return _split(_IN_STREAMS, _without_inline_images(data))


def _split(special: re.Pattern[bytes], data: bytes) -> list[bytes]:
    """The words of the data but for comments, a path with single spaces."""
    found: list[bytes] = []
    for at, part in enumerate(special.split(data)):
        if not at & 1:
            found += part.split()
        elif part[:1] != b"%":
            found.append(b" ".join(part.split()) if b"  " in part and part[-1:] in b"mlch" else part)
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


@lru_cache(4096)
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
    return _ESCAPE.sub(_unescaped, inside) if b"\\" in inside else inside


def _unescaped(found: re.Match[bytes]) -> bytes:
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


@frozen(eq=False)
class Stream:
    """A stream: its entries, its bytes as they stand in the file, and what unpacks them; ValueError if nothing can."""

    entries: dict[str, Any]
    stored: bytes
    unpack: Callable[[], bytes]


@frozen(eq=False)
class Objects:
    """What a file holds: its catalogue, its pages in order, and whether it was encrypted."""

    root: Mapping[str, Any]
    pages: Sequence[Mapping[str, Any]]
    encrypted: bool


class Locked(Exception):
    """The file opens with a password only."""


class TooManyObjects(Exception):
    """There is more in the file than in any of ours."""


@frozen
class _Reference:
    """What stands for another object until it is there."""

    key: _Key


class _OtherwiseWritten(Exception):
    """Not as plain as the files that are read here."""


def entries_of(value: Any) -> Mapping[str, Any]:
    """The entries of a dictionary or stream; none for anything else."""
    inside = value.entries if isinstance(value, Stream) else value
    return inside if isinstance(inside, dict) else {}


def inherited(page: Mapping[str, Any], key: str) -> Any:
    """An entry of a page, or of what is above it."""
    for _ in range(MOST_DEEP):
        if key in page or "/Parent" not in page:
            return page.get(key)
        page = page["/Parent"]
    return None


def numbers_of(values: Sequence[Any], count: int) -> list[float]:
    """That many numbers; ValueError or TypeError where they are others."""
    numbers = [float(value) for value in values]
    if len(numbers) != count or not all(map(math.isfinite, numbers)):
        raise ValueError("another number of numbers")
    return numbers


def edges_of(box: Any) -> tuple[float, float, float, float] | None:
    """Left, lower, right and upper edge of a box, in points; None for none."""
    if box is None:
        return None
    x, y, u, v = numbers_of(box, 4)
    return min(x, u), min(y, v), max(x, u), max(y, v)


def unjoined(value: Any, deep: int) -> Any:
    """A value that may be compared and told: without what lies deeper, streams as digests of what is stored."""
    if isinstance(value, Stream):
        return sha256(value.stored).hexdigest()
    if isinstance(value, dict):
        return {key: unjoined(each, deep - 1) for key, each in sorted(value.items())} if deep else None
    if isinstance(value, list):
        return [unjoined(each, deep - 1) for each in value] if deep else None
    return value


def read_objects(data: bytes, most_pages: int) -> Objects:
    """The objects of a file and its pages, at most one more than `most_pages` of them.

    Raises Locked, TooManyObjects, and ValueError, TypeError or KeyError for what breaks the rules of the format.
    """
    try:
        root = _joined(*_plainly(data))
        encrypted = False
    except (_OtherwiseWritten, ValueError, TypeError, IndexError, KeyError, AttributeError):
        root, encrypted = _by_pikepdf(data)
    return Objects(root, _pages(root["/Pages"], most_pages), encrypted)


def _pages(tree: Mapping[str, Any], most: int) -> list[Mapping[str, Any]]:
    pages: list[Mapping[str, Any]] = []
    waiting, seen = [tree], set[int]()
    while waiting and len(pages) <= most:
        node = waiting.pop()
        if "/Kids" not in node:
            pages.append(node)
        elif id(node) not in seen:
            seen.add(id(node))
            waiting += reversed(node["/Kids"])
    return pages


def _joined(start: _Reference, fetch: Callable[[_Key], Any]) -> Any:
    """An object, with all that can be reached from it in the places of the references to it."""
    found: dict[_Key, Any] = {}
    waiting: list[Any] = []
    count = 0

    def resolved(value: Any) -> Any:
        if isinstance(value, _Reference):
            if value.key in found:
                return found[value.key]
            key, value = value.key, fetch(value.key)
            found[key] = value
        if isinstance(value, (dict, list, Stream)):
            waiting.append(value.entries if isinstance(value, Stream) else value)
        return value

    whole = resolved(start)
    while waiting:
        inside = waiting.pop()
        count += len(inside)
        if count > _MOST_VALUES:
            raise TooManyObjects
        for key, value in list(inside.items()) if isinstance(inside, dict) else enumerate(inside):
            if isinstance(value, (_Reference, dict, list, Stream)):
                inside[key] = True if key in _ASIDE else resolved(value)
    return whole


# Files as plain as ours


def _plainly(data: bytes) -> tuple[_Reference, Callable[[_Key], Any]]:
    """The catalogue, and what gives each object."""
    start = _START.search(data, max(0, len(data) - 64))
    table = _TABLE.match(data, int(start[1])) if start else None
    if not start or not table or len(data) > _MOST_PLAIN:
        raise _OtherwiseWritten
    trailer = value_of(data[table.end() : start.start()])
    lines = [table[2][at : at + _LINE] for at in range(0, len(table[2]), _LINE)]
    if {"/Prev", "/XRefStm", "/Encrypt"} & trailer.keys() or len(lines) != int(table[1]):
        raise _OtherwiseWritten
    starts = {(at, int(line[11:16])): int(line[:10]) for at, line in enumerate(lines) if line[17:18] == b"n"}
    in_order = sorted(starts.values())
    ends = dict(zip(in_order, (*in_order[1:], table.start())))

    def fetch(key: _Key) -> Any:
        return _object(key, data[starts[key] : ends[starts[key]]]) if key in starts else None

    return trailer["/Root"], fetch


def _object(key: _Key, data: bytes) -> Any:
    """The object of that number and generation, which these bytes hold and nothing else."""
    opened, closed = _OPENED.match(data), _CLOSED.search(data, max(0, len(data) - 16))
    if not opened or not closed or (int(opened[1]), int(opened[2])) != key:
        raise _OtherwiseWritten
    packed = _PACKED.search(data, opened.end())
    if not packed:
        return value_of(data[opened.end() : closed.start()])
    entries = value_of(data[opened.end() : packed.start() + 2])
    end = packed.end() + entries["/Length"]
    if data[end : closed.start()].strip() != b"endstream":
        raise _OtherwiseWritten
    stored = data[packed.end() : end]
    return Stream(entries, stored, _unpacking(stored, entries))


def _unpacking(stored: bytes, entries: Mapping[str, Any]) -> Callable[[], bytes]:
    how = entries.get("/Filter")
    if how is None:
        return lambda: stored
    flat = how in ("/FlateDecode", ["/FlateDecode"]) and "/DecodeParms" not in entries
    if not flat and entries.get("/Subtype") != "/Image":  # pictures are compared as they are stored
        raise _OtherwiseWritten
    return lambda: _inflated(stored)


def _inflated(stored: bytes) -> bytes:
    try:
        return zlib.decompress(stored)
    except zlib.error as failure:
        raise ValueError("cannot be unpacked") from failure


def value_of(data: bytes) -> Any:
    """The one value that is written there; ValueError where there is none or more, or an entry is given twice."""
    lists: list[list[Any]] = [[]]
    for word in _split(_IN_OBJECTS, data):
        first = word[:1]
        if first == b"/":
            lists[-1].append(f"/{name_of(word)}")
        elif word in (b"<<", b"["):
            lists.append([])
        elif word in (b">>", b"]"):
            inner = lists.pop()
            lists[-1].append(_dictionary(inner) if word == b">>" else inner)
        elif word == b"R":
            generation, number = lists[-1].pop(), lists[-1].pop()
            lists[-1].append(_Reference((number, generation)))
        elif first in (b"(", b"<"):
            lists[-1].append(bytes_of(word))
        else:
            lists[-1].append(_WORDS[word] if word in _WORDS else number_of(word))
    ((value,),) = lists
    return value


def _dictionary(parts: Sequence[Any]) -> dict[str, Any]:
    entries = dict(zip(parts[::2], parts[1::2], strict=True))
    if 2 * len(entries) != len(parts) or not all(isinstance(key, str) for key in entries):
        raise ValueError("no dictionary")
    return entries


# All others


def _by_pikepdf(data: bytes) -> tuple[Any, bool]:
    """The catalogue, and whether the file was encrypted."""
    from decimal import Decimal

    import pikepdf

    def unpack(key: _Key) -> bytes:
        try:
            return bytes(pdf.get_object(key).read_bytes())
        except pikepdf.PdfError as failure:
            raise ValueError("cannot be unpacked") from failure

    def converted(value: Any) -> Any:
        if isinstance(value, pikepdf.Stream):
            return Stream(entries(value), bytes(value.read_raw_bytes()), lambda: unpack(value.objgen))
        if isinstance(value, pikepdf.Dictionary):
            return entries(value)
        if isinstance(value, pikepdf.Array):
            return [referred(each) for each in value]
        if isinstance(value, pikepdf.String):
            return bytes(value)
        if isinstance(value, Decimal):
            return float(value)
        return str(value) if isinstance(value, pikepdf.Object) else value

    def entries(value: Any) -> dict[str, Any]:
        return {str(key): referred(each) for key, each in value.items()}

    def referred(value: Any) -> Any:
        indirect = isinstance(value, pikepdf.Object) and value.is_indirect
        return _Reference(value.objgen) if indirect else converted(value)

    try:
        pdf = pikepdf.open(BytesIO(data))  # kept by `unpack` for as long as anybody may want a stream
        return _joined(referred(pdf.Root), lambda key: converted(pdf.get_object(key))), pdf.is_encrypted
    except pikepdf.PasswordError as failure:
        raise Locked from failure
    except pikepdf.PdfError as failure:
        raise ValueError("no PDF") from failure
