"""Where stretches are played: in this process, in a pool of processes, or on the workers of a Dask cluster."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool, ProcessPoolExecutor
from typing import Any, Protocol

from pnp import __version__
from pnp.errors import PnpError, UsageError
from pnp.simulation.playing import Share, Stretch
from pnp.workers import born_quiet, process_pool

Play = Callable[[Stretch], Share]
"""Plays a stretch; a function at the top of a module, so that every process finds it."""

_CONNECT = 10.0
"""Seconds for a scheduler to answer."""

_PATIENCE = 20.0
"""Seconds without an answer after which a cluster is asked whether it still has workers."""


class WorkersLost(PnpError):
    """Processes that play died again and again, or a cluster has none left."""

    exit_code = 70


class Crew(Protocol):
    """Plays stretches, `size` of them at a time."""

    size: int
    lost: tuple[type[BaseException], ...]

    def hand(self, play: Play, stretch: Stretch) -> Future[Share]:
        """Hands a stretch over; its share comes later, or one of `lost` where its worker died."""

    def wait(self, share: Future[Share]) -> Share:
        """The share, once it is there; raises what became of it instead."""

    def renew(self) -> None:
        """Makes good for workers that died."""

    def close(self, at_once: bool) -> None:
        """Ends the work; `at_once` gives up what is under way."""


class Alone:
    """This process, one stretch at a time."""

    size = 1
    lost: tuple[type[BaseException], ...] = ()

    def hand(self, play: Play, stretch: Stretch) -> Future[Share]:
        done: Future[Share] = Future()
        done.set_result(play(stretch))
        return done

    def wait(self, share: Future[Share]) -> Share:
        return share.result()

    def renew(self) -> None:
        pass

    def close(self, at_once: bool) -> None:
        pass


class Pool:
    """As many processes on this machine as asked for, started at the first stretch."""

    lost: tuple[type[BaseException], ...] = (BrokenProcessPool,)

    def __init__(self, size: int) -> None:
        self.size = size
        self._pool: ProcessPoolExecutor | None = None

    def hand(self, play: Play, stretch: Stretch) -> Future[Share]:
        if self._pool is None:
            self._pool = process_pool(self.size)
        try:
            with born_quiet():
                return self._pool.submit(play, stretch)
        except BrokenProcessPool as broken:
            failed: Future[Share] = Future()
            failed.set_exception(broken)
            return failed

    def wait(self, share: Future[Share]) -> Share:
        return share.result()

    def renew(self) -> None:
        self.close(at_once=True)

    def close(self, at_once: bool) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=not at_once, cancel_futures=True)
        self._pool = None


class Cluster:
    """The workers of a Dask cluster, which must have the same version of pnp installed."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise UsageError(
                "--cluster: Dask is not installed; install it with: pip install 'pnp-tabletop[cluster]'"
            ) from None
        self.lost: tuple[type[BaseException], ...] = (CancelledError, distributed.scheduler.KilledWorker)
        self._address = address
        try:
            self._client: Any = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except (OSError, ValueError) as failure:
            raise UsageError(
                f"--cluster: no scheduler answers at '{address}' ({failure}); name one such as tcp://127.0.0.1:8786"
            ) from failure
        self._executor = self._client.get_executor(pure=False)
        self.size = self._threads()
        self._check()

    def hand(self, play: Play, stretch: Stretch) -> Future[Share]:
        handed: Future[Share] = self._executor.submit(play, stretch)
        return handed

    def wait(self, share: Future[Share]) -> Share:
        while True:
            try:
                return share.result(_PATIENCE)
            except TimeoutError:
                self._threads()

    def renew(self) -> None:
        self._threads()

    def close(self, at_once: bool) -> None:
        self._executor.shutdown(wait=not at_once)
        self._client.close()

    def _threads(self) -> int:
        """How many stretches the cluster plays at a time; WorkersLost where it has no workers."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"]
        if not workers:
            raise WorkersLost(f"the cluster at {self._address} has no workers; start one: dask worker {self._address}")
        return sum(int(worker["nthreads"]) for worker in workers.values())

    def _check(self) -> None:
        """UsageError for workers that cannot play the same games."""
        try:
            versions = self._client.run(own_version)
        except ImportError as failure:
            raise UsageError(f"--cluster: a worker lacks pnp ({failure}); install it there as well") from failure
        for worker, version in versions.items():
            if version != __version__:
                raise UsageError(f"--cluster: {worker} has pnp {version}, and this is {__version__}; install the same")


def own_version() -> str:
    """The version of pnp where this is called."""
    return __version__
