"""Gradients and patterns of SVG as paints: their attributes gathered along their references, their units resolved.

Source: SVG 2, 14 (paint servers).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from xml.etree.ElementTree import Element

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.paint import LinearGradient, Paint, RadialGradient, Spread, Stop, Tiling
from pnp.drawing.shapes import Shape
from pnp.drawing.svg_document import HREFS, Document, tag_of
from pnp.drawing.svg_style import Style, Styles
from pnp.drawing.svg_values import colour_of, fitted_into, is_bounded, length, share, transform_of, view_box
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Size, Transform

_LONGEST_CHAIN = 20
_SPREADS: Mapping[str, Spread] = {"reflect": "reflect", "repeat": "repeat"}
_INNERMOST = 0.99  # of the radius: a focus beyond the circle is moved into it
_LEAST = 1e-9
_MOST_STOPS = 200
_OF_BOX = "objectBoundingBox"

Inner = Callable[[Element, Transform], tuple[Shape, ...]]
"""Draws what is within an element of its own accord, in a map from its units."""


@frozen
class Painted:
    """A paint, and how much it covers."""

    paint: Paint
    opacity: float = 1.0


@frozen(eq=False, slots=False)
class Around:
    """What a paint is for: what finds the box of the shape without its line, and the size of the viewport."""

    find: Callable[[], Box | None]
    port: Size

    @cached_property
    def map(self) -> Transform | None:
        """From shares of the box to its units; None for a box without area."""
        box = self.find()
        if box is None or min(box.width, box.height) < _LEAST:
            return None
        return Transform(box.width, 0, 0, box.height, box.left, box.top)


class PaintServers:
    """The gradients and patterns of a document; `inner` draws what is within a pattern."""

    def __init__(self, document: Document, styles: Styles, inner: Inner) -> None:
        self._document = document
        self._styles = styles
        self._inner = inner
        self._made: dict[Element, tuple[Stop, ...]] = {}

    def painted(self, server: Element, around: Around) -> Painted | None:
        """What a gradient or pattern is for a shape; None where it paints nothing."""
        chain = list(self._chain(server))
        told: dict[str, str] = {}
        for element in reversed(chain):
            told |= {name: value for name, value in element.attrib.items() if name not in HREFS and name != "id"}
        tag = tag_of(server)
        if tag == "pattern":
            return self._pattern(chain, told, around)
        if tag not in ("linearGradient", "radialGradient"):
            return None
        stops = next((found for element in chain if (found := self._stops_of(element))), ())
        if len(stops) < 2:
            return Painted(stops[0].colour, stops[0].opacity) if stops else None
        frame = transform_of(told.get("gradientTransform", ""))
        shares = told.get("gradientUnits", _OF_BOX) != "userSpaceOnUse"
        outer = around.map if shares else IDENTITY
        if outer is None:
            return None
        frame = outer if frame is None else frame.then(outer)
        if abs(frame.area) < _LEAST**2 or not is_bounded(frame):
            return Painted(stops[-1].colour, stops[-1].opacity)
        port = Size(1.0, 1.0) if shares else around.port
        made = _linear(told, stops, frame, port) if tag == "linearGradient" else _radial(told, stops, frame, port)
        return Painted(made) if made else Painted(stops[-1].colour, stops[-1].opacity)

    def _chain(self, server: Element) -> Iterator[Element]:
        """An element and those that it refers to, as far as each adds something."""
        seen: list[Element] = []
        following: Element | None = server
        while following is not None and following not in seen and len(seen) < _LONGEST_CHAIN:
            seen.append(following)
            yield following
            following = self._document.target(following)

    def _stops_of(self, gradient: Element) -> tuple[Stop, ...]:
        if gradient not in self._made:
            self._made[gradient] = tuple(self._stops(gradient))
        return self._made[gradient]

    def _stops(self, gradient: Element) -> Iterator[Stop]:
        last = 0.0
        for element in list(gradient)[:_MOST_STOPS]:
            if tag_of(element) != "stop":
                continue
            style = self._styles.computed(element, self._styles.around(element))
            last = max(last, share(element.get("offset", "0")) or 0.0)
            colour, opacity = _stop_colour(style)
            yield Stop(last, colour, opacity * _share(style.get("stop-opacity")))

    def _pattern(self, chain: list[Element], told: Mapping[str, str], around: Around) -> Painted | None:
        holder = next((element for element in chain if len(element)), None)
        by_box, view = told.get("patternUnits", _OF_BOX) != "userSpaceOnUse", view_box(told.get("viewBox"))
        units = around.map
        frame = transform_of(told.get("patternTransform", ""))
        if holder is None or frame is None or (units is None and by_box):
            return None
        port = Size(1.0, 1.0) if by_box else around.port
        sides = {name: _side(told.get(name), port, name in ("x", "width")) for name in ("x", "y", "width", "height")}
        cell = Box(sides["x"], sides["y"], sides["x"] + sides["width"], sides["y"] + sides["height"])
        if by_box and units is not None:
            x, y = units.apply(cell.left, cell.top)
            cell = Box(x, y, x + cell.width * units.a, y + cell.height * units.d)
        if min(cell.width, cell.height) < _LEAST:
            return None
        inner = Transform.moved(cell.left, cell.top)
        if view is not None:
            inner = fitted_into(view, cell, told.get("preserveAspectRatio"))
        elif told.get("patternContentUnits") == _OF_BOX:
            if units is None:
                return None
            inner = Transform.scaled(units.a, units.d).then(inner)
        shapes = self._inner(holder, inner)
        return Painted(Tiling(cell, shapes, frame)) if shapes else None


def _stop_colour(style: Style) -> tuple[Colour, float]:
    told = style.get("stop-color", "")
    if told.lower() == "currentcolor":
        told = style.get("color", "")
    return colour_of(told) or (BLACK, 1.0)


def _share(text: str | None) -> float:
    found = None if text is None else share(text)
    return 1.0 if found is None else found


def _side(text: str | None, port: Size, across: bool, default: float = 0.0) -> float:
    found = None if text is None else length(text, port.width if across else port.height)
    return default if found is None else found


def _linear(told: Mapping[str, str], stops: tuple[Stop, ...], frame: Transform, port: Size) -> LinearGradient | None:
    start = _side(told.get("x1"), port, True), _side(told.get("y1"), port, False)
    end = _side(told.get("x2"), port, True, port.width), _side(told.get("y2"), port, False)
    if math.dist(start, end) < _LEAST:
        return None
    return LinearGradient(start, end, stops, _SPREADS.get(told.get("spreadMethod", ""), "pad"), frame)


def _radial(told: Mapping[str, str], stops: tuple[Stop, ...], frame: Transform, port: Size) -> RadialGradient | None:
    diagonal = math.hypot(port.width, port.height) / math.sqrt(2)
    half = Size(port.width / 2, port.height / 2)
    centre = _side(told.get("cx"), port, True, half.width), _side(told.get("cy"), port, False, half.height)
    radius, inner = (
        default if (found := length(told.get(name, ""), diagonal)) is None else found
        for name, default in (("r", diagonal / 2), ("fr", 0.0))
    )
    if radius < _LEAST:
        return None
    focus = _side(told.get("fx"), port, True, centre[0]), _side(told.get("fy"), port, False, centre[1])
    far = math.dist(focus, centre)
    if far > _INNERMOST * radius:
        pull = _INNERMOST * radius / far
        focus = centre[0] + (focus[0] - centre[0]) * pull, centre[1] + (focus[1] - centre[1]) * pull
    if 0 < inner < radius:  # the first colour fills the inner circle
        stops = tuple(replace(stop, offset=(inner + stop.offset * (radius - inner)) / radius) for stop in stops)
    spread = _SPREADS.get(told.get("spreadMethod", ""), "pad")
    return RadialGradient(centre, radius, stops, None if focus == centre else focus, spread, frame)


def falls_back(text: str) -> tuple[str, str]:
    """The name of the paint server of `url(#name) fallback`, and what counts where there is none."""
    inside, _, rest = text.partition(")")
    name = inside[len("url(") :].strip(" \t\n'\"")
    return name[1:] if name.startswith("#") else "", rest.strip()
