"""Histograms of whole numbers from games: their mean with its interval, their quantiles and their extremes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import fsum, inf, sqrt
from statistics import NormalDist

#: The share of intervals that hold the true value.
CONFIDENCE = 0.95


@dataclass(slots=True)
class Histogram:
    """How often each value came; `low` and `high` are the extremes, each with the first game that showed it.

    Everything is a whole number, so that adding up is exact and its order makes no difference.
    """

    times: dict[int, int] = field(default_factory=dict)
    low: tuple[int, int] | None = None
    high: tuple[int, int] | None = None

    def add(self, value: int, game: int) -> None:
        """Takes note of a value; games come in rising order."""
        times = self.times
        if value in times:
            times[value] += 1
            return
        times[value] = 1
        if self.low is None or value < self.low[0]:
            self.low = (value, game)
        if self.high is None or value > self.high[0]:
            self.high = (value, game)

    def __iadd__(self, other: Histogram) -> Histogram:
        """Takes over what another one holds, whichever games it is of."""
        for value, times in other.times.items():
            self.times[value] = self.times.get(value, 0) + times
        if other.low is not None:
            self.low = other.low if self.low is None else min(self.low, other.low)
        if other.high is not None:
            self.high = other.high if self.high is None else max(self.high, other.high, key=_later_is_less)
        return self

    @property
    def count(self) -> int:
        return sum(self.times.values())

    @property
    def mean(self) -> float:
        """The mean; 0 of nothing."""
        count = self.count
        return self._total() / count if count else 0.0

    @property
    def deviation(self) -> float:
        """The standard deviation of single values, as the sample tells it (n - 1); 0 of fewer than two."""
        count = self.count
        if count < 2:
            return 0.0
        squares = sum(value * value * times for value, times in self.times.items())
        return sqrt((count * squares - self._total() ** 2) / (count * (count - 1)))

    def error(self, comparisons: int = 1) -> float:
        """Half the interval of the mean, so wide that so many hold together; infinite of fewer than two values."""
        count = self.count
        return student(count - 1, comparisons) * self.deviation / sqrt(count) if count > 1 else inf

    def quantile(self, share: float) -> int:
        """The least value that at least this share of all is not above; 0 of nothing."""
        wanted = share * self.count
        reached = 0
        for value, times in self.histogram():
            reached += times
            if reached >= wanted:
                return value
        return 0

    def histogram(self) -> Iterator[tuple[int, int]]:
        """Values in rising order, and how often each came."""
        return iter(sorted(self.times.items()))

    def _total(self) -> int:
        return sum(value * times for value, times in self.times.items())


def _later_is_less(extreme: tuple[int, int]) -> tuple[int, int]:
    value, game = extreme
    return value, -game


def normal(comparisons: int = 1) -> float:
    """The two-sided quantile of the normal distribution at CONFIDENCE, for so many statements at once (Bonferroni)."""
    return NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * comparisons))


def student(freedom: int, comparisons: int = 1) -> float:
    """The same quantile of Student's distribution (Abramowitz and Stegun 26.7.5, to the third term)."""
    z = normal(comparisons)
    terms = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96, (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + fsum(term / freedom**power for power, term in enumerate(terms, 1))
