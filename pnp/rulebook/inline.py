"""Turns inline runs into the nodes that lines are broken from, measured in their type, with every hyphen marked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, FontBook
from pnp.frozen import frozen
from pnp.rulebook.blocks import Break, Icon, Inline, Run
from pnp.rulebook.lines import End, Hyphen, Letters, Node, Space
from pnp.units import MM_PER_POINT

_FONTS = {(False, False): TEXT, (True, False): TEXT_BOLD, (False, True): TEXT_ITALIC, (True, True): TEXT_BOLD_ITALIC}
_LEAST_BEFORE, _LEAST_AFTER = 2, 3  # letters of a broken word on either line
_HYPHEN_COST, _BREAK_COST = 60.0, 20.0
_PARTS = re.compile(r"[^\u2014\u2013/]*[\u2014\u2013/]|[^\u2014\u2013/]+")
_TYPED = re.compile(r"[^_=/]*[_=/]+|[^_=/]+")
_SPACES = re.compile(r"[ \t\n]+")
ICON = 1.15  # of the cap height
# Looks as a hyphen does; who reads the text out of a file knows by it that the word was one.
SOFT_HYPHEN = "\u00ad"


@frozen
class Type:
    """How words are set: size in points, leading in sizes, colours of words and of links, and the fonts."""

    size: float
    leading: float
    colour: Colour
    linked: Colour
    regular: str = TEXT
    bold: bool = False
    italic: bool = False

    @property
    def line(self) -> float:
        """From baseline to baseline, in millimetres."""
        return self.size * self.leading * MM_PER_POINT

    def font(self, bold: bool, italic: bool) -> str:
        """The font of a run; a type with a face of its own, such as a display face, has only that."""
        if self.regular != TEXT:
            return self.regular
        return _FONTS[bold or self.bold, italic != self.italic]


@frozen(slots=False)
class Words:
    """Turns inline runs into nodes; `faces` are the pieces that may stand among words."""

    fonts: FontBook
    faces: Mapping[str, Face]
    language: str

    def nodes(self, content: Iterable[Inline], type_: Type, hyphenate: bool = True) -> list[Node]:
        """The nodes of a paragraph, ended; FontError for a character that has no glyph."""
        split = hyphenator(self.language) if hyphenate else _whole
        nodes: list[Node] = []
        for inline in content:
            match inline:
                case Break():
                    nodes.append(End())
                case Icon():
                    nodes.append(self._icon(inline, type_))
                case Run():
                    nodes += self._run(inline, type_, _whole if inline.code else split)
        return [*_without_edges(nodes), End()]

    def width(self, text: str, type_: Type, bold: bool = False) -> float:
        """The width of words on one line, in millimetres."""
        return self.fonts[type_.font(bold, False)].width(text, type_.size)

    def cap(self, type_: Type) -> float:
        """The height of a capital, in millimetres."""
        return self.fonts[type_.font(False, False)].cap_height * type_.size * MM_PER_POINT

    def _icon(self, icon: Icon, type_: Type) -> Letters:
        face = self.faces[icon.face]
        size = face.top or face.trim.size
        height = self.cap(type_) * ICON if icon.lines <= 1 else type_.line * icon.lines
        width = size.width * height / size.height
        return Letters(
            icon.alt, type_.font(False, False), type_.size, type_.colour, width, icon.link, icon.face, height
        )

    def _run(self, run: Run, type_: Type, split: Callable[[str], Sequence[str]]) -> Iterator[Node]:
        font = type_.font(run.bold or run.code, run.italic)
        set_ = partial(self._letters, font, type_, run.link)
        space = self.fonts[font].width(" ", type_.size)
        for at, word in enumerate(_SPACES.split(run.text)):
            if at:
                yield Space(space, space * 0.5, space * 0.3)
            for number, part in enumerate((_TYPED if run.code else _PARTS).findall(word)):
                if number:
                    yield Hyphen(set_(""), _BREAK_COST)
                yield from _syllables(split(part), set_)

    def _letters(self, font: str, type_: Type, link: str | None, text: str) -> Letters:
        colour = type_.colour if link is None else type_.linked
        return Letters(text, font, type_.size, colour, self.fonts[font].width(text, type_.size), link)


def _syllables(parts: Sequence[str], set_: Callable[[str], Letters]) -> Iterator[Node]:
    yield set_(parts[0])
    for before, part in pairwise(parts):
        yield Hyphen(set_("" if before.endswith("-") else SOFT_HYPHEN), _HYPHEN_COST)
        yield set_(part)


def _whole(word: str) -> Sequence[str]:
    return (word,)


def _without_edges(nodes: list[Node]) -> list[Node]:
    """Without spaces at either end, and with one where two runs both brought theirs."""
    kept: list[Node] = []
    for node in nodes:
        if isinstance(node, Space) and (not kept or isinstance(kept[-1], Space | End)):
            continue
        kept.append(node)
    while kept and isinstance(kept[-1], Space):
        kept.pop()
    return kept


@cache
def hyphenator(language: str) -> Callable[[str], Sequence[str]]:
    """What splits a word into the parts between which it may break, by the patterns of that language."""
    import pyphen

    known = pyphen.language_fallback(language)
    if not known:
        return _whole
    patterns = pyphen.Pyphen(lang=known, left=_LEAST_BEFORE, right=_LEAST_AFTER)

    @cache
    def split(word: str) -> Sequence[str]:
        parts = patterns.inserted(word, "\u00ad").split("\u00ad")
        short = sum(map(str.isalpha, word)) < _LEAST_BEFORE + _LEAST_AFTER + 1
        return (word,) if short or any(not any(map(str.isalpha, part)) for part in parts) else tuple(parts)

    return split
