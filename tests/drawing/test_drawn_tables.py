"""Tables set in a box: within it, every cell at one size, no larger in less room, and refused where they cannot fit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.markup import Styling
from pnp.drawing.shapes import Group, Shape, Stroke, Symbol, Text, bounds
from pnp.drawing.tables import TableDesign, fitted_table
from pnp.drawing.text import FitError, Lettering
from pnp.geometry import Box

FONTS = built_in_fonts()
STYLE = Lettering(12, BLACK, 5)
DESIGN = TableDesign((STYLE,) * 3, lines="all", stroke=Stroke(BLACK, 0.2), zebra=Colour.parse("#eeeeee"))
WORDS = st.sampled_from(["ash", "birch and beech", "one *or* two", "**3**", "a long walk by the river", ""])
ROWS = st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=6)


def texts(shapes: Iterable[Shape]) -> Iterator[Text]:
    for shape in shapes:
        if isinstance(shape, Text):
            yield shape
        elif isinstance(shape, Group):
            yield from texts(shape.shapes)


@settings(max_examples=25)
@given(ROWS, st.floats(50, 90), st.floats(40, 80))
def test_a_table_lies_in_its_box_at_one_size(rows: list[tuple[str, str, str]], width: float, height: float) -> None:
    box = Box(5, 7, 5 + width, 7 + height)
    table = fitted_table(rows, box, DESIGN, FONTS)
    around = bounds((table,), FONTS)
    assert around.left >= 4.89 and around.top >= 6.89 and around.right <= box.right + 0.11
    assert around.bottom <= box.bottom + 0.11 and around.width == pytest.approx(width, abs=0.21)
    sizes = {text.size for text in texts((table,))}
    assert len(sizes) <= 1 and all(5 <= size <= 12 for size in sizes)
    said = " ".join(text.text for text in texts((table,)))
    assert all(word.strip("*") in said for row in rows for cell in row for word in cell.split())
    wider = {text.size for text in texts((fitted_table(rows, Box(5, 7, 105, 107), DESIGN, FONTS),))}
    assert not sizes or max(wider) >= max(sizes)


def test_a_table_that_cannot_fit_is_refused() -> None:
    with pytest.raises(FitError, match=r"does not fit into 30\.0 x 6\.0 mm even at 5 pt"):
        fitted_table([("one", "two", "three")] * 5, Box(0, 0, 30, 6), DESIGN, FONTS)


def test_heads_in_a_smaller_style_stay_large_enough_to_be_read() -> None:
    """The other letters may shrink to 5 pt; the heads, four fifths of them, hold the table at 7.5."""

    def styling(scale: float) -> Styling:
        return Styling(
            replace(STYLE.look, scale=scale), {}, "-", lambda name, colour: Symbol(name, (), Box(0, 0, 1, 1))
        )

    own, heads = replace(STYLE, styling=styling(1)), replace(STYLE, styling=styling(0.8))
    design = replace(DESIGN, columns=(own,) * 3, heads=(heads,) * 3)
    rows = [("one", "two", "three")] * 5
    heights = [height for height in range(15, 40) if _smallest(rows, height, design)]
    assert heights == list(range(heights[0], 40)) and heights[0] > 15
    assert 6 <= _smallest(rows, heights[0], design) < 6.5


def _smallest(rows: list[tuple[str, str, str]], height: float, design: TableDesign) -> float:
    try:
        return min(text.size for text in texts((fitted_table(rows, Box(0, 0, 60, height), design, FONTS),)))
    except FitError:
        return 0
