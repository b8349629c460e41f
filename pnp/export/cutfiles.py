"""What is cut and scored on one sheet in; the same as an SVG file and as a DXF file, in true millimetres, out.

Both have the layers `score`, `inner` and `cut`, in the order in which a machine does them best: what is loose is cut
no further. SVG has its origin at the sheet's top left, y down; DXF at its bottom left, y up.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from pnp.drawing.chains import Segment
from pnp.drawing.cutlines import Contour, CutLines
from pnp.export import dxf
from pnp.frozen import frozen
from pnp.geometry import Size
from pnp.units import number

LAYERS = ("score", "inner", "cut")
#: What each layer is drawn in: its colour in SVG, and the number of that colour in DXF.
_COLOURS: Mapping[str, tuple[str, int]] = {"score": ("#00a000", 3), "inner": ("#0000ff", 5), "cut": ("#ff0000", 1)}
_HAIRLINE = "0.1"


@frozen
class CutSheet:
    """Every line of a sheet, on the sheet; `title` says what it is."""

    title: str
    size: Size
    lines: tuple[CutLines, ...]

    def layers(self) -> Iterator[tuple[str, tuple[Contour, ...]]]:
        """The layers that have any lines, in their order."""
        for layer in LAYERS:
            contours = tuple(contour for lines in self.lines for contour in getattr(lines, layer))
            if contours:
                yield layer, contours


def as_svg(sheet: CutSheet) -> bytes:
    """One group a layer and one element a contour; nothing filled, no text, no transform."""
    width, height = number(sheet.size.width, 4), number(sheet.size.height, 4)
    parts = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'version="1.1" width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}">',
        f"<title>{escape(sheet.title)}</title>",
    ]
    for layer, contours in sheet.layers():
        colour, _ = _COLOURS[layer]
        parts.append(
            f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" fill="none" stroke="{colour}" '
            f'stroke-width="{_HAIRLINE}">'
        )
        parts += map(_element, contours)
        parts.append("</g>")
    return ("\n".join((*parts, "</svg>")) + "\n").encode()


def _element(contour: Contour) -> str:
    if contour.circle:
        (x, y), radius = contour.circle
        return f'<circle cx="{number(x, 4)}" cy="{number(y, 4)}" r="{number(radius, 4)}"/>'
    first = contour.segments[0].start
    data = [f"M{number(first[0], 4)} {number(first[1], 4)}", *map(_drawn, contour.segments)]
    return f'<path d="{" ".join((*data, *("Z",) * contour.is_closed))}"/>'


def _drawn(segment: Segment) -> str:
    x, y = (number(value, 4) for value in segment.end)
    if not segment.bulge:
        return f"L{x} {y}"
    radius = number(segment.radius, 4)
    return f"A{radius} {radius} 0 {int(abs(segment.bulge) > 1)} {int(segment.bulge > 0)} {x} {y}"


def as_dxf(sheet: CutSheet) -> bytes:
    """AutoCAD 2000: circles, single lines, and polylines with their arcs, each closed where its contour is."""
    entities: list[dxf.Entity] = []
    for layer, contours in sheet.layers():
        entities += [_entity(layer, contour, sheet.size.height) for contour in contours]
    return dxf.drawing(sheet.size, {layer: colour for layer, (_, colour) in _COLOURS.items()}, entities)


def _entity(layer: str, contour: Contour, height: float) -> dxf.Entity:
    """Upside down: what is clockwise to us stays so to the eye, and is then counted as negative."""
    if contour.circle:
        (x, y), radius = contour.circle
        return dxf.Circle(layer, (x, height - y), radius)
    corners = [(segment.start[0], height - segment.start[1], -segment.bulge) for segment in contour.segments]
    if not contour.is_closed:
        end = contour.segments[-1].end
        corners.append((end[0], height - end[1], 0.0))
    return dxf.Polyline(layer, tuple(corners), contour.is_closed)


def length(lines: Sequence[Contour]) -> float:
    """How far the knife goes, in millimetres."""
    return math.fsum(_length(segment) for contour in lines for segment in contour.segments)


def _length(segment: Segment) -> float:
    chord = math.dist(segment.start, segment.end)
    return segment.radius * 4 * math.atan(abs(segment.bulge)) if segment.bulge else chord
