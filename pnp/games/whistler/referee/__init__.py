"""A kit and the rules of Whistler in; its referee, a sensible player, exact chances, extremes and proofs out."""

from __future__ import annotations

from pnp.engine.kit import Kit
from pnp.engine.players import Player
from pnp.engine.rules import Rules
from pnp.games.whistler.referee.bounds import bounds
from pnp.games.whistler.referee.odds import odds
from pnp.games.whistler.referee.player import SensiblePlayer
from pnp.games.whistler.referee.proofs import proofs
from pnp.games.whistler.referee.whistler import Whistler

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]


def referee(kit: Kit, rules: Rules) -> Whistler:
    """The referee of Whistler, playing with the cards and picks of that kit."""
    return Whistler(kit, rules)


def sensible_player(kit: Kit) -> Player:
    """A player who gathers a suit, keeps an eye on special hands and knocks when it seems enough."""
    return SensiblePlayer.of(kit)
