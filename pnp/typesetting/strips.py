"""Strips, which pages are stacked from, and how high a stack of them is: those of columns stand in two, balanced."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, groupby, pairwise
from math import inf
from typing import NamedTuple

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
_UNEVEN, _HIGHER = 0.4, 1.0  # what a millimetre costs by which one column is shorter than the other; and of height
_NEAR, _DEAR = 4, 50.0  # cuts above and below the middle that are tried where those next to it cost more than that
_SCRAP = 1000.0  # what columns cost, next to a page's edge, of which nothing stands on one side


@frozen
class Column:
    """Where strips of columns stand: the region that is balanced by itself, the width of each, and from one to the
    next. Where a page parts the region, as much as `least` should stand on either side, in millimetres.
    """

    region: int
    width: float
    step: float
    least: float = 0.0


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


class Stack(NamedTuple):
    """Strips up to `end` above each other, or the first column of two: how high all are, how much of that is air which
    may grow, what the cut between the columns costs, and how high the shorter of them is.
    """

    height: float
    air: float
    end: int
    price: float = 0.0
    least: float = 0.0


def _cost(both: Stack) -> float:
    return both.price + both.height * _HIGHER


class Stacks:
    """Measures stacks of the same strips; what it has measured it remembers."""

    def __init__(self, strips: Sequence[Strip]) -> None:
        self.strips = strips
        self._balanced: dict[tuple[int, int], Stack] = {}
        # Everything above the end of each strip, and above its beginning where it stands on top of a page or column.
        self._ends = list(accumulate((strip.space + strip.height for strip in strips), initial=0.0))
        self._air = list(accumulate((strip.space for strip in strips), initial=0.0))
        heads = (strip.head.height if strip.head else 0.0 for strip in strips)
        self._tops = [end + strip.space - head for end, strip, head in zip(self._ends, strips, heads)]
        # Which strips may begin a page or column, and before which the columns of a region would be parted.
        self._free = [at for at, strip in enumerate(strips) if strip.penalty < NEVER]
        columns = [strip.column for strip in strips]
        self._parts = [False, *(own is not None and own == before for before, own in pairwise(columns)), False]

    def single(self, start: int, end: int) -> Stack:
        """Those strips below each other, the first at the top of a page or a column."""
        if start >= end:
            return Stack(0.0, 0.0, end)
        air = self._air[end] - self._air[start] - self.strips[start].space
        return Stack(self._ends[end] - self._tops[start], air, end)

    def balanced(self, start: int, end: int) -> Stack:
        """Those strips in two columns that are as low as can be; in one where they may not be cut."""
        if found := self._balanced.get((start, end)):
            return found
        ends, free = self._ends, self._free
        middle = bisect_left(ends, (ends[start] + ends[end]) / 2, start + 1, end)
        at = bisect_left(free, middle)
        cuts = [cut for cut in free[max(0, at - 1) : at + 1] if start < cut < end]
        if any(self.strips[cut].penalty > _DEAR for cut in cuts):
            cuts = [cut for cut in free[max(0, at - _NEAR) : at + _NEAR] if start < cut < end]
        made = min((self._cut(start, cut, end) for cut in cuts or [end]), key=_cost)
        self._balanced[start, end] = made
        return made

    def _cut(self, start: int, cut: int, end: int) -> Stack:
        """Those strips in two columns, the second from the cut on."""
        left, right = self.single(start, cut), self.single(cut, end)
        higher, lower = (left, right) if left.height >= right.height else (right, left)
        price = min(max(0.0, self.strips[cut].penalty * _CUT_COLUMN), _DEAREST_CUT) if cut < end else 0.0
        uneven = _UNEVEN * (higher.height - lower.height)
        return Stack(higher.height, higher.air, cut, price + uneven, lower.height)

    def fills(self, start: int, depth: float, most: float = inf) -> Iterator[Stack]:
        """The strips of a page of that depth that begins there as a stack, for every end of it but those before a strip
        of that price or more; at least one strip.
        """
        strips, last = self.strips, len(self.strips)
        height = air = price = 0.0  # of the parts of the page that have ended
        begin, above = start, 0.0  # of the part that has not
        for at in range(start, last):
            strip, end = strips[at], at + 1
            if at > start and (strip.column is None or strip.column != strips[at - 1].column):
                part = self._part(begin, at, begin == start)
                height, air, price = height + above + part.height, air + above + part.air, price + part.price
                begin, above = at, strip.space
            is_last = end == last or strips[end].penalty == ALWAYS
            if is_last or strips[end].penalty < most:
                part = self._part(begin, end, begin == start)
                full = height + above + part.height
                if full <= depth + 1e-6 or at == start:
                    yield Stack(full, air + above + part.air, end, price + part.price)
                if full > depth + 1e-6:
                    return
            elif height + (self._ends[end] - self._ends[begin]) / 2 > depth:
                return
            if is_last:
                return

    def _part(self, begin: int, end: int, on_top: bool) -> Stack:
        """A part of a page: a run of columns, or a strip as wide as the page."""
        column = self.strips[begin].column
        if column is not None:
            both = self.balanced(begin, end)
            if both.least < column.least - 1e-6 and (self._parts[begin] or self._parts[end]):
                return both._replace(price=both.price + _SCRAP * (1 - both.least / column.least))
            return both
        return self.single(begin, end) if on_top else Stack(self.strips[begin].height, 0.0, end)

    def runs(self) -> Iterator[tuple[int, int]]:
        """Where the parts of a page of them all begin and end: a strip as wide as the page, or a run in columns."""
        for column, group in groupby(range(len(self.strips)), key=lambda at: self.strips[at].column):
            members = list(group)
            yield from ((at, at + 1) for at in members) if column is None else [(members[0], members[-1] + 1)]
