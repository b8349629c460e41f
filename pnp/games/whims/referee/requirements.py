"""A setup in; the pieces, numbers and table cells that the rules call for out, none read from the definition."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.engine.options import Setup
from pnp.engine.requirements import Cell, Fact, Need, Requirements
from pnp.games.whims.referee.terms import DICE, EFFORT_COSTS, FACES, GRADES, MOST_TOKENS, PLAYERS, ROUNDS_TO_WIN, TOKENS

_PIECES = "seed 004, paragraph 2"
_SECRET = "seed 004, paragraph 3"
_MATCH = "seed 004, paragraph 5"
_OPPONENTS = "seed 004, paragraph 6 and its table"


def required(setup: Setup) -> Requirements:
    """Everything for that many players; the options change what is used of it, never what must be there."""
    return Requirements((*_own_pieces(setup.players), *_shared_pieces(setup.players)), _facts(), tuple(_cells()))


def _own_pieces(players: int) -> Iterator[Need]:
    for seat, player in enumerate(PLAYERS[:players], 1):
        values = {"player": player, "seat": str(seat)}
        yield Need(f"whims/die/{player}", "die", DICE, _PIECES, values)
        yield Need(f"whims/token/{player}", "token", MOST_TOKENS, f"{_OPPONENTS}; M-08", values)
        yield Need(f"whims/screen/{player}", "screen", 1, _SECRET, values, played=False)


def _shared_pieces(players: int) -> Iterator[Need]:
    for name, fewest, most in GRADES:
        values = {"grade": name, "fewest": str(fewest), "most": str(most)}
        yield Need(f"whims/opponent/{name}", "grade", 1, _OPPONENTS, values)
    yield Need("whims/board", "board", 1, "seed 004, paragraph 1", played=False)
    yield Need("whims/aid", "aid", players, "a reminder for each player, not in seed 004", played=False)


def _facts() -> tuple[Fact, ...]:
    return (
        Fact("dice", DICE, _PIECES),
        Fact("faces", len(FACES), _PIECES),
        Fact("tokens", TOKENS, _PIECES),
        Fact("most_tokens", MOST_TOKENS, _OPPONENTS),
        Fact("rounds_to_win", ROUNDS_TO_WIN, _MATCH),
    )


def _cells() -> Iterator[Cell]:
    for seat, player in enumerate(PLAYERS, 1):
        yield Cell("players", player, "seat", str(seat), _PIECES)
    for name, fewest, most in GRADES:
        yield Cell("grades", name, "fewest", str(fewest), _OPPONENTS)
        yield Cell("grades", name, "most", str(most), _OPPONENTS)
    for levels, cost in enumerate(EFFORT_COSTS, 1):
        yield Cell("effort", str(levels), "cost", str(cost), "M-07")
    for face in FACES:
        yield Cell("die", str(face), "number", str(face), f"{_PIECES}; M-03")
