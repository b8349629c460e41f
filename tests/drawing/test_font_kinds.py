"""Fonts of every kind become one: static TrueType with the wanted characters, drawn as the file has them."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.ttLib import TTFont
from fontTools.ttLib.ttCollection import TTCollection
from hypothesis import given
from hypothesis import strategies as st

from pnp.drawing.fontfile import sound_font
from pnp.drawing.fontmaking import Cut, made_static
from pnp.drawing.fonts import Font, FontFileError, built_in_fonts
from pnp.drawing.openfonts import Wanted
from pnp.drawing.shapes import around
from pnp.sources import Sources

TEXT = "Hxgo ÅäŁ, 28."
WANTED = "".join(map(chr, range(32, 0x180)))
AS_IT_IS = Cut()
FRANK = "fontpkg_frank_ruhl_libre", "files/FrankRuhlLibre[wght].ttf"


def packaged(package: str, file: str) -> bytes:
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).with_name(file.split("/")[0]).joinpath(*file.split("/")[1:]).read_bytes()


def saved(font: TTFont, flavour: str | None = None) -> bytes:
    font.flavor = flavour
    font.save(written := BytesIO())
    return written.getvalue()


@cache
def plain() -> bytes:
    return built_in_fonts()["display"].path.read_bytes()


@cache
def variable() -> bytes:
    return packaged(*FRANK)


@cache
def cff(curves: int = 0) -> bytes:
    """The same letters with cubic outlines, as OpenType has them."""
    font = TTFont(BytesIO(plain()))
    order, glyphs = font.getGlyphOrder(), font.getGlyphSet()
    builder = FontBuilder(font["head"].unitsPerEm, isTTF=False)
    builder.setupGlyphOrder(order)
    builder.setupCharacterMap(font.getBestCmap())
    strings = {}
    for name in order:
        pen = T2CharStringPen(font["hmtx"][name][0], glyphs)
        glyphs[name].draw(pen)
        for at in range(curves):
            pen.moveTo((at, 0))
            pen.curveTo((at + 300, 9), (3, 400 + at), (at, 700))
            pen.closePath()
        strings[name] = pen.getCharString()
    builder.setupCFF("Mine-Regular", {}, strings, {})
    builder.setupHorizontalMetrics(font["hmtx"].metrics)
    builder.setupHorizontalHeader(ascent=font["hhea"].ascent, descent=font["hhea"].descent)
    builder.setupNameTable({"familyName": "Mine", "styleName": "Regular", "psName": "Mine-Regular"})
    builder.setupOS2(sCapHeight=font["OS/2"].sCapHeight)
    builder.setupPost()
    return saved(builder.font)


def collection() -> bytes:
    found = TTCollection()
    found.fonts = [TTFont(BytesIO(data)) for data in (built_in_fonts()["text"].path.read_bytes(), plain())]
    found.save(written := BytesIO())
    return written.getvalue()


KINDS: dict[str, tuple[Callable[[], bytes], Cut]] = {
    "woff": (lambda: saved(TTFont(BytesIO(plain())), "woff"), Cut()),
    "woff2": (lambda: saved(TTFont(BytesIO(plain())), "woff2"), Cut()),
    "otf": (cff, Cut()),
    "woff2 of an otf": (lambda: saved(TTFont(BytesIO(cff())), "woff2"), Cut()),
    "ttc": (collection, Cut(index=1)),
}


def font(folder: Path, data: bytes, cut: Cut = AS_IT_IS, name: str = "mine.ttf") -> Font:
    """A font as a deck brings it, whatever its name says."""
    (folder / name).write_bytes(data)
    return Font("mine", Sources(folder).file(name), cut, wanted=Wanted(lambda: [TEXT]))


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_is_drawn_and_measured_as_the_plain_file_is(kind: str, tmp_path: Path) -> None:
    data, cut = KINDS[kind]
    known, made = font(tmp_path, plain(), name="plain.ttf"), font(tmp_path, data(), cut)
    assert made.width(TEXT, 10) == pytest.approx(known.width(TEXT, 10), abs=1e-9)
    assert made.cap_height == known.cap_height and made.missing("ж") == known.missing("ж") == ("ж",)
    for char in set(TEXT) - {" "}:
        one, other = around(known.outline(char)), around(made.outline(char))
        assert one.sides == pytest.approx(other.sides, abs=0.03), char  # handles of curves may lie elsewhere
    assert sound_font(made.data) == made.data


def test_cubic_curves_are_followed_to_a_thousandth_of_an_em(tmp_path: Path) -> None:
    source, made = TTFont(BytesIO(cff())), TTFont(BytesIO(font(tmp_path, cff()).data))
    for char in "gSo8Å":
        sides = []
        for each in (source, made):
            glyphs, name = each.getGlyphSet(), each.getBestCmap()[ord(char)]
            glyphs[name].draw(pen := BoundsPen(glyphs))
            sides.append(pen.bounds)
        assert sides[0] == pytest.approx(sides[1], abs=source["head"].unitsPerEm / 1000 + 0.5)


def test_a_variable_font_stands_where_it_is_told(tmp_path: Path) -> None:
    usual, *others = (
        font(tmp_path, variable(), cut) for cut in (Cut(), *(Cut(axes=(("wght", at),)) for at in (300.0, 400.0, 900.0)))
    )
    widths = [each.width("Hamburg", 10) for each in others]
    assert widths == sorted(set(widths)) and usual.width("Hamburg", 10) == widths[1]


@pytest.mark.parametrize(
    ("data", "cut", "sentence"),
    [
        (variable, Cut(axes=(("wgth", 400.0),)), r"has no axis 'wgth'; its axes are wght \(300 to 900\)"),
        (variable, Cut(axes=(("wght", 1000.0),)), "has an axis wght from 300 to 900, not 1000"),
        (plain, Cut(axes=(("wght", 400.0),)), "has no axes, and so no 'wght'"),
        (plain, Cut(index=2), "has no font 2 in it; its fonts are 0 to 0"),
        (collection, Cut(index=2), "has no font 2 in it; its fonts are 0 to 1"),
    ],
)
def test_what_a_font_does_not_have_is_told(data: Callable[[], bytes], cut: Cut, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(FontFileError, match=rf"font 'mine': mine.ttf {sentence}; bring another file"):
        _ = font(tmp_path, data(), cut).data


def test_a_font_that_may_not_be_embedded_is_refused_in_every_kind(tmp_path: Path) -> None:
    for flavour in (None, "woff", "woff2"):
        closed = TTFont(BytesIO(plain()))
        closed["OS/2"].fsType = 2
        with pytest.raises(FontFileError, match="does not allow"):
            _ = font(tmp_path, saved(closed, flavour)).data


def with_size(data: bytes, size: int) -> bytes:
    """A WOFF whose first table claims another size."""
    return data[:56] + struct.pack(">L", size) + data[60:]


HOSTILE: dict[str, Callable[[], bytes]] = {
    "a table of four gigabytes": lambda: with_size(KINDS["woff"][0](), 0xFFFFFFFF),
    "a table of sixty megabytes": lambda: with_size(KINDS["woff"][0](), 60_000_000),
    "no tables": lambda: b"OTTO" + bytes(60),
    "no fonts": lambda: b"ttcf\0\1\0\0\0\0\0\0",
    "a million fonts": lambda: b"ttcf\0\1\0\0\0\x0f\xff\xff" + bytes(400),
    "no kind": lambda: b"%PDF-1.7" + bytes(100),
    "nothing behind WOFF2": lambda: b"wOF2" + bytes(100),
}  # fmt: skip


@pytest.mark.parametrize("fault", HOSTILE)
def test_a_hostile_font_takes_a_sentence_and_two_seconds(fault: str, tmp_path: Path) -> None:
    data = HOSTILE[fault]()
    begun = time.perf_counter()
    try:
        assert font(tmp_path, data).data
    except FontFileError as refusal:
        assert str(refusal).startswith("font 'mine': mine.ttf ") and str(refusal).endswith("bring another file")
    assert time.perf_counter() - begun < 10  # by the clock, on a machine that is busy; the work has two


@pytest.mark.sweep
def test_a_font_of_a_million_curves_is_given_up(tmp_path: Path) -> None:
    data, begun = cff(900), time.perf_counter()
    with pytest.raises(FontFileError, match="needs more time or memory than a font may"):
        _ = font(tmp_path, data).data
    assert time.perf_counter() - begun < 10


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["woff", "woff2", "otf", "variable"])
@pytest.mark.sample(4)
def test_a_font_cut_off_or_changed_anywhere_is_refused_or_drawn(kind: str, tmp_path: Path) -> None:
    data = variable() if kind == "variable" else KINDS[kind][0]()
    for at in range(8):
        place = at * len(data) // 8 + 7 * at
        for damaged in (data[:place], data[:place] + b"\xff\x7f" + data[place + 2 :]):
            try:
                font(tmp_path, damaged).width(TEXT, 9)
            except FontFileError:
                continue


def test_the_same_file_makes_the_same_font_in_and_out_of_the_process() -> None:
    for data in (variable(), cff(), KINDS["woff2"][0]()):
        assert made_static(data, Cut(), WANTED, True) == made_static(data, Cut(), WANTED, False)


@given(st.text(max_size=20))
def test_what_is_wanted_holds_every_text_and_its_neighbours(text: str) -> None:
    wanted = Wanted(lambda: [text]).characters
    assert {char for char in text if not "\ud800" <= char <= "\udfff"} <= set(wanted)
    assert "A" in wanted and list(wanted) == sorted(set(wanted)) and len(wanted) < 20_000
