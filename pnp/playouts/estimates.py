"""The numbers that are told of groups and pairs of games, each with its interval."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, inf, sqrt
from typing import NamedTuple

from pnp.engine.odds import Sample
from pnp.frozen import frozen
from pnp.playouts.histogram import Histogram, normal, student
from pnp.playouts.tally import GameGroup, Pairs


class Estimate(NamedTuple):
    """A mean and the interval that holds the true one, with CONFIDENCE."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def scaled(self, factor: float) -> Estimate:
        return Estimate(self.value * factor, self.low * factor, self.high * factor)


@frozen
class SeatEstimate:
    """A seat: the share of games that it won, how much that is above the average seat, and its score likewise.

    `matters` tells whether the advantage is more than chance brings, all seats looked at together.
    """

    seat: int
    wins: int
    share: Estimate
    advantage: Estimate
    score: Estimate
    more: Estimate
    matters: bool


def estimate(spread: Histogram, comparisons: int = 1) -> Estimate:
    """The mean of what was seen; from nothing but one value to anything where there is too little to tell."""
    half = spread.error(comparisons)
    return Estimate(spread.mean, spread.mean - half, spread.mean + half)


def share_of(times: int, games: int) -> Estimate:
    """A share of games and its interval (Wilson)."""
    sample = Sample(times, games)
    low, high = sample.interval(normal())
    return Estimate(sample.share, max(0.0, low), min(1.0, high))


def seat_estimates(group: GameGroup, among: int) -> Sequence[SeatEstimate]:
    """Every seat of a group, each held against the average of all; `among` are all the seats that are looked at."""
    told = []
    half = _even_error(group, among)
    for number, seat in enumerate(group.seats, 1):
        mean, own = seat.edge.mean / group.players, max(half, seat.edge.error(among) / group.players)
        edge = Estimate(mean, mean - own, mean + own)
        told.append(
            SeatEstimate(
                seat=number,
                wins=seat.wins,
                share=share_of(seat.wins, group.games),
                advantage=edge,
                score=estimate(seat.score),
                more=estimate(seat.more, among).scaled(1 / group.players),
                matters=not edge.low <= 0 <= edge.high,
            )
        )
    return told


def _even_error(group: GameGroup, among: int) -> float:
    """Half the interval of an advantage if all seats are alike: a seat that hardly ever wins seems too sure of it."""
    if group.games < 2:
        return inf
    variance = fsum(seat.edge.deviation**2 for seat in group.seats) / group.players
    return student(group.games - 1, among) * sqrt(variance / group.games) / group.players


def even_share(group: GameGroup) -> float:
    """The share of games that the average seat wins: more than one in `players` where several can win at once."""
    wins = sum(seat.wins for seat in group.seats)
    return wins / (group.games * group.players) if group.games else 0.0


def least_seen(group: GameGroup, among: int) -> float:
    """The advantage that a seat would need for so many games to show it most of the time; 1 where there are too few."""
    worst = _even_error(group, among)
    # One more standard error and a bit: with power 0.8 the effect must be (z + 0.84) errors away from nothing.
    z = normal(among)
    return min(1.0, worst * (z + 0.84) / z) if worst < inf else 1.0


def changed(pairs: Pairs) -> Mapping[str, Estimate]:
    """By how much the second side has more of each number, the same seeds played by both."""
    return {name: estimate(spread) for name, spread in pairs.measures.items()}
