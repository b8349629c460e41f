"""A plan and what is known of a printer in; the plan with its backs drawn where that printer puts them right, out."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pnp.drawing.shapes import Group
from pnp.errors import UsageError
from pnp.geometry import IDENTITY, Size, Transform
from pnp.imposition.plan import Page, SheetPlan
from pnp.units import number

_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True)
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

    def as_json(self) -> dict[str, float]:
        return {
            "scale_x": self.scale_x, "scale_y": self.scale_y, "shift_x_mm": self.shift_x, "shift_y_mm": self.shift_y,
            "rotate_deg": self.rotate,
        }  # fmt: skip

    def __str__(self) -> str:
        scales = " x ".join(f"{number(scale * 100, 4)} %" for scale in (self.scale_x, self.scale_y))
        shifts = " / ".join(f"{number(shift)} mm" for shift in (self.shift_x, self.shift_y))
        return f"scale {scales}, shift {shifts}, turn {number(self.rotate)}°"


@dataclass(frozen=True, slots=True)
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


def corrected(name: str, plan: SheetPlan, printer: Printer) -> SheetPlan:
    """The plan with every piece and mark of its back pages moved; fronts, and sheets with both sides on one page, stay.

    `name` is the file's. Raises UsageError when that would draw something past the paper's edge.
    """
    transform = printer.correction(plan.paper).transform(plan.paper)
    if transform == IDENTITY:
        return plan
    pages = tuple(_moved(page, transform) if page.side == "back" else page for page in plan.pages)
    if past := max((_past(page, plan.paper) for page in pages if page.side == "back"), default=0.0):
        raise UsageError(
            f"{name}: the printer '{printer.name}' has its backs drawn {past:.2f} mm past the paper's edge; "
            "give a wider --margin"
        )
    return replace(plan, pages=pages)


def _moved(page: Page, transform: Transform) -> Page:
    placements = tuple(replace(placement, correction=transform) for placement in page.placements)
    furniture, stamps = (
        (Group(shapes, transform),) if shapes else () for shapes in (page.furniture, page.stamps)
    )  # fmt: skip
    return replace(page, placements=placements, furniture=furniture, stamps=stamps)


def _past(page: Page, paper: Size) -> float:
    """How far the bleed reaches out of the paper; zero when it does not."""
    if not page.placements:
        return 0.0
    box = page.bleed_box
    past = max(-box.left, -box.top, box.right - paper.width, box.bottom - paper.height)
    return past if past > _ROUNDING else 0.0
