"""Work that is spread over processes: in order, and without a trace or a wait where somebody presses Ctrl-C."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from pnp.errors import Finding, InputInvalid, WorkersLost
from pnp.workers import Pool, Workers

PROGRAM = """
import os, signal, sys, time
from pathlib import Path
from threading import Thread
from pnp.workers import Workers

def interrupted_at_work():
    while not (Path("one").exists() and Path("two").exists()):
        time.sleep(0.01)
    os.killpg(0, signal.SIGINT)

def begun(name):
    Path(name).touch()
    time.sleep(60)

if __name__ == "__main__":
    with Workers(2) as workers:
        results = workers.map(begun, ["one", "two", "three", "four"])
        time.sleep(float(sys.argv[1]))
        if float(sys.argv[1]) == 0:
            Thread(target=interrupted_at_work, daemon=True).start()
        else:
            os.killpg(0, signal.SIGINT)
        list(results)
"""


ORPHANS = """
import os, sys, time
from pathlib import Path
from threading import Thread
from pnp.workers import Workers

def begun(name):
    Path(name).touch()
    time.sleep(60)

if __name__ == "__main__":
    if sys.argv[1] == "threads":  # so that workers begin anew, and not as copies of this process
        Thread(target=time.sleep, args=(60,), daemon=True).start()
    with Workers(2) as workers:
        list(workers.map(begun, ["one", "two"]))
"""


@pytest.mark.parametrize("with_threads", ["threads", "none"])
def test_workers_end_when_what_started_them_is_killed(
    tmp_path: Path, with_threads: str, start: Callable[..., subprocess.Popen[str]]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(ORPHANS, encoding="utf-8")
    started = start(sys.executable, program, with_threads, cwd=tmp_path, stdout=subprocess.PIPE)
    while not ((tmp_path / "one").exists() and (tmp_path / "two").exists()):
        assert started.poll() is None
        time.sleep(0.01)
    started.kill()
    started.communicate(timeout=20)  # until nobody has the other end of its standard output any more


def test_results_come_in_order() -> None:
    with Workers(2) as workers:
        assert list(workers.map(abs, [-3, 2, -1])) == [3, 2, 1]
        assert list(workers.map(abs, [-4, 5])) == [4, 5]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no groups of processes")
# While the workers start, at two moments; and once both are at work.
@pytest.mark.parametrize("moment", ["0.04", "0.08", "0"])
def test_ctrl_c_ends_all_of_them_at_once_and_without_a_trace(
    tmp_path: Path, moment: str, start: Callable[..., subprocess.Popen[str]]
) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    started = start(sys.executable, program, moment, cwd=tmp_path, stderr=subprocess.PIPE)
    _, said = started.communicate(timeout=40)
    assert started.returncode == -signal.SIGINT  # nobody caught it here, so there is the trace of this process itself
    assert said.count("Traceback") == said.count("\nKeyboardInterrupt\n") == 1, said
    begun = {path.name for path in tmp_path.iterdir()} & {"one", "two", "three", "four"}
    assert begun <= {"one", "two"}, "what waited must not begin"


def killed_once(mark: Path, number: int) -> int:
    """Twice the number; the process that is given 3 is killed the first time."""
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return 2 * number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_work_that_a_dead_worker_took_with_it_is_done_again(tmp_path: Path) -> None:
    with Workers(2) as workers:
        assert list(workers.map(partial(killed_once, tmp_path / "mark"), range(6))) == [0, 2, 4, 6, 8, 10]
        assert list(workers.map(abs, [-4, 5])) == [4, 5]
    assert (tmp_path / "mark").exists()


def refuses(number: int) -> int:
    if number == 2:
        raise SystemExit(0)
    raise InputInvalid([Finding("error", "code", "file:1", f"{number} is wrong")])


def gives_a_function(number: int) -> object:
    return lambda: number


def test_what_a_worker_raises_or_cannot_send_is_raised_here() -> None:
    with Workers(2) as workers:
        with pytest.raises(InputInvalid) as invalid:
            list(workers.map(refuses, [1, 2]))
        assert [finding.message for finding in invalid.value.findings] == ["1 is wrong"]
        with pytest.raises(RuntimeError, match="SystemExit: 0"):
            list(workers.map(refuses, [2, 1]))
        with pytest.raises(RuntimeError, match="pickle"):
            list(workers.map(gives_a_function, [2, 1]))
        with pytest.raises(Exception, match="pickle"):
            list(workers.map(lambda number: number, [2, 1]))
        assert list(workers.map(abs, [-4, 5, -6])) == [4, 5, 6]


def test_work_that_kills_every_worker_ends_with_a_sentence() -> None:
    with Workers(2) as workers, pytest.raises(WorkersLost, match="processes died 4 times over the same work") as lost:
        list(workers.map(killed, [1, 2]))
    assert lost.value.exit_code == 3


def test_a_system_that_starts_no_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr("multiprocessing.process.BaseProcess.start", refused)
    with pytest.raises(WorkersLost, match=r"no process can be started to work in .*; use --jobs 1"):
        Pool(2).hand(abs, -1)
