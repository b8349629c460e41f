"""Edits of pictures, fonts and archives: a part is changed, then lengths and checksums are made right again."""

from __future__ import annotations

import io
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random
from typing import Literal

from mutation.edits import BLIND, TEXT, Edit, bad_text, bounded, encoded
from mutation.trees import xml_edit

Parts = list[tuple[bytes, bytes]]
"""The named parts of a file, in order."""

_PNG = b"\x89PNG\r\n\x1a\n"
_EXTREMES = (0, 1, 2, 0x7F, 0xFF, 0x100, 0x7FFF, 0x8000, 0xFFFF, 0x10000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF)
_BOMB = zlib.compress(bytes(30_000_000), 9)


def _change_parts(random: Random, parts: Parts, others: Sequence[bytes], extra: Callable[[Random], bytes]) -> Parts:
    """Parts left out, doubled, swapped, renamed, or changed within."""
    at, other = random.randrange(len(parts)), random.randrange(len(parts))
    name, data = parts[at]
    match random.randrange(12):
        case 0:
            del parts[at]
        case 1:
            parts[other:other] = [parts[at]] * bounded(random.choice((1, 1, 2, 500)), len(parts[at][1]))
        case 2:
            parts[at], parts[other] = parts[other], parts[at]
        case 3:
            parts[at] = (random.choice((parts[other][0], bytes(4), name.swapcase())), data)
        case 4:
            parts[at] = (name, parts[other][1])
        case 5:
            parts[at] = (name, data[: random.randrange(len(data) + 1)])
        case 6:
            parts[at] = (name, data + extra(random))
        case 7 | 8 if data:
            parts[at] = (name, random.choice(BLIND)(random, data, others))
        case _:
            parts[at] = (name, _extreme(random, data))
    return parts


def _extreme(random: Random, data: bytes) -> bytes:
    """One number of one, two or four bytes set to an extreme or a neighbour, mostly near the beginning."""
    width = random.choice((1, 2, 2, 4))
    if len(data) < width:
        return data + b"\xff" * width
    last = (len(data) - width) // width
    at = random.randint(0, min(last, 30) if random.random() < 0.7 else last) * width
    order: Literal["big", "little"] = random.choice(("big", "big", "little"))
    old = int.from_bytes(data[at : at + width], order)
    new = random.choice((*_EXTREMES, old + 1, old - 1, old * 2)) % (1 << 8 * width)
    return data[:at] + new.to_bytes(width, order) + data[at + width :]


