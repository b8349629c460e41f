"""Ctrl-C at any moment of a command: it ends with 130 and a sentence at most, and leaves nothing behind."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no signals to send")
Start = Callable[..., subprocess.Popen[str]]

# Moments are counted by calls of functions, and not by the clock: the same ones on every machine, however busy it is.
PROGRAM = """
import atexit, os, signal, sys
from pnp.__main__ import main

if __name__ == "__main__":
    def count(frame, event, argument, calls=[0], wanted=int(sys.argv.pop(1))):
        calls[0] += 1
        if calls[0] == wanted:
            os.kill(os.getpid(), signal.SIGINT)

    atexit.register(lambda: print("calls", *count.__defaults__[0], file=sys.stderr))
    sys.setprofile(count)
    main()
"""
SAID = "interrupted; what was not finished was not written"
#: By then the process has taken over from Python, which would print a trace of its own.
FIRST = 40


class Interrupted:
    """A command that is interrupted at one of its calls."""

    def __init__(self, folder: Path, start: Start, words: list[str]) -> None:
        self._program = folder / "program.py"
        self._program.write_text(PROGRAM, encoding="utf-8")
        self._folder, self._start, self._words = folder, start, words
        _, said = self._ended(0)
        self.calls = int(said.split()[-1])

    def at(self, call: int) -> None:
        code, said = self._ended(call)
        assert code in (130, -signal.SIGINT), (call, code, said)
        usual = ("calls ", SAID, "interrupted: ", "out/", "output/")
        assert not [line for line in said.splitlines() if line and not line.startswith(usual)], (call, said)
        assert not [path for path in self._folder.rglob(".pnp-*") if path.name != ".pnp-lock"], call

    def _ended(self, call: int) -> tuple[int, str]:
        command = [sys.executable, self._program, call, *self._words]
        process = self._start(*command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=self._folder)
        _, said = process.communicate(timeout=120)
        return process.returncode, said


def test_ctrl_c_at_any_moment_leaves_no_trace(tmp_path: Path, start: Start) -> None:
    listing = Interrupted(tmp_path, start, ["list"])
    rng = random.Random(13)
    for call in (FIRST, *(rng.randrange(FIRST, listing.calls) for _ in range(3)), listing.calls - 5):
        listing.at(call)


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("words", "times"),
    [
        (["list"], 100),
        (["show", "whispers"], 60),
        (["build", "whispers", "--only", "markers", "--force", "--out", "out"], 60),
        (["build", "whispers", "--only", "markers", "--format", "png", "--dpi", "40", "--jobs", "2", "--force"], 40),
        (["validate", "whims", "--games", "40", "--jobs", "2"], 20),
        (["simulate", "whims", "--games", "40", "--jobs", "2"], 20),
    ],
)
def test_ctrl_c_at_many_moments_of_many_commands(tmp_path: Path, start: Start, words: list[str], times: int) -> None:
    command = Interrupted(tmp_path, start, words)
    for step in range(times):
        command.at(FIRST + (command.calls - FIRST) * step // times)


DROPPED = """
import signal, time
from pnp.cli.process import Signals

class Cleared:
    def __del__(self):
        signal.raise_signal(signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # which may be ignored where the tests are started
with Signals() as signals:
    try:
        Cleared()
        time.sleep(20)
    except KeyboardInterrupt:
        print(signals.code)
"""


def test_an_interrupt_that_python_drops_comes_again() -> None:
    ended = subprocess.run([sys.executable, "-c", DROPPED], capture_output=True, text=True, timeout=60)
    assert (ended.stdout, ended.stderr, ended.returncode) == ("130\n", "", 0)


def test_an_interrupt_before_anything_is_read_leaves_no_trace(tmp_path: Path, start: Start) -> None:
    (tmp_path / "click.py").write_text("import os, signal; os.kill(os.getpid(), signal.SIGINT)\n", encoding="utf-8")
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); from pnp.__main__ import main; main()"
    process = start(sys.executable, "-c", program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.communicate(timeout=60) == ("", "") and process.returncode == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_second_signal_ends_at_once(start: Start, number: signal.Signals) -> None:
    program = """if True:
        import time
        from pnp.cli.process import Signals
        with Signals():
            try:
                print("begun", flush=True)
                time.sleep(60)
            finally:
                print("ending", flush=True)
                time.sleep(60)
    """
    process = start(sys.executable, "-c", program, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == "begun\n"
    process.send_signal(number)
    assert process.stdout.readline() == "ending\n"
    process.send_signal(number)
    assert process.wait(timeout=30) == -number


@pytest.mark.slow
def test_what_was_started_in_the_background_is_not_interrupted(tmp_path: Path, start: Start) -> None:
    words = [sys.executable, "-m", "pnp", "simulate", "whims", "--games", "60", "--jobs", "2", "--players", "2"]
    shell = 'trap "" INT; exec "$@"'
    process = start(
        "sh", "-c", shell, "sh", *words, "--resume", tmp_path / "games", stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while not (tmp_path / "games").exists():
        assert process.poll() is None
    process.send_signal(signal.SIGINT)
    said, errors = process.communicate(timeout=120)
    assert process.returncode == 0 and "60 games" in said and not errors
