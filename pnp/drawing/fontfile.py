"""The gate for font files that people bring: what passes it, fontTools and ReportLab can read without a fault.

Every table that either of them needs is measured here, and both are then given the same file, made anew of these tables
alone, with one checked table of characters: of a damaged file each of them would take another part, or never come back.
"""

from __future__ import annotations

import struct
import sys
from array import array
from collections.abc import Mapping
from operator import le

MOST_BYTES = 64 * 1024 * 1024
_WIDEST = 0x7FFF
_LAST_CHARACTER = 0x10FFFF
_MOST_CHARACTERS = 200_000
_MOST_TABLES = 100
_MOST_POINTS = 50_000  # of one glyph with all its parts: a seal in brush strokes has some thousand
_DEEPEST = 8  # parts of parts of a glyph; the specification knows no bound, and fonts use two or three
_NAMES = (6, 4, 1)  # the name for PostScript, the whole name, the family: ReportLab takes the first that there is
_NO_NAME = b"Unnamed"
_TRUETYPE = (b"\0\1\0\0", b"true")
_COPIED = ("OS/2", "cvt ", "fpgm", "prep", "GDEF", "GSUB", "GPOS")
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))  # the best one first, as fontTools has it
_WORDS, _SCALE, _MORE, _TWO_SCALES, _MATRIX = 0x0001, 0x0008, 0x0020, 0x0040, 0x0080
_SPACE, _NARROW_SPACE = 0x0020, 0x202F
_NARROW, _NARROWEST = 0.65, 0.14  # of a common space; ems, where that is wider
_MOST_GLYPHS = 0xFFFF

Tables = Mapping[str, bytes]
Characters = list[tuple[int, int, int]]
"""First and last character of each run, and the glyph of the first; in order, none twice."""


class BadFont(ValueError):
    """A file that is no usable TrueType font; its text says what is wrong with it."""


def sound_font(data: bytes) -> bytes:
    """The font anew, of the tables that drawing takes; BadFont for anything that a reader of it would stumble over."""
    if len(data) > MOST_BYTES:
        raise BadFont(f"is larger than {MOST_BYTES // 1024**2} MB")
    if data[:4] not in (*_TRUETYPE, b"OTTO"):
        raise BadFont("cannot be read")
    try:
        tables = tables_of(data)
        if data[:4] not in _TRUETYPE or "glyf" not in tables or "fvar" in tables:
            raise BadFont("must be a static TrueType file (with a glyf table)")
        head, maxp, hhea = (_table(tables, name, size) for name, size in (("head", 54), ("maxp", 32), ("hhea", 36)))
        count = _counts(head, maxp, hhea)
        _check_embedding(tables.get("OS/2", b""))
        loca, glyf = _outlines(tables, count, head)
        checked = {
            **{name: tables[name] for name in _COPIED if name in tables},
            "head": head, "maxp": maxp, "hhea": hhea, "loca": loca, "glyf": glyf, "hmtx": _widths(tables, hhea, count),
            "name": _name(tables.get("name", b"")),
            "post": b"\0\3\0\0" + _table(tables, "post", 32)[4:32],
        }  # fmt: skip
        checked |= _with_narrow_space(checked, _characters(tables, count), count)
    except (struct.error, IndexError) as failure:
        raise BadFont("has a table that is cut off") from failure
    return font_file(checked)


def tables_of(data: bytes) -> dict[str, bytes]:
    """The tables of a font file by name; BadFont, or struct.error where it is cut off."""
    (number,) = struct.unpack_from(">H", data, 4)
    if not 0 < number <= _MOST_TABLES:
        raise BadFont("cannot be read")
    tables: dict[str, bytes] = {}
    for at in range(12, 12 + 16 * number, 16):
        tag, _, offset, length = struct.unpack_from(">4sLLL", data, at)
        name = tag.decode("latin-1")
        if offset + length > len(data):
            raise BadFont(f"has a table '{name.strip()}' that is cut off" if name.isprintable() else "is cut off")
        tables[name] = data[offset : offset + length]
    if sum(map(len, tables.values())) > 2 * MOST_BYTES:
        raise BadFont("has tables that lie over each other")
    return tables