def png_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A chunk, or the rows of pixels that are packed in them; every CRC is right."""
    parts, at = [], len(_PNG)
    while at + 12 <= len(data):
        (length,) = struct.unpack_from(">I", data, at)
        parts.append((data[at + 4 : at + 8], data[at + 8 : at + 8 + length]))
        at += 12 + length
    match random.randrange(6):
        case 0:
            _repacked(random, parts, others)
        case 1:
            kind, body = random.choice((
                (b"zTXt", b"Title\0\0" + _BOMB), (b"iCCP", b"x\0\0" + _BOMB), (b"iTXt", b"a\0\1\0\0\0" + _BOMB),
                (b"tRNS", bytes(9)), (b"PLTE", bytes(5)), (b"gAMA", bytes(4)), (b"eXIf", b"MM\0*\0\0\0\x08\xff\xff"),
                (b"acTL", b"\xff" * 8), (b"fcTL", bytes(26)), (b"tEXt", encoded(bad_text(random))), (b"IEND", b""),
                (b"eXIf", b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1\0\6\0\0\0\0\0\0"), (b"pHYs", bytes(8) + b"\1"),
            ))  # fmt: skip
            parts.insert(random.randint(0, len(parts)), (kind, body))
        case _:
            parts = _change_parts(random, parts, others, lambda random: random.randbytes(20))
    written = [_PNG]
    for kind, body in parts:
        written.append(struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)))
    return b"".join(written)


def _repacked(random: Random, parts: Parts, others: Sequence[bytes]) -> None:
    rows = zlib.decompress(b"".join(body for kind, body in parts if kind == b"IDAT"))
    rows = random.choice((*BLIND, lambda *_: bytes(3_000_000)))(random, rows, others)
    first = next(number for number, (kind, _) in enumerate(parts) if kind == b"IDAT")
    parts[:] = [part for part in parts if part[0] != b"IDAT"]
    parts.insert(first, (b"IDAT", zlib.compress(rows)))


def jpeg_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A segment; the scan stays one part with the header before it."""
    parts, at = [], 2
    while data[at] == 0xFF and data[at + 1] != 0xD9:
        (length,) = struct.unpack_from(">H", data, at + 2)
        end = at + 2 + length
        if data[at + 1] == 0xDA:
            following = data.find(b"\xff", end)
            while data[following + 1] == 0 or 0xD0 <= data[following + 1] <= 0xD7:
                following = data.find(b"\xff", following + 2)
            end = following
        parts.append((data[at : at + 2], data[at + 4 : end]))
        at = end
    if random.random() < 0.15:
        scans = [part for part in parts if part[0] == b"\xff\xda"]
        parts += scans * bounded(random.choice((1, 20, 2000)), sum(len(body) for _, body in scans))
    else:
        parts = _change_parts(random, parts, others, lambda random: random.randbytes(20))
    written = [b"\xff\xd8"]
    for kind, body in parts:
        if kind == b"\xff\xda":  # the length is that of the header alone
            written.append(kind + struct.pack(">H", 6 + 2 * body[0] if body else 2) + body)
        else:
            written.append(kind + struct.pack(">H", min(65_535, len(body) + 2)) + body)
    return b"".join([*written, b"\xff\xd9"])


def webp_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A chunk of the RIFF file that a WebP picture is."""
    parts, at = [], 12
    while at + 8 <= len(data):
        (length,) = struct.unpack_from("<I", data, at + 4)
        parts.append((data[at : at + 4], data[at + 8 : at + 8 + length]))
        at += 8 + length + length % 2
    if random.random() < 0.2:
        extended = struct.pack("<I", random.randrange(64)) + random.randbytes(3) + b"\xff\0\0\xff\0\0"
        parts.insert(
            0, random.choice(((b"VP8X", extended), (b"ANIM", bytes(6)), (b"ICCP", b"x" * 99), (b"ANMF", bytes(16))))
        )
    else:
        parts = _change_parts(random, parts, others, lambda random: random.randbytes(20))
    body = b"".join(kind + struct.pack("<I", len(each)) + each + b"\0" * (len(each) % 2) for kind, each in parts)
    return b"RIFF" + struct.pack("<I", len(body) + 4) + b"WEBP" + body


_FIELDS = {
    "head": "0:4 12:4 18:2 36:2 38:2 40:2 42:2 50:2", "maxp": "0:4 4:2 6:2", "hhea": "4:2 6:2 8:2 34:2", "hmtx": "0:2",
    "OS/2": "0:2 8:2 68:2 70:2 88:2", "post": "0:4 4:4 12:4", "cmap": "2:2 4:2 8:4 12:2 14:2 18:2 26:2 28:2",
    "loca": "2:2 4:4", "glyf": "0:2 10:2", "name": "2:2 4:2 14:2 16:2",
}  # fmt: skip
"""Where in a table are numbers that readers rely on, and of how many bytes."""


def font_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A table of a TrueType font, or one number that a reader of the table relies on."""
    (count,) = struct.unpack_from(">H", data, 4)
    parts = []
    for number in range(count):
        tag, _, start, length = struct.unpack_from(">4sIII", data, 12 + 16 * number)
        parts.append((tag, data[start : start + length]))
    if random.random() < 0.5:
        _set_field(random, parts)
    else:
        parts = _change_parts(random, parts, others, lambda random: random.randbytes(20))
    flavour = random.choice((b"OTTO", b"true", b"ttcf", b"wOFF")) if random.random() < 0.03 else data[:4]
    return _font(flavour, parts)


