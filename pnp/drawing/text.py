"""Sets words in a box: measures them by a font book, wraps, hyphenates and shrinks them, or refuses what cannot fit."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import accumulate, groupby, pairwise
from math import ceil, fsum
from typing import TYPE_CHECKING, Literal, TypeVar

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, Font, FontBook
from pnp.drawing.shapes import TO_THE_LEFT, Anchor, Group, Shape, Symbol, Text, Use
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Transform
from pnp.language.holes import emphasis
from pnp.language.wording import DOTTED

if TYPE_CHECKING:
    from pnp.drawing.shaping import Base

_Made = TypeVar("_Made")
SMALLEST_TEXT = 6.0  # points: what can still be read at arm's length
_STEP = 0.25
_LEAST_CARRIED = 3  # letters of a broken word on the next line
_LONGEST_BROKEN = 100  # letters of a word: what is longer is none, and breaking it anywhere would take its square
_FULL_ENOUGH = 0.75  # of the measure: such a line looks better short than with a hyphen

_TIED = "\u00a0\u202f"  # spaces at which no line ends
_BLANKS = re.compile(rf"[^\S{_TIED}]+")
_MARKUP = re.compile(rf"\\[\\*{{}}]|\*|\n|[^\S\n{_TIED}]+|[^\s*{{}}\\]+|[{_TIED}]+|[{{}}\\]")
_WITH_ICONS = re.compile(rf"\{{[^{{}}]+\}}|{_MARKUP.pattern}")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
SOFT_HYPHEN = "\u00ad"
"""Where a word may be broken, and nothing to see elsewhere; at the end of a line it looks as a hyphen does, and who
reads the text out of a file knows by it that the word was one.
"""
_OBJECT = "\ufffc"  # stands for an icon where the order of a line is told
_STYLES = {(False, False): "regular", (True, False): "bold", (False, True): "italic", (True, True): "both"}


def literal(text: str) -> str:
    """Data as it is, for `fitted` to set without taking any of it for markup."""
    return re.sub(r"([\\*{}])", r"\\\1", text)


class FitError(ValueError):
    """A text that does not fit its box at the smallest size allowed."""


class IconError(ValueError):
    """A text that names an icon which is not there."""


def split_words(text: str) -> list[str]:
    """The words of a plain text, each with the spaces in it at which no line may end."""
    return [word for word in _BLANKS.split(text) if word]


@frozen
class Lettering:
    """How a text is set: fonts, size in points and the floor it may shrink to, leading in sizes, colour, alignment.

    `icon` is the height of icons inside the text, in cap heights; `language` is that of the fonts unless said.
    """

    size: float
    colour: Colour
    floor: float = SMALLEST_TEXT
    leading: float = 1.25
    align: Anchor = "start"
    regular: str = TEXT
    bold: str = TEXT_BOLD
    italic: str = TEXT_ITALIC
    both: str = TEXT_BOLD_ITALIC
    language: str = ""
    valign: Literal["top", "middle", "bottom"] = "top"
    icon: float = 1.05

    def font(self, bold: bool, italic: bool) -> str:
        return str(getattr(self, _STYLES[bold, italic]))


@frozen
class _Piece:
    """A run that is never broken: letters of one font, or an icon; `width` in millimetres."""

    text: str
    font: str
    width: float
    icon: Symbol | None = None


@frozen
class _Word:
    """Pieces with no space between them."""

    pieces: tuple[_Piece, ...]

    @property
    def width(self) -> float:
        return fsum(piece.width for piece in self.pieces)

    @property
    def breakable(self) -> _Piece | None:
        """The letters of a word that may be hyphenated: of one font, without icons."""
        return self.pieces[0] if len(self.pieces) == 1 and not self.pieces[0].icon else None


_BREAK = _Word(())


def fitted(
    text: str, box: Box, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol] | None = None
) -> Group:
    """The text set inside the box, at its own size or the largest that fits down to the floor.

    `*italic*`, `**bold**`, `{icon-name}`, line breaks and a backslash before any of these signs are understood; stars
    that begin and end no word are plain, and so are braces where there are no icons. Raises FitError when the floor is
    still too large, FontError for a character with no glyph, IconError for an icon that is not known. Sizes in points,
    box in millimetres.
    """
    least: _LeastRoom | None = None
    for size in _falling(lettering.size, lettering.floor):
        setter = _TextSetter(replace(lettering, size=size), fonts, icons or {})
        if least is None or least.may_fit(setter, box):
            lines = setter.lines(text, box.width)
            if lines is not None and setter.height(len(lines)) <= box.height + 1e-6:
                return Group(tuple(setter.shapes(lines, box)), role="paragraph")
        least = least or _TextSetter(lettering, fonts, icons or {}).least_room(text, box.width)
    shown = text if len(text) <= 40 else text[:39] + "…"
    raise FitError(
        f"the text '{shown}' does not fit into {box.width:.1f} x {box.height:.1f} mm even at "
        f"{lettering.floor:g} pt; shorten it or give it more room"
    )


def _falling(size: float, floor: float) -> Iterator[float]:
    """A size in points and those below it, down to the floor."""
    while size > floor:
        yield size
        size = max(floor, size - _STEP)
    yield size


def first_fitting(attempts: Iterable[Callable[[], _Made]]) -> _Made | None:
    """What the first of some attempts makes that does not raise FitError; None where all of them do."""
    for attempt in attempts:
        with suppress(FitError):
            return attempt()
    return None


def shrunk_size(
    text: str, width: float, font: str, size: float, fonts: FontBook, floor: float = SMALLEST_TEXT
) -> float:
    """The largest size in points up to `size` that sets a line no wider than `width` mm; FitError below the floor."""
    full = fonts[font].width(text, size)
    if full <= width:
        return size
    fitting = size * width / full
    if fitting < floor:
        raise FitError(
            f"the line '{text}' is wider than {width:.1f} mm even at {floor:g} pt; shorten it or give it more room"
        )
    return fitting


def shortened(text: str, font: Font, size: float, width: float) -> str:
    """The text as it is, or as much of its beginning as is `width` millimetres wide at `size` points, and `…`.

    FitError where there is no room even for one letter.
    """
    if font.width(text, size) <= width:
        return text
    fitting = longest(text, lambda part: font.width(part.rstrip() + "…", size) <= width)
    if fitting:
        return fitting.rstrip() + "…"
    raise FitError(f"the line '{text}' is wider than {width:.1f} mm at {size:g} pt; shorten it or give it more room")


def longest(text: str, fits: Callable[[str], bool]) -> str:
    """The longest beginning of a text that fits, where one that is longer never fits better; empty for none."""
    return text[: bisect_left(range(1, len(text) + 1), True, key=lambda count: not fits(text[:count]))]


def capitals(text: str, fonts: FontBook) -> str:
    """The text in capitals, as the language of the fonts has them: Turkish i becomes İ."""
    return (text.replace("i", "İ") if fonts.language.partition("-")[0] in DOTTED else text).upper()


@frozen
class _LeastRoom:
    """The least that a text takes at a size in points, however its lines are broken: most sizes are ruled out by it."""

    size: float
    lines: int
    length: float
    widest: float

    def may_fit(self, setter: _TextSetter, box: Box) -> bool:
        """Whether it is worth trying; False is certain."""
        scale = setter.lettering.size / self.size
        lines = max(self.lines, ceil(self.length * scale / (box.width + 1e-6) - 1e-6))
        return self.widest * scale <= box.width + 1e-5 and setter.height(lines) <= box.height + 1e-5


def word_parts(word: str, language: str, kept: int = 2, carried: int = 2) -> tuple[str, ...]:
    """The parts between which a word may be broken, by the patterns of a language, at least `kept` letters in the
    first and `carried` in the last; the dictionary is opened at the first long word.
    """
    import pyphen

    known = pyphen.language_fallback(language)
    if not known:
        return (word,)
    return tuple(pyphen.Pyphen(lang=known, left=kept, right=carried).inserted(word, SOFT_HYPHEN).split(SOFT_HYPHEN))


@frozen(slots=False)
class _TextSetter:
    """Sets a text at one size: breaks it into words and lines and puts these in their places; lengths in mm."""

    lettering: Lettering
    fonts: FontBook
    icons: Mapping[str, Symbol]

    @cached_property
    def space(self) -> float:
        return self.fonts[self.lettering.regular].width(" ", self.lettering.size)

    @property
    def language(self) -> str:
        return self.lettering.language or self.fonts.language

    @property
    def icon_height(self) -> float:
        cap = self.fonts[self.lettering.regular].cap_height
        return cap * self.lettering.icon * self.lettering.size * MM_PER_POINT

    def height(self, lines: int) -> float:
        """From the top of the first line's capitals to the last line's descenders."""
        lettering, cap = self.lettering, self.fonts[self.lettering.regular].cap_height
        return ((lines - 1) * lettering.leading + cap + 0.25) * lettering.size * MM_PER_POINT if lines else 0.0

    def least_room(self, text: str, width: float) -> _LeastRoom:
        words = list(self.words(text))
        widest = max((self._widest_part(word) for word in set(words) if word.width > width), default=0.0)
        length = fsum(word.width for word in words)
        return _LeastRoom(self.lettering.size, 1 + words.count(_BREAK), length, widest)

    def _widest_part(self, word: _Word) -> float:
        """The widest part of a word that is never broken."""
        if (piece := word.breakable) is None:
            return word.width
        return max(self.fonts[piece.font].width(part, self.lettering.size) for part in self._parts(piece.text))

    def _parts(self, word: str) -> tuple[str, ...]:
        return word_parts(word, self.language) if len(word) <= _LONGEST_BROKEN else (word,)

    def words(self, text: str) -> Iterator[_Word]:
        """Its words, and _BREAK where a line must end."""
        signs, markup, at = emphasis(text), _WITH_ICONS if self.icons else _MARKUP, 0
        bold = italic = 0
        pending: list[_Piece] = []
        while found := markup.match(text, at):
            sign, token, at = signs.get(at), found[0], found.end()
            font = self.lettering.font(bold > 0, italic > 0)
            if sign is not None:
                at = found.start() + sign.length
                bold += sign.bold * (1 if sign.opens else -1)
                italic += (not sign.bold) * (1 if sign.opens else -1)
            elif len(token) == 2 and token[0] == "\\":
                pending.append(self._run(token[1], font))
            elif token == "\n" or _BLANKS.fullmatch(token):
                if pending:
                    yield _Word(tuple(pending))
                pending = []
                if token == "\n":
                    yield _BREAK
            elif len(token) > 2 and token[0] == "{":
                pending.append(self._icon(token[1:-1]))
            else:
                pending.append(self._run(token, font))
        if pending:
            yield _Word(tuple(pending))

    def _run(self, text: str, font: str) -> _Piece:
        return _Piece(text, font, self.fonts[font].width(text.replace(SOFT_HYPHEN, ""), self.lettering.size))

    def _icon(self, name: str) -> _Piece:
        if name not in self.icons:
            known = ", ".join(sorted(self.icons)) or "none"
            raise IconError(f"there is no icon '{{{name}}}'; the icons here are: {known}")
        bounds = self.icons[name].bounds
        return _Piece("", self.lettering.regular, self.icon_height * bounds.width / bounds.height, self.icons[name])

    def lines(self, text: str, width: float) -> list[list[_Word]] | None:
        """The words of each line, broken greedily; None when a word is too wide and cannot be hyphenated."""
        lines: list[list[_Word]] = [[]]
        used = 0.0
        queue = list(self.words(text))[::-1]
        while queue:
            word = queue.pop()
            gap = self.space if lines[-1] else 0.0
            if word is not _BREAK and used + gap + word.width <= width + 1e-6:
                lines[-1].append(word)
                used += gap + word.width
                continue
            if word is not _BREAK:
                halves = self._split(word, width - used - gap) if used < _FULL_ENOUGH * width else None
                if halves:
                    lines[-1].append(halves[0])
                    queue.append(halves[1])
                elif not lines[-1]:
                    return None
                else:
                    queue.append(word)
            lines.append([])
            used = 0.0
        return lines

    def _split(self, word: _Word, room: float) -> tuple[_Word, _Word] | None:
        """The longest hyphenated first part that fits into the room, and the rest; None when there is none."""
        piece = word.breakable
        if piece is None or room <= 0:
            return None
        parts = piece.text.split(SOFT_HYPHEN) if SOFT_HYPHEN in piece.text else self._parts(piece.text)
        for count in range(len(parts) - 1, 0, -1):
            head, tail = "".join(parts[:count]), "".join(parts[count:])
            if sum(map(str.isalpha, tail)) < _LEAST_CARRIED:
                continue
            first = self._run(head if head.endswith("-") else head + "-", piece.font)
            if first.width <= room:
                return _Word((first,)), _Word((self._run(tail, piece.font),))
        return None

    def shapes(self, lines: list[list[_Word]], box: Box) -> Iterator[Shape]:
        """Lines that fit, in their box."""
        lettering = self.lettering
        cap = self.fonts[lettering.regular].cap_height * lettering.size * MM_PER_POINT
        slack = box.height - self.height(len(lines))
        y = box.top + cap + {"top": 0.0, "middle": slack / 2, "bottom": slack}[lettering.valign]
        base = self._base(lines)
        for line in lines:
            width = fsum(word.width for word in line) + self.space * max(0, len(line) - 1)
            x = box.left + {"start": 0.0, "middle": (box.width - width) / 2, "end": box.width - width}[lettering.align]
            yield from self._line_shapes(line, x, y) if base is None else self._ordered_shapes(line, x, y, base)
            y += lettering.leading * lettering.size * MM_PER_POINT

    def _base(self, lines: list[list[_Word]]) -> Base | None:
        """The direction of a text of which some runs to the left; None for one that runs to the right throughout."""
        text = "\n".join(" ".join(piece.text for word in line for piece in word.pieces) for line in lines)
        if not _RIGHT_TO_LEFT.search(text):
            return None
        # Only text that runs to the left pays for this import.
        from pnp.drawing.shaping import base_of

        return base_of(text, self.language)

    def _line_shapes(self, line: list[_Word], x: float, y: float) -> Iterator[Shape]:
        """The line, neighbouring runs of one font joined into one Text, so that it reads as a line when extracted."""
        run_text, run_font, run_x = "", "", x
        for at, word in enumerate(line):
            if at:
                x += self.space
                run_text += " " if run_text else ""  # shows nothing; for those who read the text out of the file
                if run_text and run_font != self.lettering.regular:
                    yield self._text(run_x, y, run_text, run_font)
                    run_text = ""
            for piece in word.pieces:
                if run_text and (piece.icon or piece.font != run_font):
                    yield self._text(run_x, y, run_text, run_font)
                    run_text = ""
                if piece.icon:
                    yield self._icon_shape(piece.icon, x, y)
                elif not run_text:
                    run_text, run_font, run_x = piece.text.replace(SOFT_HYPHEN, ""), piece.font, x
                else:
                    run_text += piece.text.replace(SOFT_HYPHEN, "")
                x += piece.width
        if run_text:
            yield self._text(run_x, y, run_text, run_font)

    def _ordered_shapes(self, line: list[_Word], x: float, y: float, base: Base) -> Iterator[Shape]:
        """The line as it is seen, from left to right: each part of one font and direction in its place."""
        from pnp.drawing.shaping import runs

        pieces = list(self._joined(line))
        text = "".join(piece.text or _OBJECT for piece in pieces)
        starts = list(accumulate((len(piece.text or _OBJECT) for piece in pieces), initial=0))
        for run in runs(text, base):
            parts = [
                (piece, text[max(start, run.start) : min(stop, run.stop)])
                for (start, stop), piece in zip(pairwise(starts), pieces)
            ]
            for piece, part in reversed(parts) if run.leftward else parts:
                if piece.icon and part:
                    yield self._icon_shape(piece.icon, x, y)
                    x += piece.width
                elif part:
                    words = f"{TO_THE_LEFT}{part}{TO_THE_LEFT}" if run.leftward else part
                    yield self._text(x, y, words, piece.font)
                    x += self.fonts[piece.font].width(words, self.lettering.size)

    def _joined(self, line: list[_Word]) -> Iterator[_Piece]:
        """The pieces of a line with its spaces, neighbours of one font as one; their widths are those of icons."""
        spaced = [piece for word in line for piece in (_Piece(" ", self.lettering.regular, 0.0), *word.pieces)][1:]
        for (font, has_icon), group in groupby(spaced, key=lambda piece: (piece.font, piece.icon is not None)):
            if has_icon:
                yield from group
            else:
                yield _Piece("".join(piece.text for piece in group).replace(SOFT_HYPHEN, ""), font, 0.0)

    def _text(self, x: float, y: float, words: str, font: str) -> Text:
        return Text(x, y, words, font, self.lettering.size, self.lettering.colour)

    def _icon_shape(self, symbol: Symbol, x: float, y: float) -> Use:
        """An icon about the middle of the capitals."""
        return icon_shape(symbol, x, y - self.icon_height * (1 + 1 / self.lettering.icon) / 2, self.icon_height)


def icon_shape(symbol: Symbol, x: float, top: float, height: float) -> Use:
    """A symbol as high as that, from its top left on."""
    bounds, scale = symbol.bounds, height / symbol.bounds.height
    return Use(symbol, Transform(scale, 0, 0, scale, x - bounds.left * scale, top - bounds.top * scale))


def spread(
    words: Sequence[str], box: Box, lettering: Lettering, sizes: Sequence[float], air: float, fonts: FontBook
) -> list[tuple[float, Group]]:
    """Paragraphs spread over the height of a box: the middle of each first line's capitals, and the paragraph.

    The largest of the sizes (points, falling) is taken that leaves `air` millimetres between two paragraphs; at most
    three times that is used. FitError when even the smallest leaves less.
    """
    tall = Box(box.left, 0, box.right, 10 * box.height)
    for size in sizes:
        setting = replace(lettering, size=size, floor=size)
        groups = [fitted(text, tall, setting, fonts) for text in words]
        heights = [max(shape.y for shape in group.shapes if isinstance(shape, Text)) for group in groups]
        gap = (box.height - fsum(heights)) / max(1, len(words) - 1)
        if gap >= air:
            break
    else:
        raise FitError(f"the text needs more than {box.height:.1f} mm even at {sizes[-1]:g} pt; shorten it")
    half_cap = fonts[lettering.regular].cap_height * size * MM_PER_POINT / 2
    placed_groups, y = [], box.top
    for group, height in zip(groups, heights):
        placed_groups.append((y + half_cap, replace(group, transform=Transform.moved(0, y))))
        y += height + min(gap, 3 * air)
    return placed_groups
