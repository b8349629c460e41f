"""A player of Whispers who knows what its seat sees, counts cards and weighs the pot against the penalty."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import fsum
from typing import Any, NamedTuple

from pnp.engine.action import Action, Look, Rng
from pnp.engine.requirements import ComponentSet
from pnp.games.whispers.referee.rounds import penalty
from pnp.games.whispers.referee.state import ACTIVE, CARDS_DEALT, Hand, deck_of, rank_counts, ranks_of

#: How many cards ahead it looks; it can leave the hand after the first of them, its rivals are taken to stay.
_AHEAD = 2
#: For so many hands what their cards come to is kept, since all look at the same ones.
_HANDS = 256


class Risk(NamedTuple):
    """One more card for a hand: the chance to get a pair, and the mean of what the pair costs, 0 without one."""

    pair: float
    cost: float


class SensiblePlayer:
    """Counts the cards not yet seen: out of them come everybody's chance of a pair and what it would cost them.

    Staying is worth a share of the pot and of the penalties that rivals pay within two cards, less its own for one;
    shares go by the chance to live so long. It stays if that is above nothing, and splits if an equal share is more.
    """

    def __init__(self, components: ComponentSet) -> None:
        most = components.game.players[1]
        self._ranks, self._counts = ranks_of(deck_of(components, most)), dict(rank_counts(components, most))
        self._hand = lru_cache(_HANDS)(self._dealt)

    def choose(self, look: Look, legal: Sequence[Action], rng: Rng) -> Action:
        seen: Mapping[str, Any] = look()
        offered = {action.name: action for action in legal}
        active = [seat for seat, standing in enumerate(seen["standings"], 1) if standing in ACTIVE]
        staying = self._staying(seen, active)
        share = seen["pot"] // len(active)
        if "accept" in offered:
            return offered["accept" if share >= staying else "refuse"]
        # When all the others have offered, one more offer is the split itself, and no card can follow.
        settles = all(seen["standings"][seat - 1] == "split" for seat in active if seat != seen["you"])
        if "split" in offered and share >= staying and (staying > 0 or settles):
            return offered["split"]
        return offered["in" if staying > 0 else "out"]

    def _staying(self, seen: Mapping[str, Any], active: Sequence[int]) -> float:
        """Coins that one more card is worth on the whole."""
        unseen = self._unseen(seen)
        total, hands, purses = sum(unseen.values()) or 1, seen["hands"], seen["purses"]
        risks = {seat: self._risk(hands[seat - 1], purses[seat - 1], unseen, total) for seat in active}
        own = risks.pop(seen["you"])
        gain = seen["pot"] + _AHEAD * fsum(risk.cost for risk in risks.values())
        living = (1 - own.pair) ** _AHEAD
        rivals = fsum((1 - risk.pair) ** _AHEAD for risk in risks.values())
        return float(gain * living / (living + rivals or 1) - own.cost)

    def _unseen(self, seen: Mapping[str, Any]) -> dict[int, int]:
        """How many cards of each rank may still come."""
        unseen = self._counts.copy()
        for cards in (seen["discards"], *seen["hands"]):
            for card in cards:
                unseen[self._ranks[card]] -= 1
        return unseen

    def _risk(self, cards: tuple[str, ...], purse: int, unseen: Mapping[int, int], total: int) -> Risk:
        hand, most, pairs, cost = self._hand(cards), max(purse, 0), 0, 0
        coin = penalty(hand, 1)  # a pair costs so many times its rank
        for rank in hand.ranks:
            bad = unseen[rank]
            pairs += bad
            cost += bad * min(most, coin * rank)
        return Risk(pairs / total, cost / total)

    def _dealt(self, cards: tuple[str, ...]) -> Hand:
        hand = Hand()
        for at, card in enumerate(cards):
            hand = hand.dealt(card, self._ranks[card], opening=at < CARDS_DEALT)
        return hand
