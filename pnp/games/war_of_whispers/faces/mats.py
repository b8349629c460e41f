"""A society, the five loyalty levels and the game's words in; the society's board out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, line, placed, polyline, rectangle
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces.art import Art, Bearer
from pnp.games.war_of_whispers.faces.lettering import display
from pnp.games.war_of_whispers.faces.ornaments import half_rose, rhumbs, scale_bar, twice
from pnp.games.war_of_whispers.faces.palette import INK, PAPER, PAPER_DARK, SEPIA, ground_of, line_of
from pnp.games.war_of_whispers.faces.rounds import rim_of
from pnp.geometry import Box, Trim

_PANEL = 58.0  # where the society's own panel ends
_LEFT, _RIGHT = 66.0, 5.5  # the column of words and slots: from here to so far before the right edge
_BEAST = 34.0
_TITLE, _MOTTO, _SCORE = 12.0, 20.5, 81.5
_FIRST_SLOT, _STEP = 38.0, 3.2  # the first slot's centre, and how much lower each next one lies
_RING = 0.6  # between a token lying in its slot and the slot's ring


@frozen
class Level:
    """A loyalty slot: what it is called and by what it multiplies."""

    name: str
    value: int

    @property
    def factor(self) -> str:
        return f"×{self.value}".replace("-", "−")


def society_board(
    society: Bearer, levels: Sequence[Level], token: float, score: str, trim: Trim, art: Art, style: Style
) -> tuple[Shape, ...]:
    """The beast on its panel; name and motto; five slots that fall from the dearest empire to the enemy."""
    body = Box(_LEFT, 0, trim.size.width - _RIGHT, trim.size.height)
    pitch = body.width / len(levels)
    spots = [(body.left + pitch * (at + 0.5), _FIRST_SLOT + _STEP * at) for at in range(len(levels))]
    motto = Lettering(9, INK, align="middle")
    words = Lettering(8, INK, align="middle")
    return (
        *_ground(society, trim, art, style),
        Group((display(society.name, (body.centre[0], _TITLE), 6.0, body.width, INK, style),), role="heading"),
        fitted(f"*{society.values['motto']}*", Box(body.left, _MOTTO - 2, body.right, _MOTTO + 4), motto, style.fonts),
        Path(polyline(spots), None, Stroke(SEPIA, 0.35, (0.35, 1.4), "round")),
        *(shape for level, spot in zip(levels, spots) for shape in _slot(level, spot, token / 2, society, style)),
        fitted(score, Box(body.left, _SCORE - 2.4, body.right, _SCORE + 4), words, style.fonts),
    )


def _ground(society: Bearer, trim: Trim, art: Art, style: Style) -> Iterator[Shape]:
    reach = trim.bleed_box
    x, y = _PANEL / 2, trim.size.height / 2
    panel = Box(reach.left, reach.top, _PANEL, reach.bottom)
    rest = Box(_PANEL, reach.top, reach.right, reach.bottom)
    bar = Box(_PANEL, reach.top, _PANEL + 1.8, reach.bottom)
    yield Path(rectangle(reach), ground_of(style.saver))
    if not style.saver:
        yield Path(rectangle(panel), society.colour)
        yield Group((Path(rhumbs(x, y, 0, 200, 64), None, Stroke(PAPER_DARK, 0.2)),), clip=Path(rectangle(rest)))
    yield from _medallion(society, x, y, panel, art, style)
    ink = line_of(society.colour) if style.saver else INK
    yield Path(rectangle(bar), ground_of(style.saver))
    yield Path(scale_bar(Box(bar.left + 0.4, bar.top, bar.right - 0.4, bar.bottom), 47), ink)
    for edge in (bar.left, bar.right):
        yield Path(line(edge, bar.top, edge, bar.bottom), None, Stroke(ink, 0.3))


def _medallion(society: Bearer, x: float, y: float, panel: Box, art: Art, style: Style) -> Iterator[Shape]:
    """The beast in a ring of its society's pattern, lines of bearing running out behind it."""
    radius = 24.2
    pattern = rim_of(society)(x, y, radius - 3.2, radius)
    if style.saver:
        yield Path(pattern, line_of(society.colour).mixed(WHITE, 0.3))
        yield placed(art.beast(society), x, y, _BEAST)
        return
    lines = Stroke(society.colour.mixed(INK, 0.35), 0.3)
    yield Group((Path(rhumbs(x, y, radius, 80, 64), None, lines),), clip=Path(rectangle(panel)))
    yield Path(circle(x, y, radius + 0.9), PAPER, Stroke(INK, 0.6))
    yield Path(pattern, line_of(society.colour).mixed(INK, 0.15))
    yield placed(art.beast(society), x, y, _BEAST)


def _slot(level: Level, spot: tuple[float, float], token: float, society: Bearer, style: Style) -> Iterator[Shape]:
    """A ring that a token fills, heavier the more it counts; a faint rose in it; factor and name below."""
    x, y = spot
    radius = token + _RING
    against = level.value <= 0
    weight = 0.35 if against else 0.3 + 0.22 * level.value * (0.5 if style.saver else 1)
    faint = PAPER_DARK
    yield Path(circle(x, y, radius), WHITE if style.saver else PAPER)
    yield from twice(half_rose(x, y, token * 0.8, WHITE if style.saver else PAPER, faint, 0.15), spot)
    dash = (1.4, 1.1) if against else ()
    yield Path(circle(x, y, radius + weight / 2), None, Stroke(SEPIA if style.saver else INK, weight, dash))
    yield display(level.factor, (x, y + radius + 5.4), 4.6, 2 * token, INK, style)
    size = shrunk_size(level.name, 2 * radius + 2, TEXT_BOLD, 8.5, style.fonts)
    yield Text(x, y + radius + 12.2, level.name, TEXT_BOLD, size, INK, "middle")
