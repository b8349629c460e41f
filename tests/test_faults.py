"""What a command meets on the machine: streams, variables, folders and packages that are not as they should be.

None of it ends in a trace or as an internal fault, whatever the command.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from pnp.errors import EXTRAS, missing, not_installed

Run = Callable[..., subprocess.CompletedProcess[str]]
posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no shell to redirect by")
PNP = f"{sys.executable} -m pnp"
TRACES = ("Traceback", "Exception ignored", "internal fault")

#: Every command, with what its exit code is where nothing is wrong, and which of the two streams it writes to.
COMMANDS: Mapping[str, tuple[int, str]] = {
    "--version": (0, "out"),
    "bild": (2, "err"),
    "list": (0, "out"),
    "show whispers": (0, "out"),
    "show whispers --table cards": (0, "out"),
    "show whispers --picture p.png": (0, "err"),
    "build whispers --only markers --out o": (0, "err"),
    "build whispers --only markers --out j --format png,svg --dpi 40 --jobs 2 --json": (0, "out err"),
    "preflight built/whispers": (0, "out"),
    "convert whispers --from uno --out o": (0, "out err"),
    "rules whims --format md --out o": (0, "err"),
    "new deck": (0, "err"),
    "texts whispers --out t.po": (0, "err"),
    "play whims --seed 1": (0, "out"),
    "play whims --seed 1 --human 1": (130, "out err"),
    "replay play.jsonl": (0, "out"),
    "validate whims --games 20 --jobs 2": (0, "out"),
    "odds whims --games 20 --jobs 2": (0, "out"),
    "simulate whims --games 20 --jobs 2 --out g.csv": (0, "out err"),
    "export whims --for tts --out o": (0, "err"),
    "calibrate --out c": (0, "err"),
    "printer list": (0, "out"),
}
#: How the streams are redirected, and what that makes of a command that succeeds and writes to both.
REDIRECTED: Mapping[str, tuple[str, int]] = {
    "closed output": (">&-", 0),
    "full output": (">/dev/full", 4),
    "output that nobody reads": ("| true", 0),
    "output that cannot be written": ("1</dev/null", 4),
    "closed errors": ("2>&-", 0),
    "full errors": ("2>/dev/full", 4),
    "errors that nobody reads": ("2>&1 >/dev/null | true", 0),
    "closed input": ("<&-", 0),
    "no input": ("</dev/null", 0),
    "nothing but the program": ("<&- >&- 2>&-", 0),
}


def in_shell(script: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a line of bash that ends with the code of its first command that failed."""
    command = ["bash", "-c", f"set -o pipefail; {script}"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300)


def expected(command: str, redirection: str) -> int:
    """Work that was done ends with 4 where the stream that it writes to is full; other codes stay as they are."""
    code, writes = COMMANDS[command]
    _, full = REDIRECTED[redirection]
    stream = "err" if redirection.endswith("errors") else "out"
    return code or (full if stream in writes.split() else 0)


def holds(command: str, redirection: str, folder: Path) -> None:
    ended = in_shell(f"{PNP} {command} {REDIRECTED[redirection][0]}", folder)
    assert not any(trace in ended.stderr for trace in TRACES), (command, redirection, ended.stderr)
    assert ended.returncode == expected(command, redirection), (command, redirection, ended.stderr)


@posix
@pytest.mark.parametrize("redirection", REDIRECTED)
def test_streams_that_are_not_as_usual(tmp_path: Path, redirection: str) -> None:
    holds("--version", redirection, tmp_path)


@posix
@pytest.mark.sweep
@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_with_streams_that_are_not_as_usual(tmp_path: Path, command: str) -> None:
    assert in_shell(f"{PNP} build whispers --only markers --out built", tmp_path).returncode == 0
    assert in_shell(f"{PNP} play whims --seed 1 --record play.jsonl", tmp_path).returncode == 0
    for at, redirection in enumerate(REDIRECTED):
        folder = tmp_path / str(at)
        folder.mkdir()
        for name in ("built", "play.jsonl"):
            (folder / name).symlink_to(tmp_path / name)
        holds(command, redirection, folder)


