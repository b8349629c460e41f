"""The numbers of the rules of Whims, typed out from the rules text; requirements and play read them here."""

from __future__ import annotations

from typing import NamedTuple


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

# Whose pieces lie at seats 1 to 6.
PLAYERS = ("moon", "eye", "door", "stair", "shell", "knot")
