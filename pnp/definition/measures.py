"""The measures that elements of a layout are written in: lengths and shares of a box, angles, points, counts.

Every reader takes a text and raises ValueError with a sentence that names the part that will not do.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from pnp.definition.findings import quoted
from pnp.frozen import frozen
from pnp.geometry import Box, Point
from pnp.geometry.path_text import parts_of, path_commands
from pnp.geometry.paths import Commands

MOST_CORNERS = 100
MOST_POINTS = 1_000
MOST_PARTS = 20_000  # of a path
_FURTHEST_UNIT = 100_000.0  # of a path
_FURTHEST = 2_400.0  # mm: twice as far as a piece can reach
_NUMBER = r"[-+]?(?:[0-9]{1,6}(?:\.[0-9]{1,20})?|\.[0-9]{1,20})"
_MEASURE = re.compile(rf"({_NUMBER})(mm|cm|in|pt|%)?")
_ANGLE = re.compile(rf"({_NUMBER})\s*(deg|turn)?")
_COUNT = re.compile(r"[0-9]{1,9}(?:\.0+)?")
_TO_MM = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72}
_MOST_TURNS = 10
_LEAST_RADIUS = 2.0  # mm


@frozen
class Measure:
    """A length in millimetres, and a share (0 to 1) of whatever it is measured in, which is added."""

    mm: float
    share: float = 0.0

    def of(self, length: float) -> float:
        return self.mm + self.share * length


Spot = tuple[Measure, Measure]
"""A point of a box, from its top left corner."""


def spot_in(spot: Spot, box: Box) -> Point:
    return box.left + spot[0].of(box.width), box.top + spot[1].of(box.height)


def length(text: str) -> float | None:
    """`12`, `1.2cm`, `0.5in` or `34pt` in millimetres; None for anything else."""
    found = _MEASURE.fullmatch(text)
    return None if not found or found[2] == "%" else round(float(found[1]) * _TO_MM[found[2] or ""], 6)


def measure(text: str) -> Measure:
    """`12`, `1.2cm` or `50%`; a number alone is millimetres."""
    found = _MEASURE.fullmatch(text.strip())
    if not found:
        raise ValueError(
            f"{quoted(text)} is no length; write millimetres such as 12, or a share of the box such as 50%"
        )
    if found[2] == "%":
        value = Measure(0.0, float(found[1]) / 100)
    else:
        value = Measure(round(float(found[1]) * _TO_MM[found[2] or ""], 6))
    if abs(value.mm) > _FURTHEST or abs(value.share) > _MOST_TURNS:
        raise ValueError(f"{quoted(text)} is further than any piece reaches; write a smaller number")
    return value


def points(text: str) -> tuple[Spot, ...]:
    """Points parted by commas, each `x y`."""
    parts = text.split(",", MOST_POINTS)
    if len(parts) > MOST_POINTS:
        raise ValueError(f"there are over {MOST_POINTS:,} points; write fewer")
    return tuple(_spot(part) for part in parts)


def _spot(text: str) -> Spot:
    numbers = text.split(maxsplit=2)
    if len(numbers) != 2:
        raise ValueError(f"{quoted(text.strip())} is no point; write x and y, parted from the next point by a comma")
    return measure(numbers[0]), measure(numbers[1])


def corner_points(text: str) -> tuple[Spot, ...]:
    """The points of an area: three at least."""
    found = points(text)
    if len(found) < 3:
        raise ValueError("an area has three points at least; write more, as in 0 0, 20 0, 10 15")
    return found


def way_points(text: str) -> tuple[Spot, ...]:
    """The points of a line, two at least; none for the empty text."""
    found = points(text) if text.strip() else ()
    if len(found) == 1:
        raise ValueError("a line has two points at least; write more, as in 0 0, 20 5")
    return found


def corners(text: str) -> int:
    """How many corners a figure has."""
    if not _COUNT.fullmatch(text.strip()) or not 3 <= float(text) <= MOST_CORNERS:
        raise ValueError(f"{quoted(text)} is no number of corners; write 3 to {MOST_CORNERS}")
    return int(float(text))


def share(text: str) -> float:
    """`0.4` or `40%`: from 0 to 1."""
    found = _MEASURE.fullmatch(text.strip())
    value = float(found[1]) / (100 if found[2] else 1) if found and found[2] in (None, "%") else -1.0
    if not 0 <= value <= 1:
        raise ValueError(f"{quoted(text)} is no share; write a number from 0 to 1, or 0% to 100%")
    return value


def degrees(text: str) -> float:
    """`90`, `90deg` or `0.25turn`."""
    found = _ANGLE.fullmatch(text.strip())
    value = float(found[1]) * (360 if found[2] == "turn" else 1) if found else float("inf")
    if abs(value) > 360 * _MOST_TURNS:
        raise ValueError(f"{quoted(text)} is no angle; write degrees such as 90")
    return value


def view(text: str) -> Box | None:
    """The rectangle of a drawing's own units that is placed in a box, `x y width height`; None for the empty text."""
    if not text.strip():
        return None
    numbers = text.replace(",", " ").split(maxsplit=4)
    if len(numbers) != 4 or not all(re.fullmatch(_NUMBER, each) for each in numbers):
        raise ValueError(f"{quoted(text)} is no view; write x y width height of the drawing, as in 0 0 24 24")
    x, y, width, height = map(float, numbers)
    if min(width, height) < 1e-3:
        raise ValueError(f"{quoted(text)} has no room inside; write a width and a height above 0")
    return Box(x, y, x + width, y + height)


