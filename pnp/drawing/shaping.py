"""Text that cannot be set character by character: put in the order in which it is seen and shaped by its font.

Unicode's bidirectional algorithm (UAX #9, python-bidi) tells which parts of a line run from right to left; HarfBuzz
joins letters, forms ligatures and puts marks where they belong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Literal, NamedTuple

import uharfbuzz
from bidi import get_base_level, get_display
from fontTools.unicodedata import ot_tags_from_script, script, script_name

from pnp.frozen import frozen

Base = Literal["L", "R"]

_MARKS: Mapping[Base, str] = {"L": "\u200e", "R": "\u200f"}  # which show nothing and run in that direction
_LANGUAGES = frozenset({"ar", "arc", "ckb", "dv", "fa", "he", "ku-arab", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"})
# Characters that the algorithm leaves out of account; two of them behind each character number it.
_HIGH, _LOW, _DIGITS = 0xE0020, 0xE0040, 32
_MOST = _DIGITS * _DIGITS
# Scripts whose letters change with their neighbours: a font without rules for them prints them wrong.
_SHAPED = frozenset({
    "Adlm", "Arab", "Beng", "Deva", "Gujr", "Guru", "Khmr", "Knda", "Lana", "Mand", "Mlym", "Mymr", "Nkoo", "Orya",
    "Rohg", "Sinh", "Syrc", "Taml", "Telu", "Tibt",
})  # fmt: skip
_UPRIGHT = frozenset({"Mong", "Phag"})  # written from top to bottom


class ShapingError(ValueError):
    """A text whose script the font cannot print as it is written."""


class BidiRun(NamedTuple):
    """Part of a line, from one index to another, that runs in one direction."""

    start: int
    stop: int
    leftward: bool


@frozen
class Glyph:
    """A glyph by its number in the font, and where its origin stands on the line, in ems, y up.

    `words` are the characters that it stands for, or that a group of glyphs stands for that it begins; else empty.
    """

    number: int
    x: float
    y: float
    words: str = ""


@frozen
class Shaped:
    """A line of glyphs from left to right, and its width in ems."""

    glyphs: tuple[Glyph, ...]
    width: float


def joins(text: str) -> bool:
    """Whether letters of the text change with their neighbours."""
    return any(script(char) in _SHAPED for char in text)


def base_of(text: str, language: str) -> Base:
    """The direction of a text that holds letters of both: that of its language, or else of its first letter."""
    return "R" if language.lower().partition("-")[0] in _LANGUAGES or get_base_level(text) else "L"


def runs(line: str, base: Base | None = None) -> list[BidiRun]:
    """The parts of a line from left to right as they are seen; without a base its first letter has the say."""
    base = base or ("R" if get_base_level(line) else "L")
    found: list[BidiRun] = []
    for begin in range(0, len(line), _MOST):  # far more than stands on any line
        for index, leftward in _seen(line[begin : begin + _MOST], base):
            at, last = begin + index, found[-1] if found else None
            if last and last.leftward is leftward and at == (last.start - 1 if leftward else last.stop):
                found[-1] = BidiRun(min(last.start, at), max(last.stop, at + 1), leftward)
            else:
                found.append(BidiRun(at, at + 1, leftward))
    return found


def _seen(line: str, base: Base) -> Iterator[tuple[int, bool]]:
    """The index of each character from left to right, and whether it runs to the left."""
    numbered = [f"{char}{chr(_HIGH + at // _DIGITS)}{chr(_LOW + at % _DIGITS)}" for at, char in enumerate(line)]
    # At the end of a line the algorithm gives what it leaves out another direction: a mark of the base's own ends it.
    shown = get_display("".join((*numbered, _MARKS[base])), base_dir=base)
    digits = [ord(char) for char in str(shown) if _HIGH <= ord(char) < _LOW + _DIGITS]
    for first, second in zip(digits[::2], digits[1::2]):
        leftward = first >= _LOW
        high, low = (second, first) if leftward else (first, second)
        yield (high - _HIGH) * _DIGITS + low - _LOW, leftward


class Shaper:
    """Shapes text with one TrueType file."""

    def __init__(self, data: bytes, known: frozenset[str]) -> None:
        """`known` are the OpenType tags of the scripts that the font has rules of substitution for."""
        face = uharfbuzz.Face(uharfbuzz.Blob(data))
        self._font = uharfbuzz.Font(face)
        self._units = face.upem
        self._known = known

    def shaped(self, line: str) -> Shaped:
        """The glyphs of a line; ShapingError for a script that the font has no rules for."""
        glyphs: list[Glyph] = []
        pen = 0.0
        for run in runs(line):
            parts = list(_scripts(line[run.start : run.stop]))
            for written, part in reversed(parts) if run.leftward else parts:
                self._check(written)
                pen = self._set(part, written, run.leftward, pen, glyphs)
        return Shaped(tuple(glyphs), pen)

    def _set(self, text: str, written: str, leftward: bool, pen: float, glyphs: list[Glyph]) -> float:
        buffer = uharfbuzz.Buffer()
        buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_GRAPHEMES
        buffer.add_str(text)
        buffer.direction, buffer.script = "rtl" if leftward else "ltr", written
        buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
        uharfbuzz.shape(self._font, buffer)
        begins = sorted({info.cluster for info in buffer.glyph_infos})
        words = {begin: text[begin:end].strip(_MARKS["R"]) for begin, end in zip(begins, (*begins[1:], None))}
        for info, place in zip(buffer.glyph_infos, buffer.glyph_positions):
            x, y = pen + place.x_offset / self._units, place.y_offset / self._units
            glyphs.append(Glyph(info.codepoint, x, y, words.pop(info.cluster, "")))
            pen += place.x_advance / self._units
        return pen

    def _check(self, written: str) -> None:
        if written in _UPRIGHT:
            raise ShapingError(f"{script_name(written)} script, which is written downwards, and lines here are level")
        if written in _SHAPED and not self._known.intersection(ot_tags_from_script(written)):
            raise ShapingError(f"{script_name(written)} script, for which it has no rules of how letters join")


def _scripts(text: str) -> Iterator[tuple[str, str]]:
    """The parts of a text in one script each; what belongs to none goes with what stands before it, or after."""
    own = [script(char) for char in text]
    first = next((each for each in own if each not in ("Zyyy", "Zinh", "Zzzz")), "Zyyy")
    for at, each in enumerate(own):
        if each in ("Zyyy", "Zinh", "Zzzz"):
            own[at] = own[at - 1] if at else first
    start = 0
    for written, group in groupby(own):
        stop = start + len(list(group))
        yield written, text[start:stop]
        start = stop


def scripts_with_rules(font: Any) -> frozenset[str]:
    """The OpenType tags of the scripts that an open font substitutes glyphs for."""
    table = font["GSUB"].table.ScriptList if "GSUB" in font else None
    return frozenset(record.ScriptTag for record in table.ScriptRecord) if table else frozenset()
