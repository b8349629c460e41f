"""The shapes of this game's dreams (cells, whirls, hatching, a far board), and its emblems in any colours."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import GameArt
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.lettering import cap_height, centred, column, set_at
from pnp.drawing.shapes import (
    Command,
    Commands,
    Path,
    Shape,
    Stroke,
    Symbol,
    joined,
    points_of,
    polygon,
    polyline,
    rectangle,
    regular,
)
from pnp.drawing.text import Lettering
from pnp.frozen import frozen
from pnp.geometry import Box, Point, polar
from pnp.nets import solids
from pnp.nets.solids import Solid, Vector

INK = Colour.parse("#14122b")
NIGHT = Colour.parse("#221e4d")
DUSK = Colour.parse("#43378a")
PLUM = Colour.parse("#83428a")
ROSE = Colour.parse("#cf5c78")
CORAL = Colour.parse("#f2845c")
PEACH = Colour.parse("#f9c48f")
BONE = Colour.parse("#fcf1de")
SEA = Colour.parse("#2b8c86")
STONE = Colour.parse("#8b86a6")

Roles = Mapping[str, Colour]
_FINEST = 0.2  # millimetres of a line
_AIR = 1.6  # least room between paragraphs, in millimetres
Shade = Literal["black", "white", "neutral"]
# One step along each side of a ring, in axial coordinates; six of them lead around.
_STEPS = ((0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1), (1, 0))
_LIGHT: Vector = solids.unit((-0.62, -0.5, 0.72))
"""Where the light comes from, for a viewer who looks along +y: from the left, before and above."""


def sky(colour: Colour) -> tuple[Colour, ...]:
    """Six bands of one colour, from the top of the sky down to the light behind the edge of the world."""
    dark = [colour.mixed(INK, share) for share in (0.72, 0.5, 0.26)]
    return (*dark, *(colour.mixed(PEACH, share) for share in (0.16, 0.5, 0.84)))


def tones(colour: Colour) -> tuple[Colour, ...]:
    """Five flat tones of a solid in the evening sun, from its dark side to its bright one."""
    return colour.mixed(INK, 0.62), colour.mixed(INK, 0.34), colour, colour.mixed(PEACH, 0.5), colour.mixed(BONE, 0.86)


def carved(light: Colour, ground: Colour) -> Roles:
    """An emblem of one colour on a ground of another, its shade in between."""
    return {"main": light, "shade": light.mixed(ground, 0.5), "soft": light.mixed(ground, 0.24), "cut": ground}


def printed(colour: Colour) -> Roles:
    """An emblem in colour on white paper."""
    return {"main": colour, "shade": colour.mixed(WHITE, 0.5), "soft": colour.mixed(WHITE, 0.72), "cut": WHITE}


class Art(GameArt):
    """Symbols by file and by the use that gives them their colours (`token`, `die` ...)."""

    def __init__(self, style: Style) -> None:
        super().__init__("whims", style)

    def emblem(self, name: str, use: str, roles: Roles) -> Symbol:
        """A player's emblem."""
        return self.plain(f"emblem/{name}", f"emblem/{name}/{use}", roles)


@frozen
class Owner:
    """Whose screen or die it is."""

    colour: Colour
    emblem: str


@frozen
class Hand:
    """How words are set on one piece: sizes in points from the largest to the smallest, and the colour of marks."""

    style: Style
    sizes: Sequence[float]
    colour: Colour

    @property
    def mark(self) -> Colour:
        return INK if self.style.saver else self.colour


