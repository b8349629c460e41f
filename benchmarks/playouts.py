"""Prints playouts and decisions a second beside those of RLCard and OpenSpiel, and what a second worker brings.
See README.md beside this file.

Counted alike for all of them: whole games from the first state to the end, by random players. For every choice the
legal actions are listed, one of them is drawn, and the state after it is made; what chance brings is drawn in Python.
No observation is asked for, except that RLCard makes one for every choice by itself. Beyond that pnp makes the events
of every step, with their rulings, and keeps every state as it was; a decision is a choice of a seat and nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

from run import ROOT, WORK, python_with, say

PEERS = ("rlcard==1.2.0", "open_spiel==2.0.2")

Counts = tuple[int, int, int]
"""Playouts, decisions of players, and those with what chance brought."""


@dataclass(frozen=True)
class Line:
    """A line of the table: its label, what measures it, and for a peer the column of what is held against it."""

    label: str
    kind: str
    game: str
    players: int
    peer: str = ""


LINES = (
    Line("pnp whispers, 4 players", "pnp", "whispers", 4),
    Line("pnp whistler, 4 players", "pnp", "whistler", 4),
    Line("pnp war-of-whispers, 3 players", "pnp", "war-of-whispers", 3),
    Line("pnp wibbell, 4 players", "pnp", "wibbell", 4),
    Line("pnp whims, 4 players", "pnp", "whims", 4),
    Line("pnp whispers kernel, 4 players", "kernel", "whispers", 4),
    Line("no rules: what any referee costs", "bare", "", 4),
    Line("RLCard uno, 2 players", "rlcard", "uno", 2, peer="RLCard"),
    Line("OpenSpiel crazy_eights, 4 players", "spiel", "crazy_eights", 4, peer="OpenSpiel"),
    Line("OpenSpiel's environment of it, 4", "environment", "crazy_eights", 4, peer="environment"),
    Line("OpenSpiel team_dominoes in Python, 4", "spiel", "python_team_dominoes", 4, peer="in Python"),
)


def pnp_game(game: str, players: int) -> Callable[[], Counts]:
    """One playout by the complete referee, events and all."""
    from pnp import catalog
    from pnp.definition.load import load_game
    from pnp.engine.action import RandomPlayer
    from pnp.engine.playout import Seeds, steps
    from pnp.engine.requirements import ComponentSet
    from pnp.engine.rules import read_setup

    loaded = load_game(catalog.find(game))
    module, rules = catalog.refereed(loaded)
    referee = module.referee(ComponentSet(loaded), rules)
    setup = read_setup(rules.options, loaded.players, players, {})
    seats = [RandomPlayer()] * players
    seeds = iter(range(1, 10**9))

    def play() -> Counts:
        taken = decisions = 0
        for _, events in steps(referee, setup, seats, Seeds.of(next(seeds))):
            if events:
                taken += 1
                decisions += events[0].actor > 0
        return 1, decisions, taken

    return play


def pnp_kernel(game: str, players: int) -> Callable[[], Counts]:
    """A batch of single hands."""
    from pnp import catalog
    from pnp.definition.load import load_game
    from pnp.engine.requirements import ComponentSet
    from pnp.engine.rules import read_setup

    loaded = load_game(catalog.find(game))
    module = catalog.kernel_of(loaded)
    _, rules = catalog.refereed(loaded)
    usual = {name: option.default for name, option in rules.options.items()}
    setup = read_setup(rules.options, loaded.players, players, {"hands": "1"})
    kernel = module.Batches(ComponentSet(loaded), setup, usual, "random")
    seeds = iter(range(1, 10**9))

    def play() -> Counts:
        numbers, *_ = kernel.play(next(seeds))
        decisions = int(numbers["decisions"].sum())
        return kernel.grain, decisions, decisions

    return play


def bare_game(game: str, players: int) -> Callable[[], Counts]:
    """A deal without any rules: two cards come, somebody says in or out, and nothing follows.

    It keeps what a referee owes: chance as a list to draw from, legal actions as a list, a new frozen state for every
    step, and an event that tells it. No referee in Python that does so and knows a game can be faster.
    """
    from pnp.engine.action import CHANCE, Action, Chance, Event, Rng
    from pnp.engine.referee import Step

    cards = tuple(f"whispers/rank-{rank}/{suit}" for rank in range(6) for suit in range(9))
    words = (Action("in"), Action("out"))
    rng = Rng(1)

    def dealt(state: BareState, seat: int) -> Step[BareState]:
        chance = Chance("deal", "card", state.deck, (("round", 1), ("seat", seat)))
        action = chance.draw(rng.fraction())
        card = str(action.args[-1][1])
        at = state.deck.index(card)
        hands = (*state.hands[: seat - 1], (*state.hands[seat - 1], card), *state.hands[seat:])
        state = BareState(state.deck[:at] + state.deck[at + 1 :], hands)
        return Step(state, (Event(CHANCE, action.name, action.args, ("W.12",)),))

    def said(state: BareState, seat: int) -> Step[BareState]:
        action = rng.one_of(words)
        assert action in words
        return Step(state._replace(said=action.name), (Event(seat, action.name, action.args, ("W.10",)),))

    def play() -> Counts:
        state = BareState(cards, ((),) * players)
        decisions = len(cards) // 2
        for number in range(decisions):
            for at in (2 * number, 2 * number + 1):
                state, _ = dealt(state, at % players + 1)
            state, _ = said(state, number % players + 1)
        return 1, decisions, 3 * decisions

    return play


class BareState(NamedTuple):
    """The least that a table of cards can be."""

    deck: tuple[str, ...]
    hands: tuple[tuple[str, ...], ...]
    said: str = ""


def rlcard_game(game: str, players: int) -> Callable[[], Counts]:
    """One episode of RLCard's environment with its own random agents."""
    import rlcard
    from rlcard.agents import RandomAgent

    env = rlcard.make(game, config={"seed": 1})
    assert env.num_players == players
    env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(players)])

    def play() -> Counts:
        before = env.timestep
        env.run(is_training=False)
        return 1, env.timestep - before, env.timestep - before

    return play


