"""Gradients as the patterns, shadings and functions of a PDF (ISO 32000-1, 7.10.3, 7.10.4, 8.7.4), in plain values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from pnp.drawing.colour import Colour
from pnp.drawing.paint import Blend, Gradient, LinearGradient, blends
from pnp.geometry import Transform, number

Entries = dict[str, object]


def shading_pattern(gradient: Gradient, space: Transform, function: Callable[[tuple[Blend, ...]], object]) -> Entries:
    """A pattern that paints a gradient; `space` leads from the gradient's shape to the stream that is painted in, and
    `function` gives what stands for the function of its pieces.
    """
    pieces = tuple(blends(gradient))
    if isinstance(gradient, LinearGradient):
        kind, places = 2, [*gradient.start, *gradient.end]
    else:
        focus = gradient.focus or gradient.centre
        kind, places = 3, [*focus, 0.0, *gradient.centre, gradient.radius]
    shading: Entries = {
        "ShadingType": kind,
        "ColorSpace": "/DeviceGray" if _are_grey(pieces) else "/DeviceRGB",
        "Coords": [fixed(place) for place in places],
        "Extend": ["true", "true"],
        "Function": function(pieces),
    }
    return {"Type": "/Pattern", "PatternType": 2, "Matrix": matrix(gradient.transform.then(space)), "Shading": shading}


def matrix(t: Transform) -> list[object]:
    """The six numbers of a map, as they are written."""
    return [fixed(value) for value in (t.a, t.b, t.c, t.d, t.e, t.f)]


def fixed(value: float) -> str:
    """A number with nine significant digits and no exponent, which PDF does not know."""
    return number(float(f"{value:.9g}"), 12)


def stitched(pieces: Sequence[Blend]) -> Entries:
    """The function from shares of a gradient's way to its colours."""
    in_grey = _are_grey(pieces)
    functions = [_function(piece, in_grey) for piece in pieces]
    if len(functions) == 1:
        return functions[0]
    return {
        "FunctionType": 3,
        "Domain": [0, 1],
        "Functions": list(functions),
        "Bounds": [fixed(piece.end) for piece in pieces[:-1]],
        "Encode": [0, 1] * len(pieces),
    }


def _function(piece: Blend, in_grey: bool) -> Entries:
    first, last = (_levels(colour, in_grey) for colour in (piece.first, piece.last))
    return {"FunctionType": 2, "Domain": [0, 1], "C0": first, "C1": last, "N": 1}


def _levels(colour: Colour, in_grey: bool) -> list[object]:
    return [number(level) for level in ((colour.red,) if in_grey else (colour.red, colour.green, colour.blue))]


def _are_grey(pieces: Iterable[Blend]) -> bool:
    colours = (colour for piece in pieces for colour in (piece.first, piece.last))
    return all(colour.red == colour.green == colour.blue for colour in colours)
