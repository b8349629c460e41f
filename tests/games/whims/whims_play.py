"""Whims at hand for its tests: the referee, setups, scripted rounds, and tables that show every reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.catalog import find, refereed
from pnp.definition.load import load_game
from pnp.engine.action import Action, Event, Player, RandomPlayer, act
from pnp.engine.playout import Seeds, steps
from pnp.engine.referee import Step
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup, read_setup
from pnp.games.whims.referee.game import Match
from pnp.games.whims.referee.state import State

GAME = load_game(find("whims"))
MODULE, RULES = refereed(GAME)
KIT = ComponentSet(GAME)
REFEREE = Match(KIT, RULES)

#: Tables that show every value of every option at least once, alone or together.
TABLES: tuple[tuple[int, dict[str, str]], ...] = (
    (2, {}),
    (3, {"faces": "zero-to-nine", "highest": "shared"}),
    (6, {"highest": "unshared"}),
    (2, {"secrecy": "dice-only", "effort": "on"}),
    (4, {"secrecy": "everything", "effort": "on", "opponents": "average", "grade_tokens": "drawn", "policy": "win"}),
    (3, {"effort": "on", "effort_score": "9", "edge": "20", "ceiling": "none"}),
    (2, {"effort": "on", "effort_score": "1", "edge": "0", "pool": "5"}),
    (5, {"opponents": "average,skilled,master,grandmaster", "grade_tokens": "higher"}),
    (4, {"opponents": "skilled,skilled", "grade_tokens": "drawn", "faces": "zero-to-nine"}),
    (3, {"opponents": "grandmaster", "policy": "win", "effort": "on"}),
    (2, {"opponents": "master", "policy": "free"}),
    (6, {"round_limit": "2", "secrecy": "everything", "effort": "on", "pool": "100"}),
)


def setup(players: int = 2, **options: str) -> Setup:
    return read_setup(RULES.options, GAME.players, players, options)


def begun(players: int = 2, **options: str) -> State:
    return REFEREE.initial_state(setup(players, **options))


def played(table: Setup, seed: int, seats: Sequence[Player] | None = None) -> Iterator[Step[State]]:
    """A whole match, by random players unless said."""
    return steps(REFEREE, table, seats or [RandomPlayer()] * table.players, Seeds.of(seed))


def told(table: Setup, seed: int, seats: Sequence[Player] | None = None) -> list[Event]:
    return [seen for step in played(table, seed, seats) for seen in step.events]


def taken(state: State, *actions: Action) -> Step[State]:
    """What comes of those actions, one after the other: the last state, and the events of them all."""
    events: list[Event] = []
    for action in actions:
        state, seen = REFEREE.apply(state, action)
        events += seen
    return Step(state, tuple(events))


def first_rolls(*dice: Sequence[int]) -> list[Action]:
    """Every seat's dice for a round, in seat order."""
    return [
        act("roll", seat=seat, die=die, number=number)
        for seat, numbers in enumerate(dice, 1)
        for die, number in enumerate(numbers, 1)
    ]


def quiet_round(*dice: Sequence[int]) -> list[Action]:
    """A round in which those dice fall and everybody is done with them."""
    return [*first_rolls(*dice), *(act("done") for _ in dice)]


def again(seat: int, die: int, number: int) -> list[Action]:
    """A token spent on a die, and what it then shows."""
    return [act("reroll", die=die), act("roll-again", seat=seat, die=die, number=number)]


def named(events: Sequence[Event], name: str) -> list[Event]:
    return [seen for seen in events if seen.name == name]
