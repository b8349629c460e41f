"""Work that is spread over processes: in order, and without a trace or a wait where somebody presses Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from pnp.workers import Workers

PROGRAM = """
import os, signal, sys, time
from pathlib import Path
from pnp.workers import Workers

def begun(name):
    Path(name).touch()
    time.sleep(60)

if __name__ == "__main__":
    with Workers(2) as workers:
        results = workers.map(begun, ["one", "two", "three", "four"])
        time.sleep(float(sys.argv[1]))
        while float(sys.argv[1]) == 0 and not (Path("one").exists() and Path("two").exists()):
            time.sleep(0.01)
        os.killpg(0, signal.SIGINT)
        list(results)
"""


def test_results_come_in_order() -> None:
    with Workers(2) as workers:
        assert list(workers.map(abs, [-3, 2, -1])) == [3, 2, 1]
        assert list(workers.map(abs, [-4, 5])) == [4, 5]


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="there are no groups of processes")
# While the workers start, at two moments; and once both are at work.
@pytest.mark.parametrize("moment", ["0.04", "0.08", "0"])
def test_ctrl_c_ends_all_of_them_at_once_and_without_a_trace(tmp_path: Path, moment: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(PROGRAM, encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(program), moment], cwd=tmp_path, start_new_session=True, timeout=40,
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert ended.returncode == -signal.SIGINT  # nobody caught it here, so there is the trace of this process itself
    assert ended.stderr.count("Traceback") == ended.stderr.count("\nKeyboardInterrupt\n") == 1, ended.stderr
    started = {path.name for path in tmp_path.iterdir()} & {"one", "two", "three", "four"}
    assert started <= {"one", "two"}, "what waited must not begin"
