"""The formats that books come in: the size of their pages, and the type of everything on them."""

from __future__ import annotations

from dataclasses import replace

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_BOLD_ITALIC, TEXT_ITALIC
from pnp.drawing.text import SMALLEST_TEXT
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Size

INK = Colour.parse("#231d1a")
QUIET = Colour.parse("#6d625a")
HAIRLINE = Colour.parse("#c9bfb2")
TINT = Colour.parse("#f6f1e8")
_NARROW_LEADING = 1.3
_FONTS = {(False, False): TEXT, (True, False): TEXT_BOLD, (False, True): TEXT_ITALIC, (True, True): TEXT_BOLD_ITALIC}


@frozen
class PageFormat:
    """A page and its type. Lengths in millimetres, `body` in points; so many `columns` side by side where a book asks
    for some. Where the foot of the page is the edge of the paper, pictures keep so far off it as printers leave
    `white`. A book that `flows` begins no page where its text asks for one, which is made for pages of another size.
    """

    name: str
    size: Size
    inner: float
    outer: float
    top: float
    bottom: float
    body: float
    leading: float = 1.36
    columns: int = 2
    white: float = 0.0
    flows: bool = False

    @property
    def measure(self) -> float:
        """The width of the text."""
        return self.size.width - self.inner - self.outer

    @property
    def depth(self) -> float:
        """The height of the text."""
        return self.size.height - self.top - self.bottom


A5 = PageFormat("a5", Size(148, 210), 13, 11, 13.5, 14.5, 9)
HALF_LETTER = PageFormat("half-letter", Size(139.7, 215.9), 12.7, 10.5, 13.5, 14.5, 9)
# Large print: 14 pt and wider leading (RNIB clear print guidelines ask for 12 to 14 pt, large print for 16 at most).
LARGE = PageFormat("a4-large", Size(210, 297), 18, 16, 20, 18, 14, 1.4, 1, flows=True)
LARGE_LETTER = PageFormat("letter-large", Size(215.9, 279.4), 18, 16, 20, 18, 14, 1.4, 1, flows=True)
# An eighth of a sheet: what a zine folded from one sheet has for its pages.
ZINE_A7 = PageFormat("zine-a7", Size(74.25, 105), 8, 6.5, 12, 14.5, 7.75, 1.3, 1, white=5.1)
ZINE_LETTER = PageFormat("zine-letter", Size(69.85, 107.95), 8, 6.5, 12, 14.5, 7.75, 1.3, 1, white=5.1)


@frozen
class Type:
    """How words are set: size in points, leading in sizes, colours of words and of links, and the fonts."""

    size: float
    leading: float
    colour: Colour
    linked: Colour
    regular: str = TEXT
    bold: bool = False
    italic: bool = False

    @property
    def line(self) -> float:
        """From baseline to baseline, in millimetres."""
        return self.size * self.leading * MM_PER_POINT

    def font(self, bold: bool = False, italic: bool = False) -> str:
        """The font of a run; a type with a face of its own, such as a display face, has only that."""
        return _FONTS[bold or self.bold, italic != self.italic] if self.regular == TEXT else self.regular


@frozen
class Types:
    """The scale of a book's type, every size a part of the body's; `label` is that of words in figures, in points."""

    body: Type
    lead: Type
    small: Type
    number: Type
    caption: Type
    headings: tuple[Type, Type, Type]
    label: float

    @property
    def narrow(self) -> Types:
        """The scale of columns: all as small as small print, headings too."""
        share = self.small.size / self.body.size
        smaller = [replace(type_, size=type_.size * share) for type_ in self.headings[1:]]
        first = replace(self.headings[0], size=self.headings[1].size)
        small = replace(self.small, leading=_NARROW_LEADING)
        number = replace(self.number, leading=_NARROW_LEADING)
        headings = (first, smaller[0], smaller[1])
        return replace(self, body=small, lead=small, small=small, number=number, headings=headings)

    @staticmethod
    def of(page: PageFormat, accent: Colour) -> Types:
        """The scale for a page of that format, with the book's colour."""
        b = page.body
        small = max(SMALLEST_TEXT, b * 0.86)
        return Types(
            body=Type(b, page.leading, INK, accent),
            lead=Type(b * 1.14, page.leading, INK, accent),
            small=Type(small, page.leading, INK, accent),
            number=Type(small, page.leading, accent, accent, bold=True),
            caption=Type(small, 1.3, QUIET, accent, italic=True),
            headings=(
                Type(b * 2.15, 1.1, accent, accent, DISPLAY),
                Type(b * 1.32, 1.2, INK, accent, bold=True),
                Type(b * 1.02, 1.25, accent, accent, bold=True),
            ),
            label=max(SMALLEST_TEXT, b * 0.8),
        )
