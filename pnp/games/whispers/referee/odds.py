"""A kit and a setup in; exact chances of the deal and of the next card out, each with its count in plays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import perm, prod

from pnp.engine.kit import Kit
from pnp.engine.odds import Events, Odds
from pnp.engine.options import Setup
from pnp.engine.players import FirstPlayer
from pnp.games.whispers.referee.dealt import by_seat, hands_dealt
from pnp.games.whispers.referee.state import Hand
from pnp.games.whispers.referee.table import CARDS_DEALT, deck_of, rank_counts, ranks_of

Test = Callable[[tuple[int, ...]], bool]
"""Whether the ranks that somebody was dealt, in order, have what is asked for."""


def odds(kit: Kit, setup: Setup) -> tuple[Odds, ...]:
    """The deal, the next card on some different ranks, and the first round of a table where everybody is in."""
    players = setup.players
    ranks = ranks_of(deck_of(kit, players))
    counts = rank_counts(kit, players)
    third = CARDS_DEALT + 1
    # The cards of the deal come to everybody; a third one surely only where everybody is in.
    always_in = {third: (FirstPlayer(),) * players}

    def each(name: str, text: str, cards: int, test: Test) -> Odds:
        exact = chance_for_all(counts, 1, cards, test)
        return Odds(name, text, exact, "enumerated", _each(ranks, cards, test), seats=always_in.get(cards, ()))

    def together(name: str, text: str, cards: int, test: Test) -> Odds:
        exact = chance_for_all(counts, players, cards, test)
        observed = _together(ranks, players, cards, test)
        return Odds(name, text, exact, "enumerated", observed, seats=always_in.get(cards, ()))

    return (
        each("dealt-pair", "A player is dealt a pair", CARDS_DEALT, dealt_pair),
        each("two-whispers", "A player is dealt two whispers", CARDS_DEALT, _all_whispers),
        together("no-dealt-pair", f"None of {players} players is dealt a pair", CARDS_DEALT, _no_pair),
        *_next_card(counts, ranks, players),
        each("first-card", "The first card after the deal knocks a player out", third, knocked_out),
        together("first-washout", f"The first card after the deal knocks all {players} out", third, knocked_out),
    )


def chance_for_all(counts: Mapping[int, int], hands: int, cards: int, test: Test) -> Fraction:
    """The chance that each of so many hands, dealt from a deck with that many cards of each rank, passes the test.

    Every deal is walked through; those with the same ranks in another order, and decks that differ only in which
    numbers are scarce, once for all.
    """
    numbers = tuple(sorted(count for rank, count in counts.items() if rank))
    passing = Counter(tuple(sorted(ranks)) for ranks in product(range(len(numbers) + 1), repeat=cards) if test(ranks))

    @cache
    def ways(whispers: int, numbers: tuple[int, ...], left: int) -> int:
        found = 0
        for ranks, orders in passing.items():
            rest, times = [whispers, *numbers], orders
            for rank in ranks:
                times *= rest[rank]
                rest[rank] -= 1
            if times:
                found += times * (ways(rest[0], tuple(sorted(rest[1:])), left - 1) if left > 1 else 1)
        return found

    # A deck too small for so many hands has no such deal: 0 ways out of 0.
    return Fraction(ways(counts.get(0, 0), numbers, hands), perm(sum(counts.values()), hands * cards) or 1)


def dealt_pair(ranks: tuple[int, ...]) -> bool:
    """Whether one of the first two cards is turned down."""
    return bool(_held(ranks).turned_down)


def knocked_out(ranks: tuple[int, ...]) -> bool:
    """Whether a card after the first two pairs a face-up one."""
    return bool(_held(ranks).pair)


def _no_pair(ranks: tuple[int, ...]) -> bool:
    return not dealt_pair(ranks)


def _all_whispers(ranks: tuple[int, ...]) -> bool:
    return not any(ranks)


def _held(ranks: tuple[int, ...]) -> Hand:
    hand = Hand()
    for at, rank in enumerate(ranks):
        hand = hand.dealt(str(at), rank, opening=at < CARDS_DEALT)
    return hand


def _next_card(counts: Mapping[int, int], ranks: Mapping[str, int], players: int) -> Iterator[Odds]:
    """Who holds k different ranks and sees no other card: 7k of the 54 - k unseen cards pair one of them.

    Plays show it in the order of the opening deal, as far as that goes: whose cards they are makes no difference.
    """
    numbers = [count for rank, count in sorted(counts.items()) if rank]
    for held in range(1, min(len(numbers), CARDS_DEALT * players - 1) + 1):
        unseen = sum(counts.values()) - held
        holdings = [(prod(some), sum(count - 1 for count in some)) for some in combinations(numbers, held)]
        pairing = sum(times * pairs for times, pairs in holdings)
        exact = Fraction(pairing, unseen * sum(times for times, _ in holdings))
        text = f"The next card pairs one of {held} different ranks, no other card seen"
        yield Odds(f"next-card-{held}", text, exact, "counted", _in_order(ranks, held))


def _each(ranks: Mapping[str, int], cards: int, test: Test) -> Callable[[Events], tuple[int, int]]:
    """Counts players whose first cards pass the test."""

    def observed(events: Events) -> tuple[int, int]:
        dealt = [own for hand in hands_dealt(events, ranks) for own in by_seat(hand, cards).values()]
        return sum(map(test, dealt)), len(dealt)

    return observed


def _together(ranks: Mapping[str, int], players: int, cards: int, test: Test) -> Callable[[Events], tuple[int, int]]:
    """Counts hands of the whole table in which everybody's first cards pass the test."""

    def observed(events: Events) -> tuple[int, int]:
        dealt = [by_seat(hand, cards).values() for hand in hands_dealt(events, ranks)]
        full = [hands for hands in dealt if len(hands) == players]
        return sum(all(map(test, hands)) for hands in full), len(full)

    return observed


def _in_order(ranks: Mapping[str, int], held: int) -> Callable[[Events], tuple[int, int]]:
    """Counts opening deals that begin with so many different ranks, and how often the card after them pairs one."""

    def observed(events: Events) -> tuple[int, int]:
        times = trials = 0
        for hand in hands_dealt(events, ranks):
            opening = [card.rank for card in hand if not card.round]
            first: Sequence[int] = opening[:held]
            if len(opening) > held and all(first) and len(set(first)) == held:
                trials += 1
                times += opening[held] in first
        return times, trials

    return observed
