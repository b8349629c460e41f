"""Plans the sheets for a list of items, as a SheetPlan: fronts in a grid or a cutting machine's layout, backs mirrored
for the flip edge.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import field, replace
from typing import Literal

from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Shape
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Insets, Size
from pnp.imposition.grid import Grid, SheetOptions
from pnp.imposition.layout import GridBlock, Layout, in_one_grid
from pnp.imposition.marks import SheetLabel, draw_marks, sheet_line
from pnp.imposition.plan import DUPLEXINGS, Edge, Item, Page, Placement, SheetPlan, Sides
from pnp.imposition.registration import CutLayout, draw_registration, draw_sheet_line
from pnp.imposition.stamp import StampPlace, places, stamps
from pnp.imposition.tile import Tile

Axis = Literal["vertical", "horizontal"]
_NAMED = 4
_NO_LINE = "the pieces leave no room for a line that says what the sheet is; take larger paper"


@frozen
class Job:
    """One file to impose: its items, and what the sheet says of itself.

    `stamped` are the faces of those that are to be stamped; `tiles` tells, by component, which of them are tiles of a
    larger piece. Items of several trims have the `layout` of the sheets that they share; all others lie in one grid.
    """

    name: str
    items: tuple[Item, ...]
    sheet_label: SheetLabel
    stamped: Mapping[str, Face] = field(default_factory=dict)
    tiles: Mapping[str, Tile] = field(default_factory=dict)
    layout: Layout | None = None


def impose(job: Job, options: SheetOptions, fonts: FontBook) -> SheetPlan:
    """The plan of a job: as many pieces a sheet as fit, the full grid kept on a partial page, backs behind fronts.

    Items without any back are printed on one side, whatever the sides asked for. Raises UsageError when not one
    piece fits, naming the paper or the bleed that does.
    """
    if all(item.back is None for item in job.items):
        options = replace(options, sides="fronts")
    layout = job.layout or in_one_grid(job.items, options, job.name)
    sheets = [_sheet(number, blocks, layout, options) for number, blocks in enumerate(layout.sheets, 1)]
    plan = SheetPlan(layout.page, options.sides, len(sheets), in_order(sheets, options.sides), layout.per_sheet)
    return _with_marks(plan, job, layout, options, fonts)


def mirrored(placement: Placement, axis: Axis, page: Size) -> Placement:
    """The back that lies behind a front when the sheet is turned over about the page's middle line.

    About a vertical line the card's up stays up; about a horizontal one it points down, so that a back always has
    its top behind the top of its front.
    """
    bleed = placement.bleed
    if axis == "vertical":
        turned = Insets(bleed.right, bleed.top, bleed.left, bleed.bottom)
        place = (page.width - placement.cx, placement.cy, -placement.rotation % 360)
    else:
        turned = Insets(bleed.left, bleed.bottom, bleed.right, bleed.top)
        place = (placement.cx, page.height - placement.cy, (180 - placement.rotation) % 360)
    return Placement(placement.item, "back", *place, turned)


def turning_axis(flip: Edge, page: Size) -> Axis:
    """The line about which a page is mirrored when its sheet is turned over that edge."""
    upright = page.height >= page.width
    return "vertical" if (flip == "long") == upright else "horizontal"


def backs_behind(fronts: Iterable[Placement], axis: Axis, page: Size) -> tuple[Placement, ...]:
    """The backs of those that have one."""
    return tuple(mirrored(front, axis, page) for front in fronts if front.item.back is not None)


def impose_for_cutting(
    job: Job, layout: CutLayout, fonts: FontBook, named: Callable[[int], str]
) -> SheetPlan:  # fmt: skip
    """Fronts in the layout's slots, the grid kept on a partial sheet, and behind each sheet its backs, without marks.

    Sheets are turned over on the long edge; pieces without backs are printed on one side. What the sheet of a number
    is `named` stands in its line.
    """
    slots, size = len(layout.centres()), job.items[0].trim.size
    chunks = [job.items[at : at + slots] for at in range(0, len(job.items), slots)]
    two_sided = any(item.back is not None for item in job.items)
    axis = turning_axis("long", layout.page)
    pages: list[Page] = []
    for number, chunk in enumerate(chunks, 1):
        fronts = layout.placements(chunk)
        shown = [job.tiles[item.component] for item in chunk if item.component in job.tiles]
        parts = sheet_line(job.sheet_label, number, len(chunks), "front", None, shown, named(number))
        lettering = tuple(draw_sheet_line(layout, size, parts, fonts))
        pages.append(Page(number, "front", fronts, _as_marks((*draw_registration(layout), *lettering))))
        if two_sided:
            parts = sheet_line(job.sheet_label, number, len(chunks), "back", "long", (), named(number))
            behind = draw_sheet_line(layout, size, parts, fonts)
            pages.append(Page(number, "back", backs_behind(fronts, axis, layout.page), _as_marks(behind)))
    notes = () if lettering else (Finding("note", "no-room", job.name, _NO_LINE),)
    return SheetPlan(layout.page, "duplex-long" if two_sided else "fronts", len(chunks), tuple(pages), slots, notes)


def _as_marks(shapes: Iterable[Shape]) -> tuple[Shape, ...]:
    return (Group(tuple(shapes), role="marks"),)


def _sheet(number: int, blocks: Iterable[GridBlock], layout: Layout, options: SheetOptions) -> tuple[Page, ...]:
    """One sheet's pages: front, or front and back, or both on one page across the fold."""
    fronts: list[Placement] = []
    for block in blocks:
        used = block.grid.taken(len(block.items))
        fronts += (_front(item, at, used, block.grid, options) for item, at in zip(block.items, used))
    if layout.fold != "none":
        return (Page(number, "both", (*fronts, *backs_behind(fronts, layout.fold, layout.page))),)
    front, flip = Page(number, "front", tuple(fronts)), DUPLEXINGS[options.sides].flip
    if flip is None:
        return (front,)
    return front, Page(number, "back", backs_behind(fronts, turning_axis(flip, layout.page), layout.page))


