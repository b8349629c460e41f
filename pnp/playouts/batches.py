"""Games played by a batch kernel, thousands of hands at once, and the hands added up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Protocol

from pnp.definition.findings import quoted
from pnp.definition.model import Game
from pnp.engine.players import derived
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import UsageError, missing
from pnp.frozen import frozen
from pnp.playouts.histogram import Histogram
from pnp.playouts.simulation import Simulation
from pnp.playouts.specification import GameTable
from pnp.playouts.tally import GameGroup, Tally, merge

FindKernel = Callable[[Game], ModuleType | None]
"""Gives the kernel of a game; a function at the top of a module, so that processes share it."""

Hands = tuple[Mapping[str, Any], Any, Any, Any]
"""Numbers by name, places in the list of endings, and scores and wins with a row a seat: arrays of numpy."""


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
