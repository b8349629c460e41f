"""Records of sessions held against a second referee: it forbids nothing in ours, and it finds what was forged."""

from __future__ import annotations

import random

import pytest
from second import all_agree, forgeries_are_found, mixed, recorded, setups
from second_whispers import check
from whispers_table import KIT, MODULE, referee_of, setup_of

from pnp.engine.action import RandomPlayer
from pnp.engine.rules import Setup

REFEREE, SENSIBLE = referee_of(), MODULE.sensible_player(KIT)
#: Few coins, so that purses run empty and change is short.
POOR = [
    setup_of(players, hands=6, stack=stack, **given)
    for players in (2, 3, 5, 8)
    for stack in (1, 7, 101)
    for given in (
        {"short_penalty": "debt", "short_ante": "debt", "odd_coins": "last-winner"},
        {"short_ante": "free-ride", "washout_by": "assessed", "split_offer": "poll-after"},
        {"odd_coins": "left-of-button", "split_offer": "poll-at-once"},
    )
]


@pytest.mark.parametrize("chosen", [*setups(REFEREE, {"hands": "5"}), *POOR])
@pytest.mark.sample(3)
def test_every_reading_of_the_rules(chosen: Setup) -> None:
    all_agree(check, REFEREE, chosen, chosen.players, SENSIBLE)


@pytest.mark.sweep
def test_all_options_mixed() -> None:
    rng = random.Random(1)
    for seed in range(400):
        stack = str(rng.choice([1, 3, 20, 99, 100, 250]))
        all_agree(check, REFEREE, mixed(REFEREE, {"hands": "8", "stack": stack}, rng), seed, SENSIBLE)


def test_forgeries_are_found() -> None:
    rows, _ = recorded(REFEREE, setup_of(5, hands=4), RandomPlayer(), 7)
    forgeries_are_found(check, rows)
