"""Steps a second of random players: by the bare referee, through OpenSpiel and through PettingZoo, with what agents see
and without. See README.md beside this file.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pyspiel
from open_spiel.python.games import team_dominoes  # noqa: F401  registers itself

import pnp.rl
from pnp import catalog
from pnp.engine.action import CHANCE, OVER

COLUMNS = ("referee", "OpenSpiel", "with tensor", "with text", "PettingZoo")


def by_referee(game: Any, lots: random.Random) -> int:
    """The steps of one play by the referee alone."""
    referee, state, steps = game.bridge.arena.table.referee, game.bridge.arena.start.state, 0
    while (actor := referee.actor(state)) != OVER:
        if actor == CHANCE:
            action = referee.chance_outcomes(state).draw(lots.random())
        else:
            action = lots.choice(referee.legal_actions(state))
        state, _ = referee.follow(state, action)
        steps += 1
    return steps


def by_openspiel(game: Any, lots: random.Random, look: Callable[[Any], object] | None = None) -> int:
    """The steps of one play through OpenSpiel; `look` is what each player does with a state before a choice."""
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            action = lots.choices(actions, weights)[0]
        else:
            if look is not None:
                look(state)
            action = lots.choice(state.legal_actions())
        state.apply_action(action)
        steps += 1
    return steps


def by_pettingzoo(env: Any, lots: random.Random) -> int:
    """The steps of one play through PettingZoo, where an agent always sees what it may know."""
    env.reset()
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        is_over = terminated or truncated
        env.step(None if is_over else lots.choice(observation["action_mask"].nonzero()[0].tolist()))
    position = env.unwrapped.position
    return int(position.decisions + position.draws)


def rate(play: Callable[[], int], seconds: float) -> float:
    """Steps a second of the processor, after one play that is not counted."""
    play()
    start, steps = time.process_time(), 0
    while (spent := time.process_time() - start) < seconds:
        steps += play()
    return steps / spent


def rates(name: str, players: int, seconds: float) -> Iterator[float]:
    game, env, lots = pnp.rl.openspiel(name, players), pnp.rl.pettingzoo(name, players), random.Random(1)
    yield rate(lambda: by_referee(game, lots), seconds)
    yield rate(lambda: by_openspiel(game, lots), seconds)
    yield rate(lambda: by_openspiel(game, lots, lambda state: state.observation_tensor()), seconds)
    yield rate(lambda: by_openspiel(game, lots, lambda state: state.information_state_string()), seconds)
    yield rate(lambda: by_pettingzoo(env, lots), seconds)


def row(label: str, values: Sequence[float]) -> str:
    return f"{label:<34}" + "".join(f"{value:>13,.0f}" for value in values)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[], help="all of them unless said")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=2.0, help="of work on each number")
    chosen = parser.parse_args()
    print(f"{'steps a second of one core':<34}" + "".join(f"{column:>13}" for column in COLUMNS))
    for name in chosen.games or catalog.played():
        print(row(f"{name}, {chosen.players} players", [*rates(name, chosen.players, chosen.seconds)]), flush=True)
    peer, lots = pyspiel.load_game("python_team_dominoes"), random.Random(1)
    looks = (None, lambda state: state.observation_tensor(), lambda state: state.information_state_string())
    peers = [rate(lambda look=look: by_openspiel(peer, lots, look), chosen.seconds) for look in looks]
    print(row("OpenSpiel's own team_dominoes", [float("nan"), *peers, float("nan")]).replace("nan", "  -"))


if __name__ == "__main__":
    main()
