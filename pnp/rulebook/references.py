"""What the paragraphs of a book state; and its links by id, filled in with the numbers that they lead to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.definition.findings import quoted, suggest
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.language.wording import ENGLISH, Wording
from pnp.typesetting.blocks import (
    Aside,
    Block,
    Figure,
    Heading,
    Inlines,
    ItemList,
    Paragraph,
    TableBlock,
    TextRun,
    walked,
    words,
)
from pnp.typesetting.markdown import SEE

_NUMBER = re.compile(r"\d+")


@frozen
class Target:
    """What a link leads to: its anchor, and the words that name it."""

    anchor: str
    words: str


def _in_order(target: Target) -> tuple[int, ...]:
    """Paragraphs by their numbers, `4.9` before `4.10`."""
    return tuple(int(part) for part in _NUMBER.findall(target.words))


def stated(blocks: Iterable[Block]) -> Iterator[tuple[Paragraph, tuple[str, ...]]]:
    """The first paragraph of every numbered rule, and the ids that it and those after it state."""
    first: Paragraph | None = None
    for block in walked(blocks):
        if not isinstance(block, Paragraph):
            continue
        first = block if block.number else first
        if first is not None and block.cites:
            yield first, block.cites
            first = None


def targets(blocks: tuple[Block, ...], wording: Wording = ENGLISH) -> Mapping[str, Target]:
    """What ids and anchors lead to: an id to the paragraph that states it first of all, or else among others."""
    found: dict[str, Target] = {}
    leading: dict[str, Target] = {}
    for block in walked(blocks):
        if isinstance(block, Heading) and block.anchor:
            title = wording("chapter {number}", number=block.number) if block.number else words(block.content)
            found[block.anchor] = Target(block.anchor, title)
    for paragraph, cites in stated(blocks):
        target = Target(paragraph.anchor, paragraph.number)
        leading.setdefault(cites[0], target)
        for cited in cites:
            found.setdefault(cited, target)
    return found | leading


def resolved(
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
                return replace(block, caption=inlines(block.caption))
            case Aside():
                return replace(block, blocks=tuple(map(changed, block.blocks)), title=inlines(block.title))
            case _:
                return block

    return tuple(map(changed, blocks)), tuple(faults.values())
