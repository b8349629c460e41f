"""The cards of a kit in; what a hand of them is worth, and every special hand that they can make, out."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations, product
from typing import NamedTuple

from pnp.engine.kit import Kit

WHISTLER, RUNNER, PARTY = "whistler", "runner", "party"
HANDS = (WHISTLER, RUNNER, PARTY)
HAND_SIZE = 4

_WHISTLER_POINTS = 41
_ACE, _LOW_ACE = 14, 1


class Card(NamedTuple):
    """A card as it is printed; `place` is where it stands in a pack in order, `order` ranks it from 2 to 14 (ace)."""

    id: str
    place: int
    suit: str
    rank: str
    points: int
    order: int


def cards_of(kit: Kit) -> Mapping[str, Card]:
    """Every card of the kit by its component id, in the order of the pack; a value that is not printed counts 0."""
    pieces = (piece for piece in kit.pieces(kit.game.players[1]) if piece.kind == "card")
    return {
        piece.id: Card(
            piece.id,
            place,
            piece.values.get("suit", ""),
            piece.values.get("rank", ""),
            _number(piece.values, "rank.points"),
            _number(piece.values, "rank.order"),
        )
        for place, piece in enumerate(pieces)
    }


def _number(values: Mapping[str, str], column: str) -> int:
    text = values.get(column, "")
    return int(text) if text.isdecimal() else 0


def best_suit(hand: Iterable[Card]) -> tuple[str, int]:
    """The suit of a hand with the most points, the first of equals, and its points (H-16: the ace is 11 always)."""
    points: dict[str, int] = {}
    for card in hand:
        points[card.suit] = points.get(card.suit, 0) + card.points
    suit = max(points, key=points.__getitem__)
    return suit, points[suit]


def special_hands(cards: Collection[Card]) -> Mapping[frozenset[str], str]:
    """Every special hand that the cards can make: the ids of its four cards to its name.

    Source: seed 002, Special Hands; H-17 and H-18.
    """
    suits: dict[str, list[Card]] = {}
    for card in cards:
        suits.setdefault(card.suit, []).append(card)
    found: dict[frozenset[str], str] = {}
    for suit in suits.values():
        whistlers = (four for four in combinations(suit, 4) if sum(card.points for card in four) == _WHISTLER_POINTS)
        found.update(_named(WHISTLER, whistlers))
    for four_suits in combinations(suits.values(), 4):
        found.update(_named(RUNNER, _runners(four_suits)))
        found.update(_named(PARTY, _parties(four_suits)))
    return found


def _named(name: str, hands: Iterable[tuple[Card, ...]]) -> Iterator[tuple[frozenset[str], str]]:
    return ((frozenset(card.id for card in four), name) for four in hands)


def _runners(suits: Collection[list[Card]]) -> Iterator[tuple[Card, ...]]:
    """One card of each suit, four orders in a row; H-18: the ace begins the lowest row or ends the highest."""
    for low in range(_LOW_ACE, _ACE - 2):
        row = {*range(low, low + 4)}
        if low == _LOW_ACE:
            row.add(_ACE)
        for four in product(*([card for card in suit if card.order in row] for suit in suits)):
            if len({card.order for card in four}) == 4:
                yield four


def _parties(suits: Collection[list[Card]]) -> Iterator[tuple[Card, ...]]:
    """One card of each suit, all of one rank."""
    for rank in dict.fromkeys(card.rank for suit in suits for card in suit):
        yield from product(*([card for card in suit if card.rank == rank] for suit in suits))
