"""The strips that the pages of a book are stacked from, for tests that measure them."""

from __future__ import annotations

from pnp.build.rulebook import BookPrinting, prepare_book, style_of
from pnp.catalog import find
from pnp.definition.load import load_game
from pnp.drawing.colour import Colour
from pnp.drawing.fonts import FontBook
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import ZINE_A7, PageFormat, Types
from pnp.typesetting.inline import InlineSetter
from pnp.typesetting.setter import BookSetter
from pnp.typesetting.strips import Strip


def strips_of(name: str, language: str, page: PageFormat) -> tuple[list[Strip], FontBook]:
    """All strips of a built-in game's book in that format, and the fonts that they are set in."""
    game = load_game(find(name), language=language)
    prepared = prepare_book(game, style_of(game, "", BookPrinting()), page == ZINE_A7)
    book, fonts, accent = prepared.book, prepared.document.fonts, Colour.parse(prepared.book.colour)
    types = Types.of(page, accent)
    inline = InlineSetter(fonts, prepared.faces, book.language)
    return BookSetter(
        book, page, inline, Illustrator(prepared.faces, fonts, types.label, accent), types
    ).strips(), fonts
