"""Functions and their arguments in, results in order out: in this process, or spread over several."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_INTERRUPTS = (signal.SIGINT,)


class Workers:
    """At most `jobs` processes, started at the first heavy work; results never depend on their number."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=kind is None, cancel_futures=True)

    def map(self, function: Callable[[Argument], Result], arguments: Iterable[Argument]) -> Iterator[Result]:
        """The results in the order of the arguments; function and arguments must be picklable."""
        waiting = list(arguments)
        if self._jobs == 1 or len(waiting) < 2:
            return map(function, waiting)
        if self._pool is None:
            self._pool = process_pool(self._jobs)
        with born_quiet():
            return self._pool.map(partial(_interruptible, function), waiting)


@contextmanager
def born_quiet() -> Iterator[None]:
    """For handing work to a pool: Ctrl-C waits meanwhile, here and in processes that are started for the work.

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


def process_pool(jobs: int) -> ProcessPoolExecutor:
    """A pool of so many processes that end with this one and leave Ctrl-C to it; work is handed out `born_quiet`."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    # A new process would first look for its modules in the working folder, which may be a deck's.
    os.environ["PYTHONSAFEPATH"] = "1"
    return ProcessPoolExecutor(jobs, get_context("spawn"), _end_with_parent)


def _end_with_parent() -> None:
    """Ends a worker as soon as the process that started it is gone, however that ended; Ctrl-C is left to that one."""
    signal.signal(signal.SIGINT, _noted)
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    if parent is not None:
        Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True).start()
    if hasattr(signal, "pthread_sigmask"):
        # That thread was born with Ctrl-C blocked, so that it always reaches the one that works, and wakes it.
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _INTERRUPTS)


def _interruptible(function: Callable[[Argument], Result], argument: Argument) -> Result:
    """Runs a function in a worker: Ctrl-C breaks it off, and then whatever else was handed to this worker."""
    afterwards: Any = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        if afterwards is _broken_off:
            raise KeyboardInterrupt
        return function(argument)
    except KeyboardInterrupt:
        afterwards = _broken_off
        raise
    finally:
        signal.signal(signal.SIGINT, afterwards)


def _noted(number: int, frame: FrameType | None) -> None:
    """Ctrl-C in a worker that waits for work, which would print a trace: what it is handed from now on is not begun."""
    signal.signal(signal.SIGINT, _broken_off)


def _broken_off(number: int, frame: FrameType | None) -> None:
    """Hears of no further Ctrl-C."""
