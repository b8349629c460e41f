"""One test of many cases that goes through all of them, and names every one that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Case = TypeVar("Case")


def check_all(check: Callable[[Case], None], cases: Sequence[Case]) -> None:
    """AssertionError with what is wrong with each case for which `check` raises one; also where there is no case."""
    assert cases, "there is nothing to check"
    faults = []
    for case in cases:
        try:
            check(case)
        except AssertionError as fault:
            faults.append(f"{case}: {fault}")
    assert not faults, "\n".join(faults)
