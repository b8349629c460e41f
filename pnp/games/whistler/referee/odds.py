"""The players of a table in; exact chances of hands and of the first draw, counted over the whole pack, out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import combinations
from math import comb

from pnp.engine.action import Event
from pnp.engine.kit import Kit
from pnp.engine.odds import Events, Odds
from pnp.engine.options import Setup
from pnp.games.whistler.referee.cards import HAND_SIZE, HANDS, Card, cards_of, special_hands
from pnp.games.whistler.referee.state import Ids

_POINTS = (20, 25, 30, 35)


def odds(kit: Kit, setup: Setup) -> tuple[Odds, ...]:
    """Special hands and points as dealt and with a fifth card, and a level draw for the first deal.

    Watched in the cards of the first player of each deal, who has the first discard for a fifth card: chance alone
    brings them, so that players who choose their cards show the same.
    """
    cards = cards_of(kit)
    special = special_hands(cards.values())
    return (
        *(_dealt_special(name, special, len(cards)) for name in HANDS),
        _special_of_five(special, cards),
        *(_points_as_dealt(cards, size, least) for size in (HAND_SIZE, HAND_SIZE + 1) for least in _POINTS),
        _level_draw(cards, setup.players),
    )


def _dealt_special(name: str, special: Mapping[frozenset[str], str], pack: int) -> Odds:
    def observed(events: Events) -> tuple[int, int]:
        hands = [special.get(frozenset(hand)) for hand, _ in _first_hands(events)]
        return hands.count(name), len(hands)

    ways = sum(found == name for found in special.values())
    exact = Fraction(ways, comb(pack, HAND_SIZE))
    return Odds(f"dealt-{name}", f"four cards, as dealt, are a {name.title()}", exact, "counted", observed)


def _special_of_five(special: Mapping[frozenset[str], str], cards: Mapping[str, Card]) -> Odds:
    """Every special hand with every fifth card; five cards that hold two special hands are one set all the same."""
    fives = {hand | {fifth} for hand in special for fifth in cards if fifth not in hand}

    def observed(events: Events) -> tuple[int, int]:
        dealt = [frozenset((*hand, turned_up)) for hand, turned_up in _first_hands(events)]
        return sum(five in fives for five in dealt), len(dealt)

    exact = Fraction(len(fives), comb(len(cards), HAND_SIZE + 1))
    text = "four cards, as dealt, and the next one hold a special hand"
    return Odds("special-of-five", text, exact, "counted", observed)


def _points_as_dealt(cards: Mapping[str, Card], size: int, least: int) -> Odds:
    def observed(events: Events) -> tuple[int, int]:
        dealt = [(*hand, turned_up)[:size] for hand, turned_up in _first_hands(events)]
        return sum(_best_four([cards[card] for card in hand]) >= least for hand in dealt), len(dealt)

    exact = 1 - Fraction(_hands_below(cards, size, least), comb(len(cards), size))
    which = "four cards, as dealt," if size == HAND_SIZE else "four of five cards, the first drawn among them,"
    text = f"{which} count {least} points or more in a suit"
    return Odds(f"{least}-points-of-{size}", text, exact, "counted", observed)


def _hands_below(cards: Mapping[str, Card], size: int, least: int) -> int:
    """How many sets of that size have no suit of `least` points: suit by suit, by how many cards it gives."""
    suits: dict[str, list[int]] = {}
    for card in cards.values():
        suits.setdefault(card.suit, []).append(card.points)
    ways = [1] + [0] * size
    for points in suits.values():
        low = [sum(_most(few) < least for few in combinations(points, given)) for given in range(size + 1)]
        ways = [sum(ways[total - given] * low[given] for given in range(total + 1)) for total in range(size + 1)]
    return ways[size]


def _best_four(hand: list[Card]) -> int:
    return max(_most([card.points for card in hand if card.suit == suit]) for suit in {card.suit for card in hand})


def _most(points: tuple[int, ...] | list[int]) -> int:
    """The most that four of those cards count."""
    return sum(sorted(points)[-HAND_SIZE:])


def _level_draw(cards: Mapping[str, Card], players: int) -> Odds:
    """One card is highest alone when the others are all of lower orders."""
    orders = Counter(card.order for card in cards.values())
    alone = sum(
        copies * comb(sum(others for below, others in orders.items() if below < order), players - 1)
        for order, copies in orders.items()
    )

    def observed(events: Events) -> tuple[int, int]:
        drawn = [cards[str(_args(event)["card"])].order for event in events if event.name == "draw_for_deal"]
        first = drawn[:players]
        return int(first.count(max(first)) > 1), 1

    exact = 1 - Fraction(alone, comb(len(cards), players))
    text = "the draw for the first deal is level and has to be repeated"
    return Odds("level-draw", text, exact, "counted", observed)


def _first_hands(events: Events) -> Iterator[tuple[Ids, str]]:
    """The first player's four cards of each deal, and the card turned up for the first discard."""
    dealt: list[tuple[object, str]] = []
    for event in events:
        if event.name == "deal":
            told = _args(event)
            dealt.append((told["seat"], str(told["card"])))
        elif event.name == "turn_up":
            yield tuple(card for seat, card in dealt if seat == dealt[0][0]), str(_args(event)["card"])
            dealt = []


def _args(event: Event) -> Mapping[str, object]:
    return dict(event.args)
