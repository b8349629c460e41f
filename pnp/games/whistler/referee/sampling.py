"""The cards that others may hold, for all that one seat knows."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.engine.action import Rng
from pnp.engine.values import without
from pnp.games.whistler.referee.state import Ids, State

_TRIES = 20
"""Deals after which a special hand is let pass that nobody can have been dealt: one is rare."""


def sampled(state: State, seat: int, rng: Rng) -> State:
    """The state with all cards that the seat does not know dealt anew: those of other hands that nobody saw, and those
    of the stock.
    """
    kept = [hand if number == seat else known for number, (hand, known) in enumerate(zip(state.hands, state.known), 1)]
    hidden = [_without_all(hand, own) for hand, own in zip(state.hands, kept)]
    pool = state.in_order((*state.stock, *(card for cards in hidden for card in cards)))
    untouched = _untouched(state)
    for _ in range(_TRIES):
        left = list(pool)
        hands = [
            (*own, *(left.pop(int(rng.fraction() * len(left))) for _ in cards)) for own, cards in zip(kept, hidden)
        ]
        if not any(frozenset(hands[other - 1]) in state.session.special for other in untouched if other != seat):
            break
    return state._replace(stock=tuple(left), hands=tuple(map(state.in_order, hands)))


def _untouched(state: State) -> Sequence[int]:
    """The seats that still have the hand that they were dealt, where a special one would have won at once."""
    if not state.dealer or state.session.setup.reads("dealt_special", "own-turn"):
        return ()
    return state.clockwise(state.left_of(state.dealer))[state.turns + (state.phase != "draw") :]


def _without_all(cards: Ids, others: Ids) -> Ids:
    for card in others:
        cards = without(cards, card)
    return cards
