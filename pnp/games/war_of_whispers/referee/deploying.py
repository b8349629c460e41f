"""Agents to take back and to place in; one agent at a time, in the order of the players, onto seats or regions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import ClassVar

from pnp.engine.action import Action, Value, act
from pnp.frozen import frozen
from pnp.games.war_of_whispers.referee.board import Board
from pnp.games.war_of_whispers.referee.changes import added, put
from pnp.games.war_of_whispers.referee.state import Asked, Frame, Log, Plays, State

BACK = "back"
OUT = "out"
MOST_POSTED = 2
"""R-34: a player's agents in regions."""

Turn = tuple[int, str]


def schedule(state: State) -> tuple[Turn, ...]:
    """Who takes back (from round 2, R-06) and who places (R-09), in order; R-07 has the two ways to mix them."""
    order = state.in_order()
    back = tuple((seat, BACK) for seat in order) if state.round > 1 else ()
    out = tuple((seat, OUT) for seat in order)
    if back and state.table.own_pace:
        return tuple(turn for pair in zip(back, out) for turn in pair) + out * (state.table.deploying - 1)
    return back + out * state.table.deploying


@frozen
class Deploying(Frame):
    """The deploy phase: the turns still to come, and the seats vacated in this round (R-08)."""

    turns: tuple[Turn, ...]
    vacated: tuple[int, ...] = ()

    hint: ClassVar[str] = "Take back one of your own agents, or place one on a vacant seat, whichever is asked."

    def asks(self, state: State, plays: Plays) -> Asked | None:
        """Which agent, or where to; a turn with nothing to do is passed over."""
        if not self.turns:
            return None
        seat, what = self.turns[0]
        actions = _back(state, seat) if what == BACK else _out(state, seat)
        return (seat, actions) if actions else None

    def run(self, state: State, log: Log) -> State:
        """The next turn, or the end of the phase."""
        return state.popped(Deploying(self.turns[1:], self.vacated)) if self.turns else state.popped()

    def take(self, state: State, action: Action, log: Log) -> State:
        """One agent goes out or comes back."""
        seat, what = self.turns[0]
        after, vacated = state, self.vacated
        if what == BACK:
            log.cite("R.6", "R-06", "R-07")
            after, vacated = _taken_back(state, log, seat, action, vacated)
        else:
            log.cite("R.7", "R-09")
            after = _placed(state, log, seat, action, vacated)
        return after.popped(Deploying(self.turns[1:], vacated))

    def shows(self, board: Board) -> Mapping[str, Value]:
        """Whether an agent goes out or comes back."""
        return {"asks": f"agent_{self.turns[0][1]}"} if self.turns else {}


def _seats(state: State, name: str, player: int) -> list[Action]:
    """An action for every seat of the councils that this player's agent has (0: nobody's)."""
    board = state.board
    return [
        _of_seat(name, board.empires[place.empire], place.id)
        for place, holder in zip(board.seats, state.council)
        if holder == player
    ]


@cache
def _of_seat(name: str, empire: str, seat: str) -> Action:
    return act(name, empire=empire, seat=seat)


def _back(state: State, seat: int) -> tuple[Action, ...]:
    regions = (act("recall", region=state.board.regions[at]) for at, player in state.posted if player == seat)
    return (*_seats(state, "take_back", seat), *regions)


def _out(state: State, seat: int) -> tuple[Action, ...]:
    if not state.agents[seat - 1]:
        return ()
    seats = _seats(state, "deploy", 0)
    own = {at for at, player in state.posted if player == seat}
    if state.table.region_agents and len(own) < MOST_POSTED:
        seats += [act("post", region=name) for at, name in enumerate(state.board.regions) if at not in own]
    return tuple(seats)


def _on_board(state: State, seat: int) -> int:
    return state.council.count(seat) + sum(player == seat for _, player in state.posted)


def _taken_back(
    state: State, log: Log, seat: int, action: Action, vacated: tuple[int, ...]
) -> tuple[State, tuple[int, ...]]:
    board = state.board
    agents = added(state.agents, seat - 1, 1)
    if action.name == "take_back":
        place = board.seat_named(action)
        after, vacated = state._replace(council=put(state.council, place, 0), agents=agents), (*vacated, place)
    else:
        log.cite("R.47", "R-34")
        gone = (board.region_of(action), seat)
        after = state._replace(posted=tuple(post for post in state.posted if post != gone), agents=agents)
    log.say(seat, "agent_back", "R.6", on_board=_on_board(after, seat), waiting=agents[seat - 1])
    return after, vacated


def _placed(state: State, log: Log, seat: int, action: Action, vacated: tuple[int, ...]) -> State:
    board = state.board
    agents = added(state.agents, seat - 1, -1)
    if action.name == "deploy":
        place = board.seat_named(action)
        log.cite(*(("R-08",) if place in vacated else ()))
        after = state._replace(council=put(state.council, place, seat), agents=agents)
    else:
        log.cite("R.47", "R-34")
        after = state._replace(posted=tuple(sorted((*state.posted, (board.region_of(action), seat)))), agents=agents)
    log.say(seat, "agent_out", "R.7", on_board=_on_board(after, seat), waiting=agents[seat - 1],
            seats_taken=len(board.seats) - after.council.count(0))  # fmt: skip
    return after
