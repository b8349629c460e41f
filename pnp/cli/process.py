"""The process of a command: Ctrl-C, its standard streams, what the machine refuses it, how it says what it found."""

from __future__ import annotations

import errno
import json
import os
import select
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from io import BufferedWriter, FileIO, TextIOWrapper
from threading import Timer, main_thread
from types import FrameType, TracebackType
from typing import Any

import click

from pnp.errors import Finding, InputMissing, Interrupted, OutputError, PnpError, UsageError, missing

STEPS = ("define", "draw", "impose", "render", "preflight", "record")
_CODES = {signal.SIGINT: 130, signal.SIGTERM: 143}
_SOON = 0.02
_NOT_WRITABLE = 4
#: Windows says EINVAL of a pipe that nobody reads from any more.
_READER_GONE = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)
_EPOCH = "SOURCE_DATE_EPOCH"
_LAST_SECOND = 253_402_300_799  # the end of the year 9999, after which nobody can tell the date
_COMPLETION = "_PNP_COMPLETE"
#: Settings of libraries whose results are the same for everybody here; with a bad value they would not even load.
_NOT_OURS = ("RL_", "PILLOW_", "EVAL_DEBUG")
_WRITES_NOTHING = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS)


@contextmanager
def shown_progress() -> Iterator[Callable[[str, str], None]]:
    """Gives the function to call at each step; honours NO_COLOR and TERM=dumb through rich."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda step, what: None
        return
    from rich.console import Console

    with Console(stderr=True).status("starting") as status:
        yield lambda step, what: status.update(f"{STEPS.index(step) + 1}/{len(STEPS)} {step}: {what}")


def describe(finding: Finding) -> str:
    """A finding on one line."""
    return f"{finding.severity}: {finding}"


def print_findings(findings: Iterable[Finding], err: bool = False) -> None:
    """A line for each, and one for many pieces of one cause."""
    # A command that finds nothing need not wait for this import.
    from pnp.definition.findings import gathered_pieces

    for finding in gathered_pieces(findings):
        click.echo(describe(finding), err=err)


def print_absent(fault: InputMissing) -> None:
    """Every file that is not there, on standard error."""
    for line in str(fault).splitlines():
        click.echo(f"error: {line}", err=True)


def json_text(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1)


class Signals:
    """While it is entered, the first signal raises Interrupted and the second ends the process at once.

    `code` is the exit code of the signal that came, or 0. What was ignored before, as `nohup` and background jobs
    have it, stays ignored.
    """

    def __init__(self) -> None:
        self.code = 0
        self._resending = False
        self._before: dict[int, Any] = {}
        self._unraisable = sys.unraisablehook

    def __enter__(self) -> Signals:
        sys.unraisablehook = self._swallowed
        for number in _CODES:
            if signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, self._heard)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        sys.unraisablehook = self._unraisable

    def _heard(self, number: int, frame: FrameType | None) -> None:
        if self._resending:  # an exception here would be dropped as well
            self._send_soon(number)
            return
        self.code = _CODES[signal.Signals(number)]
        for known in self._before:
            signal.signal(known, signal.SIG_DFL)
        raise Interrupted

    def _swallowed(self, unraisable: Any) -> None:
        """Sends the signal again where Python has dropped its exception, as it does in `__del__` and in callbacks."""
        if not issubclass(unraisable.exc_type, Interrupted):
            self._unraisable(unraisable)
            return
        self._resending = True
        for known in self._before:
            signal.signal(known, self._heard)
        self._send_soon(next(number for number, code in _CODES.items() if code == self.code))
        self._resending = False

    def _send_soon(self, number: int) -> None:
        # To the thread that works: where another one hears of it, a system call in this one goes on undisturbed.
        there = (signal.pthread_kill, (main_thread().ident, number)) if hasattr(signal, "pthread_kill") else None
        Timer(_SOON, *(there or (os.kill, (os.getpid(), number)))).start()


class Writable(FileIO):
    """An open file descriptor to write to; after the first failure everything is dropped."""

    failure: OSError | None = None

    def write(self, data: Any) -> int:
        while self.failure is None:
            try:
                if (written := super().write(data)) is not None:
                    return written
                select.select([], [self], [])  # the reader is slow, and whoever opened it does not want to wait
            except OSError as failure:
                self.failure = failure
        return memoryview(data).nbytes

    @property
    def full(self) -> bool:
        """Whether something was lost that somebody wanted: a reader who has gone away has seen enough."""
        return self.failure is not None and self.failure.errno not in _READER_GONE


class Streams:
    """Standard output and error of this process; in place of those that are closed, nothing is read and written."""

    def __init__(self) -> None:
        _open_closed()
        self._output = _writable("stdout")
        self._errors = _writable("stderr")
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")

    def code(self, code: int) -> int:
        """The exit code of work that ended with `code`: 4 where that is 0 and what there was to say found no place."""
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        if self._output is not None and self._output.full:
            reason = self._output.failure and self._output.failure.strerror
            click.echo(f"error: standard output: cannot be written ({reason}); make room, and try again", err=True)
        lost = any(stream is not None and stream.full for stream in (self._output, self._errors))
        return code or (_NOT_WRITABLE if lost else 0)


def _open_closed() -> None:
    """Opens what is closed of the first three file descriptors, or a file that is opened later would be one of them."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            opened = os.open(os.devnull, os.O_RDWR)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            os.set_inheritable(number, True)
            setattr(sys, name, open(number, "w" if number else "r", encoding="utf-8", closefd=False))  # noqa: SIM115


