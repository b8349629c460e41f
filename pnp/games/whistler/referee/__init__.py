"""The referee of Whistler for a set of components and its rules, with a sensible player, odds, bounds and proofs."""

from pnp.games.whistler.referee.counting import bounds, odds, proofs
from pnp.games.whistler.referee.game import Whistler as referee
from pnp.games.whistler.referee.player import SensiblePlayer as sensible_player

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]
