"""A game's whole book with every reference filled in, and findings on whatever it leaves out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pnp.definition.model import Game
from pnp.engine.rules import Rules
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.references import resolved, stated
from pnp.rulebook.source import rendered, template_of
from pnp.rulebook.template_context import TemplateContext
from pnp.rulebook.values import unfilled, values_of
from pnp.typesetting.blocks import Block, Book, Figure, Heading, Icon, Paragraph, texts_of, walked, words
from pnp.typesetting.markdown import MarkupError, blocks_of

_RULES = "rulings.toml"
#: The anchor of the chapter that names every component.
BOX = "box"


def written(finder: ExampleFinder, templates: Sequence[Path], short: bool = False) -> Book:
    """The book of a game in the language of its wording, or the few pages of it that fit on one sheet.

    Templates are looked for in one folder after the other. UsageError where nobody wrote it, InputInvalid with
    everything that its text asks for in vain.
    """
    game = finder.inventory.game
    template = template_of(templates, game.name)
    if template is None:
        raise UsageError(f"nobody has written a rulebook of {game.title}")
    values = values_of(game, finder.rules)
    if findings := tuple(unfilled(finder.rules, values, _RULES)):
        raise InputInvalid(findings)
    context = TemplateContext(finder, values)
    text = rendered(templates, template, context, short)
    if not text.strip():
        raise UsageError(f"nobody has written the short book of {game.title}; fill the block zine of {template}")
    try:
        blocks = blocks_of(text, context.figures)
    except MarkupError as fault:
        raise InputInvalid([Finding("error", "template", template, str(fault))]) from fault
    blocks, findings = resolved(blocks, template, game.wording)
    if context.cover is None:
        findings += (Finding("error", "template", template, "the book has no cover; call front(...) in its template"),)
    if findings or context.cover is None:
        raise InputInvalid(findings)
    return Book(
        game.name, game.title, game.summary, game.version, game.language, next(iter(context.credits()), ""),
        context.colour, context.cover, blocks, game.wording,
    )  # fmt: skip


def faces_in(book: Book) -> frozenset[str]:
    """The ids of every face that the book shows."""
    return _faces((book.cover, *book.blocks))


def _faces(blocks: Iterable[Block]) -> frozenset[str]:
    every = list(walked(blocks))
    placed = {placed.face for block in every if isinstance(block, Figure) for placed in block.placed}
    inlines = (each for block in every for content in texts_of(block) for each in content)
    return frozenset(placed | {each.face for each in inlines if isinstance(each, Icon)})


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
    """Components that the chapter on the box neither names nor shows; a piece's picture counts as one shown."""
    chapter = list(_chapter(book, BOX))
    texts = (content for block in walked(chapter) for content in texts_of(block))
    said = " ".join(words(each for each in content if not isinstance(each, Icon)) for content in texts)
    shown = _faces(chapter)
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
