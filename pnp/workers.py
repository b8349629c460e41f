"""Functions and their arguments in, results in order out: in this process, or spread over several."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

Argument = TypeVar("Argument")
Result = TypeVar("Result")


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
        return self._pool.map(function, waiting)


def process_pool(jobs: int, uninterrupted: bool = False) -> ProcessPoolExecutor:
    """A pool of so many processes that end with this one; `uninterrupted` ones leave Ctrl-C to it."""
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    return ProcessPoolExecutor(jobs, get_context("spawn"), _end_with_parent, (uninterrupted,))


def _end_with_parent(uninterrupted: bool) -> None:
    """Ends a worker as soon as the process that started it is gone, however that ended."""
    if uninterrupted:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    if parent is not None:
        Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True).start()