@lru_cache(maxsize=256)
def path(text: str) -> Commands:
    """A path in the words of SVG."""
    if parts_of(text) > MOST_PARTS:
        raise ValueError(f"has over {MOST_PARTS:,} numbers; draw it in an SVG file and show that")
    try:
        commands = path_commands(text)
    except ValueError as fault:
        raise ValueError(f"{quoted(text)} is no path, for {fault}; write it as in M0 0 L20 0 L10 15 Z") from fault
    if not all(abs(number) < _FURTHEST_UNIT for command in commands for number in command[1:]):
        raise ValueError(f"{quoted(text)} reaches further than any piece; write smaller numbers")
    return commands


@frozen
class ArcWay:
    """An arc of that radius in millimetres, which rises to its middle, or sinks to it below 0."""

    radius: float


@frozen
class CircleWay:
    """A circle in its box, written upon from the top, or at its foot with the heads of the letters inwards."""

    inward: bool


def along(text: str) -> ArcWay | CircleWay | Commands | None:
    """What a text stands on: `arc 30mm`, `arc -30mm`, `circle`, `circle bottom` or a path; None for the empty text."""
    words = text.split()
    if not words:
        return None
    if words[0] in ("M", "m") or text.strip()[:1] in ("M", "m"):
        return path(text)
    if words in (["circle"], ["circle", "bottom"]):
        return CircleWay(len(words) > 1)
    if words[0] == "arc" and len(words) == 2:
        radius = measure(words[1])
        if radius.share or not abs(radius.mm) >= _LEAST_RADIUS:
            raise ValueError(f"{quoted(text)} is no arc; write a radius of {_LEAST_RADIUS:g}mm or more")
        return ArcWay(radius.mm)
    mend = "write arc 30mm, arc -30mm, circle, circle bottom or a path such as M0 20 C20 0 40 0 60 20"
    raise ValueError(f"{quoted(text)} is no line to write on; {mend}")


