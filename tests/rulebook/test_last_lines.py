"""Paragraphs of the books end well: no last line is a single short word or a part of one, and the lines above are full.

What is looked at is running text, in lists and panels too; not headings, cells, captions and labels, which are ragged.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

import pytest
from book_strips import strips_of

from pnp.catalog import played
from pnp.drawing import lines
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Shape, Text, bounds
from pnp.typesetting.format import A5, LARGE, ZINE_A7, PageFormat

STUMP = 0.2  # of the measure
SLIGHT, BESIDE = 0.02, 0.17  # of the measure: white that nobody sees, and what makes room for a picture
LANGUAGES = ("en", "de", "fr")
MOST_SHORT = {A5: 0.021, LARGE: 0.01, ZINE_A7: 0.08}  # of the lines of a book; ragged ones beside pictures too
INDEX = re.compile(r"[A-Z]+[.-]\d+\u00a0")  # of names of rules, which is ragged

Line = tuple[str, float]
"""What it says, with a space at its end unless its last word goes on, and how far it reaches, that space included."""


def paragraphs(name: str, language: str, page: PageFormat) -> list[list[Line]]:
    """The lines of every paragraph of running text."""
    strips, fonts = strips_of(name, language, page)
    found = [strip for strip in strips if strip.role == "paragraph"]
    each = groupby(found, key=lambda strip: strip.element)
    set_in_lines = [[line_of(strip.shapes, fonts) for strip in strips] for _, strips in each]
    return [own for own in set_in_lines if not INDEX.match(own[0][0])]


def line_of(shapes: tuple[Shape, ...], fonts: FontBook) -> Line:
    return "".join(words_of(shapes)), bounds(shapes, fonts).right


def words_of(shapes: tuple[Shape, ...]) -> Iterator[str]:
    for shape in shapes:
        match shape:
            case Text():
                yield shape.text
            case Group(alt=str() as alt):
                yield alt
            case Group():
                yield from words_of(shape.shapes)


def stumps(found: list[list[Line]]) -> list[str]:
    """Last lines that are a short word, or a part of one."""
    bad = []
    for *above, (text, reach) in found:
        if above and len(text.split()) == 1:
            parted = not above[-1][0].endswith(" ")
            if parted or reach < STUMP * max(each for _, each in above):
                bad.append(text)
    return bad


def short_lines(found: list[list[Line]]) -> float:
    """Which share of the lines above the last leaves white; those beside a picture do not count."""
    white = [1 - reach / max(each for _, each in own) for own in found for _, reach in own[:-1]]
    return sum(SLIGHT < each < BESIDE for each in white) / len(white)


@pytest.mark.parametrize("page", [A5, *(pytest.param(page, marks=pytest.mark.slow) for page in (LARGE, ZINE_A7))])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", played())
@pytest.mark.sample(10)
def test_paragraphs_end_in_more_than_a_word_and_lines_are_full(name: str, language: str, page: PageFormat) -> None:
    found = paragraphs(name, language, page)
    assert len(found) > 10 and not stumps(found)
    assert short_lines(found) <= MOST_SHORT[page]


def test_what_would_be_a_stump_is_one() -> None:
    ends = ("his last card.", 20.0), ("card.", 9.0), ("card (3.12).", 9.0), ("interpretation.", 30.0)
    assert stumps([[("Whoever has ", 50.0), end] for end in ends]) == ["card."]
    assert stumps([[("Whoever has the inter\u00ad", 50.0), ("pretation.", 20.0)]]) == ["pretation."]


def test_letters_that_do_not_give_way_would_leave_more_lines_short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "_APART", 0.0)
    monkeypatch.setattr(lines, "_TOGETHER", 0.0)
    assert short_lines(paragraphs("whims", "de", A5)) > 3 * MOST_SHORT[A5]
