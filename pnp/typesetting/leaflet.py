"""Sets words in a given width, as the blocks that make up leaflets: titles, headings, paragraphs and small print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_ITALIC, Font, FontBook
from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, Text, line
from pnp.drawing.text import FitError, longest, shortened, split_words
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Transform
from pnp.language.wording import Wording

SMALLEST = 7.0
INK = Colour.parse("#241c17")
ACCENT = Colour.parse("#8a2b1c")
RULE = Colour.parse("#b9a68a")
_LEADING = 1.28


def legible(text: str, font: Font) -> str:
    """The text with a question mark for each letter that the font does not have."""
    for missing in font.missing(text):
        text = text.replace(missing, "?")
    return text


@frozen
class LeafletBlock:
    """Shapes from (0, 0) down, and how far down they reach."""

    shapes: tuple[Shape, ...]
    height: float
    role: Role

    def at(self, x: float, y: float) -> Group:
        return Group(self.shapes, Transform.moved(x, y), role=self.role)


@frozen(slots=False)
class LeafletSetter:
    """Sets words in a column of one width and size; `wording` is the language of what its pages say themselves."""

    fonts: FontBook
    size: float
    width: float
    wording: Wording

    @property
    def line(self) -> float:
        """From baseline to baseline."""
        return self.size * _LEADING * MM_PER_POINT

    @property
    def first(self) -> float:
        """The baseline of a first line that starts at the top."""
        return self.fonts[TEXT].cap_height * self.size * MM_PER_POINT

    def title_lines(
        self, title: str, under: str, sizes: tuple[float, float], width: float
    ) -> tuple[tuple[Text, Text], float]:
        """A title and a line below it, so many times the size of the body, and the baseline of the second."""
        title, size = self._fitting(title, DISPLAY, sizes[0] * self.size, width)
        under, below = self._fitting(under, TEXT_ITALIC, sizes[1] * self.size, width)
        top = size * MM_PER_POINT * 0.85
        base = top + below * MM_PER_POINT * 1.6
        return (Text(0, top, title, DISPLAY, size, INK), Text(0, base, under, TEXT_ITALIC, below, ACCENT)), base

    def rule(self, y: float, colour: Colour = RULE, thickness: float = 0.2) -> Path:
        """A line across the column."""
        return Path(line(0, y, self.width, y), stroke=Stroke(colour, thickness))

    def heading(self, text: str) -> LeafletBlock:
        text, size = self._fitting(text, DISPLAY, 1.3 * self.size, self.width)
        base = 0.45 * self.line + size * MM_PER_POINT * 0.8
        return LeafletBlock((Text(0, base, text, DISPLAY, size, ACCENT),), base + 0.55 * self.line, "heading")

    def under(self, text: str, first: LeafletBlock) -> LeafletBlock:
        """A heading that stays with the first block of its section."""
        heading = self.heading(text)
        shapes = (heading.at(0, 0), first.at(0, heading.height))
        return LeafletBlock(shapes, heading.height + first.height, first.role)

    def section(self, heading: str, items: Iterable[str], numbered: bool = True) -> list[LeafletBlock]:
        """A heading and paragraphs, numbered or not."""
        blocks = [self._paragraph(text, str(at) if numbered else "") for at, text in enumerate(items, 1)]
        return [self.under(heading, blocks[0]), *blocks[1:]]

    def _paragraph(self, text: str, mark: str) -> LeafletBlock:
        left = 1.5 * self.size * MM_PER_POINT if mark else 0.0
        lines = self.wrapped(split_words(text), TEXT, self.width - left)
        marks = [Text(0, self.first, mark, DISPLAY, self.size, ACCENT)] if mark else []
        return LeafletBlock((*marks, *self.lines(lines, left, TEXT)), len(lines) * self.line, "paragraph")

    def small_print(self, paragraphs: Sequence[str]) -> LeafletBlock:
        """Words at the foot of the page, under a rule."""
        lines = [part for text in paragraphs for part in self.wrapped(split_words(text), TEXT, self.width)]
        words = Group(tuple(self.lines(lines, 0.0, TEXT)), Transform.moved(0, 1.5))
        return LeafletBlock((self.rule(0), words), len(lines) * self.line + 1.5, "paragraph")

    def lines(self, lines: Iterable[str], x: float, font: str, start: int = 0, colour: Colour = INK) -> Iterator[Text]:
        """Lines below each other, the first of them as far down as `start` lines."""
        for at, text in enumerate(lines, start):
            yield Text(x, self.first + at * self.line, text, font, self.size, colour)

    def wrapped(self, pieces: Sequence[str], font: str, width: float) -> list[str]:
        """Pieces joined by spaces into lines; one too wide is broken at its spaces.

        A word too wide is a FitError, but in the smallest type it is broken where the line ends.
        """
        lines: list[str] = []
        for piece in pieces:
            joined = f"{lines[-1]} {piece}" if lines else piece
            if lines and self.measure(joined, font) <= width:
                lines[-1] = joined
            elif self.measure(piece, font) <= width:
                lines.append(piece)
            elif " " in piece:
                lines += self.wrapped(split_words(piece), font, width)
            else:
                fits = "" if self.size > SMALLEST else longest(piece, lambda part: self.measure(part, font) <= width)
                if not fits:
                    raise FitError(f"'{piece}' is wider than {width:.1f} mm")
                lines += [fits, *self.wrapped([piece[len(fits) :]], font, width)]
        return lines

    def measure(self, text: str, font: str) -> float:
        return self.fonts[font].width(text, self.size)

    def size_for(self, text: str, font: str, width: float) -> float:
        """The size in points at which a text is just that wide."""
        return width / max(0.01, self.fonts[font].width(text, 1.0))

    def _fitting(self, text: str, font: str, size: float, width: float) -> tuple[str, float]:
        """A line and the size that it fits at, at most `size`.

        Below the floor it is a FitError, but in the smallest type the line is shortened.
        """
        fitting = min(size, self.size_for(text, font, width))
        if fitting >= SMALLEST:
            return text, fitting
        if self.size > SMALLEST:
            raise FitError(f"'{text}' is wider than {width:.1f} mm")
        return shortened(text, self.fonts[font], SMALLEST, width), SMALLEST
