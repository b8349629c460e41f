"""What is cut out of one sheet and folded: panels, the folds between them, and the lines to cut."""

from __future__ import annotations

import math
from collections.abc import Iterator

from pnp.drawing.cut_paths import beyond, cut, ticked
from pnp.drawing.shapes import Commands, Loop, Path, around, line, loops
from pnp.frozen import frozen
from pnp.geometry import Box, Point, winding

_TICKS = ((0.8, 3.0), (0.7, 1.9))  # where ticks begin and end, past the end of a fold, the better one first
_CLEAR = 0.25  # on either side of a tick


@frozen
class Panel:
    """A panel laid flat: its outline, whose curves are cubic."""

    name: str
    outline: Commands

    @property
    def box(self) -> Box:
        """The upright box that it fills at its widest."""
        return around(self.outline)


@frozen
class Fold:
    """A straight fold between two panels, from start to end; at a right angle, away from who looks at the print."""

    parent: str
    child: str
    start: Point
    end: Point


@frozen
class Net:
    """Panels laid flat, millimetres from the top left; `outline` is cut all around, `slits` are cut besides."""

    panels: tuple[Panel, ...]
    folds: tuple[Fold, ...]
    outline: Commands
    slits: tuple[tuple[Point, Point], ...]

    def panel(self, name: str) -> Panel:
        """The panel of that name; KeyError when there is none."""
        found = next((panel for panel in self.panels if panel.name == name), None)
        if found is None:
            raise KeyError(name)
        return found

    @property
    def scored(self) -> tuple[tuple[Point, Point], ...]:
        """The ends of every fold."""
        return tuple((fold.start, fold.end) for fold in self.folds)

    def cuts(self) -> Iterator[Path]:
        """The lines to cut, to show on any ground."""
        for lines in (self.outline, *(line(*start, *end) for start, end in self.slits)):
            yield from cut(lines)

    def ticks(self) -> Iterator[Path]:
        """Ticks beside the net, past each end of a fold where nothing of the net is in the way.

        No fold is drawn: without a tick, its end is an inner corner of the outline.
        """
        outlines = tuple(loops(self.outline))
        for start, end in self.scored:
            for fold in ((start, end), (end, start)):
                ticks = (beyond(*fold, *span) for span in _TICKS)
                free = (tick for tick in ticks if not any(_meets(tick, outline) for outline in outlines))
                yield from ticked(*tick) if (tick := next(free, None)) else ()


def _meets(tick: tuple[Point, Point], outline: Loop) -> bool:
    """Whether an outline comes too near to a tick."""
    (x, y), (u, v) = tick
    length = math.dist(*tick)
    right, down = (y - v) / length * _CLEAR, (u - x) / length * _CLEAR
    places = (
        (x + (u - x) * share + side * right, y + (v - y) * share + side * down)
        for share in (0.0, 0.25, 0.5, 0.75, 1.0)
        for side in (-1, 0, 1)
    )
    return any(winding(outline, *place) % 2 for place in places)
