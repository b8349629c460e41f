"""Fills in the words of CSS as paints: gradients laid out in a box (CSS Images 3), patterns as tiles."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from pnp.definition.fills import LinearWords, PatternWords, RadialWords, StopWords, Tint
from pnp.drawing.colour import Colour
from pnp.drawing.paint import Gradient, LinearGradient, RadialGradient, Spread, Stop, Tiling
from pnp.drawing.shapes import Path, Shape, Stroke, Symbol, circle, line, moved, placed, rectangle
from pnp.drawing.text import FitError
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Point, Transform

_LEAST_PERIOD = 0.4  # mm
_MOST_PERIODS = 64
_MOST_CELLS = 100_000
_ABRUPT = 1e-3  # of a gradient: how much room is left beyond its ends for a colour that ends there
_LEAST_RADIUS = 0.01
_DOT, _HATCH, _ICON = 0.28, 0.2, 0.7  # shares of a pattern's step


@frozen
class _TintStop:
    """A stop at its share of a gradient's way, of which there may be some before 0 and beyond 1."""

    at: float
    tint: Tint


def gradient(words: LinearWords | RadialWords, box: Box) -> Gradient:
    """A gradient as it lies in a box; FitError for one that repeats too closely."""
    return _linear(words, box) if isinstance(words, LinearWords) else _radial(words, box)


def _linear(words: LinearWords, box: Box) -> LinearGradient:
    across, down = _direction(words, box)
    length = abs(box.width * across) + abs(box.height * down)
    places = _places(words.stops, length)
    first, last = _ends(places, words.repeats, length)
    (x, y), half = box.centre, length / 2

    def point(share: float) -> Point:
        way = share * length - half
        return x + across * way, y + down * way

    spread: Spread = "repeat" if words.repeats else "pad"
    return LinearGradient(point(first), point(last), _stops(places, first, last), spread)


def _direction(words: LinearWords, box: Box) -> Point:
    if words.towards is None:
        angle = math.radians(words.degrees)
        return math.sin(angle), -math.cos(angle)
    across, down = words.towards
    if across and down:  # so that the two other corners have the colour halfway
        far = math.hypot(box.width, box.height)
        return across * box.height / far, down * box.width / far
    return float(across), float(down)


def _radial(words: RadialWords, box: Box) -> RadialGradient:
    (x, y), (wide, high) = _centre(words, box), _radii(words, box)
    places = [_TintStop(max(0.0, place.at), place.tint) for place in _places(words.stops, wide)]
    first, last = _ends(places, words.repeats, wide)
    if words.repeats:
        places, last = _from_the_middle(places, first, last), last - first
    squeeze = high / wide
    transform = IDENTITY if squeeze == 1 else Transform.scaled(1, squeeze)
    spread: Spread = "repeat" if words.repeats else "pad"
    centre, radius = (x, y / squeeze), max(_LEAST_RADIUS, wide * last)
    return RadialGradient(centre, radius, _stops(places, 0.0, last), None, spread, transform)


def _centre(words: RadialWords, box: Box) -> Point:
    across, down = words.centre
    return box.left + across.of(box.width), box.top + down.of(box.height)


def _radii(words: RadialWords, box: Box) -> tuple[float, float]:
    """Half the width and height of the ellipse at which a gradient ends."""
    x, y = _centre(words, box)
    if not isinstance(words.size, str):
        wide, high = words.size[0].of(box.width), words.size[1].of(box.height)
        return max(_LEAST_RADIUS, wide), max(_LEAST_RADIUS, wide if words.is_circle else high)
    pick = min if words.size.startswith("closest") else max
    wide = max(_LEAST_RADIUS, pick(abs(x - box.left), abs(x - box.right)))
    high = max(_LEAST_RADIUS, pick(abs(y - box.top), abs(y - box.bottom)))
    if words.is_circle:
        radius = math.hypot(wide, high) if words.size.endswith("corner") else pick(wide, high)
        return radius, radius
    # An ellipse through a corner has the proportions of the one that touches the sides.
    grown = math.sqrt(2) if words.size.endswith("corner") else 1.0
    return wide * grown, high * grown


def _places(stops: Sequence[StopWords], length: float) -> list[_TintStop]:
    """Where each stop stands: none before the one in front of it, those that do not say it evenly between others."""
    ats: list[float | None] = [None if stop.at is None else stop.at.of(length) / length for stop in stops]
    ats[0] = 0.0 if ats[0] is None else ats[0]
    ats[-1] = 1.0 if ats[-1] is None else ats[-1]
    known = [at for at, value in enumerate(ats) if value is not None]
    found: list[float] = []
    for one, other in pairwise(known):
        start, end = ats[one] or 0.0, ats[other] or 0.0
        start = max([start, *found[-1:]])
        end = max(start, end)
        found += [start + (end - start) * (at - one) / (other - one) for at in range(one, other)]
    found.append(max([ats[-1] or 0.0, *found[-1:]]))
    return [_TintStop(at, stop.tint) for at, stop in zip(found, stops, strict=True)]


