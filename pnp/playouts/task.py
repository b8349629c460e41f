"""What a person asks to have simulated: every single game of it is fixed by the master seed and its index."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from dataclasses import field
from hashlib import sha256
from typing import Any, NamedTuple

from pnp import __version__
from pnp.engine.action import plain
from pnp.engine.component_set import ComponentSet
from pnp.engine.options import Option, Setup, read_setup
from pnp.engine.rng import MOST_SEED, derived
from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.playouts.proving import FindReferee


class Compared(NamedTuple):
    """An option that every seed is played with twice, as the command line writes it."""

    option: str
    values: tuple[str, str]


@frozen(slots=False)
class Task:
    """Which games: the setups by players and side, who plays, and the master seed.

    Every `watch`th game of each group is watched step by step, none where it is 0; `odds` tells whether exact chances
    are looked for in those.
    """

    kit: ComponentSet
    find_referee: FindReferee
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
    def replayable(self) -> bool:
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

    def packed(self) -> bytes:
        """The task as it travels; workers keep the last ones that they unpacked."""
        return pickle.dumps(self, protocol=5)


def task_of(
    kit: ComponentSet,
    find_referee: FindReferee,
    *,
    players: tuple[int, int] | None,
    kind: str,
    seed: int,
    given: Mapping[str, str],
    compare: tuple[str, str] | None = None,
    watch: int = 10,
    odds: bool = False,
) -> Task:
    """The task; all numbers of players unless said, `compare` is an option and two values such as `carry,leave`.

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
    return Task(kit, find_referee, setups, kind, seed, watch, odds, compared, given)


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
