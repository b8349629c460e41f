"""The cards: where everything stands on them, their two corners, and the shapes in either edition and either ink."""

from __future__ import annotations

from math import fsum

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.fonts import DISPLAY, FontBook
from pnp.drawing.lettering import points_for
from pnp.drawing.shapes import (
    Commands,
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Text,
    Use,
    circle,
    joined,
    moved,
    placed,
    rectangle,
    twice,
)
from pnp.frozen import frozen
from pnp.games.whispers.faces import art as inks
from pnp.games.whispers.faces.art import INK, PARCHMENT, Art, Suit, notched, star, wedges
from pnp.geometry import POINTS_PER_MM, Box, Insets, Size, Transform, Trim

# A frame nearer to the cut than 4 mm shows every error of it.
_MARGIN = 4.25
_SCENE = Size(55, 80)
_NOTCH = Size(9.4, 29.4)
_CONTOUR = 0.8
_ROUNDING = 4.1
# Pips of a die by rank, in steps from its centre; a rank beyond a die's has none.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((1, -1), (-1, 1)),
    3: ((1, -1), (0, 0), (-1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_STURDY = 0.03  # width of the line around a numeral in a corner, of its height
_ROWS = (0.32, 0.265, 0.24)  # heights of numeral, die and stamp, as shares of the corner's


@frozen
class Layout:
    """Measures of one card: the picture's box and scale, and the notches that the corner indices stand in."""

    trim: Trim

    @property
    def scale(self) -> float:
        """Millimetres on the card for one of the scene's own."""
        size = self.trim.size
        return min((size.width - 2 * _MARGIN) / _SCENE.width, (size.height - 2 * _MARGIN) / _SCENE.height)

    @property
    def scene(self) -> Box:
        size = Size(_SCENE.width * self.scale, _SCENE.height * self.scale)
        return Box.around(*self.trim.box.centre, size)

    @property
    def panel(self) -> Box:
        """Where the contour of the picture runs; its outer edge is the scene's."""
        return self.scene.grown(Insets.even(-self.contour / 2))

    @property
    def contour(self) -> float:
        return _CONTOUR * self.scale

    @property
    def notch(self) -> Size:
        inset = self.contour / 2
        return Size(_NOTCH.width * self.scale - inset, _NOTCH.height * self.scale - inset)

    @property
    def index(self) -> Box:
        """The upper left corner that must read in a fan."""
        panel = self.panel
        return Box(self.trim.safe, panel.top, panel.left + self.notch.width, panel.top + self.notch.height)

    @property
    def to_scene(self) -> Transform:
        return Transform.scaled(self.scale).then(Transform.moved(self.scene.left, self.scene.top))


def die(rank: int, x: float, y: float, size: float, saver: bool) -> tuple[Shape, ...]:
    """A die in black with light pips; in outline for the ink saver."""
    box, step = Box.around(x, y, Size(size, size)), size * 0.26
    pips = joined(circle(x + right * step, y + down * step, size * 0.105) for right, down in _PIPS.get(rank, ()))
    if saver:
        frame = rectangle(box.grown(Insets.even(-size * 0.03)), size * 0.2)
        return Path(frame, WHITE, Stroke(INK, size * 0.06)), Path(pips, INK)
    return Path(rectangle(box, size * 0.2), INK), Path(pips, PARCHMENT)


def illustrated(rank: int, suit: Suit, layout: Layout, art: Art) -> tuple[Shape, ...]:
    """A place of the pub, the suit's emblem in it as often as the rank says, in the order of a die, and its prop."""
    things = {"prop": art.prop(suit), "emblem": art.emblem(suit)}
    standing = tuple(
        placed(thing, slot.x, slot.y, slot.size, slot.turn)
        for shows, thing in things.items()
        for slot in art.slots(rank, shows)
    )
    layers = tuple(Use(layer) for layer in art.scene(rank, suit))
    return Group((*layers, *standing), layout.to_scene), *_around(rank, suit, layout, art)


def standard(rank: int, suit: Suit, layout: Layout, art: Art) -> tuple[Shape, ...]:
    """The rank as large as it goes, above a die whose pips are the suit's emblem."""
    panel = layout.panel
    upper = Box(panel.left + layout.notch.width, panel.top, panel.right, panel.centre[1])
    lower = Box(panel.left, panel.centre[1], panel.right - layout.notch.width, panel.bottom)
    return (
        Use(art.shared(f"light/{suit.id}", layout.scene, lambda: _light(suit, layout, upper, art.saver))),
        Use(art.shared(f"large/{rank}", upper, lambda: (_large(rank, upper, art),))),
        *_die_of_emblems(rank, suit, lower, art),
        *_around(rank, suit, layout, art),
    )


def whisper(layout: Layout, art: Art) -> tuple[Shape, ...]:
    """Next to nothing: a wick that was just snuffed, its smoke, and a curl of it in the corners for a fan."""
    ground = WHITE if art.saver else INK
    drawing = art.drawing("whisper-line" if art.saver else "whisper")
    curl, corner = art.dyed("curl", "curl", {"main": INK}), layout.index
    small = placed(curl, *corner.centre, corner.height * 0.62)
    return (
        Path(rectangle(layout.scene), ground),
        Use(drawing, layout.to_scene),
        Use(_framed(layout, art)),
        *twice((small,), layout.trim.box.centre),
    )


def back(trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A candle that burns at both ends; every stroke stands opposite its own half turn."""
    drawing, reach = art.doubled("back-line" if art.saver else "back", "back", {}), trim.bleed_box
    scale = max(reach.width / drawing.bounds.width, reach.height / drawing.bounds.height)
    middle = Transform.scaled(scale).then(Transform.moved(*trim.box.centre))
    return Path(rectangle(reach), WHITE if art.saver else inks.OAK_DARK), Use(drawing, middle)


def _around(rank: int, suit: Suit, layout: Layout, art: Art) -> tuple[Shape, ...]:
    """The ground outside the panel, its contour and both corners: the same in either edition."""
    reach = layout.trim.bleed_box
    upper, middle, lower = _rows(layout.index)
    place = (upper.centre[0], upper.bottom, upper.height)
    dice = die(rank, *middle.centre, middle.height, art.saver)
    figures = art.shared(f"figures/{rank}", reach, lambda: (*_sturdy(rank, *place, art.fonts), *dice))
    stamp = placed(art.stamp(suit), *lower.centre, lower.height)
    return Use(_framed(layout, art)), *twice((Use(figures), stamp), layout.trim.box.centre)


def _rows(corner: Box) -> tuple[Box, Box, Box]:
    """Boxes for numeral, die and stamp, with even gaps between them."""
    heights = [share * corner.height for share in _ROWS]
    gap = (corner.height - fsum(heights)) / (len(heights) + 0.5)
    tops = [corner.top + gap * 0.25 + fsum(heights[:at]) + gap * at for at in range(len(heights))]
    upper, middle, lower = (Box(corner.left, y, corner.right, y + height) for y, height in zip(tops, heights))
    return upper, middle, lower


def _numeral(rank: int, x: float, baseline: float, height: float, colour: Colour, fonts: FontBook) -> Text:
    return Text(x, baseline, str(rank), DISPLAY, points_for(height, fonts), colour, "middle")


def _sturdy(rank: int, x: float, baseline: float, height: float, fonts: FontBook) -> tuple[Shape, ...]:
    """A numeral whose thin strokes hold in a fan: its outline is drawn along with it."""
    line = Stroke(INK, _STURDY * height, join="round")
    return Path(_outline(rank, x, baseline, height, fonts), None, line), _numeral(rank, x, baseline, height, INK, fonts)


def _outline(rank: int, x: float, baseline: float, height: float, fonts: FontBook) -> Commands:
    """The numeral as a path, its foot in the middle at that point."""
    font, words = fonts[DISPLAY], str(rank)
    size = height / font.cap_height
    left = x - font.width(words, size * POINTS_PER_MM) / 2
    return moved(font.outline(words), Transform.scaled(size).then(Transform.moved(left, baseline)))


def _framed(layout: Layout, art: Art) -> Symbol:
    """The ground outside the panel and its contour."""
    return art.shared("frame", layout.trim.bleed_box, lambda: _frame(layout, art.saver))


def _frame(layout: Layout, saver: bool) -> tuple[Shape, ...]:
    hole = notched(layout.panel, layout.notch, _ROUNDING * layout.scale)
    outside = (*rectangle(layout.trim.bleed_box), *hole)
    contour = Stroke(INK, layout.contour * (0.5 if saver else 1), join="round")
    return Path(outside, WHITE if saver else PARCHMENT, even_odd=True), Path(hole, None, contour)


def _light(suit: Suit, layout: Layout, light: Box, saver: bool) -> tuple[Shape, ...]:
    x, y = light.centre
    if saver:
        reach = light.height * 0.48
        rays = Path(wedges(x, y, reach * 0.84, reach, reach * 0.045, 36), suit.colour)
        return Path(rectangle(layout.scene), WHITE), rays
    reach, bands = light.height * 0.48, inks.glow(suit.colour)
    return (
        Path(rectangle(layout.scene), bands["wall"]),
        Path(wedges(x, y, reach * 0.9, reach * 4, reach * 0.2, 36), bands["glow1"]),
        Path(star(x, y, reach, reach * 0.88, 36), bands["glow1"]),
    )


def _large(rank: int, box: Box, art: Art) -> Shape:
    """The rank in the middle of the box; in outline for the ink saver."""
    height = box.height * 0.66
    x, y = box.centre
    if not art.saver:
        return _numeral(rank, x, y + height / 2, height, PARCHMENT, art.fonts)
    return Path(_outline(rank, x, y + height / 2, height, art.fonts), WHITE, Stroke(INK, 0.5, join="round"))


def _die_of_emblems(rank: int, suit: Suit, box: Box, art: Art) -> tuple[Shape, ...]:
    (x, y), size = box.centre, min(box.width, box.height) * 0.84
    ground, contour = (WHITE, Stroke(suit.colour, 0.5)) if art.saver else (PARCHMENT, Stroke(INK, 1))
    pips = _PIPS.get(rank, ())
    # How far the emblems stand from the die's centre and how large they are, as shares of its side.
    share, height = (
        (0.0, 0.72) if len(pips) == 1 else (0.23, 0.42) if len({row for _, row in pips}) == 2 else (0.295, 0.29)
    )
    step, stamp = size * share, art.stamp(suit)
    emblems = (placed(stamp, x + column * step, y + row * step, size * height) for column, row in pips)
    return Path(rectangle(Box.around(x, y, Size(size, size)), size * 0.16), ground, contour), *emblems
