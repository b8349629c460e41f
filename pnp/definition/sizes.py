"""The name of a card size, or a width and height with their unit, in; a Size in millimetres out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pnp.definition.findings import Findings, Place, meant, shown
from pnp.definition.tables import read_table
from pnp.geometry import Size
from pnp.units import parse_length, parse_pair

SMALLEST, LARGEST = 4.0, 1200.0
"""Millimetres that a piece may measure: what scissors can cut, and what a wide plotter can print."""


@cache
def known_sizes() -> Mapping[str, Size]:
    """The sizes of sizes.csv by name, each computed from the one unit that its source gives."""
    findings = Findings()
    path = Path(__file__).with_name("sizes.csv")
    table = read_table("sizes", path, path.name, Place(path.name, 1), findings)
    findings.finish()
    if table is None:
        raise AssertionError("a table without findings is a table")
    given = {row["name"]: f"{row['width']}x{row['height']}{row['unit']}" for row in table.rows}
    return MappingProxyType({name: Size(*parse_pair(size)) for name, size in given.items()})


def parse_size(text: str) -> Size:
    """The size that `poker` or `63.5x88.9mm` stands for; ValueError with a sentence for anything else."""
    if text in known_sizes():
        return known_sizes()[text]
    try:
        size = Size(*parse_pair(text))
    except ValueError:
        near = meant(text, known_sizes())
        raise ValueError(f"{shown(text)} is no size; write one such as 63.5x88.9mm, or a name: {near}") from None
    return _within_limits(size, text)


def parse_diameter(text: str) -> Size:
    """The square around a circle of that diameter; ValueError with a sentence for what is no length."""
    try:
        diameter = parse_length(text)
    except ValueError:
        raise ValueError(f'{shown(text)} is no diameter; write a length with its unit, such as "25mm"') from None
    return _within_limits(Size(diameter, diameter), text)


def _within_limits(size: Size, text: str) -> Size:
    if not all(SMALLEST <= side <= LARGEST for side in (size.width, size.height)):
        raise ValueError(f"{shown(text)} is out of range; write sides of {SMALLEST:g}mm to {LARGEST:,.0f}mm")
    return size
