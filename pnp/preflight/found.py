"""What a finished file was found to hold and to paint, as plain frozen data; read by `reader`, judged by the checks.

Lengths in what a stream paints are in the units of its outermost frame, in all else in millimetres.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from pnp.drawing.paint import Tiling
from pnp.drawing.shapes import Mask
from pnp.frozen import frozen
from pnp.geometry import IDENTITY, Box, Size, Transform
from pnp.preflight.fonts import EmbeddedFont

Corners = tuple[tuple[float, float], ...]
Key = tuple[str, int]
"""A component and the number of its copy."""
_SCALE_LOST = 1e-9
_BOOK_PAGE = re.compile(r"/(?:rules|assembly)/page-\d+$")
Inks = tuple[float, ...]
"""Grey, RGB or CMYK parts from 0 to 1."""
Properties = Mapping[str, Any]


class Unreadable(Exception):
    """A file that cannot be opened as what its name says: a finding's code and sentence."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


@frozen
class FoundFont:
    """A font that some text uses; `glyphs` is how many the embedded program holds, 0 where that is not told."""

    name: str
    embedded: bool
    glyphs: int


@frozen
class FoundText:
    """One run of text: where its box's corners lie, its size in points, and whether it is a stamp or decoration.

    `pictured` is text in a symbol, as on a card that a rulebook shows smaller than life.
    """

    corners: Corners
    points: float
    stamp: bool
    decoration: bool
    font: FoundFont | None
    pictured: bool = False

    @property
    def box(self) -> Box:
        return around(self.corners)


@frozen
class FoundImage:
    """A picture: the box that is seen of it, its pixels, and the size in millimetres that all of them cover.

    `name` is that of the symbol that holds it: of a deck's picture its file; empty where it stands by itself.
    """

    box: Box
    pixels: tuple[int, int]
    size: Size
    name: str = ""

    @property
    def dpi(self) -> float:
        """Pixels to the inch as printed, in the coarser direction; a side of one pixel has no detail to lose."""
        sides = ((self.pixels[0], self.size.width), (self.pixels[1], self.size.height))
        fine = [pixels * 25.4 / max(length, _SCALE_LOST) for pixels, length in sides if pixels > 1]
        return min(fine, default=math.inf)


@frozen
class FoundShape:
    """The box that is seen of one painted thing that is no text; `filled` where it is an area, not only a line."""

    box: Box
    filled: bool


@frozen
class Drawing:
    """Everything painted on a face or on a page beside its pieces, clipped to what is seen, in millimetres."""

    drawn: tuple[FoundShape, ...] = ()
    texts: tuple[FoundText, ...] = ()
    images: tuple[FoundImage, ...] = ()

    @property
    def reach(self) -> Box | None:
        """The smallest box around it all; None when nothing is painted."""
        return joined([thing.box for thing in self.drawn] + [text.box for text in self.texts])


@frozen
class FoundFace:
    """One drawn side: its id (None when the file does not tell) and what is painted, origin at the trim's centre.

    `form` is all that its stream does, where the format tells.
    """

    id: str | None
    drawing: Drawing
    reach: Box | None
    form: FormXObject | None = None


@frozen
class FoundPiece:
    """One face found on a page. `transform` maps the face's millimetres to the page's.

    `clip` is the box that it is cut to, None where the reader drops a clip that cuts nothing off.
    """

    component: str
    copy: int
    side: str
    page: int
    transform: Transform
    clip: Box | None
    face: FoundFace

    @property
    def is_book_page(self) -> bool:
        """A page of a rulebook or on assembly: it may fill its paper or stay empty, and shows pieces in small."""
        return _BOOK_PAGE.search(self.component) is not None

    @property
    def key(self) -> Key:
        return self.component, self.copy

    @property
    def cx(self) -> float:
        return self.transform.e

    @property
    def cy(self) -> float:
        return self.transform.f

    @property
    def rotation(self) -> float:
        return self.transform.rotation

    @property
    def scale(self) -> tuple[float, float]:
        """How large a millimetre of the face comes out, across and down."""
        return math.hypot(self.transform.a, self.transform.b), math.hypot(self.transform.c, self.transform.d)

    @property
    def mirrored(self) -> bool:
        return self.transform.a * self.transform.d < self.transform.b * self.transform.c

    @property
    def printed(self) -> Box | None:
        """The box on the page that ink can reach; None for a blank face."""
        if self.face.reach is None:
            return None
        box = mapped(self.face.reach, self.transform)
        return cut(box, self.clip) if self.clip else box

    def __str__(self) -> str:
        return f"{self.component}, copy {self.copy}"


