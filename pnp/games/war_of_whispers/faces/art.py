"""The inks of an old chart, its ornaments (rhumb lines, roses, scale bars, shields), and the game's drawings."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.definition.model import Row
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import GameArt, Roles
from pnp.drawing.face import Style
from pnp.drawing.shapes import (
    Commands,
    Path,
    Shape,
    Stroke,
    Symbol,
    circle,
    joined,
    line,
    moved,
    placed,
    polygon,
    rectangle,
)
from pnp.frozen import frozen
from pnp.geometry import Box, Transform, polar

PAPER = Colour.parse("#f3e6c8")
PAPER_DARK = Colour.parse("#e3cfa3")
INK = Colour.parse("#2a1b13")
SEPIA = Colour.parse("#7d5a36")
FADED = Colour.parse("#bd9f70")
GILT = Colour.parse("#d6a645")

# Below this luminance, as a grey level, a ground wants light letters.
_DARK_GROUND = 0.53

# What the drawings call their parts: those of a beast, of a picture beside an ability, and of a scene.
_ROLES = ("edge", "main", "dark", "detail", "beak", "slit", "tint", "far", "near", "light")
_LEAST = 7.0  # of the hundred units of a drawing: 0.3 mm where a beast is smallest
_THIN = 0.45  # of its width is left of a contour that is printed in lines
# A rose's points in the order they are drawn: how many, turned by how much, how long, and how far from the middle the
# valley between two of them lies, as shares of the radius.
_POINTS = ((8, 22.5, 0.58, 0.24), (4, 45.0, 0.78, 0.2), (4, 0.0, 1.0, 0.2))
_ROSE_LINE = 0.2
_SCENE_LINE = 0.22
_BEAST = 1.52  # height of the beast on a medallion, as a share of its radius


def carved(colour: Colour) -> Roles:
    """A beast as a picture: black contour, shadows and gouged lights."""
    return {"edge": INK, "main": colour, "dark": colour.mixed(INK, 0.78), "detail": PAPER, "beak": GILT, "slit": None}


def pale(ground: Colour) -> Roles:
    """A beast cut out of a dark ground: light body, shadows as deep as the ground."""
    return {"edge": ground.mixed(INK, 0.72), "main": PAPER, "dark": ground.mixed(INK, 0.5), "detail": ground}


def stamped(colour: Colour, ground: Colour) -> Roles:
    """A drawing in one ink, for an index of a few millimetres."""
    return {"edge": None, "main": colour, "dark": None, "detail": ground, "beak": colour, "slit": ground}


def outlined(colour: Colour) -> Roles:
    """A beast in lines for the ink saver: shadows become its hatch."""
    shades = {"edge": colour, "main": WHITE, "dark": colour.mixed(WHITE, 0.25), "detail": WHITE}
    return {**shades, "beak": WHITE, "slit": None}


def line_of(colour: Colour) -> Colour:
    """The colour as a line on white paper: what is too light for that is deepened."""
    return colour if letters_on(colour) == PAPER else colour.mixed(INK, 0.3)


def ground_of(saver: bool) -> Colour:
    return WHITE if saver else PAPER


def letters_on(ground: Colour) -> Colour:
    """The ink that stands out on a ground."""
    return PAPER if ground.grey.red < _DARK_GROUND else INK


@frozen
class Bearer:
    """An empire or a society as its table has it: `file` is the drawing of its beast."""

    id: str
    name: str
    colour: Colour
    file: str
    values: Row


def bearers(rows: Iterable[Row], key: str, folder: str) -> dict[str, Bearer]:
    """The rows of a table of empires or societies by their key, their drawings in that folder of the assets."""
    return {
        row[key]: Bearer(row[key], row["name"], Colour.parse(row["colour"]), f"{folder}/{row['emblem']}", row)
        for row in rows
    }


class Art(GameArt):
    """Symbols by name."""

    def __init__(self, style: Style) -> None:
        super().__init__("war-of-whispers", style, _ROLES)

    def beast(self, bearer: Bearer) -> Symbol:
        """The beast as a picture, for paper; in lines for the ink saver."""
        if not self.saver:
            return self.dyed(bearer.file, bearer.file, carved(bearer.colour))
        return self.dyed(bearer.file, f"{bearer.file}/lines", outlined(line_of(bearer.colour)), thin=_THIN)

    def beast_on(self, bearer: Bearer, ground: Colour) -> Symbol:
        """The beast cut out of a ground of that colour."""
        return self.dyed(bearer.file, f"{bearer.file}/on-{ground}", pale(ground))

    def stamp(self, bearer: Bearer, colour: Colour, ground: Colour, small: bool = True) -> Symbol:
        """The beast in one ink; `small` without what would be lost at a few millimetres."""
        whole = self.dyed(bearer.file, f"{bearer.file}/{colour}-{ground}", stamped(colour, ground))
        return self.sturdy(whole, _LEAST) if small else whole

    def stamp_on(self, bearer: Bearer, ground: Colour, small: bool = True) -> Symbol:
        """The beast in the one ink that stands out on that ground."""
        return self.stamp(bearer, letters_on(ground), ground, small)

    def ability(self, key: str, own: Bearer) -> Symbol:
        """The picture of an ability: black shapes, with the empire's colour in them."""
        line = line_of(own.colour)
        roles = {"main": line, "tint": line.mixed(WHITE, 0.62), "detail": WHITE}
        if not self.saver:
            roles = {"main": INK, "tint": own.colour.mixed(PAPER, 0.25), "detail": PAPER}
        return self.dyed(f"ability/{key}", f"ability/{key}/{own.id}", roles)

    def scene(self, society: Bearer) -> Symbol:
        """The place where a society meets, faint enough for words; in thin lines for the ink saver."""
        ink, file = line_of(society.colour).mixed(INK, 0.2), f"scene/{society.values['emblem']}"
        if not self.saver:
            roles = {"far": PAPER.mixed(ink, 0.08), "near": PAPER.mixed(ink, 0.16), "light": PAPER.mixed(WHITE, 0.55)}
            return self.dyed(file, file, roles)
        line = Stroke(ink.mixed(WHITE, 0.72), _SCENE_LINE, (), "round", "round")
        return self.painted(file, file, lambda path, role: (replace(path, fill=path.fill and WHITE, stroke=line),))

    def icon_names(self) -> tuple[str, ...]:
        """What there is an icon of."""
        return tuple(sorted(file.stem for file in (self._folder / "icon").glob("*.svg")))

    def icon(self, name: str, colour: Colour, ground: Colour) -> Symbol:
        return self.dyed(f"icon/{name}", f"icon/{name}/{colour}-{ground}", stamped(colour, ground))


