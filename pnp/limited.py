"""Work on input that nobody can vouch for, done in a process of its own with a limit of time and of memory.

It is for readers that know no bound themselves. What comes back is JSON and no pickle: the process that has read
hostile bytes is trusted no more than they are. Windows knows no such limits; there only time by the clock is limited.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from os import environ
from typing import Any

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

SECONDS = 12
MEGABYTES = 768
_PATIENCE = 4  # by the clock, on a machine that is busy with other things
_START = (
    "import sys, json; sys.path[:] = json.loads(sys.argv[1]); from pnp.limited import serve; "
    "from {} import {} as work; sys.exit(serve(work, *map(int, sys.argv[2:])))"
)
_FAILED, _TOO_MUCH = 3, 4


class TooMuch(Exception):
    """The work needs more time or memory than it may have."""


class Failed(Exception):
    """The work ended in an exception: the input cannot be read."""


def limited(work: Callable[[bytes], Any], data: bytes, seconds: int = SECONDS, megabytes: int = MEGABYTES) -> Any:
    """What a function of a module of ours makes of the bytes, in terms of JSON; raises TooMuch or Failed."""
    from subprocess import DEVNULL, PIPE, Popen, TimeoutExpired

    # Without -P a file in the working folder, which may be a deck's, could take the place of a module.
    start = _START.format(work.__module__, work.__name__)
    command = [sys.executable, "-P", "-c", start, json.dumps([place for place in sys.path if place])]
    command += [str(seconds), str(megabytes)]
    own = {**environ, "OPENBLAS_NUM_THREADS": "1"}  # its threads would take the memory that the work may have
    with Popen(command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, env=own) as process:
        try:
            told, _ = process.communicate(data, _PATIENCE * seconds)
        except TimeoutExpired as late:
            raise TooMuch from late
        finally:
            process.kill()
    if process.returncode == _FAILED:
        raise Failed(told.decode())
    if process.returncode:
        raise TooMuch
    return json.loads(told)


@contextmanager
def little_memory(megabytes: int = MEGABYTES) -> Iterator[None]:
    """Lets this process take at most so much more memory meanwhile: what asks for more ends in a MemoryError.

    For readers whose time is bounded, and whose results are no JSON. Only Linux tells how much is in use.
    """
    try:
        with open("/proc/self/statm", "rb") as told:
            used = int(told.read().split()[0]) * resource.getpagesize()
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    except (OSError, AttributeError, ValueError):
        yield
        return
    most = used + megabytes * 1024 * 1024
    resource.setrlimit(resource.RLIMIT_AS, (most if soft == resource.RLIM_INFINITY else min(most, soft), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def serve(work: Callable[[bytes], Any], seconds: int, megabytes: int) -> int:
    """What the process does: reads the bytes from its standard input, writes what comes of them; its exit code."""
    with open(0, "rb") as given:
        data = given.read()
    if resource is not None:
        _limit(resource.RLIMIT_CPU, seconds)
        _limit(resource.RLIMIT_AS, megabytes * 1024 * 1024)
    try:
        told, code = json.dumps(work(data)), 0
    except MemoryError:
        told, code = "", _TOO_MUCH
    except Exception as failure:  # whatever a reader raises is the fault of the input
        told, code = ascii(failure), _FAILED
    with open(1, "wb") as written:
        written.write(told.encode())
    return code


def _limit(what: int, most: int) -> None:
    """At most so much, or less where less is allowed already."""
    hard = resource.getrlimit(what)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    resource.setrlimit(what, (most, most))