def _table(tables: Tables, name: str, size: int) -> bytes:
    """As much of a table as there must be."""
    if len(tables.get(name, b"")) < size:
        raise BadFont(f"has no whole table '{name}'")
    return tables[name][:size]


def _counts(head: bytes, maxp: bytes, hhea: bytes) -> int:
    """How many glyphs there are, when all that the three tables say may be."""
    major, magic, units, long, format_ = (
        *struct.unpack_from(">H", head), *struct.unpack_from(">L", head, 12), *struct.unpack_from(">H", head, 18),
        *struct.unpack_from(">HH", head, 50),
    )  # fmt: skip
    version, count = struct.unpack_from(">LH", maxp)
    line_version, (metric, wide) = struct.unpack_from(">H", hhea)[0], struct.unpack_from(">HH", hhea, 32)
    if not 16 <= units <= 16384:
        raise BadFont(f"has {units} units an em; a font has 16 to 16384")
    if (major, magic, version, line_version) != (1, 0x5F0F3CF5, 0x10000, 1) or long > 1 or format_ or metric:
        raise BadFont("has headers that say what no TrueType font may say")
    if not 1 <= wide <= count:
        raise BadFont(f"has {count} glyphs and {wide} widths")
    return int(count)


def _check_embedding(metrics: bytes) -> None:
    (rights,) = struct.unpack_from(">H", metrics, 8)
    if rights & 0x000F == 0x0002 or rights & 0x0300:
        raise BadFont("does not allow its letters to be put into other files")
    (version,) = struct.unpack_from(">H", metrics)
    if len(metrics) < {0: 78, 1: 86}.get(version, 96 if version < 5 else 100) or version > 5:
        raise BadFont("has no whole table 'OS/2'")


def _widths(tables: Tables, hhea: bytes, count: int) -> bytes:
    (wide,) = struct.unpack_from(">H", hhea, 34)
    size = 2 * (wide + count)
    hmtx = _table(tables, "hmtx", size)
    if any(advance > _WIDEST for advance, _ in struct.iter_unpack(">HH", hmtx[: 4 * wide])):
        raise BadFont("has letters that are wider than any letter is")
    return hmtx


def _outlines(tables: Tables, count: int, head: bytes) -> tuple[bytes, bytes]:
    """The tables of outlines, as long as they are to be; every glyph lies in them, and its parts are other glyphs."""
    long = head[51]
    size = (count + 1) * (4 if long else 2)
    loca, glyf = _table(tables, "loca", size), tables["glyf"]
    places = array("I" if long else "H", loca)
    if sys.byteorder == "little":
        places.byteswap()
    starts = places if long else array("I", [2 * place for place in places])
    if not all(map(le, starts, starts[1:])) or starts[-1] > len(glyf):
        raise BadFont("has outlines that are cut off")
    _Parts(glyf, starts, count).check()
    return loca, glyf[: starts[-1]]


class _Parts:
    """Glyphs made of other glyphs: followed to their ends, so that none holds itself or thousands of others."""

    def __init__(self, glyf: bytes, starts: array[int], count: int) -> None:
        self._glyf = glyf
        self._starts = starts
        self._count = count
        self._known: dict[int, tuple[int, int]] = {}

    def check(self) -> None:
        """BadFont for a glyph that cannot be put together."""
        for glyph in range(self._count):
            self._measure(glyph, 0)

    def _measure(self, glyph: int, depth: int) -> tuple[int, int]:
        """How many points there are in a glyph and its parts, and how deep these go."""
        if glyph not in self._known and depth <= _DEEPEST:
            start, end = self._starts[glyph], self._starts[glyph + 1]
            found = (0, 0)
            if end > start:
                (contours,) = struct.unpack_from(">h", self._glyf, start)
                found = (self._points(start, end, contours), 0) if contours >= 0 else self._sum(start, end, depth)
            self._known[glyph] = found
        points, below = self._known.get(glyph, (0, 0))
        if depth + below > _DEEPEST:
            raise BadFont("has a glyph with parts of parts without end")
        if points > _MOST_POINTS:
            raise BadFont(f"has a glyph of over {_MOST_POINTS:,} points")
        return points, below

    def _points(self, start: int, end: int, contours: int) -> int:
        if start + 10 + 2 * contours > end:
            raise BadFont("has a glyph that is cut off")
        return 1 + int(struct.unpack_from(">H", self._glyf, start + 8 + 2 * contours)[0]) if contours else 0

    def _sum(self, start: int, end: int, depth: int) -> tuple[int, int]:
        at, points, below, flags = start + 10, 0, 0, _MORE
        while flags & _MORE:
            flags, part = struct.unpack_from(">HH", self._glyf, at)
            at += 8 if flags & _WORDS else 6
            at += 2 if flags & _SCALE else 4 if flags & _TWO_SCALES else 8 if flags & _MATRIX else 0
            if at > end or part >= self._count:
                raise BadFont("has a glyph whose parts are not there")
            more, deeper = self._measure(part, depth + 1)
            points, below = points + 1 + more, max(below, 1 + deeper)
        return points, below


