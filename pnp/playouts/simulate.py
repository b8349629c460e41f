"""Games simulated to the last one or as far as their precision calls for, one by one or by a batch kernel.

Every game is fixed by the master seed and its index, so that the result is the same however the games are shared out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from types import ModuleType
from typing import Any, Literal, NamedTuple, Protocol

from pnp import __version__
from pnp.definition.findings import quoted
from pnp.definition.load import PLAY
from pnp.definition.model import Game
from pnp.engine.action import MOST_SEED, derived, plain
from pnp.engine.odds import Odds, Sample
from pnp.engine.playout import TOO_MUCH, UNENDED
from pnp.engine.referee import SEARCH, Referee, player_of, who_decides
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Option, Setup, read_setup
from pnp.engine.search import USUAL_BUDGET, SearchBudget
from pnp.errors import PnpError, UsageError, missing
from pnp.frozen import frozen
from pnp.output import uninterrupted
from pnp.playouts.scheduler import Checkpoint, Play, Scheduler, play_chunk
from pnp.playouts.specification import FindReferee, GameTable, Playout, Specification, Watch, each_seat
from pnp.playouts.tally import GameGroup, GameRow, Histogram, Tally, Watched, line_of, merge, normal
from pnp.sources import Sources
from pnp.workers import Executor

End = Literal["done", "precise", "imprecise", "endless", "interrupted"]
"""All games were played; the precision was reached, or not with as many games as allowed; none of the first games came
to an end; or it was broken off.
"""

Tell = Callable[["Result"], None]
"""Told what has been played so far: how many indices of how many are finished, and what they came to."""

#: Games with each number of players before the precision is looked at, and how the looks move apart from there.
_FIRST_LOOK, _NEXT_LOOK = 100, 1.1
_FEW = 3
"""So many games tell whether any comes to an end."""
FindKernel = Callable[[Game], ModuleType | None]
"""Gives the kernel of a game; a function at the top of a module, so that processes share it."""

Hands = tuple[Mapping[str, Any], Any, Any, Any]
"""Numbers by name, places in the list of endings, and scores and wins with a row a seat: arrays of numpy."""


class Compared(NamedTuple):
    """An option that every seed is played with twice, as the command line writes it."""

    option: str
    values: tuple[str, str]


@frozen(slots=False)
class Simulation(Specification):
    """Which games: the setups by players and side, who plays, and the master seed.

    `kind` says who decides: one for all seats, or one for each with commas between them, the last at all that are left.
    Every `watch`th game of each group is watched step by step, none where it is 0; `odds` tells whether exact chances
    are looked for in those. By the `budget` those think who search. Of scores the highest is the best, unless the
    `lowest` is; `partners` sit opposite each other, and win together.
    """

    setups: Mapping[tuple[int, int], Setup]
    kind: str
    seed: int
    watch: int = 10
    odds: bool = False
    compared: Compared | None = None
    given: Mapping[str, str] = field(default_factory=dict)
    budget: SearchBudget = USUAL_BUDGET
    lowest: bool = False
    partners: bool = False

    @property
    def searches(self) -> bool:
        """Whether anybody searches."""
        return SEARCH in self.kind.split(",")

    @property
    def is_mixed(self) -> bool:
        """Whether seats are played by different players."""
        return "," in self.kind

    def teams(self, players: int) -> Sequence[tuple[int, ...]]:
        """The seats of those who win together: each alone, unless there are partners."""
        count = players // 2 if self.partners else players
        return [tuple(range(first, players + 1, count)) for first in range(1, count + 1)]

    def called(self, team: Sequence[int], players: int) -> str:
        """What the seat or the seats of a team are called, with who sits there where that differs."""
        seats = f"{'seat' if len(team) == 1 else 'seats'} {' and '.join(map(str, team))}"
        if not self.is_mixed:
            return seats
        kinds = each_seat(self.kind, players)
        return f"{seats} ({' and '.join(dict.fromkeys(kinds[seat - 1] for seat in team))})"

    @property
    def players(self) -> tuple[int, ...]:
        """The numbers of players, which take turns from game to game."""
        return tuple(dict.fromkeys(players for players, _ in self.setups))

    @property
    def sides(self) -> range:
        return range(2 if self.compared else 1)

    @property
    def grain(self) -> int:
        """How many games are played at once."""
        return 1

    @property
    def is_replayable(self) -> bool:
        """Whether `pnp play` plays any of the games again."""
        return True

    def endings(self) -> Mapping[str, str]:
        """The ways in which a game can end, and words for each."""
        return self.find_referee(self.kit.game)[1].endings

    def seed_of(self, index: int) -> int:
        """The seed of a game; `pnp play` with it plays the same game."""
        return derived(self.seed, "game", index)

    def players_of(self, index: int) -> int:
        return self.players[index % len(self.players)]

    def watches(self, index: int) -> bool:
        return bool(self.watch) and index // len(self.players) % self.watch == 0

    def shown_odds(self, players: int, side: int = 0) -> tuple[Odds, ...]:
        """The exact chances that games of a group show, whoever plays; none unless they are looked for."""
        if not self.odds:
            return ()
        module, rules = self.find_referee(self.kit.game)
        setup = self.setups[players, side]
        return tuple(chance for chance in module.odds(self.kit, setup) if chance.shown_by(setup, rules.options))

    def have(self, players: int, kind: str) -> int:
        """How many pieces there are that count as this where demand is told."""
        part = kind.removeprefix(f"{self.kit.game.name}/")
        pieces = self.kit.pieces(players)
        return sum(piece.count for piece in pieces if piece.id == kind or (piece.count == 1 and piece.part == part))

    def header(self) -> dict[str, Any]:
        """What fixes every game, to be held against what was asked for before."""
        game = self.kit.game
        options = next(iter(self.setups.values())).options
        compared = self.compared and {self.compared.option: list(self.compared.values)}
        return {
            "game": game.name,
            "version": game.version,
            "pnp": __version__,
            "seed": self.seed,
            "players": list(self.players),
            "player": self.kind,
            **({"playouts": self.budget.playouts} if self.searches else {}),
            **({"scoring": self._scoring()} if self.lowest or self.partners else {}),
            "options": {name: plain(value) for name, value in options.items()},
            "compared": compared,
            "pieces": self._pieces(),
            **self._rules(),
            "watch": self.watch,
            "odds": self.odds,
        }

    def _scoring(self) -> Mapping[str, bool]:
        """What tells the best score from the others."""
        return {"lowest": self.lowest, "partners": self.partners}

    def _pieces(self) -> str:
        """A digest of what is played with, which other tables and decks change."""
        pieces = [piece for players in self.players for piece in self.kit.pieces(players)]
        told = [(piece.id, piece.count, sorted(piece.values.items())) for piece in pieces]
        return sha256(ascii((told, sorted(self.kit.game.facts.items()))).encode()).hexdigest()[:16]

    def _rules(self) -> Mapping[str, str]:
        """A digest of rules that are data and anybody may change; nothing where pnp's version says it."""
        file = Sources(self.kit.game.folder).file(PLAY)
        return {"rules": file.digest[:16]} if os.path.lexists(file.path) else {}

    def lay(self) -> GameTable:
        return SimulatedTable(self)


