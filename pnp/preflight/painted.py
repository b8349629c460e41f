"""What the streams of a PDF paint, as plain frozen data: paths, letters, and forms or pictures that are placed.

Lengths are in the units of the stream's outermost frame.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pnp.frozen import frozen
from pnp.geometry import Box, Transform
from pnp.preflight.fonts import EmbeddedFont
from pnp.preflight.found import cut, mapped

Ink = tuple[float, ...] | None
"""Grey, RGB or CMYK parts from 0 to 1; None for a colour that is told in another way, such as a pattern."""
Properties = Mapping[str, Any]


@frozen
class Outline:
    """Lines and curves: one of M, L, C, Z for each command, and all their numbers in a row."""

    letters: str
    numbers: tuple[float, ...]

    @property
    def box(self) -> Box:
        """The box around all its points, those that only bend its curves included."""
        xs, ys = self.numbers[0::2], self.numbers[1::2]
        return Box(min(xs), min(ys), max(xs), max(ys)) if xs else Box(0, 0, 0, 0)


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
class Pen:
    """How lines are drawn; cap and join are the numbers that PDF gives them."""

    ink: Ink
    width: float
    cap: int
    join: int
    dash: tuple[float, ...]


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


@frozen
class Setting:
    """Where something is painted: the map from its own units, what clips it, the marks around it from the outermost."""

    frame: Transform
    clips: Clips = NO_CLIPS
    marks: tuple[MarkedContent, ...] = ()


@frozen
class PaintedPath:
    """An outline that is filled, drawn along, or both."""

    setting: Setting
    outline: Outline
    filled: bool
    fill: Ink
    pen: Pen | None
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
    entries that our drawings do not have. The digest covers everything that the form draws with.
    """

    content: StreamContent
    box: Box
    matrix: Transform
    children: Mapping[str, FormXObject | ImageXObject | None]
    extras: tuple[Extra, ...]
    digest: str
