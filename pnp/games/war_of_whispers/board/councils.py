"""The panels about the chart: the four seats of each council, and the ring of phases with its round track."""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import pairwise
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.fonts import DISPLAY, TEXT_ITALIC
from pnp.drawing.lettering import cap_height, display
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, circle, line, moved, placed, polygon, rectangle
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.games.war_of_whispers.board.art import Board, Inks
from pnp.games.war_of_whispers.board.land import swatch
from pnp.games.war_of_whispers.board.model import Action, Council, Phase, Seat
from pnp.games.war_of_whispers.faces.art import SEPIA, Bearer, medallion
from pnp.geometry import Box, Insets, Transform

_CORNER = 1.6
_RING = 1.2  # mm by which the place of an agent is wider than the agent
_TURNS = {"right": 0.0, "down": 90.0, "left": 180.0, "up": 270.0}
_ICON, _SYMBOL = 4.9, 5.5  # heights in millimetres
_FIGURE = 2.8  # cap height of the numbers in an action
_WORD = 7.5  # points
_GAP = 0.9
_HATCHED = 5.2  # the strip of its land's hatch at the foot of a council's title
_WORDS = 8.5  # points
_Part = str | tuple[Symbol, float]


def arrow(x: float, y: float, way: str, colour: Colour, size: float) -> Path:
    """A solid arrowhead with a short tail, pointing right, down, left or up."""
    s = size / 2
    shape = ((-s, -s * 0.36), (0, -s * 0.36), (0, -s), (s * 1.15, 0), (0, s), (0, s * 0.36), (-s, s * 0.36))
    turn = Transform.rotated(_TURNS[way]).then(Transform.moved(x, y))
    return Path(moved(polygon(shape), turn), colour)


def council_panel(council: Council, board: Board) -> Iterator[Shape]:
    """The title, the seats in order, and the arrows between them."""
    empire, way = board.empires[council.empire], council.way
    yield from _panel(reduce(Box.joined, (seat.box for seat in council.seats), council.head), board.inks)
    yield from _title(council.head, empire, board)
    for at, seat in enumerate(council.seats, 1):
        yield from _seat(seat, str(at), way, empire, board)
    for seat in council.seats[:-1]:  # from this seat to the next, across the line between them
        box = seat.box
        x, y = (box.centre[0], box.bottom) if way == "down" else (getattr(box, way), box.top + 3.7)
        yield arrow(x, y, way, board.inks.land(empire).label, 3.0)


def _panel(box: Box, inks: Inks) -> Iterator[Shape]:
    """A sheet of paper with a strong and a thin line around it."""
    yield Path(rectangle(box, _CORNER), inks.panel, Stroke(inks.line, 0.45 * inks.pen))
    yield Path(rectangle(box.grown(Insets.even(-0.9)), _CORNER * 0.6), None, Stroke(inks.line, 0.13))


def _spot(
    x: float, y: float, diameter: float, number: str, colour: Colour, board: Board, word: str = ""
) -> Iterator[Shape]:
    """Where a round piece is put: a ring a little wider than the piece, and a pale number that the piece covers, with
    a word beneath it.
    """
    inks, radius = board.inks, diameter / 2 + 0.6
    pale = colour.mixed(inks.paper, 0.4)
    yield Path(circle(x, y, radius), inks.paper, Stroke(colour, 0.8 * inks.pen))
    yield Path(circle(x, y, radius - 1.1), None, Stroke(colour, 0.2, (0.01, 0.75), "round"))
    up = 1.4 if word else 0.0
    yield display(number, x, y - up, radius * 0.72 - up, 2 * radius - 4.8, pale, board.fonts)
    if word:
        yield display(word, x, y + 3.9, 2.0, 2 * radius - 6.5, colour, board.fonts)


