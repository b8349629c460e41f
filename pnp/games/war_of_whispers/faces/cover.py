"""The rulebook's cover: a hooded figure before the chart, the beasts around it, its cloak the ground of words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.face import CoverDesign
from pnp.drawing.shapes import Commands, Group, Path, Shape, Stroke, circle, line, moved, rectangle
from pnp.games.war_of_whispers.board.art import inks
from pnp.games.war_of_whispers.board.land import outline
from pnp.games.war_of_whispers.board.model import WarMap
from pnp.games.war_of_whispers.faces.art import (
    FADED,
    GILT,
    INK,
    PAPER,
    SEPIA,
    Art,
    Bearer,
    line_of,
    medallion,
    rhumbs,
    ring_of,
)
from pnp.geometry import Box, Point, Transform, polar

# Of the height of what is seen, but for the last.
_FACE, _FIGURE = 0.55, 0.74  # where the face is; how high the drawing of the figure
_IN_DRAWING = 0.305  # where the face is in it, from its top
_MEDAL, _EDGE, _SPREAD = 0.115, 0.045, 51.0  # radius of the medallions, their distance from the edge; degrees between


def cover(war_map: WarMap, empires: Mapping[str, Bearer], art: Art) -> CoverDesign:
    """The cover in full or in lines."""

    def picture(seen: Box, reach: Box) -> Iterator[Shape]:
        high = min(seen.height, 0.9 * seen.width)
        place = seen.centre[0], seen.bottom - (1 - _FACE) * high
        yield from _chart(war_map, empires, seen, reach, art)
        yield from _arc(tuple(empires.values()), place, high, seen, art)
        yield from _hooded(*place, high, seen.bottom, reach, art)

    if art.saver:
        return CoverDesign(picture, INK, INK)
    return CoverDesign(picture, GILT, PAPER)


def _chart(war_map: WarMap, empires: Mapping[str, Bearer], seen: Box, reach: Box, art: Art) -> Iterator[Shape]:
    """The lands of the map as large as what is seen, as if the ink had faded."""
    colours, box = inks(art.saver), war_map.chart.box
    scale = max(seen.width / box.width, seen.height / box.height)
    (x, y), (middle_x, middle_y) = seen.centre, box.centre
    there = Transform.moved(-middle_x, -middle_y).then(Transform.scaled(scale)).then(Transform.moved(x, y))
    yield Path(rectangle(reach), WHITE if art.saver else colours.sea.mixed(PAPER, 0.35))
    lands: list[Shape] = []
    for empire in empires.values():
        coast = moved(outline(war_map, empire.id), there)
        if art.saver:
            lands.append(Path(coast, None, Stroke(FADED, 0.3, join="round")))
            continue
        lands.append(Path(coast, None, Stroke(colours.water.mixed(colours.sea, 0.5), 2.4, join="round")))
        lands.append(Path(coast, colours.land(empire).wash.mixed(PAPER, 0.45), Stroke(SEPIA, 0.4, join="round")))
    yield Group(tuple(lands), clip=Path(rectangle(Box(reach.left, reach.top, reach.right, seen.bottom))))


def _arc(empires: Sequence[Bearer], place: Point, high: float, seen: Box, art: Art) -> Iterator[Shape]:
    """A ring of degrees about the face, and on it the beasts, each held by a thread."""
    (x, y), ink = place, SEPIA if art.saver else INK
    medal = _MEDAL * high
    radius = min(y - seen.top, seen.width / 2) - medal - _EDGE * high
    yield Path(rhumbs(x, y, 0.3 * radius, radius, 64), None, Stroke(FADED if art.saver else SEPIA, 0.2))
    for each, width in ((1.0, 0.6), (0.94, 0.3)):
        yield Path(circle(x, y, radius * each), None, Stroke(ink, width))
    yield Path(ring_of(line(x, y - radius, x, y - radius * 0.94), x, y, 120), None, Stroke(ink, 0.3))
    for at, bearer in enumerate(empires):
        angle = _SPREAD * (at - (len(empires) - 1) / 2)
        there = polar(x, y, radius, angle)
        yield Path(line(x, y, *there), None, Stroke(line_of(bearer.colour), 0.9))
        yield Path(circle(*there, medal + 1.0), WHITE if art.saver else bearer.colour, Stroke(ink, 0.5))
        yield from medallion(bearer, *there, medal, art)


def _hooded(x: float, y: float, high: float, hem: float, reach: Box, art: Art) -> Iterator[Shape]:
    """The figure, whose cloak goes on to the edges and the foot of the page."""
    ground, ink = (WHITE, INK) if art.saver else (INK, GILT)
    height = _FIGURE * high
    drawing, top = art.icon("agent", ground, ink), y - _IN_DRAWING * height
    neck, shoulder = top + 0.47 * height, top + 0.6 * height
    left, right, foot = reach.left - 2, reach.right + 2, reach.bottom + 2
    cloak: Commands = (
        ("M", left, foot), ("L", left, hem),
        ("C", left * 0.75 + x * 0.25, shoulder, x - 0.4 * height, shoulder, x, neck),
        ("C", x + 0.4 * height, shoulder, right * 0.75 + x * 0.25, shoulder, right, hem), ("L", right, foot), ("Z",),
    )  # fmt: skip
    hood, *folds = drawing.shapes
    scale = height / drawing.bounds.height
    there = Transform.scaled(scale).then(Transform.moved(x - drawing.bounds.centre[0] * scale, top))
    assert isinstance(hood, Path)
    head = moved(hood.commands, there)
    if art.saver:
        edge = Stroke(INK, 1.4, join="round")
        yield from (Path(outlined, None, edge) for outlined in (cloak, head))
    yield from (Path(filled, ground) for filled in (cloak, head))
    yield Group(tuple(folds), there)
