"""The strips that pages are stacked from: never cut in two, with air above, and a price for beginning a page."""

from __future__ import annotations

from dataclasses import replace
from math import inf

from pnp.drawing.shapes import Group, Role, Shape
from pnp.frozen import frozen
from pnp.geometry import Transform
from pnp.rulebook.blocks import Panel

NEVER, STRANDED, TORN = 1e6, 2e6, 4e6
"""What a page costs that begins where none may; one that leaves a line or a heading alone, in a panel that has to be
cut; and one that begins beside a picture, which then loses its ground.
"""
FREE = 0.0
Part = tuple[Role, int]
"""Something that slabs stand in, by its role and by a number of its own."""

ALWAYS = -inf


@frozen
class Slab:
    """A strip of a page: `height` of shapes from the text's left edge and the strip's top, in millimetres.

    `space` above it is dropped at the top of a page and may grow a little; `penalty` is the price of beginning a page
    with it (NEVER or more, or ALWAYS for one that must). Slabs of one `element` are read as one (a paragraph's lines);
    `within` is what they stand in, outermost first: a list and its item, a table, a panel.
    `anchor` is what links point at; `head` is set again above it on a new page (a table's headings); `panel` is
    what it stands in; `lists` is what a line of the contents leads to.
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
    lists: Entry | None = None
    within: tuple[Part, ...] = ()

    def solid(self) -> Slab:
        """The same with the air above as a part of it, never to grow, and on the page of the picture beside it."""
        shapes = (Group(self.shapes, Transform.moved(0.0, self.space)),) if self.space and self.shapes else self.shapes
        return replace(self, height=self.height + self.space, space=0.0, shapes=shapes, penalty=TORN)

    def moved(self, x: float) -> Slab:
        """The same, further to the right."""
        shapes = (Group(self.shapes, Transform.moved(x, 0.0)),) if self.shapes else ()
        return replace(self, shapes=shapes, head=self.head and self.head.moved(x))

    def inside(self, *parts: Part) -> Slab:
        """The same as a part of something larger."""
        return replace(self, within=(*parts, *self.within))


@frozen
class Entry:
    """A heading as contents and outline list it."""

    level: int
    text: str
    number: str
    anchor: str
