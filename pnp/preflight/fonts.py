"""The fonts of a PDF as its texts use them: what each code means, how far it advances, what it draws.

Only TrueType programs are looked into, which is what ReportLab embeds; of others the descriptor must do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from math import fsum
from typing import Any

from pnp.preflight.objects import Stream, entries_of, unjoined

_CHARACTERS = re.compile(rb"beginbfchar(.*?)endbfchar", re.DOTALL)
_RANGES = re.compile(rb"beginbfrange(.*?)endbfrange", re.DOTALL)
_HEX = re.compile(rb"<([0-9a-fA-F]*)>")
_MOST_CODES = 65_536
_MOST_DEEP = 8
_SYMBOLIC, _LATIN = 4, 32  # flags of a font (ISO 32000-1, table 123)
_LONG_LOCA, _WORDS, _SCALE, _TWO_SCALES, _MATRIX, _MORE = 1, 1, 8, 64, 128, 32
_SUBSET = re.compile(r"^[A-Z]{6}\+")


class Program:
    """A TrueType program: its glyphs by number. ValueError for one whose tables cannot be read."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._tables: dict[bytes, tuple[int, int]] = {}
        for at in range(12, 12 + 16 * _whole(data, 4, 2), 16):
            self._tables[data[at : at + 4]] = _whole(data, at + 8, 4), _whole(data, at + 12, 4)
        self.count = _whole(self._table(b"maxp"), 4, 2)
        head = self._table(b"head")
        self.units = _whole(head, 18, 2) or 1000
        self._locations = self._table(b"loca")
        self._long = _whole(head, 50, 2) == _LONG_LOCA
        self._glyphs = self._table(b"glyf")
        self._looks: dict[int, bytes] = {}

    def _table(self, tag: bytes) -> bytes:
        at, length = self._tables.get(tag, (0, 0))
        return self._data[at : at + length]

    def glyph(self, number: int) -> bytes:
        """What the font file says of a glyph; empty for one that shows nothing."""
        if not 0 <= number < self.count:
            return b""
        if self._long:
            begin, end = _whole(self._locations, 4 * number, 4), _whole(self._locations, 4 * number + 4, 4)
        else:
            begin, end = 2 * _whole(self._locations, 2 * number, 2), 2 * _whole(self._locations, 2 * number + 2, 2)
        return self._glyphs[begin:end]

    def heights(self, number: int) -> tuple[float, float]:
        """Where a glyph's ink begins and ends above the baseline, in ems."""
        glyph = self.glyph(number)
        low, high = (_signed(glyph, 4), _signed(glyph, 8)) if len(glyph) >= 10 else (0, 0)
        return low / self.units, high / self.units

    def look(self, number: int, deep: int = 0) -> bytes:
        """A digest of what a glyph draws, the same in every font that holds the glyph, whatever its number there."""
        if number not in self._looks:
            glyph = self.glyph(number)
            if len(glyph) >= 10 and _signed(glyph, 0) < 0 and deep < _MOST_DEEP:
                parts = [glyph[:10], *(each for at, number in _components(glyph)
                                       for each in (at, self.look(number, deep + 1)))]  # fmt: skip
                self._looks[number] = sha256(b"composite".join(parts)).digest()
            else:
                self._looks[number] = sha256(glyph.rstrip(b"\0")).digest()
        return self._looks[number]

    def numbers(self) -> Mapping[int, int]:
        """Glyph numbers by code, as the one-byte table tells that subsets have (platform 1, formats 0 and 6)."""
        table = self._table(b"cmap")
        found: dict[int, int] = {}
        for at in range(4, 4 + 8 * min(_whole(table, 2, 2), 16), 8):
            part = table[_whole(table, at + 4, 4) :]
            if _whole(table, at, 2) != 1:
                continue
            if _whole(part, 0, 2) == 0:
                found |= enumerate(part[6:262])
            elif _whole(part, 0, 2) == 6:
                first, count = _whole(part, 6, 2), min(_whole(part, 8, 2), _MOST_CODES)
                found |= {first + each: _whole(part, 10 + 2 * each, 2) for each in range(count)}
        return found


def _components(glyph: bytes) -> list[tuple[bytes, int]]:
    """The parts of a composite glyph: how each is placed, and its number."""
    found, at, more = [], 10, True
    while more and at + 4 <= len(glyph):
        flags, number = _whole(glyph, at, 2), _whole(glyph, at + 2, 2)
        size = (4 if flags & _WORDS else 2) + (
            2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
        )
        found.append((flags.to_bytes(2, "big") + glyph[at + 4 : at + 4 + size], number))
        at, more = at + 4 + size, bool(flags & _MORE)
    return found


def _whole(data: bytes, at: int, size: int) -> int:
    return int.from_bytes(data[at : at + size], "big")


def _signed(data: bytes, at: int) -> int:
    return int.from_bytes(data[at : at + 2], "big", signed=True)


