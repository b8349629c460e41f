"""Numbers, names and terms that stand in several places (book, short book, aids, boards, screens) have one source.

A number is written as a hole that the definition fills. Where one is typed, `numbers/GAME.toml` names it with the word
behind it, and says of which value it is a copy; "" where it counts nothing of the definition.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from collecting import check_all

from pnp.build.rulebook import book_of
from pnp.catalog import find, played, refereed
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.language.wording import Collector
from pnp.rulebook.values import values_of
from pnp.typesetting.blocks import texts_of, walk_blocks, words

FOLDER = Path(__file__).with_name("numbers")
CONTEXTS = ("rules", "rulings", "options", "texts", "book", "abilities.text", "map.phases.words")
WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
#: Common words that the book has no need of.
OTHER_WORDS: Mapping[str, frozenset[str]] = {
    "war-of-whispers": frozenset(["beneath", "shown"]),
    "whims": frozenset(["chanc", "precise"]),
    "whispers": frozenset(["exampl", "hel", "multipl", "pictur", "rulebook", "ten"]),
    "whistler": frozenset(["forgot", "level", "unbeaten", "winn"]),
    "wibbell": frozenset(["champion", "choos", "often", "sight", "slow", "talk", "we"]),
}
TIMES = {"once": 1, "twice": 2, "thrice": 3}
_HOLE = re.compile(r"\{\{.*?\}\}|\{[^{}]*\}", re.DOTALL)
_ID = re.compile(r"\b[A-Z]+[-.]\d+\b")
_LISTED = re.compile(r"^\s*\d+\. ", re.MULTILINE)
_WORD, _ENDING = re.compile(r"[a-z][a-z'-]+"), re.compile(r"(?<=..)(?:'s|ies|es|ed|ing|ly|[sdye])$")
_ONE = 1  # too common a word to be held to anything
_CLAIM = re.compile(
    rf"(?<![\w.,/])(\d+|{'|'.join(WORDS)}|{'|'.join(TIMES)})(?![\w/]|[.,]\d)\W*([^\W\d]*)", re.IGNORECASE
)


def value_of(said: str) -> int:
    word = said.casefold()
    if word.isdecimal():
        return int(word)
    return TIMES[word] if word in TIMES else WORDS.index(word)


def claims(text: str) -> Iterator[tuple[str, int]]:
    """Every number that a passage types, with the word behind it, and what it is; ids and numbers of lists left out."""
    before = ""
    while before != text:
        before, text = text, _HOLE.sub(" ", text)
    for found in _CLAIM.finditer(_LISTED.sub("", _ID.sub("", text))):
        if (number := value_of(found[1])) != _ONE:
            yield f"{found[1]} {found[2]}".strip().casefold(), number


@cache
def asked(name: str) -> tuple[Game, tuple[str, ...]]:
    """The game, and the English of its rules, its book, its short book and what is printed on its pieces, unfilled."""
    collector = Collector()
    game = load_game(find(name), language=collector)
    for short in (False, True):
        book_of(game, short)
    return game, tuple(english for context, english in collector.asked if context in CONTEXTS)


def sources(name: str) -> Mapping[str, str | list[str]]:
    data: Mapping[str, str | list[str]] = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    return data


@cache
def said(name: str, short: bool) -> frozenset[str]:
    """The words of the book, or of the short one, without their endings."""
    blocks = book_of(load_game(find(name)), short).blocks
    return vocabulary(" ".join(words(content) for block in walk_blocks(blocks) for content in texts_of(block)))


def vocabulary(text: str) -> frozenset[str]:
    """The words of a text in small letters, each without its ending."""
    return frozenset(_ENDING.sub("", word) for word in _WORD.findall(text.casefold().replace("\u2019", "'")))


def known(game: Game) -> Mapping[str, frozenset[int]]:
    """The numbers of the definition by name: its placeholders, and columns of its tables."""
    values = values_of(game, refereed(game)[1]).known
    found = {name: frozenset([value]) for name, value in values.items() if isinstance(value, int)}
    for table in game.tables.values():
        for column in table.columns:
            cells = [str(row.values[column]) for row in table.rows]
            found[f"{table.name}.{column}"] = frozenset(int(cell) for cell in cells if re.fullmatch(r"-?\d+", cell))
    return found


@pytest.mark.parametrize("name", played())
def test_typed_numbers_are_those_of_the_definition(name: str) -> None:
    game, texts = asked(name)
    every = sources("every-game")
    told, numbers = {**every, **sources(name)}, known(game)
    typed = {claim: number for text in texts for claim, number in claims(text)}

    def has_a_source(claim: str) -> None:
        assert claim in told, f"'{claim}' is typed; write it as a hole, or say in numbers/{name}.toml what it copies"
        copied = told[claim]
        for source in [copied] if isinstance(copied, str) else copied:
            assert not source or typed[claim] in numbers[source], f"'{claim}', but {source} is {set(numbers[source])}"

    check_all(has_a_source, sorted(typed))
    assert not told.keys() - every.keys() - typed.keys(), "these are typed no more"


@pytest.mark.parametrize("name", played())
def test_pieces_and_the_short_book_use_the_words_of_the_book(name: str) -> None:
    """A term that only an aid, a board or a screen uses is one that nobody explains."""
    printed = vocabulary(" ".join(load_game(find(name)).texts.values())) | said(name, True)
    assert printed - said(name, False) == OTHER_WORDS[name]
