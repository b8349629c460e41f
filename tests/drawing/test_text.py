"""Text: widths as the printer sets them, lines that fit, words in order, hyphens, icons, refusals with a sentence."""

from __future__ import annotations

import math
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reportlab.pdfbase.ttfonts import TTFont

from pnp.drawing.colour import BLACK
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD, TEXT_ITALIC, FontError, built_in_fonts
from pnp.drawing.markup import IconError
from pnp.drawing.shapes import Path, Symbol, Text, Use, circle
from pnp.drawing.text import SMALLEST_TEXT, FitError, Lettering, fitted, shrunk_size, split_words
from pnp.geometry import MM_PER_POINT, Box

FONTS = built_in_fonts()
PRINTED = {name: TTFont(f"test-{name}", str(font.path)) for name, font in FONTS.fonts.items()}
LETTERING = Lettering(9, BLACK)
ICON = Symbol("coin", (Path(circle(0, 0, 5), BLACK),), Box(-5, -5, 5, 5))
WORDS = st.lists(st.text("abcdefghijklmnop,.", min_size=1, max_size=9), min_size=1, max_size=30)


def lines(group) -> list[list[Text]]:
    """The runs of each line, by their baselines."""
    texts = [shape for shape in group.shapes if isinstance(shape, Text)]
    return [[text for text in texts if text.y == y] for y in sorted({text.y for text in texts})]


def right(text: Text) -> float:
    said = text.text.rstrip()
    return text.x + FONTS[text.font].width(said, text.size) + text.spread * said.count(" ") + text.tracking * len(said)


def read(group) -> str:
    return "\n".join("".join(run.text for run in line).strip() for line in lines(group))


@settings(max_examples=80, deadline=None)
@given(st.data(), st.sampled_from(sorted(FONTS.fonts)))
def test_widths_are_those_that_reportlab_sets(data, name: str) -> None:
    # Marks are set onto the letter before them, and have no width of their own.
    points = (point for point in PRINTED[name].face.charToGlyph if point != 0xFFFF)
    characters = sorted(chr(point) for point in points if unicodedata.category(chr(point)) not in ("Mn", "Cf"))
    text = data.draw(st.text(st.sampled_from(characters), max_size=40))
    ours, theirs = FONTS[name].width(text, 1) / MM_PER_POINT, PRINTED[name].stringWidth(text, 1)
    assert ours == pytest.approx(theirs, abs=1e-3)


@pytest.mark.parametrize("name", sorted(FONTS.fonts))
def test_a_space_that_does_not_break_is_as_wide_as_one_that_does(name: str) -> None:
    assert FONTS[name].width("\u00a0", 9) == FONTS[name].width(" ", 9)  # ReportLab prints the one as the other


def test_a_missing_glyph_is_named_once_with_its_code_point() -> None:
    with pytest.raises(FontError) as failure:
        FONTS[TEXT].width("骰子骰", 9)
    assert str(failure.value).startswith("the font IBMPlexSerif-Regular has no glyph for '骰' (U+9AB0), '子' (U+5B50);")


def test_an_unknown_font_is_named() -> None:
    with pytest.raises(FontError, match="no font is called 'comic'; there are text, "):
        FONTS["comic"]


@settings(max_examples=60, deadline=None)
@given(WORDS, st.floats(15, 60))
def test_no_line_is_wider_than_its_box_and_no_word_is_lost(words: list[str], width: float) -> None:
    box = Box(5, 5, 5 + width, 300)
    group = fitted(" ".join(words), box, LETTERING, FONTS)
    for line in lines(group):
        assert line[0].x >= box.left - 1e-6
        assert right(line[-1]) <= box.right + 1e-6
    assert read(group).replace("-\n", "").replace("\n", " ") == " ".join(words)


@pytest.mark.parametrize("align", ["start", "middle", "end"])
def test_alignment(align) -> None:
    box = Box(10, 0, 70, 20)
    ((run,),) = lines(fitted("Short", box, Lettering(9, BLACK, align=align), FONTS))
    gaps = run.x - box.left, box.right - right(run)
    assert {"start": gaps[0], "middle": gaps[0] - gaps[1], "end": gaps[1]}[align] == pytest.approx(0, abs=1e-6)


