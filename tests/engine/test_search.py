"""Who searches wins more than chance brings, takes the same choice by the same seed, and stops when the time is up."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path

import pytest
from click.testing import CliRunner

from pnp.cli.playing import play as play_command
from pnp.decks.new import new_deck
from pnp.engine import search
from pnp.engine.action import Action, Rng, act
from pnp.engine.playout import Seeds, play
from pnp.engine.referee import SEARCH, Outcome
from pnp.engine.rollout import Rollout, Seen, Standing
from pnp.engine.search import SearchBudget, SearchPlayer
from pnp.playouts.play import PlayTable, lay

sys.path.append(str(Path(__file__).parents[2] / "benchmarks"))

from search import SHORT, interval, shares


def table_of(name: str, folder: Path) -> PlayTable:
    new_deck(folder / name, name)
    return lay(str(folder / name), None, SHORT.get(name, {}), {})


@pytest.mark.parametrize("name", ["agram", "kuhn-poker"])
def test_the_same_seed_is_the_same_play(name: str, tmp_path: Path) -> None:
    table = table_of(name, tmp_path)
    players = [table.player(SEARCH, SearchBudget(12)), *[table.player("random")] * (table.setup.players - 1)]
    first, again, other = (play(table.referee, table.setup, players, Seeds.of(seed)).steps for seed in (4, 4, 5))
    assert first == again != other


class Endless(Rollout):
    """A play that one seat goes on with for ever; it counts its steps."""

    steps = 0

    actor = 1
    count = 2

    def actions(self) -> Sequence[Action]:
        return [act("stay"), act("go")]

    def choose(self, at: int, seat: int = 0) -> Seen:
        self.steps += 1
        return None

    def draw(self, fraction: float, seat: int = 0) -> Seen:
        raise AssertionError("nothing is left to chance")

    def outcome(self) -> Outcome | None:
        return None

    def standing(self) -> Standing | None:
        return None


class Scoring(Endless):
    """The same, where points are won on the way."""

    def standing(self) -> Standing:
        return Standing(0, (self.steps % 5, 0))


class Watched:
    """What a seat sees that plays without end; the plays that it tries things out in are kept."""

    def __init__(self, kind: type[Endless] = Endless) -> None:
        self.tried: list[Endless] = []
        self.kind = kind

    def __call__(self) -> dict[str, int]:
        return {}

    def sample(self, rng: Rng) -> Rollout:
        self.tried.append(self.kind())
        return self.tried[-1]


@pytest.mark.parametrize("ticks", [1, 30, 5_000])
def test_a_search_stops_when_the_time_is_up(ticks: int, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = iter(range(1_000_000))
    monkeypatch.setattr(search, "monotonic", lambda: next(clock))
    monkeypatch.setattr(search, "_MOST_STEPS", 10_000)
    look = Watched()
    chosen = SearchPlayer(SearchBudget(seconds=ticks)).choose(look, Endless().actions(), Rng(1))
    assert chosen in Endless().actions()
    assert ticks < next(clock) <= ticks + 4
    assert sum(each.steps for each in look.tried) <= 2 * ticks + 2


def test_without_a_clock_the_playouts_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "_MOST_STEPS", 20)
    look = Watched(Scoring)
    SearchPlayer(SearchBudget(9)).choose(look, Endless().actions(), Rng(1))
    assert 5 <= len(look.tried) <= 9


@pytest.mark.parametrize("budget", [SearchBudget(100), SearchBudget(seconds=600.0)])
def test_rules_without_an_end_are_not_searched_for_long(budget: SearchBudget) -> None:
    look = Watched()
    assert SearchPlayer(budget).choose(look, Endless().actions(), Rng(1)) in Endless().actions()
    assert sum(each.steps for each in look.tried) <= 1_001


def test_who_leaves_while_somebody_searches_can_come_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table_of("agram", tmp_path)
    record, tried = tmp_path / "agram.jsonl", iter(range(30))
    before = search._Search.play

    def left(self: search._Search) -> None:
        if next(tried, None) is None:
            raise KeyboardInterrupt
        before(self)

    command = [str(tmp_path / "agram"), "--player", "search", "--playouts", "9", "--seed", "3"]
    monkeypatch.setattr(search._Search, "play", left)
    found = CliRunner().invoke(play_command, [*command, "--record", str(record)])
    assert found.exit_code == 130 and "--resume" in found.output
    monkeypatch.setattr(search._Search, "play", before)
    gone_on = [str(tmp_path / "agram"), "--resume", str(record), "--playouts", "9"]
    assert CliRunner().invoke(play_command, gone_on).exit_code == 0
    whole = tmp_path / "whole.jsonl"
    assert CliRunner().invoke(play_command, [*command, "--record", str(whole)]).exit_code == 0
    assert record.read_bytes() == whole.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("name", ["crazy-eights", "leduc-poker", "oh-hell"])
def test_who_searches_wins_more_than_chance_brings(name: str, tmp_path: Path) -> None:
    """Few playouts and games; `python benchmarks/search.py` measures it with more of both."""
    won = [*shares(table_of(name, tmp_path), SearchBudget(25), 60, inf)]
    assert interval(won)[0] > 0
