"""The referee of Wibbell for a kit, with a player who plays to win, exact odds, bounds and proofs."""

from __future__ import annotations

from pnp.engine.component_set import ComponentSet
from pnp.engine.odds import Bound, Odds
from pnp.engine.options import Setup
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.games.wibbell.referee import counting
from pnp.games.wibbell.referee.game import Wibbell
from pnp.games.wibbell.referee.lexicon import lexicon_of
from pnp.games.wibbell.referee.player import SensiblePlayer

__all__ = ["Wibbell", "bounds", "odds", "proofs", "referee", "sensible_player"]


def referee(kit: ComponentSet, rules: Rules) -> Wibbell:
    """The referee of the game, who judges by the kit's list of words or by the one of the game."""
    return Wibbell(kit, rules)


def sensible_player(kit: ComponentSet) -> SensiblePlayer:
    """A player who knows the common words of the list and plays short ones."""
    return SensiblePlayer(kit)


def odds(kit: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """Exact chances of the first pair, of the cards taken out and of the clock."""
    return counting.odds(kit, setup, lexicon_of(kit))


def bounds(kit: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """The most cards a word must serve, the most handicaps, rounds and turns."""
    return counting.bounds(kit, setup)


def proofs(kit: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """What counting alone finds wrong with the letters and the list of words."""
    return counting.proofs(kit, setup, lexicon_of(kit))
