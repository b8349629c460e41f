"""The flat pieces: a society's board, and banners as chits or as cubes to fold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.cut_paths import CUT, FOLD
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD
from pnp.drawing.lettering import display
from pnp.drawing.shapes import (
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    circle,
    joined,
    line,
    placed,
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
    ground_of,
    line_of,
    rhumbs,
    rose,
    scale_bar,
)
from pnp.games.war_of_whispers.faces.tokens import rim_of
from pnp.geometry import Box, Insets, Transform, Trim
from pnp.nets.solids import cube_net

_PANEL = 58.0  # where the society's own panel ends
_LEFT, _RIGHT = 66.0, 5.5  # the column of words and slots: from here to so far before the right edge
_BEAST = 34.0
_TITLE, _MOTTO, _SCORE = 12.0, 20.5, 81.5
_FIRST_SLOT, _STEP = 37.8, 3.4  # the first slot's centre, and how much lower each next one lies
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
    society: Bearer, levels: Sequence[Level], token: float, score: str, trim: Trim, art: Art
) -> tuple[Shape, ...]:
    """The beast on its panel; name and motto; five slots that fall from the dearest empire to the enemy."""
    body = Box(_LEFT, 0, trim.size.width - _RIGHT, trim.size.height)
    pitch = body.width / len(levels)
    spots = [(body.left + pitch * (at + 0.5), _FIRST_SLOT + _STEP * at) for at in range(len(levels))]
    motto = Lettering(9, INK, align="middle")
    words = Lettering(8, INK, align="middle")
    strip = Box(body.left, _SCORE - 4.1, body.right, _SCORE + 1.5)
    return (
        *_ground(society, trim, art),
        Group((display(society.name, body.centre[0], _TITLE, 6.0, body.width, INK, art.fonts),), role="heading"),
        fitted(f"*{society.values['motto']}*", Box(body.left, _MOTTO - 2, body.right, _MOTTO + 4), motto, art.fonts),
        *(shape for level, spot in zip(levels, spots) for shape in _slot(level, spot, token / 2, art.style)),
        Path(rectangle(strip, strip.height / 2), ground_of(art.saver), Stroke(FADED, 0.25)),
        fitted(score, Box(body.left, _SCORE - 2.4, body.right, _SCORE + 4), words, art.fonts),
    )


def _ground(society: Bearer, trim: Trim, art: Art) -> Iterator[Shape]:
    reach = trim.bleed_box
    x, y = _PANEL / 2, trim.size.height / 2
    panel = Box(reach.left, reach.top, _PANEL, reach.bottom)
    rest = Box(_PANEL, reach.top, reach.right, reach.bottom)
    bar = Box(_PANEL, reach.top, _PANEL + 1.8, reach.bottom)
    yield Path(rectangle(reach), ground_of(art.saver))
    yield Group((Use(art.scene(society)),), clip=Path(rectangle(rest)))
    if not art.saver:
        yield Path(rectangle(panel), society.colour)
    yield from _medallion(society, x, y, panel, art)
    ink = line_of(society.colour) if art.saver else INK
    yield Path(rectangle(bar), ground_of(art.saver))
    yield Path(scale_bar(Box(bar.left + 0.4, bar.top, bar.right - 0.4, bar.bottom), 47), ink)
    for edge in (bar.left, bar.right):
        yield Path(line(edge, bar.top, edge, bar.bottom), None, Stroke(ink, 0.3))


def _medallion(society: Bearer, x: float, y: float, panel: Box, art: Art) -> Iterator[Shape]:
    """The beast in a ring of its society's pattern, lines of bearing running out behind it."""
    radius = 24.2
    pattern = rim_of(society)(x, y, radius - 3.2, radius)
    if art.saver:
        yield Path(pattern, line_of(society.colour).mixed(WHITE, 0.3))
        yield placed(art.beast(society), x, y, _BEAST)
        return
    lines = Stroke(society.colour.mixed(INK, 0.35), 0.3)
    yield Group((Path(rhumbs(x, y, radius, 80, 64), None, lines),), clip=Path(rectangle(panel)))
    yield Path(circle(x, y, radius + 0.9), PAPER, Stroke(INK, 0.6))
    yield Path(pattern, line_of(society.colour).mixed(INK, 0.15))
    yield placed(art.beast(society), x, y, _BEAST)


def _slot(level: Level, spot: tuple[float, float], token: float, style: Style) -> Iterator[Shape]:
    """A ring that a token fills, heavier the more it counts; a faint rose in it; factor and name below."""
    x, y = spot
    radius = token + _RING
    against = level.value <= 0
    weight = 0.35 if against else 0.3 + 0.14 * level.value * (0.5 if style.saver else 1)
    faint = PAPER_DARK
    yield Path(circle(x, y, radius), WHITE if style.saver else PAPER)
    yield from rose(x, y, token * 0.8, WHITE if style.saver else PAPER, faint)
    dash = (1.4, 1.1) if against else ()
    yield Path(circle(x, y, radius + weight / 2), None, Stroke(SEPIA if style.saver else INK, weight, dash))
    yield display(level.factor, x, y + radius + 5.4, 4.6, 2 * token, INK, style.fonts)
    size = shrunk_size(level.name, 2 * radius + 2, TEXT_BOLD, 8.5, style.fonts)
    yield Text(x, y + radius + 12.2, level.name, TEXT_BOLD, size, INK, "middle")


def chit(empire: Bearer, trim: Trim, art: Art) -> tuple[Shape, ...]:
    """The beast in one ink; the ground runs on, so that a strip of them is cut with two long cuts."""
    x, y = trim.box.centre
    stamp, share = _stamp(empire, art)
    ground = WHITE if art.saver else empire.colour
    return Path(rectangle(trim.bleed_box), ground), placed(stamp, x, y, trim.size.height * share)


def cube(empire: Bearer, trim: Trim, edge: float, tab: float, art: Art) -> tuple[tuple[Shape, ...], Box]:
    """A cross of six faces with glue tabs, in the middle of its trim so that no line is cut in half; and its top."""
    net = cube_net(edge, tab)
    left, above = (trim.size.width - 3 * edge - 2 * tab) / 2, (trim.size.height - 4 * edge - tab) / 2
    stamp, share = _stamp(empire, art)
    ground = WHITE if art.saver else empire.colour
    folds = [line(*fold.start, *fold.end) for fold in net.folds]
    shapes: tuple[Shape, ...] = (
        *(Path(panel.outline, ground) for panel in net.panels),
        *(Path(fold, None, Stroke(PAPER, 0.3)) for fold in folds if not art.saver),
        Path(joined(folds), None, FOLD),
        Path(net.outline, None, CUT),
        *(placed(stamp, *panel.box.centre, edge * share) for panel in net.panels),
    )
    top = net.panel("face-1").box.grown(Insets(-left, -above, left, above))
    return (Group(shapes, Transform.moved(left, above)),), top


def _stamp(empire: Bearer, art: Art) -> tuple[Symbol, float]:
    """The beast, and its height as a share of the banner's."""
    if art.saver:
        return art.stamp(empire, line_of(empire.colour), WHITE), 0.64
    return art.stamp_on(empire, empire.colour), 0.76
