"""A game with everything in it as numbers, which is how programs learn and solve it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import field
from functools import cached_property, lru_cache
from os import PathLike, fspath
from typing import Any

import numpy as np

from pnp import catalog
from pnp.definition.load import load_game
from pnp.definition.model import Game
from pnp.engine.action import CHANCE, Action, Event
from pnp.engine.referee import IllegalAction
from pnp.frozen import frozen
from pnp.playouts.play import lay_loaded
from pnp.rl.position import Arena, Position
from pnp.rl.spaces import Bounds, Spaces, margins, survey
from pnp.rl.terms import Returns, Terms

AnyGame = str | PathLike[str] | Game
"""A game by its name, by its folder, or as it was loaded."""
#: So many games stay surveyed, since some are loaded again and again.
_SURVEYED = 16


@frozen(slots=False)
class Bridge:
    """A game in numbers: `arena` is where it is played, `spaces` what was found in it, `returns` what players play for.

    Actions are numbered by `spaces.actions`, what chance brings by `spaces.chances`.
    """

    arena: Arena
    spaces: Spaces
    returns: Returns

    @property
    def players(self) -> int:
        return self.arena.table.setup.players

    @property
    def is_zero_sum(self) -> bool:
        return self.players > 1 and self.returns != "score"

    @cached_property
    def bounds(self) -> Bounds:
        """The least and the most that a player may get in a play."""
        if self.returns == "win":
            return (-1.0, self.players - 1.0) if self.players > 1 else (0.0, 1.0)
        return self.spaces.margins if self.returns == "margin" else self.spaces.scores

    def number(self, position: Position) -> Mapping[int, Any]:
        """All that may come next by its number: the actions of the seat to act, or the values that chance may bring."""
        if position.numbered is None:
            if position.actor == CHANCE:
                position.numbered = self.spaces.chances.number(position.chance.weighted())
            else:
                position.numbered = self.spaces.actions.number(position.choices())
        return position.numbered

    def chances(self, position: Position) -> Sequence[tuple[int, float]]:
        """All that chance may bring by its number, with its probability."""
        weights = position.chance.weighted().values()
        total = sum(weights)
        return sorted((number, weight / total) for number, weight in zip(self.number(position), weights))

    def step(self, position: Position, number: int) -> Position:
        """The position after what has that number; IllegalAction where it may not come now."""
        if (known := position.children.get(number)) is not None:
            return known
        numbered = self.number(position)
        if number not in numbered:
            legal = ", ".join(map(str, sorted(numbered))) or "nothing, for the play is over"
            raise IllegalAction(f"{number} may not be chosen now; what may be is {legal}.")
        after = position.after(self._action(position, numbered[number]), number)
        if self.spaces.is_whole:
            position.children[number] = after
        return after

    def _action(self, position: Position, choice: Any) -> Action:
        """An action, or that in which chance brings a value."""
        return position.chance.bringing(choice) if position.actor == CHANCE else choice

    def payoffs(self, position: Position) -> Sequence[float]:
        """What each player gets, in seat order; nothing as long as the play goes on, and where it was called off."""
        outcome = position.outcome
        if outcome is None:
            return [0.0] * self.players
        if self.returns == "win":
            share = self.players / len(outcome.winners) if outcome.winners else 0.0
            stake = 1.0 if outcome.winners and self.players > 1 else 0.0
            return [share * (seat in outcome.winners) - stake for seat in self.arena.seats]
        scores = [-score if self.spaces.lowest_wins else score for score in outcome.scores]
        return margins(scores) if self.returns == "margin" else [float(score) for score in scores]

    def observation(self, position: Position, seat: int) -> Any:
        """What the seat may know now, as an array of `spaces.observation.size` floats."""
        return self.spaces.observation.vector(position.observe(seat), seat)

    def memory(self, position: Position, seat: int) -> Any:
        """What the seat has seen happen, as an array of `spaces.memory.size` floats."""
        return self.spaces.memory.vector(position.remember(seat), seat)

    def mask(self, position: Position, seat: int) -> Any:
        """For every number of an action 1 if the seat may choose it now, and 0 if not."""
        mask = np.zeros(self.spaces.actions.size, np.int8)
        if position.actor == seat:
            mask[[*self.number(position)]] = 1
        return mask

    def words(self, position: Position, number: int) -> str:
        """What has that number, in the words of the game; no two of what may come next are told alike."""
        if position.worded is None:
            actions = {each: self._action(position, choice) for each, choice in self.number(position).items()}
            told = {each: self._words(position.actor, action) for each, action in actions.items()}
            times = Counter(told.values())
            position.worded = {each: said if times[said] == 1 else f"{said} ({each})" for each, said in told.items()}
        if number in position.worded:
            return position.worded[number]
        known = self.spaces.actions.known
        return self._words(1, known[number]) if 0 <= number < len(known) else f"action {number}"

    def tell(self, position: Position, number: int) -> str:
        """The same as something that was done, with the player who did it."""
        narrator, said = self.arena.narrator, self.words(position, number)
        return said if position.actor == CHANCE else narrator.wording.labelled(narrator.seat(position.actor), said)

    def _words(self, actor: int, action: Action) -> str:
        narrator = self.arena.narrator
        said = narrator.tell(Event(CHANCE, *action, ())) if actor == CHANCE else ""
        return said or narrator.offer(actor, action)


def bridge(game: AnyGame, terms: Terms) -> Bridge:
    """The bridge to a game on those terms; UsageError, InputMissing or InputInvalid for what is wrong with either."""
    if isinstance(game, Game):
        definition = _Definition((id(game),), game)
    else:
        loaded = load_game(catalog.find(fspath(game)))
        definition = _Definition((str(loaded.folder), *(source.digest for source in loaded.sources)), loaded)
    return Bridge(*_surveyed(definition, terms.players, terms.options, terms.cap, terms.survey), terms.returns)


@frozen
class _Definition:
    """A game that is the same as another if the `key` is: where what was read, or which object it is."""

    key: tuple[str | int, ...]
    game: Game = field(compare=False)


@lru_cache(_SURVEYED)
def _surveyed(
    definition: _Definition, players: int | None, options: tuple[tuple[str, str], ...], cap: int, steps: int
) -> tuple[Arena, Spaces]:
    arena = Arena(lay_loaded(definition.game, players, dict(options), {}), cap)
    return arena, survey(arena, steps)