def numbered(words: Sequence[str], box: Box, hand: Hand) -> Iterator[Shape]:
    """Paragraphs spread over the box in the largest size that leaves air between them, each with its number."""
    fonts, saver = hand.style.fonts, hand.style.saver
    room = Box(box.left + 5.6, box.top, box.right, box.bottom)
    too_long = f"a text needs more than {box.height:.1f} mm even at {hand.sizes[-1]:g} pt; shorten it"
    rows = column(words, room, Lettering(1, INK, leading=1.2), hand.sizes, (_AIR, 2.4 * _AIR), fonts, too_long)
    half_cap = cap_height(rows.lettering.size, fonts, rows.lettering.regular) / 2
    for number, (text, top) in enumerate(zip(words, rows.tops(box.top)), 1):
        x, y = box.left + 2.2, top + half_cap
        cell = regular(x, y, 2.5, 6)
        yield Path(cell, WHITE, Stroke(hand.mark, 0.25)) if saver else Path(cell, hand.mark)
        yield centred(str(number), x, y, TEXT_BOLD, 8, hand.mark if saver else WHITE, fonts)
        yield set_at(text, room, top, rows.lettering, fonts)


@frozen
class Lens:
    """A flat world seen from above its ground: `y` of its edge, `x` straight ahead, and how large things look."""

    x: float
    horizon: float
    focus: float
    height: float

    def seen(self, across: float, away: float, up: float = 0.0) -> Point:
        """Where a point of the world is in the picture."""
        scale = self.focus / away
        return self.x + across * scale, self.horizon + (self.height - up) * scale


@frozen
class Cell:
    """A hexagon: axial coordinates, and its place as ring (0 is the centre), sextant (0 to 5) and step in it."""

    q: int
    r: int
    ring: int
    sextant: int
    step: int
    shade: Shade

    def centre(self, size: float) -> Point:
        """Where it is, x right and y down from the middle, for hexagons of that radius with a corner up."""
        return size * math.sqrt(3) * (self.q + self.r / 2), size * 1.5 * self.r


def cells(side: int) -> Iterator[Cell]:
    """The cells of a hexagon with that many cells to a side, 1 + 3 side (side - 1) of them, ring by ring.

    A sixth of a turn changes every black cell for a white one, so there are as many of the one as of the other.
    """
    yield Cell(0, 0, 0, 0, 0, "neutral")
    for ring in range(1, side):
        q, r = ring, -ring
        for sextant, (right, down) in enumerate(_STEPS):
            for step in range(ring):
                yield Cell(q, r, ring, sextant, step, "black" if (ring + sextant) % 2 else "white")
                q, r = q + right, r + down


def whirl(x: float, y: float, radius: float, twist: float, colours: Sequence[Colour], count: int) -> tuple[Path, ...]:
    """Hexagons, each turned inside the one before it until its corners touch; half a turn leaves them as they are."""
    return tuple(Path(ring, colours[at % len(colours)]) for at, ring in enumerate(_rings(x, y, radius, twist, count)))


def blades(x: float, y: float, radius: float, twist: float, colours: Sequence[Colour], count: int) -> Iterator[Path]:
    """The corners that such a whirl leaves uncovered, arm by arm: on a ground that it runs out of on all sides."""
    rings = [[points_of(command)[0] for command in ring[:-1]] for ring in _rings(x, y, radius, twist, count + 1)]
    for arm in range(6):
        for first, colour in enumerate(colours):
            corners = (
                (rings[at][arm], rings[at + 1][arm], rings[at + 1][arm - 1]) for at in range(first, count, len(colours))
            )
            yield Path(joined(map(polygon, corners)), colour)


def whirl_lines(x: float, y: float, radius: float, twist: float, stroke: Stroke, count: int) -> Path:
    """The same whirl in lines, for the ink saver."""
    return Path(joined(_rings(x, y, radius, twist, count)), None, stroke)


def _rings(x: float, y: float, radius: float, twist: float, count: int) -> Iterator[Commands]:
    shrink = math.cos(math.pi / 6) / math.cos(math.pi / 6 - math.radians(twist))
    return (regular(x, y, radius * shrink**at, 6, twist * at) for at in range(count))


def bands(box: Box, ends: Sequence[float], colours: Sequence[Colour]) -> Iterator[Path]:
    """Flat bands of sky: each reaches from its own end (a share of the height) to the foot of the box."""
    for end, colour in zip((0.0, *ends), colours):
        yield Path(rectangle(Box(box.left, box.top + end * box.height, box.right, box.bottom)), colour)


