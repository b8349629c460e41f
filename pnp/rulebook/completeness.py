"""A book, its game and its rules in; findings on whatever the book leaves out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.definition.model import Game
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.rulebook.blocks import Block, Book, Figure, Heading, Icon, Inlines, Paragraph, Table
from pnp.rulebook.book import faces_of
from pnp.rulebook.markdown import words
from pnp.rulebook.references import stated, walked

#: The anchor of the chapter that names every component.
BOX = "box"


def missing(book: Book, game: Game, rules: Rules) -> tuple[Finding, ...]:
    """What the book of a game leaves out: rules, sources of paragraphs, components of the box."""
    return (*_unstated(book, rules), *_unfounded(book, rules), *_unnamed(book, game))


def _unstated(book: Book, rules: Rules) -> Iterator[Finding]:
    """Rules and rulings that no paragraph states."""
    said = {cited for _, cites in stated(book.blocks) for cited in cites}
    for name, citation in rules.citations.items():
        if name not in said:
            sentence = f"no paragraph states {name} ({citation.title}); put it where it belongs with rule() or ruling()"
            yield Finding("error", "rule-not-in-book", name, sentence)


def _unfounded(book: Book, rules: Rules) -> Iterator[Finding]:
    """Numbered paragraphs without an id, and ids that the rules do not have."""
    cited = {paragraph.number: cites for paragraph, cites in stated(book.blocks)}
    for block in walked(book.blocks):
        if not isinstance(block, Paragraph) or not block.number:
            continue
        where = f"{book.game}, paragraph {block.number}"
        if block.number not in cited:
            yield Finding("error", "paragraph-without-rule", where, "it cites no rule or ruling; name those it states")
        for name in cited.get(block.number, ()):
            if name not in rules.citations:
                yield Finding("error", "unknown-rule", where, f"it cites {name}, which no rule or ruling is called")


def _unnamed(book: Book, game: Game) -> Iterator[Finding]:
    """Components that the chapter on the box neither names nor shows."""
    chapter = list(_chapter(book, BOX))
    said = " ".join(_words(chapter))
    shown = faces_of(chapter)
    for own in game.components:
        if own.id not in shown and own.name not in said:
            sentence = f"'What is in the box' neither names nor shows {own.name}; add it to box() or to a picture"
            yield Finding("error", "component-not-in-book", own.id, sentence)


def _chapter(book: Book, anchor: str) -> Iterator[Block]:
    """The blocks from the heading of that anchor to the next of its level."""
    inside = False
    for block in book.blocks:
        if isinstance(block, Heading) and block.level == 1:
            inside = block.anchor == anchor
        if inside:
            yield block


def _words(blocks: list[Block]) -> Iterator[str]:
    for block in walked(blocks):
        match block:
            case Heading() | Paragraph():
                yield _plain(block.content)
            case Table():
                for row in (block.head, *block.rows):
                    yield from map(_plain, row)
            case Figure():
                yield _plain(block.caption)
            case _:
                pass


def _plain(content: Inlines) -> str:
    """What is said in words; a piece's picture counts as one shown."""
    return words(each for each in content if not isinstance(each, Icon))
