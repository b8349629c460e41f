"""A task played to its end or as far as is wanted: shares of about a second each, none ever missing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from pnp.engine.odds import Sample
from pnp.errors import WorkersLost
from pnp.frozen import frozen
from pnp.output import uninterrupted
from pnp.playouts.checkpoint import Checkpoint
from pnp.playouts.cluster import Play
from pnp.playouts.histogram import normal
from pnp.playouts.simulation import Chunk, ChunkResult, played
from pnp.playouts.tally import Group, Tally
from pnp.playouts.task import Task
from pnp.workers import Executor, OrderedResults

#: Seconds that a stretch should take: long enough to be worth the way, short enough to lose little of.
ABOUT = 1.0
_FIRST = 4
_GROWTH = 8
_EACH = 2  # stretches handed out for each that can be under way
End = Literal["done", "precise", "imprecise", "interrupted"]
"""All games were played; the precision was reached, or not with as many games as allowed; or it was broken off."""

Tell = Callable[[int, int], None]
"""Told how many indices are finished, and out of how many at most."""

#: Games with each number of players before the precision is looked at, and how the looks move apart from there.
_FIRST_LOOK, _NEXT_LOOK = 100, 1.1


class Scheduler:
    """The games from index `start` to `end`, handed out bit by bit; shares come back in order, whoever plays them.

    Stretches are multiples of `grain`, and none goes beyond one of the `stops`, so that what was added up by then can
    be looked at. A worker that dies costs another try; WorkersLost after several in a row, and from a worker that
    plays other games than it was asked to.
    """

    def __init__(
        self, task: bytes, play: Play, executor: Executor, start: int, end: int, *,
        lines: bool = False, grain: int = 1, stops: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self._task = task
        self._crew = executor
        self._next = start
        self._end = end
        self._lines = lines
        self._grain = grain
        self._stops = deque(stop for stop in stops if stop > start)
        self._size = _FIRST * grain
        self._handed: OrderedResults[Chunk, ChunkResult] = OrderedResults(executor, play)

    def shares(self) -> Iterator[ChunkResult]:
        """Every share, first index first."""
        while True:
            ahead = _EACH * self._crew.size if self._crew.size > 1 else 1
            while self._next < self._end and len(self._handed) < ahead:
                self._hand_out()
            if not self._handed:
                return
            stretch, share = self._handed.oldest()
            if (share.first, share.end) != (stretch.first, stretch.end):
                raise WorkersLost(f"games {stretch.first} to {stretch.end - 1} came back as others")
            self._learn(share)
            yield share

    def _hand_out(self) -> None:
        while self._stops and self._stops[0] <= self._next:
            self._stops.popleft()
        # Towards the end stretches become smaller, so that no worker is left alone with a large one.
        fair = self._whole((self._end - self._next) // (_EACH * self._crew.size))
        end = min(self._next + min(self._size, fair), self._end, *self._stops)
        self._handed.hand(Chunk(self._task, self._next, end, self._lines))
        self._next = end

    def _learn(self, share: ChunkResult) -> None:
        """The next stretches are as large as takes about a second, going by the last one."""
        games = share.end - share.first
        wanted = games * ABOUT / max(share.seconds, 1e-6)
        self._size = self._whole(min(int(wanted), self._size * _GROWTH))

    def _whole(self, games: int) -> int:
        """So many games in whole grains, at least one."""
        return max(1, -(-games // self._grain)) * self._grain


@frozen
class Wanted:
    """How many indices to play (both sides of a comparison at each), and the precision at which to stop earlier.

    `play` plays a stretch, whose length is a multiple of `grain`.
    """

    games: int
    until: float | None = None
    play: Play = played
    grain: int = 1


@dataclass(slots=True)
class Result:
    """What was played: the indices from 0 up to `finished`, how it ended, and what it came to."""

    task: Task
    wanted: Wanted
    finished: int = 0
    end: End = "done"
    tally: Tally = field(default_factory=Tally)

    @property
    def seats(self) -> int:
        """How many seats are looked at for an advantage, at tables of every size."""
        return sum(self.task.players)


def simulate(task: Task, executor: Executor, wanted: Wanted, checkpoint: Checkpoint | None, tell: Tell) -> Result:
    """Plays what is wanted, on from what the ledger has; an interrupt ends it with whatever is finished.

    The result is the same for any crew, and however often it was broken off and gone on with. Raises what `Course`
    and `Ledger` do; a crew is not closed.
    """
    result = Result(task, wanted)
    if checkpoint is not None:
        result.finished, result.tally = checkpoint.open(len(task.sides))
    stops = tuple(_looks(task, wanted)) if wanted.until is not None else ()
    course = Scheduler(
        task.packed(), wanted.play, executor, result.finished, wanted.games,
        lines=checkpoint is not None, grain=wanted.grain, stops=stops,
    )  # fmt: skip
    try:
        tell(result.finished, wanted.games)
        if result.finished in stops and _precise(result):
            return result
        for share in course.shares():
            # An interrupt waits until the share is added up whole, or it would be half in and half out.
            with uninterrupted():
                if checkpoint is not None:
                    checkpoint.add(share)
                result.tally.join(share.tally)
                result.finished = share.end
            tell(result.finished, wanted.games)
            if result.finished in stops and _precise(result):
                return result
        result.end = "done" if wanted.until is None else "imprecise"
    except KeyboardInterrupt:
        result.end = "interrupted"
    return result


def _looks(task: Task, wanted: Wanted) -> Iterator[int]:
    """After how many games the precision is looked at: seldom enough that looking often does not help it along."""
    grain = wanted.grain * len(task.players)
    games = float(_FIRST_LOOK)
    while (look := -(-round(games) // wanted.grain) * grain) <= wanted.games:
        yield look
        games = max(games * _NEXT_LOOK, games + wanted.grain)


def _precise(result: Result) -> bool:
    reached = result.wanted.until is not None and imprecision(result.tally) <= result.wanted.until
    if reached:
        result.end = "precise"
    return reached


def imprecision(tally: Tally) -> float:
    """The widest half interval of the headline numbers.

    Those are the length of the games relative to itself and the share of games that each seat wins; where two sides
    are compared, also the difference in both.
    """
    halves = [half for group in tally.groups.values() for half in _halves(group)]
    for pairs in tally.pairs.values():
        usual = tally.group(pairs.players).measures["decisions"].mean or 1.0
        halves += [pairs.measures["decisions"].error() / usual, *(wins.error() for wins in pairs.wins)]
    return max(halves, default=1.0)


def _halves(group: Group) -> Iterator[float]:
    decisions = group.measures["decisions"]
    yield decisions.error() / (decisions.mean or 1.0)
    for seat in group.seats:
        low, high = Sample(seat.wins, group.games).interval(normal())
        yield (high - low) / 2
