"""The Markdown of rules texts: every block it may hold, its numbers and anchors, and what it may not hold."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.typesetting.blocks import (
    Aside,
    Figure,
    Heading,
    Icon,
    ItemList,
    NewPage,
    Paragraph,
    TableBlock,
    TableOfContents,
    TextRun,
    words,
)
from pnp.typesetting.markdown import SEE, MarkupError, blocks_of, curl_quotes, link_ids, piece, plain, see

FIGURE = Figure((), (), 10.0, 10.0, "a card")


def test_chapters_are_numbered_and_rules_within_them() -> None:
    text = """# Contents {: .plain }

# One {: #one }

<div class="rule" data-cites="W.1 W-02" markdown="1">

**First.** Said.

More of it.

</div>

## Part

<div class="rule" data-cites="W.2" markdown="1">

Second.

</div>

# Two

<div class="rule" data-cites="W.3" markdown="1">

Third.

</div>
"""
    blocks = blocks_of(text, {})
    headings = [(block.number, block.anchor) for block in blocks if isinstance(block, Heading)]
    assert headings == [("", "contents"), ("1", "one"), ("", "part"), ("2", "two")]
    rules = [(block.number, block.anchor, block.cites) for block in blocks if isinstance(block, Paragraph)]
    assert rules[:2] == [("1.1", "rule-1.1", ()), ("", "", ("W.1", "W-02"))]
    assert rules[2:] == [("1.2", "rule-1.2", ("W.2",)), ("2.1", "rule-2.1", ("W.3",))]


def test_every_kind_of_block() -> None:
    text = f"""Large words.
{{: .lead }}

- one
- two **bold** *slanted* `typed` {piece("toy/card", "a card", 2)}

1. first

| A | B |
|:-:|--:|
| x | y |

<div class="figure" data-figure="f"></div>

<div class="contents"></div>

<div class="new-page"></div>

<div class="example" data-title="It&#39;s so" markdown="1">

Inside.

</div>
"""
    lead, dots, numbers, table, figure, contents, new, panel = blocks_of(text, {"f": FIGURE})
    assert lead == Paragraph((TextRun("Large words."),), look="lead")
    assert isinstance(dots, ItemList) and not dots.ordered and len(dots.items) == 2
    inside = dots.items[1][0]
    assert isinstance(inside, Paragraph) and inside.content[-1] == Icon("toy/card", "a card", lines=2.0)
    assert [each for each in inside.content if isinstance(each, TextRun) and each.text.strip()] == [
        TextRun("two "), TextRun("bold", bold=True), TextRun("slanted", italic=True), TextRun("typed", code=True),
    ]  # fmt: skip
    assert isinstance(numbers, ItemList) and numbers.ordered
    assert table == TableBlock(
        ((TextRun("A"),), (TextRun("B"),)), (((TextRun("x"),), (TextRun("y"),)),), ("middle", "end")
    )
    assert (figure, contents, new) == (FIGURE, TableOfContents(), NewPage())
    assert isinstance(panel, Aside) and panel.title == (TextRun("It's so"),) and len(panel.blocks) == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('<div class="figure" data-figure="nobody"></div>', "there is no figure 'nobody'"),
        ('<div class="poem">x</div>', 'class="poem"'),
        ("<dl><dt>x</dt></dl>", "<dl>"),
        ("> " * 80 + "x", "stand within each other"),
        ("a <u>b</u>", "<u>"),
        ('<div class="rule" markdown="1">\n\n- x\n\n</div>', "begins with a paragraph"),
        ("a <b>c", "not well formed"),
    ],
)
def test_what_books_are_not_made_of_is_named(text: str, said: str) -> None:
    with pytest.raises(MarkupError, match=said):
        blocks_of(text, {})


def test_quotation_marks_and_apostrophes_are_curled_but_not_in_what_is_typed() -> None:
    assert curl_quotes('"It\'s" ("so") \'tis players\' "x"—"y"') == "“It’s” (“so”) ’tis players’ “x”—“y”"
    assert curl_quotes("-1 and (-2), but 3-4, W-12 and --large") == "−1 and (−2), but 3-4, W-12 and --large"
    assert blocks_of("`it's`", {}) == (Paragraph((TextRun("it's", code=True),)),)


letters = st.characters(min_codepoint=32, max_codepoint=0x24F, exclude_characters="\"'\u00a0\u00ad\x7f")
printable = st.text(letters, min_size=1)


@given(printable)
def test_plain_text_means_itself(text: str) -> None:
    """Whatever a definition or a rule says is set as it is; only white space at the edges and in rows is lost."""
    said = " ".join(text.split())
    blocks = blocks_of(plain(said), {})
    assert words(run for block in blocks for run in getattr(block, "content", ())) == " ".join(said.split())


def test_ids_in_a_text_are_links_where_they_are_known() -> None:
    assert link_ids("See (W-03), not W-99.", {"W-03"}) == f"See ({see('W-03')}), not W-99."
    (paragraph,) = blocks_of(link_ids("Go to W.12.", {"W.12"}), {})
    assert paragraph == Paragraph((TextRun("Go to "), TextRun("W.12", link=f"{SEE}W.12"), TextRun(".")))
