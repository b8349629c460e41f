"""What of a plan goes to the printer: the pages that are wanted, with backs where the printer needs them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Size, Transform, number
from pnp.imposition.plan import Page, SheetPlan, Side
from pnp.language.wording import ENGLISH, Wording

# What a printer is off by is a millimetre or two and a few thousandths; more is a slip of the pen.
LEAST_SCALE, MOST_SCALE, MOST_SHIFT, MOST_TURN = 0.9, 1.1, 20.0, 5.0
Ranges = tuple[tuple[int, int], ...]
"""First and last of each, both counted from 1."""


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
        scales = " x ".join(f"{number(scale * 100, 4)} %" for scale in (self.scale_x, self.scale_y))
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
