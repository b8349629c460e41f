"""Outlines: SVG path data read and written, and glyphs of a font as paths."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from fontTools.pens.basePen import BasePen

from pnp.drawing.shapes import Command, Commands
from pnp.geometry import Point

# Plain absolute paths, which is what our own art is made of, are read here in a tenth of the time that fontTools takes
# to be imported, and closed without a line more; everything else (relative, smooth, arcs) is left to fontTools.
_PLAIN = re.compile(r"\s*M[MLHVCQZ\d\s.,-]*")
_PART = re.compile(r"([MLHVCQZ])([^MLHVCQZ]*)")
_NUMBER = re.compile(r"-?(?:\d+\.?\d*|\.\d+)")
_ARCS = re.compile(r"([Aa])([^MmLlHhVvCcSsQqTtAaZz]*)")
_SIGNED = r"[-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
_ARC = re.compile(
    rf"[\s,]*+({_SIGNED})" + rf"[\s,]*+({_SIGNED})" * 2 + r"[\s,]*+([01])" * 2 + rf"[\s,]*+({_SIGNED})" * 2
)
_TOKEN = re.compile(rf"{_SIGNED}|[A-Za-z]")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4}
if TYPE_CHECKING:
    from pnp.drawing.shapes import Command, Commands
    from pnp.geometry import Point


def parts_of(text: str) -> int:
    """How many letters and numbers a path has, which is what reading it costs."""
    return sum(1 for _ in _TOKEN.finditer(text))


def path_commands(text: str) -> Commands:
    """The commands of a path; ValueError when it cannot be read."""
    if not text.strip().startswith(("M", "m")):
        raise ValueError("a path begins with M")
    if _PLAIN.fullmatch(text):
        return tuple(_plain(text))
    try:
        return _general(text)
    except (IndexError, TypeError, AssertionError, ArithmeticError) as failure:
        raise ValueError(str(failure)) from failure


def _plain(text: str) -> Iterator[Command]:
    at = start = (0.0, 0.0)
    for letter, arguments in _PART.findall(text):
        values = [float(number) for number in _NUMBER.findall(arguments)]
        arity = _ARITY.get(letter, 1)
        if letter == "Z":
            at = start
            yield ("Z",)
        elif not values or len(values) % arity:
            raise ValueError(f"{letter} takes {arity} numbers at a time")
        else:
            for first in range(0, len(values), arity):
                command = _absolute(letter, values[first : first + arity], at)
                _, *numbers = command
                at = numbers[-2], numbers[-1]
                if letter == "M" and first:  # further points of a move are lines
                    command = ("L", *at)
                elif letter == "M":
                    start = at
                yield command


def _absolute(letter: str, values: Sequence[float], at: Point) -> Command:
    """One command by the point that it begins in."""
    if letter in "HV":
        return ("L", values[0], at[1]) if letter == "H" else ("L", at[0], values[0])
    if letter != "Q":
        return (letter, *values)
    # As a cubic curve, exactly: each handle two thirds of the way to the control point.
    (x0, y0), (x, y, x1, y1) = at, values
    return ("C", x0 + 2 / 3 * (x - x0), y0 + 2 / 3 * (y - y0), x1 + 2 / 3 * (x - x1), y1 + 2 / 3 * (y - y1), x1, y1)


def _general(text: str) -> Commands:
    from fontTools.svgLib.path.parser import parse_path

    from pnp.drawing.svgpath import PathPen

    pen = PathPen()
    parse_path(_ARCS.sub(_spaced, text), pen)
    return tuple(pen.commands)


def _spaced(arcs: re.Match[str]) -> str:
    """Arcs with a space between any two of their numbers: fontTools takes runs of them apart in quadratic time."""
    at = 0
    numbers: list[str] = []
    while found := _ARC.match(arcs[2], at):
        numbers += found.groups()
        at = found.end()
    if not numbers or arcs[2][at:].strip(" ,\t\r\n"):
        raise ValueError("an arc takes seven numbers")
    return f"{arcs[1]} {' '.join(numbers)} "


class PathPen(BasePen):  # type: ignore[misc]
    """Collects the commands of what it draws."""

    def __init__(self, glyphs: Any = None) -> None:
        super().__init__(glyphs)
        self.commands: list[Command] = []

    def _moveTo(self, pt: Point) -> None:
        self.commands.append(("M", *map(float, pt)))

    def _lineTo(self, pt: Point) -> None:
        self.commands.append(("L", *map(float, pt)))

    def _curveToOne(self, pt1: Point, pt2: Point, pt3: Point) -> None:
        self.commands.append(("C", *map(float, (*pt1, *pt2, *pt3))))

    def _closePath(self) -> None:
        self.commands.append(("Z",))


def outline(glyphs: Any, units: int, places: Iterable[tuple[str, float, float]]) -> Commands:
    """The outlines in ems, y down, of glyphs by their names and the places of their origins in the font's units."""
    commands: list[Command] = []
    for name, right, up in places:
        pen = PathPen(glyphs)
        glyphs[name].draw(pen)
        for letter, *numbers in pen.commands:
            ends = (((x + right) / units, -(y + up) / units) for x, y in zip(numbers[0::2], numbers[1::2]))
            commands.append((letter, *(value for end in ends for value in end)))
    return tuple(commands)
