"""The game's drawings: the colour of each role in either edition, an engraver's lines, and the SVG files made into
symbols.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace

from pnp.definition.model import Game, Row
from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Symbol, Use
from pnp.frozen import frozen
from pnp.geometry import Box, Transform
from pnp.paths import assets

PAPER = Colour.parse("#fbf6e9")
INK = Colour.parse("#171a26")
NIGHT = Colour.parse("#182033")
WAVE = Colour.parse("#27506b")
ICE = Colour.parse("#c3dbe6")
GOLD = Colour.parse("#dba233")
RED = Colour.parse("#c3242e")
STONE = Colour.parse("#e9e0cb")

_OF_SUIT = ("second", "third", "hair", "skin", "blush", "lip")
_SHADE = 0.45  # of ink in the darker tone of a suit's colour

Roles = Mapping[str, Colour]
SHARED: Roles = {
    "paper": PAPER,
    "ink": INK,
    "gold": GOLD,
    "night": NIGHT,
    "wave": WAVE,
    "ripple": WAVE,
    "ice": ICE,
    "red": RED,
}
_REACH = 50.0  # mm from the origin of a drawing that hatching covers
_CONTOUR, _FINE, _HATCH = 0.15, 0.11, 0.1
_SMALL = 3.0  # mm² of the box below which an area is filled or left white, not hatched
_THICKEST = 0.35
_MANY = 6  # pieces of one path, such as the feathers of a row, from which their contours tell enough

# Millimetres from line to line and the slope of the lines, for the roles that stand dark in colour.
_HATCHES = {
    "deep": (1.0, 1.0), "main": (1.4, -1.0), "second": (1.5, 1.0), "hair": (1.8, 0.0), "blush": (1.6, 0.0),
    "wave": (1.5, -1.0),
}  # fmt: skip
_SOLID = frozenset({"ink", "lip"})
_FILLED_WHEN_SMALL = frozenset({"deep", "main", "second", "blush", "red"})
_NO_CONTOUR = frozenset({"night"})
_LEFT_OUT = frozenset({"ripple"})
_ROLES = (*SHARED, "main", "deep", "second", "third", "hair", "skin", "blush", "lip")
# A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
_MARKS = {role: Colour(0, 1, at / 64) for at, role in enumerate(_ROLES)}
_ROLE_OF = {mark: role for role, mark in _MARKS.items()}

HALF_TURN = Transform.rotated(180)


@frozen
class Suit:
    """A suit as its table has it: the colour it is printed in, and what its figures wear."""

    id: str
    name: str
    colour: Colour
    roles: Roles


def suits_of(game: Game, edition: str) -> Mapping[str, Suit]:
    """The suits by id; black and red unless the edition gives each a colour of its own."""
    pairs = {row["pair"]: row["colour"] for row in game.tables["pairs"].rows}
    two = edition != "four-colour"
    rows = game.tables["suits"].rows
    return {row["suit"]: _suit(row, pairs[row["pair"]] if two else row["colour"]) for row in rows}


def _suit(row: Row, colour: str) -> Suit:
    main = Colour.parse(colour)
    own = {role: Colour.parse(row[role]) for role in _OF_SUIT}
    return Suit(row["suit"], row["name"], main, {**SHARED, **own, "main": main, "deep": main.mixed(INK, _SHADE)})


class Engraver:
    """Cuts drawings into lines; each hatching is made once and shown through every area that it fills."""

    def __init__(self) -> None:
        self._hatches: dict[tuple[str, Colour], Symbol] = {}

    def cut(self, path: Path, role: str, colour: Colour) -> Iterator[Shape]:
        """A white area with a contour and its role's hatching; lines stay lines, thinner where they were bars."""
        if role in _LEFT_OUT:
            return
        contour = _contour_colour(colour)
        if path.fill is None and role == "paper":  # a cut through what lies below, hatching too
            yield replace(path, stroke=path.stroke and replace(path.stroke, colour=WHITE))
            return
        if path.fill is None:
            width = min(path.stroke.width, _THICKEST) if path.stroke else _CONTOUR
            yield replace(path, stroke=path.stroke and replace(path.stroke, colour=contour, width=width))
            return
        small = _area(path.commands) < _SMALL
        if role in _SOLID or (small and role in _FILLED_WHEN_SMALL):
            yield Path(path.commands, colour, None, path.even_odd)
            return
        ornament = sum(letter == "M" for letter, *_ in path.commands) > _MANY
        edge = Stroke(contour, _FINE if ornament else _CONTOUR, join="round")
        yield Path(path.commands, WHITE, None if role in _NO_CONTOUR else edge, path.even_odd)
        if role in _HATCHES and not small and not ornament:
            yield Group((Use(self._hatch(role, contour)),), clip=Path(path.commands, even_odd=path.even_odd))

    def _hatch(self, role: str, colour: Colour) -> Symbol:
        key = (role, colour)
        if key not in self._hatches:
            pitch, slope = _HATCHES[role]
            stroke = Stroke(colour, _HATCH)
            lines = Path(tuple(_lines(pitch, slope)), None, stroke)
            name = f"hatch/{role}/{str(colour).removeprefix('#')}"
            self._hatches[key] = Symbol(name, (lines,), Box(-_REACH, -_REACH, _REACH, _REACH))
        return self._hatches[key]


