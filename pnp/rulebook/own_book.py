"""The book of a deck that brings its own rules text: its chapters in the frame that such books share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from xml.etree.ElementTree import Element

from pnp.definition.document import MOST_TEXT, read_text
from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.load import PLAY
from pnp.definition.model import Game
from pnp.engine.rules import Rules
from pnp.errors import Finding, InputInvalid, UsageError
from pnp.language.holes import BOOK, OWN_BOOK
from pnp.rulebook.book import resolve_links, targets
from pnp.rulebook.calls import Calls
from pnp.rulebook.own_passages import reword
from pnp.rulebook.own_text import OwnText
from pnp.rulebook.piece_context import PieceContext
from pnp.rulebook.played import Played
from pnp.rulebook.template_context import macros_of, render_template
from pnp.rulebook.values import Inventory, Values, values_of
from pnp.sources import Failed, SourceFile, TooMuch, limited
from pnp.typesetting.blocks import Block, Book, Figure, Heading, Paragraph, walk_blocks
from pnp.typesetting.markdown import MarkupError, blocks_in, html_of, tree_of

_FRAME, _OF_DATA = "rules/deck.md", "rules/play.md"
_CHAPTER = "\n## "
_SECONDS = 4
_TEXTS = 4
_MOST_HTML = 16 * 1024 * 1024
_ON_COVER = 5  # cards of a fan
_HEADINGS = tuple(f"h{level}" for level in range(1, 7))


def write_own_book(
    game: Game,
    rules: SourceFile | None,
    templates: Sequence[Path],
    short: bool = False,
    played: Played | None = None,
) -> Book:
    """The book of a deck by its own text; short without contents and what stands at the end.

    `played` is what its rules as data tell, for `{{ rules() }}` and the like; where there is no text, the book is made
    of that alone. InputInvalid with everything that is wrong with the text, UsageError where it is empty.
    """
    findings = Findings()
    name = PLAY if rules is None else rules.name
    text = _text(rules, findings) if rules else _of_data(templates, played)
    if not text.strip():
        raise UsageError(f"{name} is empty; write the rules of {game.title} there")
    known = values_of(game)
    context = PieceContext(
        Inventory.of(game), Values({"title": game.title, "version": game.version, **known.known}, known.wording)
    )
    context.colour = game.tuckboxes.colour or context.colour
    reworded = reword(text, game.wording, OWN_BOOK if rules else BOOK)
    own = OwnText(reworded, name, Calls(context, macros_of(templates, context), played), findings)
    said = own.markdown()
    findings.finish(name)
    blocks = _blocks(said, own, context, findings, templates, short)
    findings.finish(name)
    blocks, unresolved = resolve_links(blocks, name, game.wording)
    if unresolved:
        raise InputInvalid(unresolved)
    return Book(
        game.name, game.title, game.summary, game.version, game.language, next(iter(context.credits()), ""),
        context.colour, context.cover or _fan(game, context), blocks, game.wording,
    )  # fmt: skip


def rules_left_out(book: Book, name: str, rules: Rules) -> tuple[Finding, ...]:
    """The rules of a `rules.play` that the text of that name leaves out, all in one finding."""
    said = {anchor for block in walk_blocks(book.blocks) if (anchor := _anchor(block))}
    left = [name for name in rules.citations if name not in said]
    if not left:
        return ()
    which = "no rule" if len(left) == len(rules.citations) else f"nothing of {', '.join(left)}"
    mend = "put {{ rules() }} where the rules are to stand, or delete the file for a book that is made of them alone"
    return (Finding("warning", "rules-left-out", name, f"it says {which} of {PLAY}; {mend}"),)


def _text(rules: SourceFile, findings: Findings) -> str:
    """The text that a deck brings."""
    text = read_text(rules, rules.name, Place(rules.name, 1), findings, MOST_TEXT)
    findings.finish(rules.name)
    return text or ""


def _of_data(templates: Sequence[Path], played: Played | None) -> str:
    """Our text for a deck that has its rules as data alone, without the chapters that would have nothing to tell."""
    whole = next(file for folder in templates if (file := folder / _OF_DATA).is_file()).read_text(encoding="utf-8")
    empty = [] if played is None or played.has_table else ["setup()"]
    empty += [] if played is None or played.rules.options else ["options()"]
    empty += [] if played is None or played.rules.guides else ["turn()"]
    first, *chapters = whole.split(_CHAPTER)
    return _CHAPTER.join([first, *(own for own in chapters if not any(call in own for call in empty))])


def _blocks(
    said: str, own: OwnText, context: PieceContext, findings: Findings, templates: Sequence[Path], short: bool
) -> tuple[Block, ...]:
    """The blocks of the whole book; what is wrong with those of the text is told."""
    root = _tree(said, own, findings)
    _title_apart(root)
    anchors = {element.get("id") for element in root.iter() if element.get("id")}
    given = {
        "contents": "contents" not in anchors and sum(each.tag in ("h1", "h2") for each in root) > 1,
        "printed": "printing" not in anchors, "credited": "credits" not in anchors and bool(context.credits()),
    }  # fmt: skip
    frame = tree_of(html_of(render_template(templates, _FRAME, context, short, **given)))
    try:
        blocks = blocks_in(_joined(frame, root), context.figures)
    except (MarkupError, RecursionError) as fault:
        near = fault.near if isinstance(fault, MarkupError) else ""
        findings.error("markup", own.near(near), str(fault))
        return ()
    _check_anchors(blocks, own, findings)
    return blocks


@lru_cache(_TEXTS)
def _html(said: str) -> str:
    """The text as HTML, which is kept: of a deck that somebody writes, the book is often read again as it was."""
    return str(limited(html_of, said.encode(), _SECONDS))


def _tree(said: str, own: OwnText, findings: Findings) -> Element:
    """The elements of the text, which another process reads, since some texts keep Python-Markdown busy without end."""
    try:
        made = _html(said)
        if len(made) <= _MOST_HTML:
            return tree_of(made)
        message = "the text comes to too much; shorten it"
    except (TooMuch, Failed):
        message = "the text cannot be read in a reasonable time; take out needless brackets, signs and quotes"
    except MarkupError as fault:
        findings.error("markup", own.near(fault.near), str(fault))
        return Element("book")
    findings.error("markup", own.place(0), message)
    return Element("book")


def _title_apart(root: Element) -> None:
    """A text whose one title of the first level opens it has its chapters one level below: the cover has the title."""
    first = [element for element in root.iter() if element.tag == "h1"]
    if len(first) != 1 or not len(root) or root[0] is not first[0] or first[0].get("id"):
        return
    if not any(element.tag == "h2" for element in root.iter()):
        return
    root.remove(first[0])
    for element in root.iter():
        if element.tag in _HEADINGS:
            element.tag = f"h{int(element.tag[1]) - 1}"


def _joined(frame: Element, own: Element) -> Element:
    """The frame with the text in its places: what stands before the first chapter, and the chapters."""
    begins = next((at for at, element in enumerate(own) if element.tag == "h1"), len(own))
    parts = {"opening": own[:begins], "chapters": own[begins:]}
    joined = Element("book")
    for element in frame:
        joined.extend(parts.get(element.get("class", ""), [element]))
    return joined


def _check_anchors(blocks: Sequence[Block], own: OwnText, findings: Findings) -> None:
    """Tells of places that the text refers to and that are not there, and of names that two places have."""
    known = [anchor for block in walk_blocks(blocks) if (anchor := _anchor(block))]
    for name in sorted({anchor for anchor in known if known.count(anchor) > 1}):
        findings.error("anchor", own.near(f"#{name}"), f"two places are called {quoted(name)}; rename one")
    leads = {*known, *targets(tuple(blocks))}
    for name, at in own.anchors.items():
        if name not in leads:
            own.fault("unknown-reference", at, f"nothing is called {quoted(name)}; {suggest(name, sorted(leads))}")


def _anchor(block: Block) -> str:
    return block.anchor or "" if isinstance(block, Heading | Paragraph) else ""


def _fan(game: Game, context: PieceContext) -> Figure:
    """The cover of a book that names none: a few cards, one of each part as long as there are others."""
    context.front(_choice(game), context.colour)
    assert context.cover is not None, "front() makes a cover"
    return context.cover


def _choice(game: Game) -> list[str]:
    """Pieces alike in size, spread over the deck."""
    cards = [own for own in game.components if own.kind == "card"] or list(game.components)
    alike = [own.id for own in cards if own.trim.size == cards[0].trim.size]
    step = max(1, len(alike) // _ON_COVER)
    return alike[::step][:_ON_COVER]
