"""The game's SVG files in; symbols in the colours of a suit out, in full or engraved, each made once for an artist."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pnp.drawing.art import ArtError, read_symbol
from pnp.drawing.colour import Colour
from pnp.drawing.shapes import Group, Path, Shape, Symbol
from pnp.games.whistler.faces.engraving import Engraver
from pnp.games.whistler.faces.palette import SHARED, Roles, Suit
from pnp.geometry import Box, Transform
from pnp.paths import assets

_ROLES = (*SHARED, "main", "deep", "second", "third", "hair", "skin", "blush", "lip")
# A colour that stands for its role until a drawing is dyed; no drawing of ours uses them.
_MARKS = {role: Colour(0, 1, at / 64) for at, role in enumerate(_ROLES)}
_ROLE_OF = {mark: role for role, mark in _MARKS.items()}

HALF_TURN = Transform.rotated(180)


class Art:
    """Symbols by name; whatever is asked for twice is the same object."""

    def __init__(self, saver: bool) -> None:
        self._engraver = Engraver() if saver else None
        self._folder = assets() / "whistler"
        self._made: dict[str, Symbol] = {}

    def court(self, suit: Suit, rank: str) -> Symbol:
        """The upper half of a court card, its origin in the middle of the card."""
        return self.dyed(f"court/{suit.id}-{rank}", suit.roles)

    def seam(self, suit: Suit) -> Symbol:
        """The band where the halves of a suit's courts meet."""
        return self.doubled(f"seam/{suit.id}", suit.roles)

    def ace(self, suit: Suit) -> Symbol:
        return self.dyed(f"ace/{suit.id}", suit.roles)

    def pip(self, suit: Suit) -> Symbol:
        """The suit's sign as it stands on number cards."""
        return self.dyed(f"pip/{suit.id}", suit.roles)

    def stamp(self, suit: Suit) -> Symbol:
        """The suit's sign in one colour, for an index."""
        identifier = f"stamp/{suit.id}"

        def solid() -> Symbol:
            drawing = self._read(f"pip/{suit.id}")
            return Symbol(identifier, tuple(_solid(drawing.shapes, suit.colour)), drawing.bounds)

        return self._once(identifier, solid)

    def doubled(self, file: str, roles: Roles) -> Symbol:
        """A drawing and its half turn about the origin, element by element: the whole maps onto itself."""

        def both() -> Symbol:
            half = self.dyed(file, roles)
            pairs = (shape for each in half.shapes for shape in (each, Group((each,), HALF_TURN)))
            return Symbol(f"{file}/whole", tuple(pairs), half.bounds)

        return self._once(f"{file}/whole", both)

    def dyed(self, file: str, roles: Roles) -> Symbol:
        """The drawing of a file, each path in the colour that its role has."""

        def coloured() -> Symbol:
            drawing = self._read(file)
            return replace(drawing, shapes=tuple(self._dye(file, drawing.shapes, roles)))

        return self._once(file, coloured)

    def shared(self, identifier: str, bounds: Box, make: Callable[[], tuple[Shape, ...]]) -> Symbol:
        """A drawing made by code, once; where it is first asked for decides how it looks."""
        return self._once(identifier, lambda: Symbol(identifier, make(), bounds))

    def _once(self, identifier: str, make: Callable[[], Symbol]) -> Symbol:
        if identifier not in self._made:
            self._made[identifier] = make()
        return self._made[identifier]

    def _read(self, file: str) -> Symbol:
        return read_symbol(self._folder / f"{file}.svg", file, _MARKS)

    def _dye(self, file: str, shapes: Iterable[Shape], roles: Roles) -> Iterator[Shape]:
        for shape in shapes:
            role = _role(shape)
            if not isinstance(shape, Path) or role not in roles:
                raise ArtError(f"{file}.svg: each element must be a path with a class of the palette")
            if self._engraver:
                yield from self._engraver.cut(shape, role, roles[role])
            else:
                yield _painted(shape, roles[role])


def _role(shape: Shape) -> str:
    if not isinstance(shape, Path):
        return ""
    paint = shape.fill or (shape.stroke and shape.stroke.colour)
    return _ROLE_OF.get(paint, "") if paint else ""


def _painted(path: Path, colour: Colour) -> Path:
    if path.fill:
        return replace(path, fill=colour)
    return replace(path, stroke=path.stroke and replace(path.stroke, colour=colour))


def _solid(shapes: Iterable[Shape], colour: Colour) -> Iterator[Path]:
    """What is in the suit's own colour, and nothing that is cut out of it."""
    return (replace(shape, fill=colour) for shape in shapes if isinstance(shape, Path) and _role(shape) == "main")
