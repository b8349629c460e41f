"""Standard input, output and error of the process, whatever is at their other end.

What cannot be written is dropped and remembered, so that work is finished, files are put in place, and Python has
nothing to complain of as it ends; `Streams.code` tells what the exit code is then.
"""

from __future__ import annotations

import errno
import os
import select
import sys
from io import BufferedWriter, FileIO, TextIOWrapper
from typing import Any

import click

_NOT_WRITABLE = 4
#: Windows says EINVAL of a pipe that nobody reads from any more.
_READER_GONE = (errno.EPIPE, errno.EINVAL) if sys.platform == "win32" else (errno.EPIPE,)


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
