"""What the expressions of rules come to: the types of values, what messages call them, and the Python for one value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.engine.action import Value
from pnp.rules_language.model import Place
from pnp.rules_language.words import COLUMN, Source

TYPES = {"number": "number", "word": "word", "flag": "truth", "player": "player", "piece": "piece"}
"""What a memory of each kind holds."""
CALLED = {
    "number": "a number", "word": "a word", "truth": "a condition", "player": "a player", "piece": "a piece",
    "pieces": "pieces", "players": "players", "words": "words", "numbers": "numbers", "groups": "groups of pieces",
    "place": "a place",
}  # fmt: skip
"""What messages call the types."""
STARTS: Mapping[str, Value] = {"number": 0, "word": "", "flag": False, "player": 0, "piece": -1}
"""With what a memory of each type starts."""
MEMBER = {"pieces": "piece", "place": "piece", "players": "player", "words": "word", "numbers": "number",
           "groups": "pieces"}  # fmt: skip
"""What each of several is."""


class Typed(NamedTuple):
    """Python for a value, what it is, and the column of a word; of a place the code gives its number.

    `is_told` says that everybody was told what it is, as of what somebody chose. `parted` is the Python for what makes
    melds and for the pieces, where the value is their deadwood. `held` tells where a word comes from that is of no one
    column.
    """

    code: str
    type: str
    column: str = ""
    place: Place | None = None
    is_told: bool = False
    parted: tuple[str, str] | None = None
    held: tuple[Source, ...] = ()

    @property
    def sources(self) -> tuple[Source, ...]:
        """Where the word comes from, as far as anybody knows."""
        return self.held or (((COLUMN, self.column),) if self.column else ())


Scope = Mapping[str, Typed]
"""What names within a block stand for."""
