"""Players that choose by what a seat sees and may do: simple ones for any game, and the contract of better ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from pnp.engine.action import Action, Value
from pnp.engine.rng import Rng

Look = Callable[[], Mapping[str, Value]]
"""Tells what the acting seat may know; only called by players who care."""


class Player(Protocol):
    """Decides for a seat by what that seat may know, and by lots of its own stream."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        """One of the legal actions."""


class RandomPlayer:
    """Takes any legal action, each equally likely."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        return rng.one_of(legal)


class FirstPlayer:
    """Takes the first legal action, always."""

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        return legal[0]