def medallion(bearer: Bearer, x: float, y: float, radius: float, art: Art) -> Iterator[Shape]:
    """The beast as a picture on a disc of paper with two rings about it."""
    ink = line_of(bearer.colour) if art.saver else INK
    yield Path(circle(x, y, radius), ground_of(art.saver), Stroke(ink, 0.45))
    yield Path(circle(x, y, radius - 1.0), None, Stroke(bearer.colour, 0.3))
    yield placed(art.beast(bearer), x, y, radius * _BEAST)


def rhumbs(x: float, y: float, inner: float, outer: float, count: int, turn: float = 0.0) -> Commands:
    """Lines of bearing that run from a ring about (x, y)."""
    angles = (turn + 360 * at / count for at in range(count))
    return joined(line(*polar(x, y, inner, angle), *polar(x, y, outer, angle)) for angle in angles)


def rose(x: float, y: float, radius: float, light: Colour, dark: Colour) -> Iterator[Shape]:
    """A compass rose of sixteen points, light on one side and dark on the other, that a quarter turn leaves alike."""
    for count, turn, length, breadth in _POINTS:
        step = 360 / count
        tips = [polar(x, y, radius * length, turn + step * at) for at in range(count)]
        valleys = [polar(x, y, radius * breadth, turn + step * (at + 0.5)) for at in range(count)]
        star = (point for pair in zip(tips, valleys) for point in pair)
        yield Path(polygon(star), light, Stroke(dark, _ROSE_LINE, join="round"))
        yield Path(joined(polygon(((x, y), tip, valley)) for tip, valley in zip(tips, valleys)), dark)


def scale_bar(box: Box, blocks: int) -> Commands:
    """Every second block of a bar, lying or upright, as charts count miles."""
    every = box.columns(blocks) if box.width >= box.height else box.rows(blocks)
    return joined(map(rectangle, every[::2]))


def shield(x: float, y: float, height: float) -> Commands:
    """A heater shield about (x, y)."""
    half, top, bottom = height * 0.44, y - height / 2, y + height / 2
    shoulder = top + height * 0.42
    return (
        ("M", x - half, top), ("L", x + half, top), ("L", x + half, shoulder),
        ("C", x + half, top + height * 0.72, x + half * 0.45, bottom - height * 0.1, x, bottom),
        ("C", x - half * 0.45, bottom - height * 0.1, x - half, top + height * 0.72, x - half, shoulder), ("Z",),
    )  # fmt: skip


def ring_of(mark: Commands, x: float, y: float, count: int, turn: float = 0.0) -> Commands:
    """A mark drawn at the top of the circle about (x, y), repeated around it."""
    to, back = Transform.moved(-x, -y), Transform.moved(x, y)
    turns = (Transform.rotated(turn + 360 * at / count) for at in range(count))
    return joined(moved(mark, to.then(each).then(back)) for each in turns)
