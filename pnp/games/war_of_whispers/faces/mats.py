"""The flat pieces and the aids: a society's board, banners as chits or as cubes to fold, and the player aids."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.cut_paths import CUT, FOLD
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.shapes import (
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Text,
    circle,
    line,
    placed,
    polygon,
    polyline,
    rectangle,
)
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.war_of_whispers.faces.art import (
    FADED,
    INK,
    PAPER,
    PAPER_DARK,
    SEPIA,
    Art,
    Bearer,
    column,
    display,
    ground_of,
    line_of,
    set_at,
)
from pnp.games.war_of_whispers.faces.ornaments import half_rose, rhumbs, scale_bar, twice
from pnp.games.war_of_whispers.faces.rounds import rim_of
from pnp.geometry import Box, Transform, Trim

_PANEL = 58.0  # where the society's own panel ends
_LEFT, _RIGHT = 66.0, 5.5  # the column of words and slots: from here to so far before the right edge
_BEAST = 34.0
_TITLE, _MOTTO, _SCORE = 12.0, 20.5, 81.5
_FIRST_SLOT, _STEP = 38.0, 3.2  # the first slot's centre, and how much lower each next one lies
_RING = 0.6  # between a token lying in its slot and the slot's ring
# Where a cube's faces lie, in edges: a column of four, and two wings beside its second face.
_FACES = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
_TOP = _FACES[1]
_SLANT = 0.28  # how much a glue tab narrows at each end, as a share of the edge
_MARGIN = 5.0
_BAND = 14.0
_BAR = 1.5
_DISC = 3.9
_SIZES = (9.0, 8.75, 8.5, 8.25, 8.0, 7.75, 7.5, 7.0, 6.5, 6.0)
_AIRS = (3.8, 7.0)


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


def chit(empire: Bearer, trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """The beast in one ink; the ground runs on, so that a strip of them is cut with two long cuts."""
    x, y = trim.box.centre
    stamp, share = _stamp(empire, art, style)
    ground = WHITE if style.saver else empire.colour
    return Path(rectangle(trim.bleed_box), ground), placed(stamp, x, y, trim.size.height * share)


def cube(empire: Bearer, trim: Trim, edge: float, tab: float, art: Art, style: Style) -> tuple[Shape, ...]:
    """A cross of six faces with seven glue tabs, in the middle of its trim so that no line is cut in half."""
    inset = Transform.moved(*_inset(trim, edge, tab))
    return (Group((*_net(empire, edge, tab, style), *_beasts(empire, edge, tab, art, style)), inset),)


def top(trim: Trim, edge: float, tab: float) -> Box:
    """Where the face of a cube is drawn that lies on top."""
    left, above = _inset(trim, edge, tab)
    left, above = left + tab + _TOP[0] * edge, above + _TOP[1] * edge
    return Box(left, above, left + edge, above + edge)


def _inset(trim: Trim, edge: float, tab: float) -> tuple[float, float]:
    across, down = 3 * edge + 2 * tab, 4 * edge + tab
    return (trim.size.width - across) / 2, (trim.size.height - down) / 2


def _beasts(empire: Bearer, edge: float, tab: float, art: Art, style: Style) -> Iterator[Shape]:
    stamp, share = _stamp(empire, art, style)
    for across, down in _FACES:
        yield placed(stamp, tab + (across + 0.5) * edge, (down + 0.5) * edge, edge * share)


def _stamp(empire: Bearer, art: Art, style: Style) -> tuple[Symbol, float]:
    """The beast, and its height as a share of the banner's."""
    if style.saver:
        return art.stamp(empire, line_of(empire.colour), WHITE), 0.64
    return art.stamp_on(empire, empire.colour), 0.76


def _net(empire: Bearer, edge: float, tab: float, style: Style) -> Iterator[Shape]:
    ground = WHITE if style.saver else empire.colour
    for across, down in _FACES:
        left, top = tab + across * edge, down * edge
        yield Path(rectangle(Box(left, top, left + edge, top + edge)), ground)
    outline, folds = _lines(edge, tab)
    if not style.saver:
        for fold in folds:
            yield Path(line(*fold), None, Stroke(PAPER, 0.3))
    yield Path(tuple(command for fold in folds for command in line(*fold)), None, FOLD)
    yield Path(polygon(outline), None, CUT)


def _lines(edge: float, tab: float) -> tuple[list[tuple[float, float]], list[tuple[float, float, float, float]]]:
    """The outline to cut, clockwise from the top left of the column, and the lines to fold."""
    x, slant = [tab + at * edge for at in range(4)], edge * _SLANT
    y = [at * edge for at in range(5)]
    outline = [
        (x[1], y[0]), (x[2], y[0]), (x[2], y[1]),
        (x[2] + slant, y[1] - tab), (x[3] - slant, y[1] - tab), (x[3], y[1]),
        (x[3] + tab, y[1] + slant), (x[3] + tab, y[2] - slant), (x[3], y[2]),
        (x[3] - slant, y[2] + tab), (x[2] + slant, y[2] + tab), (x[2], y[2]),
        (x[2], y[4]), (x[2] - slant, y[4] + tab), (x[1] + slant, y[4] + tab), (x[1], y[4]),
        (x[1], y[2]), (x[1] - slant, y[2] + tab), (x[0] + slant, y[2] + tab), (x[0], y[2]),
        (x[0] - tab, y[2] - slant), (x[0] - tab, y[1] + slant), (x[0], y[1]),
        (x[0] + slant, y[1] - tab), (x[1] - slant, y[1] - tab), (x[1], y[1]),
    ]  # fmt: skip
    folds = [(x[1], y[row], x[2], y[row]) for row in range(1, 5)]
    folds += [(x[column], y[1], x[column], y[2]) for column in range(4)]
    folds += [(x[column], y[row], x[column + 1], y[row]) for column in (0, 2) for row in (1, 2)]
    return outline, folds


@frozen
class Line:
    """A paragraph and the icon that stands beside it."""

    icon: str
    words: str


def aid(title: str, lines: Sequence[Line], trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """Paragraphs spread over the card, their icons in discs along the left."""
    body = Box(_MARGIN + 2 * _DISC + 2.4, _BAND + _BAR + 4.4, trim.size.width - _MARGIN, trim.size.height - _MARGIN)
    texts = [each.words for each in lines]
    rows = column(texts, body, _SIZES, 0.0, _AIRS, lambda size: Lettering(size, INK, size, leading=1.2), style)
    icons = zip(lines, rows.tops, strict=True)
    return (
        *_paper(title, trim, style),
        *(shape for each, top in icons for shape in _icon(each.icon, top, art, style)),
        *(_between(body, top - rows.gap * 0.42) for top in rows.tops[1:]),
        *(set_at(text, body, top, rows.lettering, style) for text, top in zip(texts, rows.tops, strict=True)),
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
    yield Group((display(title, (x, middle), 4.4, trim.size.width - 4 * _MARGIN, colour, style),), role="heading")


def _icon(name: str, top: float, art: Art, style: Style) -> Iterator[Shape]:
    x, y = _MARGIN + _DISC, top + _DISC - 1.0
    if style.saver:
        yield Path(circle(x, y, _DISC), WHITE, Stroke(SEPIA, 0.3))
        yield placed(art.icon(name, INK, WHITE), x, y, 5.3)
        return
    yield Path(circle(x, y, _DISC), INK)
    yield placed(art.icon(name, PAPER, INK), x, y, 5.3)


def _between(box: Box, y: float) -> Shape:
    return Path(line(box.left, y, box.right, y), None, Stroke(FADED, 0.3, (0.3, 1.0)))
