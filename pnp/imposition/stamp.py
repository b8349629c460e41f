"""A page in, small text inside each trim out: component id, version and copy, horizontal and extractable."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from pnp.drawing.colour import BLACK, WHITE
from pnp.drawing.fonts import TEXT, Font, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Text, rectangle
from pnp.geometry import Box
from pnp.imposition.plan import Page, Placement
from pnp.units import MM_PER_POINT

_SIZES = (5.0, 4.5, 4.0)
_INSET = 1.2  # millimetres from the cut, within the safe distance on purpose: a stamp matters to no player
_LINE = 1.15


def stamps(page: Page, version: str, fonts: FontBook) -> tuple[Shape, ...]:
    """A stamp for every front on the page; backs carry none, since they must all look alike."""
    return tuple(_stamp(placement, version, fonts[TEXT]) for placement in page.placements if placement.side == "front")


def _stamp(placement: Placement, version: str, font: Font) -> Group:
    text = f"{placement.item.component} v{version} #{placement.item.copy}"
    room = placement.trim_box
    round_trim = placement.item.trim.outline == "round"
    width = room.width * (0.8 if round_trim else 1.0) - 2 * _INSET
    size = next((size for size in _SIZES if font.width(text, size) <= width), _SIZES[-1])
    lines = list(_broken(text, width, font, size))
    height = len(lines) * size * _LINE * MM_PER_POINT
    widest = max(font.width(line, size) for line in lines)
    bottom = room.bottom - _INSET
    if round_trim:  # as low as the plate's corners stay inside the circle
        radius = room.width / 2 - _INSET / 2
        bottom = placement.cy + math.sqrt(max(0.0, radius**2 - (widest / 2) ** 2))
    plate = Box(placement.cx - widest / 2 - 0.4, bottom - height, placement.cx + widest / 2 + 0.4, bottom)
    step = size * _LINE * MM_PER_POINT
    shapes: list[Shape] = [Path(rectangle(plate), WHITE)]
    for at, line in enumerate(lines):
        baseline = plate.top + step * at + 0.8 * step
        shapes.append(Text(placement.cx, baseline, line, TEXT, size, BLACK, "middle"))
    return Group(tuple(shapes), role="stamp")


def _broken(text: str, width: float, font: Font, size: float) -> Iterator[str]:
    """Lines no wider than the width: broken after a slash, hyphen or space where that helps, else anywhere."""
    line = ""
    for part in re.findall(r"[^/\- ]*[/\- ]?", text):
        if line and font.width(line + part, size) > width:
            yield line.rstrip()
            line = ""
        for char in part:
            if line and font.width(line + char, size) > width:
                yield line
                line = ""
            line += char
    if line:
        yield line.rstrip()
