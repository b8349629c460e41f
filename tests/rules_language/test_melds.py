"""The best way to part a hand into melds, held against all the ways that there are."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from pnp.rules_language.melds import Melding

SUITS, STEPS = 3, 6


def ways(melds: list[frozenset[int]], gone: frozenset[int] = frozenset()) -> Iterator[frozenset[int]]:
    """What can be laid in melds, by all ways to lay some."""
    yield gone
    for at, meld in enumerate(melds):
        if not meld & gone:
            yield from ways(melds[at + 1 :], gone | meld)


@pytest.mark.parametrize(("least", "copies", "has_runs"), [(3, 1, True), (3, 2, True), (2, 1, True), (3, 2, False)])
def test_no_way_leaves_less(least: int, copies: int, has_runs: bool) -> None:
    lots = random.Random(least + 10 * copies)
    each = [(suit, step) for suit in range(SUITS) for step in range(STEPS)] * copies
    lots.shuffle(each)
    suits, steps = [suit for suit, _ in each], [step for _, step in each]
    worth = [min(4, step + 1) for step in steps]
    melding = Melding(least, steps, suits if has_runs else (), steps if has_runs else (), worth)

    def is_meld(group: tuple[int, ...]) -> bool:
        own = sorted(steps[piece] for piece in group)
        is_run = len({suits[piece] for piece in group}) == 1 and own == [*range(own[0], own[0] + len(own))]
        return own[0] == own[-1] or (has_runs and is_run)

    for _ in range(80):
        hand = sorted(lots.sample(range(len(each)), 7))
        groups = (group for many in range(least, 8) for group in combinations(hand, many))
        melds = [frozenset(group) for group in groups if is_meld(group)]
        total = sum(worth[piece] for piece in hand)
        left = melding.unmelded(hand)
        dead = sum(worth[piece] for piece in left)
        assert melding.deadwood(hand) == dead
        for most in (-1, 0, dead - 1, dead, dead + 1, total):
            assert melding.leaves_at_most(most, hand) == (dead <= most), (hand, most)
        assert dead == total - max(sum(worth[each] for each in way) for way in ways(melds))
        assert frozenset(hand) - frozenset(left) in {*ways(melds)}


def test_alike_pieces_are_parted_in_little_work() -> None:
    work = [0]

    def spend(fuel: int) -> None:
        work[0] += fuel

    for copies in (16, 4):
        steps = [at // copies for at in range(16)]
        melding = Melding(3, steps, ["suit"] * 16, steps, [1] * 16)
        assert melding.deadwood(range(16), spend) == 0
    assert melding.deadwood(range(4, 6), spend) == 2
    assert work[0] < 5_000
