"""An empire in; its banner as a flat chit, or as a cube to cut and fold, out."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.netting import CUT, FOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, line, placed, polygon, rectangle
from pnp.games.war_of_whispers.faces.art import Art, Bearer
from pnp.games.war_of_whispers.faces.palette import PAPER, line_of
from pnp.geometry import Box, Transform, Trim

# Where a cube's faces lie, in edges: a column of four, and two wings beside its second face.
_FACES = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
_TOP = _FACES[1]
_SLANT = 0.28  # how much a glue tab narrows at each end, as a share of the edge


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
    for column, row in _FACES:
        yield placed(stamp, tab + (column + 0.5) * edge, (row + 0.5) * edge, edge * share)


def _stamp(empire: Bearer, art: Art, style: Style) -> tuple[Symbol, float]:
    """The beast, and its height as a share of the banner's."""
    if style.saver:
        return art.stamp(empire, line_of(empire.colour), WHITE), 0.64
    return art.stamp_on(empire, empire.colour), 0.76


def _net(empire: Bearer, edge: float, tab: float, style: Style) -> Iterator[Shape]:
    ground = WHITE if style.saver else empire.colour
    for column, row in _FACES:
        left, top = tab + column * edge, row * edge
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
