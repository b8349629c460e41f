"""What game.toml may say: its keys and their defaults, for people here and for the loader below.

docs/definition.md describes each of them; a test loads its example.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from pnp.definition.model import Kind

FORMAT = "pnp-game/1"
MOST_PIECES = 10_000
MOST_COMPONENTS = 5_000
MOST_REFERENCES = 20
MOST_PLAYERS = 100
MOST_MARGIN = 25.0

GAME = (
    "format", "name", "title", "version", "players", "summary", "credits", "language", "editions",
    "tables", "documents", "references", "columns", "groups", "variants", "backs", "components", "sets", "totals",
    "facts", "texts", "conversion",
)  # fmt: skip
SHAPE = ("size", "diameter", "outline", "corner", "bleed", "safe")
BACK = ("part", *SHAPE, "values")
COMPONENT = (
    "part", "kind", "id", "name", *SHAPE, "back", "table", "count", "each", "seat", "group", "variant", "values",
)  # fmt: skip
COLUMN = ("whole", "one_of")
GROUP = ("table", "column", "groups", "rows", "as")
SET = ("name", "table", "colour", "shape")
TOTAL = ("part", "column", "each", "fixed")
CONVERSION = ("match", "free", "decks")


class Habit(NamedTuple):
    """What holds for a kind of piece unless game.toml says otherwise; lengths in millimetres."""

    group: str
    corner: float
    bleed: float
    safe: float


HABITS: Mapping[Kind, Habit] = MappingProxyType(
    {
        "card": Habit("cards", 3, 3, 3),
        "aid": Habit("aids", 3, 3, 3),
        "board": Habit("board", 0, 3, 3),
        "mat": Habit("mats", 0, 3, 3),
        "token": Habit("tokens", 1.5, 1.5, 1.5),
        "chip": Habit("chips", 1.5, 1.5, 1.5),
        "marker": Habit("markers", 1.5, 1.5, 1.5),
        "banner": Habit("banners", 0, 1.5, 1),
        "die": Habit("dice", 0, 1.5, 1),
        "box": Habit("box", 0, 3, 3),
    }
)
