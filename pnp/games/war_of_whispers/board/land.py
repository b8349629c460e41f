"""The five lands and the sea about them: wash, hatching, rims, terrain, borders, waves, ships and names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pnp.drawing.fonts import TEXT_BOLD_ITALIC, TEXT_ITALIC
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import (
    Command,
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Use,
    around,
    joined,
    line,
    placed,
    polygon,
    polyline,
    rectangle,
)
from pnp.games.war_of_whispers.board.art import Board, LandInks, along
from pnp.games.war_of_whispers.board.model import (
    BANNER,
    BUILDING,
    LABEL,
    LABEL_END,
    Growth,
    Line,
    Region,
    WarMap,
    curve,
)
from pnp.games.war_of_whispers.faces.art import Bearer, rhumbs
from pnp.geometry import Box, Point

_Lines = Iterator[tuple[float, float, float, float]]
_STEP = 1.9  # between two lines of a land's hatch, in millimetres
_WIDTH = 0.3
_SAVED = ((1.3, 0.12),)
_SHADING = ((1.2, 0.14), (0.6, 0.17))  # far from the coast and near: step between lines, and their width
_NAME = 10.0  # points
_UNIT = 0.1  # millimetres to a unit of the terrain's drawings
_LABEL_LINE, _BENDS = 0.2, 4  # the line around a name's strip; straight pieces of half of it
_RIM = 2.6  # the darker wash along a land's edge


def swatch(box: Box, land: LandInks) -> tuple[Shape, Shape]:
    """A box full of a land: its wash under its hatch."""
    return Path(rectangle(box), land.wash), _hatching(box, land)


def _hatching(box: Box, land: LandInks) -> Shape:
    """The hatch of a land, over the whole of a box that holds it; ArtError for a manner that is not known."""
    manner = land.manner
    if manner not in _MANNERS:
        raise ArtError(f"there is no hatch '{manner}'; there are {', '.join(_MANNERS)}")
    stroke = {
        "dots": Stroke(land.hatch, 0.6, (0.01, _STEP - 0.01), "round"),
        "dashes": Stroke(land.hatch, _WIDTH * 1.3, (2.2, 1.1)),
    }.get(manner, Stroke(land.hatch, _WIDTH))
    return Path(_rounded(_MANNERS[manner](box)), None, stroke)


def _rounded(lines: _Lines) -> Commands:
    return joined(line(*(round(end, 2) for end in ends)) for ends in lines)


def _steps(start: float, end: float, step: float) -> Iterator[float]:
    """Multiples of a step, so that neighbouring boxes agree."""
    return (at * step for at in range(int(start // step) + 1, int(end // step) + 1))


def _slanting(box: Box, start: float, end: float) -> _Lines:
    for x in _steps(box.left - box.height, box.right, _STEP * 1.3):
        yield x, start, x + box.height, end


def _dashes(box: Box) -> _Lines:
    for at, y in enumerate(_steps(box.top, box.bottom, _STEP)):
        yield box.left - 1.65 * (at % 2), y, box.right, y


def _dots(box: Box) -> _Lines:
    """Rows of dots, each shifted by half a step: the stroke's dash makes the dots."""
    left = box.left - box.left % _STEP
    for at, y in enumerate(_steps(box.top, box.bottom, _STEP * 0.87)):
        yield left + _STEP / 2 * (at % 2), y, box.right, y


_MANNERS: Mapping[str, Callable[[Box], _Lines]] = {
    "rising": lambda box: _slanting(box, box.bottom, box.top),
    "falling": lambda box: _slanting(box, box.top, box.bottom),
    "upright": lambda box: ((x, box.top, x, box.bottom) for x in _steps(box.left, box.right, _STEP)),
    "dashes": _dashes,
    "dots": _dots,
}


def sea(board: Board) -> Group:
    """Everything that is drawn on the water, cut off at the neat line."""
    return Group(tuple(_waters(board)), clip=Path(rectangle(board.map.chart.box)))


def _waters(board: Board) -> Iterator[Shape]:
    chart, inks = board.map.chart, board.inks
    (x, y), radius = chart.rose
    box, reach = chart.box, chart.box.width + chart.box.height
    yield Path(rectangle(box), inks.sea)
    yield Path(rhumbs(x, y, radius, reach, 32), None, Stroke(inks.water.mixed(inks.sea, 0.6), 0.13))
    for loops, (step, width) in zip(chart.shore[::-1], _SAVED if inks.saver else _SHADING):
        level = ((box.left, y, box.right, y) for y in _steps(box.top, box.bottom, step))
        lines = Path(_rounded(level), None, Stroke(inks.water.mixed(inks.sea, 0.15), width))
        yield Group((lines,), clip=Path(joined(map(polygon, loops)), even_odd=True))
    for each in chart.vignettes:
        yield _grown(each, board.art.vignette(each.kind))
    for name in board.map.seas:
        ink = inks.water.mixed(inks.line, 0.35)
        yield along(name.name, name.lettering, TEXT_ITALIC, name.size, ink, board.fonts)


