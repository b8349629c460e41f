"""Rows that are kept of finished games, and what they add up to, by number of players and by side."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pnp.engine.odds import Sample
from pnp.playouts.histogram import Histogram
from pnp.sources import parse_json

_HIGHEST = 10**12
"""More than anything that is counted in a game."""


class Watched(NamedTuple):
    """What a game showed that was watched step by step.

    `peaks` has the most of each kind of piece in use at once, `odds` how often each exact chance came up, out of how
    many times.
    """

    peaks: Mapping[str, int]
    odds: Mapping[str, tuple[int, int]]


class Row(NamedTuple):
    """A game: its index from 0, its seed, how many played and by which side of a comparison (0 or 1), and how it went.

    `decisions` are choices of seats, `steps` those and what chance brought; `details` are the whole numbers of the
    outcome by name. Winners are seats from 1, scores stand in seat order.
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

    def measures(self) -> Mapping[str, int]:
        """Every number of the game as a whole, by name."""
        ranking = sorted(self.scores)
        return {
            "decisions": self.decisions,
            "steps": self.steps,
            **self.details,
            "winners": len(self.winners),
            "best_score": ranking[-1],
            "lead": ranking[-1] - ranking[-2] if len(ranking) > 1 else 0,
        }


def line_of(row: Row) -> str:
    """The row on one line of JSON."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def row_of(line: str) -> Row:
    """The row that a line says; ValueError, TypeError or LookupError for a line that is none."""
    parts: list[Any] = parse_json(line)
    game, seed, players, side, ending, winners, scores, decisions, steps, details, watched = parts
    seen, numbers = None, [game, players, side, decisions, steps, *winners, *scores, *details.values()]
    if watched is not None:
        peaks, odds = watched
        seen = Watched(peaks, {name: (times, trials) for name, (times, trials) in odds.items()})
        numbers += [*peaks.values(), *(number for pair in seen.odds.values() for number in pair)]
    if not all(type(number) is int and abs(number) < _HIGHEST for number in numbers) or len(scores) != players:
        raise ValueError("a row has something else than a whole number")
    if type(seed) is not int or type(ending) is not str:
        raise TypeError("a row has no seed or no ending")
    return Row(game, seed, players, side, ending, tuple(winners), tuple(scores), decisions, steps, details, seen)


@dataclass(slots=True)
class Seat:
    """What one seat had of the games.

    `edge` is how often it won above the average seat, and `more` how much more it scored, each times the number of
    players, so that it stays a whole number.
    """

    wins: int = 0
    score: Histogram = field(default_factory=Histogram)
    edge: Histogram = field(default_factory=Histogram)
    more: Histogram = field(default_factory=Histogram)

    def join(self, other: Seat) -> None:
        self.wins += other.wins
        for mine, theirs in ((self.score, other.score), (self.edge, other.edge), (self.more, other.more)):
            mine.join(theirs)


@dataclass(slots=True)
class Group:
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

    def add(self, row: Row, measures: Mapping[str, int]) -> None:
        self.games += 1
        self.endings[row.ending] = self.endings.get(row.ending, 0) + 1
        _noted(self.measures, measures, row.game)
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
            _noted(self.peaks, row.watched.peaks, row.game)
            for name, sample in row.watched.odds.items():
                self._sampled(name, Sample(*sample))

    def join(self, other: Group) -> None:
        self.games += other.games
        self.watched += other.watched
        for ending, times in other.endings.items():
            self.endings[ending] = self.endings.get(ending, 0) + times
        _joined(self.measures, other.measures)
        self.score.join(other.score)
        for mine, theirs in zip(self.seats, other.seats):
            mine.join(theirs)
        _joined(self.peaks, other.peaks)
        for name, sample in other.odds.items():
            self._sampled(name, sample)

    def _sampled(self, name: str, more: Sample) -> None:
        so_far = self.odds.get(name, Sample(0, 0))
        self.odds[name] = Sample(so_far.times + more.times, so_far.trials + more.trials)


@dataclass(slots=True)
class Pairs:
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

    def add(self, one: Row, other: Row) -> None:
        self.games += 1
        self.alike += one.winners == other.winners
        first, second = one.measures(), other.measures()
        _noted(self.measures, {name: second[name] - first[name] for name in first if name in second}, one.game)
        for seat, (wins, scores) in enumerate(zip(self.wins, self.scores), 1):
            wins.add((seat in other.winners) - (seat in one.winners), one.game)
            scores.add(other.scores[seat - 1] - one.scores[seat - 1], one.game)

    def join(self, other: Pairs) -> None:
        self.games += other.games
        self.alike += other.alike
        _joined(self.measures, other.measures)
        for mine, theirs in zip((*self.wins, *self.scores), (*other.wins, *other.scores)):
            mine.join(theirs)


@dataclass(slots=True)
class Tally:
    """Everything that games showed: groups by players and side, pairs by players."""

    groups: dict[tuple[int, int], Group] = field(default_factory=dict)
    pairs: dict[int, Pairs] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """How many games, those of both sides counted."""
        return sum(group.games for group in self.groups.values())

    def add(self, rows: Iterable[Row]) -> None:
        """The rows of one index: one, or those of both sides."""
        sides = tuple(rows)
        for row in sides:
            self.group(row.players, row.side).add(row, row.measures())
        if len(sides) == 2:
            self.pair(sides[0].players).add(*sides)

    def join(self, other: Tally) -> None:
        """Takes over what another tally holds."""
        for (players, side), group in other.groups.items():
            self.group(players, side).join(group)
        for players, pairs in other.pairs.items():
            self.pair(players).join(pairs)

    def group(self, players: int, side: int = 0) -> Group:
        """The group, an empty one where there is none yet."""
        found = self.groups.get((players, side))
        if found is None:
            found = self.groups[players, side] = Group(players)
        return found

    def pair(self, players: int) -> Pairs:
        """The pairs with that many players, none yet where there are none."""
        found = self.pairs.get(players)
        if found is None:
            found = self.pairs[players] = Pairs(players)
        return found


def _noted(spreads: dict[str, Histogram], values: Mapping[str, int], game: int) -> None:
    for name, value in values.items():
        found = spreads.get(name)
        if found is None:
            found = spreads[name] = Histogram()
        found.add(value, game)


def _joined(spreads: dict[str, Histogram], others: Mapping[str, Histogram]) -> None:
    for name, other in others.items():
        spreads.setdefault(name, Histogram()).join(other)
