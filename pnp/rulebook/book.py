"""A game with its rules, referee and stories in; its whole book, every reference filled in, out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.errors import Finding, InputInvalid, UsageError
from pnp.rulebook.blocks import Block, Book, Figure, Heading, Icon, Inlines, Paragraph, Table
from pnp.rulebook.desk import Desk
from pnp.rulebook.examples import Company
from pnp.rulebook.markdown import MarkupError, blocks_of
from pnp.rulebook.references import resolved, walked
from pnp.rulebook.source import rendered, template_of
from pnp.rulebook.values import unfilled, values_of

_RULES = "rulings.toml"


def written(company: Company, templates: Sequence[Path], short: bool = False) -> Book:
    """The book of a game in the language of its wording, or the few pages of it that fit on one sheet.

    Templates are looked for in one folder after the other.

    UsageError where nobody wrote it, InputInvalid with everything that its text asks for in vain.
    """
    game = company.stock.game
    template = template_of(templates, game.name)
    if template is None:
        raise UsageError(f"nobody has written a rulebook of {game.title}")
    values = values_of(game, company.rules)
    if findings := tuple(unfilled(company.rules, values, _RULES)):
        raise InputInvalid(findings)
    desk = Desk(company, values)
    text = rendered(templates, template, desk, short)
    if not text.strip():
        raise UsageError(f"nobody has written the short book of {game.title}; fill the block zine of {template}")
    try:
        blocks = blocks_of(text, desk.figures)
    except MarkupError as fault:
        raise InputInvalid([Finding("error", "template", template, str(fault))]) from fault
    blocks, findings = resolved(blocks, template, game.wording)
    if desk.cover is None:
        findings += (Finding("error", "template", template, "the book has no cover; call front(...) in its template"),)
    if findings or desk.cover is None:
        raise InputInvalid(findings)
    return Book(
        game.name, game.title, game.summary, game.version, game.language, next(iter(desk.credits()), ""), desk.colour,
        desk.cover, blocks, game.wording,
    )  # fmt: skip


def faces_in(book: Book) -> frozenset[str]:
    """The ids of every face that the book shows."""
    return faces_of((book.cover, *book.blocks))


def faces_of(blocks: Iterable[Block]) -> frozenset[str]:
    """The ids of every face that some blocks show."""
    return frozenset(_faces(walked(blocks)))


def _faces(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Figure():
                yield from (placed.face for placed in block.placed)
                yield from _icons(block.caption)
            case Heading() | Paragraph():
                yield from _icons(block.content)
            case Table():
                for row in (block.head, *block.rows):
                    for cell in row:
                        yield from _icons(cell)


def _icons(content: Inlines) -> Iterator[str]:
    return (each.face for each in content if isinstance(each, Icon))
