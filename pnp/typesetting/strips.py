"""Strips, which pages are stacked from, and how high a stack of them is: those of columns stand in two, balanced."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, groupby
from math import inf

from pnp.drawing.shapes import Group, Role, Shape
from pnp.frozen import frozen
from pnp.geometry import Transform
from pnp.typesetting.blocks import Aside, ContentsEntry

NEVER, STRANDED, TORN = 1e6, 2e6, 4e6
"""What a page or a column costs that begins where none may; one that leaves a line or a heading alone, in a panel that
has to be cut; and one that begins beside a picture, which then loses its ground.
"""
TOGETHER = 4e5
"""What a page costs that begins where a second column may, but no page."""
FREE = 0.0
ALWAYS = -inf
Container = tuple[Role, int]
"""Something that strips stand in, by its role and by a number of its own."""

_CUT_COLUMN, _DEAREST_CUT = 0.3, 100.0  # of what a page costs that begins there, what a second column does, and at most
_UNEVEN = 0.4  # what a millimetre costs by which one column is shorter than the other


@frozen
class Column:
    """Where strips of columns stand: the region that is balanced by itself, the width of each, and from one to the
    next.
    """

    region: int
    width: float
    step: float


@frozen
class Strip:
    """A strip of a page: `height` of shapes from the text's left edge and the strip's top, in millimetres.

    `space` above it is dropped at the top of a page or column and may grow a little; `penalty` is the price of
    beginning a page with it (NEVER or more, or ALWAYS for one that must). Strips of one `element` are read as one (a
    paragraph's lines); `within` is what they stand in, outermost first: a list and its item, a table, a panel.
    `anchor` is what links point at; `head` is set again above it on a new page (a table's headings); `panel` is
    what it stands in; `lists` is what a line of the contents leads to; `plate` has the page after this one; without a
    `column` it is as wide as the page.
    """

    height: float
    shapes: tuple[Shape, ...]
    element: int
    role: Role
    space: float = 0.0
    penalty: float = FREE
    alt: str | None = None
    anchor: str = ""
    entry: ContentsEntry | None = None
    head: Strip | None = None
    panel: Aside | None = None
    lists: ContentsEntry | None = None
    within: tuple[Container, ...] = ()
    column: Column | None = None
    plate: Strip | None = None

    def solid(self) -> Strip:
        """The same with the air above as a part of it, never to grow, and on the page of the picture beside it."""
        shapes = (Group(self.shapes, Transform.moved(0.0, self.space)),) if self.space and self.shapes else self.shapes
        return replace(self, height=self.height + self.space, space=0.0, shapes=shapes, penalty=TORN)

    def moved(self, x: float) -> Strip:
        """The same, further to the right."""
        shapes = (Group(self.shapes, Transform.moved(x, 0.0)),) if self.shapes else ()
        return replace(self, shapes=shapes, head=self.head and self.head.moved(x))

    def inside(self, *containers: Container) -> Strip:
        """The same as a part of something larger."""
        return replace(self, within=(*containers, *self.within))

    def on_top(self) -> Strip | None:
        """What is set again above it where it begins a page or column: nothing that is read a second time."""
        return replace(self.head, role="marks", within=(), column=self.column) if self.head else None


@frozen
class Stack:
    """Strips up to `end` above each other, or the first column of two: how high all are, how much of that is air which
    may grow, and what the cut between the columns costs.
    """

    height: float
    air: float
    end: int
    price: float = 0.0


@dataclass
class Stacks:
    """Measures stacks of the same strips; what it has measured it remembers."""

    strips: Sequence[Strip]
    _height: list[float] = field(init=False)
    _air: list[float] = field(init=False)
    _balanced: dict[tuple[int, int], Stack] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._height = list(accumulate((strip.space + strip.height for strip in self.strips), initial=0.0))
        self._air = list(accumulate((strip.space for strip in self.strips), initial=0.0))

    def single(self, start: int, end: int, on_top: bool = True) -> Stack:
        """Those strips below each other, the first at the top of a page or a column or not."""
        if start >= end:
            return Stack(0.0, 0.0, end)
        first = self.strips[start]
        head = first.head.height if first.head and on_top else 0.0
        height = self._height[end] - self._height[start] - first.space + head
        return Stack(height, self._air[end] - self._air[start] - first.space, end)

    def balanced(self, start: int, end: int) -> Stack:
        """Those strips in two columns that are as low as can be, the first at least as high where both would do."""
        key = start, end
        if key not in self._balanced:
            middle = (self._height[start] + self._height[end]) / 2
            at = bisect_left(self._height, middle, start + 1, end)
            below = next((at for at in range(at, end) if self._may_begin(at)), end)
            above = next((at for at in range(at - 1, start, -1) if self._may_begin(at)), end)
            split = min((self._split(start, split, end) for split in (below, above)), key=lambda stack: stack.height)
            self._balanced[key] = split
        return self._balanced[key]

    def _may_begin(self, at: int) -> bool:
        return self.strips[at].penalty < NEVER

    def _split(self, start: int, split: int, end: int) -> Stack:
        left, right = self.single(start, split), self.single(split, end)
        higher = left if left.height >= right.height else right
        cut = self.strips[split].penalty * _CUT_COLUMN if split < end else 0.0
        return Stack(
            higher.height,
            higher.air,
            split,
            min(max(0.0, cut), _DEAREST_CUT) + _UNEVEN * abs(left.height - right.height),
        )

    def fills(self, start: int, depth: float) -> Iterator[Stack]:
        """For every end of a page of that depth that begins there, its strips as a stack; at least one strip."""
        strips = self.strips
        done = page = Stack(0.0, 0.0, start)
        begin, above = start, 0.0  # of the part of the page that has not ended
        for at in range(start, len(strips)):
            strip = strips[at]
            if at > start and (strip.column is None or strip.column != strips[at - 1].column):
                done, begin, above = page, at, strip.space
            part = self.single(at, at + 1, at == start) if strip.column is None else self.balanced(begin, at + 1)
            height, air = done.height + above + part.height, done.air + above + part.air
            if at > start and height > depth + 1e-6:
                return
            page = Stack(height, air, at + 1, done.price + part.price)
            yield page
            if at + 1 < len(strips) and strips[at + 1].penalty == ALWAYS:
                return

    def runs(self) -> Iterator[tuple[int, int]]:
        """Where the parts of a page of them all begin and end: a strip as wide as the page, or a run in columns."""
        for column, group in groupby(range(len(self.strips)), key=lambda at: self.strips[at].column):
            members = list(group)
            yield from ((at, at + 1) for at in members) if column is None else [(members[0], members[-1] + 1)]
