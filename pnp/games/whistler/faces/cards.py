"""A card or the back in; its shapes, in either edition and either ink, out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.drawing.colour import WHITE
from pnp.drawing.face import Style
from pnp.drawing.fonts import DISPLAY, TEXT_BOLD
from pnp.drawing.shapes import Group, Path, Shape, Stroke, Text, Use, circle, placed, rectangle
from pnp.drawing.text import shrunk_size
from pnp.frozen import frozen
from pnp.games.whistler.faces import palette
from pnp.games.whistler.faces.art import Art
from pnp.games.whistler.faces.layout import PIP, Layout, Pip, twice
from pnp.games.whistler.faces.palette import PAPER, Suit
from pnp.geometry import Box, Trim
from pnp.units import MM_PER_POINT, POINTS_PER_MM

_ACE = 46.0
_INDEX, _STAMP = 6.6, 6.6  # heights in millimetres
_RING, _POINTS = 1.95, 6.5  # radius in millimetres, figures in points


@frozen
class Card:
    """A card's suit, the letters of its index, and what it is worth."""

    suit: Suit
    rank: str
    index: str
    points: str


def number(card: Card, pips: Sequence[Pip], layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """As many pips as the rank says, in the places that card players know."""
    sign = art.pip(card.suit)
    signs = tuple(placed(sign, pip.x, pip.y, PIP, pip.turn) for pip in pips)
    return _card(card, Group(signs), layout, art, style)


def ace(card: Card, layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """One great pip with the suit's own whistler in it."""
    return _card(card, placed(art.ace(card.suit), 0, 0, _ACE), layout, art, style)


def court(card: Card, figure: str, layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    """The figure's half, the same half turned about the card's centre, and the band that joins them."""
    half = Use(art.court(card.suit, card.rank))
    picture = Group((*twice(half), Use(art.seam(card.suit))), role="figure", alt=figure)
    return _card(card, picture, layout, art, style)


def back(trim: Trim, art: Art, style: Style) -> tuple[Shape, ...]:
    """A lark that whistles rings through the night, and its half turn."""
    layout = Layout(trim)
    reach = layout.reach
    upper = Path(rectangle(Box(reach.left, reach.top, reach.right, 0)))
    half = Group((Use(art.dyed("back", palette.SHARED)),), clip=upper)
    ground = Path(rectangle(trim.bleed_box), WHITE if style.saver else palette.NIGHT)
    return ground, layout.centred(*twice(half), Use(art.doubled("seam/back", palette.SHARED)))


def _card(card: Card, picture: Shape, layout: Layout, art: Art, style: Style) -> tuple[Shape, ...]:
    ground = Path(rectangle(layout.trim.bleed_box), WHITE if style.saver else PAPER)
    corner = art.shared(
        f"corner/{card.suit.id}/{card.rank}", layout.corner, lambda: tuple(_corner(card, layout, art, style))
    )
    return ground, layout.centred(picture, *twice(Use(corner)))


def _corner(card: Card, layout: Layout, art: Art, style: Style) -> Iterator[Shape]:
    """The index, the suit's sign below it, and the points in a ring at the foot."""
    box, colour = layout.corner, card.suit.colour
    x = box.centre[0]
    font = style.fonts[DISPLAY]
    size = shrunk_size(card.index, box.width, DISPLAY, _INDEX / font.cap_height * POINTS_PER_MM, style.fonts)
    yield Text(x, box.top + _INDEX, card.index, DISPLAY, size, colour, "middle")
    yield placed(art.stamp(card.suit), x, box.top + _INDEX + 2.2 + _STAMP / 2, _STAMP)
    middle = box.bottom - _RING - 0.2
    yield Path(circle(x, middle, _RING), WHITE if style.saver else PAPER, Stroke(colour, 0.28))
    cap = style.fonts[TEXT_BOLD].cap_height * _POINTS * MM_PER_POINT
    yield Text(x, middle + cap / 2, card.points, TEXT_BOLD, _POINTS, colour, "middle")
