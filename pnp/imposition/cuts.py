"""The straight cuts that part the pieces of a page, in the order that needs the fewest."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from typing import Literal

from pnp.frozen import frozen
from pnp.geometry import Box, Insets
from pnp.imposition.plan import Page, Placement, SheetPlan

Direction = Literal["across", "down"]
_PLACES = 3  # two cuts nearer than a thousandth of a millimetre are one
_NEAR, _TOGETHER = 0.01, 1.0  # millimetres


@frozen
class Cutting:
    """How the pieces of one page are parted; positions in millimetres from the page's top and left edge.

    Cuts `across` run from left to right, cuts `down` from top to bottom. `first` is the direction to begin with;
    `strips` is how many strips with pieces that makes, and `singly` how many cuts there are in all when each strip
    is then cut by itself, where strips laid on one another need no more than `straight`. `cut_out` are the pieces that
    are cut out one by one, along lines of their own, and `nets` those that are then folded. A sheet that pieces of
    several sizes share is first cut into `blocks`, each of which is then cut by itself.
    """

    across: tuple[float, ...]
    down: tuple[float, ...]
    first: Direction
    strips: int
    singly: int
    cut_out: int
    nets: int
    blocks: tuple[CutBlock, ...] = ()

    @property
    def straight(self) -> int:
        within = sum(block.cutting.straight for block in self.blocks)
        return len(self.across) + len(self.down) + within + max(0, len(self.blocks) - 1)


@frozen
class CutBlock:
    """Pieces on a shared sheet that are cut from it in one part: where they lie, and how they are then parted."""

    box: Box
    cutting: Cutting


def cutting(page: Page) -> Cutting:
    """How to cut a page; of a folded one, which is cut through both halves at once, the fronts' half."""
    cut = [placement for placement in page.placements if page.side != "both" or placement.side == "front"]
    whole = _in_one(cut)
    if not any(_crosses(whole, placement.trim_box) for placement in cut):
        return whole
    blocks = tuple(CutBlock(_around(block), _in_one(block)) for block in _blocks(cut))
    singly = len(blocks) - 1 + sum(block.cutting.singly for block in blocks)
    return replace(whole, across=(), down=(), strips=0, singly=singly, blocks=blocks)


def _in_one(cut: Sequence[Placement]) -> Cutting:
    """With cuts that run through all of it."""
    straight = [placement for placement in cut if placement.item.trim.outline.is_straight]
    across, down = _edges(straight, "across"), _edges(straight, "down")
    rows, columns = _strips(straight, "across"), _strips(straight, "down")
    # Cutting first along the direction that makes fewer strips leaves fewer of them to be cut on.
    by_rows = len(across) + sum(len(_edges(row, "down")) for row in rows)
    by_columns = len(down) + sum(len(_edges(column, "across")) for column in columns)
    begins_across = by_rows <= by_columns
    outlines = [placement.item.trim.outline for placement in cut]
    return Cutting(
        across, down, "across" if begins_across else "down", len(rows if begins_across else columns),
        min(by_rows, by_columns),
        sum(outline.is_cut_out for outline in outlines), sum(outline.is_drawn for outline in outlines),
    )  # fmt: skip


def _crosses(cuts: Cutting, box: Box) -> bool:
    """Whether a cut through all of the sheet goes through a piece."""
    return any(box.top + _NEAR < at < box.bottom - _NEAR for at in cuts.across) or any(
        box.left + _NEAR < at < box.right - _NEAR for at in cuts.down
    )


def _blocks(cut: Sequence[Placement]) -> list[list[Placement]]:
    """The pieces that lie together: whose bleeds touch, or almost."""
    waiting, blocks = list(cut), []
    while waiting:
        block, grown = [waiting.pop(0)], 0
        while grown < len(block):
            reach = block[grown].bleed_box.grown(Insets.even(_TOGETHER))
            near = [other for other in waiting if _alike(block[grown], other) and reach.overlap(other.bleed_box) > 0]
            waiting = [other for other in waiting if other not in near]
            block += near
            grown += 1
        blocks.append(block)
    return blocks


def _alike(one: Placement, other: Placement) -> bool:
    return one.item.trim == other.item.trim


def _around(block: Sequence[Placement]) -> Box:
    return reduce(Box.joined, (placement.trim_box for placement in block))


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
