"""Reads marked-up texts: words with their looks, icons among them, paragraphs and the items of lists."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field, replace
from functools import cached_property
from itertools import groupby
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import FontBook
from pnp.drawing.lines import Letters, Word
from pnp.drawing.looks import Look, Restyling
from pnp.drawing.shapes import Symbol
from pnp.frozen import frozen, mutable
from pnp.geometry import MM_PER_POINT
from pnp.language.breaks import unspaced_parts
from pnp.language.markup import ITEM, Bracket, Sign, emphasis, spans
from pnp.language.wording import DOTTED

TIED = "\u00a0\u202f"
"""Spaces at which no line ends."""
SOFT_HYPHEN = "\u00ad"
"""Where a word may be broken, and nothing to see elsewhere; at the end of a line it looks as a hyphen does, and who
reads the text out of a file knows by it that the word was one.
"""
BLANKS = re.compile(rf"[^\S{TIED}]+")
_MARKUP = re.compile(rf"\\[\\*{{}}]|\*|\n|[^\S\n{TIED}]+|[^\s*{{}}\\]+|[{TIED}]+|[{{}}\\]")
_WITH_ICONS = re.compile(rf"\{{[^{{}}]+\}}|{_MARKUP.pattern}")
_WITH_SPANS = re.compile(rf"\{{[^{{}}]+\}}|\\[\\*{{}}[\]]|\*|\n|[^\S\n{TIED}]+|[^\s*{{}}\\[\]]+|[{TIED}]+|[{{}}\\[\]]")
_ESCAPED_ITEM = re.compile(r" *(?:([0-9]{1,3})\\(?=[.)] )|\\(?=- ))")
_MARKER_GAP = 0.45  # ems between the marker of an item and its words
_NEST = 2  # spaces before an item within another


class IconError(ValueError):
    """A text that names an icon which is not there."""


@frozen
class Styling:
    """What a text may hold besides stars and icons: words in other styles, by their names, and items of lists, each
    with this bullet, which is marked up itself. `icon` makes the icons, in the colour of the letters around them.
    """

    look: Look
    spans: Mapping[str, Restyling]
    bullet: str
    icon: Callable[[str, Colour], Symbol]


@frozen
class Paragraph:
    """Words between two line breaks; those of a list hang by so much, and before an item's stands its marker, `gap`
    away.
    """

    words: tuple[Word, ...]
    hang: float = 0.0
    gap: float = 0.0
    marker: Word | None = None


def capitals(text: str, language: str) -> str:
    """The text in capitals as a language has them: Turkish i becomes İ."""
    return (text.replace("i", "İ") if language.partition("-")[0] in DOTTED else text).upper()


@frozen
class _Line:
    """A line as it is typed: its words, how deep it lies in a list (0 for none), and the marker of an item."""

    words: tuple[Word, ...]
    depth: int
    marker: Word | None


@mutable
class MarkupReader:
    """Reads texts that begin with one look, at a size in points; `icon` is the height of icons, in cap heights.

    What it measures is in millimetres.
    """

    size: float
    look: Look
    fonts: FontBook
    icons: Mapping[str, Symbol]
    icon: float
    language: str
    styling: Styling | None = None
    _spaces: dict[Look, float] = field(default_factory=dict)

    def paragraphs(self, text: str) -> list[Paragraph]:
        """The paragraphs of a text; FontError for a character with no glyph, IconError for an unknown icon."""
        lines = list(_Reading(self, text).lines())
        return (
            list(self._hanging(lines))
            if any(line.depth for line in lines)
            else [Paragraph(line.words) for line in lines]
        )

    def points(self, look: Look) -> float:
        """The size of letters."""
        return self.size * look.scale

    def cap(self, look: Look) -> float:
        """The height of a capital."""
        return self.fonts[look.font()].cap_height * self.points(look) * MM_PER_POINT

    def space(self, look: Look) -> float:
        """The width of a space."""
        if look is self.look:
            return self._own_space
        if look not in self._spaces:
            self._spaces[look] = self._measured_space(look)
        return self._spaces[look]

    @cached_property
    def _own_space(self) -> float:
        return self._measured_space(self.look)

    def _measured_space(self, look: Look) -> float:
        return self.fonts[look.font()].width(" ", self.points(look)) + self.tracking(look)

    def tracking(self, look: Look) -> float:
        """How far letters are set apart."""
        return look.tracking * self.points(look) * MM_PER_POINT

    def letters(self, text: str, look: Look, font: str) -> Letters:
        """A run of letters that is never broken."""
        seen = text.replace(SOFT_HYPHEN, "") if SOFT_HYPHEN in text else text
        points = self.size * look.scale
        width, apart = self.fonts[font].width(seen, points), 0.0
        if look.tracking:
            apart = self.tracking(look)
            width += apart * len(self.fonts[font].plain(seen) or "")
        return Letters(text, font, points, look.colour, width, None, None, 0.0, 0, apart, look)

    def picture(self, name: str, look: Look) -> Letters:
        """An icon among words."""
        bounds = self.symbol(name, look).bounds
        height = self.cap(look) * self.icon
        width = height * bounds.width / bounds.height
        return Letters("", look.font(), self.points(look), look.colour, width, face=name, height=height, look=look)

    def symbol(self, name: str, look: Look) -> Symbol:
        """An icon in the colour of the letters around it."""
        if self.styling is not None:
            return self.styling.icon(name, look.colour)
        if name not in self.icons:
            known = ", ".join(sorted(self.icons)) or "none"
            raise IconError(f"there is no icon '{{{name}}}'; the icons here are: {known}")
        return self.icons[name]

    def word(self, runs: list[Letters], before: Word | None) -> Word:
        """The runs as one word, and the space between it and the one before."""
        look = runs[0].look or self.look
        last = look if before is None else before.runs[-1].look
        space = self.space(look if last is look or last == look else self.look)
        width = runs[0].width if len(runs) == 1 else fsum(letters.width for letters in runs)
        return Word(tuple(runs), space, width)

    def bullet(self) -> Word | None:
        """What stands before an item without a number."""
        line = next(_Reading(self, self.styling.bullet if self.styling else "", lists=False).lines())
        runs = [letters for word in line.words for letters in word.runs]
        return self.word(runs, None) if runs else None

    def _hanging(self, lines: list[_Line]) -> Iterator[Paragraph]:
        """The paragraphs, items of one list all hanging by the width of the widest marker."""
        gap = _MARKER_GAP * self.points(self.look) * MM_PER_POINT
        for in_list, group in groupby(lines, key=lambda line: line.depth > 0):
            items = list(group)
            if not in_list:
                yield from (Paragraph(line.words) for line in items)
                continue
            widest = [
                max((line.marker.width for line in items if line.marker and line.depth == depth), default=0.0)
                for depth in (1, 2)
            ]
            for line in items:
                hang = widest[0] + gap + (widest[1] + gap if line.depth > 1 else 0.0)
                yield Paragraph(line.words, hang, gap, line.marker)


class _Reading:
    """One text as it is read from its beginning to its end."""

    def __init__(self, reader: MarkupReader, text: str, lists: bool = True) -> None:
        self._reader, self._text = reader, text
        styled = reader.styling is not None
        self._signs = emphasis(text) if "*" in text else {}
        self._brackets = spans(text) if styled and "](" in text else {}
        with_spans = self._brackets or (styled and ("\\[" in text or "\\]" in text))
        self._markup = _WITH_SPANS if with_spans else _WITH_ICONS if styled or reader.icons else _MARKUP
        self._joins = bool(with_spans)
        self._lists = styled and lists
        self._looks = [reader.look]
        self._font = reader.look.font()
        self._bold = self._italic = self._depth = 0
        self._touches = False
        self._marker: Word | None = None
        self._pending: list[Letters] = []
        self._words: list[Word] = []

    def lines(self) -> Iterator[_Line]:
        """The lines as they are typed."""
        text, match, at = self._text, self._markup.match, self._begin(0)
        signs, brackets = self._signs, self._brackets
        while found := match(text, at):
            token, start, at = found[0], at, found.end()
            first = token[0]
            if start in signs:
                at = start + self._emphasise(signs[start])
            elif start in brackets:
                at = start + self._restyle(brackets[start])
            elif first == "\n":
                yield self._end()
                at = self._begin(at)
            elif first.isspace() and first not in TIED:
                self._end_word()
            elif first == "{" and len(token) > 2:
                self._pending.append(self._reader.picture(token[1:-1], self._looks[-1]))
            else:
                self._add(token[1] if first == "\\" and len(token) == 2 else token)
        yield self._end()

    def _begin(self, at: int) -> int:
        """Where the words of a line begin that begins there; takes the marker of an item."""
        if not self._lists:
            return at
        item, before = ITEM.match(self._text, at), self._depth
        if item is None:
            escaped = _ESCAPED_ITEM.match(self._text, at)
            self._depth = before if before and self._text.startswith(" " * _NEST, at) else 0
            if escaped and escaped[1]:
                self._add(escaped[1])
            return escaped.end() if escaped else at
        self._depth = 2 if before and len(item[1]) >= _NEST else 1
        number = self._reader.letters(item[2], self._reader.look, self._reader.look.font())
        self._marker = self._reader.bullet() if item[2] == "-" else self._reader.word([number], None)
        return item.end()

    def _end(self) -> _Line:
        self._end_word()
        line = _Line(tuple(self._words), self._depth, self._marker)
        self._words, self._marker = [], None
        return line

    def _end_word(self) -> None:
        if self._pending:
            word = self._reader.word(self._pending, self._words[-1] if self._words else None)
            self._words.append(replace(word, space=0.0) if self._touches else word)
            self._pending, self._touches = [], False

    def _add(self, text: str) -> None:
        """Letters, and words of their own where a line may end without a space."""
        if self._looks[-1].case == "upper":
            text = capitals(text, self._reader.language)
        for number, part in enumerate(unspaced_parts(text)):
            if number:
                self._end_word()
                self._touches = True
            self._add_letters(part)

    def _add_letters(self, text: str) -> None:
        """Letters, as one run with those before where brackets part them that are plain."""
        look, font = self._looks[-1], self._font
        if self._joins and self._pending:
            last = self._pending[-1]
            if last.face is None and last.font == font and last.look == look:
                self._pending[-1] = self._reader.letters(last.text + text, look, font)
                return
        self._pending.append(self._reader.letters(text, look, font))

    def _emphasise(self, sign: Sign) -> int:
        """Begins or ends bold or italic; the length of the sign."""
        by = 1 if sign.opens else -1
        self._bold += by * sign.bold
        self._italic += by * (not sign.bold)
        self._font = self._looks[-1].font(self._bold > 0, self._italic > 0)
        return sign.length

    def _restyle(self, bracket: Bracket) -> int:
        """Begins or ends words in another style; the length of the bracket."""
        styling = self._reader.styling
        if not bracket.opens:
            self._looks.pop()
        elif styling is not None:
            style = styling.spans.get(bracket.style)
            self._looks.append(style.of(self._looks[-1]) if style else self._looks[-1])
        self._font = self._looks[-1].font(self._bold > 0, self._italic > 0)
        return bracket.length
