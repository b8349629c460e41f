"""The chart's colours, its drawings in them, words along a line, and all that the parts of the board are drawn with."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from math import fsum

from pnp.definition.design import names_in
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import FontBook
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke, Symbol, Text, circle, placed, rectangle
from pnp.drawing.text import SMALLEST_TEXT, FitError
from pnp.frozen import frozen
from pnp.games.war_of_whispers.board.model import Lettering, WarMap
from pnp.games.war_of_whispers.faces.art import INK, PAPER, SEPIA, Art, Bearer, ground_of, line_of
from pnp.geometry import MM_PER_POINT, Box, Insets, Transform
from pnp.language.wording import filled

_SEA = Colour.parse("#cddcd6")
_DEEP = Colour.parse("#4f757d")
_HALO, _EDGE = 13.0, 6.0  # bare paper around a flag and its contour, in units of its drawing
_HEAD = 54.0  # height of the beast on a flag, in the same
# A flag in a box of 100 by 100: its pole, its cloth, and where the beast's middle is.
_POLE = (*circle(13, 10, 5), *rectangle(Box(11, 10, 15, 94)))
_CLOTH: Commands = (
    ("M", 19, 13), ("C", 42, 4, 66, 20, 93, 11), ("L", 93, 74), ("C", 66, 83, 42, 67, 19, 76), ("Z",),
)  # fmt: skip
_ON_CLOTH = (56.0, 43.5)
_X_HEIGHT = 0.52  # of IBM Plex Serif, in ems: its middle is what is centred on the line
_STEP = 0.25  # points
_LOOSEST, _TIGHTEST = 0.9, -0.02  # space between letters, in ems


@frozen
class LandInks:
    """What a land is painted with: wash, rim, hatch, names' strips, flags, words, all else; its manner of hatching."""

    wash: Colour
    rim: Colour
    hatch: Colour
    strip: Colour
    flag: Colour
    label: Colour
    drawing: Mapping[str, Colour]
    manner: str


@frozen
class Inks:
    """The colours of the chart in full, or in lines for the ink saver."""

    saver: bool
    paper: Colour
    panel: Colour
    sea: Colour
    water: Colour  # lines on the sea
    line: Colour  # coasts, borders, frames
    block: Colour  # every second degree of the frame
    pen: float  # how wide lines are, as a share of their width in full

    def land(self, empire: Bearer) -> LandInks:
        line, manner = line_of(empire.colour), empire.values["hatch"]
        if self.saver:
            drawing = {"land": WHITE, "line": line.mixed(WHITE, 0.52), "shade": line.mixed(WHITE, 0.88)}
            hatch, label = line.mixed(WHITE, 0.6), line.mixed(INK, 0.3)
            return LandInks(WHITE, WHITE, hatch, WHITE, line, label, drawing, manner)
        wash = Colour.parse(empire.values["land"])
        drawing = {"land": wash.mixed(PAPER, 0.45), "line": wash.mixed(INK, 0.62), "shade": wash.mixed(INK, 0.34)}
        rim = wash.mixed(empire.colour, 0.6)
        hatch = max((wash.mixed(ink, 0.25) for ink in (INK, PAPER)), key=wash.difference)
        strip, flag, label = wash.mixed(PAPER, 0.78), empire.colour.mixed(INK, 0.2), empire.colour.mixed(INK, 0.45)
        return LandInks(wash, rim, hatch, strip, flag, label, drawing, manner)


def inks(saver: bool) -> Inks:
    """The chart's colours."""
    if saver:
        return Inks(True, WHITE, WHITE, WHITE, _DEEP.mixed(WHITE, 0.4), INK, SEPIA.mixed(WHITE, 0.45), 0.6)
    return Inks(False, ground_of(False), PAPER.mixed(WHITE, 0.3), _SEA, _DEEP, INK, INK, 1.0)


