"""Where the picture of an element lies in its box, what makes its bleed, and what of it is seen."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.decks.bleeds import NEAR, Frame, reaching
from pnp.decks.outlines import around_middle
from pnp.definition import measures
from pnp.definition.contents import ImageFile
from pnp.drawing.colour import BLACK, WHITE
from pnp.drawing.paint import LinearGradient, Stop
from pnp.drawing.shapes import (
    Commands,
    Group,
    Mask,
    Path,
    Shape,
    Symbol,
    Use,
    circle,
    ellipse,
    hexagon,
    moved,
    polygon,
    rectangle,
)
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform
from pnp.language.wording import filled

SHARES: Mapping[str, float] = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}
"""How much of the room that is left over lies before something that is aligned so."""
_LAP = 0.1  # mm by which mirrored parts reach under the picture, so that no light shows between
_POINTS, _INNER = 5, 0.4  # of the star that a picture is clipped to
_MARGIN = 1.0  # mm by which a mask goes beyond what it shows, for some readers show a line at its edge

Edge = Callable[[str, Box], Shape]
"""Draws one edge or corner of a picture (`left`, `top-left`, ...) over a box, for bleeds that extend it."""


@frozen
class PicturePlace:
    """Where the whole picture lies, and the part of the face that it covers, bleed included."""

    whole: Box
    seen: Box


def place_picture(picture: ImageFile, size: Size, box: Box, reach: Box) -> PicturePlace:
    """Where a picture of that size (in any unit) goes; `reach` is its box with bleed."""
    if picture.bleed == "none" or picture.corner > 0:
        reach = box
    whole = _fitted(picture, size, reach if picture.bleed == "has" else box)
    if picture.bleed != "has":
        # A side on which the picture ends before its box does has no cut to reach across.
        return PicturePlace(whole, reaching(whole, box, reach))
    return PicturePlace(whole, whole.common(reach))


def _fitted(picture: ImageFile, size: Size, box: Box) -> Box:
    across, down = box.width / size.width, box.height / size.height
    if picture.fit == "stretch":
        return box
    scale = max(across, down) if picture.fit == "cover" else min(across, down)
    width, height = size.width * scale, size.height * scale
    left = box.left + (box.width - width) * SHARES[picture.align]
    top = box.top + (box.height - height) * SHARES[picture.valign]
    return Box(left, top, left + width, top + height)


def draw_picture(symbol: Symbol, place: PicturePlace, corner: float, extended: Edge | None) -> Shape:
    """The picture cut to what is seen; its bleed mirrored, or made of its edges where `extended` draws them.

    What is made of several parts becomes one symbol, which readers of the file take for one picture.
    """
    main = Use(symbol, onto(symbol.bounds, place.whole))
    short = _short(place)
    clip = Path(rectangle(place.seen, corner))
    if short == Insets.even(0):
        return Group((main,), clip=clip)
    parts = tuple(_mirrored(symbol, place.whole, short)) if extended is None else tuple(_edges(place, short, extended))
    numbers = " ".join(f"{value:.3f}" for box in (place.whole, place.seen) for value in box.sides)
    return Use(Symbol(f"{symbol.id} with bleed {numbers}", (*parts, main), place.seen))


def _short(place: PicturePlace) -> Insets:
    """How far the picture ends before what is to be covered, on each side."""
    whole, seen = place.whole, place.seen
    gaps = (whole.left - seen.left, whole.top - seen.top, seen.right - whole.right, seen.bottom - whole.bottom)
    return Insets(*(gap if gap > NEAR else 0.0 for gap in gaps))


def onto(bounds: Box, box: Box, flip_x: bool = False, flip_y: bool = False) -> Transform:
    """The map of a symbol's bounds onto a box, mirrored if asked."""
    across = box.width / bounds.width * (-1 if flip_x else 1)
    down = box.height / bounds.height * (-1 if flip_y else 1)
    left = bounds.right if flip_x else bounds.left
    top = bounds.bottom if flip_y else bounds.top
    return Transform(across, 0, 0, down, box.left - left * across, box.top - top * down)


def _mirrored(symbol: Symbol, box: Box, short: Insets) -> Iterator[Use]:
    """Mirror images beside the picture wherever it is short, those across its corners first."""
    across = [shift for shift, gap in ((-1, short.left), (1, short.right)) if gap]
    down = [shift for shift, gap in ((-1, short.top), (1, short.bottom)) if gap]
    beside = [(x, y) for x in across for y in down] + [(x, 0) for x in across] + [(0, y) for y in down]
    for x, y in beside:
        left, top = x * (box.width - _LAP), y * (box.height - _LAP)
        cell = Box(box.left + left, box.top + top, box.right + left, box.bottom + top)
        yield Use(symbol, onto(symbol.bounds, cell, x != 0, y != 0))


def _edges(place: PicturePlace, short: Insets, extended: Edge) -> Iterator[Shape]:
    """The lines of pixels along the edges, stretched over the gaps; the symbol's bounds cut off what is too long."""
    whole, seen = place.whole, place.seen
    columns = {"": (whole.left, whole.right)}
    columns |= {"left": (seen.left, whole.left + _LAP)} if short.left else {}
    columns |= {"right": (whole.right - _LAP, seen.right)} if short.right else {}
    rows = {"": (whole.top, whole.bottom)}
    rows |= {"top": (seen.top, whole.top + _LAP)} if short.top else {}
    rows |= {"bottom": (whole.bottom - _LAP, seen.bottom)} if short.bottom else {}
    for row, (top, bottom) in rows.items():
        for column, (left, right) in columns.items():
            if row or column:
                yield extended("-".join(filter(None, (row, column))), Box(left, top, right, bottom))


def runs_on(picture: ImageFile, values: Mapping[str, str]) -> bool:
    """Whether a picture at the cut runs into the bleed: not one that is clipped to a figure in its box."""
    return filled(picture.clip, values).strip() not in measures.CLIPS


def clip_of(picture: ImageFile, frame: Frame) -> Commands:
    """What a picture is clipped to besides its box; empty for nothing."""
    said = measures.clip(filled(picture.clip, frame.values)) if picture.clip else None
    box = frame.box
    match said:
        case None:
            return ()
        case "circle":
            return circle(*box.centre, min(box.width, box.height) / 2)
        case "ellipse":
            return ellipse(*box.centre, box.width / 2, box.height / 2)
        case "hexagon":
            return hexagon(box)
        case "star":
            return polygon(around_middle(box, 2 * _POINTS, _INNER))
        case measures.Drawn(commands):
            clip = moved(commands, Transform.moved(box.left, box.top))
        case measures.Corners(spots):
            clip = polygon(measures.spot_in(spot, box) for spot in spots)
    return frame.stretched(clip)


def fading(side: measures.Side, width: measures.Measure, box: Box) -> Mask:
    """A mask that shows less and less towards one side of a box."""
    (x, y), is_level = box.centre, side in ("left", "right")
    length = width.of(box.width if is_level else box.height)
    edges = {"left": box.left, "right": box.right, "top": box.top, "bottom": box.bottom}
    outer = edges[side]
    inner = outer + length if side in ("left", "top") else outer - length
    start, end = ((inner, y), (outer, y)) if is_level else ((x, inner), (x, outer))
    paint = LinearGradient(start, end, (Stop(0.0, WHITE), Stop(1.0, BLACK)))
    return Mask((Path(rectangle(box.grown(Insets.even(_MARGIN))), paint),))
