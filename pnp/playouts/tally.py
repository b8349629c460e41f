"""What finished games add up to: rows kept of each, histograms of whole numbers, and estimates with intervals."""

from __future__ import annotations

import json
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from math import fsum, inf, sqrt
from operator import iadd
from statistics import NormalDist
from typing import Any, NamedTuple, TypeVar

from pnp.engine.odds import Sample
from pnp.frozen import frozen
from pnp.sources import parse_json

#: The share of intervals that hold the true value.
CONFIDENCE = 0.95
Key = TypeVar("Key", bound=Hashable)
Entry = TypeVar("Entry", bound=Any)
Sum = TypeVar("Sum", bound="Summed")

_HIGHEST = 10**12
"""More than anything that is counted in a game."""


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


class Watched(NamedTuple):
    """What a game showed that was watched step by step.

    `peaks` has the most of each kind of piece in use at once, `odds` how often each exact chance came up, out of how
    many times.
    """

    peaks: Mapping[str, int]
    odds: Mapping[str, tuple[int, int]]


class GameRow(NamedTuple):
    """A game: its index from 0, its seed, how many played and by which side of a comparison (0 or 1), and how it went.

    `decisions` are choices of seats, `steps` those and what chance brought; `details` are the whole numbers of the
    outcome by name. Winners are seats from 1, scores stand in seat order; the highest is the best unless the `lowest`
    is, and `partners`, who sit opposite each other, win and score together.
    """

    game: int
    seed: int
    players: int
    side: int
    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    steps: int
    details: Mapping[str, int]
    watched: Watched | None = None
    lowest: bool = False
    partners: bool = False

    def measures(self) -> Mapping[str, int]:
        """Every number of the game as a whole, by name; of partners a side counts once, by its better seat."""
        teams = self.players // 2 if self.partners else self.players
        better = min if self.lowest else max
        ranking = sorted((better(self.scores[at::teams]) for at in range(teams)), reverse=not self.lowest)
        return {
            "decisions": self.decisions,
            "steps": self.steps,
            **self.details,
            "winners": len({seat % teams for seat in self.winners}),
            "best_score": ranking[0],
            "lead": abs(ranking[0] - ranking[1]) if len(ranking) > 1 else 0,
        }


def line_of(row: GameRow) -> str:
    """The row on one line of JSON; how scores count stands in it where that is not as usual."""
    said = row if row.lowest or row.partners else row[:-2]
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")) + "\n"


def row_of(line: str) -> GameRow:
    """The row that a line says; ValueError, TypeError or LookupError for a line that is none."""
    parts: list[Any] = parse_json(line)
    game, seed, players, side, ending, winners, scores, decisions, steps, details, watched, *scoring = parts
    lowest, partners = scoring or (False, False)
    seen, numbers = None, [game, players, side, decisions, steps, *winners, *scores, *details.values()]
    if watched is not None:
        peaks, odds = watched
        seen = Watched(peaks, {name: (times, trials) for name, (times, trials) in odds.items()})
        numbers += [*peaks.values(), *(number for pair in seen.odds.values() for number in pair)]
    if not all(type(number) is int and abs(number) < _HIGHEST for number in numbers) or len(scores) != players:
        raise ValueError("a row has something else than a whole number")
    if type(seed) is not int or type(ending) is not str:
        raise TypeError("a row has no seed or no ending")
    if type(lowest) is not bool or type(partners) is not bool:
        raise TypeError("a row does not say how scores count")
    return GameRow(
        game, seed, players, side, ending, tuple(winners), tuple(scores), decisions, steps, details, seen, lowest,
        partners,
    )  # fmt: skip


def merge(mine: dict[Key, Entry], others: Mapping[Key, Entry]) -> None:
    """Adds the entries of another mapping to those of the same key, and takes over the rest of them."""
    for key, entry in others.items():
        if key in mine:
            mine[key] += entry
        else:
            mine[key] = entry


class Summed:
    """A dataclass that adds up in place, field by field; what has no default is no sum, but says what is added up.

    What is added must not be used any more, for its mappings hand their entries over.
    """

    __slots__ = ()

    def __iadd__(self: Sum, other: Sum) -> Sum:
        for each in fields(self):  # type: ignore[arg-type]
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            if isinstance(mine, dict):
                merge(mine, theirs)
            elif isinstance(mine, tuple):
                setattr(self, each.name, tuple(map(iadd, mine, theirs)))
            elif each.default is not MISSING or each.default_factory is not MISSING:
                mine += theirs
                setattr(self, each.name, mine)
        return self


