"""Strips stacked into pages: none cut, none stranded, and the breaks of the whole book as good as they can be."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, pairwise
from math import inf

import pytest
from book_setting import book, contents, fonts, run, setter
from drawn import texts
from hypothesis import example, given, settings
from hypothesis import strategies as st

from pnp.drawing.shapes import Group, Shape, Text, bounds
from pnp.drawing.text import SMALLEST_TEXT
from pnp.typesetting.blocks import (
    Aside,
    Block,
    Break,
    Columns,
    Figure,
    Heading,
    ItemList,
    Label,
    NewPage,
    Paragraph,
    TableBlock,
    TableOfContents,
    walk_blocks,
    words,
)
from pnp.typesetting.format import A5, HALF_LETTER, LARGE, ZINE_A7, PageFormat
from pnp.typesetting.pages import _price as price
from pnp.typesetting.pages import page_starts, typeset
from pnp.typesetting.setter import TableSetter
from pnp.typesetting.strips import ALWAYS, FREE, NEVER, STRANDED, TORN, Stack, Stacks, Strip

DEPTH = 10.0
strips = st.lists(
    st.builds(
        lambda height, space, penalty: Strip(height, (), 1, "paragraph", space, penalty),
        st.floats(0.5, 6), st.floats(0, 2), st.sampled_from([FREE, FREE, FREE, 40.0, NEVER, ALWAYS, -30.0]),
    ),
    min_size=1, max_size=9,
)  # fmt: skip


def read(shapes: tuple[Shape, ...]) -> Iterator[str]:
    """The texts of shapes in their order, but for what runs along the head and foot of a page."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape.text
        elif isinstance(shape, Group) and shape.role != "marks":
            yield from read(shape.shapes)


def words_of(block: Block) -> str:
    """What a block of these tests says, as it is read."""
    match block:
        case Heading():
            return words(block.content)
        case Paragraph():
            return f"{block.number}{words(block.content)}"
        case ItemList():
            numbers = [str(at) if block.ordered else "" for at in range(1, len(block.items) + 1)]
            return "".join(mark + words_of(each) for mark, item in zip(numbers, block.items) for each in item)
        case Figure():
            return words(block.caption)
        case Columns():
            return "".join(map(words_of, block.blocks))
        case Aside():
            return words(block.title) + "".join(map(words_of, block.blocks))
        case _:
            return ""


def letters_of(text: str) -> str:
    return "".join(letter for letter in text if letter.isalnum())


def pages_of(strips: list[Strip], starts: list[int]) -> list[list[Strip]]:
    return [strips[start:end] for start, end in zip(starts, [*starts[1:], len(strips)])]


def height(page: list[Strip]) -> float:
    if all(strip.column is None for strip in page):
        head = page[0].head.height if page[0].head else 0.0
        return head + sum(strip.height for strip in page) + sum(strip.space for strip in page[1:])
    *_, whole = Stacks(page).fills(0, inf)
    return whole.height


def cost(strips: list[Strip], starts: list[int]) -> float:
    total = 0.0
    for start, page in zip(starts, pages_of(strips, starts)):
        air = sum(strip.space for strip in page[1:])
        total += price(strips, Stack(height(page), air, start + len(page)), DEPTH)
    return total


@given(strips)
def test_every_page_is_full_enough_and_none_too_full(strips: list[Strip]) -> None:
    starts = page_starts(strips, DEPTH)
    assert starts[0] == 0 and starts == sorted(set(starts))
    assert all(height(page) <= DEPTH + 1e-6 or len(page) == 1 for page in pages_of(strips, starts))
    assert all(at in starts for at, strip in enumerate(strips) if strip.penalty == ALWAYS)


@given(strips)
@settings(max_examples=60)
def test_no_other_breaks_cost_less(strips: list[Strip]) -> None:
    least = cost(strips, page_starts(strips, DEPTH))
    for many in range(len(strips)):
        for others in combinations(range(1, len(strips)), many):
            starts = [0, *others]
            fits = all(height(page) <= DEPTH + 1e-6 or len(page) == 1 for page in pages_of(strips, starts))
            forced = all(at in starts for at, strip in enumerate(strips) if at and strip.penalty == ALWAYS)
            assert not (fits and forced) or cost(strips, starts) >= least - 1e-6


