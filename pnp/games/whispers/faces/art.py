"""The game's SVG files in; symbols in the colours asked for out, each made once for an artist."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Path, Shape, Symbol, moved
from pnp.frozen import frozen
from pnp.games.whispers.faces.palette import PARCHMENT, Roles, carved, glow, outlined, stamped
from pnp.geometry import Box, Transform
from pnp.paths import assets

_TINTED = ("wall", "glow1", "glow2", "glow3")
_ROLES = (*_TINTED, "edge", "main", "dark", "detail", "smoke1", "smoke2", "smoke3")
# A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
_MARKS = {role: Colour(0, 1, at / 64) for at, role in enumerate(_ROLES)}
_ROLE_OF = {mark: role for role, mark in _MARKS.items()}

_HALF_TURN = Transform.rotated(180)


@frozen
class Suit:
    """A suit as its table has it."""

    id: str
    colour: Colour
    emblem: str


@frozen
class Slot:
    """Where an emblem stands in a scene: its centre, size (millimetres) and turn (degrees)."""

    x: float
    y: float
    size: float
    turn: float


class Art:
    """Symbols by name; whatever is asked for twice is the same object."""

    def __init__(self, saver: bool) -> None:
        self._saver = saver
        self._folder = assets() / "whispers"
        self._read: dict[str, Symbol] = {}
        self._dyed: dict[str, Symbol] = {}
        self._made: dict[str, Symbol] = {}
        self._slots = _slots((self._folder / "scene" / "slots.csv").read_text(encoding="utf-8"))

    def emblem(self, suit: Suit) -> Symbol:
        """The emblem as a picture."""
        roles = outlined(suit.colour) if self._saver else carved(suit.colour)
        return self.dyed(f"emblem/{suit.emblem}", f"emblem/{suit.id}", roles)

    def stamp(self, suit: Suit) -> Symbol:
        """The emblem in one colour, for an index."""
        ground = WHITE if self._saver else PARCHMENT
        return self.dyed(f"emblem/{suit.emblem}", f"stamp/{suit.id}", stamped(suit.colour, ground))

    def scene(self, rank: int, suit: Suit) -> tuple[Symbol, ...]:
        """The layers of a rank's place: its light in the suit's colour, and what stands in it."""
        if self._saver:
            return (self._drawing(f"scene/{rank}-line"),)
        file = f"scene/{rank}"
        fixed: Roles = dict.fromkeys(_TINTED)
        return (
            self.dyed(file, f"{file}/{suit.id}", glow(suit.colour), only_dyed=True),
            self.dyed(file, file, fixed),
        )

    def slots(self, rank: int) -> tuple[Slot, ...]:
        return self._slots[rank]

    def dyed(self, file: str, identifier: str, roles: Roles, only_dyed: bool = False) -> Symbol:
        """The drawing in these colours, without roles that have none (and without the rest, if so asked)."""
        if identifier not in self._dyed:
            drawing = self._drawing(file)
            shapes = tuple(_dyed(drawing.shapes, roles, only_dyed))
            self._dyed[identifier] = Symbol(identifier, shapes, drawing.bounds)
        return self._dyed[identifier]

    def turned_double(self, file: str, identifier: str, roles: Roles) -> Symbol:
        """A drawing and its half turn about the origin, element by element: the whole maps onto itself."""
        if identifier not in self._dyed:
            half = self.dyed(file, f"{identifier}/half", roles)
            pairs = (shape for path in half.shapes for shape in (path, _half_turned(path)))
            self._dyed[identifier] = Symbol(identifier, tuple(pairs), half.bounds)
        return self._dyed[identifier]

    def shared(self, identifier: str, bounds: Box, make: Callable[[], tuple[Shape, ...]]) -> Symbol:
        """A drawing made by code, once; where it is first asked for decides how it looks."""
        if identifier not in self._made:
            self._made[identifier] = Symbol(identifier, make(), bounds)
        return self._made[identifier]

    def _drawing(self, file: str) -> Symbol:
        if file not in self._read:
            self._read[file] = read_symbol(self._folder / f"{file}.svg", file, _MARKS)
        return self._read[file]


def _half_turned(shape: Shape) -> Shape:
    if not isinstance(shape, Path):
        raise TypeError("a drawing that is turned must be paths alone")
    return replace(shape, commands=moved(shape.commands, _HALF_TURN))


def _dyed(shapes: Iterable[Shape], roles: Roles, only_dyed: bool) -> Iterator[Shape]:
    for shape in shapes:
        if not isinstance(shape, Path):
            raise TypeError("a drawing that takes colours must be paths alone")
        paint = shape.fill or (shape.stroke and shape.stroke.colour)
        role = _ROLE_OF.get(paint, "") if paint else ""
        if role not in roles:
            if not only_dyed:
                yield shape
        elif colour := roles[role]:
            yield _painted(shape, colour)


def _painted(path: Path, colour: Colour) -> Path:
    if path.fill:
        return Path(path.commands, colour, path.stroke, path.even_odd)
    return Path(path.commands, None, path.stroke and replace(path.stroke, colour=colour), path.even_odd)


def _slots(text: str) -> dict[int, tuple[Slot, ...]]:
    found: dict[int, tuple[Slot, ...]] = {}
    for row in csv.DictReader(text.splitlines()):
        slot = Slot(float(row["x"]), float(row["y"]), float(row["size"]), float(row["turn"]))
        found[int(row["rank"])] = (*found.get(int(row["rank"]), ()), slot)
    return found
