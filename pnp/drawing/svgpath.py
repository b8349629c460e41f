"""Reads the `d` attribute of an SVG path into absolute path commands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from pnp.drawing.shapes import Command

# Plain absolute paths, which is what our own art is made of, are read here in a tenth of the time that the general
# parser takes to be imported; everything else (relative, smooth, arcs) is left to fontTools.
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
_Point = tuple[float, float]


def parts_of(text: str) -> int:
    """How many letters and numbers a path has, which is what reading it costs."""
    return sum(1 for _ in _TOKEN.finditer(text))


def path_commands(text: str) -> tuple[Command, ...]:
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
        if letter == "Z":
            at = start
            yield ("Z",)
            continue
        arity = _ARITY[letter]
        if not values or len(values) % arity:
            raise ValueError(f"{letter} takes {arity} numbers at a time")
        for first in range(0, len(values), arity):
            further = letter == "M" and first > 0  # further points of a move are lines
            command, at = _command("L" if further else letter, values[first : first + arity], at)
            if command[0] == "M":
                start = at
            yield command


def _command(letter: str, values: Sequence[float], at: _Point) -> tuple[Command, _Point]:
    """One absolute command, and the point it ends in."""
    if letter == "H":
        values = (values[0], at[1])
    elif letter == "V":
        values = (at[0], values[0])
    elif letter == "Q":
        return _cubic(at, (values[0], values[1]), (values[2], values[3]))
    end = (values[-2], values[-1])
    return ("L" if letter in "HV" else letter, *values), end


def _cubic(start: _Point, control: _Point, end: _Point) -> tuple[Command, _Point]:
    """A quadratic curve as a cubic one, exactly: each handle two thirds of the way to the control point."""
    (x0, y0), (x, y), (x1, y1) = start, control, end
    handles = (x0 + 2 / 3 * (x - x0), y0 + 2 / 3 * (y - y0), x1 + 2 / 3 * (x - x1), y1 + 2 / 3 * (y - y1))
    return ("C", *handles, x1, y1), end


def _general(text: str) -> tuple[Command, ...]:
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path.parser import parse_path

    pen = RecordingPen()
    parse_path(_ARCS.sub(_spaced, text), pen)
    return tuple(_recorded(pen.value))


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


def _recorded(value: Sequence[tuple[str, Sequence[_Point]]]) -> Iterator[Command]:
    from fontTools.pens.basePen import decomposeQuadraticSegment

    letters = {"moveTo": "M", "lineTo": "L", "curveTo": "C"}
    split: Callable[[Sequence[_Point]], Sequence[tuple[_Point, _Point]]] = decomposeQuadraticSegment
    at = (0.0, 0.0)
    for name, points in value:
        if name == "closePath":
            yield ("Z",)
        elif name == "qCurveTo":
            for control, end in split(points):
                command, at = _cubic(at, control, end)
                yield command
        elif name in letters:
            at = points[-1]
            yield (letters[name], *(float(number) for point in points for number in point))
