"""Pieces as tables without depth show them: stacks cut to their outlines, laid out in rows to one scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from pnp.build.job import Printed
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import TEXT_BOLD, FontError
from pnp.drawing.shapes import Group, Path, Text, polygon
from pnp.drawing.text import shortened
from pnp.errors import Finding, InputInvalid
from pnp.export.batches import slug
from pnp.export.canvas import pictures_of
from pnp.export.playset import Cube, Die, Playset
from pnp.frozen import frozen
from pnp.geometry import Insets, Size, Transform, Trim
from pnp.renderers.base import DocumentInfo
from pnp.units import MM_PER_POINT

_STEP = 0.96
_STEPS = 120
_FINER = 4  # how many times finer than the picture its edge is drawn
_COMPRESSION = 6
_SIDE = 20.0  # millimetres of a side of a die, as it is drawn
_LARGEST, _SMALLEST = 26.0, 4.0  # points
_FOLD = 0.05  # share of the top of a cube along its edges in which the lines to fold lie


@frozen
class Footprint:
    """Millimetres of a thing, and what stands above and below it in the room's own units, whatever the scale."""

    size: Size
    above: float = 0.0
    below: float = 0.0
    least: float = 0.0
    """The width in units that its label takes."""


@frozen
class Position:
    """Where a thing lies in the room: its top left, its width and height, all in the room's units."""

    x: float
    y: float
    width: float
    height: float


def laid_out(
    things: Sequence[Footprint], width: float, height: float, scale: float, gap: float
) -> tuple[float, tuple[Position, ...]]:
    """Units to the millimetre, `scale` or less, and a place for each thing, in rows in their order, that far apart.

    A room of any height keeps the scale. What would need a scale that shows nothing any more overlaps from top to
    bottom instead.
    """
    for _ in range(_STEPS):
        places, bottom = _rows(things, width, scale, gap)
        if bottom <= height and (math.isinf(height) or all(place.x + place.width <= width for place in places)):
            return scale, places
        scale *= _STEP
    squeeze = min(1.0, height / bottom)
    return scale, tuple(Position(place.x, place.y * squeeze, place.width, place.height) for place in places)


def _rows(things: Sequence[Footprint], width: float, scale: float, gap: float) -> tuple[tuple[Position, ...], float]:
    places: list[Position] = []
    left, top, bottom = gap, gap, gap
    for thing in things:
        wide, high = thing.size.width * scale, thing.size.height * scale
        if left > gap and left + max(wide, thing.least) + gap > width:
            left, top = gap, bottom + gap
        places.append(Position(left, top + thing.above, wide, high))
        left += max(wide, thing.least) + gap
        bottom = max(bottom, top + thing.above + high + thing.below)
    return tuple(places), bottom + gap


@frozen
class Flat:
    """A piece and what is drawn on its two sides; None for a blank back."""

    printed: Printed
    front: Face
    back: Face | None


@frozen
class Stack:
    """Flat pieces of one size that lie on one another; `secret` where backs are shared, so that faces alone tell."""

    name: str
    pieces: tuple[Flat, ...]
    size: Size
    is_deck: bool
    is_face_down: bool
    secret: bool

    @property
    def total(self) -> int:
        return sum(piece.printed.count for piece in self.pieces)

    @property
    def title(self) -> str:
        """What players read beside it."""
        return self.name.replace("-", " ") if self.is_deck else self.pieces[0].printed.component.name


def stacks(given: Playset, faces: Mapping[str, Face]) -> tuple[Stack, ...]:
    """Every deck, tile and cube of the set, in that order."""
    found = [
        Stack(deck.name, tuple(_flats(deck.pieces, faces)), deck.size, True, deck.is_face_down, deck.secret)
        for deck in given.decks
    ]
    for tile in given.tiles:
        found.append(_stack(tuple(_flats([tile.printed], faces)), tile.secret))
    for cube in given.cubes:
        top = top_of(cube, faces[cube.printed.component.id])
        found.append(_stack((Flat(cube.printed, top, top),), False))
    return tuple(found)


