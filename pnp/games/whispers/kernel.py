"""Plays one hand of Whispers with each of thousands of shuffled decks at once (numpy), and returns the scores.

One hand, all purses full, by the usual readings: what the referee plays with `hands=1`. Positions count from the
button, which is position 0. Arrays have a row a position and a column a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import UsageError
from pnp.games.whispers.referee.state import deck_of, ranks_of

Array = np.ndarray[Any, Any]
Policy = Callable[["Table", int, Array], Array]
"""What a position says, for each hand of a table: IN, OUT or SPLIT, by lots from 0 up to 1 where it draws any."""

IN, OUT, SPLIT = 0, 1, 2

#: Hands in a batch: their arrays stay in the cache of a core.
BATCH = 8192
MOST_PLAYERS = 6
_RANK_BITS = 3
_RANK = (1 << _RANK_BITS) - 1
_DOUBLED = 1 << _RANK + 1  # a doubling in what is held, above a bit for each rank
_FACE_UP = _DOUBLED - 2


class ArrayRng:
    """A stream of lots from the raw bits of PCG64, which numpy promises to keep."""

    def __init__(self, seed: int) -> None:
        self._bits = np.random.PCG64(seed)

    def fractions(self, count: int) -> Array:
        """Numbers from 0 up to but not including 1, of 53 bits each."""
        raw: Array = self._bits.random_raw(count)
        return (raw >> np.uint64(11)) * 2.0**-53

    def positions(self, count: int, below: int) -> Array:
        """Whole numbers from 0 up to but not including `below`."""
        return (self.fractions(count) * below).astype(np.int64)

    def decks(self, ranks: Array, count: int) -> Array:
        """So many shuffles of the ranks of a deck, a row each: sorted by random keys, drawn anew where two are alike.

        The rank stands in the lowest bits of a key.
        """
        keys = self._sorted(ranks, count)
        while True:
            alike = ((keys[:, 1:] ^ keys[:, :-1]) <= _RANK).any(axis=1)
            if not alike.any():
                return keys
            keys[alike] = self._sorted(ranks, int(alike.sum()))

    def _sorted(self, ranks: Array, count: int) -> Array:
        raw: Array = self._bits.random_raw(-(-count * len(ranks) // 2))
        keys = raw.view(np.uint32)[: count * len(ranks)].reshape(count, len(ranks))
        keys &= np.uint32(~_RANK & 0xFFFFFFFF)
        keys |= ranks
        keys.sort(axis=1)
        return keys


class Hands(NamedTuple):
    """How hands came out: coins of each position after it, what nobody got, and how it went.

    `ending` is the place in ENDINGS: the others were out, all who were left agreed to split, one survived a round,
    or nobody did.
    """

    purses: Array
    unclaimed: Array
    rounds: Array
    decisions: Array
    ending: Array


ENDINGS = {
    "alone": "All the others dropped out.",
    "split": "All who were left agreed to split.",
    "survivor": "A round knocked out all but one.",
    "washout": "A round knocked out everybody.",
}
_ALONE, _SPLIT, _SURVIVOR, _WASHOUT = range(4)


@dataclass
class Table:
    """Hands that are still being played: the column that each has in the result, and what is the case.

    `held` has a bit for each rank face up, and above them the number of doublings: whispers and cards turned down.
    `next` is where the next card lies among the cards of all decks, `left` counts the active.
    """

    number: Array
    next: Array
    pot: Array
    left: Array
    active: Array
    held: Array

    def keep(self, which: Array) -> None:
        """Goes on with those hands only."""
        if which.all():
            return
        at = np.flatnonzero(which)
        self.number, self.next, self.pot, self.left = (
            each.take(at) for each in (self.number, self.next, self.pot, self.left)
        )
        self.active, self.held = self.active.take(at, axis=1), self.held.take(at, axis=1)


def random_policy(table: Table, position: int, rng: Array) -> Array:
    """Any legal word, each equally likely; a split may be offered as soon as anybody has left the hand."""
    words: Array = 2 + (table.left < len(table.active))
    said: Array = (rng * words).astype(np.int8)
    return said


def threshold_policy(limit: int) -> Policy:
    """In as long as the ranks face up, doubled for every whisper, are not above `limit` times the pot; never splits."""
    sums = np.array([sum(rank for rank in range(1, _RANK + 1) if mask >> rank & 1) for mask in range(_DOUBLED)])

    def says(table: Table, position: int, rng: Array) -> Array:
        held = table.held[position]
        at_risk = sums[held & _FACE_UP] << held // _DOUBLED
        says_out: Array = at_risk > limit * table.pot
        return says_out.astype(np.int8)

    return says


def policy_of(text: str) -> Policy:
    """`random`, or `threshold:6` for a limit of six pots; UsageError for anything else."""
    name, _, limit = text.partition(":")
    if text == "random":
        return random_policy
    if name == "threshold" and limit.isdecimal() and len(limit) <= 4:
        return threshold_policy(int(limit))
    raise UsageError(f"--batch: there is no '{text}'; write random, or threshold:6 to stay in up to six times the pot")


def play(decks: Array, players: int, stack: int, policy: Policy, rng: Callable[[Array, int], Array]) -> Hands:
    """Plays one hand with each deck: a row a deck, cards in the order of dealing, ranks in their lowest bits.

    `rng(numbers, round)` gives the lots of those hands in a round, a row a position.
    """
    hands = len(decks)
    result = Hands(
        np.full((players, hands), stack - 1, np.int32), np.zeros(hands, np.int32), np.zeros(hands, np.int16),
        np.zeros(hands, np.int16), np.zeros(hands, np.int8),
    )  # fmt: skip
    table = _dealt(decks, players)
    cards = decks.ravel()
    number = 0
    while len(table.number):
        number += 1
        result.rounds[table.number] = number
        _declare(table, policy, rng(table.number, number), result)
        _deal(table, cards, stack - 1, result)
    return result


def _dealt(decks: Array, players: int) -> Table:
    """The antes paid and two cards dealt to each, card by card; a pair turns the second down (W-22)."""
    hands, cards = decks.shape
    held = np.zeros((players, hands), np.int16)
    for at in range(2 * players):
        own, bit = held[at % players], _bit(decks[:, at])
        own += ((bit == 0) | (own & bit != 0)) * np.int16(_DOUBLED)
        own |= bit
    return Table(
        number=np.arange(hands),
        next=np.arange(hands) * cards + 2 * players,
        pot=np.full(hands, players, np.int32),
        left=np.full(hands, players, np.int8),
        active=np.ones((players, hands), bool),
        held=held,
    )


def _bit(cards: Array) -> Array:
    """The bit of each card's rank, none for a whisper."""
    bits: Array = np.left_shift(np.int16(1), (cards & np.uint32(_RANK)).astype(np.int16)) & np.int16(_FACE_UP)
    return bits


