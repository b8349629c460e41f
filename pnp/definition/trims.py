"""The size, corner, bleed and safe keys of an entry in, its Trim out."""

from __future__ import annotations

from collections.abc import Callable

from pnp.definition.schema import MOST_MARGIN, Habit
from pnp.definition.section import Section
from pnp.definition.sizes import parse_diameter, parse_size
from pnp.geometry import Outline, Size, Trim


def read_trim(section: Section, habit: Habit) -> Trim | None:
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
