"""What the `referee` module of a game gives: the contract between the catalog and every game that can be played."""

from __future__ import annotations

from typing import Any, Literal, Protocol, get_args

from pnp.definition.findings import quoted, suggest
from pnp.engine.component_set import ComponentSet
from pnp.engine.odds import Bound, Expected, Odds
from pnp.engine.options import Setup
from pnp.engine.players import FirstPlayer, Player, RandomPlayer
from pnp.engine.referee import Referee
from pnp.engine.rules import Rules
from pnp.errors import Finding, UsageError

PlayerKind = Literal["sensible", "random", "first"]
PLAYER_KINDS: tuple[PlayerKind, ...] = get_args(PlayerKind)
HUMAN = "human"
"""Who decides for a seat where a person sits."""


class RefereeModule(Protocol):
    """A module `pnp/games/GAME/referee` (or a plug-in's), whose rulings.toml lies in the game's folder.

    It may also have a function `expected(kit, setup)` that counts means (see `expected_of`).
    """

    def referee(self, kit: ComponentSet, rules: Rules) -> Referee[Any]:
        """The referee of the game, playing with the pieces of that kit."""

    def sensible_player(self, kit: ComponentSet) -> Player:
        """A player who plays to win, by what a seat may know; clearly better than random."""

    def odds(self, kit: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
        """Exact chances worth knowing at a table of that setup."""

    def bounds(self, kit: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
        """Exact extremes at a table of that setup."""

    def proofs(self, kit: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
        """What counting alone finds wrong with the kit, such as debts that its chips cannot pay."""


def expected_of(module: RefereeModule, kit: ComponentSet, setup: Setup) -> tuple[Expected, ...]:
    """What the module's `expected(kit, setup)` counts on average; nothing of a game that has no such function."""
    counting = getattr(module, "expected", None)
    return () if counting is None else tuple(counting(kit, setup))


def player_of(kind: str, module: RefereeModule, kit: ComponentSet) -> Player:
    """A player of a kind, one of PLAYER_KINDS; UsageError for any other."""
    match kind:
        case "sensible":
            return module.sensible_player(kit)
        case "random":
            return RandomPlayer()
        case "first":
            return FirstPlayer()
    raise UsageError(f"--player: there is no {quoted(kind)}; {suggest(kind, PLAYER_KINDS)}")
