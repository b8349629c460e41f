"""What the book of a deck tells of its rules as data: the rules, what may be agreed on, the table before play."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pnp.definition.model import Game
from pnp.engine.action import CHANCE, FirstPlayer
from pnp.engine.playout import Seeds, steps
from pnp.engine.referee import Referee, RefereeModule, Whereabouts
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Rules, Setup, read_setup
from pnp.frozen import frozen

_SEED = 1


@frozen(slots=False)
class Played:
    """A deck that a referee plays by its rules as data, at a table of so many players as are usual."""

    rules: Rules
    referee: Referee[Any]
    setup: Setup

    @cached_property
    def beginning(self) -> Whereabouts:
        """Where everything lies when a seat first has a choice; nothing where no play comes so far."""
        players = [FirstPlayer()] * self.setup.players
        for step in steps(self.referee, self.setup, players, Seeds.of(_SEED)):
            actor = self.referee.actor(step.state)
            if actor != CHANCE:
                return self.referee.components(step.state) if actor > 0 else {}
        return {}

    @cached_property
    def has_table(self) -> bool:
        """Whether pieces lie at any place then."""
        return any(self.lies_at(place.name, place.of_seats) for place in self.referee.places)

    def lies_at(self, name: str, of_seats: bool) -> bool:
        """Whether anything lies at a place, or at that of any seat."""
        places = [f"{name} {seat}" for seat in range(1, self.setup.players + 1)] if of_seats else [name]
        return any(sum(self.beginning.get(place, {}).values()) for place in places)


def played(game: Game, module: RefereeModule, rules: Rules) -> Played:
    """The deck laid out for as many players as lie in the middle of what it takes."""
    setup = read_setup(rules.options, game.players, sum(game.players) // 2, {})
    return Played(rules, module.referee(ComponentSet(game), rules), setup)
