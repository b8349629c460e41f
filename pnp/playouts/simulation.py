"""Plays a stretch of a task and adds up its games: what one process does at a time."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from time import perf_counter
from typing import Any

from pnp.engine.action import Event
from pnp.engine.component_set import ComponentSet
from pnp.engine.odds import Odds
from pnp.engine.options import Setup
from pnp.engine.playout import Seeds, ended, steps
from pnp.engine.referee import Referee
from pnp.engine.referee_module import RefereeModule, player_of
from pnp.engine.requirements import Requirements
from pnp.engine.rules import Rules
from pnp.errors import PnpError
from pnp.frozen import frozen
from pnp.playouts.tally import Row, Tally, Watched, line_of
from pnp.playouts.task import Task


@frozen
class Chunk:
    """Games from index `first` up to but not including `end`; `lines` asks for their rows as well."""

    task: bytes
    first: int
    end: int
    lines: bool


@frozen
class ChunkResult:
    """What a stretch came to; `lines` are its rows as lines of JSON, and `seconds` how long it took."""

    first: int
    end: int
    tally: Tally
    lines: bytes
    seconds: float


class PlayFailed(PnpError):
    """A game in which the referee or a player stumbled; its sentence names the game."""


def played(stretch: Chunk) -> ChunkResult:
    """Plays a stretch; PlayFailed for the first game that cannot be played to its end."""
    begun = perf_counter()
    table = _table(stretch.task)
    tally = Tally()
    lines: list[str] = []
    for index in range(stretch.first, stretch.end):
        rows = tuple(table.rows(index))
        tally.add(rows)
        if stretch.lines:
            lines += map(line_of, rows)
    return ChunkResult(stretch.first, stretch.end, tally, "".join(lines).encode(), perf_counter() - begun)


@lru_cache(maxsize=2)
def _table(task: bytes) -> Table:
    """The table of a task; a process is handed one stretch of it after the other."""
    return Table(pickle.loads(task))


class Table:
    """A task laid out to be played: its referee, its players, and what is looked for in games that are watched."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._module, self._rules = task.find_referee(task.kit.game)
        self._referee: Referee[Any] = self._module.referee(task.kit, self._rules)
        self._player = player_of(task.kind, self._module, task.kit)
        self._odds: dict[tuple[int, int], Sequence[Odds]] = {}
        self._kinds: dict[int, Mapping[str, str]] = {}

    def rows(self, index: int) -> Iterator[Row]:
        """The game of an index, by each side where two are compared."""
        players = self._task.players_of(index)
        for side in self._task.sides:
            try:
                yield self._row(index, players, side)
            except Exception as trouble:
                what = " ".join(f"{type(trouble).__name__}: {trouble}".split())
                seed = self._task.seed_of(index)
                raise PlayFailed(
                    f"game {index} of {self._task.kit.game.name} ({players} players, seed {seed}) could not be played: "
                    f"{what}; `pnp validate` tells what is wrong with the game or its pieces"
                ) from None

    def _row(self, index: int, players: int, side: int) -> Row:
        task, referee = self._task, self._referee
        setup, seed = task.setups[players, side], task.seed_of(index)
        watch = _Watch(referee, self._kinds_of(players)) if task.watches(index) else None
        taken = decisions = 0
        state: Any = None
        for state, events in steps(referee, setup, (self._player,) * players, Seeds.of(seed)):
            if events:
                taken += 1
                decisions += events[0].actor > 0
            if watch is not None:
                watch.see(state, events)
        outcome = ended(referee, state, setup)
        details = {name: value for name, value in outcome.details.items() if type(value) is int}
        seen = None if watch is None else watch.seen(self._odds_of(players, side))
        return Row(
            index, seed, players, side, outcome.reason, outcome.winners, outcome.scores, decisions, taken, details, seen
        )

    def _kinds_of(self, players: int) -> Mapping[str, str]:
        if players not in self._kinds:
            requirements = self._referee.requirements(self._task.setups[players, 0])
            self._kinds[players] = kinds_of_piece(self._task.kit, players, requirements)
        return self._kinds[players]

    def _odds_of(self, players: int, side: int) -> Sequence[Odds]:
        """The exact chances that any game of the group shows, whoever plays."""
        if not self._task.odds:
            return ()
        if (players, side) not in self._odds:
            setup = self._task.setups[players, side]
            self._odds[players, side] = shown_odds(self._module, self._rules, self._task, setup)
        return self._odds[players, side]


def shown_odds(module: RefereeModule, rules: Rules, task: Task, setup: Setup) -> tuple[Odds, ...]:
    """The exact chances that games of that setup show, whoever plays."""
    return tuple(chance for chance in module.odds(task.kit, setup) if chance.shown_by(setup, rules.options))


class _Watch:
    """A game watched step by step: where its pieces are in use, and all that is told of it."""

    def __init__(self, referee: Referee[Any], kinds: Mapping[str, str]) -> None:
        self._referee = referee
        self._kinds = kinds
        self._events: list[Event] = []
        self._peaks = dict.fromkeys(self._kinds.values(), 0)

    def see(self, state: Any, events: Sequence[Event]) -> None:
        self._events += events
        used = dict.fromkeys(self._peaks, 0)
        for place, pieces in self._referee.components(state).items():
            if place not in self._referee.supply:
                for piece, count in pieces.items():
                    if piece in self._kinds:
                        used[self._kinds[piece]] += count
        for kind, count in used.items():
            if count > self._peaks[kind]:
                self._peaks[kind] = count

    def seen(self, odds: Sequence[Odds]) -> Watched:
        return Watched(self._peaks, {chance.name: chance.observed(self._events) for chance in odds})


def kinds_of_piece(kit: ComponentSet, players: int, requirements: Requirements) -> Mapping[str, str]:
    """What each piece counts as where demand is told: itself, or its part where it is the only one of its look.

    Pieces that only people use, such as aids, are left out: no game shows whether they do.
    """
    unplayed = {need.component for need in requirements.needs if not need.played}
    return {
        piece.id: piece.id if piece.count > 1 else f"{kit.game.name}/{piece.part}"
        for piece in kit.pieces(players)
        if piece.id not in unplayed
    }
