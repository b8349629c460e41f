"""The chart's colours, and its SVG files as symbols in them, each read once a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Symbol
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces.art import INK, PAPER, SEPIA, Bearer, ground_of, line_of
from pnp.paths import assets

_SEA = Colour.parse("#cddcd6")
_DEEP = Colour.parse("#4f757d")
_NO_PALETTE: Mapping[str, Colour] = {}


@frozen
class LandInks:
    """What an empire's ground is painted with: wash, darker rim, hatch, flags, words, and all else."""

    wash: Colour
    rim: Colour
    hatch: Colour
    flag: Colour
    label: Colour
    drawing: Mapping[str, Colour]


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
        if self.saver:
            line = line_of(empire.colour)
            drawing = {"land": WHITE, "line": line.mixed(WHITE, 0.52), "shade": line.mixed(WHITE, 0.88)}
            return LandInks(WHITE, WHITE, line.mixed(WHITE, 0.72), line, line.mixed(INK, 0.3), drawing)
        wash = empire.colour.mixed(PAPER.mixed(WHITE, 0.25), 0.6)
        drawing = {"land": wash.mixed(PAPER, 0.45), "line": wash.mixed(INK, 0.62), "shade": wash.mixed(INK, 0.34)}
        rim, hatch = empire.colour.mixed(PAPER, 0.38), wash.mixed(empire.colour, 0.4)
        return LandInks(wash, rim, hatch, empire.colour.mixed(INK, 0.2), empire.colour.mixed(INK, 0.45), drawing)


def inks(saver: bool) -> Inks:
    """The chart's colours."""
    if saver:
        return Inks(True, WHITE, WHITE, WHITE, _DEEP.mixed(WHITE, 0.4), INK, SEPIA.mixed(WHITE, 0.45), 0.6)
    return Inks(False, ground_of(False), PAPER.mixed(WHITE, 0.3), _SEA, _DEEP, INK, INK, 1.0)


class Drawings:
    """Terrain, buildings and vignettes; whatever is asked for twice is the same object."""

    def __init__(self, inks: Inks) -> None:
        self._inks = inks
        self._folder = assets() / "war-of-whispers"
        self.building = lru_cache(maxsize=None)(self._building)
        self.vignette = lru_cache(maxsize=None)(self._vignette)
        self._grown: dict[tuple[str, str], Symbol] = {}

    def growth(self, kind: str, empire: str, land: LandInks) -> Symbol:
        """A mark of the terrain in the colours of an empire's ground."""
        if (kind, empire) not in self._grown:
            self._grown[kind, empire] = self._read(f"terrain/{kind}", f"terrain/{kind}/{empire}", land.drawing)
        return self._grown[kind, empire]

    def _building(self, kind: str) -> Symbol:
        """A farm, fort or city, which looks the same on every land."""
        palette = {"main": WHITE, "band": WHITE, "detail": WHITE} if self._inks.saver else _NO_PALETTE
        return self._read(f"symbol/{kind}", f"symbol/{kind}", palette)

    def _vignette(self, kind: str) -> Symbol:
        """What is drawn on the sea."""
        palette = {"land": self._inks.paper, "line": self._inks.water, "shade": self._inks.water}
        return self._read(f"chart/{kind}", f"chart/{kind}", palette)

    def _read(self, file: str, identifier: str, palette: Mapping[str, Colour]) -> Symbol:
        return read_symbol(self._folder / f"{file}.svg", identifier, palette)
