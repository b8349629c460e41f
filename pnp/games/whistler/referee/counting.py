"""What counting alone tells of Whistler: exact chances, the most there can be of everything, and hands
that are none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb

from pnp.engine.action import Value, select
from pnp.engine.odds import Bound, Events, Odds, highest, once
from pnp.engine.requirements import ComponentSet
from pnp.engine.rules import Setup
from pnp.errors import Finding
from pnp.games.whistler.referee.moves import BEAT, WIN
from pnp.games.whistler.referee.state import (
    HAND_SIZE,
    HANDS,
    PICK,
    WHISTLER,
    Card,
    Ids,
    Ordered,
    cards_of,
    special_hands,
)

_POINTS = (20, 25, 30, 35)

#: For so many packs, and for so many ways to take cards of a suit, what was counted is kept: the number of players
#: makes no difference to it.
_PACKS, _SETS = 2, 64


def odds(components: ComponentSet, setup: Setup) -> tuple[Odds, ...]:
    """Special hands and points as dealt and with a fifth card, and a level draw for the first deal.

    Watched in the cards of the first player of each deal, who has the first discard for a fifth card: chance alone
    brings them, so that players who choose their cards show the same.
    """
    cards = cards_of(components)
    special = special_hands(cards.values())
    return (
        *(_dealt_special(name, special, len(cards)) for name in HANDS),
        _special_of_five(cards),
        *(chance for size in (HAND_SIZE, HAND_SIZE + 1) for chance in _points_as_dealt(cards, size)),
        _level_draw(cards, setup.players),
    )


def _dealt_special(name: str, special: Mapping[frozenset[str], str], pack: int) -> Odds:
    def observed(events: Events) -> tuple[int, int]:
        hands = [special.get(frozenset(hand)) for hand, _ in _first_hands(events)]
        return hands.count(name), len(hands)

    ways = sum(found == name for found in special.values())
    exact = Fraction(ways, comb(pack, HAND_SIZE))
    return Odds(f"dealt-{name}", f"four cards, as dealt, are a {name.title()}", exact, "counted", observed)


def _special_of_five(cards: Mapping[str, Card]) -> Odds:
    """Every special hand with every fifth card; five cards that hold two special hands are one set all the same."""
    fives = _fives(tuple(cards.values()))

    def observed(events: Events) -> tuple[int, int]:
        dealt = [frozenset((*hand, turned_up)) for hand, turned_up in _first_hands(events)]
        return sum(five in fives for five in dealt), len(dealt)

    exact = Fraction(len(fives), comb(len(cards), HAND_SIZE + 1))
    text = "four of the first five cards are a special hand"
    return Odds("special-of-five", text, exact, "counted", observed)


@lru_cache(_PACKS)
def _fives(cards: Ordered) -> frozenset[frozenset[str]]:
    return frozenset(hand | {fifth.id} for hand in special_hands(cards) for fifth in cards if fifth.id not in hand)


def _points_as_dealt(cards: Mapping[str, Card], size: int) -> Iterator[Odds]:
    @once
    def points(events: Events) -> list[int]:
        dealt = [(*hand, turned_up)[:size] for hand, turned_up in _first_hands(events)]
        return [_best_four([cards[card] for card in hand]) for hand in dealt]

    def reaching(least: int) -> Callable[[Events], tuple[int, int]]:
        return lambda events: (sum(count >= least for count in points(events)), len(points(events)))

    which = "four cards, as dealt," if size == HAND_SIZE else "four of the first five cards"
    for least in _POINTS:
        exact = 1 - Fraction(_hands_below(cards, size, least), comb(len(cards), size))
        text = f"{which} count {least} points or more in a suit"
        yield Odds(f"{least}-points-of-{size}", text, exact, "counted", reaching(least))


def _hands_below(cards: Mapping[str, Card], size: int, least: int) -> int:
    """How many sets of that size have no suit of `least` points: suit by suit, by how many cards it gives."""
    suits: dict[str, list[int]] = {}
    for card in cards.values():
        suits.setdefault(card.suit, []).append(card.points)
    ways = [1] + [0] * size
    for points in suits.values():
        low = [_counting_less(tuple(points), given, least) for given in range(size + 1)]
        ways = [sum(ways[total - given] * low[given] for given in range(total + 1)) for total in range(size + 1)]
    return ways[size]


def _counting_less(points: tuple[int, ...], given: int, least: int) -> int:
    """How many sets of so many cards with these points count less than that."""
    return sum(times for most, times in _mosts(points, given).items() if most < least)


@lru_cache(_SETS)
def _mosts(points: tuple[int, ...], given: int) -> Counter[int]:
    """How many sets of so many cards with these points count how much."""
    return Counter(map(_most, combinations(points, given)))


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
        first = [cards[event.text("card")].order for event in select(events, "draw_for_deal")[:players]]
        return int(first.count(max(first)) > 1), 1

    exact = 1 - Fraction(alone, comb(len(cards), players))
    text = "the draw for the first deal is level and has to be repeated"
    return Odds("level-draw", text, exact, "counted", observed)


@once
def _first_hands(events: Events) -> list[tuple[Ids, str]]:
    """The first player's four cards of each deal, and the card turned up for the first discard."""
    found: list[tuple[Ids, str]] = []
    dealt: list[tuple[Value, str]] = []
    for event in select(events, "deal", "turn_up"):
        if event.name == "deal":
            dealt.append((event.arg("seat"), event.text("card")))
        else:
            found.append((tuple(card for seat, card in dealt if seat == dealt[0][0]), event.text("card")))
            dealt = []
    return found


