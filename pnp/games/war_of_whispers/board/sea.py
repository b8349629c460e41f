"""A map and its colours in; the sea out: water, rhumb lines, shading along the coasts, waves, ships and names."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_ITALIC
from pnp.drawing.shapes import Group, Path, Shape, Stroke, polygon, rectangle
from pnp.games.war_of_whispers.board.drawings import Drawings
from pnp.games.war_of_whispers.board.hatching import level
from pnp.games.war_of_whispers.board.inks import Inks
from pnp.games.war_of_whispers.board.land import grown
from pnp.games.war_of_whispers.board.model import WarMap
from pnp.games.war_of_whispers.board.writing import along
from pnp.games.war_of_whispers.faces.ornaments import rhumbs

_SAVED = ((1.3, 0.12),)
_SHADING = ((1.2, 0.14), (0.6, 0.17))  # far from the coast and near: step between lines, and their width


def sea(war_map: WarMap, drawings: Drawings, inks: Inks, style: Style) -> Group:
    """Everything that is drawn on the water, cut off at the neat line."""
    return Group(tuple(_waters(war_map, drawings, inks, style)), clip=Path(rectangle(war_map.chart.box)))


def _waters(war_map: WarMap, drawings: Drawings, inks: Inks, style: Style) -> Iterator[Shape]:
    chart = war_map.chart
    (x, y), radius = chart.rose
    reach = chart.box.width + chart.box.height
    yield Path(rectangle(chart.box), inks.sea)
    yield Path(rhumbs(x, y, radius, reach, 32), None, Stroke(inks.water.mixed(inks.sea, 0.6), 0.13))
    for loops, (step, width) in zip(chart.shore[::-1], _SAVED if inks.saver else _SHADING):
        outline = tuple(command for loop in loops for command in polygon(loop))
        lines = Path(level(chart.box, step), None, Stroke(inks.water.mixed(inks.sea, 0.15), width))
        yield Group((lines,), clip=Path(outline, even_odd=True))
    for each in chart.vignettes:
        yield grown(each, drawings.vignette(each.kind))
    for name in war_map.seas:
        yield along(name.name, name.lettering, TEXT_ITALIC, name.size, inks.water.mixed(inks.line, 0.35), style)
