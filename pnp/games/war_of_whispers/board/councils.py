"""The panels about the chart: the four seats of each council, and the ring of phases with its turn track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import fsum

from pnp.drawing.colour import Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT, TEXT_ITALIC
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, circle, line, moved, placed, polygon, rectangle
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.frozen import frozen
from pnp.games.war_of_whispers.board.inks import Drawings, Inks
from pnp.games.war_of_whispers.board.land import hatching
from pnp.games.war_of_whispers.board.model import Action, Council, Phase, Seat
from pnp.games.war_of_whispers.board.writing import filled
from pnp.games.war_of_whispers.faces.art import SEPIA, Art, Bearer, cap_height, display
from pnp.geometry import Box, Insets, Transform

_CORNER = 1.6
_TURNS = {"right": 0.0, "down": 90.0, "left": 180.0, "up": 270.0}
_ICON, _SYMBOL = 4.9, 5.5  # heights in millimetres
_FIGURE = 2.8  # cap height of the numbers in an action
_WORD = 7.5  # points
_GAP = 0.9
_HATCHED = 5.2  # the strip of its land's hatch at the foot of a council's title
_WORDS = 8.5  # points


def panel(box: Box, inks: Inks) -> Iterator[Shape]:
    """A sheet of paper with a strong and a thin line around it."""
    yield Path(rectangle(box, _CORNER), inks.panel, Stroke(inks.line, 0.45 * inks.pen))
    yield Path(rectangle(box.grown(Insets.even(-0.9)), _CORNER * 0.6), None, Stroke(inks.line, 0.13))


def spot(
    x: float, y: float, diameter: float, number: str, colour: Colour, inks: Inks, style: Style
) -> Iterator[Shape]:  # fmt: skip
    """Where a round piece is put: a ring a little wider than the piece, and a pale number that the piece covers."""
    radius = diameter / 2 + 0.6
    yield Path(circle(x, y, radius), inks.paper, Stroke(colour, 0.8 * inks.pen))
    yield Path(circle(x, y, radius - 1.1), None, Stroke(colour, 0.2, (0.01, 0.75), "round"))
    pale = colour.mixed(inks.paper, 0.55)
    yield display(number, (x, y), radius * 0.72, 2 * radius - 3.5, pale, style)


def arrow(x: float, y: float, way: str, colour: Colour, size: float = 2.6) -> Path:
    """A solid arrowhead with a short tail, pointing right, down, left or up."""
    s = size / 2
    shape = ((-s, -s * 0.36), (0, -s * 0.36), (0, -s), (s * 1.15, 0), (0, s), (0, s * 0.36), (-s, s * 0.36))
    turn = Transform.rotated(_TURNS[way]).then(Transform.moved(x, y))
    return Path(moved(polygon(shape), turn), colour)


@frozen
class Bench:
    """What every seat of the board is drawn with: `agent` is the diameter of the piece that sits there, `seats` what
    they are called.
    """

    drawings: Drawings
    art: Art
    inks: Inks
    style: Style
    agent: float
    actions: Mapping[str, Action]
    seats: Mapping[str, str]
    hatches: Mapping[str, str]


def council_panel(council: Council, empire: Bearer, bench: Bench) -> Iterator[Shape]:
    """The title, the seats in order, and the arrows between them."""
    box = council.head
    for seat in council.seats:
        box = box.joined(seat.box)
    yield from panel(box, bench.inks)
    yield from _title(council.head, empire, bench)
    for at, seat in enumerate(council.seats, 1):
        yield from _seat(seat, str(at), council.way, empire, bench)
    for seat in council.seats[:-1]:
        yield _arrow(seat.box, council.way, empire, bench)


def _title(head: Box, empire: Bearer, bench: Bench) -> Iterator[Shape]:
    """The beast on its colour, its name, and the hatch that its land has on the map."""
    inks, land = bench.inks, bench.inks.land(empire)
    box = head.grown(Insets.even(-1.7))
    foot = Box(box.left, box.bottom - _HATCHED, box.right, box.bottom)
    ground = Box(box.left, box.top, box.right, foot.top)
    if inks.saver:
        yield Path(rectangle(box, 0.8), None, Stroke(land.flag, 0.5))
        yield placed(bench.art.beast(empire), *ground.centre, ground.height - 2)
    else:
        yield Path(rectangle(box, 0.8), empire.colour)
        yield placed(bench.art.beast_on(empire, empire.colour), *ground.centre, ground.height - 2)
    hatch = (Path(rectangle(foot), land.wash), hatching(bench.hatches.get(empire.id, ""), foot, land))
    yield Group(hatch, clip=Path(rectangle(foot)))
    name = display(empire.name, foot.centre, 2.7, foot.width - 3, inks.line, bench.style)
    width = bench.style.fonts[DISPLAY].width(name.text, name.size)
    middle, half = foot.centre, width / 2 + 1
    bare = Box(middle[0] - half, foot.top + 0.5, middle[0] + half, foot.bottom - 0.5)
    yield Path(rectangle(bare, 0.6), land.wash)
    yield name
    yield Path(rectangle(box, 0.8), None, Stroke(inks.line, 0.3))


def _seat(seat: Seat, number: str, way: str, empire: Bearer, bench: Bench) -> Iterator[Shape]:
    """A seat: its name over the spot for an agent, its actions beside it (or beneath, where seats run down)."""
    inks, box = bench.inks, seat.box
    ring = bench.agent + 1.2
    name = bench.seats[seat.id]
    ink, label = inks.land(empire).flag, inks.land(empire).label
    if way == "down":
        x, y = box.centre[0], box.top + 8.0 + ring / 2
        yield display(name, (x, box.top + 4.6), 2.6, box.width - 6, label, bench.style)
        columns = _columns(
            Box(box.left + 2.2, y + ring / 2 + 1.2, box.right - 2.2, box.bottom - 4.6), len(seat.actions)
        )
        yield _divider(box, way, inks)
    else:
        x, y = box.left + 2.4 + ring / 2, box.bottom - 2.6 - ring / 2
        yield display(name, (box.left + 3.0, box.top + 3.9), 2.45, box.width - 6, label, bench.style, "start")
        columns = _rows(
            Box(x + ring / 2 + 1.0, y - ring / 2 - 0.4, box.right - 1.6, y + ring / 2 + 0.4), len(seat.actions)
        )
        yield _divider(box, way, inks)
    yield from spot(x, y, bench.agent, number, ink, inks, bench.style)
    for place, action in zip(columns, seat.actions):
        yield from _option(bench.actions[action], place, bench)
    if len(columns) > 1:
        yield from _or(columns, way, bench)


def _rows(box: Box, count: int) -> Sequence[Box]:
    step = box.height / count
    return [Box(box.left, box.top + at * step, box.right, box.top + (at + 1) * step) for at in range(count)]


def _columns(box: Box, count: int) -> Sequence[Box]:
    step = box.width / count
    return [Box(box.left + at * step, box.top, box.left + (at + 1) * step, box.bottom) for at in range(count)]


def _divider(box: Box, way: str, inks: Inks) -> Path:
    """A thin line where the next seat begins."""
    pen = Stroke(inks.line, 0.13)
    if way == "down":
        return Path(line(box.left + 3, box.top, box.right - 3, box.top), None, pen)
    x = box.left if way == "right" else box.right
    return Path(line(x, box.top + 2.5, x, box.bottom - 2.5), None, pen)


def _arrow(box: Box, way: str, empire: Bearer, bench: Bench) -> Path:
    """From this seat to the next, across the line between them."""
    x, y = {
        "right": (box.right, box.top + 3.7), "left": (box.left, box.top + 3.7), "down": (box.centre[0], box.bottom),
    }[way]  # fmt: skip
    return arrow(x, y, way, bench.inks.land(empire).label, 3.0)


def _or(places: Sequence[Box], way: str, bench: Bench) -> Iterator[Shape]:
    """A thin line between two choices."""
    pen = Stroke(bench.inks.line, 0.15, (0.6, 0.6))
    for place in places[1:]:
        if way == "down":
            yield Path(line(place.left, place.top + 1, place.left, place.bottom - 1), None, pen)
        else:
            yield Path(line(place.left + 1, place.top, place.right - 1, place.top), None, pen)


def _option(action: Action, box: Box, bench: Bench) -> Iterator[Shape]:
    """What may be done: figures and icons on a line, and the word for it beneath."""
    inks, style = bench.inks, bench.style
    middle, y = box.centre
    word = shrunk_size(action.word, box.width, TEXT_ITALIC, _WORD, style.fonts)
    yield from _formula(action, middle, y - 1.5, box.width - 1.6, bench)
    yield Text(middle, y + 3.6, action.word, TEXT_ITALIC, word, inks.line, "middle")


def _formula(action: Action, x: float, y: float, room: float, bench: Bench) -> Iterator[Shape]:
    """`+1 banner / farm`: centred on the place, drawn smaller where the room is narrow."""
    parts = list(_parts(action, bench))
    widths = [_width(part, 1.0, bench) for part in parts]
    scale = min(1.0, room / (fsum(widths) + _GAP * (len(parts) - 1)))
    left = x - (fsum(widths) + _GAP * (len(parts) - 1)) * scale / 2
    for part, width in zip(parts, widths):
        middle = left + width * scale / 2
        if isinstance(part, str):
            yield display(part, (middle, y), _FIGURE * scale, 20, bench.inks.line, bench.style)
        else:
            symbol, height = part
            yield placed(symbol, middle, y, height * scale)
        left += (width + _GAP) * scale


_Part = str | tuple[Symbol, float]


def _parts(action: Action, bench: Bench) -> Iterator[_Part]:
    inks, art = bench.inks, bench.art

    def icon(name: str) -> _Part:
        return art.icon(name, inks.line, inks.panel), _ICON

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
        yield bench.drawings.building(action.kind), _SYMBOL


def _width(part: _Part, scale: float, bench: Bench) -> float:
    if isinstance(part, str):
        size = _FIGURE * scale / cap_height(1.0, bench.style)
        return bench.style.fonts[DISPLAY].width(part, size)
    symbol, height = part
    return symbol.bounds.width / symbol.bounds.height * height * scale


def ring(
    phases: Sequence[Phase], turns: Sequence[str], marker: float, facts: Mapping[str, object], bench: Bench
) -> Iterator[Shape]:
    """The phases from the foot of the board upwards; the first of them carries the turn track."""
    for phase in phases:
        yield from panel(phase.box, bench.inks)
        yield from _head(phase, bench)
        if phase.id == "mark":
            yield from _track(phase, turns, marker, facts, bench)
        else:
            yield from _station(phase, marker, facts, bench)
    for one, two in pairwise(phases):
        x, y = one.box.centre[0], (one.box.top + two.box.bottom) / 2
        yield arrow(x, y, "up", bench.inks.line, 3.0)


def _head(phase: Phase, bench: Bench) -> Iterator[Shape]:
    box, inks = phase.box, bench.inks
    name = phase.icon.removeprefix("icon/")
    yield placed(bench.art.icon(name, inks.line, inks.panel), box.left + 6.2, box.top + 6.0, 6.0)
    room = box.width - 14.2
    yield display(phase.name, (box.left + 11, box.top + 6.0), 2.9, room, inks.line, bench.style, "start")
    y = box.top + 10.4
    yield Path(line(box.left + 3, y, box.right - 3, y), None, Stroke(inks.line, 0.15))


def _station(phase: Phase, marker: float, facts: Mapping[str, object], bench: Bench) -> Iterator[Shape]:
    """Words above, and below them the spot for the marker that shows where the turn is."""
    box = phase.box
    y = box.bottom - marker / 2 - 4.0
    yield _words(phase, facts, Box(box.left + 3, box.top + 12, box.right - 3, y - marker / 2 - 2), bench)
    yield from spot(box.centre[0], y, marker, phase.spot, SEPIA, bench.inks, bench.style)


def _track(
    phase: Phase, turns: Sequence[str], marker: float, facts: Mapping[str, object], bench: Bench
) -> Iterator[Shape]:
    """A spot a turn, climbing in a zigzag as the turns go by; the last one ends the game."""
    box = phase.box
    step = (box.height - 40) / len(turns)
    ring = marker / 2 + 0.6
    spots = []
    for at in range(len(turns)):
        x = box.left + 2.8 + ring if at % 2 == 0 else box.right - 2.8 - ring
        spots.append((x, box.bottom - 3.2 - ring - at * step))
    for (x1, y1), (x2, y2) in pairwise(spots):
        yield Path(line(x1, y1, x2, y2), None, Stroke(SEPIA, 0.4, (0.4, 1.3), "round"))
    for (x, y), turn in zip(spots, turns):
        yield from spot(x, y, marker, turn, SEPIA, bench.inks, bench.style)
    last = spots[-1]
    size = shrunk_size(phase.spot, 2 * ring + 4, TEXT, _WORDS, bench.style.fonts)
    yield Text(last[0], last[1] + ring + 3.0, phase.spot, TEXT, size, bench.inks.line, "middle")
    yield _words(phase, facts, Box(box.left + 3, box.top + 12, box.right - 3, last[1] - ring - 1.5), bench)


def _words(phase: Phase, facts: Mapping[str, object], box: Box, bench: Bench) -> Shape:
    lettering = Lettering(_WORDS, bench.inks.line, leading=1.2, align="middle", valign="middle")
    return fitted(filled(phase.words, facts), box, lettering, bench.style.fonts)