def test_styles_change_the_font_and_are_not_printed() -> None:
    group = fitted("plain *leaning* and **heavy** end", Box(0, 0, 90, 20), LETTERING, FONTS)
    assert [(run.text.strip(), run.font) for run in lines(group)[0]] == [
        ("plain", TEXT), ("leaning", TEXT_ITALIC), ("and", TEXT), ("heavy", TEXT_BOLD), ("end", TEXT),
    ]  # fmt: skip
    assert read(group) == "plain leaning and heavy end"


@pytest.mark.parametrize("text", ["Pay 2*3 coins", "{{'a'*10**9}}", "2*3 and {4*5}", "***** of {*}", "an *open star"])
def test_stars_and_braces_that_mean_nothing_are_printed(text: str) -> None:
    group = fitted(text, Box(0, 0, 90, 20), LETTERING, FONTS)
    assert read(group) == text and {run.font for run in lines(group)[0]} == {TEXT}


def test_a_long_word_is_hyphenated_by_the_rules_of_its_language() -> None:
    group = fitted("representation", Box(0, 0, 14, 30), LETTERING, FONTS)
    assert read(group).splitlines()[0].endswith("-")
    assert read(group).replace("-\n", "") == "representation"
    german = fitted("Kartengeber", Box(0, 0, 13, 30), Lettering(9, BLACK, language="de"), FONTS)
    assert read(german) == "Karten-\ngeber"


def test_line_breaks_and_spaces_that_do_not_break() -> None:
    assert read(fitted("one\ntwo\n\nthree", Box(0, 0, 50, 40), LETTERING, FONTS)) == "one\ntwo\nthree"
    glued = fitted("aaaa bbbb\u00a0cccc", Box(0, 0, 20, 40), LETTERING, FONTS)
    assert read(glued) == "aaaa\nbbbb\u00a0cccc"
    assert split_words(" «\u202faaaa\u202f» :  bb\u00a0%\n") == ["«\u202faaaa\u202f»", ":", "bb\u00a0%"]


def test_the_narrow_space_that_french_wants_is_in_every_font() -> None:
    for font in FONTS.fonts.values():
        assert 0.6 * font.width(" ", 9) < font.width("\u202f", 9) < 0.8 * font.width(" ", 9)
    group = fitted("aaaa «\u202fbbbb\u202f»", Box(0, 0, 15, 40), LETTERING, FONTS)
    assert read(group) == "aaaa\n«\u202fbbbb\u202f»"


def test_icons_stand_inside_the_line() -> None:
    group = fitted("pay {coin} now", Box(0, 0, 60, 20), LETTERING, FONTS, {"coin": ICON})
    (icon,) = [shape for shape in group.shapes if isinstance(shape, Use)]
    before, after = lines(group)[0]
    left, top = icon.transform.apply(ICON.bounds.left, ICON.bounds.top)
    end, bottom = icon.transform.apply(ICON.bounds.right, ICON.bounds.bottom)
    assert right(before) < left < end < after.x
    cap = FONTS[TEXT].cap_height * 9 * MM_PER_POINT
    assert before.y - 1.1 * cap <= top < bottom <= before.y + 0.1 * cap


def test_an_unknown_icon_is_named() -> None:
    with pytest.raises(IconError, match=r"there is no icon '\{gem\}'; the icons here are: coin"):
        fitted("pay {gem}", Box(0, 0, 60, 20), LETTERING, FONTS, {"coin": ICON})


def test_text_shrinks_as_little_as_it_must_and_never_below_its_floor() -> None:
    words, box = "seven words that want a little room", Box(0, 0, 30, 8)
    sizes = {run.size for line in lines(fitted(words, box, Lettering(12, BLACK), FONTS)) for run in line}
    (size,) = sizes
    assert SMALLEST_TEXT <= size < 12
    with pytest.raises(FitError):
        fitted(words, box, Lettering(12, BLACK, floor=size + 0.25), FONTS)


def test_what_does_not_fit_at_the_floor_is_refused_with_a_sentence() -> None:
    words = "far too many words for a box as small as this one is"
    with pytest.raises(FitError) as failure:
        fitted(words, Box(0, 0, 15, 6), LETTERING, FONTS)
    expected = "the text 'far too many words for a box as small a…' does not fit into 15.0 x 6.0 mm even at 6 pt"
    assert str(failure.value).startswith(expected)


