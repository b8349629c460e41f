"""Measures the box that shapes cover, in millimetres."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce

from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Command, Group, Image, Path, Shape, Text, Use
from pnp.geometry import IDENTITY, Box, Transform
from pnp.units import MM_PER_POINT


def bounds(shapes: tuple[Shape, ...], fonts: FontBook, transform: Transform = IDENTITY) -> Box:
    """The smallest box around everything drawn, in millimetres: control points, strokes and capitals included.

    Clip paths are not taken off; nothing drawn gives the empty box at the origin.
    """
    boxes = [box for shape in shapes for box in _boxes(shape, fonts, transform)]
    return reduce(Box.joined, boxes) if boxes else Box(0, 0, 0, 0)


def _boxes(shape: Shape, fonts: FontBook, transform: Transform) -> Iterator[Box]:
    match shape:
        case Path() if shape.commands:
            reach = shape.stroke.width / 2 if shape.stroke else 0.0
            yield mapped(around(shape.commands, reach), transform)
        case Text():
            width = fonts[shape.font].width(shape.text, shape.size)
            left = shape.x - {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
            size = shape.size * MM_PER_POINT
            yield mapped(Box(left, shape.y - 0.75 * size, left + width, shape.y + 0.25 * size), transform)
        case Image():
            yield mapped(shape.box, transform)
        case Use():
            yield mapped(shape.symbol.bounds, shape.transform.then(transform))
        case Group():
            for inner in shape.shapes:
                yield from _boxes(inner, fonts, shape.transform.then(transform))


def around(commands: tuple[Command, ...], reach: float = 0.0) -> Box:
    """The box around all points of a path, with as much again on every side as its line reaches."""
    numbers = [value for _, *values in commands for value in values]
    xs, ys = numbers[0::2], numbers[1::2]
    return Box(min(xs) - reach, min(ys) - reach, max(xs) + reach, max(ys) + reach)


def mapped(box: Box, transform: Transform) -> Box:
    """The smallest upright box around a box that was moved, turned or scaled."""
    corners = [transform.apply(x, y) for x in (box.left, box.right) for y in (box.top, box.bottom)]
    xs, ys = [x for x, _ in corners], [y for _, y in corners]
    return Box(min(xs), min(ys), max(xs), max(ys))
