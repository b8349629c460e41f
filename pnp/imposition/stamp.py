"""Small print where nothing else is printed: stamps on pieces, and lines on the sheets of books.

A stamp tells which piece it stands on: component id, version and copy. On a net it stands on the paper beside its
outline, elsewhere in the strip along the lower or the upper edge. A piece without such a place has no stamp.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from typing import Literal

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.cut_paths import Contour, cut_lines
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, Font, FontBook
from pnp.drawing.occupancy import Occupancy
from pnp.drawing.shapes import Group, Shape, Text, bounds, mapped
from pnp.drawing.text import FitError, Lettering, fitted, literal
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Insets, Shaped, Transform, Trim
from pnp.imposition.plan import Item, Page, Placement, SheetPlan

_SIZES = (5.0, 4.5, 4.0)  # points
_SHARES = (1, 2, 3, 4, 6)  # of the width, on so many lines
# Millimetres from the cut: within the safe distance on purpose, since a stamp matters to no player.
_INSETS = (1.2, 0.8, 2.5, 4.0, 5.5, 7.0)
_LEAST = min(_INSETS)
_CLEAR = 0.4  # millimetres kept around a stamp
_LINE = 1.05
_STEPS = 12  # places to try along each side
_GREY = Colour(0.35, 0.35, 0.35)
_PRINT_CLEAR = 0.8  # millimetres kept between small print and what a page shows

DrawnBoxes = Mapping[str, tuple[Box, ...]]
"""By the id of a face, a box around each of its shapes or groups, from the trim's top left."""


@frozen
class StampPlace:
    """Where a piece's stamp stands: a box on its face, in which its lines are centred, their size and their colour."""

    box: Box
    size: float
    colour: Colour


def places(
    items: Iterable[Item], version: str, faces: Mapping[str, Face], fonts: FontBook
) -> dict[str, StampPlace | None]:
    """By component, where each of its copies can be stamped; None where no place is free."""
    last: dict[str, Item] = {}
    for item in items:
        known = last.setdefault(item.component, item)
        last[item.component] = max(known, item, key=lambda each: each.copy)
    return {name: _place(_text(item, version), faces[item.front], fonts) for name, item in last.items()}


def stamps(page: Page, version: str, found: Mapping[str, StampPlace | None], fonts: FontBook) -> tuple[Shape, ...]:
    """The stamps of a page's fronts; backs carry none, since they must all look alike."""
    shapes = []
    for placement in page.placements:
        place = found.get(placement.item.component) if placement.side == "front" else None
        if place is not None:
            lines = _lettered(_text(placement.item, version), place, fonts[TEXT])
            shapes.append(Group(tuple(lines), placement.transform, role="stamp"))
    return tuple(shapes)


def _text(item: Item, version: str) -> str:
    return f"{item.component} v{version} #{item.copy}"


def _lettered(text: str, place: StampPlace, font: Font) -> Iterator[Text]:
    x, step = place.box.centre[0], place.size * _LINE * MM_PER_POINT
    for at, line in enumerate(_broken(text, place.box.width + 0.01, font, place.size)):
        yield Text(x, place.box.top + step * (at + 0.77), line, TEXT, place.size, place.colour, "middle")


def _place(text: str, face: Face, fonts: FontBook) -> StampPlace | None:
    occupancy, trim = Occupancy(face, fonts), face.trim
    outline = cut_lines(face).cut if trim.outline.is_drawn else ()
    for size in _SIZES:
        for width, height in dict.fromkeys(_blocks(text, trim, fonts[TEXT], size)):
            for row in _rows(width, height, trim):
                strip = reduce(Box.joined, row).grown(Insets.even(_CLEAR))
                here = occupancy.along(strip)
                for box in row:
                    room = box.grown(Insets.even(_CLEAR))
                    ground = here.ground(room)
                    if ground is not None and _has_room(room, trim, outline):
                        return StampPlace(box, size, max((BLACK, WHITE), key=ground.difference))
    return None


def _blocks(text: str, trim: Trim, font: Font, size: float) -> Iterator[tuple[float, float]]:
    """How wide and how high the text can be set: on one line, and on more."""
    words = max(font.width(part, size) for part in _parts(text))
    widest = trim.size.width - 2 * _LEAST
    for limit in dict.fromkeys(max(words, min(widest, font.width(text, size) / share * 1.1)) for share in _SHARES):
        if limit <= widest:
            lines = tuple(_broken(text, limit + 0.01, font, size))
            yield max(font.width(line, size) for line in lines), len(lines) * size * _LINE * MM_PER_POINT


def _rows(width: float, height: float, trim: Trim) -> Iterator[list[Box]]:
    """Where such a block may stand on a piece, the best places first, in rows."""
    across, down = trim.size.width, trim.size.height
    if trim.outline.is_drawn:
        yield from _scanned(width, height, trim)
    elif isinstance(trim.outline, Shaped):
        for row in _scanned(width, height, trim):
            yield sorted(row, key=lambda box: abs(box.centre[0] - across / 2))
    elif trim.outline.is_cut_out:  # of a hexagon the circle that it holds
        reach = (min(across, down) / 2 - _LEAST) ** 2 - (width / 2) ** 2
        foot = down / 2 + (math.sqrt(reach) if reach > 0 else -down)
        if foot - height >= down - foot:  # its upper corners lie within the circle as well
            left = (across - width) / 2
            yield [Box(left, foot - height, left + width, foot)]
    else:
        for inset in _INSETS:
            low, high = max(inset, trim.corner), across - max(inset, trim.corner) - width
            lefts = [(across - width) / 2, *_steps(low, high)] if high >= low else []
            for top in (down - inset - height, inset) if lefts and height + 2 * inset <= down else ():
                yield [Box(left, top, left + width, top + height) for left in lefts]