@dataclass(slots=True)
class Seat(Summed):
    """What one seat had of the games.

    `edge` is how often it won above the average seat, and `more` how much more it scored, each times the number of
    players, so that it stays a whole number.
    """

    wins: int = 0
    score: Histogram = field(default_factory=Histogram)
    edge: Histogram = field(default_factory=Histogram)
    more: Histogram = field(default_factory=Histogram)


@dataclass(slots=True)
class GameGroup(Summed):
    """Games with one number of players, and of one side where two are compared."""

    players: int
    games: int = 0
    watched: int = 0
    endings: dict[str, int] = field(default_factory=dict)
    measures: dict[str, Histogram] = field(default_factory=dict)
    score: Histogram = field(default_factory=Histogram)
    seats: tuple[Seat, ...] = ()
    peaks: dict[str, Histogram] = field(default_factory=dict)
    odds: dict[str, Sample] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seats = self.seats or tuple(Seat() for _ in range(self.players))

    def add(self, row: GameRow, measures: Mapping[str, int]) -> None:
        self.games += 1
        self.endings[row.ending] = self.endings.get(row.ending, 0) + 1
        _note(self.measures, measures, row.game)
        total, won, players = sum(row.scores), len(row.winners), self.players
        for number, (seat, score) in enumerate(zip(self.seats, row.scores), 1):
            win = number in row.winners
            seat.wins += win
            self.score.add(score, row.game)
            seat.score.add(score, row.game)
            seat.edge.add(players * win - won, row.game)
            seat.more.add(players * score - total, row.game)
        if row.watched is not None:
            self.watched += 1
            _note(self.peaks, row.watched.peaks, row.game)
            merge(self.odds, {name: Sample(*counts) for name, counts in row.watched.odds.items()})


@dataclass(slots=True)
class Pairs(Summed):
    """Games of one seed played by both sides: what the second has more of than the first.

    `alike` counts pairs with the same winners, `wins` has for each seat how often it won by the second side only
    (1), by the first only (-1), and by both or neither (0).
    """

    players: int
    games: int = 0
    alike: int = 0
    measures: dict[str, Histogram] = field(default_factory=dict)
    wins: tuple[Histogram, ...] = ()
    scores: tuple[Histogram, ...] = ()

    def __post_init__(self) -> None:
        self.wins = self.wins or tuple(Histogram() for _ in range(self.players))
        self.scores = self.scores or tuple(Histogram() for _ in range(self.players))

    def add(self, one: GameRow, other: GameRow) -> None:
        self.games += 1
        self.alike += one.winners == other.winners
        first, second = one.measures(), other.measures()
        _note(self.measures, {name: second[name] - first[name] for name in first if name in second}, one.game)
        for seat, (wins, scores) in enumerate(zip(self.wins, self.scores), 1):
            wins.add((seat in other.winners) - (seat in one.winners), one.game)
            scores.add(other.scores[seat - 1] - one.scores[seat - 1], one.game)


@dataclass(slots=True)
class Tally(Summed):
    """Everything that games showed: groups by players and side, pairs by players."""

    groups: dict[tuple[int, int], GameGroup] = field(default_factory=dict)
    pairs: dict[int, Pairs] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games, those of both sides counted."""
        return sum(group.games for group in self.groups.values())

    def add(self, rows: Iterable[GameRow]) -> None:
        """The rows of one index: one, or those of both sides."""
        sides = tuple(rows)
        for row in sides:
            self.group(row.players, row.side).add(row, row.measures())
        if len(sides) == 2:
            players = sides[0].players
            if players not in self.pairs:
                self.pairs[players] = Pairs(players)
            self.pairs[players].add(*sides)

    def group(self, players: int, side: int = 0) -> GameGroup:
        """The group, an empty one where there is none yet."""
        if (players, side) not in self.groups:
            self.groups[players, side] = GameGroup(players)
        return self.groups[players, side]


def _note(histograms: dict[str, Histogram], values: Mapping[str, int], game: int) -> None:
    for name, value in values.items():
        found = histograms.get(name)
        if found is None:
            found = histograms[name] = Histogram()
        found.add(value, game)


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
