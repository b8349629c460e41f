"""A drawing's path and its role in; the same as an engraver would cut it, in lines on white, out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Symbol, Use
from pnp.games.whistler.faces.palette import INK
from pnp.geometry import Box

_REACH = 50.0  # mm from the origin of a drawing that hatching covers
_CONTOUR, _FINE, _HATCH = 0.15, 0.11, 0.1
_SMALL = 3.0  # mm² of the box below which an area is filled or left white, not hatched
_THICKEST = 0.35
_MANY = 6  # pieces of one path, such as the feathers of a row, from which their contours tell enough

# Millimetres from line to line and the slope of the lines, for the roles that stand dark in colour.
_HATCHES = {
    "deep": (1.0, 1.0), "main": (1.4, -1.0), "second": (1.5, 1.0), "hair": (1.8, 0.0), "blush": (1.6, 0.0),
    "wave": (1.5, -1.0),
}  # fmt: skip
_SOLID = frozenset({"ink", "lip"})
_FILLED_WHEN_SMALL = frozenset({"deep", "main", "second", "blush", "red"})
_NO_CONTOUR = frozenset({"night"})
_LEFT_OUT = frozenset({"ripple"})


class Engraver:
    """Cuts drawings into lines; each hatching is made once and shown through every area that it fills."""

    def __init__(self) -> None:
        self._hatches: dict[tuple[str, Colour], Symbol] = {}

    def cut(self, path: Path, role: str, colour: Colour) -> Iterator[Shape]:
        """A white area with a contour and its role's hatching; lines stay lines, thinner where they were bars."""
        if role in _LEFT_OUT:
            return
        contour = _contour_colour(colour)
        if path.fill is None and role == "paper":  # a cut through what lies below, hatching too
            yield replace(path, stroke=path.stroke and replace(path.stroke, colour=WHITE))
            return
        if path.fill is None:
            width = min(path.stroke.width, _THICKEST) if path.stroke else _CONTOUR
            yield replace(path, stroke=path.stroke and replace(path.stroke, colour=contour, width=width))
            return
        small = _area(path.commands) < _SMALL
        if role in _SOLID or (small and role in _FILLED_WHEN_SMALL):
            yield Path(path.commands, colour, None, path.even_odd)
            return
        ornament = sum(letter == "M" for letter, *_ in path.commands) > _MANY
        edge = Stroke(contour, _FINE if ornament else _CONTOUR, join="round")
        yield Path(path.commands, WHITE, None if role in _NO_CONTOUR else edge, path.even_odd)
        if role in _HATCHES and not small and not ornament:
            yield Group((Use(self._hatch(role, contour)),), clip=Path(path.commands, even_odd=path.even_odd))

    def _hatch(self, role: str, colour: Colour) -> Symbol:
        key = (role, colour)
        if key not in self._hatches:
            pitch, slope = _HATCHES[role]
            stroke = Stroke(colour, _HATCH)
            lines = Path(tuple(_lines(pitch, slope)), None, stroke)
            name = f"hatch/{role}/{str(colour).removeprefix('#')}"
            self._hatches[key] = Symbol(name, (lines,), Box(-_REACH, -_REACH, _REACH, _REACH))
        return self._hatches[key]


def _contour_colour(colour: Colour) -> Colour:
    """Dark enough for a hairline: light colours are drawn with ink in them."""
    return colour if colour.difference(WHITE) > 55 else colour.mixed(INK, 0.6)


def _area(commands: tuple[Command, ...]) -> float:
    xs = [value for _, *numbers in commands for value in numbers[0::2]]
    ys = [value for _, *numbers in commands for value in numbers[1::2]]
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def _lines(pitch: float, slope: float) -> Iterator[Command]:
    """Lines at equal distances across, each from one side of the reach to the other."""
    step = pitch * (1 + slope * slope) ** 0.5
    most = int(_REACH * (1 + abs(slope)) / step)
    for at in range(-most, most + 1):
        yield ("M", -_REACH, at * step - slope * _REACH)
        yield ("L", _REACH, at * step + slope * _REACH)
