"""The face of the board from the map file: its graduated frame, compass rose and cartouche, and all within."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.definition.model import Component, Game
from pnp.drawing.face import Face, Style
from pnp.drawing.fonts import TEXT_ITALIC
from pnp.drawing.lettering import cap_height, display
from pnp.drawing.picturefile import ArtError
from pnp.drawing.shapes import Path, Shape, Stroke, Text, circle, diamond, line, placed, polygon, rectangle
from pnp.drawing.text import shrunk_size
from pnp.games.war_of_whispers.board.art import Board, BoardArt, Inks
from pnp.games.war_of_whispers.board.art import inks as board_inks
from pnp.games.war_of_whispers.board.check import check_banners, check_map
from pnp.games.war_of_whispers.board.councils import arrow, council_panel, ring
from pnp.games.war_of_whispers.board.land import lands, sea, swatch
from pnp.games.war_of_whispers.board.model import Chart, map_of
from pnp.games.war_of_whispers.faces.art import Bearer, bearers, rose, scale_bar
from pnp.geometry import Box, Insets, Size, Trim, polar

_DEGREE = 10.0  # about the length of a block of the neat line, in millimetres
_INNER, _OUTER, _EDGE = 0.9, 2.5, 3.6  # from the map to the blocks, over them, and to the frame's last line
_TITLE_CAP = 4.4
_LEGEND = 5.7  # height of a line of the legend
_SAMPLE = 20.0  # millimetres of a side
_POINTS = 5.0  # how deep the cloth of the title is cut


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
    empires = bearers(game.tables["empires"].rows, "empire", "emblem")
    turns = tuple(row["turn"] for row in game.tables["turns"].rows)
    agent, marker = (
        next(each.trim.size.width for each in game.components if each.part == part) for part in ("agent", "turn")
    )
    board = Board(war_map, empires, game.facts, turns, agent, marker, BoardArt(style))
    _check_names(board)
    return Face(piece.id, piece.trim, (Path(rectangle(piece.trim.bleed_box), board.inks.paper), *_parts(board)))


def land_sample(empire: Bearer, style: Style) -> Face:
    """A patch of an empire's land, as the map has it."""
    trim = Trim(Size(_SAMPLE, _SAMPLE))
    return Face(f"land/{empire.id}", trim, swatch(trim.box, board_inks(style.saver).land(empire)))


def _check_names(board: Board) -> None:
    """Raises ArtError for what the map names and nothing is called; check.py tells all that is wrong with a map."""
    owners = [(f"region {region.id}", region.empire) for region in board.map.regions]
    for what, empire in (*owners, *(("a council", council.empire) for council in board.map.councils)):
        if empire not in board.empires:
            known = ", ".join(board.empires)
            raise ArtError(f"map.toml: {what} is of '{empire}', which is no empire; there are {known}")
    for action in (action for council in board.map.councils for seat in council.seats for action in seat.actions):
        if action not in board.map.actions:
            raise ArtError(f"map.toml: a seat offers '{action}', which is no action; write it under [actions]")


def _parts(board: Board) -> Iterator[Shape]:
    yield sea(board)
    yield from lands(board)
    yield from _rose(board.map.chart, board.inks)
    yield from _cartouche(board)
    yield from _neat_line(board.map.chart, board.inks)
    for council in board.map.councils:
        yield from council_panel(council, board)
    for link in board.map.arrows:
        yield arrow(*link.at, link.way, board.inks.line, 3.2)
    yield from ring(board)


def _neat_line(chart: Chart, inks: Inks) -> Iterator[Shape]:
    """The frame: a thin line, blocks of degrees, a strong line."""
    box = chart.box
    inner, outer = box.grown(Insets.even(_INNER)), box.grown(Insets.even(_OUTER))
    around = rectangle(box.grown(Insets.even(_EDGE))) + rectangle(box)
    yield Path(around, inks.panel, None, even_odd=True)
    across, down = (2 * round(length / _DEGREE / 2) + 1 for length in (box.width, box.height))
    for top, bottom in ((outer.top, inner.top), (inner.bottom, outer.bottom)):
        yield Path(scale_bar(Box(inner.left, top, inner.right, bottom), across), inks.block)
    for left, right in ((outer.left, inner.left), (inner.right, outer.right)):
        yield Path(scale_bar(Box(left, inner.top, right, inner.bottom), down), inks.block)
    for edge, width in ((0.0, 0.35), (_INNER, 0.15), (_OUTER, 0.15), (_EDGE, 0.6)):
        yield Path(rectangle(box.grown(Insets.even(edge))), None, Stroke(inks.line, width * inks.pen))


def _rose(chart: Chart, inks: Inks) -> Iterator[Shape]:
    """A compass rose of sixteen points with its four names of winds."""
    (x, y), radius = chart.rose
    yield Path(circle(x, y, radius * 0.98), inks.sea, Stroke(inks.line, 0.2))
    yield Path(circle(x, y, radius * 0.9), None, Stroke(inks.line, 0.12, (0.01, 0.8), "round"))
    yield from rose(x, y, radius * 0.8, inks.panel, inks.line)
    yield Path(circle(x, y, radius * 0.08), inks.panel, Stroke(inks.line, 0.25))
    yield Path(diamond(*polar(x, y, radius * 0.9, 0), radius * 0.16, radius * 0.24), inks.line)


def _cartouche(board: Board) -> Iterator[Shape]:
    """A hanging cloth: the title under a crown, and what the map's symbols mean."""
    box, inks, art, fonts = board.map.chart.cartouche, board.inks, board.art, board.fonts
    x = box.centre[0]
    yield from _cloth(box, inks)
    yield placed(art.icon("crown", inks.line, inks.panel), x, box.top + 6.6, 5.2)
    y = box.top + 10.4
    for word in board.map.chart.title.split():
        cap = _TITLE_CAP if len(word) > 2 else _TITLE_CAP * 0.6
        title = display(word, x, y + cap / 2, cap, box.width - 3.6, inks.line, fonts)
        yield title
        y += cap_height(title.size, fonts) + (1.7 if len(word) > 2 else 1.4)
    y += 0.8
    yield Path(line(box.left + 3, y, box.right - 3, y), None, Stroke(inks.line, 0.2))
    for entry in board.map.legend:
        y += _LEGEND
        flag = entry.kind == "banner"
        symbol = art.icon("banner", inks.line, inks.panel) if flag else art.building(entry.kind)
        tall = _LEGEND * 0.92 * min(1.0, symbol.bounds.height / symbol.bounds.width * 1.08)
        yield placed(symbol, box.left + 4.2, y - 1.6, tall)
        words = board.filled(entry.words)
        size = shrunk_size(words, box.width - 9.8, TEXT_ITALIC, 7.5, fonts)
        yield Text(box.left + 7.8, y - 0.7, words, TEXT_ITALIC, size, inks.line)


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
