"""Breaks a paragraph into the lines that suit a measure best, justified and hyphenated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import fsum, inf

from pnp.drawing.colour import Colour
from pnp.frozen import frozen

# Knuth and Plass, "Breaking Paragraphs into Lines" (1981): badness is a hundred times the cube of how far the spaces
# of a line stretch or shrink; what a line costs is the square of that and of what breaking there costs.
_LINE_PENALTY = 10.0
_TWO_HYPHENS = 3000.0
_UNEVEN = 3000.0  # for a tight line next to a loose one
_RAG = 6.0
_SHORT_LAST, _SHORTEST_LAST = 600000.0, 0.15  # for a last line of nothing; the more of the measure it has, the less
_WORD_LAST = 0.3  # of that price, for a last line of one word however long
_PARTED_LAST = 1e30  # for a hyphen before the last line, where nothing else is possible
_TOLERANCES = (2.0, 4.0, 8.0, inf)  # how many times its stretch a space may grow, tried in turn


@frozen
class Letters:
    """A run that is never broken, or a piece among the words (`face` is then drawn, `height` mm high).

    Width in millimetres, size in points.
    """

    text: str
    font: str
    size: float
    colour: Colour
    width: float
    link: str | None = None
    face: str | None = None
    height: float = 0.0


@frozen
class Space:
    """What may grow and shrink between words, in millimetres; lines may end there."""

    width: float
    stretch: float
    shrink: float


@frozen
class Hyphen:
    """A place inside a word where a line may end: then `letters` (a hyphen, or nothing after one) are added to it."""

    letters: Letters
    cost: float


@frozen
class End:
    """A line that must end; the last one of a paragraph, or one that the text breaks."""


Node = Letters | Space | Hyphen | End


@frozen
class TypesetLine:
    """Runs with their places from the line's left edge; whether it is the last of its paragraph, and whether its last
    word goes on in the next.
    """

    runs: tuple[tuple[float, Letters], ...]
    width: float
    ends: bool
    parted: bool = False


@frozen
class _Breakpoint:
    """The best way to reach a break: what it costs, how many lines it took, how tight the last one was."""

    at: int
    line: int
    fit: int
    hyphen: bool
    cost: float
    before: _Breakpoint | None


Measure = Callable[[int], tuple[float, float]]
"""Line number from 0 to where the line begins and how wide it is, in millimetres."""


def always(width: float) -> Measure:
    """Every line of that width."""
    return lambda _: (0.0, width)


def break_lines(nodes: Sequence[Node], measure: Measure, justify: bool = True) -> list[TypesetLine]:
    """The lines of a paragraph whose nodes end with End; the least ugly breaks of all, not of each line by itself.

    A word wider than a line stands alone on it and sticks out; callers who care compare `width` with the measure.
    """
    paragraph = _Paragraph.of(nodes if justify else [_ragged(node) for node in nodes], measure)
    for tolerance in _TOLERANCES:
        if breaks := paragraph.best_breaks(tolerance):
            return list(paragraph.lines(breaks, justify))
    raise AssertionError("the last tolerance takes any paragraph")


def _ragged(node: Node) -> Node:
    """Spaces that leave room at the line's end rather than grow, and words that are not worth a hyphen for it."""
    if isinstance(node, Space):
        return replace(node, stretch=node.width * _RAG, shrink=0.0)
    return replace(node, cost=node.cost * _RAG) if isinstance(node, Hyphen) else node


