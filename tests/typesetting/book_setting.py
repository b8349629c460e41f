"""Blocks made by chance and a small book to set; lines, strips and pages to look at, for the tests of this folder."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import TEXT, FontBook, built_in_fonts
from pnp.typesetting.blocks import (
    Aside,
    Block,
    Book,
    Columns,
    Figure,
    Heading,
    Inlines,
    ItemList,
    NewPage,
    Paragraph,
    TableBlock,
    TextRun,
)
from pnp.typesetting.figures import Illustrator
from pnp.typesetting.format import A5, Type, Types
from pnp.typesetting.inline import InlineSetter
from pnp.typesetting.setter import BookSetter

WORDS = (
    *("a", "coin", "in", "the", "pot", "and", "whoever", "has", "extraordinarily", "unlucky", "hands", "pays,", "of"),
    *("knocked-out", "players'", "washout", "either/or", "button", "whispers", "interpretation", "another's", "it"),
    *("misunderstanding", "12", "3½", "no-one"),
)
BODY = Type(9.25, 1.36, BLACK, BLACK, TEXT)


@cache
def fonts() -> FontBook:
    return built_in_fonts()


def typed(language: str = "en") -> InlineSetter:
    return InlineSetter(fonts(), {}, language)


def run(text: str) -> Inlines:
    return (TextRun(text),)


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=90).map(" ".join)
short_texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=6).map(" ".join)
paragraphs = st.builds(
    lambda text, number, cites: Paragraph(run(text), number, number, cites if number else ()),
    texts, st.sampled_from(["", "", "3.1"]), st.sampled_from([(), ("W.3", "W-12")]),
)  # fmt: skip
tables = st.builds(
    lambda head, rows: TableBlock(tuple(map(run, head)), tuple(tuple(map(run, row)) for row in rows), ("start", "end")),
    st.tuples(short_texts, short_texts),
    st.lists(st.tuples(short_texts, texts.map(lambda text: text[:80])), min_size=2, max_size=9),
)  # fmt: skip
listings = st.builds(
    lambda items, ordered: ItemList(tuple((Paragraph(run(item)),) for item in items), ordered),
    st.lists(texts, min_size=1, max_size=5), st.booleans(),
)  # fmt: skip
figures = st.builds(
    lambda high, beside: Figure((), (), 100.0, high, "white", run("Nothing to see"), 0.35 if beside else 1.0, beside),
    st.floats(20, 140), st.booleans(),
)  # fmt: skip
headings = st.builds(lambda level, text: Heading(level, run(text), ""), st.integers(1, 3), short_texts)
plain_blocks = st.one_of(paragraphs, paragraphs, paragraphs, tables, listings, figures, headings)
panels = st.builds(
    lambda inside, look: Aside((Paragraph(run("Begin")), *inside), look, run("A title")),
    st.lists(st.one_of(paragraphs, figures, listings), min_size=1, max_size=4).map(tuple),
    st.sampled_from(["example", "summary", "note"]),
)  # fmt: skip
narrow = st.lists(st.one_of(plain_blocks, plain_blocks, panels), min_size=1, max_size=9).map(
    lambda blocks: Columns((*blocks, Paragraph(run("The end of the columns"))))
)
every_block = st.one_of(plain_blocks, plain_blocks, panels, narrow, st.just(NewPage()))
contents = st.lists(every_block, min_size=1, max_size=14).map(
    # Something to read stands last, since a heading there could only be stranded.
    lambda blocks: (*named(blocks), Paragraph(run("The end")))
)


def named(blocks: list[Block]) -> list[Block]:
    """Headings with anchors of their own."""
    return [replace(block, anchor=f"h{at}") if isinstance(block, Heading) else block for at, block in enumerate(blocks)]


def book(blocks: tuple[Block, ...]) -> Book:
    cover = Figure((), (), 100.0, 100.0, "white")
    return Book("toy", "A toy", "to set", "1.0.0", "en", "nobody", "#7a2e17", cover, blocks)


def setter(blocks: tuple[Block, ...]) -> BookSetter:
    types = Types.of(A5, Colour.parse("#7a2e17"))
    return BookSetter(book(blocks), A5, typed(), Illustrator({}, fonts(), types.label, Colour.parse("#7a2e17")), types)
