"""The size of a book's pages and of its type: the formats that books come in."""

from __future__ import annotations

from pnp.drawing.colour import Colour
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.units import MM_PER_POINT

INK = Colour.parse("#231d1a")
QUIET = Colour.parse("#6d625a")
HAIRLINE = Colour.parse("#c9bfb2")
TINT = Colour.parse("#f6f1e8")


@frozen
class PageFormat:
    """A page and its type. Lengths in millimetres, `body` in points; numbers of paragraphs hang in the `gutter`."""

    name: str
    size: Size
    inner: float
    outer: float
    top: float
    bottom: float
    gutter: float
    body: float
    leading: float = 1.36

    @property
    def measure(self) -> float:
        """The width of the text, the gutter left out."""
        return self.size.width - self.inner - self.outer - self.gutter

    @property
    def depth(self) -> float:
        """The height of the text."""
        return self.size.height - self.top - self.bottom

    @property
    def line(self) -> float:
        """From baseline to baseline of the body."""
        return self.body * self.leading * MM_PER_POINT


A5 = PageFormat("a5", Size(148, 210), 15, 12, 17, 16, 9, 9.25)
HALF_LETTER = PageFormat("half-letter", Size(139.7, 215.9), 14, 11, 17, 16, 9, 9.25)
# Large print: 14 pt and wider leading (RNIB clear print guidelines ask for 12 to 14 pt, large print for 16 at most).
LARGE = PageFormat("a4-large", Size(210, 297), 20, 16, 22, 20, 13, 14, 1.4)
LARGE_LETTER = PageFormat("letter-large", Size(215.9, 279.4), 20, 16, 22, 20, 13, 14, 1.4)
# An eighth of a sheet: what a zine folded from one sheet has for its pages, without room for numbers of paragraphs.
ZINE_A7 = PageFormat("zine-a7", Size(74.25, 105), 8, 6.5, 12, 14.5, 0, 7.75, 1.3)
ZINE_LETTER = PageFormat("zine-letter", Size(69.85, 107.95), 8, 6.5, 12, 14.5, 0, 7.75, 1.3)
