"""Makes shapes of lines of words: runs that look alike become one text, in the order in which they are seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field, replace
from itertools import accumulate, groupby, pairwise
from typing import TYPE_CHECKING

from pnp.drawing.fonts import Font
from pnp.drawing.lines import Letters, Word
from pnp.drawing.looks import Look, Rim
from pnp.drawing.markup import SOFT_HYPHEN, MarkupReader
from pnp.drawing.shapes import (
    TO_THE_LEFT,
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    extent,
    joined,
    line,
    moved,
)
from pnp.frozen import mutable
from pnp.geometry import MM_PER_POINT, Transform

if TYPE_CHECKING:
    from pnp.drawing.shaping import Base

_OBJECT = "\ufffc"  # stands for an icon where the order of a line is told
_TOUCHING = 1e-6
_LEAST_SPACE = 0.16  # ems: what is narrower sets letters apart that no space parts
_SAME = 1e-4  # millimetres up to which two spaces are as wide as each other
_RULES = {"underline": 0.12, "strike": -0.26}  # ems below the baseline
_RULE = 0.055  # ems


def base_of(text: str, language: str) -> Base:
    """The direction of a text of which some runs to the left."""
    # Only text that runs to the left pays for this import.
    from pnp.drawing import shaping

    return shaping.base_of(text, language)


def icon_shape(symbol: Symbol, x: float, top: float, height: float) -> Use:
    """A symbol as high as that, from its top left on."""
    bounds, scale = symbol.bounds, height / symbol.bounds.height
    return Use(symbol, Transform(scale, 0, 0, scale, x - bounds.left * scale, top - bounds.top * scale))


def outline_of(text: Text, font: Font) -> Commands:
    """The letters of a text as one path, where they are printed."""
    x, _ = extent(text, font)
    scale = text.size * MM_PER_POINT
    composed = font.plain(text.text)
    if composed is None or not (text.spread or text.tracking):
        return moved(font.outline(text.text), Transform(scale, 0, 0, scale, x, text.y))
    letters = []
    for char in composed:
        if not char.isspace():
            letters.append(moved(font.outline(char), Transform(scale, 0, 0, scale, x, text.y)))
        x += font.width(char, text.size) + text.tracking + (text.spread if char == " " else 0.0)
    return joined(letters)


@mutable
class _Run:
    """Letters that look alike, from x to `end`; every space in them is by `spread` wider, if there is one yet."""

    x: float
    end: float
    text: str
    letters: Letters
    spread: float | None = None


@mutable
class LineArtist:
    """Draws lines; `base` is the direction of a text of which some runs to the left. All in millimetres.

    What lies behind all letters is in `behind`, everything else in `shapes`.
    """

    reader: MarkupReader
    base: Base | None
    behind: list[Shape] = field(default_factory=list)
    shapes: list[Shape] = field(default_factory=list)

    @property
    def all_shapes(self) -> tuple[Shape, ...]:
        """What lies behind the letters, and everything else."""
        behind = (Group(tuple(self.behind), role="background"),) if self.behind else ()
        return (*behind, *self.shapes)

    def draw(self, words: Sequence[Word], x: float, y: float) -> None:
        """The words of a line from x on, on its baseline."""
        runs = self._runs(words, x) if self.base is None else self._ordered(words, x, self.base)
        ruled: list[_Run] = []
        for run in runs:
            look = run.letters.look
            if run.letters.face is not None:
                self._add(self._icon(run, y), look)
                continue
            text = self._text(run, y)
            self._add(text, look)
            if look is not None and look.rim is not None:
                self.behind.append(self._rim(text, look.rim))
            if look is not None and look.rules:
                ruled.append(run)
        self.shapes += self._rules(ruled, y)

    def _add(self, shape: Shape, look: Look | None) -> None:
        self.shapes.append(Group((shape,), opacity=look.cover) if look is not None and look.cover < 1 else shape)

    def _text(self, run: _Run, y: float) -> Text:
        letters = run.letters
        spread = 0.0 if run.spread is None or abs(run.spread) < _SAME / 10 else run.spread
        look = letters.font, letters.size, letters.colour
        return Text(run.x, y, run.text, *look, spread=spread, tracking=letters.tracking)

    def _rim(self, text: Text, rim: Rim) -> Shape:
        width = 2 * rim.width * text.size * MM_PER_POINT
        outline = outline_of(text, self.reader.fonts[text.font])
        line = Path(outline, None, Stroke(rim.colour, width, join="round"))
        return Group((line,), opacity=rim.cover) if rim.cover < 1 else line

    def _icon(self, run: _Run, y: float) -> Use:
        """An icon about the middle of the capitals."""
        letters = run.letters
        symbol = self.reader.symbol(letters.face or "", letters.look or self.reader.look)
        return icon_shape(symbol, run.x, y - letters.height * (1 + 1 / self.reader.icon) / 2, letters.height)

    def _rules(self, runs: Sequence[_Run], y: float) -> Iterator[Path]:
        """The lines under words and through them, each as far as its words go on."""
        for name, drop in _RULES.items():
            lines: list[tuple[float, float, Letters]] = []
            for run in runs:
                letters = run.letters
                if letters.look is None or name not in letters.look.rules:
                    continue
                start, _, last = lines[-1] if lines else (0.0, 0.0, None)
                goes_on = last is not None and (last.colour, last.size) == (letters.colour, letters.size)
                if goes_on and run.x < lines[-1][1] + letters.size * MM_PER_POINT:
                    lines[-1] = start, run.end, letters
                else:
                    lines.append((run.x, run.end, letters))
            for start, end, letters in lines:
                em = letters.size * MM_PER_POINT
                yield Path(line(start, y + drop * em, end, y + drop * em), None, Stroke(letters.colour, _RULE * em))

    def _runs(self, words: Sequence[Word], x: float) -> Iterator[_Run]:
        """From left to right; a run that a space follows carries it, which shows nothing, for who reads the file."""
        run: _Run | None = None
        for number, word in enumerate(words):
            x += word.space if number else 0.0
            for at, letters in enumerate(word.runs):
                space = (word.space or None) if number and not at else None
                if space is not None and space < _LEAST_SPACE * letters.size * MM_PER_POINT:
                    yield from () if run is None else (run,)
                    run = space = None
                if run is not None and not self._grown(run, letters, space):
                    run.text += "" if space is None else " "
                    yield run
                    run = None
                if letters.face is not None:
                    yield _Run(x, x + letters.width, "", letters)
                elif run is None:
                    run = _Run(x, x + letters.width, letters.text.replace(SOFT_HYPHEN, ""), letters)
                x += letters.width
        if run is not None:
            yield run

    def _grown(self, run: _Run, letters: Letters, space: float | None) -> bool:
        """Takes letters into a run that they touch, or that they follow after as much space as is between its words;
        whether they belong to it.
        """
        own, look = run.letters, letters.look or self.reader.look
        is_alike = letters.face is None and own.font == letters.font and own.tracking == letters.tracking
        if not is_alike or not (own.look is letters.look or own.look == letters.look):
            return False
        if space is not None:
            if letters.font != look.font():  # a space is as wide as that of the regular font
                return False
            natural, spread = self.reader.space(look), 0.0
            if space != natural:
                spread = space - natural + self.reader.tracking(look) - letters.tracking
                if abs(spread) > _TOUCHING and self.reader.fonts[letters.font].plain(run.text + letters.text) is None:
                    return False
            if run.spread is not None and abs(spread - run.spread) > _SAME:
                return False
            run.spread = spread
        run.text += ("" if space is None else " ") + letters.text.replace(SOFT_HYPHEN, "")
        run.end += (space or 0.0) + letters.width
        return True

    def _ordered(self, words: Sequence[Word], x: float, base: Base) -> Iterator[_Run]:
        """As the line is seen, from left to right: each part of one look and direction in its place."""
        from pnp.drawing.shaping import runs

        pieces = list(self._with_spaces(words))
        text = "".join(piece.text or _OBJECT for piece in pieces)
        starts = list(accumulate((len(piece.text or _OBJECT) for piece in pieces), initial=0))
        for run in runs(text, base):
            parts = [
                (piece, text[max(start, run.start) : min(stop, run.stop)])
                for (start, stop), piece in zip(pairwise(starts), pieces)
            ]
            for piece, part in reversed(parts) if run.leftward else parts:
                if not part:
                    continue
                said = f"{TO_THE_LEFT}{part}{TO_THE_LEFT}" if run.leftward and piece.face is None else part
                width = piece.width
                if not width:
                    width = self.reader.letters(said, piece.look or self.reader.look, piece.font).width
                if not piece.width or piece.face is not None:
                    yield _Run(x, x + width, said, piece)
                x += width

    def _with_spaces(self, words: Sequence[Word]) -> Iterator[Letters]:
        """The runs with the spaces between them, neighbours of one look as one; only icons have their widths, and
        spaces that are not as wide as those of the font.
        """
        pieces: list[Letters] = []
        for number, word in enumerate(words):
            if number and word.space:
                before, after = pieces[-1].look, word.runs[0].look
                look = before if before is not None and before == after else self.reader.look
                natural = abs(word.space - self.reader.space(look)) < _TOUCHING
                space = self.reader.letters(" ", look, look.font())
                pieces.append(replace(space, width=0.0 if natural else word.space))
            pieces += (run if run.face is not None else replace(run, width=0.0) for run in word.runs)
        for (_, _, width), group in groupby(pieces, key=lambda piece: (piece.font, piece.look, piece.width)):
            if width:
                yield from group
            else:
                first, *rest = group
                yield replace(first, text="".join(piece.text for piece in (first, *rest)).replace(SOFT_HYPHEN, ""))
