"""The events of a session in; for each hand the cards that were dealt, as rounds, seats and ranks, out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.engine.action import Event


class Card(NamedTuple):
    """A card as it was dealt: in which round (0 for the opening deal), to whom, and its rank, 0 for a whisper."""

    round: int
    seat: int
    rank: int


def hands_dealt(events: Iterable[Event], ranks: Mapping[str, int]) -> Sequence[list[Card]]:
    """The cards of each hand in the order of dealing."""
    hands: list[list[Card]] = []
    for event in events:
        if event.name == "hand_begins":
            hands.append([])
        elif event.name == "deal":
            args = dict(event.args)
            hands[-1].append(Card(int(str(args["round"])), int(str(args["seat"])), ranks[str(args["card"])]))
    return hands


def by_seat(hand: Sequence[Card], cards: int) -> Mapping[int, tuple[int, ...]]:
    """The first so many ranks that each seat was dealt; seats with fewer are left out."""
    dealt: dict[int, tuple[int, ...]] = {}
    for card in hand:
        before = dealt.get(card.seat, ())
        if len(before) < cards:
            dealt[card.seat] = (*before, card.rank)
    return {seat: ranks for seat, ranks in dealt.items() if len(ranks) == cards}
