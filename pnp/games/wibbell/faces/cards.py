"""The cards, the same from two sides of the table: their borders, where all stands, and their back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from math import ceil, hypot

from pnp.drawing.colour import WHITE, Colour
from pnp.drawing.dyes import recoloured
from pnp.drawing.face import Style
from pnp.drawing.shapes import (
    Group,
    Path,
    Shape,
    Stroke,
    Symbol,
    Use,
    circle,
    joined,
    line,
    moved,
    polygon,
    rectangle,
)
from pnp.drawing.text import capitals
from pnp.frozen import frozen
from pnp.games.wibbell.faces.art import INK, PAPER, RED, RED_DARK, Art, SetLine, hatched, notched, plate, set_line
from pnp.geometry import Box, Insets, Point, Size, Transform, Trim, polar

BAND = 6.35  # what of the border is seen inside the cut: a quarter of an inch, so that units fill both sides exactly
_SIDES, _HEAD = 1.2, 1.7  # from the panel to the letters
_FOOT = 4.0  # from the middle of the card to the baseline: half the rule, and the bars
BAR = (1.35, 2.8)  # edges of a bar, from the middle of the card
_PLATE = Size(5.8, 25.4 * 3 / 14)  # of the number, on the panel's edge; three rows of the chequered border
_RUN_ON = frozenset(("checks",))  # patterns that go on behind the plate
_OUTLINE, _THINNEST = 0.22, 0.2
_OVERHANG = 0.25  # of a unit's width
_CONTOUR = 0.5
_TINT = 0.74  # of white, where the ink saver fills an area
GAP = 0.085  # between the letters, in cap heights
NARROWEST = 0.74  # share of the letters' usual width
_BAR_SHARE = 0.7  # of the letter's width
_RAYS, _HALO = 36, 4.4  # and where they begin, from the middle
_FRAME = 4.9  # from the cut; a frame nearer than 4 mm shows every error of it
_NOTCH = 3.6
_UNDER_THUMB = 12.5  # from the edge of a box whose thumb notch bites into it
_HEADS = (0.47, 0.4)  # heights of the two lines, as shares of the half's room
_SHADE = 0.75
_APART = 5.0  # the least from a line of the poster to its middle, where the star is


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
        """A path on the border's colour; for the ink saver motifs in outline and fields in a tint, on white."""
        if saver and role == "field":
            yield replace(path, fill=self.colour.mixed(WHITE, _TINT))
        elif saver:
            yield Path(path.commands, None, Stroke(self.colour, _OUTLINE, cap="round", join="round"), path.even_odd)
        else:
            yield recoloured(path, PAPER)


def border_symbol(border: Border, layout: Layout, art: Art) -> Symbol:
    """Ground, units and corners from the bleed to the panel, and the panel's contour; half of it is drawn twice."""
    bleed, saver = layout.trim.bleed_box, art.saver
    unit, corner = (
        art.painted(f"border/{name}", f"border/{border.id}/{name}", partial(border.painted, saver))
        for name in (border.pattern, f"{border.pattern}-corner")
    )
    half = Symbol(f"border/{border.id}/half", tuple(_half(border, unit, corner, layout)), bleed)
    contour = Stroke(INK, _contour(saver))
    shapes: tuple[Shape, ...] = (
        Path(rectangle(bleed), WHITE if saver else border.colour),
        Use(half),
        Use(half, layout.half_turn),
        Path(rectangle(layout.panel), WHITE if saver else PAPER, contour),
    )
    return Symbol(f"border/{border.id}", shapes, bleed)


def _contour(saver: bool) -> float:
    """How thick the line is around the panel, and around the plates on it."""
    return _CONTOUR * (0.6 if saver else 1)


def _half(border: Border, unit: Symbol, corner: Symbol, layout: Layout) -> Iterator[Shape]:
    """The upper and the right edge, and both upper corners: whole units between corners and the number's plate."""
    bleed, panel = layout.trim.bleed_box, layout.panel
    over = unit.bounds.width * _OVERHANG  # what a unit draws over its neighbours, so that no seam is seen between them
    reaching = replace(unit, bounds=unit.bounds.grown(Insets(over, 0, over, 0)))
    turned = Transform.rotated(90)
    along, down = Transform.moved(panel.left, bleed.top), turned.then(Transform.moved(bleed.right, panel.top))
    for length, place, plated in ((panel.width, along, False), (panel.height, down, border.pattern not in _RUN_ON)):
        count = round(length / unit.bounds.width)
        # As many units are left out for the plate as leave the same number on either side of it.
        left = count // 2 - (ceil(_PLATE.height / unit.bounds.width / 2) if plated else 0)
        for at in range(count):
            if not plated or not left <= at < count - left:
                yield Use(reaching, Transform.moved(at * length / count, 0).then(place))
    yield Use(corner, Transform.moved(bleed.left, bleed.top))
    yield Use(corner, turned.then(Transform.moved(bleed.right, bleed.top)))


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
    row = set_line(pair.letters, layout.letters, style.fonts, GAP, NARROWEST)
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
    reach = x - BAND - _PLATE.width / 2 - 0.8
    thick, lozenge = 0.42, 0.8
    swell = polygon(((x - reach, y), (x, y - thick / 2), (x + reach, y), (x, y + thick / 2)))
    stone = polygon(((x - lozenge, y), (x, y - lozenge), (x + lozenge, y), (x, y + lozenge)))
    if saver:
        thin = Path(line(x - reach, y, x + reach, y), None, Stroke(colour, _THINNEST))
        shapes: tuple[Shape, ...] = thin, Path(stone, WHITE, Stroke(colour, 0.3))
    else:
        shapes = Path(swell, colour), Path(stone, colour)
    return Symbol(f"rule/{colour}", shapes, layout.trim.bleed_box)