def _characters(tables: Tables, count: int) -> Characters:
    """What the best table of characters that the font has says; every glyph is there."""
    cmap = tables.get("cmap", b"")
    (number,) = struct.unpack_from(">H", cmap, 2)
    places: dict[tuple[int, int], int] = {}
    for at in range(4, 4 + 8 * number, 8):
        platform, encoding, offset = struct.unpack_from(">HHL", cmap, at)
        places.setdefault((platform, encoding), offset)
    best = next((key for key in _UNICODE if key in places), None)
    if best is None:
        raise BadFont("has no Unicode table of characters")
    groups = _groups(cmap, places[best])
    if any(last - first + glyph >= count for first, last, glyph in groups):
        raise BadFont("names glyphs that it does not have")
    return groups


def _with_narrow_space(tables: Tables, characters: Characters, count: int) -> dict[str, bytes]:
    """The table of characters, and those that change for the narrow space that never breaks, which French sets before
    its high signs: few fonts have it, so that one is put behind the last glyph where it is missing.
    """
    common = next((glyph + _SPACE - first for first, last, glyph in characters if first <= _SPACE <= last), 0)
    has_it = any(first <= _NARROW_SPACE <= last for first, last, _ in characters)
    if has_it or not common or count == _MOST_GLYPHS:
        return {"cmap": _character_table(characters)}
    (wide,) = struct.unpack_from(">H", tables["hhea"], 34)
    bearings = tables["hmtx"][4 * wide :]
    widths = [tables["hmtx"][4 * at : 4 * at + 2] for at in range(wide)]
    rest = b"".join(widths[-1] + bearings[at : at + 2] for at in range(0, len(bearings), 2))
    (space,) = struct.unpack(">H", widths[min(common, wide - 1)])
    (units,) = struct.unpack_from(">H", tables["head"], 18)
    narrow = min(space, round(max(_NARROW * space, _NARROWEST * units)))
    long = tables["head"][51]
    return {
        "maxp": _patched(tables["maxp"], 4, struct.pack(">H", count + 1)),
        "hhea": _patched(tables["hhea"], 34, struct.pack(">H", count + 1)),
        "hmtx": tables["hmtx"][: 4 * wide] + rest + struct.pack(">HH", narrow, 0),
        "loca": tables["loca"] + tables["loca"][-4 if long else -2 :],
        "cmap": _character_table(sorted([*characters, (_NARROW_SPACE, _NARROW_SPACE, count)])),
    }


def _patched(table: bytes, at: int, data: bytes) -> bytes:
    return table[:at] + data + table[at + len(data) :]


def _character_table(characters: Characters) -> bytes:
    body = b"".join(struct.pack(">LLL", *group) for group in characters)
    subtable = struct.pack(">HHLLL", 12, 0, 16 + len(body), 0, len(characters)) + body
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + subtable


