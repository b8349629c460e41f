"""A cluster of a scheduler and two workers on this machine gives what one process gives, even when a worker dies."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from dying import MARK, dies_once

from pnp import catalog
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.engine.kit import Kit
from pnp.simulation.crew import Alone, Cluster
from pnp.simulation.document import as_document
from pnp.simulation.simulate import Wanted, simulate
from pnp.simulation.task import Task, task_of

pytest.importorskip("distributed", reason="Dask is not installed (pip install 'pnp-tabletop[cluster]')")
pytestmark = [pytest.mark.cluster, pytest.mark.slow, pytest.mark.filterwarnings("default")]

WORDS = ["simulate", "whims", "--players", "2-3", "--player", "random", "--seed", "7", "--games", "200", "--json"]
SECONDS = 60


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, Path]]:
    """The address of a scheduler with two workers of a process each, and the file that tells that one has died."""
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
        yield address, mark
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


def asked() -> Task:
    kit = Kit(load_game(catalog.find("whims")))
    return task_of(kit, catalog.refereed, players=(2, 3), kind="random", seed=7, given={})


def test_a_cluster_gives_what_one_process_gives(cluster: tuple[str, Path], tmp_path: Path) -> None:
    address, _ = cluster
    tables = [tmp_path / "alone.csv", tmp_path / "cluster.csv"]
    where = (["--jobs", "1"], ["--cluster", address])
    told = [CliRunner().invoke(cli, [*WORDS, *on, "--out", str(table)]) for on, table in zip(where, tables)]
    assert [result.exit_code for result in told] == [0, 0], told[1].output
    assert told[0].stdout == told[1].stdout
    assert tables[0].read_bytes() == tables[1].read_bytes()


def test_a_worker_that_dies_costs_a_try(cluster: tuple[str, Path]) -> None:
    address, mark = cluster
    crew = Cluster(address)
    try:
        assert crew.size == 2
        result = simulate(asked(), crew, Wanted(200, play=dies_once), None, lambda finished, games: None)
    finally:
        crew.close(at_once=True)
    assert mark.exists()
    alone = simulate(asked(), Alone(), Wanted(200), None, lambda finished, games: None)
    assert json.dumps(as_document(result)) == json.dumps(as_document(alone))


def test_nobody_at_the_address() -> None:
    result = CliRunner().invoke(cli, [*WORDS, "--cluster", "tcp://127.0.0.1:9"])
    assert "no scheduler answers at 'tcp://127.0.0.1:9'" in str(result.exception)
