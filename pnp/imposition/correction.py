"""Corrects a plan for what is known of a printer, so that its backs are printed in the right place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pnp.drawing.shapes import Group
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Size, Transform
from pnp.imposition.plan import Page, SheetPlan
from pnp.language.wording import ENGLISH, Wording
from pnp.units import number

# What a printer is off by is a millimetre or two and a few thousandths; more is a slip of the pen.
LEAST_SCALE, MOST_SCALE, MOST_SHIFT, MOST_TURN = 0.9, 1.1, 20.0, 5.0


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
        return self.told(ENGLISH)

    def told(self, wording: Wording) -> str:
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
    return replace(plan, pages=tuple(_moved(page, transform) if page.side == "back" else page for page in plan.pages))


def _moved(page: Page, transform: Transform) -> Page:
    placements = tuple(replace(placement, correction=transform) for placement in page.placements)
    marks, stamps = (
        (Group(shapes, transform),) if shapes else () for shapes in (page.marks, page.stamps)
    )  # fmt: skip
    return replace(page, placements=placements, marks=marks, stamps=stamps)
