"""What is cut out of one sheet and folded: panels, the folds between them, and the lines to cut."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.drawing.cut_paths import cut, folded
from pnp.drawing.shapes import Commands, Path, around, line
from pnp.frozen import frozen
from pnp.geometry import Box, Point


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

    def lines(self) -> Iterator[Path]:
        """What is folded dashed, what is cut solid, to show on any ground."""
        for fold in self.folds:
            yield from folded(fold.start, fold.end)
        for lines in (self.outline, *(line(*start, *end) for start, end in self.slits)):
            yield from cut(lines)
