"""Games simulated to the last one, or as far as their precision calls for; none is ever missing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

from pnp.engine.odds import Sample
from pnp.frozen import frozen
from pnp.output import uninterrupted
from pnp.playouts.exports import Checkpoint
from pnp.playouts.histogram import normal
from pnp.playouts.scheduler import Play, Scheduler, play_chunk
from pnp.playouts.simulation import Simulation
from pnp.playouts.tally import GameGroup, Tally
from pnp.workers import Executor

End = Literal["done", "precise", "imprecise", "interrupted"]
"""All games were played; the precision was reached, or not with as many games as allowed; or it was broken off."""

Tell = Callable[[int, int], None]
"""Told how many indices are finished, and out of how many at most."""

#: Games with each number of players before the precision is looked at, and how the looks move apart from there.
_FIRST_LOOK, _NEXT_LOOK = 100, 1.1


@frozen
class Wanted:
    """How many indices to play (both sides of a comparison at each), and the precision at which to stop earlier."""

    games: int
    until: float | None = None
    play: Play = play_chunk


@dataclass(slots=True)
class Result:
    """What was played: the indices from 0 up to `finished`, how it ended, and what it came to."""

    simulation: Simulation
    wanted: Wanted
    finished: int = 0
    end: End = "done"
    tally: Tally = field(default_factory=Tally)

    @property
    def seats(self) -> int:
        """How many seats are looked at for an advantage, at tables of every size."""
        return sum(self.simulation.players)


def simulate(
    simulation: Simulation, executor: Executor, wanted: Wanted, checkpoint: Checkpoint | None, tell: Tell
) -> Result:
    """Plays what is wanted, on from what the checkpoint has; an interrupt ends it with whatever is finished.

    The result is the same for any executor, and however often it was broken off and gone on with. Raises what
    `Scheduler` and `Checkpoint` do; the executor is not closed.
    """
    result = Result(simulation, wanted)
    if checkpoint is not None:
        result.finished, result.tally = checkpoint.open(len(simulation.sides))
    stops = tuple(_looks(simulation, wanted)) if wanted.until is not None else ()
    scheduler = Scheduler(
        simulation.packed(), executor, result.finished, wanted.games, play=wanted.play,
        lines=checkpoint is not None, grain=simulation.grain, stops=stops,
    )  # fmt: skip
    try:
        tell(result.finished, wanted.games)
        if result.finished in stops and _is_precise(result):
            return result
        for played in scheduler.results():
            # An interrupt waits until the chunk is added up whole, or it would be half in and half out.
            with uninterrupted():
                if checkpoint is not None:
                    checkpoint.add(played)
                result.tally += played.tally
                result.finished = played.end
            tell(result.finished, wanted.games)
            if result.finished in stops and _is_precise(result):
                return result
        result.end = "done" if wanted.until is None else "imprecise"
    except KeyboardInterrupt:
        result.end = "interrupted"
    return result


def _looks(simulation: Simulation, wanted: Wanted) -> Iterator[int]:
    """After how many games the precision is looked at: seldom enough that looking often does not help it along."""
    grain, tables = simulation.grain, len(simulation.players)
    games = float(_FIRST_LOOK)
    while (look := -(-round(games) // grain) * grain * tables) <= wanted.games:
        yield look
        games = max(games * _NEXT_LOOK, games + grain)


def _is_precise(result: Result) -> bool:
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


def _halves(group: GameGroup) -> Iterator[float]:
    decisions = group.measures["decisions"]
    yield decisions.error() / (decisions.mean or 1.0)
    for seat in group.seats:
        low, high = Sample(seat.wins, group.games).interval(normal())
        yield (high - low) / 2
