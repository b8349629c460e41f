"""A small deck built by hand through pnp's own PDF renderer, its manifest, and ways to tamper with the file."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO
from typing import Any

import pikepdf
from PIL import Image as Raster

from pnp.drawing.colour import BLACK, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import built_in_fonts
from pnp.drawing.shapes import Group, Image, Path, Picture, Symbol, Text, Use, circle, rectangle
from pnp.geometry import ROUND, Box, Insets, Size, Transform, Trim
from pnp.imposition.plan import Item, Page, Placement, SheetPlan, Sides
from pnp.renderers.base import DocumentInfo, render
from pnp.renderers.pdf import PdfRenderer

FILE = "t-cards-a4.pdf"
CARD = Trim(Size(63.5, 88.9), corner=3)
DISC = Trim(Size(30, 30), ROUND, bleed=1.5, safe=1.5)
BACKS = {"t/one": "t/back", "t/two": "t/back", "t/three": "t/other-back", "t/four": None}
COUNTS = {"t/one": 2, "t/two": 1, "t/three": 1, "t/four": 1}
DOT = Symbol("dot", (Path(circle(0, 0, 4), Colour.parse("#aa3322")),), Box(-4, -4, 4, 4))
# An independent statement of how a sheet turns, by sides and whether the page lies: about which line.
VERTICAL = {("duplex-long", False), ("duplex-short", True), ("fronts-then-backs", False), ("gutterfold", False)}


@dataclass(frozen=True)
class Deck:
    """Finished files and their manifest, as the build hands them to preflight."""

    files: dict[str, bytes]
    manifest: dict[str, Any]

    @property
    def pdf(self) -> bytes:
        return self.files[FILE]

    def tampered(self, change: Callable[[pikepdf.Pdf], None]) -> dict[str, bytes]:
        """The files with one change made in the finished PDF."""
        with pikepdf.open(BytesIO(self.pdf)) as pdf:
            change(pdf)
            written = BytesIO()
            pdf.save(written)
        return {**self.files, FILE: written.getvalue()}


def deck(sides: Sides = "duplex-long", lying: bool = False, rotation: float = 0.0, trim: Trim = CARD) -> Deck:
    """Five pieces of four components on one sheet, a disc of 30 mm or a card of poker size each."""
    paper = Size(297, 210) if lying else Size(210, 297)
    items = [
        Item(name, copy, trim, name, None if sides == "fronts" else BACKS[name])
        for name, count in COUNTS.items()
        for copy in range(1, count + 1)
    ]
    placed = list(zip(items, _slots(sides, lying, rotation)))
    slots = [slot for _, slot in placed]
    fronts = tuple(Placement(item, "front", *slot, rotation, _bleed(trim, slot, slots)) for item, slot in placed)
    vertical = (sides, lying) in VERTICAL
    backs = tuple(_behind(front, vertical, paper) for front in fronts if front.item.back)
    plan = _plan(sides, paper, fronts, backs)
    drawn = (*COUNTS, "t/back", "t/other-back")
    flip = None if plan.duplexing.apart else plan.duplexing.flip
    document = DocumentInfo("Test", "a", "s", "1", "en", built_in_fonts(), flip)
    pdf = render(plan, {name: _face(name, trim) for name in drawn}, PdfRenderer(document))
    return Deck({FILE: pdf}, _manifest(plan, trim, pdf))


def large_deck() -> Deck:
    """54 cards with one back on twelve pages of nine, as most decks are."""
    items = [Item(f"t/{at}", 1, CARD, f"t/{at}", "t/back") for at in range(54)]
    pages = []
    for sheet in range(6):
        slots = [(41.5 + 63.5 * (at % 3), 59.6 + 88.9 * (at // 3)) for at in range(9)]
        fronts = tuple(
            Placement(item, "front", *slot, 0, _bleed(CARD, slot, slots))
            for item, slot in zip(items[9 * sheet : 9 * sheet + 9], slots)
        )
        pages += [Page(sheet + 1, "front", fronts), Page(sheet + 1, "back", tuple(map(_turned, fronts)))]
    plan = SheetPlan(Size(210, 297), "duplex-long", 6, tuple(pages), 9)
    document = DocumentInfo("Test", "a", "s", "1", "en", built_in_fonts(), "long")
    faces = {name: _face(name, CARD) for name in [*(item.component for item in items), "t/back"]}
    pdf = render(plan, faces, PdfRenderer(document))
    components = [_component(item.component, 1, "t/back", CARD) for item in items]
    return Deck({FILE: pdf}, {**_manifest(plan, CARD, pdf), "components": components})


def piece_block(component: str, copy: int) -> re.Pattern[bytes]:
    """What draws one side of a piece in a page's content."""
    head = f"/PnpPiece <</Component ({component}) /Copy {copy} ".encode()
    return re.compile(re.escape(head) + rb".*?Q\s+EMC", re.DOTALL)


def rewrite(stream: pikepdf.Stream, pattern: re.Pattern[bytes] | bytes, new: Any, count: int = 1) -> None:
    """Replaces what the pattern finds in a stream; a pattern that finds nothing is a fault of the test."""
    text, made = re.subn(pattern, new, stream.read_bytes(), count=count)
    assert made, f"{pattern!r} is not in the stream"
    stream.write(text)


def content(pdf: pikepdf.Pdf, page: int) -> pikepdf.Stream:
    return pdf.pages[page - 1].Contents


def form(pdf: pikepdf.Pdf, name: str) -> pikepdf.Stream:
    """The form object of a face."""
    wanted = f"face.{name}".replace("/", "_2f_").replace("-", "_2d_")
    for page in pdf.pages:
        for key, stream in page.Resources.XObject.items():
            if key.endswith(wanted):
                return stream
    raise AssertionError(f"there is no form {wanted}")


