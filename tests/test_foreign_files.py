"""Every command that writes, against what lies where it would: what is not pnp's is not lost, and it is told why."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from subprocess import CompletedProcess

import pytest
from click import Context

from pnp import output
from pnp.cli import cli
from pnp.decks.new import new_deck
from pnp.errors import OutputError, UsageError

Command = Callable[..., CompletedProcess[str]]

DIARY = b"Dear diary, today it rained."
BINARY = bytes(range(256)) * 5
GAMES = ("simulate", "whims", "--players", "2", "--games", "2", "--jobs", "1", "--player", "random")
# What writes one file that the user names: the command up to that name, and a name of the kind that it takes.
SINGLE = {
    "play": (("play", "deck", "--record"), "x.jsonl"),
    "show": (("show", "deck", "--picture"), "x.png"),
    "texts": (("texts", "deck", "--out"), "x.po"),
    "table as CSV": ((*GAMES, "--out"), "x.csv"),
    "table as JSON": ((*GAMES, "--out"), "x.json"),
    "report as HTML": ((*GAMES, "--report"), "x.html"),
    "report as PDF": ((*GAMES, "--report"), "x.pdf"),
    "resume": ((*GAMES, "--resume"), "x.jsonl"),
    "calibrate": (("calibrate", "--out"), "x.pdf"),
}
# What writes into a folder: the command, and the folder in which its files come to lie.
FOLDERS = {
    "build": (
        ("build", "deck", "--format", "pdf,svg,png,log", "--dpi", "30", "--jobs", "1", "--out", "out"),
        "out/deck",
    ),
    "export": (("export", "deck", "--for", "svg", "--out", "out"), "out/deck/svg"),
    "rules": (("rules", "whispers", "--format", "md,html", "--out", "out"), "out/whispers"),
    "convert": (("convert", "whispers", "--from", "uno", "--out", "out"), "out/whispers"),
    "calibrate": (("calibrate", "--out", "out"), "out"),
    "printer": (("printer", "add", "mine", "--shift-x", "1mm"), "config"),
}


@pytest.fixture(scope="session")
def deck(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two cards and their pieces, whose rules nobody knows."""
    folder = tmp_path_factory.mktemp("deck") / "deck"
    new_deck(folder, "mini")
    lines = (folder / "cards.csv").read_text(encoding="utf-8").splitlines()
    (folder / "cards.csv").write_text("\n".join(lines[:3]) + "\n", encoding="utf-8")
    return folder


