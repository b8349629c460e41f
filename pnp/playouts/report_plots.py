"""Plots of what games came to, in our own shapes: histogram, ranges, intervals, seats, shares and demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, isfinite, log10
from typing import NamedTuple

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Anchor, Path, Shape, Stroke, Text, circle, line, polygon, rectangle
from pnp.frozen import frozen
from pnp.geometry import MM_PER_POINT, Box, Size, Trim, number
from pnp.playouts.tally import Estimate, Histogram

# Three steps of lightness that stay apart in grey and to colour-blind eyes.
INK = Colour.parse("#1d1a17")
DARK = Colour.parse("#1f4e6b")
MIDDLE = Colour.parse("#7fa6bd")
PALE = Colour.parse("#d9e5ec")
GRID = Colour.parse("#c9c4bc")
WIDTH = 120.0
_POINTS = 8.0
_CAP = 0.35  # of the size of letters: from the baseline to the middle of small ones
_ROW, _AXIS, _TOP = 6.0, 9.0, 3.0
_BINS, _FEW_BINS = 36, 6
_STEPS = (1, 2, 2.5, 5, 10)
_DASH = (1.2, 0.8)


@frozen
class Scale:
    """An axis from `low` to `high`, drawn from `start` to `end` in millimetres."""

    low: float
    high: float
    start: float
    end: float

    def at(self, value: float) -> float:
        """Where a value lies, in millimetres; one beyond the ends at the end."""
        share = (min(max(value, self.low), self.high) - self.low) / ((self.high - self.low) or 1.0)
        return self.start + share * (self.end - self.start)

    def marks(self, about: int = 6, whole: bool = False) -> Sequence[float]:
        """Round numbers within the scale, about so many; whole ones only where asked for."""
        step = step_of(self.high - self.low, about)
        step = max(1.0, ceil(step)) if whole else step
        first, last = ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9)
        return [round(times * step, 10) for times in range(first, last + 1)]


def step_of(width: float, about: int) -> float:
    """A round step, of which about so many make the width."""
    rough = max(width, 1e-9) / about
    power = 10.0 ** floor(log10(rough))
    return next((step * power for step in _STEPS if step * power >= rough * 0.999), 10 * power)


def scale_of(values: Sequence[float], start: float, end: float) -> Scale:
    """A scale that holds nothing and all the values with a little room."""
    low, high = min((*values, 0.0)), max((*values, 0.0))
    room = (high - low) * 0.04 or 0.5
    return Scale(low if low == 0 else low - room, high + room, start, end)


def figure(value: float, percent: bool = False) -> str:
    """A number beside an axis: `1,200`, `0.5`, `25%`."""
    scaled = round(100 * value, 6) if percent else value
    text = f"{scaled:,.0f}" if abs(scaled) >= 1000 else number(scaled, 3)
    return f"{text}%".replace("-", "−") if percent else text.replace("-", "−")


class Plot:
    """A plot while it is drawn; coordinates in millimetres, origin top left, y down."""

    def __init__(self, name: str, height: float, fonts: FontBook) -> None:
        self.name = name
        self.height = height
        self._fonts = fonts
        self._shapes: list[Shape] = []

    def face(self) -> Face:
        """The finished plot."""
        return Face(self.name, Trim(Size(WIDTH, self.height), bleed=0.0, safe=0.0), tuple(self._shapes))

    def words(
        self, x: float, y: float, text: str, anchor: Anchor = "start", *, bold: bool = False, colour: Colour = INK
    ) -> None:
        """A line of text whose small letters have their middle at y."""
        middle = y + _POINTS * _CAP * MM_PER_POINT
        self._shapes.append(Text(x, middle, text, TEXT_BOLD if bold else TEXT, _POINTS, colour, anchor))

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, width: float = 0.2, colour: Colour = INK,
        dash: tuple[float, ...] = (),
    ) -> None:  # fmt: skip
        self._shapes.append(Path(line(x1, y1, x2, y2), stroke=Stroke(colour, width, dash)))

    def bar(self, box: Box, fill: Colour | None) -> None:
        """A filled box; what is too thin to be seen is left out."""
        if box.width > 0 and box.height > 0:
            self._shapes.append(Path(rectangle(box), fill, Stroke(INK, 0.15)))

    def dot(self, x: float, y: float, radius: float = 1.0, filled: bool = True) -> None:
        self._shapes.append(Path(circle(x, y, radius), INK if filled else WHITE, Stroke(INK, 0.3)))

    def diamond(self, x: float, y: float, radius: float = 1.3) -> None:
        points = ((x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y))
        self._shapes.append(Path(polygon(points), WHITE, Stroke(INK, 0.35)))

    def whisker(self, low: float, high: float, y: float, cap: float = 0.9) -> None:
        """An interval that lies, with a cap at each end."""
        self.rule(low, y, high, y, 0.35)
        for x in (low, high):
            self.rule(x, y - cap, x, y + cap, 0.35)

    def standing(self, low: float, high: float, x: float, cap: float = 0.7) -> None:
        """An interval that stands."""
        self.rule(x, low, x, high, 0.35)
        for y in (low, high):
            self.rule(x - cap, y, x + cap, y, 0.35)

    def axis(
        self, scale: Scale, y: float, top: float, title: str, *, whole: bool = False, percent: bool = False
    ) -> None:
        """A lying axis at y: a pale line up to `top` at each mark, its number below, and what it counts."""
        for mark in scale.marks(whole=whole):
            x = scale.at(mark)
            self.rule(x, top, x, y, 0.12, GRID)
            self.words(x, y + 2.6, figure(mark, percent), "middle")
        self.rule(scale.start, y, scale.end, y, 0.25)
        self.words((scale.start + scale.end) / 2, y + 6.2, title, "middle")


class RowChart(Plot):
    """A plot of a row each: a label to the left, what is told to the right, and between them a lying axis."""

    def __init__(
        self, name: str, labels: Sequence[str], told: Sequence[str], fonts: FontBook, *, top: float = _TOP,
        gap: float = 5.0, widest: float = WIDTH,
    ) -> None:  # fmt: skip
        super().__init__(name, top + len(labels) * _ROW + _AXIS, fonts)
        self.top, self.base = top, self.height - _AXIS
        self.start = min(max((width(text, fonts) for text in labels), default=0.0), widest) + gap
        self.end = WIDTH - max((width(text, fonts) for text in told), default=0.0) - 4.0
        self._labels, self._told, self._gap = labels, told, gap

    def scale(self, values: Sequence[float], title: str, percent: bool = False) -> Scale:
        """The scale of those values, whose axis it draws."""
        scale = scale_of(values, self.start, self.end)
        self.axis(scale, self.base, self.top, title, percent=percent)
        return scale

    def shares(self, title: str) -> Scale:
        """A scale from nothing to all, whose axis it draws."""
        scale = Scale(0.0, 1.0, self.start, self.end)
        self.axis(scale, self.base, self.top, title, percent=True)
        return scale

    def rows(self) -> Iterator[float]:
        """The middle of each row, between its label and what is told of it."""
        for at, label in enumerate(self._labels):
            y = self.top + (at + 0.5) * _ROW
            self.words(self.start - self._gap / 2, y, label, "end")
            yield y
            if self._told:
                self.words(self.end + 3.0, y, self._told[at])


def width(text: str, fonts: FontBook) -> float:
    """How wide words in a plot are."""
    return fonts[TEXT].width(text, _POINTS)


class RangeRow(NamedTuple):
    """A row of a range chart: nine games in ten lie from `ends`, half of them in the `box`."""

    label: str
    ends: tuple[float, float]
    box: tuple[float, float]
    mean: float
    told: str


class IntervalRow(NamedTuple):
    """A row of an interval chart; `exact` is what was counted, None where nothing was."""

    label: str
    found: Estimate
    told: str
    exact: float | None = None


class SeatMark(NamedTuple):
    """A seat of a seat chart: its number, and its advantage over the average seat."""

    seat: int
    advantage: Estimate
    matters: bool


class SharePart(NamedTuple):
    """A share of every bar: its name in the key, and the mark that stands on it where there is room."""

    name: str
    mark: str


class DemandRow(NamedTuple):
    """A row of a demand chart: how many there are, the most in use in any game, and the mean of that."""

    label: str
    have: int
    peak: int
    mean: float


def histogram(name: str, found: Histogram, title: str, fonts: FontBook, height: float = 52.0) -> Face:
    """Bars of games by value: the nine in ten in the middle dark, the others pale, the mean a dashed line."""
    plot = Plot(name, height, fonts)
    values = list(found.histogram())
    low, high = values[0][0], values[-1][0]
    # Few games make few bars, or they would tell of nothing but chance.
    about = min(_BINS, max(_FEW_BINS, round(2 * found.count**0.4)))
    step = max(1, round(step_of(high - low + 1, about)))
    first = low // step * step
    bins = [0] * ((high - first) // step + 1)
    for value, times in values:
        bins[(value - first) // step] += times
    shift = 0.5 if step == 1 else 0.0
    scale = Scale(first - shift, first + len(bins) * step - shift, 4.0, WIDTH - 4.0)
    base, tall = height - _AXIS, max(bins)
    left, right = found.quantile(0.05), found.quantile(0.95)
    plot.axis(scale, base, base, title, whole=True)
    for at, times in enumerate(bins):
        start = first + at * step
        inner = start + step > left and start <= right
        top = base - (base - 8.0) * times / tall
        plot.bar(Box(scale.at(start - shift), top, scale.at(start + step - shift), base), MIDDLE if inner else PALE)
    mean = scale.at(found.mean)
    plot.rule(mean, 6.0, mean, base, 0.45, dash=_DASH)
    side: Anchor = "end" if mean > WIDTH * 0.6 else "start"
    told = f"mean {found.mean:,.1f}; nine in ten from {left:,} to {right:,}"
    plot.words(mean + (-1.2 if side == "end" else 1.2), 4.0, told, side)
    return plot.face()


def ranges(name: str, rows: Sequence[RangeRow], title: str, fonts: FontBook) -> Face:
    """A thin line for nine games in ten, a box for the middle half, a dot for the mean, a row each."""
    chart = RowChart(name, [row.label for row in rows], [row.told for row in rows], fonts)
    scale = chart.scale([value for row in rows for value in row.ends], title)
    for y, row in zip(chart.rows(), rows):
        chart.whisker(scale.at(row.ends[0]), scale.at(row.ends[1]), y)
        chart.bar(Box(scale.at(row.box[0]), y - 1.5, scale.at(row.box[1]), y + 1.5), MIDDLE)
        chart.dot(scale.at(row.mean), y)
    return chart.face()


def intervals(name: str, rows: Sequence[IntervalRow], title: str, fonts: FontBook, signed: bool = False) -> Face:
    """A dot and its interval a row, a diamond where it was counted exactly; a line at nothing where signs matter."""
    rows = [row._replace(found=_drawable(row.found)) for row in rows]
    labels, told = [row.label for row in rows], [row.told for row in rows]
    chart = RowChart(name, labels, told, fonts, gap=4.0, widest=WIDTH * 0.5)
    values = [value for row in rows for value in (row.found.low, row.found.high, row.exact or row.found.value)]
    scale = chart.scale(values, title, percent=True)
    if signed:
        chart.rule(scale.at(0), chart.top, scale.at(0), chart.base, 0.35, dash=_DASH)
    for y, row in zip(chart.rows(), rows):
        chart.whisker(scale.at(row.found.low), scale.at(row.found.high), y)
        if row.exact is not None:
            chart.diamond(scale.at(row.exact), y)
        chart.dot(scale.at(row.found.value), y, 0.8)
    return chart.face()


def _drawable(found: Estimate) -> Estimate:
    """An estimate as it is drawn: without an interval where there were too few games for one."""
    return found if isfinite(found.half) else Estimate(found.value, found.value, found.value)


def seats(name: str, tables: Sequence[tuple[str, Sequence[SeatMark]]], title: str, fonts: FontBook) -> Face:
    """Every seat of every table: how far it is above the average seat. A full dot stands out, an open one does not."""
    plot = Plot(name, 58.0, fonts)
    tables = [
        (label, [mark._replace(advantage=_drawable(mark.advantage)) for mark in marks]) for label, marks in tables
    ]
    every = [mark for _, marks in tables for mark in marks]
    worst = max(max(abs(mark.advantage.low), abs(mark.advantage.high)) for mark in every) * 1.05 or 0.01
    base, left = plot.height - 11.0, 15.0
    scale = Scale(-worst, worst, base, 6.0)
    for share in scale.marks(5):
        y = scale.at(share)
        plot.rule(left, y, WIDTH, y, 0.12, GRID)
        plot.words(left - 1.5, y, f"{100 * share:+.3g}".replace("-", "−") if share else "0", "end")
    plot.words(0.0, 2.6, title)
    plot.rule(left, scale.at(0), WIDTH, scale.at(0), 0.35, dash=_DASH)
    step = (WIDTH - left) / (len(every) + 0.8 * len(tables))
    x = left
    for label, marks in tables:
        begun = x
        x += 0.4 * step
        for mark in marks:
            middle = x + step / 2
            plot.standing(scale.at(mark.advantage.low), scale.at(mark.advantage.high), middle, min(0.9, step / 5))
            plot.dot(middle, scale.at(mark.advantage.value), min(1.1, step / 3), mark.matters)
            if step > 2.2 or mark.seat in (1, len(marks)):
                plot.words(middle, base + 2.8, str(mark.seat), "middle")
            x += step
        x += 0.4 * step
        plot.words((begun + x) / 2, base + 7.6, label, "middle", bold=True)
        if x < WIDTH - 1:
            plot.rule(x, 6.0, x, base + 9.0, 0.15, GRID)
    return plot.face()


def shares(name: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[SharePart], fonts: FontBook) -> Face:
    """A whole bar a row, divided into shares that are marked and named above; dark, middle and pale by turns."""
    wide = [width(part.name, fonts) + 8.5 for part in parts]
    key = _key_lines(wide)
    chart = RowChart(name, [label for label, _ in rows], (), fonts, top=_TOP + 5.0 * len(key))

    def draw_part(box: Box, at: int) -> None:
        shade, mark = (DARK, MIDDLE, PALE)[at % 3], parts[at].mark
        chart.bar(box, shade)
        if box.width > width(mark, fonts) + 0.8:
            chart.words(*box.centre, mark, "middle", colour=WHITE if shade == DARK else INK)

    for down, named in enumerate(key):
        x, y = chart.start, _TOP + 5.0 * down
        for at in named:
            draw_part(Box(x, y - 1.8, x + 3.6, y + 1.8), at)
            chart.words(x + 4.8, y, parts[at].name)
            x += wide[at]
    scale = chart.shares("share of games")
    for y, (_, found) in zip(chart.rows(), rows):
        reached = 0.0
        for at, share in enumerate(found):
            draw_part(Box(scale.at(reached), y - 2.0, scale.at(reached + share), y + 2.0), at)
            reached += share
    return chart.face()


def _key_lines(wide: Sequence[float]) -> list[list[int]]:
    """Which parts the lines of a key name, as many in a line as go."""
    lines: list[list[int]] = [[]]
    used = 0.0
    for at, one in enumerate(wide):
        if lines[-1] and used + one > WIDTH - 25.0:
            lines.append([])
            used = 0.0
        lines[-1].append(at)
        used += one
    return lines


def demand(name: str, rows: Sequence[DemandRow], fonts: FontBook) -> Face:
    """A frame for all the pieces there are, filled as far as any game used them at once; a mark at the mean."""
    chart = RowChart(name, [row.label for row in rows], [f"{row.peak:,} of {row.have:,}" for row in rows], fonts)
    scale = chart.shares("share of the pieces in the box")
    for y, row in zip(chart.rows(), rows):
        chart.bar(Box(chart.start, y - 1.8, chart.end, y + 1.8), None)
        chart.bar(Box(chart.start, y - 1.8, scale.at(row.peak / row.have), y + 1.8), MIDDLE)
        mean = scale.at(row.mean / row.have)
        chart.rule(mean, y - 2.4, mean, y + 2.4, 0.6)
    return chart.face()
