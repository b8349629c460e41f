"""Shapes in; the paths and texts that they come down to, out, for any test to look at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.shapes import Group, Path, Shape, Text, Use
from pnp.geometry import IDENTITY, Transform


def leaves(shapes: Sequence[Shape], to: Transform = IDENTITY) -> Iterator[tuple[Path | Text, Transform]]:
    """Every path and text, those of symbols too, with what maps it to where it is seen."""
    for shape in shapes:
        if isinstance(shape, Use):
            yield from leaves(shape.symbol.shapes, shape.transform.then(to))
        elif isinstance(shape, Group):
            yield from leaves(shape.shapes, shape.transform.then(to))
        elif isinstance(shape, Path | Text):
            yield shape, to


def texts(shapes: Sequence[Shape]) -> list[Text]:
    """The texts outside symbols, in their order."""
    found: list[Text] = []
    for shape in shapes:
        found += [shape] if isinstance(shape, Text) else texts(shape.shapes) if isinstance(shape, Group) else []
    return found
