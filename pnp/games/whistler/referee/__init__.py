"""The referee of Whistler for a kit and its rules, a sensible player, exact chances, extremes and proofs."""

from __future__ import annotations

from pnp.engine.component_set import ComponentSet
from pnp.engine.players import Player
from pnp.engine.rules import Rules
from pnp.games.whistler.referee.counting import bounds, odds, proofs
from pnp.games.whistler.referee.game import Whistler
from pnp.games.whistler.referee.player import SensiblePlayer

__all__ = ["bounds", "odds", "proofs", "referee", "sensible_player"]


def referee(kit: ComponentSet, rules: Rules) -> Whistler:
    """The referee of Whistler, playing with the cards and picks of that kit."""
    return Whistler(kit, rules)


def sensible_player(kit: ComponentSet) -> Player:
    """A player who gathers a suit, keeps an eye on special hands and knocks when it seems enough."""
    return SensiblePlayer.of(kit)
