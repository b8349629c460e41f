"""Reduces a plan to the pages that are wanted, each as it is among all the others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.imposition.plan import Page, SheetPlan, Side

Ranges = tuple[tuple[int, int], ...]
"""First and last of each, both counted from 1."""


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
