"""Draws the player aids: paragraphs under a dark heading, each with its icon."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.lettering import column, display, set_at
from pnp.drawing.shapes import Group, Path, Shape, Stroke, circle, line, placed, rectangle
from pnp.drawing.text import Lettering
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces.art import FADED, INK, PAPER, SEPIA, Art, ground_of, rhumbs, scale_bar
from pnp.geometry import Box, Trim

_MARGIN = 5.0
_BAND = 14.0
_BAR = 1.5
_DISC = 3.9
_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_AIRS = (3.8, 7.0)


@frozen
class Line:
    """A paragraph and the icon that stands beside it."""

    icon: str
    words: str


def aid(title: str, lines: Sequence[Line], trim: Trim, art: Art) -> tuple[Shape, ...]:
    """Paragraphs spread over the card, their icons in discs along the left."""
    body = Box(_MARGIN + 2 * _DISC + 2.4, _BAND + _BAR + 4.4, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    texts = [each.words for each in lines]
    too_long = f"the texts need more than {body.height:.1f} mm even at {_SIZES[-1]:g} pt; shorten them"
    rows = column(texts, body, Lettering(1, INK, leading=1.2), _SIZES, _AIRS, art.fonts, too_long)
    tops = rows.tops(body.top + rows.spare / 2)
    dots = Stroke(FADED, 0.3, (0.3, 1.0))
    rules = (top - rows.gap * 0.42 for top in tops[1:])
    return (
        *_paper(title, trim, art.style),
        *(shape for each, top in zip(lines, tops, strict=True) for shape in _icon(each.icon, top, art)),
        *(Path(line(body.left, y, body.right, y), None, dots) for y in rules),
        *(set_at(text, body, top, rows.lettering, art.fonts) for text, top in zip(texts, tops, strict=True)),
    )


def _paper(title: str, trim: Trim, style: Style) -> Iterator[Shape]:
    reach, x = trim.bleed_box, trim.box.centre[0]
    band = Box(reach.left, reach.top, reach.right, _BAND)
    bar = Box(reach.left, _BAND, reach.right, _BAND + _BAR)
    ink = SEPIA if style.saver else INK
    yield Path(rectangle(reach), ground_of(style.saver))
    if not style.saver:
        yield Path(rectangle(band), INK)
        yield Group((Path(rhumbs(x, _BAND - 1, 20, 60, 64), None, Stroke(SEPIA, 0.2)),), clip=Path(rectangle(band)))
    yield Path(scale_bar(Box(bar.left, bar.top + 0.3, bar.right, bar.bottom - 0.3), 37), ink)
    for y in (bar.top, bar.bottom):
        yield Path(line(bar.left, y, bar.right, y), None, Stroke(ink, 0.3))
    middle = (trim.safe + _BAND) / 2
    colour = INK if style.saver else PAPER
    yield Group((display(title, x, middle, 4.4, trim.size.width - 4 * _MARGIN, colour, style.fonts),), role="heading")


def _icon(name: str, top: float, art: Art) -> Iterator[Shape]:
    x, y = _MARGIN + _DISC, top + _DISC - 1.0
    disc = circle(x, y, _DISC)
    yield Path(disc, WHITE, Stroke(SEPIA, 0.3)) if art.saver else Path(disc, INK)
    yield placed(art.icon(name, INK, WHITE) if art.saver else art.icon(name, PAPER, INK), x, y, 5.3)
