"""The table at one moment as frozen values with small questions and changes, and what its cards are worth."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from functools import lru_cache
from itertools import combinations, product
from operator import add
from typing import Literal, NamedTuple

from pnp.engine.action import Action, Event, Told, Value
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.engine.values import clockwise, replaced_quickly
from pnp.frozen import frozen

WHISTLER, RUNNER, PARTY = "whistler", "runner", "party"
HANDS = (WHISTLER, RUNNER, PARTY)
HAND_SIZE = 4

_WHISTLER_POINTS = 41
_ACE, _LOW_ACE = 14, 1
Ids = tuple[str, ...]
"""Component ids of cards."""

PICK = "whistler/pick"
#: For so many packs it is kept which hands of them are special.
_PACKS = 4


class Card(NamedTuple):
    """A card as it is printed; `place` is where it stands in a pack in order, `order` ranks it from 2 to 14 (ace)."""

    id: str
    place: int
    suit: str
    rank: str
    points: int
    order: int


Ordered = tuple[Card, ...]
"""Cards in the order of the pack."""


def cards_of(components: ComponentSet) -> Mapping[str, Card]:
    """Every card by its component id, in the order of the pack; a value that is not printed counts 0."""
    pieces = (piece for piece in components.pieces(components.game.players[1]) if piece.kind == "card")
    return {
        piece.id: Card(piece.id, place, piece.values.get("suit", ""), piece.values.get("rank", ""),
                       _number(piece.values, "rank.points"), _number(piece.values, "rank.order"))
        for place, piece in enumerate(pieces)
    }  # fmt: skip


def _number(values: Mapping[str, str], column: str) -> int:
    text = values.get(column, "")
    return int(text) if text.isdecimal() else 0


def best_suit(hand: Iterable[Card]) -> tuple[str, int]:
    """The suit of a hand with the most points, the first of equals, and its points (H-16: the ace is 11 always)."""
    points: dict[str, int] = {}
    for _, _, suit, _, counts, _ in hand:
        points[suit] = points.get(suit, 0) + counts
    suit = max(points, key=points.__getitem__)
    return suit, points[suit]


def special_hands(cards: Collection[Card]) -> Mapping[frozenset[str], str]:
    """Every special hand that the cards can make: the ids of its four cards to its name.

    Source: rules, Special Hands; H-17 and H-18.
    """
    return _special_hands(tuple(cards))


@lru_cache(_PACKS)
def _special_hands(cards: Ordered) -> Mapping[frozenset[str], str]:
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


def weights_of(cards: Mapping[str, Card]) -> Mapping[str, int]:
    """A number for each card, such that the sum over a hand of up to seven cards tells which cards they are."""
    return {card.id: 8**card.place for card in cards.values()}


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


Phase = Literal["high-card", "deal", "turn-up", "draw", "stock", "discard", "late", "suit", "rank", "over"]
"""What is to happen next."""


@frozen
class Session:
    """What stays the same from the first deal to the last: the pieces, and how the table reads the rules.

    `deck` are the ids of all cards in the order of the pack, `places` where each stands in it, `picks` how many
    toothpicks there are, `others` the pieces that only people use. `special` names each special hand by its cards, and
    `sums` by the sum of their `weights`, which no other hand of so few cards has.
    """

    setup: Setup = field(hash=False)
    deck: Ids
    picks: int
    others: Mapping[str, int] = field(hash=False)
    cards: Mapping[str, Card] = field(hash=False, repr=False)
    places: Mapping[str, int] = field(hash=False, repr=False)
    special: Mapping[frozenset[str], str] = field(hash=False, repr=False)
    weights: Mapping[str, int] = field(hash=False, repr=False)
    sums: Mapping[int, str] = field(hash=False, repr=False)

    @property
    def players(self) -> int:
        return self.setup.players


class _Questions:
    """What a table tells of itself, as it stands now or as a State of it keeps."""

    __slots__ = ()
    session: Session
    stock: Sequence[str]
    hands: Sequence[Ids]
    purses: Sequence[int]
    paper: Sequence[int]
    phase: Phase
    seat: int
    turns: int
    discards: Sequence[str]
    taken: str
    knocker: int
    wish: Ids | None

    def hand(self) -> Ids:
        """The cards of the seat whose turn it is."""
        return self.hands[self.seat - 1]

    def scores(self) -> tuple[int, ...]:
        """All toothpicks won, on paper or not."""
        return tuple(map(add, self.purses, self.paper))

    def bank(self) -> int:
        """Toothpicks that nobody has won yet."""
        return self.session.picks - sum(self.purses)

    def left_of(self, seat: int) -> int:
        return seat % len(self.hands) + 1

    def clockwise(self, first: int) -> tuple[int, ...]:
        """Every seat, in turn from the first."""
        return clockwise(first, len(self.hands))

    def first_turns(self) -> bool:
        """Whether the seat has its first turn of the deal."""
        return self.turns < len(self.hands)

    def may_knock(self) -> bool:
        """Whether the seat's knock would count (H-08, H-09)."""
        return not self.knocker and not (self.first_turns() and self.session.setup.reads("first_turn_knock", "no"))

    def may_draw_stock(self) -> bool:
        """Whether the stock has a card, or can be made anew from the discards under their top (H-01, H-26)."""
        return bool(self.stock) or (len(self.discards) > 1 and self.session.setup.reads("empty_stock", "reshuffle"))

    def discardable(self) -> Ids:
        """The different cards of the hand that may be discarded (H-02)."""
        barred = self.taken if self.session.setup.reads("discard_taken", "no") else ""
        return tuple([card for card in dict.fromkeys(self.hand()) if card != barred])

    def may_offer(self) -> bool:
        """Whether the seat may ask what its left neighbour needs (H-25); the knocker has no turn left to use it in."""
        return (
            self.knocker not in (0, self.seat, self.left_of(self.seat))
            and self.wish is None
            and self.session.setup.reads("village", "yes")
        )