def part(text: str) -> Box | None:
    """A part of a picture in its pixels, `x y width height`; None for the empty text."""
    if not text.strip():
        return None
    numbers = text.split(maxsplit=4)
    if len(numbers) != 4 or not all(re.fullmatch(r"[0-9]{1,6}(?:\.[0-9]{1,15})?", each) for each in numbers):
        raise ValueError(f"{quoted(text)} is no part of a picture; write x y width height in pixels, as in 0 64 32 32")
    x, y, width, height = map(float, numbers)
    if min(width, height) < 1:
        raise ValueError(f"{quoted(text)} has no room inside; write a width and a height of 1 or more")
    return Box(x, y, x + width, y + height)


def grid(text: str) -> tuple[int, int] | None:
    """The columns and rows of a sheet of pictures, `8x4`; None for the empty text."""
    if not text.strip():
        return None
    found = re.fullmatch(r"([1-9][0-9]{0,2})\s*x\s*([1-9][0-9]{0,2})", text.strip())
    if not found:
        raise ValueError(f"{quoted(text)} is no grid; write the columns and rows of the sheet, as in 8x4")
    return int(found[1]), int(found[2])


def cell(text: str) -> tuple[int, ...]:
    """The number of a cell of a grid, row by row from 1, or its column and row; none for the empty text."""
    numbers = text.split(maxsplit=2)
    if len(numbers) > 2 or not all(re.fullmatch(r"[1-9][0-9]{0,5}", each) for each in numbers):
        raise ValueError(f"{quoted(text)} is no cell; write its number, as in 12, or its column and row, as in 4 2")
    return tuple(map(int, numbers))


def in_grid(columns: int, rows: int, chosen: Sequence[int]) -> tuple[int, int]:
    """The column and row of a cell, both from 0."""
    said = " ".join(map(str, chosen))
    across, down = chosen[0] - 1 if chosen else columns, chosen[-1] - 1 if chosen else rows
    if len(chosen) == 1:
        down, across = divmod(across, columns)
    if across >= columns or down >= rows:
        raise ValueError(f"{quoted(said)} is no cell of {columns} x {rows}; write 1 to {columns * rows}")
    return across, down


Side = Literal["top", "right", "bottom", "left"]
_SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")


def fades(text: str) -> tuple[tuple[Side, Measure], ...]:
    """The sides at which a picture fades, and over how much: `bottom 8mm, left 20%`."""
    found: list[tuple[Side, Measure]] = []
    for said in text.split(",", 4) if text.strip() else ():
        words = said.split()
        side = next((side for side in _SIDES if words[:1] == [side]), None)
        if side is None or len(words) != 2 or len(found) == len(_SIDES):
            raise ValueError(f"{quoted(said.strip())} is no side that fades; write it as in bottom 8mm, left 20%")
        width = measure(words[1])
        if width.mm < 0 or width.share < 0 or width.mm + width.share < 0.01:
            raise ValueError(f"{quoted(said.strip())} fades over nothing; write a length above 0")
        found.append((side, width))
    return tuple(found)


Clip = Literal["circle", "ellipse", "hexagon", "star"]
CLIPS: tuple[Clip, ...] = ("circle", "ellipse", "hexagon", "star")


@frozen
class Corners:
    """The points of `polygon(...)`."""

    spots: tuple[Spot, ...]


@frozen
class Drawn:
    """A path in millimetres from the top left of a box."""

    commands: Commands


def clip(text: str) -> Clip | Corners | Drawn | None:
    """What a picture is clipped to: one of CLIPS, the points of `polygon(...)`, or a path; None for the empty text."""
    said = text.strip()
    named = next((known for known in CLIPS if known == said), None)
    if named:
        return named
    if said[:1] in ("M", "m"):
        return Drawn(path(said))
    if said.startswith("polygon(") and said.endswith(")"):
        return Corners(corner_points(said[len("polygon(") : -1]))
    if said:
        mend = (
            "write circle, ellipse, hexagon, star, polygon(0 0, 100% 0, 50% 100%) or a path such as M0 0 L20 0 L10 15 Z"
        )
        raise ValueError(f"{quoted(said)} is nothing to clip a picture to; {mend}")
    return None
