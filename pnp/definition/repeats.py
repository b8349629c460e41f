"""Where the copies of a repeated element stand: along a line, a grid, a circle, a path, or on hexagons."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from pnp.definition.findings import quoted, suggest
from pnp.definition.measures import length
from pnp.definition.rows import ROWS
from pnp.definition.section import Section
from pnp.geometry import Box

MOST_REPEATED = 10_000
"""Elements on one piece."""
_SOURCE = ("each", "table", "as", *ROWS)
_WAYS: Mapping[str, tuple[str, ...]] = {
    "line": ("step",),
    "grid": ("columns", "rows", "gap", "first", "snake"),
    "circle": ("radius", "start", "sweep", "turned"),
    "hexagons": ("rings", "rows", "columns", "at", "across", "gap", "top"),
    "path": ("path", "turned"),
    "": (),
}
REPEAT = (*_SOURCE, "along", *dict.fromkeys(key for keys in _WAYS.values() for key in keys))
"""The keys of a repeat."""
_CELL = re.compile(r"([-+]?\d{1,4})[ ,]+([-+]?\d{1,4})")
_LONGEST_PATH = 2_000
_STEPS = 64  # straight lines that stand for a curve when its length is measured
_MOST_RINGS = 57  # 9,919 hexagons
_FURTHEST = 1200.0
_SMALL = 1e-6


class Stand(NamedTuple):
    """Where a copy stands: how far from the box of the element, or (`middle`) where the middle of its box is; how far
    it is turned; and what its templates may name.
    """

    x: float
    y: float
    turn: float = 0.0
    names: Mapping[str, str] = {}
    middle: bool = False


def read_ways(section: Section) -> str:
    """What the copies stand along; the empty text where the box of each says where it is."""
    ways = [way for way in _WAYS if way]
    usual = "line" if "step" in section else ""
    along = section.choice("along", ways, "", what="way to repeat") if "along" in section else usual
    for key in section.names():
        if key not in REPEAT:
            section.fault("unknown-key", f"{quoted(key)} is no key {section.title}; {suggest(key, REPEAT)}", key)
        elif key not in (*_SOURCE, "along", *_WAYS[along]):
            others = " or ".join(f'along = "{way}"' for way in ways if key in _WAYS[way])
            section.fault("unknown-key", f"{quoted(key)} is a key of other repeats; add {others}, or delete it", key)
    return along


def stands(section: Section, along: str, box: Box, count: int | None) -> list[Stand] | None:
    """The places of so many copies, or of as many as there are places (None); None with a finding.

    `box` is that of the first copy; the section has all its holes filled.
    """
    if not along:
        return [Stand(0, 0)] * (count or 0)
    before = len(section.findings)
    found = _READERS[along](section, box, count)
    if len(section.findings) > before:
        return None
    if len(found) > MOST_REPEATED:
        section.fault("too-large", f"there are over {MOST_REPEATED:,} places; write fewer")
        return None
    return [stand._replace(x=round(stand.x, 6), y=round(stand.y, 6)) for stand in found]


def _pair(section: Section, key: str, default: tuple[float, float] | None) -> tuple[float, float]:
    """Two lengths in a text, as millimetres."""
    if key not in section and default is not None:
        return default
    text = section.text(key, "10 0")
    found = [length(each) for each in text.replace(",", " ").split(maxsplit=2)]
    pair = [mm for mm in found if mm is not None and abs(mm) <= _FURTHEST]
    if not len(pair) == len(found) == 2:
        if text:
            section.fault("wrong-value", f'{quoted(text)} is no step; write two numbers of mm, such as "10 0"', key)
        return default or (0.0, 0.0)
    return pair[0], pair[1]


def _wanted(section: Section, count: int | None, places: int, key: str) -> int:
    """How many copies there are, at most as many as places."""
    if count is not None and count > places:
        section.fault("too-large", f"there are {count:,} of it for {places:,} places; make room for more", key)
    return places if count is None else min(count, places)


def _needs_count(section: Section, count: int | None) -> int:
    if count is None:
        section.fault("missing-key", 'nothing says how many there are; add each = "1..20" or a table')
    return count or 0


def _line(section: Section, box: Box, count: int | None) -> list[Stand]:
    x, y = _pair(section, "step", None)
    return [Stand(at * x, at * y) for at in range(_needs_count(section, count))]


def _grid(section: Section, box: Box, count: int | None) -> list[Stand]:
    across, down = _pair(section, "gap", (0.0, 0.0))
    columns, rows = (section.whole(key, 1, MOST_REPEATED) for key in ("columns", "rows"))
    downwards = section.one_of("first", ("row", "column"), "row") == "column"
    length = rows if downwards else columns
    if length is None:
        section.fault("missing-key", f"nothing says how long a line is; add {'rows' if downwards else 'columns'} = 10")
        return []
    other = columns if downwards else rows
    if other is not None:
        count = _wanted(section, count, min(length * other, MOST_REPEATED + 1), "rows")
    snake = section.flag("snake")
    found = []
    for at in range(_needs_count(section, count)):
        line, place = divmod(at, length)
        place = length - 1 - place if snake and line % 2 else place
        column, row = (line, place) if downwards else (place, line)
        names = {"row": str(row + 1), "column": str(column + 1)}
        found.append(Stand(column * (box.width + across), row * (box.height + down), 0, names))
    return found


def _circle(section: Section, box: Box, count: int | None) -> list[Stand]:
    radius = section.length("radius", 0, _FURTHEST)
    if not radius:
        section.fault("missing-key", 'nothing says how large the circle is; add radius = "40mm"')
    start, sweep = section.decimal("start", 0, -360, 360), section.decimal("sweep", 360, -360, 360)
    turned, many = section.flag("turned"), _needs_count(section, count)
    parts = many if abs(sweep) == 360 else max(1, many - 1)
    angles = (start + sweep * at / parts for at in range(many))
    return [
        Stand(radius * math.sin(math.radians(angle)), -radius * math.cos(math.radians(angle)), angle if turned else 0)
        for angle in angles
    ]


def hexagon_at(section: Section, box: Box, place: str) -> Stand | None:
    """The place of the hexagon that `at` names, `q r` in whole numbers; None with a finding."""
    found = _CELL.fullmatch(place.strip())
    if found is None:
        section.fault("wrong-value", f'{quoted(place)} is no hexagon; write two whole numbers, q and r: "2 -1"', "at")
        return None
    return hexagon(int(found[1]), int(found[2]), *_hexagon_measures(section, box))


def _hexagon_measures(section: Section, box: Box) -> tuple[float, bool]:
    """How far apart neighbours' middles are, and whether a corner points up; as the largest regular hexagon of the box
    would lie unless they are said.
    """
    pointed = section.one_of("top", ("point", "side"), "point") == "point"
    wide, high = (box.width, box.height) if pointed else (box.height, box.width)
    across = section.length("across", min(wide, high * math.sqrt(3) / 2), _FURTHEST)
    return across + section.length("gap", 0, 100), pointed


def _hexagons(section: Section, box: Box, count: int | None) -> list[Stand]:
    """Pointed tops stand in level rows, flat ones in upright columns; q counts to the right, r to the lower right, or
    down where the tops are flat.
    """
    apart, pointed = _hexagon_measures(section, box)
    said = [key for key in ("rings", "rows") if key in section]
    if len(said) != 1 or ("columns" in section) != ("rows" in section):
        section.fault("missing-key", "say how many hexagons there are: rings = 4, or rows = 8 and columns = 10")
        return []
    if said == ["rings"]:
        cells = sorted(_rings(section.whole("rings", 0, _MOST_RINGS) or 0), key=lambda cell: _reading(cell, pointed))
    else:
        rows, columns = (section.whole(key, 1, MOST_REPEATED) or 1 for key in ("rows", "columns"))
        if rows * columns > MOST_REPEATED:
            section.fault("too-large", f"there are over {MOST_REPEATED:,} hexagons; write fewer", "rows")
            return []
        cells = list(_rectangle(rows, columns, pointed))
    cells = cells[: _wanted(section, count, len(cells), said[0])]
    return [hexagon(q, r, apart, pointed) for q, r in cells]


def hexagon(q: int, r: int, apart: float, pointed: bool) -> Stand:
    """Where a hexagon stands from that at 0, 0, whose neighbours' middles are so far apart."""
    ring = max(abs(q), abs(r), abs(q + r))
    names = {"q": str(q), "r": str(r), "ring": str(ring)}
    high = apart * math.sqrt(3) / 2
    return Stand(apart * (q + r / 2), high * r, 0, names) if pointed else Stand(high * q, apart * (r + q / 2), 0, names)


