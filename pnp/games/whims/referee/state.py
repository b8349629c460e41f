"""What changes at the table of a match, as frozen values."""

from __future__ import annotations

from typing import NamedTuple

from pnp.engine.values import replaced_quickly
from pnp.games.whims.referee.table import Phase, Table


@replaced_quickly
class Hand(NamedTuple):
    """One seat in one round. `dice` stand in the order in which they were first rolled; `tokens` are all laid out.

    While Effort is being declared, `tokens` are still those without its `level`, and `pool` has already paid for it.
    """

    dice: tuple[int, ...]
    tokens: int
    spent: int
    level: int
    pool: int
    done: bool

    @property
    def left(self) -> int:
        return self.tokens - self.spent


class Shown(NamedTuple):
    """What a seat revealed at the end of a round."""

    dice: tuple[int, ...]
    total: int
    tokens: int
    spent: int


@replaced_quickly
class State(NamedTuple):
    """A match between two steps. `seat` is whose turn it is, `die` the one to be rolled in a phase that rolls.

    `won` counts each seat's rounds; `last` is what the round before revealed, empty in the first; `reason` is one of
    the endings once `phase` is "over".
    """

    table: Table
    phase: Phase
    seat: int
    die: int
    round: int
    hands: tuple[Hand, ...]
    won: tuple[int, ...]
    last: tuple[Shown, ...]
    reason: str

    @property
    def hand(self) -> Hand:
        """The hand of the seat whose turn it is."""
        return self.hands[self.seat - 1]

    def with_hand(self, hand: Hand) -> tuple[Hand, ...]:
        """All hands, with that one for the seat whose turn it is."""
        return (*self.hands[: self.seat - 1], hand, *self.hands[self.seat :])


def fresh(table: Table, pools: tuple[int, ...]) -> tuple[Hand, ...]:
    """Every seat's hand before a round: no dice yet, and the fewest tokens that it may have (M-06)."""
    return tuple(Hand((), seat.tokens[0], 0, 0, pool, False) for seat, pool in zip(table.seats, pools))
