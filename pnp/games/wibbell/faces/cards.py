"""The cards, the same from two sides of the table: their inks, their borders that turn into themselves, and where
everything stands.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pnp.drawing.art import read_symbol
from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY
from pnp.drawing.shapes import Command, Group, Path, Shape, Stroke, Symbol, Text, Use, circle, line, polygon, rectangle
from pnp.drawing.text import shrunk_size
from pnp.frozen import frozen
from pnp.games.wibbell.faces import setting
from pnp.games.wibbell.faces.engraving import hatched
from pnp.geometry import Box, Insets, Transform, Trim
from pnp.paths import assets
from pnp.units import MM_PER_POINT, POINTS_PER_MM

PAPER = Colour.parse("#f8efdc")
INK = Colour.parse("#1c1718")
RED = Colour.parse("#b52a1a")
RED_DARK = Colour.parse("#8f1d12")
BAND = 5.6  # what of the border is seen inside the cut
_SIDES, _HEAD = 1.5, 1.9  # from the panel to the letters
_FOOT = 4.0  # from the middle of the card to the baseline: half the rule, and the bars
BAR = (1.2, 2.65)  # edges of a bar, from the middle of the card
NUMBER_RADIUS = 2.9
NUMBER_INSET = 6.3  # of its centre, from the cut
# Colours that stand for their role in the drawings until the border is dyed.
_GROUND, _FIELD, _MOTIF, _LINE = (Colour(0, 1, at / 8) for at in range(4))
_MARKS = {"ground": _GROUND, "field": _FIELD, "motif": _MOTIF, "line": _LINE}
_OUTLINE = 0.22
_OVERHANG = 0.25  # of a unit's width
_CONTOUR = 0.5
_TINT = 0.74  # of white, where the ink saver fills an area
GAP = 0.075  # between the letters, in cap heights
NARROWEST, WIDEST = 0.68, 1.15  # shares of the letters' own width
_BAR_SHARE = 0.7  # of the letter's width


@frozen
class Layout:
    """Measures of one card; its lower half is its upper half, turned."""

    trim: Trim

    @property
    def panel(self) -> Box:
        return self.trim.box.grown(Insets.even(-BAND))

    @property
    def middle(self) -> tuple[float, float]:
        return self.trim.box.centre

    @property
    def letters(self) -> Box:
        """What the two letters of the upper half fill, from the tops of capitals to their baseline."""
        panel, middle = self.panel, self.middle[1]
        return Box(panel.left + _SIDES, panel.top + _HEAD, panel.right - _SIDES, middle - _FOOT)

    @property
    def number(self) -> tuple[float, float]:
        """The centre of the number that belongs to the upper half."""
        return self.trim.size.width - NUMBER_INSET, self.middle[1]

    @property
    def half_turn(self) -> Transform:
        """The card turned upside down about its centre."""
        size = self.trim.size
        return Transform.rotated(180).then(Transform.moved(size.width, size.height))

    def twice(self, symbol: Symbol, meaning: str | None = None) -> tuple[Shape, Shape]:
        """What stands in the upper half, and again in the lower one for whoever sits opposite."""
        upper = Group((Use(symbol),), role="figure" if meaning else None, alt=meaning)
        return upper, Use(symbol, self.half_turn)


@frozen
class Border:
    """A border as its table has it."""

    id: str
    colour: Colour
    pattern: str


def border_symbol(border: Border, layout: Layout, style: Style) -> Symbol:
    """Ground, units and corners from the bleed to the panel, and the panel's contour; half of it is drawn twice."""
    bleed = layout.trim.bleed_box
    unit, corner = (_dyed(_drawing(name), border, style) for name in (border.pattern, f"{border.pattern}-corner"))
    half = Symbol(f"border/{border.id}/half", tuple(_half(unit, corner, layout)), bleed)
    panel = rectangle(layout.panel)
    contour = Stroke(INK, _CONTOUR * (0.6 if style.saver else 1))
    shapes: tuple[Shape, ...] = (
        Path(rectangle(bleed), WHITE if style.saver else border.colour),
        Use(half),
        Use(half, layout.half_turn),
        Path(panel, WHITE if style.saver else PAPER, contour),
    )
    return Symbol(f"border/{border.id}", shapes, bleed)


def _half(unit: Symbol, corner: Symbol, layout: Layout) -> Iterator[Shape]:
    """The upper and the right edge, and both upper corners."""
    bleed, panel = layout.trim.bleed_box, layout.panel
    reach = BAND + layout.trim.bleed
    scale = reach / unit.bounds.height
    to_right = Transform.rotated(90).then(Transform.moved(bleed.right, bleed.top))
    along = Transform.moved(panel.left, bleed.top)
    down = Transform.rotated(90).then(Transform.moved(bleed.right, panel.top))
    reaching = _reaching(unit)
    for length, place in ((panel.width, along), (panel.height, down)):
        count = round(length / (unit.bounds.width * scale))
        step = length / count
        for at in range(count):
            fitted = Transform.scaled(step / unit.bounds.width, scale)
            yield Use(reaching, fitted.then(Transform.moved(at * step, 0)).then(place))
    size = Transform.scaled(reach / corner.bounds.height)
    yield Use(corner, size.then(Transform.moved(bleed.left, bleed.top)))
    yield Use(corner, size.then(to_right))


