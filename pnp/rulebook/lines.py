"""Breaks a paragraph into the lines that suit a measure best, justified and hyphenated."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from math import fsum, inf

from pnp.drawing.colour import Colour
from pnp.frozen import frozen

# Knuth and Plass, "Breaking Paragraphs into Lines" (1981): badness is a hundred times the cube of how far the spaces
# of a line stretch or shrink; what a line costs is the square of that and of what breaking there costs.
_LINE_PENALTY = 10.0
_TWO_HYPHENS = 3000.0
_UNEVEN = 3000.0  # for a tight line next to a loose one
_RAG = 6.0
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
    letters: str = " "


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
class Line:
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


@frozen
class _Totals:
    """Widths of everything before each node: as it is, and what spaces may add or give."""

    width: tuple[float, ...]
    stretch: tuple[float, ...]
    shrink: tuple[float, ...]


Measure = Callable[[int], tuple[float, float]]
"""Line number from 0 to where the line begins and how wide it is, in millimetres."""


def always(width: float) -> Measure:
    """Every line of that width."""
    return lambda _: (0.0, width)


def broken(nodes: Sequence[Node], measure: Measure, justify: bool = True) -> list[Line]:
    """The lines of a paragraph whose nodes end with End; the least ugly breaks of all, not of each line by itself.

    A word wider than a line stands alone on it and sticks out; callers who care compare `width` with the measure.
    """
    if not justify:
        nodes = [_ragged(node) for node in nodes]
    for tolerance in _TOLERANCES:
        best = _best_breaks(nodes, measure, tolerance)
        if best is not None:
            return list(_lines(nodes, best, measure, justify))
    raise AssertionError("the last tolerance takes any paragraph")


def _ragged(node: Node) -> Node:
    """Spaces that leave room at the line's end rather than grow, and words that are not worth a hyphen for it."""
    if isinstance(node, Space):
        return replace(node, stretch=node.width * _RAG, shrink=0.0)
    return replace(node, cost=node.cost * _RAG) if isinstance(node, Hyphen) else node


def _best_breaks(nodes: Sequence[Node], measure: Measure, tolerance: float) -> list[int] | None:
    totals = _totals(nodes)
    active = [_Breakpoint(-1, 0, 1, False, 0.0, None)]
    for at, node in enumerate(nodes):
        if isinstance(node, Letters) or (isinstance(node, Space) and not isinstance(nodes[at - 1], Letters)):
            continue
        active = _advanced(nodes, totals, active, at, measure, tolerance)
        if not active:
            return None
    return _path(min(active, key=lambda point: point.cost))


def _advanced(
    nodes: Sequence[Node], totals: _Totals, active: list[_Breakpoint], at: int, measure: Measure, tolerance: float
) -> list[_Breakpoint]:
    """The points that lines may still begin at, once a break at this node has been tried from each of them."""
    node, kept = nodes[at], []
    found: dict[tuple[int, int], _Breakpoint] = {}
    last_resort: _Breakpoint | None = None
    for point in active:
        ratio = _ratio(nodes, totals, point, at, measure)
        if ratio >= -1 and not isinstance(node, End):
            kept.append(point)
        if -1 <= ratio <= tolerance:
            made = _reached(point, at, node, ratio)
            key = (made.line, made.fit)
            if key not in found or made.cost < found[key].cost:
                found[key] = made
        elif ratio < -1 and tolerance == inf:
            last_resort = _Breakpoint(at, point.line + 1, 0, isinstance(node, Hyphen), point.cost + 1e9, point)
    if not kept and not found and last_resort is not None:
        return [last_resort]
    return kept + list(found.values())


def _reached(point: _Breakpoint, at: int, node: Node, ratio: float) -> _Breakpoint:
    penalty = node.cost if isinstance(node, Hyphen) else 0.0
    badness = 100 * abs(ratio) ** 3
    cost = (_LINE_PENALTY + badness) ** 2 + penalty**2
    hyphen = isinstance(node, Hyphen)
    if hyphen and point.hyphen:
        cost += _TWO_HYPHENS
    fit = 0 if ratio < -0.5 else 1 if ratio <= 0.5 else 2 if ratio <= 1 else 3
    if abs(fit - point.fit) > 1:
        cost += _UNEVEN
    return _Breakpoint(at, point.line + 1, fit, hyphen, point.cost + cost, point)


def _ratio(nodes: Sequence[Node], totals: _Totals, point: _Breakpoint, at: int, measure: Measure) -> float:
    """How far the spaces of a line from that point to this break stretch (above 0) or shrink (down to -1)."""
    start = _start(nodes, point.at)
    width = totals.width[at] - totals.width[start]
    node = nodes[at]
    width += node.letters.width if isinstance(node, Hyphen) else 0.0
    room = measure(point.line)[1] - width
    if isinstance(node, End):
        return 0.0 if room >= -1e-6 else _shrunk(room, totals.shrink[at] - totals.shrink[start])
    if room >= 0:
        stretch = totals.stretch[at] - totals.stretch[start]
        return room / stretch if stretch else (0.0 if room < 1e-6 else 1e3)
    return _shrunk(room, totals.shrink[at] - totals.shrink[start])


def _shrunk(room: float, shrink: float) -> float:
    return room / shrink if shrink else -inf


def _totals(nodes: Sequence[Node]) -> _Totals:
    width, stretch, shrink = [0.0], [0.0], [0.0]
    for node in nodes:
        space = node if isinstance(node, Space) else None
        width.append(width[-1] + (node.width if isinstance(node, Letters | Space) else 0.0))
        stretch.append(stretch[-1] + (space.stretch if space else 0.0))
        shrink.append(shrink[-1] + (space.shrink if space else 0.0))
    return _Totals(tuple(width), tuple(stretch), tuple(shrink))


def _start(nodes: Sequence[Node], broken_at: int) -> int:
    """Where the line after a break begins: spaces at its front are dropped."""
    start = broken_at + 1
    while start < len(nodes) and isinstance(nodes[start], Space):
        start += 1
    return start


def _path(point: _Breakpoint | None) -> list[int]:
    breaks = []
    while point is not None and point.at >= 0:
        breaks.append(point.at)
        point = point.before
    return breaks[::-1]


def _lines(nodes: Sequence[Node], breaks: Sequence[int], measure: Measure, justify: bool) -> Iterator[Line]:
    before = -1
    for number, at in enumerate(breaks):
        start = _start(nodes, before)
        left, room = measure(number)
        yield _line(nodes, start, at, left, room, justify)
        before = at


def _line(nodes: Sequence[Node], start: int, at: int, left: float, room: float, justify: bool) -> Line:
    last = nodes[at]
    body = list(nodes[start:at])
    while body and isinstance(body[-1], Space):
        body.pop()
    shown = [*body, last.letters] if isinstance(last, Hyphen) and last.letters.text else body
    natural = fsum(node.width for node in shown if isinstance(node, Letters | Space))
    slack = room - natural
    spaces = [node for node in shown if isinstance(node, Space)]
    free = fsum(space.stretch if slack >= 0 else space.shrink for space in spaces)
    ratio = slack / free if free and justify and not (isinstance(last, End) and slack >= 0) else 0.0
    ratio = max(ratio, -1.0)
    runs: list[tuple[float, Letters]] = []
    x = left
    for node in shown:
        if isinstance(node, Letters):
            runs.append((x, node))
            x += node.width
        elif isinstance(node, Space):
            x += node.width + ratio * (node.stretch if ratio >= 0 else node.shrink)
    return Line(tuple(runs), x - left, isinstance(last, End), isinstance(last, Hyphen))
