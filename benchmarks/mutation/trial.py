"""One case: a mutant made from its name, a command that reads it, and what is wrong with how that ended.

The command line runs in a process forked from one that has everything imported, under limits of time and memory and
under an audit hook that notes what it opens, writes, starts and connects to.
"""

from __future__ import annotations

import contextlib
import faulthandler
import gc
import io
import json
import os
import re
import resource
import shlex
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pnp
from mutation.edits import BLIND, MOST_BYTES
from mutation.scenes import ARGUMENTS, STDIN, Kind, Scene

SECONDS, MEGABYTES = 20, 1000
"""What no input may take more of: seconds of the processor, and memory."""

WAITING = 150
"""Seconds on the clock after which a command is taken to hang, on a machine that may be busy with other things."""

_INTERRUPTED = 130
_SPOKEN = re.compile(r"Traceback \(most|Exception ignored|internal fault:|^fault in |\b[A-Z]\w+Warning: ", re.MULTILINE)
_OUTSIDE = ("outside", "/etc/passwd", "/etc/shadow", "/dev/zero", "/proc/self/environ")
_LEFTOVERS = (".pnp-staging", ".pnp-lock", ".pnp-part")
_WRITING = frozenset({
    "os.remove", "os.rename", "os.rmdir", "os.mkdir", "os.truncate", "os.link", "os.symlink", "shutil.rmtree",
    "shutil.move",
})  # fmt: skip
_STARTING = frozenset(
    {"os.system", "os.exec", "os.posix_spawn", "os.startfile", "socket.connect", "socket.getaddrinfo"}
)


@dataclass(frozen=True)
class Case:
    """A mutant, by its kind, the seed of the run and its number; the same name is the same bytes."""

    kind: str
    seed: int
    number: int

    def __str__(self) -> str:
        return f"{self.kind}-{self.seed}-{self.number}"


@dataclass(frozen=True)
class Result:
    """How a case ended: exit code (negative for a signal), seconds of the processor, peak memory, and what is wrong.

    Each thing that is wrong comes with where in pnp it is, as far as that is known.
    """

    case: Case
    command: str
    code: int
    seconds: float
    megabytes: float
    wrong: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Mutant:
    files: Mapping[str, bytes]
    words: Sequence[str]
    environment: Mapping[str, str]
    scene: Scene


def mutant(kind: Kind, case: Case) -> Mutant:
    """The files and the command line of a case."""
    random = Random(str(case))
    scene = random.choice(kind.scenes)
    target = random.choice(scene.targets)
    data = scene.files[target]
    ending = os.path.splitext(target)[1]
    others = [each.files[path] for each in kind.scenes for path in each.targets if path.endswith(ending)]
    for _ in range(random.choice((1, 1, 1, 1, 2, 2, 4))):
        data = _edited(random, kind, ending, data, others)[:MOST_BYTES]
    return _with_command({**scene.files, target: data}, random.choice(scene.commands), scene)


def _edited(random: Random, kind: Kind, ending: str, data: bytes, others: Sequence[bytes]) -> bytes:
    """The bytes after one edit; where one does not apply to what others have made of them, another is tried."""
    known = kind.edits[ending]
    for _ in range(9):
        edits = BLIND if random.random() < kind.blind else known
        try:
            changed = random.choice(edits)(random, data or b"\n", others)
        except Exception:  # what is no such file any more cannot be taken apart as one
            continue
        if changed != data:
            return changed
    return data


def unchanged(kind: Kind) -> Iterator[Mutant]:
    """Every command on what is not changed at all, which must succeed."""
    for scene in kind.scenes:
        for command in scene.commands:
            yield _with_command(scene.files, command, scene)


def _with_command(files: Mapping[str, bytes], command: str, scene: Scene) -> Mutant:
    if command:
        return Mutant(files, shlex.split(command), {}, scene)
    given = json.loads(files[ARGUMENTS])
    return Mutant(files, given["words"], given["environment"], scene)


def tried(case: Case, made: Mutant, keep: Path | None, good: Container[int] = range(6)) -> Result:
    """Runs a case in a folder of its own, kept in `keep` if anything is wrong; `good` are exit codes that are not."""
    with tempfile.TemporaryDirectory(prefix="mutant-") as name:
        folder = Path(name).resolve()
        home = _laid_out(folder, made)
        code, seconds, megabytes = _run(home, made, made.words)
        wrong = list(_judged(folder, home, made, code, seconds, megabytes, good))
        if wrong and keep is not None:
            _kept(keep / str(case), home, made)
        if code == 70:
            shutil.rmtree(folder)
            home = _laid_out(folder, made)
            _run(home, made, ["--debug", *made.words])
            place = _place((folder / "stderr").read_text("utf-8", "replace"))
            wrong = [(what if what != "exit 70" else f"exit 70, {place[0]}", place[1]) for what, _ in wrong]
    return Result(case, shlex.join(made.words), code, seconds, megabytes, wrong)