def hatch(corners: Sequence[Point], gap: float, degrees: float) -> Commands:
    """Parallel lines inside a convex polygon."""
    turn = math.radians(degrees)
    along, across = (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))
    levels = [x * across[0] + y * across[1] for x, y in corners]
    found: list[Command] = []
    step = math.ceil(min(levels) / gap + 1e-9)
    while (level := step * gap) < max(levels) - 1e-9:
        crossings = sorted(_crossings(corners, levels, level, along))
        if len(crossings) >= 2 and crossings[-1] - crossings[0] > gap / 2:  # no specks in the corners
            ends = crossings[0], crossings[-1]
            found += polyline((along[0] * far + across[0] * level, along[1] * far + across[1] * level) for far in ends)
        step += 1
    return tuple(found)


def _crossings(corners: Sequence[Point], levels: Sequence[float], level: float, along: Point) -> Iterator[float]:
    for at, (one, other) in enumerate(zip(levels, (*levels[1:], levels[0]))):
        if (one <= level) != (other <= level):
            share = (level - one) / (other - one)
            (x1, y1), (x2, y2) = corners[at], corners[(at + 1) % len(corners)]
            yield (x1 + share * (x2 - x1)) * along[0] + (y1 + share * (y2 - y1)) * along[1]


def floating(
    solid: Solid, x: float, y: float, colour: Colour, edge: float, lines: tuple[float, float], saver: bool
) -> Iterator[Shape]:
    """A solid as it floats at (x, y), seen along +y, each face in the tone of its light, its edges so wide.

    For the ink saver in lines, so wide and its dark faces hatched so far apart.
    """
    shades, (width, gap) = tones(colour), lines
    for corners, brightness in _facing(solid, x, y):
        if not saver:
            yield Path(polygon(corners), shades[min(len(shades) - 1, int(brightness * len(shades)))], ink(edge))
            continue
        yield Path(polygon(corners), WHITE, ink(width))
        if brightness < 0.5:
            yield Path(hatch(corners, gap * (0.7 + brightness), 60), None, Stroke(INK, max(_FINEST, width * 0.5)))


def _facing(solid: Solid, x: float, y: float) -> Iterator[tuple[list[Point], float]]:
    """The faces that the viewer sees, flat, with how bright they are from 0 to 1."""
    for face in map(solid.face, range(len(solid.faces))):
        outwards = solids.normal(face)
        if outwards[1] < -1e-9:
            yield [(x + across, y - up) for across, _, up in face], (1 + solids.dot(outwards, _LIGHT)) / 2


def far_board(lens: Lens, near: float, size: float, side: int) -> dict[str, Commands]:
    """The board lying on the ground before the viewer, its nearest corner `near` away: outlines by shade, and `rim`."""
    away = near + size * 1.5 * (side - 1) + size
    outlines: dict[str, list[Commands]] = {"rim": [], "black": [], "white": [], "neutral": []}
    for cell in cells(side):
        outlines[cell.shade].append(polygon(_far_hexagon(cell, lens, away, size, 1.0)))
        if cell.ring == side - 1:
            outlines["rim"].append(polygon(_far_hexagon(cell, lens, away, size, 1.28)))
    return {shade: joined(found) for shade, found in outlines.items()}


def _far_hexagon(cell: Cell, lens: Lens, away: float, size: float, grown: float) -> Iterator[Point]:
    x, y = cell.centre(size)
    for corner in range(6):
        angle = math.radians(60 * corner)
        yield lens.seen(x + grown * size * math.sin(angle), away - y + grown * size * math.cos(angle))


def front(solid: Solid, x: float, y: float) -> list[Point]:
    """The face that looks most at the viewer, as it is seen."""
    face = min(map(solid.face, range(len(solid.faces))), key=lambda corners: solids.normal(corners)[1])
    return [(x + across, y - up) for across, _, up in face]


def star(x: float, y: float, radius: float) -> Commands:
    """A star of four points."""
    return polygon(polar(x, y, radius * (0.24 if at % 2 else 1), 45 * at) for at in range(8))


def ink(width: float) -> Stroke:
    return Stroke(INK, width, join="round")
