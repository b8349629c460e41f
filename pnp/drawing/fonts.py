"""Fonts: widths, coverage and outlines of their glyphs, one source of measures for every renderer."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from importlib.util import find_spec
from io import BytesIO
from logging import CRITICAL, getLogger
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category, combining, normalize

from pnp.drawing.fontfile import BadFont, sound_font
from pnp.drawing.fontmaking import Cut, is_static, made_static
from pnp.drawing.openfonts import Look, Wanted, is_emoji, open_fonts, remedy
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
_UNSEEN = "[\u200c-\u200f\u202a-\u202e\u2066-\u2069\ufe00-\ufe0f]"
_AS_EMOJI, _JOINER = "\ufe0f", "\u200d"
_EMOJI_FROM = "\U0001f000"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
# What belongs to the character before it, besides marks: signs of variants, shades of skin, tags.
_BELONGS = "[\u200c\u200d\u20e3\ufe00-\ufe0f\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_FIRST_TO_THE_LEFT = "\u0590"
_TO_THE_LEFT = (
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_ALPHABETS = (
    ("[\u0370-\u03ff\u1f00-\u1fff]", "αβγδεζηθικλμνξοπρστυφχψω"),
    ("[\u0400-\u052f]", "абвгдежзийклмнопрстуфхцчшщыьэюя"),
)
_FEW = 5  # letters: what Western fonts have of them for sums
_LEFTWARD = "\u200f"


class FontError(ValueError):
    """A font that cannot be used, or a text that it cannot print."""


class GlyphError(FontError):
    """A text that holds characters which no font at hand prints: `missing` ones, in the text's own `font`."""

    def __init__(self, font: Font, missing: Sequence[str], sentence: str) -> None:
        self.font, self.missing = font, tuple(missing)
        super().__init__(sentence)


class FontFileError(FontError):
    """A file that cannot be used as a font."""


def install(extras: str) -> str:
    """How to have the open fonts of these extras."""
    return f"install fonts that have it with: pip install 'pnp-tabletop[{extras}]'; or bring a font that has it"


@frozen(slots=False)
class Others:
    """The fonts that print what another one lacks: those that the deck names, and where a look is said, the open ones
    of installed packages. In the place of a character that none of them has stands `instead`, if anything.
    """

    named: tuple[Font, ...] = ()
    look: Look | None = None
    bold: bool = False
    italic: bool = False
    language: str = ""
    instead: str = ""
    wanted: Wanted = field(default_factory=Wanted, compare=False)

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        """In the order in which they are asked; packages are looked for when somebody does."""
        if self.look is None:
            return self.named
        found = open_fonts(self.look, self.bold, self.italic, self.language, self.wanted)
        return (*self.named, *(Font(each.name, each.path, each.cut, wanted=self.wanted) for each in found))