def _writable(name: str) -> Writable | None:
    """Puts a stream that can fail in the place of standard output or error; None where that is nothing of the system.

    Data is UTF-8 on every machine, as what is read must be: where Windows writes to a file or a pipe, Python would
    take a code page and fail at a letter that it lacks. A terminal that cannot show a letter shows its number.
    """
    stream = getattr(sys, name)
    try:
        number = stream.fileno()
    except (AttributeError, OSError, ValueError):
        return None
    terminal = stream.isatty()
    if terminal and sys.platform == "win32":  # a console there takes letters, and no bytes
        return None
    raw = Writable(number, "w", closefd=False)
    encoding = stream.encoding if terminal or name == "stderr" else "utf-8"
    text = TextIOWrapper(BufferedWriter(raw), encoding, "backslashreplace", line_buffering=stream.line_buffering)
    setattr(sys, name, text)
    return raw


def check_environment() -> None:
    """UsageError for a variable that cannot be understood; those that only concern a library of ours are dropped."""
    epoch = os.environ.get(_EPOCH, "").strip()
    if epoch and not (epoch.isascii() and epoch.isdecimal() and len(epoch) <= 12 and int(epoch) <= _LAST_SECOND):
        raise UsageError(f"{_EPOCH} is '{epoch}', which is no number of seconds since 1970; mend it, or unset it")
    for name in [name for name in os.environ if name.startswith(_NOT_OURS)]:
        del os.environ[name]
    _check_completion()


def _check_completion() -> None:
    """What a shell asks with, for the words that may come next; only a shell that is set up for it does."""
    asked = os.environ.get(_COMPLETION)
    if not asked:
        return
    shell, _, what = asked.partition("_")
    complete = what == "source" or (what == "complete" and "COMP_WORDS" in os.environ)
    if shell not in ("bash", "zsh", "fish") or not complete or not os.environ.get("COMP_CWORD", "0").isdecimal():
        raise UsageError(f"{_COMPLETION} is '{asked}', which no shell asks; unset it, or write bash_source or the like")


def check_working_folder() -> None:
    """OutputError where the folder that the command was started in is not there any more."""
    try:
        os.getcwd()
    except OSError as failure:
        raise OutputError(f"the working folder is gone ({failure.strerror}); change to one that is there") from None


def as_pnp_error(fault: BaseException) -> PnpError | None:
    """What the system refused, or a package that is not installed, as an error with its sentence; None otherwise."""
    match fault:
        case PnpError():
            return fault
        case ImportError() if (fault.name or "").partition(".")[0] != "pnp":
            return missing(fault)
        case MemoryError():
            return InputMissing("there is not enough memory; close other programs, or ask for less at a time")
        case OSError(errno=int()):
            return _refused(fault)
        case _:
            return None


def _refused(failure: OSError) -> PnpError:
    try:
        check_working_folder()
    except OutputError as gone:
        return gone
    where = f"{os.fsdecode(failure.filename)}: " if isinstance(failure.filename, str | bytes) else ""
    if failure.errno in _WRITES_NOTHING:
        return OutputError(f"{where}cannot be written ({failure.strerror}); make room, or choose another place")
    return InputMissing(f"{where}the system refuses it ({failure.strerror}); mend that, and try again")
