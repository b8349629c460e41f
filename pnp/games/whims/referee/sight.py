"""A state and a seat in; what that seat may know out."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.engine.action import Value
from pnp.games.whims.referee.state import State


def observed(state: State, seat: int) -> Mapping[str, Value]:
    """All that the seat may know (M-04), flat; tuples stand in seat order.

    `dice`, `tokens` (unspent) and `effort` are its own. `faces` are what a die may show, `costs` the points for each
    level of Effort from 0. `laid_out` and `pools` are as far as it can tell; `spent` is None unless tokens lie open.
    `last` is what each seat showed at the end of the round before: dice, total, tokens, spent.
    """
    own = state.hands[seat - 1]
    return {
        "you": seat,
        "round": state.round,
        "won": state.won,
        "grades": tuple(each.grade for each in state.table.seats),
        "faces": state.table.faces,
        "costs": state.table.costs,
        "dice": own.dice,
        "tokens": own.left,
        "effort": own.level,
        "laid_out": known_tokens(state, seat),
        "spent": tuple(hand.spent for hand in state.hands) if state.table.secrecy == "dice-only" else None,
        "pools": known_pools(state, seat),
        "done": tuple(hand.done for hand in state.hands),
        "last": tuple(tuple(shown) for shown in state.last),
    }


def known_tokens(state: State, seat: int) -> tuple[int, ...]:
    """Tokens laid out by every seat; of others, where that is secret, what they have at the very least."""
    table = state.table
    if table.secrecy != "everything":
        return tuple(hand.tokens for hand in state.hands)
    return tuple(
        hand.tokens if number == seat else own.tokens[0]
        for number, (hand, own) in enumerate(zip(state.hands, table.seats), 1)
    )


def known_pools(state: State, seat: int) -> tuple[int, ...]:
    """Intellect points of every seat; those of others without what they pay for Effort that is not yet shown."""
    hidden = state.table.secrecy == "everything" or state.phase in ("draw", "effort")
    return tuple(
        hand.pool + (state.table.costs[hand.level] if hidden and number != seat else 0)
        for number, hand in enumerate(state.hands, 1)
    )
