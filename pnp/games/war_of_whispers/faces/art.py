"""The game's SVG files and tables in; symbols in the colours asked for out, each made once for an artist."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from pnp.definition.model import Row
from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Path, Shape, Stroke, Symbol
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces.palette import Roles, carved, letters_on, line_of, outlined, pale, stamped
from pnp.geometry import Box
from pnp.paths import assets

_ROLES = ("edge", "main", "dark", "detail")
# A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
_MARKS = {role: Colour(0, 1, at / 64) for at, role in enumerate(_ROLES)}
_ROLE_OF = {mark: role for role, mark in _MARKS.items()}
_THIN = 0.45  # of its width is left of a contour that is printed in lines


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
