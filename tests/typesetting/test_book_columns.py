"""Columns: as low as they can be, cut where a page may be, one beside the other and read one after the other."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from book_setting import book, contents, run, setter
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.drawing.colour import Colour
from pnp.typesetting.blocks import Block, Columns, Figure, Heading, Label, Paragraph, TableBlock
from pnp.typesetting.format import A5, LARGE, Types
from pnp.typesetting.pages import _Composer, page_starts
from pnp.typesetting.setter import BookSetter
from pnp.typesetting.strips import FREE, NEVER, Column, Stacks, Strip

COLUMN = Column(1, 59.5, 64.5)
strips = st.lists(
    st.builds(
        lambda height, space, penalty: Strip(height, (), 1, "paragraph", space, penalty, column=COLUMN),
        st.floats(0.5, 6), st.floats(0, 2), st.sampled_from([FREE, FREE, 40.0, NEVER, -30.0]),
    ),
    min_size=1, max_size=12,
)  # fmt: skip


def high(strips: list[Strip]) -> float:
    return sum(strip.height for strip in strips) + sum(strip.space for strip in strips[1:])


def cost(first: list[Strip], second: list[Strip]) -> float:
    """How high both columns are, how uneven, and what a cut before the second costs."""
    left, right = high(first), high(second)
    price = min(max(0.0, second[0].penalty * 0.3), 100.0) if second else 0.0
    return max(left, right) + 0.4 * abs(left - right) + price


@given(strips)
def test_no_other_cut_makes_columns_better(strips: list[Strip]) -> None:
    both = Stacks(strips).balanced(0, len(strips))
    cuts = [at for at in range(1, len(strips)) if strips[at].penalty < NEVER] or [len(strips)]
    assert both.end in cuts
    chosen = cost(strips[: both.end], strips[both.end :])
    assert abs(both.height - max(high(strips[: both.end]), high(strips[both.end :]))) < 1e-6
    assert chosen < 15.0 + min(cost(strips[:cut], strips[cut:]) for cut in cuts), "which a cheap cut may cost"


def test_columns_are_cut_elsewhere_than_between_a_question_and_its_answers() -> None:
    dear = [Strip(3.5, (), at, "paragraph", penalty=400.0 if at == 4 else FREE, column=COLUMN) for at in range(8)]
    assert Stacks(dear).balanced(0, 8).end in (3, 5)


def test_where_a_page_parts_columns_a_scrap_of_them_is_dear() -> None:
    column = replace(COLUMN, least=14.0)
    lines = [Strip(3.5, (), at, "paragraph", column=column) for at in range(40)]
    priced = {page.end: page.price for page in Stacks(lines).fills(0, 70.0)}
    assert priced[4] > 400 and priced[8] < 10 and priced[40] < 10
    few = lines[:4]
    assert all(page.price < 10 for page in Stacks(few).fills(0, 70.0) if page.end == len(few)), "these are all"


@given(contents)
@settings(deadline=None, max_examples=30)
def test_nothing_on_a_page_stands_on_anything_else(blocks: tuple[Block, ...]) -> None:
    types = Types.of(A5, Colour.parse("#7a2e17"))
    strips = setter(blocks).strips()
    starts = page_starts(strips, A5.depth)
    composer = _Composer(book(blocks), A5, types, saver=False)
    for start, end in zip(starts, [*starts[1:], len(strips)]):
        boxes = [
            (each.x, each.x + (each.strip.column.width if each.strip.column else A5.measure), each.y, each.strip.height)
            for each in composer._placed(strips[start:end], False)
        ]
        for (left, right, top, height), (left2, right2, top2, height2) in combinations(boxes, 2):
            beside = right <= left2 or right2 <= left
            assert beside or top + height <= top2 + 1e-6 or top2 + height2 <= top + 1e-6


def sets(*blocks: Block) -> list[Strip]:
    return setter((Columns(blocks),)).strips()


def test_first_words_and_what_is_too_wide_go_across_with_their_heading() -> None:
    words = Paragraph(run("Whoever has the button begins. " * 6))
    wide = TableBlock((), (tuple(run("extraordinarily") for _ in range(5)),), ("start",) * 5)
    labelled = Figure((), (Label("deck", 50, 10),), 100.0, 20.0, "white")
    for block in (wide, labelled):
        strips = sets(
            Paragraph(run("The first words."), look="lead"), words, Heading(2, run("Wide"), "w"), block, words
        )
        assert [strip.role for strip in strips if strip.column is None][:2] == ["paragraph", "heading-1"]
        assert len({strip.column for strip in strips if strip.column}) == 2
    small = TableBlock((), ((run("a"), run("b")),), ("start", "end"))
    assert all(strip.column for strip in sets(words, small, replace(labelled, labels=()), words))


def test_a_heading_and_two_lines_stay_together_at_the_foot_of_a_column() -> None:
    parts = [
        (Heading(2, run(f"Part {at}"), f"p{at}"), Paragraph(run("Whoever has it begins. " * 9))) for at in range(9)
    ]
    strips = sets(*(block for part in parts for block in part))
    both = Stacks(strips).balanced(0, len(strips))
    assert strips[both.end - 1].role == "paragraph" and strips[both.end].penalty < NEVER


def test_large_print_has_one_column_of_large_type() -> None:
    words = Paragraph(run("Whoever has the button begins. " * 6))
    own = setter((Columns((words,)),))
    large = BookSetter(own.book, LARGE, own.inline, own.illustrator, Types.of(LARGE, Colour.parse("#7a2e17")))
    strips = large.strips()
    assert strips[0].column is None and strips[0].height == large.types.body.line
