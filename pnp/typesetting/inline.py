"""Between inline runs and lines: runs measured as the nodes that lines are broken from, and broken lines as shapes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import groupby, pairwise

from pnp.drawing.face import Face
from pnp.drawing.fonts import Font, FontBook
from pnp.drawing.lines import End, Hyphen, Letters, Node, Space, TypesetLine
from pnp.drawing.markup import SOFT_HYPHEN
from pnp.drawing.shapes import Group, Shape, Symbol, Text
from pnp.drawing.text import word_parts
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT
from pnp.language.breaks import unspaced_parts
from pnp.typesetting.blocks import Break, Icon, Inline, TextRun
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import Type

_LEAST, _SHORTEST = 3, 8  # letters of a broken word on either line, and of it all
_HYPHEN_COST, _BREAK_COST = 60.0, 20.0
_WHOLE = r"(?:[^\u2014\u2013/]|/(?=[0-9]))"  # a slash between numbers, as in 10/11, ends no line
_PARTS = re.compile(rf"{_WHOLE}*(?:[\u2014\u2013]|/(?![0-9]))|{_WHOLE}+")
_WORD = re.compile(r"[^\W\d_].*[^\W\d_]")
_TYPED = re.compile(r"[^_=/]*[_=/]+|[^_=/]+")
_CAPITAL_INSIDE = re.compile(r"[a-zà-ÿ][A-ZÀ-Þ]")
_SPACES = re.compile(r"[ \t\n]+")
_ICON = 1.15  # of the cap height


@frozen(slots=False)
class InlineSetter:
    """Measures words and turns inline runs into nodes; `faces` are the pieces that may stand among words."""

    fonts: FontBook
    faces: Mapping[str, Face]
    language: str

    def nodes(self, content: Iterable[Inline], type_: Type, hyphenate: bool = True) -> list[Node]:
        """The nodes of a paragraph, ended; FontError for a character that has no glyph."""
        nodes: list[Node] = []
        for inline in content:
            match inline:
                case Break():
                    nodes.append(End())
                case Icon():
                    nodes.append(self._icon(inline, type_))
                case TextRun():
                    nodes += self._run(inline, type_, hyphenate and not inline.code)
        return [*_without_edges(nodes), End()]

    def width(self, text: str, type_: Type, bold: bool = False) -> float:
        """The width of words on one line, in millimetres."""
        return self.fonts[type_.font(bold)].width(text, type_.size)

    def cap(self, type_: Type) -> float:
        """The height of a capital, in millimetres."""
        return self.fonts[type_.font()].cap_height * type_.size * MM_PER_POINT

    def baseline(self, type_: Type) -> float:
        """Where letters stand in a strip of one line: the air above capitals as large as that below."""
        return (type_.line + self.cap(type_)) / 2

    def _icon(self, icon: Icon, type_: Type) -> Letters:
        face = self.faces[icon.face]
        size = face.trim.size if face.top is None else face.top.bounds if isinstance(face.top, Symbol) else face.top
        height = self.cap(type_) * _ICON if icon.lines <= 1 else type_.line * icon.lines
        width = size.width * height / size.height
        return Letters(icon.alt, type_.font(), type_.size, type_.colour, width, icon.link, icon.face, height)

    def _run(self, run: TextRun, type_: Type, hyphenate: bool) -> Iterator[Node]:
        name = type_.font(run.bold or run.code, run.italic)
        font, colour = self.fonts[name], type_.colour if run.link is None else type_.linked

        def letters(text: str) -> Letters:
            loose = len(font.plain(text) or "")  # what only shaping prints right stays as it is
            return Letters(text, name, type_.size, colour, font.width(text, type_.size), run.link, loose=loose)

        space = font.width(" ", type_.size)
        for at, word in enumerate(_SPACES.split(run.text)):
            if at:
                yield Space(space, space * 0.5, space * 0.3)
            for number, (part, cost) in enumerate(_parts(word, _TYPED if run.code else _PARTS)):
                if number:
                    yield Hyphen(letters(""), cost)
                syllables = syllables_of(part, self.language) if hyphenate else (part,)
                yield letters(syllables[0])
                for before, after in pairwise(syllables):
                    yield Hyphen(letters("" if before.endswith("-") else SOFT_HYPHEN), _HYPHEN_COST)
                    yield letters(after)


def _parts(word: str, signs: re.Pattern[str]) -> Iterator[tuple[str, float]]:
    """The parts of a word between which a line may end without a hyphen, and what that costs before each."""
    for part in signs.findall(word):
        for number, each in enumerate(unspaced_parts(part)):
            yield each, 0.0 if number else _BREAK_COST


def _without_edges(nodes: list[Node]) -> list[Node]:
    """Without spaces at either end, and with one where two runs both brought theirs."""
    kept: list[Node] = []
    for node in nodes:
        if not isinstance(node, Space) or (kept and not isinstance(kept[-1], Space | End)):
            kept.append(node)
    return kept[:-1] if kept and isinstance(kept[-1], Space) else kept


@lru_cache(maxsize=8192)
def syllables_of(word: str, language: str) -> tuple[str, ...]:
    """The parts between which a word may break, with three letters at least on either side: a long one, or one with a
    hyphen and only there; but no name. German writes every noun with a capital; elsewhere what begins with one is a
    name, and everywhere what has one inside (DriveThruCards).
    """
    core = _WORD.search(word)
    if (
        core is None
        or _letters(core[0]) < (2 * _LEAST if "-" in core[0] else _SHORTEST)
        or (core[0][0].isupper() and not language.startswith("de"))
        or _CAPITAL_INSIDE.search(core[0])
    ):
        return (word,)
    before, after = word[: core.start()], word[core.end() :]
    if "-" in core[0]:
        parts = _at_hyphens(core[0])
    else:
        parts = word_parts(core[0], language, _LEAST, _LEAST)
    parts = parts if all(_letters(part) for part in parts) else (core[0],)
    return tuple(
        f"{before if at == 0 else ''}{part}{after if at == len(parts) - 1 else ''}" for at, part in enumerate(parts)
    )


def _at_hyphens(word: str) -> tuple[str, ...]:
    """A word with hyphens, in parts that end with them and that are long enough to stand by themselves."""
    parts = [""]
    for each in re.findall("[^-]*-*", word):
        joins = not each or min(_letters(parts[-1]), _letters(each)) < _LEAST
        parts[-1:] = [parts[-1] + each] if joins else [parts[-1], each]
    return tuple(parts)


def _letters(text: str) -> int:
    return sum(map(str.isalpha, text))


_UNSPREAD = "\u00a0"
"""The space that never grows; in a PDF it has the code of a common one, which does."""
_SAME = 1e-4
"""Up to how many millimetres two spaces are as wide as each other."""


def line_shapes(line: TypesetLine, y: float, illustrator: Illustrator) -> Iterator[Shape]:
    """The line on its baseline `y`; every word carries the space that follows it, which shows nothing, unless it goes
    on in the next line. Words that lead to the same place are one link.
    """
    words = _joined(line)
    ends = [x for x, _ in words[1:]]
    gaps = [end > x + letters.width + 1e-6 for (x, letters), end in zip(words, ends)] + [not line.parted]
    for link, group in groupby(zip(words, gaps), key=lambda word: word[0][1].link):
        each = (_shape(letters, x, y, " " if gap else "", illustrator) for (x, letters), gap in group)
        shapes = tuple(_spread(each, illustrator.fonts))
        yield from shapes if link is None else (Group(shapes, link=link),)


def _spread(words: Iterable[Shape], fonts: FontBook) -> Iterator[Shape]:
    """Words that look alike and stand equally far apart as one text, whose spaces are spread to that distance.

    What only shaping prints right stays word by word: how wide a space is there is the shaper's affair.
    """
    pending: Text | None = None
    for word in words:
        text = word if isinstance(word, Text) else None
        joined = _one_text(pending, text, fonts[text.font]) if pending and text else None
        if pending and not joined:
            yield pending
        pending = joined or text
        if text is None:
            yield word
    if pending is not None:
        yield pending


def _one_text(before: Text, word: Text, font: Font) -> Text | None:
    """Both as one text; None where they look different, touch, are shaped, or stand further apart than those before."""
    looks = (before.font, before.size, before.colour, before.tracking)
    if looks != (word.font, word.size, word.colour, word.tracking):
        return None
    both = before.text + word.text
    if not before.text.endswith(" ") or _UNSPREAD in both or font.plain(both) is None:
        return None
    spaces = before.text.count(" ")
    width = font.width(before.text, before.size)
    width += before.tracking and before.tracking * len(font.plain(before.text) or "")
    spread = (word.x - before.x - width) / spaces
    spread = spread if abs(spread) > _SAME / 10 else 0.0
    if spaces > 1 and abs(spread - before.spread) > _SAME:
        return None
    return replace(before, text=both, spread=spread)


def _shape(letters: Letters, x: float, y: float, after: str, illustrator: Illustrator) -> Shape:
    if letters.face is None:
        look = (letters.font, letters.size, letters.colour)
        return Text(x, y, letters.text + after, *look, tracking=letters.tracking)
    icon = (illustrator.icon(letters, x, y),)
    return Group(icon, role="icon", alt=letters.text + after) if letters.text else Group(icon, role="background")


def _joined(line: TypesetLine) -> list[tuple[float, Letters]]:
    """Runs that touch and look alike as one, so that whoever reads the file gets whole words."""
    joined: list[tuple[float, Letters]] = []
    for x, letters in line.runs:
        if joined and _continues(*joined[-1], x, letters):
            start, before = joined[-1]
            whole, width = before.text + letters.text, before.width + letters.width
            joined[-1] = start, replace(before, text=whole, width=width)
        else:
            joined.append((x, letters))
    return joined


def _continues(start: float, before: Letters, x: float, letters: Letters) -> bool:
    looks = (letters.font, letters.size, letters.colour, letters.link, letters.tracking)
    is_alike = looks == (before.font, before.size, before.colour, before.link, before.tracking)
    return is_alike and before.face is None and letters.face is None and abs(start + before.width - x) < 1e-6