@given(strips)
def test_a_strip_that_may_not_begin_a_page_does_so_only_where_nothing_else_is_possible(strips: list[Strip]) -> None:
    starts = page_starts(strips, DEPTH)
    if cost(strips, starts) < NEVER / 2:
        assert not any(strips[start].penalty == NEVER for start in starts[1:])


@pytest.mark.slow
@given(contents)
@settings(deadline=None, max_examples=40)
def test_no_widows_and_no_stranded_headings(blocks: tuple[Block, ...]) -> None:
    strips = setter(blocks).strips()
    pages = pages_of(strips, page_starts(strips, A5.depth))
    for page, following in pairwise(pages):
        assert height(page) <= A5.depth + 1e-6 or len(page) == 1
        assert page[-1].role != "heading" or following[0].penalty == ALWAYS, "a heading stands at the foot of a page"
        last, first = page[-1].element, following[0].element
        if last == first and page[-1].role in ("paragraph", "list"):
            before = sum(strip.element == last for strip in page)
            after = sum(strip.element == first for strip in following)
            assert before > 1 and after > 1, "a line of a paragraph stands alone on its page"


@given(contents.filter(lambda blocks: not any(isinstance(block, TableBlock) for block in walk_blocks(blocks))))
@settings(deadline=None, max_examples=30)
def test_pages_say_everything_in_the_order_of_the_blocks(blocks: tuple[Block, ...]) -> None:
    pages = typeset(book(blocks), A5, fonts(), {})
    said = "".join(text for page in pages[1:] for text in read(page.face.shapes))
    assert letters_of(said) == letters_of("".join(words_of(block) for block in blocks))


def said(text: str) -> Paragraph:
    return Paragraph(run(text))


def blank(height: float, share: float, beside: bool) -> Figure:
    return Figure((), (), 100.0, height, "white", run("Nothing to see"), share, beside)


#: A panel that is higher than a page and may be cut nowhere, with a picture that hangs down at its end.
HANGING = Aside(
    (said("Begin"), blank(108.0, 1.0, False), said("a"), blank(84.0, 0.35, True)), "summary", run("A title")
)


@given(contents)
@example((said("a"), said("a"), HANGING, said("The end")))
@settings(deadline=None, max_examples=30)
def test_nothing_leaves_the_page(blocks: tuple[Block, ...]) -> None:
    for page in typeset(book(blocks), A5, fonts(), {}):
        box = bounds(page.face.shapes, fonts())
        assert box.left >= 0 and box.top >= 0 and box.right <= A5.size.width and box.bottom <= A5.size.height


@given(contents)
@settings(deadline=None, max_examples=30)
def test_a_table_that_goes_on_has_its_head_again(blocks: tuple[Block, ...]) -> None:
    strips = setter(blocks).strips()
    for page in pages_of(strips, page_starts(strips, A5.depth))[1:]:
        if page[0].role == "table" and page[0].penalty != NEVER:
            begins = not any(strip.element == page[0].element for strip in strips[: strips.index(page[0])])
            assert begins or page[0].head is not None


def test_words_run_beside_a_picture_until_it_ends_and_stay_on_its_page() -> None:
    picture = Figure((), (), 100.0, 100.0, "white", (), 0.4, True)
    words = "Whoever has the button begins. " * 6
    strips = setter((picture, Paragraph(run(words)), Paragraph(run(words)), Paragraph(run(words)))).strips()
    lines = [strip for strip in strips if strip.role == "paragraph"]
    beside = [strip for strip in lines if strip.penalty == TORN]
    assert strips[0].height == 0 and strips[0].role == "figure"
    assert sum(strip.height for strip in beside) >= 0.4 * A5.measure
    assert all(strip.space == 0 for strip in beside)


def test_a_panel_that_is_higher_than_a_page_is_cut_where_no_line_is_left_alone() -> None:
    long = (
        "a a a a a extraordinarily extraordinarily extraordinarily knocked-out knocked-out coin "
        + "misunderstanding " * 2
    )
    words = (long, "a a a a a a a a whoever extraordinarily extraordinarily extraordinarily")
    picture = Figure((), (), 100.0, 20.0, "white", run("Nothing to see"))
    items = tuple((Paragraph(run(text)),) for text in ("a", "a", *words))
    inside = (said("Begin"), replace(picture, height=121.0), said("a"), ItemList(items, False), said("a"))
    strips = setter((said("a"), picture, Aside(inside, "summary", run("A title")), said("The end"))).strips()
    starts = [strip.penalty for strip in (strips[start] for start in page_starts(strips, A5.depth)[1:])]
    assert NEVER <= max(starts) < STRANDED


