"""The strips that pages are stacked from: never cut in two, with air above, and a price for beginning a page."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from pnp.drawing.shapes import Group, Role, Shape
from pnp.geometry import Transform
from pnp.rulebook.blocks import Panel

NEVER = inf
FREE = 0.0
ALWAYS = -inf


@dataclass(frozen=True, slots=True)
class Slab:
    """A strip of a page: `height` of shapes from the text's left edge and the strip's top, in millimetres.

    `space` above it is dropped at the top of a page and may grow a little; `penalty` is the price of beginning a page
    with it (NEVER, or ALWAYS for one that must). Slabs of one `element` are read as one (a paragraph's lines).
    `anchor` is what links point at; `head` is set again above it on a new page (a table's headings); `panel` is
    what it stands in.
    """

    height: float
    shapes: tuple[Shape, ...]
    element: int
    role: Role
    space: float = 0.0
    penalty: float = FREE
    alt: str | None = None
    anchor: str = ""
    entry: Entry | None = None
    head: Slab | None = None
    panel: Panel | None = None

    def moved(self, x: float) -> Slab:
        """The same, further to the right."""
        shapes = (Group(self.shapes, Transform.moved(x, 0.0)),) if self.shapes else ()
        return replace(self, shapes=shapes, head=self.head and self.head.moved(x))


@dataclass(frozen=True, slots=True)
class Entry:
    """A heading as contents and outline list it."""

    level: int
    text: str
    number: str
    anchor: str
