"""The open fonts of installed packages, which print what other fonts lack: Noto for most scripts, and signs and emoji.

They are extras of this package, so that nobody installs what no deck of theirs needs. Which of them print a text and in
which order depends on the text and the packages alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple
from unicodedata import normalize

from pnp.drawing.fontmaking import Cut

Look = Literal["serif", "sans", "heavy"]
"""What letters of the open fonts look like beside those of the font that they stand in for."""
EXTRA = "fonts"
"""The extra of this package that brings them, but for the scripts of East Asia."""

_SERIF, _SIGNS = "fontpkg_noto_serif", "manimgx_fonts"
_EMOJI = "NotoEmoji[wght].ttf"
_WEIGHTS: Mapping[tuple[Look, bool], float] = {
    ("serif", False): 400, ("serif", True): 600, ("sans", False): 400, ("sans", True): 700, ("heavy", False): 900,
    ("heavy", True): 900,
}  # fmt: skip
_BOLDEST = 700  # of the fonts for signs and scripts
# East Asia: package, fonts with and without serifs, and the extra that brings them, by language.
_EAST: Mapping[str, tuple[str, str, str, str]] = {
    "ja": ("pylopdf_fonts_jp", "NotoSerifJP-Regular.otf", "NotoSansJP-Regular.otf", "fonts-jp"),
    "ko": ("pylopdf_fonts_ko", "NotoSerifKR-Regular.otf", "NotoSansKR-Regular.otf", "fonts-ko"),
    "zh": ("pylopdf_fonts_zh_cn", "NotoSerifSC-Regular.otf", "NotoSansSC-Regular.otf", "fonts-zh-cn"),
    "zh-tw": ("pylopdf_fonts_zh_tw", "NotoSerifTC-Regular.otf", "NotoSansTC-Regular.otf", "fonts-zh-tw"),
}  # fmt: skip
_TRADITIONAL = ("zh-tw", "zh-hk", "zh-mo", "zh-hant")
_KANA, _HANGUL, _BOPOMOFO = range(0x3040, 0x3100), range(0xAC00, 0xD7A4), range(0x3105, 0x3130)
_HAN = (range(0x2E80, 0x3000), range(0x3400, 0xA000), range(0xF900, 0xFB00), range(0x20000, 0x32000))
_WIDE = (range(0x3000, 0x3040), range(0x31C0, 0x3400), range(0xFF00, 0xFFF0))  # signs, and letters of their width
_EASTERN = (*_HAN, *_WIDE, _KANA, _HANGUL, _BOPOMOFO)
# The scripts of the fonts that are no one's of East Asia; signs and emoji belong to none.
_WESTERN = frozenset({
    "Arab", "Armn", "Beng", "Cyrl", "Deva", "Ethi", "Geor", "Grek", "Gujr", "Guru", "Hebr", "Khmr", "Knda", "Laoo",
    "Latn", "Mlym", "Mymr", "Orya", "Sinh", "Taml", "Telu", "Thai", "Zinh", "Zyyy",
})  # fmt: skip
# Where letters of one row are wanted one by one, since there are thousands of them.
_ALONE = (*_HAN, _HANGUL, range(0x1F000, 0x20000))
_ROW = 128
_ALWAYS = (*range(0x20, 0x250), *range(0x2000, 0x2180))


class Wanted:
    """The characters that may be printed: those of some texts with their neighbours, and those of Western languages."""

    def __init__(self, texts: Callable[[], Iterable[str]] = tuple) -> None:
        """`texts` is asked when a font is first cut down to them."""
        self._texts = texts

    @cached_property
    def characters(self) -> str:
        """In the order of their numbers."""
        found: set[str] = set()
        for text in self._texts():
            found |= set(text)
            if not text.isascii():
                found |= set(normalize("NFC", text)) | set(normalize("NFD", text))
        points = {*map(ord, found), *_ALWAYS}
        rows = {point // _ROW for point in points if not _is_in(point, _ALONE)}
        points.update(point for row in rows for point in range(row * _ROW, (row + 1) * _ROW))
        return "".join(chr(point) for point in sorted(points) if not 0xD800 <= point < 0xE000)


def _is_in(point: int, ranges: Iterable[range]) -> bool:
    return any(point in each for each in ranges)


class OpenFont(NamedTuple):
    """A font of an installed package: a name of its own, its file, and what is made of it."""

    name: str
    path: Path
    cut: Cut


def family(look: Look, bold: bool, italic: bool) -> OpenFont | None:
    """The font for Western languages; None where its package is not installed."""
    weight, style = _WEIGHTS[look, bold], "-Italic" if italic else ""
    if look == "sans":
        return _font(_SIGNS, f"NotoSans{style}[wght].ttf", weight)
    return _font(_SERIF, f"files/NotoSerif{style}[wdth,wght].ttf", weight)


def open_fonts(look: Look, bold: bool, italic: bool, language: str, wanted: Wanted) -> Iterator[OpenFont]:
    """What prints the characters that a font of that look lacks, the best first; none where nothing is installed.

    Of the fonts for East Asia, in which one character looks different from language to language, that of the deck's
    language goes first, and otherwise that of its letters.
    """
    weight = _WEIGHTS[look, bold]
    found = [family(look, bold, italic), family("sans", bold, italic)]
    signs, *scripts = _scripts()
    found += [_font(_SIGNS, signs, weight), _font(_SIGNS, _EMOJI, weight)]
    for tongue in _eastern(language, wanted.characters):
        package, serif, sans, _ = _EAST[tongue]
        found.append(_font(package, serif if look == "serif" and not bold else sans, None))
    found += [_font(_SIGNS, file, weight) for file in scripts]
    return (font for font in dict.fromkeys(found) if font is not None)


def is_emoji(font: str) -> bool:
    """Whether the font of that name draws emoji."""
    return font.startswith(_EMOJI.partition("[")[0])


def remedy(characters: Iterable[str], language: str) -> str:
    """What to install for characters that no font at hand has, as extras of this package; empty where nothing helps."""
    # Only a mistake pays for this import.
    from fontTools.unicodedata import script

    extras: set[str] = set()
    for char in characters:
        if _is_in(ord(char), _EASTERN):
            package, *_, extra = _EAST[_tongue(ord(char), language)]
            missing = find_spec(package) is None
        else:
            missing, extra = script(char) in _WESTERN and not (find_spec(_SIGNS) and find_spec(_SERIF)), EXTRA
        if missing:
            extras.add(extra)
    return ",".join(sorted(extras))


def versions() -> Iterator[str]:
    """The installed packages that bring open fonts, each with its version, as installers name them."""
    for package in (_SERIF, _SIGNS, *(package for package, *_ in _EAST.values())):
        folder = _folder(package)
        told = folder.parent.glob(f"{package}-*.dist-info") if folder else ()
        yield " ".join((package, *sorted(path.name for path in told))) if folder else ""


def _tongue(point: int, language: str) -> str:
    """The language whose font to install for a character of East Asia."""
    own = _own_tongue(language)
    return own or ("ko" if point in _HANGUL else "zh-tw" if point in _BOPOMOFO else "ja")


def _own_tongue(language: str) -> str:
    tag = language.lower()
    if tag.startswith(_TRADITIONAL):
        return "zh-tw"
    return tag.partition("-")[0] if tag.partition("-")[0] in _EAST else ""


def _eastern(language: str, characters: str) -> Iterator[str]:
    points = set(map(ord, characters))
    if not any(_is_in(point, _EASTERN) for point in points):
        yield from _EAST  # none is asked for a letter, and perhaps one for a sign
        return
    first = _own_tongue(language)
    if not first:
        first = "ja" if not points.isdisjoint(_KANA) else "ko" if not points.isdisjoint(_HANGUL) else "zh"
    yield from dict.fromkeys((first, *_EAST))


@cache
def _scripts() -> tuple[str, ...]:
    """The fonts of one script each, that of signs first."""
    signs = _folder(_SIGNS)
    files = sorted(path.name for path in signs.glob("NotoSans?*[[]wght].ttf")) if signs else []
    own = [name for name in files if not name.startswith(("NotoSans-", "NotoSansSymbols"))]
    return "NotoSansSymbols[wght].ttf", *own


@cache
def _folder(package: str) -> Path | None:
    spec = find_spec(package)
    return Path(spec.origin).parent if spec is not None and spec.origin is not None else None


@cache
def _font(package: str, file: str, weight: float | None) -> OpenFont | None:
    folder = _folder(package)
    if folder is None or not (folder / file).is_file():
        return None
    stem = Path(file).name.partition("[")[0].removesuffix(".otf")
    if weight is None:
        return OpenFont(stem, folder / file, Cut())
    weight = min(weight, _BOLDEST) if package == _SIGNS else weight
    axes = (("wght", weight), *((("wdth", 100.0),) if "wdth" in file else ()))
    return OpenFont(f"{stem}-{weight:g}", folder / file, Cut(axes=axes))
