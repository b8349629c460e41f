"""The game's own words, facts and ranks in; the two aids, a turn and the price of a pair, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, line, rectangle
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.games.whispers.faces import palette
from pnp.games.whispers.faces.corner import die
from pnp.games.whispers.faces.palette import INK, PARCHMENT
from pnp.games.whispers.faces.strokes import wedges
from pnp.geometry import Box, Trim
from pnp.units import MM_PER_POINT

_MARGIN = 4.5
_HEADER = 13.0
_BODY = 7.75
_FLOOR = 7.5
_COLUMNS = 4


def turn_aid(title: str, words: str, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """The steps of a hand, one a paragraph, numbered."""
    body = _body(trim)
    return *_paper(title, trim, style), *_steps(words.splitlines(), body, style)


def penalty_aid(
    title: str, words: str, heads: tuple[str, str], ranks: Sequence[int], factor: int, trim: Trim, style: Style
) -> tuple[Shape, ...]:
    """What each rank costs with no whisper, one, two and three, and the rule that it follows."""
    body = _body(trim)
    table = Box(body.left, body.top, body.right, body.top + body.height * 0.68)
    below = Box(body.left, table.bottom + 2.5, body.right, body.bottom)
    text = fitted(words, below, Lettering(_BODY, INK, _FLOOR, leading=1.22), style.fonts)
    return *_paper(title, trim, style), *_table(table, heads, ranks, factor, style), text


def _body(trim: Trim) -> Box:
    return Box(_MARGIN + 0.5, _HEADER + 5.5, trim.size.width - _MARGIN - 0.5, trim.size.height - _MARGIN)


def _paper(title: str, trim: Trim, style: Style) -> Iterator[Shape]:
    """The ground and a dark heading with rays, reaching into the bleed."""
    bleed, saver = trim.bleed_box, style.saver
    middle = bleed.centre[0]
    yield Path(rectangle(bleed), WHITE if saver else PARCHMENT)
    foot = _HEADER + 1.5
    if saver:
        yield Path(line(_MARGIN, foot, trim.size.width - _MARGIN, foot), None, Stroke(palette.OAK, 0.5))
    else:
        yield Path(rectangle(Box(bleed.left, bleed.top, bleed.right, foot)), palette.OAK_DARK)
        rays = Path(wedges(middle, foot, 9, 42, 2.4, 44), palette.OAK)
        yield Group((rays,), clip=Path(rectangle(Box(bleed.left, bleed.top, bleed.right, foot))))
        yield Path(rectangle(Box(bleed.left, foot, bleed.right, foot + 0.9)), palette.AMBER)
    size = shrunk_size(title, trim.size.width - 2 * _MARGIN - 1, DISPLAY, 17, style.fonts)
    baseline = (_MARGIN + foot) / 2 + size * MM_PER_POINT * style.fonts[DISPLAY].cap_height / 2
    heading = Text(middle, baseline - 0.4, title, DISPLAY, size, INK if saver else palette.FLAME, "middle")
    yield Group((heading,), role="heading")


def _steps(steps: Sequence[str], body: Box, style: Style) -> Iterator[Shape]:
    """Numbered paragraphs, spread over the whole height; each number stands on its first line."""
    left = body.left + 6
    lettering = Lettering(_BODY, INK, _FLOOR, leading=1.2)
    tall = Box(left, body.top, body.right, body.bottom)
    heights = [_set_height(fitted(step, tall, lettering, style.fonts), lettering) for step in steps]
    gap = (body.height - sum(heights)) / max(1, len(steps) - 1)
    y = body.top
    for number, (step, height) in enumerate(zip(steps, heights), 1):
        yield from _number(number, body.left + 2, y + height_of_cap(lettering, style) / 2, style)
        yield fitted(step, Box(left, y, body.right, body.bottom + 1), lettering, style.fonts)
        y += height + gap