def lands(board: Board) -> Iterator[Shape]:
    """Everything that is drawn within the coasts, from the wash to the names."""
    for empire in board.empires.values():
        yield _ground(board, empire)
    for region in board.map.regions:
        home = board.empires[region.empire]
        yield Group(tuple(_grown(each, board.art.growth(each.kind, home)) for each in region.terrain))
    yield from _borders(board)
    for region in board.map.regions:
        yield Group(tuple(_furnished(region, board)))


def _grown(growth: Growth, symbol: Symbol) -> Use:
    """A mark of the terrain in its place."""
    return placed(symbol, *growth.at, symbol.bounds.height * _UNIT * growth.scale)


def _ground(board: Board, empire: Bearer) -> Group:
    """Wash, darker rim and hatch, cut off at the land's edge."""
    land, coast = board.inks.land(empire), outline(board.map, empire.id)
    box = around(coast)
    rim = Path(coast, None, Stroke(land.rim, 2 * _RIM, join="round"))
    wash, hatch = swatch(box, land)
    return Group((wash, rim, hatch), clip=Path(coast))


def outline(war_map: WarMap, empire: str) -> Commands:
    """The loops around a land: those borders that lie in the loop of just one of its regions."""
    home = {region.id for region in war_map.regions if region.empire == empire}
    ahead: dict[Point, list[Line]] = {}
    for region in war_map.regions:
        for border, run in war_map.walked(region):
            if region.id in home and border.other(region.id) not in home:
                ahead.setdefault(run[0], []).append(run)
    commands: list[Command] = []
    while ahead:
        start = place = next(iter(ahead))
        while place in ahead:
            run = ahead[place].pop()
            if not ahead[place]:
                del ahead[place]
            commands += curve(run) if place == start and (not commands or commands[-1] == ("Z",)) else curve(run)[1:]
            place = run[-1]
        if place != start:
            raise ArtError(f"the coast of the {empire} is open at {place[0]}, {place[1]} mm; mend its borders")
        commands.append(("Z",))
    return tuple(commands)


def _borders(board: Board) -> Iterator[Shape]:
    """Dashed between two regions of an empire, solid between two empires, strongest along the sea."""
    inks, home = board.inks, {region.id: region.empire for region in board.map.regions}
    inner: list[Command] = []
    frontier: list[Command] = []
    coast: list[Command] = []
    for border in board.map.borders:
        one, two = (home.get(side) for side in border.between)
        kind = coast if border.coast else inner if one == two else frontier
        kind += curve(border.line)
    yield Path(tuple(inner), None, Stroke(inks.line, 0.35 * inks.pen, (1.5, 0.8), "butt", "round"))
    yield Path(tuple(frontier), None, Stroke(inks.line, 0.75 * inks.pen, (), "round", "round"))
    if not inks.saver:
        yield Path(tuple(frontier), None, Stroke(inks.paper, 0.25, (0.9, 0.9), "butt", "round"))
    yield Path(tuple(coast), None, Stroke(inks.line, 0.5 * inks.pen, (), "round", "round"))


def _furnished(region: Region, board: Board) -> Iterator[Shape]:
    """A region's symbols, the banners that it begins with, each where a banner will lie, and its name."""
    for building in region.buildings:
        symbol, halo = board.art.building(building.kind), board.art.halo(building.kind)
        yield placed(halo, *building.at, BUILDING * halo.bounds.height / symbol.bounds.height)
        yield placed(symbol, *building.at, BUILDING)
    flag = board.art.flag(board.empires[region.empire])
    for place in region.places[: region.banners]:
        yield placed(flag, *place, BANNER * 1.04)
    yield from _label(region, board)


def _label(region: Region, board: Board) -> Iterator[Shape]:
    """A region's name on a pale strip, which keeps hatch and terrain away from its letters."""
    inks, lettering = board.inks, region.lettering
    land = inks.land(board.empires[region.empire])
    end = lettering.width / 2 + LABEL_END - LABEL / 2
    strip = polyline(lettering.place(end * at / _BENDS)[0] for at in range(-_BENDS, _BENDS + 1))
    for colour, width in ((land.drawing["line"], LABEL), (land.strip, LABEL - 2 * _LABEL_LINE)):
        yield Path(strip, None, Stroke(colour, width, (), "round", "round"))
    yield along(region.name, lettering, TEXT_BOLD_ITALIC, _NAME, inks.line, board.fonts)
