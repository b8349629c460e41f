"""Plane geometry in millimetres: points, boxes and maps; paths; regions inside closed lines; and outlines of pieces."""

from pnp.geometry.outlines import (
    ACROSS_CORNERS,
    DRAWN,
    HEXAGON,
    NAMED,
    RECTANGLE,
    ROUND,
    ROUNDED,
    Nest,
    Outline,
    Rounded,
    Trim,
)
from pnp.geometry.plane import (
    CIRCLE,
    IDENTITY,
    MM_PER_POINT,
    POINTS_PER_MM,
    Box,
    Insets,
    Point,
    Size,
    Transform,
    cubic,
    number,
    parse_length,
    parse_pair,
    polar,
    winding,
)
from pnp.geometry.shaped import Shaped

__all__ = [
    "ACROSS_CORNERS", "CIRCLE", "DRAWN", "HEXAGON", "IDENTITY", "MM_PER_POINT", "NAMED", "POINTS_PER_MM", "RECTANGLE",
    "ROUND", "ROUNDED", "Box", "Insets", "Nest", "Outline", "Point", "Rounded", "Shaped", "Size", "Transform", "Trim",
    "cubic", "number", "parse_length", "parse_pair", "polar", "winding",
]  # fmt: skip
