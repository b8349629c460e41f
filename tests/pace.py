"""Bounds on how long work may take, which hold on fast machines and on slow ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time

_ORDINARY = 0.09
"""Seconds of processor time that `_work` takes on the machines for which bounds are written."""

_TURNS = 5


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """Fails where its body takes more processor time than that on an ordinary machine.

    Only work that takes longer makes a machine show how slow it is, and gets so many times as long.
    """
    begun = process_time()
    yield
    took = process_time() - begun
    assert took < seconds or took < seconds * slowness(), f"took {took:.1f} s; an ordinary machine has {seconds:g} s"


def slowness() -> float:
    """How many times as long as an ordinary machine this one takes at the moment, at its slowest; at least once."""
    return max(1.0, *(_work() / _ORDINARY for _ in range(_TURNS)))


def _work() -> float:
    """Seconds of processor time for a little of what most of the code does all day."""
    begun = process_time()
    for turn in range(300):
        found = {str(each): (each, each * 0.5) for each in range(400)}
        text = " ".join(sorted(found, key=lambda name: found[name][1]))
        sum(float(part) for part in re.findall(r"[0-9]+", text) if found[part][0] != turn)
    return process_time() - begun
