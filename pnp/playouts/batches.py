"""Plays a stretch of a task by the game's batch kernel, thousands of hands at once, and adds up the hands."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from time import perf_counter
from types import ModuleType
from typing import Any, Protocol

from pnp.definition.findings import quoted
from pnp.definition.model import Game
from pnp.engine.component_set import ComponentSet
from pnp.engine.options import Setup
from pnp.engine.rng import derived
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.packages import missing
from pnp.playouts.histogram import Histogram
from pnp.playouts.simulation import Chunk, ChunkResult
from pnp.playouts.tally import Group, Tally
from pnp.playouts.task import Task

FindKernel = Callable[[Game], ModuleType | None]
"""Gives the kernel of a game; a function at the top of a module, so that processes share it."""

Batch = tuple[Mapping[str, Any], Any, Any, Any]
"""Numbers by name, places in the list of endings, and scores and wins with a row a seat: arrays of numpy."""


class Kernel(Protocol):
    """Plays hands of one setup in batches of `grain`, each fixed by its seed."""

    grain: int
    endings: Mapping[str, str]

    def play(self, seed: int) -> Batch:
        """A batch of hands."""


def no_kernel(game: Game) -> None:
    """For games that have none."""


@frozen(slots=False)
class BatchTask(Task):
    """Hands played by a kernel: a batch for each number of players in turn; `kind` says who decides."""

    find_kernel: FindKernel = no_kernel

    @property
    def replayable(self) -> bool:
        return False

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


def batch_task(task: Task, policy: str, find_kernel: FindKernel) -> BatchTask:
    """The same setups by a kernel, all seats of that policy; UsageError where that cannot be."""
    if task.compared is not None:
        raise UsageError("--batch: two options are compared by the referee only; leave out --compare or --batch")
    batched = BatchTask(
        task.kit, task.find_referee, task.setups, policy, task.seed, watch=0, given=task.given, find_kernel=find_kernel
    )
    batched.kernels()
    return batched


def grain_of(task: BatchTask) -> int:
    """How many hands a batch has."""
    return next(iter(task.kernels().values())).grain


def batched(stretch: Chunk) -> ChunkResult:
    """Plays a stretch of whole batches; the last one is cut where the stretch ends."""
    begun = perf_counter()
    task, kernels = _task(stretch.task)
    tally = Tally()
    grain = next(iter(kernels.values())).grain
    for first in range(stretch.first, stretch.end, grain):
        number = first // grain
        players = task.players_of(number)
        kernel = kernels[players, 0]
        batch = kernel.play(derived(task.seed, "batch", number))
        _add(tally.group(players), batch, tuple(kernel.endings), first, min(grain, stretch.end - first))
    return ChunkResult(stretch.first, stretch.end, tally, b"", perf_counter() - begun)


@lru_cache(maxsize=2)
def _task(packed: bytes) -> tuple[BatchTask, Mapping[tuple[int, int], Kernel]]:
    task: BatchTask = pickle.loads(packed)
    return task, task.kernels()


def _add(group: Group, batch: Batch, endings: Sequence[str], first: int, hands: int) -> None:
    """Adds the first so many hands of a batch, what `Group.add` does for each of them alone."""
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
    for at, name in enumerate(endings):
        times = int((ending == at).sum())
        if times:
            group.endings[name] = group.endings.get(name, 0) + times
    for name, values in measures.items():
        group.measures.setdefault(name, Histogram()).join(_spread(values, first))
    for seat, own, won_by in zip(group.seats, scores, wins):
        seat.wins += int(won_by.sum())
        score = _spread(own, first)
        seat.score.join(score)
        group.score.join(score)
        seat.edge.join(_spread(players * won_by.astype(int) - won, first))
        seat.more.join(_spread(players * own - total, first))


def _spread(values: Any, first: int) -> Histogram:
    """How often each value comes, and the first hands that show the least and the most."""
    from numpy import bincount

    values = values.astype(int)
    least = int(values.min())
    times = {least + at: int(count) for at, count in enumerate(bincount(values - least)) if count}
    low, high = int(values.argmin()), int(values.argmax())
    return Histogram(times, (int(values[low]), first + low), (int(values[high]), first + high))
