"""The same games give the same numbers, on however many processes, after a death, an interrupt or a going on."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner
from dying import MARK, dies, dies_once

from pnp import catalog
from pnp.cli import cli
from pnp.definition.load import load_game
from pnp.engine.referee import Referee
from pnp.engine.requirements import ComponentSet
from pnp.errors import InputInvalid, OutputError, PackageMissing, UsageError, WorkersLost
from pnp.playouts.results import as_document
from pnp.playouts.scheduler import Checkpoint
from pnp.playouts.simulate import PlayFailed, Result, Simulation, Wanted, simulate, simulation_of
from pnp.workers import Alone, Executor, Pool

GAME = "whims"
GAMES = 120


def whims(seed: int = 7, compare: tuple[str, str] | None = None, **chosen: object) -> Simulation:
    kit = ComponentSet(load_game(catalog.find(GAME)))
    asked = {"players": (2, 3), "kind": "random", "given": {}, **chosen}
    return simulation_of(kit, catalog.refereed, seed=seed, compare=compare, **asked)  # type: ignore[arg-type]


def quiet(result: Result) -> None:
    """Says nothing."""


def told(result: Result) -> str:
    return json.dumps(as_document(result))


@pytest.fixture(scope="module")
def alone() -> str:
    return told(simulate(whims(), Alone(), Wanted(GAMES), None, quiet))


def on_two(simulation: Simulation, wanted: Wanted) -> Result:
    pool = Pool(2)
    try:
        return simulate(simulation, pool, wanted, None, quiet)
    finally:
        pool.close(at_once=True)


def test_two_processes_give_what_one_gives(alone: str) -> None:
    assert told(on_two(whims(), Wanted(GAMES))) == alone


def test_another_seed_gives_another_result(alone: str) -> None:
    assert told(simulate(whims(seed=8), Alone(), Wanted(GAMES), None, quiet)) != alone


def test_a_dead_worker_costs_a_try(alone: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mark = tmp_path / "died"
    monkeypatch.setenv(MARK, str(mark))
    result = on_two(whims(), Wanted(GAMES, play=dies_once))
    assert mark.exists()
    assert told(result) == alone


def test_workers_that_always_die_are_an_error() -> None:
    with pytest.raises(WorkersLost, match="processes died 4 times over the same work"):
        simulate(whims(), Pool(1), Wanted(GAMES, play=dies), None, quiet)


def interrupting(after: int) -> Callable[[Result], None]:
    def tell(result: Result) -> None:
        if result.finished >= after:
            raise KeyboardInterrupt

    return tell


def kept(path: Path, wanted: Wanted, tell: Callable[[Result], None] = quiet, games: Simulation | None = None) -> Result:
    asked = games or whims()
    with Checkpoint(path, asked.header()) as checkpoint:
        return simulate(asked, Alone(), wanted, checkpoint, tell)


def test_an_interrupt_leaves_what_is_finished_and_it_goes_on_from_there(alone: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    broken = kept(path, Wanted(GAMES), interrupting(after=20))
    assert broken.end == "interrupted"
    assert 20 <= broken.finished < GAMES and broken.tally.games == broken.finished
    assert told(kept(path, Wanted(GAMES))) == alone


def test_a_line_that_was_cut_off_is_played_again(alone: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept(path, Wanted(40))
    path.write_bytes(path.read_bytes()[:-9])
    assert told(kept(path, Wanted(GAMES))) == alone
    assert path.read_text().count("\n") == GAMES + 1


def test_both_sides_of_a_pair_are_kept_or_neither(tmp_path: Path) -> None:
    simulation = whims(compare=("effort", "off,on"))
    path = tmp_path / "games.jsonl"
    whole = told(kept(path, Wanted(30), games=simulation))
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-1]))
    assert told(kept(path, Wanted(30), games=simulation)) == whole


def test_a_file_of_other_games_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    kept(path, Wanted(10))
    with pytest.raises(UsageError, match=r"played with seed '7', and now it is '8'"):
        kept(path, Wanted(10), games=whims(seed=8))
    path.write_text(path.read_text().replace("[3,7", "[3,x") + "nonsense\n")
    with pytest.raises(InputInvalid, match=r"games.jsonl:12: games-file: the line is no finished game"):
        kept(path, Wanted(20))
    path.write_text("a,b\n1,2\n")
    with pytest.raises(InputInvalid, match=r":1: games-file: the first line is not the header"):
        kept(path, Wanted(20))


@pytest.mark.parametrize("room", [0, 2_000])
def test_where_no_more_fits_there_is_a_sentence(tmp_path: Path, room: int) -> None:
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, hard))
    try:
        with pytest.raises(OutputError, match=r"games.jsonl: cannot be written"):
            kept(tmp_path / "games.jsonl", Wanted(GAMES))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.slow
def test_precision_stops_at_the_same_game_on_any_crew() -> None:
    crews: list[Executor] = [Alone(), Pool(2)]
    ends = []
    for executor in crews:
        ends.append(simulate(whims(), executor, Wanted(5_000, until=0.06), None, quiet))
        executor.close(at_once=True)
    assert ends[0].end == "precise" and 200 < ends[0].finished < 5_000
    assert told(ends[0]) == told(ends[1])
    assert simulate(whims(), Alone(), Wanted(220, until=0.001), None, quiet).end == "imprecise"


def test_a_game_that_cannot_be_played_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    games = whims()

    def stumbling(*asked: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(Referee, "progress", stumbling)
    with pytest.raises(PlayFailed, match=rf"game 0 of whims \(2 players, seed {games.seed_of(0)}\).*KeyError: 'lost'"):
        simulate(games, Alone(), Wanted(3), None, quiet)


def command(*words: str) -> str:
    result = CliRunner().invoke(cli, ["simulate", GAME, "--players", "2", "--player", "random", *words])
    assert result.exit_code == 0, result.output
    return result.stdout


def test_pnp_play_plays_any_game_again() -> None:
    document = json.loads(command("--games", "20", "--json", "--jobs", "1"))
    group = document["groups"][0]
    for name in ("least", "most"):
        found = group["measures"]["rounds"][name]
        played = CliRunner().invoke(
            cli, ["play", GAME, "--players", "2", "--player", "random", "--seed", str(found["seed"]), "--json"]
        )
        assert json.loads(played.stdout)["outcome"]["rounds"] == found["value"]


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_tables_are_the_same_bytes_on_two_processes(tmp_path: Path, kind: str) -> None:
    files = [tmp_path / f"{jobs}.{kind}" for jobs in (1, 2)]
    for jobs, file in enumerate(files, 1):
        command("--games", "30", "--jobs", str(jobs), "--out", str(file))
    text = files[0].read_text()
    assert files[1].read_text() == text
    assert text.count("seed") == (1 if kind == "csv" else 30)


def test_parquet_says_what_csv_says(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (pip install 'pnp-tabletop[tables]')")
    from pyarrow import csv, parquet

    plain, packed = tmp_path / "games.csv", tmp_path / "games.parquet"
    for file in (plain, packed):
        command("--games", "30", "--jobs", "1", "--compare", "effort=off,on", "--out", str(file))
    text = {"winners": "string"}
    options = csv.ConvertOptions(column_types=text)
    assert parquet.read_table(packed).to_pylist() == csv.read_csv(plain, convert_options=options).to_pylist()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--out", "games.xls"), "let it end in .csv, .json or .parquet"),
        (("--out", "nowhere/games.csv"), "there is no folder 'nowhere'"),
        (("--report", "games.txt"), "let it end in .html or .pdf"),
        (("--until", "half"), "write one from 0.01% to 50%, such as 1%"),
        (("--compare", "effort=off"), "is not two different values; write them such as effort=off,on"),
        (("--compare", "effort=off,maybe"), "'maybe' is no effort"),
        (("--players", "1-9"), "the game is for 2 to 6 players"),
        (("--jobs", "2", "--cluster", "tcp://127.0.0.1:1"), "exclude each other"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(cli, ["simulate", GAME, *words])
    said = result.output + str(result.exception)
    assert result.exit_code != 0 and sentence in said, said


def test_ctrl_c_prints_what_is_finished(tmp_path: Path, start: Callable[..., subprocess.Popen[str]]) -> None:
    path = tmp_path / "games.jsonl"
    words = ["simulate", GAME, "--players", "2", "--player", "random", "--json", "--resume", str(path)]
    command_line = [sys.executable, "-m", "pnp", *words, "--games", "100000000", "--jobs", "2"]
    started = start(*command_line, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not path.exists() or path.read_bytes().count(b"\n") < 20:
        time.sleep(0.05)
        assert started.poll() is None
    started.send_signal(signal.SIGINT)
    out, err = started.communicate(timeout=60)
    document = json.loads(out)
    assert (started.returncode, document["end"]) == (130, "interrupted")
    finished = document["finished"]
    assert finished == path.read_bytes().count(b"\n") - 1
    assert f"{finished:,} of 100,000,000 are finished" in err and f"goes on from {path}" in err
    onward = json.loads(command("--json", "--resume", str(path), "--games", str(finished + 10), "--jobs", "1"))
    assert onward == json.loads(command("--json", "--games", str(finished + 10), "--jobs", "1"))


@pytest.mark.parametrize(
    ("missing", "words", "extra"),
    [
        ("numpy", ["whispers", "--option", "hands=1", "--players", "4", "--batch", "random"], "fast"),
        ("distributed", ["whims", "--cluster", "tcp://127.0.0.1:1"], "cluster"),
        ("pyarrow", ["whims", "--out", "games.parquet"], "tables"),
    ],
)
def test_what_is_not_installed_is_said_with_its_remedy(
    missing: str, words: list[str], extra: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delitem(sys.modules, "pnp.games.whispers.kernel", raising=False)
    monkeypatch.setitem(sys.modules, missing, None)
    result = CliRunner().invoke(cli, ["simulate", *words])
    assert isinstance(result.exception, PackageMissing) and result.exception.exit_code == 3
    assert f"pip install 'pnp-tabletop[{extra}]'" in str(result.exception)
