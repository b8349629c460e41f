"""What whole plays of a game with rules as data are measured by: who wins, and which choices are ever taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.engine.action import Event
from pnp.engine.odds import Column, Measure, Seen

NEVER_CHOSEN = "never-chosen"
FAIR = 2.0
"""How many times as often one seat may win as another before a game counts as unfair."""


def measures_of(players: int, options: Sequence[str]) -> tuple[Measure, ...]:
    """How often each seat wins, and how often each option is chosen of all choices that are made."""
    seats = [f"seat {seat}" for seat in range(1, players + 1)]

    def wins(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        return {label: (1, int(seat in winners)) for seat, label in enumerate(seats, 1)}

    def chosen(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        times = Counter(event.name for event in events if event.actor > 0)
        every = sum(times[name] for name in options)
        return {name.replace("-", " "): (every, times[name]) for name in options}

    choices = Measure("choices", "of all choices", (Column("chosen"),), chosen, due=NEVER_CHOSEN)
    return Measure(f"wins-{players}", f"wins of {players} players by seat", (Column("wins"),), wins, FAIR), choices
