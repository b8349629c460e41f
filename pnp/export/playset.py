"""What every virtual table is given of a game: decks, tiles, dice and cubes, and what is left out.

A deck lies face down if it has backs. A tile is anything else that is flat. A net that is folded into a die or a cube
is that die or cube here; all other nets are left out by name, with the nearest thing that the table knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count

from pnp.build.job import Printed, PrintJob
from pnp.definition.model import Component, Game
from pnp.export.batches import by_back
from pnp.export.order import LeftOut
from pnp.frozen import frozen
from pnp.geometry import Size

_CARD_KINDS = ("card", "aid")
_CUBE_KINDS = ("token", "chip", "marker", "banner")
_PLAIN = "#ffffff"
_DIGITS = 10


@frozen
class Receiver:
    """A virtual table: its name, how many sides its dice have that count from 1 (None for dice with any sides), and
    what comes nearest to a box there, as the rest of a sentence.
    """

    name: str
    dice: tuple[int, ...] | None
    box: str


@frozen
class Deck:
    """Cards of one size that lie together, each as often as it is in the box; `secret` where a back tells nothing."""

    name: str
    pieces: tuple[Printed, ...]
    size: Size
    secret: bool

    @property
    def total(self) -> int:
        return sum(entry.count for entry in self.pieces)

    @property
    def is_face_down(self) -> bool:
        """Whether it lies with its backs up, if it has any."""
        return any(entry.component.back for entry in self.pieces)


@frozen
class FlatPiece:
    """Something flat, copies and all; `secret` where other pieces have the same back, so its face alone tells it."""

    printed: Printed
    secret: bool


@frozen
class Die:
    """Dice of one colour: what their sides show, and millimetres across where the definition says so."""

    printed: Printed
    colour: str
    sides: tuple[str, ...]
    across: float | None

    @property
    def options(self) -> tuple[int | str, ...]:
        """The sides in their order: numbers first, as numbers, and then what is none."""
        numbers = sorted(int(text) for text in self.sides if _is_number(text))
        return (*numbers, *sorted(text for text in self.sides if not _is_number(text)))


@frozen
class Cube:
    """Cubes of one colour, and the millimetres of their edge."""

    printed: Printed
    colour: str
    edge: float


@frozen
class Playset:
    """All that is put on the table, in the game's order, and what is not."""

    decks: tuple[Deck, ...]
    tiles: tuple[FlatPiece, ...]
    dice: tuple[Die, ...]
    cubes: tuple[Cube, ...]
    left_out: tuple[LeftOut, ...]


def playset(box: PrintJob, table: Receiver) -> Playset:
    """The game as that table can have it."""
    # Pieces are told apart by their faces alone where several of them have the same back.
    backs = Counter(entry.component.back for entry in box.printed if entry.component.back)
    shared = {back for back, times in backs.items() if times > 1}
    tiles, dice, cubes, left = [], [], [], []
    for entry in box.printed:
        component, colour = entry.component, _colour(box.game, entry.component)
        if component.trim.outline != "drawn":
            tiles += [] if _is_card(component) else [FlatPiece(entry, component.back in shared)]
        elif problem := _no_solid(component, table):
            left.append(LeftOut(entry, problem))
        elif component.kind == "die":
            dice.append(Die(entry, colour, component.sides, _across(component)))
        elif component.folded is not None:
            cubes.append(Cube(entry, colour, component.folded.width))
    return Playset(tuple(_decks(box.printed, shared)), tuple(tiles), tuple(dice), tuple(cubes), tuple(left))


def _decks(printed: Iterable[Printed], shared: set[str]) -> Iterator[Deck]:
    """A deck for each group and size of cards, or for each back where there are several."""
    found: dict[tuple[str, Size], list[Printed]] = {}
    for entry in printed:
        if _is_card(entry.component):
            found.setdefault((entry.component.group, entry.component.trim.size), []).append(entry)
    taken: set[str] = set()
    for (group, size), pieces in found.items():
        for name, part in by_back(group, pieces):
            yield Deck(distinct(name, taken), part, size, part[0].component.back in shared)


def distinct(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken already; the name is taken then."""
    numbered = (f"{name}-{number}" for number in count(2))
    named = next(each for each in chain([name], numbered) if each not in taken)
    taken.add(named)
    return named


def _is_card(component: Component) -> bool:
    return component.kind in _CARD_KINDS and component.trim.outline == "rectangle"


def _no_solid(component: Component, table: Receiver) -> str:
    """Why the table has no solid for a net, as the rest of a sentence; empty where it has one."""
    if component.kind == "die":
        return _no_die(component.sides, table)
    if component.kind not in _CUBE_KINDS:
        return f"is a box to fold at home; {table.box}"
    if component.folded is None or component.folded.width != component.folded.height:
        return "is a net to fold at home that makes no cube, as far as its definition says (folded)"
    return ""


def _no_die(sides: Sequence[str], table: Receiver) -> str:
    if not sides:
        return "is a die whose sides the definition does not list (sides)"
    if table.dice is None or (len(sides) in table.dice and _counts(sides)):
        return ""
    known = ", ".join(map(str, table.dice))
    return f"is a die with the sides {', '.join(sides)}; {table.name} has dice that count from 1 to {known}"


def _counts(sides: Sequence[str]) -> bool:
    """Whether they are 1, 2, 3 and so on, in any order."""
    return sorted(sides) == sorted(str(number) for number in range(1, len(sides) + 1))


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < _DIGITS


def _across(component: Component) -> float | None:
    try:
        across = float(component.values.get("across", ""))
    except ValueError:
        return None
    return across if 1 <= across <= 500 else None  # what is nan is neither


def _colour(game: Game, component: Component) -> str:
    """The colour of the member of a set that the piece belongs to, as #rrggbb; white where it belongs to none."""
    named = set(component.values.values())
    members = (member for each in game.sets for member in each.members)
    return next((member.colour for member in members if member.id in named), _PLAIN)
