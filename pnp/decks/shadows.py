"""The shadows that elements cast: their silhouettes in one colour; the edge of one that is blurred fades in steps."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pnp.decks.inks import Ink
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.fonts import FontBook
from pnp.drawing.linework import outline_of
from pnp.drawing.shapes import (
    Group,
    Image,
    Mask,
    Path,
    Shape,
    Stroke,
    Text,
    Use,
    around,
    joined,
    moved,
    rectangle,
)
from pnp.geometry import IDENTITY, Box, Insets, Transform

_MOST_STEPS, _LEAST_STEPS = 20, 6  # on either side of the edge of a shadow in full black, of a faint one
_MOST_COMMANDS = 10_000  # of all steps together: a shadow of more shows fewer steps
_FINEST = 0.05  # mm: no printer shows a narrower step
_MARGIN = 1.0  # mm by which a mask goes beyond what it shows, for some readers show a line at its edge
_BLACK = Colour(0, 0, 0)


def shadow_of(
    shapes: Sequence[Shape], across: float, down: float, blur: float, ink: Ink, fonts: FontBook
) -> Group:  # fmt: skip
    """The shadow of what an element shows; `blur` is how far its edge fades on either side, in millimetres."""
    there, colour, cover = Transform.moved(across, down), ink.colour, ink.cover
    if blur <= 0:
        return Group(tuple(silhouettes(shapes, colour, fonts)), there, opacity=cover)
    edges = tuple(silhouettes(shapes, WHITE, fonts))
    if _are_letters(shapes):  # as one area, whose edge fades on both sides
        edges = (Path(joined(edge.commands for edge in edges), WHITE),)
    if not edges:
        return Group((), there)
    box = _around(edges).grown(Insets.even(blur))
    size = sum(len(edge.commands) for edge in edges)
    most = max(1, min(math.ceil(blur / _FINEST), _MOST_COMMANDS // size if size else 1))
    steps = min(max(_LEAST_STEPS, round(_MOST_STEPS * cover)), most)
    ground = Path(rectangle(box.grown(Insets.even(_MARGIN))), _BLACK)
    mask = Mask((ground, *_fading(edges, blur, steps)))
    return Group((Path(rectangle(box), colour),), there, opacity=cover, mask=mask)


def edges_of(shapes: Sequence[Shape], colour: Colour, width: float, fonts: FontBook) -> Iterator[Path]:
    """Lines around what the shapes cover, for prints without shadows."""
    for shape in silhouettes(shapes, colour, fonts):
        if shape.fill is not None:
            yield Path(shape.commands, None, Stroke(colour, width))


def silhouettes(
    shapes: Sequence[Shape], colour: Colour, fonts: FontBook, to: Transform = IDENTITY
) -> Iterator[Path]:  # fmt: skip
    """What the shapes cover, in a colour: of what is clipped, the clip; of a picture, its box; of a text, the outlines
    of its letters, so that nobody reads it twice.
    """
    for shape in shapes:
        match shape:
            case Path():
                scale = to.scale
                stroke = shape.stroke and replace(shape.stroke, paint=colour, width=shape.stroke.width * scale)
                fill = colour if shape.fill else None
                yield Path(moved(shape.commands, to), fill, stroke, shape.even_odd)
            case Text():
                yield Path(moved(outline_of(shape, fonts[shape.font]), to), colour)
            case Image():
                yield Path(moved(rectangle(shape.box), to), colour)
            case Use():
                yield from silhouettes(shape.symbol.shapes, colour, fonts, shape.transform.then(to))
            case Group():
                inner = shape.transform.then(to)
                if shape.clip is not None:
                    yield Path(moved(shape.clip.commands, inner), colour, None, shape.clip.even_odd)
                else:
                    yield from silhouettes(shape.shapes, colour, fonts, inner)


def _are_letters(shapes: Sequence[Shape]) -> bool:
    """Whether there is nothing but texts."""
    inner = [shape for shape in shapes if not isinstance(shape, Text)]
    return len(shapes) > 0 and all(isinstance(shape, Group) and _are_letters(shape.shapes) for shape in inner)


def _around(edges: Sequence[Path]) -> Box:
    boxes = [around(edge.commands, edge.stroke.width / 2 if edge.stroke else 0.0) for edge in edges]
    return Box.over([corner for box in boxes for corner in box.corners])


def _fading(edges: Sequence[Path], blur: float, steps: int) -> Iterator[Shape]:
    """Lines along the edges, from the widest and darkest to the edges themselves; within a plain area also inwards."""
    plain = len(edges) == 1 and edges[0].fill is not None and edges[0].stroke is None
    for step in range(steps, 0, -1):
        grey = _level((step - 0.5) / steps) if plain else 1 - (step - 0.5) / steps
        for edge in edges:
            own = edge.stroke.width if edge.stroke else 0.0
            line = Stroke(Colour(grey, grey, grey), own + 2 * blur * step / steps, join="round", cap="round")
            yield Path(edge.commands, None, line)
    yield from edges
    if plain:
        inwards = (
            Path(edges[0].commands, None, Stroke(Colour(grey, grey, grey), 2 * blur * step / steps, join="round"))
            for step in range(steps, 0, -1)
            for grey in (_level((0.5 - step) / steps),)
        )
        yield Group(tuple(inwards), clip=Path(edges[0].commands, even_odd=edges[0].even_odd))


def _level(out: float) -> float:
    """How dark a shadow is so many blurs outside of its edge: a Gaussian's whose deviation is half of the blur."""
    return round(0.5 * math.erfc(out * 2 / math.sqrt(2)), 4)
