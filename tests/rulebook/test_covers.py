"""Covers that artists draw: on every page they fill it, leave room for the words, and are small and always the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache

import pytest

from pnp.build.rulebook import BookPrinting, PreparedBook, pages_of, prepare_book, style_of
from pnp.catalog import artist_of, find, games, played
from pnp.definition.load import load_game
from pnp.drawing.face import CoverDesigner, Ink
from pnp.drawing.shapes import Group, Path, Shape, Text, Use, bounds
from pnp.geometry import Box
from pnp.typesetting.format import A5, HALF_LETTER, LARGE, LARGE_LETTER, ZINE_A7

_PAGES = {page.name: page for page in (A5, HALF_LETTER, LARGE, LARGE_LETTER, ZINE_A7)}
_MOST_SHAPES = 700


def counted(shapes: tuple[Shape, ...], seen: set[int]) -> int:
    """How many shapes are drawn; a symbol counts once."""
    found = 0
    for shape in shapes:
        if isinstance(shape, Use):
            if id(shape.symbol) not in seen:
                seen.add(id(shape.symbol))
                found += counted(shape.symbol.shapes, seen)
        elif isinstance(shape, Group):
            found += counted(shape.shapes, seen)
        else:
            found += 1
    return found


def texts(shapes: Iterable[Shape]) -> Iterator[str]:
    """The lines of text in groups."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from texts(shape.shapes)
        elif isinstance(shape, Text):
            yield shape.text.strip()


@cache
def prepared_book(name: str, ink: Ink, short: bool, language: str = "") -> PreparedBook:
    game = load_game(find(name), language=language)
    return prepare_book(game, style_of(game, "", BookPrinting(ink=ink)), short)


@pytest.mark.parametrize("page", _PAGES)
@pytest.mark.parametrize("ink", ["full", "saver"])
@pytest.mark.parametrize("name", games())
@pytest.mark.sample(12)
def test_a_cover_fills_its_page_and_leaves_room_for_the_words(name: str, ink: Ink, page: str) -> None:
    form = _PAGES[page]
    prepared = prepared_book(name, ink, short=form is ZINE_A7)
    assert prepared.cover is not None and prepared.book.cover.alt
    face = pages_of(prepared, BookPrinting(ink=ink), form)[0].face
    picture, *words = face.shapes
    assert isinstance(picture, Group) and picture.role == "figure" and picture.alt == prepared.book.cover.alt
    (use,) = picture.shapes
    assert isinstance(use, Use)
    (clipped,) = use.symbol.shapes
    assert isinstance(clipped, Group) and clipped.clip is not None
    assert not [text for text in texts(words) if text.endswith("-")]
    edge = bounds((Path(clipped.clip.commands),), prepared.document.fonts)
    assert edge == replace(face.trim.box, bottom=face.trim.size.height - form.white)
    inked = bounds(clipped.shapes, prepared.document.fonts)
    assert inked.joined(edge) == inked
    for group in words:
        box = bounds((group,), prepared.document.fonts)
        assert box.left > 5 and box.right < form.size.width - 5 and box.bottom < form.size.height - 3


@pytest.mark.parametrize("name", games())
def test_a_cover_is_small_and_always_the_same(name: str) -> None:
    game = load_game(find(name))
    drawn = []
    for _ in range(2):
        artist = artist_of(game, style_of(game, "", BookPrinting()))
        assert isinstance(artist, CoverDesigner)
        cover = artist.cover_design()
        assert cover is not None
        drawn.append(tuple(cover.picture(Box(0, 0, 148, 130), Box(0, 0, 148, 210))))
    assert drawn[0] == drawn[1]
    assert counted(drawn[0], set()) < _MOST_SHAPES


@pytest.mark.slow
@pytest.mark.parametrize("language", ["", "de", "fr"])
@pytest.mark.parametrize("name", played())
def test_no_word_below_a_title_is_parted(name: str, language: str) -> None:
    prepared = prepared_book(name, "full", True, language)
    _, _, lead, *_ = pages_of(prepared, BookPrinting(), ZINE_A7)[0].face.shapes
    assert isinstance(lead, Group)
    lines = [line.text for line in lead.shapes if isinstance(line, Text)]
    assert "".join(lines).strip() == prepared.book.subtitle
