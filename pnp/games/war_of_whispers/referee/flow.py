"""A state on its way in; the same run on to the next choice, draw or end out."""

from __future__ import annotations

from pnp.engine.action import OVER
from pnp.games.war_of_whispers.referee.cards import plays
from pnp.games.war_of_whispers.referee.state import Log, State


def settled(state: State, log: Log) -> State:
    """Runs every frame on that has nothing to ask, until one has; the play is over where none is left."""
    while state.pending:
        frame = state.pending[-1]
        asked = frame.asks(state, plays(state, frame))
        if asked is not None:
            return state._replace(actor=asked[0], legal=asked[1])
        state = frame.run(state, log)
    return state._replace(actor=OVER, legal=())