@frozen
class _Paragraph:
    """Nodes, and widths of everything before each of them: as it is, and what its spaces may add or give.

    `starts` has where the line after a break begins: spaces at its front are dropped.
    """

    nodes: Sequence[Node]
    measure: Measure
    width: Sequence[float]
    stretch: Sequence[float]
    shrink: Sequence[float]
    starts: Sequence[int]

    @staticmethod
    def of(nodes: Sequence[Node], measure: Measure) -> _Paragraph:
        spaces = [node if isinstance(node, Space) else Space(0.0, 0.0, 0.0) for node in nodes]
        width = accumulate((_width(node) for node in nodes), initial=0.0)
        stretch = accumulate((space.stretch for space in spaces), initial=0.0)
        shrink = accumulate((space.shrink for space in spaces), initial=0.0)
        starts = [len(nodes)]
        for at in range(len(nodes) - 1, -1, -1):
            starts.append(starts[-1] if isinstance(nodes[at], Space) else at)
        return _Paragraph(nodes, measure, list(width), list(stretch), list(shrink), starts[::-1])

    def best_breaks(self, tolerance: float) -> list[int] | None:
        active = [_Breakpoint(-1, 0, 1, False, 0.0, None)]
        for at, node in enumerate(self.nodes):
            if isinstance(node, Letters) or (isinstance(node, Space) and not isinstance(self.nodes[at - 1], Letters)):
                continue
            active = self._advanced(active, at, tolerance)
            if not active:
                return None
        point: _Breakpoint | None = min(active, key=lambda point: point.cost)
        breaks = []
        while point is not None and point.at >= 0:
            breaks.append(point.at)
            point = point.before
        return breaks[::-1]

    def _advanced(self, active: list[_Breakpoint], at: int, tolerance: float) -> list[_Breakpoint]:
        """The points that lines may still begin at, once a break at this node has been tried from each of them."""
        node, kept = self.nodes[at], []
        found: dict[tuple[int, int], _Breakpoint] = {}
        last_resort: _Breakpoint | None = None
        for point in active:
            ratio = self._ratio(point, at)
            if ratio >= -1 and not isinstance(node, End):
                kept.append(point)
            if -1 <= ratio <= tolerance:
                reached = _reached(point, at, node, ratio, self._last_price(point, at, tolerance))
                if reached.cost == inf:
                    continue
                key = (reached.line, reached.fit)
                if key not in found or reached.cost < found[key].cost:
                    found[key] = reached
            elif ratio < -1 and tolerance == inf:
                last_resort = _Breakpoint(at, point.line + 1, 0, isinstance(node, Hyphen), point.cost + 1e9, point)
        if not kept and not found and last_resort is not None:
            return [last_resort]
        return kept + list(found.values())

    def _last_price(self, point: _Breakpoint, at: int, tolerance: float) -> float:
        """What it costs that the last line begins inside a word, or is a stump; infinite where that need not be."""
        if not isinstance(self.nodes[at], End) or point.at < 0:
            return 0.0
        before = self.nodes[point.at]
        if isinstance(before, Hyphen) and before.letters.text:
            return _PARTED_LAST if tolerance == inf else inf
        width = self.width[at] - self.width[self.starts[point.at + 1]]
        short = 1.0 - width / (_SHORTEST_LAST * self.measure(point.line)[1])
        is_word = not any(isinstance(node, Space) for node in self.nodes[self.starts[point.at + 1] : at])
        return 0.0 if isinstance(before, End) else _SHORT_LAST * max(_WORD_LAST if is_word else 0.0, short)

    def _ratio(self, point: _Breakpoint, at: int) -> float:
        """How far the spaces of a line from that point to this break stretch (above 0) or shrink (down to -1)."""
        start, node = self.starts[point.at + 1], self.nodes[at]
        width = self.width[at] - self.width[start]
        width += node.letters.width if isinstance(node, Hyphen) else 0.0
        room = self.measure(point.line)[1] - width
        if isinstance(node, End) and room >= -1e-6:
            return 0.0
        if room >= 0:
            stretch = self.stretch[at] - self.stretch[start]
            return room / stretch if stretch else (0.0 if room < 1e-6 else 1e3)
        shrink = self.shrink[at] - self.shrink[start]
        return room / shrink if shrink else -inf

    def lines(self, breaks: Sequence[int], justify: bool) -> Iterator[TypesetLine]:
        for number, (before, at) in enumerate(zip((-1, *breaks), breaks)):
            left, room = self.measure(number)
            yield _line(self.nodes[self.starts[before + 1] : at], self.nodes[at], left, room, justify)


def _width(node: Node) -> float:
    return node.width if isinstance(node, Letters | Space) else 0.0


def _reached(point: _Breakpoint, at: int, node: Node, ratio: float, price: float) -> _Breakpoint:
    hyphen = isinstance(node, Hyphen)
    penalty = node.cost if isinstance(node, Hyphen) else 0.0
    cost = (_LINE_PENALTY + 100 * abs(ratio) ** 3) ** 2 + penalty**2 + price
    if hyphen and point.hyphen:
        cost += _TWO_HYPHENS
    fit = 0 if ratio < -0.5 else 1 if ratio <= 0.5 else 2 if ratio <= 1 else 3
    if abs(fit - point.fit) > 1:
        cost += _UNEVEN
    return _Breakpoint(at, point.line + 1, fit, hyphen, point.cost + cost, point)


def _line(body: Sequence[Node], last: Node, left: float, room: float, justify: bool) -> TypesetLine:
    nodes = list(body)
    while nodes and isinstance(nodes[-1], Space):
        nodes.pop()
    if isinstance(last, Hyphen) and last.letters.text:
        nodes.append(last.letters)
    slack = room - fsum(map(_width, nodes))
    free = fsum(node.stretch if slack >= 0 else node.shrink for node in nodes if isinstance(node, Space))
    ratio = slack / free if free and justify and not (isinstance(last, End) and slack >= 0) else 0.0
    ratio = max(ratio, -1.0)
    runs: list[tuple[float, Letters]] = []
    x = left
    for node in nodes:
        if isinstance(node, Letters):
            runs.append((x, node))
            x += node.width
        elif isinstance(node, Space):
            x += node.width + ratio * (node.stretch if ratio >= 0 else node.shrink)
    return TypesetLine(tuple(runs), x - left, isinstance(last, End), isinstance(last, Hyphen))
