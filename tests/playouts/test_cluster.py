"""A cluster of a scheduler and two workers on this machine gives what one process gives, even when a worker dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner
from dying import MARK, dies_once

from pnp import catalog
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.engine.requirements import ComponentSet
from pnp.playouts.results import as_document
from pnp.playouts.scheduler import Cluster
from pnp.playouts.simulate import Simulation, Wanted, simulate, simulation_of
from pnp.workers import Alone

pytest.importorskip("distributed", reason="Dask is not installed (pip install 'pnp-tabletop[cluster]')")
pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.filterwarnings("default")]

WORDS = ["simulate", "whims", "--players", "2-3", "--player", "random", "--seed", "7", "--games", "200", "--json"]
SECONDS = 60


@dataclass(frozen=True)
class Started:
    """The address of a scheduler, the file that tells that a worker has died, and the scheduler's process."""

    address: str
    mark: Path
    scheduler: subprocess.Popen[bytes]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Started]:
    """A scheduler with two workers of a process each."""
    mark, file = tmp_path / "died", tmp_path / "scheduler.json"
    environment = {**os.environ, MARK: str(mark), "PYTHONPATH": str(Path(__file__).parent)}
    local = ["--host", "127.0.0.1", "--no-dashboard"]
    started = [_started(["scheduler", *local, "--port", "0", "--scheduler-file", str(file)], environment, tmp_path)]
    try:
        address = _address(file)
        for _ in range(2):
            workers = ["worker", address, *local, "--no-nanny", "--nthreads", "1"]
            started.append(_started(workers, environment, tmp_path))
        _wait_for_workers(address)
        yield Started(address, mark, started[0])
    finally:
        for process in started:
            process.kill()
            process.wait()


def _started(words: list[str], environment: dict[str, str], folder: Path) -> subprocess.Popen[bytes]:
    log = (folder / f"{words[0]}.log").open("ab")
    with log:
        return subprocess.Popen([sys.executable, "-m", "dask", *words], env=environment, stdout=log, stderr=log)


def _address(file: Path) -> str:
    for _ in range(SECONDS * 10):
        try:
            return str(json.loads(file.read_text())["address"])
        except (OSError, ValueError):
            time.sleep(0.1)
    raise AssertionError("the scheduler did not start")


def _wait_for_workers(address: str) -> None:
    from distributed import Client

    with Client(address, set_as_default=False) as client:
        client.wait_for_workers(2, timeout=SECONDS)


def asked() -> Simulation:
    kit = ComponentSet(load_game(catalog.find("whims")))
    return simulation_of(kit, catalog.refereed, players=(2, 3), kind="random", seed=7, given={})


def test_a_cluster_gives_what_one_process_gives(cluster: Started, tmp_path: Path) -> None:
    tables = [tmp_path / "alone.csv", tmp_path / "cluster.csv"]
    where = (["--jobs", "1"], ["--cluster", cluster.address])
    told = [CliRunner().invoke(cli, [*WORDS, *on, "--out", str(table)]) for on, table in zip(where, tables)]
    assert [result.exit_code for result in told] == [0, 0], told[1].output
    assert told[0].stdout == told[1].stdout
    assert tables[0].read_bytes() == tables[1].read_bytes()


def test_a_worker_that_dies_costs_a_try(cluster: Started) -> None:
    executor = Cluster(cluster.address)
    try:
        assert executor.size == 2
        result = simulate(asked(), executor, Wanted(200, play=dies_once), None, lambda result: None)
    finally:
        executor.close(at_once=True)
    assert cluster.mark.exists()
    alone = simulate(asked(), Alone(), Wanted(200), None, lambda result: None)
    assert json.dumps(as_document(result)) == json.dumps(as_document(alone))


@pytest.mark.parametrize(
    ("address", "code", "said"),
    [
        ("tcp://127.0.0.1:9", 3, "no scheduler answers at 'tcp://127.0.0.1:9'"),
        ("tcp://nobody.invalid:8786", 3, "no scheduler answers at"),
        (f"tcp://{'a' * 80}.b:80", 3, "no scheduler answers at"),
        ("nonsense", 2, "'nonsense' is no address"),
        ("foo://127.0.0.1:9", 2, "is no address"),
        ("tcp://127.0.0.1:99999", 2, "is no address"),
    ],
)
def test_nobody_at_the_address(address: str, code: int, said: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "pnp", *WORDS, "--cluster", address], capture_output=True, text=True, timeout=SECONDS
    )
    assert ended.returncode == code and said in ended.stderr and ended.stderr.count("\n") == 1, ended.stderr


def test_a_scheduler_that_dies_keeps_what_is_finished(cluster: Started, tmp_path: Path) -> None:
    games = tmp_path / "games.jsonl"
    words = [*WORDS, "--games", "1000000", "--resume", str(games), "--cluster", cluster.address]
    command = [sys.executable, "-m", "pnp", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
        while not games.exists() or games.read_bytes().count(b"\n") < 20:
            assert playing.poll() is None
            time.sleep(0.1)
        cluster.scheduler.kill()
        said, errors = playing.communicate(timeout=2 * SECONDS)
    assert (playing.returncode, said, errors.count("\n")) == (3, "", 1), errors
    assert f"the scheduler of the cluster at {cluster.address} is gone" in errors
    finished = games.read_bytes().count(b"\n") - 1
    onward = [sys.executable, "-m", "pnp", *WORDS, "--games", str(finished + 5), "--jobs", "1"]
    again = [subprocess.run([*onward, *more], capture_output=True) for more in (["--resume", str(games)], [])]
    assert again[0].returncode == 0 and again[0].stdout == again[1].stdout
