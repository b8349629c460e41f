"""Players that choose by what a seat sees and may do, and the seeded lots that they and chance draw."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from hashlib import sha256
from typing import Protocol, TypeVar

from pnp.engine.action import Action, Value

Item = TypeVar("Item")

#: The largest seed: beyond it, readers of JSON that keep numbers as fractions would change it.
MOST_SEED = 2**53 - 1
Look = Callable[[], Mapping[str, Value]]
"""Tells what the acting seat may know; only called by players who care."""


class Rng:
    """A stream of lots; only `random.Random.random()` is used, whose sequence Python promises to keep."""

    def __init__(self, seed: int) -> None:
        self.fraction = random.Random(seed).random

    def one_of(self, items: Sequence[Item]) -> Item:
        """Any of the items, each equally likely."""
        return items[int(self.fraction() * len(items))]


def derived(seed: int, purpose: str, index: int = 0) -> int:
    """Another seed for a purpose (`choices`, `game`), as good as unrelated to the seed it comes from; 48 bits."""
    return int.from_bytes(sha256(f"{seed}/{purpose}/{index}".encode()).digest()[:6], "big")


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
