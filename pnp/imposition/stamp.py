"""A page in, small text inside each trim out: component id, version and copy, horizontal and extractable."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from pnp.drawing.colour import BLACK, WHITE
from pnp.drawing.fonts import TEXT, Font, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Text, rectangle
from pnp.frozen import frozen
from pnp.geometry import Box
from pnp.imposition.plan import Page, Placement
from pnp.units import MM_PER_POINT

# Size in points, distance from the cut in millimetres (within the safe distance on purpose: a stamp matters to no
# player), and whether lines break between words only; the first that fits is taken, smaller than 4 pt as a last resort.
_TRIES = tuple((size, 1.2, True) for size in (5.0, 4.5, 4.0)) + tuple((size, 0.4, False) for size in (4.0, 3.0, 2.0))
_LINE = 1.05


def stamps(page: Page, version: str, fonts: FontBook) -> tuple[Shape, ...]:
    """A stamp for every front on the page; backs carry none, since they must all look alike."""
    return tuple(_stamp(placement, version, fonts[TEXT]) for placement in page.placements if placement.side == "front")


def _stamp(placement: Placement, version: str, font: Font) -> Group:
    text = f"{placement.item.component} v{version} #{placement.item.copy}"
    tries = [_block(text, placement, font, *attempt) for attempt in _TRIES]
    block = next((block for block in tries if block.fits), tries[-1])
    plate = Box(
        placement.cx - block.width / 2 - 0.3, block.bottom - block.height,
        placement.cx + block.width / 2 + 0.3, block.bottom,
    )  # fmt: skip
    shapes: list[Shape] = [Path(rectangle(plate), WHITE)]
    for at, line in enumerate(block.lines):
        baseline = plate.top + block.step * (at + 0.77)
        shapes.append(Text(placement.cx, baseline, line, TEXT, block.size, BLACK, "middle"))
    return Group(tuple(shapes), role="stamp")


@frozen
class _Block:
    """A stamp set in lines: how wide, where its lower edge lies, and whether all of it is inside the trim."""

    lines: tuple[str, ...]
    size: float
    width: float
    bottom: float
    fits: bool

    @property
    def step(self) -> float:
        return self.size * _LINE * MM_PER_POINT

    @property
    def height(self) -> float:
        return len(self.lines) * self.step


def _block(text: str, placement: Placement, font: Font, size: float, inset: float, by_words: bool) -> _Block:
    room = placement.trim_box
    round_trim = placement.item.trim.outline == "round"
    limit = room.width * (0.8 if round_trim else 1.0) - 2 * inset
    lines = tuple(_broken(text, limit, font, size, by_words))
    width = max(font.width(line, size) for line in lines)
    height = len(lines) * size * _LINE * MM_PER_POINT
    if not round_trim:
        return _Block(lines, size, width, room.bottom - inset, height <= room.height - 2 * inset)
    reach = math.sqrt(max(0.0, (room.width / 2 - inset / 2) ** 2 - (width / 2) ** 2))
    return _Block(lines, size, width, placement.cy + reach, height <= 2 * reach)


def _broken(text: str, width: float, font: Font, size: float, by_words: bool) -> Iterator[str]:
    """Lines no wider than the width, broken after a slash, hyphen or space, or anywhere."""
    parts = re.findall(r"[^/\- ]+[/\- ]?", text) if by_words else [text]
    line = ""
    for part in parts:
        if line and font.width(line + part, size) > width:
            yield line.rstrip()
            line = ""
        for char in part:
            if line and font.width(line + char, size) > width:
                yield line.rstrip()
                line = ""
            line += char
    yield line.rstrip()
