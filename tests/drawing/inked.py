"""Tells what is seen of each path and text of a face, pixel by pixel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import pypdfium2

from pnp.drawing.colour import BLACK, WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import FontBook
from pnp.drawing.shapes import Group, Image, Path, Shape, Symbol, Text, Use, around, bounds, mapped, rectangle
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, MM_PER_POINT, Box, Point, Size, Transform
from pnp.imposition.plan import Page
from pnp.renderers.base import DocumentInfo, draw
from pnp.renderers.pdf import PdfRenderer

STEP = 0.05
"""Millimetres from pixel to pixel."""
_SPREAD = 977  # numbers are so far apart as colours that a mixture of two of them is no third one
_SIDE_BY_SIDE = 0.1
_SYMBOL = 0.25  # of a face's area: what is larger is a ground, or a layout, and its parts are looked at one by one


@frozen
class Clip:
    """A path that clips, or the bounds of a symbol, and where it stands."""

    path: Path
    frame: Transform

    @property
    def is_box(self) -> bool:
        """Whether it is a rectangle."""
        return len(self.path.commands) == 5 and all(command[0] in "MLZ" for command in self.path.commands)


@frozen
class Place:
    """Where a shape stands, what clips it, and what it is part of.

    A `thing` is a text, an icon, or the outermost symbol that is small, with the disc upon which it stands; the number
    of none is 0, as that of no `use`, the outermost symbol of any size.
    """

    frame: Transform = IDENTITY
    clips: tuple[Clip, ...] = ()
    thing: int = 0
    use: int = 0
    name: str = "a loose shape"

    def within(self, frame: Transform, clip: Path | None) -> Place:
        """The place of what is inside of a group or a symbol."""
        inner = frame.then(self.frame)
        clips = (*self.clips, Clip(clip, inner)) if clip else self.clips
        return replace(self, frame=inner, clips=clips)


@frozen
class Leaf:
    """A fill, line, text or picture, and its place; a line that `swells` has the colour of what it goes around."""

    shape: Path | Text | Image
    place: Place
    swells: bool = False

    @property
    def frame(self) -> Transform:
        return self.place.frame

    @property
    def name(self) -> str:
        return f"'{self.shape.words[:30]}'" if isinstance(self.shape, Text) else self.place.name

    @property
    def colour(self) -> Colour:
        if isinstance(self.shape, Path):
            return self.shape.fill or (self.shape.stroke.paint if self.shape.stroke else WHITE)
        return self.shape.colour if isinstance(self.shape, Text) else BLACK


@frozen
class Thing:
    """What must not collide with another one: its number, its name, and the box of what is no text."""

    number: int
    name: str
    box: Box | None = None


class Inked:
    """The leaves of a face in the order in which they are painted, and the one on top at each pixel."""

    def __init__(self, face: Face, fonts: FontBook) -> None:
        self.face, self._fonts = face, fonts
        self.leaves: list[Leaf] = []
        self.things = [Thing(0, "")]
        self._uses = 0
        area = face.trim.size.width * face.trim.size.height
        self._largest = _SYMBOL * area
        self._shapes = tuple(self._numbered(face.shapes, Place()))

    def overlap(self, one: int, other: int) -> bool:
        """Whether two things were drawn upon one another, and not side by side as the pieces of a border are."""
        mine, theirs = self.things[one].box, self.things[other].box
        return mine is None or theirs is None or mine.overlap(theirs) > _SIDE_BY_SIDE

    def place(self, row: int, column: int) -> Point:
        """The middle of a pixel in the face's millimetres."""
        box = self.face.trim.bleed_box
        return box.left + (column + 0.5) * STEP, box.top + (row + 0.5) * STEP

    def at(self, x: float, y: float) -> int | None:
        """The number of the leaf that is seen at a place: -1 for paper, None beyond the bleed."""
        box = self.face.trim.bleed_box
        row, column = int((y - box.top) / STEP // 1), int((x - box.left) / STEP // 1)
        height, width = self.seen.shape
        return int(self.seen[row, column]) if 0 <= row < height and 0 <= column < width else None

    @cached_property
    def seen(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        """The number of the leaf on top at each pixel, -1 for paper."""
        box = self.face.trim.bleed_box
        renderer = PdfRenderer(DocumentInfo("", "", "", "1", "en", self._fonts))
        renderer.open_page(1, Size(box.width, box.height), Page(1, "front", ()))
        draw((Group(self._shapes, Transform.moved(-box.left, -box.top)),), renderer)
        renderer.close()
        page = pypdfium2.PdfDocument(renderer.finish())[0]
        scale = MM_PER_POINT / STEP
        bitmap = page.render(
            scale=scale, no_smoothpath=True, no_smoothtext=True, no_smoothimage=True, rev_byteorder=True,
            force_bitmap_format=pypdfium2.raw.FPDFBitmap_BGRx,
        )  # fmt: skip
        pixels = bitmap.to_numpy().astype(np.int32)
        number = (pixels[:, :, 0] << 16) | (pixels[:, :, 1] << 8) | pixels[:, :, 2]
        bitmap.close()
        return _known(number, len(self.leaves))

    def _numbered(self, shapes: tuple[Shape, ...], outer: Place) -> Iterator[Shape]:
        """The shapes painted with the numbers of their leaves, symbols taken apart."""
        disc: Thing | None = None
        for at, shape in enumerate(shapes):
            here = outer
            if isinstance(shape, Path) and not outer.thing and (found := self._disc(shape, shapes[at + 1 :], outer)):
                disc, here = found, replace(outer, thing=found.number)
            match shape:
                case Group():
                    yield self._group(shape, here)
                case Use():
                    yield self._symbol(shape, here, disc)
                case Text():
                    held = here if here.thing else replace(here, thing=self._thing(shape.words).number)
                    yield replace(shape, colour=self._leaf(shape, held))
                case Image():
                    yield Path(rectangle(shape.box), self._leaf(shape, here))
                case Path():
                    yield from self._painted(shape, here)

    def _group(self, group: Group, place: Place) -> Group:
        inner = place.within(group.transform, group.clip)
        if group.role == "icon" and not place.thing and not _has_text(group.shapes):
            box = bounds(group.shapes, self._fonts, inner.frame)
            inner = replace(inner, thing=self._thing(f"icon {group.alt}", box).number)
        return Group(tuple(self._numbered(group.shapes, inner)), group.transform, group.clip)

    def _symbol(self, use: Use, place: Place, disc: Thing | None) -> Group:
        symbol, clip = use.symbol, Path(rectangle(use.symbol.bounds))
        inner = replace(place.within(use.transform, clip), name=symbol.id)
        if not place.use:
            self._uses += 1
            inner = replace(inner, use=self._uses)
        if not place.thing and self._is_small(symbol, inner.frame):
            box = mapped(symbol.bounds, inner.frame)
            thing = disc if disc and disc.box and _stands_on(box, disc.box) else self._thing(symbol.id, box)
            inner = replace(inner, thing=thing.number)
        return Group(tuple(self._numbered(symbol.shapes, inner)), use.transform, clip)

    def _painted(self, path: Path, place: Place) -> Iterator[Path]:
        if path.fill:
            bare = replace(path, stroke=None)
            yield replace(bare, fill=self._leaf(bare, place))
        if path.stroke:
            line, swells = replace(path, fill=None), path.fill == path.stroke.paint
            yield replace(line, stroke=replace(path.stroke, paint=self._leaf(line, place, swells)))

    def _leaf(self, shape: Path | Text | Image, place: Place, swells: bool = False) -> Colour:
        """Takes note of a leaf; the colour that stands for its number."""
        self.leaves.append(Leaf(shape, place, swells))
        number = len(self.leaves) * _SPREAD
        return Colour(*(((number >> shift) & 255) / 255 for shift in (16, 8, 0)))

    def _thing(self, name: str, box: Box | None = None) -> Thing:
        self.things.append(Thing(len(self.things), name, box))
        return self.things[-1]

    def _disc(self, path: Path, rest: tuple[Shape, ...], place: Place) -> Thing | None:
        """A disc, or the like, as one thing with the symbol that stands on it and comes soon after it."""
        if not path.commands:
            return None
        box = mapped(around(path.commands), place.frame)
        for other in rest[:2]:
            if isinstance(other, Use):
                frame = other.transform.then(place.frame)
                if self._is_small(other.symbol, frame) and _stands_on(mapped(other.symbol.bounds, frame), box):
                    return self._thing(f"{other.symbol.id} on its disc", box)
        return None

    def _is_small(self, symbol: Symbol, frame: Transform) -> bool:
        area = abs(frame.a * frame.d - frame.b * frame.c) * symbol.bounds.width * symbol.bounds.height
        return area < self._largest and not _has_text(symbol.shapes)


def _stands_on(symbol: Box, disc: Box) -> bool:
    (x, y), (cx, cy) = symbol.centre, disc.centre
    near = max(abs(x - cx), abs(y - cy)) < 0.2 * disc.width
    return near and disc.joined(symbol) == disc and disc.width < 2.5 * symbol.width


def _has_text(shapes: tuple[Shape, ...]) -> bool:
    for shape in shapes:
        inner = shape.symbol.shapes if isinstance(shape, Use) else shape.shapes if isinstance(shape, Group) else ()
        if isinstance(shape, Text) or _has_text(inner):
            return True
    return False


def _known(number: np.ndarray[Any, Any], count: int) -> np.ndarray[Any, np.dtype[np.int32]]:
    """Leaves by the colours of their pixels; the mixtures at the edges of clips take what stands to their left."""
    paper = number == 0xFFFFFF
    leaf = number // _SPREAD - 1
    leaf[paper] = -1
    mixed = ~paper & ((number % _SPREAD != 0) | (leaf >= count))
    for _ in range(3):
        rows, columns = np.nonzero(mixed[:, 1:])
        leaf[rows, columns + 1] = leaf[rows, columns]
        mixed[rows, columns + 1] = mixed[rows, columns]
    leaf[mixed] = -1
    return leaf.astype(np.int32)
