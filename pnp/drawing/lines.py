"""Breaks a paragraph into the lines that suit a measure best, justified and hyphenated; or line by line."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate
from math import fsum, inf

from pnp.drawing.colour import Colour
from pnp.drawing.looks import Look
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT

# Knuth and Plass, "Breaking Paragraphs into Lines" (1981): badness is a hundred times the cube of how far the spaces
# of a line stretch or shrink; what a line costs is the square of that and of what breaking there costs.
_LINE_PENALTY = 10.0
_TWO_HYPHENS = 3000.0
_UNEVEN = 3000.0  # for a tight line next to a loose one
_RAG = 6.0
_SHORT_LAST, _SHORTEST_LAST = 600000.0, 0.15  # for a last line of nothing; the more of the measure it has, the less
_WORD_LAST = 0.3  # of that price, for a last line of one word however long
_FULL_ENOUGH = 0.75  # of the measure: such a line looks better short than with a hyphen
_TOUCHING = 1e-6
_STUMP = 0.2  # of the measure: a last line of one word that is shorter
_HYPHEN_BEFORE_LAST = 1e6
_LAST_RESORT = 1e30
_WIDEST = 2.5  # how many times its stretch a space grows at most; what a line then lacks stays white
_APART, _TOGETHER = 0.02, 0.015  # of the size, by which letters stand further apart where spaces are widest, or nearer


@frozen
class _Attempt:
    """How many times its stretch a space may grow, whether letters may give way beside the spaces, and what it costs
    that the line before the last ends in a hyphen, and that the last line is a stump: a short word, or part of one.
    """

    tolerance: float
    tracked: bool
    hyphen: float
    stump: float


_JUSTIFIED = (
    _Attempt(2.0, False, inf, inf),
    _Attempt(_WIDEST, True, _HYPHEN_BEFORE_LAST, inf),
    _Attempt(8.0, True, _HYPHEN_BEFORE_LAST, inf),
    _Attempt(inf, True, _HYPHEN_BEFORE_LAST, _LAST_RESORT),
)
_RAGGED = (
    *(_Attempt(tolerance, False, inf, 0.0) for tolerance in (2.0, 4.0, 8.0)),
    _Attempt(inf, False, _LAST_RESORT, 0.0),
)
"""Tried in turn, until one succeeds."""


@frozen
class Letters:
    """A run that is never broken, or a picture among the words (`face` is then drawn, `height` mm high).

    Width in millimetres, size in points. So many of its characters as are `loose` can be set apart or together; by how
    many millimetres, as a part of the width, says the `tracking` of a line's letters. `look` is what they have besides
    font, size and colour.
    """

    text: str
    font: str
    size: float
    colour: Colour
    width: float
    link: str | None = None
    face: str | None = None
    height: float = 0.0
    loose: int = 0
    tracking: float = 0.0
    look: Look | None = None

    @property
    def stretch(self) -> float:
        """As that of a space."""
        return self.loose * self.size * MM_PER_POINT * _APART / _WIDEST

    @property
    def shrink(self) -> float:
        """As that of a space."""
        return self.loose * self.size * MM_PER_POINT * _TOGETHER

    def tracked(self, by: float) -> Letters:
        """The same with its characters so much of their size further apart."""
        apart = by * self.size * MM_PER_POINT
        wider, tracking = self.width + self.loose * apart, self.tracking + apart
        return replace(self, width=wider, tracking=tracking) if self.loose and by else self


@frozen
class Space:
    """What may grow and shrink between words, in millimetres; lines may end there.

    By `spare` it grows beyond what looks well, rather than that a line of a narrow measure stays short.
    """

    width: float
    stretch: float
    shrink: float
    spare: float = 0.0


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


@frozen
class Word:
    """Runs with no space between them, and the space before them where they do not begin a line; in millimetres."""

    runs: tuple[Letters, ...]
    space: float
    width: float

    @property
    def breakable(self) -> Letters | None:
        """The letters of a word that may be hyphenated: of one look, without pictures."""
        return self.runs[0] if len(self.runs) == 1 and self.runs[0].face is None else None


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
    for attempt in _JUSTIFIED if justify else _RAGGED:
        paragraph = paragraph.loosened() if attempt.tracked else paragraph
        if breaks := paragraph.best_breaks(attempt):
            return list(paragraph.lines(breaks, justify))
    raise AssertionError("the last attempt takes any paragraph")


Split = Callable[[Word, float], tuple[Word, Word] | None]
"""What parts a word where it may end a line, the longest part that is no wider than so many millimetres first."""


def fill_lines(words: Sequence[Word], measure: Measure, split: Split) -> list[list[Word]] | None:
    """The words of each line, as many in each as there is room for; None where one is too wide and cannot be parted."""
    lines: list[list[Word]] = [[]]
    used = 0.0
    queue = list(words[::-1])
    _, width = measure(0)
    while queue:
        word = queue.pop()
        gap = word.space if lines[-1] else 0.0
        if used + gap + word.width <= width + 1e-6:
            lines[-1].append(word)
            used += gap + word.width
            continue
        halves = split(word, width - used - gap) if used < _FULL_ENOUGH * width else None
        if halves:
            lines[-1].append(halves[0])
            queue.append(halves[1])
        elif not lines[-1]:
            return None
        else:
            queue.append(word)
        _, width = measure(len(lines))
        lines.append([])
        used = 0.0
    return lines


def words_of(line: TypesetLine) -> list[Word]:
    """The words of a line, with the spaces that stand between them."""
    words: list[list[Letters]] = []
    spaces: list[float] = []
    end: float | None = None
    for x, letters in line.runs:
        if end is None or x > end + _TOUCHING:
            words.append([])
            spaces.append(0.0 if end is None else x - end)
        words[-1].append(letters)
        end = x + letters.width
    return [Word(tuple(runs), space, fsum(run.width for run in runs)) for runs, space in zip(words, spaces)]


def _ragged(node: Node) -> Node:
    """Spaces that leave room at the line's end rather than grow, and words that are not worth a hyphen for it."""
    if isinstance(node, Space):
        return replace(node, stretch=node.width * _RAG, shrink=0.0)
    return replace(node, cost=node.cost * _RAG) if isinstance(node, Hyphen) else node


