"""Sets letters as tight as wood type, every line as wide as its measure, and returns their outlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from pnp.drawing.fonts import DISPLAY, FontBook
from pnp.drawing.shapes import Command, moved
from pnp.frozen import frozen
from pnp.geometry import Box, Transform

Commands = tuple[Command, ...]

_BANDS = 24  # in which the sides of a letter are measured, from its cap line to its baseline
_NEAR = 2  # bands above and below in which a neighbour's ink counts as beside it
_STEPS = 8  # points taken of a curve
_DEEPEST = 0.07  # how far a tail may hang, in cap heights; what is longer is cut shorter
_TAIL_LIFT = 0.05  # a tailed bowl stands that much higher, to leave the rest to its tail
_SPACE = 0.2  # between two words, in cap heights
_OVERLAP = 0.2  # the share of the narrower letter by which its neighbour may reach over it


@frozen
class Sort:
    """One letter as it is cut: cap height 1, baseline at 0, y down, its ink from x = 0 to `width`.

    `left` and `right` are its edges in each band from the top, or None where there is no ink.
    """

    commands: Commands
    width: float
    left: tuple[float | None, ...]
    right: tuple[float | None, ...]


@frozen
class Line:
    """A line of sorts in millimetres: the outline of each letter, its box from cap line to baseline, the measure."""

    letters: tuple[Commands, ...]
    boxes: tuple[Box, ...]


def line(text: Sequence[str], box: Box, fonts: FontBook, gap: float, narrowest: float, widest: float = 1.0) -> Line:
    """The letters across the box, as high as it, made narrower or wider within these shares to fill the measure.

    What is too wide even at its narrowest is set less high, on the same baseline. `gap` is the least air between two
    letters, in cap heights.
    """
    sorts = [cut(letter, fonts) for letter in text]
    places = list(_places(sorts, gap))
    width = places[-1] + sorts[-1].width
    height = min(box.height, box.width / (width * narrowest))
    stretch = min(widest, box.width / (width * height))
    left = box.centre[0] - width * height * stretch / 2
    letters, boxes = [], []
    for sort, place in zip(sorts, places):
        x = left + place * height * stretch
        transform = Transform.scaled(height * stretch, height).then(Transform.moved(x, box.bottom))
        letters.append(moved(sort.commands, transform))
        boxes.append(Box(x, box.bottom - height, x + sort.width * height * stretch, box.bottom))
    return Line(tuple(letters), tuple(boxes))


def _profile(commands: Commands) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    left: list[float | None] = [None] * _BANDS
    right: list[float | None] = [None] * _BANDS
    for x, y in _points(commands):
        band = min(_BANDS - 1, max(0, int((1 + y) * _BANDS)))
        before, after = left[band], right[band]
        left[band] = x if before is None else min(before, x)
        right[band] = x if after is None else max(after, x)
    return tuple(left), tuple(right)


def cut(letter: str, fonts: FontBook) -> Sort:
    """The display face's letter, its ink flush left and any long tail shortened, as cutters of wood type did."""
    font = fonts[DISPLAY]
    outline = moved(font.outline(letter), Transform.scaled(1 / font.cap_height))
    numbers = [rest for _, *rest in outline]
    xs = [value for rest in numbers for value in rest[::2]] or [0.0, _SPACE]
    depth = max((value for rest in numbers for value in rest[1::2]), default=0.0)
    commands = moved(outline, Transform.moved(-min(xs), 0.0))
    if depth > _DEEPEST:
        commands = tuple(_docked(commands, depth))
    left, right = _profile(commands)
    return Sort(commands, max(xs) - min(xs), left, right)


def _docked(commands: Commands, depth: float) -> Iterator[Command]:
    """The letter raised a little, and what hangs below its baseline pressed into the room there is."""
    share = (_DEEPEST + _TAIL_LIFT) / depth
    for letter, *numbers in commands:
        pressed = [value if at % 2 == 0 else _pressed(value, share) for at, value in enumerate(numbers)]
        yield (letter, *pressed)


def _pressed(y: float, share: float) -> float:
    return y * share - _TAIL_LIFT if y > 0 else y * (1 - _TAIL_LIFT) - _TAIL_LIFT


def _places(sorts: Sequence[Sort], gap: float) -> Iterator[float]:
    """Where each letter begins: as near to the one before as their sides allow."""
    x = 0.0
    yield x
    for one, two in pairwise(sorts):
        reach = max(
            (
                right - left
                for band, left in enumerate(two.left)
                for right in one.right[max(0, band - _NEAR) : band + _NEAR + 1]
                if left is not None and right is not None
            ),
            default=one.width,
        )
        x += max(reach + gap, one.width + gap - _OVERLAP * min(one.width, two.width))
        yield x


def _points(commands: Commands) -> Iterator[tuple[float, float]]:
    """Points along the outline, close enough together that every band of it gets some."""
    x = y = start_x = start_y = 0.0
    for letter, *numbers in commands:
        if letter == "M":
            x, y = start_x, start_y = numbers
            yield x, y
        elif letter == "C":
            yield from _curve((x, y), numbers)
            x, y = numbers[4], numbers[5]
        else:
            to_x, to_y = numbers or (start_x, start_y)
            steps = 1 + int(abs(to_y - y) * _BANDS * 2)
            yield from ((x + (to_x - x) * at / steps, y + (to_y - y) * at / steps) for at in range(1, steps + 1))
            x, y = to_x, to_y


def _curve(start: tuple[float, float], numbers: Sequence[float]) -> Iterator[tuple[float, float]]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    for step in range(1, _STEPS + 1):
        t = step / _STEPS
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
