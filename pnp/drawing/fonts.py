"""Font files in; widths, coverage and glyph outlines out, one metrics source for every renderer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pnp.packages import not_installed
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
    def _file(self) -> Any:
        from fontTools.ttLib import TTFont

        try:
            opened = TTFont(BytesIO(self.path.read_bytes()), lazy=True)
            static = "glyf" in opened and "fvar" not in opened
            opened["head"].unitsPerEm, opened["hmtx"].metrics, opened["OS/2"], opened.getBestCmap().items()
        except Exception as failure:  # a damaged file makes fontTools raise whatever comes
            raise FontFileError(f"font '{self.name}': {self.path.name} cannot be read; bring another file") from failure
        if not static:
            sentence = f"{self.path.name} must be a static TrueType file (with a glyf table); bring one"
            raise FontFileError(f"font '{self.name}': {sentence}")
        return opened

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
        """The text as one path, in ems, baseline at y = 0 and y down."""
        from pnp.drawing.outlines import text_outline

        if missing := self.missing(text):
            raise FontError(_missing_sentence(self, missing))
        return text_outline(self._file, text)


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
    path = Path(spec.origin).parent / "files" / file if spec is not None and spec.origin is not None else None
    if path is None or not path.is_file():
        raise not_installed(package)
    return path
