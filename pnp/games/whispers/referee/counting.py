"""What counting alone tells of Whispers: exact chances, the most there can be of everything, and coins that cannot be
laid out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations, product
from math import ceil, perm, prod
from operator import mul
from typing import NamedTuple

from pnp.engine.action import Event, FirstPlayer, select
from pnp.engine.odds import Bound, Events, Odds, highest, once
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.games.whispers.referee.requirements import COINS_EACH
from pnp.games.whispers.referee.rounds import penalty
from pnp.games.whispers.referee.state import (
    BANK,
    CARDS_DEALT,
    Chips,
    ChipSet,
    Hand,
    deck_of,
    purses,
    rank_counts,
    ranks_of,
)

#: For so many ways to be dealt the first cards what they come to is kept.
_HANDS = 1024

Test = Callable[[tuple[int, ...]], bool]
"""Whether the ranks that somebody was dealt, in order, have what is asked for."""


class Card(NamedTuple):
    """A card as it was dealt: in which round (0 for the opening deal), to whom, and its rank, 0 for a whisper."""

    round: int
    seat: int
    rank: int


FindHands = Callable[[Events], Sequence[list[Card]]]
"""Gives the cards of each hand in the order of dealing."""
FindFirst = Callable[[Events], Sequence[tuple[tuple[int, ...], ...]]]
"""Gives the first ranks of the seats in each hand."""
FindOpenings = Callable[[Events], Sequence[list[int]]]
"""Gives the ranks of each opening deal in their order."""


def hands_dealt(events: Iterable[Event], ranks: Mapping[str, int]) -> Sequence[list[Card]]:
    """The cards of each hand in the order of dealing."""
    hands: list[list[Card]] = []
    for event in select(events, "hand_begins", "deal"):
        if event.name == "hand_begins":
            hands.append([])
        else:
            hands[-1].append(Card(event.number("round"), event.number("seat"), ranks[event.text("card")]))
    return hands


def _find_hands_once(ranks: Mapping[str, int]) -> FindHands:
    return once(lambda events: hands_dealt(events, ranks))


def by_seat(hand: Sequence[Card], cards: int) -> Mapping[int, tuple[int, ...]]:
    """The first so many ranks that each seat was dealt; seats with fewer are left out."""
    dealt: dict[int, tuple[int, ...]] = {}
    for card in hand:
        before = dealt.get(card.seat, ())
        if len(before) < cards:
            dealt[card.seat] = (*before, card.rank)
    return {seat: ranks for seat, ranks in dealt.items() if len(ranks) == cards}


def odds(components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """The deal, the next card on some different ranks, and the first round of a table where everybody is in."""
    players = setup.players
    ranks = ranks_of(deck_of(components, players))
    counts = rank_counts(components, players)
    third = CARDS_DEALT + 1
    # The cards of the deal come to everybody; a third one surely only where everybody is in.
    always_in = {third: (FirstPlayer(),) * players}
    find_hands = _find_hands_once(ranks)
    find_first = {cards: _find_first_once(find_hands, cards) for cards in (CARDS_DEALT, third)}

    def dealt(name: str, text: str, hands: int, cards: int, test: Test) -> Odds:
        exact, observed = chance_for_all(counts, hands, cards, test), _first_cards(find_first[cards], hands, test)
        return Odds(name, text, exact, "enumerated", observed, seats=always_in.get(cards, ()))

    washout = f"The first card after the deal knocks out all {players} players"
    return (
        dealt("dealt-pair", "A player is dealt a pair", 1, CARDS_DEALT, dealt_pair),
        dealt("two-whispers", "A player is dealt two whispers", 1, CARDS_DEALT, lambda ranks: not any(ranks)),
        dealt("no-dealt-pair", f"None of {players} players is dealt a pair", players, CARDS_DEALT,
              lambda ranks: not dealt_pair(ranks)),
        *_next_card(counts, find_hands, players),
        dealt("first-card", "The first card after the deal knocks a player out", 1, third, knocked_out),
        dealt("first-washout", washout, players, third, knocked_out),
    )  # fmt: skip


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


@lru_cache(_HANDS)
def _held(ranks: tuple[int, ...]) -> Hand:
    hand = Hand()
    for at, rank in enumerate(ranks):
        hand = hand.dealt(str(at), rank, opening=at < CARDS_DEALT)
    return hand


def _next_card(counts: Mapping[int, int], find_hands: FindHands, players: int) -> Iterator[Odds]:
    """Who holds k different ranks and sees no other card: 7k of the 54 - k unseen cards pair one of them.

    Nobody has fewer cards than are dealt at first, so that one rank lies beside a whisper. Plays show it in the order
    of the opening deal, as far as that goes: whose cards they are makes no difference.
    """
    numbers = [count for rank, count in sorted(counts.items()) if rank]
    find_openings: FindOpenings = once(
        lambda events: [[card.rank for card in hand if not card.round] for hand in find_hands(events)]
    )
    for held in range(1, min(len(numbers), CARDS_DEALT * players - 1) + 1):
        whispers = max(0, CARDS_DEALT - held)
        unseen = sum(counts.values()) - held - whispers
        holdings = [(prod(some), sum(count - 1 for count in some)) for some in combinations(numbers, held)]
        pairing = sum(times * pairs for times, pairs in holdings)
        exact = Fraction(pairing, unseen * sum(times for times, _ in holdings))
        text = f"The next card pairs one of {held} different ranks, no other card seen"
        if whispers:
            text = "The next card pairs the one rank beside a whisper, no other card seen"
        yield Odds(f"next-card-{held}", text, exact, "counted", _in_order(find_openings, held, whispers))


def _find_first_once(find_hands: FindHands, cards: int) -> FindFirst:
    return once(lambda events: [tuple(by_seat(hand, cards).values()) for hand in find_hands(events)])


def _first_cards(find_first: FindFirst, hands: int, test: Test) -> Callable[[Events], tuple[int, int]]:
    """Counts players whose first cards pass the test or, with several hands, tables of so many where all do."""

    def observed(events: Events) -> tuple[int, int]:
        tables = find_first(events)
        groups = [(own,) for table in tables for own in table] if hands == 1 else tables
        full = [group for group in groups if len(group) == hands]
        return sum(all(map(test, group)) for group in full), len(full)

    return observed


def _in_order(find_openings: FindOpenings, held: int, whispers: int) -> Callable[[Events], tuple[int, int]]:
    """Counts opening deals that begin with so many different ranks and whispers, and how often the next card pairs."""

    def observed(events: Events) -> tuple[int, int]:
        times = trials = 0
        for opening in find_openings(events):
            first: Sequence[int] = opening[: held + whispers]
            own = set(first) - {0}
            if len(opening) > len(first) and first.count(0) == whispers and len(own) == held:
                trials += 1
                times += opening[len(first)] in own
        return times, trials

    return observed


@frozen
class Room:
    """How many cards hands can hold, by the number of cards of each rank and of whispers in the deck."""

    numbers: Counter[int]
    whispers: int

    def unpaired(self, whispers: int) -> int:
        """The most cards without a pair, so many whispers among them: each rank once, and one turned down."""
        return whispers + len(self.numbers) + any(count > 1 for count in self.numbers.values())

    def rounds(self) -> int:
        """The most rounds with cards in one hand.

        A round is dealt only if two or more are still in, all of them with the same number of cards and no pair (once
        somebody got none, no card is left for another round: W-25). They hold no more whispers together than there
        are; the longest hand shares them out best between two.
        """
        shares = ((own, self.whispers - own) for own in range(self.whispers + 1))
        held = max(min(self.unpaired(own), self.unpaired(others)) for own, others in shares)
        return held - CARDS_DEALT + 1

    def penalty(self) -> int:
        """The highest penalty.

        A pair with so many doublings takes that many whispers and turned-down cards and one card to pair with; and
        somebody else must have come as far without a pair and with none of those whispers.
        """
        most = 0
        for rank, copies in self.numbers.items():
            for whispers in range(self.whispers + 1):
                for turned_down in ("", "its mate"):
                    held = 1 + whispers + bool(turned_down)
                    if copies >= 2 + bool(turned_down) and held <= self.unpaired(self.whispers - whispers):
                        most = max(most, penalty(Hand(whispers=whispers, turned_down=turned_down), rank))
        return most

    def cards(self, players: int) -> int:
        """The most cards out of the deck at once: nobody gets another one after a pair, and whispers are few."""
        each = self.unpaired(0) + 1
        deck = self.numbers.total() + self.whispers
        return min(deck, players * each + self.whispers, players * (CARDS_DEALT + self.rounds()))


def room(components: ComponentSet, players: int) -> Room:
    """What the hands of that many players find in the deck."""
    counts = rank_counts(components, players)
    return Room(counts, counts.pop(0, 0))


def bounds(components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """The highest penalty, the most rounds of a hand, and the most cards before one player and out of the deck."""
    found = room(components, setup.players)
    find_hands = _find_hands_once(ranks_of(deck_of(components, setup.players)))

    def rounds(events: Events) -> int:
        return max((card.round for hand in find_hands(events) for card in hand), default=0)

    def held(events: Events) -> int:
        counts = (Counter(card.seat for card in hand) for hand in find_hands(events))
        return max((most for hand in counts for most in hand.values()), default=0)

    return (
        Bound("penalty", "Coins of a penalty", found.penalty(), highest("knocked_out", "penalty")),
        Bound("rounds", "Rounds with cards in a hand", found.rounds(), rounds),
        Bound("cards-held", "Cards that one player is dealt in a hand", CARDS_DEALT + found.rounds(), held),
        Bound("cards-out", "Cards on the table at once", found.cards(setup.players), _cards_out),
    )


def _cards_out(events: Events) -> int:
    most = out = 0
    for event in select(events, "hand_begins", "deal", "reshuffles"):
        if event.name == "hand_begins":
            out = 0
        elif event.name == "deal":
            out += 1
        else:
            cards = event.arg("cards")
            out -= len(cards) if isinstance(cards, tuple) else 0
        most = max(most, out)
    return most


def proofs(components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """That the chips can show every way of sharing all coins out over the purses and the pot, odd coins included."""
    chips, money = purses(components, setup)
    counts = tuple(map(sum, zip(*(holding.chips for holding in money))))
    banked = chips.worth(money[BANK].chips)
    return (*_coins(chips, counts, setup), *_change(chips, counts, setup, banked))


def change_needed(value: int, players: int, banked: int = 0) -> int:
    """Coins in chips below a value that leave room for every chip of that value, however the coins are shared.

    Chips are laid out from the largest kind down. One of this value fits nowhere only if each purse, the pot and the
    bank want less than it by then: at most value - 1 each (the bank no more than it has), which this chip and all
    smaller ones must make up. Smaller chips of the worth returned make that sum too large. Where each value divides
    the next and the bank is empty, fewer do not do: somebody may want value - 1 everywhere.
    """
    return players * (value - 1) + min(banked, value - 1)


def _coins(chips: ChipSet, counts: Chips, setup: Setup) -> Iterator[Finding]:
    stack = setup.number("stack")
    most = chips.worth(counts) // setup.players
    if most < stack:
        message = (
            f"the chips are worth {most} coins a player, but each has {stack}: the others are kept on paper; "
            f"print more chips, or play with {most} coins"
        )
        where = chips.ids[0] if chips.ids else "chips"
        yield Finding("error" if stack <= COINS_EACH else "warning", "coins-short", where, message)


def _change(chips: ChipSet, counts: Chips, setup: Setup, banked: int) -> Iterator[Finding]:
    for kind, value in enumerate(chips.values):
        smaller = sum(map(mul, chips.values[kind + 1 :], counts[kind + 1 :]))
        needed = change_needed(value, setup.players, banked)
        if counts[kind] and smaller < needed:
            message = (
                f"chips worth less than {value} come to {smaller // setup.players} coins a player, but "
                f"{ceil(needed / setup.players)} are needed to change those worth {value} whatever is paid; add some"
            )
            where = chips.ids[min(kind + 1, len(chips.ids) - 1)]
            yield Finding("error", "change-short", where, message)
