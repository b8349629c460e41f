"""The best way to part a hand into melds: sets of one rank and runs of one suit, with the least left over."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

MOST_PIECES = 16
"""Pieces of a hand that are parted; a larger one takes too long."""
_BITS = 6
"""Of a count of pieces, the highest of which tells that there are enough."""


class Melding:
    """What makes melds: how many at least, and of each piece its rank, its suit, its place in a run and its worth.

    `suits` and `steps` are empty where there are no runs; what has no place in them stands at None.
    """

    __slots__ = ("_debt", "_enough", "_in_ranks", "_in_runs", "_least", "_ranks", "_worth")

    def __init__(
        self,
        least: int,
        ranks: Sequence[object],
        suits: Sequence[object],
        steps: Sequence[int | None],
        worth: Sequence[int],
    ) -> None:
        self._least, self._ranks, self._worth = least, ranks, worth
        # The least that pieces beside the loose ones may be worth, where some are worth less than nothing.
        self._debt = sum(min(each, 0) for each in worth)
        shifts = {rank: _BITS * at for at, rank in enumerate(dict.fromkeys(ranks))}
        signs = sum(1 << _BITS - 1 << shift for shift in shifts.values())
        self._enough = signs - min(least, MOST_PIECES + 1) * (signs >> _BITS - 1), signs
        self._in_ranks = [1 << shifts[rank] for rank in ranks]
        bit, bits = 1, dict[tuple[object, int | None], int]()
        for suit in dict.fromkeys(suits):
            before = None
            for step in sorted({step for own, step in zip(suits, steps) if own == suit and step is not None}):
                bit <<= 1 if before is not None and step == before + 1 else 2
                bits[suit, step], before = bit, step
        self._in_runs = [bits.get(each, 0) for each in zip(suits, steps)] or [0] * len(self._in_ranks)

    def unmelded(self, pieces: Sequence[int]) -> tuple[int, ...]:
        """Those of the pieces that are left over at the least worth, in rising order; the first of several ways."""
        pieces = sorted(pieces)
        is_set, begun, _ = self._chances(pieces)
        if not is_set and not begun:
            return tuple(pieces)
        melds = [*(self._sets(pieces) if is_set else ()), *(self._runs(pieces, begun) if begun else ())]
        return self._left(pieces, melds)

    def deadwood(self, pieces: Sequence[int]) -> int:
        """What those are worth that are left over."""
        return sum(self._worth[piece] for piece in self.unmelded(pieces))

    def leaves_at_most(self, most: int, pieces: Sequence[int]) -> bool:
        """Whether the deadwood is no more than that; mostly what can be in no meld tells, and no way is looked for."""
        is_set, _, in_run = self._chances(pieces)
        in_set, worth, ranks, runs = is_set >> _BITS - 1, self._worth, self._in_ranks, self._in_runs
        left = most - self._debt
        for piece in pieces:
            if not (ranks[piece] & in_set or runs[piece] & in_run):
                left -= worth[piece]
                if left < 0:
                    return False
        return self.deadwood(pieces) <= most

    def _chances(self, pieces: Sequence[int]) -> tuple[int, int, int]:
        """The signs of the ranks of which there are enough for a set, the bits at which runs begin, and all in runs."""
        in_ranks, in_runs = self._in_ranks, self._in_runs
        counts = held = 0
        for piece in pieces:
            counts += in_ranks[piece]
            held |= in_runs[piece]
        more, signs = self._enough
        begun = held
        for _ in range(self._least - 1):
            held >>= 1
            begun &= held
        in_run = begun
        for _ in range(self._least - 1 if begun else 0):
            in_run |= in_run << 1
        return counts + more & signs, begun, in_run

    def _left(self, pieces: Sequence[int], melds: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
        """What is left over by the best of all ways to lay some of the melds."""
        worth = self._worth
        starts: dict[int, list[int]] = {piece: [] for meld in melds for piece in meld}
        for meld in melds:
            starts[min(meld)].append(sum(1 << piece for piece in meld))
        turns = [(1 << piece, worth[piece], starts[piece]) for piece in sorted(starts)]
        best, least = 0, sum(worth[piece] for piece in starts)

        def part(at: int, gone: int, left: int) -> None:
            nonlocal best, least
            for then, (own, lost, begun) in enumerate(turns[at:], at + 1):
                if gone & own:
                    continue
                for meld in begun:
                    if not meld & gone:
                        part(then, gone | meld, left)
                left += lost
                if left >= least:
                    return
            if left < least:
                best, least = gone, left

        part(0, 0, 0)
        return tuple(piece for piece in pieces if not best >> piece & 1)

    def _sets(self, pieces: Sequence[int]) -> Iterator[tuple[int, ...]]:
        by_rank: dict[object, list[int]] = {}
        for piece in pieces:
            by_rank.setdefault(self._ranks[piece], []).append(piece)
        for alike in by_rank.values():
            for many in range(self._least, len(alike) + 1):
                yield from combinations(alike, many)

    def _runs(self, pieces: Sequence[int], begun: int) -> Iterator[tuple[int, ...]]:
        at = {self._in_runs[piece]: piece for piece in pieces}
        for bit in at:
            if begun & bit:
                run: list[int] = []
                while bit << len(run) in at:
                    run.append(at[bit << len(run)])
                    if len(run) >= self._least:
                        yield tuple(run)