@frozen(slots=False)
class Font:
    """One font file, and those that print what it lacks. Widths are exact: every renderer places the same advances.

    What is no static TrueType font becomes one with the characters that are `wanted`, by its `cut`. Most text is set
    character by character, without kerning; what must be shaped is set by HarfBuzz.
    """

    name: str
    path: Path | SourceFile
    cut: Cut = Cut()
    others: Others = field(default=Others(), compare=False)
    wanted: Wanted = field(default_factory=Wanted, compare=False)

    @cached_property
    def data(self) -> bytes:
        """The font as every renderer takes it, checked and made anew; FontFileError for a file that is none."""
        try:
            data = self.path.read_bytes()
            if not is_static(data, self.cut):
                # What lies at a bare path came with a package.
                data = made_static(data, self.cut, self.wanted.characters, isinstance(self.path, Path))
            return sound_font(data)
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
    def _strays(self) -> frozenset[str]:
        """Letters of an alphabet of which the font has but a few, such as a pi for sums."""
        partial = [letters for letters, alphabet in _ALPHABETS if len(self._advances.keys() & set(alphabet)) < _FEW]
        return frozenset(char for char in self._advances if any(re.match(letters, char) for letters in partial))

    @cached_property
    def _sure(self) -> Mapping[str, float]:
        """The advances of what no other font is asked for."""
        if self.others.look is None and not self.others.named:
            return self._advances
        return {char: advance for char, advance in self._advances.items() if char not in self._strays}

    @cached_property
    def cap_height(self) -> float:
        """Height of a capital, in ems; old files do not tell, and two thirds are usual."""
        told = getattr(self._file["OS/2"], "sCapHeight", 0)
        return float(told / self._file["head"].unitsPerEm) if told > 0 else 2 / 3

    def missing(self, text: str) -> tuple[str, ...]:
        """The characters of the text that neither the font nor any of the others has a glyph for, each once."""
        if self._sure.keys() >= set(text):
            return ()
        return tuple(dict.fromkeys(char for char in normalize("NFC", text) if self._printer(char) is None))

    def _printer(self, cluster: str) -> Font | None:
        """The first font that has all of what belongs together; emoji come from a font of emoji where there is one."""
        if (_AS_EMOJI in cluster or cluster >= _EMOJI_FROM) and self.others.look:
            for other in self.others.fonts:
                if is_emoji(other.name) and other._has(cluster):
                    return other
        found = None
        for font in (self, *self.others.fonts) if not self._has(cluster) or cluster[:1] in self._strays else (self,):
            if font._has(cluster):
                found = found or font
                if cluster[:1] not in font._strays:
                    return font
        return found

    def _has(self, cluster: str) -> bool:
        return all(map(self._covers, cluster))

    def parts(self, text: str) -> tuple[tuple[Font, str], ...]:
        """The text as it is seen from left to right, each part in the one font that prints it.

        A part that runs to the left stands between marks that say so. FontError names each character without a glyph.
        """
        if self._sure.keys() >= set(text):
            return ((self, text),)
        known = self._split.get(text)
        if known is None:
            known = self._split[text] = self._parted(text)
        return known

    @cached_property
    def _split(self) -> dict[str, tuple[tuple[Font, str], ...]]:
        return {}

    def _parted(self, text: str) -> tuple[tuple[Font, str], ...]:
        composed = normalize("NFC", text)
        if missing := self.missing(text):
            self._refuse(missing)
            instead = self.others.instead if self._printer(self.others.instead) else ""
            composed = text = composed.translate(dict.fromkeys(map(ord, missing), instead))
        found = self._by_font(composed)
        if len(found) == 1:
            return ((found[0][0], text),)
        if not runs_to_the_left(text):
            return tuple(found)
        # Only text that runs to the left pays for this import.
        from pnp.drawing.shaping import runs

        seen: list[tuple[Font, str]] = []
        words = composed.strip(_LEFTWARD)
        for run in runs(words, None if words == composed else "R"):
            parts = self._by_font(words[run.start : run.stop])
            leftward = ((font, f"{_LEFTWARD}{part}{_LEFTWARD}") for font, part in reversed(parts))
            seen += leftward if run.leftward else parts
        return tuple(seen)

    def _by_font(self, text: str) -> list[tuple[Font, str]]:
        """The parts of a text in the order of reading, each in one font."""
        found: list[tuple[Font, str]] = []
        for cluster in clusters(text):
            font = self._printer(cluster)
            # A mark may be in another font than its letter; then each is printed by its own.
            pieces = [(font, cluster)] if font else [(self._printer(char) or self, char) for char in cluster]
            for each, piece in pieces:
                if found and found[-1][0] is each:
                    found[-1] = each, found[-1][1] + piece
                else:
                    found.append((each, piece))
        return found

    def _covers(self, char: str) -> bool:
        """Whether there is a glyph, or one for each part of a letter with marks."""
        if char in self._characters or re.match(_UNSEEN, char):
            return True
        parts = normalize("NFD", char)
        return parts != char and self._characters.keys() >= set(parts)

    def plain(self, text: str) -> str | None:
        """The text to set character by character, letters and their marks made one; None for one that must be shaped,
        or of which others print a part.

        FontError names each character that has no glyph.
        """
        if self._sure.keys() >= set(text):
            return text
        if missing := self.missing(text):
            self._refuse(missing)
            return None
        if any(font is not self for font, _ in self.parts(text)):
            return None
        composed = normalize("NFC", text)
        return composed if self._advances.keys() >= set(composed) else None

    def extras(self, missing: Sequence[str]) -> str:
        """The extras of this package whose fonts would print such characters as they are; empty where none would."""
        return remedy(missing, self.others.language) if self.others.look else ""

    def cure(self, missing: Sequence[str]) -> str:
        """How to have characters printed that neither the font nor any of the others has; empty for no such way."""
        if self.others.look:
            extras = self.extras(missing)
            return install(extras) if extras else ""
        extras = remedy(missing, self.others.language)
        open_ones = Others((), "sans", language=self.others.language, wanted=Wanted(lambda: missing)).fonts
        if not extras and not all(any(font._covers(sign) for font in open_ones) for sign in missing):
            return ""
        first = f"install open fonts with: pip install 'pnp-tabletop[{extras}]'; and " if extras else ""
        return f'{first}write fallback = ["noto"] under [fonts], or bring a font that has it'

    def _refuse(self, missing: Sequence[str]) -> None:
        names = ", ".join(f"'{char}' (U+{ord(char):04X})" for char in missing)
        if names and not self.others.instead:
            mend = self.cure(missing) or "use another character or bring a font that has it"
            raise GlyphError(self, missing, f"the font {self.path.stem} has no glyph for {names}; {mend}")

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
        return self._ems(text) * size * MM_PER_POINT

    def _ems(self, text: str) -> float:
        try:
            return fsum(map(self._sure.__getitem__, text))
        except KeyError:
            parts = self.parts(text)
        return fsum(font._own_ems(part) for font, part in parts)

    def _own_ems(self, text: str) -> float:
        """The width of what the font prints by itself."""
        composed = self.plain(text)
        return self.shaped(text).width if composed is None else fsum(map(self._advances.__getitem__, composed))

    def glyph(self, char: str) -> int | None:
        """The number that the file gives to the glyph of a character; None without one."""
        return self._characters.get(char)

    def outline(self, text: str) -> Commands:
        """The text as one path, in ems, baseline at y = 0 and y down; InputInvalid for a glyph that is damaged."""
        try:
            paths, x = [], 0.0
            for font, part in self.parts(text):
                paths.append(font._outline(font._places(part), x))
                x += font._own_ems(part)
            return tuple(command for path in paths for command in path)
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

    def _outline(self, places: Iterable[tuple[str, float, float]], start: float = 0.0) -> Commands:
        from pnp.drawing.pen import outline

        units = self._file["head"].unitsPerEm
        shifted = ((name, x + start * units, y) for name, x, y in places) if start else places
        return outline(self._file.getGlyphSet(), units, shifted)

    def glyph_advance(self, number: int) -> float:
        """The advance of a glyph by its number, in ems."""
        name = self._file.getGlyphName(number)
        return float(self._file["hmtx"].metrics[name][0] / self._file["head"].unitsPerEm)


def runs_to_the_left(text: str) -> bool:
    """Whether some of a text does."""
    return max(text, default="") >= _FIRST_TO_THE_LEFT and re.search(_TO_THE_LEFT, text) is not None


def clusters(text: str) -> Iterator[str]:
    """What belongs together in a text: a letter with its marks, an emoji with all that it is joined of, a flag."""
    start = 0
    for at in range(1, len(text)):
        belongs = re.match(_BELONGS, text[at]) or combining(text[at]) or category(text[at]).startswith("M")
        if not belongs and text[at - 1] != _JOINER and not (at - start == 1 and re.match(_FLAG, text[start : at + 1])):
            yield text[start:at]
            start = at
    if text:
        yield text[start:]


@frozen(slots=False)
class FontBook:
    """The fonts that faces may name, and the language of what is set in them, by whose patterns words are broken.

    `absent` says of fonts that cannot be had why, and how to mend it.
    """

    fonts: Mapping[str, Font]
    language: str = "en"
    absent: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, name: str) -> Font:
        try:
            return self.fonts[name]
        except KeyError:
            if name in self.absent:
                raise FontFileError(f"font '{name}' cannot be had: {self.absent[name]}") from None
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