@posix
@pytest.mark.sweep
def test_work_is_finished_though_its_output_is_full_or_not_read(tmp_path: Path) -> None:
    words = "simulate whims --players 2 --games 20 --jobs 1 --report"
    full = in_shell(f"{PNP} {words} full.html >/dev/full", tmp_path)
    unread = in_shell(f"{PNP} {words} unread.html | true", tmp_path)
    assert (full.returncode, unread.returncode) == (4, 0)
    assert "error: standard output: cannot be written (No space left on device)" in full.stderr
    assert (tmp_path / "full.html").read_bytes() == (tmp_path / "unread.html").read_bytes()


@posix
def test_a_slow_reader_who_does_not_wait_gets_everything() -> None:
    read, write = os.pipe()
    os.set_blocking(write, False)
    words = [sys.executable, "-m", "pnp", "play", "whispers", "--seed", "1", "--json"]
    with subprocess.Popen(words, stdout=write, stderr=subprocess.PIPE, text=True) as process, open(read) as reader:
        os.close(write)
        assert process.stderr is not None
        time.sleep(0.5)
        said = reader.read()
        assert (process.wait(timeout=60), process.stderr.read()) == (0, "")
    assert said.endswith("}\n")


def test_a_terminal_shows_numbers_for_letters_that_it_lacks(tmp_path: Path) -> None:
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    words = [sys.executable, "-m", "pnp", "preflight", "Łódź.pdf"]
    environment = {**os.environ, "PYTHONIOENCODING": "cp1252", "TERM": "dumb"}
    subprocess.run(words, cwd=tmp_path, env=environment, stdout=slave, stderr=slave, timeout=60)
    os.close(slave)
    assert b"\\u0141\xf3d\\u017a.pdf" in os.read(master, 10_000)
    os.close(master)


@posix
def test_a_working_folder_that_is_gone(pnp_here: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    for words in (["list"], ["build", "whispers"], ["show", "."], ["new", "deck"], ["bild"]):
        ended = pnp_here(*words)
        assert ended.returncode == 4 and ended.stderr.startswith("error: the working folder is gone"), ended.stderr


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        *(("SOURCE_DATE_EPOCH", value, 2) for value in ("abc", "-1", "1.5", "9" * 30, "\u0662", "1_0")),
        *(("SOURCE_DATE_EPOCH", value, 0) for value in ("", " 0 ", "1700000000")),
        *((name, "abc", 0) for name in ("RL_invariant", "RL_pageCompression", "RL_defaultPageSize", "EVAL_DEBUG")),
        *((name, "abc", 0) for name in ("PILLOW_BLOCK_SIZE", "COLUMNS", "LINES", "TERM", "LANG", "LC_ALL", "TZ")),
        *((name, "/not/there", 0) for name in ("TMPDIR", "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")),
        *(("_PNP_COMPLETE", value, 2) for value in ("abc", "bash_complete", "bash_", "_source", "1")),
    ],
)
def test_variables_that_cannot_be_understood(
    pnp_here: Run, monkeypatch: pytest.MonkeyPatch, name: str, value: str, code: int
) -> None:
    monkeypatch.setenv(name, value)
    ended = pnp_here("printer", "list")
    assert ended.returncode == code, ended.stderr
    assert not ended.stderr if code == 0 else ended.stderr.startswith(f"error: {name} is '{value}'")