def test_a_table_in_a_panel_that_is_higher_than_a_page_is_not_cut() -> None:
    table = TableBlock((run("a"), run("b")), ((run("1"), run("2")),) * 8, ("start", "start"))
    before = tuple(said("Whoever has unlucky hands pays. " * 4) for _ in range(12))
    strips = setter((Aside((*before, said("What it costs:"), table), "summary", run("A title")),)).strips()
    starts = page_starts(strips, A5.depth)
    assert len(starts) == 2 and strips[starts[1]].role == "paragraph"


def test_a_heading_keeps_to_its_words_beyond_a_picture_that_has_a_page_to_itself() -> None:
    plate = Figure((), (), 320.0, 200.0, "map", plate=True)
    strips = setter((Heading(2, run("The board"), "board"), plate, said("The map has five lands."))).strips()
    assert [strip.penalty >= NEVER for strip in strips] == [False, True, True]


def test_the_first_and_the_last_item_of_a_list_seldom_stand_alone() -> None:
    items = ItemList(tuple((said(word),) for word in "abcde"), False)
    strips = setter((said("a"), items)).strips()[1:]
    prices = [strip.penalty for strip in strips]
    assert min(prices[1], prices[4]) > max(prices[2], prices[3])


@pytest.mark.parametrize("words", ["Appendix: playing with a computer at home", "a " * 60, "extraordinarily " * 6])
def test_lines_of_a_heading_are_as_few_as_can_be_and_even(words: str) -> None:
    lines = setter((Heading(1, run(words.strip()), "a"),)).strips()
    widths = [bounds(line.shapes, fonts()).width for line in lines]
    assert 1 < len(lines) < sum(widths) / A5.measure + 1.5 and min(widths) > 0.5 * max(widths)


def test_lines_below_the_title_of_a_cover_are_even() -> None:
    named = replace(book((said("a"),)), subtitle="Five empires fight, and societies have bet on how it all ends.")
    (lead,) = [
        group.shapes for group in typeset(named, ZINE_A7, fonts(), {})[0].face.shapes
        if isinstance(group, Group) and any("empires" in text.text for text in texts([group]))
    ]  # fmt: skip
    widths = [fonts()[text.font].width(text.text.strip(), text.size) for text in texts(lead)]
    assert len(widths) > 1 and min(widths) > 0.6 * max(widths)


@pytest.mark.parametrize(("width", "height"), [(320.0, 200.0), (200.0, 320.0), (100.0, 100.0)])
@pytest.mark.parametrize("page", [A5, HALF_LETTER, LARGE])
def test_a_plate_has_the_page_after_its_words_and_is_as_large_as_goes(
    width: float, height: float, page: PageFormat
) -> None:
    plate = Figure(
        (), (Label("corner", 20, 20), Label("other", width - 20, height - 20)), width, height, "map", plate=True
    )
    words = tuple(Paragraph(run("Whoever has unlucky hands pays. " * 12)) for _ in range(12))
    pages = typeset(book((*words[:2], plate, *words[2:])), page, fonts(), {})
    own = [at for at, each in enumerate(pages) if any(text.text == "corner" for text in texts(each.face.shapes))]
    assert own == [2]
    found = {text.text: text for text in texts(pages[2].face.shapes)}
    assert set(found) == {"corner", "other", "3"}
    box = bounds(pages[2].face.shapes, fonts())
    assert box.left > 0 and box.top > 3 and box.right < page.size.width and box.bottom < page.size.height


def test_what_stands_below_a_picture_that_words_do_not_reach_begins_below_it() -> None:
    picture = Figure((), (), 100.0, 100.0, "white", (), 0.4, True)
    strips = setter(
        (picture, Paragraph(run("Short.")), TableBlock((), ((run("a"),), (run("b"),)), ("start",)))
    ).strips()
    before = [strip for strip in strips if strip.role != "table"]
    assert sum(strip.height for strip in before) >= 0.4 * A5.measure


