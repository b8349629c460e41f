"""What imposition gives out: which face lies on which page, where and how turned, and the marks around it.

Of all that the printer gets the pages that are wanted, with backs drawn where it needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce
from typing import Any, Literal, get_args

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Command, Group, Picture, Shape, mapped, moved
from pnp.errors import Finding, UsageError
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Insets, Size, Transform, Trim, number
from pnp.language.wording import ENGLISH, Wording

Sides = Literal["duplex-long", "duplex-short", "gutterfold", "fronts", "fronts-then-backs"]
SIDES: tuple[Sides, ...] = get_args(Sides)
Side = Literal["front", "back"]
Edge = Literal["long", "short"]
# What a printer is off by is a millimetre or two and a few thousandths; more is a slip of the pen.
LEAST_SCALE, MOST_SCALE, MOST_SHIFT, MOST_TURN = 0.9, 1.1, 20.0, 5.0
Ranges = tuple[tuple[int, int], ...]
"""First and last of each, both counted from 1."""


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
    def trim(self) -> Trim:
        """The piece as it is seen from this side."""
        return self.item.trim if self.side == "front" else self.item.trim.turned_over

    @property
    def size(self) -> Size:
        """The trim as it lies on the page, but for a correction."""
        return self.item.trim.lying(self.rotation)

    @property
    def trim_box(self) -> Box:
        return self._corrected(Box.around(self.cx, self.cy, self.size))

    @property
    def bleed_box(self) -> Box:
        return self._corrected(Box.around(self.cx, self.cy, self.size).grown(self.bleed))

    @property
    def bleed_outline(self) -> tuple[Command, ...]:
        """Where its face is cut off, on the page."""
        trim, box = self.trim, Box.around(self.cx, self.cy, self.size)
        outline = trim.outline.bled(box, self.bleed, self.rotation, trim.corner)
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
        for at, page in enumerate(self.pages, 1):
            for placement in page.placements:
                yield at, placement

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
    for sheet, face in enumerate(faces, 1):
        item = Item(face.id, 1, face.trim, face.id, None)
        placement = Placement(item, "front", paper.width / 2, paper.height / 2, 0.0, Insets.even(0.0))
        pages.append(Page(sheet, "front", (placement,)))
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


@frozen
class Correction:
    """How a back page is drawn: all of it scaled about the page's centre, then turned about it clockwise by degrees,
    then shifted by millimetres to the right and down, as one looks at the back.
    """

    scale_x: float = 1.0
    scale_y: float = 1.0
    shift_x: float = 0.0
    shift_y: float = 0.0
    rotate: float = 0.0

    def transform(self, page: Size) -> Transform:
        """The same as a map of the page."""
        x, y = page.width / 2, page.height / 2
        return (
            Transform.moved(-x, -y)
            .then(Transform.scaled(self.scale_x, self.scale_y))
            .then(Transform.rotated(self.rotate))
            .then(Transform.moved(x + self.shift_x, y + self.shift_y))
        )

    def more(self, other: Correction) -> Correction:
        """Both together; what is small of the second order, as all that printers are off by is, is left out."""
        return Correction(
            round(self.scale_x * other.scale_x, 8), round(self.scale_y * other.scale_y, 8),
            self.shift_x + other.shift_x, self.shift_y + other.shift_y, self.rotate + other.rotate,
        )  # fmt: skip

    def as_json(self) -> dict[str, float]:
        return {
            "scale_x": self.scale_x, "scale_y": self.scale_y, "shift_x_mm": self.shift_x, "shift_y_mm": self.shift_y,
            "rotate_deg": self.rotate,
        }  # fmt: skip

    def __str__(self) -> str:
        return self.describe(ENGLISH)

    def describe(self, wording: Wording) -> str:
        """All five values in one line."""
        scales = " x ".join(f"{number(scale * 100, 4)}%" for scale in (self.scale_x, self.scale_y))
        shifts = " / ".join(f"{number(shift)} mm" for shift in (self.shift_x, self.shift_y))
        turn = f"{number(self.rotate)}°"
        return wording("scale {scales}, shift {shifts}, turn {turn}", scales=scales, shifts=shifts, turn=turn)


@frozen
class Printer:
    """A printer by the name that its owner gave it; `landscape` is for pages that lie, where that was read off."""

    name: str
    upright: Correction
    landscape: Correction | None = None

    def correction(self, page: Size) -> Correction:
        """What is to be done to the back of such a page."""
        return self.landscape if self.landscape is not None and page.width > page.height else self.upright

    def as_json(self) -> dict[str, Any]:
        landscape = None if self.landscape is None else self.landscape.as_json()
        return {"name": self.name, **self.upright.as_json(), "landscape": landscape}


def corrected(plan: SheetPlan, printer: Printer) -> SheetPlan:
    """The plan with every piece and mark of its back pages moved; fronts, and pages with both sides on them, stay."""
    transform = printer.correction(plan.paper).transform(plan.paper)
    if transform == IDENTITY:
        return plan

    def moved(page: Page) -> Page:
        placements = tuple(replace(placement, correction=transform) for placement in page.placements)
        return replace(page.mapped(transform), placements=placements)

    return replace(plan, pages=tuple(moved(page) if page.side == "back" else page for page in plan.pages))


@frozen
class Part:
    """Some sheets of every file, none named for all of them, and one side of each sheet, or both."""

    sheets: Ranges = ()
    side: Side | None = None

    @property
    def is_whole(self) -> bool:
        return not self.sheets and self.side is None

    @property
    def name(self) -> str:
        """As part of a file's name, such as `sheets-2-4-fronts`."""
        numbers = "-and-".join(f"{low}-{high}" if high > low else f"{low}" for low, high in self.sheets)
        single = len(self.sheets) == 1 and self.sheets[0][0] == self.sheets[0][1]
        sheets = [f"sheet-{numbers}" if single else f"sheets-{numbers}"] if numbers else []
        return "-".join([*sheets, *([f"{self.side}s"] if self.side else [])])

    def holds(self, page: Page) -> bool:
        numbered = not self.sheets or any(low <= page.sheet <= high for low, high in self.sheets)
        return numbered and self.side in (None, page.side)


def selected(plans: Mapping[str, SheetPlan], part: Part) -> dict[str, SheetPlan]:
    """The plans that have wanted pages, with those alone; pages keep their sheet numbers and everything on them.

    Raises UsageError when no page is left, and for one side of sheets that have both on one page.
    """
    if part.is_whole or not plans:
        return dict(plans)
    if part.side and any(plan.duplexing.folded for plan in plans.values()):
        raise UsageError("--side: folded sheets have both sides on one page; leave it out, or give other --sides")
    chosen = {name: tuple(filter(part.holds, plan.pages)) for name, plan in plans.items()}
    filled = {name: pages for name, pages in chosen.items() if any(page.placements for page in pages)}
    if not filled:
        raise UsageError(_nothing(plans, part))
    return {name: replace(plans[name], pages=pages) for name, pages in filled.items()}


def _nothing(plans: Mapping[str, SheetPlan], part: Part) -> str:
    if not part.sheets:
        return f"--side: nothing that is printed has a {part.side}; leave it out"
    most = max((plan.sheets for plan in plans.values()), default=0)
    there = ", ".join(f"{name} has {plan.sheets}" for name, plan in plans.items())
    if part.sheets[0][0] > most:
        return f"--sheets: no file has so many sheets; {there}"
    return f"--sheets: none of these sheets has a {part.side}; leave --side out"