def simulation_of(
    kit: ComponentSet, find_referee: FindReferee, *, players: tuple[int, int] | None, kind: str, seed: int,
    given: Mapping[str, str], compare: tuple[str, str] | None = None, watch: int = 10, odds: bool = False,
    playouts: int | None = None,
) -> Simulation:  # fmt: skip
    """The simulation; all numbers of players unless said, `compare` is an option and two values such as `carry,leave`.
    Players who search do so by the usual number of playouts unless it is said. Where a game has no sensible player
    of its own, random ones sit in the place of sensible ones: search would take too long.

    UsageError for players, options and seeds that the game does not have, and for tables that cannot be laid.
    """
    module, rules = find_referee(kit.game)
    if not 0 <= seed <= MOST_SEED:
        raise UsageError(f"--seed: {seed} is no seed; write a whole number from 0 to {MOST_SEED}")
    compared = None if compare is None else _compared(*compare, rules.options, given)
    low, high = players or kit.game.players
    setups = {}
    for count in range(low, high + 1):
        for side, other in enumerate(compared.values if compared else (None,)):
            options = dict(given) if compared is None or other is None else {**given, compared.option: other}
            setups[count, side] = read_setup(rules.options, kit.game.players, count, options)
    referee = module.referee(kit, rules)
    for setup in setups.values():
        each_seat(kind, setup.players)
        referee.initial_state(setup)
    kinds = [who_decides(each, module, referee, may_search=False) for each in kind.split(",")]
    if SEARCH in kinds:
        referee.check_sampling()
    kind = ",".join(kinds if len(set(kinds)) > 1 else kinds[:1])
    budget = SearchBudget(playouts) if playouts else USUAL_BUDGET
    return Simulation(
        kit, find_referee, setups, kind, seed, watch, odds, compared, given, budget, referee.lowest_wins,
        referee.partners,
    )  # fmt: skip


def _compared(name: str, text: str, options: Mapping[str, Option], given: Mapping[str, str]) -> Compared:
    """Two values of an option; of one that takes several words, `+` joins those of a value: `skilled+master,master`."""
    if name in given:
        raise UsageError(f"--compare {name}: --option gives it a value as well; leave one of the two out")
    values = tuple(part.strip().replace("+", ",") for part in text.split(","))
    option = options.get(name)
    if len(values) != 2 or values[0] == values[1]:
        some = ",".join(str(value) for value in (option.default, *option.alternatives())[:2]) if option else "A,B"
        raise UsageError(f"--compare {name}: '{text}' is not two different values; write them such as {name}={some}")
    return Compared(name, (values[0], values[1]))