@frozen
class FoundPage:
    """One page: its boxes from the media box's top left, the pieces on it and what is drawn beside them.

    `form` is all that its streams do, where the format tells, and `links` where its links lead: to an address, or to
    `page 3`.
    """

    number: int
    size: Size
    crop: Box | None
    trim: Box | None
    bleed: Box | None
    rotation: int
    pieces: tuple[FoundPiece, ...]
    drawing: Drawing
    form: FormXObject | None = None
    links: tuple[str, ...] = ()

    @property
    def paper(self) -> Box:
        return Box(0, 0, self.size.width, self.size.height)


@frozen
class FoundFile:
    """A whole file. `duplex` and `scaling` are its print preferences; a page that cannot be read is in `unreadable`.

    A `tagged` file tells those who cannot see it what stands on its pages, as books to read do. `extras` is what it
    holds or does besides its pages.
    """

    pages: tuple[FoundPage, ...]
    page_count: int
    fonts: tuple[FoundFont, ...]
    scaling: bool = False
    duplex: str | None = None
    encrypted: bool = False
    unreadable: tuple[int, ...] = ()
    tagged: bool = False
    extras: tuple[Extra, ...] = ()

    @property
    def pieces(self) -> tuple[FoundPiece, ...]:
        return tuple(piece for page in self.pages for piece in page.pieces)


def around(points: Corners) -> Box:
    """The smallest upright box around the points."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs), max(ys))


def corners(box: Box) -> Corners:
    return (box.left, box.top), (box.right, box.top), (box.right, box.bottom), (box.left, box.bottom)


def mapped(box: Box, transform: Transform) -> Box:
    """The smallest upright box around the transformed one."""
    x, y = transform.apply((box.left + box.right) / 2, (box.top + box.bottom) / 2)
    half_width, half_height = (box.right - box.left) / 2, (box.bottom - box.top) / 2
    across = abs(transform.a) * half_width + abs(transform.c) * half_height
    down = abs(transform.b) * half_width + abs(transform.d) * half_height
    return Box(x - across, y - down, x + across, y + down)


def near(one: Box, other: Box, by: float) -> bool:
    """Whether no edge differs by more."""
    return max(
        abs(one.left - other.left), abs(one.top - other.top),
        abs(one.right - other.right), abs(one.bottom - other.bottom),
    ) <= by  # fmt: skip


def cut(box: Box, clip: Box) -> Box | None:
    """What is left of a box inside another; None when they are apart."""
    left, top = max(box.left, clip.left), max(box.top, clip.top)
    right, bottom = min(box.right, clip.right), min(box.bottom, clip.bottom)
    return Box(left, top, right, bottom) if left <= right and top <= bottom else None


def joined(boxes: Sequence[Box]) -> Box | None:
    """The smallest box around all; None for none."""
    if not boxes:
        return None
    lefts, rights = [box.left for box in boxes], [box.right for box in boxes]
    return Box(min(lefts), min(box.top for box in boxes), max(rights), max(box.bottom for box in boxes))


@frozen(slots=False)
class Outline:
    """Lines and curves: one of M, L, C, Z for each command, and all their numbers in a row."""

    letters: str
    numbers: tuple[float, ...]

    @cached_property
    def box(self) -> Box:
        """The box around all its points, those that only bend its curves included."""
        xs, ys = self.numbers[0::2] or (0,), self.numbers[1::2] or (0,)
        return Box(min(xs), min(ys), max(xs), max(ys))


@frozen
class Clip:
    """An outline, and where it stands, that cuts off whatever is painted outside it."""

    outline: Outline
    frame: Transform
    even_odd: bool

    @property
    def box(self) -> Box:
        return mapped(self.outline.box, self.frame)


@frozen
class FoundBlend:
    """A piece of a gradient: from where to where on its way from 0 to 1, and the inks at both ends."""

    start: float
    end: float
    first: Inks
    last: Inks


@frozen
class FoundGradient:
    """Colours along a line (four places) or from one circle to another (six), and the map from these to the stream."""

    places: tuple[float, ...]
    blends: tuple[FoundBlend, ...]
    frame: Transform


@frozen(eq=False)
class FoundTiling:
    """A drawing, found or meant, that is laid again and again in steps of its box, and the map to the stream."""

    drawing: FormXObject | Tiling
    frame: Transform


Ink = Inks | FoundGradient | FoundTiling | None
"""What something is painted with; None for a paint that is told in a way that our sheets never use."""


@frozen
class LineStyle:
    """How lines are drawn; cap and join are the numbers that PDF gives them."""

    ink: Ink
    width: float
    cap: int
    join: int
    dash: tuple[float, ...]
    mitre: float = 10.0
    offset: float = 0.0


@frozen
class MarkedContent:
    """Marked content that something stands in: its tag, and its properties where they stand in the stream."""

    tag: str
    properties: Properties


@frozen
class Clips:
    """All that cuts something off, and the box that it leaves; None without clips, empty where nothing is left."""

    each: tuple[Clip, ...] = ()
    box: Box | None = None

    def within(self, clip: Clip) -> Clips:
        """One clip more."""
        box = clip.box
        return Clips((*self.each, clip), box if self.box is None else cut(self.box, box) or Box(0, 0, 0, 0))


NO_CLIPS = Clips()


@frozen(eq=False)
class SoftMask:
    """A drawing, found or meant, that shows of others as much as it is light or covers (`by`), and where it stands."""

    by: str
    drawing: FormXObject | Mask
    frame: Transform = IDENTITY


@frozen
class Veil:
    """What is seen through: how much it covers (0 to 1), and what masks it."""

    opacity: float = 1.0
    mask: SoftMask | None = None


CLEAR = Veil()


@frozen
class Setting:
    """Where something is painted: the map from its own units, what clips it, the marks around it from the outermost,
    and what it is seen through.
    """

    frame: Transform
    clips: Clips = NO_CLIPS
    marks: tuple[MarkedContent, ...] = ()
    veil: Veil = CLEAR


@frozen
class PaintedPath:
    """An outline that is filled, drawn along, or both."""

    setting: Setting
    outline: Outline
    filled: bool
    fill: Ink
    pen: LineStyle | None
    even_odd: bool = False

    @property
    def box(self) -> Box:
        box = self.outline.box
        half = self.pen.width / 2 if self.pen else 0.0
        return mapped(Box(box.left - half, box.top - half, box.right + half, box.bottom + half), self.setting.frame)


@frozen
class Spacing:
    """How letters are set apart: between letters, between words, their width in percent, their rise."""

    letters: float = 0.0
    words: float = 0.0
    width: float = 100.0
    rise: float = 0.0


@frozen
class PaintedText:
    """Letters in a row: the codes by font, their size in the frame's units, and how far they reach along it.

    `mode` is 0 for letters that are filled, and 3 for such as show nothing (ISO 32000-1, table 106).
    """

    setting: Setting
    runs: tuple[tuple[EmbeddedFont, bytes], ...]
    size: float
    width: float
    ink: Ink
    mode: int
    spacing: Spacing

    @property
    def text(self) -> str:
        return "".join(font.text(codes) for font, codes in self.runs)

    @property
    def corners(self) -> tuple[tuple[float, float], ...]:
        """The corners of its box, which turns with it: as wide as the letters advance, as high as the highest."""
        extents = [font.extent(codes) for font, codes in self.runs if codes]
        low = min((low for low, _ in extents), default=0.0) * self.size + self.spacing.rise
        high = max((high for _, high in extents), default=0.0) * self.size + self.spacing.rise
        apply = self.setting.frame.apply
        return apply(0, high), apply(self.width, high), apply(self.width, low), apply(0, low)


@frozen
class PaintedXObject:
    """A form or an image, by the name that the stream's resources give it."""

    setting: Setting
    name: str
    spacing: Spacing
    mode: int


