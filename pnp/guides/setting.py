"""Sets words in a given width, as the blocks that make up pages: headings, paragraphs and small print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY, TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Role, Shape, Stroke, Text, line
from pnp.drawing.text import FitError, longest, shortened
from pnp.frozen import frozen
from pnp.geometry import Transform
from pnp.units import MM_PER_POINT

SMALLEST = 7.0
INK = Colour.parse("#241c17")
ACCENT = Colour.parse("#8a2b1c")
RULE = Colour.parse("#b9a68a")
_LEADING = 1.28


@frozen
class Block:
    """Shapes from (0, 0) down, and how far down they reach."""

    shapes: tuple[Shape, ...]
    height: float
    role: Role

    def at(self, x: float, y: float) -> Group:
        return Group(self.shapes, Transform.moved(x, y), role=self.role)


@frozen(slots=False)
class Setter:
    """Sets words in a column of one width and size."""

    fonts: FontBook
    size: float
    width: float

    @property
    def _line(self) -> float:
        return self.size * _LEADING * MM_PER_POINT

    def heading(self, text: str) -> Block:
        text, size = self._fitting(text, DISPLAY, 1.3 * self.size, self.width)
        base = 0.45 * self._line + size * MM_PER_POINT * 0.8
        words = Text(0, base, text, DISPLAY, size, ACCENT)
        return Block((words,), base + 0.55 * self._line, "heading")

    def under(self, text: str, first: Block) -> Block:
        """A heading that stays with the first block of its section."""
        heading = self.heading(text)
        shapes = (heading.at(0, 0), first.at(0, heading.height))
        return Block(shapes, heading.height + first.height, first.role)

    def section(self, heading: str, items: Iterable[str], numbered: bool = True) -> list[Block]:
        """A heading and paragraphs, numbered or not."""
        blocks = [self.paragraph(text, str(at) if numbered else "") for at, text in enumerate(items, 1)]
        return [self.under(heading, blocks[0]), *blocks[1:]]

    def paragraph(self, text: str, mark: str = "") -> Block:
        left = 1.5 * self.size * MM_PER_POINT if mark else 0.0
        lines = self._wrapped(text.split(), TEXT, self.width - left)
        shapes = [*self._lines(lines, left, TEXT)]
        if mark:
            shapes.insert(0, Text(0, self._first, mark, DISPLAY, self.size, ACCENT))
        return Block(tuple(shapes), len(lines) * self._line, "paragraph")

    def small_print(self, paragraphs: Sequence[str]) -> Block:
        """Words at the foot of the page, under a rule."""
        lines = [part for text in paragraphs for part in self._wrapped(text.split(), TEXT, self.width)]
        rule = Path(line(0, 0, self.width, 0), stroke=Stroke(RULE, 0.2))
        words = Group(tuple(self._lines(lines, 0.0, TEXT)), Transform.moved(0, 1.5))
        return Block((rule, words), len(lines) * self._line + 1.5, "paragraph")

    @property
    def _first(self) -> float:
        """The baseline of a first line that starts at the top."""
        return self.fonts[TEXT].cap_height * self.size * MM_PER_POINT

    def _lines(
        self, lines: Iterable[str], x: float, font: str, start: int = 0, colour: Colour | None = None
    ) -> Iterator[Text]:
        for at, text in enumerate(lines, start):
            yield Text(x, self._first + at * self._line, text, font, self.size, colour or INK)

    def _wrapped(self, pieces: Sequence[str], font: str, width: float) -> list[str]:
        """Pieces joined by spaces into lines; one too wide is broken at its spaces.

        A word too wide is a FitError, but in the smallest type it is broken where the line ends.
        """
        lines: list[str] = []
        for piece in pieces:
            joined = f"{lines[-1]} {piece}" if lines else piece
            if lines and self._measure(joined, font) <= width:
                lines[-1] = joined
            elif self._measure(piece, font) <= width:
                lines.append(piece)
            elif " " in piece:
                lines += self._wrapped(piece.split(), font, width)
            elif self.size > SMALLEST:
                raise FitError(f"'{piece}' is wider than {width:.1f} mm")
            else:
                head = self._beginning(piece, font, width)
                lines += [head, *self._wrapped([piece[len(head) :]], font, width)]
        return lines

    def _beginning(self, text: str, font: str, width: float) -> str:
        """As many letters as fit on a line; FitError where there is no room for one."""
        fitting = longest(text, lambda part: self._measure(part, font) <= width)
        if not fitting:
            raise FitError(f"'{text}' is wider than {width:.1f} mm")
        return fitting

    def _measure(self, text: str, font: str) -> float:
        return self.fonts[font].width(text, self.size)

    def _fitted(self, text: str, font: str, width: float) -> float:
        """The size in points at which a text is just that wide."""
        return width / max(0.01, self.fonts[font].width(text, 1.0))

    def _fitting(self, text: str, font: str, size: float, width: float) -> tuple[str, float]:
        """A line and the size that it fits at, at most `size`.

        Below the floor it is a FitError, but in the smallest type the line is shortened.
        """
        fitting = min(size, self._fitted(text, font, width))
        if fitting >= SMALLEST:
            return text, fitting
        if self.size > SMALLEST:
            raise FitError(f"'{text}' is wider than {width:.1f} mm")
        return shortened(text, self.fonts[font], SMALLEST, width), SMALLEST
