"""The referee of Whispers and all that goes with it: a kit and its rules in, plays, chances and extremes out."""

from pnp.games.whispers.referee.bounds import bounds
from pnp.games.whispers.referee.odds import odds
from pnp.games.whispers.referee.player import SensiblePlayer as sensible_player
from pnp.games.whispers.referee.proofs import proofs
from pnp.games.whispers.referee.whispers import Whispers as referee

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]