@frozen
class Unknown:
    """An operator that is not read, or one whose operands make no sense, and what stands before it."""

    operator: str
    operands: str = ""

    def __str__(self) -> str:
        return f"'{self.operands} {self.operator}'" if self.operands else f"'{self.operator}'"


Event = PaintedPath | PaintedText | PaintedXObject | Unknown


@frozen
class StreamContent:
    """All that one stream paints, in its order; `first` is the mark that its first operator opens, if it does."""

    events: tuple[Event, ...]
    first: MarkedContent | None


@frozen
class Extra:
    """Something of a file that our sheets never have: the code of its finding, and what it is."""

    code: str
    message: str


@frozen(eq=False)
class ImageXObject:
    """An image of a file: its pixels across and down, what tells how it is shown, the SHA-256 of its data, its mask.

    `entries` are those of its dictionary, without the stroke. The digest covers all of it.
    """

    pixels: tuple[int, int]
    entries: Mapping[str, Any]
    sha256: str
    mask: ImageXObject | None
    extras: tuple[Extra, ...]
    digest: str


@frozen(eq=False)
class FormXObject:
    """A stream that is placed as a whole, or a page's.

    It has what it paints, the box that cuts it off, its own map, and what the names in it stand for. `extras` are
    entries that our drawings do not have. The digest covers everything that the form draws with. What `is_whole` is
    put together before it is seen through.
    """

    content: StreamContent
    box: Box
    matrix: Transform
    children: Mapping[str, FormXObject | ImageXObject | None]
    extras: tuple[Extra, ...]
    digest: str
    is_whole: bool = False
