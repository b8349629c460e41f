"""HTML and Markdown of a small book that holds everything and every sign that could be taken for another."""

from __future__ import annotations

import re

from book_setting import book, run

from pnp.typesetting.blocks import (
    Aside,
    Break,
    Heading,
    Icon,
    ItemList,
    NewPage,
    Paragraph,
    TableBlock,
    TableOfContents,
    TextRun,
)
from pnp.typesetting.writers import Pictures, html, plain_text

NASTY = 'a <b> & "c" | d * e _f_ [g](h) `i` {j}'
RULE = (TextRun(NASTY, link="#one"), Break(), TextRun(" bold ", bold=True, italic=True), TextRun("x=1", code=True))
BLOCKS = (
    Heading(1, run("Contents"), "contents"),
    TableOfContents(),
    NewPage(),
    Heading(1, run(NASTY), "one", "1"),
    Paragraph(RULE, "rule-1.1", "1.1", ("W.1",)),
    Heading(2, run("Part"), "part"),
    TableBlock((run("A"), ()), ((run(NASTY), run("2")),), ("start", "end")),
    ItemList(((Paragraph(run(NASTY)),), (Paragraph(run("two")), ItemList(((Paragraph(run("in")),),), True)))),
    Aside((Paragraph(run(NASTY)),), "note", run(NASTY)),
)  # fmt: skip
NOTHING = Pictures("", {}, lambda symbol: "")


def test_html_means_what_is_written() -> None:
    text = html(book(BLOCKS), NOTHING, "p { color: red }")
    shown = 'a &lt;b&gt; &amp; "c" | d * e _f_ [g](h) `i` {j}'
    assert text.count(shown) >= 5 and "<b>" not in text
    assert '<a href="#one">' in text and "<strong><em> bold </em></strong>" in text and "<code>x=1</code>" in text
    assert '<p id="rule-1.1" class="rule"><a class="number" href="#rule-1.1">1.1</a>' in text
    assert text.count('<span id="W.1"></span>') == 1 and text.count("W.1") == 1
    assert re.search(
        r'<nav aria-label="Contents"><ol><li>.*<ol><li><a href="#part">Part</a></li></ol></li></ol></nav>', text
    )


def test_markdown_means_what_is_written() -> None:
    text = plain_text(book(BLOCKS))
    shown = 'a &lt;b&gt; &amp; "c" | d \\* e \\_f\\_ \\[g\\](h) \\`i\\` \\{j\\}'
    assert text.count(shown.replace("|", "\\|")) >= 4
    assert "  - [Part](#part)" in text and "***bold***" in text and "`x=1`" in text
    assert "W.1" not in text.replace(shown, "")
    assert "> **" in text and "- two" in text and "  1. in" in text


def test_a_bar_in_what_is_to_be_typed_parts_no_cell() -> None:
    table = TableBlock((run("What"),), (((TextRun("a|b", code=True),),),), ("start",))
    assert "| `a\\|b` |" in plain_text(book((table,)))


def test_pictures_in_tables_give_way_to_words() -> None:
    table = TableBlock((run(""), run("What")), (((Icon("toy/card", "a card"),), run("Card")),), ("middle", "start"))
    assert "| What |\n|:--|\n| Card |" in plain_text(book((table,)))


def test_pictures_in_tables_are_named_where_there_are_no_words() -> None:
    banner, vacant = Icon("toy/card", "Bear banner"), run("vacant")
    table = TableBlock((run(""), run("Attack")), ((run("1"), (banner, banner)), (run("2"), vacant)), ("start",) * 2)
    assert "|  | Attack |\n|:--|:--|\n| 1 | *Bear banner (2)* |\n| 2 | vacant |" in plain_text(book((table,)))