def spiel_game(game: str, players: int) -> Callable[[], Counts]:
    """One playout of OpenSpiel's game through its Python face, chance drawn there as well.

    Its rules are C++, unless the name says that they are Python too.
    """
    import pyspiel
    from open_spiel.python import games  # noqa: F401

    loaded = pyspiel.load_game(game, {} if game.startswith("python_") else {"players": players})
    assert loaded.num_players() == players
    fraction = random.Random(1).random

    def drawn(outcomes: Sequence[tuple[int, float]]) -> int:
        left = fraction()
        for action, chance in outcomes:
            left -= chance
            if left < 0:
                return action
        return outcomes[-1][0]

    def play() -> Counts:
        state = loaded.new_initial_state()
        taken = decisions = 0
        while not state.is_terminal():
            taken += 1
            if state.is_chance_node():
                state.apply_action(drawn(state.chance_outcomes()))
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(fraction() * len(legal))])
                decisions += 1
        return 1, decisions, taken

    return play


def spiel_environment(game: str, players: int) -> Callable[[], Counts]:
    """One episode of OpenSpiel's environment for learners, the counterpart of RLCard's: states are encoded for all."""
    from open_spiel.python.rl_environment import Environment

    env = Environment(game, players=players)
    fraction = random.Random(1).random

    def play() -> Counts:
        decisions, now = 0, env.reset()
        while not now.last():
            legal = now.observations["legal_actions"][now.observations["current_player"]]
            now = env.step([legal[int(fraction() * len(legal))]])
            decisions += 1
        return 1, decisions, decisions

    return play


