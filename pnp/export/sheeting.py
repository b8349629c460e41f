"""The sheets of a job in its layout, with any registration marks, a line that tells what they are and a check bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import product

from pnp.drawing.colour import BLACK
from pnp.drawing.cut_paths import CutLines
from pnp.drawing.fonts import TEXT, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, line, rectangle
from pnp.errors import Finding
from pnp.export.slots import Job, Layout, Marks
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Size, Transform
from pnp.imposition.impose import mirrored, turning_axis
from pnp.imposition.marks import SIDES_TOLD, TURNS_TOLD
from pnp.imposition.plan import Item, Page, Placement, SheetPlan, Side
from pnp.imposition.tile import Tile
from pnp.language.wording import ENGLISH, Wording

MARGIN = 5.0
"""Millimetres at the paper's edge in which nothing is printed."""

_BAR = 50.0
_BAR_LABEL = "50 mm"
_LINE = Stroke(BLACK, 0.15)
_DEPTH = 2.4  # what the sheet line needs between margin and pieces
_SIZES = (5.5, 5.0, 4.5, 4.0)
_APART, _FOOT = 4.0, 0.5
_NO_ROOM = "the pieces leave no room for a line that says what the sheet is; take larger paper"


@frozen
class Words:
    """What every sheet says of itself: title and version, what is on it, what its layout or the file that cuts the
    sheet of a number is called, in what words.
    """

    title: str
    contents: str
    layout: Callable[[int], str]
    wording: Wording = ENGLISH

    def told(self, number: int, count: int, side: Side, shown: Sequence[Tile] = ()) -> tuple[str, ...]:
        """The parts of a sheet's line; `shown` are the tiles on it."""
        numbers = self.wording.listed([str(tile.number) for tile in shown])
        tile = (self.wording("tile {numbers} of {count}", numbers=numbers, count=shown[0].of),) if shown else ()
        sheet = self.wording("sheet {number} of {count}", number=number, count=count)
        turn = (self.wording(TURNS_TOLD["long"]),) if side == "back" else ()
        return self.title, self.contents, self.layout(number), *tile, sheet, self.wording(SIDES_TOLD[side]), *turn


def sheets(job: Job, layout: Layout, words: Words, fonts: FontBook) -> SheetPlan:
    """Fronts in the layout's slots, the grid kept on a partial sheet, and behind each sheet its backs, without marks.

    Sheets are turned over on the long edge; pieces without backs are printed on one side.
    """
    items, slots = job.items(), len(layout.centres())
    tiles = {printed.component.id: printed.tile for printed in job.pieces}
    chunks = [items[at : at + slots] for at in range(0, len(items), slots)]
    two_sided = any(item.back is not None for item in items)
    axis = turning_axis("long", layout.page)
    pages: list[Page] = []
    for number, chunk in enumerate(chunks, 1):
        fronts = placements(chunk, layout)
        shown = [tile for item in chunk if (tile := tiles[item.component])]
        lettering = tuple(_lettering(layout, job.trim.size, words.told(number, len(chunks), "front", shown), fonts))
        pages.append(Page(number, "front", fronts, _furniture((*_marks(layout), *lettering))))
        if two_sided:
            backs = tuple(mirrored(front, axis, layout.page) for front in fronts if front.item.back is not None)
            behind = _lettering(layout, job.trim.size, words.told(number, len(chunks), "back"), fonts)
            pages.append(Page(number, "back", backs, _furniture(behind)))
    notes = () if lettering else (Finding("note", "no-room", job.contents, _NO_ROOM),)
    return SheetPlan(layout.page, "duplex-long" if two_sided else "fronts", len(chunks), tuple(pages), slots, notes)


def placements(items: Sequence[Item], layout: Layout) -> tuple[Placement, ...]:
    """The items in the layout's slots, each with its share of the gaps as bleed."""
    return tuple(_placement(item, centre, layout) for item, centre in zip(items, layout.centres()))


def lines_of(placed: Sequence[Placement], lines: CutLines) -> tuple[CutLines, ...]:
    """What is cut and scored around placed pieces, on the page."""
    return tuple(lines.placed(placement.transform) for placement in placed)


def slots_of(job: Job, layout: Layout) -> tuple[Placement, ...]:
    """Every slot of the layout, each taken by the first of the pieces: what a full sheet is cut like."""
    first = job.items()[0]
    return placements([first] * len(layout.centres()), layout)


