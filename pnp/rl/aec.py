"""Games for PettingZoo: agents take turns, each with what it may know and a mask of what it may do."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from pettingzoo import AECEnv
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from pnp.engine.action import CHANCE, MOST_SEED, OVER, Rng, Value
from pnp.errors import UsageError
from pnp.playouts.play import tell_step
from pnp.rl.bridge import AnyGame, Bridge, bridge
from pnp.rl.terms import Terms

_RENDER_MODES = ("ansi",)


def env_for(game: AnyGame, terms: Terms, render_mode: str | None) -> Any:
    """The environment on those terms; see `pnp.rl.pettingzoo`."""
    if render_mode is not None and render_mode not in _RENDER_MODES:
        raise UsageError(f"render_mode: there is no '{render_mode}'; take 'ansi', which is words to be printed")
    return OrderEnforcingWrapper(RefereedEnv(bridge(game, terms), render_mode))


class RefereedEnv(AECEnv):  # type: ignore[misc]
    """Plays with a referee: `player_1` sits on seat 1, and all are rewarded at the end.

    An observation has the `observation` and the `action_mask`; `bridge` says what their numbers mean.
    """

    def __init__(self, bridge: Bridge, render_mode: str | None = None) -> None:
        super().__init__()
        self.bridge, self.render_mode = bridge, render_mode
        name = bridge.arena.table.game.name
        self.metadata = {"name": name, "render_modes": [*_RENDER_MODES], "is_parallelizable": False}
        self._seats = {f"player_{seat}": seat for seat in bridge.arena.seats}
        self.possible_agents = [*self._seats]
        self._observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self._action_spaces = {agent: Discrete(bridge.spaces.actions.size) for agent in self.possible_agents}
        self._lots = Rng(secrets.randbelow(MOST_SEED))
        self.position = self._before = bridge.arena.start

    def _observations(self) -> Any:
        found = self.bridge.spaces
        seen = Box(-1, 1, (found.observation.size,), np.float32)
        return Dict({"observation": seen, "action_mask": Box(0, 1, (found.actions.size,), np.int8)})

    def observation_space(self, agent: str) -> Any:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begins a play. Chance draws as `pnp play --seed` does, or goes on drawing where no seed is given."""
        if seed is not None:
            self._lots = Rng(int(seed))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.position = self._before = self.bridge.arena.start
        self._go_on()

    def step(self, action: int | None) -> None:
        """Does what has that number for the agent that is to act; IllegalAction where it may not be done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        after = self.bridge.step(self.position, int(action))  # type: ignore[arg-type]
        self._before, self.position = self.position, after
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()
        self._accumulate_rewards()

    def _go_on(self) -> None:
        """Lets chance act until a seat has a choice; rewards all where the play is over, or called off."""
        while self.position.actor == CHANCE:
            self.position = self.position.drawn(self._lots.fraction())
        if self.position.actor != OVER:
            self.agent_selection = self.possible_agents[self.position.actor - 1]
            return
        is_called_off = self.position.outcome is None
        self.rewards = dict(zip(self.agents, self.bridge.payoffs(self.position)))
        self.terminations = dict.fromkeys(self.agents, not is_called_off)
        self.truncations = dict.fromkeys(self.agents, is_called_off)
        self._deads_step_first()

    def observe(self, agent: str) -> Mapping[str, Any]:
        """What the agent may know now as floats from -1 to 1, and 1 for each action that it may take now."""
        seat = self._seats[agent]
        return {
            "observation": self.bridge.observation(self.position, seat),
            "action_mask": self.bridge.mask(self.position, seat),
        }

    def see(self, agent: str) -> Mapping[str, Value]:
        """What the agent may know now by name, as the referee tells it: to make features of one's own from."""
        return self.position.observe(self._seats[agent])

    def action_to_string(self, action: int) -> str:
        """The action in the words of the game, as it is offered to a person."""
        return self.bridge.words(self.position, action)

    def render(self) -> str:
        """What has happened since the last choice, and what the agent that is to act may know: words for a person."""
        position, steps = self.position, []
        while position is not self._before and position.before is not None:
            steps.append(position.events)
            position = position.before
        arena = self.bridge.arena
        lines = [line for events in reversed(steps) for line in tell_step(arena.narrator, events)]
        outcome, actor = self.position.outcome, self.position.actor
        if outcome is not None:
            lines += ["", *arena.narrator.ended(outcome)]
        elif actor in arena.tellers:
            referee = arena.table.referee
            seen = arena.tellers[actor].describe(referee.describe(self.position.observe(actor)), referee.by_seat)
            lines += ["", f"{self.agent_selection}:", *(f"  {line}" for line in seen)]
        return "\n".join(lines).strip("\n")

    def close(self) -> None:
        """There is nothing to close."""
