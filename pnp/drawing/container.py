"""The gate for pictures that people bring: how their files are put together, measured before Pillow opens them.

Pillow and its decoders know bounds for pixels and texts, and none for how often a file begins anew: thousands of scans
of a JPEG, millions of empty chunks, or notes of a camera that stand for thousands of times their own size. Pillow also
reads a PNG that counts on a palette which is not there, is too long or stands in it twice; other programs do not.
"""

from __future__ import annotations

import re
import zlib

MOST_PIXELS = 40_000_000
_MOST_PARTS = 50_000  # a PNG of 64 MB has 8,000 parts as most programs write it
_MOST_SCANS = 50  # a progressive JPEG has about ten
_MOST_NOTES = 65_535  # bytes of EXIF data, as in a JPEG
_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8"
_SCAN, _END, _EXIF = 0xDA, 0xD9, 0xE1
_MARKER = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
_PROFILE = b"Raw profile type "
_PALETTES = range(3, 769, 3)  # bytes of a PNG's palette
_INDEXED = b"\x03"  # PNG's number for colours that are numbers of a palette
_TOO_MUCH = "holds more than its pixels need; open it in a paint program and save it again"


class BadPicture(ValueError):
    """A file that no decoder should be given; its text says what is wrong and what to do."""


def check_picture(data: bytes) -> None:
    """BadPicture for a PNG, JPEG or WebP file that costs more than its pixels, or a PNG that lacks its one palette.

    What is no such file is left to the decoder.
    """
    if data.startswith(_PNG):
        notes = _notes_of_png(data)
    elif data.startswith(_JPEG):
        notes = _notes_of_jpeg(data)
    elif data[8:12] == b"WEBP":
        notes = _notes_of_webp(data)
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
            if width * height > MOST_PIXELS:
                raise BadPicture(
                    f"has {width:,} x {height:,} pixels; scale it down to {MOST_PIXELS // 1_000_000} megapixels"
                )
        at += 8 + size + size % 2
    raise BadPicture(_TOO_MUCH)
