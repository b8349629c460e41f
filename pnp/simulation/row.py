"""One finished game in; the row that is kept of it out: plain numbers that say all that statistics are made of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.jsonfile import parse_json

_HIGHEST = 10**12
"""More than anything that is counted in a game."""


class Watched(NamedTuple):
    """What a game showed that was watched step by step.

    `peaks` has the most of each kind of piece in use at once, `odds` how often each exact chance came up, out of how
    many times.
    """

    peaks: Mapping[str, int]
    odds: Mapping[str, tuple[int, int]]


class Row(NamedTuple):
    """A game: its index from 0, its seed, how many played and by which side of a comparison (0 or 1), and how it went.

    `decisions` are choices of seats, `steps` those and what chance brought; `details` are the whole numbers of the
    outcome by name. Winners are seats from 1, scores stand in seat order.
    """

    game: int
    seed: int
    players: int
    side: int
    ending: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    decisions: int
    steps: int
    details: Mapping[str, int]
    watched: Watched | None = None

    def measures(self) -> Mapping[str, int]:
        """Every number of the game as a whole, by name."""
        ranking = sorted(self.scores)
        return {
            "decisions": self.decisions,
            "steps": self.steps,
            **self.details,
            "winners": len(self.winners),
            "best_score": ranking[-1],
            "lead": ranking[-1] - ranking[-2] if len(ranking) > 1 else 0,
        }


def line_of(row: Row) -> str:
    """The row on one line of JSON."""
    return json.dumps(row, ensure_ascii=False, separators=(",", ":")) + "\n"


def row_of(line: str) -> Row:
    """The row that a line says; ValueError, TypeError or LookupError for a line that is none."""
    parts: list[Any] = parse_json(line)
    game, seed, players, side, ending, winners, scores, decisions, steps, details, watched = parts
    seen, numbers = None, [game, players, side, decisions, steps, *winners, *scores, *details.values()]
    if watched is not None:
        peaks, odds = watched
        seen = Watched(peaks, {name: (times, trials) for name, (times, trials) in odds.items()})
        numbers += [*peaks.values(), *(number for pair in seen.odds.values() for number in pair)]
    if not all(type(number) is int and abs(number) < _HIGHEST for number in numbers) or len(scores) != players:
        raise ValueError("a row has something else than a whole number")
    if type(seed) is not int or type(ending) is not str:
        raise TypeError("a row has no seed or no ending")
    return Row(game, seed, players, side, ending, tuple(winners), tuple(scores), decisions, steps, details, seen)
