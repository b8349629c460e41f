"""A picture and a box in; where the picture lies, what is seen of it, and the bleed made from its edges, out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.definition.design import Picture
from pnp.drawing.shapes import Group, Path, Shape, Symbol, Use, rectangle
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform, Trim

SHARES: Mapping[str, float] = {"left": 0.0, "top": 0.0, "centre": 0.5, "middle": 0.5, "right": 1.0, "bottom": 1.0}
"""How much of the room that is left over lies before something that is aligned so."""
_NEAR = 0.01  # mm within which a box counts as ending at the cut
_LAP = 0.1  # mm by which mirrored parts reach under the picture, so that no light shows between

Edge = Callable[[str, Box], Shape]
"""Draws one edge or corner of a picture (`left`, `top-left`, ...) over a box, for bleeds that extend it."""


@frozen
class Placed:
    """Where the whole picture lies, and the part of the face that it covers, bleed included."""

    whole: Box
    seen: Box


def with_bleed(box: Box, trim: Trim) -> Box:
    """The box with every side that lies on the cut or past it brought to the bleed's edge."""
    cut, edge = trim.box, trim.bleed_box
    return Box(
        edge.left if box.left <= cut.left + _NEAR else box.left,
        edge.top if box.top <= cut.top + _NEAR else box.top,
        edge.right if box.right >= cut.right - _NEAR else box.right,
        edge.bottom if box.bottom >= cut.bottom - _NEAR else box.bottom,
    )


def placed(picture: Picture, size: Size, box: Box, reach: Box) -> Placed:
    """Where a picture of that size (in any unit) goes; `reach` is its box with bleed."""
    if picture.bleed == "none" or picture.corner > 0:
        reach = box
    whole = _fitted(picture, size, reach if picture.bleed == "has" else box)
    if picture.bleed == "has":
        return Placed(whole, _common(whole, reach))
    # A side on which the picture ends before its box does has no cut to reach across.
    return Placed(
        whole,
        Box(
            reach.left if whole.left <= box.left + _NEAR else whole.left,
            reach.top if whole.top <= box.top + _NEAR else whole.top,
            reach.right if whole.right >= box.right - _NEAR else whole.right,
            reach.bottom if whole.bottom >= box.bottom - _NEAR else whole.bottom,
        ),
    )


def _fitted(picture: Picture, size: Size, box: Box) -> Box:
    across, down = box.width / size.width, box.height / size.height
    if picture.fit == "stretch":
        return box
    scale = max(across, down) if picture.fit == "cover" else min(across, down)
    width, height = size.width * scale, size.height * scale
    left = box.left + (box.width - width) * SHARES[picture.align]
    top = box.top + (box.height - height) * SHARES[picture.valign]
    return Box(left, top, left + width, top + height)


def _common(one: Box, other: Box) -> Box:
    return Box(
        max(one.left, other.left), max(one.top, other.top), min(one.right, other.right), min(one.bottom, other.bottom)
    )


def drawn(symbol: Symbol, place: Placed, corner: float, extended: Edge | None) -> Shape:
    """The picture cut to what is seen; its bleed mirrored, or made of its edges where `extended` draws them.

    What is made of several parts becomes one symbol, which readers of the file take for one picture.
    """
    main = Use(symbol, onto(symbol.bounds, place.whole))
    short = _short(place)
    clip = Path(rectangle(place.seen, corner))
    if short == Insets.even(0):
        return Group((main,), clip=clip)
    parts = tuple(_mirrored(symbol, place.whole, short)) if extended is None else tuple(_edges(place, short, extended))
    numbers = " ".join(f"{value:.3f}" for box in (place.whole, place.seen) for value in _sides(box))
    whole = Symbol(f"{symbol.id} with bleed {numbers}", (*parts, main), place.seen)
    return Use(whole)


def _short(place: Placed) -> Insets:
    """How far the picture ends before what is to be covered, on each side."""
    whole, seen = place.whole, place.seen
    gaps = (whole.left - seen.left, whole.top - seen.top, seen.right - whole.right, seen.bottom - whole.bottom)
    return Insets(*(gap if gap > _NEAR else 0.0 for gap in gaps))


def _sides(box: Box) -> tuple[float, float, float, float]:
    return box.left, box.top, box.right, box.bottom


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


def _edges(place: Placed, short: Insets, extended: Edge) -> Iterator[Shape]:
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
