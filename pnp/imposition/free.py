"""Puts small print where the pages of a book leave room on their sheets, and notes what a printer cuts off."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pnp.drawing.colour import Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, bounds, mapped
from pnp.drawing.text import FitError, Lettering, fitted, literal
from pnp.errors import Finding
from pnp.frozen import frozen
from pnp.geometry import Box, Insets, Transform
from pnp.imposition.plan import Placement, SheetPlan

Drawn = Mapping[str, tuple[Box, ...]]
"""By the id of a face, a box around each of its shapes or groups, from the trim's top left."""

_GREY = Colour(0.35, 0.35, 0.35)
_CLEAR = 0.8  # millimetres kept between small print and what a page shows


@frozen
class Place:
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


def drawn(pages: Iterable[Face], fonts: FontBook) -> Drawn:
    """Where each of the pages is drawn on."""
    return {page.id: tuple(bounds((shape,), fonts) for shape in page.shapes) for page in pages}


def taken(placements: Iterable[Placement], boxes: Drawn) -> Iterator[Box]:
    """The same on a sheet, each box cut to what is printed of its page."""
    for placement in placements:
        seen = placement.bleed_box
        for box in boxes[placement.face]:
            there = mapped(box, placement.transform)
            if there.overlap(seen) > 0:
                yield Box(
                    max(there.left, seen.left), max(there.top, seen.top),
                    min(there.right, seen.right), min(there.bottom, seen.bottom),
                )  # fmt: skip


def cut_off(
    name: str, pages: Sequence[Face], plan: SheetPlan, margin: float, boxes: Drawn
) -> Iterator[Finding]:  # fmt: skip
    """A note of the pages, by their numbers in the book, that are drawn on where a printer leaves white."""
    inside = Box(0, 0, plan.paper.width, plan.paper.height).grown(Insets.even(-margin))
    numbers = {page.id: at for at, page in enumerate(pages, 1)}
    cut = sorted(
        numbers[placement.face]
        for _, placement in plan.placements()
        if any(inside.joined(box) != inside for box in taken((placement,), boxes))
    )
    if cut:
        which = f"page {cut[0]} reaches" if len(cut) == 1 else f"pages {', '.join(map(str, cut))} reach"
        yield Finding(
            "note", "printer-margin", name,
            f"{which} into the {margin:g} mm at the paper's edge that printers leave white, and what is there is not "
            "printed; larger paper, trimmed afterwards, keeps all of it",
        )  # fmt: skip


def small_print(
    places: Sequence[Place], text: str, size: float, occupied: Sequence[Box], fonts: FontBook
) -> Group | None:
    """The text in the first of the places that holds it and where it touches none of the boxes; None where there is
    no such place. `size` in points.
    """
    for place in places:
        made = _set(place, text, size, fonts)
        if made is not None:
            box = bounds((made,), fonts)
            room = Box(box.left - _CLEAR, box.top - _CLEAR, box.right + _CLEAR, box.bottom + _CLEAR)
            if all(room.overlap(other) <= 0 for other in occupied):
                return made
    return None


def _set(place: Place, text: str, size: float, fonts: FontBook) -> Group | None:
    if min(place.room.width, place.room.height) <= 0:
        return None
    try:
        lines = fitted(literal(text), place.room, Lettering(size, _GREY, floor=size, leading=1.2), fonts)
    except FitError:
        return None
    return replace(lines, transform=place.frame, role="stamp")
