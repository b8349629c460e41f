"""The table after the last round in; every player's points, the winners, and what decided between them out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pnp.engine.referee import Outcome
from pnp.games.war_of_whispers.referee.state import Log, State

POINTS = "points"
SWAPS = "fewest-swaps"
CARDS = "most-cards"
SHARED = "shared"


class Line(NamedTuple):
    """What one loyalty is worth: cities, and the player's own agents in regions of that empire, times its value."""

    level: str
    empire: str
    value: int
    cities: int
    agents: int

    @property
    def points(self) -> int:
        return self.value * (self.cities + self.agents)


def lines(state: State, seat: int) -> list[Line]:
    """A line for each loyalty of a seat."""
    board = state.board
    posted = [state.control[region] for region, player in state.posted if player == seat]
    return [
        Line(level.id, board.empires[empire], level.value, state.tally("city", empire), posted.count(empire))
        for level, empire in zip(board.levels, state.loyalties[seat - 1])
    ]


def concealed(state: State, seat: int) -> int:
    """Points for loyalties that still lie face down: none, or one each where the table agreed so (R-37)."""
    return state.table.concealed * (len(state.loyalties[seat - 1]) - len(state.shown[seat - 1]))


def points(state: State, seat: int) -> int:
    """All that a seat scores."""
    return sum(line.points for line in lines(state, seat)) + concealed(state, seat)


def result(state: State) -> Outcome:
    """The outcome: most points, then fewest swaps, then most cards in hand, then shared (R-33)."""
    seats = range(1, state.table.players + 1)
    scores = tuple(points(state, seat) for seat in seats)
    hands = tuple(len(hand) for hand in state.hands)
    best = [seat for seat in seats if scores[seat - 1] == max(scores)]
    reason, winners = POINTS, best
    if len(best) > 1:
        reason, winners = _broken(state, best, hands)
    board = state.board
    cities = {name: state.tally("city", at) for at, name in enumerate(board.empires)}
    return Outcome(reason, tuple(winners), scores, {"cities": cities, "swaps": state.swaps, "cards": hands})


def _broken(state: State, tied: list[int], hands: Sequence[int]) -> tuple[str, list[int]]:
    if state.table.tie_break == "pairs" and len(tied) > 2:
        return SHARED, tied
    fewest = min(state.swaps[seat - 1] for seat in tied)
    tied = [seat for seat in tied if state.swaps[seat - 1] == fewest]
    if len(tied) == 1:
        return SWAPS, tied
    most = max(hands[seat - 1] for seat in tied)
    tied = [seat for seat in tied if hands[seat - 1] == most]
    return (CARDS, tied) if len(tied) == 1 else (SHARED, tied)


def announced(state: State, log: Log) -> None:
    """Every player's points and the winners, as events."""
    outcome = result(state)
    for seat, score in enumerate(outcome.scores, 1):
        for line in lines(state, seat):
            cited = [*(["R-40"] if line.value < 1 else []), *(["R.47", "R-34"] if line.agents else [])]
            log.say(seat, "loyalty_scored", "R.45", *cited, **line._asdict(), points=line.points)
        if hidden := concealed(state, seat):
            log.say(seat, "concealed_scored", "R-37", points=hidden)
        log.say(seat, "scored", "R.45", "R-37", points=score, swaps=state.swaps[seat - 1],
                cards=len(state.hands[seat - 1]))  # fmt: skip
    tie = () if outcome.reason == POINTS else ("R.46", "R-33")
    for seat in outcome.winners:
        log.say(seat, "won", "R.45", *tie, points=outcome.scores[seat - 1], reason=outcome.reason)