def _reading(cell: tuple[int, int], pointed: bool) -> tuple[float, float]:
    """Line by line as one reads, of which flat hexagons stand half a line lower than their neighbours."""
    q, r = cell
    return (r, q + r / 2) if pointed else (r + q / 2, q)


def _rings(most: int) -> Iterator[tuple[int, int]]:
    for q in range(-most, most + 1):
        for r in range(max(-most, -q - most), min(most, -q + most) + 1):
            yield q, r


def _rectangle(rows: int, columns: int, pointed: bool) -> Iterator[tuple[int, int]]:
    """Every other row is moved by half a hexagon to the right, or every other column down."""
    for row in range(rows):
        for column in range(columns):
            yield (column - row // 2, row) if pointed else (column, row - column // 2)


def _path(section: Section, box: Box, count: int | None) -> list[Stand]:
    given, turned = section.text("path", "M 10 10 H 190 V 190 H 10 Z"), section.flag("turned")
    if not given or len(given) > _LONGEST_PATH:
        if given:
            section.fault("too-large", f"the path has over {_LONGEST_PATH:,} letters; write a shorter one", "path")
        return []
    points = _points(given)
    many = _needs_count(section, count)
    if points is None or len(points) < 2:
        mend = 'write one of SVG, in mm from the top left of the piece: "M 10 10 H 190 V 190"'
        section.fault("wrong-value", f"{quoted(given)} is no path with a length; {mend}", "path")
        return []
    return list(_spaced(points, many, turned))


def _points(path: str) -> list[tuple[float, float]] | None:
    """The corners of the straight lines that stand for a path; None where it is none, or leads out of all bounds."""
    # Only decks that repeat along a path need this import.
    from fontTools.pens.recordingPen import RecordingPen
    from fontTools.svgLib.path import parse_path

    pen = RecordingPen()
    try:
        parse_path(path, pen)
    except Exception:  # whatever the parser raises is the fault of the path
        return None
    points: list[tuple[float, float]] = []
    for operator, given in pen.value:
        if operator == "moveTo" and points:
            return None  # of several paths, nobody can say what lies between
        corners = [(float(x), float(y)) for x, y in ((points[0],) if operator == "closePath" else given)]
        if not all(math.isfinite(number) and abs(number) <= _FURTHEST for corner in corners for number in corner):
            return None
        points += corners if len(corners) <= 1 else _curve(points[-1], corners)
    return [point for at, point in enumerate(points) if at == 0 or math.dist(point, points[at - 1]) > _SMALL]


def _curve(begins: tuple[float, float], corners: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """Points of a Bézier curve, by de Casteljau."""
    for step in range(1, _STEPS + 1):
        share, left = step / _STEPS, [begins, *corners]
        while len(left) > 1:
            left = [(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in pairwise(left)]
        yield left[0]


def _spaced(points: Sequence[tuple[float, float]], count: int, turned: bool) -> Iterator[Stand]:
    """So many places evenly along the lines; of a path that ends where it begins, none twice."""
    lengths = [math.dist(one, other) for one, other in pairwise(points)]
    whole = math.fsum(lengths)
    is_closed = math.dist(points[0], points[-1]) < _SMALL
    step = whole / (count if is_closed else max(1, count - 1)) if count else 0
    at, walked = 0, 0.0
    for place in range(count):
        wanted = place * step
        while at < len(lengths) - 1 and walked + lengths[at] < wanted - _SMALL:
            walked += lengths[at]
            at += 1
        (x, y), (to_x, to_y) = points[at], points[at + 1]
        share = min(1.0, (wanted - walked) / lengths[at])
        turn = math.degrees(math.atan2(to_y - y, to_x - x)) if turned else 0.0
        yield Stand(x + (to_x - x) * share, y + (to_y - y) * share, round(turn, 6), {}, middle=True)


_READERS: Mapping[str, Callable[[Section, Box, int | None], list[Stand]]] = {
    "line": _line, "grid": _grid, "circle": _circle, "hexagons": _hexagons, "path": _path,
}  # fmt: skip
