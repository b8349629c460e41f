"""Means, intervals and quantiles of whole numbers, held against what is known of them."""

from __future__ import annotations

import random
from fractions import Fraction
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.playouts.lines import table
from pnp.playouts.tally import (
    GameGroup,
    GameRow,
    Histogram,
    Tally,
    Watched,
    line_of,
    normal,
    row_of,
    seat_estimates,
    share_of,
    student,
)

VALUES = st.lists(st.integers(-1_000, 1_000), min_size=2, max_size=60)


def spread_of(values: list[int], first: int = 0) -> Histogram:
    spread = Histogram()
    for game, value in enumerate(values, first):
        spread.add(value, game)
    return spread


@given(VALUES)
def test_mean_and_deviation_are_the_textbooks(values: list[int]) -> None:
    spread = spread_of(values)
    assert spread.mean == pytest.approx(mean(values))
    assert spread.deviation == pytest.approx(stdev(values))
    assert spread.low == (min(values), values.index(min(values)))
    assert spread.high == (max(values), values.index(max(values)))
    assert spread.quantile(0.5) == sorted(values)[(len(values) - 1) // 2]


@given(VALUES, VALUES)
def test_parts_add_up_to_the_whole_in_any_order(one: list[int], other: list[int]) -> None:
    whole = spread_of(one + other)
    for first, second in (((one, 0), (other, len(one))), ((other, len(one)), (one, 0))):
        joined = spread_of(*first)
        joined += spread_of(*second)
        assert (joined.low, joined.high, dict(joined.histogram())) == (whole.low, whole.high, dict(whole.histogram()))


@pytest.mark.parametrize(
    ("freedom", "quantile"), [(10, 2.2281), (30, 2.0423), (100, 1.9840)]
)  # two-sided 95% points of Student's distribution, from any table of it
def test_students_quantile(freedom: int, quantile: float) -> None:
    assert student(freedom) == pytest.approx(quantile, abs=2e-3)
    assert normal() == pytest.approx(1.95996, abs=1e-5)


def test_nineteen_intervals_in_twenty_hold_the_mean_of_a_die() -> None:
    rng = random.Random(5)
    held = 0
    for _ in range(2_000):
        spread = spread_of([rng.randrange(1, 7) for _ in range(40)])
        held += abs(spread.mean - 3.5) <= spread.error()
    # 1,900 expected; five standard deviations of such a count are 49.
    assert 1_851 <= held <= 1_949


def row(game: int, winner: int, scores: tuple[int, ...] = (3, 1, 2)) -> GameRow:
    return GameRow(game, 1, 3, 0, "won", (winner,), scores, 10, 12, {"rounds": 2})


def test_a_seat_stands_out_or_not() -> None:
    even, favoured = GameGroup(3), GameGroup(3)
    for game in range(300):
        for group, winner in ((even, game % 3 + 1), (favoured, 1 if game % 2 else game % 3 + 1)):
            found = row(game, winner)
            group.add(found, found.measures())
    assert [seat.matters for seat in seat_estimates(even, 3)] == [False] * 3
    told = seat_estimates(favoured, 3)
    assert told[0].matters and told[0].advantage.value == pytest.approx(told[0].share.value - 1 / 3)
    assert sum(seat.advantage.value for seat in told) == pytest.approx(0)


def test_alike_seats_are_hardly_ever_told_apart() -> None:
    rng = random.Random(11)
    alarms = 0
    for _ in range(400):
        group = GameGroup(5)
        for game in range(30):
            found = GameRow(game, 1, 5, 0, "won", (rng.randrange(1, 6),), (0,) * 5, 9, 9, {})
            group.add(found, found.measures())
        alarms += any(seat.matters for seat in seat_estimates(group, 5))
    # At most one table in twenty: 20 of 400, and five standard deviations of that are 22.
    assert alarms <= 42


def test_a_share_is_within_its_interval() -> None:
    found = share_of(0, 50)
    assert (found.value, found.low) == (0.0, 0.0) and 0.05 < found.high < 0.1


def test_a_row_survives_its_line() -> None:
    kept = row(4, 2)._replace(watched=Watched({"a/b": 3}, {"chance": (1, 2)}))
    assert row_of(line_of(kept)) == kept
    assert row_of(line_of(row(0, 1))) == row(0, 1)


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("12", "12.5"), ("12", "true"), ("12", "1" * 13), ('"rounds":2', '"rounds":[2]'), ("[3,1,2]", "[3,1]"),
        ('"won"', "[1]"), ('"a/b":3', '"a/b":[3]'), ('"a/b":3', '"a/b":1e3'), ("[1,2]", "[1,null]"), ("[1,2]", "[1]"),
        ("[0,1,3", '[0,"1",3'),
    ],
)  # fmt: skip
def test_a_line_that_is_no_row_is_none(was: str, now: str) -> None:
    line = line_of(row(0, 1)._replace(watched=Watched({"a/b": 3}, {"chance": (1, 2)})))
    assert was in line
    with pytest.raises((ValueError, TypeError, LookupError)):
        row_of(line.replace(was, now))


def test_a_table_of_wide_numbers_is_only_wider() -> None:
    lines = table(("a name", "b", "c"), [("three words here", "1" * 60, "2" * 60)])
    assert "1" * 60 in "".join(lines) and "2" * 60 in "".join(lines)


def test_pairs_tell_what_the_second_side_has_more_of() -> None:
    tally = Tally()
    for game in range(4):
        one = row(game, 1)
        tally.add([one, one._replace(side=1, decisions=10 + game, winners=(2,), scores=(3, 5, 2))])
    pairs = tally.pairs[3]
    assert (pairs.games, pairs.alike, tally.games) == (4, 0, 8)
    assert pairs.measures["decisions"].mean == float(Fraction(0 + 1 + 2 + 3, 4))
    assert [wins.mean for wins in pairs.wins] == [-1, 1, 0]
    assert [scores.mean for scores in pairs.scores] == [0, 4, 0]
