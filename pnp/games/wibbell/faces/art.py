"""The poster's inks, its drawings, and lines of wood type, each letter as wide as makes them fill the measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import fsum

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import GameArt
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, FontBook
from pnp.drawing.lettering import display
from pnp.drawing.shapes import Command, Commands, Group, Path, Shape, Stroke, around, joined, line, moved, points_of
from pnp.frozen import frozen
from pnp.games.wibbell.faces.woodtype import CAPITALS, capital
from pnp.geometry import CIRCLE, Box, Insets, Point, Transform, cubic

PAPER = Colour.parse("#f8efdc")
INK = Colour.parse("#1c1718")
RED = Colour.parse("#b52a1a")
RED_DARK = Colour.parse("#8f1d12")

_BANDS = 24  # in which the sides of a letter are measured, from its cap line to its baseline
_NEAR = 4  # bands above and below in which a neighbour's ink counts as beside it
_STEPS = 8  # points taken of a curve
_DEEPEST = 0.07  # how far a tail may hang, in cap heights; what is longer is cut shorter
_TAIL_LIFT = 0.05  # a tailed bowl stands that much higher, to leave the rest to its tail
_SPACE = 0.2  # between two words, in cap heights
_WIDEST = 1.25  # a letter of the display face, in its usual widths
_TRIALS, _CLOSE = 6, 0.0005  # of widths, until the line is filled
_OVERLAP = 0.2  # the share of the narrower letter by which its neighbour may reach over it


_PITCH, _SHADING, _OUTLINE = 1.6, 0.2, 0.36  # of a letter as an engraver cuts it
_BITE, _PLATE_EDGE = 1.0, 0.6  # the corners of a number's plate, and its margin
_BEYOND = 3.0  # how far below its baseline a letter may reach


class Art(GameArt):
    """The game's drawings, which take colours by the roles in its borders and on its weight."""

    def __init__(self, style: Style) -> None:
        super().__init__("wibbell", style, ("field", "motif", "line", "iron"))


def hatched(outline: Commands, box: Box, colour: Colour) -> Iterator[Shape]:
    """A letter that stands in the box as an engraver cuts it: in outline, its inside shaded with level lines.

    The line is around it, since the strokes that make it overlap.
    """
    count = int((box.height + _BEYOND) / _PITCH) + 1
    rows = (box.top + at * _PITCH for at in range(count))
    shading = joined(line(box.left - 1, y, box.right + 1, y) for y in rows)
    yield Path(outline, None, Stroke(colour, 2 * _OUTLINE, join="round"))
    yield Path(outline, WHITE)
    yield Group((Path(shading, None, Stroke(colour, _SHADING)),), clip=Path(outline))


def notched(box: Box, notch: float) -> Commands:
    """A box whose corners are bitten out in quarter circles."""
    left, top, right, bottom = box.left, box.top, box.right, box.bottom
    k = notch * CIRCLE
    return (
        ("M", left + notch, top), ("L", right - notch, top),
        ("C", right - notch, top + k, right - k, top + notch, right, top + notch), ("L", right, bottom - notch),
        ("C", right - k, bottom - notch, right - notch, bottom - k, right - notch, bottom),
        ("L", left + notch, bottom),
        ("C", left + notch, bottom - k, left + k, bottom - notch, left, bottom - notch), ("L", left, top + notch),
        ("C", left + k, top + notch, left + notch, top + k, left + notch, top), ("Z",),
    )  # fmt: skip


def plate(number: str, box: Box, colour: Colour, edge: Stroke, style: Style) -> Iterator[Shape]:
    """A number on a plate with bitten corners, and an edge around it."""
    inner = notched(box.grown(Insets.even(-_PLATE_EDGE)), _BITE)
    yield Path(notched(box, _BITE), WHITE if style.saver else PAPER, edge)
    yield Path(inner, None, Stroke(colour, 0.25)) if style.saver else Path(inner, colour)
    ink, (x, y) = colour if style.saver else PAPER, box.centre
    yield display(number, x, y, box.height * 0.56, box.width * 0.6, ink, style.fonts)


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
class SetLine:
    """A line of sorts in millimetres: the outline of each letter, its box from cap line to baseline."""

    letters: tuple[Commands, ...]
    boxes: tuple[Box, ...]


