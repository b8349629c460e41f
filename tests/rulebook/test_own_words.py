"""Every book is written in our own words: no run of seven words of a published rules text stands in one."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator

import pytest
from seven_words import LENGTH, hashed, known, runs

from pnp.build.rulebook import book_of
from pnp.catalog import find, played
from pnp.definition.load import load_game
from pnp.sources import templates
from pnp.typesetting.blocks import Aside, Block, Figure, Heading, Inlines, Paragraph, TableBlock, walk_blocks, words

GAMES = [name for name in played() if (templates() / f"rules/{name}.md").exists()]
#: Who made what is said as it has to be said.
CREDITS = "credits"


def borrowed(text: str) -> list[str]:
    """The runs of a text that stand in a published rules text."""
    theirs = known()
    return [" ".join(run) for run in runs(text) if hashed(run) in theirs]


def said(blocks: Iterable[Block]) -> Iterator[str]:
    """The words of a book, block by block, without the chapter of credits."""
    credits = False
    for block in walk_blocks(blocks):
        if isinstance(block, Heading) and block.level == 1:
            credits = block.anchor == CREDITS
        if not credits:
            yield " ".join(map(words, inlines(block)))
            yield block.alt if isinstance(block, Figure) else ""


def inlines(block: Block) -> Iterator[Inlines]:
    match block:
        case Heading() | Paragraph():
            yield block.content
        case Figure():
            yield from (block.caption, *block.legend)
        case Aside():
            yield block.title
        case TableBlock():
            for row in (block.head, *block.rows):
                yield from row
        case _:
            pass


def strings(value: object) -> Iterator[str]:
    """Every text of a TOML file but its credits."""
    match value:
        case str():
            yield value
        case list():
            for each in value:
                yield from strings(each)
        case dict():
            for key, each in value.items():
                if key != CREDITS:
                    yield from strings(each)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("short", [False, True])
@pytest.mark.sample(3)
def test_a_book_borrows_nothing(name: str, short: bool) -> None:
    book = book_of(load_game(find(name)), short=short)
    assert not borrowed("\n".join([book.subtitle, *said(book.blocks)]))


@pytest.mark.parametrize("name", GAMES)
def test_a_template_borrows_nothing(name: str) -> None:
    assert not borrowed((templates() / f"rules/{name}.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("file", ["game.toml", "rulings.toml"])
@pytest.mark.sample(3)
def test_a_definition_borrows_nothing(name: str, file: str) -> None:
    data = tomllib.loads((find(name) / file).read_text(encoding="utf-8"))
    assert not [run for text in strings(data) for run in borrowed(text)]


def test_what_is_borrowed_would_be_found() -> None:
    """A fact of the Whispers rules in their words, put together from pieces: the test must be able to fail."""
    theirs = " ".join(["shuffle", "the", "deck", "and", "deal", "two", "cards", "face", "up"])
    assert len(borrowed(f"So: {theirs}, one at a time.")) == len(theirs.split()) - LENGTH + 1
    assert not borrowed("Shuffle well. Each of you is dealt a pair of cards, faces to the ceiling.")


def test_a_row_of_ranks_belongs_to_everybody() -> None:
    assert not list(runs("2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K and A"))
