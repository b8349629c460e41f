"""Fonts of scripts that must be shaped, as files that a deck can hold."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

FILES = {
    "arabic": ("fontpkg_amiri", "Amiri-Regular.ttf"),
    "hebrew": ("fontpkg_frank_ruhl_libre", "FrankRuhlLibre[wght].ttf"),
    "devanagari": ("fontpkg_noto_sans_devanagari", "NotoSansDevanagari[wdth,wght].ttf"),
    "latin": ("fontpkg_ibm_plex_serif", "IBMPlexSerif-Regular.ttf"),
}


@cache
def font_file(name: str) -> bytes:
    """A static TrueType file: variable ones are fixed at their defaults, and cut to the letters of tests before."""
    package, file = FILES[name]
    spec = find_spec(package)
    assert spec is not None and spec.origin is not None
    font = TTFont(Path(spec.origin).parent / "files" / file)
    if "fvar" in font:
        subsetter = Subsetter(Options(layout_features=["*"], notdef_outline=True))
        subsetter.populate(unicodes=[*range(0x20, 0x7F), *range(0x590, 0x600), *map(ord, "क्षत्रियकि")])
        subsetter.subset(font)
        font = instantiateVariableFont(font, {axis.axisTag: axis.defaultValue for axis in font["fvar"].axes})
    written = BytesIO()
    font.save(written)
    return written.getvalue()


def without_rules(name: str) -> bytes:
    """The same font without its rules of how letters join."""
    font = TTFont(BytesIO(font_file(name)))
    del font["GSUB"]
    written = BytesIO()
    font.save(written)
    return written.getvalue()
