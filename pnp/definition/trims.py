"""The size, corner, bleed and safe keys of an entry, with the names of card sizes, read into a Trim in millimetres."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

from pnp.definition.findings import Findings, Place, quoted, suggest
from pnp.definition.schema import MOST_MARGIN, KindDefaults
from pnp.definition.section import Section
from pnp.definition.tables import read_table
from pnp.geometry import Outline, Size, Trim
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
        near = suggest(text, known_sizes())
        raise ValueError(f"{quoted(text)} is no size; write one such as 63.5x88.9mm, or a name: {near}") from None
    return _within_limits(size, text)


def parse_diameter(text: str) -> Size:
    """The square around a circle of that diameter; ValueError with a sentence for what is no length."""
    try:
        diameter = parse_length(text)
    except ValueError:
        raise ValueError(f'{quoted(text)} is no diameter; write a length with its unit, such as "25mm"') from None
    return _within_limits(Size(diameter, diameter), text)


def _within_limits(size: Size, text: str) -> Size:
    if not all(SMALLEST <= side <= LARGEST for side in (size.width, size.height)):
        raise ValueError(f"{quoted(text)} is out of range; write sides of {SMALLEST:g}mm to {LARGEST:,.0f}mm")
    return size


def read_trim(section: Section, habit: KindDefaults) -> Trim | None:
    """What the piece measures; None with findings when that cannot be told."""
    found = _size_and_outline(section)
    corner = section.length("corner", habit.corner, 600)
    bleed = section.length("bleed", habit.bleed, MOST_MARGIN)
    safe = section.length("safe", habit.safe, MOST_MARGIN)
    if found is None:
        return None
    size, outline = found
    if outline == "drawn":
        return Trim(size, outline, 0, 0, 0)
    shorter = min(size.width, size.height)
    if outline == "round":
        if "corner" in section:
            section.fault("size", "a round piece has no corners; delete 'corner'", "corner")
        corner = 0.0
    elif corner > shorter / 2:
        section.fault(
            "size",
            f"a corner of {corner:g}mm is over half of the shorter side; write a smaller one",
            "corner",
        )
    if 2 * safe >= shorter:
        section.fault("size", f"a safe distance of {safe:g}mm leaves no room inside; write a smaller one", "safe")
    return Trim(size, outline, corner, bleed, safe)


def read_folded(section: Section) -> Size | None:
    """What is seen of a net once it is folded; None where the entry does not say."""
    if "folded" not in section:
        return None
    if section.choice("outline", ("rectangle", "drawn"), "rectangle") != "drawn":
        section.fault("size", "only a face that draws its own outline is folded; delete 'folded'", "folded")
    return _parsed(section, "folded", "8x8mm", parse_size)


def _size_and_outline(section: Section) -> tuple[Size, Outline] | None:
    if "size" in section and "diameter" in section:
        section.fault("size", "the entry has a size and a diameter; delete one", "diameter")
        return None
    if "diameter" in section:
        if "outline" in section:
            section.fault("size", "a piece with a diameter is round; delete 'outline'", "outline")
        size = _parsed(section, "diameter", "25mm", parse_diameter)
        return None if size is None else (size, "round")
    size = _parsed(section, "size", "poker", parse_size)
    drawn = section.choice("outline", ("rectangle", "drawn"), "rectangle") == "drawn"
    for key in ("corner", "bleed", "safe"):
        if drawn and key in section:
            section.fault("size", f"the face draws this outline itself; delete '{key}'", key)
    return None if size is None else (size, "drawn" if drawn else "rectangle")


def _parsed(section: Section, key: str, example: str, parse: Callable[[str], Size]) -> Size | None:
    text = section.text(key, example)
    if not text:
        return None
    try:
        return parse(text)
    except ValueError as fault:
        section.fault("size", str(fault), key)
        return None
