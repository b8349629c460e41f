"""The operators of a PDF's streams as text (ISO 32000-1, annex A): paths, matrices, colours, lines, strings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import isfinite
from typing import Any, cast
from unicodedata import mirrored

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import Font
from pnp.drawing.shapes import Command, Stroke, Text
from pnp.geometry import MM_PER_POINT, Transform, number

_OPERATORS = {"M": "%g %g m", "L": "%g %g l", "C": "%g %g %g %g %g %g c", "Z": "h"}
_CAPS = {"butt": 0, "round": 1, "square": 2}
_JOINS = {"miter": 0, "round": 1, "bevel": 2}
MITRE = 10
"""The limit of mitred corners that a stream begins with."""


def literal(text: str) -> str:
    """A PDF string: readable in the file where it can be, in hexadecimal UTF-16 where it cannot."""
    if text.isascii() and text.isprintable():
        return "(" + re.sub(r"[\\()]", r"\\\g<0>", text) + ")"
    return "<" + ("\ufeff" + text).encode("utf-16-be").hex() + ">"


@lru_cache(512)
def path_of(commands: tuple[Command, ...]) -> str:
    """The operators of a path, kept since drawings share them: the same picture in another colour, the same clip."""
    text = " ".join([_OPERATORS[command[0]] % command[1:] for command in commands])
    # %g is three times as fast as rounding, but it writes 1e-05, nan and inf, which PDF does not know.
    return text if "e" not in text and "n" not in text else " ".join(map(_plain, commands))


def _plain(command: Command) -> str:
    letter, *numbers = command
    if not all(map(isfinite, numbers)):
        raise ValueError(f"a path has a number that is not finite: {command}")
    return _OPERATORS[letter].replace("%g", "%s") % tuple(number(float(f"{value:.6g}"), 9) for value in numbers)


def matrix_of(transform: Transform) -> str:
    t = transform
    text = f"{t.a:.8g} {t.b:.8g} {t.c:.8g} {t.d:.8g} {t.e:.8g} {t.f:.8g}"
    return text if "e" not in text else " ".join([number(float(each), 12) for each in text.split()])


def colour_of(colour: Colour, in_colour: str, in_grey: str) -> str:
    if colour.red == colour.green == colour.blue:
        return f"{number(colour.red)} {in_grey}"
    return f"{number(colour.red)} {number(colour.green)} {number(colour.blue)} {in_colour}"


def stroke_of(stroke: Stroke) -> str:
    dash, limit = " ".join(map(_length, stroke.dash)), f" {number(stroke.mitre)} M" if has_own_mitre(stroke) else ""
    lines = f"{_CAPS[stroke.cap]} J {_JOINS[stroke.join]} j [{dash}] {_length(stroke.offset)} d"
    return f"{number(stroke.width, 5)} w {lines}{limit}"


def _length(value: float) -> str:
    """A length of a dash, in thousandths where that is what it is, as in drawings of our own."""
    return number(value, 3 if abs(round(value, 3) - value) < 1e-5 else 6)


def has_own_mitre(stroke: Stroke) -> bool:
    """Whether its corners are cut off at another limit than that of the stream."""
    return stroke.join == "miter" and stroke.mitre != MITRE


def span(instead: str, number: int | None = None) -> str:
    """Begins content that readers are to take for these words, and for no more of what is drawn in it."""
    return f"/Span <<{'' if number is None else f'/MCID {number} '}/ActualText {literal(instead)}>> BDC"


def shaped_line(text: Text, left: float, font: Any, metrics: Font, document: Any) -> str:
    """The operators that draw a line that must be shaped from `left`, in millimetres: each glyph in its place, and for
    readers the words.

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
            parts, is_open = [*parts, span(glyph.words)], True
        x, y = left + glyph.x * em, text.y - glyph.y * em
        [(subset, character)] = font.splitString(chr(code), document)
        name = font.getSubsetInternalName(subset, document)
        parts.append(f"{k:.8f} 0 0 {-k:.8f} {x:.4f} {y:.4f} Tm {name} {text.size:g} Tf <{character.hex()}> Tj")
        if is_open and ends:
            parts, is_open = [*parts, "EMC"], False
    return " ".join((*parts, "ET") if leftward else (span(text.text), *parts, "ET EMC"))


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