def _placement(item: Item, centre: tuple[float, float], layout: Layout) -> Placement:
    plain = Placement(item, "front", *centre, layout.rotation, Insets.even(0))
    share, box, page = min(layout.gap / 2, item.trim.bleed), plain.trim_box, layout.page
    if item.trim.outline == "drawn":
        return plain
    rooms = (box.left, box.top, page.width - box.right, page.height - box.bottom)
    edges = [max(0.0, min(share, room - MARGIN)) for room in rooms]
    return replace(plain, bleed=Insets.even(min(edges)) if item.trim.outline == "round" else Insets(*edges))


def _furniture(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    return (Group(tuple(shapes), role="marks"),)


def _marks(layout: Layout) -> Iterator[Shape]:
    """Three: a square at the top left and two angles; four: an angle in each corner."""
    marks = layout.marks
    if marks is None:
        return
    for box in mark_boxes(marks, layout.page):
        yield Path(rectangle(box), BLACK)


def mark_boxes(marks: Marks, page: Size) -> tuple[Box, ...]:
    """The black rectangles that the marks are made of, on the page."""
    half, inset = marks.line / 2, marks.inset
    boxes: list[Box] = []
    for at, (right, down) in enumerate(((0, 0), (1, 0), (0, 1), (1, 1))[: marks.count]):
        near, far = inset - half, inset + marks.arm
        parts = [Box(near, near, far, inset + half), Box(near, near, inset + half, far)]
        if marks.count == 3 and at == 0:
            parts = [Box(near, near, inset + marks.square + half, inset + marks.square + half)]
        boxes += [_mirrored(part, page, bool(right), bool(down)) for part in parts]
    return tuple(boxes)


def _mirrored(box: Box, page: Size, right: bool, down: bool) -> Box:
    left, ending = (page.width - box.right, page.width - box.left) if right else (box.left, box.right)
    top, bottom = (page.height - box.bottom, page.height - box.top) if down else (box.top, box.bottom)
    return Box(left, top, ending, bottom)


def _lettering(layout: Layout, size: Size, parts: Sequence[str], fonts: FontBook) -> Iterator[Shape]:
    """The sheet line, or at least the layout's name in it, and the bar beside it or on the other strip.

    Strips are at the page's foot and up its right side. Raises FontError for letters that are in no font of ours.
    """
    bar = _BAR + _APART + fonts[TEXT].width(_BAR_LABEL, _SIZES[0])
    strips = list(_strips(layout, size))
    for text, points, (frame, length) in product((" · ".join(parts), parts[2]), _SIZES, strips):
        width = fonts[TEXT].width(text, points)
        beside = width + _APART + bar <= length
        others = [other for other in strips if other[0] != frame and other[1] >= bar]
        if width > length or not (beside or others or points == _SIZES[-1]):
            continue
        yield Group((Text(0, -_FOOT, text, TEXT, points, BLACK),), frame)
        if beside or others:
            place, room = (frame, length) if beside else others[0]
            yield Group(tuple(_bar(room - bar)), place)
        return


def _bar(left: float) -> Iterator[Shape]:
    y = -_FOOT - 0.7
    for x in (0.0, _BAR / 2, _BAR):
        yield Path(line(left + x, y - 0.7, left + x, y + 0.7), stroke=_LINE)
    yield Path(line(left, y, left + _BAR, y), stroke=_LINE)
    yield Text(left + _BAR + 1.5, -_FOOT, _BAR_LABEL, TEXT, _SIZES[0], BLACK)


def _strips(layout: Layout, size: Size) -> Iterator[tuple[Transform, float]]:
    """Free paper for a line of text: its frame (x along it, y = 0 at its foot) and its length."""
    page, gap = layout.page, layout.gap / 2
    lying = size.turned() if layout.rotation else size
    corner = max((max(zone.width, zone.height) for zone in _zones(layout)), default=MARGIN)
    room = page.width - 2 * corner, page.height - 2 * corner
    if page.height - max(layout.rows) - lying.height / 2 - gap - MARGIN >= _DEPTH:
        yield Transform.moved(corner, page.height - MARGIN), room[0]
    if page.width - max(layout.columns) - lying.width / 2 - gap - MARGIN >= _DEPTH:
        yield Transform.rotated(270).then(Transform.moved(page.width - MARGIN, page.height - corner)), room[1]


def _zones(layout: Layout) -> tuple[Box, ...]:
    return layout.marks.zones(layout.page) if layout.marks else ()