MAKERS: dict[str, Callable[[str, int], Callable[[], Counts]]] = {
    "pnp": pnp_game, "kernel": pnp_kernel, "bare": bare_game, "rlcard": rlcard_game, "spiel": spiel_game,
    "environment": spiel_environment,
}  # fmt: skip


def measure(line: Line, seconds: float) -> dict[str, float]:
    """Rates by the processor's clock, so that what else runs on the machine counts as little as can be."""
    play = MAKERS[line.kind](line.game, line.players)
    play()
    totals = [0, 0, 0]
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        totals = [total + more for total, more in zip(totals, play())]
    return {name: total / spent for name, total in zip(("plays", "decisions", "steps"), totals)}


def measured(line: Line, python: str, seconds: float) -> dict[str, float]:
    """The same in a process of its own."""
    command = [python, str(Path(__file__).resolve()), "--measure", line.label, "--seconds", str(seconds)]
    paths = os.pathsep.join(path for path in (str(ROOT), os.environ.get("PYTHONPATH")) if path)
    environment = dict(os.environ) if line.peer else {**os.environ, "PYTHONPATH": paths}
    done = subprocess.run(command, check=False, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no message"])[-1][:160])
    found: dict[str, float] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


def alternated(
    lines: Sequence[Line], pythons: dict[bool, str], rounds: int, seconds: float
) -> dict[str, list[dict[str, float]]]:
    """A B C A B C ...; a line that cannot be measured is said and left out."""
    found: dict[str, list[dict[str, float]]] = {line.label: [] for line in lines}
    able = [line for line in lines if bool(line.peer) in pythons]
    for number in range(rounds):
        for line in tuple(able):
            try:
                found[line.label].append(measured(line, pythons[bool(line.peer)], seconds))
            except RuntimeError as fault:
                say(f"left out: {line.label}: {fault}")
                found[line.label].clear()
                able.remove(line)
        say(f"round {number + 1} of {rounds} done")
    return found


def table(lines: Sequence[Line], found: dict[str, list[dict[str, float]]]) -> Iterator[str]:
    """Medians, and each line's decisions over those of every peer in the same round, median of the rounds."""
    peers = {line.label: line.peer for line in lines if line.peer}
    head = f"{'a second of one core, random players':<38} {'playouts':>10} {'decisions':>11} {'with chance':>12}"
    yield head + "".join(f" {'÷ ' + column:>12}" for column in peers.values())
    yield "-" * (len(head) + 13 * len(peers))
    for line in lines:
        runs = found[line.label]
        if not runs:
            yield f"{line.label:<38} left out"
            continue
        plays, decisions, steps = (median(run[name] for run in runs) for name in ("plays", "decisions", "steps"))
        cells = f"{line.label:<38} {plays:>10,.1f} {decisions:>11,.0f} {steps:>12,.0f}"
        for label in peers:
            pairs = list(zip(runs, found[label]))
            ratio = median(one["decisions"] / other["decisions"] for one, other in pairs) if pairs else None
            cells += f" {ratio:>12.2f}" if ratio is not None else f" {'':>12}"
        yield cells


def scaling(rounds: int, games: int) -> Iterator[str]:
    """Games a second on the clock with one worker and with two, and how much of that time the two were at work."""
    yield ""
    head = (
        f"{'whistler, 4 players, on the clock':<38} {'1 worker':>9} {'2 workers':>10} {'times':>6} {'both at work':>13}"
    )
    yield head
    yield "-" * len(head)
    kinds = (
        ("a bare loop: what the machine gives", bare_rate),
        ("pool of processes", pool_rate),
        ("Dask cluster", cluster_rate),
    )
    for name, measure_rate in kinds:
        try:
            runs = [(measure_rate(1, games), measure_rate(2, games)) for _ in range(rounds)]
        except Exception as fault:
            yield f"{name:<38} left out: {str(fault).splitlines()[0][:100]}"
            continue
        one, two = (median(run[at][0] for run in runs) for at in (0, 1))
        times = [after[0] / before[0] for before, after in runs]
        busy = median(after[1] for _, after in runs)
        yield f"{name:<38} {one:>9.1f} {two:>10.1f} {median(times):>6.2f} {busy:>13.0%}"


def bare_rate(workers: int, games: int) -> tuple[float, float]:
    """Counting in so many processes for a second: the most that any program could gain here and now."""
    from multiprocessing import get_context

    with get_context("spawn").Pool(workers) as pool:
        pool.map(counted, [0.1] * workers, chunksize=1)
        begun = time.perf_counter()
        rounds = sum(pool.map(counted, [1.0] * workers, chunksize=1))
        spent = time.perf_counter() - begun
    return rounds / spent, 1.0 / spent


def counted(seconds: float) -> int:
    """How many thousands can be counted in so many seconds on the clock."""
    rounds, end = 0, time.perf_counter() + seconds
    while time.perf_counter() < end:
        for _ in range(1000):
            pass
        rounds += 1
    return rounds


def pool_rate(workers: int, games: int) -> tuple[float, float]:
    from pnp.workers import Pool

    return rate(Pool(workers), games)


def cluster_rate(workers: int, games: int) -> tuple[float, float]:
    try:
        from distributed import LocalCluster
    except ImportError:
        raise RuntimeError("Dask is not installed: pip install 'pnp-tabletop[cluster]'") from None
    from pnp.playouts.scheduler import Cluster

    with LocalCluster(n_workers=workers, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster:
        return rate(Cluster(cluster.scheduler_address), games)


def rate(executor: Any, games: int) -> tuple[float, float]:
    """Games a second once every worker has begun, and the share of their time that workers were at work."""
    from pnp import catalog
    from pnp.definition.load import load_game
    from pnp.engine.requirements import ComponentSet
    from pnp.playouts.scheduler import Scheduler
    from pnp.playouts.simulate import simulation_of

    kit = ComponentSet(load_game(catalog.find("whistler")))
    games_of_four = simulation_of(kit, catalog.refereed, players=(4, 4), kind="random", seed=1, given={}, watch=0)
    packed = games_of_four.packed()
    for _ in Scheduler(packed, executor, 0, 16 * executor.size).results():
        pass
    begun = time.perf_counter()
    busy = sum(result.seconds for result in Scheduler(packed, executor, 0, games).results())
    spent = time.perf_counter() - begun
    executor.close(at_once=False)
    return games / spent, busy / (spent * executor.size)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measures playouts and decisions a second, beside peers.")
    parser.add_argument("-n", "--rounds", type=int, default=5, help="rounds, in which every line is measured once (5)")
    parser.add_argument("--seconds", type=float, default=2.0, help="of processor time for each line and round (2)")
    parser.add_argument("--games", type=int, default=4000, help="games for each measurement of workers (4000)")
    parser.add_argument("--no-peers", action="store_true", help="do not install or run RLCard and OpenSpiel")
    parser.add_argument("--no-scaling", action="store_true", help="leave out one worker against two")
    parser.add_argument("--measure", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.measure:
        line = next(line for line in LINES if line.label == options.measure)
        print(json.dumps(measure(line, options.seconds)))
        return
    WORK.mkdir(exist_ok=True)
    pythons = {False: sys.executable}
    if not options.no_peers:
        try:
            pythons[True] = str(python_with("peers", *PEERS))
        except (subprocess.CalledProcessError, OSError) as fault:
            told = (getattr(fault, "stderr", None) or b"").decode(errors="replace").strip().splitlines()
            say(f"left out: RLCard and OpenSpiel cannot be installed: {told[-1] if told else fault}")
    found = alternated(LINES, pythons, options.rounds, options.seconds)
    for text in table(LINES, found):
        print(text)
    if not options.no_scaling:
        for text in scaling(options.rounds, options.games):
            print(text)


if __name__ == "__main__":
    main()
