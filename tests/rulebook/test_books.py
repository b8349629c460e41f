"""Every book that is written: complete, true to the definition, and sound in every form."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest

from pnp.build.rulebook import BookPrinting, PreparedBook, book_of, finish_book, pages_of, prepare_book, style_of
from pnp.catalog import find, played, refereed
from pnp.definition.load import load_game
from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Group, Path, Shape, Text, Use
from pnp.errors import UsageError
from pnp.rulebook.book import faces_in, find_omissions, stated_rules, write_book
from pnp.rulebook.examples import ExampleFinder
from pnp.rulebook.template_context import template_of
from pnp.rulebook.values import Inventory
from pnp.sources import templates
from pnp.typesetting.blocks import Block, Book, Figure, Paragraph, walk_blocks, words
from pnp.typesetting.format import A5
from pnp.typesetting.writers import plain_text

BOOKS = [name for name in played() if template_of([templates()], name)]
SHORT_BOOKS = [name for name in BOOKS if "block zine" in (templates() / f"rules/{name}.md").read_text(encoding="utf-8")]
_VOID = {"meta", "br", "link", "img", "hr", "input"}


@cache
def bound_book(name: str) -> PreparedBook:
    game = load_game(find(name))
    return prepare_book(game, style_of(game, "", BookPrinting()))


def paragraph(book: Book, cited: str) -> str:
    """The words of the paragraph that states an id first of all."""
    blocks = walk_blocks(book.blocks)
    return next(words(each.content) for each in blocks if isinstance(each, Paragraph) and cited == (*each.cites, "")[0])


class Page(HTMLParser):
    """Reads a page and notes what is open, what is named and what is led to."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: Counter[str] = Counter()
        self.leads: set[str] = set()
        self.loads: list[str] = []
        self.levels: list[int] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if "id" in given:
            self.names[str(given["id"])] += 1
        link = given.get("href") or given.get("xlink:href") or ""
        if link.startswith("#"):
            self.leads.add(link[1:])
        self.loads += [str(value) for name, value in attrs if name in ("src", "srcset") or tag == "link"]
        if re.fullmatch("h[1-6]", tag):
            self.levels.append(int(tag[1]))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in _VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open and self.open.pop() == tag, f"</{tag}> closes nothing"


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.sample(6)
def test_nothing_is_left_out(name: str) -> None:
    game = load_game(find(name))
    assert not find_omissions(bound_book(name).book, game, refereed(game)[1])


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_what_is_left_out_is_named(name: str) -> None:
    game, book = load_game(find(name)), bound_book(name).book
    rules = refereed(game)[1]
    without = replace(book, blocks=tuple(_without(book.blocks)))
    codes = Counter(finding.code for finding in find_omissions(without, game, rules))
    assert codes["rule-not-in-book"] == len(rules.citations)
    assert codes["component-not-in-book"] == len(game.components)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
def test_every_rule_that_a_book_loses_is_named(name: str) -> None:
    """Each rule and ruling by itself, and each that the book still cites when the referee has it no more."""
    game, book = load_game(find(name)), bound_book(name).book
    rules = refereed(game)[1]
    kept = {paragraph.number: set(cites) for paragraph, cites in stated_rules(book.blocks)}
    flat = [block for block in walk_blocks(book.blocks) if not hasattr(block, "blocks")]
    for lost in rules.citations:
        blocks = tuple(b for b in flat if not isinstance(b, Paragraph) or lost not in kept.get(b.number, ()))
        named = {finding.where for finding in find_omissions(replace(book, blocks=blocks), game, rules)}
        assert lost in named
        fewer = replace(rules, citations={id_: each for id_, each in rules.citations.items() if id_ != lost})
        messages = [finding.message for finding in find_omissions(book, game, fewer) if finding.code == "unknown-rule"]
        assert messages and all(f"it cites {lost}," in message for message in messages)


def _without(blocks: tuple[Block, ...]) -> list[Block]:
    return [block for block in blocks if not isinstance(block, Paragraph | Figure) and not hasattr(block, "rows")][:2]


@pytest.mark.parametrize("name", BOOKS)
def test_every_picture_has_words_and_every_face_is_drawn(name: str) -> None:
    made = bound_book(name)
    assert faces_in(made.book) == made.faces.keys()
    figures = [block for block in walk_blocks(made.book.blocks) if isinstance(block, Figure)]
    assert figures and all(figure.alt for figure in figures)


@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.sample(2)
def test_the_html_is_sound_and_needs_nothing_else(name: str) -> None:
    data = finish_book(bound_book(name), "html", BookPrinting()).data
    text = data.decode()
    page = Page()
    page.feed(text)
    page.close()
    assert not page.open
    assert not [each for each, count in page.names.items() if count > 1]
    assert page.leads <= page.names.keys()
    assert not page.loads and "url(http" not in text and "@import" not in text
    assert len(data) < 2_000_000
    assert page.levels[0] == 1 and page.levels.count(1) == 1
    assert all(after <= before + 1 for before, after in zip(page.levels, page.levels[1:]))


