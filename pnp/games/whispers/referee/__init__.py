"""The referee of Whispers for a set of components and its rules, with a player, odds, bounds and proofs."""

from pnp.games.whispers.referee.counting import bounds, odds, proofs
from pnp.games.whispers.referee.game import Whispers as referee
from pnp.games.whispers.referee.player import SensiblePlayer as sensible_player

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]