def _set_field(random: Random, parts: Parts) -> None:
    tables = {tag: at for at, (tag, _) in enumerate(parts)}
    name = random.choice([each for each in _FIELDS if each.encode() in tables])
    offset, width = map(int, random.choice(_FIELDS[name].split()).split(":"))
    at = tables[name.encode()]
    tag, body = parts[at]
    old = int.from_bytes(body[offset : offset + width], "big")
    value = random.choice((*_EXTREMES, old + 1, old - 1)) % (1 << 8 * width)
    parts[at] = (tag, body[:offset] + value.to_bytes(width, "big") + body[offset + width :])


def _font(flavour: bytes, parts: Parts) -> bytes:
    entries, bodies, at = [], [], 12 + 16 * len(parts)
    for tag, body in parts:
        padded = body + bytes(-len(body) % 4)
        total = sum(struct.unpack(f">{len(padded) // 4}I", padded)) & 0xFFFFFFFF
        entries.append(struct.pack(">4sIII", tag.ljust(4)[:4], total, at, len(body)))
        bodies.append(padded)
        at += len(padded)
    return flavour + struct.pack(">HHHH", len(parts), 16, 0, 0) + b"".join([*entries, *bodies])


Members = list[tuple[str, bytes]]
"""The names and the bytes of what is in an archive."""


def unzipped(data: bytes) -> Members:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return [(entry.filename, archive.read(entry)) for entry in archive.infolist()]


def zipped(members: Members) -> bytes:
    """An archive of the members, the same bytes each time."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as archive, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a name that is there twice is what is wanted
        for name, body in members:
            archive.writestr(zipfile.ZipInfo(name), body, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def xlsx_edit(random: Random, data: bytes, others: Sequence[bytes]) -> bytes:
    """A member of the archive that a workbook is: what is in it, its name, whether it is there, and how often."""
    members = unzipped(data)
    at = random.randrange(len(members))
    if random.random() < 0.6:  # where the cells and their texts are
        at = next(
            (n for n, (name, _) in enumerate(members) if name.endswith(("sheet1.xml", "Strings.xml", "content.xml"))),
            at,
        )
    name, body = members[at]
    match random.randrange(10):
        case 0:
            del members[at]
        case 1:
            members.append(members[at])
        case 2:
            members[at] = (random.choice(("../evil.xml", "/etc/x", name.upper(), members[0][0], "a" * 300)), body)
        case 3:
            members[at] = (name, _inflated(random, body))
        case 4 | 5 | 6:
            members[at] = (name, xml_edit(random, body, [body]))
        case 7 | 8:
            members[at] = (name, random.choice(TEXT)(random, body, [each for _, each in members]))
        case _:
            members[at] = (name, random.choice(BLIND)(random, body or b" ", [each for _, each in members]))
    return zipped(members)


def _inflated(random: Random, body: bytes) -> bytes:
    """Much that is packed into little: rows, texts or plain spaces, some megabytes of them."""
    row = b'<row><c t="inlineStr"><is><t>x</t></is></c></row>'
    put, before = random.choice((
        (row, b"</sheetData>"), (b"<si><t>x</t></si>", b"</sst>"), (b" ", b"<"), (b"<x/>", b"</"),
        (b'<c r="XFD1048576"><v>1</v></c>', b"</row>"), (b"<mergeCell ref='A1:XFD1048576'/>", b"</worksheet>"),
    ))  # fmt: skip
    return body.replace(before, put * (random.choice((1_000, 200_000, 20_000_000)) // len(put)) + before, 1)


PNG: Sequence[Edit] = (png_edit,)
JPEG: Sequence[Edit] = (jpeg_edit,)
WEBP: Sequence[Edit] = (webp_edit,)
FONT: Sequence[Edit] = (font_edit,)
XLSX: Sequence[Edit] = (xlsx_edit,)
