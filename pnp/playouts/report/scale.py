"""An axis for some numbers, from the least to the most: its round marks, and where each number lies on it."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, floor, log10

from pnp.frozen import frozen

_STEPS = (1, 2, 2.5, 5, 10)


@frozen
class Scale:
    """An axis from `low` to `high`, drawn from `start` to `end` in millimetres."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value lies, in millimetres; one beyond the ends at the end."""
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.end - self.start)

    def marks(self, about: int = 6, whole: bool = False) -> Sequence[float]:
        """Round numbers within the scale, about so many; whole ones only where asked for."""
        step = step_of(self.high - self.low, about)
        step = max(1.0, ceil(step)) if whole else step
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(number * step, 10) for number in range(first, last + 1)]


def step_of(width: float, about: int) -> float:
    """A round step, of which about so many make the width."""
    rough = max(width, 1e-9) / about
    power = 10.0 ** floor(log10(rough))
    return next((step * power for step in _STEPS if step * power >= rough * 0.999), 10 * power)


def scale_of(values: Sequence[float], start: float, end: float, zero: bool = False) -> Scale:
    """A scale that holds all the values with a little room; from zero on where asked for."""
    low, high = min(values, default=0.0), max(values, default=1.0)
    if zero:
        low, high = min(low, 0.0), max(high, 0.0)
    room = (high - low) * 0.04 or 0.5
    return Scale(low if zero and low == 0 else low - room, high + room, start, end)
