"""Chances that are counted exactly, extremes, and what is measured in whole plays because it cannot be counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from math import exp, log, sqrt
from typing import Literal, NamedTuple, TypeVar

from pnp.engine.action import Event, Player, select
from pnp.engine.rules import Option, Setup
from pnp.frozen import frozen

Seen = Mapping[str, tuple[int, ...]]
"""For each label how often there was a chance of it, then a number for each column: how often, or how much."""
Events = Sequence[Event]
Found = TypeVar("Found")

#: Normal quantile of a two-sided 99.9% interval (0.0005 in each tail): one sound test in a thousand fails by chance.
WIDE = 3.2905


def once(find: Callable[[Events], Found]) -> Callable[[Events], Found]:
    """Finds something in the events of a play once, however many chances and extremes ask for it in turn."""
    last: tuple[Events, Found] | None = None

    def found(events: Events) -> Found:
        nonlocal last
        if last is None or last[0] is not events:
            last = events, find(events)
        return last[1]

    return found


def highest(name: str, key: str) -> Callable[[Events], int]:
    """Finds the largest number that events of that name say under that key; 0 where there are none."""
    return lambda events: max((event.number(key) for event in select(events, name)), default=0)


class Column(NamedTuple):
    """A number that is measured: a share of all chances, or (not `share`) how much of it there is on average."""

    name: str
    share: bool = True


@frozen(slots=False)
class Measure:
    """What plays show by label, such as wins by seat: `observed` finds it in the events of a play and its winners.

    Every play gives the same labels in the same order. `even` is how many times the smallest share of the first column
    the largest may be, 0 where nothing is asked. `due` is the code of a note for every label that never comes, empty
    where none has to.
    """

    name: str
    text: str
    columns: tuple[Column, ...]
    observed: Callable[[Sequence[Event], Sequence[int]], Seen]
    even: float = 0.0
    due: str = ""


@frozen(slots=False)
class Odds:
    """One exact chance: `exact` was `counted` (combinations) or `enumerated` (every outcome of chance walked through).

    `observed` counts in the events of a play how often it happened and out of how many times; it is to be sampled
    with the players of `seats` at a table with those `options`, or with any players where `seats` is empty.
    """

    name: str
    text: str
    exact: Fraction
    how: Literal["counted", "enumerated"]
    observed: Callable[[Events], tuple[int, int]]
    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[Player, ...] = ()

    def shown_by(self, setup: Setup, options: Mapping[str, Option]) -> bool:
        """Whether plays of that setup show it, whoever plays; `options` are those of the rules."""
        same = (setup.options[name] == options[name].read(text) for name, text in self.options.items())
        return not self.seats and all(same)


@frozen(slots=False)
class Bound:
    """The most there can ever be of something, by counting; `observed` is the most of it in the events of a play."""

    name: str
    text: str
    most: int
    observed: Callable[[Events], int]


@frozen
class Expected:
    """The exact mean of something, such as a total of dice, over every outcome of chance."""

    name: str
    text: str
    exact: Fraction
    how: Literal["counted", "enumerated"] = "enumerated"

    def as_json(self) -> dict[str, object]:
        """The same for `pnp odds --json`."""
        return {
            "name": self.name, "text": self.text, "exact": str(self.exact), "decimal": float(self.exact),
            "how": self.how,
        }  # fmt: skip


@frozen
class Sample:
    """How often something happened in how many trials, and the interval in which its chance then lies (Wilson)."""

    times: int
    trials: int

    def __add__(self, other: Sample) -> Sample:
        return Sample(self.times + other.times, self.trials + other.trials)

    @property
    def share(self) -> float:
        return self.times / self.trials if self.trials else 0.0

    def interval(self, width: float = WIDE) -> tuple[float, float]:
        """Low and high; from 0 to 1 where nothing was tried (Wilson 1927)."""
        if not self.trials:
            return 0.0, 1.0
        n, p, z2 = self.trials, self.share, width * width
        middle = (p + z2 / (2 * n)) / (1 + z2 / n)
        spread = width * sqrt(p * (1 - p) / n + z2 / (4 * n * n)) / (1 + z2 / n)
        return max(0.0, middle - spread), min(1.0, middle + spread)

    def chance(self, exact: Fraction) -> float:
        """At most how likely a share as far from `exact` as this one is, on its side, if `exact` is the chance.

        A bound that holds for any number of trials (Hoeffding 1963, theorem 1), where normal quantiles fail for few.
        """
        if not self.trials:
            return 1.0
        divergence = _relative(self.share, float(exact)) + _relative(1 - self.share, 1 - float(exact))
        return exp(-self.trials * divergence)


def _relative(share: float, chance: float) -> float:
    """One outcome of two in the divergence of Kullback and Leibler; infinite for an impossible one that was seen."""
    if not share:
        return 0.0
    return share * log(share / chance) if chance else float("inf")
