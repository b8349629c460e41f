"""Whistler Village: what a neighbour may ask for, as words, in; whether a card is what was asked for, out (H-25)."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.games.whistler.referee.cards import Card
from pnp.games.whistler.referee.state import Ids

ANY, HIGH, LOW = "any", "high", "low"
#: Points from which a card is a high one: the ten, the courts and the ace.
_HIGH_FROM = 10


def suits_to_ask(cards: Mapping[str, Card]) -> Ids:
    """Each suit of the pack, or any."""
    return (ANY, *dict.fromkeys(card.suit for card in cards.values()))


def ranks_to_ask(cards: Mapping[str, Card]) -> Ids:
    """Any rank, a high or a low one, or each rank of the pack."""
    return (ANY, HIGH, LOW, *dict.fromkeys(card.rank for card in cards.values()))


def grants(card: Card, suit: str, rank: str) -> bool:
    """Whether the card is one that was asked for."""
    if suit not in (ANY, card.suit):
        return False
    if rank in (HIGH, LOW):
        return (card.points >= _HIGH_FROM) == (rank == HIGH)
    return rank in (ANY, card.rank)
