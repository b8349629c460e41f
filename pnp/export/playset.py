"""What every virtual table is given of a game: decks, tiles, dice and cubes, and what is left out; stacks in rows.

A deck lies face down if it has backs, unless it is one of aids. A tile is anything else that is flat. A net that is
folded into a die or a cube is that die or cube here; all other nets are left out by name, with the nearest thing that
the table knows.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, count

from pnp.build.job import Printed, PrintJob
from pnp.definition.model import Component, Game
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import TEXT_BOLD, FontError
from pnp.drawing.shapes import Group, Path, Text, polygon
from pnp.drawing.text import shortened
from pnp.errors import Finding, InputInvalid
from pnp.export.fitting import by_back, slug
from pnp.export.order import LeftOut
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Size, Transform, Trim
from pnp.language.wording import Wording, passage

_CARD_KINDS = ("card", "aid", "extra")
_CUBE_KINDS = ("token", "chip", "marker", "banner")
_PLAIN = "#ffffff"
_DIGITS = 10
_STEP, _STEPS = 0.96, 120
_SIDE = 20.0  # millimetres of a side of a die, as it is drawn
_LARGEST, _SMALLEST = 26.0, 4.0  # points
_FOLD = 0.05  # share of the top of a cube along its edges in which the lines to fold lie


_EXTRAS = passage("extras", "groups")
A_DECK = passage("{name}: a deck of {count}")


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
    """Cards of one size that lie together, each as often as it is in the box; `secret` where a back tells nothing.

    Players read the `title`; files have the `name`.
    """

    name: str
    title: str
    pieces: tuple[Printed, ...]
    size: Size
    secret: bool

    @property
    def total(self) -> int:
        return sum(entry.count for entry in self.pieces)

    @property
    def is_face_down(self) -> bool:
        """Whether it lies with its backs up, if it has any; aids are there to be read."""
        return any(entry.component.back for entry in self.pieces if entry.component.kind != "aid")


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
        if not component.trim.outline.is_drawn:
            tiles += [] if _is_card(component) else [FlatPiece(entry, component.back in shared)]
        elif problem := _no_solid(component, table, box.game.wording):
            left.append(LeftOut(entry, problem))
        elif component.kind == "die":
            dice.append(Die(entry, colour, component.sides, _across(component)))
        elif component.folded is not None:
            cubes.append(Cube(entry, colour, component.folded.width))
    return Playset(tuple(_decks(box, shared)), tuple(tiles), tuple(dice), tuple(cubes), tuple(left))


def as_read(box: PrintJob, table: Receiver) -> PrintJob:
    """The game with everything that is laid out on its side turned back, so that it stands on the table as it is read.

    Cards of one deck, and pieces of one back, that are not all turned alike stay as they are printed: on the table they
    are one stack, and nobody is to tell them apart by how they lie.
    """
    game, given = box.game, playset(box, table)
    stacks = [*(deck.pieces for deck in given.decks), *((tile.printed,) for tile in given.tiles)]
    turns: dict[str, set[int]] = {}
    for component in (entry.component for stack in stacks for entry in stack):
        turns.setdefault(component.back or component.id, set()).add(game.turn_of(component))
    behind = {back.id: game.turn_of(back) for back in game.backs}
    turned: dict[str, int] = {}
    for stack in stacks:
        components = [entry.component for entry in stack]
        (turn, *others) = set().union(*(turns[each.back or each.id] for each in components))
        if turn and not others:
            # A piece that was turned to be read shows its other side turned the other way.
            turned |= {each.back: -behind.get(each.back, 0) or turn for each in components if each.back}
            turned |= {each.id: -turn for each in components}
    faces = {name: face.turned(turned.get(name, 0)) for name, face in box.faces.items()}

    def lying(entry: Printed) -> Printed:
        component = entry.component
        trim = component.trim.turned(turned.get(component.id, 0))
        return replace(entry, component=replace(component, trim=trim))

    return replace(box, printed=tuple(map(lying, box.printed)), faces=faces)


def _decks(box: PrintJob, shared: set[str]) -> Iterator[Deck]:
    """A deck for each group and size of cards, or for each back where there are several; extras lie apart."""
    found: dict[tuple[str, Size], list[Printed]] = {}
    for entry in box.printed:
        if _is_card(entry.component):
            group = _EXTRAS if entry.component.kind == "extra" else entry.component.group
            found.setdefault((group, entry.component.trim.size), []).append(entry)
    taken: set[str] = set()
    for (group, size), pieces in found.items():
        for name, part in by_back(group, pieces):
            own = distinct(name, taken)
            said = box.game.wording.said("groups", own)
            title = said if said != own else own.replace("-", " ")
            yield Deck(own, title, part, size, part[0].component.back in shared)


def distinct(name: str, taken: set[str]) -> str:
    """The name, with a number where it is taken already; the name is taken then."""
    numbered = (f"{name}-{number}" for number in count(2))
    named = next(each for each in chain([name], numbered) if each not in taken)
    taken.add(named)
    return named


def _is_card(component: Component) -> bool:
    return component.kind in _CARD_KINDS and component.trim.outline.is_straight


def _no_solid(component: Component, table: Receiver, wording: Wording) -> str:
    """Why the table has no solid for a net, as the rest of a sentence; empty where it has one."""
    if component.kind == "die":
        return _no_die(component.sides, table, wording)
    if component.kind not in _CUBE_KINDS:
        return wording("is a box to fold at home; {nearest}", nearest=wording(table.box))
    if component.folded is None or component.folded.width != component.folded.height:
        return wording("is a net to fold at home that makes no cube, as far as its definition says (folded)")
    return ""


def _no_die(sides: Sequence[str], table: Receiver, wording: Wording) -> str:
    if not sides:
        return wording("is a die whose sides the definition does not list (sides)")
    if table.dice is None or (len(sides) in table.dice and _counts(sides)):
        return ""
    known = ", ".join(map(str, table.dice))
    return wording(
        "is a die with the sides {sides}; {table} has dice that count from 1 to {known}",
        sides=", ".join(sides), table=table.name, known=known,
    )  # fmt: skip


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


@frozen
class Footprint:
    """Millimetres of a thing, and what stands above and below it in the room's own units, whatever the scale."""

    size: Size
    above: float = 0.0
    below: float = 0.0
    least: float = 0.0
    """The width in units that its label takes."""


