"""The phases and the turns in; the stations on the board's left out, with spots for the markers and the turn track."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from pnp.drawing.fonts import TEXT
from pnp.drawing.shapes import Path, Shape, Stroke, Text, line, placed
from pnp.drawing.text import Lettering, fitted, shrunk_size
from pnp.games.war_of_whispers.board.councils import Bench
from pnp.games.war_of_whispers.board.model import Phase
from pnp.games.war_of_whispers.board.panels import arrow, panel, spot
from pnp.games.war_of_whispers.board.writing import filled
from pnp.games.war_of_whispers.faces.lettering import display
from pnp.games.war_of_whispers.faces.palette import SEPIA
from pnp.geometry import Box

_WORDS = 8.5  # points


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
