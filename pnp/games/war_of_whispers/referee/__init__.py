"""The referee of A War of Whispers for a set of components and its rules, with a player, odds, bounds and proofs."""

from pnp.games.war_of_whispers.referee.counting import bounds, odds, proofs
from pnp.games.war_of_whispers.referee.game import WarReferee as referee
from pnp.games.war_of_whispers.referee.player import SensiblePlayer as sensible_player

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]
