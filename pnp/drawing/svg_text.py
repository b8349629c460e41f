"""Text of SVG as outlines in the faces at hand: chunks, anchors, shifts. What needs a path is left to pixels.

Source: SVG 2, 11 (text).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from xml.etree.ElementTree import Element

from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, Font, FontBook, FontError
from pnp.drawing.shapes import Command, Commands, moved, rectangle
from pnp.drawing.svg_document import tag_of
from pnp.drawing.svg_style import Style, Styles
from pnp.drawing.svg_values import length
from pnp.frozen import frozen
from pnp.geometry import Box, Size, Transform

_PARTS = frozenset({"tspan", "a"})
_FACES = {(False, False): TEXT, (True, False): TEXT_BOLD, (False, True): TEXT_ITALIC, (True, True): TEXT_BOLD_ITALIC}
_FAMILIES = {"ibm plex serif": TEXT, "abril fatface": DISPLAY}  # what our own faces are called elsewhere
_ENDINGS = {(True, False): "-bold", (False, True): "-italic", (True, True): "-bold-italic"}
_SPACES = re.compile(r"[\t\n\r ]+")
_SPACE_KEPT = "{http://www.w3.org/XML/1998/namespace}space"
_SIZES = {"xx-small": 9.0, "x-small": 10.0, "small": 13.0, "medium": 16.0, "large": 18.0, "x-large": 24.0,
          "xx-large": 32.0}  # fmt: skip
# Where the baseline lies below what is asked for, in ems.
_BASELINES = {"middle": 0.26, "central": 0.35, "hanging": 0.72, "text-before-edge": 0.9, "before-edge": 0.9,
              "text-after-edge": -0.25, "after-edge": -0.25, "ideographic": -0.25, "text-top": 0.9,
              "text-bottom": -0.25, "mathematical": 0.5}  # fmt: skip
_SHIFTS = {"super": -0.4, "sub": 0.2}
_LINES = {"underline": 0.1, "line-through": -0.27, "overline": -0.8}  # below the baseline, in ems
_LINE_WIDTH = 0.05
MOST_LETTERS = 10_000
NEEDS_PIXELS = ("textPath", "tref", "altGlyph")


@frozen
class _Sign:
    """A character, how it looks, where it is to stand, and by how much it is moved."""

    char: str
    style: Style
    em: float
    x: float | None
    y: float | None
    dx: float
    dy: float

    @property
    def is_free(self) -> bool:
        return self.x is None and self.y is None and not self.dx and not self.dy


@frozen
class Lettered:
    """Some of a text that looks alike: its outlines and its style."""

    commands: Commands
    style: Style


def em_of(style: Style, parent: float = 16.0) -> float:
    """The size of the letters in user units."""
    told = style.get("font-size", "")
    if told in _SIZES:
        return _SIZES[told]
    found = length(told, parent, parent)
    return found if found is not None and found >= 0 else parent


def sized(style: Style, em: float) -> Style:
    """A style whose letters have that size, whatever it was told by, for what is within to come from."""
    return style if style.get("font-size", "").endswith("px") else {**style, "font-size": f"{em}px"}


class TextReader:
    """Sets texts in the faces of a book; `missed` are the families that it does not have."""

    def __init__(self, fonts: FontBook, styles: Styles) -> None:
        self._fonts = fonts
        self._styles = styles
        self._glyphs: dict[tuple[Font, int], Commands] = {}
        self._letters = 0
        self.missed: set[str] = set()
        self.lost: set[str] = set()

    def is_too_long(self, text: Element) -> bool:
        """Whether a text, which is counted, brings all texts to more letters than a drawing has."""
        self._letters += sum(map(len, text.itertext()))
        return self._letters > MOST_LETTERS

    def lettered(self, text: Element, style: Style, port: Size) -> Iterator[Lettered]:
        """The outlines of a text element, part by part."""
        kept = text.get(_SPACE_KEPT) == "preserve"
        signs = list(self._signs(text, style, em_of(style), port, kept))
        signs = signs if kept else _trimmed(signs)
        x = y = 0.0
        for chunk in _chunks(signs):
            first = chunk[0]
            x, y = x if first.x is None else first.x, y if first.y is None else first.y
            runs = [list(run) for _, run in groupby(_numbered(chunk), key=lambda each: each[0])]
            placed = []
            start = x
            for run in runs:
                run_signs = [sign for _, sign in run]
                x, y = x + run_signs[0].dx, y + run_signs[0].dy
                commands, width = self._set(run_signs)
                placed.append((commands, x, y, run_signs[0], width))
                x += width
            back = {"middle": 0.5, "end": 1.0}.get(first.style.get("text-anchor", ""), 0.0) * (x - start)
            for commands, left, base, sign, width in placed:
                below = _baseline(sign)
                lines = _decoration(sign, width)
                there = Transform.moved(left - back, base + below)
                yield Lettered(moved((*commands, *lines), there), sign.style)
            x -= back

    def _signs(self, element: Element, style: Style, parent: float, port: Size, kept: bool) -> Iterator[_Sign]:
        """The characters of an element and of those within, each with its place."""
        em = em_of(style, parent)
        style = sized(style, em) if "font-size" in style else style
        found: list[_Sign] = []

        def plain(text: str | None, own: Style, size: float) -> None:
            words = (text or "").replace("\n", "" if kept else " ")
            for char in words if kept else _SPACES.sub(" ", words):
                found.append(_Sign(char, own, size, None, None, 0.0, 0.0))

        plain(element.text, style, em)
        for child in element:
            if tag_of(child) in _PARTS:
                inner = self._styles.computed(child, style)
                if inner.get("display") != "none":
                    space = child.get(_SPACE_KEPT)
                    found += self._signs(child, inner, em, port, kept if space is None else space == "preserve")
            plain(child.tail, style, em)
        yield from _moved_signs(found, element, em, port)

    def _set(self, signs: Sequence[_Sign]) -> tuple[Commands, float]:
        """The outlines of signs that stand together, from the origin, and how wide they are."""
        first = signs[0]
        spacing = length(first.style.get("letter-spacing", "0"), 0.0, first.em) or 0.0
        words = length(first.style.get("word-spacing", "0"), 0.0, first.em) or 0.0
        text = "".join(sign.char for sign in signs)
        pieces = [text] if not spacing and not words else list(text)
        commands: list[Command] = []
        at = 0.0
        for piece in pieces:
            for font, part in self._covered(piece, first.style):
                shaped = font.shaped(part)
                for glyph in shaped.glyphs:
                    there = Transform(first.em, 0, 0, first.em, at + glyph.x * first.em, -glyph.y * first.em)
                    commands += moved(self._glyph(font, glyph.number), there)
                at += shaped.width * first.em
            at += (spacing if pieces != [text] else 0.0) + (words if piece == " " else 0.0)
        return tuple(commands), at

    def _glyph(self, font: Font, number: int) -> Commands:
        key = font, number
        if key not in self._glyphs:
            self._glyphs[key] = font.glyph_outline(number)
        return self._glyphs[key]

    def _covered(self, text: str, style: Style) -> Iterator[tuple[Font, str]]:
        """Parts of a text and the faces that have their glyphs; what no face has is lost."""
        own = self._font(style)
        if not own.missing(text):
            yield from own.parts(text)
            return
        for char in text:
            fonts = (own, *self._fonts.fonts.values())
            font = next((each for each in fonts if not each.missing(char)), None)
            if font is None:
                self.lost.add(char)
            else:
                yield from font.parts(char)

    def _font(self, style: Style) -> Font:
        weight, slant = style.get("font-weight", ""), style.get("font-style", "")
        bold = weight in ("bold", "bolder") or (weight.isdecimal() and int(weight) >= 600)
        look = bold, slant.startswith(("italic", "oblique"))
        names = {name.lower(): name for name in self._fonts.fonts}
        families = [family.strip(" \t\n'\"") for family in style.get("font-family", "").split(",")]
        for family in families:
            key = _FAMILIES.get(family.lower(), family.lower())
            for name in (key + _ENDINGS.get(look, ""), key):
                if name in names and key:
                    return self._fonts[names[name]]
        self.missed.add(next((family for family in families if family), ""))
        try:
            return self._fonts[_FACES[look]]
        except FontError:
            return next(iter(self._fonts.fonts.values()))


def _moved_signs(signs: list[_Sign], element: Element, em: float, port: Size) -> Iterator[_Sign]:
    """The signs with the places that their element gives them, where no inner one has given them any."""
    lists = {
        name: [length(part, whole, em) for part in re.split(r"[\s,]+", element.get(name, "").strip()) if part]
        for name, whole in (("x", port.width), ("y", port.height), ("dx", port.width), ("dy", port.height))
    }
    if not any(lists.values()):
        yield from signs
        return
    for at, sign in enumerate(signs):
        told = {name: values[at] for name, values in lists.items() if at < len(values) and values[at] is not None}
        x, y = sign.x if sign.x is not None else told.get("x"), sign.y if sign.y is not None else told.get("y")
        dx, dy = sign.dx or told.get("dx") or 0.0, sign.dy or told.get("dy") or 0.0
        yield replace(sign, x=x, y=y, dx=dx, dy=dy)


def _trimmed(signs: list[_Sign]) -> list[_Sign]:
    """The signs without spaces at both ends, and with one between any two words."""
    found: list[_Sign] = []
    waiting: _Sign | None = None
    for sign in signs:
        if sign.char == " " and (not found or found[-1].char == " "):
            if not sign.is_free:
                waiting = waiting or sign
            continue
        moved_by = waiting if waiting is not None and sign.is_free else sign
        found.append(replace(moved_by, char=sign.char, style=sign.style, em=sign.em))
        waiting = None
    while found and found[-1].char == " ":
        found.pop()
    return found


def _chunks(signs: Sequence[_Sign]) -> Iterator[list[_Sign]]:
    """The signs from one absolute place to the next."""
    chunk: list[_Sign] = []
    for sign in signs:
        if chunk and (sign.x is not None or sign.y is not None):
            yield chunk
            chunk = []
        chunk.append(sign)
    if chunk:
        yield chunk


def _numbered(chunk: Sequence[_Sign]) -> Iterator[tuple[int, _Sign]]:
    """The signs with the number of the run that they are set in: it ends where the look or the place changes."""
    number = 0
    for before, sign in zip((None, *chunk), chunk):
        if before is not None and (sign.style is not before.style or sign.dx or sign.dy):
            number += 1
        yield number, sign


def _baseline(sign: _Sign) -> float:
    style = sign.style
    asked = style.get("alignment-baseline") or style.get("dominant-baseline", "")
    below = _BASELINES.get(asked, 0.0) * sign.em
    shift = style.get("baseline-shift", "")
    return below + _SHIFTS.get(shift, 0.0) * sign.em - (length(shift, sign.em, sign.em) or 0.0)


def _decoration(sign: _Sign, width: float) -> Iterator[Command]:
    for word in sign.style.get("text-decoration", "").split():
        if word in _LINES and width > 0:
            top = (_LINES[word] - _LINE_WIDTH / 2) * sign.em
            yield from rectangle(Box(0.0, top, width, top + _LINE_WIDTH * sign.em))
