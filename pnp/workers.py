"""Functions and their arguments in, results in order out: in this process, or spread over several."""

from __future__ import annotations

import os
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
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            self._pool = ProcessPoolExecutor(self._jobs, mp_context=get_context("spawn"), initializer=_end_with_parent)
        return self._pool.map(function, waiting)


def _end_with_parent() -> None:
    """Ends a worker as soon as the process that started it is gone, however that ended."""
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    parent = parent_process()
    if parent is not None:
        Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True).start()
