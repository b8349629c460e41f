"""Fonts: widths, coverage and outlines of their glyphs, one source of measures for every renderer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from importlib.util import find_spec
from io import BytesIO
from logging import CRITICAL, getLogger
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import normalize

from pnp.drawing.fontfile import BadFont, sound_font
from pnp.errors import Finding, InputInvalid, not_installed
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT
from pnp.sources import SourceFile

if TYPE_CHECKING:
    from pnp.drawing.shapes import Commands
    from pnp.drawing.shaping import Shaped, Shaper

TEXT, TEXT_BOLD, TEXT_ITALIC, TEXT_BOLD_ITALIC = "text", "text-bold", "text-italic", "text-bold-italic"
DISPLAY = "display"

# Package, and file inside it, of each face that comes with pnp (SIL Open Font License).
_BUILT_IN = {
    TEXT: ("fontpkg_ibm_plex_serif", "IBMPlexSerif-Regular.ttf"),
    TEXT_BOLD: ("fontpkg_ibm_plex_serif", "IBMPlexSerif-SemiBold.ttf"),
    TEXT_ITALIC: ("fontpkg_ibm_plex_serif", "IBMPlexSerif-Italic.ttf"),
    TEXT_BOLD_ITALIC: ("fontpkg_ibm_plex_serif", "IBMPlexSerif-SemiBoldItalic.ttf"),
    DISPLAY: ("fontpkg_abril_fatface", "AbrilFatface-Regular.ttf"),
}

# What only shaping prints right: marks that belong to a letter, and scripts whose letters change places or forms.
_SHAPED = re.compile(
    "[\u0300-\u036f\u0483-\u0489\u0590-\u109f\u1100-\u11ff\u135d-\u135f\u1700-\u18af\u1900-\u1cff\u1dc0-\u1dff"
    "\u200c-\u200f\u202a-\u202e\u2066-\u2069\u20d0-\u20ff\u2de0-\u2dff\u302a-\u302f\u3099\u309a\ua66f-\ua69f"
    "\ua6f0-\ua6f1\ua800-\ua8ff\ua926-\uabff\ud7b0-\ud7ff\ufb1d-\ufdff\ufe00-\ufe0f\ufe20-\ufe2f\ufe70-\ufeff"
    "\U00010800-\U00011fff\U00016100-\U00016fff\U0001bc9d\U0001e000-\U0001efff\U0001f1e6-\U0001f1ff"
    "\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff]"
)
# What shaping takes account of and nobody sees, so that no font need have it.
_UNSEEN = re.compile("[\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f]")


class FontError(ValueError):
    """A font that cannot be used, or a text that it cannot print."""


class FontFileError(FontError):
    """A file that cannot be used as a font."""


@frozen(slots=False)
class Font:
    """One TrueType file. Widths are exact: every renderer places the same advances.

    Most text is set character by character, without kerning; what must be shaped is set by HarfBuzz.
    """

    name: str
    path: Path | SourceFile

    @cached_property
    def data(self) -> bytes:
        """The font as every renderer takes it, checked and made anew; FontFileError for a file that is none."""
        try:
            return sound_font(self.path.read_bytes())
        except OSError as failure:
            raise FontFileError(f"font '{self.name}': {self.path.name} cannot be read; bring another file") from failure
        except BadFont as failure:
            raise FontFileError(f"font '{self.name}': {self.path.name} {failure}; bring another file") from failure

    @cached_property
    def _file(self) -> Any:
        from fontTools.ttLib import TTFont

        getLogger("fontTools").setLevel(CRITICAL)  # what it says of odd dates concerns nobody who prints
        opened = TTFont(BytesIO(self.data), lazy=True)
        # Nobody asks for the names that a file gives to its glyphs, and reading or making them up takes long.
        opened.setGlyphOrder([f"glyph{number}" for number in range(opened["maxp"].numGlyphs)])
        return opened

    @cached_property
    def _characters(self) -> Mapping[str, int]:
        """Every character that there is a glyph for, and the number that the file gives to it."""
        return {chr(point): self._file.getGlyphID(name) for point, name in self._file.getBestCmap().items()}

    @cached_property
    def _advances(self) -> Mapping[str, float]:
        """Advance of each character that is set by itself, in ems."""
        units = self._file["head"].unitsPerEm
        metrics = self._file["hmtx"].metrics
        glyphs = ((chr(point), glyph) for point, glyph in self._file.getBestCmap().items())
        return {char: metrics[glyph][0] / units for char, glyph in glyphs if not _SHAPED.match(char)}

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital, in ems; old files do not tell, and two thirds are usual."""
        told = getattr(self._file["OS/2"], "sCapHeight", 0)
        return float(told / self._file["head"].unitsPerEm) if told > 0 else 2 / 3

    def missing(self, text: str) -> tuple[str, ...]:
        """The characters of the text that the font has no glyph for, each once."""
        if self._advances.keys() >= set(text):
            return ()
        return tuple(dict.fromkeys(char for char in normalize("NFC", text) if not self._covers(char)))

    def _covers(self, char: str) -> bool:
        """Whether there is a glyph, or one for each part of a letter with marks."""
        if char in self._characters or _UNSEEN.match(char):
            return True
        parts = normalize("NFD", char)
        return parts != char and self._characters.keys() >= set(parts)

    def plain(self, text: str) -> str | None:
        """The text to set character by character, letters and their marks made one; None for one that must be shaped.

        FontError names each character that has no glyph.
        """
        known = self._advances.keys()
        if known >= set(text):
            return text
        if missing := self.missing(text):
            names = ", ".join(f"'{char}' (U+{ord(char):04X})" for char in missing)
            mend = "use another character or bring a font that has it"
            raise FontError(f"the font {self.path.stem} has no glyph for {names}; {mend}")
        composed = normalize("NFC", text)
        return composed if known >= set(composed) else None

    def shaped(self, text: str) -> Shaped:
        """A line of text as glyphs; FontError for a script that the font cannot print as it is written."""
        from pnp.drawing.shaping import ShapingError

        known = self._lines.get(text)
        if known is None:
            try:
                known = self._lines[text] = self._shaper.shaped(normalize("NFC", text))
            except ShapingError as fault:
                sentence = f"the font {self.path.stem} cannot print {fault}; bring a font that can"
                raise FontError(sentence) from fault
        return known

    @cached_property
    def _lines(self) -> dict[str, Shaped]:
        return {}

    @cached_property
    def _shaper(self) -> Shaper:
        # Only text that must be shaped pays for this import.
        from pnp.drawing.shaping import Shaper, scripts_with_rules

        return Shaper(self.data, scripts_with_rules(self._file))

    def width(self, text: str, size: float) -> float:
        """Width in millimetres at `size` points; FontError names each character that has no glyph."""
        try:
            return fsum(map(self._advances.__getitem__, text)) * size * MM_PER_POINT
        except KeyError:
            composed = self.plain(text)
        return self.shaped(text).width * size * MM_PER_POINT if composed is None else self.width(composed, size)

    def glyph(self, char: str) -> int | None:
        """The number that the file gives to the glyph of a character; None without one."""
        return self._characters.get(char)

    def outline(self, text: str) -> Commands:
        """The text as one path, in ems, baseline at y = 0 and y down; InputInvalid for a glyph that is damaged."""
        try:
            return self._outline(self._places(text))
        except FontError:
            raise
        except Exception as failure:  # the curves of a damaged glyph make fontTools raise whatever comes
            message = f"the glyph for '{text}' is damaged; bring another file"
            raise InputInvalid([Finding("error", "font", self.path.name, message)]) from failure

    def glyph_outline(self, number: int) -> Commands:
        """A glyph by its number as one path, in ems, its origin at (0, 0) and y down."""
        return self._outline([(self._file.getGlyphName(number), 0.0, 0.0)])

    def _places(self, text: str) -> Iterator[tuple[str, float, float]]:
        """The glyph of each character, or each glyph of a text that is shaped, and its origin in the font's units."""
        composed = self.plain(text)
        if composed is None:
            units = self._file["head"].unitsPerEm
            for glyph in self.shaped(text).glyphs:
                yield self._file.getGlyphName(glyph.number), glyph.x * units, glyph.y * units
            return
        names, widths, advance = self._file.getBestCmap(), self._file["hmtx"].metrics, 0.0
        for char in composed:
            name = names[ord(char)]
            yield name, advance, 0.0
            advance += widths[name][0]

    def _outline(self, places: Iterable[tuple[str, float, float]]) -> Commands:
        from pnp.drawing.shapes import outline

        return outline(self._file.getGlyphSet(), self._file["head"].unitsPerEm, places)

    def glyph_advance(self, number: int) -> float:
        """The advance of a glyph by its number, in ems."""
        name = self._file.getGlyphName(number)
        return float(self._file["hmtx"].metrics[name][0] / self._file["head"].unitsPerEm)


@frozen(slots=False)
class FontBook:
    """The fonts that faces may name, and the language of what is set in them, by whose patterns words are broken."""

    fonts: Mapping[str, Font]
    language: str = "en"

    def __getitem__(self, name: str) -> Font:
        try:
            return self.fonts[name]
        except KeyError:
            raise FontError(f"no font is called '{name}'; there are {', '.join(self.fonts)}") from None

    def with_files(self, files: Mapping[str, SourceFile]) -> FontBook:
        """The same book with more faces, or others in their place."""
        return replace(self, fonts={**self.fonts, **{name: Font(name, path) for name, path in files.items()}})

    def in_language(self, language: str) -> FontBook:
        """The same book for texts of another language."""
        return replace(self, language=language)


def built_in_fonts() -> FontBook:
    """IBM Plex Serif in four styles and Abril Fatface, from their installed packages."""
    return FontBook({name: Font(name, _packaged(*place)) for name, place in _BUILT_IN.items()})


def _packaged(package: str, file: str) -> Path:
    spec = find_spec(package)
    path = Path(spec.origin).parent / "files" / file if spec is not None and spec.origin is not None else None
    if path is None or not path.is_file():
        raise not_installed(package)
    return path