@pytest.fixture(autouse=True)
def here(tmp_path: Path, deck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(deck, tmp_path / "deck")
    monkeypatch.setattr(os, "cpu_count", lambda: 1)  # pictures of these few pages are not worth a process
    monkeypatch.setenv("PNP_CONFIG", str(tmp_path / "config"))
    monkeypatch.chdir(tmp_path)


def told(done: CompletedProcess[str]) -> str:
    """What a refusal says, which is no trace and no fault of ours."""
    assert done.returncode in (1, 2, 3, 4), done
    assert "Traceback" not in done.stderr and "internal fault" not in done.stderr
    return done.stderr


def arguments(name: str) -> tuple[str, ...]:
    given = SINGLE[name][0]
    return tuple("whispers" if part == "deck" and name == "play" else part for part in given)


def test_every_option_that_writes_is_here() -> None:
    """A command that comes to write must be told of in this file."""
    found = {
        (name, option)
        for name in cli.list_commands(Context(cli))
        if (command := cli.get_command(Context(cli), name)) is not None
        for option in ("out", "record", "report", "resume", "picture")
        if option in {part.lstrip("-") for each in command.params for part in each.opts}
    }
    swept = {(words[0], words[-1].lstrip("-")) for words, _ in SINGLE.values()}
    swept |= {(words[0], "out") for words, _ in FOLDERS.values() if "--out" in words}
    # The first writes what it has read as a record and nothing else; the others as build and show do, until Ctrl-C.
    assert found == swept | {("play", "resume"), ("watch", "out"), ("watch", "picture")}


@pytest.mark.parametrize("content", [DIARY, BINARY, b"", b'{"format": "pnp-record/1"}\n'])
def test_what_is_no_record_is_neither_gone_on_with_nor_touched(pnp_here: Command, content: bytes) -> None:
    Path("x.jsonl").write_bytes(content)
    told(pnp_here("play", "--resume", "x.jsonl"))
    assert Path("x.jsonl").read_bytes() == content


def diary(path: Path) -> None:
    path.write_bytes(DIARY)


def binary(path: Path) -> None:
    path.write_bytes(BINARY)


def link(path: Path) -> None:
    Path("real").write_bytes(DIARY)
    path.symlink_to("real")


def folder(path: Path) -> None:
    path.mkdir(parents=True)
    (path / "inner").write_bytes(DIARY)


def pipe(path: Path) -> None:
    os.mkfifo(path)


def contents() -> Iterator[tuple[str, object]]:
    """Everything that lies around, by its place: the bytes of files, and what else there is by its kind."""
    for path in sorted(Path().rglob("*")):
        mode = path.lstat().st_mode
        if stat.S_ISREG(mode):
            yield str(path), path.read_bytes()
        elif not stat.S_ISDIR(mode):
            yield str(path), stat.S_IFMT(mode)


@pytest.mark.parametrize(
    "obstacle",
    [diary, link, *(pytest.param(each, marks=pytest.mark.sweep) for each in (binary, folder, pipe))],
    ids=lambda obstacle: obstacle.__name__,
)
@pytest.mark.parametrize("name", SINGLE)
def test_a_file_that_is_not_ours_stays(pnp_here: Command, name: str, obstacle: Callable[[Path], None]) -> None:
    file = SINGLE[name][1]
    obstacle(Path(file))
    before = dict(contents())
    assert file in told(pnp_here(*arguments(name), file))
    assert dict(contents()) == before


@pytest.mark.parametrize("name", SINGLE)
def test_an_empty_name_is_refused(pnp_here: Command, name: str) -> None:
    before = dict(contents())
    done = pnp_here(*arguments(name), "")
    assert done.returncode == 2 and "is empty" in done.stderr and dict(contents()) == before


def test_an_empty_folder_is_refused(pnp_here: Command) -> None:
    before = dict(contents())
    for words in (("new",), *(words[:-1] for words, _ in FOLDERS.values() if "--out" in words)):
        done = pnp_here(*words, "")
        assert done.returncode == 2 and "is empty" in done.stderr and dict(contents()) == before


@pytest.mark.slow
@pytest.mark.parametrize("name", SINGLE)
def test_a_place_that_cannot_be_written_is_told(pnp_here: Command, name: str) -> None:
    file = f"/proc/{SINGLE[name][1]}"
    done = pnp_here(*arguments(name), file)
    assert done.returncode in (3, 4) and "/proc" in told(done)


@pytest.mark.parametrize("name", SINGLE)
@pytest.mark.sample(3)
def test_the_same_command_again_writes_over_its_own_file(pnp_here: Command, name: str) -> None:
    words, file = arguments(name), SINGLE[name][1]
    first = pnp_here(*words, file)
    assert first.returncode == 0, first.stderr
    more = {"simulate": ("--games", "3"), "calibrate": ("--landscape",)}.get(words[0], ())
    done = pnp_here(*words, file, *more)
    assert done.returncode == 0, done.stderr
    assert [path.name for path in Path().glob(".*")] == [], "nothing is left beside it"


CARDS = ("whispers", "--data", "cards=c.csv")
INPUTS = [
    ("play", *CARDS, "--record", "c.csv"),
    ("play", "whispers", "--record", "deck/deck.toml"),
    ("simulate", *CARDS, "--games", "2", "--jobs", "1", "--out", "c.csv"),
    ("simulate", *CARDS, "--games", "2", "--jobs", "1", "--resume", "c.csv"),
    ("simulate", *CARDS, "--games", "2", "--jobs", "1", "--resume", "new.csv", "--out", "new.csv"),
    ("texts", "deck", "--out", "deck/deck.toml"),
    ("build", "deck", "--changed-since", "out/deck/manifest.json", "--out", "out"),
    ("build", "deck", "--changed-since", "out/deck", "--out", "out"),
    ("build", "deck", "--out", "."),
    ("build", "deck", "--out", "deck/.."),
    ("rules", "deck", "--out", "."),
]


@pytest.mark.slow
def test_what_a_command_reads_it_does_not_write(pnp_here: Command) -> None:
    Path("c.csv").write_text(pnp_here("show", "whispers", "--table", "cards").stdout, encoding="utf-8")
    assert pnp_here("build", "deck", "--out", "out").returncode == 0
    before = dict(contents())
    for words in INPUTS:
        told(pnp_here(*words))
        assert dict(contents()) == before, words
    assert "is where the game itself is read from" in pnp_here("build", "deck", "--out", ".").stderr


def test_output_may_lie_inside_the_folder_of_a_deck(pnp_here: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir("deck")
    assert pnp_here("build", ".").returncode == 0 and Path("output/deck/manifest.json").is_file()
    shutil.copytree("art", "deck") if Path("art").is_dir() else Path("deck").mkdir()
    Path("cards.csv").rename("deck/cards.csv")
    text = Path("deck.toml").read_text(encoding="utf-8")
    Path("deck.toml").write_text(text.replace('"cards.csv"', '"deck/cards.csv"'), encoding="utf-8")
    assert pnp_here("build", ".", "--out", ".").returncode == 2, "its tables lie there"


def test_an_input_by_another_name_is_known(tmp_path: Path) -> None:
    """By a link, by a hard link and by a way round: a file of the right kind all the same."""
    read = tmp_path / "read.jsonl"
    read.write_bytes(b'{"format": "pnp-record/1"}\n')
    (tmp_path / "inner").mkdir()
    (tmp_path / "link").symlink_to(read)
    os.link(read, tmp_path / "hard")
    for other in (read, tmp_path / "link", tmp_path / "hard", tmp_path / "inner" / ".." / "read.jsonl"):
        with pytest.raises(UsageError, match="is also read by this command"):
            output.write_file(other, b'{"format": "pnp-record/1"}\n{}\n', [read])
        with output.locked(other.parent), pytest.raises(UsageError, match="is also read by this command"):
            output.write(other.parent, {other.name: b"new"}, reads=[read])
    assert read.read_bytes() == b'{"format": "pnp-record/1"}\n'


@pytest.mark.parametrize("name", [pytest.param("rules", marks=pytest.mark.sweep), *sorted(FOLDERS.keys() - {"rules"})])
def test_a_folder_of_files_that_are_not_ours_stays(pnp_here: Command, name: str) -> None:
    words, place = FOLDERS[name]
    assert pnp_here(*words).returncode == 0
    written = sorted(path for path in Path(place).rglob("*") if path.is_file())
    assert all(path.stat().st_size for path in written)
    before = {path: path.read_bytes() for path in written}
    if name != "printer":
        assert pnp_here(*words, *(("--force",) if name == "build" else ())).returncode == 0
        assert {path: path.read_bytes() for path in written} == before, "what is ours may be written again"
    for record in ("manifest.json", "export.json"):
        Path(place, record).unlink(missing_ok=True)
    for at, path in enumerate(written):
        path.unlink(missing_ok=True)
        (diary, binary)[at % 2](path)
    foreign = dict(contents())
    assert place in told(pnp_here(*words))
    assert dict(contents()) == foreign


@pytest.mark.sweep
@pytest.mark.parametrize("name", ["build", "rules", "convert", "calibrate"])
def test_every_file_of_a_folder_without_a_record_tells_whose_it_is(pnp_here: Command, name: str) -> None:
    """Another paper, another language: what an earlier run left is found to be ours by its content."""
    words, place = FOLDERS[name]
    assert pnp_here(*words).returncode == 0
    written = {path.name: path.read_bytes() for path in Path(place).rglob("*") if path.is_file()}
    other = {file: data.replace(b"pnp 1", b"pnp 2") + b"\n" for file, data in written.items()}
    with output.locked(Path("again")):
        output.write(Path("again"), written)
        assert set(output.write(Path("again"), other)) == set(written)


OBSTACLES = [diary, binary, folder, pipe]


@pytest.mark.parametrize("name", [".pnp-lock", ".pnp-staging"])
@pytest.mark.parametrize("obstacle", [*OBSTACLES, link], ids=lambda obstacle: obstacle.__name__)
def test_a_lock_or_a_staging_folder_that_is_not_ours(name: str, obstacle: Callable[[Path], None]) -> None:
    Path("out").mkdir()
    obstacle(Path("out", name))
    if Path("out", name).is_symlink():
        Path("out", name).unlink()
        Path("out", name).symlink_to("../real")
    before = dict(contents())
    with pytest.raises(OutputError, match="pnp did not make it"), output.locked(Path("out")):
        output.write(Path("out"), {"x": b"1"})
    assert dict(contents()) == before


def test_links_to_folders_are_neither_followed_nor_emptied() -> None:
    folder(Path("real"))
    Path("out").mkdir()
    Path("out", ".pnp-staging").symlink_to("../real")
    Path("out", "sub").symlink_to("../real")
    before = dict(contents())
    with pytest.raises(OutputError, match="pnp did not make it"), output.locked(Path("out")):
        pass
    Path("out", ".pnp-staging").unlink()
    with pytest.raises(OutputError, match="is a link"), output.locked(Path("out")):
        output.write(Path("out"), {"sub/inner": b"1"})
    assert {**dict(contents()), "out/.pnp-staging": stat.S_IFLNK} == before


def test_a_link_in_an_output_folder_is_replaced_and_not_followed() -> None:
    Path("out").mkdir()
    link(Path("out", "x"))
    with output.locked(Path("out")):
        output.write(Path("out"), {"x": b"1"})
    assert Path("real").read_bytes() == DIARY
    assert Path("out", "x").read_bytes() == b"1" and not Path("out", "x").is_symlink()


@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda obstacle: obstacle.__name__)
def test_nothing_is_written_where_one_of_many_files_is_in_the_way(obstacle: Callable[[Path], None]) -> None:
    Path("out").mkdir()
    obstacle(Path("out", "b"))
    before = dict(contents())
    with pytest.raises(OutputError, match="out/b: "), output.locked(Path("out")):
        output.write(Path("out"), {"a": b"1", "b": b"2", "c": b"3"})
    assert dict(contents()) == before


def test_a_staging_folder_with_our_mark_and_a_link_in_it_is_left_alone() -> None:
    folder(Path("real"))
    staging = Path("out", ".pnp-staging")
    staging.mkdir(parents=True)
    (staging / ".pnp").write_bytes(b"pnp puts finished files here for a moment; this folder can be deleted.\n")
    (staging / "more").symlink_to("../../real")
    before = dict(contents())
    with pytest.raises(OutputError, match="pnp did not make it"), output.locked(Path("out")):
        pass
    assert dict(contents()) == before


RESUMED = [
    DIARY, b"{", b'{"format": ', b"\n", b" ", b'{"format": "pnp-games/1"}', b'{"format": "pnp-games/1", "game": "x"',
    b'{"format": "pnp-games/1"}\nDear diary', b"[" * 100_000, b"{" * 100_000 + b"\n", b"\0" * 50,
]  # fmt: skip


@pytest.mark.parametrize("text", RESUMED, ids=lambda text: repr(text[:30]))
def test_resume_leaves_a_file_alone_that_does_not_begin_with_our_header(pnp_here: Command, text: bytes) -> None:
    Path("d.txt").write_bytes(text)
    assert "d.txt" in told(pnp_here(*GAMES, "--resume", "d.txt"))
    assert Path("d.txt").read_bytes() == text


def test_resume_goes_on_from_a_header_that_was_cut_off_and_from_nothing(pnp_here: Command) -> None:
    assert pnp_here(*GAMES, "--resume", "games").returncode == 0
    whole = Path("games").read_bytes()
    header = whole.index(b"\n")
    for size in (0, 30, header // 2, header, header + 5, len(whole) - 3):
        Path("games").write_bytes(whole[:size])
        done = pnp_here(*GAMES, "--resume", "games")
        assert done.returncode == 0 and Path("games").read_bytes() == whole, size
    lines = whole.splitlines(keepends=True)
    for altered in (whole + b"My own notes", whole[: header + 1] + b"notes"):
        Path("games").write_bytes(altered)
        told(pnp_here(*GAMES, "--resume", "games"))
        assert Path("games").read_bytes() == altered
    assert len(lines) == 3


@pytest.mark.slow
def test_a_device_is_written_and_stays_a_device(pnp_here: Command) -> None:
    assert pnp_here(*arguments("play"), "/dev/null").returncode == 0
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    words = [sys.executable, "-m", "pnp", "play", "whispers", "--seed", "1", "--json", "--record", "/dev/stdout"]
    piped = subprocess.run(words, capture_output=True, text=True)
    assert piped.returncode == 0 and '{"format": "pnp-record/1"' in piped.stdout
    with Path("all").open("wb") as file:
        assert subprocess.run(words, stdout=file, stderr=subprocess.DEVNULL).returncode == 0
    assert Path("all").read_text(encoding="utf-8") == piped.stdout


def test_a_pipe_with_a_reader_gets_the_record(pnp_here: Command) -> None:
    os.mkfifo("pipe")
    with subprocess.Popen(["cat", "pipe"], stdout=subprocess.PIPE) as reader:
        done = pnp_here(*arguments("play"), "pipe")
        if done.returncode:  # the reader was slower to open it than the play to end
            pytest.skip(done.stderr)
        assert reader.communicate(timeout=20)[0].startswith(b'{"format": "pnp-record/1"')


def test_a_file_of_translations_that_are_not_of_the_game_stays(pnp_here: Command) -> None:
    for text in ("# only a remark\n", 'msgid ""\nmsgstr ""\n"Language: pl\\n"\n\nmsgid "Save"\nmsgstr "Zapisz"\n'):
        Path("x.po").write_text(text, encoding="utf-8")
        assert "translates nothing of deck" in told(pnp_here("texts", "deck", "--out", "x.po"))
        assert Path("x.po").read_text(encoding="utf-8") == text
