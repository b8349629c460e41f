"""The pieces, numbers and table cells that the rules call for, typed out from the rules text and never read from the
definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.engine.requirements import Fact, Fixed, Listing, Make, Need, Requirements
from pnp.engine.rules import Setup


class Grade(NamedTuple):
    """How good an opponent is, and the fewest and most tokens that it may begin a round with."""

    name: str
    fewest: int
    most: int


# Seed 004, paragraph 2.
DICE = 3
TOKENS = 3
FACES = tuple(range(1, 11))

# Seed 004, paragraph 6 and its table; M-08 holds players to the same number.
MOST_TOKENS = 9
GRADES = (Grade("average", 3, 4), Grade("skilled", 5, 6), Grade("master", 7, 8), Grade("grandmaster", 9, 9))

# Seed 004, paragraph 5.
ROUNDS_TO_WIN = 2

# M-07: Intellect points for 1 to 6 levels of Effort before Edge; every further level costs 2 more.
EFFORT_COSTS = (3, 5, 7, 9, 11, 13)
EFFORT_STEP = 2

# M-14: the highest number of its lowest die that an opponent rolls again, by tokens left from 1 on.
LIMITS = (5, 6, 7, 7, 8, 8, 8, 8, 8)

# Whose pieces lie at seats 1 to 6.
PLAYERS = ("moon", "eye", "door", "stair", "shell", "knot")


_PIECES = "rules § 2"
_SECRET = "rules § 3"
_MATCH = "rules § 5"
_OPPONENTS = "rules § 6 and its table"

#: How the faces of the folded die lie, by number: on which bowl, and which kite of it. Opposite faces make eleven.
_FOLDED = {
    1: ("upper", 0), 7: ("upper", 1), 5: ("upper", 2), 3: ("upper", 3), 9: ("upper", 4),
    8: ("lower", 0), 2: ("lower", 1), 10: ("lower", 2), 4: ("lower", 3), 6: ("lower", 4),
}  # fmt: skip
_SOLIDS = dict(zip((grade.name for grade in GRADES), ("tetrahedron", "cube", "octahedron", "trapezohedron")))

_FIXED = Fixed(
    title="Whims",
    designer='Jesus (Twitter: @Arvandus)',
    players=(2, len(PLAYERS)),
    source="rules § 2: two, or more; the box has pieces for six",
    makes=(
        Make("board", "board", "190x240mm"),
        Make("screen", "mat", "254x190mm"),
        Make("die", "die", "47.5x87mm", drawn=True, folded="27.2x25.4mm", sides=tuple(map(str, _FOLDED))),
        Make("token", "token", "17.5mm", "spent"),
        Make("grade", "card", "poker", "back"),
        Make("aid", "aid", "poker", "aid-odds"),
    ),
    listings=(
        Listing("players", ("player", "seat", "emblem"),
                tuple((player, str(seat), player) for seat, player in enumerate(PLAYERS, 1)), _PIECES),
        Listing("grades", ("grade", "fewest", "most", "solid"),
                tuple((name, str(fewest), str(most), _SOLIDS[name]) for name, fewest, most in GRADES), _OPPONENTS),
        Listing("effort", ("levels", "cost"),
                tuple((str(levels), str(cost)) for levels, cost in enumerate(EFFORT_COSTS, 1)), "M-07"),
        Listing("limits", ("left", "limit"),
                tuple((str(left), str(limit)) for left, limit in enumerate(LIMITS, 1)), "M-14"),
        Listing("die", ("number", "half", "kite"),
                tuple((str(face), half, str(kite)) for face, (half, kite) in _FOLDED.items()), f"{_PIECES}; M-03"),
    ),
    shapes={"players": {player: player for player in PLAYERS}, "grades": _SOLIDS},
    choices={
        "faces": ("one-to-ten", "zero-to-nine"),
        "secrecy": ("dice-and-tokens", "dice-only", "everything"),
        "effort": ("off", "on"),
        "effort_score": (),
        "edge": (),
        "pool": (),
        "ceiling": ("nine", "none"),
        "opponents": tuple(grade.name for grade in GRADES),
        "grade_tokens": ("lower", "higher", "drawn"),
        "policy": ("published", "win", "free"),
        "highest": ("sole", "shared", "unshared"),
        "round_limit": (),
    },
    endings=("two-rounds", "round-limit"),
)  # fmt: skip


def required(setup: Setup) -> Requirements:
    """Everything for that many players; the options change what is used of it, never what must be there."""
    return Requirements((*_own_pieces(setup.players), *_shared_pieces(setup.players)), _facts(), fixed=_FIXED)


def _own_pieces(players: int) -> Iterator[Need]:
    for seat, player in enumerate(PLAYERS[:players], 1):
        values = {"player": player, "seat": str(seat)}
        yield Need(f"whims/die/{player}", "die", DICE, _PIECES, {**values, "across": "28"})
        yield Need(f"whims/token/{player}", "token", MOST_TOKENS, f"{_OPPONENTS}; M-08", values)
        yield Need(f"whims/screen/{player}", "screen", 1, _SECRET, {**values, "wing": "62"}, played=False)


def _shared_pieces(players: int) -> Iterator[Need]:
    for name, fewest, most in GRADES:
        values = {"grade": name, "fewest": str(fewest), "most": str(most)}
        yield Need(f"whims/opponent/{name}", "grade", 1, _OPPONENTS, values)
    yield Need("whims/board", "board", 1, "rules § 1", {"side": "6"}, played=False)
    yield Need("whims/aid", "aid", players, "a reminder for each player, not in the rules", played=False)


def _facts() -> tuple[Fact, ...]:
    return (
        Fact("dice", DICE, _PIECES),
        Fact("faces", len(FACES), _PIECES),
        Fact("tokens", TOKENS, _PIECES),
        Fact("most_tokens", MOST_TOKENS, _OPPONENTS),
        Fact("rounds_to_win", ROUNDS_TO_WIN, _MATCH),
    )
