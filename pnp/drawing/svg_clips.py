"""What cuts off and what masks in SVG: clip paths as outlines where they are one, masks with their region.

Source: SVG 2, 14.3 and CSS Masking 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import reduce
from xml.etree.ElementTree import Element

from pnp.drawing.colour import Colour
from pnp.drawing.raster import greyed
from pnp.drawing.shapes import Commands, Group, Image, Mask, Path, Recolouring, Shape, joined, mapped, moved, rectangle
from pnp.drawing.svg_geometry import apart, exact_box
from pnp.drawing.svg_paint_servers import Around
from pnp.drawing.svg_values import length
from pnp.geometry import IDENTITY, Box, Size, Transform

_MOST_COMPARED = 400  # outlines of a clip path
_WEIGHTS = (0.2125, 0.7154, 0.0721)  # of SVG's luminance, on channels as they are written
_OF_BOX = "objectBoundingBox"

Inner = Callable[[Element, Transform], tuple[Shape, ...]]
"""Draws what is within an element of its own accord, in a map from its units."""


def geometry_box(shapes: Iterable[Shape], transform: Transform = IDENTITY) -> Box | None:
    """The box around shapes without their lines; None where there is nothing."""
    boxes: list[Box] = []
    for shape in shapes:
        box: Box | None = None
        match shape:
            case Path():
                box = exact_box(shape.commands if transform == IDENTITY else moved(shape.commands, transform))
            case Group():
                box = geometry_box(shape.shapes, shape.transform.then(transform))
            case Image():
                box = mapped(shape.box, transform)
        if box is not None:
            boxes.append(box)
    return reduce(Box.joined, boxes) if boxes else None


def clip_of(clip: Element, around: Around, inner: Inner) -> Path | Mask | None:
    """What a clip path leaves, as one outline where it can be; None where it leaves nothing."""
    frame = around.map if clip.get("clipPathUnits") == _OF_BOX else IDENTITY
    shapes = inner(clip, frame) if frame is not None else ()
    if not shapes:
        return None
    paths = list(_flat(shapes, IDENTITY))
    if any(path is None for path in paths):
        return Mask(shapes, "alpha")
    known = [path for path in paths if path is not None and path.commands]
    if len(known) == 1:
        return known[0]
    boxes = [box for path in known if (box := exact_box(path.commands))]
    rules = {path.even_odd for path in known}
    if len(rules) == 1 and len(boxes) <= _MOST_COMPARED and apart(boxes):
        return Path(joined(path.commands for path in known), even_odd=rules.pop())
    return Mask(shapes, "alpha")


def _flat(shapes: Iterable[Shape], transform: Transform) -> Iterator[Path | None]:
    """The outlines of shapes by themselves; None for what is more than an outline."""
    for shape in shapes:
        if isinstance(shape, Path):
            commands: Commands = shape.commands if transform == IDENTITY else moved(shape.commands, transform)
            yield Path(commands, even_odd=shape.even_odd)
        elif isinstance(shape, Group) and shape.clip is None and not shape.is_see_through:
            yield from _flat(shape.shapes, shape.transform.then(transform))
        else:
            yield None


def mask_of(mask: Element, around: Around, inner: Inner, by_cover: bool) -> Mask | None:
    """What masks a shape; None where the mask shows nothing."""
    region = region_of(mask, around, "maskUnits")
    frame = around.map if mask.get("maskContentUnits") == _OF_BOX else IDENTITY
    if region is None or frame is None:
        return None
    shapes = inner(mask, frame)
    if not shapes:
        return None
    if by_cover:
        return Mask((Group(shapes, clip=Path(rectangle(region))),), "alpha")
    return Mask((Group(Recolouring(_luminance, greyed).shapes(shapes), clip=Path(rectangle(region))),))


def _luminance(colour: Colour) -> Colour:
    red, green, blue = (weight * level for weight, level in zip(_WEIGHTS, (colour.red, colour.green, colour.blue)))
    level = min(1.0, red + green + blue)
    return Colour(level, level, level)


def region_of(element: Element, around: Around, units: str) -> Box | None:
    """What a mask or a filter can reach; `units` is its attribute that says of what its sides are told in shares."""
    shares = element.get(units, _OF_BOX) == _OF_BOX
    frame = around.map if shares else IDENTITY
    port = Size(1.0, 1.0) if shares else around.port
    if frame is None:
        return None
    told = [
        length(element.get(name, default), whole)
        for name, default, whole in (
            ("x", "-10%", port.width), ("y", "-10%", port.height), ("width", "120%", port.width),
            ("height", "120%", port.height),
        )
    ]  # fmt: skip
    left, top, width, height = (value if value is not None else 0.0 for value in told)
    return mapped(Box(left, top, left + width, top + height), frame) if min(width, height) > 0 else None


def within(shapes: tuple[Shape, ...], clips: Iterable[Path | Mask]) -> tuple[Shape, ...]:
    """Shapes behind clips and masks, the first of which is the outermost."""
    for each in reversed(list(clips)):
        shapes = (Group(shapes, clip=each),) if isinstance(each, Path) else (Group(shapes, mask=each),)
    return shapes
