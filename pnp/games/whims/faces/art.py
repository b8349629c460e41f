"""The game's SVG files in; symbols in the colours asked for out, each read once for an artist."""

from __future__ import annotations

from pnp.drawing.art import read_symbol
from pnp.drawing.shapes import Symbol
from pnp.games.whims.faces.palette import Roles
from pnp.paths import assets


class Art:
    """Symbols by file and colours; whatever is asked for twice is the same object."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Symbol] = {}

    def emblem(self, name: str, use: str, roles: Roles) -> Symbol:
        """A player's emblem in the colours of one use (`token`, `die` ...)."""
        return self.drawing(f"emblem/{name}", use, roles)

    def drawing(self, file: str, use: str, roles: Roles) -> Symbol:
        key = file, use
        if key not in self._known:
            self._known[key] = read_symbol(assets() / "whims" / f"{file}.svg", f"{file}/{use}", roles)
        return self._known[key]