class PlayFailed(PnpError):
    """A game in which the referee or a player stumbled; its sentence names the game."""


class SimulatedTable:
    """A simulation laid out: its referee, its players, and what is looked for in games that are watched."""

    def __init__(self, simulation: Simulation) -> None:
        module, rules = simulation.find_referee(simulation.kit.game)
        self._simulation = simulation
        self._referee: Referee[Any] = module.referee(simulation.kit, rules)
        known = dict.fromkeys(simulation.kind.split(","))
        self._known = {kind: player_of(kind, module, simulation.kit, simulation.budget) for kind in known}
        self._odds = cache(simulation.shown_odds)
        self._kinds = cache(self._find_kinds)

    def play(self, first: int, end: int, lines: bool) -> tuple[Tally, bytes]:
        """The games of those indices; PlayFailed for the first that cannot be played to its end."""
        tally = Tally()
        told: list[str] = []
        for index in range(first, end):
            rows = tuple(self._rows(index))
            tally.add(rows)
            if lines:
                told += map(line_of, rows)
        return tally, "".join(told).encode()

    def _rows(self, index: int) -> Iterator[GameRow]:
        """The game of an index, by each side where two are compared."""
        simulation = self._simulation
        players = simulation.players_of(index)
        for side in simulation.sides:
            try:
                yield self._row(index, players, side)
            except Exception as trouble:
                what = " ".join(f"{type(trouble).__name__}: {trouble}".split())
                seed = simulation.seed_of(index)
                raise PlayFailed(
                    f"game {index} of {simulation.kit.game.name} ({players} players, seed {seed}) could not be played: "
                    f"{what}; `pnp validate` tells what is wrong with the game or its pieces"
                ) from None

    def _row(self, index: int, players: int, side: int) -> GameRow:
        simulation, referee, watch = self._simulation, self._referee, None
        seed = simulation.seed_of(index)
        if simulation.watches(index):
            watch = Watch(None, referee.supply, self._kinds(players))
        playout = Playout(referee, simulation.setups[players, side], seed, watch)
        playout.run([self._known[kind] for kind in each_seat(simulation.kind, players)])
        outcome = playout.end()
        details = {name: value for name, value in outcome.details.items() if type(value) is int}
        seen = None
        if watch is not None:
            odds: Sequence[Odds] = self._odds(players, side)
            seen = Watched(watch.peaks, {chance.name: chance.observed(playout.events) for chance in odds})
        return GameRow(
            index, seed, players, side, outcome.reason, outcome.winners, outcome.scores, playout.decisions,
            playout.steps, details, seen, simulation.lowest, simulation.partners,
        )  # fmt: skip

    def _find_kinds(self, players: int) -> Mapping[str, str]:
        """What each piece counts as where demand is told: itself, or its part where it is the only one of its look.

        Pieces that only people use, such as aids, are left out: no game shows whether they do.
        """
        kit = self._simulation.kit
        needs = self._referee.requirements(self._simulation.setups[players, 0]).needs
        unplayed = {need.component for need in needs if not need.played}
        return {
            piece.id: piece.id if piece.count > 1 else f"{kit.game.name}/{piece.part}"
            for piece in kit.pieces(players)
            if piece.id not in unplayed
        }


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
    early = () if result.finished or simulation.grain > 1 else _early(wanted)
    scheduler = Scheduler(
        simulation.packed(), executor, result.finished, wanted.games, play=wanted.play,
        lines=checkpoint is not None, grain=simulation.grain, stops=(*early, *stops),
    )  # fmt: skip
    try:
        tell(result)
        if result.finished in stops and _is_precise(result):
            return result
        for played in scheduler.results():
            # An interrupt waits until the chunk is added up whole, or it would be half in and half out.
            with uninterrupted():
                if checkpoint is not None:
                    checkpoint.add(played)
                result.tally += played.tally
                result.finished = played.end
            tell(result)
            if result.finished in stops and _is_precise(result):
                return result
            if result.finished in early and _is_endless(result):
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


def _early(wanted: Wanted) -> tuple[int, ...]:
    """After how many games it is asked whether any comes to an end."""
    few = (1, _FEW)
    return few if wanted.games > few[-1] else ()


def _is_endless(result: Result) -> bool:
    """Whether no game came to an end: of games that take much work one is enough to tell."""
    endings = {name for group in result.tally.groups.values() for name, times in group.endings.items() if times}
    is_so = endings <= UNENDED and (TOO_MUCH in endings or result.finished > 1)
    if is_so:
        result.end = "endless"
    return is_so


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
