"""A task, a crew and how much of it is wanted in; what the games came to out, or as many of them as were finished."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from pnp.engine.odds import Sample
from pnp.frozen import frozen
from pnp.output import uninterrupted
from pnp.simulation.course import Course
from pnp.simulation.crew import Crew, Play
from pnp.simulation.ledger import Ledger
from pnp.simulation.playing import played
from pnp.simulation.spread import normal
from pnp.simulation.tally import Group, Tally
from pnp.simulation.task import Task

End = Literal["done", "precise", "imprecise", "interrupted"]
"""All games were played; the precision was reached, or not with as many games as allowed; or it was broken off."""

Tell = Callable[[int, int], None]
"""Told how many indices are finished, and out of how many at most."""

#: Games with each number of players before the precision is looked at, and how the looks move apart from there.
_FIRST_LOOK, _NEXT_LOOK = 100, 1.1


@frozen
class Wanted:
    """How many indices to play (both sides of a comparison at each), and the precision at which to stop earlier.

    `play` plays a stretch, whose length is a multiple of `grain`.
    """

    games: int
    until: float | None = None
    play: Play = played
    grain: int = 1


@dataclass(slots=True)
class Result:
    """What was played: the indices from 0 up to `finished`, how it ended, and what it came to."""

    task: Task
    wanted: Wanted
    finished: int = 0
    end: End = "done"
    tally: Tally = field(default_factory=Tally)

    @property
    def seats(self) -> int:
        """How many seats are looked at for an advantage, at tables of every size."""
        return sum(self.task.players)


def simulate(task: Task, crew: Crew, wanted: Wanted, ledger: Ledger | None, tell: Tell) -> Result:
    """Plays what is wanted, on from what the ledger has; an interrupt ends it with whatever is finished.

    The result is the same for any crew, and however often it was broken off and gone on with. Raises what `Course`
    and `Ledger` do; a crew is not closed.
    """
    result = Result(task, wanted)
    if ledger is not None:
        result.finished, result.tally = ledger.open(len(task.sides))
    stops = tuple(_looks(task, wanted)) if wanted.until is not None else ()
    course = Course(
        task.packed(), wanted.play, crew, result.finished, wanted.games,
        lines=ledger is not None, grain=wanted.grain, stops=stops,
    )  # fmt: skip
    try:
        tell(result.finished, wanted.games)
        if result.finished in stops and _precise(result):
            return result
        for share in course.shares():
            # An interrupt waits until the share is added up whole, or it would be half in and half out.
            with uninterrupted():
                if ledger is not None:
                    ledger.add(share)
                result.tally.join(share.tally)
                result.finished = share.end
            tell(result.finished, wanted.games)
            if result.finished in stops and _precise(result):
                return result
        result.end = "done" if wanted.until is None else "imprecise"
    except KeyboardInterrupt:
        result.end = "interrupted"
    return result


def _looks(task: Task, wanted: Wanted) -> Iterator[int]:
    """After how many games the precision is looked at: seldom enough that looking often does not help it along."""
    grain = wanted.grain * len(task.players)
    games = float(_FIRST_LOOK)
    while (look := -(-round(games) // wanted.grain) * grain) <= wanted.games:
        yield look
        games = max(games * _NEXT_LOOK, games + wanted.grain)


def _precise(result: Result) -> bool:
    reached = result.wanted.until is not None and imprecision(result.tally) <= result.wanted.until
    if reached:
        result.end = "precise"
    return reached


def imprecision(tally: Tally) -> float:
    """The widest half interval of the headline numbers.

    Those are the length of the games relative to itself and the share of games that each seat wins; where two sides
    are compared, also the difference in both.
    """
    halves = [half for group in tally.groups.values() for half in _halves(group)]
    for pairs in tally.pairs.values():
        usual = tally.group(pairs.players).measures["decisions"].mean or 1.0
        halves += [pairs.measures["decisions"].error() / usual, *(wins.error() for wins in pairs.wins)]
    return max(halves, default=1.0)


def _halves(group: Group) -> Iterator[float]:
    decisions = group.measures["decisions"]
    yield decisions.error() / (decisions.mean or 1.0)
    for seat in group.seats:
        low, high = Sample(seat.wins, group.games).interval(normal())
        yield (high - low) / 2
