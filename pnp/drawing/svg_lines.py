"""Lines of SVG: widths, dashes, corners, and how the markers on them stand.

Source: SVG 2, 13 (painting: filling, stroking and marker symbols).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Literal
from xml.etree.ElementTree import Element

from pnp.drawing.paint import Paint
from pnp.drawing.shapes import Command, Commands, Stroke, parted, points_of
from pnp.drawing.svg_geometry import vertices
from pnp.drawing.svg_style import Style
from pnp.drawing.svg_values import fitted_into, length, plain_numbers, view_box
from pnp.frozen import frozen
from pnp.geometry import Box, Size, Transform

Cap = Literal["butt", "round", "square"]
Join = Literal["miter", "round", "bevel"]
_JOINS: Mapping[str, Join] = {"round": "round", "bevel": "bevel"}
_CAPS: Mapping[str, Cap] = {"round": "round", "square": "square"}
_MITRE = 4.0
_MOST_DASHES = 500
_FEW = 4  # commands of an outline that may be but a point
_SPECK = 1e-3
_MOST_PIECES = 20_000  # that the dashes cut a line into
_KINDS = ("marker-start", "marker-mid", "marker-end")
_SIDES = {"left": 0.0, "top": 0.0, "center": 0.5, "right": 1.0, "bottom": 1.0}


def line_of(style: Style, paint: Paint, port: Size, em: float, scale: float) -> Stroke | None:
    """The line that is drawn along an outline; None for one without width. `scale` is how large a unit comes out."""
    diagonal = math.hypot(port.width, port.height) / math.sqrt(2)
    width = length(style.get("stroke-width", "1"), diagonal, em)
    width = 1.0 if width is None else width
    if width <= 0:
        return None
    if style.get("vector-effect") == "non-scaling-stroke" and scale > 0:
        width /= scale
    cap: Cap = _CAPS.get(style.get("stroke-linecap", ""), "butt")
    join: Join = _JOINS.get(style.get("stroke-linejoin", ""), "miter")
    dash = _dashes(style.get("stroke-dasharray", "none"), diagonal, em)
    offset = length(style.get("stroke-dashoffset", "0"), diagonal, em) if dash else 0.0
    if join != "miter":
        return Stroke(paint, width, dash, cap, join, offset=offset or 0.0)
    limit = plain_numbers(style.get("stroke-miterlimit", "")) or [_MITRE]
    return Stroke(paint, width, dash, cap, join, limit[0] if limit[0] >= 1 else _MITRE, offset or 0.0)


def _dashes(text: str, diagonal: float, em: float) -> tuple[float, ...]:
    if text == "none":
        return ()
    parts = re.split(r"[\s,]+", text.strip())[:_MOST_DASHES]
    lengths = [length(part, diagonal, em) for part in parts if part]
    if any(each is None or each < 0 for each in lengths):
        return ()
    known = tuple(each for each in lengths if each is not None)
    if not math.fsum(known) > 0:
        return ()
    return known if len(known) % 2 == 0 else known * 2


def is_too_fine(stroke: Stroke, commands: Commands) -> bool:
    """Whether dashes cut an outline into more pieces than anybody sees."""
    if not stroke.dash:
        return False
    reached, at = 0.0, (0.0, 0.0)
    for command in commands:
        for point in points_of(command):
            reached += 0.0 if command[0] == "M" else math.dist(at, point)
            at = point
    return reached * len(stroke.dash) / math.fsum(stroke.dash) > _MOST_PIECES


def with_points(commands: Commands, stroke: Stroke) -> Commands:
    """An outline whose points without a line from them show the ends of lines, which programs agree on for round ones
    only: those that stand out are drawn by a line of next to no length, others not at all.
    """
    parts = parted(commands)
    if not any(len(part) <= _FEW and _is_point(part) for part in parts):
        return commands
    kept: list[Command] = []
    for part in parts:
        if len(part) > _FEW or not _is_point(part):
            kept += part
        elif stroke.cap != "butt" and len(part) > 1:
            (x, y), *_ = points_of(part[0])
            kept += [part[0], ("L", x + _SPECK * stroke.width, y)]
    return tuple(kept)


def _is_point(part: Commands) -> bool:
    return len({point for command in part for point in points_of(command)}) == 1


@frozen
class Marker:
    """A marker on an outline: its element, the map from its own units, the box that it shows unless it overflows, its
    viewport.
    """

    element: Element
    transform: Transform
    clip: Box
    port: Size


def markers(commands: Commands, style: Style, width: float, ids: Mapping[str, Element], em: float) -> Iterator[Marker]:
    """The markers on an outline, in the order in which they are drawn; `ids` has elements by their ids."""
    asked = [_named(style.get(kind, ""), ids) for kind in _KINDS]
    if not any(element is not None for element in asked):
        return
    points = vertices(commands)
    for at, (point, angle) in enumerate(points):
        first, last = at == 0, at == len(points) - 1
        for kind in [kind for kind, here in enumerate((first, not first and not last, last)) if here]:
            element = asked[kind]
            if element is not None:
                made = _placed(element, point, angle, width, kind == 0, em)
                if made is not None:
                    yield made


def _named(text: str, known: Mapping[str, Element]) -> Element | None:
    found = re.match(r"url\(\s*['\"]?#([^)'\"]+)['\"]?\s*\)", text)
    element = known.get(found[1]) if found else None
    return element if element is not None and str(element.tag).endswith("}marker") else None


def _placed(
    element: Element, point: tuple[float, float], angle: float, width: float, first: bool, em: float
) -> Marker | None:
    sides = [length(element.get(name, "3"), 3.0, em) for name in ("markerWidth", "markerHeight")]
    across, down = (3.0 if side is None else side for side in sides)
    if min(across, down) <= 0 or width <= 0:
        return None
    view = view_box(element.get("viewBox"))
    if "viewBox" in element.attrib and view is None:
        return None
    box = Box(0, 0, across, down)
    fit = fitted_into(view, box, element.get("preserveAspectRatio")) if view else Transform()
    inner = view or box
    x = _reference(element.get("refX", "0"), inner.left, inner.width, em)
    y = _reference(element.get("refY", "0"), inner.top, inner.height, em)
    to_x, to_y = fit.apply(x, y)
    scale = 1.0 if element.get("markerUnits") == "userSpaceOnUse" else width
    orient = element.get("orient", "0").strip()
    turn = plain_numbers(orient.removesuffix("deg")) or [0.0]
    if orient.startswith("auto"):
        turn = [angle + (180 if first and orient == "auto-start-reverse" else 0)]
    home = Transform.moved(-to_x, -to_y).then(Transform.scaled(scale)).then(Transform.rotated(turn[0]))
    there = home.then(Transform.moved(*point))
    return Marker(element, fit.then(there), mapped_back(box, fit), Size(inner.width, inner.height))


def mapped_back(box: Box, fit: Transform) -> Box:
    """A box in the units that a map without turns leads from."""
    return Box(
        (box.left - fit.e) / fit.a, (box.top - fit.f) / fit.d, (box.right - fit.e) / fit.a, (box.bottom - fit.f) / fit.d
    )


def _reference(text: str, start: float, whole: float, em: float) -> float:
    if text in _SIDES:
        return start + _SIDES[text] * whole
    found = length(text, whole, em)
    return 0.0 if found is None else found
