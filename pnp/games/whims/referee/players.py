"""What a seat may know in, its choice out: a player who plays to win, and one who plays the same way in every round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pnp.engine.action import Action, act
from pnp.engine.players import Look
from pnp.engine.seeds import Lots
from pnp.frozen import frozen
from pnp.games.whims.referee.policy import Policy, highest_mean, likeliest_win
from pnp.games.whims.referee.terms import ROUNDS_TO_WIN


class SensiblePlayer:
    """Rolls again as makes it likeliest to beat the total of every other seat, by the tokens that lie before them.

    Of Effort it buys the most that an equal share of its points pays for, over the rounds that may still be won
    between it and the best of the others: three in the first, one in a decider.
    """

    def choose(self, look: Look, legal: Sequence[Action], lots: Lots) -> Action:
        if len(legal) == 1:
            return legal[0]
        seen: Mapping[str, Any] = look()
        own = seen["you"] - 1
        if legal[0].name == "effort":
            others = max(won for at, won in enumerate(seen["won"]) if at != own)
            share = seen["pools"][own] // (2 * ROUNDS_TO_WIN - 1 - seen["won"][own] - others)
            return _declared(legal, max(level for level, cost in enumerate(seen["costs"]) if cost <= share))
        tokens = seen["laid_out"]
        rivals = tuple(sorted((*tokens[:own], *tokens[own + 1 :])))
        return _rolled(likeliest_win(seen["faces"], tokens[own], rivals), seen)


@frozen
class SteadyPlayer:
    """Declares the same level of Effort in every round, then plays for the highest mean total."""

    level: int

    def choose(self, look: Look, legal: Sequence[Action], lots: Lots) -> Action:
        if legal[0].name == "effort":
            return _declared(legal, self.level)
        seen: Mapping[str, Any] = look()
        return _rolled(highest_mean(seen["faces"], seen["tokens"]), seen)


def _declared(legal: Sequence[Action], level: int) -> Action:
    """That level, or the highest that is legal."""
    return legal[min(level, len(legal) - 1)]


def _rolled(policy: Policy, seen: Mapping[str, Any]) -> Action:
    die = policy.die(seen["dice"], seen["tokens"])
    return act("reroll", die=die) if die else act("done")
