"""A kit and a setup in; what counting alone finds wrong with the dice, tokens and tables for it out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.errors import Finding
from pnp.games.whims.referee.table import Table
from pnp.games.whims.referee.terms import DICE


def shortages(table: Table, ceiling: bool) -> Iterator[Finding]:
    """Seats whose dice or tokens are too few for what their rounds can call for.

    Without the ceiling of M-08 no box can hold enough: the rest is kept on paper, and that is a note.
    """
    for number, seat in enumerate(table.seats, 1):
        if seat.dice < DICE:
            message = f"seat {number} rolls {DICE} dice at once and has {seat.dice}; add {DICE - seat.dice}"
            yield Finding("error", "too-few-dice", seat.die or f"seat {number}", message)
        most = table.most_tokens(number)
        if seat.stock < most:
            where = seat.token or f"seat {number}"
            message = f"seat {number} can call for {most} tokens and has {seat.stock}"
            if ceiling:
                yield Finding("error", "too-few-tokens", where, f"{message}; add {most - seat.stock}")
            else:
                yield Finding("note", "tokens-on-paper", where, f"{message}; keep the others on paper (M-08)")
