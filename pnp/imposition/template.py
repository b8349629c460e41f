"""Paper that comes with its places: perforated cards and labels, as data, and the grid that they make."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from pnp.errors import UsageError
from pnp.frozen import frozen
from pnp.geometry import ROUND, Box, Size, Trim, number
from pnp.imposition.papers import PAPERS

_KNOWN = Path(__file__).with_name("sheets.csv")
_MM = {"mm": 1.0, "in": 25.4}
_LARGER = 0.1  # mm by which a piece may be larger than its place, which makers round
_EXACT = 1.0  # mm by which it may be smaller and yet need no cutting
PlaceOutline = Literal["rectangle", "round"]


@frozen
class SheetTemplate:
    """A sheet of `columns` times `rows` places of one size, in millimetres: the first begins so far from the left and
    the top of the upright paper, and from one to the next it is so far across and down (`pitch`).
    """

    name: str
    paper: Size
    columns: int
    rows: int
    place: Size
    pitch: Size
    left: float
    top: float
    outline: PlaceOutline = "rectangle"

    @property
    def box(self) -> Box:
        """Around all places."""
        right = self.left + (self.columns - 1) * self.pitch.width + self.place.width
        return Box(self.left, self.top, right, self.top + (self.rows - 1) * self.pitch.height + self.place.height)

    @property
    def edge(self) -> float:
        """The least distance of a place from an edge of the paper."""
        box = self.box
        return min(box.left, box.top, self.paper.width - box.right, self.paper.height - box.bottom)

    def faults(self) -> tuple[str, ...]:
        """What is impossible about its measures, as sentences."""
        found = []
        if self.edge < -1e-6:
            found.append("the places reach past the paper; correct 'left', 'top', 'size' or 'pitch'")
        if self.pitch.width < self.place.width - 1e-6 or self.pitch.height < self.place.height - 1e-6:
            found.append("the places lie over one another; write a pitch that is no smaller than the size")
        if self.outline == "round" and self.place.width != self.place.height:
            found.append("round places are as wide as they are high; correct 'size'")
        return tuple(found)

    def rotation(self, trim: Trim) -> float | None:
        """How a piece is turned to lie in a place, 0 or 90 degrees; None where it fits neither way."""
        if trim.outline.is_drawn or (self.outline == "round" and trim.outline != ROUND):
            return None
        for rotation, size in ((0.0, trim.size), (90.0, trim.size.turned())):
            if size.width <= self.place.width + _LARGER and size.height <= self.place.height + _LARGER:
                return rotation
        return None

    def is_filled(self, trim: Trim) -> bool:
        """Whether a piece that fits is as large as a place, so that nothing is to be cut."""
        size = trim.size if self.rotation(trim) == 0 else trim.size.turned()
        spare = max(self.place.width - size.width, self.place.height - size.height)
        is_alike = trim.outline == ROUND if self.outline == "round" else trim.outline.is_straight
        return spare <= _EXACT and is_alike

    def as_json(self) -> dict[str, object]:
        return {
            "name": self.name, "paper_mm": [self.paper.width, self.paper.height], "columns": self.columns,
            "rows": self.rows, "size_mm": [self.place.width, self.place.height],
            "pitch_mm": [self.pitch.width, self.pitch.height], "left_mm": self.left, "top_mm": self.top,
            "outline": self.outline,
        }  # fmt: skip


@cache
def known_templates() -> Mapping[str, SheetTemplate]:
    """The sheets that pnp knows, by every name of each."""
    known: dict[str, SheetTemplate] = {}
    with _KNOWN.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            template = _of_row(row)
            maker = row["name"].partition("-")[0]
            known |= dict.fromkeys((row["name"], *(f"{maker}-{name}" for name in row["alike"].split())), template)
    return known


def _of_row(row: Mapping[str, str]) -> SheetTemplate:
    scale = _MM[row["unit"]]

    def length(key: str) -> float:
        return round(float(row[key]) * scale, 4)

    return SheetTemplate(
        row["name"], PAPERS[row["paper"]], int(row["columns"]), int(row["rows"]),
        Size(length("width"), length("height")), Size(length("pitch_x"), length("pitch_y")), length("left"),
        length("top"), "round" if row["outline"] == "round" else "rectangle",
    )  # fmt: skip


def check_bleed(template: SheetTemplate, trim: Trim, bleed: float | None) -> None:
    """UsageError for a bleed that is asked for and has no room between the places."""
    size = trim.size if template.rotation(trim) == 0 else trim.size.turned()
    gaps = (template.pitch.width - size.width, template.columns), (template.pitch.height - size.height, template.rows)
    room = min((gap / 2 for gap, count in gaps if count > 1), default=0.0)
    if bleed is not None and bleed > room + 1e-6:
        raise UsageError(
            f"--bleed: between the places of {template.name} there are {number(max(0.0, room))} mm for each piece's "
            "bleed; ask for no more, or leave --bleed out"
        )
