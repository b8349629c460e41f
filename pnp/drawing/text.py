"""Words, a box and a font book in; measured, wrapped, hyphenated and shrunk lines of shapes out, or a refusal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Literal

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, FontBook
from pnp.drawing.shapes import Anchor, Group, Shape, Symbol, Text, Use
from pnp.geometry import Box, Transform
from pnp.language.wording import DOTTED
from pnp.units import MM_PER_POINT

SMALLEST_TEXT = 6.0  # points: what can still be read at arm's length
_STEP = 0.25
_LEAST_CARRIED = 3  # letters of a broken word on the next line
_LONGEST_BROKEN = 100  # letters of a word: what is longer is none, and breaking it anywhere would take its square
_FULL_ENOUGH = 0.75  # of the measure: such a line looks better short than with a hyphen

_MARKUP = re.compile(r"\\[\\*{}]|\*\*|\*|\{[^{}]*\}|\n|[^\S\n\u00a0]+|[^\s*{}\\]+|\u00a0+|[{}\\]")
_STYLES = {(False, False): "regular", (True, False): "bold", (False, True): "italic", (True, True): "both"}


def literal(text: str) -> str:
    """Data as it is, for `fitted` to set without taking any of it for markup."""
    return re.sub(r"([\\*{}])", r"\\\1", text)


class FitError(ValueError):
    """A text that does not fit its box at the smallest size allowed."""


class IconError(ValueError):
    """A text that names an icon which is not there."""


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class _Piece:
    """A run that is never broken: letters of one font, or an icon; `width` in millimetres."""

    text: str
    font: str
    width: float
    icon: Symbol | None = None


@dataclass(frozen=True, slots=True)
class _Word:
    """Pieces with no space between them."""

    pieces: tuple[_Piece, ...]

    @property
    def width(self) -> float:
        return sum(piece.width for piece in self.pieces)


_BREAK = _Word(())


def fitted(
    text: str, box: Box, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol] | None = None
) -> Group:
    """The text set inside the box, at its own size or the largest that fits down to the floor.

    `*italic*`, `**bold**`, `{icon-name}`, line breaks and a backslash before any of these signs are understood; `**` is
    closed at the end of the text; where there are no icons, braces are plain. Raises FitError when the floor is still
    too large, FontError for a character with no glyph, IconError for an icon that is not known. Sizes in points, box
    in millimetres.
    """
    size = lettering.size
    need: _Need | None = None
    while True:
        if need is None or need.may_fit(size, box, lettering, fonts):
            lines = _lines(text, box.width, replace(lettering, size=size), fonts, icons or {})
            if lines is not None and _height(len(lines), size, lettering, fonts) <= box.height + 1e-6:
                return Group(tuple(_placed(lines, box, replace(lettering, size=size), fonts)), role="paragraph")
        need = need or _need(text, box.width, lettering, fonts, icons or {})
        if size <= lettering.floor:
            shown = text if len(text) <= 40 else text[:39] + "…"
            raise FitError(
                f"the text '{shown}' does not fit into {box.width:.1f} x {box.height:.1f} mm even at "
                f"{lettering.floor:g} pt; shorten it or give it more room"
            )
        size = max(lettering.floor, size - _STEP)


@dataclass(frozen=True, slots=True)
class _Need:
    """The least that a text takes at a size in points, however its lines are broken: most sizes are ruled out by it."""

    size: float
    lines: int
    length: float
    widest: float

    def may_fit(self, size: float, box: Box, lettering: Lettering, fonts: FontBook) -> bool:
        """Whether it is worth trying; False is certain."""
        scale = size / self.size
        lines = max(self.lines, ceil(self.length * scale / (box.width + 1e-6) - 1e-6))
        fits = self.widest * scale <= box.width + 1e-5
        return fits and _height(lines, size, lettering, fonts) <= box.height + 1e-5


def _need(text: str, width: float, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol]) -> _Need:
    words = list(_words(text, lettering, fonts, icons))
    hyphenate = _hyphenator(lettering.language or fonts.language)
    wide = {word for word in words if word.width > width}
    widest = max((_widest_part(word, lettering, fonts, hyphenate) for word in wide), default=0.0)
    return _Need(lettering.size, 1 + words.count(_BREAK), sum(word.width for word in words), widest)


def _widest_part(
    word: _Word, lettering: Lettering, fonts: FontBook, hyphenate: Callable[[str], Sequence[str]]
) -> float:
    """The widest part of a word that is never broken."""
    if len(word.pieces) != 1 or word.pieces[0].icon:
        return word.width
    piece = word.pieces[0]
    return max(fonts[piece.font].width(part, lettering.size) for part in hyphenate(piece.text))


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


def capitals(text: str, fonts: FontBook) -> str:
    """The text in capitals, as the language of the fonts has them: Turkish i becomes İ."""
    return (text.replace("i", "İ") if fonts.language.partition("-")[0] in DOTTED else text).upper()


def _height(count: int, size: float, lettering: Lettering, fonts: FontBook) -> float:
    """From the top of the first line's capitals to the last line's descenders."""
    cap = fonts[lettering.regular].cap_height
    return ((count - 1) * lettering.leading + cap + 0.25) * size * MM_PER_POINT if count else 0.0


def _words(text: str, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol]) -> Iterator[_Word]:
    bold = italic = False
    pending: list[_Piece] = []
    for token in _MARKUP.findall(text):
        if len(token) == 2 and token[0] == "\\":
            pending.append(_run(token[1], lettering.font(bold, italic), lettering.size, fonts))
        elif token == "**":
            bold = not bold
        elif token == "*":
            italic = not italic
        elif token == "\n" or (token.isspace() and "\u00a0" not in token):
            if pending:
                yield _Word(tuple(pending))
            pending = []
            if token == "\n":
                yield _BREAK
        elif icons and len(token) > 2 and token[0] == "{":
            pending.append(_icon(token[1:-1], lettering, fonts, icons))
        else:
            pending.append(_run(token, lettering.font(bold, italic), lettering.size, fonts))
    if pending:
        yield _Word(tuple(pending))


def _run(text: str, font: str, size: float, fonts: FontBook) -> _Piece:
    return _Piece(text, font, fonts[font].width(text, size))


def _icon(name: str, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol]) -> _Piece:
    if name not in icons:
        known = ", ".join(sorted(icons)) or "none"
        raise IconError(f"there is no icon '{{{name}}}'; the icons here are: {known}")
    symbol = icons[name]
    height = _icon_height(lettering, fonts)
    return _Piece("", lettering.regular, height * symbol.bounds.width / symbol.bounds.height, symbol)


def _icon_height(lettering: Lettering, fonts: FontBook) -> float:
    return fonts[lettering.regular].cap_height * lettering.icon * lettering.size * MM_PER_POINT


def _lines(
    text: str, width: float, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol]
) -> list[list[_Word]] | None:
    """The words of each line, broken greedily; None when a word is wider than the box and cannot be hyphenated."""
    space = fonts[lettering.regular].width(" ", lettering.size)
    hyphenate = _hyphenator(lettering.language or fonts.language)
    lines: list[list[_Word]] = [[]]
    used = 0.0
    queue = list(reversed(list(_words(text, lettering, fonts, icons))))
    while queue:
        word = queue.pop()
        if word is _BREAK:
            lines.append([])
            used = 0.0
            continue
        gap = space if lines[-1] else 0.0
        if used + gap + word.width <= width + 1e-6:
            lines[-1].append(word)
            used += gap + word.width
            continue
        loose = used < _FULL_ENOUGH * width
        halves = _split(word, width - used - gap, lettering, fonts, hyphenate) if loose else None
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


def _split(
    word: _Word, room: float, lettering: Lettering, fonts: FontBook, hyphenate: Callable[[str], Sequence[str]]
) -> tuple[_Word, _Word] | None:
    """The longest hyphenated first part that fits into the room, and the rest; None when there is none."""
    if len(word.pieces) != 1 or word.pieces[0].icon or room <= 0:
        return None
    piece = word.pieces[0]
    parts = hyphenate(piece.text)
    for count in range(len(parts) - 1, 0, -1):
        head, tail = "".join(parts[:count]), "".join(parts[count:])
        if sum(map(str.isalpha, tail)) < _LEAST_CARRIED:
            continue
        first = _run(head if head.endswith("-") else head + "-", piece.font, lettering.size, fonts)
        if first.width <= room:
            rest = _run(tail, piece.font, lettering.size, fonts)
            return _Word((first,)), _Word((rest,))
    return None


def _hyphenator(language: str) -> Callable[[str], Sequence[str]]:
    """What splits a word into the parts between which it may break; the dictionary is opened at the first long word."""

    def split(word: str) -> Sequence[str]:
        if len(word) > _LONGEST_BROKEN:
            return (word,)
        import pyphen

        known = pyphen.language_fallback(language)
        return pyphen.Pyphen(lang=known).inserted(word, "\u00ad").split("\u00ad") if known else (word,)

    return split


def _placed(lines: list[list[_Word]], box: Box, lettering: Lettering, fonts: FontBook) -> Iterator[Shape]:
    space = fonts[lettering.regular].width(" ", lettering.size)
    cap = fonts[lettering.regular].cap_height * lettering.size * MM_PER_POINT
    slack = box.height - _height(len(lines), lettering.size, lettering, fonts)
    y = box.top + cap + {"top": 0.0, "middle": slack / 2, "bottom": slack}[lettering.valign]
    for line in lines:
        width = sum(word.width for word in line) + space * max(0, len(line) - 1)
        x = box.left + {"start": 0.0, "middle": (box.width - width) / 2, "end": box.width - width}[lettering.align]
        yield from _line_shapes(line, x, y, space, lettering, fonts)
        y += lettering.leading * lettering.size * MM_PER_POINT


def _line_shapes(
    line: list[_Word], x: float, y: float, space: float, lettering: Lettering, fonts: FontBook
) -> Iterator[Shape]:
    """The line with neighbouring runs of one font joined into one Text, so that it reads as a line when extracted."""
    run_text, run_font, run_x = "", "", x
    for at, word in enumerate(line):
        if at:
            x += space
            if run_text and run_font == lettering.regular:
                run_text += " "
            elif run_text:  # the space is for those who read the text out of the file; it shows nothing
                yield Text(run_x, y, run_text + " ", run_font, lettering.size, lettering.colour)
                run_text = ""
        for piece in word.pieces:
            if run_text and (piece.icon or piece.font != run_font):
                yield Text(run_x, y, run_text, run_font, lettering.size, lettering.colour)
                run_text = ""
            if piece.icon:
                yield _icon_shape(piece.icon, x, y, lettering, fonts)
            else:
                if not run_text:
                    run_x, run_font = x, piece.font
                run_text += piece.text
            x += piece.width
    if run_text:
        yield Text(run_x, y, run_text, run_font, lettering.size, lettering.colour)


def _icon_shape(symbol: Symbol, x: float, y: float, lettering: Lettering, fonts: FontBook) -> Use:
    """An icon about the middle of the capitals."""
    height = _icon_height(lettering, fonts)
    scale = height / symbol.bounds.height
    top = y - height * (1 + 1 / lettering.icon) / 2
    return Use(symbol, Transform(scale, 0, 0, scale, x - symbol.bounds.left * scale, top - symbol.bounds.top * scale))


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
        gap = (box.height - sum(heights)) / max(1, len(words) - 1)
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