def _scanned(width: float, height: float, trim: Trim) -> Iterator[list[Box]]:
    """All over the box around a piece, from its lower left."""
    lefts = _steps(_CLEAR, trim.size.width - _CLEAR - width)
    for foot in reversed(_steps(height + _CLEAR, trim.size.height - _CLEAR)) if lefts else ():
        yield [Box(left, foot - height, left + width, foot) for left in lefts]


def _steps(low: float, high: float) -> list[float]:
    return [low + (high - low) * at / _STEPS for at in range(_STEPS + 1)] if high >= low else []


def _has_room(box: Box, trim: Trim, net: Sequence[Contour]) -> bool:
    """Whether a box lies beside what is cut out of a net, or inside the cut of anything else."""
    if trim.outline.is_drawn:
        return not any(_meets(contour, box) for contour in net)
    return not isinstance(trim.outline, Shaped) or trim.holds(box, _LEAST - _CLEAR)


def _meets(contour: Contour, box: Box) -> bool:
    """Whether any of a box lies in what is cut out; lines that cross it have been looked for."""
    corners = ((x, y) for x in (box.left, box.right) for y in (box.top, box.bottom))
    return any(contour.holds(point) for point in (*corners, box.centre))


def _parts(text: str) -> list[str]:
    return re.findall(r"[^/\- ]+[/\- ]?", text)


def _broken(text: str, width: float, font: Font, size: float) -> Iterator[str]:
    """Lines no wider than the width, broken after a slash, hyphen or space."""
    line = ""
    for part in _parts(text):
        if line and font.width((line + part).rstrip(), size) > width:
            yield line.rstrip()
            line = ""
        line += part
    yield line.rstrip()


@frozen
class PrintArea:
    """A box in which print may stand, on the page; turned by 90 or 270 degrees its lines run along the height."""

    box: Box
    turn: Literal[0, 90, 270] = 0

    @property
    def frame(self) -> Transform:
        """From the print's own frame, origin where its first line begins, to the page."""
        box = self.box
        corners = {0: (box.left, box.top), 90: (box.right, box.top), 270: (box.left, box.bottom)}
        return Transform.rotated(self.turn).then(Transform.moved(*corners[self.turn]))

    @property
    def room(self) -> Box:
        """How long a line and how high all lines together may be, in the print's own frame."""
        return Box(0, 0, self.box.height, self.box.width) if self.turn else Box(0, 0, self.box.width, self.box.height)


def drawn_boxes(pages: Iterable[Face], fonts: FontBook) -> DrawnBoxes:
    """Where each of the pages is drawn on."""
    return {page.id: tuple(bounds((shape,), fonts) for shape in page.shapes) for page in pages}


def boxes_on(placements: Iterable[Placement], boxes: DrawnBoxes) -> Iterator[Box]:
    """The same on a sheet, each box cut to what is printed of its page."""
    for placement in placements:
        seen = placement.bleed_box
        for box in boxes[placement.face]:
            there = mapped(box, placement.transform)
            if there.overlap(seen) > 0:
                yield there.common(seen)


def cut_off(
    name: str, pages: Sequence[Face], plan: SheetPlan, margin: float, boxes: DrawnBoxes
) -> Iterator[Finding]:  # fmt: skip
    """A note of the pages, by their numbers in the book, that are drawn on where a printer leaves white."""
    inside = Box(0, 0, plan.paper.width, plan.paper.height).grown(Insets.even(-margin))
    numbers = {page.id: at for at, page in enumerate(pages, 1)}
    cut = sorted(
        numbers[placement.face]
        for _, placement in plan.placements()
        if any(inside.joined(box) != inside for box in boxes_on((placement,), boxes))
    )
    if cut:
        which = f"page {cut[0]} reaches" if len(cut) == 1 else f"pages {', '.join(map(str, cut))} reach"
        yield Finding(
            "note", "printer-margin", name,
            f"{which} into the {margin:g} mm at the paper's edge that printers leave white, and what is there is not "
            "printed; larger paper, trimmed afterwards, keeps all of it",
        )  # fmt: skip


def small_print(
    places: Sequence[PrintArea], text: str, size: float, occupied: Sequence[Box], fonts: FontBook
) -> Group | None:
    """The text in the first of the places that holds it and where it touches none of the boxes; None where there is
    no such place. `size` in points.
    """
    for place in places:
        made = _set(place, text, size, fonts)
        if made is not None:
            box = bounds((made,), fonts)
            room = Box(
                box.left - _PRINT_CLEAR, box.top - _PRINT_CLEAR, box.right + _PRINT_CLEAR, box.bottom + _PRINT_CLEAR
            )
            if all(room.overlap(other) <= 0 for other in occupied):
                return made
    return None


def _set(place: PrintArea, text: str, size: float, fonts: FontBook) -> Group | None:
    if min(place.room.width, place.room.height) <= 0:
        return None
    try:
        lines = fitted(literal(text), place.room, Lettering(size, _GREY, floor=size, leading=1.2), fonts)
    except FitError:
        return None
    return replace(lines, transform=place.frame, role="stamp")
