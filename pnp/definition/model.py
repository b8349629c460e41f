"""What is in the box, as frozen data: a Game, its Components, Backs, tables and boxes. No drawing, no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from pnp.definition.design import Design, Placed
from pnp.definition.findings import Place
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.language.grammar import Forms
from pnp.language.wording import ENGLISH, Wording
from pnp.sources import SourceFile

Bottom = Literal["tuck", "glue"]
BOTTOMS: tuple[Bottom, ...] = get_args(Bottom)
HOLDS = ("card", "extra")
"""What goes into tuckboxes unless a game or whoever prints it says otherwise."""
Kind = Literal["card", "aid", "board", "mat", "tile", "token", "chip", "marker", "banner", "die", "box", "extra"]
KINDS: tuple[Kind, ...] = get_args(Kind)


@frozen
class BoxEntry:
    """A [[tuckbox.boxes]] entry: a box of its own for some groups, kinds or parts; `where` it stands."""

    name: str
    title: str
    holds: tuple[str, ...]
    where: str


@frozen
class Tuckboxes:
    """What a game says of its tuckboxes.

    `holds` names groups, kinds or parts; a box is made for each size of card among them, or for each of `boxes`.
    `front` is a picture in the game's folder, `colour` and `letters` are #rrggbb, `stock` and `sleeves` are as
    `parse_stock` and `parse_sleeves` read them; all are empty where the game says nothing.
    """

    holds: tuple[str, ...] = HOLDS
    boxes: tuple[BoxEntry, ...] = ()
    front: str = ""
    colour: str = ""
    letters: str = ""
    stock: str = ""
    forms: Forms = field(default_factory=dict)
    sleeves: str = ""
    bottom: Bottom = "tuck"
    files: tuple[SourceFile, ...] = ()


@frozen
class Row:
    """One line of a data table: its values by column, and where it stands (file name and line number)."""

    values: Mapping[str, str]
    file: str
    line: int

    def __getitem__(self, column: str) -> str:
        return self.values[column]

    @property
    def place(self) -> Place:
        return Place(self.file, self.line)


@frozen
class Table:
    """A CSV file: columns in file order, rows in file order, every cell a stripped text.

    `derived` names the columns, last of all, that the file does not have: [[groups]] of game.toml counted them.
    """

    name: str
    file: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    derived: tuple[str, ...] = ()


class Standing(NamedTuple):
    """Which of its part a piece is, from 1, and of how many; and which copy of how many, where copies differ.

    `row` tells its row from all others of the part, whatever rows are added: chance is drawn from it.
    """

    number: int = 0
    total: int = 0
    copy: int = 1
    copies: int = 1
    row: str = ""


@frozen
class Back:
    """What is drawn behind components; `part` is the name that game.toml gives it, or that of the one card it backs."""

    id: str
    part: str
    trim: Trim
    values: Mapping[str, str]
    layout: str = ""
    where: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    standing: Standing = Standing()


@frozen
class Component:
    """A kind of piece, drawn once and printed `count(players)` times.

    `id` is stable and unique in the game (`whispers/rank-4/candle`); `part` names the `[[components]]` entry of
    game.toml it came from, which is how a game's artist tells a chip from a card; `values` are the entry's own
    values overlaid with those of its CSV row. `back` is the id of a Back or of a component, or None for a
    single-sided piece. `layout` names a layout of the game's design, empty where an artist draws the piece. `words` are
    the values as players read them, in the language of the game's wording; nobody computes with them. `folded` is what
    is seen of a net from above once it is folded, None for a piece that lies flat. `sides` are what a die may show, in
    the order of their table, none for a piece that is no die. Pieces on one `stock` may share sheets.
    `forms` are those that a translation gives of the name.
    """

    id: str
    name: str
    part: str
    kind: Kind
    group: str
    trim: Trim
    fixed: int
    each: int
    back: str | None
    values: Mapping[str, str]
    where: str
    seat: int = 1
    layout: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    folded: Size | None = None
    sides: tuple[str, ...] = ()
    stock: str = ""
    forms: Forms = field(default_factory=dict)
    standing: Standing = Standing()

    def count(self, players: int) -> int:
        """How many of it that many players need; what belongs to a seat that nobody takes is left out."""
        return self.fixed + self.each * players if players >= self.seat else 0


@frozen
class SetMember:
    """One of a set that players must tell apart: its colour (#rrggbb) and the shape that goes with it."""

    id: str
    colour: str
    shape: str


@frozen
class SetOfMarks:
    """Marks that must stay apart in grey and for colour-blind eyes (suits, empires, borders).

    Its members are rows of a table, whose columns `colour` and `shape` say how each is drawn; `parts` are the parts
    that show them, or none for every piece of such a row and every piece that refers to one. It is drawn in these
    `editions`, or in all.
    """

    name: str
    members: tuple[SetMember, ...]
    table: str = ""
    colour: str = ""
    shape: str = ""
    parts: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()


@frozen
class Requirement:
    """What the rules need: from `least` to `most` pieces of a table, those whose `column` says `value`."""

    table: str
    column: str
    value: str
    least: int
    most: int
    where: str


@frozen(slots=False)
class Game:
    """A whole game: everything else is drawn, counted, explained and played from this.

    What players read of it is in the language of `wording` already; ids and values are the same in all of them.
    """

    name: str
    title: str
    version: str
    players: tuple[int, int]
    summary: str
    credits: str
    language: str
    editions: tuple[str, ...]
    variants: Mapping[str, tuple[str, ...]]
    components: tuple[Component, ...]
    backs: tuple[Back, ...]
    tables: Mapping[str, Table]
    sets: tuple[SetOfMarks, ...]
    facts: Mapping[str, int | float | str]
    texts: Mapping[str, str]
    conversion: Conversion | None
    documents: Mapping[str, Mapping[str, object]]
    folder: Path
    sources: tuple[SourceFile, ...] = field(repr=False)
    design: Design = field(default_factory=Design)
    requirements: tuple[Requirement, ...] = ()
    wording: Wording = ENGLISH
    tuckboxes: Tuckboxes = field(default_factory=Tuckboxes)
    is_draft: bool = False
    rules: SourceFile | None = None
    """The text of a rulebook that the folder brings."""
    remarks: tuple[Finding, ...] = ()
    """What is sound in the definition and yet may not be what was meant."""

    def bill_of_materials(self, players: int | None = None) -> Mapping[str, int]:
        """Component id to count, for that many players (the most the game takes, unless said)."""
        seats = self.players[1] if players is None else players
        return {component.id: component.count(seats) for component in self.components}

    def component(self, identifier: str) -> Component:
        """The component of that id; KeyError when there is none."""
        return next(found for found in self.components if found.id == identifier)

    def placed(self, piece: Component | Back) -> Iterator[Placed]:
        """What stands on a piece that has a layout, from the ground up."""
        made = self.design.placed.get(piece.id)
        if made is not None:
            yield from made
            return
        for element in self.design.layouts[piece.layout].elements:
            if element.shows(piece.values):
                yield Placed(element, piece.values, piece.words, piece.where)

    def turn_of(self, piece: Component | Back) -> int:
        """By how many degrees what stands on a piece is turned clockwise: whoever reads it turns it back."""
        layout = self.design.layouts.get(piece.layout)
        return layout.turn if layout else 0

    def faces(self) -> Iterator[Component | Back]:
        """Everything that wants a picture: components first, then backs, in the definition's order."""
        yield from self.components
        yield from self.backs


@frozen
class Conversion:
    """How the deck can be taken from other decks: which column must agree, and which component any odd card can be.

    `match` is the column that a source card and a component must share; `free` is the part whose cards any one
    distinct source card can stand for; `decks` maps a known source (`uno`) to its CSV file.
    """

    match: str
    free: str
    decks: Mapping[str, SourceFile]
