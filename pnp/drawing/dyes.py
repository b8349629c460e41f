"""The SVG files of a game as symbols, dyed by role: what an element's `class` names takes the colour asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path as FilePath

from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import Colour
from pnp.drawing.face import Style
from pnp.drawing.shapes import Path, Shape, Symbol, around, joined, parted
from pnp.geometry import Box
from pnp.sources import assets

Roles = Mapping[str, Colour | None]
"""The colour of each role in a drawing; None leaves out what has that role."""
Paint = Callable[[Path, str], Iterable[Shape]]
"""What becomes of a path with its role, which is empty where it has none."""


@lru_cache(maxsize=1024)
def _symbol(path: FilePath, identifier: str, palette: tuple[tuple[str, Colour], ...]) -> Symbol:
    """A drawing of ours: it stays as it is while a command runs, and every edition asks for it."""
    return read_symbol(path, identifier, dict(palette))


class GameArt:
    """The drawings in one folder of the assets, for one style; whatever is asked for twice is the same object."""

    def __init__(self, folder: str, style: Style, roles: Iterable[str] = ()) -> None:
        self.style, self.saver, self.fonts = style, style.saver, style.fonts
        self._folder = assets() / folder
        # A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
        self._marks = {role: Colour(0, 1, at / 64) for at, role in enumerate(roles)}
        self._roles = {mark: role for role, mark in self._marks.items()}
        self._made: dict[str, Symbol] = {}

    def drawing(self, file: str) -> Symbol:
        """The drawing in that file, with the colours that stand for roles."""
        return self._read(file, file, self._marks)

    def _read(self, file: str, identifier: str, palette: Mapping[str, Colour]) -> Symbol:
        return _symbol(self._folder / f"{file}.svg", identifier, tuple(palette.items()))

    def dyed(self, file: str, identifier: str, roles: Roles, rest: bool = True, thin: float = 1.0) -> Symbol:
        """The drawing in these colours, with so much left of the width of lines.

        Paths that have none of the roles stay as they are, or are left out without `rest`.
        """

        def paint(path: Path, role: str) -> Iterator[Shape]:
            if role not in roles:
                yield from (path,) if rest else ()
            elif colour := roles[role]:
                yield recoloured(path, colour, thin)

        return self.painted(file, identifier, paint)

    def painted(self, file: str, identifier: str, paint: Paint) -> Symbol:
        """The drawing with each of its paths painted."""
        if identifier in self._made:
            return self._made[identifier]
        drawing = self.drawing(file)
        return self.shared(identifier, drawing.bounds, lambda: self._painted(drawing, paint))

    def plain(self, file: str, identifier: str, palette: Mapping[str, Colour]) -> Symbol:
        """The drawing as its file has it, but for the colours of what the palette names."""
        if identifier not in self._made:
            self._made[identifier] = self._read(file, identifier, palette)
        return self._made[identifier]

    def sturdy(self, drawing: Symbol, least: float) -> Symbol:
        """The drawing as it is printed small: without what is smaller than that, in its own units."""
        identifier = f"{drawing.id}/small"
        return self.shared(identifier, drawing.bounds, lambda: _without_specks(drawing.shapes, least))

    def shared(self, identifier: str, bounds: Box, make: Callable[[], Iterable[Shape]]) -> Symbol:
        """A drawing made by code, once; where it is first asked for decides how it looks."""
        if identifier not in self._made:
            self._made[identifier] = Symbol(identifier, tuple(make()), bounds)
        return self._made[identifier]

    def _painted(self, drawing: Symbol, paint: Paint) -> Iterator[Shape]:
        for shape in drawing.shapes:
            if not isinstance(shape, Path):
                raise ArtError(f"{drawing.id}.svg: a drawing that takes colours must be paths alone; ungroup it")
            colour = shape.fill or (shape.stroke and shape.stroke.paint)
            yield from paint(shape, self._roles.get(colour, "") if isinstance(colour, Colour) else "")


def _without_specks(shapes: Iterable[Shape], least: float) -> Iterator[Shape]:
    for shape in shapes:
        if isinstance(shape, Path):
            boxes = ((loop, around(loop)) for loop in parted(shape.commands))
            kept = joined(loop for loop, box in boxes if shape.stroke or max(box.width, box.height) >= least)
            if kept:
                yield replace(shape, commands=kept)


def recoloured(path: Path, colour: Colour, thin: float = 1.0) -> Path:
    """The path in another colour: its fill, or else its line, with so much of its width left."""
    if path.fill:
        return replace(path, fill=colour)
    return replace(path, stroke=path.stroke and replace(path.stroke, paint=colour, width=path.stroke.width * thin))