@frozen
class _Paragraph:
    """Nodes, and widths of everything before each of them: as it is, and what its spaces may add or give, and its
    letters too where they are `tracked`.

    `starts` has where the line after a break begins: spaces at its front are dropped.
    """

    nodes: Sequence[Node]
    measure: Measure
    width: Sequence[float]
    stretch: Sequence[float]
    shrink: Sequence[float]
    starts: Sequence[int]
    tracked: bool

    @staticmethod
    def of(nodes: Sequence[Node], measure: Measure, tracked: bool = False) -> _Paragraph:
        kinds = (Letters, Space) if tracked else (Space,)
        supple = [node if isinstance(node, kinds) else None for node in nodes]
        width = accumulate([_width(node) for node in nodes], initial=0.0)
        stretch = accumulate([node.stretch if node else 0.0 for node in supple], initial=0.0)
        shrink = accumulate([node.shrink if node else 0.0 for node in supple], initial=0.0)
        starts = [len(nodes)]
        for at in range(len(nodes) - 1, -1, -1):
            starts.append(starts[-1] if isinstance(nodes[at], Space) else at)
        return _Paragraph(nodes, measure, list(width), list(stretch), list(shrink), starts[::-1], tracked)

    def loosened(self) -> _Paragraph:
        """The same with letters that give way beside the spaces."""
        return self if self.tracked else _Paragraph.of(self.nodes, self.measure, True)

    def best_breaks(self, attempt: _Attempt) -> list[int] | None:
        active = [_Breakpoint(-1, 0, 1, False, 0.0, None)]
        for at, node in enumerate(self.nodes):
            if isinstance(node, Letters) or (isinstance(node, Space) and not isinstance(self.nodes[at - 1], Letters)):
                continue
            active = self._advanced(active, at, attempt)
            if not active:
                return None
        point: _Breakpoint | None = min(active, key=lambda point: point.cost)
        breaks = []
        while point is not None and point.at >= 0:
            breaks.append(point.at)
            point = point.before
        return breaks[::-1]

    def _advanced(self, active: list[_Breakpoint], at: int, attempt: _Attempt) -> list[_Breakpoint]:
        """The points that lines may still begin at, once a break at this node has been tried from each of them."""
        node, kept, tolerance = self.nodes[at], [], attempt.tolerance
        found: dict[tuple[int, int], _Breakpoint] = {}
        last_resort: _Breakpoint | None = None
        for point in active:
            ratio = self._ratio(point, at)
            if ratio >= -1 and not isinstance(node, End):
                kept.append(point)
            if -1 <= ratio <= tolerance:
                reached = _reached(point, at, node, ratio, self._last_price(point, at, attempt))
                if reached.cost == inf:
                    continue
                key = (reached.line, reached.fit)
                if key not in found or reached.cost < found[key].cost:
                    found[key] = reached
            elif ratio < -1 and tolerance == inf and attempt.stump < inf:
                last_resort = _Breakpoint(at, point.line + 1, 0, isinstance(node, Hyphen), point.cost + 1e9, point)
        if not kept and not found and last_resort is not None:
            return [last_resort]
        return kept + list(found.values())

    def _last_price(self, point: _Breakpoint, at: int, attempt: _Attempt) -> float:
        """What it costs that the last line begins inside a word, or is short."""
        if not isinstance(self.nodes[at], End) or point.at < 0 or isinstance(self.nodes[point.at], End):
            return 0.0
        before, start = self.nodes[point.at], self.starts[point.at + 1]
        parted = isinstance(before, Hyphen)
        share = (self.width[at] - self.width[start]) / self.measure(point.line)[1]
        is_word = not any(isinstance(node, Space) for node in self.nodes[start:at])
        price = _SHORT_LAST * max(_WORD_LAST if is_word else 0.0, 1.0 - share / _SHORTEST_LAST)
        price += attempt.hyphen if isinstance(before, Hyphen) and before.letters.text else 0.0
        is_stump = sum((is_word, parted, share < _STUMP)) > 1
        return price + (attempt.stump if is_stump else 0.0)

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
            yield self._line(self.nodes[self.starts[before + 1] : at], self.nodes[at], left, room, justify)

    def _line(self, body: Sequence[Node], last: Node, left: float, room: float, justify: bool) -> TypesetLine:
        nodes = list(body)
        while nodes and isinstance(nodes[-1], Space):
            nodes.pop()
        if isinstance(last, Hyphen) and last.letters.text:
            nodes.append(last.letters)
        slack = room - fsum(map(_width, nodes))
        give = _stretch if slack >= 0 else _shrink
        free = fsum(give(node, self.tracked) for node in nodes)
        ratio = slack / free if free and justify and not (isinstance(last, End) and slack >= 0) else 0.0
        ratio = min(max(ratio, -1.0), _WIDEST)
        spare = fsum(node.spare for node in nodes if isinstance(node, Space))
        beyond = min(1.0, max(0.0, slack - ratio * free) / spare) if spare and ratio == _WIDEST else 0.0
        by = ratio * (_APART / _WIDEST if slack >= 0 else _TOGETHER) if self.tracked else 0.0
        runs: list[tuple[float, Letters]] = []
        x = left
        for node in nodes:
            if isinstance(node, Letters):
                runs.append((x, node.tracked(by)))
                x += runs[-1][1].width
            elif isinstance(node, Space):
                x += node.width + ratio * give(node, self.tracked) + beyond * node.spare
        return TypesetLine(tuple(runs), x - left, isinstance(last, End), isinstance(last, Hyphen))


def _width(node: Node) -> float:
    return node.width if isinstance(node, Letters | Space) else 0.0


def _stretch(node: Node, tracked: bool) -> float:
    return node.stretch if isinstance(node, Space) or (tracked and isinstance(node, Letters)) else 0.0


def _shrink(node: Node, tracked: bool) -> float:
    return node.shrink if isinstance(node, Space) or (tracked and isinstance(node, Letters)) else 0.0


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
