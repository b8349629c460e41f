"""Sets words in a box: measures them by a font book, wraps, hyphenates and shrinks them, or refuses what cannot fit."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from itertools import groupby, pairwise
from math import ceil, fsum
from typing import TYPE_CHECKING, Literal, TypeVar

from pnp.drawing import markup
from pnp.drawing.colour import Colour
from pnp.drawing.fonts import TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC, Font, FontBook, runs_to_the_left
from pnp.drawing.lines import (
    End,
    Hyphen,
    Letters,
    Measure,
    Node,
    Space,
    Word,
    break_lines,
    fill_lines,
    words_of,
)
from pnp.drawing.linework import LineArtist, base_of
from pnp.drawing.looks import Look
from pnp.drawing.markup import BLANKS, SOFT_HYPHEN, MarkupReader, Paragraph, Styling
from pnp.drawing.shapes import Anchor, Group, Symbol, Text
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Transform

if TYPE_CHECKING:
    from pnp.drawing.shaping import Base

_Made = TypeVar("_Made")
SMALLEST_TEXT = 6.0  # points: what can still be read at arm's length
_STEP = 0.25
_LEAST_CARRIED = 3  # letters of a broken word on the next line
_LONGEST_BROKEN = 100  # letters of a word: what is longer is none, and breaking it anywhere would take its square
_HYPHEN_COST, _BREAK_COST = 60.0, 20.0
_DESCENDER = 0.25  # ems
_HALVINGS = 24
_APART = 0.04, 0.05  # ems: how easily letters that no space parts are set apart, and how much more they may be
_SPARE = 4.0  # spaces by which one grows rather than that a justified line stays short
_SHARES: Mapping[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


def literal(text: str) -> str:
    """Data as it is, for `fitted` to set without taking any of it for markup."""
    return re.sub(r"([\\*{}])", r"\\\1", text)


class FitError(ValueError):
    """A text that does not fit its box at the smallest size allowed."""


def split_words(text: str) -> list[str]:
    """The words of a plain text, each with the spaces in it at which no line may end."""
    return [word for word in BLANKS.split(text) if word]


@frozen
class Lettering:
    """How a text is set: fonts, size in points and the floor it may shrink to, leading in sizes, colour, alignment.

    `icon` is the height of icons inside the text, in cap heights; `language` is that of the fonts unless said. What is
    justified fills its lines, the last of a paragraph aside; what is not hyphenated keeps its words whole. There may be
    several columns, `gutter` millimetres apart; paragraphs stand `space` millimetres further apart than lines, and
    begin `indent` millimetres further in, both at its full size. With `styling` words may have other styles, and lines
    may be items of lists.

    In the middle stands what reaches from the capitals of the first line to the descenders of the last, at the optical
    centre what reaches from those capitals to the last baseline.
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
    valign: Literal["top", "middle", "optical", "bottom"] = "top"
    icon: float = 1.05
    justified: bool = False
    hyphenated: bool = True
    columns: int = 1
    gutter: float = 4.0
    space: float = 0.0
    indent: float = 0.0
    styling: Styling | None = None

    @property
    def look(self) -> Look:
        """How its letters look where they are in no other style."""
        if self.styling is not None:
            return self.styling.look
        return Look((self.regular, self.bold, self.italic, self.both), self.colour)


