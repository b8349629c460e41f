"""Work that is spread over processes: results in order, whoever dies meanwhile, and none outlives this process."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

from pnp.errors import WorkersLost

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing.connection import Connection

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_INTERRUPTS = (signal.SIGINT,)
_DEATHS = 3


class Crew(Protocol):
    """Does work, `size` pieces of it at a time."""

    size: int
    lost: tuple[type[BaseException], ...]

    def hand(self, function: Callable[[Argument], Result], argument: Argument) -> Future[Result]:
        """Hands work over; its result comes later, or one of `lost` where its worker died."""

    def wait(self, result: Future[Result]) -> Result:
        """The result, once it is there; raises what became of it instead."""

    def renew(self) -> None:
        """Makes good for workers that died."""

    def close(self, at_once: bool) -> None:
        """Ends the work; `at_once` gives up what is under way."""


class Alone:
    """This process, one piece of work at a time."""

    size = 1
    lost: tuple[type[BaseException], ...] = ()

    def hand(self, function: Callable[[Argument], Result], argument: Argument) -> Future[Result]:
        done: Future[Result] = Future()
        done.set_result(function(argument))
        return done

    def wait(self, result: Future[Result]) -> Result:
        return result.result()

    def renew(self) -> None:
        pass

    def close(self, at_once: bool) -> None:
        pass


class Pool:
    """As many processes on this machine as asked for, started at the first work; Ctrl-C is left to this process."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor,)

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool: ProcessPoolExecutor | None = None
        self._lifeline: Connection | None = None

    def hand(self, function: Callable[[Argument], Result], argument: Argument) -> Future[Result]:
        """As for any crew; WorkersLost where the system starts no process."""
        try:
            with born_quiet():
                return self._started().submit(function, argument)
        except BrokenExecutor as broken:
            failed: Future[Result] = Future()
            failed.set_exception(broken)
            return failed
        except (OSError, ImportError, NotImplementedError) as failure:  # the last two: a system without semaphores
            raise WorkersLost(f"no process can be started to work in ({failure}); use --jobs 1") from failure

    def wait(self, result: Future[Result]) -> Result:
        return result.result()

    def renew(self) -> None:
        self.close(at_once=True)

    def close(self, at_once: bool) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=not at_once, cancel_futures=True)
        if self._lifeline is not None:
            self._lifeline.close()
        self._pool = self._lifeline = None

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            # A new process would first look for its modules in the working folder, which may be a deck's.
            os.environ["PYTHONSAFEPATH"] = "1"
            context = get_context("spawn")
            end, self._lifeline = context.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(self.size, context, _end_with_lifeline, (end,))
        return self._pool


class OrderedResults(Generic[Argument, Result]):
    """Work that is handed to a crew, oldest first.

    What a worker takes with it as it dies is handed out anew; WorkersLost after several deaths without a result.
    """

    def __init__(self, crew: Crew, function: Callable[[Argument], Result]) -> None:
        self._crew = crew
        self._function = function
        self._handed: deque[tuple[Argument, Future[Result]]] = deque()

    def __len__(self) -> int:
        return len(self._handed)

    def hand(self, argument: Argument) -> None:
        self._handed.append((argument, self._crew.hand(self._function, argument)))

    def oldest(self) -> tuple[Argument, Result]:
        """What was handed out first, and its result; it is waited for no more."""
        deaths = 0
        while True:
            argument, future = self._handed[0]
            try:
                result = self._crew.wait(future)
            except self._crew.lost as loss:
                deaths += 1
                if deaths > _DEATHS:
                    raise WorkersLost(
                        f"processes died {deaths} times over the same work ({type(loss).__name__}), by a signal or for "
                        "lack of memory; try again with --jobs 1, or ask for less at a time"
                    ) from loss
                self._hand_anew()
                continue
            self._handed.popleft()
            return argument, result

    def _hand_anew(self) -> None:
        self._crew.renew()
        for _ in range(len(self._handed)):
            argument, future = self._handed.popleft()
            lost = not future.done() or future.cancelled() or isinstance(future.exception(), self._crew.lost)
            self._handed.append((argument, self._crew.hand(self._function, argument) if lost else future))


class Workers:
    """At most `jobs` processes, started at the first heavy work; results never depend on their number."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool = Pool(jobs)

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._pool.close(at_once=kind is not None)

    def map(self, function: Callable[[Argument], Result], arguments: Iterable[Argument]) -> Iterator[Result]:
        """The results in the order of the arguments; function and arguments must be picklable."""
        waiting = list(arguments)
        if self._jobs == 1 or len(waiting) < 2:
            return map(function, waiting)
        results = OrderedResults(self._pool, function)
        for argument in waiting:
            results.hand(argument)
        return (results.oldest()[1] for _ in waiting)


@contextmanager
def born_quiet() -> Iterator[None]:
    """For handing work to a pool: Ctrl-C waits meanwhile, and for ever in processes that are started for the work.

    A process that met it while it imports what it needs would print a trace.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing.resource_tracker import ensure_running

    ensure_running()  # where it starts later, it lets everything through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_lifeline(lifeline: Any) -> None:
    """Ends a worker as soon as the other end of its lifeline is closed, or the process that held it is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from multiprocessing.connection import wait
    from threading import Thread

    Thread(target=lambda: (wait([lifeline]), os._exit(1)), daemon=True).start()
