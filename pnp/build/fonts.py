"""The fonts of a game: those that come with pnp, those of its deck, and those that print what the others lack."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.definition.design import OPEN_FONTS, STYLES, FontChoice
from pnp.definition.model import Game
from pnp.drawing.fontmaking import Cut
from pnp.drawing.fonts import TEXT, Font, FontBook, Others, built_in_fonts
from pnp.drawing.openfonts import EXTRA, Look, Wanted, family
from pnp.sources import SourceFault

_LOOKS: Mapping[str, Look] = {"text": "serif", "display": "heavy", "noto": "sans", "noto-serif": "serif"}
_TEXTS = (".toml", ".csv", ".tsv", ".txt", ".md", ".po", ".json", ".yaml", ".yml")
_UNKNOWN = "?"
_ABSENT = f"it is of packages that are not installed; install them with: pip install 'pnp-tabletop[{EXTRA}]'"


def fonts_of(game: Game) -> FontBook:
    """The fonts of a game in its language; no file of them is opened before somebody prints with it."""
    return _Fonts(game).book()


def characters_of(game: Game) -> str:
    """The characters to which the fonts of a game are cut down; those of Western languages are always among them."""
    return Wanted(lambda: ("".join(_texts(game)),)).characters


class _Fonts:
    def __init__(self, game: Game) -> None:
        self._game, self._faces = game, game.design.fonts
        self._wanted = Wanted(lambda: _texts(game))
        self._built_in = built_in_fonts()

    def book(self) -> FontBook:
        absent = {}
        found = {name: self._with_others(font) for name, font in self._built_in.fonts.items()}
        for name in self._faces:
            if name not in found:
                found[name] = self._with_others(self._own(name))
        for name in OPEN_FONTS:
            for (bold, italic), end in STYLES.items() if name not in found else ():
                font = family(_LOOKS[name], bold, italic)
                if font is None:
                    absent[name + end] = _ABSENT
                else:
                    found[name + end] = self._with_others(Font(name + end, font.path, font.cut))
        return FontBook(found, self._game.language, absent)

    def _own(self, name: str) -> Font:
        """A face of the deck by itself; one whose file is not there yet looks as text does."""
        first = self._faces[name].first
        return self._chosen(name, first) if first else replace(self._built_in[TEXT], name=name)

    def _stands_in(self, name: str) -> bool:
        """Whether it is the face of a draft whose file is not there."""
        return name in self._faces and self._faces[name].first is None and name not in self._built_in.fonts

    def _chosen(self, name: str, choice: FontChoice) -> Font:
        return Font(name, choice.file, Cut(choice.index, choice.axes), wanted=self._wanted)

    def _with_others(self, font: Font) -> Font:
        """The font with those that print what it lacks."""
        name = font.name
        seen: dict[str, None] = {name: None}
        named: list[Font] = []
        for each in self._listed(name, seen):
            named.append(each if isinstance(each, Font) else self._chosen(f"{name}+{len(named) + 1}", each))
        looks = (each for each in map(_look_of, [*seen, *([TEXT] if self._stands_in(name) else [])]) if each)
        look, bold, italic = next(looks, (None, False, False))
        instead = _UNKNOWN if self._game.is_draft else ""
        others = Others(tuple(named), look, bold, italic, self._game.language, instead, self._wanted)
        return replace(font, others=others, wanted=self._wanted)

    def _listed(self, name: str, seen: dict[str, None]) -> Iterator[Font | FontChoice]:
        """What a face names, and what that names in turn, each once."""
        face = self._faces.get(name)
        for each in face.others if face else ():
            if isinstance(each, FontChoice):
                yield each
            elif each not in seen:
                seen[each] = None
                if each in self._built_in.fonts:
                    yield self._built_in.fonts[each]
                elif each in self._faces:
                    yield self._own(each)
                yield from self._listed(each, seen)


def _look_of(name: str) -> tuple[Look, bool, bool] | None:
    """What the open fonts beside a built-in face look like; None for a face of the deck."""
    for (bold, italic), end in STYLES.items():
        look = _LOOKS.get(name.removesuffix(end)) if name.endswith(end) else None
        if look:
            return look, bold, italic
    return None


def _texts(game: Game) -> Iterator[str]:
    """Everything that may be printed of a game: its texts as they are written, and as they are filled in."""
    for source in game.sources:
        if source.suffix.lower() in _TEXTS:
            try:
                yield source.read_bytes().decode("utf-8", "ignore")
            except SourceFault:
                continue  # told by whoever needs it
    yield from (game.title, game.summary, game.credits, *game.texts.values())
    for piece in game.faces():
        yield from _values(piece.values)
        yield from _values(piece.words)
    for table in game.tables.values():
        for row in table.rows:
            yield from row.values.values()


def _values(values: Mapping[str, str]) -> Iterable[str]:
    return values.values()
