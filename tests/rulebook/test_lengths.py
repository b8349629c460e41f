"""How long the books are, since a family reads them before it plays, and how full their pages."""

from __future__ import annotations

import pytest

from pnp.build.rulebook import BookPrinting, pages_of, prepare_book, style_of
from pnp.catalog import find, played
from pnp.definition.load import load_game
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, bounds
from pnp.typesetting.format import PageFormat
from pnp.typesetting.pages import PageOfBook

MOST = {"war-of-whispers": 20}
USUAL = 12
LONGER = {"de": 2, "fr": 2}  # pages that the words of a language may need besides
APPENDIX = "appendix"
LEAST = 1 / 3  # of the depth of a page


def pages_before_the_appendix(name: str, language: str, printing: BookPrinting) -> int:
    """How many there are, in a book none of whose pages is nearly empty."""
    game = load_game(find(name), language=language)
    prepared = prepare_book(game, style_of(game, "", printing))
    pages = pages_of(prepared, printing, printing.page)
    shares = {page.number: share_used(page, printing.page, prepared.document.fonts) for page in pages}
    assert min(shares.values()) >= LEAST, shares
    return next(page.number for page in pages if APPENDIX in page.anchors) - 1


def share_used(page: PageOfBook, format_: PageFormat, fonts: FontBook) -> float:
    """How far down what is on a page reaches, without its head and number, as a share of what the text may fill."""
    shown = (shape for shape in page.face.shapes if not (isinstance(shape, Group) and shape.role == "marks"))
    return (bounds(tuple(shown), fonts).bottom - format_.top) / format_.depth


@pytest.mark.parametrize("name", played())
@pytest.mark.sample(4)
def test_a_book_is_short(name: str) -> None:
    assert pages_before_the_appendix(name, "", BookPrinting()) <= MOST.get(name, USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("name", played())
@pytest.mark.parametrize(("language", "paper"), [("", "letter"), ("de", "a4"), ("fr", "a4")])
def test_a_book_is_short_on_other_paper_and_in_other_languages(name: str, language: str, paper: str) -> None:
    more = LONGER.get(language, 1)
    assert pages_before_the_appendix(name, language, BookPrinting(paper)) <= MOST.get(name, USUAL) + more


@pytest.mark.slow
@pytest.mark.parametrize("name", played())
@pytest.mark.parametrize(("language", "paper"), [("", "a4"), ("", "letter"), ("de", "a4"), ("fr", "a4")])
def test_no_page_of_large_print_is_nearly_empty(name: str, language: str, paper: str) -> None:
    assert pages_before_the_appendix(name, language, BookPrinting(paper, large=True)) > 1
