"""A line of text that must be shaped, as operators of a PDF: each glyph in its place, and for readers the words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast
from unicodedata import mirrored

from pnp.drawing.fonts import Font
from pnp.drawing.shapes import Text
from pnp.units import MM_PER_POINT


def shaped_line(text: Text, left: float, font: Any, metrics: Font, document: Any, told: Callable[[str], str]) -> str:
    """The operators that draw a line from `left`, in millimetres; `told` begins content that stands for words,
    `font` is ReportLab's of that document.

    What runs to the left readers put in order by themselves, sign by sign: there they are told only what a group of
    glyphs stands for whose own signs do not say it, and a bracket is what it looks like.
    """
    k, em = MM_PER_POINT, text.size * MM_PER_POINT
    codes, line = _codes(font.face, metrics), metrics.shaped(text.text).glyphs
    leftward, is_open = text.words != text.text, False
    parts = ["BT"]
    for glyph, following in zip(line, (*line[1:], None)):
        code, ends = codes[glyph.number], following is None or following.words != ""
        plain = ends and (glyph.words == chr(code) or (len(glyph.words) == 1 and mirrored(glyph.words)))
        if leftward and glyph.words and not plain:
            parts, is_open = [*parts, told(glyph.words)], True
        x, y = left + glyph.x * em, text.y - glyph.y * em
        [(subset, character)] = font.splitString(chr(code), document)
        name = font.getSubsetInternalName(subset, document)
        parts.append(f"{k:.8f} 0 0 {-k:.8f} {x:.4f} {y:.4f} Tm {name} {text.size:g} Tf <{character.hex()}> Tj")
        if is_open and ends:
            parts, is_open = [*parts, "EMC"], False
    return " ".join((*parts, "ET") if leftward else (told(text.text), *parts, "ET EMC"))


def _codes(face: Any, metrics: Font) -> Mapping[int, int]:
    """The character by which ReportLab knows each glyph: its own, or one for private use where it has none."""
    if not hasattr(face, "pnp_codes"):
        codes: dict[int, int] = {}
        for code, number in sorted(face.charToGlyph.items()):
            codes.setdefault(number, code)
        nameless = (number for number in range(face.numGlyphs) if number not in codes)
        private = (*range(0xE000, 0xF900), *range(0x100000, 0x110000))
        free = (code for code in private if code not in face.charToGlyph)
        for number, code in zip(nameless, free):
            codes[number], face.charToGlyph[code] = code, number
            face.charWidths[code] = 1000 * metrics.glyph_advance(number)
        face.pnp_codes = codes
    return cast(Mapping[int, int], face.pnp_codes)