def _declare(table: Table, policy: Policy, rng: Array, result: Hands) -> None:
    """Everybody in turn; ends the hands that somebody has won alone or that are split."""
    spoken = np.zeros(len(table.number), np.int16)
    offers = np.zeros(len(table.number), np.int8)
    for position in range(len(table.active)):
        # W-03, W-05: the hand is won as soon as all the others are out, whatever they have said.
        speaks = table.active[position] & (table.left > 1)
        said = policy(table, position, rng[position])
        out = speaks & (said == OUT)
        table.active[position] ^= out
        table.left -= out
        offers += speaks & (said == SPLIT)
        spoken += speaks
    result.decisions[table.number] += spoken
    alone = table.left == 1
    split = ~alone & (offers == table.left)
    _settle(table, alone, table.active, _ALONE, result)
    _settle(table, split, table.active, _SPLIT, result)
    table.keep(~(alone | split))


def _deal(table: Table, cards: Array, purse: int, result: Hands) -> None:
    """A card for everybody who is in; pairs pay and leave, and the hand is won, washed out, or goes on.

    Everybody who is in has `purse`: the ante is all that they have paid.
    """
    paid = np.full(table.held.shape, -1, np.int32)
    for position, gets in enumerate(table.active):
        held = table.held[position]
        card = cards[table.next]
        table.next += gets
        bit = _bit(card)
        pair = np.flatnonzero(gets & (held & bit != 0))
        held += (gets & (bit == 0)) * np.int16(_DOUBLED)
        held |= np.where(gets, bit, np.int16(0))
        if len(pair):
            due = (card[pair] & np.uint32(_RANK)).astype(np.int32) << held[pair] // _DOUBLED
            # W-15: nobody pays more than there is.
            coins = np.minimum(due, purse)
            paid[position, pair] = coins
            table.pot[pair] += coins
            result.purses[position, table.number[pair]] -= coins
    out = paid >= 0
    table.active &= ~out
    table.left -= out.sum(axis=0, dtype=np.int8)
    washout = table.left == 0
    if washout.any():
        # W-16, W-17: a washout goes to whoever paid most; equal ones share.
        _settle(table, washout, out & (paid == paid.max(axis=0)), _WASHOUT, result)
    _settle(table, table.left == 1, table.active, _SURVIVOR, result)
    table.keep(table.left > 1)


