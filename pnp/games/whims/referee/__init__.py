"""The referee of Whims for a set of components and its rules, with a player, odds, means, bounds and proofs."""

from pnp.engine.requirements import ComponentSet
from pnp.games.whims.referee.counting import bounds, expected, odds, proofs
from pnp.games.whims.referee.game import Match as referee
from pnp.games.whims.referee.player import SensiblePlayer

__all__ = ["bounds", "expected", "odds", "proofs", "referee", "sensible_player"]


def sensible_player(components: ComponentSet) -> SensiblePlayer:
    """A player who rolls again as makes it likeliest to win the round."""
    return SensiblePlayer()
