"""The steps of a build as a line that moves on a terminal; nothing where stderr is none."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

STEPS = ("define", "draw", "impose", "render", "preflight", "record")


@contextmanager
def progress() -> Iterator[Callable[[str, str], None]]:
    """Gives the function to call at each step; honours NO_COLOR and TERM=dumb through rich."""
    if not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield lambda step, what: None
        return
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("starting") as status:
        yield lambda step, what: status.update(f"{STEPS.index(step) + 1}/{len(STEPS)} {step}: {what}")