def bounds(components: ComponentSet, setup: Setup) -> tuple[Bound, ...]:
    """Extremes of a session at that table, each reached by some order of the cards and some choices."""
    points = highest("hand_shown", "points")
    return (
        Bound("points", "points of a hand in the showdown", 41, points),
        Bound("points-without-whistler", "points of a hand that is no Whistler", 40,
              lambda events: points([event for event in events if ("special", WHISTLER) not in event.args])),
        Bound("picks-of-one", "picks that a deal pays one player", _picks_of_one(setup),
              lambda events: max((most for deal in _deals(events) for most in _picks_by_seat(deal)), default=0)),
        Bound("picks-of-a-deal", "picks that a deal pays in all", _picks_of_a_deal(setup),
              lambda events: max(map(_picks, _deals(events)), default=0)),
        Bound("picks", "picks that a session pays in all", most_picks(setup), _picks),
        Bound("turns", "turns of a deal", _turns(setup),
              lambda events: _most_in_a_deal(events, "draw_stock", "take_discard")),
        Bound("reshuffles", "times that the discards of a deal become the stock", _reshuffles(components, setup),
              lambda events: _most_in_a_deal(events, "reshuffled")),
    )  # fmt: skip


def most_picks(setup: Setup) -> int:
    """Picks that a session can pay in all: every deal as many as it can, and one deal more to part level players."""
    deals = setup.number("deals") + (setup.word("tie") == "decider")
    return deals * _picks_of_a_deal(setup)


def _picks_of_one(setup: Setup) -> int:
    """H-11, H-12: two for beating the knocker; one more for the best where the table reads it so."""
    return BEAT + (WIN if setup.word("beaters") == "sum" else 0)


def _picks_of_a_deal(setup: Setup) -> int:
    """All but the knocker can beat the knocker, level with each other (H-12, H-13), and nothing pays more.

    A special hand pays one player alone. A showdown without a knocker pays one pick each at most, to all of n players,
    and n is no more than 2 (n - 1) from two players on.
    """
    return _picks_of_one(setup) * (setup.players - 1)


def _turns(setup: Setup) -> int:
    """A knock in the last turn before a deal is drawn, and a last turn for everyone else (H-01, H-10)."""
    return setup.players * setup.number("rounds") + setup.players - 1


def _reshuffles(components: ComponentSet, setup: Setup) -> int:
    """The first stock, like each one after it, is the pack but for the hands and one card, and lasts so many turns."""
    if setup.word("empty_stock") != "reshuffle":
        return 0
    bill = components.bill_of_materials(setup.players)
    stock = sum(bill.get(card, 0) for card in cards_of(components)) - HAND_SIZE * setup.players - 1
    return (_turns(setup) - 1) // stock if stock > 0 else 0


@once
def _deals(events: Events) -> list[Events]:
    """The events of each deal."""
    starts = [at for at, event in enumerate(events) if event.name == "deals"]
    return [events[start:end] for start, end in pairwise([*starts, len(events)])]


def _most_in_a_deal(events: Events, *names: str) -> int:
    return max((len(select(deal, *names)) for deal in _deals(events)), default=0)


def _picks(events: Events) -> int:
    return sum(event.number("picks") for event in select(events, "paid", "noted"))


def _picks_by_seat(deal: Events) -> Iterable[int]:
    seats = {event.actor for event in select(deal, "paid", "noted")}
    return (_picks([event for event in deal if event.actor == seat]) for seat in seats)


def proofs(components: ComponentSet, setup: Setup) -> tuple[Finding, ...]:
    """A warning where the worst session pays out more picks than there are, since it goes on on paper (H.18).

    An error for each example of the table `hands` that is not the special hand of its row.
    """
    return (*_picks_short(components, setup), *_examples(components))


def _picks_short(components: ComponentSet, setup: Setup) -> Iterator[Finding]:
    have, most = components.bill_of_materials(setup.players).get(PICK, 0), most_picks(setup)
    if have < most:
        deals, players = setup.number("deals"), setup.players
        debt = f"{have} printed, but {deals} deals of {players} players can pay {most}"
        yield Finding("warning", "picks-run-out", PICK, f"{debt}; print {most - have} more or note the rest on paper")


def _examples(components: ComponentSet) -> Iterator[Finding]:
    special = special_hands(cards_of(components).values())
    table = components.game.tables.get("hands")
    for row in table.rows if table else ():
        hand = row.values.get("hand", "")
        cards = frozenset(f"{components.game.name}/{card}" for card in row.values.get("cards", "").split())
        if special.get(cards) != hand:
            message = f"the example is no {hand}; name four cards that are one"
            yield Finding("error", "example", f"{row.file}:{row.line}", message)
