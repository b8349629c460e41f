"""The gate for picture files that people bring: what passes it costs a decoder no more than its pixels do."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Iterator

MOST_PIXELS = 40_000_000
_MOST_PARTS = 50_000  # a PNG of 64 MB has 8,000 parts as most programs write it
_MOST_SCANS = 50  # a progressive JPEG has about ten
_MOST_NOTES = 65_535  # bytes of EXIF data, as in a JPEG
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_GIF, _TIFF = (b"GIF87a", b"GIF89a"), (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")
_SCAN, _END, _EXIF = 0xDA, 0xD9, 0xE1
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_PROFILE = b"Raw profile type "
_PALETTES = range(3, 769, 3)  # bytes of a PNG's palette
_INDEXED = b"\x03"  # PNG's number for colours that are numbers of a palette
_MOST_ENTRIES = 1000  # of a directory of a TIFF file; scanners and paint programs write about thirty
_MOST_VALUES = 100_000  # numbers of an entry: the places of the lines of a picture, written line by line
_PLAIN_BYTES = (1, 2, 6, 7)  # kinds of entries that are not taken apart into numbers
_WIDTH, _HEIGHT, _TILE_WIDTH, _TILE_HEIGHT = 256, 257, 322, 323
_DIRECTORIES = (34665, 34853, 40965)  # what cameras note, in directories of their own
_TOO_MUCH = "holds more than its pixels need; open it in a paint program and save it again"


class ArtError(ValueError):
    """Art that cannot be used: a sentence that says what to change, and where, as a file or `file:line`, if known."""

    def __init__(self, sentence: str, file: str = "", line: int | None = None) -> None:
        self.sentence = sentence
        self.where = file if line is None else f"{file}:{line}"
        super().__init__(f"{self.where}: {sentence}" if self.where else sentence)


class BadPicture(ValueError):
    """A file that no decoder should be given; its text says what is wrong and what to do."""


def check_picture(data: bytes) -> None:
    """BadPicture for a file that costs more than its pixels, or a PNG that lacks its one palette.

    What is of no known kind, and AVIF, whose decoder has bounds of its own, are left to the decoder.
    """
    if data.startswith(_PNG):
        notes = _notes_of_png(data)
    elif data.startswith(_JPEG):
        notes = _notes_of_jpeg(data)
    elif data[8:12] == b"WEBP":
        notes = _notes_of_webp(data)
    elif data.startswith(_GIF):
        _check_gif(data)
        return
    elif data.startswith(_TIFF):
        _check_tiff(data)
        return
    else:
        return
    if notes > _MOST_NOTES:
        raise BadPicture(_TOO_MUCH)


def _notes_of_png(data: bytes) -> int:
    """How many bytes of EXIF data there are in a PNG, old ways of keeping them included; BadPicture for its palette."""
    at, notes, palettes, is_indexed = len(_PNG), 0, 0, data[25:26] == _INDEXED
    for _ in range(_MOST_PARTS):
        kind, size = data[at + 4 : at + 8], int.from_bytes(data[at : at + 4], "big")
        if kind in (b"", b"IEND"):
            return notes
        if kind == b"PLTE":
            palettes += 1 if size in _PALETTES else 2  # one that is no palette is one too many
        if is_indexed and ((kind == b"IDAT" and not palettes) or palettes > 1):
            raise BadPicture("lacks the palette that its pixels name; open it in a paint program and save it again")
        if kind == b"eXIf":
            notes += size
        elif kind in (b"tEXt", b"zTXt", b"iTXt") and data.startswith(_PROFILE, at + 8):
            notes += _unpacked(data[at + 8 : at + 8 + size])
        at += 12 + size
    raise BadPicture(_TOO_MUCH)


def _unpacked(text: bytes) -> int:
    """What a profile in a text comes to, in bytes: it is written in hexadecimal digits, compressed or not."""
    _, _, body = text.partition(b"\0")
    try:
        digits = len(zlib.decompressobj().decompress(body[1:], 4 * _MOST_NOTES))
    except zlib.error:
        digits = len(body)
    return digits // 2


def _notes_of_jpeg(data: bytes) -> int:
    """How many bytes of EXIF data there are in a JPEG; BadPicture for one of very many scans."""
    at, notes, scans = 2, 0, 0
    for _ in range(_MOST_PARTS):
        found = _MARKER.search(data, at)
        if found is None or found[0][1] == _END:
            return notes
        at = found.end() + int.from_bytes(data[found.end() : found.end() + 2], "big")
        scans += found[0][1] == _SCAN
        if scans > _MOST_SCANS:
            raise BadPicture(f"is a progressive JPEG of over {_MOST_SCANS} scans; save it again as a plain one")
        if found[0][1] == _EXIF and data.startswith(b"Exif", found.end() + 2):
            notes += at - found.end()
    raise BadPicture(_TOO_MUCH)


def _notes_of_webp(data: bytes) -> int:
    """How many bytes of EXIF data there are in a WebP file; BadPicture for a canvas that Pillow would not get."""
    at, notes = 12, 0
    for _ in range(_MOST_PARTS):
        kind, size = data[at : at + 4], int.from_bytes(data[at + 4 : at + 8], "little")
        if not kind:
            return notes
        if kind == b"EXIF":
            notes += size
        elif kind == b"VP8X":
            width, height = (int.from_bytes(data[at + first : at + first + 3], "little") + 1 for first in (12, 15))
            _check_size(width, height)
        at += 8 + size + size % 2
    raise BadPicture(_TOO_MUCH)


def _check_gif(data: bytes) -> None:
    """BadPicture where very much stands before the first frame; what follows that is not read."""
    at = 13 + (6 << (data[10] & 7) if len(data) > 10 and data[10] & 0x80 else 0)
    inside = False
    for _ in range(_MOST_PARTS):
        sign = data[at : at + 1]
        if inside:
            inside = sign not in (b"", b"\0")
            at += 1 + int.from_bytes(sign, "big")
        elif sign == b"!":
            inside, at = True, at + 2
        else:
            return
    raise BadPicture(_TOO_MUCH)


def _check_tiff(data: bytes) -> None:
    """BadPicture for tables or tiles beyond all need in the first page; the others are not read."""
    order, big = "<" if data[:2] == b"II" else ">", data[2:4] in (b"+\0", b"\0+")
    try:
        first = struct.unpack_from(f"{order}Q", data, 8)[0] if big else struct.unpack_from(f"{order}L", data, 4)[0]
        told = dict(_entries(data, first, order, big))
        for place in (told[tag] for tag in _DIRECTORIES if tag in told):
            dict(_entries(data, place, order, big))
    except (struct.error, OverflowError):
        return  # cut off, which the decoder tells
    for width, height in ((_WIDTH, _HEIGHT), (_TILE_WIDTH, _TILE_HEIGHT)):
        _check_size(told.get(width, 0), told.get(height, 0))


def _entries(data: bytes, at: int, order: str, big: bool) -> Iterator[tuple[int, int]]:
    """The entries of a directory that hold one number: its tag, and the number."""
    (number,) = struct.unpack_from(order + ("Q" if big else "H"), data, at)
    if number > _MOST_ENTRIES:
        raise BadPicture(_TOO_MUCH)
    step, at = (20, at + 8) if big else (12, at + 2)
    for each in range(number):
        tag, kind, count = struct.unpack_from(order + ("HHQ" if big else "HHL"), data, at + each * step)
        if count > _MOST_VALUES and kind not in _PLAIN_BYTES:
            raise BadPicture(_TOO_MUCH)
        form = {3: "H", 4: "L", 13: "L", 16: "Q", 18: "Q"}.get(kind)
        if form and count == 1:
            yield tag, struct.unpack_from(order + form, data, at + each * step + (12 if big else 8))[0]


def _check_size(width: int, height: int) -> None:
    if width * height > MOST_PIXELS:
        most = MOST_PIXELS // 1_000_000
        raise BadPicture(f"has {width:,} x {height:,} pixels; scale it down to {most} megapixels")
