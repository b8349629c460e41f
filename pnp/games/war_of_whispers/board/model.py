"""What stands on the board, as frozen data in millimetres, and how it is read from the document `map`."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import Command, Commands
from pnp.frozen import frozen
from pnp.geometry import Box, Point, Size, cubic, parse_pair, winding

Line = tuple[Point, ...]

_STEPS = 4  # straight pieces that measure one span of a curve
SEA = "sea"
BANNER = 8.0  # the side of a chit or cube
BUILDING = 8.0  # the height at which a farm, fort or city is drawn
LABEL, LABEL_END = 4.2, 0.9  # height of the strip that a region's name stands on, and how far it goes on at either end
FORMAT = "pnp-war-map/1"
_Entry = Mapping[str, Any]
T = TypeVar("T")


def _spans(points: Line) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Start, two control points and end of each span: a Catmull-Rom curve, which passes through every point."""
    closed = points[0] == points[-1]
    before, after = (points[-2], points[1]) if closed else (points[0], points[-1])
    around = (before, *points, after)
    for (x0, y0), (x1, y1), (x2, y2), (x3, y3) in zip(around, around[1:], around[2:], around[3:]):
        first = (x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6)
        second = (x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6)
        yield (x1, y1), first, second, (x2, y2)


def curve(points: Line) -> Commands:
    """The curve as a path, in hundredths of a millimetre; it begins with its first point."""
    commands: list[Command] = [("M", *points[0])]
    for _, (x1, y1), (x2, y2), end in _spans(points):
        commands.append(("C", round(x1, 2), round(y1, 2), round(x2, 2), round(y2, 2), *end))
    return tuple(commands)


def flattened(points: Line) -> Line:
    """The curve as straight pieces, for measuring."""
    found: list[Point] = []
    for span in _spans(points):
        for step in range(_STEPS):
            found.append(cubic(*span, step / _STEPS))
    return (*found, points[-1])


def length(line: Sequence[Point]) -> float:
    return math.fsum(map(math.dist, line, line[1:]))


def area(loop: Sequence[Point]) -> float:
    """Of a closed loop; positive when it runs clockwise on paper."""
    return math.fsum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in zip(loop, (*loop[1:], loop[0]))) / 2


def holds(loop: Sequence[Point], corners: Sequence[Point]) -> bool:
    """Whether a closed loop holds the whole of a convex shape: a corner of it, and no edge of the loop cuts it."""
    if winding(loop, *corners[0]) % 2 == 0:
        return False
    box, sides = Box.over(corners), list(zip(corners, (*corners[1:], corners[0])))
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    for a, b in zip(loop, (*loop[1:], loop[0])):
        (ax, ay), (bx, by) = a, b
        is_apart = ax < left > bx or ax > right < bx or ay < top > by or ay > bottom < by
        if not is_apart and any(crosses(a, b, *side) for side in sides):
            return False
    return True


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the pieces from a to b and from c to d cut through one another; touching ends do not count."""
    return _parts(a, b, c, d) and _parts(c, d, a, b)


def _parts(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether c and d lie on different sides of the line through a and b."""
    (x, y), (bx, by), (cx, cy), (dx, dy) = a, b, c, d
    right, down = bx - x, by - y
    return (right * (cy - y) - down * (cx - x)) * (right * (dy - y) - down * (dx - x)) < 0


def first_crossing(lines: Iterable[tuple[str, Line]]) -> tuple[str, str, Point] | None:
    """The first two of the named lines that cut through one another (or one through itself), and where."""
    cell = 2.0  # millimetres; a piece of border is about as long
    cells: dict[tuple[int, int], list[tuple[str, Point, Point]]] = {}
    for name, line in lines:
        for a, b in pairwise(line):
            for key in _cells(a, b, cell):
                for other, c, d in cells.get(key, ()):
                    if crosses(a, b, c, d):
                        return other, name, a
                cells.setdefault(key, []).append((name, a, b))
    return None


