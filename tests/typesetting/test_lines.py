"""Paragraphs broken into lines: nothing lost, nothing too wide, every line but the last as wide as the page."""

from __future__ import annotations

from itertools import pairwise

import pytest
from book_setting import BODY, run, texts, typed
from hypothesis import given
from hypothesis import strategies as st

from pnp.drawing.lines import Letters, TypesetLine, always, break_lines
from pnp.geometry import MM_PER_POINT
from pnp.typesetting.blocks import Break, TextRun
from pnp.typesetting.inline import syllables_of

widths = st.floats(45, 120)


def letters(line: TypesetLine) -> str:
    """What a line says, a space wherever two runs do not touch."""
    said, end = "", None
    for x, part in line.runs:
        said += (" " if end is not None and x > end + 1e-6 else "") + part.text
        end = x + part.width
    return said


def joined(lines: list[TypesetLine]) -> str:
    """The lines as one text again, hyphens at their ends taken off where the word had none."""
    said = ""
    for line in lines:
        text = letters(line)
        said += text if not said or said.endswith(("\u00ad", "/")) else f" {text}"
        said = said[:-1] + "\u00ad" if text.endswith("-") and not line.ends else said
    return said.replace("\u00ad", "")


@given(texts, widths)
def test_no_word_is_lost_or_changed(text: str, width: float) -> None:
    lines = break_lines(typed().nodes(run(text), BODY), always(width))
    assert joined(lines).replace("-", "") == text.replace("-", "")
    assert lines[-1].ends and not any(line.ends for line in lines[:-1])


@given(texts, widths)
def test_lines_fill_the_measure_and_never_leave_it(text: str, width: float) -> None:
    """But for those whose spaces would be too wide: they stay short."""
    words = typed()
    widest = words.width(" ", BODY) * 2.25
    for line in break_lines(words.nodes(run(text), BODY), always(width)):
        gaps = [later - x - part.width for (x, part), (later, _) in pairwise(line.runs)]
        assert line.width <= width + 1e-6 and max(gaps, default=0.0) <= widest + 1e-6
        if not line.ends and line.width < width - 1e-6:
            assert all(gap == pytest.approx(0, abs=1e-6) or gap == pytest.approx(widest) for gap in gaps)


@given(texts, widths)
def test_letters_give_way_by_a_fiftieth_of_their_size_at_most(text: str, width: float) -> None:
    words, most = typed(), 0.02 * BODY.size * MM_PER_POINT
    for line in break_lines(words.nodes(run(text), BODY), always(width)):
        assert len({part.tracking for _, part in line.runs}) == 1  # or words would fall apart into several texts
        for _, part in line.runs:
            assert abs(part.tracking) <= most + 1e-9
            set_apart = part.tracking * len(part.text)
            assert part.width == pytest.approx(words.width(part.text, BODY) + set_apart)


def test_a_word_that_only_shaping_prints_right_never_gives_way() -> None:
    text = "whoever has the button begins and pays a q\u0303oin in the pot"
    lines = [line for width in range(40, 80) for line in break_lines(typed().nodes(run(text), BODY), always(width))]
    tracked = [{part.text: part.tracking for _, part in line.runs} for line in lines]
    marked = [line for line in tracked if "q\u0303oin" in line and any(line.values())]
    assert marked and not any(line["q\u0303oin"] for line in marked)


@given(texts, widths)
def test_ragged_lines_keep_their_spaces(text: str, width: float) -> None:
    words = typed()
    space = words.width(" ", BODY)
    for line in break_lines(words.nodes(run(text), BODY), always(width), justify=False):
        assert line.width <= width + 1e-6
        gaps = [later - x - part.width for (x, part), (later, _) in zip(line.runs, line.runs[1:])]
        assert all(gap == pytest.approx(0, abs=1e-6) or gap == pytest.approx(space) for gap in gaps)


@given(texts, st.floats(30, 60), st.integers(1, 5))
def test_lines_beside_a_picture_are_short_and_those_below_it_are_not(text: str, narrow: float, how_many: int) -> None:
    lines = break_lines(typed().nodes(run(text), BODY), lambda at: (0.0, narrow if at < how_many else 112.0))
    assert all(line.width <= (narrow if at < how_many else 112.0) + 1e-6 for at, line in enumerate(lines))


def test_a_word_that_no_line_can_hold_stands_alone() -> None:
    lines = break_lines(typed().nodes((TextRun("a " + "x" * 60 + " b", code=True),), BODY), always(30.0))
    assert [letters(line) for line in lines] == ["a", "x" * 60, "b"]


def test_a_break_ends_a_line() -> None:
    lines = break_lines(typed().nodes((TextRun("one"), Break(), TextRun("two")), BODY), always(100.0))
    assert [letters(line) for line in lines] == ["one", "two"]


def test_words_are_parted_where_english_parts_them() -> None:
    # Liang's patterns for US English.
    assert "-".join(syllables_of("misunderstanding", "en")) == "mis-un-der-stand-ing"
    assert syllables_of("coin", "en") == ("coin",)
    assert all(len(part) >= 2 for part in syllables_of("extraordinarily", "en"))


def test_short_words_and_names_are_not_parted_and_words_with_hyphens_only_there() -> None:
    whole = ("nothing", "Featherstonehaugh", "face-up", "no-one", "W-12", "(“button”),")
    assert [syllables_of(word, "en") for word in whole] == [(word,) for word in whole]
    assert syllables_of("(knocked-out),", "en") == ("(knocked-", "out),")
    assert len(syllables_of("Spielerinnen", "de")) > 2


@given(texts, st.floats(52, 120))
def test_a_hyphen_leaves_three_letters_on_either_line_and_never_parts_the_last_word(text: str, width: float) -> None:
    lines = break_lines(typed().nodes(run(text), BODY), always(width))
    for line, following in pairwise(lines):
        if line.parted and (stump := letters(line).split()[-1]).endswith("\u00ad"):
            assert sum(map(str.isalpha, stump)) >= 3
            assert sum(map(str.isalpha, letters(following).split()[0])) >= 3
            assert not following.ends or " " in letters(following)


def test_a_paragraph_does_not_end_with_a_stump_where_its_lines_can_give_way() -> None:
    text = "whoever has the button begins and pays a coin in the pot of the hand and takes it "
    for width in range(50, 100):
        *_, last = break_lines(typed().nodes(run(text * 6 + "in"), BODY), always(width))
        assert " " in letters(last)


def test_a_language_without_patterns_parts_no_word() -> None:
    assert syllables_of("misunderstanding", "xx") == ("misunderstanding",)


def test_a_name_with_capitals_inside_and_numbers_with_slashes_stay_whole() -> None:
    assert syllables_of("DriveThruCards", "de") == ("DriveThruCards",)
    assert len(syllables_of("Druckereien", "de")) > 1 and len(syllables_of("Pik-Bube", "de")) == 2
    parts = [node.text for node in typed().nodes(run("either/or 10/11/23"), BODY, False) if isinstance(node, Letters)]
    assert parts == ["either/", "or", "10/11/23"]


def test_a_paragraph_is_broken_as_a_whole() -> None:
    """The first lines give way where later ones gain by it: no line is stretched as much as greedy breaking would."""
    text = "whoever has extraordinarily unlucky hands pays a coin in the pot of interpretation and of luck again"
    words = typed()
    best = break_lines(words.nodes(run(text), BODY, hyphenate=False), always(52.0))
    gaps = [
        later - x - part.width
        for line in best
        if not line.ends
        for (x, part), (later, _) in zip(line.runs, line.runs[1:])
    ]
    assert max(gaps) < 12 * words.width(" ", BODY)
