"""The cards, the same from two sides of the table: their borders that turn into themselves, and where all stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import recoloured
from pnp.drawing.face import Style
from pnp.drawing.lettering import display
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Symbol, Use, circle, line, polygon, rectangle
from pnp.frozen import frozen
from pnp.games.wibbell.faces.art import INK, PAPER, Art, hatched, set_line
from pnp.geometry import Box, Insets, Transform, Trim

BAND = 5.6  # what of the border is seen inside the cut
_SIDES, _HEAD = 1.5, 1.9  # from the panel to the letters
_FOOT = 4.0  # from the middle of the card to the baseline: half the rule, and the bars
BAR = (1.2, 2.65)  # edges of a bar, from the middle of the card
_RADIUS = 2.9  # of the number's disc
_INSET = 6.3  # of its centre, from the cut
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
    def half_turn(self) -> Transform:
        """The card turned upside down about its centre."""
        return Transform.half_turn(*self.middle)

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

    def painted(self, saver: bool, path: Path, role: str) -> Iterable[Shape]:
        """A path in the border's colour; for the ink saver motifs in outline and fields in a tint, on white."""
        if saver and role in ("ground", "field"):
            yield replace(path, fill=WHITE if role == "ground" else self.colour.mixed(WHITE, _TINT))
        elif saver:
            yield Path(path.commands, None, Stroke(self.colour, _OUTLINE, join="round"), path.even_odd)
        else:
            yield recoloured(path, self.colour if role == "ground" else PAPER)


def border_symbol(border: Border, layout: Layout, art: Art) -> Symbol:
    """Ground, units and corners from the bleed to the panel, and the panel's contour; half of it is drawn twice."""
    bleed, saver = layout.trim.bleed_box, art.saver
    unit, corner = (
        art.painted(f"border/{name}", f"border/{border.id}/{name}", partial(border.painted, saver))
        for name in (border.pattern, f"{border.pattern}-corner")
    )
    half = Symbol(f"border/{border.id}/half", tuple(_half(unit, corner, layout)), bleed)
    contour = Stroke(INK, _CONTOUR * (0.6 if saver else 1))
    shapes: tuple[Shape, ...] = (
        Path(rectangle(bleed), WHITE if saver else border.colour),
        Use(half),
        Use(half, layout.half_turn),
        Path(rectangle(layout.panel), WHITE if saver else PAPER, contour),
    )
    return Symbol(f"border/{border.id}", shapes, bleed)


def _half(unit: Symbol, corner: Symbol, layout: Layout) -> Iterator[Shape]:
    """The upper and the right edge, and both upper corners."""
    bleed, panel = layout.trim.bleed_box, layout.panel
    reach = BAND + layout.trim.bleed
    scale = reach / unit.bounds.height
    over = unit.bounds.width * _OVERHANG  # what a unit draws over its neighbours, so that no seam is seen between them
    reaching = replace(unit, bounds=unit.bounds.grown(Insets(over, 0, over, 0)))
    turned = Transform.rotated(90)
    along, down = Transform.moved(panel.left, bleed.top), turned.then(Transform.moved(bleed.right, panel.top))
    for length, place in ((panel.width, along), (panel.height, down)):
        count = round(length / (unit.bounds.width * scale))
        step = length / count
        fitted = Transform.scaled(step / unit.bounds.width, scale)
        for at in range(count):
            yield Use(reaching, fitted.then(Transform.moved(at * step, 0)).then(place))
    size = Transform.scaled(reach / corner.bounds.height)
    yield Use(corner, size.then(Transform.moved(bleed.left, bleed.top)))
    yield Use(corner, size.then(turned.then(Transform.moved(bleed.right, bleed.top))))


@frozen
class Pair:
    """The letters of a card, which of them stand on a bar, and how many cards carry the second one."""

    letters: tuple[str, str]
    barred: tuple[bool, ...]
    number: str
    colour: Colour


def half_card(pair: Pair, layout: Layout, style: Style) -> Symbol:
    """The upper half of a card without its border: both letters, their bars and the number."""
    middle = layout.middle[1]
    row = set_line(pair.letters, layout.letters, style.fonts, GAP, NARROWEST, WIDEST)
    shapes: list[Shape] = []
    for outline, box, barred, colour in zip(row.letters, row.boxes, pair.barred, (INK, pair.colour)):
        shapes += hatched(outline, box, colour) if style.saver else (Path(outline, colour),)
        if barred:
            x, half = box.centre[0], box.width * _BAR_SHARE / 2
            shapes.append(Path(rectangle(Box(x - half, middle - BAR[1], x + half, middle - BAR[0])), colour))
    shapes += _number(pair, layout, style)
    return Symbol("half/" + "".join(pair.letters), tuple(shapes), layout.trim.bleed_box)


def middle_rule(colour: Colour, layout: Layout, saver: bool) -> Symbol:
    """A swelled rule with a lozenge between the two numbers; it turns into itself."""
    x, y = layout.middle
    reach = x - _INSET - _RADIUS - 0.8
    thick, lozenge = 0.42, 0.9
    swell = polygon(((x - reach, y), (x, y - thick / 2), (x + reach, y), (x, y + thick / 2)))
    stone = polygon(((x - lozenge, y), (x, y - lozenge), (x + lozenge, y), (x, y + lozenge)))
    if saver:
        thin = Path(line(x - reach, y, x + reach, y), None, Stroke(colour, 0.15))
        shapes: tuple[Shape, ...] = thin, Path(stone, WHITE, Stroke(colour, 0.3))
    else:
        shapes = Path(swell, colour), Path(stone, colour)
    return Symbol(f"rule/{colour}", shapes, layout.trim.bleed_box)


def _number(pair: Pair, layout: Layout, style: Style) -> Iterator[Shape]:
    x, y = layout.trim.size.width - _INSET, layout.middle[1]
    disc = circle(x, y, _RADIUS)
    if style.saver:
        yield Path(disc, WHITE, Stroke(pair.colour, 0.3))
    else:
        yield Path(disc, PAPER)
        yield Path(circle(x, y, _RADIUS - 0.4), pair.colour)
    colour = pair.colour if style.saver else PAPER
    yield display(pair.number, x, y, _RADIUS * 1.12, _RADIUS * 1.4, colour, style.fonts)
