"""Records of matches held against a second referee: it forbids nothing in ours, and it finds what was forged."""

from __future__ import annotations

import random

import pytest
from second import all_agree, forgeries_are_found, mixed, recorded, setups
from second_whims import check
from whims_play import KIT, MODULE, REFEREE, TABLES, setup

from pnp.engine.action import RandomPlayer
from pnp.engine.rules import Setup

pytestmark = pytest.mark.slow

SENSIBLE = MODULE.sensible_player(KIT)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [*setups(REFEREE, {}), *(setup(players, **given) for players, given in TABLES)])
@pytest.mark.sample(3)
def test_every_reading_of_the_rules(chosen: Setup) -> None:
    for seed in range(2):
        all_agree(check, REFEREE, chosen, seed, SENSIBLE)


@pytest.mark.sweep
def test_all_options_mixed() -> None:
    rng = random.Random(1)
    for seed in range(400):
        all_agree(check, REFEREE, mixed(REFEREE, {}, rng), seed, SENSIBLE)


def test_forgeries_are_found() -> None:
    rows, _ = recorded(REFEREE, setup(4, effort="on", opponents="master"), RandomPlayer(), 7)
    forgeries_are_found(check, rows)
