"""Records held against the second referee: it finds nothing forbidden in ours, and it finds what was forged."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from second_referee import contradictions
from test_war_plays import VARIANTS, Collector, Explorer, Hoarder
from war_scenario import GAME, KIT, referee, setup

from pnp.engine.action import FirstPlayer, Player, RandomPlayer
from pnp.engine.playout import Seeds, play
from pnp.engine.record import Header, Record, numbered
from pnp.engine.rules import Setup
from pnp.games.war_of_whispers.referee import sensible_player

PLAYERS: tuple[Player, ...] = (RandomPlayer(), Explorer(), Collector(), sensible_player(KIT), Hoarder(), FirstPlayer())


def documents(chosen: Setup, player: Player, seed: int) -> list[dict[str, Any]]:
    """The lines of the record of a play."""
    done = play(referee(), chosen, [player] * chosen.players, Seeds.of(seed))
    header = Header(GAME.name, GAME.version, chosen.players, seed, 0, chosen.options)
    return [
        json.loads(line) for line in Record(header, tuple(numbered(done.steps)), done.outcome).as_text().splitlines()
    ]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: type(player).__name__)
@pytest.mark.sample(9)
def test_the_usual_rules(players: int, player: Player) -> None:
    for seed in range(5):
        assert contradictions(GAME.folder, documents(setup(players), player, seed)) == []


@pytest.mark.parametrize(("name", "value"), VARIANTS)
@pytest.mark.sample(9)
def test_every_reading_of_the_rules(name: str, value: str) -> None:
    for seed, player in enumerate(PLAYERS[:4]):
        chosen = setup(2 + seed % 3, **{name: value})
        assert contradictions(GAME.folder, documents(chosen, player, seed)) == []


@pytest.mark.sweep
def test_many_plays_with_all_options_mixed() -> None:
    """Every option drawn by lot for each of some hundreds of plays, whoever plays them."""
    rng = random.Random(1)
    options = referee().rules.options
    for seed in range(300):
        given = {name: str(rng.choice([option.default, *option.alternatives()])) for name, option in options.items()}
        chosen = setup(rng.choice([2, 3, 4]), **given)
        found = contradictions(GAME.folder, documents(chosen, rng.choice(PLAYERS), seed))
        assert found == [], (seed, chosen)


@pytest.mark.slow
def test_a_forged_number_is_found() -> None:
    """Wherever a number of a line is one more than it was, that line or one that rests on it is named."""
    rng = random.Random(2)
    honest = documents(setup(3, region_agents="yes"), Explorer(), 7)
    told = 0
    for _ in range(150):
        forged = json.loads(json.dumps(honest))
        line = rng.choice(forged[1:-1])
        numbers = [key for key, value in line["args"].items() if type(value) is int]
        if not numbers:
            continue
        line["args"][rng.choice(numbers)] += 1
        told += 1
        found = contradictions(GAME.folder, forged)
        # a region that passes to another empire is held against the line before, which made it so
        assert found and int(found[0].removeprefix("event ").split(",")[0]) >= line["n"] - 1, line
    assert told > 50


@pytest.mark.parametrize("name", ["place", "deploy", "seat_acts", "banners_added", "draw", "battle", "turn_marked"])
def test_a_line_left_out_is_found(name: str) -> None:
    honest = documents(setup(2), RandomPlayer(), 3)
    at = next(at for at, line in enumerate(honest) if line.get("action") == name)
    assert contradictions(GAME.folder, honest[:at] + honest[at + 1 :])
