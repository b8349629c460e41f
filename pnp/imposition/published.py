"""The published layout for a piece, a sheet and its marks, or one made for the occasion; each comes with its id.

A published layout never moves: sheets are printed and laminated long before they are cut. The files in `layouts/` hold
its coordinates and are what is used; how they were once computed is of no account. A better layout gets the next
version, `...-v2`, beside the old one.
"""

from __future__ import annotations

import hashlib
import json
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pnp.drawing.cut_paths import CutLines, outline
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.imposition.registration import CutLayout, MachineSheet, RegistrationMarks, lay_out

FOLDER = Path(__file__).with_name("layouts")
_PLACES = 4


@frozen
class Published:
    """A layout that never moves, for pieces of one size and corner."""

    id: str
    piece: Size
    corner: float
    layout: CutLayout


@cache
def published() -> Mapping[str, Published]:
    """Every published layout by its id, later versions after earlier ones."""
    paths = sorted(FOLDER.glob("*.toml"))
    entries = (entry for path in paths for entry in tomllib.loads(path.read_text(encoding="utf-8"))["layouts"])
    found = {entry["id"]: _published(entry) for entry in entries}
    return MappingProxyType(dict(sorted(found.items(), key=lambda named: int(named[0].rpartition("-v")[2]))))


def layout_for(trim: Trim, lines: CutLines, sheet: MachineSheet, name: str) -> tuple[str, CutLayout] | None:
    """Id and layout of pieces that are cut along such lines; None where not one fits.

    `name` begins the id of a layout that is not published.
    """
    fitting = [entry for entry in published().values() if _fits(entry, trim, lines, sheet)]
    if fitting:
        return fitting[-1].id, fitting[-1].layout
    layout = lay_out(trim.size, sheet)
    if layout is None or layout.marks is None:
        return None
    return f"{name}-{layout.marks.count}m-custom-{_digest(layout, lines)}", layout


def _fits(entry: Published, trim: Trim, lines: CutLines, sheet: MachineSheet) -> bool:
    """Whether a published layout is for just such pieces on just such a sheet, its marks measured alike."""
    layout, marks = entry.layout, entry.layout.marks
    if sheet.marks is None or marks is None or replace(marks, arm=sheet.marks.arm) != sheet.marks:
        return False
    upright = Size(min(layout.page.width, layout.page.height), max(layout.page.width, layout.page.height))
    is_plain = trim.outline.is_straight and lines == CutLines((outline(trim),))
    same_marks = sheet.marks.arm <= marks.arm <= max(sheet.longest, sheet.marks.arm)
    same_gap = sheet.gap <= layout.gap <= max(sheet.widest_gap, sheet.gap)
    same_piece = (entry.piece, entry.corner, upright) == (trim.size, trim.corner, sheet.paper)
    return is_plain and same_marks and same_gap and same_piece


def _digest(layout: CutLayout, lines: CutLines) -> str:
    """The first eight digits of SHA-256 over every number that says where something is printed or cut."""
    marks = layout.marks
    measures = (marks.inset, marks.arm, marks.line, marks.square, marks.clear) if marks else ()
    contours = [
        [[*segment.start, *segment.end, segment.bulge] for contour in group for segment in contour.segments]
        for group in (lines.cut, lines.inner, lines.score)
    ]
    page = (layout.page.width, layout.page.height, layout.rotation)
    geometry = [page, layout.columns, layout.rows, layout.free, measures, contours]
    return hashlib.sha256(json.dumps(_rounded(geometry)).encode()).hexdigest()[:8]


def _rounded(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    return round(float(value), _PLACES) + 0.0


def _published(entry: Mapping[str, Any]) -> Published:
    """One entry of a file of layouts."""
    count, *lengths = (entry["marks"][name] for name in ("count", "inset", "arm", "line", "square", "clear"))
    layout = CutLayout(
        page=Size(*map(float, entry["page"])),
        rotation=float(entry["rotation"]),
        columns=tuple(map(float, entry["columns"])),
        rows=tuple(map(float, entry["rows"])),
        free=tuple((column, row) for column, row in entry["free"]),
        gap=float(entry["gap"]),
        marks=RegistrationMarks(count, *map(float, lengths)),
    )
    return Published(entry["id"], Size(*map(float, entry["piece"])), float(entry["corner"]), layout)