def set_line(text: Sequence[str], box: Box, fonts: FontBook, gap: float, narrowest: float) -> SetLine:
    """The letters across the box, as high as it, each cut as wide as makes them fill the measure together.

    What is too wide even at its narrowest, a share of the usual widths, is set less high, on the same baseline; what
    is never cut so wide stands in the middle. `gap` is the least air between two letters, in cap heights.
    """
    share, wanted = 1.0, 1.0
    for _ in range(_TRIALS):
        share, sorts = wanted, [cut(letter, wanted, fonts) for letter in text]
        places = list(_places(sorts, gap))
        missing = box.width / box.height - places[-1] - sorts[-1].width
        wanted = max(narrowest, share + missing * share / fsum(sort.width for sort in sorts))
        if abs(wanted - share) < _CLOSE:
            break
    height = min(box.height, box.width / (places[-1] + sorts[-1].width))
    left = box.centre[0] - (places[-1] + sorts[-1].width) * height / 2
    letters, boxes = [], []
    for sort, place in zip(sorts, places):
        x = left + place * height
        letters.append(moved(sort.commands, Transform.scaled(height).then(Transform.moved(x, box.bottom))))
        boxes.append(Box(x, box.bottom - height, x + sort.width * height, box.bottom))
    return SetLine(tuple(letters), tuple(boxes))


def cut(letter: str, share: float, fonts: FontBook) -> Sort:
    """A letter at that share of its usual width: one of our own, or else the display face's, made wider or narrower."""
    if letter in CAPITALS:
        kind = CAPITALS[letter]
        width = min(kind.width * share, kind.widest)
        outline = capital(letter, width)
        return Sort(outline, width, *_profile(outline))
    outline = moved(fonts[DISPLAY].outline(letter), Transform.scaled(1 / fonts[DISPLAY].cap_height))
    ink = around(outline) if outline else Box(0.0, 0.0, _SPACE, 0.0)
    stretch = min(share, _WIDEST)
    commands = moved(outline, Transform.moved(-ink.left, 0.0).then(Transform.scaled(stretch, 1)))
    if ink.bottom > _DEEPEST:
        commands = tuple(_docked(commands, ink.bottom))
    return Sort(commands, ink.width * stretch, *_profile(commands))


def _profile(commands: Commands) -> tuple[tuple[float | None, ...], tuple[float | None, ...]]:
    left: list[float | None] = [None] * _BANDS
    right: list[float | None] = [None] * _BANDS
    for x, y in _points(commands):
        band = min(_BANDS - 1, max(0, int((1 + y) * _BANDS)))
        before, after = left[band], right[band]
        left[band] = x if before is None else min(before, x)
        right[band] = x if after is None else max(after, x)
    return tuple(left), tuple(right)


def _docked(commands: Commands, depth: float) -> Iterator[Command]:
    """The letter raised a little, and what hangs below its baseline pressed into the room there is."""
    share = (_DEEPEST + _TAIL_LIFT) / depth
    for command in commands:
        points = ((x, y * (share if y > 0 else 1 - _TAIL_LIFT) - _TAIL_LIFT) for x, y in points_of(command))
        yield (command[0], *(value for point in points for value in point))


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


def _points(commands: Commands) -> Iterator[Point]:
    """Points along the outline, close enough together that every band of it gets some."""
    x = y = start_x = start_y = 0.0
    for command in commands:
        ends = points_of(command) or [(start_x, start_y)]
        if command[0] == "C":
            one, other, end = ends
            yield from (cubic((x, y), one, other, end, step / _STEPS) for step in range(1, _STEPS + 1))
        elif command[0] == "M":
            start_x, start_y = ends[0]
            yield ends[0]
        else:
            ((to_x, to_y),) = ends
            steps = 1 + int(abs(to_y - y) * _BANDS * 2)
            yield from ((x + (to_x - x) * at / steps, y + (to_y - y) * at / steps) for at in range(1, steps + 1))
        x, y = ends[-1]
