"""The cards: where corners and pips stand on them, and their shapes in either edition and either ink."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from pnp.definition.model import Row
from pnp.drawing.colour import WHITE
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.lettering import centred, points_for
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, Use, circle, placed, rectangle, twice
from pnp.drawing.text import shrunk_size
from pnp.errors import Finding, InputInvalid
from pnp.frozen import frozen
from pnp.games.whistler.faces.art import NIGHT, PAPER, SHARED, Art, Suit
from pnp.geometry import Box, Size, Transform, Trim

_DRAWN = Size(63.5, 88.9)  # the card that all the drawings are made for
_PIP_REACH = (12.4, 29.8)  # from the card's centre to the outermost pips, across and down
_INDEX_MIDDLE = 24.4  # from the card's centre to the middle of the corners' column
_INDEX_TOP = 40.6

PIP = 13.75
"""How high the box of a pip is."""
_ACE = 72.0
_INDEX, _STAMP = 6.6, 6.6  # heights in millimetres
_RING, _POINTS = 1.95, 6.5  # radius in millimetres, figures in points


@frozen
class Pip:
    """Where a pip stands, and how far it is turned."""

    x: float
    y: float
    turn: float


@frozen
class Layout:
    """Measures of one card: everything is placed about its centre, in the millimetres of a poker card."""

    trim: Trim

    @property
    def scale(self) -> float:
        size = self.trim.size
        return min(size.width / _DRAWN.width, size.height / _DRAWN.height)

    @property
    def reach(self) -> Box:
        """The bleed's box about the centre."""
        outer = self.trim.bleed_box
        return Box.around(0, 0, Size(outer.width / self.scale, outer.height / self.scale))

    @property
    def corner(self) -> Box:
        """The column in the upper left that must read in a fan."""
        half = _DRAWN.width / 2 - _INDEX_MIDDLE - self.trim.safe / self.scale
        return Box(-_INDEX_MIDDLE - half, -_INDEX_TOP, -_INDEX_MIDDLE + half, -_INDEX_TOP + 21)

    def centred(self, *shapes: Shape) -> Group:
        """Shapes about the centre, brought onto the card."""
        return Group(shapes, Transform.scaled(self.scale).then(Transform.moved(*self.trim.box.centre)))


def pips_of(rows: Sequence[Row]) -> Mapping[str, tuple[Pip, ...]]:
    """The pips of every rank; those of the lower half stand on their heads."""
    pips = [(row["rank"], _pip(row)) for row in rows]
    return {rank: tuple(pip for each, pip in pips if each == rank) for rank, _ in pips}


def _pip(row: Row) -> Pip:
    try:
        across, down = Fraction(row["column"]), Fraction(row["row"])
    except (ValueError, ZeroDivisionError) as failure:
        message = "column and row of a pip are numbers such as -1 or 1/3"
        raise InputInvalid([Finding("error", "pips", f"{row.file}:{row.line}", message)]) from failure
    return Pip(float(across) * _PIP_REACH[0], float(down) * _PIP_REACH[1], 180.0 if down > 0 else 0.0)


@frozen
class Card:
    """A card's suit, the letters of its index, and what it is worth."""

    suit: Suit
    rank: str
    index: str
    points: str


def number(card: Card, pips: Sequence[Pip], layout: Layout, art: Art) -> tuple[Shape, ...]:
    """As many pips as the rank says, in the places that card players know."""
    sign = art.pip(card.suit)
    signs = tuple(placed(sign, pip.x, pip.y, PIP, pip.turn) for pip in pips)
    return _card(card, Group(signs), layout, art)


def ace(card: Card, layout: Layout, art: Art) -> tuple[Shape, ...]:
    """One great ornamented pip with the suit's own whistler in it."""
    return _card(card, placed(art.engraved(f"ace/{card.suit.id}", card.suit.roles), 0, 0, _ACE), layout, art)


def court(card: Card, figure: str, layout: Layout, art: Art) -> tuple[Shape, ...]:
    """The figure's half, the same half turned about the card's centre, and the band that joins them."""
    half = Use(art.engraved(f"court/{card.suit.id}-{card.rank}", card.suit.roles))
    seam = Use(art.doubled(f"seam/{card.suit.id}", card.suit.roles))
    picture = Group((*twice((half,)), seam), role="figure", alt=figure)
    return _card(card, picture, layout, art)


def back(trim: Trim, art: Art) -> tuple[Shape, ...]:
    """A lark that whistles rings through the night, and its half turn."""
    layout = Layout(trim)
    reach = layout.reach
    upper = Path(rectangle(Box(reach.left, reach.top, reach.right, 0)))
    half = Group((Use(art.engraved("back", SHARED)),), clip=upper)
    ground = Path(rectangle(trim.bleed_box), WHITE if art.saver else NIGHT)
    band, legs = art.doubled("seam/back", SHARED), art.engraved("legs", SHARED)
    return ground, layout.centred(*twice((half,)), Use(band), *twice((Use(legs),)))


def _card(card: Card, picture: Shape, layout: Layout, art: Art) -> tuple[Shape, ...]:
    ground = Path(rectangle(layout.trim.bleed_box), WHITE if art.saver else PAPER)
    name = f"corner/{card.suit.id}/{card.rank}"
    corner = art.shared(name, layout.corner, lambda: _corner(card, layout, art))
    return ground, layout.centred(picture, *twice((Use(corner),)))


def _corner(card: Card, layout: Layout, art: Art) -> Iterator[Shape]:
    """The index, the suit's sign below it, and the points in a ring at the foot."""
    box, colour = layout.corner, card.suit.colour
    x = box.centre[0]
    size = shrunk_size(card.index, box.width, DISPLAY, points_for(_INDEX, art.fonts), art.fonts)
    yield Text(x, box.top + _INDEX, card.index, DISPLAY, size, colour, "middle")
    yield placed(art.stamp(card.suit), x, box.top + _INDEX + 2.2 + _STAMP / 2, _STAMP)
    middle = box.bottom - _RING - 0.2
    yield Path(circle(x, middle, _RING), WHITE if art.saver else PAPER, Stroke(colour, 0.28))
    yield centred(card.points, x, middle, TEXT_BOLD, _POINTS, colour, art.fonts)
