"""The table as a person is shown it: the board in words, the councils, the cards with what they do, and what is asked.

Everything is a text of `[seen]` in rulings.toml and the values for its holes; what the seat may not know is not among
what it sees, and so not here either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.engine.action import Value
from pnp.games.war_of_whispers.referee.board import NOTHING, Board, Offer

Shown = Iterator[tuple[str, Mapping[str, Value]]]

#: What stands in regions, in the order in which it is told.
_BUILDINGS = ("city", "fort", "farm")
_COUNTED = {"city": "cities", "fort": "forts", "farm": "farms"}


def deeds(board: Board, line: Callable[[str, Mapping[str, Value]], str]) -> Mapping[str, str]:
    """What each action of a seat does, by its id, with the numbers that are printed on the board."""
    offers = dict.fromkeys(offer for seat in board.seats for offer in seat.offers)
    return {offer.id: line(_deed(offer), {**offer._asdict(), "buildings": offer.symbol}) for offer in offers}


def _deed(offer: Offer) -> str:
    manner = "" if not offer.each else "_each" if offer.each == 1 else "_every"
    return f"deed_{offer.kind}{manner}"


def shown(board: Board, seen: Mapping[str, Value]) -> Shown:
    """All that a seat sees, a text for each region, seat, loyalty and ability."""
    view: Mapping[str, Any] = seen
    yield "round", view
    yield from _lands(board, view)
    yield from _councils(board, view)
    for key in ("agents_in_regions", "agents_waiting", "swaps", "shown"):
        yield key, view
    held = tuple({empire: count for empire, count in hand.items() if count} for hand in view["hands"])
    yield "hands", {"hands": held}
    cities = {empire: _sums(board, held)["cities"] for empire, held in view["regions"].items()}
    for level in board.levels:
        if empire := view["loyalties"].get(level.id):
            yield "loyalty", {**level._asdict(), "level": level.id, "empire": empire, "cities": cities[empire]}
    yield from _hand(board, view["hand"])
    if "asks" in view["now"]:
        yield f"asks_{view['now']['asks']}", view["now"]


def _lands(board: Board, view: Mapping[str, Any]) -> Shown:
    """What each empire has, then every region that it controls: what stands there and what it borders on."""
    for empire, held in view["regions"].items():
        sums = {"empire": empire, "regions": len(held), "banners": sum(held.values()), **_sums(board, held)}
        yield "empire", {**sums, "reserve": view["reserve"][empire], "cards": view["decks"][empire]}
    for empire, held in view["regions"].items():
        for region, banners in held.items():
            at = board.region_at[region]
            stands = tuple(kind for kind in _BUILDINGS for _ in range(board.symbols[kind][at]))
            home = board.empires[board.home[at]]
            yield "region" if home == empire else "region_taken", {
                "region": region, "empire": empire, "home": home, "banners": banners, "limit": board.limit[at],
                "stands": stands or ("nothing",), "near": tuple(board.regions[near] for near in board.neighbours[at]),
            }  # fmt: skip


def _sums(board: Board, held: Mapping[str, int]) -> Mapping[str, int]:
    places = [board.region_at[region] for region in held]
    return {name: sum(board.symbols[kind][at] for at in places) for kind, name in _COUNTED.items()}


def _councils(board: Board, view: Mapping[str, Any]) -> Shown:
    """Every seat of every council: who sits there and what it may do."""
    for seat in board.seats:
        empire = board.empires[seat.empire]
        owner = view["seated"][empire][seat.id]
        offers = tuple(offer.id for offer in seat.offers)
        values = {"empire": empire, "seat": seat.id, "owner": owner}
        if len(offers) == 1:
            yield "council", {**values, "action": offers[0]}
        else:
            yield "council_choice", {**values, "actions": offers[:-1], "last": offers[-1]}


def _hand(board: Board, hand: tuple[str, ...]) -> Shown:
    """Each card of the hand once, with all that it can do and what that costs."""
    for card in dict.fromkeys(hand):
        yield "card", {"card": card, "copies": hand.count(card)}
        for ability in board.cards[board.card_at[card]].abilities:
            values = {"card": card, "ability": ability.id, "window": ability.window}
            if ability.price == NOTHING:
                yield "ability", values
            else:
                yield "ability_with", {**values, "empire": board.empires[ability.price]}