def test_one_line_shrinks_to_its_width() -> None:
    size = shrunk_size("WHISPERS", 20, DISPLAY, 40, FONTS)
    assert FONTS[DISPLAY].width("WHISPERS", size) == pytest.approx(20)
    assert shrunk_size("WHISPERS", 200, DISPLAY, 40, FONTS) == 40
    with pytest.raises(FitError, match=r"wider than 5\.0 mm even at 6 pt"):
        shrunk_size("WHISPERS", 5, DISPLAY, 40, FONTS)


def test_outlines_stand_on_the_baseline_and_are_as_wide_as_the_text() -> None:
    outline = FONTS[TEXT].outline("HEH")
    ys = [value for command in outline for value in command[2::2]]
    xs = [value for command in outline for value in command[1::2]]
    assert max(ys) == pytest.approx(0)
    assert -min(ys) == pytest.approx(FONTS[TEXT].cap_height, abs=0.01)
    assert max(xs) < FONTS[TEXT].width("HEH", 1 / MM_PER_POINT)


LONG = "The ferry leaves at nightfall, and who is late waits on the quay until the river falls and dawn comes up."


def ends(group) -> list[float]:
    """Where the lines end, from the first to the last, but for the spaces behind them."""
    return [right(line[-1]) for line in lines(group)]


@settings(max_examples=25, deadline=None)
@given(st.floats(30, 60), st.sampled_from([6.0, 7.5, 9.0]))
def test_justified_lines_fill_their_box_but_for_the_last_of_a_paragraph(width: float, size: float) -> None:
    box = Box(5, 5, 5 + width, 200)
    group = fitted(f"{LONG}\n{LONG}", box, replace(LETTERING, size=size, justified=True), FONTS)
    set_lines = lines(group)
    last = [number for number, line in enumerate(set_lines) if line[-1].text.rstrip().endswith("up.")]
    assert len(last) == 2 and last[1] == len(set_lines) - 1
    full = [end for number, end in enumerate(ends(group)) if number not in last]
    assert full and all(end == pytest.approx(box.right, abs=0.01) for end in full)
    assert all(line[0].x == pytest.approx(box.left, abs=0.01) for line in set_lines)
    assert read(group).replace("-\n", "").replace("\n", " ") == f"{LONG} {LONG}"


@pytest.mark.parametrize("columns", [2, 3])
def test_columns_stand_side_by_side_are_equally_deep_and_read_one_after_the_other(columns: int) -> None:
    box = Box(5, 5, 125, 60)
    group = fitted(f"{LONG} {LONG}", box, replace(LETTERING, columns=columns, gutter=6), FONTS)
    texts = [shape for shape in group.shapes if isinstance(shape, Text)]
    wide = (box.width - 6 * (columns - 1)) / columns
    found = [
        [text for text in texts if left - 3 < text.x < left + wide]
        for left in (5 + at * (wide + 6) for at in range(columns))
    ]
    assert sum(map(len, found)) == len(texts)
    depths = [len({text.y for text in column}) for column in found]
    assert max(depths) == math.ceil(sum(depths) / columns), "no deeper than they have to be"
    for at, column in enumerate(found):
        assert min(text.x for text in column) == pytest.approx(5 + at * (wide + 6))
        assert max(map(right, column)) <= 5 + at * (wide + 6) + wide + 1e-6
        assert min(text.y for text in column) == pytest.approx(min(text.y for text in texts))
    said = "\n".join(text.text.strip() for column in found for text in column)
    assert said.replace("-\n", "").replace("\n", " ") == f"{LONG} {LONG}"


def test_what_has_no_room_in_columns_shrinks() -> None:
    own = replace(LETTERING, columns=2)
    (size,) = {shape.size for shape in fitted(LONG, Box(0, 0, 60, 9), own, FONTS).shapes if isinstance(shape, Text)}
    assert 6 <= size < 9
    with pytest.raises(FitError):
        fitted(LONG * 4, Box(0, 0, 60, 9), own, FONTS)