def _kept(folder: Path, home: Path, made: Mutant) -> None:
    for path, data in made.files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    variables = "".join(f"{name}={shlex.quote(value)} " for name, value in made.environment.items())
    line = f"{variables}PNP_CONFIG=config pnp {shlex.join(made.words)}\n"
    (folder / "command.txt").write_text(line, "utf-8", "surrogatepass")
    for name in ("stdout", "stderr", "trace"):
        shutil.copyfile(home.parent / name, folder / name)


def _laid_out(folder: Path, made: Mutant) -> Path:
    """The folder to run in, beside one with secrets that nothing may open."""
    home, outside = folder / "here", folder / "outside"
    for place in (home, outside, folder / "tmp"):
        place.mkdir(parents=True)
    secret = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
    for name in ("secret.txt", "secret.svg", "secret.png"):
        (outside / name).write_bytes(secret)
    for path, data in made.files.items():
        (home / path).parent.mkdir(parents=True, exist_ok=True)
        (home / path).write_bytes(data)
    return home


def _run(home: Path, made: Mutant, words: Sequence[str]) -> tuple[int, float, float]:
    """Exit code, seconds and megabytes of the command line in a child of this process, which is ended in any case."""
    child = os.fork()
    if not child:
        try:
            _be_the_command(home, made, words)
        finally:
            os._exit(99)
    if hasattr(os, "waitid"):  # what it has started is ended while its number cannot be anybody else's
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(child, signal.SIGKILL)
    _, status, usage = os.wait4(child, 0)
    code = os.waitstatus_to_exitcode(status)
    megabytes = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
    return code, usage.ru_utime + usage.ru_stime, megabytes


def _be_the_command(home: Path, made: Mutant, words: Sequence[str]) -> NoReturn:
    """Becomes a process that runs the command line, and ends with its exit code."""
    os.setpgid(0, 0)
    os.chdir(home)
    beside = home.parent
    stdin = os.open(home / STDIN if STDIN in made.files else os.devnull, os.O_RDONLY)
    streams = [os.open(beside / name, os.O_WRONLY | os.O_CREAT) for name in ("stdout", "stderr", "trace")]
    for number, stream in enumerate((stdin, *streams[:2])):
        os.dup2(stream, number)
    sys.stdin = open(0, encoding="utf-8", errors="surrogateescape", closefd=False)  # noqa: SIM115
    settings = {"HOME": home, "TMPDIR": beside / "tmp", "PNP_CONFIG": home / "config", "XDG_CONFIG_HOME": home}
    os.environ.update({name: str(value) for name, value in settings.items()})
    os.environ.update(made.environment)
    tempfile.tempdir = None
    _limit(streams[2])
    sys.addaudithook(_Watch(beside, streams[2]))
    code = _exit_code(words)
    gc.collect()
    with contextlib.suppress(Exception):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code)


def _limit(trace: int) -> None:
    faulthandler.enable(trace)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    for number, default in ((signal.SIGXCPU, signal.SIG_DFL), (signal.SIGALRM, signal.SIG_DFL)):
        signal.signal(number, default)
        faulthandler.register(number, trace, all_threads=False, chain=True)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS + 30))
    signal.setitimer(signal.ITIMER_REAL, WAITING)
    with contextlib.suppress(OSError, ValueError):
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        most = pages * resource.getpagesize() + MEGABYTES * 1_000_000
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _exit_code(words: Sequence[str]) -> int:
    import pnp.cli

    try:
        pnp.cli.main(words)
        return 0
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    except BaseException:
        traceback.print_exc()
        return 70


