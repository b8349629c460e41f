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
MOST_COMPONENTS = 10_000
MOST_REFERENCES = 20
MOST_PLAYERS = 100
MOST_MARGIN = 25.0

GAME = (
    "format", "name", "title", "version", "players", "summary", "credits", "language", "editions",
    "tables", "documents", "references", "columns", "groups", "variants", "backs", "components", "sets", "totals",
    "facts", "texts", "conversion", "translate",
)  # fmt: skip
DECK = (
    "requires", "colours", "fonts", "icons", "substitutes", "styles", "boxes", "layouts", "tuckbox",
)  # fmt: skip
"""What docs/decks.md describes: how the pieces of a folder without an artist are laid out."""

SHAPE = ("size", "diameter", "outline", "corner", "bleed", "safe")
BACK = ("part", *SHAPE, "layout", "values")
COMPONENT = (
    "part", "kind", "id", "name", *SHAPE, "layout", "back", "back_layout", "table", "count", "each", "seat", "group",
    "variant", "folded", "sides", "values",
)  # fmt: skip
COLUMN = ("whole", "one_of")
GROUP = ("table", "column", "groups", "rows", "as")
SET = ("name", "table", "colour", "shape")
TOTAL = ("part", "column", "each", "fixed")
CONVERSION = ("match", "free", "decks")
REQUIRED = ("table", "column", "value", "count")
TUCKBOX = ("holds", "boxes", "front", "colour", "letters", "stock", "sleeves", "bottom")
TUCKBOXES = ("name", "title", "holds")
FAMILY = ("regular", "bold", "italic", "bold-italic")
STYLE = ("font", "size", "smallest", "colour", "align", "valign", "bold", "italic", "leading")
LAYOUT = ("extends", "without", "boxes", "elements")
ELEMENT = ("type", "name", "box", "when", "turn", "twice")
CONTENTS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "text": ("text", "style", *STYLE),
        "image": ("file", "fit", "bleed", "corner", "align", "valign", "alt"),
        "icon": ("icon", "colour", "align", "valign"),
        "pips": ("icon", "count", "pattern", "size", "colour", "align", "valign"),
        "qr": ("text", "colour", "ground"),
        "rectangle": ("fill", "line", "width", "dash", "corner"),
        "round": ("fill", "line", "width", "dash"),
        "line": ("line", "width", "dash"),
    }
)
"""The types of elements, and the keys that each has besides those of every element."""


class KindDefaults(NamedTuple):
    """What holds for a kind of piece unless game.toml says otherwise; lengths in millimetres."""

    group: str
    corner: float
    bleed: float
    safe: float


HABITS: Mapping[Kind, KindDefaults] = MappingProxyType(
    {
        "card": KindDefaults("cards", 3, 3, 3),
        "aid": KindDefaults("aids", 3, 3, 3),
        "board": KindDefaults("board", 0, 3, 3),
        "mat": KindDefaults("mats", 0, 3, 3),
        "token": KindDefaults("tokens", 1.5, 1.5, 1.5),
        "chip": KindDefaults("chips", 1.5, 1.5, 1.5),
        "marker": KindDefaults("markers", 1.5, 1.5, 1.5),
        "banner": KindDefaults("banners", 0, 1.5, 1),
        "die": KindDefaults("dice", 0, 1.5, 1),
        "box": KindDefaults("box", 0, 3, 3),
    }
)
