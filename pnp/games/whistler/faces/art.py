"""The game's drawings in the colours of a suit, in either edition, and in an engraver's lines for the ink saver."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.definition.model import Game
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import GameArt, recoloured
from pnp.drawing.face import Style
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Use, around, joined, line
from pnp.frozen import frozen
from pnp.geometry import Box, Transform

PAPER = Colour.parse("#fbf6e9")
INK = Colour.parse("#171a26")
NIGHT = Colour.parse("#182033")
WAVE = Colour.parse("#27506b")
ICE = Colour.parse("#c3dbe6")
GOLD = Colour.parse("#dba233")
RED = Colour.parse("#c3242e")

_OF_SUIT = ("second", "third", "hair", "skin", "blush", "lip")
_SHADE = 0.45  # of ink in the darker tone of a suit's colour

Roles = Mapping[str, Colour]
"""The colour of each role in a drawing."""
SHARED: Roles = {
    "paper": PAPER, "ink": INK, "gold": GOLD, "night": NIGHT, "wave": WAVE, "ripple": WAVE, "ice": ICE, "red": RED,
}  # fmt: skip
_REACH = 50.0  # mm from the origin of a drawing that hatching covers
_BOLD, _CONTOUR, _FINE = 0.4, 0.24, 0.2  # an outline of a pip, another, and a hatching line
_SMALL = 3.0  # mm² of the box below which an area is filled or left white, not hatched
_THICKEST = 0.35
_MANY = 6  # pieces of one path, such as the feathers of a row, from which their contours tell enough

# Millimetres from line to line and the slope of the lines, for the roles that stand dark in colour.
_HATCHES = {
    "deep": (1.2, 1.0), "main": (1.7, -1.0), "second": (1.8, 1.0), "hair": (2.2, 0.0), "blush": (1.8, 0.0),
    "wave": (1.8, -1.0), "lip": (1.4, -1.0),
}  # fmt: skip
_SPOT = 20.0  # mm² of the box below which even a patch of lively colour stays filled
_FILLED_WHEN_SMALL = frozenset({"deep", "main", "second", "blush", "red"})


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
    found = {}
    for row in game.tables["suits"].rows:
        main = Colour.parse(row["colour"] if edition == "four-colour" else pairs[row["pair"]])
        own = {role: Colour.parse(row[role]) for role in _OF_SUIT}
        roles = {**SHARED, **own, "main": main, "deep": main.mixed(INK, _SHADE)}
        found[row["suit"]] = Suit(row["suit"], row["name"], main, roles)
    return found


class Art(GameArt):
    """Symbols by name, engraved for the ink saver: each hatching is made once and shown through all that it fills."""

    def __init__(self, style: Style) -> None:
        super().__init__("whistler", style, (*SHARED, "main", "deep", *_OF_SUIT))

    def stamp(self, suit: Suit) -> Symbol:
        """The suit's sign in one colour, for an index: what is in its own colour, and nothing that is cut out of it."""
        return self.dyed(f"pip/{suit.id}", f"stamp/{suit.id}", {"main": suit.colour}, rest=False)

    def pip(self, suit: Suit) -> Symbol:
        """The suit's sign with its breath of wind; an outline and the breath alone for the ink saver."""
        if not self.saver:
            return self.engraved(f"pip/{suit.id}", suit.roles)

        def paint(path: Path, role: str) -> Iterator[Shape]:
            inked = Stroke(suit.colour, _BOLD, cap="round", join="round")
            yield replace(path, fill=path.fill and WHITE, stroke=inked)

        return self.painted(f"pip/{suit.id}", f"pip/{suit.id}", paint)

    def engraved(self, file: str, roles: Roles) -> Symbol:
        """The drawing of a file, each path in the colour that its role has."""

        def paint(path: Path, role: str) -> Iterator[Shape]:
            if role not in roles:
                raise ArtError(f"{file}.svg: each element must be a path with a class of the palette")
            if self.saver:
                return self._cut(path, role, roles[role])
            return iter((recoloured(path, roles[role]),))

        return self.painted(file, file, paint)

    def doubled(self, file: str, roles: Roles) -> Symbol:
        """A drawing and its half turn about the origin, element by element: the whole maps onto itself."""
        half = self.engraved(file, roles)
        turn = Transform.rotated(180)
        pairs = (shape for each in half.shapes for shape in (each, Group((each,), turn)))
        return self.shared(f"{file}/whole", half.bounds, lambda: pairs)

    def _cut(self, path: Path, role: str, colour: Colour) -> Iterator[Shape]:
        """A white area with a contour and its role's hatching; lines stay lines, thinner where they were bars."""
        if role == "ripple":
            return
        # Dark enough for a hairline: light colours are drawn with ink in them.
        contour = colour if colour.difference(WHITE) > 55 else colour.mixed(INK, 0.6)
        if path.fill is None:  # in the colour of paper, a cut through what lies below, hatching too
            stroke = path.stroke or Stroke(contour, _CONTOUR)
            thin = replace(stroke, paint=contour, width=min(stroke.width, _THICKEST))
            yield replace(path, stroke=replace(stroke, paint=WHITE) if role == "paper" else thin)
            return
        box = around(path.commands)
        small = box.width * box.height < _SMALL
        spot = role == "ink" or (role == "lip" and box.width * box.height < _SPOT)
        if spot or (small and role in _FILLED_WHEN_SMALL):
            yield Path(path.commands, colour, None, path.even_odd)
            return
        ornament = sum(letter == "M" for letter, *_ in path.commands) > _MANY
        edge = Stroke(contour, _FINE if ornament else _CONTOUR, join="round")
        halo = path.stroke and replace(path.stroke, paint=WHITE)
        yield Path(path.commands, WHITE, halo if role == "night" else edge, path.even_odd)
        if role in _HATCHES and not small and not ornament:
            yield Group((Use(self._hatch(role, contour)),), clip=Path(path.commands, even_odd=path.even_odd))

    def _hatch(self, role: str, colour: Colour) -> Symbol:
        """Lines at equal distances across, each from one side of the reach to the other."""
        pitch, slope = _HATCHES[role]
        step = pitch * (1 + slope * slope) ** 0.5
        most = int(_REACH * (1 + abs(slope)) / step)
        heights = (at * step for at in range(-most, most + 1))
        lines = joined(line(-_REACH, y - slope * _REACH, _REACH, y + slope * _REACH) for y in heights)
        name = f"hatch/{role}/{str(colour).removeprefix('#')}"
        reach = Box(-_REACH, -_REACH, _REACH, _REACH)
        return self.shared(name, reach, lambda: (Path(lines, None, Stroke(colour, _FINE)),))
