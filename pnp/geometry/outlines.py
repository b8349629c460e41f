"""How pieces are cut: an outline tells its edge, how far its bleed goes, what lies inside of it and how close it packs.

All that tells one kind of outline from another is here: who lays, marks, cuts or checks pieces asks their trim.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import ClassVar, Literal

from pnp.frozen import frozen
from pnp.geometry.paths import Commands, arc, circle, hexagon, rectangle
from pnp.geometry.plane import Box, Insets, Size

ACROSS_CORNERS = 2 / math.sqrt(3)
"""How much further apart two corners of a hexagon are than two of its sides, those that lie opposite each other."""

Way = Literal["across", "down"]


@frozen
class Nest:
    """How pieces lie closer together than in straight rows, in millimetres: from one to the next in a row, from row to
    row, and how far every other row is moved along. With `turned` every other piece of a row is upside down.
    """

    across: float
    down: float
    shift: float = 0.0
    turned: bool = False


@frozen
class Outline:
    """What a piece is cut along. `name` is what manifests call it.

    What `is_straight` is parted from its neighbours by straight cuts along its box; of what `is_drawn` the face draws
    where to cut and fold (a net); anything else is cut out along a line of its own. What `fills_plane` leaves nothing
    between neighbours that are nested.
    """

    name: ClassVar[str] = ""
    is_straight: ClassVar[bool] = False
    is_drawn: ClassVar[bool] = False
    fills_plane: ClassVar[bool] = False

    @property
    def is_cut_out(self) -> bool:
        return not (self.is_straight or self.is_drawn)

    @property
    def fills_box(self) -> bool:
        """Whether a picture of a piece is a whole rectangle; tables round the corners of cards themselves."""
        return not self.is_cut_out

    @property
    def turned_over(self) -> Outline:
        """The outline as it is seen from behind, mirrored from left to right."""
        return self

    def turned(self, degrees: int) -> Outline:
        """The outline of a piece that is turned by quarters of a circle."""
        return self

    def edge(self, box: Box, turn: float = 0.0, corner: float = 0.0) -> Commands:
        """The line to cut along in a box, of a piece turned by so many degrees; `corner` where it rounds them."""
        return rectangle(box)

    def bled(self, box: Box, bleed: Insets, turn: float = 0.0, corner: float = 0.0) -> Commands:
        """Where the print of a piece in a box ends, so far beyond each side of its box."""
        return self.edge(box.grown(bleed), turn)

    def by_hand(self, box: Box, apart: Insets, turn: float, corner: float) -> Iterator[Commands]:
        """The lines to cut along by hand, so far outside of them, of a piece in a box."""
        if self.is_cut_out:
            yield self.bled(box, apart, turn)

    def reaches(self, lying: Size, distance: float) -> tuple[float, float]:
        """How far across and down the line goes that lies so much further out."""
        return distance, distance

    def beyond(self, size: Size, corner: float, x: float, y: float) -> float:
        """How far a point, from the middle of the piece, lies past the cut; below zero inside."""
        return max(abs(x) - size.width / 2, abs(y) - size.height / 2)

    def holds(self, size: Size, corner: float, box: Box, inset: float) -> bool:
        """Whether a box, from the middle of the piece, lies inside and keeps so far from the cut."""
        return all(self.beyond(size, corner, x, y) <= -inset for x, y in box.corners)

    def leaves(self, size: Size, distance: float) -> bool:
        """Whether anything of a piece lies so far inside its cut."""
        return 2 * distance < min(size.width, size.height)

    def inner(self, box: Box) -> Box:
        """Where words can stand on a piece in a box."""
        return _share(box, 0.94)

    def nest(self, lying: Size, between: float, turn: float) -> Nest | None:
        """How pieces of that size, as they lie, come closest, so far between their edges; None for straight rows."""
        return None

    def level(self, lying: Size) -> Way | None:
        """Along which way of the page two of its sides run that straight cuts of a row may follow, for what is else cut
        out by hand.
        """
        return None


@frozen
class Rectangle(Outline):
    """A box; corners that are rounded count for machines and punches, not for straight cuts."""

    name: ClassVar[str] = "rectangle"
    is_straight: ClassVar[bool] = True


@frozen
class Rounded(Rectangle):
    """A box whose rounded corners are cut out of what straight cuts leave."""

    name: ClassVar[str] = "rounded"

    @property
    def fills_box(self) -> bool:
        return False

    def bled(self, box: Box, bleed: Insets, turn: float = 0.0, corner: float = 0.0) -> Commands:
        is_bare = max(bleed.left, bleed.top, bleed.right, bleed.bottom) == 0
        return rectangle(box.grown(bleed), corner if is_bare else 0.0)

    def edge(self, box: Box, turn: float = 0.0, corner: float = 0.0) -> Commands:
        return rectangle(box, corner)

    def by_hand(self, box: Box, apart: Insets, turn: float, corner: float) -> Iterator[Commands]:
        """An arc in each corner, from one straight cut to the other."""
        radius = min(corner, box.width / 2, box.height / 2)
        away = radius + apart.left
        short = math.degrees(math.acos(min(1.0, radius / away))) if away > 0 else 0.0
        middles = box.grown(Insets.even(-radius)).corners
        for (x, y), start in zip(middles, (270.0, 0.0, 90.0, 180.0)):
            yield arc(x, y, away, start + short, start + 90 - short)

    def beyond(self, size: Size, corner: float, x: float, y: float) -> float:
        across, down = abs(x) - size.width / 2 + corner, abs(y) - size.height / 2 + corner
        return math.hypot(max(across, 0.0), max(down, 0.0)) + min(max(across, down), 0.0) - corner


@frozen
class Drawn(Outline):
    """A net, whose face draws its lines."""

    name: ClassVar[str] = "drawn"
    is_drawn: ClassVar[bool] = True


@frozen
class Round(Outline):
    """A circle."""

    name: ClassVar[str] = "round"

    def edge(self, box: Box, turn: float = 0.0, corner: float = 0.0) -> Commands:
        return circle(*box.centre, box.width / 2)

    def beyond(self, size: Size, corner: float, x: float, y: float) -> float:
        return math.hypot(x, y) - size.width / 2

    def inner(self, box: Box) -> Box:
        return _share(box, math.sqrt(0.5))

    def nest(self, lying: Size, between: float, turn: float) -> Nest | None:
        pitch = lying.width + between
        return None if turn else Nest(pitch, pitch * math.sqrt(3) / 2, pitch / 2)


@frozen
class Hexagon(Outline):
    """A regular hexagon; the longer way of its box leads from corner to corner."""

    name: ClassVar[str] = "hexagon"
    fills_plane: ClassVar[bool] = True

    def edge(self, box: Box, turn: float = 0.0, corner: float = 0.0) -> Commands:
        return hexagon(box)

    def by_hand(self, box: Box, apart: Insets, turn: float, corner: float) -> Iterator[Commands]:
        """The lines to cut along by hand, so far outside of them, of a piece in a box."""
        if self.is_cut_out:
            yield self.bled(box, apart, turn)

    def reaches(self, lying: Size, distance: float) -> tuple[float, float]:
        far = distance * ACROSS_CORNERS
        return (far, distance) if self.level(lying) == "across" else (distance, far)

    def beyond(self, size: Size, corner: float, x: float, y: float) -> float:
        along, aside = (abs(x), abs(y)) if self.level(size) == "across" else (abs(y), abs(x))
        return max(aside, (math.sqrt(3) * along + aside) / 2) - min(size.width, size.height) / 2

    def inner(self, box: Box) -> Box:
        return _share(box, 0.6)

    def nest(self, lying: Size, between: float, turn: float) -> Nest | None:
        flat = min(lying.width, lying.height) + between
        corners = flat * ACROSS_CORNERS
        if self.level(lying) == "across":  # in columns moved by half, read as rows of every other column
            return Nest(1.5 * corners, flat / 2, 0.75 * corners)
        return Nest(flat, 0.75 * corners, flat / 2)

    def level(self, lying: Size) -> Way | None:
        return "across" if lying.width >= lying.height else "down"


def _share(box: Box, share: float) -> Box:
    return Box.around(*box.centre, Size(box.width * share, box.height * share))


RECTANGLE, ROUNDED, ROUND, HEXAGON, DRAWN = Rectangle(), Rounded(), Round(), Hexagon(), Drawn()
NAMED: Mapping[str, Outline] = MappingProxyType(
    {outline.name: outline for outline in (RECTANGLE, ROUNDED, ROUND, HEXAGON, DRAWN)}
)
"""The outlines that a name tells all about."""


@frozen
class Trim:
    """What a piece measures once it is cut, and the bleed and safe distance it asks for."""

    size: Size
    outline: Outline = RECTANGLE
    corner: float = 0.0
    bleed: float = 3.0
    safe: float = 3.0

    @property
    def box(self) -> Box:
        """The trim in its own coordinates, origin top left."""
        return Box(0, 0, self.size.width, self.size.height)

    @property
    def bleed_box(self) -> Box:
        return self.box.grown(self.reach(self.bleed))

    @property
    def edge(self) -> Commands:
        """The line to cut along, from the trim's top left."""
        return self.outline.edge(self.box, corner=self.corner)

    @property
    def bleed_edge(self) -> Commands:
        """The edge of the bleed, from the trim's top left: what its ground fills."""
        return self.outline.bled(self.box, self.reach(self.bleed))

    @property
    def radius(self) -> float:
        """Of the largest circle that a disc or a hexagon holds."""
        return min(self.size.width, self.size.height) / 2

    @property
    def bleed_radius(self) -> float:
        """Of the smallest circle that holds all of its bleed."""
        box = self.bleed_box
        return math.hypot(box.width, box.height) / 2 if self.outline.is_straight else max(box.width, box.height) / 2

    @property
    def turned_over(self) -> Trim:
        """The same piece seen from behind."""
        return replace(self, outline=self.outline.turned_over)

    def turned(self, degrees: int) -> Trim:
        """The same piece turned clockwise by quarters of a circle."""
        return replace(self, size=self.lying(degrees), outline=self.outline.turned(degrees))

    def reach(self, bleed: float, rotation: float = 0.0) -> Insets:
        """How far the edge that lies so much further out goes beyond each side of a piece turned by so many degrees."""
        across, down = self.outline.reaches(self.lying(rotation), bleed)
        return Insets(across, down, across, down)

    def lying(self, rotation: float) -> Size:
        """Its size as it lies, turned by so many degrees."""
        return self.size.turned() if rotation % 180 == 90 else self.size

    def beyond(self, x: float, y: float) -> float:
        """How far a point, from the middle of the piece, lies past the cut; below zero inside."""
        return self.outline.beyond(self.size, self.corner, x, y)

    def holds(self, box: Box, inset: float) -> bool:
        """Whether a box, from the trim's top left, lies inside and keeps so far from the cut."""
        x, y = self.size.width / 2, self.size.height / 2
        there = Box(box.left - x, box.top - y, box.right - x, box.bottom - y)
        return self.outline.holds(self.size, self.corner, there, inset)

    def reshaped(self, outline: Outline) -> Trim:
        """A disc as the square or the hexagon around it."""
        across = self.size.height
        width = across * ACROSS_CORNERS if outline == HEXAGON else across
        return Trim(Size(width, across), outline, 0.0, self.bleed, self.safe)

    def scaled(self, factor: float) -> Trim:
        """The same trim, smaller or larger in every measure."""
        size = Size(self.size.width * factor, self.size.height * factor)
        return Trim(size, self.outline, self.corner * factor, self.bleed * factor, self.safe * factor)

    @property
    def safe_box(self) -> Box:
        return self.box.grown(Insets.even(-self.safe))
