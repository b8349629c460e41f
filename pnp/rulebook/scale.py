"""A page format and a colour in; the type of everything on the page, every size a part of the body's, out."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY
from pnp.rulebook.format import INK, QUIET, PageFormat
from pnp.rulebook.inline import Type


@dataclass(frozen=True, slots=True)
class Types:
    """The scale of a book's type, every size a part of the body's."""

    body: Type
    lead: Type
    small: Type
    cites: Type
    number: Type
    caption: Type
    headings: tuple[Type, Type, Type]

    @staticmethod
    def of(page: PageFormat, accent: Colour) -> Types:
        b = page.body
        return Types(
            body=Type(b, page.leading, INK, accent),
            lead=Type(b * 1.14, page.leading, INK, accent),
            small=Type(b * 0.86, page.leading, INK, accent),
            cites=Type(max(6.0, b * 0.68), page.leading, QUIET, QUIET),
            number=Type(b * 0.86, page.leading, accent, accent, bold=True),
            caption=Type(b * 0.86, 1.3, QUIET, accent, italic=True),
            headings=(
                Type(b * 2.15, 1.1, accent, accent, DISPLAY),
                Type(b * 1.32, 1.2, INK, accent, bold=True),
                Type(b * 1.02, 1.25, accent, accent, bold=True),
            ),
        )
