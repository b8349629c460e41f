"""The players and options of a table in; the most there can be of points, picks, turns and shuffles out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engine.kit import Kit
from pnp.engine.odds import Bound, Events
from pnp.engine.options import Setup
from pnp.games.whistler.referee.cards import HAND_SIZE, WHISTLER, cards_of
from pnp.games.whistler.referee.scoring import BEAT, WIN


def bounds(kit: Kit, setup: Setup) -> tuple[Bound, ...]:
    """Extremes of a session at that table, each reached by some order of the cards and some choices."""
    per_seat = _picks_of_one(setup)
    return (
        Bound("points", "points of a hand in the showdown", 41, _points),
        Bound("points-without-whistler", "points of a hand that is no Whistler", 40, _points_without_whistler),
        Bound("picks-of-one", "picks that a deal pays one player", per_seat, _picks_of_one_seen),
        Bound("picks-of-a-deal", "picks that a deal pays in all", _picks_of_a_deal(setup), _picks_of_a_deal_seen),
        Bound("picks", "picks that a session pays in all", most_picks(setup), _picks_seen),
        Bound("turns", "turns of a deal", _turns(setup), _turns_seen),
        Bound("reshuffles", "times that the discards of a deal become the stock", _reshuffles(kit, setup), _reshuffled),
    )


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


def _reshuffles(kit: Kit, setup: Setup) -> int:
    """The first stock, like each one after it, is the pack but for the hands and one card, and lasts so many turns."""
    if setup.word("empty_stock") != "reshuffle":
        return 0
    bill = kit.bill_of_materials(setup.players)
    stock = sum(bill.get(card, 0) for card in cards_of(kit)) - HAND_SIZE * setup.players - 1
    return (_turns(setup) - 1) // stock if stock > 0 else 0


def _told(events: Events, name: str, key: str) -> Iterator[int]:
    """The numbers that the events of that name tell."""
    for event in events:
        if event.name == name:
            value = dict(event.args)[key]
            assert isinstance(value, int)
            yield value


def _deals(events: Events) -> Iterator[Events]:
    """The events of each deal."""
    starts = [at for at, event in enumerate(events) if event.name == "deals"]
    return (events[start:end] for start, end in zip(starts, [*starts[1:], len(events)]))


def _points(events: Events) -> int:
    return max(_told(events, "hand_shown", "points"), default=0)


def _points_without_whistler(events: Events) -> int:
    return _points([event for event in events if ("special", WHISTLER) not in event.args])


def _picks_seen(events: Events) -> int:
    return sum(_told(events, "paid", "picks")) + sum(_told(events, "noted", "picks"))


def _picks_of_a_deal_seen(events: Events) -> int:
    return max((_picks_seen(deal) for deal in _deals(events)), default=0)


def _picks_of_one_seen(events: Events) -> int:
    seats = {event.actor for event in events if event.name in ("paid", "noted")}
    return max(
        (_picks_of_a_deal_seen([e for e in events if e.name == "deals" or e.actor == seat]) for seat in seats),
        default=0,
    )


def _turns_seen(events: Events) -> int:
    return max(
        (sum(event.name in ("draw_stock", "take_discard") for event in deal) for deal in _deals(events)), default=0
    )


def _reshuffled(events: Events) -> int:
    return max((sum(event.name == "reshuffled" for event in deal) for deal in _deals(events)), default=0)