def _title(head: Box, empire: Bearer, board: Board) -> Iterator[Shape]:
    """The beast on its colour, its name, and the hatch that its land has on the map."""
    inks, art, land = board.inks, board.art, board.inks.land(empire)
    box = head.grown(Insets.even(-1.7))
    foot = Box(box.left, box.bottom - _HATCHED, box.right, box.bottom)
    ground = Box(box.left, box.top, box.right, foot.top)
    if inks.saver:
        yield Path(rectangle(box, 0.8), None, Stroke(land.flag, 0.5))
    else:
        yield Path(rectangle(box, 0.8), empire.colour)
    yield from medallion(empire, *ground.centre, ground.height / 2 - 0.8, art)
    yield Group(swatch(foot, land), clip=Path(rectangle(foot)))
    x, y = foot.centre
    name = display(empire.name, x, y, 2.7, foot.width - 3, inks.line, board.fonts)
    half = board.fonts[DISPLAY].width(name.text, name.size) / 2 + 1
    yield Path(rectangle(Box(x - half, foot.top + 0.5, x + half, foot.bottom - 0.5), 0.6), land.strip)
    yield name
    yield Path(rectangle(box, 0.8), None, Stroke(inks.line, 0.3))


def agent_spot(seat: Seat, way: str, agent: float) -> tuple[float, float]:
    """The middle of the place of an agent, whose diameter is given, on a seat of a council that runs that way."""
    box, ring = seat.box, agent + _RING
    if way == "down":
        return box.centre[0], box.top + 8.0 + ring / 2
    return box.left + 2.4 + ring / 2, box.bottom - 2.6 - ring / 2


def _seat(seat: Seat, number: str, way: str, empire: Bearer, board: Board) -> Iterator[Shape]:
    """A seat: its name over the spot for an agent, its actions beside it (or beneath, where seats run down)."""
    inks, box, land, count = board.inks, seat.box, board.inks.land(empire), len(seat.actions)
    ring, name = board.agent + _RING, board.map.seats[seat.id]
    x, y = agent_spot(seat, way, board.agent)
    if way == "down":
        yield display(name, x, box.top + 4.6, 2.6, box.width - 6, land.label, board.fonts)
        places = Box(box.left + 2.2, y + ring / 2 + 1.2, box.right - 2.2, box.bottom - 4.6).columns(count)
        edge = line(box.left + 3, box.top, box.right - 3, box.top)
    else:
        yield display(name, box.left + 3.0, box.top + 3.9, 2.45, box.width - 6, land.label, board.fonts, "start")
        places = Box(x + ring / 2 + 1.0, y - ring / 2 - 0.4, box.right - 1.6, y + ring / 2 + 0.4).rows(count)
        begin = box.left if way == "right" else box.right
        edge = line(begin, box.top + 2.5, begin, box.bottom - 2.5)
    yield Path(edge, None, Stroke(inks.line, 0.13))
    yield from _spot(x, y, board.agent, number, land.flag, board)
    for place, action in zip(places, seat.actions):
        yield from _option(board.map.actions[action], place, board)
    for place in places[1:]:  # a thin line between two choices
        ends = (place.left, place.top + 1, place.left, place.bottom - 1)
        if way != "down":
            ends = (place.left + 1, place.top, place.right - 1, place.top)
        yield Path(line(*ends), None, Stroke(inks.line, 0.15, (0.6, 0.6)))


def _option(action: Action, box: Box, board: Board) -> Iterator[Shape]:
    """What may be done: figures and icons on a line, and the word for it beneath."""
    middle, y = box.centre
    word = shrunk_size(action.word, box.width, TEXT_ITALIC, _WORD, board.fonts)
    yield from _formula(action, middle, y - 1.5, box.width - 1.6, board)
    yield Text(middle, y + 3.6, action.word, TEXT_ITALIC, word, board.inks.line, "middle")


