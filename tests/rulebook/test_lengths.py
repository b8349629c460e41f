"""How long the books are: a family reads them before it plays."""

from __future__ import annotations

import pytest

from pnp.build.rulebook import BookPrinting, pages_of, prepare_book, style_of
from pnp.catalog import find, played
from pnp.definition.load import load_game

MOST = {"war-of-whispers": 20}
USUAL = 12
LONGER = {"de": 2, "fr": 2}  # pages that the words of a language may need besides
APPENDIX = "appendix"


def pages_before_the_appendix(name: str, language: str, paper: str) -> int:
    game = load_game(find(name), language=language)
    printing = BookPrinting(paper)
    pages = pages_of(prepare_book(game, style_of(game, "", printing)), printing, printing.page)
    return next(page.number for page in pages if APPENDIX in page.anchors) - 1


@pytest.mark.parametrize("name", played())
def test_a_book_is_short(name: str) -> None:
    assert pages_before_the_appendix(name, "", "a4") <= MOST.get(name, USUAL)


@pytest.mark.slow
@pytest.mark.parametrize("name", played())
@pytest.mark.parametrize(("language", "paper"), [("", "letter"), ("de", "a4"), ("fr", "a4")])
def test_a_book_is_short_on_other_paper_and_in_other_languages(name: str, language: str, paper: str) -> None:
    more = LONGER.get(language, 1)
    assert pages_before_the_appendix(name, language, paper) <= MOST.get(name, USUAL) + more
