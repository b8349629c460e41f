"""The PDF image object of a PNG or JPEG, its compressed bytes untouched wherever a PDF may hold them."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping
from io import BytesIO

from PIL import Image

from pnp.drawing.raster import quietly
from pnp.drawing.shapes import Picture
from pnp.frozen import frozen

_PNG, _JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB"}
_GREY, _COLOUR, _INDEXED = 0, 2, 3  # PNG's numbers for kinds of colour
_NEEDED = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
_SCAN = 0xDA
_NOTES = (*range(0xE1, 0xEE), 0xEF, 0xFE)  # JPEG's application segments but JFIF's and Adobe's, and its comments


@frozen
class StoredPicture:
    """An image object of a PDF file: entries of its dictionary, its bytes, and what lets the ground show through."""

    entries: Mapping[str, str]
    data: bytes
    mask: StoredPicture | None = None


def stored(picture: Picture) -> StoredPicture:
    """The image object of a picture; ValueError for what is neither PNG nor JPEG."""
    data = picture.data
    if data.startswith(_JPEG):
        alone = bare(data)  # what cameras note would be read as well, and may be damaged
        with quietly(), Image.open(BytesIO(alone), formats=("JPEG",)) as image:
            entries = _entries(image.size, _SPACES[image.mode], 8)
        return StoredPicture({**entries, "Filter": "/DCTDecode"}, alone)
    if not data.startswith(_PNG):
        raise ValueError("a picture is neither PNG nor JPEG")
    return _copied(data) or _split(data)


def _entries(size: tuple[int, int], space: str, bits: int) -> dict[str, str]:
    return {
        "Type": "/XObject", "Subtype": "/Image", "Width": str(size[0]), "Height": str(size[1]),
        "ColorSpace": space, "BitsPerComponent": str(bits),
    }  # fmt: skip


def _copied(data: bytes) -> StoredPicture | None:
    """A PNG's own compressed lines, which are what a PDF calls predictor 15; None where the two differ."""
    chunks = _chunks(data)
    header = chunks[b"IHDR"]
    size = (int.from_bytes(header[0:4], "big"), int.from_bytes(header[4:8], "big"))
    bits, kind, interlaced = header[8], header[9], header[12]
    if kind not in (_GREY, _COLOUR, _INDEXED) or b"tRNS" in chunks or interlaced:
        return None
    space = {_GREY: "/DeviceGray", _COLOUR: "/DeviceRGB"}.get(kind)
    if space is None:
        palette = chunks[b"PLTE"]
        space = f"[/Indexed /DeviceRGB {len(palette) // 3 - 1} <{palette.hex()}>]"
    colours = 3 if kind == _COLOUR else 1
    lines = f"<</Predictor 15 /Colors {colours} /BitsPerComponent {bits} /Columns {size[0]}>>"
    return StoredPicture(
        {**_entries(size, space, bits), "Filter": "/FlateDecode", "DecodeParms": lines}, chunks[b"IDAT"]
    )


def bare(data: bytes) -> bytes:
    """The picture without what cameras and programs note in it (where and when it was taken, by whom, with what)."""
    if data.startswith(_PNG):
        kept = (chunk for kind, chunk in _all_chunks(data) if kind in _NEEDED)
        return _PNG + b"".join(kept)
    at, kept_segments = 2, [data[:2]]
    while data[at : at + 1] == b"\xff" and (marker := data[at + 1 : at + 2]) and marker[0] != _SCAN:
        filling = marker == b"\xff"  # any number of these may stand before a marker
        end = at + 1 if filling else at + 2 + int.from_bytes(data[at + 2 : at + 4], "big")
        if marker[0] not in _NOTES:
            kept_segments.append(data[at:end])
        at = end
    return b"".join((*kept_segments, data[at:]))


def _all_chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """The chunks of a PNG: the type of each, and all of it."""
    at = len(_PNG)
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        yield data[at + 4 : at + 8], data[at:end]
        at = end


def _chunks(data: bytes) -> dict[bytes, bytes]:
    """What the chunks of a PNG hold by type, those of one type joined."""
    found: dict[bytes, list[bytes]] = {}
    for kind, chunk in _all_chunks(data):
        found.setdefault(kind, []).append(chunk[8:-4])
    return {kind: b"".join(parts) for kind, parts in found.items()}


def _split(data: bytes) -> StoredPicture:
    """Any other PNG: its colours and its alpha channel apart."""
    with quietly(), Image.open(BytesIO(data), formats=("PNG",)) as image:
        see_through = "A" in image.getbands() or "transparency" in image.info
        if not see_through:
            return _compressed(image.convert("L" if image.mode in ("1", "L") else "RGB"))
        whole = image.convert("RGBA")
        colours = _compressed(whole.convert("RGB"))
        return StoredPicture(colours.entries, colours.data, _compressed(whole.getchannel("A")))


def _compressed(image: Image.Image) -> StoredPicture:
    entries = _entries(image.size, _SPACES[image.mode], 8)
    return StoredPicture({**entries, "Filter": "/FlateDecode"}, zlib.compress(image.tobytes(), 6))
