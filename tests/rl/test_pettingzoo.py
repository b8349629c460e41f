"""Every referee is an environment of PettingZoo: its own tests pass, and chance is the same as in `pnp play`."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'pnp-tabletop[rl]')")

from pettingzoo.test import api_test, seed_test

import pnp.rl
from pnp import catalog
from pnp.definition.load import load_game
from pnp.engine.action import FirstPlayer
from pnp.engine.playout import Seeds, play
from pnp.engine.referee import IllegalAction
from pnp.errors import UsageError

FEW = 300
#: What PettingZoo says of every environment whose observation is a dictionary, but for its own.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
]


def passes(name: str, players: int, **terms: Any) -> None:
    api_test(pnp.rl.pettingzoo(name, players, **terms))
    seed_test(lambda: pnp.rl.pettingzoo(name, players, **terms), 100)


def test_pettingzoo_plays_a_small_game(kuhn: str) -> None:
    passes(kuhn, 2)


def test_pettingzoo_plays_a_large_game() -> None:
    passes("whims", 2, survey=FEW)


@pytest.mark.slow
@pytest.mark.parametrize("name", catalog.played())
def test_pettingzoo_plays_every_game(name: str) -> None:
    passes(name, load_game(catalog.find(name)).players[1], survey=1000)


@pytest.mark.parametrize("name", ["whims", *(pytest.param(name, marks=pytest.mark.slow) for name in catalog.played())])
def test_chance_is_that_of_pnp_play(name: str) -> None:
    env = pnp.rl.pettingzoo(name, 2, returns="score", survey=FEW)
    bridge = env.unwrapped.bridge
    for seed in (1, 2):
        table = bridge.arena.table
        played = play(table.referee, table.setup, [FirstPlayer()] * 2, Seeds.of(seed))
        env.reset(seed=seed)
        rewards = {}
        for agent in env.agent_iter():
            observation, reward, over, _, _ = env.last()
            if over:
                rewards[agent] = reward
                env.step(None)
                continue
            first = next(iter(bridge.number(env.unwrapped.position)))
            assert observation["action_mask"][first] == 1
            env.step(first)
        assert [*rewards.values()] == [*played.outcome.scores]
        assert tuple(position.events for position in env.unwrapped.position.past()[1:]) == played.steps


def test_rewards_come_at_the_end_and_sum_to_nothing(kuhn: str) -> None:
    env, lots = pnp.rl.pettingzoo(kuhn, returns="margin"), random.Random(3)
    env.reset(seed=3)
    for _ in range(30):
        while not any(env.terminations.values()):
            assert not any(env.rewards.values()) and env.action_space("player_1").n == 2
            env.step(lots.randrange(2))
        assert sorted(map(abs, env.rewards.values())) in ([1, 1], [2, 2]) and sum(env.rewards.values()) == 0
        assert not any(env.truncations.values())
        env.reset()


def test_a_play_that_is_called_off_is_truncated() -> None:
    env = pnp.rl.pettingzoo("whims", 2, cap=9, survey=FEW)
    env.reset(seed=1)
    for _ in env.agent_iter():
        observation, reward, terminated, truncated, _ = env.last()
        assert not terminated and reward == 0
        env.step(None if truncated else int(observation["action_mask"].argmax()))
    assert env.agents == []


def test_what_may_not_be_done_is_refused_and_changes_nothing(kuhn: str) -> None:
    env = pnp.rl.pettingzoo(kuhn)
    env.reset(seed=1)
    before, agent = env.render(), env.agent_selection
    with pytest.raises(IllegalAction, match="2 may not be chosen now; what may be is 0, 1"):
        env.step(2)
    assert (env.render(), env.agent_selection) == (before, agent)
    assert not env.observe("player_2")["action_mask"].any(), "it is not their turn"
    with pytest.raises(UsageError, match="render_mode: there is no 'human'"):
        pnp.rl.pettingzoo(kuhn, render_mode="human")


def test_a_play_is_shown_in_words(kuhn: str) -> None:
    env = pnp.rl.pettingzoo(kuhn, render_mode="ansi")
    env.reset(seed=1)
    card = env.unwrapped.see("player_1")["card"]
    assert env.render().startswith("Player 1 is dealt The ") and f"card: The {card.partition('/')[2]}" in env.render()
    assert [env.unwrapped.action_to_string(action) for action in (0, 1)] == ["pass", "bet"]
    env.step(1)
    assert env.render().startswith("Player 1 bets.\n\nplayer_2:\n")
    env.step(0)
    assert env.render().splitlines()[-3:] == ["One has folded.", "Winner: Player 1.", "Scores: Player 1 3, Player 2 1."]