def _formula(action: Action, x: float, y: float, room: float, board: Board) -> Iterator[Shape]:
    """`+1 banner / farm`: centred on the place, drawn smaller where the room is narrow."""
    parts = list(_parts(action, board))
    widths = [_width(part, board) for part in parts]
    whole = fsum(widths) + _GAP * (len(parts) - 1)
    scale = min(1.0, room / whole)
    left = x - whole * scale / 2
    for part, width in zip(parts, widths):
        middle = left + width * scale / 2
        if isinstance(part, str):
            yield display(part, middle, y, _FIGURE * scale, 20, board.inks.line, board.fonts)
        else:
            symbol, height = part
            yield placed(symbol, middle, y, height * scale)
        left += (width + _GAP) * scale


def _parts(action: Action, board: Board) -> Iterator[_Part]:
    def icon(name: str) -> _Part:
        return board.art.icon(name, board.inks.line, board.inks.panel), _ICON

    if action.add:
        yield f"+{action.add}"
        yield icon("banner")
    elif action.cards:
        if action.cards > 1:
            yield str(action.cards)
        yield icon("card")
    else:
        yield icon(action.id)
    if action.each:
        yield "/" if action.each == 1 else f"/{action.each}"
        yield board.art.building(action.kind), _SYMBOL


def _width(part: _Part, board: Board) -> float:
    if isinstance(part, str):
        return board.fonts[DISPLAY].width(part, _FIGURE / cap_height(1.0, board.fonts))
    symbol, height = part
    return symbol.bounds.width / symbol.bounds.height * height


def ring(board: Board) -> Iterator[Shape]:
    """The phases from the foot of the board upwards; the first of them carries the round track."""
    for phase in board.map.phases:
        yield from _panel(phase.box, board.inks)
        yield from _head(phase, board)
        yield from _track(phase, board) if phase.id == "mark" else _station(phase, board)
    for one, two in pairwise(board.map.phases):
        yield arrow(one.box.centre[0], (one.box.top + two.box.bottom) / 2, "up", board.inks.line, 3.0)


def _head(phase: Phase, board: Board) -> Iterator[Shape]:
    box, inks = phase.box, board.inks
    icon = board.art.icon(phase.icon.removeprefix("icon/"), inks.line, inks.panel)
    yield placed(icon, box.left + 6.2, box.top + 6.0, 6.0)
    yield display(phase.name, box.left + 11, box.top + 6.0, 2.9, box.width - 14.2, inks.line, board.fonts, "start")
    y = box.top + 10.4
    yield Path(line(box.left + 3, y, box.right - 3, y), None, Stroke(inks.line, 0.15))


def _station(phase: Phase, board: Board) -> Iterator[Shape]:
    """Words above, and below them the spot for the marker that shows where the turn is."""
    y = phase.box.bottom - board.marker / 2 - 4.0
    yield _words(phase, y - board.marker / 2 - 2, board)
    yield from _spot(phase.box.centre[0], y, board.marker, phase.spot, SEPIA, board)


def _track(phase: Phase, board: Board) -> Iterator[Shape]:
    """A spot a turn, climbing in a zigzag as the turns go by; the last one ends the game."""
    box, turns = phase.box, board.turns
    step, ring = (box.height - 40) / len(turns), board.marker / 2 + 0.6
    sides = box.left + 2.8 + ring, box.right - 2.8 - ring
    spots = [(sides[at % 2], box.bottom - 3.2 - ring - at * step) for at in range(len(turns))]
    for (x, y), turn in zip(spots, turns):
        yield from _spot(x, y, board.marker, turn, SEPIA, board, phase.spot if (x, y) == spots[-1] else "")
    yield _words(phase, spots[-1][1] - ring - 1.5, board)


def _words(phase: Phase, foot: float, board: Board) -> Shape:
    box = Box(phase.box.left + 3, phase.box.top + 12, phase.box.right - 3, foot)
    lettering = Lettering(_WORDS, board.inks.line, leading=1.2, align="middle", valign="middle")
    return fitted(board.filled(phase.words), box, lettering, board.fonts)
