"""The paper that plots are drawn on: lines, bars, dots and words placed in millimetres, returned as a face."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Face
from pnp.drawing.fonts import TEXT, TEXT_BOLD, FontBook
from pnp.drawing.shapes import Anchor, Path, Shape, Stroke, Text, circle, line, polygon, rectangle
from pnp.geometry import Box, Size, Trim
from pnp.playouts.report.scale import Scale
from pnp.units import MM_PER_POINT, number

# Three steps of lightness that stay apart in grey and to colour-blind eyes.
INK = Colour.parse("#1d1a17")
DARK = Colour.parse("#1f4e6b")
MIDDLE = Colour.parse("#7fa6bd")
PALE = Colour.parse("#d9e5ec")
GRID = Colour.parse("#c9c4bc")
SIZE = 8.0  # points
_CAP = 0.35  # of the size: from the baseline to the middle of small letters


class Sheet:
    """A plot while it is drawn; coordinates in millimetres, origin top left, y down."""

    def __init__(self, name: str, width: float, height: float, fonts: FontBook) -> None:
        self.name = name
        self.width = width
        self.height = height
        self._fonts = fonts
        self._shapes: list[Shape] = []

    def face(self) -> Face:
        """The finished plot."""
        return Face(self.name, Trim(Size(self.width, self.height), bleed=0.0, safe=0.0), tuple(self._shapes))

    def words(
        self, x: float, y: float, text: str, anchor: Anchor = "start", *,
        bold: bool = False, size: float = SIZE, colour: Colour = INK,
    ) -> None:  # fmt: skip
        """A line of text whose small letters have their middle at y."""
        middle = y + size * _CAP * MM_PER_POINT
        self._shapes.append(Text(x, middle, text, TEXT_BOLD if bold else TEXT, size, colour, anchor))

    def wide(self, text: str, bold: bool = False, size: float = SIZE) -> float:
        """How wide the text is."""
        return self._fonts[TEXT_BOLD if bold else TEXT].width(text, size)

    def widest(self, texts: Sequence[str]) -> float:
        return max(map(self.wide, texts), default=0.0)

    def rule(
        self, x1: float, y1: float, x2: float, y2: float, width: float = 0.2, colour: Colour = INK,
        dash: tuple[float, ...] = (),
    ) -> None:  # fmt: skip
        self._shapes.append(Path(line(x1, y1, x2, y2), stroke=Stroke(colour, width, dash)))

    def bar(self, box: Box, fill: Colour | None, outline: bool = True) -> None:
        """A filled box; what is too thin to be seen is left out."""
        if box.width > 0 and box.height > 0:
            stroke = Stroke(INK, 0.15) if outline else None
            self._shapes.append(Path(rectangle(box), fill, stroke))

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


def figure(value: float, percent: bool = False) -> str:
    """A number beside an axis: `1,200`, `0.5`, `25 %`."""
    scaled = round(100 * value, 6) if percent else value
    text = f"{scaled:,.0f}" if abs(scaled) >= 1000 else number(scaled, 3)
    return f"{text} %".replace("-", "−") if percent else text.replace("-", "−")