def _slots(sides: Sides, lying: bool, rotation: float) -> Iterator[tuple[float, float]]:
    across, down = (88.9, 63.5) if rotation % 180 else (63.5, 88.9)
    if sides == "gutterfold":
        places = [(at, row) for row in range(3 if not lying else 1) for at in range(1 if not lying else 4)]
        # a fold leaves room for three or four pieces a half; the rest of the deck is left out
        yield from ((10 + across * (x + 0.5), 10 + down * (y + 0.5)) for x, y in places)
        return
    columns = 4 if lying and across < 70 else 3 if lying or across < 70 else 2
    yield from ((10 + across * (at % columns + 0.5), 10 + down * (at // columns + 0.5)) for at in range(5))


def _behind(front: Placement, vertical: bool, paper: Size) -> Placement:
    bleed = front.bleed
    if vertical:
        turned = Insets(bleed.right, bleed.top, bleed.left, bleed.bottom)
        return Placement(front.item, "back", paper.width - front.cx, front.cy, -front.rotation % 360, turned)
    turned = Insets(bleed.left, bleed.bottom, bleed.right, bleed.top)
    return Placement(front.item, "back", front.cx, paper.height - front.cy, (180 - front.rotation) % 360, turned)


def _turned(front: Placement) -> Placement:
    return _behind(front, True, Size(210, 297))


def _plan(sides: Sides, paper: Size, fronts: tuple[Placement, ...], backs: tuple[Placement, ...]) -> SheetPlan:
    outside = (Text(6, paper.height - 6, "no larger than the margin", "text", 4, BLACK),)
    stamp = (Group((Text(fronts[0].cx, fronts[0].trim_box.bottom - 2, "t/one #1", "text", 4.5, BLACK),), role="stamp"),)
    if sides == "gutterfold":
        pages: tuple[Page, ...] = (Page(1, "both", (*fronts, *backs), outside, stamp),)
    else:
        pages = (Page(1, "front", fronts, outside, stamp),)
        pages += () if sides == "fronts" else (Page(1, "back", backs, outside),)
    return SheetPlan(paper, sides, 1, pages, 6)


def _bleed(trim: Trim, slot: tuple[float, float], slots: list[tuple[float, float]]) -> Insets:
    """Cards share their cuts, so they bleed towards the paper only; discs lie apart."""
    if trim is DISC:
        return Insets.even(trim.bleed)
    (x, y), (xs, ys) = slot, zip(*slots)
    return Insets(3 * (x == min(xs)), 3 * (y == min(ys)), 3 * (x == max(xs)), 3 * (y == max(ys)))


def _face(name: str, trim: Trim) -> Face:
    """Ground to the bleed's edge, a title, a symbol and a fine picture, all in the safe area."""
    middle_x, middle_y = trim.size.width / 2, trim.size.height / 2
    ground = Path(rectangle(trim.bleed_box), Colour.parse("#f0e8d0"))
    title = Text(middle_x, middle_y, name, "display", 12 if trim is CARD else 7, BLACK, "middle")
    picture = Image(Picture(_png(), 80, 80), Box(middle_x - 3, middle_y + 1, middle_x + 3, middle_y + 7))
    dot = Use(DOT, Transform.moved(middle_x, middle_y - 6))
    return Face(name, trim, (ground, title, picture, dot))


def _png() -> bytes:
    written = BytesIO()
    Raster.new("RGB", (80, 80), (20, 60, 90)).save(written, "PNG")
    return written.getvalue()


def _manifest(plan: SheetPlan, trim: Trim, pdf: bytes) -> dict[str, Any]:
    return {
        "format": "pnp-manifest/1",
        "options": {"margin_mm": 5.0, "bleed_mm": None, "printer": None},
        "files": [
            {
                "path": FILE, "kind": "cards", "sha256": hashlib.sha256(pdf).hexdigest(), "bytes": len(pdf),
                "pages": len(plan.pages), "paper_mm": [plan.paper.width, plan.paper.height], "sides": plan.sides,
                "flip": plan.duplexing.flip,
            }
        ],
        "components": [
            _component(name, count, BACKS.get(name) if plan.sides != "fronts" else None, trim)
            for name, count in Counter(item.component for item in _items(plan)).items()
        ],
        "backs": [{"id": "t/back"}, {"id": "t/other-back"}],
        "sets": [
            {
                "name": "suits",
                "parts": [],
                "members": [
                    {"id": "sun", "colour": "#e0a020", "shape": "round"},
                    {"id": "moon", "colour": "#2040a0", "shape": "crescent"},
                ],
            }
        ],
        "placements": [_placement(page, placement) for page, placement in plan.placements()],
    }  # fmt: skip


def _items(plan: SheetPlan) -> Iterator[Item]:
    return (placement.item for _, placement in plan.placements() if placement.side == "front")


def _component(name: str, count: int, back: str | None, trim: Trim) -> dict[str, Any]:
    size = [trim.size.width, trim.size.height]
    return {
        "id": name, "name": name, "kind": "card", "count": count, "shape": trim.outline.name, "trim_mm": size,
        "bleed_mm": trim.bleed, "safe_mm": trim.safe, "back": back,
    }  # fmt: skip


def _placement(page: int, placement: Placement) -> dict[str, Any]:
    bleed = placement.bleed
    return {
        "file": FILE, "page": page, "side": placement.side, "component": placement.item.component,
        "copy": placement.item.copy, "cx_mm": round(placement.cx, 4), "cy_mm": round(placement.cy, 4),
        "rotation": placement.rotation, "bleed_mm": [bleed.left, bleed.top, bleed.right, bleed.bottom],
    }  # fmt: skip
