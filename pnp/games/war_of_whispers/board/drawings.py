"""The chart's SVG files in; symbols in the chart's colours out, each read once a board."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Symbol
from pnp.games.war_of_whispers.board.inks import Inks, LandInks
from pnp.paths import assets

_NO_PALETTE: Mapping[str, Colour] = {}


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
