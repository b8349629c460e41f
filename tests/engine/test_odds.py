"""Samples held to exact chances: what is likely agrees, what is not does not, with few trials as with many."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from pnp.engine.action import Event
from pnp.engine.odds import Events, Sample, once
from pnp.playouts.proving import FAR, Chanced


def tail(times: int, trials: int, chance: Fraction) -> Fraction:
    """Exactly how likely a count that far out is, on its side of the mean."""
    beyond = range(times, trials + 1) if times > trials * chance else range(times + 1)
    return sum((comb(trials, k) * chance**k * (1 - chance) ** (trials - k) for k in beyond), Fraction())


@pytest.mark.parametrize("chance", [Fraction(1, 120), Fraction(1, 5), Fraction(1, 2), Fraction(119, 120)])
@pytest.mark.parametrize("trials", [1, 2, 11, 60])
def test_the_bound_is_never_below_the_tail(trials: int, chance: Fraction) -> None:
    for times in range(trials + 1):
        assert Sample(times, trials).chance(chance) >= float(tail(times, trials, chance)) * (1 - 1e-9)


@pytest.mark.parametrize(("times", "trials", "exact"), [(0, 0, 1), (0, 0, 0), (5, 5, 1), (0, 5, 0)])
def test_the_sure_and_the_impossible_agree_with_themselves(times: int, trials: int, exact: int) -> None:
    assert Sample(times, trials).chance(Fraction(exact)) == 1


@pytest.mark.parametrize(
    ("times", "trials", "exact", "agrees"),
    [
        (2, 11, Fraction(1, 120), True),  # twice where once in ten tables would do: one time in 270
        (4, 5, Fraction(1), False),
        (1, 5, Fraction(0), False),
        (600, 1000, Fraction(1, 2), False),  # 6.3 standard deviations
        (570, 1000, Fraction(1, 2), True),  # 4.4 standard deviations
        (400, 1000, Fraction(1, 2), False),
    ],
)
def test_what_speaks_against_a_count(times: int, trials: int, exact: Fraction, agrees: bool) -> None:
    assert 0 < FAR < 1e-6
    assert Chanced("", exact, "counted", Sample(times, trials), frozenset({2})).agrees is agrees


def test_what_is_found_once_is_found_anew_in_another_play() -> None:
    asked = []

    @once
    def length(events: Events) -> int:
        asked.append(events)
        return len(events)

    none, one = list[Event](), [Event(1, "pass", (), ())]
    assert [length(none), length(none), length(one), length(none)] == [0, 0, 1, 0]
    assert asked == [none, one, none]