def fitted(
    text: str, box: Box, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol] | None = None
) -> Group:
    """The text set inside the box, at its own size or the largest that fits down to the floor.

    `*italic*`, `**bold**`, `{icon-name}`, line breaks and a backslash before any of these signs are understood; stars
    that begin and end no word are plain, and so are braces where there are no icons; `[words](style)` and the items of
    lists where the lettering says how they look. Raises FitError when the floor is still too large, FontError for a
    character with no glyph, IconError for an icon that is not known. Sizes in points, box in millimetres.
    """
    full = TextSetter(lettering, fonts, icons or {}, lettering.size)
    said = full.read(text)
    floor, columns = full.floor(said), full.columns(said, box)
    if columns is not None:
        return full.drawn(said, columns, box)
    least = full.least_room(said, box)
    for size in falling(lettering.size, floor)[1:]:
        setter = replace(full, size=size)
        if least.may_fit(setter, box):
            said = setter.read(text)
            columns = setter.columns(said, box)
            if columns is not None:
                return setter.drawn(said, columns, box)
    raise FitError(
        f"the text '{shortly(text)}' does not fit into {box.width:.1f} x {box.height:.1f} mm even at "
        f"{floor:g} pt; shorten it or give it more room"
    )


def shortly(text: str) -> str:
    """As much of a text as a message shows."""
    return text if len(text) <= 40 else text[:39] + "…"


def falling(size: float, floor: float) -> list[float]:
    """A size in points and those below it, down to the floor."""
    sizes = [size]
    while sizes[-1] > floor:
        sizes.append(max(floor, sizes[-1] - _STEP))
    return sizes


def largest(sizes: Sequence[float], attempt: Callable[[float], _Made | None]) -> _Made | None:
    """What comes of the largest of falling sizes of which anything does, if it does of all below it."""
    made = attempt(sizes[0])
    low, high = (1, len(sizes)) if made is None else (0, 0)
    while low < high:
        middle = (low + high) // 2
        found = attempt(sizes[middle])
        if found is None:
            low = middle + 1
        else:
            made, high = found, middle
    return made


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
    return markup.capitals(text, fonts.language)


def word_parts(word: str, language: str, kept: int = 2, carried: int = 2) -> tuple[str, ...]:
    """The parts between which a word may be broken, by the patterns of a language, at least `kept` letters in the
    first and `carried` in the last; the dictionary is opened at the first long word.
    """
    import pyphen

    known = pyphen.language_fallback(language)
    if not known:
        return (word,)
    return tuple(pyphen.Pyphen(lang=known, left=kept, right=carried).inserted(word, SOFT_HYPHEN).split(SOFT_HYPHEN))


@frozen
class ReadText:
    """A text as it was read: its paragraphs; its direction, where some of it runs to the left; and the sizes of its
    smallest and largest letters as shares of its own, None where all have the look that it begins with.
    """

    paragraphs: Sequence[Paragraph]
    base: Base | None
    scales: tuple[float, float] | None

    @property
    def smallest(self) -> float:
        return self.scales[0] if self.scales else 1.0


@frozen
class SetLine:
    """A line where it stands: how far in, how high its capitals are, how far down from the line before, and the size of
    its largest letters as a share of the text's.
    """

    words: Sequence[Word]
    x: float
    cap: float
    down: float
    scale: float
    marker: Word | None = None
    marker_x: float = 0.0


@frozen
class _LeastRoom:
    """The least that a text takes at a size in points, however its lines are broken: most sizes are ruled out by it."""

    size: float
    lines: int
    length: float
    widest: float
    smallest: float

    def may_fit(self, setter: TextSetter, box: Box) -> bool:
        """Whether it is worth trying; False is certain."""
        scale, width, count = setter.size / self.size, setter.width(box), setter.lettering.columns
        lines = max(self.lines, ceil(self.length * scale / (width + 1e-6) - 1e-6))
        low = setter.depth(ceil(lines / count)) * min(1.0, self.smallest) <= box.height + 1e-5
        return self.widest * scale <= width + 1e-5 and low