@pytest.mark.parametrize("name", BOOKS)
def test_the_markdown_is_sound(name: str) -> None:
    text = plain_text(bound_book(name).book)
    anchors = re.findall(r'<a id="([^"]+)">', text)
    assert len(set(anchors)) == len(anchors)
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)
    for table in re.findall(r"(?:^\|.*\|$\n?){2,}", text, re.MULTILINE):
        bars = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(bars) == 1, table
    assert "<div" not in text and "{{" not in text and "#see:" not in text


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("make", [BookPrinting(), BookPrinting("letter"), BookPrinting(large=True)])
@pytest.mark.sample(5)
def test_pages_are_numbered_and_the_same_every_time(name: str, make: BookPrinting) -> None:
    pages = pages_of(bound_book(name), make, make.page)
    assert [page.number for page in pages] == list(range(1, len(pages) + 1))
    assert {page.face.trim.size for page in pages} == {make.page.size}
    assert pages == pages_of(bound_book(name), make, make.page)


@pytest.mark.parametrize("name", SHORT_BOOKS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.sample(5)
def test_the_short_book_fits_on_one_sheet(name: str, paper: str) -> None:
    game = load_game(find(name))
    make = BookPrinting(paper)
    short = prepare_book(game, style_of(game, "", make), short=True)
    file = finish_book(short, "zine", make)
    assert (
        file.plan is not None and len(file.plan.pages) == 1 and {note.severity for note in file.plan.notes} == {"note"}
    )
    shown = {placement.face for _, placement in file.plan.placements()}
    assert file.expected is not None and len(shown) == 8
    assert all(file.expected.faces[face].shapes for face in shown), "a page is empty"


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.sample(5)
def test_the_booklet_has_every_page_once(name: str, paper: str) -> None:
    made = finish_book(bound_book(name), "booklet", BookPrinting(paper))
    pages = len(pages_of(bound_book(name), BookPrinting(paper), BookPrinting(paper).page))
    # The ground of the cover is cut off by the printer's margin, and nothing else.
    assert made.plan is not None
    assert [note.code for note in made.plan.notes] in (["how-to-fold"], ["printer-margin", "how-to-fold"])
    shown = [placement.face for _, placement in made.plan.placements()]
    assert len(shown) == len(set(shown)) == pages


@pytest.mark.slow
@pytest.mark.parametrize("name", BOOKS)
@pytest.mark.sample(2)
def test_coloured_words_are_read_on_light_and_on_dark_ground(name: str) -> None:
    """WCAG 2.2 asks for a contrast of 4.5 to 1; the grounds are those of book.css and of paper."""
    text = finish_book(bound_book(name), "html", BookPrinting()).data.decode()
    light, dark = re.findall(r"--accent(?:-dark)?:(#[0-9a-f]{6})", text)[:2]
    assert min(contrast(light, "#ffffff"), contrast(light, "#fffdf9"), contrast(dark, "#1b1815")) >= 4.5


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(Colour.parse(one)), luminance(Colour.parse(other))), reverse=True)
    return (high + 0.05) / (low + 0.05)


def luminance(colour: Colour) -> float:
    level = colour.grey.red
    return level / 12.92 if level <= 0.04045 else ((level + 0.055) / 1.055) ** 2.4


@pytest.mark.slow
def test_the_book_says_what_the_definition_says() -> None:
    game = load_game(find("whispers"))
    dearer = replace(game, facts={**game.facts, "ante": 3, "penalty_factor": 5})
    assert "puts one coin into" in paragraph(book_of(game), "W.6")
    assert "puts three coins into" in paragraph(book_of(dearer), "W.6")
    assert "multiplied by 5 once for each whisper" in paragraph(book_of(dearer), "W.14")


def test_a_book_that_nobody_wrote_is_not_to_be_had() -> None:
    game = load_game(find("whispers"))
    module, rules = refereed(game)
    finder = ExampleFinder(Inventory.of(game), rules, module, {})
    with pytest.raises(UsageError, match="nobody has written a rulebook of Whispers"):
        write_book(finder, [templates() / "nowhere"])


@pytest.mark.slow
def test_ink_is_saved_and_grey_is_grey() -> None:
    game = load_game(find("whispers"))
    full = bound_book("whispers")
    saver = BookPrinting(ink="saver")
    saved = pages_of(prepare_book(game, style_of(game, "", saver)), saver, saver.page)
    assert saved[0].face != pages_of(full, BookPrinting(), A5)[0].face
    grey = pages_of(full, BookPrinting(ink="gray"), A5)
    assert all(colour.red == colour.green == colour.blue for page in grey for colour in colours(page.face.shapes))


def colours(shapes: tuple[Shape, ...]) -> Iterator[Colour]:
    for shape in shapes:
        match shape:
            case Group():
                yield from colours(shape.shapes)
            case Use():
                yield from colours(shape.symbol.shapes)
            case Text():
                yield shape.colour
            case Path():
                yield from [paint for paint in (shape.fill, shape.stroke and shape.stroke.paint) if paint]
