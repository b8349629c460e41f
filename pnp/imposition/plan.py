"""What imposition gives out: which face lies on which page, where and how turned, the marks, and all that is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import Literal, get_args

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Command, Group, Picture, Shape, edge_of, mapped, moved
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Insets, Size, Transform, Trim

Sides = Literal["duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-then-backs"]
SIDES: tuple[Sides, ...] = get_args(Sides)
Side = Literal["front", "back"]
Edge = Literal["long", "short"]


@frozen
class Duplexing:
    """How backs get behind fronts: by turning each sheet over its edge `flip`, None where none is turned.

    `folded` sheets have both on one page, and are folded instead; `apart` are pages whose fronts all come first, for a
    pile that is turned over and fed again.
    """

    name: Sides
    flip: Edge | None = None
    folded: bool = False
    apart: bool = False

    @property
    def two_sided(self) -> bool:
        """Whether backs are printed at all."""
        return self.folded or self.flip is not None


DUPLEXINGS: Mapping[str, Duplexing] = {
    duplexing.name: duplexing
    for duplexing in (
        Duplexing("duplex-long", "long"),
        Duplexing("duplex-short", "short"),
        Duplexing("gutterfold", folded=True),
        Duplexing("fronts"),
        Duplexing("fronts-then-backs", "long", apart=True),
    )
}


@frozen
class Item:
    """One physical piece to print: copy number `copy` of a component, with the faces of its two sides."""

    component: str
    copy: int
    trim: Trim
    front: str
    back: str | None


@frozen
class Placement:
    """One face on a page: the centre of its trim in millimetres from the page's top left, turned clockwise.

    `bleed` is what is printed beyond the trim, per edge as it lies on the page (left, top, right, bottom).
    `correction` moves all of that on the page once more, for a printer that puts backs elsewhere.
    """

    item: Item
    side: Side
    cx: float
    cy: float
    rotation: float
    bleed: Insets
    correction: Transform = IDENTITY

    @property
    def face(self) -> str:
        """The id of the face that is drawn."""
        return self.item.front if self.side == "front" or self.item.back is None else self.item.back

    @property
    def size(self) -> Size:
        """The trim as it lies on the page, but for a correction."""
        return self.item.trim.size.turned() if self.rotation % 180 == 90 else self.item.trim.size

    @property
    def trim_box(self) -> Box:
        return self._corrected(Box.around(self.cx, self.cy, self.size))

    @property
    def bleed_box(self) -> Box:
        return self._corrected(Box.around(self.cx, self.cy, self.size).grown(self.bleed))

    @property
    def bleed_outline(self) -> tuple[Command, ...]:
        """Where its face is cut off, on the page."""
        outline = edge_of(self.item.trim.outline, Box.around(self.cx, self.cy, self.size).grown(self.bleed))
        return outline if self.correction == IDENTITY else moved(outline, self.correction)

    def _corrected(self, box: Box) -> Box:
        return box if self.correction == IDENTITY else mapped(box, self.correction)

    @property
    def frame(self) -> Transform:
        """From the face's millimetres, origin at the centre of its trim, to the page: where it is drawn."""
        turn = Transform.rotated(self.rotation)
        planned = Transform(turn.a, turn.b, turn.c, turn.d, self.cx, self.cy)
        return planned if self.correction == IDENTITY else planned.then(self.correction)

    @property
    def transform(self) -> Transform:
        """The same from the trim's top left, which is the face's own origin."""
        return Transform.moved(-self.item.trim.size.width / 2, -self.item.trim.size.height / 2).then(self.frame)


@frozen
class Page:
    """One printed page: sheet number from 1, the side it shows, what is placed, and what is drawn over it.

    `marks` (crop marks, sheet label, check bar) stand outside every trim; `stamps` stand inside theirs.
    """

    sheet: int
    side: Side | Literal["both"]
    placements: tuple[Placement, ...]
    marks: tuple[Shape, ...] = ()
    stamps: tuple[Shape, ...] = ()

    @property
    def trim_box(self) -> Box:
        """The smallest box that holds every trim on the page; an empty page has none and gives an empty box."""
        return _joined(placement.trim_box for placement in self.placements)

    @property
    def bleed_box(self) -> Box:
        return _joined(placement.bleed_box for placement in self.placements)

    def mapped(self, transform: Transform) -> Page:
        """The page with its marks and stamps mapped; what is placed stays."""
        marks, stamps = ((Group(shapes, transform),) if shapes else () for shapes in (self.marks, self.stamps))
        return replace(self, marks=marks, stamps=stamps)


def _joined(boxes: Iterable[Box]) -> Box:
    return reduce(Box.joined, boxes) if (boxes := tuple(boxes)) else Box(0, 0, 0, 0)


@frozen
class SheetPlan:
    """Every page of one file."""

    paper: Size
    sides: Sides
    sheets: int
    pages: tuple[Page, ...]
    per_sheet: int
    notes: tuple[Finding, ...] = ()

    @property
    def duplexing(self) -> Duplexing:
        return DUPLEXINGS[self.sides]

    def placements(self) -> Iterator[tuple[int, Placement]]:
        """Page number from 1, and each placement on it, in drawing order."""
        for number, page in enumerate(self.pages, 1):
            for placement in page.placements:
                yield number, placement

    def letters(self) -> str:
        """The plan as a picture of letters: one block a page, a letter an item, a dot where a slot is empty."""
        names: dict[Item, str] = {}
        for _, placement in self.placements():
            names.setdefault(placement.item, chr(ord("A") + len(names) % 26))
        columns = sorted({round(placement.cx, 3) for _, placement in self.placements()})
        rows = sorted({round(placement.cy, 3) for _, placement in self.placements()})
        return "\n\n".join(_letters(page, names, columns, rows) for page in self.pages)


def one_a_page(faces: Iterable[Face], paper: Size) -> SheetPlan:
    """A page for each face, printed on one side, the face about its middle."""
    pages = []
    for number, face in enumerate(faces, 1):
        item = Item(face.id, 1, face.trim, face.id, None)
        placement = Placement(item, "front", paper.width / 2, paper.height / 2, 0.0, Insets.even(0.0))
        pages.append(Page(number, "front", (placement,)))
    return SheetPlan(paper, "fronts", len(pages), tuple(pages), 1)


def _letters(page: Page, names: dict[Item, str], columns: list[float], rows: list[float]) -> str:
    grid = [["."] * len(columns) for _ in rows]
    for placement in page.placements:
        grid[rows.index(round(placement.cy, 3))][columns.index(round(placement.cx, 3))] = names[placement.item]
    return "\n".join(" ".join(row) for row in grid)


@frozen
class EmbeddedPicture:
    """What a PDF holds of a picture: entries of its dictionary, the SHA-256 of its data, and its mask if it has one."""

    entries: Mapping[str, str]
    sha256: str
    mask: EmbeddedPicture | None = None


@frozen
class DrawnPlan:
    """The pages of one PDF, the faces and fonts that they name, and the pictures that it holds.

    `inline` says that faces are drawn on the pages themselves, as in a book to read, and not as forms.
    """

    plan: SheetPlan
    faces: Mapping[str, Face]
    fonts: FontBook
    pictures: Mapping[Picture, EmbeddedPicture]
    inline: bool = False
