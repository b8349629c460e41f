"""Pictures that cost a decoder more than their pixels are refused before one is opened; what cameras write is not."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import pytest
from pace import within
from PIL import Image

from pnp.drawing.art import ArtError
from pnp.drawing.raster import look_at, read_pictures


def saved(kind: str, size: tuple[int, int] = (8, 8), **options: object) -> bytes:
    written = BytesIO()
    Image.new("RGB", size, (90, 120, 40)).save(written, kind, **options)
    return written.getvalue()


def chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def with_chunks(*chunks: bytes) -> bytes:
    png = saved("PNG")
    return png[:33] + b"".join(chunks) + png[33:]


def with_palettes(*palettes: bytes) -> bytes:
    written = BytesIO()
    image = Image.new("P", (8, 8))
    image.putpalette([90, 120, 40] * 256)
    image.save(written, "PNG")
    png = written.getvalue()
    start, end = png.index(b"PLTE") - 4, png.index(b"IDAT") - 4
    return png[:start] + b"".join(chunk(b"PLTE", palette) for palette in palettes) + png[end:]


def exif(entries: int, size: int) -> bytes:
    """Notes of a camera of which each entry stands for the same bytes."""
    listed = b"".join(struct.pack("<HHII", tag, 7, size, 8) for tag in range(entries))
    return b"II*\0\x08\0\0\0" + struct.pack("<H", entries) + listed + b"\0\0\0\0" + b"x" * size


def with_segments(notes: bytes) -> bytes:
    parts = [notes[at : at + 60_000] for at in range(0, len(notes), 60_000)]
    segments = (b"\xff\xe1" + struct.pack(">H", len(part) + 8) + b"Exif\0\0" + part for part in parts)
    return b"\xff\xd8" + b"".join(segments) + saved("JPEG")[2:]


def with_scans(count: int) -> bytes:
    jpeg = saved("JPEG", (600, 600), progressive=True)
    last = jpeg.rindex(b"\xff\xda")
    return jpeg[:last] + jpeg[last:-2] * count + b"\xff\xd9"


def with_canvas() -> bytes:
    webp = saved("WEBP")
    return webp[:12] + b"VP8X" + struct.pack("<I", 10) + b"\2\0\0\0" + (16382).to_bytes(3, "little") * 2 + webp[12:]


def raw_profile() -> bytes:
    return b"Raw profile type exif\0\0" + zlib.compress(b"\n\n\n" + exif(20_000, 100_000).hex().encode())


def with_entries(*entries: tuple[int, int, int, int]) -> bytes:
    """A TIFF with more entries in its directory, each a tag, a kind, a count and a value."""
    tiff = saved("TIFF")
    (at,) = struct.unpack_from("<L", tiff, 4)
    (count,) = struct.unpack_from("<H", tiff, at)
    told = {tiff[at + 2 + 12 * each :][:2]: tiff[at + 2 + 12 * each :][:12] for each in range(count)}
    for entry in entries:
        told[struct.pack("<H", entry[0])] = struct.pack("<HHLL", *entry)
    listed = struct.pack("<H", len(told)) + b"".join(told.values()) + b"\0\0\0\0"
    return tiff[:4] + struct.pack("<L", len(tiff)) + tiff[8:] + listed + b"\0" * 4_000_000


def with_blocks(blocks: bytes) -> bytes:
    """A GIF with more behind its table of colours."""
    gif = saved("GIF")
    at = 13 + (6 << (gif[10] & 7))
    return gif[:at] + blocks + gif[at:]


def avif(size: tuple[int, int]) -> bytes:
    """An AVIF whose headers tell of another size."""
    data = saved("AVIF", (64, 64))
    at = data.index(b"ispe") + 8
    return data[:at] + struct.pack(">II", *size) + data[at + 8 :]


BOMBS: dict[str, Callable[[], bytes]] = {
    "scans": lambda: with_scans(2000),
    "chunks": lambda: with_chunks(*[chunk(b"aaAa", b"")] * 200_000),
    "pixels begun again": lambda: with_chunks(*[chunk(b"IDAT", b"")] * 200_000),
    "segments": lambda: b"\xff\xd8" + b"\xff\xdd\0\4\0\0" * 200_000 + saved("JPEG")[2:],
    "riff": lambda: saved("WEBP") + b"abcd\0\0\0\0" * 200_000,
    "exif of a PNG": lambda: with_chunks(chunk(b"eXIf", exif(60_000, 2_000_000))),
    "exif in a text": lambda: with_chunks(chunk(b"zTXt", raw_profile()), chunk(b"tEXt", b"xmp\0a")),
    "exif in pieces": lambda: with_segments(exif(60_000, 2_000_000)),
    "exif of a WebP": lambda: saved("WEBP", exif=exif(60_000, 2_000_000)),
    "a profile": lambda: with_chunks(chunk(b"iCCP", b"a\0\0" + zlib.compress(b"\0" * 30_000_000))),
    "a text": lambda: with_chunks(chunk(b"iTXt", b"XML:com.adobe.xmp\0\1\0\0\0" + zlib.compress(b"\0" * 30_000_000))),
    "a canvas": with_canvas,
    "blocks of a GIF": lambda: with_blocks(b"!\xfe\0" * 5_000_000),
    "a comment in a GIF": lambda: with_blocks(b"!\xfe" + b"\1x" * 5_000_000 + b"\0"),
    "a GIF's size": lambda: saved("GIF")[:6] + b"\xff\xff\xff\xff" + saved("GIF")[10:],
    "entries of a TIFF": lambda: with_entries(*((tag, 3, 1, 1) for tag in range(40_000, 42_000))),
    "numbers of a TIFF": lambda: with_entries((273, 4, 900_000, 400)),
    "tiles of a TIFF": lambda: with_entries((322, 4, 1, 30_000), (323, 4, 1, 30_000), (324, 4, 1, 8)),
    "a TIFF's size": lambda: with_entries((256, 4, 1, 60_000), (257, 4, 1, 60_000)),
    "notes in a TIFF": lambda: with_entries((34665, 4, 1, saved("TIFF").index(b"\x5a\x78\x28"))),
    "an AVIF's size": lambda: avif((60_000, 60_000)),
    "pixels": lambda: saved("PNG")[:16] + struct.pack(">II", 90_000, 90_000) + saved("PNG")[24:],
}  # fmt: skip


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_picture_that_would_cost_too_much_is_refused(bomb: str, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(BOMBS[bomb]())
    with within(3), pytest.raises(ArtError, match=r"a\.png"):
        look_at(path, "a.png")


@pytest.mark.parametrize("palettes", [(), (b"",), (b"abc", b"abc"), (b"ab",), (b"abc" * 257,)])
def test_pixels_that_name_a_palette_need_one(palettes: tuple[bytes, ...], tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(with_palettes(*palettes))
    with pytest.raises(ArtError, match=r"a\.png: lacks the palette"):
        look_at(path, "a.png")
    path.write_bytes(with_palettes(b"abc"))
    look_at(path, "a.png")


@pytest.mark.parametrize(
    "data",
    [
        with_scans(10), saved("PNG", exif=exif(200, 300)), saved("JPEG", exif=exif(200, 300)),
        saved("WEBP", exif=exif(200, 300)), saved("JPEG") + b"\xff\xda\0\2" * 5000,
        with_chunks(chunk(b"tEXt", b"prompt\0" + b"x" * 900_000)),
        saved("PNG", save_all=True, append_images=[Image.new("RGB", (8, 8))] * 300),
        saved("GIF", comment=b"x" * 100_000), saved("AVIF", exif=exif(1, 300)), with_entries((305, 2, 9999, 8)),
        saved("TIFF", save_all=True, append_images=[Image.new("RGB", (8, 8))] * 300),
    ],
)  # fmt: skip
def test_what_cameras_and_programs_write_is_read(data: bytes, tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(data)
    (picture,) = read_pictures([(look_at(path, "a.png"), 1.0)]).values()
    assert not isinstance(picture, ArtError)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "AVIF", "GIF", "TIFF"])
def test_a_picture_cut_off_anywhere_is_read_or_refused(kind: str, tmp_path: Path) -> None:
    whole = saved(kind, (64, 64))
    path = tmp_path / "a.png"
    for at in range(64):
        path.write_bytes(whole[: at * len(whole) // 64])
        with suppress(ArtError):
            read_pictures([(look_at(path, "a.png"), 1.0)])
