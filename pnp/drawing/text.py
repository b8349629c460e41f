"""Sets words in a box: measures them by a font book, wraps, hyphenates and shrinks them, or refuses what cannot fit."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, groupby, pairwise
from math import ceil, fsum
from typing import TYPE_CHECKING, Literal

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, Font, FontBook
from pnp.drawing.shapes import TO_THE_LEFT, Anchor, Group, Shape, Symbol, Text, Use
from pnp.frozen import frozen
from pnp.geometry import Box, Transform
from pnp.language.emphasis import emphasis
from pnp.language.wording import DOTTED
from pnp.units import MM_PER_POINT

if TYPE_CHECKING:
    from pnp.drawing.shaping import Base

SMALLEST_TEXT = 6.0  # points: what can still be read at arm's length
_STEP = 0.25
_LEAST_CARRIED = 3  # letters of a broken word on the next line
_LONGEST_BROKEN = 100  # letters of a word: what is longer is none, and breaking it anywhere would take its square
_FULL_ENOUGH = 0.75  # of the measure: such a line looks better short than with a hyphen

_MARKUP = re.compile(r"\\[\\*{}]|\*|\n|[^\S\n\u00a0]+|[^\s*{}\\]+|\u00a0+|[{}\\]")
_WITH_ICONS = re.compile(rf"\{{[^{{}}]+\}}|{_MARKUP.pattern}")
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_SOFT_HYPHEN = "\u00ad"  # where a word may be broken, and nothing to see elsewhere
_OBJECT = "\ufffc"  # stands for an icon where the order of a line is told
_STYLES = {(False, False): "regular", (True, False): "bold", (False, True): "italic", (True, True): "both"}


def literal(text: str) -> str:
    """Data as it is, for `fitted` to set without taking any of it for markup."""
    return re.sub(r"([\\*{}])", r"\\\1", text)


class FitError(ValueError):
    """A text that does not fit its box at the smallest size allowed."""


class IconError(ValueError):
    """A text that names an icon which is not there."""


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


@frozen
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
    return _Need(lettering.size, 1 + words.count(_BREAK), fsum(word.width for word in words), widest)


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


def _height(count: int, size: float, lettering: Lettering, fonts: FontBook) -> float:
    """From the top of the first line's capitals to the last line's descenders."""
    cap = fonts[lettering.regular].cap_height
    return ((count - 1) * lettering.leading + cap + 0.25) * size * MM_PER_POINT if count else 0.0


def _words(text: str, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol]) -> Iterator[_Word]:
    signs, markup, at = emphasis(text), _WITH_ICONS if icons else _MARKUP, 0
    bold = italic = 0
    pending: list[_Piece] = []
    while found := markup.match(text, at):
        sign, token, at = signs.get(at), found[0], found.end()
        font = lettering.font(bold > 0, italic > 0)
        if sign is not None:
            at = found.start() + sign.length
            bold += sign.bold * (1 if sign.opens else -1)
            italic += (not sign.bold) * (1 if sign.opens else -1)
        elif len(token) == 2 and token[0] == "\\":
            pending.append(_run(token[1], font, lettering.size, fonts))
        elif token == "\n" or (token.isspace() and "\u00a0" not in token):
            if pending:
                yield _Word(tuple(pending))
            pending = []
            if token == "\n":
                yield _BREAK
        elif len(token) > 2 and token[0] == "{":
            pending.append(_icon(token[1:-1], lettering, fonts, icons))
        else:
            pending.append(_run(token, font, lettering.size, fonts))
    if pending:
        yield _Word(tuple(pending))


def _run(text: str, font: str, size: float, fonts: FontBook) -> _Piece:
    return _Piece(text, font, fonts[font].width(text.replace(_SOFT_HYPHEN, ""), size))


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
    parts = piece.text.split(_SOFT_HYPHEN) if _SOFT_HYPHEN in piece.text else hyphenate(piece.text)
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
    base = _base(lines, lettering.language or fonts.language)
    for line in lines:
        width = fsum(word.width for word in line) + space * max(0, len(line) - 1)
        x = box.left + {"start": 0.0, "middle": (box.width - width) / 2, "end": box.width - width}[lettering.align]
        if base is None:
            yield from _line_shapes(line, x, y, space, lettering, fonts)
        else:
            yield from _ordered_shapes(line, x, y, base, lettering, fonts)
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
                run_text += piece.text.replace(_SOFT_HYPHEN, "")
            x += piece.width
    if run_text:
        yield Text(run_x, y, run_text, run_font, lettering.size, lettering.colour)


def _base(lines: list[list[_Word]], language: str) -> Base | None:
    """The direction of a text of which some runs to the left; None for one that runs to the right throughout."""
    text = "\n".join(" ".join(piece.text for word in line for piece in word.pieces) for line in lines)
    if not _RIGHT_TO_LEFT.search(text):
        return None
    # Only text that runs to the left pays for this import.
    from pnp.drawing.shaping import base_of

    return base_of(text, language)


def _ordered_shapes(
    line: list[_Word], x: float, y: float, base: Base, lettering: Lettering, fonts: FontBook
) -> Iterator[Shape]:
    """The line as it is seen, from left to right: each part of one font and direction in its place."""
    from pnp.drawing.shaping import runs

    pieces = list(_joined(line, lettering))
    text = "".join(piece.text or _OBJECT for piece in pieces)
    starts = list(accumulate((len(piece.text or _OBJECT) for piece in pieces), initial=0))
    for run in runs(text, base):
        parts = [
            (piece, text[max(start, run.start) : min(stop, run.stop)])
            for (start, stop), piece in zip(pairwise(starts), pieces)
        ]
        for piece, part in reversed(parts) if run.leftward else parts:
            if piece.icon and part:
                yield _icon_shape(piece.icon, x, y, lettering, fonts)
                x += piece.width
            elif part:
                words = f"{TO_THE_LEFT}{part}{TO_THE_LEFT}" if run.leftward else part
                yield Text(x, y, words, piece.font, lettering.size, lettering.colour)
                x += fonts[piece.font].width(words, lettering.size)


def _joined(line: list[_Word], lettering: Lettering) -> Iterator[_Piece]:
    """The pieces of a line with its spaces, neighbours of one font as one; their widths are those of icons."""
    spaced = [piece for word in line for piece in (_Piece(" ", lettering.regular, 0.0), *word.pieces)][1:]
    for (font, has_icon), group in groupby(spaced, key=lambda piece: (piece.font, piece.icon is not None)):
        if has_icon:
            yield from group
        else:
            yield _Piece("".join(piece.text for piece in group).replace(_SOFT_HYPHEN, ""), font, 0.0)


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
