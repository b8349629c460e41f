"""Plots of what games came to, in our own shapes: histogram, ranges, intervals, seats, shares and demand."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Anchor
from pnp.geometry import Box
from pnp.playouts.estimates import Estimate
from pnp.playouts.histogram import Histogram
from pnp.playouts.report.scale import Scale, scale_of, step_of
from pnp.playouts.report.sheet import DARK, GRID, INK, MIDDLE, PALE, Sheet

WIDTH = 120.0
_ROW = 6.0
_AXIS = 9.0
_TOP = 3.0
_BINS, _FEW_BINS = 36, 6
_SHADES = (DARK, MIDDLE, PALE)


class Ranged(NamedTuple):
    """A row of a range chart: nine games in ten lie from `ends`, half of them in the `box`."""

    label: str
    ends: tuple[float, float]
    box: tuple[float, float]
    mean: float
    told: str


class Measured(NamedTuple):
    """A row of an interval chart; `exact` is what was counted, None where nothing was."""

    label: str
    found: Estimate
    told: str
    exact: float | None = None


class Placed(NamedTuple):
    """A seat of a seat chart: its number, and its advantage over the average seat."""

    seat: int
    advantage: Estimate
    matters: bool


class Part(NamedTuple):
    """A share of every bar: its name in the key, and the mark that stands on it where there is room."""

    name: str
    mark: str


class Needed(NamedTuple):
    """A row of a demand chart: how many there are, the most in use in any game, and the mean of that."""

    label: str
    have: int
    peak: int
    mean: float


def histogram(name: str, spread: Histogram, title: str, fonts: FontBook, height: float = 52.0) -> Face:
    """Bars of games by value: the nine in ten in the middle dark, the others pale, the mean a dashed line."""
    sheet = Sheet(name, WIDTH, height, fonts)
    values = list(spread.histogram())
    low, high = values[0][0], values[-1][0]
    # Few games make few bars, or they would tell of nothing but chance.
    about = min(_BINS, max(_FEW_BINS, round(2 * spread.count**0.4)))
    step = max(1, round(step_of(high - low + 1, about)))
    first = low // step * step
    bins = [0] * ((high - first) // step + 1)
    for value, times in values:
        bins[(value - first) // step] += times
    shift = 0.5 if step == 1 else 0.0
    scale = Scale(first - shift, first + len(bins) * step - shift, 4.0, WIDTH - 4.0)
    base, tall = height - _AXIS, max(bins)
    left, right = spread.quantile(0.05), spread.quantile(0.95)
    sheet.axis(scale, base, base, title, whole=True)
    for at, times in enumerate(bins):
        start = first + at * step
        inner = start + step > left and start <= right
        top = base - (base - 8.0) * times / tall
        box = Box(scale.at(start - shift), top, scale.at(start + step - shift), base)
        sheet.bar(box, MIDDLE if inner else PALE)
    mean = scale.at(spread.mean)
    sheet.rule(mean, 6.0, mean, base, 0.45, dash=(1.2, 0.8))
    side: Anchor = "end" if mean > WIDTH * 0.6 else "start"
    told = f"mean {spread.mean:,.1f}; nine in ten from {left:,} to {right:,}"
    sheet.words(mean + (-1.2 if side == "end" else 1.2), 4.0, told, side)
    return sheet.face()


def ranges(name: str, rows: Sequence[Ranged], title: str, fonts: FontBook) -> Face:
    """A thin line for nine games in ten, a box for the middle half, a dot for the mean, a row each."""
    sheet = Sheet(name, WIDTH, _TOP + len(rows) * _ROW + _AXIS, fonts)
    start, end = sheet.widest([row.label for row in rows]) + 5.0, WIDTH - sheet.widest([row.told for row in rows]) - 4.0
    scale = scale_of([value for row in rows for value in row.ends], start, end, zero=True)
    base = sheet.height - _AXIS
    sheet.axis(scale, base, _TOP, title)
    for at, row in enumerate(rows):
        y = _TOP + (at + 0.5) * _ROW
        sheet.words(start - 2.5, y, row.label, "end")
        sheet.whisker(scale.at(row.ends[0]), scale.at(row.ends[1]), y)
        sheet.bar(Box(scale.at(row.box[0]), y - 1.5, scale.at(row.box[1]), y + 1.5), MIDDLE)
        sheet.dot(scale.at(row.mean), y)
        sheet.words(end + 3.0, y, row.told)
    return sheet.face()


def intervals(
    name: str, rows: Sequence[Measured], title: str, fonts: FontBook, *, percent: bool = True, signed: bool = False
) -> Face:
    """A dot and its interval a row, a diamond where it was counted exactly; a line at nothing where signs matter."""
    rows = [row._replace(found=_drawn(row.found)) for row in rows]
    sheet = Sheet(name, WIDTH, _TOP + len(rows) * _ROW + _AXIS, fonts)
    label = min(sheet.widest([row.label for row in rows]), WIDTH * 0.5)
    start, end = label + 4.0, WIDTH - sheet.widest([row.told for row in rows]) - 4.0
    values = [value for row in rows for value in (row.found.low, row.found.high, row.exact or row.found.value)]
    scale = scale_of(values, start, end, zero=True)
    base = sheet.height - _AXIS
    sheet.axis(scale, base, _TOP, title, percent=percent)
    if signed:
        sheet.rule(scale.at(0), _TOP, scale.at(0), base, 0.35, dash=(1.2, 0.8))
    for at, row in enumerate(rows):
        y = _TOP + (at + 0.5) * _ROW
        sheet.words(start - 2.0, y, row.label, "end")
        sheet.whisker(scale.at(row.found.low), scale.at(row.found.high), y)
        if row.exact is not None:
            sheet.diamond(scale.at(row.exact), y)
        sheet.dot(scale.at(row.found.value), y, 0.8)
        sheet.words(end + 3.0, y, row.told)
    return sheet.face()


def points_of(share: float) -> str:
    """A difference of shares beside an axis: `+20`, `−5`, `0`."""
    return f"{100 * share:+.3g}".replace("-", "−") if share else "0"


def _drawn(found: Estimate) -> Estimate:
    """An estimate as it is drawn: without an interval where there were too few games for one."""
    return found if isfinite(found.half) else Estimate(found.value, found.value, found.value)


def seats(name: str, tables: Sequence[tuple[str, Sequence[Placed]]], title: str, fonts: FontBook) -> Face:
    """Every seat of every table: how far it is above the average seat. A full dot stands out, an open one does not."""
    height = 58.0
    tables = [
        (label, [place._replace(advantage=_drawn(place.advantage)) for place in table]) for label, table in tables
    ]
    sheet = Sheet(name, WIDTH, height, fonts)
    places = [place for _, table in tables for place in table]
    worst = max(max(abs(place.advantage.low), abs(place.advantage.high)) for place in places) * 1.05 or 0.01
    base, left = height - 11.0, 15.0
    scale = Scale(-worst, worst, base, 6.0)
    for mark in scale.marks(5):
        y = scale.at(mark)
        sheet.rule(left, y, WIDTH, y, 0.12, GRID)
        sheet.words(left - 1.5, y, points_of(mark), "end")
    sheet.words(0.0, 2.6, title)
    sheet.rule(left, scale.at(0), WIDTH, scale.at(0), 0.35, dash=(1.2, 0.8))
    step = (WIDTH - left) / (len(places) + 0.8 * len(tables))
    x = left
    for label, table in tables:
        begun = x
        x += 0.4 * step
        for place in table:
            middle = x + step / 2
            sheet.standing(scale.at(place.advantage.low), scale.at(place.advantage.high), middle, min(0.9, step / 5))
            sheet.dot(middle, scale.at(place.advantage.value), min(1.1, step / 3), place.matters)
            if step > 2.2 or place.seat in (1, len(table)):
                sheet.words(middle, base + 2.8, str(place.seat), "middle")
            x += step
        x += 0.4 * step
        sheet.words((begun + x) / 2, base + 7.6, label, "middle", bold=True)
        if x < WIDTH - 1:
            sheet.rule(x, 6.0, x, base + 9.0, 0.15, GRID)
    return sheet.face()


def shares(name: str, rows: Sequence[tuple[str, Sequence[float]]], parts: Sequence[Part], fonts: FontBook) -> Face:
    """A whole bar a row, divided into shares that are marked and named above; dark, middle and pale by turns."""
    lines = _keyed([part.name for part in parts], fonts)
    top = _TOP + 5.0 * len(lines)
    sheet = Sheet(name, WIDTH, top + len(rows) * _ROW + _AXIS, fonts)
    start, end = sheet.widest([label for label, _ in rows]) + 5.0, WIDTH - 4.0
    for number, line in enumerate(lines):
        x = start
        for at in line:
            y = _TOP + 5.0 * number
            _marked(sheet, Box(x, y - 1.8, x + 3.6, y + 1.8), at, parts[at].mark)
            sheet.words(x + 4.8, y, parts[at].name)
            x += sheet.wide(parts[at].name) + 8.5
    scale = Scale(0.0, 1.0, start, end)
    base = sheet.height - _AXIS
    sheet.axis(scale, base, top, "share of games", percent=True)
    for number, (label, found) in enumerate(rows):
        y, reached = top + (number + 0.5) * _ROW, 0.0
        sheet.words(start - 2.5, y, label, "end")
        for at, share in enumerate(found):
            _marked(sheet, Box(scale.at(reached), y - 2.0, scale.at(reached + share), y + 2.0), at, parts[at].mark)
            reached += share
    return sheet.face()


def _marked(sheet: Sheet, box: Box, at: int, mark: str) -> None:
    """A part of a bar with its mark on it, white on dark."""
    shade = _SHADES[at % len(_SHADES)]
    sheet.bar(box, shade)
    if box.width > sheet.wide(mark) + 0.8:
        sheet.words(*box.centre, mark, "middle", colour=WHITE if shade == DARK else INK)


def _keyed(parts: Sequence[str], fonts: FontBook) -> list[list[int]]:
    """Which parts the lines of a key name, as many in a line as go."""
    measure = Sheet("", WIDTH, 1.0, fonts)
    lines: list[list[int]] = [[]]
    used = 0.0
    for at, part in enumerate(parts):
        width = measure.wide(part) + 8.5
        if lines[-1] and used + width > WIDTH - 25.0:
            lines.append([])
            used = 0.0
        lines[-1].append(at)
        used += width
    return lines


def demand(name: str, rows: Sequence[Needed], fonts: FontBook) -> Face:
    """A frame for all the pieces there are, filled as far as any game used them at once; a mark at the mean."""
    sheet = Sheet(name, WIDTH, _TOP + len(rows) * _ROW + _AXIS, fonts)
    told = [f"{row.peak:,} of {row.have:,}" for row in rows]
    start, end = sheet.widest([row.label for row in rows]) + 5.0, WIDTH - sheet.widest(told) - 4.0
    scale = Scale(0.0, 1.0, start, end)
    base = sheet.height - _AXIS
    sheet.axis(scale, base, _TOP, "share of the pieces in the box", percent=True)
    for at, row in enumerate(rows):
        y = _TOP + (at + 0.5) * _ROW
        sheet.words(start - 2.5, y, row.label, "end")
        sheet.bar(Box(start, y - 1.8, end, y + 1.8), None)
        sheet.bar(Box(start, y - 1.8, scale.at(row.peak / row.have), y + 1.8), MIDDLE)
        mean = scale.at(row.mean / row.have)
        sheet.rule(mean, y - 2.4, mean, y + 2.4, 0.6)
        sheet.words(end + 3.0, y, told[at])
    return sheet.face()
