"""The five lands and the sea about them: wash, hatching, rims, terrain, borders, waves, ships and names."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pnp.drawing.art import ArtError
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD_ITALIC, TEXT_ITALIC
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Symbol, Use, line, placed, polygon, rectangle
from pnp.games.war_of_whispers.board.curves import Line, curve
from pnp.games.war_of_whispers.board.inks import Drawings, Inks, LandInks
from pnp.games.war_of_whispers.board.model import BANNER, BUILDING, Growth, Region, WarMap
from pnp.games.war_of_whispers.board.writing import along
from pnp.games.war_of_whispers.faces.art import Art, Bearer
from pnp.games.war_of_whispers.faces.ornaments import rhumbs
from pnp.geometry import Box

Commands = tuple[Command, ...]
_Lines = Iterator[tuple[float, float, float, float]]
_STEP = 1.9  # between two lines of a land's hatch, in millimetres
_WIDTH = 0.16
_SAVED = ((1.3, 0.12),)
_SHADING = ((1.2, 0.14), (0.6, 0.17))  # far from the coast and near: step between lines, and their width
NAME_SIZE = 8.0  # points
UNIT = 0.1  # millimetres to a unit of the terrain's drawings
_RIM = 2.6  # the darker wash along a land's edge
_FLAG_HALO, _FLAG_EDGE = 20.0, 7.0  # bare paper around a banner and its contour, in units of its drawing


def level(box: Box, step: float) -> Commands:
    """Lines across the box."""
    return _drawn((box.left, y, box.right, y) for y in _steps(box.top, box.bottom, step))


def hatching(manner: str, box: Box, land: LandInks) -> Shape:
    """The hatch of a land, over the whole of a box that holds it; ArtError for a manner that is not known."""
    if manner not in _MANNERS:
        raise ArtError(f"there is no hatch '{manner}'; there are {', '.join(_MANNERS)}")
    commands = _drawn(_MANNERS[manner](box))
    if manner == "dots":
        return Path(commands, None, Stroke(land.hatch, 0.5, (0.01, _STEP - 0.01), "round"))
    if manner == "dashes":
        return Path(commands, None, Stroke(land.hatch, _WIDTH * 1.3, (2.2, 1.1)))
    return Path(commands, None, Stroke(land.hatch, _WIDTH))


def _drawn(lines: _Lines) -> Commands:
    return tuple(command for ends in lines for command in line(*(round(end, 2) for end in ends)))


def _steps(start: float, end: float, step: float) -> Iterator[float]:
    """Multiples of a step, so that neighbouring boxes agree."""
    for at in range(int(start // step) + 1, int(end // step) + 1):
        yield at * step


def _rising(box: Box) -> _Lines:
    for x in _steps(box.left - box.height, box.right, _STEP * 1.3):
        yield x, box.bottom, x + box.height, box.top


def _falling(box: Box) -> _Lines:
    for x in _steps(box.left - box.height, box.right, _STEP * 1.3):
        yield x, box.top, x + box.height, box.bottom


def _dashes(box: Box) -> _Lines:
    for at, y in enumerate(_steps(box.top, box.bottom, _STEP)):
        yield box.left - 1.65 * (at % 2), y, box.right, y


def _upright(box: Box) -> _Lines:
    for x in _steps(box.left, box.right, _STEP):
        yield x, box.top, x, box.bottom


def _dots(box: Box) -> _Lines:
    """Rows of dots, each shifted by half a step: the stroke's dash makes the dots."""
    for at, y in enumerate(_steps(box.top, box.bottom, _STEP * 0.87)):
        left = box.left - box.left % _STEP
        yield left + _STEP / 2 * (at % 2), y, box.right, y


_MANNERS: Mapping[str, Callable[[Box], _Lines]] = {
    "rising": _rising, "falling": _falling, "upright": _upright, "dashes": _dashes, "dots": _dots,
}  # fmt: skip


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


