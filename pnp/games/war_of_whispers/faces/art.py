"""The game's drawings: the inks of an old chart, symbols from SVG files, and lines and paragraphs of its type."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from math import fsum

from pnp.definition.model import Row
from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Anchor, Group, Path, Shape, Stroke, Symbol, Text
from pnp.drawing.text import FitError, Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.geometry import Box
from pnp.paths import assets
from pnp.units import MM_PER_POINT, POINTS_PER_MM

PAPER = Colour.parse("#f3e6c8")
PAPER_DARK = Colour.parse("#e3cfa3")
INK = Colour.parse("#2a1b13")
SEPIA = Colour.parse("#7d5a36")
FADED = Colour.parse("#bd9f70")
GILT = Colour.parse("#d6a645")

# Below this luminance, as a grey level, a ground wants light letters.
_DARK_GROUND = 0.58

Roles = Mapping[str, Colour | None]
"""The colour of each role in a drawing (edge, main, dark, detail); None leaves out what has that role."""
_ROLES = ("edge", "main", "dark", "detail")
# A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
_MARKS = {role: Colour(0, 1, at / 64) for at, role in enumerate(_ROLES)}
_ROLE_OF = {mark: role for role, mark in _MARKS.items()}
_THIN = 0.45  # of its width is left of a contour that is printed in lines


def carved(colour: Colour) -> Roles:
    """A beast as a picture: black contour, shadows and gouged lights."""
    return {"edge": INK, "main": colour, "dark": colour.mixed(INK, 0.78), "detail": PAPER}


def pale(ground: Colour) -> Roles:
    """A beast cut out of a dark ground: light body, shadows as deep as the ground."""
    return {"edge": ground.mixed(INK, 0.72), "main": PAPER, "dark": ground.mixed(INK, 0.5), "detail": ground}


def stamped(colour: Colour, ground: Colour) -> Roles:
    """A drawing in one ink, for an index of a few millimetres."""
    return {"edge": None, "main": colour, "dark": None, "detail": ground}


def outlined(colour: Colour) -> Roles:
    """A beast in lines for the ink saver: shadows become its hatch."""
    return {"edge": colour, "main": WHITE, "dark": colour.mixed(WHITE, 0.25), "detail": WHITE}


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


class Art:
    """Symbols by name; whatever is asked for twice is the same object."""

    def __init__(self, saver: bool) -> None:
        self._saver = saver
        self._folder = assets() / "war-of-whispers"
        self._made: dict[str, Symbol] = {}
        self._drawing = lru_cache(maxsize=None)(self._read)

    def beast(self, bearer: Bearer) -> Symbol:
        """The beast as a picture, for paper; in lines for the ink saver."""
        if self._saver:
            return self._dyed(bearer.file, f"{bearer.file}/lines", outlined(line_of(bearer.colour)), _THIN)
        return self._dyed(bearer.file, bearer.file, carved(bearer.colour))

    def beast_on(self, bearer: Bearer, ground: Colour) -> Symbol:
        """The beast cut out of a ground of that colour."""
        return self._dyed(bearer.file, f"{bearer.file}/on-{ground}", pale(ground))

    def stamp(self, bearer: Bearer, colour: Colour, ground: Colour) -> Symbol:
        """The beast in one ink."""
        return self._dyed(bearer.file, f"{bearer.file}/{colour}-{ground}", stamped(colour, ground))

    def stamp_on(self, bearer: Bearer, ground: Colour) -> Symbol:
        """The beast in the one ink that stands out on that ground."""
        return self.stamp(bearer, letters_on(ground), ground)

    def icon(self, name: str, colour: Colour, ground: Colour) -> Symbol:
        return self._dyed(f"icon/{name}", f"icon/{name}/{colour}-{ground}", stamped(colour, ground))

    def shared(self, identifier: str, bounds: Box, make: Callable[[], Iterable[Shape]]) -> Symbol:
        """A drawing made by code, once; where it is first asked for decides how it looks."""
        if identifier not in self._made:
            self._made[identifier] = Symbol(identifier, tuple(make()), bounds)
        return self._made[identifier]

    def _dyed(self, file: str, identifier: str, roles: Roles, thin: float = 1.0) -> Symbol:
        if identifier not in self._made:
            drawing = self._drawing(file)
            self._made[identifier] = Symbol(identifier, tuple(_dyed(drawing, roles, thin)), drawing.bounds)
        return self._made[identifier]

    def _read(self, file: str) -> Symbol:
        return read_symbol(self._folder / f"{file}.svg", file, _MARKS)


def _dyed(drawing: Symbol, roles: Roles, thin: float) -> Iterator[Shape]:
    for shape in drawing.shapes:
        if not isinstance(shape, Path):
            raise ArtError(f"{drawing.id}.svg: a drawing that takes colours must be paths alone; ungroup it")
        paint = shape.fill or (shape.stroke and shape.stroke.colour)
        role = _ROLE_OF.get(paint, "") if paint else ""
        if role not in roles:
            yield shape
        elif colour := roles[role]:
            stroke = shape.stroke and _thinned(shape.stroke, colour, thin)
            yield replace(shape, fill=colour if shape.fill else None, stroke=stroke)


def _thinned(stroke: Stroke, colour: Colour, thin: float) -> Stroke:
    return replace(stroke, colour=colour, width=stroke.width * thin)


@frozen
class Column:
    """Paragraphs one below the other: their lettering, where each begins, how tall each is, and the air between."""

    lettering: Lettering
    tops: tuple[float, ...]
    heights: tuple[float, ...]
    gap: float


def cap_height(size: float, style: Style, font: str = DISPLAY) -> float:
    """Of a capital in millimetres at that size in points."""
    return style.fonts[font].cap_height * size * MM_PER_POINT


def display(
    words: str, place: tuple[float, float], cap: float, room: float, colour: Colour, style: Style,
    anchor: Anchor = "middle",
) -> Text:  # fmt: skip
    """A line of the display face, its capitals centred on the place and `cap` millimetres high or less."""
    x, y = place
    size = cap / style.fonts[DISPLAY].cap_height * POINTS_PER_MM
    size = shrunk_size(words, room, DISPLAY, size, style.fonts)
    return Text(x, y + cap_height(size, style) / 2, words, DISPLAY, size, colour, anchor)


def column(
    texts: Sequence[str], box: Box, sizes: Sequence[float], heads: float, airs: tuple[float, float],
    lettering: Callable[[float], Lettering], style: Style,
) -> Column:  # fmt: skip
    """Paragraphs in the largest of the sizes that leaves the least air between them, `heads` millimetres above each.

    `airs` are the least and the most between one paragraph's last line and what belongs to the next.
    """
    least, most = airs
    for size in sizes:
        setting = lettering(size)
        heights = tuple(height(set_at(text, box, 0.0, setting, style)) for text in texts)
        free = box.height - fsum(heights) - heads * len(texts)
        gap = free / max(1, len(texts) - 1)
        if gap >= least:
            break
    else:
        raise FitError(f"the texts need more than {box.height:.1f} mm even at {sizes[-1]:g} pt; shorten them")
    gap = min(gap, most)
    spare = free - gap * (len(texts) - 1)
    tops, y = [], box.top + spare / 2
    for tall in heights:
        tops.append(y)
        y += heads + tall + gap
    return Column(setting, tuple(tops), heights, gap)


def set_at(text: str, box: Box, top: float, lettering: Lettering, style: Style) -> Group:
    """The text in the box's width, its first capitals reaching up to `top`."""
    return fitted(text, Box(box.left, top, box.right, top + 10 * box.height), lettering, style.fonts)


def height(group: Group) -> float:
    """From the top of the capitals of a group set at y = 0 to its last baseline."""
    return max(shape.y for shape in group.shapes if isinstance(shape, Text))
