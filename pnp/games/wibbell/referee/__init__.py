"""The referee of Wibbell for a set of components and its list of words, with a player, odds, bounds and proofs."""

from pnp.games.wibbell.referee.counting import bounds, odds, proofs
from pnp.games.wibbell.referee.game import Wibbell
from pnp.games.wibbell.referee.game import Wibbell as referee
from pnp.games.wibbell.referee.player import SensiblePlayer as sensible_player

__all__ = ["Wibbell", "bounds", "odds", "proofs", "referee", "sensible_player"]