def lands(
    war_map: WarMap, empires: Mapping[str, Bearer], drawings: Drawings, art: Art, inks: Inks, style: Style
) -> Iterator[Shape]:
    """Everything that is drawn within the coasts, from the wash to the names."""
    for empire in empires.values():
        yield _ground(war_map, empire, inks)
    for region in war_map.regions:
        land = inks.land(empires[region.empire])
        yield Group(tuple(grown(each, drawings.growth(each.kind, region.empire, land)) for each in region.terrain))
    yield from _borders(war_map, empires, inks)
    for region in war_map.regions:
        yield Group(tuple(_furnished(region, empires[region.empire], drawings, art, inks, style)))


def grown(growth: Growth, symbol: Symbol) -> Use:
    """A mark of the terrain in its place."""
    return placed(symbol, *growth.at, symbol.bounds.height * UNIT * growth.scale)


def _ground(war_map: WarMap, empire: Bearer, inks: Inks) -> Group:
    """Wash, darker rim and hatch, cut off at the land's edge."""
    land, outline = inks.land(empire), outline_of(war_map, empire.id)
    box = _around(outline)
    rim = Path(outline, None, Stroke(land.rim, 2 * _RIM, join="round"))
    hatch = hatching(war_map.hatches.get(empire.id, ""), box, land)
    return Group((Path(rectangle(box), land.wash), rim, hatch), clip=Path(outline))


def outline_of(war_map: WarMap, empire: str) -> Commands:
    """The loops around a land: those borders that lie in the loop of just one of its regions."""
    home = {region.id for region in war_map.regions if region.empire == empire}
    ahead: dict[tuple[float, float], list[Line]] = {}
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


def _around(commands: Commands) -> Box:
    numbers = [value for _, *values in commands for value in values]
    return Box(min(numbers[0::2]), min(numbers[1::2]), max(numbers[0::2]), max(numbers[1::2]))


def _borders(war_map: WarMap, empires: Mapping[str, Bearer], inks: Inks) -> Iterator[Shape]:
    """Dashed between two regions of an empire, solid between two empires, strongest along the sea."""
    home = {region.id: region.empire for region in war_map.regions}
    inner: list[Command] = []
    frontier: list[Command] = []
    coast: list[Command] = []
    for border in war_map.borders:
        one, two = (home.get(side) for side in border.between)
        kind = coast if border.coast else inner if one == two else frontier
        kind += curve(border.line)
    yield Path(tuple(inner), None, Stroke(inks.line, 0.35 * inks.pen, (1.5, 0.8), "butt", "round"))
    yield Path(tuple(frontier), None, Stroke(inks.line, 0.75 * inks.pen, (), "round", "round"))
    if not inks.saver:
        yield Path(tuple(frontier), None, Stroke(inks.paper, 0.25, (0.9, 0.9), "butt", "round"))
    yield Path(tuple(coast), None, Stroke(inks.line, 0.5 * inks.pen, (), "round", "round"))


def _flag(empire: Bearer, art: Art, inks: Inks) -> Symbol:
    """A banner of the empire with bare paper around it, so that it stands out on its own land."""
    flag = art.icon("banner", inks.land(empire).flag, inks.paper)
    halo, edge = (Stroke(*pen, (), "round", "round") for pen in ((inks.paper, _FLAG_HALO), (inks.line, _FLAG_EDGE)))

    def shapes() -> Iterator[Shape]:
        for stroke in (halo, edge):
            yield from (replace(path, stroke=stroke) for path in flag.shapes if isinstance(path, Path))
        yield from flag.shapes

    return art.shared(f"chart/flag/{empire.id}", flag.bounds, shapes)


def _furnished(
    region: Region, empire: Bearer, drawings: Drawings, art: Art, inks: Inks, style: Style
) -> Iterator[Shape]:
    """A region's symbols, the banners that it begins with, each where a banner will lie, and its name."""
    for building in region.buildings:
        yield placed(drawings.building(building.kind), *building.at, BUILDING)
    flag = _flag(empire, art, inks)
    for place in region.places[: region.banners]:
        yield placed(flag, *place, BANNER * 0.85)
    yield along(region.name, region.lettering, TEXT_BOLD_ITALIC, NAME_SIZE, inks.line, style)
