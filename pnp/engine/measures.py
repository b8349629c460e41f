"""What is worth measuring in whole plays and cannot be counted beforehand: how evenly things fall out, by label."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from pnp.engine.action import Event
from pnp.frozen import frozen

Seen = Mapping[str, tuple[int, ...]]
"""For each label how often there was a chance of it, then a number for each column: how often, or how much."""


class Column(NamedTuple):
    """A number that is measured: a share of all chances, or (not `share`) how much of it there is on average."""

    name: str
    share: bool = True


@frozen(slots=False)
class Measure:
    """What plays show by label, such as wins by seat: `observed` finds it in the events of a play and its winners.

    Every play gives the same labels in the same order. `even` is how many times the smallest share of the first column
    the largest may be, 0 where nothing is asked.
    """

    name: str
    text: str
    columns: tuple[Column, ...]
    observed: Callable[[Sequence[Event], Sequence[int]], Seen]
    even: float = 0.0
