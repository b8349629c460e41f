"""Records of sessions held against a second referee: it forbids nothing in ours, and it finds what was forged."""

from __future__ import annotations

import random

import pytest
from second import all_agree, forgeries_are_found, mixed, recorded, setups
from second_whistler import check
from whistler_play import REFEREE, SENSIBLE, TABLES, setup

from pnp.engine.action import RandomPlayer
from pnp.engine.rules import Setup

pytestmark = pytest.mark.slow

DEALS = {"deals": "2"}


@pytest.mark.slow
@pytest.mark.parametrize(
    "chosen", [*setups(REFEREE, DEALS), *(setup(players, **{**given, **DEALS}) for players, given in TABLES)]
)
@pytest.mark.sample(9)
def test_every_reading_of_the_rules(chosen: Setup) -> None:
    all_agree(check, REFEREE, chosen, chosen.players, SENSIBLE)


def test_all_options_mixed() -> None:
    """Short deals, many of them: hands that win at once are rare."""
    rng = random.Random(1)
    for seed in range(120):
        usual = {"deals": str(rng.choice([1, 5])), "rounds": str(rng.choice([1, 3, 30]))}
        all_agree(check, REFEREE, mixed(REFEREE, usual, rng), seed, SENSIBLE)


@pytest.mark.slow
def test_picks_run_out_of_the_bank() -> None:
    """H.18: the bank of two players has 40."""
    rows, _ = recorded(REFEREE, setup(2, deals="40"), RandomPlayer(), 3)
    assert any(row.get("action") == "noted" for row in rows)
    all_agree(check, REFEREE, setup(2, deals="40"), 3)


def test_forgeries_are_found() -> None:
    rows, _ = recorded(REFEREE, setup(4, village="yes", false_call="penalty", deals="3"), RandomPlayer(), 7)
    forgeries_are_found(check, rows)
