"""What a seat may know, and how a person who sits there is shown it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pnp.engine.action import Value
from pnp.games.whims.referee.state import State


def observed(state: State, seat: int) -> Mapping[str, Value]:
    """All that the seat may know (M-04), flat; tuples stand in seat order.

    `dice`, `tokens` (unspent) and `effort` are its own. `faces` are what a die may show, `costs` the points for each
    level of Effort from 0. `laid_out` and `pools` are as far as it can tell: for the seats in `unsure` (tokens, then
    points) they are the least and the most that there can be. `spent` is None unless tokens lie open.
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
        "unsure": (_unsure_tokens(state, seat), _unsure_pools(state, seat)),
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


def _unsure_tokens(state: State, seat: int) -> tuple[int, ...]:
    """The other seats that may have laid out more tokens than they are known to have."""
    table = state.table
    if table.secrecy != "everything":
        return ()
    return tuple(other for other in _others(state, seat) if table.declares(other) or table.seats[other - 1].draws)


def _unsure_pools(state: State, seat: int) -> tuple[int, ...]:
    """The other seats that may have paid for Effort that is not yet shown."""
    if state.table.secrecy != "everything" and state.phase not in ("draw", "effort"):
        return ()
    return tuple(other for other in _others(state, seat) if state.table.declares(other))


def _others(state: State, seat: int) -> list[int]:
    return [other for other in range(1, state.table.players + 1) if other != seat]


def shown(seen: Mapping[str, Value]) -> Iterator[tuple[str, Mapping[str, Value]]]:
    """The same for a person: what may be more or less is told as such, and Effort only where there is any."""
    view: Mapping[str, Any] = seen
    tokens, pools = view["unsure"]
    split = {
        "laid_out": _apart(view["laid_out"], tokens), "laid_out_least": _kept(view["laid_out"], tokens),
        "pools": _apart(view["pools"], pools), "pools_most": _kept(view["pools"], pools),
    }  # fmt: skip
    effort = any(view["pools"]) or view["effort"]
    for key in view:
        if key in ("laid_out", "pools"):
            bound = f"{key}_{'least' if key == 'laid_out' else 'most'}"
            yield from ((each, split) for each in (key, bound) if key != "pools" or effort)
        elif key == "last":
            names = ("rolled", "total", "of", "used")
            yield from ((key, {"seat": seat, **dict(zip(names, each))}) for seat, each in enumerate(view["last"], 1))
        elif key not in ("you", "unsure") and (key not in ("costs", "effort") or effort):
            yield key, view


def _apart(values: tuple[int, ...], unsure: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(None if seat in unsure else value for seat, value in enumerate(values, 1))


def _kept(values: tuple[int, ...], unsure: tuple[int, ...]) -> tuple[int | None, ...]:
    return tuple(value if seat in unsure else None for seat, value in enumerate(values, 1))