def _reaching(unit: Symbol) -> Symbol:
    """The unit with what it draws over its neighbours, so that no seam is seen between them."""
    over = unit.bounds.width * _OVERHANG
    return replace(unit, bounds=unit.bounds.grown(Insets(over, 0, over, 0)))


def _drawing(name: str) -> Symbol:
    return read_symbol(assets() / "wibbell" / "border" / f"{name}.svg", name, _MARKS)


def _dyed(drawing: Symbol, border: Border, style: Style) -> Symbol:
    """The drawing in the border's colour; for the ink saver its motif in outline and its fields in a tint, on white."""
    shapes = tuple(_painted(shape, border.colour, style.saver) for shape in drawing.shapes if isinstance(shape, Path))
    return Symbol(f"border/{border.id}/{drawing.id}", shapes, drawing.bounds)


def _painted(path: Path, colour: Colour, saver: bool) -> Path:
    paint = path.fill or (path.stroke and path.stroke.colour)
    if saver:
        if paint == _GROUND:
            return replace(path, fill=WHITE)
        if paint == _FIELD:
            return replace(path, fill=colour.mixed(WHITE, _TINT))
        return Path(path.commands, None, Stroke(colour, _OUTLINE, join="round"), path.even_odd)
    shown = colour if paint == _GROUND else PAPER
    if path.fill:
        return replace(path, fill=shown)
    return replace(path, stroke=path.stroke and replace(path.stroke, colour=shown))


@frozen
class Pair:
    """The letters of a card, which of them stand on a bar, and how many cards carry the second one."""

    letters: tuple[str, str]
    barred: tuple[bool, ...]
    number: str
    colour: Colour


def half_card(pair: Pair, layout: Layout, style: Style) -> Symbol:
    """The upper half of a card without its border: both letters, their bars and the number."""
    placed = setting.line(pair.letters, layout.letters, style.fonts, GAP, NARROWEST, WIDEST)
    shapes: list[Shape] = []
    for outline, box, barred, colour in zip(placed.letters, placed.boxes, pair.barred, (INK, pair.colour)):
        draw = hatched if style.saver else _solid
        shapes += draw(outline, box, colour)
        if barred:
            shapes.append(Path(_bar(box, layout), colour))
    shapes += _number(pair, layout, style)
    return Symbol("half/" + "".join(pair.letters), tuple(shapes), layout.trim.bleed_box)


def middle_rule(colour: Colour, layout: Layout, style: Style) -> Symbol:
    """A swelled rule with a lozenge between the two numbers; it turns into itself."""
    x, y = layout.middle
    reach = x - NUMBER_INSET - NUMBER_RADIUS - 0.8
    thick, lozenge = 0.42, 0.9
    swell = polygon(((x - reach, y), (x, y - thick / 2), (x + reach, y), (x, y + thick / 2)))
    stone = polygon(((x - lozenge, y), (x, y - lozenge), (x + lozenge, y), (x, y + lozenge)))
    if style.saver:
        shapes = (
            Path(line(x - reach, y, x + reach, y), None, Stroke(colour, 0.15)),
            Path(stone, WHITE, Stroke(colour, 0.3)),
        )
    else:
        shapes = Path(swell, colour), Path(stone, colour)
    return Symbol(f"rule/{colour}", shapes, layout.trim.bleed_box)


def _solid(outline: tuple[Command, ...], box: Box, colour: Colour) -> Iterator[Shape]:
    yield Path(outline, colour)


def _bar(box: Box, layout: Layout) -> tuple[Command, ...]:
    middle = layout.middle[1]
    half = box.width * _BAR_SHARE / 2
    x = box.centre[0]
    return rectangle(Box(x - half, middle - BAR[1], x + half, middle - BAR[0]))


def _number(pair: Pair, layout: Layout, style: Style) -> Iterator[Shape]:
    x, y = layout.number
    cap = NUMBER_RADIUS * 1.12
    disc = circle(x, y, NUMBER_RADIUS)
    if style.saver:
        yield Path(disc, WHITE, Stroke(pair.colour, 0.3))
    else:
        yield Path(disc, PAPER)
        yield Path(circle(x, y, NUMBER_RADIUS - 0.4), pair.colour)
    text = pair.number
    size = cap / style.fonts[DISPLAY].cap_height * POINTS_PER_MM
    size = shrunk_size(text, NUMBER_RADIUS * 1.4, DISPLAY, size, style.fonts)
    half = size * MM_PER_POINT * style.fonts[DISPLAY].cap_height / 2
    yield Text(x, y + half, text, DISPLAY, size, pair.colour if style.saver else PAPER, "middle")
