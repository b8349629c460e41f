"""What game.toml may say: its keys and their defaults, for people here and for the loader below.

A game is a folder with `game.toml` (or `deck.toml`, which is the same) and the CSV files that it names. Every
key that is not listed here is refused. Lengths carry their unit (`3mm`, `0.125in`); names are lower-case
letters, digits and hyphens.

    format  = "pnp-game/1"                    # always this
    name    = "my-deck"                       # begins every id
    title   = "My Deck"
    version = "1.0"                           # yours; printed on sheets
    players = [2, 8]                          # fewest, most
    summary = "..."   credits = "..."         # one line; who made what
    language = "en"                           # of the texts; `en` unless said
    editions = ["illustrated", "standard"]    # the first is the default; ["standard"] unless said

    [tables]                                  # CSV files in this folder, by the name they have below
    cards = "cards.csv"
    suits = "suits.csv"

    [references]                              # a cell of the column `suit`, in any table, is a key (first
    suit = "suits"                            # column) of the table `suits`: templates may say {suit.name}

    [[backs]]                                 # drawn behind components; its id is name/part
    part = "back"
    size = "poker"                            # as for components; also corner, bleed, safe and [backs.values]

    [[components]]
    part = "number"                           # what the artist and the engine know it by
    kind = "card"                             # card aid board mat token chip marker banner die box
    id   = "rank-{rank}/{suit}"               # comes after my-deck/; {column} is of the row,
                                              # of [components.values] or of a referenced row
    name = "{rank} of {suit.name}"
    size = "poker"                            # a name from sizes.csv or a width and height, 63.5x88.9mm;
                                              # or diameter = "25mm" for a round piece
    corner = "3mm"                            # radius; corner, bleed and safe have a default for each kind
    bleed  = "3mm"
    safe   = "3mm"
    back = "back"                             # part of a back, "self" (the same face on both sides) or the id
                                              # of a component, as a template; none for a single-sided piece
    table = "cards"                           # one component a row; left out for one component
    count = 1                                 # pieces, whatever the number of players; or a column `count`
    each  = 0                                 # pieces for each player; or a column `each`
    group = "cards"                           # the file it is printed in; the kind's own unless said
    [components.values]                       # plain values for the artist; the row's own go before these
    colour = "#1c2733"

    [[sets]]                                  # rows that players must tell apart in grey and in colour
    name = "suits"
    table = "suits"
    colour = "colour"                         # column of the colours, #rrggbb
    shape = "emblem"                          # column of the shapes

    [[totals]]                                # sums that must agree with a fact
    part = "chip"
    column = "value"                          # left out, the pieces themselves are counted
    each = "coins_per_player"                 # the fact that one player's pieces add up to;
                                              # or fixed = "fact" for pieces that are not each player's

    [facts]                                   # numbers and words that engine, aids and rulebook share
    coins_per_player = 100

    [texts]                                   # the wording of aids; may say {coins_per_player}
    turn = "..."

    [conversion]                              # how to take the deck from another one
    match = "rank"                            # value that a source card and a component share
    free = "whisper"                          # part that any odd card may stand for
    [conversion.decks]
    uno = "convert/uno.csv"

Tables are CSV with a header, UTF-8, separated by commas, semicolons or tabs. In ids, values are written in
lower case with hyphens (`Fire Dragon` is `fire-dragon`).
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
    "tables", "references", "backs", "components", "sets", "totals", "facts", "texts", "conversion",
)  # fmt: skip
SHAPE = ("size", "diameter", "corner", "bleed", "safe")
BACK = ("part", *SHAPE, "values")
COMPONENT = ("part", "kind", "id", "name", *SHAPE, "back", "table", "count", "each", "group", "values")
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
