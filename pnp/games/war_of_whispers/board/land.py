"""A map and its colours in; the five lands out: wash, hatch, rims, terrain, borders, symbols, banners and names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.drawing.art import ArtError
from pnp.drawing.face import Style
from pnp.drawing.fonts import TEXT_BOLD_ITALIC
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Symbol, Use, placed, rectangle
from pnp.games.war_of_whispers.board.curves import Line, curve
from pnp.games.war_of_whispers.board.drawings import Drawings
from pnp.games.war_of_whispers.board.hatching import hatching
from pnp.games.war_of_whispers.board.inks import Inks
from pnp.games.war_of_whispers.board.model import BANNER, BUILDING, Growth, Region, WarMap
from pnp.games.war_of_whispers.board.writing import along
from pnp.games.war_of_whispers.faces.art import Art, Bearer
from pnp.geometry import Box

Commands = tuple[Command, ...]

NAME_SIZE = 8.0  # points
UNIT = 0.1  # millimetres to a unit of the terrain's drawings
_RIM = 2.6  # the darker wash along a land's edge
_FLAG_HALO, _FLAG_EDGE = 20.0, 7.0  # bare paper around a banner and its contour, in units of its drawing


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
        for border, line in war_map.walked(region):
            if region.id in home and border.other(region.id) not in home:
                ahead.setdefault(line[0], []).append(line)
    commands: list[Command] = []
    while ahead:
        start = place = next(iter(ahead))
        while place in ahead:
            line = ahead[place].pop()
            if not ahead[place]:
                del ahead[place]
            commands += curve(line) if place == start and (not commands or commands[-1] == ("Z",)) else curve(line)[1:]
            place = line[-1]
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
