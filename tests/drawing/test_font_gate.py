"""A font file that anybody may have made is whole for fontTools and ReportLab alike, or refused by name."""

from __future__ import annotations

import struct
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from reportlab.pdfgen.canvas import Canvas

from pnp.drawing.fontfile import BadFont, sound_font
from pnp.drawing.fonts import Font, FontFileError, built_in_fonts
from pnp.errors import InputInvalid
from pnp.renderers.embedded_fonts import parsed

GREEK = Path(__file__).parents[2] / "docs" / "sample-deck" / "fonts" / "Cardo-Greek.ttf"
DATA = GREEK.read_bytes()
NEEDED = ("head", "hhea", "maxp", "OS/2", "hmtx", "cmap", "loca", "glyf", "post", "name")


def table(name: str) -> tuple[int, int]:
    """Where a table begins, and its length."""
    count = struct.unpack_from(">H", DATA, 4)[0]
    entries = (struct.unpack_from(">4sLLL", DATA, 12 + 16 * at) for at in range(count))
    return next((offset, length) for tag, _, offset, length in entries if tag.decode() == name)


def patched(name: str, at: int, data: bytes) -> bytes:
    start = table(name)[0] + at
    return DATA[:start] + data + DATA[start + len(data) :]


def with_table(name: str, data: bytes) -> bytes:
    """The font with another table of that name, put behind all others."""
    count = struct.unpack_from(">H", DATA, 4)[0]
    entry = next(12 + 16 * at for at in range(count) if DATA[12 + 16 * at :][:4] == name.encode())
    return DATA[: entry + 8] + struct.pack(">LL", len(DATA), len(data)) + DATA[entry + 16 :] + data


def characters(*groups: tuple[int, int, int]) -> bytes:
    """A font whose table of characters has these groups."""
    body = b"".join(struct.pack(">LLL", *group) for group in groups)
    subtable = struct.pack(">HHLLL", 12, 0, 16 + len(body), 0, len(groups)) + body
    return with_table("cmap", struct.pack(">HHHHL", 0, 1, 3, 10, 12) + subtable)


def made_of(*parts: tuple[int, ...]) -> bytes:
    """A font whose first glyphs are made of others."""
    count = struct.unpack_from(">H", DATA, table("maxp")[0] + 4)[0]
    glyphs = []
    for components in parts:
        body = b""
        for at, part in enumerate(components):
            body += struct.pack(">HHbb", 0x0002 | (0x0020 if at < len(components) - 1 else 0), part, 0, 0)
        glyphs.append(struct.pack(">hhhhh", -1, 0, 0, 9, 9) + body)
    starts = [sum(map(len, glyphs[:at])) for at in range(count + 1)]
    font = with_table("glyf", b"".join(glyphs) or b"\0")
    own, long = struct.pack(f">{count + 1}L", *starts), table("head")[0] + 50
    data = font[:long] + b"\0\1" + font[long + 2 :]
    entry = next(at for at in range(12, 400, 16) if data[at : at + 4] == b"loca")
    return data[: entry + 8] + struct.pack(">LL", len(data), len(own)) + data[entry + 16 :] + own


def chain(depth: int) -> bytes:
    return made_of(*((at + 1,) for at in range(depth)), ())


BROKEN: dict[str, Callable[[], bytes]] = {
    "no units": lambda: patched("head", 18, b"\0\0"),
    "too many units": lambda: patched("head", 18, b"\xff\xff"),
    "no magic": lambda: patched("head", 12, b"\0\0\0\0"),
    "places of another kind": lambda: patched("head", 50, b"\0\7"),
    "no glyphs": lambda: patched("maxp", 4, b"\0\0"),
    "more glyphs than there are": lambda: patched("maxp", 4, b"\xff\xff"),
    "more widths than glyphs": lambda: patched("hhea", 34, b"\xff\xff"),
    "no widths": lambda: patched("hhea", 34, b"\0\0"),
    "places that go back": lambda: patched("loca", 4, b"\xff\xff"),
    "no embedding": lambda: patched("OS/2", 8, b"\0\2"),
    "characters past the glyphs": lambda: characters((65, 70, 60_000)),
    "all characters four billion times": lambda: characters((0, 0xFFFFFFFF, 0)),
    "characters twice": lambda: characters((65, 70, 1), (66, 80, 1)),
    "characters backwards": lambda: characters((70, 65, 1)),
    "a table of another format": lambda: with_table("cmap", struct.pack(">HHHHLH", 0, 1, 3, 1, 12, 2) + b"\0" * 999),
    "tables of no characters": lambda: with_table("cmap", struct.pack(">HHHHL", 0, 1, 1, 0, 12) + b"\0" * 300),
    "a glyph of itself": lambda: made_of((0,)),
    "glyphs of each other": lambda: made_of((1,), (0,)),
    "a glyph of millions": lambda: made_of(*((at + 1,) * 20 for at in range(6)), ()),
    "a chain of glyphs": lambda: chain(90),
    "a glyph of what is not there": lambda: made_of((60_000,)),
    "a thousand tables": lambda: DATA[:4] + b"\xff\xff" + DATA[6:],
    "nothing": lambda: b"",
    "a collection": lambda: b"ttcf" + DATA[4:],
}  # fmt: skip


