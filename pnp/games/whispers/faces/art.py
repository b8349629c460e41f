"""The pub's inks, the marks that a knife leaves in lino, and the game's drawings in the colours of a suit."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterable, Iterator

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import GameArt, Roles, recoloured
from pnp.drawing.face import Style
from pnp.drawing.shapes import Command, Commands, Path, Shape, Symbol, joined, moved, polygon
from pnp.frozen import frozen
from pnp.geometry import CIRCLE, Box, Insets, Point, Size, Transform, polar

PARCHMENT = Colour.parse("#f5e8cc")
INK = Colour.parse("#1d1512")
OAK_DARK = Colour.parse("#281912")
OAK = Colour.parse("#4a2d1a")
EMBER = Colour.parse("#a8501a")
AMBER = Colour.parse("#dc8c2e")
FLAME = Colour.parse("#f4c766")
SMOKE = Colour.parse("#8d7c62")
SMOKE_LIGHT = Colour.parse("#e2d2b0")
_CANDLELIGHT = Colour.parse("#f6dca6")
_BRIGHTEST = Colour.parse("#fbe6b4")

_TINTED = ("wall", "glow1", "glow2", "glow3")


def glow(suit: Colour) -> dict[str, Colour]:
    """Four flat bands from a dark wall to the light of the candle, all leaning towards the suit."""
    bands = ((INK, 0.62), (INK, 0.15), (_CANDLELIGHT, 0.48), (_BRIGHTEST, 0.8))
    return {role: suit.mixed(*light) for role, light in zip(_TINTED, bands, strict=True)}


def carved(suit: Colour) -> Roles:
    """A suit's emblem as a picture: black contour, shaded, its highlights cut out."""
    return {"edge": INK, "main": suit, "dark": suit.mixed(INK, 0.6), "detail": PARCHMENT}


def stamped(suit: Colour, ground: Colour) -> Roles:
    """A suit's emblem in one colour, as small as an index."""
    return {"edge": None, "main": suit, "dark": None, "detail": ground}


def outlined(suit: Colour) -> Roles:
    """A suit's emblem in lines for the ink saver: what was shade is now the hatch."""
    return {"edge": suit, "main": WHITE, "dark": suit, "detail": suit.mixed(WHITE, 0.72)}


def notched(box: Box, notch: Size, radius: float) -> Commands:
    """A box without its top left and bottom right corners, all others rounded; half a turn maps it onto itself."""
    inner = box.grown(Insets(-notch.width, -notch.height, -notch.width, -notch.height))
    corners = (
        (inner.left, box.top), (box.right, box.top), (box.right, inner.bottom), (inner.right, inner.bottom),
        (inner.right, box.bottom), (box.left, box.bottom), (box.left, inner.top), (inner.left, inner.top),
    )  # fmt: skip
    commands: list[Command] = []
    for at, corner in enumerate(corners):
        start = _towards(corner, corners[at - 1], radius)
        end = _towards(corner, corners[(at + 1) % len(corners)], radius)
        first, second = _towards(start, corner, radius * CIRCLE), _towards(end, corner, radius * CIRCLE)
        commands += [("L" if at else "M", *start), ("C", *first, *second, *end)]
    return (*commands, ("Z",))


def star(x: float, y: float, outer: float, inner: float, teeth: int) -> Commands:
    """A disc of light with a toothed rim."""
    return polygon(polar(x, y, inner if at % 2 else outer, 180 * at / teeth) for at in range(2 * teeth))


def wedges(
    x: float, y: float, inner: float, outer: float, width: float, count: int, off: Box | None = None
) -> Commands:
    """Cuts that run outwards, thickest a third of the way; none that would reach into the box `off`."""
    waist = inner + (outer - inner) / 3
    spread = math.degrees(width / 2 / waist)
    around = ((inner, 0.0), (waist, spread), (outer, 0.0), (waist, -spread))
    cuts = ([polar(x, y, radius, 360 * at / count + turn) for radius, turn in around] for at in range(count))
    return joined(polygon(cut) for cut in cuts if off is None or not any(off.holds(*point) for point in cut))


