"""Sets a line of text along a curve, letter by letter, and says what the letters read."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import fsum

from pnp.drawing.fonts import FontBook, clusters, runs_to_the_left
from pnp.drawing.lines import Letters, Word
from pnp.drawing.linework import LineArtist
from pnp.drawing.markup import SOFT_HYPHEN
from pnp.drawing.shapes import Anchor, Commands, Group, Shape, Symbol, loops
from pnp.drawing.text import FitError, Lettering, TextSetter, falling, largest, shortly
from pnp.frozen import frozen
from pnp.geometry import Box, Point, Transform

_STEPS = 96  # of a curve
_SHARES: Mapping[Anchor, float] = {"start": 0.0, "middle": 0.5, "end": 1.0}


@frozen
class Way:
    """Straight lines from point to point, and how far along each point is, in millimetres."""

    points: tuple[Point, ...]
    reached: tuple[float, ...]

    @classmethod
    def through(cls, points: Sequence[Point]) -> Way:
        kept = [point for number, point in enumerate(points) if not number or math.dist(point, points[number - 1]) > 0]
        steps = (math.dist(one, other) for one, other in pairwise(kept))
        return cls(tuple(kept), tuple(accumulate(steps, initial=0.0)))

    @classmethod
    def of(cls, commands: Commands) -> Way:
        """The first of the lines that a path is made of."""
        first = next(loops(commands, _STEPS), ())
        ends = next((number for number, command in enumerate(commands) if number and command[0] == "M"), len(commands))
        closed = bool(first) and commands[ends - 1][0] == "Z"
        return cls.through((*first, first[0]) if closed else first)

    @property
    def length(self) -> float:
        return self.reached[-1] if self.reached else 0.0

    def at(self, along: float) -> Point:
        """The point so far along; before the beginning and after the end the way goes straight on."""
        number = min(max(bisect_right(self.reached, along), 1), len(self.points) - 1)
        (x, y), (u, v) = self.points[number - 1], self.points[number]
        begins, ends = self.reached[number - 1], self.reached[number]
        share = (along - begins) / (ends - begins)
        return x + (u - x) * share, y + (v - y) * share


Curve = Callable[[float, float], Way]
"""The way for capitals of a height and a text of a length."""


def arc(box: Box, radius: float, valign: str, cap: float, length: float) -> Way:
    """The baseline of a text on an arc as wide as a box, rising to its middle, or with a radius below 0 sinking to it.
    What the text takes of it lies at the top, the middle or the bottom of the box.
    """
    own = abs(radius)
    half = math.asin(min(1.0, box.width / 2 / own))
    deep = own * (1 - math.cos(min(half, length / own / 2)))
    slack = box.height - deep - cap
    down = {"top": 0.0, "middle": slack / 2, "bottom": slack}.get(valign, slack / 2)
    x = box.centre[0]
    y = box.top + down + cap + (own if radius > 0 else deep - own)
    turns = [half * (2 * step / _STEPS - 1) for step in range(_STEPS + 1)]
    sign = 1 if radius > 0 else -1
    return Way.through([(x + own * math.sin(turn), y - sign * own * math.cos(turn)) for turn in turns])


def circle(box: Box, cap: float, inward: bool) -> Way:
    """The baseline of text around the inside of a box: clockwise from its foot with the letters' feet inwards, or
    counterclockwise from its top with their heads inwards; its middle is at the top, or at the foot.
    """
    (x, y), own = box.centre, min(box.width, box.height) / 2
    radius = own if inward else own - cap
    sign = -1 if inward else 1
    turns = [math.pi * (2 * step / (4 * _STEPS) - 1) for step in range(4 * _STEPS + 1)]
    return Way.through([(x + radius * math.sin(turn), y - sign * radius * math.cos(turn)) for turn in turns])


def fitted_along(
    text: str, curve: Curve, lettering: Lettering, fonts: FontBook, icons: Mapping[str, Symbol] | None = None
) -> Group:  # fmt: skip
    """The text in one line on a curve, at its own size or the largest that is no longer than the curve.

    FitError for one that is longer than the curve even at its smallest, and for letters that cannot stand apart.
    """
    full = TextSetter(lettering, fonts, icons or {}, lettering.size)
    floor = full.floor(full.read(text))

    def attempt(size: float) -> Group | None:
        setter = replace(full, size=size)
        letters = list(_letters(setter, text))
        length = fsum(space + each.width for space, each in letters) - (letters[-1][1].tracking if letters else 0.0)
        way = curve(setter.cap, length)
        if length > way.length + 1e-6:
            return None
        return _drawn(setter, letters, way, _SHARES[lettering.align] * (way.length - length))

    found = largest(falling(lettering.size, floor), attempt)
    if found is None:
        too_long = f"is longer than its curve even at {floor:g} pt"
        raise FitError(f"the text '{shortly(text)}' {too_long}; shorten it or give it more room")
    return found


def _drawn(setter: TextSetter, letters: Sequence[tuple[float, Letters]], way: Way, start: float) -> Group:
    behind: list[Shape] = []
    shapes: list[Shape] = []
    said = ""
    for space, each in letters:
        artist = LineArtist(setter.reader, None)
        artist.draw([Word((each,), 0.0, each.width)], -each.width / 2, 0.0)
        start += space
        there = _there(way, start, each.width)
        start += each.width
        behind += [Group(tuple(artist.behind), there)] if artist.behind else []
        shapes.append(Group(tuple(artist.shapes), there))
        said += (" " if space else "") + each.text
    line = Group(tuple(shapes), role="line", alt=said)
    return Group((Group(tuple(behind), role="background"), line)) if behind else line


def _letters(setter: TextSetter, text: str) -> Iterator[tuple[float, Letters]]:
    """Each letter, and the space before it."""
    words = [word for paragraph in setter.read(text).paragraphs for word in paragraph.words]
    for number, word in enumerate(words):
        space = word.space if number else 0.0
        for run in word.runs:
            whole = run.text.replace(SOFT_HYPHEN, "")
            if runs_to_the_left(whole) or (setter.fonts[run.font].plain(whole) is None and _join(whole)):
                why = "join or run to the left, and along a curve each stands by itself"
                raise FitError(f"the letters of '{shortly(whole)}' {why}; set the text level")
            for part in (run,) if run.face else (setter.like(run, cluster) for cluster in clusters(whole)):
                yield space, part
                space = 0.0


def _join(text: str) -> bool:
    # Only text that must be shaped pays for this import.
    from pnp.drawing import shaping

    return shaping.joins(text)


def _there(way: Way, start: float, width: float) -> Transform:
    """Where a letter stands: on the chord of the way under it, its middle on the way's."""
    (x, y), (u, v) = way.at(start), way.at(start + width)
    middle = way.at(start + width / 2)
    return Transform.rotated(math.degrees(math.atan2(v - y, u - x))).then(Transform.moved(*middle))
