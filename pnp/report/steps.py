"""One file of sheets in; what to do with them, in sentences and in a picture with numbered cuts, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import TEXT_BOLD, FontBook
from pnp.drawing.netting import FOLD
from pnp.drawing.shapes import Path, Shape, Stroke, Text, circle, line, rectangle
from pnp.geometry import Box, Size
from pnp.imposition.cuts import Cutting, Direction, cut_pages, cutting
from pnp.imposition.plan import Page, SheetPlan
from pnp.imposition.tile import OVERLAP
from pnp.report.setting import ACCENT, INK, RULE
from pnp.units import MM_PER_POINT, number

_MOST_PLACES = 8  # distances that a sentence names one by one
_FRONT, _BACK = Colour.parse("#e9dfcc"), Colour.parse("#f8f4ea")
_NUMBERS, _BESIDE = 6.5, 3.6  # points, and the millimetres that numbers need beside the sheet
_APART = 3.0  # millimetres between two numbers
_TURNS = {"long": "two-sided, flipped on the long edge", "short": "two-sided, flipped on the short edge"}


@dataclass(frozen=True, slots=True)
class Sheets:
    """One file: its path, what it holds, its plan, and whether its pieces are tiles of larger ones."""

    path: str
    contents: str
    plan: SheetPlan
    tiled: bool = False


def steps(sheets: Sheets) -> Iterator[str]:
    """What to do, in order."""
    plan = sheets.plan
    pages = cut_pages(plan)
    cuttings = [cutting(page) for page in pages]
    yield f"Print {sheets.path} at 100 % (“actual size”): {_printing(plan)}."
    if plan.sides == "gutterfold":
        yield "Fold each sheet on the dashed line, print outside, glue the halves together and let them dry flat."
    full, last = cuttings[0], cuttings[-1]
    if full.straight:
        yield from _straight(full, last, len(pages))
    if discs := sum(each.round for each in cuttings):
        size = number(next(_sizes(pages, "round")), 1)
        them = "it" if discs == 1 else "them"
        yield f"Cut out {_many(discs, 'round piece')}, {size} mm across, from tick to tick, or punch {them}."
    if nets := sum(each.outlined for each in cuttings):
        yield (
            f"Score the dashed lines, cut out {_many(nets, 'piece')} along the solid lines, fold along the dashed "
            "ones, and glue the tabs."
        )
    if sheets.tiled:
        yield (
            f"Lay each tile {OVERLAP:g} mm over its neighbour, so that the triangles in the margin point at its edge, "
            "and glue it there. The small picture on each sheet shows where it belongs."
        )


def _printing(plan: SheetPlan) -> str:
    count = _many(len({page.sheet for page in plan.pages}), "sheet")
    sides = {page.side for page in plan.pages}
    if plan.flip is None or sides <= {"both"}:
        return f"{count}, on one side"
    if len(sides) == 1:
        return f"{count}, the {sides.pop()}s alone"
    if plan.sides == "fronts-then-backs":
        half = len(plan.pages) // 2
        return f"pages 1 to {half} first, then pages {half + 1} to {2 * half} on their backs, {count}"
    return f"{count}, {_TURNS[plan.flip]}"


def _straight(full: Cutting, last: Cutting, sheets: int) -> Iterator[str]:
    runs = [("across", full.across, "top"), ("down", full.down, "left")]
    (first, early, edge), (second, late, other) = runs if full.first == "across" else runs[::-1]
    yield f"Cut {_numbers(1, len(early))} {first}, {_places(early)} mm from the {edge} edge of the paper."
    laid = f"Lay the {full.strips} strips on one another and cut" if full.strips > 1 else "Then cut"
    alone = f"; strip by strip it would be {full.singly}" if full.singly > full.straight else ""
    yield (
        f"{laid} {_numbers(len(early) + 1, full.straight)} {second}, {_places(late)} mm from the {other} edge: "
        f"{_many(full.straight, 'cut')} a sheet{alone}."
    )
    if sheets > 1 and last.straight and last.straight != full.straight:
        yield f"The last sheet is not full and needs {_many(last.straight, 'cut')}."


def _numbers(first: int, last: int) -> str:
    return f"{first}" if first == last else f"{first} and {last}" if last == first + 1 else f"{first} to {last}"


def _places(places: Sequence[float]) -> str:
    told = [number(place, 1) for place in places]
    if len(told) > _MOST_PLACES:
        return f"{told[0]}, {told[1]}, {told[2]} and so on to {told[-1]}"
    return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


def _sizes(pages: Sequence[Page], outline: str) -> Iterator[float]:
    placements = (placement for page in pages for placement in page.placements)
    return (each.size.width for each in placements if each.item.trim.outline == outline)


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def picture(plan: SheetPlan, room: Size, fonts: FontBook) -> tuple[tuple[Shape, ...], float]:
    """The first sheet, as large as the room lets it be, with its pieces and its cuts in their order; and its height."""
    page = cut_pages(plan)[0]
    scale = min((room.width - _BESIDE) / plan.paper.width, (room.height - _BESIDE) / plan.paper.height)

    def there(box: Box) -> Box:
        left, top, right, bottom = (edge * scale + _BESIDE for edge in (box.left, box.top, box.right, box.bottom))
        return Box(left, top, right, bottom)

    sheet = there(Box(0, 0, plan.paper.width, plan.paper.height))
    shapes: list[Shape] = [Path(rectangle(sheet), None, Stroke(RULE, 0.3))]
    for placement in page.placements:
        box = there(placement.trim_box)
        is_round = placement.item.trim.outline == "round"
        outline = circle(*box.centre, box.width / 2) if is_round else rectangle(box)
        behind = page.side == "both" and placement.side == "back"
        shapes.append(Path(outline, _BACK if behind else _FRONT, Stroke(RULE, 0.15)))
    shapes += _cuts(cutting(page), sheet, scale, fonts)
    if plan.sides == "gutterfold":
        shapes.append(Path(_fold(page, sheet), stroke=FOLD))
    return tuple(shapes), sheet.bottom


def _fold(page: Page, sheet: Box) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    """The middle line that parts fronts and backs."""
    front, back = (
        next(placement for placement in page.placements if placement.side == side) for side in ("front", "back")
    )
    x, y = sheet.centre
    upright = abs(front.cx - back.cx) >= abs(front.cy - back.cy)
    return line(x, sheet.top, x, sheet.bottom) if upright else line(sheet.left, y, sheet.right, y)


def _cuts(cuts: Cutting, sheet: Box, scale: float, fonts: FontBook) -> Iterator[Shape]:
    stroke = Stroke(ACCENT, 0.2)
    cap = fonts[TEXT_BOLD].cap_height * _NUMBERS * MM_PER_POINT
    begins: dict[Direction, int] = {"across": 1, "down": len(cuts.across) + 1}
    if cuts.first == "down":
        begins = {"down": 1, "across": len(cuts.down) + 1}
    lines: dict[Direction, tuple[float, ...]] = {"across": cuts.across, "down": cuts.down}
    shown = {direction: _legible(places, begins[direction], scale) for direction, places in lines.items()}
    for at, place in enumerate(cuts.across, begins["across"]):
        y = sheet.top + place * scale
        yield Path(line(sheet.left - 0.8, y, sheet.right, y), stroke=stroke)
        if at in shown["across"]:
            yield Text(sheet.left - 1.2, y + cap / 2, str(at), TEXT_BOLD, _NUMBERS, INK, "end")
    for at, place in enumerate(cuts.down, begins["down"]):
        x = sheet.left + place * scale
        yield Path(line(x, sheet.top - 0.8, x, sheet.bottom), stroke=stroke)
        if at in shown["down"]:
            yield Text(x, sheet.top - 1.2, str(at), TEXT_BOLD, _NUMBERS, INK, "middle")


def _legible(places: Sequence[float], first: int, scale: float) -> frozenset[int]:
    """The numbers that stand clear of one another."""
    numbers, free = set(), float("-inf")
    for at, place in enumerate(places, first):
        if place * scale >= free:
            numbers.add(at)
            free = place * scale + _APART
    return frozenset(numbers)
