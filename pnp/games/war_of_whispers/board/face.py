"""The face of the board from the map file: its graduated frame, compass rose and cartouche, and all
that lies within.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.definition.model import Component, Game
from pnp.drawing.art import ArtError
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import TEXT_ITALIC
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, circle, line, placed, polygon, rectangle
from pnp.drawing.text import shrunk_size
from pnp.games.war_of_whispers.board.check import check_banners, check_map
from pnp.games.war_of_whispers.board.councils import Bench, arrow, council_panel, ring
from pnp.games.war_of_whispers.board.inks import Drawings, Inks
from pnp.games.war_of_whispers.board.inks import inks as chart_inks
from pnp.games.war_of_whispers.board.land import lands, sea
from pnp.games.war_of_whispers.board.model import Chart, WarMap
from pnp.games.war_of_whispers.board.reader import map_of
from pnp.games.war_of_whispers.board.writing import filled
from pnp.games.war_of_whispers.faces.art import Art, Bearer, bearers, cap_height, display
from pnp.games.war_of_whispers.faces.ornaments import diamond, half_rose, half_turn, polar, scale_bar
from pnp.geometry import Box, Insets

_DEGREE = 10.0  # about the length of a block of the neat line, in millimetres
_INNER, _OUTER, _EDGE = 0.9, 2.5, 3.6  # from the map to the blocks, over them, and to the frame's last line
_TITLE_CAP = 4.4
_LEGEND = 5.7  # height of a line of the legend
_POINTS = 5.0  # how deep the cloth of the title is cut


def neat_line(chart: Chart, inks: Inks) -> Iterator[Shape]:
    """The frame: a thin line, blocks of degrees, a strong line."""
    box = chart.box
    inner, outer = box.grown(Insets.even(_INNER)), box.grown(Insets.even(_OUTER))
    around = rectangle(box.grown(Insets.even(_EDGE))) + rectangle(box)
    yield Path(around, inks.panel, None, even_odd=True)
    across, down = (2 * round(length / _DEGREE / 2) + 1 for length in (box.width, box.height))
    for strip in (
        Box(inner.left, outer.top, inner.right, inner.top),
        Box(inner.left, inner.bottom, inner.right, outer.bottom),
    ):
        yield Path(scale_bar(strip, across), inks.block)
    for strip in (
        Box(outer.left, inner.top, inner.left, inner.bottom),
        Box(inner.right, inner.top, outer.right, inner.bottom),
    ):
        yield Path(scale_bar(strip, down), inks.block)
    for edge, width in ((0.0, 0.35), (_INNER, 0.15), (_OUTER, 0.15), (_EDGE, 0.6)):
        yield Path(rectangle(box.grown(Insets.even(edge))), None, Stroke(inks.line, width * inks.pen))


def rose(chart: Chart, inks: Inks) -> Iterator[Shape]:
    """A compass rose of twenty points with its four names of winds."""
    (x, y), radius = chart.rose
    star = radius * 0.8
    yield Path(circle(x, y, radius * 0.98), inks.sea, Stroke(inks.line, 0.2))
    yield Path(circle(x, y, radius * 0.9), None, Stroke(inks.line, 0.12, (0.01, 0.8), "round"))
    half = tuple(half_rose(x, y, star, inks.panel, inks.line, 0.15))
    yield Group(half)
    yield Group(half, half_turn((x, y)))
    yield Path(circle(x, y, radius * 0.11), inks.panel, Stroke(inks.line, 0.25))
    yield Path(diamond(*polar(x, y, radius * 0.9, 0), radius * 0.16, radius * 0.24), inks.line)


def cartouche(
    war_map: WarMap, facts: Mapping[str, object], drawings: Drawings, art: Art, inks: Inks, style: Style
) -> Iterator[Shape]:
    """A hanging cloth: the title under a crown, and what the map's symbols mean."""
    box = war_map.chart.cartouche
    yield from _cloth(box, inks)
    yield placed(art.icon("crown", inks.line, inks.panel), box.centre[0], box.top + 6.6, 5.2)
    y = box.top + 10.4
    for word in war_map.chart.title.split():
        cap = _TITLE_CAP if len(word) > 2 else _TITLE_CAP * 0.6
        title = display(word, (box.centre[0], y + cap / 2), cap, box.width - 3.6, inks.line, style)
        yield title
        y += cap_height(title.size, style) + (1.7 if len(word) > 2 else 1.4)
    y += 0.4
    yield Path(line(box.left + 3, y, box.right - 3, y), None, Stroke(inks.line, 0.2))
    for entry in war_map.legend:
        y += _LEGEND
        flag = entry.kind == "banner"
        symbol = art.icon("banner", inks.line, inks.panel) if flag else drawings.building(entry.kind)
        yield placed(symbol, box.left + 4.4, y - 1.6, _LEGEND * 0.92)
        words = filled(entry.words, facts)
        size = shrunk_size(words, box.right - box.left - 8.8, TEXT_ITALIC, 7.5, style.fonts)
        yield Text(box.left + 7.6, y - 0.7, words, TEXT_ITALIC, size, inks.line)


def _cloth(box: Box, inks: Inks) -> Iterator[Shape]:
    """A cloth on a rod, its lower edge cut into two points."""
    rod, middle = box.top + 2.2, box.centre[0]
    for grow, stroke in ((0.0, Stroke(inks.line, 0.45, join="round")), (-0.9, Stroke(inks.line, 0.15))):
        left, right, foot = box.left - grow, box.right + grow, box.bottom + grow
        edge = polygon(((left, rod), (right, rod), (right, foot), (middle, foot - _POINTS), (left, foot)))
        yield Path(edge, inks.panel if grow == 0 else None, stroke)
    yield Path(line(box.left - 1.4, rod, box.right + 1.4, rod), None, Stroke(inks.line, 1.3, (), "round"))
    for end in (box.left - 1.9, box.right + 1.9):
        yield Path(circle(end, rod, 1.15), inks.panel, Stroke(inks.line, 0.4))


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
