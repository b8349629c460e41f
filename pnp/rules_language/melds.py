"""The best way to part a hand into melds: sets of one rank and runs of one suit, with the least left over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

MOST_PIECES = 16
"""Pieces of a hand that are parted; a larger one takes too long."""
_BITS = 6
"""Of a count of pieces, the highest of which tells that there are enough."""
Run = tuple[tuple[int, list[list[int]]], ...]
"""For each step of a run the signs of what may lie there, all of them and by rank, the costliest first. The sign
of a piece is a bit for where it stands in the hand.
"""
Spend = Callable[[int], object]
"""What pays for the ways that are looked at."""


def _free(_: int) -> None:
    """Pays for nothing."""


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
        self._least, self._ranks, self._worth = min(max(least, 1), MOST_PIECES + 1), ranks, worth
        # The least that pieces beside the loose ones may be worth, where some are worth less than nothing.
        self._debt = sum(min(each, 0) for each in worth)
        shifts = {rank: _BITS * at for at, rank in enumerate(dict.fromkeys(ranks))}
        signs = sum(1 << _BITS - 1 << shift for shift in shifts.values())
        self._enough = signs - self._least * (signs >> _BITS - 1), signs
        own = {rank: 1 << shift for rank, shift in shifts.items()}
        self._in_ranks = [own[rank] for rank in ranks]
        bit, bits = 1, dict[tuple[object, int | None], int]()
        by_suit: dict[object, set[int]] = {}
        for suit, step in zip(suits, steps):
            by_suit.setdefault(suit, set()).update(() if step is None else (step,))
        for suit, each in by_suit.items():
            before = None
            for step in sorted(each):
                bit <<= 1 if before is not None and step == before + 1 else 2
                bits[suit, step], before = bit, step
        self._in_runs = [bits.get(each, 0) for each in zip(suits, steps)] or [0] * len(self._in_ranks)

    def unmelded(self, pieces: Sequence[int], spend: Spend = _free) -> tuple[int, ...]:
        """Those of the pieces that are left over at the least worth, in rising order; the first of several ways."""
        pieces = sorted(pieces)
        is_set, begun, _ = self._chances(pieces)
        if not is_set and not begun:
            return tuple(pieces)
        best, least = pieces, sum(self._worth[piece] for piece in pieces)
        for left in self._beside_runs(pieces, begun, spend):
            spend(len(left))
            loose = self._beside_sets(left)
            lost = sum(self._worth[piece] for piece in loose)
            if lost < least:
                best, least = loose, lost
            if least <= self._debt:
                break
        return tuple(sorted(best))

    def deadwood(self, pieces: Sequence[int], spend: Spend = _free) -> int:
        """What those are worth that are left over."""
        return sum(self._worth[piece] for piece in self.unmelded(pieces, spend))

    def leaves_at_most(self, most: int, pieces: Sequence[int], spend: Spend = _free) -> bool:
        """Whether the deadwood is no more than that; mostly what can be in no meld tells, and no way is looked for."""
        is_set, _, in_run = self._chances(pieces)
        in_set, worth, ranks, runs = is_set >> _BITS - 1, self._worth, self._in_ranks, self._in_runs
        left = most - self._debt
        for piece in pieces:
            if not (ranks[piece] & in_set or runs[piece] & in_run):
                left -= worth[piece]
                if left < 0:
                    return False
        return self.deadwood(pieces, spend) <= most

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

    def _beside_sets(self, pieces: Sequence[int]) -> list[int]:
        """What sets leave over: all pieces of a rank make one set if they are enough, but for those below nothing."""
        by_rank: dict[object, list[int]] = {}
        for piece in pieces:
            by_rank.setdefault(self._ranks[piece], []).append(piece)
        loose: list[int] = []
        for alike in by_rank.values():
            if len(alike) < self._least:
                loose += alike
            elif self._debt:
                below = sorted((piece for piece in alike if self._worth[piece] < 0), key=self._worth.__getitem__)
                loose += below[: len(alike) - self._least]
        return loose

    def _beside_runs(self, pieces: Sequence[int], begun: int, spend: Spend) -> Iterator[Sequence[int]]:
        """What there is besides runs, by all ways to lay some of them: none, one, then more.

        Of pieces of one rank and one place in a run, the costliest go into it first.
        """
        if not begun:
            yield pieces
            return
        runs = self._runs(pieces, begun)
        ways, met = [0], {0}
        for gone in ways:
            yield [piece for at, piece in enumerate(pieces) if not gone >> at & 1] if gone else pieces
            spend(1 + len(runs) // 4)
            for run in runs:
                if any(not alike & ~gone for alike, _ in run):
                    continue
                free = [[alike] if not alike & alike - 1 else _costliest(each, gone) for alike, each in run]
                for taken in product(*free):
                    spend(1)
                    more = gone | sum(taken)
                    if more not in met:
                        met.add(more)
                        ways.append(more)

    def _runs(self, pieces: Sequence[int], begun: int) -> list[Run]:
        """All runs of which none parts into two."""
        own: dict[int, dict[object, list[int]]] = {}
        for at in sorted(range(len(pieces)), key=lambda at: -self._worth[pieces[at]]):
            piece = pieces[at]
            if self._in_runs[piece]:
                own.setdefault(self._in_runs[piece], {}).setdefault(self._ranks[piece], []).append(1 << at)
        steps = {bit: (sum(map(sum, by_rank.values())), [*by_rank.values()]) for bit, by_rank in own.items()}
        runs = []
        for bit in own:
            run: Run = ()
            while begun & bit and bit << len(run) in own and len(run) < 2 * self._least - 1:
                run += (steps[bit << len(run)],)
                if len(run) >= self._least:
                    runs.append(run)
        return runs


def _costliest(each: Iterable[Sequence[int]], gone: int) -> list[int]:
    """Of the pieces of each rank that are not gone, the costliest."""
    return [free[0] for alike in each if (free := [sign for sign in alike if not sign & gone])]