def _contour_colour(colour: Colour) -> Colour:
    """Dark enough for a hairline: light colours are drawn with ink in them."""
    return colour if colour.difference(WHITE) > 55 else colour.mixed(INK, 0.6)


def _area(commands: tuple[Command, ...]) -> float:
    xs = [value for _, *numbers in commands for value in numbers[0::2]]
    ys = [value for _, *numbers in commands for value in numbers[1::2]]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _lines(pitch: float, slope: float) -> Iterator[Command]:
    """Lines at equal distances across, each from one side of the reach to the other."""
    step = pitch * (1 + slope * slope) ** 0.5
    most = int(_REACH * (1 + abs(slope)) / step)
    for at in range(-most, most + 1):
        yield ("M", -_REACH, at * step - slope * _REACH)
        yield ("L", _REACH, at * step + slope * _REACH)


class Art:
    """Symbols by name; whatever is asked for twice is the same object."""

    def __init__(self, saver: bool) -> None:
        self._engraver = Engraver() if saver else None
        self._folder = assets() / "whistler"
        self._made: dict[str, Symbol] = {}

    def court(self, suit: Suit, rank: str) -> Symbol:
        """The upper half of a court card, its origin in the middle of the card."""
        return self.dyed(f"court/{suit.id}-{rank}", suit.roles)

    def seam(self, suit: Suit) -> Symbol:
        """The band where the halves of a suit's courts meet."""
        return self.doubled(f"seam/{suit.id}", suit.roles)

    def ace(self, suit: Suit) -> Symbol:
        return self.dyed(f"ace/{suit.id}", suit.roles)

    def pip(self, suit: Suit) -> Symbol:
        """The suit's sign as it stands on number cards."""
        return self.dyed(f"pip/{suit.id}", suit.roles)

    def stamp(self, suit: Suit) -> Symbol:
        """The suit's sign in one colour, for an index."""
        identifier = f"stamp/{suit.id}"

        def solid() -> Symbol:
            drawing = self._read(f"pip/{suit.id}")
            return Symbol(identifier, tuple(_solid(drawing.shapes, suit.colour)), drawing.bounds)

        return self._once(identifier, solid)

    def doubled(self, file: str, roles: Roles) -> Symbol:
        """A drawing and its half turn about the origin, element by element: the whole maps onto itself."""

        def both() -> Symbol:
            half = self.dyed(file, roles)
            pairs = (shape for each in half.shapes for shape in (each, Group((each,), HALF_TURN)))
            return Symbol(f"{file}/whole", tuple(pairs), half.bounds)

        return self._once(f"{file}/whole", both)

    def dyed(self, file: str, roles: Roles) -> Symbol:
        """The drawing of a file, each path in the colour that its role has."""

        def coloured() -> Symbol:
            drawing = self._read(file)
            return replace(drawing, shapes=tuple(self._dye(file, drawing.shapes, roles)))

        return self._once(file, coloured)

    def shared(self, identifier: str, bounds: Box, make: Callable[[], tuple[Shape, ...]]) -> Symbol:
        """A drawing made by code, once; where it is first asked for decides how it looks."""
        return self._once(identifier, lambda: Symbol(identifier, make(), bounds))

    def _once(self, identifier: str, make: Callable[[], Symbol]) -> Symbol:
        if identifier not in self._made:
            self._made[identifier] = make()
        return self._made[identifier]

    def _read(self, file: str) -> Symbol:
        return read_symbol(self._folder / f"{file}.svg", file, _MARKS)

    def _dye(self, file: str, shapes: Iterable[Shape], roles: Roles) -> Iterator[Shape]:
        for shape in shapes:
            role = _role(shape)
            if not isinstance(shape, Path) or role not in roles:
                raise ArtError(f"{file}.svg: each element must be a path with a class of the palette")
            if self._engraver:
                yield from self._engraver.cut(shape, role, roles[role])
            else:
                yield _painted(shape, roles[role])


def _role(shape: Shape) -> str:
    if not isinstance(shape, Path):
        return ""
    paint = shape.fill or (shape.stroke and shape.stroke.colour)
    return _ROLE_OF.get(paint, "") if paint else ""


def _painted(path: Path, colour: Colour) -> Path:
    if path.fill:
        return replace(path, fill=colour)
    return replace(path, stroke=path.stroke and replace(path.stroke, colour=colour))


def _solid(shapes: Iterable[Shape], colour: Colour) -> Iterator[Path]:
    """What is in the suit's own colour, and nothing that is cut out of it."""
    return (replace(shape, fill=colour) for shape in shapes if isinstance(shape, Path) and _role(shape) == "main")