class _Watch:
    """Notes what the command does to the world outside its folder, and refuses to write there."""

    def __init__(self, folder: Path, trace: int) -> None:
        self._folder = os.fspath(folder)
        self._outside = tuple(os.path.join(self._folder, each) for each in _OUTSIDE)
        self._free = (*(os.path.join(self._folder, each, "") for each in ("here", "tmp")), "/dev/null", "/dev/shm")
        self._trace = trace
        self._at_work = False

    def __call__(self, event: str, arguments: Any) -> None:
        if self._at_work or (event != "open" and event not in _WRITING and event not in _STARTING):
            return
        self._at_work = True
        try:
            self._noted(event, arguments)
        finally:
            self._at_work = False

    def _noted(self, event: str, arguments: Any) -> None:
        if event in _STARTING:
            self._tell(f"{event} {arguments!r:.200}")
        elif event == "open":
            path, _, flags = arguments
            if isinstance(path, str | bytes | os.PathLike):
                self._opened(os.path.realpath(os.fsdecode(path)), flags)
        else:
            for path in arguments[: 2 if event in ("os.rename", "os.link") else 1]:
                if isinstance(path, str | bytes | os.PathLike):
                    self._opened(os.path.join(os.path.realpath(os.path.dirname(os.fsdecode(path))), "x"), os.O_WRONLY)

    def _opened(self, path: str, flags: int) -> None:
        if flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC):
            if not path.startswith(self._free) and "__pycache__" not in path:
                self._tell(f"writes {path}")
                raise PermissionError(13, "Permission denied", path)
        elif path.startswith(self._outside):
            self._tell(f"reads {path}")

    def _tell(self, what: str) -> None:
        place = _innermost(traceback.format_stack())
        os.write(self._trace, f"WATCH {what.replace(self._folder, '..')}\t{place}\n".encode("utf-8", "replace"))


def _judged(
    folder: Path, home: Path, made: Mutant, code: int, seconds: float, megabytes: float, good: Container[int]
) -> Iterator[tuple[str, str]]:
    """Everything that is wrong with how a command ended, and where in pnp it was."""
    said = [(folder / name).read_text("utf-8", "replace") for name in ("stdout", "stderr")]
    trace = (folder / "trace").read_text("utf-8", "replace")
    if code < 0:
        name = signal.Signals(-code).name
        slow = {"SIGXCPU": f"over {SECONDS} s of work", "SIGALRM": f"over {WAITING} s of waiting"}
        yield slow.get(name, f"killed by {name}"), _innermost(trace.splitlines())
        return
    if code not in good and not (code == _INTERRUPTED and STDIN in made.files):
        yield f"exit {code}", ""
    elif code and not "".join(said).strip():
        yield f"exit {code} without a word", ""
    if seconds > SECONDS:
        yield f"over {SECONDS} s of work", ""
    if megabytes > MEGABYTES:
        yield f"over {MEGABYTES} MB", ""
    if code != 70:
        for found in {match[0] for text in said for match in _SPOKEN.finditer(text)}:
            yield f"says {found!r}", _innermost(said[1].splitlines())
    if ARGUMENTS not in made.files:
        for line in sorted(set(re.findall(r"^WATCH (.*)$", trace, re.MULTILINE))):
            what, _, place = line.partition("\t")
            yield what, place
    for path in _left(folder, home, made):
        yield path, ""


def _left(folder: Path, home: Path, made: Mutant) -> Iterator[str]:
    """Inputs that are changed or gone, and what is left of half-done work."""
    for path, data in made.files.items():
        if not path.startswith(made.scene.written or ("\0",)) and ARGUMENTS not in made.files:
            try:
                same = (home / path).read_bytes() == data
            except OSError:
                same = False
            if not same:
                yield "an input is changed or gone"
    for place in folder.rglob("*"):
        if place.name.endswith(_LEFTOVERS):
            yield f"leaves {place.name}"
        if place.name == "PWNED":
            yield "runs what it reads"
    if any((folder / "tmp").iterdir()):
        yield "leaves temporary files"


def _place(trace: str) -> tuple[str, str]:
    """The name of the exception at the end of a trace, and the innermost line of pnp in it."""
    lines = trace.splitlines()
    named = [line for line in lines if re.match(r"[A-Za-z_][\w.]*(Error|Exception|Warning|Interrupt|Exit)?(:|$)", line)]
    return (named[-1].partition(":")[0] if named else "exception"), _innermost(lines)


def _innermost(lines: Sequence[str]) -> str:
    """The last mention of a module of pnp in a trace, as `module.py:line function`; the first in faulthandler's."""
    package = re.escape(str(Path(pnp.__file__).parent))
    pattern = re.compile(rf'File "{package}/([\w/]+\.py)", line (\d+),? in (\w+)')
    found = [match for line in lines if (match := pattern.search(line))]
    if not found:
        return ""
    inner = found[0] if any("most recent call first" in line for line in lines) else found[-1]
    return f"{inner[1]}:{inner[2]} {inner[3]}"


def run_here(words: str) -> None:
    """Runs a command line in this process, for an example of what it makes; RuntimeError where it fails."""
    from pnp.cli import main

    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            main(shlex.split(words))
        except SystemExit as ended:
            if ended.code:
                raise RuntimeError(f"pnp {words}: exit {ended.code}: {said.getvalue()[-400:]}") from None
