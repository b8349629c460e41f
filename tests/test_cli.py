"""The command line as users and scripts meet it: JSON on stdout, messages on stderr, exit codes, no traces."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import get_args

import click
import pytest

from pnp import catalog
from pnp.build.options import FORMATS, INKS
from pnp.build.rulebook import Form
from pnp.cli import making, printing
from pnp.definition.load import load_game
from pnp.export.export import Export
from pnp.imposition.grid import Marks
from pnp.imposition.plan import Sides

Command = Callable[..., subprocess.CompletedProcess[str]]
Start = Callable[..., subprocess.Popen[str]]
LONG = "a" * 300  # more letters than a name of a file may have


def pnp(*arguments: str, cwd: Path | None = None, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pnp", *arguments]
    return subprocess.run(command, cwd=cwd, env={**os.environ, **environment}, capture_output=True, text=True)


def test_list_as_json(pnp_here: Command) -> None:
    games = json.loads(pnp_here("list", "--json").stdout)["games"]
    whispers = next(game for game in games if game["name"] == "whispers")
    assert whispers["players"] == [2, 8] and whispers["title"] == "Whispers" and whispers["summary"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("pnp build whi", {"whims", "whispers", "whistler"}),
        ("pnp validate war", {"war-of-whispers"}),
        ("pnp build whims --paper l", {"letter", "legal"}),
        ("pnp build whims --format pdf,s", {"pdf,svg"}),
        ("pnp rules whims --format m", {"md"}),
        ("pnp export whims --for tt", {"tts", "ttp"}),
        ("pnp build whims --ink s", {"saver"}),
        ("pnp cal", {"calibrate"}),
    ],
)
def test_a_shell_completes_games_targets_papers_and_forms(words: str, offered: set[str]) -> None:
    asked = {"_PNP_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(words.count(" "))}
    kinds = [line.partition(",") for line in pnp(**asked).stdout.splitlines()]
    assert {word for kind, _, word in kinds if kind == "plain"} == offered


def test_what_commands_write_as_json(pnp_here: Command, tmp_path: Path) -> None:
    made = json.loads(pnp_here("new", str(tmp_path / "mine"), "--json").stdout)
    assert made["folder"] == str(tmp_path / "mine") and "deck.toml" in made["files"]
    book = json.loads(pnp_here("rules", "whims", "--format", "md", "--out", str(tmp_path), "--json").stdout)
    [file] = book["files"]
    assert Path(file["path"]).stat().st_size == file["bytes"] and book["findings"] == []
    sheet = json.loads(pnp_here("calibrate", "--paper", "letter", "--out", str(tmp_path), "--json").stdout)
    assert Path(sheet["path"]).is_file() and (sheet["paper"], sheet["landscape"]) == ("letter", False)


def test_show_as_json(pnp_here: Command) -> None:
    shown = json.loads(pnp_here("show", "whispers", "--json", "--players", "3").stdout)
    assert shown["game"] == "whispers" and shown["players"] == [3, 3]
    cards = [component for component in shown["components"] if component["kind"] == "card"]
    assert sum(card["count"] for card in cards) == 54 and {tuple(card["size_mm"]) for card in cards} == {(63.5, 88.9)}
    chips = {component["id"]: component["count"] for component in shown["components"] if component["kind"] == "chip"}
    assert sum(int(identifier.rsplit("/", 1)[1]) * count for identifier, count in chips.items()) == 300
    assert shown["data"] and shown["options"]["edition"] == ["illustrated", "standard"]
    assert shown["paper"]["sheets"] == sum(file["sheets"] for file in shown["paper"]["files"])


def test_a_table_goes_out_and_comes_back(pnp_here: Command, tmp_path: Path) -> None:
    table = tmp_path / "cards.csv"
    table.write_text(pnp_here("show", "whispers", "--table", "cards").stdout, encoding="utf-8")
    assert pnp_here("show", "whispers", "--data", f"cards={table}", "--json").returncode == 0
    short = table.read_text(encoding="utf-8").splitlines()[:-1]
    table.write_text("\n".join(short), encoding="utf-8")
    shown = json.loads(pnp_here("show", "whispers", "--data", f"cards={table}", "--json").stdout)
    assert sum(c["count"] for c in shown["components"] if c["kind"] == "card") == 53


def test_build_as_json_prints_the_manifest(tmp_path: Path) -> None:
    done = pnp("build", "whispers", "--only", "markers", "--out", str(tmp_path), "--json")
    document = json.loads(done.stdout)
    folder = Path(document.pop("folder"))
    assert json.loads((folder / "manifest.json").read_text(encoding="utf-8")) == document
    assert "whispers-markers-a4.pdf" in done.stderr
    assert "nothing has changed" in pnp("build", "whispers", "--only", "markers", "--out", str(tmp_path)).stderr
    [note] = json.loads(pnp("preflight", str(folder), "--json").stdout)
    assert (note["severity"], note["code"]) == ("note", "compared-anew")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["build"], 2, "name a game"),
        (["build", "wispers"], 3, "whispers"),
        (["build", "whispers", "--paper", "a44"], 2, "did you mean a4"),
        (["build", "whispers", "--margin", "5"], 2, "not a length"),
        (["build", "whispers", "--bleed", "nanmm"], 2, "not a length"),
        (["build", "whispers", "--bleed", "900mm"], 2, "make sense"),
        (["build", "whispers", "--format", "pfd"], 2, "did you mean pdf"),
        (["build", "whispers", "--data", "cards"], 2, "NAME=FILE"),
        (["build", "whispers", "--data", "crads=x.csv"], 2, "cards"),
        (["build", "whispers", "--data", "cards=missing.csv"], 3, "missing.csv"),
        (["show", "whispers", "--table", "crads"], 2, "did you mean cards"),
        (["convert", "whispers", "--from", "unno"], 2, "uno"),
        (["preflight", "nowhere.pdf"], 3, "nowhere.pdf"),
        (["bild"], 2, "bild"),
        (["preflight", LONG], 3, "is not there"),
        (["build", "whispers", "--changed-since", LONG], 3, "is not there"),
        (["build", "whispers", "--lang", LONG], 2, "holds no pnp.po"),
        (["texts", "whispers", "--out", "."], 4, "is a folder"),
        (["play", "whispers", "--variant", "zz=1", "--variant", "aa=1"], 2, "no 'aa'"),
        (["build", "wispers", "whispers", "whislter"], 3, "'whispers'?\nerror: there is no game or folder 'whislter'"),
        (["validate", "wispers", "whislter"], 3, "'whispers'?\nerror: there is no game or folder 'whislter'"),
        (["build", "whispers", "--banners", "cubes"], 2, "Whispers has no 'banners'; there is discs"),
        (["export", "war-of-whispers", "--for", "tts", "--variant", "baners=cubes"], 2, "did you mean 'banners'?"),
        (["validate", "whims", "whispers", "--variant", "baners=cubes"], 2, "none of these games has 'baners'"),
        (["build", "whispers", "--only", "foo,cards,bar"], 2, "has no 'foo' and no 'bar'; there are aids, cards"),
        (["show", "whispers", "--table", "cards", "--json"], 2, "exclude each other"),
        (["show", "whispers", "--picture", "look.jpg"], 2, "let it end in .png"),
        (["simulate", "whispers", "--pace", "nan"], 2, "'nan' is no number"),
        (["simulate", "whispers", "--out", "file/games.csv"], 3, "no folder 'file'"),
    ],
)
def test_mistakes_get_a_sentence_and_their_code(
    pnp_here: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], code: int, sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    failed = pnp_here(*arguments)
    assert failed.returncode == code, failed.stderr
    assert sentence in failed.stderr and "Traceback" not in failed.stderr and not failed.stdout
    assert not list(tmp_path.rglob("*.pdf"))


def test_data_is_utf8_where_the_locale_is_not(tmp_path: Path) -> None:
    (tmp_path / "cards.csv").write_text("name,count\n1 Łódź,1\n", encoding="utf-8")
    entry = "[[components]]\npart = 'card'\nkind = 'card'\nid = '{name}'\nname = '{name}'\nsize = 'poker'\n"
    (tmp_path / "deck.toml").write_text(
        'format = "pnp-game/1"\nname = "city"\ntitle = "Łódź"\nversion = "1"\nplayers = [2, 2]\n'
        f"[tables]\ncards = 'cards.csv'\n{entry}table = 'cards'\n",
        encoding="utf-8",
    )
    command = [sys.executable, "-m", "pnp", "show", ".", "--table", "cards"]
    done = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONIOENCODING": "cp1252"}, capture_output=True)
    assert done.stdout.decode().splitlines() == ["name,count", "1 Łódź,1"], done.stderr


def test_findings_do_nothing_to_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    finding = {"severity": "note", "code": "odd", "where": "a\x1b[2J.csv:1", "message": "is\u00a0odd\u202f!"}
    for tell in (
        lambda record: printing._tell(Path(), ("a",), record, False),
        lambda record: making._tell(Export(Path(), {**record, "left_out": []}, ("a",))),
    ):
        tell({"files": [], "findings": [finding]})
        assert capsys.readouterr().err == "note: a\\x1b[2J.csv:1: odd: is odd !\n"


@pytest.mark.parametrize(
    ("command", "option", "words"),
    [
        (printing.build, "sides", get_args(Sides)),
        (printing.build, "ink", INKS),
        (printing.build, "marks", get_args(Marks)),
        (printing.build, "formats", FORMATS),
        (making.rules, "forms", get_args(Form)),
    ],
)
def test_options_name_all_that_there_is(command: click.Command, option: str, words: tuple[str, ...]) -> None:
    (kind,) = [each.type for each in command.get_params(click.Context(command)) if each.name == option]
    assert tuple(kind.choices if isinstance(kind, click.Choice) else kind.allowed()) == words


@pytest.mark.parametrize("command", [printing.build, printing.show, making.export])
def test_what_games_leave_open_has_an_option_of_its_own(command: click.Command) -> None:
    options = {option.name: option for option in command.get_params(click.Context(command))}
    variants = catalog.declared_variants()
    assert variants and variants == {
        name: values for game in catalog.games() for name, values in load_game(catalog.find(game)).variants.items()
    }
    for name, values in variants.items():
        assert options[name].opts == [f"--{name}"] and " or ".join(values) in str(options[name].help)


def test_a_full_output_place_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    failed = pnp("build", "whispers", "--only", "markers", "--out", str(tmp_path / "file"))
    assert failed.returncode == 4 and "a file and not a folder" in failed.stderr
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.slow
def test_two_builds_at_once_give_one_whole_result(tmp_path: Path, start: Start) -> None:
    command = [sys.executable, "-m", "pnp", "build", "whispers", "--out", str(tmp_path), "--force"]
    running = [start(*command, stderr=subprocess.PIPE) for _ in range(3)]
    ends = [(process.communicate()[1], process.returncode) for process in running]
    assert any(code == 0 for _, code in ends)
    assert all(code in (0, 5) and "Traceback" not in text for text, code in ends), ends
    assert pnp("preflight", str(tmp_path / "whispers")).returncode == 0


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.05 * step for step in range(1, 16)])
@pytest.mark.sample(7)
def test_a_killed_build_leaves_whole_files(tmp_path: Path, delay: float, start: Start) -> None:
    assert pnp("build", "whispers", "--out", str(tmp_path)).returncode == 0
    before = {path.name: path.read_bytes() for path in (tmp_path / "whispers").iterdir()}
    command = [sys.executable, "-m", "pnp", "build", "whispers", "--out", str(tmp_path), "--ink", "saver"]
    process = start(*command, stderr=subprocess.DEVNULL)
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.wait()
    after = {path.name: path.read_bytes() for path in (tmp_path / "whispers").iterdir() if path.is_file()}
    assert all(after[name] == data or after[name].rstrip().endswith((b"%%EOF", b"}")) for name, data in before.items())
    assert pnp("build", "whispers", "--out", str(tmp_path), "--ink", "saver").returncode == 0
    assert pnp("preflight", str(tmp_path / "whispers")).returncode == 0
    assert not (tmp_path / "whispers" / ".pnp-staging").exists()


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@pytest.mark.sample(2)
def test_no_worker_outlives_its_build(tmp_path: Path, number: signal.Signals, start: Start) -> None:
    command = [
        sys.executable, "-m", "pnp", "build", "whispers", "--out", str(tmp_path), "--format", "png", "--jobs", "2",
    ]  # fmt: skip
    process = start(*command, stderr=subprocess.DEVNULL)
    time.sleep(1.5)
    process.send_signal(number)
    assert process.wait() in (-signal.SIGKILL, 143)
    for _ in range(100):
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("a worker is still there")


def test_help_needs_nothing_heavy() -> None:
    loaded = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pnp", "--help"], capture_output=True, text=True
    ).stderr
    for heavy in ("reportlab", "pypdfium2", "PIL", "fontTools", "svgwrite", "rich"):
        assert f" {heavy}" not in loaded, f"{heavy} is imported for --help"
