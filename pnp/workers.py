"""Work that is spread over processes: results in order, whoever dies meanwhile, and none outlives this process."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from dataclasses import field
from traceback import format_exception
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar, cast

from pnp.errors import WorkersLost
from pnp.frozen import mutable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

Argument = TypeVar("Argument")
Result = TypeVar("Result")

_INTERRUPTS = (signal.SIGINT,)
_DEATHS = 3


class Executor(Protocol):
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


class WorkerDied(Exception):
    """A process ended in the middle of its work: it was killed, or the memory was not enough for it."""


@mutable
class _Task:
    function: Callable[[Any], Any]
    argument: Any
    result: Future[Any] = field(default_factory=Future)


@mutable
class _Worker:
    """A process, the line to it, and what it works on; it is `ready` once it has said so."""

    process: BaseProcess
    line: Connection
    task: _Task | None
    ready: bool = False


class Pool:
    """As many processes on this machine as asked for, each started for the work that it does first.

    All is done in the thread that waits. With the executor of the standard library, which hands on in threads of its
    own, a worker that is killed while another one is started can leave everybody waiting for ever.
    """

    lost: tuple[type[BaseException], ...] = (WorkerDied,)

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[_Worker] = []
        self._waiting: deque[_Task] = deque()

    def hand(self, function: Callable[[Argument], Result], argument: Argument) -> Future[Result]:
        """As for any executor; WorkersLost where the system starts no process."""
        self._listen(0)
        task = _Task(function, argument)
        free = next((worker for worker in self._workers if worker.task is None), None)
        if free is not None:
            self._give(free, task)
        elif len(self._workers) < self.size:
            self._start(task)
        else:
            self._waiting.append(task)
        return task.result

    def wait(self, result: Future[Result]) -> Result:
        while not result.done():
            self._listen(None)
        return result.result()

    def renew(self) -> None:
        """Nothing: another worker is started in the place of one that died as soon as there is work for it."""

    def close(self, at_once: bool) -> None:
        workers, self._workers = self._workers, []
        for worker in workers:
            if at_once:
                worker.process.kill()
            worker.line.close()
        for worker in workers:
            worker.process.join()

    def _start(self, task: _Task) -> None:
        from multiprocessing import get_context

        # A new process would first look for its modules in the working folder, which may be a deck's.
        os.environ["PYTHONSAFEPATH"] = "1"
        context: Any = get_context("fork" if _may_fork() else "spawn")
        try:
            ours, theirs = context.Pipe()
            # A copy of this process has the other ends too, and would keep the lines from ever ending.
            inherited = [ours, *(worker.line for worker in self._workers)] if _may_fork() else []
            process = context.Process(target=_serve, args=(theirs, inherited, gc.get_threshold()[0]), daemon=True)
            with _born_quiet():
                process.start()
        except OSError as failure:
            raise WorkersLost(f"no process can be started to work in ({failure}); use --jobs 1") from failure
        theirs.close()  # or the end of the worker would not be heard
        self._workers.append(_Worker(process, ours, task))

    def _give(self, worker: _Worker, task: _Task) -> None:
        worker.task = task
        if not worker.ready:
            return
        try:
            worker.line.send((task.function, task.argument))
        except OSError:
            pass  # it has died, as its line is about to tell
        except Exception as fault:  # what cannot be sent to any worker
            worker.task = None
            task.result.set_exception(fault)

    def _listen(self, seconds: float | None) -> None:
        """Waits at most so long for what workers have to say, and hears all of it."""
        from multiprocessing.connection import wait

        lines = {worker.line: worker for worker in self._workers}
        for line in wait(list(lines), seconds):
            self._hear(lines[cast("Connection", line)])

    def _hear(self, worker: _Worker) -> None:
        try:
            done, said = worker.line.recv()
        except (EOFError, OSError):
            self._bury(worker)
            return
        except Exception as fault:  # what the worker sent cannot be made sense of here
            done, said = False, fault
        task, worker.task = worker.task, None
        if not worker.ready:
            worker.ready = True
        elif task is not None:
            (task.result.set_result if done else task.result.set_exception)(said)
            task = self._waiting.popleft() if self._waiting else None
        if task is not None:
            self._give(worker, task)

    def _bury(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.line.close()
        worker.process.join()
        if worker.task is not None:
            worker.task.result.set_exception(WorkerDied(f"exit code {worker.process.exitcode}"))
        if self._waiting:
            self._start(self._waiting.popleft())


class OrderedResults(Generic[Argument, Result]):
    """Work that is handed to an executor, oldest first.

    What a worker takes with it as it dies is handed out anew; WorkersLost after several deaths without a result.
    """

    def __init__(self, executor: Executor, function: Callable[[Argument], Result]) -> None:
        self._executor = executor
        self._function = function
        self._handed: deque[tuple[Argument, Future[Result]]] = deque()

    def __len__(self) -> int:
        return len(self._handed)

    def hand(self, argument: Argument) -> None:
        self._handed.append((argument, self._executor.hand(self._function, argument)))

    def oldest(self) -> tuple[Argument, Result]:
        """What was handed out first, and its result; it is waited for no more."""
        deaths = 0
        while True:
            argument, future = self._handed[0]
            try:
                result = self._executor.wait(future)
            except self._executor.lost as loss:
                deaths += 1
                if deaths > _DEATHS:
                    raise WorkersLost(
                        f"processes died {deaths} times over the same work ({loss or type(loss).__name__}); were they "
                        "killed, or short of memory? Try again with --jobs 1, or ask for less at a time"
                    ) from loss
                self._hand_anew()
                continue
            self._handed.popleft()
            return argument, result

    def _hand_anew(self) -> None:
        self._executor.renew()
        for _ in range(len(self._handed)):
            argument, future = self._handed.popleft()
            lost = future.done() and (future.cancelled() or isinstance(future.exception(), self._executor.lost))
            self._handed.append((argument, self._executor.hand(self._function, argument) if lost else future))


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

    def executor(self, pieces: int) -> Executor:
        """What does so many pieces of work: this process where there is but one, or nobody to share them with."""
        return Alone() if self._jobs == 1 or pieces < 2 else self._pool

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
def _born_quiet() -> Iterator[None]:
    """For starting a process: Ctrl-C waits meanwhile, and for ever in the process that is started.

    It would print a trace if it met it while it imports what it needs.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    if not _may_fork():
        from multiprocessing.resource_tracker import ensure_running

        ensure_running()  # where it starts later, it lets everything through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _INTERRUPTS)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _may_fork() -> bool:
    """Whether a worker can begin as a copy of this process, with all that it has imported and read.

    A copy of a process with several threads may wait for ever for what another of them held, and on systems other
    than Linux libraries of the system do not bear being copied.
    """
    try:
        return sys.platform == "linux" and len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _serve(line: Connection, inherited: Sequence[Connection], young_objects: int) -> None:
    """What a worker does: one piece of work after the other, until its line is closed or its parent is gone.

    It closes what it has `inherited` of its parent's lines, and looks for circles among objects as seldom.
    """
    from multiprocessing import parent_process
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for other in inherited:
        other.close()
    gc.set_threshold(young_objects)
    parent = parent_process()
    if parent is not None:
        Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True).start()
    with suppress(EOFError, OSError):
        line.send((True, None))
        while True:
            packed = line.recv_bytes()
            answer = _answer(packed)
            try:
                line.send(answer)
            except OSError:
                raise
            except Exception as fault:  # a result that cannot be sent
                line.send((False, RuntimeError(f"{type(fault).__name__}: {fault}")))


def _answer(packed: bytes) -> tuple[bool, Any]:
    """Whether a piece of work is done, and its result or what went wrong."""
    try:
        function, argument = pickle.loads(packed)
        return True, function(argument)
    except Exception as fault:
        fault.add_note("".join(format_exception(fault)))  # for --debug: the trace does not come along
        return False, fault
    except BaseException as fault:  # whatever asks this process to end does not ask the other one
        return False, RuntimeError(f"{type(fault).__name__}: {fault}")
