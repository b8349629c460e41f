"""The straight cuts that part the pieces of a page, in the order that needs the fewest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pnp.frozen import frozen
from pnp.imposition.plan import Page, Placement, SheetPlan

Direction = Literal["across", "down"]
_PLACES = 3  # two cuts nearer than a thousandth of a millimetre are one


@frozen
class Cutting:
    """How the pieces of one page are parted; positions in millimetres from the page's top and left edge.

    Cuts `across` run from left to right, cuts `down` from top to bottom. `first` is the direction to begin with;
    `strips` is how many strips with pieces that makes, and `singly` how many cuts there are in all when each strip
    is then cut by itself, where strips laid on one another need no more than `straight`. `round` and `outlined`
    pieces are cut out one by one.
    """

    across: tuple[float, ...]
    down: tuple[float, ...]
    first: Direction
    strips: int
    singly: int
    round: int
    outlined: int

    @property
    def straight(self) -> int:
        return len(self.across) + len(self.down)


def cutting(page: Page) -> Cutting:
    """How to cut a page; of a folded one, which is cut through both halves at once, the fronts' half."""
    cut = [placement for placement in page.placements if page.side != "both" or placement.side == "front"]
    straight = [placement for placement in cut if placement.item.trim.outline == "rectangle"]
    across, down = _edges(straight, "across"), _edges(straight, "down")
    rows, columns = _strips(straight, "across"), _strips(straight, "down")
    # Cutting first along the direction that makes fewer strips leaves fewer of them to be cut on.
    by_rows = len(across) + sum(len(_edges(row, "down")) for row in rows)
    by_columns = len(down) + sum(len(_edges(column, "across")) for column in columns)
    begins_across = by_rows <= by_columns
    return Cutting(
        across, down, "across" if begins_across else "down", len(rows if begins_across else columns),
        min(by_rows, by_columns), sum(placement.item.trim.outline == "round" for placement in cut),
        sum(placement.item.trim.outline == "drawn" for placement in cut),
    )  # fmt: skip


def cut_pages(plan: SheetPlan) -> tuple[Page, ...]:
    """The pages that are cut: one of each sheet, its front where that is printed."""
    sides = {page.side for page in plan.pages}
    return tuple(page for page in plan.pages if page.side != "back" or sides == {"back"})


def _edges(placements: Iterable[Placement], direction: Direction) -> tuple[float, ...]:
    """Where the trims end, each place once."""
    boxes = [placement.trim_box for placement in placements]
    both = [(box.top, box.bottom) if direction == "across" else (box.left, box.right) for box in boxes]
    return tuple(sorted({round(edge, _PLACES) for pair in both for edge in pair}))


def _strips(placements: Iterable[Placement], direction: Direction) -> list[list[Placement]]:
    """What lies in each strip that the cuts of a direction make."""
    strips: dict[float, list[Placement]] = {}
    for placement in placements:
        box = placement.trim_box
        strips.setdefault(round(box.top if direction == "across" else box.left, _PLACES), []).append(placement)
    return list(strips.values())
