"""A face in; what is seen of each of its paths and texts, pixel by pixel, out."""

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
    """A path and where it stands; `own` for the bounds of a symbol."""

    path: Path
    frame: Transform
    own: bool

    @property
    def is_box(self) -> bool:
        """Whether it is a rectangle."""
        return len(self.path.commands) == 5 and all(command[0] in "MLZ" for command in self.path.commands)


@frozen
class Leaf:
    """A fill, a line, a text or a picture: where it stands, what clips it, and the thing that it is part of.

    A `thing` is a text, an icon, or the outermost symbol that is small; the number of none is 0, as that of no `use`,
    the outermost symbol of any size. A line that `swells` has the colour of what it goes around.
    """

    shape: Path | Text | Image
    frame: Transform
    clips: tuple[Clip, ...]
    thing: int
    use: int
    name: str
    swells: bool = False

    @property
    def colour(self) -> Colour:
        if isinstance(self.shape, Path):
            return self.shape.fill or (self.shape.stroke.colour if self.shape.stroke else WHITE)
        return self.shape.colour if isinstance(self.shape, Text) else BLACK


class Inked:
    """The leaves of a face in the order in which they are painted, and the one on top at each pixel."""

    def __init__(self, face: Face, fonts: FontBook) -> None:
        self.face, self._fonts = face, fonts
        self.leaves: list[Leaf] = []
        self.things: list[str] = [""]
        self._boxes: list[Box | None] = [None]
        self._uses = 0
        area = face.trim.size.width * face.trim.size.height
        self._largest = _SYMBOL * area
        self._shapes = tuple(self._numbered(face.shapes, IDENTITY, (), 0, 0, "a loose shape"))

    def overlap(self, one: int, other: int) -> bool:
        """Whether two things were drawn upon one another, and not side by side as the pieces of a border are."""
        mine, theirs = self._boxes[one], self._boxes[other]
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

    def _numbered(
        self, shapes: tuple[Shape, ...], frame: Transform, clips: tuple[Clip, ...], thing: int, use: int, name: str
    ) -> Iterator[Shape]:
        """The shapes painted with the numbers of their leaves, symbols taken apart."""
        outer = thing
        for at, shape in enumerate(shapes):
            thing = outer or self._medallion(shape, shapes[at + 1 : at + 3], frame)
            match shape:
                case Group():
                    inner = shape.transform.then(frame)
                    held = (*clips, Clip(shape.clip, inner, False)) if shape.clip else clips
                    part = thing
                    if not part and shape.role == "icon" and not _has_text(shape.shapes):
                        part = self._thing(f"icon {shape.alt}", bounds(shape.shapes, self._fonts, inner))
                    inside = self._numbered(shape.shapes, inner, held, part, use, shape.alt or name)
                    yield Group(tuple(inside), shape.transform, shape.clip)
                case Use():
                    symbol, inner = shape.symbol, shape.transform.then(frame)
                    clip = Path(rectangle(symbol.bounds))
                    part = (
                        thing
                        or self._on_medallion(symbol, inner)
                        or (
                            self._thing(symbol.id, mapped(symbol.bounds, inner)) if self._is_small(symbol, inner) else 0
                        )
                    )
                    held = (*clips, Clip(clip, inner, True))
                    yield Group(
                        tuple(self._numbered(symbol.shapes, inner, held, part, use or self._next_use(), symbol.id)),
                        shape.transform,
                        clip,
                    )
                case Text():
                    part = thing or self._thing(shape.words, None)
                    yield replace(shape, colour=self._leaf(shape, frame, clips, part, use, f"'{shape.words[:30]}'"))
                case Image():
                    yield Path(rectangle(shape.box), self._leaf(shape, frame, clips, thing, use, name))
                case Path():
                    yield from self._painted(shape, frame, clips, thing, use, name)

    def _painted(
        self, path: Path, frame: Transform, clips: tuple[Clip, ...], thing: int, use: int, name: str
    ) -> Iterator[Path]:
        if path.fill:
            bare = replace(path, stroke=None)
            yield replace(bare, fill=self._leaf(bare, frame, clips, thing, use, name))
        if path.stroke:
            line, held = replace(path, fill=None), path.fill == path.stroke.colour
            number = self._leaf(line, frame, clips, thing, use, name, held)
            yield replace(line, stroke=replace(path.stroke, colour=number))

    def _leaf(
        self,
        shape: Path | Text | Image,
        frame: Transform,
        clips: tuple[Clip, ...],
        thing: int,
        use: int,
        name: str,
        held: bool = False,
    ) -> Colour:
        number = (len(self.leaves) + 1) * _SPREAD
        self.leaves.append(Leaf(shape, frame, clips, thing, use, name, held))
        return Colour(*(((number >> shift) & 255) / 255 for shift in (16, 8, 0)))

    def _next_use(self) -> int:
        self._uses += 1
        return self._uses

    def _thing(self, name: str, box: Box | None) -> int:
        self.things.append(name)
        self._boxes.append(box)
        return len(self.things) - 1

    def _medallion(self, shape: Shape, rest: tuple[Shape, ...], frame: Transform) -> int:
        """The number of a disc, or the like, upon which the next symbol stands; 0 for another shape."""
        if not isinstance(shape, Path) or not shape.commands:
            return 0
        box = mapped(around(shape.commands), frame)
        for other in rest:
            if isinstance(other, Use) and self._is_small(other.symbol, other.transform.then(frame)):
                symbol = mapped(other.symbol.bounds, other.transform.then(frame))
                if _stands_on(symbol, box):
                    return self._thing(f"{other.symbol.id} on its disc", box)
        return 0

    def _on_medallion(self, symbol: Symbol, frame: Transform) -> int:
        last = len(self.things) - 1
        box = self._boxes[last]
        on_it = self.things[last] == f"{symbol.id} on its disc" and box is not None
        return last if on_it and box and _stands_on(mapped(symbol.bounds, frame), box) else 0

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
