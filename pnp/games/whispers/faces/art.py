"""The game's drawings: its inks, the marks that a knife leaves in lino, and its SVG files dyed in the colours asked
for.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Command, Path, Shape, Symbol, moved, polygon
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform
from pnp.paths import assets

PARCHMENT = Colour.parse("#f5e8cc")
INK = Colour.parse("#1d1512")
OAK_DARK = Colour.parse("#281912")
OAK = Colour.parse("#4a2d1a")
WOOD = Colour.parse("#8a5830")
EMBER = Colour.parse("#a8501a")
AMBER = Colour.parse("#dc8c2e")
FLAME = Colour.parse("#f4c766")
SMOKE = Colour.parse("#8d7c62")
SMOKE_MIDDLE = Colour.parse("#cbb894")
SMOKE_LIGHT = Colour.parse("#e2d2b0")

_CANDLELIGHT = Colour.parse("#f6dca6")
_BRIGHTEST = Colour.parse("#fbe6b4")

Roles = Mapping[str, Colour | None]
"""The colour of each role in a drawing; None leaves out what has that role."""
_ROUND = 0.5522847498  # control points of a quarter circle
Point = tuple[float, float]
Commands = tuple[Command, ...]
_TINTED = ("wall", "glow1", "glow2", "glow3")
_ROLES = (*_TINTED, "edge", "main", "dark", "detail", "smoke1", "smoke2", "smoke3")
# A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
_MARKS = {role: Colour(0, 1, at / 64) for at, role in enumerate(_ROLES)}
_ROLE_OF = {mark: role for role, mark in _MARKS.items()}

_HALF_TURN = Transform.rotated(180)


def glow(suit: Colour) -> Roles:
    """Four flat bands from a dark wall to the light of the candle, all leaning towards the suit."""
    return {
        "wall": suit.mixed(INK, 0.62),
        "glow1": suit.mixed(INK, 0.15),
        "glow2": suit.mixed(_CANDLELIGHT, 0.48),
        "glow3": suit.mixed(_BRIGHTEST, 0.8),
    }


def carved(suit: Colour) -> Roles:
    """A suit's emblem as a picture: black contour, shaded, its highlights cut out."""
    return {"edge": INK, "main": suit, "dark": suit.mixed(INK, 0.6), "detail": PARCHMENT}


def stamped(suit: Colour, ground: Colour) -> Roles:
    """A suit's emblem in one colour, as small as an index."""
    return {"edge": None, "main": suit, "dark": None, "detail": ground}


def outlined(suit: Colour) -> Roles:
    """A suit's emblem in lines for the ink saver: what was shade is now the hatch."""
    return {"edge": suit, "main": WHITE, "dark": suit, "detail": suit.mixed(WHITE, 0.72)}


def rounded(corners: Sequence[Point], radius: float) -> Commands:
    """A polygon of right angles with every corner rounded, inner ones as well."""
    commands: list[Command] = []
    for at, corner in enumerate(corners):
        start = _towards(corner, corners[at - 1], radius)
        end = _towards(corner, corners[(at + 1) % len(corners)], radius)
        first = _towards(start, corner, radius * _ROUND)
        second = _towards(end, corner, radius * _ROUND)
        commands += [("L" if at else "M", *start), ("C", *first, *second, *end)]
    return (*commands, ("Z",))


def notched(box: Box, notch: Size, radius: float) -> Commands:
    """A box without its top left and bottom right corners; half a turn maps it onto itself."""
    inner = box.grown(Insets(-notch.width, -notch.height, -notch.width, -notch.height))
    corners = (
        (inner.left, box.top), (box.right, box.top), (box.right, inner.bottom), (inner.right, inner.bottom),
        (inner.right, box.bottom), (box.left, box.bottom), (box.left, inner.top), (inner.left, inner.top),
    )  # fmt: skip
    return rounded(corners, radius)


def star(x: float, y: float, outer: float, inner: float, teeth: int) -> Commands:
    """A disc of light with a toothed rim."""
    return polygon(_polar(x, y, inner if at % 2 else outer, 180 * at / teeth) for at in range(2 * teeth))


def wedges(x: float, y: float, inner: float, outer: float, width: float, count: int) -> Commands:
    """Cuts that run outwards, thickest a third of the way."""
    cuts = (_wedge(x, y, inner, outer, width, 360 * at / count) for at in range(count))
    return tuple(command for cut in cuts for command in cut)


def bars(x: float, y: float, ring: tuple[float, float], angles: Iterable[float], half: float) -> Commands:
    """Edge spots: blocks between two radii, `half` degrees to either side of each angle."""
    inner, outer = ring
    spots = (polygon((*_arc(x, y, outer, at, half), *_arc(x, y, inner, at, -half))) for at in angles)
    return tuple(command for spot in spots for command in spot)


def _wedge(x: float, y: float, inner: float, outer: float, width: float, angle: float) -> Commands:
    waist = inner + (outer - inner) / 3
    spread = math.degrees(width / 2 / waist)
    around = ((inner, 0.0), (waist, spread), (outer, 0.0), (waist, -spread))
    return polygon(_polar(x, y, radius, angle + turn) for radius, turn in around)


def _arc(x: float, y: float, radius: float, angle: float, half: float) -> Iterator[Point]:
    for share in (-1.0, -0.5, 0.0, 0.5, 1.0):
        yield _polar(x, y, radius, angle + share * half)


def _polar(x: float, y: float, radius: float, degrees: float) -> Point:
    angle = math.radians(degrees)
    return x + radius * math.sin(angle), y - radius * math.cos(angle)


def _towards(start: Point, end: Point, distance: float) -> Point:
    share = distance / math.dist(start, end)
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


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
