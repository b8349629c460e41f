"""Font files in; widths, coverage and glyph outlines out, one metrics source for every renderer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from io import BytesIO
from logging import CRITICAL, getLogger
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.drawing.fontfile import BadFont, sound_font
from pnp.errors import Finding, InputInvalid
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from pnp.drawing.shapes import Command

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


class FontError(ValueError):
    """A font that cannot be used, or a text that it cannot print."""


class FontFileError(FontError):
    """A file that cannot be used as a font."""


@dataclass(frozen=True)
class Font:
    """One TrueType file. Widths are exact: ReportLab places the same advances, and no kerning is applied."""

    name: str
    path: Path

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
        return TTFont(BytesIO(self.data), lazy=True)

    @cached_property
    def _advances(self) -> Mapping[str, float]:
        """Advance of each character, in ems."""
        units = self._file["head"].unitsPerEm
        metrics = self._file["hmtx"].metrics
        return {chr(point): metrics[glyph][0] / units for point, glyph in self._file.getBestCmap().items()}

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital, in ems; old files do not tell, and two thirds are usual."""
        told = getattr(self._file["OS/2"], "sCapHeight", 0)
        return float(told / self._file["head"].unitsPerEm) if told > 0 else 2 / 3

    def missing(self, text: str) -> tuple[str, ...]:
        """The characters of the text that the font has no glyph for, each once."""
        return tuple(dict.fromkeys(char for char in text if char not in self._advances))

    def width(self, text: str, size: float) -> float:
        """Width in millimetres at `size` points; FontError names each character that has no glyph."""
        try:
            return sum(map(self._advances.__getitem__, text)) * size * MM_PER_POINT
        except KeyError:
            raise FontError(_missing_sentence(self, self.missing(text))) from None

    def outline(self, text: str) -> tuple[Command, ...]:
        """The text as one path, in ems, baseline at y = 0 and y down; InputInvalid for a glyph that is damaged."""
        from pnp.drawing.outlines import text_outline

        if missing := self.missing(text):
            raise FontError(_missing_sentence(self, missing))
        try:
            return text_outline(self._file, text)
        except Exception as failure:  # the curves of a damaged glyph make fontTools raise whatever comes
            message = f"the glyph for '{text}' is damaged; bring another file"
            raise InputInvalid([Finding("error", "font", self.path.name, message)]) from failure


def _missing_sentence(font: Font, missing: Iterable[str]) -> str:
    names = ", ".join(f"'{char}' (U+{ord(char):04X})" for char in missing)
    return f"the font {font.path.stem} has no glyph for {names}; use another character or bring a font that has it"


@dataclass(frozen=True)
class FontBook:
    """The fonts that faces may name, and the language of what is set in them, by whose patterns words are broken."""

    fonts: Mapping[str, Font]
    language: str = "en"

    def __getitem__(self, name: str) -> Font:
        try:
            return self.fonts[name]
        except KeyError:
            raise FontError(f"no font is called '{name}'; there are {', '.join(self.fonts)}") from None

    def with_files(self, files: Mapping[str, Path]) -> FontBook:
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
    if spec is None or spec.origin is None:
        raise FontError(f"the font package {package.replace('_', '-')} is not installed; install pnp-tabletop anew")
    return Path(spec.origin).parent / "files" / file
