"""Which games to simulate, every one fixed by the master seed and its index, and how one of them is played."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cache
from hashlib import sha256
from typing import Any, NamedTuple

from pnp import __version__
from pnp.engine.action import MOST_SEED, derived, plain
from pnp.engine.odds import Odds
from pnp.engine.referee import Referee, player_of
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Option, Setup, read_setup
from pnp.errors import PnpError, UsageError
from pnp.frozen import frozen
from pnp.playouts.specification import FindReferee, GameTable, Playout, Specification, Watch
from pnp.playouts.tally import GameRow, Tally, Watched, line_of


class Compared(NamedTuple):
    """An option that every seed is played with twice, as the command line writes it."""

    option: str
    values: tuple[str, str]


@frozen(slots=False)
class Simulation(Specification):
    """Which games: the setups by players and side, who plays, and the master seed.

    Every `watch`th game of each group is watched step by step, none where it is 0; `odds` tells whether exact chances
    are looked for in those.
    """

    setups: Mapping[tuple[int, int], Setup]
    kind: str
    seed: int
    watch: int = 10
    odds: bool = False
    compared: Compared | None = None
    given: Mapping[str, str] = field(default_factory=dict)

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
            "options": {name: plain(value) for name, value in options.items()},
            "compared": compared,
            "pieces": self._pieces(),
            "watch": self.watch,
            "odds": self.odds,
        }

    def _pieces(self) -> str:
        """A digest of what is played with, which other tables and decks change."""
        pieces = [piece for players in self.players for piece in self.kit.pieces(players)]
        told = [(piece.id, piece.count, sorted(piece.values.items())) for piece in pieces]
        return sha256(ascii((told, sorted(self.kit.game.facts.items()))).encode()).hexdigest()[:16]

    def lay(self) -> GameTable:
        return SimulatedTable(self)


def simulation_of(
    kit: ComponentSet, find_referee: FindReferee, *, players: tuple[int, int] | None, kind: str, seed: int,
    given: Mapping[str, str], compare: tuple[str, str] | None = None, watch: int = 10, odds: bool = False,
) -> Simulation:  # fmt: skip
    """The simulation; all numbers of players unless said, `compare` is an option and two values such as `carry,leave`.

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
        referee.initial_state(setup)
    return Simulation(kit, find_referee, setups, kind, seed, watch, odds, compared, given)


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
        self._player = player_of(simulation.kind, module, simulation.kit)
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
        playout.run((self._player,) * players)
        outcome = playout.end()
        details = {name: value for name, value in outcome.details.items() if type(value) is int}
        seen = None
        if watch is not None:
            odds: Sequence[Odds] = self._odds(players, side)
            seen = Watched(watch.peaks, {chance.name: chance.observed(playout.events) for chance in odds})
        return GameRow(
            index, seed, players, side, outcome.reason, outcome.winners, outcome.scores, playout.decisions,
            playout.steps, details, seen,
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
