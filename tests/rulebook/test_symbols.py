"""Icons of the pieces among a book's words: every one that a piece bears is shown, as it is drawn there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from pnp.build.rulebook import book_of, draw_symbol
from pnp.catalog import artist_of, find, games
from pnp.definition.load import load_game
from pnp.drawing.face import Style, SymbolArtist, symbol_face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Shape, Symbol, Use
from pnp.errors import InputInvalid
from pnp.geometry import DRAWN
from pnp.rulebook.book import faces_in
from pnp.typesetting.blocks import SYMBOL, Icon, texts_of, walk_blocks
from pnp.typesetting.writers import plain_text

_SIGNS = ("icon", "symbol")
"""The folders of art whose drawings mean something to a rule wherever they stand."""
_MARKS = ("emblem", "pip", "border")
"""Those whose drawings tell pieces apart: a book shows a piece with each."""


def symbols_in(shapes: Iterable[Shape]) -> Iterator[Symbol]:
    for shape in shapes:
        if isinstance(shape, Use):
            yield shape.symbol
            yield from symbols_in(shape.symbol.shapes)
        elif isinstance(shape, Group):
            yield from symbols_in(shape.shapes)


def drawings(symbols: Iterable[Symbol], folders: tuple[str, ...]) -> set[str]:
    """`attack` of `icon/attack/#2a1b13-#f3e6c8`, for the drawings in those folders."""
    parts = (symbol.id.split("/") for symbol in symbols)
    return {part[1] for part in parts if part[0] in folders and len(part) > 1}


@pytest.mark.parametrize("name", games())
def test_every_icon_of_a_piece_is_in_the_book(name: str) -> None:
    game = load_game(find(name))
    artist, shown = artist_of(game, Style(built_in_fonts(), game.editions[0])), faces_in(book_of(game))
    drawn = {piece.id: list(symbols_in(artist.face(piece).shapes)) for piece in game.faces()}
    every = [symbol for symbols in drawn.values() for symbol in symbols]
    assert {f"{SYMBOL}{icon}" for icon in drawings(every, _SIGNS)} <= shown
    seen = [symbol for piece, symbols in drawn.items() if piece in shown for symbol in symbols]
    assert drawings(every, _MARKS) == drawings(seen, _MARKS)
    if isinstance(artist, SymbolArtist):
        assert {f"{SYMBOL}{icon}" for icon in artist.symbols} <= shown


def test_icons_stand_in_tables_with_words_for_them() -> None:
    book = book_of(load_game(find("war-of-whispers")))
    inlines = (each for block in walk_blocks(book.blocks) for content in texts_of(block) for each in content)
    said = {each.face: each.alt for each in inlines if isinstance(each, Icon) and each.face.startswith(SYMBOL)}
    assert said[f"{SYMBOL}attack"] == "Crossed swords"
    assert "| *Crossed swords* |" in plain_text(book)


@pytest.mark.parametrize("saver", [False, True])
def test_an_icon_is_drawn_as_on_the_pieces(saver: bool) -> None:
    game = load_game(find("war-of-whispers"))
    artist = artist_of(game, Style(built_in_fonts(), saver=saver))
    assert isinstance(artist, SymbolArtist)
    on_pieces = {id(each) for piece in game.faces() for each in symbols_in(artist.face(piece).shapes)}
    assert any(id(each) in on_pieces for each in symbols_in(artist.symbol("with").shapes))
    for icon in artist.symbols:
        face = symbol_face(icon, artist.symbol(icon))
        assert face.trim.size.height == pytest.approx(10.0) and face.trim.outline == DRAWN


def test_an_icon_that_no_piece_bears_is_a_mistake() -> None:
    game = load_game(find("war-of-whispers"))
    artist = artist_of(game, Style(built_in_fonts()))
    with pytest.raises(InputInvalid, match=r"symbol\('atack'\) is no icon of the pieces; .*attack"):
        draw_symbol(artist, f"{SYMBOL}atack", game)
