"""Exact chances and bounds of Whims beside many matches played out through the referee."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from itertools import pairwise, product

import pytest
from click.testing import CliRunner
from whims_play import GAME, KIT, MODULE, RULES, TABLES, setup, told

from pnp.cli.proving import odds as odds_command
from pnp.engine.odds import Odds, Sample
from pnp.engine.rules import read_setup
from pnp.games.whims.referee import expected

PAIRS = [(few, many) for few in range(3, 10) for many in range(few, 10)]


def sampled(odds: Iterable[Odds], players: int, matches: int) -> dict[str, Sample]:
    """Every one of the odds at its own table with its own players, in so many matches; odds alike share the matches."""
    found: dict[str, list[int]] = {}
    played: dict[object, list[tuple[object, ...]]] = {}
    for each in odds:
        key = (each.seats, tuple(each.options.items()))
        if key not in played:
            table = read_setup(RULES.options, GAME.players, players, each.options)
            played[key] = [tuple(told(table, seed, each.seats)) for seed in range(matches)]
        counts = [each.observed(events) for events in played[key]]  # type: ignore[arg-type]
        found[each.name] = [sum(times for times, _ in counts), sum(trials for _, trials in counts)]
    return {name: Sample(*counts) for name, counts in found.items()}


def check(odds: list[Odds], players: int, matches: int) -> None:
    samples = sampled(odds, players, matches)
    for each in odds:
        sample = samples[each.name]
        low, high = sample.interval()
        assert sample.trials >= matches
        assert low <= each.exact <= high, (each.name, float(each.exact), sample)


def test_there_are_odds_for_every_pair() -> None:
    names = {each.name for each in MODULE.odds(KIT, setup())}
    assert names == {
        name
        for few, many in PAIRS
        for name in (f"round/{few}-{many}/first", f"round/{few}-{many}/tie", f"match/{few}-{many}")
    }


def test_more_tokens_win_more() -> None:
    exact = {each.name: each.exact for each in MODULE.odds(KIT, setup())}
    for few, many in PAIRS:
        first, tie = exact[f"round/{few}-{many}/first"], exact[f"round/{few}-{many}/tie"]
        assert few < many or first == (1 - tie) / 2
        assert few < many or exact[f"match/{few}-{many}"] == 1 / 2
        if many < 9:
            assert exact[f"round/{few}-{many + 1}/first"] < first
            assert exact[f"match/{few}-{many + 1}"] < exact[f"match/{few}-{many}"]


def test_faces_from_0_change_no_chance() -> None:
    """M-03: every total is 3 lower, and nobody's chances differ."""
    usual, lower = MODULE.odds(KIT, setup()), MODULE.odds(KIT, setup(faces="zero-to-nine"))
    assert [each.exact for each in usual] == [each.exact for each in lower]


def test_some_odds_come_out_in_play() -> None:
    wanted = ("3-3", "3-9", "5-7")
    odds = [each for each in MODULE.odds(KIT, setup()) if each.name.split("/")[1] in wanted]
    check(odds, 2, 400)


@pytest.mark.slow
def test_odds_at_larger_tables_come_out_in_play() -> None:
    for players in (3, 6):
        odds = [each for each in MODULE.odds(KIT, setup(players)) if each.name.split("/")[1].startswith("4-")]
        assert len(odds) == 2
        check(odds, players, 150)


@pytest.mark.sweep
@pytest.mark.parametrize("players", range(2, 7))
def test_all_odds_come_out_in_play(players: int) -> None:
    check(list(MODULE.odds(KIT, setup(players))), players, 1000 if players == 2 else 300)


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), TABLES)
def test_no_play_goes_beyond_the_bounds(players: int, options: dict[str, str]) -> None:
    table = setup(players, **options)
    bounds = MODULE.bounds(KIT, table)
    for seed in range(25):
        events = told(table, seed)
        for bound in bounds:
            assert bound.observed(events) <= bound.most, (bound.name, seed)


@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, {"total": 30, "tokens": 3, "rerolls": 3, "decided-rounds": 3, "rounds": 100, "points": 0}),
        ({"effort": "on", "faces": "zero-to-nine"}, {"total": 27, "tokens": 9, "rerolls": 9, "points": 24}),
        ({"opponents": "master", "grade_tokens": "higher"}, {"tokens": 8, "rerolls": 8}),
        ({"effort": "on", "edge": "0", "pool": "6"}, {"tokens": 5}),  # M-07: two levels cost 5
        ({"effort": "on", "ceiling": "none", "effort_score": "9"}, {"tokens": 12}),  # M-07: nine levels cost 19, less 1
        ({"round_limit": "1"}, {"decided-rounds": 1, "rounds": 1}),
    ],
)
def test_bounds(options: dict[str, str], most: dict[str, int]) -> None:
    found = {bound.name: bound.most for bound in MODULE.bounds(KIT, setup(2, **options))}
    assert {name: found[name] for name in most} == most


def test_six_players_can_decide_seven_rounds() -> None:
    """M.9: each wins one, and somebody a second."""
    found = {bound.name: bound.most for bound in MODULE.bounds(KIT, setup(6))}
    assert found["decided-rounds"] == 7


@cache
def value(dice: tuple[int, ...], tokens: int) -> Fraction:
    """The mean total from that roll on, by trying everything: stop, or roll each die again."""
    if not tokens:
        return Fraction(sum(dice))
    again = (
        sum(value(tuple(sorted((*dice[:at], face, *dice[at + 1 :]))), tokens - 1) for face in range(1, 11)) / 10
        for at in range(3)
    )
    return max(Fraction(sum(dice)), *again)


def test_the_expected_totals_are_those_of_trying_everything() -> None:
    found = {each.name: each.exact for each in expected(KIT, setup(2))}
    assert [*found] == [f"total/{tokens}" for tokens in range(3, 10)]
    for tokens in (3, 4, 9):
        rolls = product(range(1, 11), repeat=3)
        assert found[f"total/{tokens}"] == sum(value(tuple(sorted(roll)), tokens) for roll in rolls) / 1000
    zero = {each.name: each.exact for each in expected(KIT, setup(3, faces="zero-to-nine"))}
    assert zero == {name: mean - 3 for name, mean in found.items()}


@pytest.mark.slow
def test_the_expected_totals_are_printed() -> None:
    """By hand: three dice come to 16.5, and every token adds something, though less than the one before."""
    result = CliRunner().invoke(odds_command, ["whims", "--players", "4", "--games", "1", "--jobs", "1"])
    means = [float(mean) for mean in re.findall(r"The total of a round with \d tokens +([\d.]+)", result.output)]
    assert result.exit_code == 0 and len(means) == 7 and means[0] > 16.5
    gains = [later - sooner for sooner, later in pairwise(means)]
    assert gains == sorted(gains, reverse=True) and gains[-1] > 0
    document = json.loads(
        CliRunner().invoke(odds_command, ["whims", "--players", "4", "--games", "1", "--jobs", "1", "--json"]).output
    )
    assert [round(each["decimal"], 4) for each in document["expected"]] == means
    assert {each["how"] for each in document["expected"]} == {"enumerated"}