def _groups(cmap: bytes, offset: int) -> Characters:
    (format_,) = struct.unpack_from(">H", cmap, offset)
    if format_ == 12:
        (number,) = struct.unpack_from(">L", cmap, offset + 12)
        if number > len(cmap) // 12:
            raise BadFont("has a table of characters that is cut off")
        groups = [struct.unpack_from(">LLL", cmap, offset + 16 + 12 * at) for at in range(number)]
    elif format_ == 4:
        groups = _segments(cmap, offset)
    elif format_ == 6:
        first, number = struct.unpack_from(">HH", cmap, offset + 6)
        glyphs = struct.unpack_from(f">{number}H", cmap, offset + 10)
        groups = [(first + at, first + at, glyph) for at, glyph in enumerate(glyphs) if glyph]
    elif format_ == 0:
        groups = [(at, at, glyph) for at, glyph in enumerate(struct.unpack_from("256B", cmap, offset + 6)) if glyph]
    else:
        raise BadFont(f"has its characters in a table of format {format_}; formats 0, 4, 6 and 12 can be read")
    following = -1
    for first, last, _ in groups:
        if not following < first <= last <= _LAST_CHARACTER:
            raise BadFont("has a table of characters out of order")
        following = last
    if sum(last - first + 1 for first, last, _ in groups) > _MOST_CHARACTERS:
        raise BadFont(f"has over {_MOST_CHARACTERS:,} characters")
    return groups


def _segments(cmap: bytes, offset: int) -> Characters:
    """The runs of a table of format 4; characters without a glyph are left out."""
    (twice,) = struct.unpack_from(">H", cmap, offset + 6)
    number, at = twice // 2, offset + 14
    lasts = struct.unpack_from(f">{number}H", cmap, at)
    firsts = struct.unpack_from(f">{number}H", cmap, at + twice + 2)
    shifts = struct.unpack_from(f">{number}H", cmap, at + 2 * twice + 2)
    ranges = at + 3 * twice + 2
    offsets = struct.unpack_from(f">{number}H", cmap, ranges)
    groups: Characters = []
    following = -1
    for segment, (first, last, shift, indirect) in enumerate(zip(firsts, lasts, shifts, offsets, strict=True)):
        if first == last == 0xFFFF:  # the mark at the end, whatever it names
            continue
        if not following < first <= last:
            raise BadFont("has a table of characters out of order")
        following = last
        if indirect in (0, 0xFFFF):
            glyphs = [(point + shift) & 0xFFFF for point in range(first, last + 1)]
        else:
            found = struct.unpack_from(f">{last - first + 1}H", cmap, ranges + 2 * segment + indirect)
            glyphs = [(glyph + shift) & 0xFFFF if glyph else 0 for glyph in found]
        groups += [(point, point, glyph) for point, glyph in enumerate(glyphs, first) if glyph]
    return groups


def _name(table: bytes) -> bytes:
    """The names of the font, or one that is made up where they are none that ReportLab takes."""
    try:
        names = _names(table)
        name = next(names[number] for number in _NAMES if names.get(number))
        if name.isascii() and name.isprintable() and not set(name) & set("[](){}<>/%"):
            return table
    except (struct.error, UnicodeDecodeError, StopIteration, IndexError):
        pass
    return struct.pack(">HHHHHHHHH", 0, 1, 18, 1, 0, 0, 6, len(_NO_NAME), 0) + _NO_NAME


def _names(table: bytes) -> dict[int, str]:
    """The first English name of each kind, for Windows or the Macintosh."""
    format_, number, strings = struct.unpack_from(">HHH", table)
    if format_ != 0:
        raise IndexError("names in a way that ReportLab does not know")
    found: dict[int, str] = {}
    for at in range(6, 6 + 12 * number, 12):
        *system, kind, length, offset = struct.unpack_from(">HHHHHH", table, at)
        encoding = {(3, 1, 0x409): "utf-16-be", (1, 0, 0): "mac-roman"}.get(tuple(system))
        if encoding is not None and kind in (1, 2, 3, 4, 6):
            (data,) = struct.unpack_from(f"{length}s", table, strings + offset)
            found[kind] = found.get(kind) or data.decode(encoding)
    return found


def font_file(tables: Tables, kind: bytes = _TRUETYPE[0]) -> bytes:
    """A font file of these tables."""
    power = len(tables).bit_length() - 1
    written = [kind, struct.pack(">HHHH", len(tables), 16 << power, power, 16 * len(tables) - (16 << power))]
    at = 12 + 16 * len(tables)
    for name in sorted(tables):
        written.append(struct.pack(">4sLLL", name.encode("latin-1"), 0, at, len(tables[name])))
        at += len(tables[name]) + -len(tables[name]) % 4
    for name in sorted(tables):
        written.append(tables[name] + b"\0" * (-len(tables[name]) % 4))
    return b"".join(written)