@frozen(slots=False)
class TextSetter:
    """Sets texts at one size in points: breaks them into lines and columns, and draws these; lengths in mm."""

    lettering: Lettering
    fonts: FontBook
    icons: Mapping[str, Symbol]
    size: float

    @cached_property
    def reader(self) -> MarkupReader:
        lettering, language = self.lettering, self.lettering.language or self.fonts.language
        return MarkupReader(
            self.size, lettering.look, self.fonts, self.icons, lettering.icon, language, lettering.styling
        )

    @cached_property
    def cap(self) -> float:
        """The height of a capital."""
        return self.reader.cap(self.reader.look)

    def read(self, text: str) -> ReadText:
        """The text's paragraphs; FontError for a character with no glyph, IconError for an icon that is not known."""
        paragraphs, own = self.reader.paragraphs(text), self.reader.look
        scales = None
        if self.lettering.styling is not None:
            looks = [run.look for each in paragraphs for word in each.words for run in word.runs]
            if own.scale != 1 or any(look is not own for look in looks):
                sizes = [look.scale for look in looks if look is not None]
                scales = min(sizes), max(sizes)
        base: Base | None = None
        if runs_to_the_left(text):
            lines = (" ".join(run.text for word in each.words for run in word.runs) for each in paragraphs)
            base = base_of("\n".join(lines), self.reader.language)
        return ReadText(paragraphs, base, scales)

    def floor(self, said: ReadText) -> float:
        """The size down to which the text may shrink; FitError where letters of a style are too small to read."""
        floor, smallest = self.lettering.floor, said.smallest
        if smallest < 1:
            floor = max(floor, SMALLEST_TEXT / smallest)
            if floor > self.lettering.size + 1e-6:
                raise FitError(
                    f"a style makes letters of {self.lettering.size * smallest:g} pt, and nothing is printed below "
                    f"{SMALLEST_TEXT:g} pt; make the style larger, or the text"
                )
        return min(floor, self.lettering.size)

    def width(self, box: Box) -> float:
        """The width of a column."""
        count, gutter = self.lettering.columns, self.lettering.gutter
        return (box.width - (count - 1) * gutter) / count

    def depth(self, lines: int) -> float:
        """From the top of the first line's capitals to the last line's descenders, where all look alike."""
        lettering, cap = self.lettering, self.fonts[self.reader.look.font()].cap_height
        return ((lines - 1) * lettering.leading + cap + _DESCENDER) * self.size * MM_PER_POINT if lines else 0.0

    def height(self, lines: Sequence[SetLine]) -> float:
        """From the top of the first line's capitals to the last line's descenders."""
        if not lines:
            return 0.0
        below = _DESCENDER * lines[-1].scale * self.size * MM_PER_POINT
        return lines[0].cap + fsum(line.down for line in lines[1:]) + below

    def least_room(self, said: ReadText, box: Box) -> _LeastRoom:
        words, width = [word for paragraph in said.paragraphs for word in paragraph.words], self.width(box)
        widest = max((self.widest_part(word) for word in words if word.width > width), default=0.0)
        length = fsum(word.width for word in words)
        return _LeastRoom(self.size, len(said.paragraphs), length, widest, said.smallest)

    def widest_part(self, word: Word) -> float:
        """The widest part of a word that is never broken."""
        if (letters := word.breakable) is None:
            return word.width
        return max(self.like(letters, part).width for part in self._parts(letters.text))

    def _parts(self, word: str) -> tuple[str, ...]:
        is_parted = self.lettering.hyphenated and len(word) <= _LONGEST_BROKEN
        return word_parts(word, self.reader.language) if is_parted else (word,)

    def like(self, letters: Letters, text: str) -> Letters:
        """Other letters that look the same."""
        return self.reader.letters(text, letters.look or self.reader.look, letters.font)

    def columns(self, said: ReadText, box: Box) -> list[list[SetLine]] | None:
        """The lines of each column; None where they do not fit."""
        width = self.width(box)
        lines = self.lines(said, width) if width > 0 else None
        if lines is None:
            return None
        if self.lettering.columns == 1:
            return [lines] if self.height(lines) <= box.height + 1e-6 else None
        return self._balanced(lines, self.lettering.columns, box.height + 1e-6)

    def _balanced(self, lines: list[SetLine], count: int, room: float) -> list[list[SetLine]] | None:
        """The lines in columns that are as low as they can be."""
        low, high = max(line.cap for line in lines), room
        if len(self._poured(lines, high)) > count:
            return None
        for _ in range(_HALVINGS):
            middle = (low + high) / 2
            low, high = (low, middle) if len(self._poured(lines, middle)) <= count else (middle, high)
        return self._poured(lines, high)

    def _poured(self, lines: Sequence[SetLine], height: float) -> list[list[SetLine]]:
        """The lines in columns of that height."""
        columns: list[list[SetLine]] = []
        used = 0.0
        for line in lines:
            used += line.down
            if not columns or used + _DESCENDER * line.scale * self.size * MM_PER_POINT > height + 1e-9:
                columns.append([])
                used = line.cap
            columns[-1].append(line)
        return columns

    def lines(self, said: ReadText, width: float) -> list[SetLine] | None:
        """The lines of a text in a width; None where a word is too wide."""
        lines: list[SetLine] = []
        space = self._shrunk(self.lettering.space)
        for in_list, group in groupby(said.paragraphs, key=lambda paragraph: paragraph.hang > 0):
            block: list[SetLine] = []
            for paragraph in group:
                own = self._paragraph(paragraph, width, said, space if lines or block else 0.0)
                if own is None:
                    return None
                block += own
            lines += self._aligned_list(block, width, said) if in_list else block
        return lines

    def _shrunk(self, length: float) -> float:
        """A length of the lettering at this size."""
        return length * self.size / self.lettering.size if length else 0.0

    def _paragraph(self, paragraph: Paragraph, width: float, said: ReadText, space: float) -> list[SetLine] | None:
        """The lines of a paragraph; None where a word is too wide and cannot be parted."""
        hang, leftward, lettering = paragraph.hang, said.base == "R", self.lettering
        first = 0.0 if hang else self._shrunk(lettering.indent)

        def measure(line: int) -> tuple[float, float]:
            indent = hang if line else hang + first
            return 0.0 if leftward else indent, width - indent

        broken = self._broken(paragraph.words, measure, said)
        if broken is None:
            return None
        share = _SHARES[lettering.align]
        if lettering.justified or hang:
            share = 1.0 if leftward else 0.0
        found: list[SetLine] = []
        for at, words in enumerate(broken):
            scale, cap = self._scale(words, said)
            left, room = measure(at)
            down = lettering.leading * (self.size * scale) * MM_PER_POINT + (0.0 if at else space)
            found.append(SetLine(words, left + (room - _length(words)) * share, cap, down, scale))
        if paragraph.marker:
            x = width - hang + paragraph.gap if leftward else hang - paragraph.gap - paragraph.marker.width
            found[0] = replace(found[0], marker=paragraph.marker, marker_x=x)
        return found

    def _aligned_list(self, lines: list[SetLine], width: float, said: ReadText) -> list[SetLine]:
        """The lines of a list: where those of the text do not begin at its left edge, all of them moved alike."""
        share = 0.0 if self.lettering.justified or said.base == "R" else _SHARES[self.lettering.align]
        if not share:
            return lines
        by = (width - max(line.x + _length(line.words) for line in lines)) * share
        return [replace(line, x=line.x + by, marker_x=line.marker_x + by) for line in lines]

    def _scale(self, words: Sequence[Word], said: ReadText) -> tuple[float, float]:
        """The size of the largest letters of a line as a share of the text's, and the height of its capitals; a line is
        no lower than the others because it has small letters only.
        """
        if said.scales is None or not words:
            return 1.0, self.cap
        looks = [run.look or self.reader.look for word in words for run in word.runs]
        return max(min(1.0, said.scales[1]), *(look.scale for look in looks)), max(map(self.reader.cap, looks))

    def _broken(self, words: Sequence[Word], measure: Measure, said: ReadText) -> Sequence[Sequence[Word]] | None:
        """Words in lines; None where one is too wide and cannot be parted."""
        if not self.lettering.justified or not words:
            return fill_lines(words, measure, self._split)
        lines = break_lines(list(self._nodes(words, said.base is None)), measure)
        fits = all(line.width <= measure(at)[1] + 1e-6 for at, line in enumerate(lines))
        return [words_of(line) for line in lines] if fits else None

    def _nodes(self, words: Sequence[Word], gives: bool) -> Iterator[Node]:
        """The nodes of a paragraph to be justified; with `gives`, letters may stand a little further apart, too."""

        def supple(letters: Letters) -> Letters:
            return replace(letters, loose=len(self.fonts[letters.font].plain(letters.text) or "")) if gives else letters

        for number, word in enumerate(words):
            if number and word.space:
                yield Space(word.space, word.space * 0.5, word.space * 0.3, word.space * _SPARE)
            elif number:  # as in Chinese: such letters give way by less than any space
                em = self.size * MM_PER_POINT
                yield Space(0.0, _APART[0] * em, 0.0, _APART[1] * em)
            whole = word.breakable
            if whole is None:
                yield from map(supple, word.runs)
                continue
            parts = self._breaks(whole.text)
            yield supple(self.like(whole, parts[0]))
            for before, after in pairwise(parts):
                is_bare = before.endswith("-")
                yield Hyphen(self.like(whole, "" if is_bare else "-"), _BREAK_COST if is_bare else _HYPHEN_COST)
                yield supple(self.like(whole, after))
        yield End()

    def _breaks(self, word: str) -> Sequence[str]:
        """The parts between which a word may end a line, the last of them long enough to begin one."""
        parts = list(word.split(SOFT_HYPHEN) if SOFT_HYPHEN in word else self._parts(word))
        while len(parts) > 1 and sum(map(str.isalpha, parts[-1])) < _LEAST_CARRIED:
            parts[-2:] = ["".join(parts[-2:])]
        return parts

    def _split(self, word: Word, room: float) -> tuple[Word, Word] | None:
        """The longest hyphenated first part that fits into the room, and the rest; None when there is none."""
        letters = word.breakable
        if letters is None or room <= 0:
            return None
        parts = self._breaks(letters.text)
        for count in range(len(parts) - 1, 0, -1):
            head, tail = "".join(parts[:count]), "".join(parts[count:])
            first = self.like(letters, head if head.endswith("-") else head + "-")
            if first.width <= room:
                rest = self.like(letters, tail)
                return Word((first,), word.space, first.width), Word((rest,), word.space, rest.width)
        return None

    def drawn(self, said: ReadText, columns: Sequence[Sequence[SetLine]], box: Box) -> Group:
        """Columns that fit, in their box."""
        tallest = max(columns, key=self.height)
        slack = box.height - self.height(tallest)
        below = _DESCENDER * tallest[-1].scale * self.size * MM_PER_POINT
        tops = {"top": 0.0, "middle": slack / 2, "optical": min(slack, (slack + below) / 2), "bottom": slack}
        artist = LineArtist(self.reader, said.base)
        for number, lines in enumerate(columns):
            left = box.left + number * (self.width(box) + self.lettering.gutter)
            self.stand(artist, lines, left, box.top + lines[0].cap + tops[self.lettering.valign])
        return Group(artist.all_shapes, role="paragraph")

    def stand(self, artist: LineArtist, lines: Sequence[SetLine], left: float, y: float) -> None:
        """Draws lines one below the other, the first on the baseline y."""
        for number, line in enumerate(lines):
            y += line.down if number else 0.0
            if line.marker is not None:
                artist.draw([line.marker], left + line.marker_x, y)
            artist.draw(line.words, left + line.x, y)


def _length(words: Sequence[Word]) -> float:
    """How wide the words of a line are, the spaces between them included."""
    last = words[-1].runs[-1].tracking if words else 0.0
    return fsum(word.width for word in words) + fsum(word.space for word in words[1:]) - last


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
