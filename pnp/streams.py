"""Devices and pipes that a user names as a file to write: what goes there is written to them, and replaces nothing."""

from __future__ import annotations

import errno
import os
import re
import stat
from pathlib import Path

from pnp.errors import OutputError

_DESCRIPTOR = re.compile(r"/dev/(?:std(?P<name>out|err)|fd/(?P<number>\d{1,9}))|/proc/self/fd/(?P<again>\d{1,9})")
_TO_WRITE = os.O_WRONLY | getattr(os, "O_NOCTTY", 0) | getattr(os, "O_CLOEXEC", 0)


def is_stream(path: Path) -> bool:
    """Whether it is a character device or a pipe, or a name of a file that is open already."""
    if _descriptor(path) is not None:
        return True
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)


def check_stream(path: Path) -> None:
    """OutputError for what cannot be written to; a pipe is left alone, whose reader would take this for its end."""
    if _descriptor(path) is not None or not path.is_fifo():
        os.close(_opened(path))


def write_stream(path: Path, data: bytes) -> None:
    """Writes all of it; OutputError where that cannot be done, such as to a pipe that nobody reads from, which is not
    waited for. BrokenPipeError where a reader went away.
    """
    try:
        with os.fdopen(_opened(path), "wb") as stream:
            stream.write(data)
    except BrokenPipeError:
        raise
    except OSError as failure:
        raise OutputError(f"{path}: cannot be written ({failure.strerror}); name another file") from failure


def _opened(path: Path) -> int:
    descriptor = _descriptor(path)
    try:
        if descriptor is not None:
            return os.dup(descriptor)
        opened = os.open(path, _TO_WRITE | getattr(os, "O_NONBLOCK", 0))
        os.set_blocking(opened, True)
    except OSError as failure:
        reason = "nobody reads from it" if failure.errno == errno.ENXIO else failure.strerror
        raise OutputError(f"{path}: cannot be written ({reason}); name another file") from failure
    return opened


def _descriptor(path: Path) -> int | None:
    """The number of the open file that a path such as /dev/stdout stands for."""
    found = _DESCRIPTOR.fullmatch(path.as_posix())
    if found is None or os.name != "posix":
        return None
    return {"out": 1, "err": 2}.get(found["name"]) or int(found["number"] or found["again"])
