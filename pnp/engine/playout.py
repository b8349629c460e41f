"""Plays a game step by step from a referee, a setup, players and seeds, and always the same for the same seeds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeVar

from pnp.engine.action import CHANCE, OVER, Action, Event
from pnp.engine.players import Player, Rng, derived
from pnp.engine.referee import Outcome, Referee, Step
from pnp.engine.rules import Setup
from pnp.frozen import frozen

State = TypeVar("State")

#: Steps after which a play is called off; far beyond what any game of the rules takes.
MOST_STEPS = 200_000
CAP = "cap"


@frozen
class Seeds:
    """The seed of chance, and the one of the players' choices, which is derived from it unless given."""

    chance: int
    choices: int

    @staticmethod
    def of(seed: int, choices: int | None = None) -> Seeds:
        return Seeds(seed, derived(seed, "choices") if choices is None else choices)


@frozen(slots=False)
class Play:
    """One whole play: all that happened, and how it ended (reason `cap` where it was called off)."""

    setup: Setup
    seeds: Seeds
    steps: tuple[tuple[Event, ...], ...]
    outcome: Outcome


def steps(
    referee: Referee[State],
    setup: Setup,
    players: Sequence[Player],
    seeds: Seeds,
    cap: int = MOST_STEPS,
    before: Sequence[Action] = (),
) -> Iterator[Step[State]]:
    """Every step of one play in order, the first of them the initial state with no events.

    `before` was decided when the play was left. It is taken as it was; lots are drawn and players asked all the same,
    so that afterwards both decide as they would have, had nobody left.
    """
    state = referee.start(setup)
    yield Step(state, ())
    chance, choices = Rng(seeds.chance), Rng(seeds.choices)
    for action in before:
        actor = referee.actor(state)
        if actor == CHANCE:
            chance.fraction()
        else:
            players[actor - 1].choose(partial(referee.observe, state, actor), referee.legal_actions(state), choices)
        state, events = referee.apply(state, action)
        yield Step(state, events)
    for _ in range(cap - len(before)):
        actor = referee.actor(state)
        if actor == OVER:
            return
        if actor == CHANCE:
            step = referee.follow(state, referee.chance_outcomes(state).draw(chance.fraction()))
        else:
            step = _chosen(referee, state, actor, players[actor - 1], choices)
        state = step.state
        yield step


def _chosen(referee: Referee[State], state: State, actor: int, player: Player, choices: Rng) -> Step[State]:
    """What the player of a seat does; a choice that is on the list needs no other look at whether it is legal."""
    legal = referee.legal_actions(state)
    action = player.choose(partial(referee.observe, state, actor), legal, choices)
    return referee.follow(state, action) if action in legal else referee.apply(state, action)


def ended(referee: Referee[State], state: State, setup: Setup) -> Outcome:
    """How the play ended in that state; one called off has no winners and no scores."""
    return referee.outcome(state) or Outcome(CAP, (), (0,) * setup.players)


def play(referee: Referee[State], setup: Setup, players: Sequence[Player], seeds: Seeds, cap: int = MOST_STEPS) -> Play:
    """Plays to the end, or to the cap."""
    taken = list(steps(referee, setup, players, seeds, cap))
    events = tuple(step.events for step in taken[1:])
    return Play(setup, seeds, events, ended(referee, taken[-1].state, setup))
