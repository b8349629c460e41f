"""The type of everything on a book's pages, from their format and a colour; every size is a part of the body's."""

from __future__ import annotations

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.text import SMALLEST_TEXT
from pnp.frozen import frozen
from pnp.rulebook.format import INK, QUIET, PageFormat
from pnp.rulebook.inline import Type


@frozen
class Types:
    """The scale of a book's type, every size a part of the body's; `label` is that of words in figures, in points."""

    body: Type
    lead: Type
    small: Type
    cites: Type
    number: Type
    caption: Type
    headings: tuple[Type, Type, Type]
    label: float

    @staticmethod
    def of(page: PageFormat, accent: Colour) -> Types:
        b = page.body
        small = max(SMALLEST_TEXT, b * 0.86)
        return Types(
            body=Type(b, page.leading, INK, accent),
            lead=Type(b * 1.14, page.leading, INK, accent),
            small=Type(small, page.leading, INK, accent),
            cites=Type(max(SMALLEST_TEXT, b * 0.68), page.leading, QUIET, QUIET),
            number=Type(small, page.leading, accent, accent, bold=True),
            caption=Type(small, 1.3, QUIET, accent, italic=True),
            headings=(
                Type(b * 2.15, 1.1, accent, accent, DISPLAY),
                Type(b * 1.32, 1.2, INK, accent, bold=True),
                Type(b * 1.02, 1.25, accent, accent, bold=True),
            ),
            label=max(SMALLEST_TEXT, b * 0.8),
        )
