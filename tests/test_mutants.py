"""Inputs that are wrong in some way end with a sentence and an exit code; and what would see it if they did not."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="cases are forked")

FAULTS = {
    "raise KeyError('x')": "exit 70, KeyError",
    "bytearray(2_000_000_000)": "exit 70, MemoryError",
    "sys.exit(7)": "exit 7",
    "sys.exit(1)": "exit 1 without a word",
    "os.abort()": "killed by SIGABRT",
    "while True: pass": "over 1 s of work",
    "time.sleep(60)": "over 2 s of waiting",
    "sys.stderr.write('Traceback (most recent call last):')": "says 'Traceback (most'",
    "sys.stderr.write('x.py:1: UserWarning: x')": "says 'UserWarning: '",
    "open('../beside.txt', 'w')": "writes ../beside.txt",
    "open('../outside/secret.txt')": "reads ../outside/secret.txt",
    "os.rename('mine.csv', '../mine.csv')": "writes ../x",
    "open('mine.csv', 'a').write('x')": "an input is changed or gone",
    "os.unlink('mine.csv')": "an input is changed or gone",
    "open('.x.pnp-part', 'w')": "leaves .x.pnp-part",
    "tempfile.mkstemp()": "leaves temporary files",
    "open('PWNED', 'w')": "runs what it reads",
    "os.system('true')": "os.system",
}
"""What a command might do, and how it is to be told."""

_TRY = """
import json, os, sys, tempfile, time
import pnp.cli
from mutation import trial
from mutation.scenes import Kind, Scene
trial.SECONDS = 1
scene = Scene({"mine.csv": b"a,b"}, ["mine.csv"], ["show mine"])
told = {}
for fault in json.loads(sys.argv[1]):
    trial.WAITING = 2 if "sleep" in fault else 150
    pnp.cli.main = lambda words, fault=fault: exec(fault)
    made = trial.Mutant(scene.files, ["show"], {}, scene)
    told[fault] = [what for what, _ in trial.tried(trial.Case("x", 0, 0), made, None).wrong]
print(json.dumps(told))
"""
_MAKE = """
import hashlib, os, sys, tempfile
from mutation.scenes import KINDS
from mutation.trial import Case, mutant, run_here
os.chdir(tempfile.mkdtemp(dir=sys.argv[1]))
for name in ("deck", "png", "font", "arguments"):
    kind = KINDS[name](run_here)
    for number in range(4):
        made = mutant(kind, Case(name, 1, number))
        print(name, number, made.words, hashlib.sha256(repr(sorted(made.files.items())).encode()).hexdigest())
"""


def _python(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {**os.environ, "PYTHONPATH": str(BENCHMARKS), **environment}
    return subprocess.run([sys.executable, *arguments], env=settings, capture_output=True, text=True)


def _mutants(folder: Path, *options: str) -> None:
    done = _python(str(BENCHMARKS / "mutants.py"), "--keep", str(folder), *options)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.sweep
def test_a_few_of_most_kinds_end_well(tmp_path: Path) -> None:
    """Kinds whose examples must be made by pnp first, which takes longest, are left to the long run."""
    made = ("translation", "record", "manifest", "sheet", "checkpoint", "words", "workbook")
    _mutants(tmp_path, "-n", "40", "--seed", "1", "--jobs", "1", *(word for kind in made for word in ("--not", kind)))


@pytest.mark.slow
def test_many_of_all_kinds_end_well(tmp_path: Path) -> None:
    _mutants(tmp_path, "-n", "80", "--seed", "2")


@pytest.mark.sweep
def test_what_is_not_changed_is_accepted(tmp_path: Path) -> None:
    _mutants(tmp_path, "--unchanged")


@pytest.mark.slow
def test_whatever_goes_wrong_is_seen() -> None:
    done = _python("-c", _TRY, json.dumps(list(FAULTS)))
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    for fault, expected in FAULTS.items():
        assert any(what.startswith(expected) for what in told[fault]), (fault, told[fault])


@pytest.mark.slow
def test_a_case_is_the_same_bytes_each_time(tmp_path: Path) -> None:
    first, second = (_python("-c", _MAKE, str(tmp_path), PYTHONHASHSEED=seed) for seed in "12")
    assert first.returncode == 0, first.stderr
    assert first.stdout and first.stdout == second.stdout
