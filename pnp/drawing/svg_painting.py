"""What an outline of SVG is painted with where it stands: its area, its line, in the order that is asked for.

Source: SVG 2, 13 (painting).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from xml.etree.ElementTree import Element

from pnp.drawing.colour import Colour
from pnp.drawing.paint import Gradient, padded
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke, around, in_units
from pnp.drawing.svg_geometry import exact_box, farthest, has_area
from pnp.drawing.svg_lines import is_too_fine, line_of, with_points
from pnp.drawing.svg_paint_servers import Around, Painted, PaintServers, falls_back
from pnp.drawing.svg_style import Style
from pnp.drawing.svg_text import em_of, sized
from pnp.drawing.svg_values import colour_of, share
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Size, Transform

_FAR = 10_000.0  # files have six digits of a number
_FEW = 5  # commands of an outline that may be but a line


@frozen
class Place:
    """Where an element stands: what it inherits, the map to the root, the viewport, how deep it lies.

    Within a resource (`inner`), such as a mask, nothing is drawn to pixels by itself; what is `clipping` is an outline
    and nothing else, also when groups of them are `measured`. A marker knows the paints of the shape that it stands on
    (`context`).
    """

    style: Style
    outer: Transform
    port: Size
    depth: int = 0
    inner: bool = False
    clipping: bool = False
    measured: bool = False
    context: tuple[str, str] = ("none", "none")
    em: float = 16.0

    def within(self, style: Style, transform: Transform) -> Place:
        em = self.em
        if "font-size" in style:
            em = em_of(style, self.em)
            style = sized(style, em)
        outer = self.outer if transform == IDENTITY else transform.then(self.outer)
        return Place(
            style, outer, self.port, self.depth + 1, self.inner, self.clipping, self.measured, self.context, em
        )


@frozen
class Brush:
    """The paints of an area and of a line, and that line, without its dashes where they were too fine to be seen."""

    fill: Painted | None
    line: Painted | None
    stroke: Stroke | None
    was_too_fine: bool

    def colours(self, commands: Commands) -> int:
        """How many colours its gradients have, with all times that they are repeated."""
        gradients = [each.paint for each in (self.fill, self.line) if each and isinstance(each.paint, Gradient)]
        return sum(len(padded(gradient, around(commands)).stops) for gradient in gradients)

    def painted(self, commands: Commands, style: Style) -> Iterator[Shape]:
        """The outline, filled and drawn along: as one shape where both cover what is below."""
        fill, line, stroke = self.fill, self.line, self.stroke
        even_odd = style.get("fill-rule") == "evenodd"
        if stroke is not None:
            commands = with_points(commands, stroke)
        order = style.get("paint-order", "").split()
        plain = "stroke" not in order or ("fill" in order and order.index("fill") < order.index("stroke"))
        covers = (fill is None or fill.opacity == 1) and (line is None or stroke is None or line.opacity == 1)
        if plain and covers:
            yield _near(Path(commands, fill.paint if fill else None, stroke, even_odd))
            return
        area = [_covering(Path(commands, fill.paint, even_odd=even_odd), fill.opacity)] if fill else []
        drawn = [_covering(Path(commands, stroke=stroke), line.opacity)] if stroke and line else []
        yield from (*area, *drawn) if plain else (*drawn, *area)


def _covering(path: Path, opacity: float) -> Shape:
    """A path that covers so much."""
    return _near(path) if opacity == 1 else Group((_near(path),), opacity=opacity)


def _near(path: Path) -> Shape:
    """A path told from a corner of its own if it lies so far from the origin that its numbers are too long to write."""
    if farthest(path.commands) < _FAR:
        return path
    return in_units(path, around(path.commands))


class Painter:
    """Finds the paints of outlines; `ids` are elements by their ids, those that are `being_drawn` paint nothing."""

    def __init__(
        self,
        ids: Mapping[str, Element],
        palette: Mapping[str, Colour],
        servers: PaintServers,
        being_drawn: Collection[Element],
    ) -> None:
        self._ids = ids
        self._palette = palette
        self._servers = servers
        self._being_drawn = being_drawn

    def brush(self, commands: Commands, element: Element, place: Place) -> Brush:
        """What the outline of an element is painted with."""
        around = Around(lambda: exact_box(commands), place.port)
        fill, line = self._paint("fill", "#000000", place, around), self._paint("stroke", "none", place, around)
        if role := self._palette.get(element.get("class", "")):
            fill, line = (Painted(role), line) if fill else (fill, Painted(role))
        if fill is not None and len(commands) <= _FEW and not has_area(commands):
            fill = None  # some programs draw a hairline there
        stroke = line_of(place.style, line.paint, place.port, place.em, place.outer.scale) if line else None
        if stroke is not None and is_too_fine(stroke, commands):
            return Brush(fill, line, replace(stroke, dash=(), offset=0.0), True)
        return Brush(fill, line, stroke, False)

    def _paint(self, name: str, default: str, place: Place, around: Around) -> Painted | None:
        """What an area or a line is painted with; None for nothing."""
        style, covers = place.style, place.style.get(f"{name}-opacity")
        told = style.get(name, default)
        if told.startswith("context-"):
            told = place.context[told == "context-stroke"]
        if told.startswith("url("):
            named, fallback = falls_back(told)
            server = self._ids.get(named)
            known = server is not None and server not in self._being_drawn
            if server is not None and known and (around.map is not None or not fallback):
                found = self._servers.painted(server, around)
                return found and _fainter(found, covers)
            told = fallback or "none"
        if told.lower() == "currentcolor":
            told = style.get("color", "#000000")
        if told.lower() in ("none", "transparent"):
            return None
        colour = colour_of(told) or colour_of(default)
        return _fainter(Painted(*colour), covers) if colour else None


def _fainter(painted: Painted, told: str | None) -> Painted | None:
    """A paint that covers less; None where it covers nothing."""
    covers = None if told is None else share(told)
    if covers is None and painted.opacity > 0:
        return painted
    opacity = painted.opacity * (1.0 if covers is None else covers)
    return replace(painted, opacity=opacity) if opacity > 0 else None
