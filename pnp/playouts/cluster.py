"""Where chunks are played, besides this process and others on this machine: on the workers of a Dask cluster."""

from __future__ import annotations

import logging
import re
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from pnp import __version__
from pnp.errors import PnpError, UsageError, WorkersLost, missing

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_ADDRESS = re.compile(r"(?:(?:tcp|tls|ws|wss)://)?\[?([^\s/]+?)\]?:(\d{1,5})/?")
_CONNECT = 10.0
"""Seconds for a scheduler to answer."""

_PATIENCE = 20.0
"""Seconds without an answer after which a cluster is asked whether it still has workers."""


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