def bars(x: float, y: float, ring: tuple[float, float], angles: Iterable[float], half: float) -> Commands:
    """Edge spots: blocks between two radii, `half` degrees to either side of each angle."""
    inner, outer = ring
    return joined(polygon((*_arc(x, y, outer, at, half), *_arc(x, y, inner, at, -half))) for at in angles)


def _arc(x: float, y: float, radius: float, angle: float, half: float) -> Iterator[Point]:
    return (polar(x, y, radius, angle + share * half) for share in (-1.0, -0.5, 0.0, 0.5, 1.0))


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
    """Where an emblem or prop stands in a scene: its centre, size (millimetres) and turn (degrees)."""

    x: float
    y: float
    size: float
    turn: float


class Art(GameArt):
    """The game's symbols by name."""

    def __init__(self, style: Style) -> None:
        roles = (*_TINTED, "edge", "main", "dark", "detail", "accent")
        super().__init__("whispers", style, roles)
        lines = (self._folder / "scene" / "slots.csv").read_text(encoding="utf-8").splitlines()
        self._slots = list(csv.DictReader(lines))

    def emblem(self, suit: Suit) -> Symbol:
        """The emblem as a picture."""
        roles = outlined(suit.colour) if self.saver else carved(suit.colour)
        return self.dyed(f"emblem/{suit.emblem}", f"emblem/{suit.id}", roles)

    def stamp(self, suit: Suit) -> Symbol:
        """The emblem in one colour, for an index."""
        ground = WHITE if self.saver else PARCHMENT
        return self.dyed(f"emblem/{suit.emblem}", f"stamp/{suit.id}", stamped(suit.colour, ground))

    def prop(self, suit: Suit) -> Symbol:
        """A small thing that goes with the suit, in colours of its own and the suit's; in lines for the ink saver."""
        drawing, identifier = f"prop/{suit.emblem}", f"prop/{suit.id}"
        if not self.saver:
            roles = {"edge": INK, "dark": INK, "detail": PARCHMENT, "accent": suit.colour}
            return self.dyed(drawing, identifier, roles)
        shades = {"edge": INK, "dark": INK, "accent": suit.colour.mixed(WHITE, 0.6)}
        return self.painted(drawing, identifier, lambda path, role: (recoloured(path, shades.get(role, WHITE)),))

    def scene(self, rank: int, suit: Suit) -> tuple[Symbol, ...]:
        """The layers of a rank's place: its light in the suit's colour, and what stands in it."""
        if self.saver:
            return (self.drawing(f"scene/{rank}-line"),)
        file = f"scene/{rank}"
        light = self.dyed(file, f"{file}/{suit.id}", glow(suit.colour), rest=False)
        return light, self.dyed(file, file, dict.fromkeys(_TINTED))

    def slots(self, rank: int, shows: str) -> tuple[Slot, ...]:
        """Where the emblems, or the props, stand in a rank's place."""
        rows = [row for row in self._slots if (int(row["rank"]), row["shows"]) == (rank, shows)]
        return tuple(Slot(*(float(row[column]) for column in ("x", "y", "size", "turn"))) for row in rows)

    def doubled(self, file: str, identifier: str, roles: Roles) -> Symbol:
        """A drawing and its half turn about the origin, element by element: the whole maps onto itself."""
        half = self.dyed(file, f"{identifier}/half", roles)
        return self.shared(identifier, half.bounds, lambda: _with_half_turns(half))


def _with_half_turns(symbol: Symbol) -> Iterator[Shape]:
    for path in symbol.shapes:
        if isinstance(path, Path):
            yield path
            yield Path(moved(path.commands, Transform.rotated(180)), path.fill, path.stroke, path.even_odd)
