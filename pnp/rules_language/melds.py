"""The best way to part a hand into melds: sets of one rank and runs of one suit, with the least left over."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

MOST_PIECES = 16
"""Pieces of a hand that are parted; a larger one takes too long."""


class Melding(NamedTuple):
    """What makes melds: how many at least, and of each piece its rank, its suit, its place in a run and its worth.

    `suits` and `steps` are empty where there are no runs.
    """

    least: int
    ranks: tuple[object, ...]
    suits: tuple[object, ...]
    steps: tuple[int, ...]
    worth: tuple[int, ...]


@lru_cache(maxsize=20_000)
def unmelded(melding: Melding, pieces: tuple[int, ...]) -> tuple[int, ...]:
    """The pieces that are left over at the least worth; of several ways the one that comes first."""
    melds = [frozenset(meld) for meld in (*_sets(melding, pieces), *_runs(melding, pieces))]
    starts: Mapping[int, list[frozenset[int]]] = {
        piece: [meld for meld in melds if piece in meld and min(meld) == piece] for piece in pieces
    }
    best = list(pieces), sum(melding.worth[piece] for piece in pieces)

    def part(at: int, gone: frozenset[int], left: list[int], worth: int) -> None:
        nonlocal best
        if worth >= best[1]:
            return
        while at < len(pieces) and pieces[at] in gone:
            at += 1
        if at == len(pieces):
            best = left, worth
            return
        piece = pieces[at]
        for meld in starts[piece]:
            if not meld & gone:
                part(at + 1, gone | meld, left, worth)
        part(at + 1, gone, [*left, piece], worth + melding.worth[piece])

    part(0, frozenset(), [], 0)
    return tuple(best[0])


def _sets(melding: Melding, pieces: Sequence[int]) -> list[tuple[int, ...]]:
    by_rank: dict[object, list[int]] = {}
    for piece in pieces:
        by_rank.setdefault(melding.ranks[piece], []).append(piece)
    return [
        group
        for alike in by_rank.values()
        for many in range(melding.least, len(alike) + 1)
        for group in combinations(alike, many)
    ]


def _runs(melding: Melding, pieces: Sequence[int]) -> list[tuple[int, ...]]:
    if not melding.suits:
        return []
    at = {(melding.suits[piece], melding.steps[piece]): piece for piece in pieces}
    found = []
    for suit, first in at:
        run: list[int] = []
        while (suit, first + len(run)) in at:
            run.append(at[suit, first + len(run)])
            if len(run) >= melding.least:
                found.append(tuple(run))
    return found
