"""Pages break where a reader would: nothing is parted from its heading, and no set of columns is cut to a scrap."""

from __future__ import annotations

from itertools import pairwise

import pytest
from book_strips import strips_of

from pnp.catalog import played
from pnp.typesetting.format import A5, LARGE, PageFormat
from pnp.typesetting.pages import page_starts
from pnp.typesetting.strips import Stacks, Strip

LEAST = 3  # lines on either side, where a page parts a set of columns
HEADINGS = ("heading-1", "heading-2", "heading-3")

Page = list[Strip]


def pages(name: str, language: str, page: PageFormat) -> list[Page]:
    """What stands on every page but the cover."""
    strips, _ = strips_of(name, language, page)
    starts = page_starts(strips, page.depth)
    return [strips[start:end] for start, end in zip(starts, [*starts[1:], len(strips)])]


def parted(before: Page, after: Page) -> bool:
    """Whether a page ends with a heading (a picture that has a page to itself may stand between), or with the words
    that stand above columns.
    """
    last, first = next(strip for strip in reversed(before) if strip.plate is None), after[0]
    words_above = last.role == "paragraph" and last.column is None and last.panel is None
    return last.role in HEADINGS or (words_above and first.column is not None)


def scraps(before: Page, own: Page, after: Page) -> list[str]:
    """The columns at the top and the foot of a page that go on on the next to it, with too little on one side."""
    runs = list(Stacks(own).runs())
    found = []
    for (start, end), neighbour in ((runs[0], before[-1:]), (runs[-1], after[:1])):
        column = own[start].column
        if column is not None and neighbour and neighbour[0].column == column:
            cut = Stacks(own).balanced(start, end).end
            if any(sum(strip.height for strip in side) < LEAST * 3.5 for side in (own[start:cut], own[cut:end])):
                found.append(f"{cut - start} and {end - cut} strips")
    return found


@pytest.mark.parametrize("language", ["en", *(pytest.param(each, marks=pytest.mark.slow) for each in ("de", "fr"))])
@pytest.mark.parametrize("name", played())
@pytest.mark.sample(3)
def test_pages_part_neither_headings_nor_a_few_lines_of_columns(name: str, language: str) -> None:
    book = pages(name, language, A5)
    assert not [number for number, pair in enumerate(pairwise(book), 2) if parted(*pair)]
    beside = zip([[], *book], book, [*book[1:], []])
    assert not {number: found for number, three in enumerate(beside, 2) if (found := scraps(*three))}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("name", played())
def test_pages_of_large_print_end_with_no_heading_and_tear_no_table_of_a_summary(name: str, language: str) -> None:
    book = pages(name, language, LARGE)
    assert not [number for number, pair in enumerate(pairwise(book), 2) if parted(*pair)]
    torn = [own[0] for own in book if own[0].role == "row" and own[0].panel and own[0].head]
    assert not torn
