"""The referee of A War of Whispers for a kit and its rules, with a player, odds, bounds and proofs."""

from __future__ import annotations

from pnp.engine.component_set import ComponentSet
from pnp.engine.rules import Rules
from pnp.games.war_of_whispers.referee.counting import bounds, odds, proofs
from pnp.games.war_of_whispers.referee.game import WarReferee
from pnp.games.war_of_whispers.referee.player import SensiblePlayer

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]


def referee(kit: ComponentSet, rules: Rules) -> WarReferee:
    """The referee of the game, playing with the pieces of that kit; UsageError for a map that cannot be played on."""
    return WarReferee(kit, rules)


def sensible_player(kit: ComponentSet) -> SensiblePlayer:
    """A player who plays to win by what a seat may know, on the map of that kit."""
    return SensiblePlayer(kit)
