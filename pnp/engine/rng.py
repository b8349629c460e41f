"""Draws lots from a seed: the same stream of them on every machine and in every later version."""

from __future__ import annotations

import random
from collections.abc import Sequence
from hashlib import sha256
from typing import TypeVar

Item = TypeVar("Item")

#: The largest seed: beyond it, readers of JSON that keep numbers as fractions would change it.
MOST_SEED = 2**53 - 1


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