def in_order(sheets: Sequence[tuple[Page, ...]], sides: Sides) -> tuple[Page, ...]:
    """The pages of all sheets in the order in which they are printed."""
    runs = zip(*sheets) if DUPLEXINGS[sides].apart else sheets
    return tuple(page for run in runs for page in run)


def _front(item: Item, at: int, used: Collection[int], grid: Grid, options: SheetOptions) -> Placement:
    """Neighbours share their cut; towards the paper and towards an empty slot there is room for bleed."""
    columns = grid.across.count
    row, column = divmod(at, columns)
    outer = grid.outer_bleed
    cx, cy = grid.centres()[at]
    open_bleed = item.trim.bleed if options.bleed is None else options.bleed
    shared = min(open_bleed, max(0.0, grid.across.gap / 2)), min(open_bleed, max(0.0, grid.down.gap / 2))
    empty = shared if options.template else (open_bleed, open_bleed)  # an empty place of a template stays clean
    if not item.trim.outline.is_straight:  # the same on every side, or nothing
        unit, rotation = item.trim.reach(1.0, grid.rotation), grid.rotation_of(row, column)
        ring = min(outer.left / unit.left, outer.top / unit.top, open_bleed)
        return Placement(item, "front", cx, cy, rotation, item.trim.reach(ring, rotation))
    bleed = Insets(
        outer.left if column == 0 else (shared[0] if at - 1 in used else empty[0]),
        outer.top if row == 0 else (shared[1] if at - columns in used else empty[1]),
        outer.right if column == columns - 1 else (shared[0] if at + 1 in used else empty[0]),
        outer.bottom if row == grid.down.count - 1 else (shared[1] if at + columns in used else empty[1]),
    )
    return Placement(item, "front", cx, cy, grid.rotation, bleed)


def _with_marks(plan: SheetPlan, job: Job, layout: Layout, options: SheetOptions, fonts: FontBook) -> SheetPlan:
    notes: list[Finding] = _bleed_notes(job, layout, options)
    found = places(job.items, job.sheet_label.version, job.stamped, fonts) if job.stamped else {}
    notes += _stamp_notes(job, found)
    pages: list[Page] = []
    for page in plan.pages:
        marks, left_out = draw_marks(page, plan, layout, options, job.sheet_label, job.tiles, fonts)
        missing = [
            Finding("warning", "no-room", job.name, f"there is no room for {what} outside the trims; take larger paper")
            for what in (left_out if options.template is None else ())
        ]
        notes += [note for note in missing if note not in notes]
        pages.append(replace(page, marks=marks, stamps=stamps(page, job.sheet_label.version, found, fonts)))
    return replace(plan, pages=tuple(pages), notes=tuple(notes))


def _stamp_notes(job: Job, found: Mapping[str, StampPlace | None]) -> list[Finding]:
    bare = [name for name, place in found.items() if place is None]
    if not bare:
        return []
    named = ", ".join(bare[:_NAMED]) + (f" and {len(bare) - _NAMED} more" if len(bare) > _NAMED else "")
    message = f"there is no stamp where a piece leaves no place free for one: {named}"
    return [Finding("note", "stamp-left-out", job.name, message)]


def _bleed_notes(job: Job, layout: Layout, options: SheetOptions) -> list[Finding]:
    grid, asked = layout.sheets[0][0].grid, job.items[0].trim.bleed
    if options.bleed is not None or options.template or job.layout is not None or grid.smallest_bleed >= asked - 1e-6:
        return []
    bleed = grid.outer_bleed
    return [
        Finding(
            "note", "bleed-short", job.name,
            f"{grid.slots} on a sheet leave an outer bleed of {min(bleed.left, bleed.right):.2f} mm at the sides and "
            f"{min(bleed.top, bleed.bottom):.2f} mm at top and bottom; --bleed {asked:g}mm keeps all of it with fewer",
        )
    ]  # fmt: skip