def _cells(a: Point, b: Point, cell: float) -> Iterator[tuple[int, int]]:
    for column in range(int(min(a[0], b[0]) // cell), int(max(a[0], b[0]) // cell) + 1):
        for row in range(int(min(a[1], b[1]) // cell), int(max(a[1], b[1]) // cell) + 1):
            yield column, row


@frozen
class Border:
    """A stretch of border between two regions, or of coast between a region and the sea."""

    id: str
    between: tuple[str, str]
    line: Line

    @property
    def coast(self) -> bool:
        return SEA in self.between

    def other(self, region: str) -> str:
        return self.between[1] if self.between[0] == region else self.between[0]


@frozen
class Lettering:
    """Where a name is written: the middle of its line, its turn in degrees, how far the middle rises, its width."""

    at: Point
    turn: float
    bend: float
    width: float

    def place(self, along: float) -> tuple[Point, float]:
        """The point so far from the middle of the line, and the line's slope there in degrees."""
        half = self.width / 2
        rise = self.bend * (1 - (along / half) ** 2)
        slope = math.degrees(math.atan2(2 * self.bend * along / half**2, 1))
        angle = math.radians(self.turn)
        x = self.at[0] + along * math.cos(angle) + rise * math.sin(angle)
        y = self.at[1] + along * math.sin(angle) - rise * math.cos(angle)
        return (x, y), self.turn + slope


@frozen
class Building:
    """A farm, fort or city and its middle."""

    kind: str
    at: Point

    @property
    def box(self) -> Box:
        return Box.around(*self.at, Size(BUILDING, BUILDING))


@frozen
class Growth:
    """A mark of the terrain: which drawing, its middle, and its size as a share of the drawing's own."""

    kind: str
    at: Point
    scale: float


@frozen
class Region:
    """One of the map's regions; `loop` names its borders clockwise, each forwards or backwards."""

    id: str
    name: str
    empire: str
    banners: int
    loop: tuple[tuple[str, bool], ...]
    buildings: tuple[Building, ...]
    places: tuple[Point, ...]
    lettering: Lettering
    terrain: tuple[Growth, ...]

    @property
    def identifier(self) -> str:
        return f"war-of-whispers/region/{self.id}"

    def count(self, kind: str) -> int:
        return sum(building.kind == kind for building in self.buildings)

    def place_boxes(self) -> Iterator[Box]:
        """Where its banners may lie."""
        for place in self.places:
            yield Box.around(*place, Size(BANNER, BANNER))


@frozen
class Action:
    """What a seat may do: add banners or draw cards, so many for each so many buildings; or attack, or swap."""

    id: str
    word: str
    add: int
    cards: int
    each: int
    kind: str


@frozen
class Seat:
    """A council position: where it is and the ids of the actions it may choose from."""

    id: str
    box: Box
    actions: tuple[str, ...]


@frozen
class Council:
    """An empire's seats in the order they act, its title, and which way they run."""

    empire: str
    head: Box
    way: str
    seats: tuple[Seat, ...]

    def identifier(self, seat: Seat) -> str:
        return f"war-of-whispers/seat/{self.empire}/{seat.id}"


@frozen
class Phase:
    """A station of the ring beside the councils."""

    id: str
    name: str
    words: str
    icon: str
    box: Box
    spot: str


@frozen
class Link:
    """An arrow from one panel to the next."""

    at: Point
    way: str


@frozen
class Entry:
    """A line of the legend: which symbol, and what it means."""

    kind: str
    words: str


@frozen
class Sea:
    """A name on the water, its letters that many points high."""

    name: str
    lettering: Lettering
    size: float


@frozen
class Chart:
    """The frame of the map: its box, the title, compass rose, the sea's shading, ships."""

    box: Box
    title: str
    cartouche: Box
    rose: tuple[Point, float]
    shore: tuple[tuple[Line, ...], ...]
    vignettes: tuple[Growth, ...]


@frozen(slots=False)
class WarMap:
    """The whole board."""

    sheet: Size
    order: tuple[str, ...]
    regions: tuple[Region, ...]
    borders: tuple[Border, ...]
    neighbours: tuple[tuple[str, str], ...]
    actions: Mapping[str, Action]
    seats: Mapping[str, str]
    councils: tuple[Council, ...]
    phases: tuple[Phase, ...]
    arrows: tuple[Link, ...]
    seas: tuple[Sea, ...]
    legend: tuple[Entry, ...]
    chart: Chart

    @cached_property
    def border(self) -> Mapping[str, Border]:
        return {border.id: border for border in self.borders}

    def walked(self, region: Region) -> Iterator[tuple[Border, Line]]:
        """A region's borders with their points in the direction of its loop; those that do not exist are left out."""
        for name, forwards in region.loop:
            if border := self.border.get(name):
                yield border, border.line if forwards else border.line[::-1]

    @cached_property
    def flat(self) -> Mapping[str, Line]:
        """Every border as straight pieces, for measuring."""
        return {border.id: flattened(border.line) for border in self.borders}

    @cached_property
    def outlines(self) -> Mapping[str, Line]:
        """The loop of every region as straight pieces, by its id."""
        return {region.id: tuple(self._walked_flat(region)) for region in self.regions}

    def _walked_flat(self, region: Region) -> Iterator[Point]:
        for name, forwards in region.loop:
            line = self.flat.get(name, ())
            yield from line[:-1] if forwards else line[:0:-1]


def map_of(document: _Entry) -> WarMap:
    """The board of a map; ArtError names the entry that is missing or is not what it should be."""
    if document.get("format") != FORMAT:
        raise ArtError(f'map.toml is no map; its first line must be format = "{FORMAT}"')
    try:
        return _read("the map", document, _map)
    except ArtError as failure:
        raise ArtError(f"map.toml: {failure}") from failure


def _map(entry: _Entry) -> WarMap:
    actions = [_read(f"actions.{name}", {"id": name, **each}, _action) for name, each in entry["actions"].items()]
    return WarMap(
        sheet=Size(*parse_pair(entry["sheet"])),
        order=tuple(entry["order"]),
        regions=_all("regions", entry, _region),
        borders=_all("borders", entry, _border),
        neighbours=tuple((str(one), str(two)) for one, two in entry["neighbours"]),
        actions={action.id: action for action in actions},
        seats={str(name): str(each["name"]) for name, each in entry["seats"].items()},
        councils=_all("councils", entry, _council),
        phases=_all("phases", entry, _phase),
        arrows=_all("arrows", entry, lambda each: Link(_point(each["at"]), each["way"])),
        seas=_all("seas", entry, _sea),
        legend=_all("legend", entry, lambda each: Entry(each["kind"], each["words"])),
        chart=_read("chart", {**entry["chart"], **entry["shore"]}, _chart),
    )


def _all(name: str, entry: _Entry, make: Callable[[_Entry], T]) -> tuple[T, ...]:
    return tuple(_read(f"{name} {at}", each, make) for at, each in enumerate(entry[name], 1))


def _read(name: str, entry: _Entry, make: Callable[[_Entry], T]) -> T:
    """What `make` makes of an entry; its complaint with the name of the entry before it."""
    known = entry.get("id") or entry.get("name") or entry.get("empire")
    shown = f"{name} ({known})" if known else name
    try:
        return make(entry)
    except ArtError as failure:
        raise ArtError(f"{shown}: {failure}" if name != "the map" else str(failure)) from failure
    except KeyError as failure:
        raise ArtError(f"{shown} lacks {failure}; write it") from failure
    except (ValueError, TypeError, AttributeError, IndexError) as failure:
        raise ArtError(f"{shown} cannot be read: {failure}") from failure


def _points(text: str) -> Line:
    return tuple(_point(each) for each in text.split())


def _point(text: str) -> Point:
    x, y = text.split(",")
    return float(x), float(y)


def _box(text: str) -> Box:
    (left, top), (right, bottom) = _points(text)
    return Box(left, top, right, bottom)


def _lettering(entry: _Entry) -> Lettering:
    return Lettering(_point(entry["at"]), float(entry["turn"]), float(entry["bend"]), float(entry["width"]))


def _growths(text: str) -> Iterable[Growth]:
    for each in filter(None, map(str.strip, text.split(";"))):
        kind, at, scale = each.split()
        yield Growth(kind, _point(at), float(scale))


def _border(entry: _Entry) -> Border:
    one, two = entry["between"]
    line = _points(entry["line"])
    if len(line) < 2:
        raise ValueError("a border has two points at least")
    return Border(entry["id"], (one, two), line)


def _region(entry: _Entry) -> Region:
    return Region(
        id=entry["id"],
        name=entry["name"],
        empire=entry["empire"],
        banners=int(entry.get("banners", 0)),
        loop=tuple((name[1:], name[0] == "+") for name in entry["loop"]),
        buildings=tuple(Building(each["kind"], _point(each["at"])) for each in entry.get("buildings", ())),
        places=_points(entry["places"]),
        lettering=_lettering(entry["lettering"]),
        terrain=tuple(_growths(entry["terrain"])),
    )


def _action(entry: _Entry) -> Action:
    numbers = {name: int(entry.get(name, 0)) for name in ("add", "cards", "each")}
    return Action(id=entry["id"], word=entry["word"], kind=entry.get("kind", ""), **numbers)


def _council(entry: _Entry) -> Council:
    seats = tuple(Seat(each["id"], _box(each["box"]), tuple(each["actions"])) for each in entry["seats"])
    return Council(entry["empire"], _box(entry["head"]), entry["way"], seats)


def _phase(entry: _Entry) -> Phase:
    name, title, words, icon = (entry[key] for key in ("id", "name", "words", "icon"))
    return Phase(name, title, words, icon, _box(entry["box"]), entry.get("spot", ""))


def _sea(entry: _Entry) -> Sea:
    return Sea(entry["name"], _lettering(entry["lettering"]), float(entry["size"]))


def _chart(entry: _Entry) -> Chart:
    return Chart(
        box=_box(entry["box"]),
        title=entry["title"],
        cartouche=_box(entry["cartouche"]),
        rose=(_point(entry["rose"]["at"]), float(entry["rose"]["radius"])),
        shore=tuple(tuple(_points(line) for line in entry[name]) for name in ("near", "far")),
        vignettes=tuple(_growths(entry["vignettes"])),
    )
