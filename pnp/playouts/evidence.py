"""What plays show of a set of pieces, in whatever order it is added up, and findings for what is wrong with it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import iadd
from typing import Any

from pnp.engine.odds import Column, Sample
from pnp.engine.requirements import Requirements
from pnp.engine.rules import Citation
from pnp.errors import Finding, Severity
from pnp.frozen import frozen
from pnp.playouts.counting import numbers_in_words
from pnp.playouts.specification import Reading
from pnp.playouts.tally import Summed

#: How unlikely a sample has to be to speak against a count: five standard deviations, one tail of a normal curve.
FAR = 2.9e-7
NEVER_USED, NEVER_APPLIED = "never-used", "never-applied"


@frozen
class Fault:
    """Something that plays showed to be wrong: `told` says it for the play of that seed, the first to show it."""

    severity: Severity
    told: str
    seed: int
    times: int = 1

    def __add__(self, other: Fault) -> Fault:
        first = min(self, other, key=lambda fault: (fault.severity, fault.seed, fault.told))
        return replace(first, times=self.times + other.times)


@frozen
class Peak:
    """The most of a component that a play had in use at once, out of how many there were; and which play."""

    have: int
    peak: int
    players: int
    seed: int

    def __add__(self, other: Peak) -> Peak:
        """The one that came closer to using all there are, then the one with more in use, then the earlier."""
        return max(self, other, key=lambda found: (found.share, found.peak, -found.players, -found.seed, found.have))

    @property
    def share(self) -> Fraction:
        return Fraction(self.peak, self.have) if self.have else Fraction(self.peak)


@frozen
class Chanced:
    """An exact chance (see pnp/engine/odds.py) and how often plays showed it, with which numbers of players."""

    text: str
    exact: Fraction
    how: str
    sample: Sample
    players: frozenset[int]

    def __add__(self, other: Chanced) -> Chanced:
        return replace(self, sample=self.sample + other.sample, players=self.players | other.players)

    @property
    def agrees(self) -> bool:
        """Whether the sample can be, given the exact chance (see FAR)."""
        return self.sample.chance(self.exact) >= FAR

    def as_json(self, name: str) -> dict[str, Any]:
        interval = [round(end, 9) for end in self.sample.interval()]
        return {
            "name": name, "text": self.text, "exact": str(self.exact), "decimal": float(self.exact), "how": self.how,
            "players": sorted(self.players), "times": self.sample.times, "trials": self.sample.trials,
            "interval": interval, "agrees": self.agrees,
        }  # fmt: skip


@frozen
class Extreme:
    """The most there can be of something with that many players, the most that was seen, and in which play."""

    text: str
    most: int
    seen: int
    seed: int

    def __add__(self, other: Extreme) -> Extreme:
        return max(self, other, key=lambda found: (found.seen, -found.seed))

    def as_json(self, name: str, players: int) -> dict[str, Any]:
        return {
            "name": name, "text": self.text, "players": players, "most": self.most, "seen": self.seen,
            "seed": self.seed,
        }  # fmt: skip


@frozen
class Measured:
    """What `plays` plays showed of a measure (see pnp/engine/odds.py), by label."""

    text: str
    columns: tuple[Column, ...]
    even: float
    plays: int
    seen: Mapping[str, tuple[int, ...]]

    def __add__(self, other: Measured) -> Measured:
        none = (0,) * (1 + len(self.columns))
        seen = {
            label: tuple(map(int.__add__, self.seen.get(label, none), other.seen.get(label, none)))
            for label in dict.fromkeys((*self.seen, *other.seen))
        }
        return replace(self, plays=self.plays + other.plays, seen=seen)

    def samples(self) -> Mapping[str, Sample]:
        """How often the first column came to each label that had a chance of it."""
        return {label: Sample(counts[1], counts[0]) for label, counts in self.seen.items() if counts[0]}

    @property
    def ratio(self) -> float | None:
        """How many times the smallest share of the first column the largest is; None where one is nothing."""
        shares = [sample.share for sample in self.samples().values()]
        least = min(shares, default=0.0)
        return max(shares) / least if least else None

    @property
    def range(self) -> tuple[float, float]:
        """Between which bounds that ratio lies, by the intervals of both; infinite where one may be nothing."""
        ends = [sample.interval() for sample in self.samples().values()]
        least = min((low for low, _ in ends), default=0.0)
        return max(1.0, self.surely), max((high for _, high in ends), default=1.0) / least if least else math.inf

    @property
    def surely(self) -> float:
        """How many times another's share the largest is at the least, by the intervals of both."""
        ends = [sample.interval() for sample in self.samples().values()]
        return max((low for low, _ in ends), default=0.0) / min((high for _, high in ends), default=1.0)

    def as_json(self, name: str, seats: str) -> dict[str, Any]:
        document: dict[str, Any] = {"name": name, "text": self.text, "seats": seats, "plays": self.plays}
        if self.even:
            document |= {"even": self.even, "ratio": self.ratio, "surely": round(self.surely, 9)}
        names = ("trials", *(column.name for column in self.columns))
        return document | {"labels": {label: dict(zip(names, counts)) for label, counts in self.seen.items()}}