def _settle(table: Table, which: Array, winners: Array, ending: int, result: Hands) -> None:
    """Pays the pots of those hands out in equal parts; odd coins are nobody's (W-13)."""
    at = np.flatnonzero(which)
    if not len(at):
        return
    number, won, shares = table.number[at], winners.take(at, axis=1), table.pot[at]
    if ending in (_SPLIT, _WASHOUT):
        shares, result.unclaimed[number] = np.divmod(shares, won.sum(axis=0, dtype=np.int32))
    for purses, gets in zip(result.purses, won):
        purses[number] += gets * shares
    result.ending[number] = ending


class Batches:
    """Batches of hands of one setup: each is fixed by its seed, whoever plays it.

    UsageError for a setup that it cannot play: more players than the deck always has cards for, other readings of
    the rules, or more than one hand.
    """

    grain = BATCH
    endings = ENDINGS

    def __init__(self, components: ComponentSet, setup: Setup, usual: Mapping[str, object], policy: str) -> None:
        own = ("hands", "stack")
        other = [name for name, value in setup.options.items() if name not in own and value != usual[name]]
        if setup.players > MOST_PLAYERS:
            raise UsageError(f"--batch: whole batches are played by up to {MOST_PLAYERS} players; give --players 2-6")
        if other or setup.number("hands") != 1:
            what = f"option {other[0]}" if other else "option hands=1 (it plays single hands)"
            raise UsageError(f"--batch: {'leave out' if other else 'add'} {what}")
        deck = deck_of(components, setup.players)
        ranks = ranks_of(deck)
        self._ranks = np.array([ranks[piece.id] for piece in deck for _ in range(piece.count)], np.uint32)
        self._players = setup.players
        self._stack = setup.number("stack")
        self._policy = policy_of(policy)
        if max(ranks.values()) > _RANK:
            raise UsageError(f"--batch: the deck has ranks above {_RANK}; play without --batch")

    def play(self, seed: int) -> tuple[Mapping[str, Array], Array, Array, Array]:
        """A batch of hands: numbers by name, endings, and scores and wins with a row a seat."""
        rng = ArrayRng(seed)
        buttons = rng.positions(BATCH, self._players)
        decks = rng.decks(self._ranks, BATCH)
        hands = play(decks, self._players, self._stack, self._policy, lambda numbers, _: self._drawn(rng, numbers))
        seats = (np.arange(self._players)[:, None] - buttons) % self._players
        scores = np.take_along_axis(hands.purses, seats, axis=0)
        numbers = {"decisions": hands.decisions, "rounds": hands.rounds, "unclaimed": hands.unclaimed}
        return numbers, hands.ending, scores, scores > self._stack

    def _drawn(self, rng: ArrayRng, numbers: Array) -> Array:
        return rng.fractions(self._players * len(numbers)).reshape(self._players, len(numbers))
