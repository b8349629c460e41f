"""Games simulated to the last one or as far as their precision calls for, one by one or by a batch kernel."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal, Protocol

from pnp.definition.findings import quoted
from pnp.definition.model import Game
from pnp.engine.action import derived
from pnp.engine.odds import Sample
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import UsageError, missing
from pnp.frozen import frozen
from pnp.output import uninterrupted
from pnp.playouts.exports import Checkpoint
from pnp.playouts.scheduler import Play, Scheduler, play_chunk
from pnp.playouts.simulation import Simulation
from pnp.playouts.specification import GameTable
from pnp.playouts.tally import GameGroup, Histogram, Tally, merge, normal
from pnp.workers import Executor

End = Literal["done", "precise", "imprecise", "interrupted"]
"""All games were played; the precision was reached, or not with as many games as allowed; or it was broken off."""

Tell = Callable[[int, int], None]
"""Told how many indices are finished, and out of how many at most."""

#: Games with each number of players before the precision is looked at, and how the looks move apart from there.
_FIRST_LOOK, _NEXT_LOOK = 100, 1.1
FindKernel = Callable[[Game], ModuleType | None]
"""Gives the kernel of a game; a function at the top of a module, so that processes share it."""

Hands = tuple[Mapping[str, Any], Any, Any, Any]
"""Numbers by name, places in the list of endings, and scores and wins with a row a seat: arrays of numpy."""


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


class Kernel(Protocol):
    """Plays hands of one setup in batches of `grain`, each fixed by its seed."""

    grain: int
    endings: Mapping[str, str]

    def play(self, seed: int) -> Hands:
        """A batch of hands."""


def no_kernel(game: Game) -> None:
    """For games that have none."""


@frozen(slots=False)
class BatchSimulation(Simulation):
    """Hands played by a kernel: a batch for each number of players in turn; `kind` says who decides."""

    find_kernel: FindKernel = no_kernel

    @property
    def is_replayable(self) -> bool:
        return False

    @property
    def grain(self) -> int:
        return next(iter(self.kernels().values())).grain

    def endings(self) -> Mapping[str, str]:
        return next(iter(self.kernels().values())).endings

    def kernels(self) -> Mapping[tuple[int, int], Kernel]:
        """A kernel for every group; UsageError where there is none, or where it cannot play so."""
        game = self.kit.game
        _, rules = self.find_referee(game)
        try:
            module = self.find_kernel(game)
        except ImportError as failure:
            raise missing(failure) from None
        if module is None:
            raise UsageError(f"--batch: {quoted(game.name)} has no batch kernel; leave it out to play by the referee")
        usual = {name: option.default for name, option in rules.options.items()}
        make: Callable[[ComponentSet, Setup, Mapping[str, object], str], Kernel] = module.Batches
        return {key: make(self.kit, setup, usual, self.kind) for key, setup in self.setups.items()}

    def lay(self) -> GameTable:
        return BatchTable(self)


def batch_simulation(simulation: Simulation, policy: str, find_kernel: FindKernel) -> BatchSimulation:
    """The same setups by a kernel, all seats of that policy; UsageError where that cannot be."""
    if simulation.compared is not None:
        raise UsageError("--batch: two options are compared by the referee only; leave out --compare or --batch")
    batched = BatchSimulation(
        simulation.kit, simulation.find_referee, simulation.setups, policy, simulation.seed, watch=0,
        given=simulation.given, find_kernel=find_kernel,
    )  # fmt: skip
    batched.kernels()
    return batched


class BatchTable:
    """A simulation by batches laid out: a kernel for each number of players."""

    def __init__(self, simulation: BatchSimulation) -> None:
        self._simulation = simulation
        self._kernels = simulation.kernels()

    def play(self, first: int, end: int, lines: bool) -> tuple[Tally, bytes]:
        """Whole batches; the last one is cut where the games end."""
        tally, simulation = Tally(), self._simulation
        grain = next(iter(self._kernels.values())).grain
        for start in range(first, end, grain):
            number = start // grain
            players = simulation.players_of(number)
            kernel = self._kernels[players, 0]
            hands = kernel.play(derived(simulation.seed, "batch", number))
            _add(tally.group(players), hands, tuple(kernel.endings), start, min(grain, end - start))
        return tally, b""


def _add(group: GameGroup, batch: Hands, endings: Sequence[str], first: int, hands: int) -> None:
    """Adds the first so many hands of a batch, what `GameGroup.add` does for each of them alone."""
    numbers, ending, scores, wins = batch
    ending, scores, wins = ending[:hands], scores[:, :hands].astype(int), wins[:, :hands]
    players = group.players
    won, total = wins.sum(axis=0), scores.sum(axis=0)
    ranked = scores.copy()
    ranked.sort(axis=0)
    measures = {
        **{name: values[:hands] for name, values in numbers.items()},
        "winners": won,
        "best_score": ranked[-1],
        "lead": ranked[-1] - ranked[-2],
    }
    group.games += hands
    times = {name: int((ending == at).sum()) for at, name in enumerate(endings)}
    merge(group.endings, {name: count for name, count in times.items() if count})
    merge(group.measures, {name: _histogram(values, first) for name, values in measures.items()})
    for seat, own, won_by in zip(group.seats, scores, wins):
        seat.wins += int(won_by.sum())
        score = _histogram(own, first)
        seat.score += score
        group.score += score
        seat.edge += _histogram(players * won_by.astype(int) - won, first)
        seat.more += _histogram(players * own - total, first)


def _histogram(values: Any, first: int) -> Histogram:
    """How often each value comes, and the first hands that show the least and the most."""
    from numpy import bincount

    values = values.astype(int)
    least = int(values.min())
    times = {least + at: int(count) for at, count in enumerate(bincount(values - least)) if count}
    low, high = int(values.argmin()), int(values.argmax())
    return Histogram(times, (int(values[low]), first + low), (int(values[high]), first + high))
