"""What plays on a board are measured by: cities held, wins by first loyalty, and the use of every seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pnp.engine.action import Event, Value
from pnp.engine.odds import Column, Measure, Seen
from pnp.games.war_of_whispers.referee.board import Board
from pnp.games.war_of_whispers.referee.rounds import CARDS, POINTS, SHARED, SWAPS

#: How many times another empire's share of wins one empire's may be, for players who are sworn to it.
EVEN = 1.5
#: Consequences that leave something on the board, in a hand or in a deck otherwise than it was.
CHANGES = frozenset(
    ["agent_flies", "agents_swapped", "banners_added", "banners_killed", "banners_lifted", "banners_moved", "battle",
     "card_drawn"]
)  # fmt: skip
#: What may decide a play that ends level on points.
BREAKS = {SWAPS: "of these, by fewer swaps", CARDS: "of these, by the larger hand", SHARED: "of these, by nothing"}
SEAT = (
    Column("acts"), Column("in vain"), Column("rests"),
    Column("banners", share=False), Column("cards", share=False), Column("regions", share=False),
)  # fmt: skip


def measures(board: Board) -> tuple[Measure, ...]:
    """How even the lands are, and what every council seat is good for."""
    best = board.levels[0].id if board.levels else ""
    return (
        Measure("cities", "cities held at the end", (Column("cities", share=False),), _cities(board)),
        Measure("sworn", "wins of a player by first loyalty", (Column("wins"),), _sworn(board, best), EVEN),
        Measure("level", "how plays were decided", (Column("plays"),), _decided),
        Measure("seats", "of all turns of a seat", SEAT, _seats(board)),
    )


def _cities(board: Board) -> Callable[[Sequence[Event], Sequence[int]], Seen]:
    """One trial an empire; every player's score names the cities of all five."""

    def observed(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        cities = {str(args["empire"]): _number(args["cities"]) for args in _all(events, "loyalty_scored")}
        return {empire: (1, cities.get(empire, 0)) for empire in board.empires}

    return observed


def _sworn(board: Board, best: str) -> Callable[[Sequence[Event], Sequence[int]], Seen]:
    """One trial a player, by the token that was dealt to the best slot; a shared win is a win."""

    def observed(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        seen = {empire: [0, 0] for empire in board.empires}
        for args in _all(events, "loyalty"):
            if args["level"] == best:
                seen[str(args["empire"])][0] += 1
                seen[str(args["empire"])][1] += args["seat"] in winners
        return {empire: tuple(counts) for empire, counts in seen.items()}

    return observed


def _decided(events: Sequence[Event], winners: Sequence[int]) -> Seen:
    """One trial a play: whether points alone decide it, or what breaks the tie, if anything does."""
    reason = next((args["reason"] for args in _all(events, "won")), POINTS)
    found: dict[str, tuple[int, ...]] = {"level on points": (1, reason != POINTS)}
    return found | {name: (1, reason == key) for key, name in BREAKS.items()}


def _seats(board: Board) -> Callable[[Sequence[Event], Sequence[int]], Seen]:
    """One trial a turn of a seat: whether it acts, acts and changes nothing, or rests; and what it brings."""
    names = [f"{board.empires[seat.empire]} {seat.id}" for seat in board.seats]

    def observed(events: Sequence[Event], winners: Sequence[int]) -> Seen:
        seen = {name: [0] * (1 + len(SEAT)) for name in names}
        for name, turn in _turns(events):
            rests = turn[0].name == "seat_rests"
            happened = [event.name for event in turn]
            added = sum(_number(dict(event.args)["banners"]) for event in turn if event.name == "banners_added")
            found = (
                1, not rests, not rests and CHANGES.isdisjoint(happened), rests,
                added, happened.count("card_drawn"), happened.count("region_changes"),
            )  # fmt: skip
            seen[name] = [before + more for before, more in zip(seen[name], found)]
        return {name: tuple(counts) for name, counts in seen.items()}

    return observed


def _turns(events: Sequence[Event]) -> list[tuple[str, list[Event]]]:
    """Each turn of a seat by its name, with what happened in it; the marker ends the last one of a round."""
    turns: list[tuple[str, list[Event]]] = []
    open_ = False
    for event in events:
        if event.name in ("seat_acts", "seat_rests"):
            args = dict(event.args)
            turns.append((f"{args['empire']} {args['seat']}", []))
            open_ = True
        open_ = open_ and event.name not in ("empire_begins", "turn_marked")
        if open_:
            turns[-1][1].append(event)
    return turns


def _all(events: Sequence[Event], name: str) -> list[Mapping[str, Value]]:
    return [dict(event.args) for event in events if event.name == name]


def _number(value: Value) -> int:
    return value if isinstance(value, int) else 0