def gone_through(data: bytes, folder: Path) -> str:
    """All that pnp does with a font: measuring, embedding, outlines; the sentence of a refusal, or nothing.

    What passes the gate is refused by nothing else, but for the outline of a damaged glyph.
    """
    path = folder / "mine.ttf"
    path.write_bytes(data)
    font = Font("mine", path)
    try:
        assert font.data
    except FontFileError as refusal:
        assert "mine.ttf" in str(refusal)
        return str(refusal)
    try:
        text = "".join(char for char in map(chr, (*range(32, 127), *range(913, 970))) if not font.missing(char))
        font.width(text, 10 * font.cap_height)
        canvas, embedded = Canvas(BytesIO()), parsed(font)
        canvas.setFont(embedded.fontName, 10)
        canvas.drawString(10, 10, text)
        canvas.save()
        for char in text:
            font.outline(char)
    except InputInvalid as refusal:
        assert "mine.ttf" in str(refusal)
        return str(refusal)
    return ""


@pytest.mark.parametrize("fault", BROKEN)
def test_a_broken_font_is_refused_by_name(fault: str, tmp_path: Path) -> None:
    assert gone_through(BROKEN[fault](), tmp_path).endswith("bring another file")


def test_a_font_cut_off_anywhere_is_refused(tmp_path: Path) -> None:
    for at in range(64):
        assert gone_through(DATA[: at * len(DATA) // 64], tmp_path), at


@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.sample(3)
def test_no_byte_of_a_table_makes_a_fault(name: str, tmp_path: Path) -> None:
    for at in (0, 5, 19, 35, table(name)[1] // 2):
        gone_through(patched(name, at, b"\xff"), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", NEEDED)
@pytest.mark.parametrize("byte", [0, 0x7F, 0x80, 0xFF])
@pytest.mark.sample(7)
def test_no_byte_at_all_makes_a_fault(name: str, byte: int, tmp_path: Path) -> None:
    for at in {*range(0, min(table(name)[1], 100), 3), *range(0, table(name)[1], table(name)[1] // 50 + 1)}:
        gone_through(patched(name, at, bytes([byte])), tmp_path)


def names(*records: tuple[tuple[int, ...], bytes]) -> bytes:
    """A font with these names: platform, encoding, language and kind of each, and its bytes."""
    placed, strings = b"", b""
    for kind, data in records:
        placed += struct.pack(">HHHHHH", *kind, len(data), len(strings))
        strings += data
    return with_table("name", struct.pack(">HHH", 0, len(records), 6 + len(placed)) + placed + strings)


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (names(((1, 0, 0, 6), b"Mine-Regular")), b"Mine-Regular"),
        (names(((3, 1, 0x409, 6), "Mine".encode("utf-16-be")), ((1, 0, 0, 6), b"Other")), b"Mine"),
        (names(((1, 0, 0, 4), b"Mine Regular")), b"Mine-Regular"),
        (names(((1, 0, 0, 1), b"Mine"), ((1, 0, 0, 6), b"")), b"Mine"),
        (names(((3, 1, 0x409, 6), "M\xefne".encode("utf-16-be"))), b"Unnamed"),
        (names(((3, 1, 0x409, 6), b"\0M\0")), b"Unnamed"),  # an odd number of bytes
        (names(((3, 1, 0x409, 6), b"\xd8\x00")), b"Unnamed"),  # half of a pair
        (names(((1, 0, 0, 6), b"My(Font")), b"Unnamed"),
        (names(((1, 0, 0, 2), b"Regular")), b"Unnamed"),
        (names(), b"Unnamed"),
        (with_table("name", b"\0\1\0\0\0\6"), b"Unnamed"),
        (with_table("name", b"\0\0\0\7"), b"Unnamed"),
        (with_table("name", b""), b"Unnamed"),
    ],
)
def test_names_that_cannot_be_used_are_made_up(data: bytes, name: bytes, tmp_path: Path) -> None:
    assert gone_through(data, tmp_path) == ""
    assert parsed(Font("mine", tmp_path / "mine.ttf")).face.name == name


def test_sound_fonts_stay_as_they_are(tmp_path: Path) -> None:
    assert gone_through(DATA, tmp_path) == ""
    for font in built_in_fonts().fonts.values():
        assert sound_font(sound_font(font.path.read_bytes())) == font.data
    with pytest.raises(BadFont, match="64 MB"):
        sound_font(DATA + b"\0" * (64 << 20))
