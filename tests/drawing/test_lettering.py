"""Paragraphs take the largest size that leaves air between them, and lines are centred by their capitals."""

from __future__ import annotations

import pytest

from pnp.drawing.colour import BLACK
from pnp.drawing.fonts import DISPLAY, built_in_fonts
from pnp.drawing.lettering import cap_height, column, display, height, points_for, set_at
from pnp.drawing.text import FitError, Lettering
from pnp.geometry import Box

FONTS = built_in_fonts()
WORDS = ["The first of three paragraphs, which is not long.", "The second.", "And the third, which ends the text."]
SIZES = (12.0, 9.0, 6.0)


def test_the_largest_size_that_leaves_air_is_taken() -> None:
    for tall in (15.0, 20.0, 30.0):
        box = Box(0, 5, 50, 5 + tall)
        rows = column(WORDS, box, Lettering(1, BLACK), SIZES, (1.5, 3.0), FONTS, "too long")
        assert rows.lettering.size in SIZES and 1.5 <= rows.gap <= 3.0
        tops = rows.tops(box.top)
        assert tops[0] == box.top and tops[-1] + rows.heights[-1] + rows.spare == pytest.approx(box.bottom)
        last = set_at(WORDS[-1], box, tops[-1], rows.lettering, FONTS)
        assert height(last) == pytest.approx(tops[-1] + rows.heights[-1])


def test_too_much_is_said_in_the_sentence_that_was_asked_for() -> None:
    with pytest.raises(FitError, match="shorten the third"):
        column(WORDS, Box(0, 0, 50, 6), Lettering(1, BLACK), SIZES, (1.5, 3.0), FONTS, "shorten the third")


def test_low_paragraphs_are_given_the_least_height() -> None:
    box = Box(0, 0, 50, 60)
    plain, tall = (
        column(WORDS, box, Lettering(1, BLACK), SIZES, (1.5, 3.0), FONTS, "too long", at) for at in (0.0, 9.0)
    )
    assert min(plain.heights) < 9.0 and min(tall.heights) == 9.0


def test_capitals_are_as_high_as_asked_for_or_as_there_is_room() -> None:
    line = display("WIDE", 10, 20, 4.0, 100, BLACK, FONTS)
    assert cap_height(line.size, FONTS) == pytest.approx(4.0) and line.y == pytest.approx(22.0)
    assert line.size == pytest.approx(points_for(4.0, FONTS))
    narrow = display("WIDE", 10, 20, 4.0, 8.0, BLACK, FONTS)
    assert FONTS[DISPLAY].width("WIDE", narrow.size) == pytest.approx(8.0)
