"""Long work in processes of its own, so that pages answer meanwhile: it tells how far it is, and can be cancelled."""

from __future__ import annotations

import os
import secrets
import signal
import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Literal

from pnp.errors import InputMissing, PnpError
from pnp.studio.events import Events
from pnp.studio.pages import Problem

State = Literal["running", "done", "failed", "cancelled"]
Tell = Callable[..., None]
"""Told how far the work is: the share that is done (None where nobody knows), what is worked on, and what is there
already, for a page to show."""
Work = Callable[..., Mapping[str, Any]]
"""A function at the top of a module: takes a Tell and what was asked for, and gives what a page shows at the end."""
_MOST_AT_ONCE, _MOST_KEPT = 3, 30
_GRACE = 4.0  # seconds that cancelled work has to put away what it has begun


class Job:
    """One piece of work: for which game, of what kind, what was asked, and what it has come to."""

    def __init__(self, game: str, kind: str, command: str) -> None:
        self.id = secrets.token_urlsafe(9)
        self.game, self.kind, self.command = game, kind, command
        self.state: State = "running"
        self.share: float | None = None
        self.told = "starting"
        self.shown: Mapping[str, Any] = {}
        self.problems: tuple[str, ...] = ()

    @property
    def percent(self) -> int | None:
        return None if self.share is None else round(100 * self.share)


class Jobs:
    """All jobs, the last ones first to be forgotten when there are many; every step is told to the pages."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._running: dict[str, Any] = {}
        self._lock = threading.Lock()

    def get(self, identifier: str) -> Job:
        job = self._jobs.get(identifier)
        if job is None:
            raise Problem(404, "This is not known here any more.")
        return job

    def last(self, game: str, *kinds: str) -> Job | None:
        """The job of that game and one of these kinds that was begun last."""
        return next((job for job in reversed(self._jobs.values()) if job.game == game and job.kind in kinds), None)

    def begin(
        self, job: Job, work: Work, asked: Mapping[str, Any], done: Callable[[Job], None] | None = None
    ) -> Job:  # fmt: skip
        """Begins the work in a process of its own; `done` is called once it is done, and not if it fails."""
        with self._lock:
            if len(self._running) >= _MOST_AT_ONCE:
                raise Problem(409, f"{_MOST_AT_ONCE} runs are going on; wait for one to end, or cancel it.")
            context = get_context("spawn")
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, work, dict(asked)), daemon=False)
            process.start()
            theirs.close()
            self._jobs[job.id] = job
            self._running[job.id] = process
            while len(self._jobs) > _MOST_KEPT:
                oldest = next(identifier for identifier in self._jobs if identifier not in self._running)
                del self._jobs[oldest]
        threading.Thread(target=self._follow, args=(job, process, ours, done), daemon=True).start()
        self._say(job)
        return job

    def cancel(self, job: Job) -> None:
        """Ends the work; what it has begun to write is put away, so that nothing is left half."""
        process = self._running.get(job.id)
        if process is None or job.state != "running":
            return
        job.state = "cancelled"
        job.told = "cancelled; nothing was written that was not whole"
        process.terminate()
        process.join(_GRACE)
        if process.is_alive():
            process.kill()

    def make_way(self, game: str, *kinds: str) -> None:
        """Ends what is going on of that game and these kinds: a page shows one run, and another takes its place."""
        for job in [self._jobs[identifier] for identifier in tuple(self._running)]:
            if job.game == game and job.kind in kinds:
                self.cancel(job)

    def close(self) -> None:
        """Ends all that is going on."""
        for identifier in tuple(self._running):
            self.cancel(self._jobs[identifier])

    def _follow(self, job: Job, process: Any, pipe: Connection, done: Callable[[Job], None] | None) -> None:
        try:
            while True:
                kind, share, told, shown = pipe.recv()
                if job.state != "running":
                    continue
                job.share, job.told = share, told
                job.shown = shown if shown is not None else job.shown
                if kind == "done":
                    job.state = "done"
                    if done is not None:
                        done(job)
                elif kind == "failed":
                    job.state, job.problems = "failed", tuple(told.splitlines())
                self._say(job)
        except (EOFError, OSError):
            pass
        process.join()
        if job.state == "running":
            job.state, job.problems = "failed", (f"it ended without a word (code {process.exitcode})",)
        with self._lock:
            self._running.pop(job.id, None)
        pipe.close()
        self._say(job)

    def _say(self, job: Job) -> None:
        self._events.tell(
            "job", id=job.id, game=job.game, kind=job.kind, state=job.state, percent=job.percent, told=job.told
        )


def _serve(pipe: Connection, work: Work, asked: Mapping[str, Any]) -> None:
    """The whole of the other process: the work, what it tells, and an end as soon as nobody listens any more."""
    threading.Thread(target=_end_with, args=(pipe,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the studio, which ends this process itself
    signal.signal(signal.SIGTERM, _stop)
    try:
        shown = work(lambda share, told, shown=None: pipe.send(("going", share, told, shown)), **asked)
        pipe.send(("done", 1.0, "done", dict(shown)))
    except PnpError as fault:
        pipe.send(("failed", None, str(fault), None))
    except MemoryError:
        pipe.send(("failed", None, str(InputMissing("there is not enough memory; ask for less at a time")), None))
    except OSError as failure:
        pipe.send(("failed", None, f"the system refuses it: {failure.strerror}", None))
    except KeyboardInterrupt:
        pass  # cancelled, as whoever cancelled it knows


def _stop(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def _end_with(pipe: Connection) -> None:
    try:
        pipe.recv()
    except (EOFError, OSError):
        os.kill(os.getpid(), signal.SIGTERM)