class EmbeddedFont:
    """A font of a file, from the entries of its dictionary. Codes are one byte, of composite fonts two."""

    def __init__(self, entries: Mapping[str, Any]) -> None:
        self.composite = entries.get("/Subtype") == "/Type0"
        descendants = entries.get("/DescendantFonts") or [{}]
        inner = entries_of(descendants[0]) if self.composite else entries
        descriptor = entries_of(inner.get("/FontDescriptor"))
        self.name = _SUBSET.sub("", str(entries.get("/BaseFont", "/")).removeprefix("/"))
        self.kind = str(entries.get("/Subtype", ""))
        files = [key for key in ("/FontFile", "/FontFile2", "/FontFile3") if isinstance(descriptor.get(key), Stream)]
        self.embedded = bool(files) or self.kind == "/Type3"
        programs = [descriptor[key].unpack() for key in files]
        self._program = _program(programs[0]) if files[:1] == ["/FontFile2"] else None
        self._numbers = self._program.numbers() if self._program and not self.composite else {}
        first = int(_number(entries.get("/FirstChar"), 0))
        widths = [_number(width, 0.0) / 1000 for width in entries.get("/Widths") or ()][:_MOST_CODES]
        self._other_width = _number(inner.get("/DW"), 1000.0) / 1000 if self.composite else (
            _number(descriptor.get("/MissingWidth"), 0.0) / 1000 if widths else 0.5
        )  # fmt: skip
        told = dict(enumerate(widths, first))
        self._advances = [told.get(code, self._other_width) for code in range(256)]
        self._composite_widths = _composite_widths(inner.get("/W") or ()) if self.composite else {}
        heights = _number(descriptor.get("/Descent"), -250.0), _number(descriptor.get("/Ascent"), 800.0)
        self._heights = heights[0] / 1000, heights[1] / 1000
        self._extents: dict[int, tuple[float, float]] = {}
        meanings = entries["/ToUnicode"].unpack() if isinstance(entries.get("/ToUnicode"), Stream) else b""
        self._texts = _texts(meanings)
        looks = [
            unjoined(entries.get(key), _MOST_DEEP)
            for key in ("/Type", "/Subtype", "/Encoding", "/FirstChar", "/Widths")
        ]
        looks += [descriptor.get("/Flags"), files]
        #: Of everything that decides how its letters look and what they mean.
        self.digest = sha256(b"".join((repr(looks).encode(), *programs, meanings))).hexdigest()
        flags = int(_number(descriptor.get("/Flags"), 0))
        #: Whether its codes go straight to the glyphs of the one program in it, as ReportLab has it.
        self.direct = (
            str(entries.get("/Type")) == "/Font" and entries.get("/Encoding") is None and not self.composite
            and files == ["/FontFile2"] and flags & (_SYMBOLIC | _LATIN) == _SYMBOLIC
        )  # fmt: skip

    @property
    def glyphs(self) -> int:
        """How many glyphs the embedded program holds; 0 where that is not told."""
        return self._program.count if self._program else 0

    def codes(self, codes: bytes) -> Sequence[int]:
        return [_whole(codes, at, 2) for at in range(0, len(codes), 2)] if self.composite else codes

    def width(self, codes: bytes) -> float:
        """How far codes advance, in ems."""
        if self.composite:
            return fsum(self._composite_widths.get(code, self._other_width) for code in self.codes(codes))
        return fsum(map(self._advances.__getitem__, codes))

    def text(self, codes: bytes) -> str:
        """What codes mean to those who copy or search; a sign of doubt for a code of which nothing is told."""
        untold = not self._texts and not self.composite
        return "".join(self._texts.get(code) or (chr(code) if untold else "\ufffd") for code in self.codes(codes))

    def extent(self, codes: bytes) -> tuple[float, float]:
        """Where the ink of codes begins and ends above the baseline, in ems."""
        lows, highs = zip(*map(self._extent, set(self.codes(codes))))
        return min(lows), max(highs)

    def _extent(self, code: int) -> tuple[float, float]:
        if code not in self._extents:
            number = self._glyph_number(code)
            drawn = self._program and number is not None and self._program.heights(number)
            self._extents[code] = drawn or self._heights
        return self._extents[code]

    def look(self, code: int) -> bytes | None:
        """A digest of what a code draws; None where that cannot be told."""
        number = self._glyph_number(code)
        return None if number is None or self._program is None else self._program.look(number)

    def _glyph_number(self, code: int) -> int | None:
        return code if self.composite and self._program else self._numbers.get(code)


def _program(data: bytes) -> Program | None:
    try:
        return Program(data)
    except (ValueError, IndexError):
        return None


def _number(value: Any, otherwise: float) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        return otherwise


def _composite_widths(parts: Sequence[Any]) -> dict[int, float]:
    """Widths by code, from an array such as `[1 [500 600] 10 20 550]`."""
    found: dict[int, float] = {}
    at = 0
    while at + 1 < len(parts) and len(found) < _MOST_CODES:
        first = int(_number(parts[at], 0))
        if isinstance(parts[at + 1], list):
            found |= {first + each: _number(width, 0) / 1000 for each, width in enumerate(parts[at + 1])}
            at += 2
        else:
            last = min(int(_number(parts[at + 1], 0)), first + _MOST_CODES)
            width = _number(parts[at + 2], 0) / 1000 if at + 2 < len(parts) else 0.0
            found |= dict.fromkeys(range(first, last + 1), width)
            at += 3
    return found


@lru_cache(maxsize=64)
def _texts(data: bytes) -> Mapping[int, str]:
    """What the codes of a ToUnicode stream mean."""
    found: dict[int, str] = {}
    for part in _CHARACTERS.findall(data):
        values = _HEX.findall(part)
        found |= {int(code or b"0", 16): _utf16(text) for code, text in zip(values[::2], values[1::2])}
    for part in _RANGES.findall(data):
        values = _HEX.findall(part)
        for low, high, text in zip(values[::3], values[1::3], values[2::3]):
            begin, first = int(low or b"0", 16), _utf16(text)
            for each in range(min(int(high or b"0", 16) - begin + 1, _MOST_CODES - len(found))):
                found[begin + each] = first[:-1] + chr(min(ord(first[-1:] or "\0") + each, 0x10FFFF))
    return found


def _utf16(digits: bytes) -> str:
    return bytes.fromhex((digits + b"0" * (-len(digits) % 4)).decode()).decode("utf-16-be", "replace")