class BoardArt(Art):
    """The drawings of the game, and those that stand on its board alone."""

    def __init__(self, style: Style) -> None:
        super().__init__(style)
        self.inks = inks(style.saver)
        self._lands: dict[str, LandInks] = {}

    def land(self, empire: Bearer) -> LandInks:
        """The colours of an empire's ground."""
        if empire.id not in self._lands:
            self._lands[empire.id] = self.inks.land(empire)
        return self._lands[empire.id]

    def growth(self, kind: str, empire: Bearer) -> Symbol:
        """A mark of the terrain in the colours of an empire's ground."""
        return self.plain(f"terrain/{kind}", f"terrain/{kind}/{empire.id}", self.land(empire).drawing)

    def building(self, kind: str) -> Symbol:
        """A farm, fort or city, which looks the same on every land."""
        palette = dict.fromkeys(("main", "band", "detail"), WHITE) if self.saver else {}
        return self.plain(f"symbol/{kind}", f"symbol/{kind}", palette)

    def halo(self, kind: str) -> Symbol:
        """The bare paper around a building, in the same scale as the building."""
        drawing = self.building(kind)
        contour = next(shape for shape in drawing.shapes if isinstance(shape, Path) and shape.stroke)
        halo = replace(contour, stroke=Stroke(self.inks.paper, _HALO + _EDGE, (), "round", "round"))
        return self.shared(f"symbol/{kind}/halo", drawing.bounds.grown(Insets.even(_HALO)), lambda: (halo,))

    def vignette(self, kind: str) -> Symbol:
        """What is drawn on the sea."""
        palette = {"land": self.inks.paper, "line": self.inks.water, "shade": self.inks.water}
        return self.plain(f"chart/{kind}", f"chart/{kind}", palette)

    def flag(self, empire: Bearer) -> Symbol:
        """A flag with the empire's beast, bare paper around it, so that it stands out on its own land."""
        inks, flag = self.inks, self.land(empire).flag
        cloth, stamp = empire.colour, self.stamp_on(empire, empire.colour)
        if self.saver:
            cloth, stamp = WHITE, self.stamp(empire, flag, WHITE)

        def shapes() -> Iterator[Shape]:
            for colour, width in ((inks.paper, _HALO + _EDGE), (flag if self.saver else inks.line, _EDGE)):
                for outline in (_POLE, _CLOTH):
                    yield Path(outline, None, Stroke(colour, width, (), "round", "round"))
            yield Path(_POLE, inks.line)
            yield Path(_CLOTH, cloth)
            yield placed(stamp, *_ON_CLOTH, _HEAD)

        return self.shared(f"chart/flag/{empire.id}", Box(-5, -5, 105, 105), shapes)


@frozen
class Board:
    """What every part of the board is drawn from and with; `agent` and `marker` are diameters of the pieces on it."""

    map: WarMap
    empires: Mapping[str, Bearer]
    facts: Mapping[str, object]
    turns: tuple[str, ...]
    agent: float
    marker: float
    art: BoardArt

    @property
    def inks(self) -> Inks:
        return self.art.inks

    @property
    def fonts(self) -> FontBook:
        return self.art.fonts

    def filled(self, words: str) -> str:
        """The words with the game's facts in the place of their names in braces; ArtError for one that is not there."""
        try:
            return filled(words, {name: str(self.facts[name]) for name in names_in(words)})
        except (KeyError, ValueError) as failure:
            raise ArtError(f"the words '{words}' name {failure}, which is no fact of the game") from failure


def along(words: str, lettering: Lettering, font: str, size: float, colour: Colour, fonts: FontBook) -> Group:
    """The words spread over the lettering's width, following its bend, smaller than `size` where they are too wide.

    FitError for words that are too wide for it even at the smallest size that can be read.

    The letters stand in their order, with a space's advance where a space is, and the group says the whole word.
    """
    widths = [fonts[font].width(letter, size) for letter in words]
    em = size * MM_PER_POINT
    gap = (lettering.width - fsum(widths)) / max(1, len(words) - 1)
    if gap < _TIGHTEST * em:
        if size <= SMALLEST_TEXT:
            raise FitError(f"the name '{words}' is wider than {lettering.width:.1f} mm at {size:g} pt; widen its line")
        return along(words, lettering, font, max(SMALLEST_TEXT, size - _STEP), colour, fonts)
    gap = min(gap, _LOOSEST * em)
    start = -(fsum(widths) + gap * (len(words) - 1)) / 2
    letters: list[Shape] = []
    for letter, width in zip(words, widths):
        (x, y), turn = lettering.place(start + width / 2)
        if letter != " ":
            turned = Transform.rotated(turn).then(Transform.moved(x, y))
            letters.append(Group((Text(-width / 2, _X_HEIGHT * em / 2, letter, font, size, colour),), turned))
        start += width + gap
    return Group(tuple(letters), role="figure", alt=words)
