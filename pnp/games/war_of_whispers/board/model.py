"""What stands on the board, as frozen data in millimetres: borders, regions, councils, phases, seas."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from functools import cached_property

from pnp.frozen import frozen
from pnp.games.war_of_whispers.board.curves import Line, flattened
from pnp.geometry import Box, Point, Size

SEA = "sea"
BANNER = 8.0  # the side of a chit or cube
BUILDING = 8.0  # the height at which a farm, fort or city is drawn


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
    hatches: Mapping[str, str]
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
