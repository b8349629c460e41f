"""Hands out the games of a specification chunk by chunk: to this process, to others, or to a Dask cluster.

What is finished can be kept in a file, from which the games go on another time (`Checkpoint`).
"""

from __future__ import annotations

import json
import logging
import os
import pickle
import re
import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import IO, Any, TypeVar

from pnp import __version__
from pnp.definition.findings import quoted
from pnp.errors import Finding, InputInvalid, OutputError, PnpError, UsageError, WorkersLost, missing
from pnp.frozen import frozen
from pnp.playouts.specification import GameTable
from pnp.playouts.tally import GameRow, Tally, row_of
from pnp.sources import parse_json
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

FORMAT = "pnp-games/1"
_LONGEST_LINE = 1 << 20
"""Bytes of a line; what is longer is none of ours."""
_BEGINS = f'{{"format": "{FORMAT}"'.encode()


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
    tally, lines = table_of(chunk.specification).play(chunk.first, chunk.end, chunk.lines)
    return ChunkResult(chunk.first, chunk.end, tally, lines, perf_counter() - begun)


@lru_cache(maxsize=2)
def table_of(specification: bytes) -> GameTable:
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


class Checkpoint:
    """A file of JSON Lines: a header that fixes every game, then a line for each game in the order of their indices."""

    def __init__(self, path: Path, header: Mapping[str, Any]) -> None:
        self.path = path
        self._header = json.loads(json.dumps({"format": FORMAT, **header}))
        self._file: IO[bytes] | None = None

    def __enter__(self) -> Checkpoint:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            with suppress(OSError):  # what cannot be written was told when it was added
                self._file.close()

    def open(self, sides: int) -> tuple[int, Tally]:
        """Opens the file, begun if need be: how many indices are finished in it, and what they add up to.

        UsageError where it holds other games, InputInvalid for a line that is no game; nothing of it has been changed
        then. What was cut off at its end, when the machine stopped in the middle of a line, is played again.
        """
        try:
            self._file = self._opened()
            finished, tally, good = self._read(sides)
            self._file.seek(good)
            self._file.truncate()
            if not good:
                self._file.write(self._first_line())
                self._file.flush()
        except OSError as failure:
            raise OutputError(f"{self.path}: cannot be written ({failure.strerror}); name another file") from failure
        return finished, tally

    def _opened(self) -> IO[bytes]:
        """The file, made if need be; a pipe or a device is neither opened nor waited for."""
        if os.path.exists(self.path) and not self.path.is_file():
            raise OutputError(f"{self.path}: is no plain file; name another with --resume")
        flags = os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        return os.fdopen(os.open(self.path, flags, 0o666), "r+b")

    def _first_line(self) -> bytes:
        return (json.dumps(self._header, ensure_ascii=False) + "\n").encode()

    def add(self, played: ChunkResult) -> None:
        """Keeps the rows of a chunk; they are in the file when this returns."""
        assert self._file is not None, "the file is open"
        try:
            self._file.write(played.lines)
            self._file.flush()
        except OSError as failure:
            raise OutputError(f"{self.path}: cannot be written ({failure.strerror}); free some space") from failure

    def rows(self) -> Iterator[GameRow]:
        """Every row that is kept, from the beginning."""
        with self.path.open(encoding="utf-8", newline="\n") as file:
            next(file)
            yield from map(row_of, file)

    def _read(self, sides: int) -> tuple[int, Tally, int]:
        """How many indices are whole, their tally, and where in the file they end."""
        assert self._file is not None, "the file is open"
        first = self._file.readline(_LONGEST_LINE)
        if not first.endswith(b"\n"):
            begun = first.startswith(_BEGINS) and self._first_line().startswith(first)
            if first and not begun:
                raise self._invalid(1, f"the first line is not the header of a file of games ({FORMAT})")
            return 0, Tally(), 0
        self._same(first)
        tally, finished, good = Tally(), 0, self._file.tell()
        games = ((index, list(lines)) for index, lines in groupby(self._lines(), key=lambda found: found[0].game))
        for index, found in games:
            if len(found) < sides and next(games, None) is None:
                break
            if index != finished or [row.side for row, _ in found] != list(range(sides)):
                raise self._invalid(finished * sides + 2, f"game {finished} was to follow, and it is game {index}")
            tally.add(row for row, _ in found)
            finished, good = finished + 1, found[-1][1]
        return finished, tally, good

    def _lines(self) -> Iterator[tuple[GameRow, int]]:
        """Every whole row, and where its line ends."""
        assert self._file is not None, "the file is open"
        file = self._file
        end = file.tell()
        for number, line in enumerate(iter(lambda: file.readline(_LONGEST_LINE), b""), 2):
            if len(line) == _LONGEST_LINE:
                raise self._invalid(number, "the line is longer than any game is")
            if not line.endswith(b"\n") and line.startswith(b"["):
                return
            end += len(line)
            try:
                yield row_of(line.decode()), end
            except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
                raise self._invalid(number, "the line is no finished game") from None

    def _same(self, line: bytes) -> None:
        try:
            found = parse_json(line, _LONGEST_LINE)
        except ValueError:
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._invalid(1, f"the first line is not the header of a file of games ({FORMAT})")
        for name, value in self._header.items():
            if found.get(name) != value:
                was, now = (quoted(json.dumps(each, ensure_ascii=False)) for each in (found.get(name), value))
                raise UsageError(
                    f"--resume {self.path}: its games were played with {name} {was}, and now it is {now}; "
                    "ask for the same again or name another file"
                )

    def _invalid(self, line: int, what: str) -> InputInvalid:
        message = f"{what}; name another file with --resume, or delete this one to begin anew"
        return InputInvalid([Finding("error", "games-file", f"{self.path}:{line}", message)])
