"""Paths as SVG writes them, read into commands (SVG 2, 9.3)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from pnp.geometry.paths import Command, Commands
from pnp.geometry.plane import Point

_SIGNED = r"[-+]?(?:[0-9]++\.?[0-9]*+|\.[0-9]++)(?:[eE][-+]?[0-9]++)?+"
_LETTERS = "MmLlHhVvCcSsQqTtAaZz"
_SOUND = re.compile(rf"[\s,]*+(?:(?:[{_LETTERS}]|{_SIGNED})[\s,]*+)*+")
_PART = re.compile(rf"([{_LETTERS}])([^{_LETTERS}]*+)")
_NUMBER = re.compile(_SIGNED)
_ARC = re.compile(
    rf"[\s,]*+({_SIGNED})" + rf"[\s,]*+({_SIGNED})" * 2 + r"[\s,]*+([01])" * 2 + rf"[\s,]*+({_SIGNED})" * 2
)
_TOKEN = re.compile(rf"{_SIGNED}|[A-Za-z]")
_ARITY = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}


def parts_of(text: str) -> int:
    """How many letters and numbers a path has, which is what reading it costs."""
    return sum(1 for _ in _TOKEN.finditer(text))


def path_commands(text: str) -> Commands:
    """The commands of a path; ValueError when it cannot be read."""
    found: list[Command] = []
    _read(text, found)
    return tuple(found)


def readable_commands(text: str) -> Commands:
    """The commands of a path as far as it can be read."""
    found: list[Command] = []
    with suppress(ValueError):
        _read(text, found)
    return tuple(found)


def _read(text: str, found: list[Command]) -> None:
    """Adds the commands one by one, up to the one that cannot be read, if any."""
    sound = _SOUND.match(text)
    kept = sound[0] if sound else ""
    if not kept.lstrip().startswith(("M", "m")):
        raise ValueError("a path begins with M")
    found.extend(_commands(kept))
    if len(kept) < len(text):
        raise ValueError(f"'{text[len(kept)]}' is no part of a path")


def _commands(text: str) -> Iterator[Command]:
    x = y = 0.0
    start = handle = (0.0, 0.0)
    before = ""
    for letter, arguments in _PART.findall(text):
        kind = letter.upper()
        if kind == "Z":
            x, y = start
            before = kind
            yield ("Z",)
            continue
        values, rest = _of_arcs(arguments) if kind == "A" else (list(map(float, _NUMBER.findall(arguments))), "")
        arity = _ARITY[kind]
        for first in range(0, len(values) - arity + 1, arity):
            each = values[first : first + arity]
            if letter != kind:
                each = _moved(kind, each, x, y)
            if kind in "ST":
                each = [*_reflected(kind, before, (x, y), handle), *each]
            before = kind
            if kind == "A":
                yield from _arc((x, y), each)
                x, y = each[-2:]
                continue
            if kind in "QT":
                handle = each[0], each[1]
                command = _cubic((x, y), handle, (each[2], each[3]))
            elif kind in "CS":
                handle = each[2], each[3]
                command = ("C", *each)
            elif kind in "HV":
                command = ("L", each[0], y) if kind == "H" else ("L", x, each[0])
            else:  # further points of a move are lines
                command = ("L" if first else kind, *each)
            _, *numbers = command
            x, y = numbers[-2:]
            if kind == "M" and not first:
                start = x, y
            yield command
        if rest or not values or len(values) % arity:
            raise ValueError(f"{letter} takes {arity} numbers at a time")


def _of_arcs(text: str) -> tuple[list[float], str]:
    """The numbers of arcs, two of which are flags that need no space around them, and what cannot be read."""
    values: list[float] = []
    at = 0
    while found := _ARC.match(text, at):
        values += map(float, found.groups())
        at = found.end()
    return values, text[at:].strip(" ,\t\r\n")


def _moved(kind: str, values: Sequence[float], x: float, y: float) -> list[float]:
    """Numbers that are told from a point on."""
    if kind in "HV":
        return [values[0] + (x if kind == "H" else y)]
    if kind == "A":
        return [*values[:5], values[5] + x, values[6] + y]
    return [value + (y if at % 2 else x) for at, value in enumerate(values)]


def _reflected(kind: str, before: str, at: Point, handle: Point) -> Point:
    """The handle of a smooth curve: the last one on the other side of the point, or the point itself."""
    if before not in ("CS" if kind == "S" else "QT"):
        return at
    return 2 * at[0] - handle[0], 2 * at[1] - handle[1]


def _cubic(start: Point, control: Point, end: Point) -> Command:
    """A quadratic curve as a cubic one, exactly: each handle two thirds of the way to the control point."""
    (x0, y0), (x, y), (x1, y1) = start, control, end
    return ("C", x0 + 2 / 3 * (x - x0), y0 + 2 / 3 * (y - y0), x1 + 2 / 3 * (x - x1), y1 + 2 / 3 * (y - y1), x1, y1)


def _arc(start: Point, values: Sequence[float]) -> Sequence[Command]:
    """An arc as cubic curves."""
    from fontTools.svgLib.path.arc import EllipticalArc  # few drawings need it

    across, down, turn, large, sweep, x, y = values
    if not across or not down:
        return (("L", x, y),)
    pen = _Pen()
    try:
        EllipticalArc(complex(*start), across, down, turn, large, sweep, complex(x, y)).draw(pen)
    except ArithmeticError as failure:
        raise ValueError("an arc has radii that nothing can be drawn with") from failure
    return pen.commands


class _Pen:
    """Collects the curves of an arc that fontTools draws, which names its method."""

    def __init__(self) -> None:
        self.commands: list[Command] = []

    def curveTo(self, one: Point, other: Point, end: Point) -> None:
        self.commands.append(("C", *one, *other, *end))