@dataclass(slots=True)
class Evidence(Summed):
    """What plays showed.

    `faults` are known by code and place, `chances` by name and exact value, `extremes` by name and players, `measures`
    by name and who sat at the table.
    """

    plays: int = 0
    steps: int = 0
    faults: dict[tuple[str, str], Fault] = field(default_factory=dict)
    peaks: dict[str, Peak] = field(default_factory=dict)
    rulings: dict[str, int] = field(default_factory=dict)
    endings: dict[str, int] = field(default_factory=dict)
    readings: dict[Reading, int] = field(default_factory=dict)
    chances: dict[tuple[str, Fraction], Chanced] = field(default_factory=dict)
    extremes: dict[tuple[str, int], Extreme] = field(default_factory=dict)
    measures: dict[tuple[str, str], Measured] = field(default_factory=dict)


def total(found: Iterable[Evidence]) -> Evidence:
    """All of it added up."""
    return reduce(iadd, found, Evidence())


def never_used(required: Mapping[int, Requirements], evidence: Evidence) -> tuple[str, ...]:
    """The components that the rules call into play and that no play took up; none where nothing was played."""
    wanted = dict.fromkeys(need.component for each in required.values() for need in each.needs if need.played)
    return tuple(name for name in wanted if name in evidence.peaks and not evidence.peaks[name].peak)


def judge(evidence: Evidence, game: str) -> Iterator[Finding]:
    """Everything that plays showed to be wrong."""
    for (code, where), fault in sorted(evidence.faults.items()):
        again = f"; seen in {fault.times:,} plays" if fault.times > 1 else ""
        yield Finding(fault.severity, code, where, fault.told + again)
    yield from _beyond(evidence, game)
    yield from _uneven(evidence, game)


def untouched(evidence: Evidence, unused: Sequence[str], citations: Mapping[str, Citation]) -> Iterator[Finding]:
    """A note for every component and every rule that no play came to, if anything was played."""
    if evidence.plays:
        more = f"({evidence.plays:,}); play more with --games"
        for name in unused:
            yield Finding("note", NEVER_USED, name, f"none of the plays took it up {more}")
        for name, citation in citations.items():
            if name not in evidence.rulings:
                yield Finding("note", NEVER_APPLIED, name, f"{citation.title}: none of the plays came to it {more}")


def _beyond(evidence: Evidence, game: str) -> Iterator[Finding]:
    """Where plays contradict what was counted: either the count or the referee is wrong."""
    for (name, players), extreme in sorted(evidence.extremes.items()):
        if extreme.seen > extreme.most:
            told = f"{extreme.text}: {extreme.most} at most by counting, but seed {extreme.seed} shows {extreme.seen}"
            yield Finding("error", "bound", f"{game}: {name}", f"{told} with {players} players")
    for (name, exact), chance in evidence.chances.items():
        if not chance.agrees:
            times, trials = chance.sample.times, chance.sample.trials
            told = f"{chance.text}: {float(exact):.4%} by counting, but {times} of {trials} in play"
            yield Finding("error", "odds", f"{game}: {name}", f"{told} with {numbers_in_words(chance.players)} players")


def _uneven(evidence: Evidence, game: str) -> Iterator[Finding]:
    """Where plays favour one label over another by more than the game should, and by more than luck explains."""
    for (name, seats), measured in evidence.measures.items():
        if measured.even and measured.surely > measured.even:
            shares = {label: sample.share for label, sample in measured.samples().items()}
            low, high = min(shares, key=shares.__getitem__), max(shares, key=shares.__getitem__)
            told = f"{measured.text}: {shares[high]:.1%} for {high} and {shares[low]:.1%} for {low} by {seats} players"
            message = f"{told}; that is surely over {measured.even:g} times as much"
            yield Finding("warning", "uneven", f"{game}: {name}", message)