@frozen
class Position:
    """Where a thing lies in the room: its top left, its width and height, all in the room's units."""

    x: float
    y: float
    width: float
    height: float


def lay_in_rows(
    things: Sequence[Footprint], width: float, height: float, scale: float, gap: float
) -> tuple[float, tuple[Position, ...]]:
    """Units to the millimetre, `scale` or less, and a place for each thing, in rows in their order, that far apart.

    A room of any height keeps the scale. What would need a scale that shows nothing any more overlaps from top to
    bottom instead.
    """
    for _ in range(_STEPS):
        places, bottom = _rows(things, width, scale, gap)
        if bottom <= height and (math.isinf(height) or all(place.x + place.width <= width for place in places)):
            return scale, places
        scale *= _STEP
    squeeze = min(1.0, height / bottom)
    return scale, tuple(Position(place.x, place.y * squeeze, place.width, place.height) for place in places)


def _rows(things: Sequence[Footprint], width: float, scale: float, gap: float) -> tuple[tuple[Position, ...], float]:
    places: list[Position] = []
    left, top, bottom = gap, gap, gap
    for thing in things:
        wide, high = thing.size.width * scale, thing.size.height * scale
        if left > gap and left + max(wide, thing.least) + gap > width:
            left, top = gap, bottom + gap
        places.append(Position(left, top + thing.above, wide, high))
        left += max(wide, thing.least) + gap
        bottom = max(bottom, top + thing.above + high + thing.below)
    return tuple(places), bottom + gap


@frozen
class Flat:
    """A piece and what is drawn on its two sides; None for a blank back."""

    printed: Printed
    front: Face
    back: Face | None


@frozen
class Stack:
    """Flat pieces of one size that lie on one another; `secret` where backs are shared, so that faces alone tell."""

    name: str
    title: str
    pieces: tuple[Flat, ...]
    size: Size
    is_deck: bool
    is_face_down: bool
    secret: bool


def stacks(given: Playset, faces: Mapping[str, Face]) -> list[Stack]:
    """Every deck, tile and cube of the set, in that order."""

    def flat(entry: Printed) -> Flat:
        back = entry.component.back
        return Flat(entry, faces[entry.component.id], faces[back] if back else None)

    def single(piece: Flat, secret: bool) -> Stack:
        title, size = piece.printed.component.name, piece.front.trim.size
        return Stack(slug(piece.front.id), title, (piece,), size, False, False, secret)

    decks = (
        Stack(deck.name, deck.title, tuple(map(flat, deck.pieces)), deck.size, True, deck.is_face_down, deck.secret)
        for deck in given.decks
    )
    tiles = (single(flat(tile.printed), tile.secret) for tile in given.tiles)
    tops = ((cube, top_of(cube, faces[cube.printed.component.id])) for cube in given.cubes)
    return [*decks, *tiles, *(single(Flat(cube.printed, top, top), False) for cube, top in tops)]


def top_of(cube: Cube, net: Face) -> Face:
    """What is seen of a cube from above: that part of its net, or its colour where the net does not tell."""
    trim = Trim(Size(cube.edge, cube.edge))
    shapes: tuple[Path | Group, ...] = (_ground(Colour.parse(cube.colour), cube.edge),)
    if isinstance(net.top, Box):
        seen = net.top.grown(Insets.even(-_FOLD * net.top.width))
        moved = Transform.moved(-seen.left, -seen.top).then(Transform.scaled(cube.edge / seen.width))
        shapes = (*shapes, Group(net.shapes, moved))
    return Face(f"{net.id}/top", trim, shapes)


def side_of(die: Die, text: str, style: Style) -> Face:
    """A side of a die: its text, white on the die's colour or the other way round where that is hard to read."""
    colour, trim = Colour.parse(die.colour), Trim(Size(_SIDE, _SIDE))
    ink = WHITE if colour.difference(WHITE) > 30 else Colour(0.1, 0.1, 0.1)
    middle = _middle(text, ink, style, die.printed.component.where)
    return Face(f"{die.printed.component.id}/side-{text}", trim, (_ground(colour, _SIDE), middle))


def _middle(text: str, ink: Colour, style: Style, where: str) -> Text:
    """The text in the middle of a side, as large as there is room for it."""
    font, room = style.fonts[TEXT_BOLD], _SIDE * 0.8
    try:
        size = max(_SMALLEST, min(_LARGEST, _LARGEST * room / max(font.width(text, _LARGEST), 0.1)))
        short = shortened(text, font, size, room)
    except FontError as failure:
        raise InputInvalid([Finding("error", "missing-glyph", where, f"the sides: {failure}")]) from failure
    base = _SIDE / 2 + font.cap_height * size * MM_PER_POINT / 2
    return Text(_SIDE / 2, base, short, TEXT_BOLD, size, ink, "middle")


def _ground(colour: Colour, edge: float) -> Path:
    return Path(polygon(((0.0, 0.0), (edge, 0.0), (edge, edge), (0.0, edge))), colour)
