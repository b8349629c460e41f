"""What comes to mind and is forbidden, each with its reason and its rule, by nothing that its seat does not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from pnp.engine.action import RandomPlayer, Rng
from pnp.engine.conformance import sentence_fault
from pnp.engine.playout import Seeds, steps
from pnp.playouts.play import PlayTable, lay

#: Games and readings, and the rules by which something is forbidden in them.
TABLES = (
    ("whispers", 3, {"hands": "3"}, {"W-07"}),
    ("whistler", 3, {"deals": "2", "first_turn_knock": "no", "discard_taken": "no"}, {"H.6", "H-02", "H-09", "H-08"}),
    ("wibbell", 3, {}, {"B.9", "B-16"}),
    ("war-of-whispers", 3, {}, {"R.20", "R.21", "R-11"}),
    ("whims", 3, {"effort": "on"}, {"M-07", "M.5", "M-05"}),
)


def choices(table: PlayTable) -> Iterator[tuple[Any, int]]:
    """States of random plays in which a seat has a choice."""
    players = [RandomPlayer()] * table.setup.players
    for seed in range(3):
        for step in steps(table.referee, table.setup, players, Seeds.of(seed), 700):
            if (seat := table.referee.actor(step.state)) > 0:
                yield step.state, seat


@pytest.mark.parametrize(("name", "players", "options", "expected"), TABLES, ids=[table[0] for table in TABLES])
def test_what_may_not_be_done_has_its_reason_and_rule(name, players, options, expected):
    table = lay(name, players, options, {})
    referee, teller, seen = table.referee, table.teller(1), set()
    ids = {piece.id for piece in table.kit.pieces(players)}
    for at, (state, seat) in enumerate(choices(table)):
        legal, refused = referee.legal_actions(state), tuple(referee.refused(state))
        if at % 7 == 0 and not referee.unsampled:
            told = tuple(referee.refused(referee.sample(state, seat, Rng(at))))
            assert told == refused, "what is hidden from the seat shows in what it is refused"
        laid = [lies for lies in referee.laid_out(state, seat).values() if not isinstance(lies, int)]
        for action, rule, reason in refused:
            assert action not in legal and not sentence_fault(reason)
            assert reason == referee.why_illegal(state, action)
            assert rule in table.rules.citations, rule
            assert teller.offer(seat, action)
            pieces = [value for _, value in action.args if value in ids]
            assert all(any(piece in lies for lies in laid) for piece in pieces), (action, "lies where nobody sees it")
            seen.add(rule)
    assert seen >= expected, seen