def _number(pair: Pair, layout: Layout, style: Style) -> Iterator[Shape]:
    """The number on a plate that interrupts the panel's contour, and has its bitten corners from the back."""
    box = Box.around(layout.panel.right, layout.middle[1], _PLATE)
    yield from plate(pair.number, box, pair.colour, Stroke(INK, _contour(style.saver)), style)


def back(name: str, trim: Trim, style: Style) -> tuple[Shape, ...]:
    """Rays from the middle, a frame, and the name in two lines for either side of the table."""
    layout, bleed = Layout(trim), trim.bleed_box
    frame = trim.box.grown(Insets.even(-_FRAME))
    x, y = layout.middle
    inset, reach = _FRAME + 3.6, x - _FRAME - 2.6
    room = Box(inset, _FRAME + 5.8, trim.size.width - inset, y - 4.5)
    upper, lower = (share * room.height for share in _HEADS)
    boxes = replace(room, bottom=room.top + upper), replace(room, top=room.bottom - lower)
    rule = polygon(((x - reach, y), (x, y - 0.35), (x + reach, y), (x, y + 0.35)))
    return (
        Path(rectangle(bleed), WHITE if style.saver else RED),
        Group((_rays(layout.middle, trim, style.saver),), clip=Path(rectangle(bleed))),
        *_frame(frame, 0.6, style.saver),
        *layout.twice(Symbol("back/half", tuple(_name(_lines(name, boxes, style), style)), bleed)),
        Path(rule, RED if style.saver else PAPER),
        *_star(x, y, style.saver),
    )


def poster(name: str, seen: Box, reach: Box, style: Style) -> Iterator[Shape]:
    """The same for one side of the table: the name over the whole of a box in two lines, a star with rays between."""
    trim, place = Trim(Size(seen.width, seen.height)), Transform.moved(seen.left, seen.top)
    frame = trim.box.grown(Insets(-_FRAME, -_UNDER_THUMB, -_FRAME, -_FRAME))
    room = frame.grown(Insets.even(-4.6))
    x, y = room.centre
    lines = _lines(name, (replace(room, bottom=y - _APART), replace(room, top=y + _APART)), style)
    middle = x, (lines[0].boxes[0].bottom + lines[1].boxes[0].top) / 2
    yield Path(rectangle(reach), WHITE if style.saver else RED)
    yield Group((Group((_rays(middle, trim, style.saver),), place),), clip=Path(rectangle(reach)))
    drawn = *_frame(frame, 1.0, style.saver), *_name(lines, style), *_star(*middle, style.saver)
    yield Group(drawn, place, role="heading", alt=name)


def sign(style: Style) -> Symbol:
    """The star between the two names, in a ring."""
    return Symbol(f"sign/{style.saver}", tuple(_star(0, 0, style.saver)), Box(-3.3, -3.3, 3.3, 3.3))


def _rays(middle: Point, trim: Trim, saver: bool) -> Path:
    """Wedges from about a middle, where they would be too thin, past every corner, each opposite another one."""
    x, y = middle
    reach, turns = hypot(trim.size.width, trim.size.height), [360 * ray / _RAYS for ray in range(_RAYS)]
    half = 180 / _RAYS / 2
    corners = (_HALO, -half), (reach, -half), (reach, half), (_HALO, half)
    wedges = joined(polygon(polar(x, y, radius, turn + side) for radius, side in corners) for turn in turns)
    return Path(wedges, None, Stroke(RED, _THINNEST)) if saver else Path(wedges, RED_DARK)


def _frame(outer: Box, thin: float, saver: bool) -> Iterator[Shape]:
    """A thick rule with its corners cut in, and a thin one inside it; for the ink saver on white, so much thinner."""
    if saver:
        yield Path(notched(outer, _NOTCH), WHITE)
    for inset, width in ((0.0, 0.7), (1.1, 0.25)):
        stroke = Stroke(RED, max(_THINNEST, width * thin)) if saver else Stroke(PAPER, width)
        yield Path(notched(outer.grown(Insets.even(-inset)), _NOTCH), None, stroke)


def _lines(name: str, boxes: tuple[Box, Box], style: Style) -> tuple[SetLine, SetLine]:
    """The name in two lines of capitals, the second no shorter."""
    letters = capitals(name, style.fonts)
    half = len(letters) // 2
    upper, lower = boxes
    return (
        set_line(letters[:half], upper, style.fonts, GAP, NARROWEST),
        set_line(letters[half:], lower, style.fonts, GAP, NARROWEST),
    )


def _name(lines: tuple[SetLine, SetLine], style: Style) -> Iterator[Shape]:
    """Lines of capitals, engraved for the ink saver, else with a hard shade."""
    edge = Stroke(INK, 0.5, join="round")
    fore, behind = (Transform.moved(shift, shift) for shift in (-_SHADE / 2, _SHADE / 2))
    for row in lines:
        if style.saver:
            for letter, place in zip(row.letters, row.boxes):
                yield from hatched(letter, place, RED)
        else:
            yield from (Path(moved(letter, behind), INK, edge) for letter in row.letters)
            yield from (Path(moved(letter, fore), None, edge) for letter in row.letters)
            yield from (Path(moved(letter, fore), PAPER) for letter in row.letters)


def _star(x: float, y: float, saver: bool) -> Iterator[Shape]:
    colour = RED if saver else PAPER
    yield Path(circle(x, y, 3.1), WHITE if saver else RED, Stroke(colour, 0.4))
    star = polygon(polar(x, y, radius, 22.5 * at) for at, radius in enumerate((2.5, 1.1) * 8))
    yield Path(star, None, Stroke(colour, 0.25)) if saver else Path(star, colour)
