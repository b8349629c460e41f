"""The referee of Whims: a match for a kit and its rules, a player, exact odds, bounds and proofs."""

from __future__ import annotations

from pnp.engine.component_set import ComponentSet
from pnp.engine.odds import Bound, Expected, Odds
from pnp.engine.options import Setup
from pnp.engine.players import Player
from pnp.engine.rules import Rules
from pnp.errors import Finding
from pnp.games.whims.referee.counting import exact_bounds, exact_means, exact_odds, shortages
from pnp.games.whims.referee.game import Match
from pnp.games.whims.referee.player import SensiblePlayer
from pnp.games.whims.referee.state import read_faces, set_table


def referee(kit: ComponentSet, rules: Rules) -> Match:
    """The referee of a match with that kit."""
    return Match(kit, rules)


def sensible_player(kit: ComponentSet) -> Player:
    """A player who rolls again as makes it likeliest to win the round; see SensiblePlayer."""
    return SensiblePlayer()


def odds(kit: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """The exact chances of every round and match between seats of 3 to 9 tokens that play for the highest mean."""
    return tuple(exact_odds(read_faces(kit, setup), setup))


def expected(kit: ComponentSet, setup: Setup) -> tuple[Expected, ...]:
    """The expected total of a round for each number of tokens."""
    return tuple(exact_means(read_faces(kit, setup)))


def bounds(kit: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """The highest total, the most tokens, rerolls, points and rounds."""
    return exact_bounds(set_table(kit, setup))


def proofs(kit: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """Dice or tokens too few for the setup, and rows of the tables that no rule knows."""
    return tuple(shortages(set_table(kit, setup), setup.word("ceiling") == "nine"))
