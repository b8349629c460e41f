"""The steps of a round in; the aid that lies before each player out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.shapes import Group, Path, Shape, Stroke, line, rectangle
from pnp.games.whims.faces import dream, palette
from pnp.games.whims.faces.palette import BONE, CORAL, INK, NIGHT, PEACH
from pnp.games.whims.faces.words import Hand, heading, paragraphs
from pnp.geometry import Box, Trim

_HEADER = 14.0
_MARGIN = 5.0
_SIZES = (8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)


def aid(title: str, steps: str, trim: Trim, style: Style) -> Iterator[Shape]:
    """A heading under a whirling moon, and the steps, one a paragraph."""
    bleed = trim.bleed_box
    if style.saver:
        yield Path(rectangle(bleed), WHITE)
        yield Path(line(_MARGIN, _HEADER, trim.size.width - _MARGIN, _HEADER), None, Stroke(INK, 0.4))
    else:
        yield Path(rectangle(bleed), BONE)
        band = Box(bleed.left, bleed.top, bleed.right, _HEADER)
        yield Path(rectangle(band), NIGHT)
        moon = dream.whirl(trim.size.width - 3.5, _HEADER - 1, 11.5, 10, (CORAL, palette.PLUM, PEACH, NIGHT), 8)
        yield Group(moon, clip=Path(rectangle(band)))
    width = trim.size.width - 2 * _MARGIN - (0 if style.saver else 12)
    yield heading(title, _MARGIN, _HEADER - 4.2, width, 14, INK if style.saver else BONE, style)
    room = Box(_MARGIN, _HEADER + 4.2, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    yield from paragraphs(
        steps.splitlines(), room, Hand(style, (8.5, 8.25, 8, 7.75, 7.5, 7, 6.5, 6), palette.PLUM), numbered=True
    )
