"""What games measured of themselves in; the tables that a person reads of it out, a line for each label."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

from pnp.validation.plan import SEATINGS
from pnp.validation.tables import percent, table
from pnp.validation.tally import Measured

_FEW = 2

By = Mapping[str, Measured]
"""A measure by who sat at the table."""


def measures_as_lines(measures: Mapping[tuple[str, str], Measured]) -> list[list[str]]:
    """A table for each measure, all tables of players side by side; one for each of them where columns are many."""
    found: dict[str, dict[str, Measured]] = {}
    for name, seats in sorted(measures, key=lambda key: SEATINGS.index(key[1])):
        found.setdefault(name, {})[seats] = measures[name, seats]
    tables = []
    for by in found.values():
        if len(next(iter(by.values())).columns) < _FEW:
            tables.append(_beside(by))
        else:
            tables += [_alone(seats, measured) for seats, measured in by.items()]
    return tables


def _beside(by: By) -> list[str]:
    """One column for each kind of players, with its interval where it is a share."""
    first = next(iter(by.values()))
    shares = first.columns[0].share
    head = [first.text.rstrip(".")]
    for seats in by:
        head += [f"{seats} players", *(["99.9 % interval"] if shares else [])]
    rows = [[label, *(cell for measured in by.values() for cell in _cells(measured, label))] for label in first.seen]
    if shares and first.even:
        rows.append(["largest ÷ smallest", *(cell for measured in by.values() for cell in _ratio(measured))])
    return table(head, rows)


def _cells(measured: Measured, label: str) -> list[str]:
    sample = measured.samples().get(label)
    if not measured.columns[0].share:
        return [f"{sample.share:.2f}" if sample else ""]
    if sample is None:
        return ["", ""]
    low, high = sample.interval()
    return [percent(sample.share), f"{percent(low)} to {percent(high)}"]


def _ratio(measured: Measured) -> tuple[str, str]:
    """The ratio that was seen, where so many plays tell one at all, and the bounds between which it lies.

    They tell one once the intervals of the largest and the smallest lie apart.
    """
    low, high = measured.range
    seen = f"{measured.ratio:.2f}" if measured.ratio is not None and measured.surely > 1 else ""
    return seen, f"{low:.2f} to {high:.2f}" if isfinite(high) else f"{low:.2f} or more"


def _alone(seats: str, measured: Measured) -> list[str]:
    head = (f"{measured.text.rstrip('.')}, {seats} players", *(column.name for column in measured.columns))
    return table(head, [(label, *_numbers(measured, counts)) for label, counts in measured.seen.items()])


def _numbers(measured: Measured, counts: Sequence[int]) -> list[str]:
    trials = counts[0]
    return [
        "" if not trials else percent(number / trials) if column.share else f"{number / trials:.2f}"
        for column, number in zip(measured.columns, counts[1:])
    ]