class _Fields(NamedTuple):
    session: Session
    stock: Ids
    hands: tuple[Ids, ...]
    known: tuple[Ids, ...]
    drawing: tuple[int, ...]
    purses: tuple[int, ...]
    paper: tuple[int, ...]
    phase: Phase = "high-card"
    seat: int = 1
    dealer: int = 0
    deal: int = 0
    turns: int = 0
    discards: Ids = ()
    taken: str = ""
    knocker: int = 0
    wish: Ids | None = None


@replaced_quickly
class State(_Fields, _Questions):  # type: ignore[misc]
    """The table at one moment; tuples of one entry a seat start with seat 1.

    `seat` has the turn. `turns` have ended in this deal. `stock` is a pool in the order of the pack, `discards` a
    pile with its top last. `known` are the cards of each hand that everybody has seen go there. `taken` is the card
    that came from the discards this turn. `knocker` is 0 until somebody knocks. `wish` is None until the seat offers
    help (H-25), then the suit and the rank that its neighbour asks for, as far as they are said. `drawing` are the
    seats that draw for the first deal after it. `purses` hold toothpicks, `paper` what could not be paid in them.
    """

    __slots__ = ()

    def in_order(self, cards: Ids) -> Ids:
        """The cards in the order of the pack."""
        return tuple(sorted(cards, key=self.session.places.__getitem__))


class Course(_Questions):
    """A session that goes on in place: what a State tells, as it is by now.

    `told` are the events since it was begun, the action first; None where nobody reads them.
    """

    __slots__ = (*State._fields, "told")
    stock: list[str]
    hands: list[Ids]
    known: list[Ids]
    drawing: tuple[int, ...]
    purses: list[int]
    paper: list[int]
    dealer: int
    deal: int
    discards: list[str]

    def __init__(self, state: State, told: Told | None) -> None:
        (self.session, stock, hands, known, self.drawing, purses, paper, self.phase, self.seat, self.dealer, self.deal,
         self.turns, discards, self.taken, self.knocker, self.wish) = state  # fmt: skip
        self.stock, self.hands, self.known = [*stock], [*hands], [*known]
        self.purses, self.paper, self.discards, self.told = [*purses], [*paper], [*discards], told

    def state(self) -> State:
        """How it stands now."""
        return State(
            self.session, tuple(self.stock), tuple(self.hands), tuple(self.known), self.drawing,
            tuple(self.purses), tuple(self.paper), self.phase, self.seat, self.dealer, self.deal, self.turns,
            tuple(self.discards), self.taken, self.knocker, self.wish,
        )  # fmt: skip

    def happens(self, actor: int, action: Action, *rulings: str, seen_by: tuple[int, ...] | None = None) -> None:
        """Tells the action itself."""
        if self.told is not None:
            self.told.append(Event(actor, action.name, action.args, rulings, seen_by))

    def tell(
        self, actor: int, name: str, /, *rulings: str, seen_by: tuple[int, ...] | None = None, **args: Value
    ) -> None:
        """Tells something that happens to a seat."""
        if self.told is not None:
            self.told.append(Event(actor, name, tuple(args.items()), rulings, seen_by))

    def take(self, card: str) -> int:
        """One card more, in the order of the pack, in the hand of the seat whose turn it is; how many those are now."""
        hand, places, at = self.hands[self.seat - 1], self.session.places, 0
        place = places[card]
        for other in hand:
            if places[other] > place:
                break
            at += 1
        self.hands[self.seat - 1] = (*hand[:at], card, *hand[at:])
        return len(hand) + 1

    def collect(self) -> None:
        """All cards in the pack again."""
        players = self.session.players
        self.stock, self.discards, self.hands = [*self.session.deck], [], [()] * players
        self.known = [()] * players
