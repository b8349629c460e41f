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

from pnp.build.press import size_word
from pnp.definition.sizes import known_sizes
from pnp.drawing.cut_paths import CutLines, outline
from pnp.export.slots import Layout, Marks, Sheet, laid_out
from pnp.frozen import frozen
from pnp.geometry import Size, Trim
from pnp.imposition.papers import PAPERS
from pnp.units import number

FOLDER = Path(__file__).with_name("layouts")
_PLACES = 4


@frozen
class Published:
    """A layout that never moves, for pieces of one size and corner."""

    id: str
    piece: Size
    corner: float
    layout: Layout


@cache
def published() -> Mapping[str, Published]:
    """Every published layout by its id, later versions after earlier ones."""
    found: dict[str, Published] = {}
    for path in sorted(FOLDER.glob("*.toml")):
        entries = tomllib.loads(path.read_text(encoding="utf-8"))["layouts"]
        found |= {entry["id"]: _published(entry) for entry in entries}
    return MappingProxyType(dict(sorted(found.items(), key=lambda named: _version(named[0]))))


def layout_for(trim: Trim, lines: CutLines, sheet: Sheet, paper: str) -> tuple[str, Layout] | None:
    """Id and layout of pieces that are cut along such lines; `paper` is the sheet's name. None where not one fits."""
    fitting = [entry for entry in published().values() if _fits(entry, trim, lines, sheet)]
    if fitting:
        return fitting[-1].id, fitting[-1].layout
    layout = laid_out(trim.size, sheet)
    if layout is None or layout.marks is None:
        return None
    name = f"pnp-sil-{paper.lower()}-{_piece(trim)}-{layout.marks.count}m-custom-{_digest(layout, lines)}"
    return name, layout


def _fits(entry: Published, trim: Trim, lines: CutLines, sheet: Sheet) -> bool:
    """Whether a published layout is for just such pieces on just such a sheet, its marks measured alike."""
    layout, marks = entry.layout, entry.layout.marks
    upright = Size(min(layout.page.width, layout.page.height), max(layout.page.width, layout.page.height))
    if sheet.marks is None or marks is None or replace(marks, arm=sheet.marks.arm) != sheet.marks:
        return False
    is_plain = trim.outline == "rectangle" and lines == CutLines((outline(trim),))
    same_marks = sheet.marks.arm <= marks.arm <= max(sheet.longest, sheet.marks.arm)
    same_gap = sheet.gap <= layout.gap <= max(sheet.widest_gap, sheet.gap)
    return is_plain and same_marks and same_gap and (entry.piece, entry.corner, upright) == (
        trim.size, trim.corner, sheet.paper,
    )  # fmt: skip


def paper_name(size: Size) -> str:
    """What a paper of that size (upright) is called, or its measures."""
    return next((name for name, known in PAPERS.items() if known == size), size_word(size))


def _piece(trim: Trim) -> str:
    if trim.outline == "round":
        return f"{number(trim.size.width, 1)}mm-round"
    name = next((name for name, size in known_sizes().items() if size == trim.size), size_word(trim.size))
    return name if trim.outline == "rectangle" else f"{name}-net"


def _digest(layout: Layout, lines: CutLines) -> str:
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
    count, *lengths = (entry["marks"][name] for name in ("count", "inset", "arm", "line", "square", "clear"))
    marks = Marks(count, *map(float, lengths))
    layout = Layout(
        page=_size(entry["page"]),
        rotation=float(entry["rotation"]),
        columns=tuple(map(float, entry["columns"])),
        rows=tuple(map(float, entry["rows"])),
        free=tuple((column, row) for column, row in entry["free"]),
        gap=float(entry["gap"]),
        marks=marks,
    )
    return Published(entry["id"], _size(entry["piece"]), float(entry["corner"]), layout)


def _size(pair: list[float]) -> Size:
    width, height = map(float, pair)
    return Size(width, height)


def _version(name: str) -> int:
    return int(name.rpartition("-v")[2])