def test_a_new_page_is_begun_where_the_format_keeps_to_the_pages_of_the_text() -> None:
    blocks = (Paragraph(run("Above")), NewPage(), Paragraph(run("below")))
    assert [len(typeset(book(blocks), page, fonts(), {})) - 1 for page in (A5, ZINE_A7, LARGE)] == [2, 2, 1]


def test_every_page_of_a_book_without_chapters_bears_its_title() -> None:
    words = Paragraph(run("Whoever has the button begins. " * 60))
    pages = typeset(book((words, words)), ZINE_A7, fonts(), {})[1:]
    heads = [
        [text.text for shape in page.face.shapes if shape.role == "marks" for text in texts((shape,))] for page in pages
    ]
    assert len(pages) > 3 and heads == [["A toy", str(page.number)] for page in pages]


def test_ragged_lines_are_not_spread() -> None:
    many = "Whoever has the button begins, and pays another coin into the pot whenever a card is bad. " * 8
    even, ragged = (setter((Paragraph(run(many), look=look),)).strips() for look in ("normal", "ragged"))
    ends = [{round(bounds(strip.shapes, fonts()).right, 2) for strip in own[:-1]} for own in (even, ragged)]
    assert len(ends[0]) == 1 < len(ends[1])


def test_the_contents_list_what_follows_them_with_their_pages() -> None:
    text = Paragraph(run("Whoever has the button begins. " * 60))
    blocks = (Heading(1, run("Contents"), "contents"), TableOfContents(), *[
        block for at in range(1, 6) for block in (Heading(1, run(f"Chapter {at}"), f"c{at}", str(at)), text)
    ])  # fmt: skip
    listing = [strip.lists for strip in setter(blocks).strips() if strip.lists]
    assert [(entry.text, entry.number) for entry in listing] == [(f"Chapter {at}", str(at)) for at in range(1, 6)]


def test_small_pages_have_no_smaller_words_and_a_long_credit_takes_two_lines() -> None:
    """As where a language needs so many words that a zine is set in its smallest type."""
    shown = Figure((), (), 40.0, 20.0, "white", run("A caption"))
    blocks = (
        Heading(1, run("Begin"), "begin"), Paragraph(run("Read on"), "1.1", "1.1", ("W.3",)), shown,
        Paragraph(run("In passing"), look="small"), TableBlock((run("Rank"),), ((run("1"),),), ("start",)),
    )  # fmt: skip
    many = replace(
        book(blocks), credits="Design: Wilhelmina Featherstonehaugh and Bartholomew Cholmondeley-Marjoribanks"
    )
    pages = typeset(many, replace(ZINE_A7, body=6.25), fonts(), {})
    every = [text for page in pages for text in texts(page.face.shapes)]
    assert min(text.size for text in every) == SMALLEST_TEXT
    first, second = (text for text in texts(pages[0].face.shapes) if text.text.startswith(("Design", "Barth")))
    assert first.x == second.x and second.y - first.y > SMALLEST_TEXT * 0.35


def laid(table: TableBlock, width: float) -> tuple[list[float], int]:
    """How wide the columns of a table are, and how many lines each of its rows has at most."""
    made = setter((table,))
    tables = TableSetter(made.inline, made.illustrator, made.types.small, 1, A5.depth)
    rows = list(tables.strips(table, width, 0.0))
    return tables._widths(table, width), max(round(row.height / made.types.small.line - 0.44) for row in rows)


def test_a_cell_is_as_wide_as_its_widest_line() -> None:
    parts = run("Attack,"), run("or Change seats")
    broken = TableBlock((), (((*parts[0], Break(), *parts[1]), run("Levy")),), ("start", "start"))
    whole = TableBlock((), ((parts[1], run("Levy")),), ("start", "start"))
    assert laid(broken, 100.0) == (laid(whole, 100.0)[0], 2)


def test_columns_that_lack_little_get_all_if_that_makes_a_table_lower() -> None:
    words = "to cut, fold and glue; three for each of you, with numbers up to ten", "one a player, six for six"
    table = TableBlock((), (tuple(map(run, words)),), ("start", "start"))
    natural = laid(table, 500.0)[0]
    widths, lines = laid(table, natural[1] + natural[0] * 0.64)
    assert widths[1] == natural[1] and lines == 2
