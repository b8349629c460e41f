"""The book of Whistler, its aids and its referee tell the same of the same thing: odds, limits, counts and terms."""

from __future__ import annotations

import re

import pytest
from whistler_play import GAME, KIT, MODULE, RULES, setup

from pnp.build.rulebook import book_of
from pnp.catalog import artist_of
from pnp.drawing.face import Style
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Shape, Text
from pnp.typesetting.blocks import fold_spaces, texts_of, walk_blocks, words


@pytest.fixture(scope="module")
def book() -> str:
    blocks = walk_blocks(book_of(GAME).blocks)
    return fold_spaces(" ".join(words(text) for block in blocks for text in texts_of(block)).replace("\u00a0", " "))


def printed(shapes: tuple[Shape, ...]) -> list[str]:
    """The words of a face, wherever they stand in it."""
    own = [shape.text for shape in shapes if isinstance(shape, Text)]
    return own + [text for shape in shapes if isinstance(shape, Group) for text in printed(shape.shapes)]


def test_the_aid_has_the_odds_of_the_book(book: str) -> None:
    artist = artist_of(GAME, Style(built_in_fonts(), GAME.editions[0]))
    aid = printed(artist.face(next(back for back in GAME.backs if back.part == "aid-hands")).shapes)
    odds = [text for text in aid if re.fullmatch(r"[\d,]{3,}", text)]
    assert odds == ["16,900", "1,030", "20,825"] and "41 in a suit:" in " ".join(aid)
    for hand, chance in zip(("Whistler", "Runner", "Party"), odds):
        assert re.search(rf"{hand} [\d.]+% (exactly )?1 in {chance} ", book), hand
    assert book.count(f"{GAME.texts['hand_whistler']} 1 in {odds[0]}") == 1


def test_no_table_goes_beyond_the_limits_of_the_book(book: str) -> None:
    least, most = GAME.players
    limits = {bound.text: bound.most for bound in MODULE.bounds(KIT, setup(most))}
    for players in range(least, most):
        assert all(bound.most <= limits[bound.text] for bound in MODULE.bounds(KIT, setup(players)))
    for text, number in limits.items():
        assert f"{text[0].upper()}{text[1:]} {number} " in book


def test_there_are_as_many_aids_as_the_book_says(book: str) -> None:
    turn, knock = (GAME.component(f"whistler/aid/{name}") for name in ("turn", "knock"))
    assert (turn.each, 2 * knock.fixed) == (1, GAME.players[1])
    assert "one for each player; the special hands are on the back" in book and "one between two players" in book


def test_a_discard_is_called_so_everywhere(book: str) -> None:
    told = [text for telling in RULES.actions.values() for text in (telling.tell, telling.hidden, telling.choose)]
    read = " ".join([book, *told, *GAME.texts.values(), *RULES.seen.values()])
    assert not re.search(r"\b(lay|lays|laid|laying) (it |\S+ )?off\b", read)
