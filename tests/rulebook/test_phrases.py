"""Numbers, chances and sizes as words."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pnp.geometry import ROUND, Size, Trim
from pnp.language.wording import ENGLISH
from pnp.rulebook.values import in_words, one_in, ordinal, percent, size_of


def test_numbers_up_to_twelve_are_words() -> None:
    assert [in_words(each) for each in (1, 8, 12, 13, 1200, -1)] == ["one", "eight", "twelve", "13", "1,200", "-1"]
    assert [ordinal(each) for each in (1, 10, 11, 12, 13, 21, 22, 23, 111)] == [
        "first", "tenth", "11th", "12th", "13th", "21st", "22nd", "23rd", "111th",
    ]  # fmt: skip


def test_lists_are_joined() -> None:
    assert [ENGLISH.listed(words) for words in ("", "a", "ab", "abc")] == ["", "a", "a and b", "a, b and c"]


def test_sizes_are_told_in_both_measures() -> None:
    assert size_of(Trim(Size(63.5, 88.9))) == "63.5 × 88.9 mm (2.5 × 3.5 in)"
    assert size_of(Trim(Size(25, 25), ROUND)) == "25 mm across (0.98 in)"


@pytest.mark.parametrize(
    ("chance", "said", "as_one"),
    [
        (Fraction(56, 477), "11.7%", "1 in 8.5"),
        (Fraction(1, 8), "12.5%", "exactly 1 in 8"),
        (Fraction(7, 3024), "0.23%", "exactly 1 in 432"),
        (Fraction(2, 864000), "under 0.001%", "exactly 1 in 432,000"),
        (Fraction(14, 25), "56.0%", "1 in 1.8"),
        (Fraction(2, 999), "0.20%", "1 in 500"),
        (Fraction(1), "100%", "always"),
        (Fraction(0), "0%", "never"),
    ],
)
def test_chances_are_told_twice(chance: Fraction, said: str, as_one: str) -> None:
    assert (loose(percent(chance)), loose(one_in(chance))) == (said, as_one)


def loose(text: str) -> str:
    """Without spaces that keep words on one line."""
    return text.replace("\u00a0", " ")


@given(st.fractions(Fraction(1, 10**7), Fraction(999, 1000)))
@example(Fraction(4, 33))  # 1 in 8.25, in the middle between two that can be told
@example(Fraction(100, 2546))  # 25.46 is nearer to 25, though 25.5 would be told as 26
@example(1 / (Fraction(33, 4) + Fraction(1, 10**20)))  # nearer to 8.3, though not as a float
def test_one_in_so_many_is_the_nearest_that_can_be_told(chance: Fraction) -> None:
    """To a tenth below twenty, beyond that to a whole number of at most three figures and noughts."""
    told = Fraction(loose(one_in(chance)).removeprefix("exactly ").removeprefix("1 in ").replace(",", ""))
    exact = 1 / chance
    step = Fraction(1, 10) if exact < 20 else 10 ** max(0, len(str(int(exact))) - 3)
    assert abs(told - exact) <= (0 if exact.denominator == 1 else Fraction(step, 2))