def _ends(places: Sequence[_TintStop], repeats: bool, length: float) -> tuple[float, float]:
    """Where a gradient begins and ends, in shares of its way."""
    first, last = places[0].at, places[-1].at
    if repeats:
        period = (last - first) * length
        if period < _LEAST_PERIOD or length / period > _MOST_PERIODS:
            least = math.ceil(max(_LEAST_PERIOD, length / _MOST_PERIODS) * 10) / 10
            raise FitError(f"the gradient repeats every {period:.2f} mm; write {least:g} mm or more")
        return first, last
    # Where colours change abruptly at an end, the outer one of them goes on beyond it.
    start, end = min(0.0, first), max(1.0, last)
    before = _ABRUPT if len(places) > 1 and places[1].at <= start else 0.0
    after = _ABRUPT if len(places) > 1 and places[-2].at >= end else 0.0
    return start - before, end + after


def _from_the_middle(places: Sequence[_TintStop], first: float, last: float) -> list[_TintStop]:
    """The stops of a gradient that repeats, from 0 on, though the first of them stands further out."""
    period = last - first
    shift = first % period
    if shift < _ABRUPT or period - shift < _ABRUPT:
        return [_TintStop(place.at - first, place.tint) for place in places]
    seam = _tint_at(places, last - shift)
    ahead = [_TintStop(place.at - (last - shift), place.tint) for place in places if place.at >= last - shift]
    behind = [_TintStop(place.at - first + shift, place.tint) for place in places if place.at <= last - shift]
    return [_TintStop(0.0, seam), *ahead, *behind, _TintStop(period, seam)]


def _tint_at(places: Sequence[_TintStop], at: float) -> Tint:
    for one, other in pairwise(places):
        if one.at <= at <= other.at and other.at > one.at:
            share = (at - one.at) / (other.at - one.at)
            mixed = Colour.parse(one.tint.colour).mixed(Colour.parse(other.tint.colour), share)
            return Tint(str(mixed), one.tint.cover + (other.tint.cover - one.tint.cover) * share)
    return places[-1].tint


def _stops(places: Sequence[_TintStop], first: float, last: float) -> tuple[Stop, ...]:
    """The stops from 0 to 1; what covers nothing takes the colours beside it, so that none is mixed in."""
    found: list[Stop] = []
    for at, place in enumerate(places):
        offset = min(1.0, max(0.0, (place.at - first) / (last - first)))
        beside = [places[near].tint for near in (at - 1, at + 1) if 0 <= near < len(places)]
        for tint in beside if place.tint.cover == 0 else [place.tint]:
            found.append(Stop(offset, Colour.parse(tint.colour), place.tint.cover))
    return tuple(found)


def tiles(words: PatternWords, ink: Colour, icon: Symbol | None, box: Box) -> Tiling:
    """The dots, checks or icons of a pattern over a box, from its middle; FitError for more than can be drawn."""
    step, reach = words.step, math.hypot(box.width, box.height)
    if (reach / step) ** 2 > _MOST_CELLS:
        least = math.ceil(reach / math.sqrt(_MOST_CELLS) * 10) / 10
        raise FitError(f"the pattern has over {_MOST_CELLS:,} figures; write {least:g}mm from one to the next, or more")
    half = step / 2
    shapes: tuple[Shape, ...]
    match words.figure:
        case "dots":
            shapes = (Path(circle(half, half, step * _DOT), ink),)
        case "checks":
            squares = Box(0, 0, half, half), Box(half, half, step, step)
            shapes = tuple(Path(rectangle(square), ink) for square in squares)
        case _:
            shapes = (placed(icon, half, half, _within(icon, step * _ICON)),) if icon else ()
    # The cell begins at 0, which every reader of SVG understands.
    middle = Transform.moved(-half, -half)
    turned = middle.then(Transform.rotated(words.degrees)).then(Transform.moved(*box.centre))
    return Tiling(Box(0, 0, step, step), shapes, turned)


def _within(icon: Symbol, size: float) -> float:
    """How high an icon is that fits into a square."""
    return size * min(1.0, icon.bounds.height / icon.bounds.width)


def stripes(words: PatternWords, ink: Colour, box: Box) -> tuple[Path, ...]:
    """The stripes of a pattern over a box and beyond it: the dashes of one line that is as wide as they are long, which
    no renderer takes long to draw and none shows a seam in. Those of a crosshatch are in two directions.
    """
    step, reach = words.step, math.hypot(box.width, box.height)
    wide, turns = (step * 0.5, (0.0,)) if words.figure == "stripes" else (step * _HATCH, (0.0, 90.0))
    far = math.ceil(reach / 2 / step + 1) * step
    stroke = Stroke(ink, reach, (wide, step - wide), join="bevel")
    across = line(-far - wide / 2, 0, far + wide / 2, 0)
    return tuple(
        Path(moved(across, Transform.rotated(words.degrees + turn).then(Transform.moved(*box.centre))), None, stroke)
        for turn in turns
    )
