"""The board's component, the game and a style in; the face of the board out, from the map file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.definition.model import Component, Game
from pnp.drawing.art import ArtError
from pnp.drawing.face import Face, Style
from pnp.drawing.shapes import Path, Shape, rectangle
from pnp.games.war_of_whispers.board.check import check_banners, check_map
from pnp.games.war_of_whispers.board.councils import Bench, council_panel
from pnp.games.war_of_whispers.board.drawings import Drawings
from pnp.games.war_of_whispers.board.frame import cartouche, neat_line, rose
from pnp.games.war_of_whispers.board.inks import inks as chart_inks
from pnp.games.war_of_whispers.board.land import lands
from pnp.games.war_of_whispers.board.model import WarMap
from pnp.games.war_of_whispers.board.panels import arrow
from pnp.games.war_of_whispers.board.reader import map_of
from pnp.games.war_of_whispers.board.ring import ring
from pnp.games.war_of_whispers.board.sea import sea
from pnp.games.war_of_whispers.faces.art import Art, Bearer, bearers


def board_face(piece: Component, game: Game, style: Style) -> Face:
    """The board drawn from the game's document `map`; ArtError says what of it cannot be read or drawn."""
    war_map = map_of(game.documents["map"])
    if war_map.sheet != piece.trim.size:
        sheet, trim = war_map.sheet, piece.trim.size
        raise ArtError(
            f"map.toml is a board of {sheet.width:g} x {sheet.height:g} mm and the piece measures "
            f"{trim.width:g} x {trim.height:g} mm; make them one"
        )
    wrong = (*check_map(war_map), *check_banners(game))
    if wrong:
        raise ArtError(
            "the map is not sound: " + "; ".join(f"{finding.where} {finding.message}" for finding in wrong[:8])
        )
    return Face(piece.id, piece.trim, tuple(_drawn(war_map, piece, game, style)))


def _drawn(war_map: WarMap, piece: Component, game: Game, style: Style) -> Iterator[Shape]:
    inks = chart_inks(style.saver)
    art, drawings = Art(style.saver), Drawings(inks)
    empires = bearers(game.tables["empires"].rows, "empire", "emblem")
    agent, marker = (_diameter(game, part) for part in ("agent", "turn"))
    _know(war_map, empires)
    bench = Bench(drawings, art, inks, style, agent, war_map.actions, war_map.seats, war_map.hatches)
    yield Path(rectangle(piece.trim.bleed_box), inks.paper)
    yield sea(war_map, drawings, inks, style)
    yield from lands(war_map, empires, drawings, art, inks, style)
    yield from rose(war_map.chart, inks)
    yield from cartouche(war_map, game.facts, drawings, art, inks, style)
    yield from neat_line(war_map.chart, inks)
    for council in war_map.councils:
        yield from council_panel(council, empires[council.empire], bench)
    turns = [row["turn"] for row in game.tables["turns"].rows]
    for link in war_map.arrows:
        yield arrow(*link.at, link.way, inks.line, 3.2)
    yield from ring(war_map.phases, turns, marker, game.facts, bench)


def _know(war_map: WarMap, empires: Mapping[str, Bearer]) -> None:
    """Raises ArtError for what the map names and nothing is called; check.py tells all that is wrong with a map."""
    for what, empire in [
        *((f"region {region.id}", region.empire) for region in war_map.regions),
        *(("a council", council.empire) for council in war_map.councils),
    ]:
        if empire not in empires:
            raise ArtError(f"map.toml: {what} is of '{empire}', which is no empire; there are {', '.join(empires)}")
    for action in (action for council in war_map.councils for seat in council.seats for action in seat.actions):
        if action not in war_map.actions:
            raise ArtError(f"map.toml: a seat offers '{action}', which is no action; write it under [actions]")


def _diameter(game: Game, part: str) -> float:
    """Of the round piece that goes on a spot of the board."""
    return next(each.trim.size.width for each in game.components if each.part == part)
