"""A kit and a setup in; the most there can be of rounds, cards and coins to pay, found by counting cards, out."""

from __future__ import annotations

from collections import Counter

from pnp.engine.kit import Kit
from pnp.engine.odds import Bound, Events
from pnp.engine.options import Setup
from pnp.frozen import frozen
from pnp.games.whispers.referee.dealt import hands_dealt
from pnp.games.whispers.referee.rounds import penalty
from pnp.games.whispers.referee.state import Hand
from pnp.games.whispers.referee.table import CARDS_DEALT, deck_of, rank_counts, ranks_of


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


def room(kit: Kit, players: int) -> Room:
    """What the hands of that many players find in the deck."""
    counts = rank_counts(kit, players)
    return Room(counts, counts.pop(0, 0))


def bounds(kit: Kit, setup: Setup) -> tuple[Bound, ...]:
    """The highest penalty, the most rounds of a hand, and the most cards before one player and out of the deck."""
    found = room(kit, setup.players)
    ranks = ranks_of(deck_of(kit, setup.players))

    def rounds(events: Events) -> int:
        return max((card.round for hand in hands_dealt(events, ranks) for card in hand), default=0)

    def held(events: Events) -> int:
        counts = (Counter(card.seat for card in hand) for hand in hands_dealt(events, ranks))
        return max((most for hand in counts for most in hand.values()), default=0)

    return (
        Bound("penalty", "Coins of a penalty", found.penalty(), _highest_penalty),
        Bound("rounds", "Rounds with cards in a hand", found.rounds(), rounds),
        Bound("cards-held", "Cards that one player is dealt in a hand", CARDS_DEALT + found.rounds(), held),
        Bound("cards-out", "Cards out of the deck at once", found.cards(setup.players), _cards_out),
    )


def _highest_penalty(events: Events) -> int:
    due = (int(str(dict(event.args)["penalty"])) for event in events if event.name == "knocked_out")
    return max(due, default=0)


def _cards_out(events: Events) -> int:
    most = out = 0
    for event in events:
        if event.name == "hand_begins":
            out = 0
        elif event.name == "deal":
            out += 1
        elif event.name == "reshuffles":
            cards = dict(event.args)["cards"]
            out -= len(cards) if isinstance(cards, tuple) else 0
        most = max(most, out)
    return most
