"""Hands out the games of a specification chunk by chunk: to this process, to others, or to a Dask cluster."""

from __future__ import annotations

import logging
import pickle
import re
import socket
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from functools import lru_cache
from time import perf_counter
from typing import Any, TypeVar

from pnp import __version__
from pnp.errors import PnpError, UsageError, WorkersLost, missing
from pnp.frozen import frozen
from pnp.playouts.specification import GameTable
from pnp.workers import Executor, OrderedResults

#: Seconds that a chunk should take: long enough to be worth the way, short enough to lose little of.
_ABOUT = 1.0
_FIRST = 4
_GROWTH = 8
_EACH = 2  # chunks handed out for each that can be under way
Argument = TypeVar("Argument")
Result = TypeVar("Result")

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?\[?([^\s/]+?)\]?:(\d{1,5})/?")
_CONNECT = 10.0
"""Seconds for a scheduler to answer."""

_PATIENCE = 20.0
"""Seconds without an answer after which a cluster is asked whether it still has workers."""


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


class Cluster:
    """The workers of a Dask cluster, which must have the same version of pnp installed.

    Dask keeps a log of its own of what goes wrong, with traces; here that ends in WorkersLost, so it keeps quiet.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError as failure:
            raise missing(failure) from None
        logging.disable(logging.CRITICAL)
        self.lost: tuple[type[BaseException], ...] = (CancelledError, distributed.scheduler.KilledWorker)
        self._address = address
        try:
            _reach(address)  # a client of Dask that is refused a connection has more to say as it is cleared away
            self._client: Any = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError) as failure:
            raise WorkersLost(
                f"--cluster: no scheduler answers at '{address}' ({failure}); start one: dask scheduler"
            ) from failure
        with self._answering():
            self._executor = self._client.get_executor(pure=False)
        self.size = self._threads()
        self._check()

    def hand(self, function: Callable[[Argument], Result], argument: Argument) -> Future[Result]:
        with self._answering():
            handed: Future[Result] = self._executor.submit(function, argument)
        return handed

    def wait(self, result: Future[Result]) -> Result:
        while True:
            try:
                return result.result(_PATIENCE)
            except TimeoutError:
                self._threads()

    def renew(self) -> None:
        self._threads()

    def close(self, at_once: bool) -> None:
        with suppress(Exception):  # a scheduler that is gone cannot be taken leave of
            self._executor.shutdown(wait=not at_once)
            self._client.close(_PATIENCE)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """WorkersLost where the scheduler does not answer any more; Dask raises whatever comes."""
        try:
            yield
        except (PnpError, ImportError):
            raise
        except Exception as failure:
            raise WorkersLost(
                f"the scheduler of the cluster at {self._address} is gone ({type(failure).__name__}); start it again, "
                "and with --resume FILE what was finished is kept"
            ) from failure

    def _threads(self) -> int:
        """How many chunks the cluster plays at a time; WorkersLost where it has no workers."""
        with self._answering():
            if self._client.status != "running":
                raise ConnectionError("the connection is lost")
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise WorkersLost(f"the cluster at {self._address} has no workers; start one: dask worker {self._address}")
        return sum(int(worker["nthreads"]) for worker in workers.values())

    def _check(self) -> None:
        """UsageError for workers that cannot play the same games."""
        try:
            with self._answering():
                versions = self._client.run(own_version)
        except ImportError as failure:
            raise UsageError(f"--cluster: a worker lacks pnp ({failure}); install it there as well") from failure
        for worker, version in versions.items():
            if version != __version__:
                raise UsageError(f"--cluster: {worker} has pnp {version}, and this is {__version__}; install the same")


def _reach(address: str) -> None:
    """UsageError for what is no address; OSError or ValueError where nobody answers there."""
    found = _ADDRESS.fullmatch(address)
    if found is None or int(found[2]) > 65535:
        raise UsageError(f"--cluster: '{address}' is no address; name a scheduler, such as tcp://127.0.0.1:8786")
    socket.create_connection((found[1], int(found[2])), _CONNECT).close()


def own_version() -> str:
    """The version of pnp where this is called."""
    return __version__
