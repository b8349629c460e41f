"""A cut file in, as a cutting machine's program opens it; its lines in millimetres from the sheet's top left out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from io import StringIO
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import svgelements
from ezdxf.disassemble import make_primitive
from ezdxf.filemanagement import read

from pnp.geometry import Box

_FINE = 0.001
_PIXEL = 25.4 / 96  # as CSS has it


@dataclass(frozen=True)
class Line:
    """One line of a cut file: its layer, its points close together, whether it is closed, and how many arcs it has."""

    layer: str
    points: tuple[tuple[float, float], ...]
    closed: bool
    arcs: int
    circle: bool

    @property
    def box(self) -> Box:
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return Box(min(xs), min(ys), max(xs), max(ys))

    @property
    def area(self) -> float:
        around = pairwise([*self.points, self.points[0]])
        return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in around)) / 2

    def along(self) -> Iterator[tuple[float, float]]:
        """Places on the line, some between each of its points and the next."""
        for (x1, y1), (x2, y2) in pairwise(self.points):
            yield from ((x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in (0.2, 0.5, 0.8))


def dxf_lines(data: bytes) -> list[Line]:
    """Every line of a DXF file, in its order; raises AssertionError where it is unsound."""
    drawing = read(StringIO(data.decode("ascii")))
    assert not drawing.audit().errors and drawing.units == 4
    height = drawing.header["$EXTMAX"][1]
    found = []
    for entity in drawing.modelspace():
        points = [(x, height - y) for x, y, _ in make_primitive(entity).path.flattening(_FINE)]
        arcs = sum(abs(vertex.dxf.bulge) > 1e-9 for vertex in entity.vertices) if entity.dxftype() == "POLYLINE" else 0
        closed = entity.dxftype() == "CIRCLE" or (entity.dxftype() == "POLYLINE" and entity.is_closed)
        found.append(Line(entity.dxf.layer, tuple(points), closed, arcs, entity.dxftype() == "CIRCLE"))
    return found


def svg_lines(data: bytes) -> list[Line]:
    """Every line of an SVG file whose size is in millimetres, in its order."""
    root = ElementTree.fromstring(data)
    assert re.fullmatch(r"[\d.]+mm", root.attrib["width"]) and re.fullmatch(r"[\d.]+mm", root.attrib["height"])
    found = []
    drawing = svgelements.SVG.parse(StringIO(data.decode()), ppi=96)
    for group in drawing:
        if not isinstance(group, svgelements.Group):
            continue
        for element in group:
            path = svgelements.Path(element)
            points = [(p.x * _PIXEL, p.y * _PIXEL) for segment in path for p in _sampled(segment)]
            closed = isinstance(path[-1], svgelements.Close)
            is_circle = isinstance(element, svgelements.Circle)
            arcs = 0 if is_circle else sum(isinstance(segment, svgelements.Arc) for segment in path)
            found.append(Line(str(group.id), tuple(points), closed, arcs, is_circle))
    return found


def _sampled(segment: Any) -> list[Any]:
    """Points of a segment, close together on an arc."""
    if isinstance(segment, svgelements.Arc):
        return [segment.point(at / 24) for at in range(25)]
    return [segment.end] if segment.end is not None else []
