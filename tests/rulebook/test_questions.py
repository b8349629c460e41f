"""What a stranger asks who has only the book: every question is answered where it should be, and rightly."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from collecting import check_all
from test_own_words import inlines

from pnp.build.rulebook import book_of
from pnp.catalog import find, played
from pnp.definition.load import load_game
from pnp.rulebook.book import stated_rules, targets
from pnp.typesetting.blocks import Heading, Paragraph, walk_blocks, words

FOLDER = Path(__file__).with_name("questions")
GAMES = sorted(path.stem for path in FOLDER.glob("*.toml"))
#: Here stand the answers of other tables too; they are no answer to a question about this book's game.
VARIANTS = "variants"


@dataclass(frozen=True, slots=True)
class Question:
    """A question, the ids of the paragraphs (or the anchor of the chapter) that answer it, and what they must say."""

    ask: str
    says: tuple[str, ...]
    ids: tuple[str, ...] = ()
    chapter: str = ""


@dataclass(frozen=True, slots=True)
class Answers:
    """The words of a book: of every id's paragraphs, of every chapter, and the number of each id's paragraph."""

    by_id: dict[str, str]
    by_chapter: dict[str, str]
    numbers: dict[str, str]


def questions(game: str) -> Iterator[Question]:
    data = tomllib.loads((FOLDER / f"{game}.toml").read_text(encoding="utf-8"))
    for entry in data["questions"]:
        yield Question(entry["ask"], tuple(entry["says"]), tuple(entry.get("ids", ())), entry.get("chapter", ""))


def _plain(text: str) -> str:
    """In small letters, with straight apostrophes and common spaces."""
    return text.casefold().translate({0x2019: "'", 0xA0: " ", 0x202F: " "})


@cache
def answers(game: str) -> Answers:
    """Read as a reader reads: a numbered paragraph reaches to the next number, a chapter to the next chapter."""
    found = Answers({}, {}, {})
    chapter = ""
    stating: tuple[str, ...] = ()
    blocks = book_of(load_game(find(game))).blocks
    numbered = {paragraph.number: cites for paragraph, cites in stated_rules(blocks)}
    for block in walk_blocks(blocks):
        if isinstance(block, Heading):
            chapter, stating = (block.anchor if block.level == 1 else chapter), ()
        elif isinstance(block, Paragraph) and block.number:
            stating = numbered.get(block.number, ()) if chapter != VARIANTS else ()
            found.numbers.update(dict.fromkeys(stating, block.number))
        said = _plain(" ".join(map(words, inlines(block))))
        found.by_chapter[chapter] = f"{found.by_chapter.get(chapter, '')} {said}"
        for each in stating:
            found.by_id[each] = f"{found.by_id.get(each, '')} {said}"
    return found


def unanswered(question: Question, book: Answers) -> list[str]:
    """What is wrong with the book's answer: ids that no paragraph states, and words that it does not say."""
    lost = [f"no numbered paragraph states {each}" for each in question.ids if each not in book.numbers]
    text = " ".join([*(book.by_id.get(each, "") for each in question.ids), book.by_chapter.get(question.chapter, "")])
    return lost + [f"it does not say '{said}'" for said in question.says if said.casefold() not in text]


def test_every_book_is_asked() -> None:
    assert set(played()) == set(GAMES)
    for game in GAMES:
        assert len(list(questions(game))) >= 25
        assert len({question.ask for question in questions(game)}) == len(list(questions(game)))


@pytest.mark.parametrize("game", GAMES)
def test_the_book_answers(game: str) -> None:
    def is_answered(question: Question) -> None:
        assert question.says and (question.ids or question.chapter)
        assert not unanswered(question, answers(game)), unanswered(question, answers(game))

    check_all(is_answered, list(questions(game)))


def test_a_wrong_or_missing_answer_is_found() -> None:
    book = answers("whispers")
    assert unanswered(Question("What is the ante?", ("two coins",), ("W.6",)), book) == ["it does not say 'two coins'"]
    assert unanswered(Question("What is the ante?", ("one coin",), ("W.99",)), book)[0] == (
        "no numbered paragraph states W.99"
    )


@pytest.mark.parametrize("game", GAMES)
def test_no_rule_and_no_ruling_goes_unasked(game: str) -> None:
    asked_for = {each for question in questions(game) for each in question.ids}
    assert not answers(game).numbers.keys() - asked_for


@pytest.mark.parametrize("game", GAMES)
def test_links_lead_to_the_answer_and_not_to_the_variant(game: str) -> None:
    blocks = book_of(load_game(find(game))).blocks
    headings = (block for block in walk_blocks(blocks) if isinstance(block, Heading))
    (variants,) = {heading.number for heading in headings if heading.anchor == VARIANTS}
    known = targets(blocks)
    stated = [(rule, cites) for rule, cites in stated_rules(blocks) if not rule.number.startswith(f"{variants}.")]
    elsewhere = {each for _, cites in stated for each in cites}
    assert elsewhere and not [each for each in elsewhere if known[each].words.startswith(f"{variants}.")]