@pytest.mark.parametrize("name", ["PNP_CONFIG", "XDG_CONFIG_HOME"])
def test_a_folder_of_settings_that_is_none(
    pnp_here: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    monkeypatch.delenv("PNP_CONFIG", raising=False)
    monkeypatch.setenv(name, str(tmp_path / "file"))
    (tmp_path / "file").touch()
    ended = pnp_here("printer", "list")
    assert ended.returncode == 2 and f"{name} is '{tmp_path / 'file'}', which is no folder" in ended.stderr


def test_the_date_of_a_file_is_that_of_its_variable(tmp_path: Path) -> None:
    words = "build whispers --only markers --no-preflight --out made"
    ended = in_shell(f"env SOURCE_DATE_EPOCH=86400 {PNP} {words}", tmp_path)
    assert ended.returncode == 0, ended.stderr
    content = (tmp_path / "made/whispers/whispers-markers-a4.pdf").read_bytes()
    assert b"/CreationDate (D:19700102000000" in content


@pytest.mark.sweep
@pytest.mark.parametrize(
    "setting",
    ["RL_invariant=abc", "RL_defaultPageSize=abc", "RL_T1SearchPath=abc", "PILLOW_ALIGNMENT=3",
     "EVAL_DEBUG=abc", "LC_ALL=abc", "LC_ALL=C", "LC_ALL=POSIX", "TMPDIR=/not/there", "HOME=/not/there", "HOME=",
     "NO_COLOR=1", "FORCE_COLOR=1", "TERM=abc", "COLUMNS=-1", "UNICODE_VERSION=abc", "PYTHONHASHSEED=7"],
)  # fmt: skip
def test_variables_change_nothing_that_is_printed(tmp_path: Path, setting: str) -> None:
    words = "build whispers --only markers --format pdf,png --dpi 40 --out"
    ended = in_shell(f"{PNP} {words} usual && env {setting} {PNP} {words} other", tmp_path)
    assert ended.returncode == 0 and "Warning" not in ended.stderr, ended.stderr
    usual, other = (tmp_path / name / "whispers" for name in ("usual", "other"))
    assert {path.name: path.read_bytes() for path in usual.iterdir() if path.is_file()} == {
        path.name: path.read_bytes() for path in other.iterdir() if path.is_file()
    }


BLOCKED = """
import sys
from importlib.abc import MetaPathFinder

class Blocker(MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == BLOCKED:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

BLOCKED = sys.argv.pop(1)
sys.meta_path.insert(0, Blocker())
from pnp.__main__ import main
main()
"""
EVERYTHING = ["build", "whispers", "--only", "markers", "--format", "pdf,svg,png", "--dpi", "40", "--assembly"]
RULES = ["rules", "whims"]
LACKING = {
    "click": (["list"], "click"),
    "fontpkg_abril_fatface": (EVERYTHING, "fontpkg-abril-fatface"),
    "fontpkg_ibm_plex_serif": (EVERYTHING, "fontpkg-ibm-plex-serif"),
    "fontTools": (EVERYTHING, "fonttools"),
    "jinja2": (RULES, "jinja2"),
    "markdown": (RULES, "markdown"),
    "pikepdf": (["export", "whispers", "--for", "press", "--only", "markers"], "pikepdf"),
    "PIL": (EVERYTHING, "pillow"),
    "pyphen": (EVERYTHING, "pyphen"),
    "pypdfium2": (EVERYTHING, "pypdfium2"),
    "pypdfium2_raw": (EVERYTHING, "pypdfium2"),
    "reportlab": (EVERYTHING, "reportlab"),
    "segno": (EVERYTHING, "segno"),
    "svgwrite": (EVERYTHING, "svgwrite"),
}


def blocked(module: str, words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", BLOCKED, module, *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    "module",
    [
        pytest.param(name, marks=[] if name in ("click", "fontpkg_abril_fatface") else [pytest.mark.sweep])
        for name in LACKING
    ],
)
def test_a_package_that_is_not_installed(tmp_path: Path, module: str) -> None:
    words, package = LACKING[module]
    ended = blocked(module, words, tmp_path)
    said = f"error: the package {package} is not installed; install it with: pip install {package}\n"
    assert (ended.returncode, ended.stdout) == (3, ""), ended.stderr
    assert ended.stderr == said and not (tmp_path / "output").exists()


def test_every_package_that_may_be_asked_for_is_known() -> None:
    project = tomllib.loads((Path(__file__).parent.parent / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    modules = {"open_spiel": "pyspiel"}
    extras = {
        modules.get(package := line.partition(">=")[0], package): extra
        for extra, lines in reversed(project["optional-dependencies"].items())  # the first that brings a package
        if extra != "test" and not extra.startswith("fonts")  # which are never imported
        for line in lines
        if not line.startswith("pnp-tabletop[")
    }
    assert dict(EXTRAS) == extras
    packages = {not_installed(module).args[0].split()[2] for module in LACKING}
    # Only some work asks for these.
    late = {
        "anyascii", "babel", "brotli", "charset-normalizer", "cssselect2", "pyclipper", "python-bidi", "resvg-py",
        "rich", "starlette", "tinycss2", "uharfbuzz", "uvicorn", "watchfiles",
    }  # fmt: skip
    assert packages | late == {line.split(">=")[0] for line in project["dependencies"]}


def test_a_package_that_is_damaged() -> None:
    damaged = ImportError("libopenblas.so: cannot open shared object file", name="numpy._core")
    assert str(missing(damaged)).endswith("install it with: pip install --force-reinstall 'pnp-tabletop[fast]'")
    assert "a package that pnp needs cannot be loaded (why)" in str(missing(ImportError("why")))


@pytest.mark.parametrize(
    ("raised", "code", "said"),
    [
        (OSError(24, "Too many open files", "a.csv"), 3, "error: a.csv: the system refuses it (Too many open files)"),
        (OSError(28, "No space left on device"), 4, "error: cannot be written (No space left on device)"),
        (MemoryError(), 3, "error: there is not enough memory"),
        (KeyboardInterrupt(), 130, "interrupted"),
        (ValueError("why"), 70, "internal fault: ValueError: why; run again with --debug"),
    ],
)
def test_what_the_system_refuses(
    pnp_here: Run, monkeypatch: pytest.MonkeyPatch, raised: BaseException, code: int, said: str
) -> None:
    def refuse(*arguments: object) -> None:
        raise raised

    monkeypatch.setattr("pnp.catalog.games", refuse)
    ended = pnp_here("list")
    assert ended.returncode == code and said in ended.stderr and "Traceback" not in ended.stderr
    assert ("Traceback" in pnp_here("list", "--debug").stderr) == (code == 70)


@posix
def test_a_person_who_writes_no_text(tmp_path: Path) -> None:
    ended = in_shell(f"printf '\\377\\n' | {PNP} play whispers --seed 1 --human 1", tmp_path)
    assert ended.returncode == 130 and "You left the table" in ended.stderr


@posix
@pytest.mark.sweep
@pytest.mark.parametrize(
    "words",
    [
        "build whispers --format png --dpi 60 --no-preflight --out {folder}",
        "validate whims --games 400",
        "odds whims --games 400",
        "simulate whims --games 400",
    ],
)
def test_a_worker_that_is_killed_costs_nothing_but_time(
    tmp_path: Path, start: Callable[..., subprocess.Popen[str]], words: str
) -> None:
    ends = []
    for name, deaths in (("whole", 0), ("killed", 2)):
        command = [sys.executable, "-m", "pnp", *words.format(folder=tmp_path / name).split(), "--jobs", "2"]
        process = start(*command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(deaths):
            kill_a_worker(process)
        said, errors = process.communicate(timeout=300)
        assert process.returncode == 0 and "Traceback" not in errors, errors
        files = {path.name: path.read_bytes() for path in (tmp_path / name).rglob("*.*") if path.is_file()}
        ends.append((said, files))
    assert ends[0] == ends[1]


def kill_a_worker(process: subprocess.Popen[str]) -> None:
    """Kills one of the processes that a command has started to spread its work."""
    for _ in range(1000):
        told = subprocess.run(
            ["ps", "-ww", "-eo", "pid,ppid,stat,args"], capture_output=True, text=True
        ).stdout.splitlines()
        rows = [line.split(maxsplit=3) for line in told[1:]]
        found = [row for row in rows if row[1] == str(process.pid) and "spawn_main" in row[3] and row[2][0] != "Z"]
        if found:
            os.kill(int(found[-1][0]), signal.SIGKILL)
            return
        time.sleep(0.02)
    pytest.fail("no worker was started")
