"""A game's whole book with every reference filled in, and findings on whatever it leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pnp.definition.findings import quoted, suggest
from pnp.definition.model import Game
from pnp.engine.rules import Rules
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH, Wording
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.template_context import TemplateContext, render_template, template_of
from pnp.rulebook.values import find_unfilled, values_of
from pnp.typesetting.blocks import (
    Aside,
    Block,
    Book,
    Columns,
    Figure,
    Heading,
    Icon,
    Inlines,
    ItemList,
    Paragraph,
    TableBlock,
    TextRun,
    texts_of,
    walk_blocks,
    words,
)
from pnp.typesetting.markdown import SEE, MarkupError, blocks_of

_NUMBER = re.compile(r"\d+")
_RULES = "rulings.toml"
#: The anchor of the chapter that names every component.
BOX = "box"


@frozen
class Target:
    """What a link leads to: its anchor, and the words that name it."""

    anchor: str
    words: str


def _in_order(target: Target) -> tuple[int, ...]:
    """Paragraphs by their numbers, `4.9` before `4.10`."""
    return tuple(int(part) for part in _NUMBER.findall(target.words))


_VARIANTS = "variants"  # the anchor of their chapter in templates/rules/frame.md


def stated_rules(blocks: Iterable[Block]) -> Iterator[tuple[Paragraph, tuple[str, ...]]]:
    """The first paragraph of every numbered rule, and the ids that it and those after it state."""
    first: Paragraph | None = None
    for block in walk_blocks(blocks):
        if not isinstance(block, Paragraph):
            continue
        first = block if block.number else first
        if first is not None and block.cites:
            yield first, block.cites
            first = None


def targets(blocks: tuple[Block, ...], wording: Wording = ENGLISH) -> Mapping[str, Target]:
    """What ids and anchors lead to: an id to the paragraph that states it first of all, or else among others.

    The chapter of variants tells what else a table may agree on: it comes last.
    """
    found: dict[str, Target] = {}
    leading: dict[str, Target] = {}
    variants: set[str | None] = set()
    chapter = ""
    for block in walk_blocks(blocks):
        if isinstance(block, Heading) and block.anchor:
            title = wording("chapter {number}", number=block.number) if block.number else words(block.content)
            found[block.anchor] = Target(block.anchor, title)
            chapter = block.anchor if block.level == 1 else chapter
        elif isinstance(block, Paragraph):
            if block.number:
                found[block.anchor] = Target(block.anchor, block.number)
            if chapter == _VARIANTS:
                variants.add(block.anchor)
    stated = sorted(stated_rules(blocks), key=lambda rule: rule[0].anchor in variants)
    for paragraph, cites in stated:
        target = Target(paragraph.anchor, paragraph.number)
        if paragraph.anchor not in variants:
            leading.setdefault(cites[0], target)
        for cited in cites:
            found.setdefault(cited, target)
    return found | leading


def resolve_links(
    blocks: tuple[Block, ...], where: str, wording: Wording = ENGLISH
) -> tuple[tuple[Block, ...], tuple[Finding, ...]]:
    """The blocks with every link by id filled in, and a finding for each that leads nowhere."""
    known = targets(blocks, wording)
    faults: dict[str, Finding] = {}

    def runs(run: TextRun) -> Iterator[TextRun]:
        if run.link is None or not run.link.startswith(SEE):
            yield run
            return
        wanted = run.link.removeprefix(SEE).split(",")
        for name in (name for name in wanted if name not in known):
            sentence = f"see({quoted(name)}) leads nowhere; {suggest(name, known)}"
            faults[name] = Finding("error", "unknown-reference", where, sentence)
        found = sorted({known[name] for name in wanted if name in known}, key=_in_order)
        for at, target in enumerate(found):
            if at:
                yield replace(run, text=", ", link=None)
            yield replace(run, text=target.words, link=f"#{target.anchor}")

    def inlines(content: Inlines) -> Inlines:
        return tuple(part for each in content for part in (runs(each) if isinstance(each, TextRun) else (each,)))

    def changed(block: Block) -> Block:
        match block:
            case Heading() | Paragraph():
                return replace(block, content=inlines(block.content))
            case ItemList():
                return replace(block, items=tuple(tuple(map(changed, item)) for item in block.items))
            case TableBlock():
                rows = tuple(tuple(map(inlines, row)) for row in block.rows)
                return replace(block, head=tuple(map(inlines, block.head)), rows=rows)
            case Figure():
                return replace(block, caption=inlines(block.caption), legend=tuple(map(inlines, block.legend)))
            case Aside():
                return replace(block, blocks=tuple(map(changed, block.blocks)), title=inlines(block.title))
            case Columns():
                return replace(block, blocks=tuple(map(changed, block.blocks)))
            case _:
                return block

    return tuple(map(changed, blocks)), tuple(faults.values())


def write_book(finder: ExampleFinder, templates: Sequence[Path], short: bool = False) -> Book:
    """The book of a game in the language of its wording, or the few pages of it that fit on one sheet.

    Templates are looked for in one folder after the other. UsageError where nobody wrote it, InputInvalid with
    everything that its text asks for in vain.
    """
    game = finder.inventory.game
    template = template_of(templates, game.name)
    if template is None:
        raise UsageError(f"nobody has written a rulebook of {game.title}")
    values = values_of(game, finder.rules)
    if findings := tuple(find_unfilled(finder.rules, values, _RULES)):
        raise InputInvalid(findings)
    context = TemplateContext(finder, values)
    text = render_template(templates, template, context, short)
    if not text.strip():
        raise UsageError(f"nobody has written the short book of {game.title}; fill the block zine of {template}")
    try:
        blocks = blocks_of(text, context.figures)
    except MarkupError as fault:
        raise InputInvalid([Finding("error", "template", template, str(fault))]) from fault
    blocks, findings = resolve_links(blocks, template, game.wording)
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
    every = list(walk_blocks(blocks))
    placed = {placed.face for block in every if isinstance(block, Figure) for placed in block.placed}
    inlines = (each for block in every for content in texts_of(block) for each in content)
    return frozenset(placed | {each.face for each in inlines if isinstance(each, Icon)})


def find_omissions(book: Book, game: Game, rules: Rules) -> tuple[Finding, ...]:
    """What the book of a game leaves out: rules, sources of paragraphs, components of the box."""
    return (*_unstated(book, rules), *_unfounded(book, rules), *_unnamed(book, game))


def _unstated(book: Book, rules: Rules) -> Iterator[Finding]:
    """Rules and rulings that no paragraph states."""
    said = {cited for _, cites in stated_rules(book.blocks) for cited in cites}
    for name, citation in rules.citations.items():
        if name not in said:
            sentence = f"no paragraph states {name} ({citation.title}); put it where it belongs with rule() or ruling()"
            yield Finding("error", "rule-not-in-book", name, sentence)


def _unfounded(book: Book, rules: Rules) -> Iterator[Finding]:
    """Numbered paragraphs without an id, and ids that the rules do not have."""
    cited = {paragraph.number: cites for paragraph, cites in stated_rules(book.blocks)}
    for block in walk_blocks(book.blocks):
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
    texts = (content for block in walk_blocks(chapter) for content in texts_of(block))
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
