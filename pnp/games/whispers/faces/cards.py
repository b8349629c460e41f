"""The cards: where everything stands on them, their two corners, and the shapes in either edition and either ink."""

from __future__ import annotations

from dataclasses import replace
from math import fsum

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, FontBook
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Text, Use, bounds, circle, moved, placed, rectangle
from pnp.frozen import frozen
from pnp.games.whispers.faces.art import (
    INK,
    OAK_DARK,
    PARCHMENT,
    SMOKE,
    SMOKE_LIGHT,
    SMOKE_MIDDLE,
    Art,
    Roles,
    Suit,
    glow,
    notched,
    star,
    wedges,
)
from pnp.geometry import Box, Insets, Size, Transform, Trim
from pnp.units import POINTS_PER_MM

# A frame nearer to the cut than 4 mm shows every error of it.
_MARGIN = 4.25
_SCENE = Size(55, 80)
_NOTCH = Size(9.4, 29.4)
_CONTOUR = 0.8
_ROUNDING = 4.1
# Pips of a die by rank, in steps from its centre.
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((1, -1), (-1, 1)),
    3: ((1, -1), (0, 0), (-1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
_NUMERAL, _DIE, _STAMP = 0.34, 0.265, 0.24  # heights, as shares of the corner's


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
    def rounding(self) -> float:
        return _ROUNDING * self.scale

    @property
    def index(self) -> Box:
        """The upper left corner that must read in a fan."""
        panel = self.panel
        return Box(self.trim.safe, panel.top, panel.left + self.notch.width, panel.top + self.notch.height)

    @property
    def to_scene(self) -> Transform:
        return Transform.scaled(self.scale).then(Transform.moved(self.scene.left, self.scene.top))

    @property
    def half_turn(self) -> Transform:
        """The card turned upside down about its centre."""
        size = self.trim.size
        return Transform.rotated(180).then(Transform.moved(size.width, size.height))

    def twice(self, shapes: tuple[Shape, ...]) -> tuple[Group, Group]:
        """What stands in the upper left corner, and again in the lower right for whoever sits opposite."""
        return Group(shapes), Group(shapes, self.half_turn)


def pips(rank: int) -> tuple[tuple[int, int], ...]:
    """Where the pips of a die of that rank are; a rank beyond a die's has none."""
    return _PIPS.get(rank, ())


def numeral(rank: int, x: float, baseline: float, height: float, colour: Colour, fonts: FontBook) -> Text:
    """The rank in display figures of that height, centred on x."""
    size = height / fonts[DISPLAY].cap_height * POINTS_PER_MM
    return Text(x, baseline, str(rank), DISPLAY, size, colour, "middle")


def die(rank: int, x: float, y: float, size: float, saver: bool) -> tuple[Shape, ...]:
    """A die in black with light pips; in outline for the ink saver."""
    box = Box.around(x, y, Size(size, size))
    dots = tuple(command for at in pips(rank) for command in _pip(x, y, size, at))
    if saver:
        frame = box_inset(box, size * 0.03)
        return (
            Path(rectangle(frame, size * 0.2), WHITE, Stroke(INK, size * 0.06)),
            Path(dots, INK),
        )
    return Path(rectangle(box, size * 0.2), INK), Path(dots, PARCHMENT)


def box_inset(box: Box, by: float) -> Box:
    return Box(box.left + by, box.top + by, box.right - by, box.bottom - by)


def figures_of(rank: int, corner: Box, fonts: FontBook, saver: bool) -> tuple[Shape, ...]:
    """The numeral at the top of the corner, its die below it."""
    x = corner.centre[0]
    upper, middle, _ = _rows(corner)
    figure = numeral(rank, x, upper.bottom, upper.height, INK, fonts)
    return figure, *die(rank, *middle.centre, middle.height, saver)


def placed_stamp(stamp: Symbol, corner: Box) -> Use:
    """The suit's emblem at the foot of the corner."""
    lower = _rows(corner)[2]
    return placed(stamp, *lower.centre, lower.height)


def _rows(corner: Box) -> tuple[Box, Box, Box]:
    """Boxes for numeral, die and stamp, with even gaps between them."""
    heights = [share * corner.height for share in (_NUMERAL, _DIE, _STAMP)]
    gap = (corner.height - fsum(heights)) / (len(heights) + 0.5)
    tops = [corner.top + gap * 0.25 + fsum(heights[:at]) + gap * at for at in range(len(heights))]
    upper, middle, lower = (Box(corner.left, y, corner.right, y + height) for y, height in zip(tops, heights))
    return upper, middle, lower


def _pip(x: float, y: float, size: float, at: tuple[int, int]) -> tuple[tuple[str, *tuple[float, ...]], ...]:
    return circle(x + at[0] * size * 0.26, y + at[1] * size * 0.26, size * 0.105)


def illustrated(rank: int, suit: Suit, layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """A place of the pub, the suit's emblem in it as often as the rank says, in the order of a die."""
    emblem = art.emblem(suit)
    standing = tuple(placed(emblem, slot.x, slot.y, slot.size, slot.turn) for slot in art.slots(rank))
    layers = tuple(Use(layer) for layer in art.scene(rank, suit))
    picture = Group((*layers, *standing), layout.to_scene)
    return picture, *_around(rank, suit, layout, art, style)


def standard(rank: int, suit: Suit, layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """The rank as large as it goes, above a die whose pips are the suit's emblem."""
    panel = layout.panel
    upper = Box(panel.left + layout.notch.width, panel.top, panel.right, panel.centre[1])
    lower = Box(panel.left, panel.centre[1], panel.right - layout.notch.width, panel.bottom)
    ground = _plain_ground if style.saver else _rich_ground
    light = art.shared(f"light/{suit.id}", layout.scene, lambda: ground(suit, layout, upper))
    figure = _large_outline if style.saver else _large
    large = art.shared(f"large/{rank}", upper, lambda: (figure(rank, upper, style),))
    return (
        Use(light), Use(large),
        *_die_of_emblems(rank, art.stamp(suit), suit, lower, style.saver),
        *_around(rank, suit, layout, art, style),
    )  # fmt: skip


def whisper(layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """Next to nothing: a breath of smoke, and a curl of it in the corners for whoever holds a fan."""
    ground = WHITE if style.saver else PARCHMENT
    picture = style.edition != "standard"
    smoke = art.turned_double("smoke", "smoke", _smoke(style.saver))
    curl = art.dyed("smoke", "smoke/curl", {"smoke1": SMOKE, "smoke2": None, "smoke3": None})
    drawn = bounds(curl.shapes, style.fonts)
    height = layout.scene.height * (1.0 if picture else 0.5)
    corner = layout.index
    small = placed(replace(curl, bounds=drawn), *corner.centre, corner.width / drawn.width * drawn.height)
    return (
        Path(rectangle(layout.trim.bleed_box), ground),
        placed(smoke, *layout.trim.box.centre, height),
        *layout.twice((small,)),
    )


def back(trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """A candle that burns at both ends; every stroke stands opposite its own half turn."""
    ground = WHITE if style.saver else OAK_DARK
    drawing = art.turned_double("back-line" if style.saver else "back", "back", {})
    scale = max(trim.bleed_box.width / drawing.bounds.width, trim.bleed_box.height / drawing.bounds.height)
    middle = Transform.scaled(scale).then(Transform.moved(*trim.box.centre))
    return Path(rectangle(trim.bleed_box), ground), Use(drawing, middle)


def _around(rank: int, suit: Suit, layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """The ground outside the panel, its contour and both corners: the same in either edition."""
    reach = layout.trim.bleed_box
    corner, saver = layout.index, style.saver
    frame = art.shared("frame", reach, lambda: _frame(layout, saver))
    figures = art.shared(f"figures/{rank}", reach, lambda: figures_of(rank, corner, style.fonts, saver))
    stamp = placed_stamp(art.stamp(suit), corner)
    return Use(frame), *layout.twice((Use(figures), stamp))


def _frame(layout: Layout, saver: bool) -> tuple[Shape, ...]:
    hole = notched(layout.panel, layout.notch, layout.rounding)
    outside = (*rectangle(layout.trim.bleed_box), *hole)
    contour = Stroke(INK, layout.contour * (0.5 if saver else 1), join="round")
    return Path(outside, WHITE if saver else PARCHMENT, even_odd=True), Path(hole, None, contour)


def _rich_ground(suit: Suit, layout: Layout, light: Box) -> tuple[Shape, ...]:
    x, y = light.centre
    reach = light.height * 0.62
    bands = glow(suit.colour)
    wall, far = bands["wall"], bands["glow1"]
    return (
        Path(rectangle(layout.scene), wall),
        Path(wedges(x, y, reach * 0.9, reach * 3, reach * 0.16, 36), far),
        Path(star(x, y, reach, reach * 0.88, 36), far),
    )


def _plain_ground(suit: Suit, layout: Layout, light: Box) -> tuple[Shape, ...]:
    x, y = light.centre
    reach = light.height * 0.5
    return (
        Path(rectangle(layout.scene), WHITE),
        Path(wedges(x, y, reach, reach * 1.25, reach * 0.03, 36), suit.colour),
    )


def _large(rank: int, box: Box, style: Style) -> Shape:
    height = box.height * 0.74
    return numeral(rank, box.centre[0], box.centre[1] + height / 2, height, PARCHMENT, style.fonts)


def _large_outline(rank: int, box: Box, style: Style) -> Shape:
    font = style.fonts[DISPLAY]
    height = box.height * 0.74
    size = height / font.cap_height
    left = box.centre[0] - font.width(str(rank), size * POINTS_PER_MM) / 2
    place = Transform.scaled(size).then(Transform.moved(left, box.centre[1] + height / 2))
    return Path(moved(font.outline(str(rank)), place), WHITE, Stroke(INK, 0.5, join="round"))


def _die_of_emblems(rank: int, stamp: Symbol, suit: Suit, box: Box, saver: bool) -> tuple[Shape, ...]:
    size = min(box.width, box.height) * 0.84
    x, y = box.centre
    die = Box.around(x, y, Size(size, size))
    ground, contour = (WHITE, Stroke(suit.colour, 0.5)) if saver else (PARCHMENT, Stroke(INK, 1))
    share, height = _crowding(rank)
    step = size * share
    points = ((x + column * step, y + row * step) for column, row in pips(rank))
    emblems = (placed(stamp, *point, size * height) for point in points)
    return Path(rectangle(die, size * 0.16), ground, contour), *emblems


def _crowding(rank: int) -> tuple[float, float]:
    """How far pips of emblems stand from the die's centre and how large they are, as shares of its side."""
    places = pips(rank)
    if len(places) == 1:
        return 0.0, 0.72
    rows = {row for _, row in places}
    return (0.23, 0.42) if len(rows) == 2 else (0.295, 0.29)


def _smoke(saver: bool) -> Roles:
    if saver:
        return {"smoke1": None, "smoke2": SMOKE_LIGHT, "smoke3": SMOKE}
    return {"smoke1": SMOKE_LIGHT, "smoke2": SMOKE_MIDDLE, "smoke3": SMOKE}
