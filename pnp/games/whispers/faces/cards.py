"""A number card, a whisper or the back in; its shapes, in either edition and either ink, out."""

from __future__ import annotations

from dataclasses import replace

from pnp.drawing.bounds import bounds
from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Use, moved, placed, rectangle
from pnp.games.whispers.faces import palette
from pnp.games.whispers.faces.art import Art, Suit
from pnp.games.whispers.faces.corner import figures_of, numeral, pips, placed_stamp
from pnp.games.whispers.faces.layout import Layout
from pnp.games.whispers.faces.palette import INK, PARCHMENT, Roles
from pnp.games.whispers.faces.strokes import notched, star, wedges
from pnp.geometry import Box, Size, Transform, Trim
from pnp.units import POINTS_PER_MM


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
    curl = art.dyed("smoke", "smoke/curl", {"smoke1": palette.SMOKE, "smoke2": None, "smoke3": None})
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
    ground = WHITE if style.saver else palette.OAK_DARK
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
    bands = palette.glow(suit.colour)
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
        return {"smoke1": None, "smoke2": palette.SMOKE_LIGHT, "smoke3": palette.SMOKE}
    return {"smoke1": palette.SMOKE_LIGHT, "smoke2": palette.SMOKE_MIDDLE, "smoke3": palette.SMOKE}
