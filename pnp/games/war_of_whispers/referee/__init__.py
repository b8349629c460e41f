"""A kit of A War of Whispers and its rules in; the referee, a player, odds, bounds and proofs out."""

from __future__ import annotations

from pnp.engine.kit import Kit
from pnp.engine.rules import Rules
from pnp.games.war_of_whispers.referee.bounds import bounds
from pnp.games.war_of_whispers.referee.odds import odds
from pnp.games.war_of_whispers.referee.player import SensiblePlayer
from pnp.games.war_of_whispers.referee.proofs import proofs
from pnp.games.war_of_whispers.referee.war import WarReferee

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]


def referee(kit: Kit, rules: Rules) -> WarReferee:
    """The referee of the game, playing with the pieces of that kit; UsageError for a map that cannot be played on."""
    return WarReferee(kit, rules)


def sensible_player(kit: Kit) -> SensiblePlayer:
    """A player who plays to win by what a seat may know, on the map of that kit."""
    return SensiblePlayer(kit)
