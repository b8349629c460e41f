"""Hands out the games of a specification chunk by chunk, to this process, to others or to a cluster."""

from __future__ import annotations

import pickle
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from time import perf_counter
from typing import Any

from pnp.errors import WorkersLost
from pnp.frozen import frozen
from pnp.playouts.specification import GameTable
from pnp.workers import Executor, OrderedResults

#: Seconds that a chunk should take: long enough to be worth the way, short enough to lose little of.
_ABOUT = 1.0
_FIRST = 4
_GROWTH = 8
_EACH = 2  # chunks handed out for each that can be under way


@frozen
class Chunk:
    """Games of a packed specification from index `first` to `end`, not included; `lines` asks for their rows."""

    specification: bytes
    first: int
    end: int
    lines: bool = False


@frozen
class ChunkResult:
    """What a chunk came to; `lines` are its rows as lines of JSON, and `seconds` how long it took."""

    first: int
    end: int
    tally: Any
    lines: bytes
    seconds: float


Play = Callable[[Chunk], ChunkResult]
"""Plays a chunk; a function at the top of a module, so that every process finds it."""


def play_chunk(chunk: Chunk) -> ChunkResult:
    """Plays a chunk in this process."""
    begun = perf_counter()
    tally, lines = _table(chunk.specification).play(chunk.first, chunk.end, chunk.lines)
    return ChunkResult(chunk.first, chunk.end, tally, lines, perf_counter() - begun)


@lru_cache(maxsize=2)
def _table(specification: bytes) -> GameTable:
    """The games laid out; a process is handed one chunk of them after the other."""
    table: GameTable = pickle.loads(specification).lay()
    return table


class Scheduler:
    """The games of a packed specification from index `start` to `end`, whose results come back in their order.

    Chunks are multiples of `grain`, and none goes beyond one of the `stops`, so that what was added up by then can be
    looked at. A worker that dies costs another try; WorkersLost after several in a row, and from a worker that plays
    other games than it was asked to.
    """

    def __init__(
        self, specification: bytes, executor: Executor, start: int, end: int, *, play: Play = play_chunk,
        lines: bool = False, grain: int = 1, stops: Sequence[int] = (),
    ) -> None:  # fmt: skip
        self._specification = specification
        self._executor = executor
        self._next = start
        self._end = end
        self._lines = lines
        self._grain = grain
        self._stops = deque(stop for stop in stops if stop > start)
        self._size = _FIRST * grain
        self._handed: OrderedResults[Chunk, ChunkResult] = OrderedResults(executor, play)

    def results(self) -> Iterator[ChunkResult]:
        """The result of every chunk, first index first."""
        while True:
            ahead = _EACH * self._executor.size if self._executor.size > 1 else 1
            while self._next < self._end and len(self._handed) < ahead:
                self._hand_out()
            if not self._handed:
                return
            chunk, result = self._handed.oldest()
            if (result.first, result.end) != (chunk.first, chunk.end):
                raise WorkersLost(f"games {chunk.first} to {chunk.end - 1} came back as others")
            # The next chunks are as large as takes about a second, going by this one.
            wanted = (result.end - result.first) * _ABOUT / max(result.seconds, 1e-6)
            self._size = self._whole(min(int(wanted), self._size * _GROWTH))
            yield result

    def _hand_out(self) -> None:
        while self._stops and self._stops[0] <= self._next:
            self._stops.popleft()
        # Towards the end chunks become smaller, so that no worker is left alone with a large one.
        fair = self._whole((self._end - self._next) // (_EACH * self._executor.size))
        end = min(self._next + min(self._size, fair), self._end, *self._stops)
        self._handed.hand(Chunk(self._specification, self._next, end, self._lines))
        self._next = end

    def _whole(self, games: int) -> int:
        """So many games in whole grains, at least one."""
        return max(1, -(-games // self._grain)) * self._grain
