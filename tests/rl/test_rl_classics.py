"""Decks whose rules are data are games for OpenSpiel and PettingZoo too, and its solvers find what is known of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'pnp-tabletop[rl]')")
pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'pnp-tabletop[rl]')")

from pettingzoo.test import api_test, seed_test  # noqa: E402

import pnp.rl  # noqa: E402
from pnp.decks.new import new_deck  # noqa: E402
from pnp.sources import templates  # noqa: E402

CLASSICS = sorted(file.parent.name for file in (templates() / "decks").glob("*/rules.play"))
SHORT = 400
"""Steps after which a play is called off, since OpenSpiel's own test replays all of it at every step."""

pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def made(name: str, folder: Path) -> str:
    """The folder of a new deck like the classic of that name."""
    new_deck(folder / name, name)
    return str(folder / name)


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.sample(8)
def test_openspiel_plays_every_classic(name: str, tmp_path: Path) -> None:
    pyspiel.random_sim_test(pnp.rl.openspiel(made(name, tmp_path), cap=SHORT, survey=3_000), 1, True, False)


@pytest.mark.parametrize("name", CLASSICS)
@pytest.mark.sample(8)
def test_pettingzoo_plays_every_classic(name: str, tmp_path: Path) -> None:
    terms = {"survey": 3_000}
    deck = made(name, tmp_path)
    api_test(pnp.rl.pettingzoo(deck, **terms), 200)
    seed_test(lambda: pnp.rl.pettingzoo(deck, **terms), 100)


def solved(deck: str, iterations: int, **options: Any) -> tuple[float, float]:
    """The returns of the first player, and by how much both together might do better against what CFR+ found."""
    game = pnp.rl.openspiel(deck, 2, returns="margin", **options)
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    first, second = pyspiel.expected_returns(game.new_initial_state(), [policy, policy], -1, True)
    assert first == pytest.approx(-second)
    return first, pyspiel.exploitability(game, policy)


@pytest.mark.slow
def test_kuhn_poker_is_solved(tmp_path: Path) -> None:
    value, exploitability = solved(made("kuhn-poker", tmp_path), 300, deals=1)
    assert value == pytest.approx(-1 / 18, abs=0.001) and exploitability < 0.002


@pytest.mark.sweep
def test_leduc_poker_is_solved(tmp_path: Path) -> None:
    value, exploitability = solved(made("leduc-poker", tmp_path), 500, deals=1)
    assert value == pytest.approx(-0.0856, abs=0.001) and exploitability < 0.01