def top_of(cube: Cube, net: Face) -> Face:
    """What is seen of a cube from above: that part of its net, or its colour where the net does not tell."""
    trim = Trim(Size(cube.edge, cube.edge))
    shapes: tuple[Path | Group, ...] = (_ground(Colour.parse(cube.colour), cube.edge),)
    if net.top is not None:
        seen = net.top.grown(Insets.even(-_FOLD * net.top.width))
        moved = Transform.moved(-seen.left, -seen.top).then(Transform.scaled(cube.edge / seen.width))
        shapes = (*shapes, Group(net.shapes, moved))
    return Face(f"{net.id}/top", trim, shapes)


def side_of(die: Die, text: str, style: Style) -> Face:
    """A side of a die: its text, white on the die's colour or the other way round where that is hard to read."""
    colour, trim = Colour.parse(die.colour), Trim(Size(_SIDE, _SIDE))
    ink = WHITE if colour.difference(WHITE) > 30 else Colour(0.1, 0.1, 0.1)
    middle = _middle(text, ink, style, die.printed.component.where)
    return Face(f"{die.printed.component.id}/side-{text}", trim, (_ground(colour, _SIDE), middle))


def _middle(text: str, ink: Colour, style: Style, where: str) -> Text:
    """The text in the middle of a side, as large as there is room for it."""
    font, room = style.fonts[TEXT_BOLD], _SIDE * 0.8
    try:
        size = max(_SMALLEST, min(_LARGEST, _LARGEST * room / max(font.width(text, _LARGEST), 0.1)))
        short = shortened(text, font, size, room)
    except FontError as failure:
        raise InputInvalid([Finding("error", "missing-glyph", where, f"the sides: {failure}")]) from failure
    base = _SIDE / 2 + font.cap_height * size * MM_PER_POINT / 2
    return Text(_SIDE / 2, base, short, TEXT_BOLD, size, ink, "middle")


def cut_to_outline(sides: Sequence[Face | None], trim: Trim, dpi: int, document: DocumentInfo) -> Iterator[bytes]:
    """A PNG (RGBA) of each side, see-through outside of that outline."""
    for data in pictures_of(sides, trim.size, dpi, document):
        with Image.open(BytesIO(data), formats=("PNG",)) as picture:
            seen = picture.convert("RGB")
        seen.putalpha(_mask(trim, seen.size))
        written = BytesIO()
        seen.save(written, "PNG", compress_level=_COMPRESSION)
        yield written.getvalue()


def grid_of(cells: Iterable[bytes], columns: int) -> bytes:
    """Pictures of one size in one, row by row from the top left."""
    pictures = []
    for cell in cells:
        with Image.open(BytesIO(cell), formats=("PNG",)) as opened:
            pictures.append(opened.convert("RGBA"))
    wide, high = pictures[0].size
    whole = Image.new("RGBA", (columns * wide, -(-len(pictures) // columns) * high), (255, 255, 255, 0))
    for place, picture in enumerate(pictures):
        whole.paste(picture, (place % columns * wide, place // columns * high))
    written = BytesIO()
    whole.save(written, "PNG", compress_level=_COMPRESSION)
    return written.getvalue()


def _flats(pieces: Iterable[Printed], faces: Mapping[str, Face]) -> Iterator[Flat]:
    for entry in pieces:
        back = entry.component.back
        yield Flat(entry, faces[entry.component.id], faces[back] if back else None)


def _stack(pieces: tuple[Flat, ...], secret: bool) -> Stack:
    front = pieces[0].front
    return Stack(slug(front.id), pieces, front.trim.size, False, False, secret)


def _ground(colour: Colour, edge: float) -> Path:
    return Path(polygon(((0.0, 0.0), (edge, 0.0), (edge, edge), (0.0, edge))), colour)


def _mask(trim: Trim, pixels: tuple[int, int]) -> Image.Image:
    fine = Image.new("L", (pixels[0] * _FINER, pixels[1] * _FINER), 0)
    box, draw = (0, 0, fine.width - 1, fine.height - 1), ImageDraw.Draw(fine)
    if trim.outline == "round":
        draw.ellipse(box, fill=255)
    else:
        draw.rounded_rectangle(box, round(trim.corner / trim.size.width * fine.width), fill=255)
    return fine.reduce(_FINER)
